/* The schedule of a plan: who plays game g, from which opening, with which seeds. Everything
 * follows from the plan's seed and g, so that shards and continued runs agree without
 * communication. */
#ifndef GUZUMI_SCHEDULE_H
#define GUZUMI_SCHEDULE_H

#include "guzumi/go/game.h"
#include "guzumi/match/plan.h"

/* Two players of the plan by colour. */
struct pairing_of_game {
    int player[2];
};

/* The players of GAME. ROUND_ORDER is from schedule_swiss_round for the game's round; ignored in
 * other tournaments. */
struct pairing_of_game schedule_players(const struct plan *plan, int64_t game,
                                        const int *round_order);

/* The number of games in a round of a Swiss tournament; 0 in others. */
int64_t schedule_round_games(const struct plan *plan);

/* Draws the pairings of ROUND (0, 1, ...): neighbours in ORDER (player_count players) meet; with an
 * odd number of players the last one has a bye, each in turn. Opponents are drawn at random:
 * "randomly selected with a bias towards programs with a similar number of wins". A difference of d
 * in WINS (before this round; a draw is half a win) makes a pairing 2^floor(d) times less likely.
 */
void schedule_swiss_round(const struct plan *plan, int64_t round, const double *wins, int *order);

/* The half points, 0 to 4, of the plan's first player in games 2 PAIR and 2 PAIR + 1 between two
 * players, won by WINNERS (EMPTY: a draw). */
int schedule_pair_points(const struct plan *plan, int64_t pair, const enum color winners[2]);

/* The seed of COLOR's player in GAME: 1..2^31 - 1, a range that every program accepts. */
uint32_t schedule_seed(const struct plan *plan, int64_t game, enum color color);

/* Initialises OUT with the opening of GAME. It is shorter than the plan's if the moves run out. */
enum status schedule_opening(const struct plan *plan, int64_t game, struct game *out,
                             struct failure *why);

#endif
