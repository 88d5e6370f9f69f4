/* The linear policy of the tree: a softmax over features of the moves that predicts what a search
 * would choose,
 *
 *     pi(s, a) = exp(phi(s, a) . theta) / sum over b of exp(phi(s, b) . theta)
 *
 * Its weights are learnt from how often searches visited each move (Coulom 2007; Silver and Tesauro
 * 2009 have such a policy for playouts, which is softmax.h). The only places that it knows are
 * lines, so the same weights serve boards of all sizes. The tree's new nodes get their priors from
 * it, alone or under the policy-value network (src/search/tree_state.h).
 *
 * The features are those of move_features.def. */
#ifndef GUZUMI_MOVE_POLICY_H
#define GUZUMI_MOVE_POLICY_H

#include "guzumi/go/board.h"
#include "guzumi/playout/softmax.h"

/* MOVE_DISTANCE is the first weight of the distances, and so on. */
enum move_feature {
#define MOVE_FEATURE_ROW(name, count, text)                                                        \
    MOVE_##name, MOVE_##name##_LAST = MOVE_##name + (count)-1,
#include "guzumi/network/move_features.def"
    MOVE_WEIGHTS
};

struct move_policy {
    float theta[MOVE_WEIGHTS];
    uint16_t pattern[2][SURROUNDINGS]; /* pattern numbers by mover, as in softmax.h */
};

/* Numbers the patterns and sets all weights to zero: a uniform policy. */
void move_policy_init(struct move_policy *policy);

/* A move with its features: indices of theta, one for each occurrence, and two real-valued ones. */
enum { MOVE_MOST_FEATURES = 32 };
struct move_action {
    int16_t point, count;
    uint16_t index[MOVE_MOST_FEATURES];
    uint16_t gain_index;
    float gain, behind;
};

/* What the features read besides the board. */
struct move_situation {
    enum color to_move;
    int last, own;     /* the last move, and the mover's own last one; or PASS, NO_POINT */
    const float *gain; /* by point, the mover's view, of the candidates; NULL: 0 everywhere */
};

/* CANDIDATES, legal moves, with their features. Returns their number. */
int move_policy_actions(const struct move_policy *policy, const struct board *board,
                        const struct move_situation *situation, const struct bitset *candidates,
                        struct move_action out[BOARD_MAX_POINTS]);

/* phi(s, a) . theta. */
float move_policy_logit(const struct move_policy *policy, const struct move_action *action);

#endif
