/* A game of self-play whose positions a search evaluates: what policy_games.c and selfplay.c share.
 * Searches have one thread, so that a game is a function of its number, of the parameters and of
 * nothing else. */
#ifndef GUZUMI_SEARCHED_GAME_H
#define GUZUMI_SEARCHED_GAME_H

#include "guzumi/go/game.h"
#include "guzumi/learner/weight_store.h"
#include "guzumi/playout/playout.h"
#include "guzumi/search/search.h"

/* Moves of the default policy that a game begins with, at most. */
enum { SEARCHED_GAME_OPENING = 12 };

struct searched_game {
    struct params params;
    int size;
    struct weight_store *store; /* borrowed */
    struct playout_patterns patterns;
    struct game game;      /* owned */
    struct search *search; /* owned */
    struct rng rng;
    const atomic_bool *stop; /* borrowed; ends searches */
    atomic_bool never;       /* STOP points here if nobody stops them */
    bool ownership;          /* whether searches collect ownership; false at first */
};

/* On boards of SIZE, by the search that PARAMS name and at their train_komi. STORE and STOP,
 * which may be NULL, are borrowed. G, which must not move afterwards, has to be freed even if this
 * fails. */
enum status searched_game_init(struct searched_game *g, int size, const struct params *params,
                               struct weight_store *store, const atomic_bool *stop,
                               struct failure *why);
void searched_game_free(struct searched_game *g);

/* Begins game NUMBER: an empty board, a new search, random numbers of its own. */
enum status searched_game_begin(struct searched_game *g, uint64_t number, struct failure *why);

/* A move of the default policy; the pass where the game's history forbids it. */
int searched_game_policy_move(struct searched_game *g);

/* Searches the position with policy_simulations; FOUND gets what it found. */
enum status searched_game_evaluate(struct searched_game *g, struct search_statistics *found,
                                   struct failure *why);

/* Black's win rate by what was FOUND. */
double searched_game_value(const struct searched_game *g, const struct search_statistics *found);

/* Whether a search that finds the VALUE is nearly sure of the winner. */
bool searched_game_is_sure(double value);

/* Whether the game is over, or too long. */
bool searched_game_is_over(const struct searched_game *g);

#endif
