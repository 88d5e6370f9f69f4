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

struct effort move_clock_effort(const struct move_clock *c, const struct params *params,
                                const struct board *b, enum color color) {
    const double shortest = SHORTEST_SEARCH * b->size * b->size;
    const struct time_budget budget =
        time_control_budget(&c->time, color, b->size, empty_points(b), params->lag);
    struct effort effort = {.simulations = level_simulations(params, (uint64_t)params->simulations),
                            .by = c->by,
                            .begin = clock_read(c->by),
                            .target = budget.target,
                            .most = budget.most,
                            .clocked = isfinite(budget.most),
                            .searches = budget.share + ALWAYS_THERE >= shortest,
                            .saves = budget.saves};
    if (!effort.clocked && effort.simulations == 0) effort.target = effort.most = params->move_time;
    effort.judges = effort.most >= HURRY * (effort.clocked ? pow(b->size / 9.0, 3) : 1);
    return effort;
}

struct search_limit effort_limit(const struct effort *effort, bool is_open) {
    const bool searches = effort->searches && (is_open || !effort->clocked);
    return (struct search_limit){.purpose = SEARCH_TO_CHOOSE,
                                 .clock = effort->by,
                                 .simulations = effort->simulations,
                                 .begin = effort->begin,
                                 .target = effort->begin + (searches ? effort->target : 0),
                                 .most = effort->begin + (searches ? effort->most : 0),
                                 .saves = effort->saves};
}

void move_clock_charge(struct move_clock *c, enum color color, const struct effort *effort,
                       double until) {
    const double now = clock_read(c->by);
    time_control_spend(&c->time, color, now - effort->begin);
    if (effort->clocked) time_control_overrun(&c->time, color, now - until);
}

void move_clock_begin_pondering(struct move_clock *c) {
    c->ponder_until = clock_now() + PONDER_SECONDS;
}

void move_clock_end_pondering(struct move_clock *c) {
    c->ponder_until = 0;
}
