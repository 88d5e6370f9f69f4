/* Who beat whom how often: the table of a match, and what a score says in Elo. */
#ifndef GUZUMI_STANDINGS_H
#define GUZUMI_STANDINGS_H

#include "guzumi/plan.h"
#include "guzumi/results.h"

#include <stdio.h>

/* Games between two players, the first one's view. */
struct score {
    int64_t wins, draws, losses;
};

/* What a player's moves took; of those games in which the processor's time was told. */
struct player_cost {
    int64_t moves, measured_moves;
    double seconds,
        processor; /* of MOVES by the wall's clock, of MEASURED_MOVES by the processor's */
};

struct standings {
    int players;
    struct player_cost *cost; /* owned; by player */
    struct score *score;      /* owned; players x players, score[i * players + j] of i against j */
    int64_t games, draws, black_wins;
};

enum status standings_init(struct standings *standings, int players, struct failure *why);
void standings_free(struct standings *standings);

/* A game of BLACK's and WHITE's players; WINNER EMPTY for a draw. */
void standings_add(struct standings *standings, int black, int white, enum color winner);

/* PLAYER's moves in a game took COST. */
void standings_add_cost(struct standings *standings, int player, struct result_cost cost);

/* What TO has becomes what FROM has, of as many players. */
void standings_copy(struct standings *to, const struct standings *from);

/* I against J. */
const struct score *standings_score(const struct standings *standings, int i, int j);

/* Wins and half the draws, as a share of the games; its 95 % interval (Wilson); the same in Elo,
 * infinite at 0 and 1. With no games 0..1. */
struct estimate {
    double share, low, high;
    double elo, elo_low, elo_high;
};
struct estimate score_estimate(const struct score *score);

/* The table: a line a pairing that has met; what each player's moves took. */
void standings_print(const struct standings *standings, const struct plan *plan, FILE *out);

#endif
