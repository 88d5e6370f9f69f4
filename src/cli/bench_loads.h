/* The work that `guzumi bench` measures, and that its signatures consist of: playouts, self-play,
 * searches. A load is set up once; each call of its function does a part of the work, on one thread
 * and without a clock, and returns a count. */
#ifndef GUZUMI_BENCH_LOADS_H
#define GUZUMI_BENCH_LOADS_H

#include "guzumi/go/game.h"
#include "guzumi/learner/learner.h"
#include "guzumi/search/alpha_beta.h"
#include "guzumi/search/td_search.h"
#include "guzumi/search/tree_search.h"

/* Common to all loads. */
struct load_world {
    struct params params;
    struct playout_patterns patterns;
    struct weight_store *store;
};

/* 100 playouts from the empty board; counts playouts. */
struct playout_load {
    struct playout_policy policy;
    struct board empty;
    struct rng rng;
    uint64_t signature; /* of all playouts so far */
};

void load_playouts_start(struct playout_load *load, const struct load_world *world, int size,
                         enum policy kind);
uint64_t load_playouts(void *playout_load);

/* 20 greedy games by the value of a search; counts candidate afterstates. */
struct self_play_load {
    struct td_search *search;
    struct tracker tracker;
    struct episode episode;
    struct board empty;
    struct rng rng;
};

uint64_t load_self_play(void *self_play_load);

/* A TD search from the empty board, with the built-in weights if there are any; counts simulations.
 */
struct search_load {
    struct td_search *search;
    uint64_t simulations; /* per search */
    struct params params;
    struct board empty;
    struct rng rng;
};

enum status load_search_start(struct search_load *load, const struct load_world *world, int size,
                              struct failure *why);
uint64_t load_search(void *search_load);

/* Searches one of the first eight positions of a game and plays the move; counts leaves. */
struct alpha_beta_load {
    struct search_load search; /* the value at the leaves */
    struct alpha_beta *alpha_beta;
    struct game game;
    int depth;
    uint64_t searches, nodes, leaves;
};

/* Searches to DEPTH. Must be followed by load_alpha_beta_end even if it fails. */
enum status load_alpha_beta_start(struct alpha_beta_load *load, const struct load_world *world,
                                  int size, int depth, struct failure *why);
void load_alpha_beta_end(struct alpha_beta_load *load);
uint64_t load_alpha_beta(void *alpha_beta_load);

/* Another 1000 simulations in the tree of the empty board; counts simulations. */
struct tree_load {
    struct params params;
    struct search *search;
    struct board empty;
    struct rng rng;
};

/* With the settings of PRESET, or the default ones if it is NULL. The caller frees SEARCH even
 * after a failure. */
enum status load_tree_start(struct tree_load *load, const struct load_world *world, int size,
                            const char *preset, struct failure *why);
uint64_t load_tree(void *tree_load);

/* --- signatures ---
 *
 * Three numbers that show whether behaviour has changed: the same on every machine, with every
 * compiler, in Debug and Release. */

struct signatures {
    uint32_t board; /* of playouts on boards of several sizes: integers only */
    uint32_t value; /* of weights after some training and after a search */
    uint32_t play;  /* of alpha-beta at a fixed depth, and the moves of some players */
};

/* With the parameters of WORLD and the built-in weights. */
enum status signatures_make(struct signatures *out, const struct load_world *world,
                            struct failure *why);

#endif
