/* Who plays game g, from which opening, with which seeds. */
#ifndef GUZUMI_SCHEDULE_H
#define GUZUMI_SCHEDULE_H

#include "guzumi/go/game.h"
#include "guzumi/match/plan.h"

/* Two players of the plan by colour. */
struct pairing_of_game {
    int player[2];
};

/* The players of GAME. ROUND_ORDER is the order of schedule_swiss_round for the game's round; not
 * looked at in other tournaments. */
struct pairing_of_game schedule_players(const struct plan *plan, int64_t game,
                                        const int *round_order);

/* Swiss tournaments: the games of a round, 0 in others; the rounds begin at 0. */
int64_t schedule_round_games(const struct plan *plan);

/* Draws the pairings of ROUND: neighbours in ORDER (player_count places) meet, of an odd number the
 * last one is free, each player in turn. The opponent is drawn at random, a difference of d wins in
 * WINS (before this round, draws half) making it 2^d times less likely: "randomly selected with a
 * bias towards programs with a similar number of wins". */
void schedule_swiss_round(const struct plan *plan, int64_t round, const double *wins, int *order);

/* Half points of the plan's first player in games 2 PAIR and 2 PAIR + 1, whose winners (EMPTY: a
 * draw) are WINNERS, in a round robin of two. */
int schedule_pair_points(const struct plan *plan, int64_t pair, const enum color winners[2]);

/* The seed of COLOR's player in GAME, 1 .. 2^31 - 1, which every program can take. */
uint32_t schedule_seed(const struct plan *plan, int64_t game, enum color color);

/* Plays the opening of GAME into a new game. Fewer plies when there are no more candidates. */
enum status schedule_opening(const struct plan *plan, int64_t game, struct game *out,
                             struct failure *why);

#endif
