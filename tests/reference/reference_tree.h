/* Monte-Carlo tree search as the 2011 paper writes it down (Algorithms 1 and 2): linked nodes, all
 * moves of a simulation in one list, AMAF by its double loop. What the paper leaves open is as
 * src/search/tree_policy.h and tree_search.h say; sums and values are floats, computed in
 * the order that makes them the same to the bit. Playouts and heuristics are the caller's. */
#ifndef GUZUMI_REFERENCE_TREE_H
#define GUZUMI_REFERENCE_TREE_H

#include "guzumi/base/rng.h"

#include "reference_board.h"

enum { REFERENCE_SLOTS = BOARD_MAX_POINTS + 1 }; /* the points and, last, the pass */

struct reference_action {
    bool legal;
    float n, w;           /* N(s, a), N(s, a) Q(s, a) */
    float rave_n, rave_w; /* the same of AMAF */
    float chance;         /* P(s, a) */
    int played;           /* how often, while there was no child */
    struct reference_node *child;
};

struct reference_node {
    enum color to_move;
    int passes, last_point;
    int visits;                  /* simulations since it is in the tree */
    float total;                 /* N(s) */
    long half_scores, half_wins; /* sums of the results, Black's view */
    float for_score;             /* sum of what scores added to wins, Black's view */
    struct reference_action action[REFERENCE_SLOTS];
};

/* The end of a simulation that the default policy played. */
struct reference_end {
    int count;
    int16_t point[4096]; /* its moves */
    int half_score;      /* Black's view, komi taken off */
};

enum reference_schedule {
    REFERENCE_UCT,
    REFERENCE_HAND_SELECTED,
    REFERENCE_MINIMUM_MSE,
    REFERENCE_PUCT
};

struct reference_tree {
    enum reference_schedule schedule;
    float c, m, first_play, k, b;
    int expand; /* visits before a state is added */
    int limit;  /* moves of a simulation */
    int half_komi;
    bool by_territory; /* SIMULATE says what a game is worth, too, that moves and then passes ended
                        */
    float score_share;
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

/* A root for the position of GAME with the actions of ONLY (the pass when it is empty). What the
 * pass begins with counts in N(s) in any case. */
void reference_tree_start(struct reference_tree *tree, const struct reference_game *game,
                          enum color to_move, int passes, int last_point,
                          const struct reference_set *only);
void reference_tree_free(struct reference_tree *tree);

/* One simulation; GAME is the same afterwards. */
void reference_tree_simulate(struct reference_tree *tree, struct reference_game *game,
                             struct rng *rng);

#endif
