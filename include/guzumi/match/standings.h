/* Who beat whom how often: the table of a match, and what a score says in Elo. */
#ifndef GUZUMI_STANDINGS_H
#define GUZUMI_STANDINGS_H

#include "guzumi/match/plan.h"
#include "guzumi/match/results.h"

#include <stdio.h>

/* Games between two players, the first one's view. */
struct score {
    int64_t wins, draws, losses;
};

/* What a player's moves took. Processor time is known for some of the games only. */
struct player_cost {
    int64_t moves;
    double seconds; /* of those moves, by the clock on the wall */
    int64_t measured_moves;
    double processor; /* processor seconds of MEASURED_MOVES */
};

struct standings {
    int players;
    struct player_cost *cost; /* owned; by player */
    struct score *score;      /* owned; players x players, score[i * players + j] of i against j */
    int64_t games, draws, black_wins;
};

enum status standings_init(struct standings *standings, int players, struct failure *why);
void standings_free(struct standings *standings);

/* Counts a game between the players BLACK and WHITE; WINNER is EMPTY for a draw. */
void standings_add(struct standings *standings, int black, int white, enum color winner);

/* Adds the COST of PLAYER's moves in a game. */
void standings_add_cost(struct standings *standings, int player, struct result_cost cost);

/* Makes TO a copy of FROM, which has as many players. */
void standings_copy(struct standings *to, const struct standings *from);

/* The score of I against J. */
const struct score *standings_score(const struct standings *standings, int i, int j);

/* The share of the games won, draws counting a half, with its 95 % interval (Wilson; 0..1 without
 * games), and the same in Elo, which is infinite at 0 and 1. */
struct estimate {
    double share, low, high;
    double elo, elo_low, elo_high;
};
struct estimate score_estimate(const struct score *score);

/* Prints a line for each pairing that has met, and what each player's moves took. */
void standings_print(const struct standings *standings, const struct plan *plan, FILE *out);

#endif
