#include "effort.h"

#include "level.h"

#include <math.h>

/* Seconds on 9x9 below which playouts don't estimate what is settled. With a clock running they
 * grow with the cube of the board's size: an estimate has playouts of size^2 moves, and each move
 * scans more of the board. */
#define HURRY 0.02

/* The shortest search takes SHORTEST_SEARCH seconds for each point of the board, because both
 * phases prepare tables. A move may always take ALWAYS_THERE: a client that rounds to whole seconds
 * reports 0 during the whole last second. */
#define SHORTEST_SEARCH 0.0001
#define ALWAYS_THERE 0.01

/* The longest time to ponder on one reply. */
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

/*     clock runs     simulations   limit of the search
 *     yes            0             target and most of the time budget
 *     yes            n             n simulations, or the time budget, whichever ends first
 *     no             0             move_time
 *     no             n             n simulations, without a time limit */
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
                           .estimates =
                               budget.most >= HURRY * (clocked ? pow(b->size / 9.0, 3) : 1)};
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
