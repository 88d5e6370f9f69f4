/* Two parts: the rules of each kind of clock, and the budget of a move, which is our own choice. */
#include "guzumi/player/time_control.h"

#include <math.h>

void time_control_init(struct time_control *t) {
    t->kind = TIME_NONE;
    t->main_time = t->period = 0;
    t->stones = 0;
    time_control_restart(t);
}

void time_control_settings(struct time_control *t, double main_time, double period, int stones) {
    t->kind = period > 0 ? (stones > 0 ? TIME_CANADIAN : TIME_NONE) : TIME_ABSOLUTE;
    t->main_time = main_time;
    t->period = period;
    t->stones = stones;
    time_control_restart(t);
}

void time_control_byo_yomi(struct time_control *t, double main_time, double period, int periods) {
    t->kind = periods > 0 && period > 0 ? TIME_BYO_YOMI : TIME_ABSOLUTE;
    t->main_time = main_time;
    t->period = period;
    t->stones = periods;
    time_control_restart(t);
}

void time_control_fischer(struct time_control *t, double main_time, double increment,
                          double ceiling, double longest_move) {
    t->kind = TIME_FISCHER;
    t->main_time = fmin(main_time, ceiling);
    t->period = increment;
    t->stones = 0;
    t->ceiling = ceiling;
    t->longest_move = longest_move;
    time_control_restart(t);
}

/* The main time is over: the first period begins. */
static void enter_overtime(const struct time_control *t, struct time_clock *clock) {
    clock->left += t->period;
    clock->stones = t->stones;
}

/* A move ends within overtime. A Canadian period ends with its last stone; a byo-yomi period that
 * was not used up begins anew, and used up ones are gone.
 *
 * For example with 5 stones in 30 s: after the fifth stone the period starts again with 30 s,
 * however many are left. With 3 byo-yomi periods of 10 s a move of 25 s uses two of them up. */
static void end_move(const struct time_control *t, struct time_clock *clock) {
    if (t->kind == TIME_CANADIAN) {
        if (--clock->stones > 0) return;
        clock->stones = t->stones;
    } else {
        for (; clock->left <= 0 && clock->stones > 1; clock->stones--) clock->left += t->period;
    }
    clock->left = t->period;
}

static bool has_overtime(const struct time_control *t) {
    return t->kind == TIME_CANADIAN || t->kind == TIME_BYO_YOMI;
}

void time_control_restart(struct time_control *t) {
    for (int color = 0; color < 2; color++) {
        t->overrun[color] = (struct time_overrun){.worst = 0};
        t->delay[color] = (struct time_delay){.sum = 0};
        t->clock[color] = (struct time_clock){.left = t->main_time, .stones = 0};
        if (t->main_time <= 0 && has_overtime(t)) enter_overtime(t, &t->clock[color]);
    }
}

/* Clients send whole seconds, rounded down: on average half a second less than the clock shows. */
#define ROUNDING 0.5

/* COLOR's clock has LEFT seconds according to the client. After a change of period the difference
 * says nothing about the previous moves; nor does the first time_left of a clock. */
static void note_delay(struct time_control *t, enum color color, double left, int stones) {
    struct time_delay *d = &t->delay[color];
    const struct time_clock *clock = &t->clock[color];
    if (isfinite(clock->left) && clock->stones == stones && t->kind != TIME_BYO_YOMI &&
        d->unreported > 0) {
        d->sum += clock->left - left;
        d->moves += d->unreported;
    }
    d->unreported = 0;
}

/* Delay = (clock here - client's clock - rounding) / moves, all summed over the game: after 10
 * moves and 2.5 s less than expected, 0.2 s. */
static double expected_delay(const struct time_control *t, enum color color) {
    const struct time_delay *d = &t->delay[color];
    return d->moves ? fmax(d->sum - ROUNDING, 0) / d->moves : 0;
}

void time_control_left(struct time_control *t, enum color color, double left, int stones) {
    /* Without earlier time settings, time_left starts a clock for this colour and this game. */
    if (t->kind == TIME_NONE) {
        t->kind = stones > 0 ? TIME_CANADIAN : TIME_ABSOLUTE;
        t->main_time = INFINITY;
        t->period = 0; /* unknown overtime must not be counted on */
        t->stones = 0;
        time_control_restart(t);
    }
    note_delay(t, color, left, stones);
    t->clock[color] = (struct time_clock){.left = left, .stones = stones};
}

void time_control_spend(struct time_control *t, enum color color, double used) {
    struct time_clock *clock = &t->clock[color];
    if (t->kind == TIME_NONE) return;
    clock->left -= used;
    t->delay[color].unreported++;
    if (t->kind == TIME_FISCHER) clock->left = fmin(clock->left + t->period, t->ceiling);
    if (!has_overtime(t)) return;
    if (clock->stones == 0) {
        if (clock->left > 0) return;
        enter_overtime(t, clock);
    }
    end_move(t, clock);
}

/* A machine that has once kept a move waiting does so again, if not at once: the worst and the mean
 * are forgotten slowly. */
#define KEPT 0.9

void time_control_overrun(struct time_control *t, enum color color, double seconds) {
    struct time_overrun *o = &t->overrun[color];
    const double again = fmin(fmax(seconds, 0), o->worst);
    o->lasting = fmax(again, o->lasting / 2);
    o->usual = KEPT * o->usual + (1 - KEPT) * again;
    o->worst = fmax(seconds, KEPT * o->worst);
}

/* Own moves still to come: 0.45 of the empty points, because the last moves of a game are played
 * quickly; at least 6 + 0.4 size, so that the clock lasts to the end. An empty 9x9 board gives 36.
 */
static double moves_to_come(int size, int empty_points) {
    const double expected = 0.45 * empty_points;
    const double least = 6 + size * 0.4;
    return expected > least ? expected : least;
}

/* An uncertain move may take STRETCH times its target, but at most LARGEST_PART of the time left.
 */
#define STRETCH 2.0
#define LARGEST_PART 0.25

/* A single late move only shrinks the bound, so that LEFT survives another one. Repeated late
 * moves, and the delay of moves on their way to the client, would empty the clock before the game
 * ends, so both are subtracted from each budget: with 60 s left, a target of 2 s, worst = 1.5,
 * lasting = 0.5 and a delay of 0.1 the target becomes 1.4 s and the bound 58.5 s. */
static struct time_budget within(const struct time_control *t, enum color color, double left,
                                 double target, double most, bool saves) {
    const struct time_overrun *o = &t->overrun[color];
    const double bound = fmax(left, most) - o->worst;
    const double lost = o->lasting + expected_delay(t, color);
    struct time_budget out = {.target = fmax(fmin(target - lost, bound), 0),
                              .most = fmin(most - lost, bound),
                              .share = fmax(target, 0),
                              .saves = saves};
    if (out.most < out.target) out.most = out.target;
    return out;
}

/* When moves bring in less than the lag, all those to come lose it, not only the next one: as much
 * as LATE_MOVES of them lose is kept back, or half of what is left. On a busy machine a game may
 * have LATEST_MOVES that think no more, each of which loses what moves have lost of late. */
#define LATE_MOVES 10
#define LATEST_MOVES 40

static double reserve(const struct time_control *t, enum color color, double left, double lag) {
    const bool lasts = has_overtime(t) || (t->kind == TIME_FISCHER && t->period >= lag);
    if (lasts) return lag;
    const double late = fmin(LATE_MOVES * lag, left / 2);
    const double latest = fmin(LATEST_MOVES * t->overrun[color].usual, left);
    return fmax(lag, fmax(late, latest));
}

/* With a Fischer clock a move may use its increment and its fraction of the rest.
 *
 * For example 60 s on the clock, 5 s increment, 20 moves to come: target 5 + 55 / 20 = 7.75 s, at
 * most 5 + 2 x 2.75 = 10.5 s. */
static struct time_budget fischer_budget(const struct time_control *t, enum color color,
                                         double left, double moves, double lag) {
    const double earned = fmax(0, fmin(t->period - lag, left)), rest = left - earned;
    const double bound = t->longest_move - lag;
    const double target = fmin(earned + rest / moves, bound);
    const double most = earned + fmin(STRETCH * rest / moves, LARGEST_PART * rest);
    return within(t, color, fmin(left, bound), target, fmin(most, bound), true);
}

/*     clock                          target              most
 *     main time, m moves to come     left / m            2 left / m, at most left / 4
 *     Canadian, s stones to play     left / s            the same with s
 *     last stone, or byo-yomi        left                left: what remains is lost
 *     main time before overtime      at least a move of the overtime */
struct time_budget time_control_budget(const struct time_control *t, enum color color, int size,
                                       int empty_points, double lag) {
    const struct time_clock *clock = &t->clock[color];
    if (t->kind == TIME_NONE || clock->left == INFINITY)
        return (struct time_budget){.target = INFINITY, .most = INFINITY, .share = INFINITY};
    const double left = clock->left - reserve(t, color, clock->left, lag);
    /* A period begins anew whatever is left of it. */
    if (clock->stones > 0 && (t->kind == TIME_BYO_YOMI || clock->stones == 1))
        return within(t, color, left, left, left, false);
    const double moves = clock->stones > 0 ? clock->stones : moves_to_come(size, empty_points);
    if (t->kind == TIME_FISCHER) return fischer_budget(t, color, left, moves, lag);
    double target = left / moves;
    double most = fmin(STRETCH * target, LARGEST_PART * left);
    if (clock->stones == 0 && has_overtime(t) && t->stones > 0) {
        /* Overtime after the main time may be counted on and thought into. Otherwise the last
         * seconds of main time, too few to think in, would be played away first. */
        const int stones = t->kind == TIME_CANADIAN ? t->stones : 1;
        const double later = (t->period - lag) / stones;
        if (later > target) target = later;
        if (later > most) most = later;
    }
    return within(t, color, left, target, most, true);
}
