#include "move_clock.h"

#include "level.h"

#include <math.h>

/* Seconds below which it doesn't ask what is settled, on 9x9. By a clock they grow with the cube of
 * the board's size, for playouts have as many moves as there are points, and each takes longer. */
#define HURRY 0.02

/* Seconds for each point of the board that the shortest search takes, for both phases have tables
 * to prepare; and what a move may always take: a client that tells whole seconds says 0 for long.
 */
#define SHORTEST_SEARCH 0.0001
#define ALWAYS_THERE 0.01

/* How long it thinks on the opponent's time about one reply. */
#define PONDER_SECONDS 600.0

void move_clock_restart(struct move_clock *c) {
    time_control_restart(&c->time);
}

static int empty_points(const struct board *b) {
    struct bitset stones[2];
    board_stones(b, BLACK, &stones[0]);
    board_stones(b, WHITE, &stones[1]);
    return b->size * b->size - bitset_count(&stones[0], b->words) -
           bitset_count(&stones[1], b->words);
}

/* A processor's clock has not run since the move was asked for. */
static double begin_of_move(const struct move_clock *c) {
    const double now = clock_read(c->by);
    return c->asked > 0 && c->by == CLOCK_WALL ? fmin(c->asked, now) : now;
}

struct effort move_clock_effort(const struct move_clock *c, const struct params *params,
                                const struct board *b, enum color color) {
    const double shortest = SHORTEST_SEARCH * b->size * b->size;
    const uint64_t simulations = level_simulations(params, (uint64_t)params->simulations);
    struct time_budget budget =
        time_control_budget(&c->time, color, b->size, empty_points(b), params->lag);
    const bool clocked = isfinite(budget.most);
    if (!clocked && simulations == 0) budget.target = budget.most = params->move_time;
    const double begin = begin_of_move(c);
    return (struct effort){.limit = {.purpose = SEARCH_TO_CHOOSE,
                                     .clock = c->by,
                                     .simulations = simulations,
                                     .begin = begin,
                                     .target = begin + budget.target,
                                     .most = begin + budget.most,
                                     .saves = budget.saves},
                           .clocked = clocked,
                           .searches = budget.share + ALWAYS_THERE >= shortest,
                           .judges = budget.most >= HURRY * (clocked ? pow(b->size / 9.0, 3) : 1)};
}

void move_clock_charge(struct move_clock *c, enum color color, const struct effort *effort,
                       double until) {
    const double now = clock_read(c->by);
    c->asked = 0;
    time_control_spend(&c->time, color, now - effort->limit.begin);
    if (effort->clocked) time_control_overrun(&c->time, color, now - until);
}

void move_clock_begin_pondering(struct move_clock *c) {
    c->ponder_until = clock_now() + PONDER_SECONDS;
}

void move_clock_end_pondering(struct move_clock *c) {
    c->ponder_until = 0;
}
