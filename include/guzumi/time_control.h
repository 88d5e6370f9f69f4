/* The clock of a game and the budget of a move.
 *
 * Keeps a clock for each colour from time_settings on, corrected by time_left when a client sends
 * it. Survives new games (the clocks are wound up again by time_control_restart). Seconds
 * throughout. */
#ifndef GUZUMI_TIME_CONTROL_H
#define GUZUMI_TIME_CONTROL_H

#include "guzumi/point.h"

#include <stdbool.h>

enum time_kind {
    TIME_NONE,     /* no limit */
    TIME_ABSOLUTE, /* main time only */
    TIME_CANADIAN, /* then `stones` moves in each period of `period` seconds */
    TIME_BYO_YOMI, /* then `stones` periods of `period` seconds a move */
    TIME_FISCHER   /* `period` seconds more after each move */
};

struct time_clock {
    double left; /* of the main time or of the current period; may be negative */
    int stones;  /* moves left in a Canadian period, byo-yomi periods left; 0 in the main time */
};

struct time_control {
    enum time_kind kind;
    double main_time, period;
    int stones;
    double ceiling, longest_move; /* of a Fischer clock; infinite when there is none */
    struct time_clock clock[2];   /* by colour */
    double overrun; /* what a move takes beyond what it is given, on a machine that is too busy */
};

/* No limit. */
void time_control_init(struct time_control *time);

/* GTP's time_settings: PERIOD > 0 with STONES = 0 means no limit, PERIOD = 0 means absolute. Winds
 * the clocks up. Negative numbers are the caller's to refuse. */
void time_control_settings(struct time_control *time, double main_time, double period, int stones);

/* kgs-time_settings byoyomi: PERIODS periods of PERIOD seconds a move. */
void time_control_byo_yomi(struct time_control *time, double main_time, double period, int periods);

/* A Fischer clock: each move adds INCREMENT seconds, but not above CEILING, and may take no more
 * than LONGEST_MOVE; both may be infinite. */
void time_control_fischer(struct time_control *time, double main_time, double increment,
                          double ceiling, double longest_move);

/* Clocks as at the start of a game. */
void time_control_restart(struct time_control *time);

/* GTP's time_left: with STONES = 0 the main time is meant. */
void time_control_left(struct time_control *time, enum color color, double left, int stones);

/* Takes USED seconds for a move of COLOR off its clock, and enters the next period where due. */
void time_control_spend(struct time_control *time, enum color color, double used);

/* A move took SECONDS more than it had been given (or less, when negative). The next ones are given
 * that much less; it is forgotten by halves, and at the start of a game. */
void time_control_overrun(struct time_control *time, double seconds);

/* What a move may cost, in seconds: the TARGET is an exponentially decaying share of what is left;
 * a doubtful move may take up to MOST, which the clock still bears. Neither is negative; both are
 * infinite when there is no limit. */
struct time_budget {
    double target, most;
    double share; /* the target before overruns are kept back */
    bool saves;   /* later moves may have what this one leaves; else it is lost */
};

/* For COLOR's next move, LAG seconds kept in hand. EMPTY_POINTS of SIZE's board tell how long the
 * game may last. */
struct time_budget time_control_budget(const struct time_control *time, enum color color, int size,
                                       int empty_points, double lag);

#endif
