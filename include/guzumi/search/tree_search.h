/* Monte-Carlo tree search: UCT, MC-RAVE, UCT-RAVE (2011 paper, Algorithms 1 and 2), and PUCT.
 *
 * A simulation follows the tree policy from the root while the position is in the tree, adds the
 * first position that is not (once it has been reached often enough), and follows the default
 * policy to the end or until the mercy rule decides (`tree_mercy`). A position of the tree may
 * follow the default policy, too, for its first simulations (`tree_open`). The result is counted at
 * every position of the tree on its path. With RAVE each of these counts it for all moves that the
 * player to move there made from there on. When the winner is clear, a larger score is worth more
 * (`score_fraction`); reported win rates exclude that. Reported scores mix playouts with the
 * network, as win rates do; with area scoring no choice depends on them.
 *
 * The actions are the pass and the moves that fill no eye of one's own and repeat no earlier
 * position of the game or of the path. At the root, where the player decides about passing, the
 * pass is an action if the player allows it, or if there is no other. Below it, two passes end
 * a simulation with the area score, all stones alive: no side has to fill a seki, and a side with
 * stones to capture does not pass. By territory a playout follows them. Passes from the root on
 * have the position's pass_half_score (search.h).
 *
 * The tree is kept from run to run: the part that the moves played lead to is searched further. */
#ifndef GUZUMI_TREE_SEARCH_H
#define GUZUMI_TREE_SEARCH_H

#include "guzumi/search/search.h"

extern const struct search_method tree_method;

/* Bytes of a position in the tree on boards of SIZE, as PARAMS search. */
size_t tree_search_node_bytes(int size, const struct params *params);

/* What a simulation is doing, for profiling by samples. */
enum tree_part {
    TREE_DESCENDS,  /* the tree policy, moves, new nodes; what is between searches too */
    TREE_READS,     /* local shapes, the linear policy with its ladders, and what follows from them
                       and from the network */
    TREE_ASKS,      /* the network */
    TREE_PLAYS_OUT, /* the default policy */
    TREE_BACKS_UP,
    TREE_PARTS
};

/* What the first thread of SEARCH, a tree search that has run before, is doing now. Any thread may
 * ask. */
enum tree_part tree_search_part(const struct search *search);

/* A position inside a tree, reached without a pass, with what the simulations through it found. */
struct tree_sample {
    struct board board;
    enum color to_move;
    int last, own; /* the last move and the one before; or PASS, NO_POINT */
    double value;  /* Black's win rate: the mean of the move that leads there, as the tree has it */
    uint32_t simulations;
    int choices; /* points that they played there, each with its visits */
    int16_t choice[BOARD_MAX_POINTS];
    uint32_t visits[BOARD_MAX_POINTS];
};

/* Simulations that a position must have to be drawn. */
enum { TREE_SAMPLE_VISITS = 32 };

/* Draws a position below the root of the last run: by a walk that goes to any of the moves with
 * enough simulations, and ends after each with probability 0.4, or where there are none. Returns
 * false if there are none at the root. SEARCH is a tree search; no run is going on. */
bool tree_search_sample(const struct search *search, struct rng *rng, struct tree_sample *out);

/* The simulations of each candidate of the last run, by point, without those that root_forced added
 * and the candidate's value does not justify (policy target pruning, Wu 2019); 0 elsewhere. */
void tree_search_earned_visits(const struct search *search, uint64_t visits[BOARD_MAX_POINTS]);

/* The smallest board on which tree_policy=auto is PUCT, where it has won against MC-RAVE. */
enum { TREE_NETWORK_LEAST_SIZE = 6 };

/* c of PUCT, the weight of the network's value, how far an untried action is valued below its
 * position, and whether the network sees positions turned: the parameters puct, network_fraction,
 * fpu_reduction and network_turned, or what plays best on boards of SIZE where they are negative or
 * auto. */
float tree_puct(const struct params *params, int size);
float tree_network_weight(const struct params *params, int size);
float tree_fpu_reduction(const struct params *params, int size);
bool tree_network_turned(const struct params *params, int size);

/* Gives all four of these parameters the values that they have on boards of SIZE. */
void tree_set_by_size(struct params *params, int size);

#endif
