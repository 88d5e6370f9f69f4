/* What is known of a position before any simulation: heuristics H(s, a) with the equivalent
 * experience that they are worth (2011 paper, section 5.1; 2012 paper, section 6.2).
 *
 *     even          0.5
 *     grandfather   Q(s_t-2, a), the value that the action has in the node two plies before
 *     rules         1 for what the default policy's rules would play at once, 0 for a self-atari,
 *                   0.5 otherwise
 *     local-shape   the value of the afterstate by local shapes
 *     combined      our own: each thing that tactics.h sees counts as some simulations won or lost,
 *                   and local-shape as some more: what the afterstate gains there, upon the mean of
 *                   the results so far, for local shapes know neither the komi nor the reading.
 *                   All lie lower by a multiple of the best move's gain (heuristic_pessimism), so
 *                   that a move that seems no good waits until better ones disappoint
 *     learnt        the same with what a policy has learnt of searches' choices (move_policy.h) in
 *                   place of tactics.h: won simulations that grow with a move's probability
 *     network       the same by the policy-value network (network.h), which starts from that
 * policy; its chance of winning takes the place of the mean of the results
 *
 * With a heuristic of the paper's all actions have the same experience, C for Q and C~ for RAVE.
 *
 * Where the tree policy is PUCT, learnt and network tell it the policy's probabilities instead, and
 * all actions begin with puct_visits simulations at the mean of the results, or the network's
 * chance, less fpu_reduction, so that likely moves are gone into before others are tried. To the
 * other heuristics all actions are as likely. */
#ifndef GUZUMI_TREE_PRIOR_H
#define GUZUMI_TREE_PRIOR_H

#include "guzumi/learner/evaluator.h"
#include "guzumi/network/network.h"
#include "guzumi/playout/playout.h"

#include "tree.h"
#include "tree_policy.h"

struct tree_heuristic {
    enum heuristic kind;
    float visits, rave;           /* C, C~ */
    float pessimism;              /* how many times the best gain is taken off all values */
    float policy, power;          /* won simulations of the likeliest move; how others compare */
    float puct_visits, reduction; /* PUCT by a policy: in place of these five */
    const struct playout_patterns *patterns;
    const struct move_policy *moves;    /* NULL: there is none, all moves are as likely */
    const struct network *network;      /* NULL: there is none, the linear policy decides */
    const struct shape_weights *shapes; /* NULL: there are none, all values are even */
    enum value_kind output;             /* what their sums mean */
};

struct tree_heuristic tree_heuristic_of(const struct params *params,
                                        const struct playout_patterns *patterns);

/* A position whose node is about to be opened. */
struct tree_state {
    const struct board *board;
    enum color to_move;
    int last_point;                   /* or PASS, NO_POINT */
    int own_point;                    /* of the move before that, likewise */
    struct tree_node *grandfather;    /* or NULL */
    const struct tree_policy *policy; /* what its values are read by */
    int half_komi;
    float black_mean; /* of Black's results so far, above 0 and below 1 */
};

/* What it is worked out in. */
struct tree_scratch {
    struct tracker tracker;
    struct network_workspace
        *workspace; /* the owner's; for the network, if the heuristic has one */
    struct move_action action[BOARD_MAX_POINTS];
    float logit[BOARD_MAX_POINTS]; /* for each of these ACTIONS */
    int actions;
    float evaluation; /* of the network, see tree.h */
    float value[TREE_MAX_SLOTS];
    struct tree_prior prior[TREE_MAX_SLOTS];
};

/* Works out in SCRATCH's PRIOR what HEURISTIC says of the pass and of CANDIDATES, legal moves at
 * STATE, by slot; other slots are left alone. */
void tree_prior_find(const struct tree_heuristic *heuristic, const struct tree *tree,
                     const struct tree_state *state, const struct bitset *candidates,
                     struct tree_scratch *scratch);

/* Opens NODE for CANDIDATES with what SCRATCH has of them. */
void tree_prior_open(const struct tree *tree, struct tree_node *node,
                     const struct bitset *candidates, const struct tree_scratch *scratch);

#endif
