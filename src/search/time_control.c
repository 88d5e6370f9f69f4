#include "guzumi/time_control.h"

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

/* The main time is over: the first period begins. */
static void enter_overtime(const struct time_control *t, struct time_clock *clock) {
    clock->left += t->period;
    clock->stones = t->stones;
}

static bool has_overtime(const struct time_control *t) {
    return t->kind == TIME_CANADIAN || t->kind == TIME_BYO_YOMI;
}

void time_control_restart(struct time_control *t) {
    for (int color = 0; color < 2; color++) {
        t->clock[color] = (struct time_clock){.left = t->main_time, .stones = 0};
        if (t->main_time <= 0 && has_overtime(t)) enter_overtime(t, &t->clock[color]);
    }
}

void time_control_left(struct time_control *t, enum color color, double left, int stones) {
    /* A client that tells the time left without having told the settings plays by a clock. */
    if (t->kind == TIME_NONE && stones == 0) t->kind = TIME_ABSOLUTE;
    if (t->kind == TIME_NONE && stones > 0) t->kind = TIME_CANADIAN;
    t->clock[color] = (struct time_clock){.left = left, .stones = stones};
}

void time_control_spend(struct time_control *t, enum color color, double used) {
    struct time_clock *clock = &t->clock[color];
    if (t->kind == TIME_NONE) return;
    const bool in_main_time = clock->stones == 0;
    clock->left -= used;
    if (!has_overtime(t)) return;
    if (in_main_time) {
        if (clock->left <= 0) enter_overtime(t, clock);
        return;
    }
    if (t->kind == TIME_CANADIAN) {
        if (--clock->stones > 0) return;
        clock->left = t->period;
        clock->stones = t->stones;
    } else {
        /* A period that was not used up begins anew; used up ones are gone. */
        while (clock->left <= 0 && clock->stones > 1) {
            clock->left += t->period;
            clock->stones--;
        }
        clock->left = t->period;
    }
}

/* Own moves that the game may still last: about half of the empty points, in an opening fewer than
 * that because the last ones are played quickly; never few, for the clock must last to the end. */
static double moves_to_come(int size, int empty_points) {
    const double expected = 0.45 * empty_points;
    const double least = 6 + size * 0.4;
    return expected > least ? expected : least;
}

double time_control_budget(const struct time_control *t, enum color color, int size,
                           int empty_points, double lag) {
    const struct time_clock *clock = &t->clock[color];
    if (t->kind == TIME_NONE) return INFINITY;
    const double left = clock->left - lag;
    double budget;
    if (clock->stones == 0) {
        budget = left / moves_to_come(size, empty_points);
        /* Overtime that waits behind the main time may be counted on, and thought into: else the
         * last of the main time, too little to think in, would have to be played away first. */
        if (has_overtime(t)) {
            const int moves = t->kind == TIME_CANADIAN ? t->stones : 1;
            const double later = (t->period - lag) / moves;
            if (later > budget) budget = later;
        }
    } else if (t->kind == TIME_BYO_YOMI) {
        budget = left;
    } else {
        budget = left / clock->stones;
    }
    return budget > 0 ? budget : 0;
}
