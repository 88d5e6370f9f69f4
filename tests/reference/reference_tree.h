/* Monte-Carlo tree search as the 2011 paper writes it (Algorithms 1 and 2): linked nodes, all moves
 * of a simulation in one list, AMAF by a double loop. What the paper leaves open follows
 * src/search/tree.h and tree_search.h; sums and values are floats, computed in the same
 * order as there, so that they agree to the bit. The caller provides playouts and heuristics. */
#ifndef GUZUMI_REFERENCE_TREE_H
#define GUZUMI_REFERENCE_TREE_H

#include "guzumi/base/rng.h"

#include "reference_board.h"

enum { REFERENCE_SLOTS = BOARD_MAX_POINTS + 1 }; /* the points and, last, the pass */

struct reference_action {
    bool legal;
    float n, w;           /* N(s, a), N(s, a) Q(s, a) */
    float rave_n, rave_w; /* the same for AMAF */
    float prior;          /* P(s, a) */
    int played;           /* how often, before there was a child */
    struct reference_node *child;
};

struct reference_node {
    enum color to_move;
    int passes, last_point;
    int visits;                  /* simulations since it was added */
    float total;                 /* N(s) */
    long half_scores, half_wins; /* sums of the results, Black's view */
    long score_squares;          /* sum of the squares of the half scores */
    float score_bonus;           /* sum of the score bonuses, Black's view */
    struct reference_action action[REFERENCE_SLOTS];
};

/* The part of a simulation that the default policy played. */
struct reference_end {
    int count;
    int16_t point[4096]; /* its moves */
    int half_score;      /* Black's view, after komi */
};

enum reference_schedule {
    REFERENCE_UCT,
    REFERENCE_HAND_SELECTED,
    REFERENCE_MINIMUM_MSE,
    REFERENCE_PUCT
};

struct reference_tree {
    enum reference_schedule schedule;
    float c, m, fpu, k, b;
    bool counts_rave; /* in the bonus */
    int expand;       /* visits before a state is added */
    int limit;        /* moves of a simulation */
    int half_komi;
    bool by_territory; /* SIMULATE says what a game is worth, too, that moves and then passes ended
                        */
    float score_fraction;
    int simulations, half_wins; /* so far; halves of Black's wins among them */
    /* Plays on from AT, to which the first COUNT moves of POINTS led from the root; with two passes
     * there, END gets no moves. */
    void (*simulate)(void *context, const int *points, int count, const struct reference_node *at,
                     struct rng *rng, struct reference_end *end);
    /* Fills the actions of a new NODE; GRANDFATHER is the node two plies before, or NULL. */
    void (*heuristic)(void *context, const struct reference_game *game,
                      const struct reference_node *grandfather, struct reference_node *node);
    void *context;
    struct reference_node *root; /* owned */
};

/* Creates a root for the position of GAME with the actions ONLY (the pass if it is empty). The
 * prior visits of the pass count in N(s) in any case. */
void reference_tree_start(struct reference_tree *tree, const struct reference_game *game,
                          enum color to_move, int passes, int last_point,
                          const struct reference_set *only);
void reference_tree_free(struct reference_tree *tree);

/* Runs one simulation; restores GAME. */
void reference_tree_simulate(struct reference_tree *tree, struct reference_game *game,
                             struct rng *rng);

#endif
