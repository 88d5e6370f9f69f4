/* The crosstable of a match, and scores in Elo. */
#ifndef GUZUMI_STANDINGS_H
#define GUZUMI_STANDINGS_H

#include "guzumi/match/plan.h"
#include "guzumi/match/results.h"

#include <stdio.h>

/* Games between two players, from the view of the first. */
struct score {
    int64_t wins, draws, losses;
};

/* The cost of a player's moves. Processor time may be unknown for some games. */
struct player_cost {
    int64_t moves;
    double seconds; /* wall time of MOVES */
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

/* Adds a game between the players BLACK and WHITE; WINNER is EMPTY for a draw. */
void standings_add(struct standings *standings, int black, int white, enum color winner);

/* Adds the COST of PLAYER's moves in a game. */
void standings_add_cost(struct standings *standings, int player, struct result_cost cost);

/* Copies FROM into TO, which must have the same number of players. */
void standings_copy(struct standings *to, const struct standings *from);

/* The score of I against J. */
const struct score *standings_score(const struct standings *standings, int i, int j);

/* The fraction of games won, a draw as half a win, with its 95 % interval (Wilson; 0..1 without
 * games); and the same in Elo, infinite at 0 and 1. */
struct estimate {
    double score, low, high;
    double elo, elo_low, elo_high;
};
struct estimate score_estimate(const struct score *score);

/* Prints a line for each pairing that has met, and the time per move of each player. */
void standings_print(const struct standings *standings, const struct plan *plan, FILE *out);

#endif
