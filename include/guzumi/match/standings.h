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

/* Adds a game with its PLAYERS and the COST of their moves by colour; WINNER is EMPTY for a draw.
 */
void standings_add(struct standings *standings, const int players[2], enum color winner,
                   const struct result_cost cost[2]);

/* Fails unless RESULT is a game of PLAN. */
enum status standings_check(const struct result *result, const struct plan *plan,
                            struct failure *why);

/* Adds RESULT, a game of PLAN. */
void standings_add_result(struct standings *standings, const struct result *result,
                          const struct plan *plan);

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
