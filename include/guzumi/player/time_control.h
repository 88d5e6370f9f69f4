/* The clock of a game and the budget of a move.
 *
 * Keeps a clock for each colour, as time_settings says; a client's time_left corrects it. The
 * settings survive new games, for which time_control_restart resets the clocks. All times are
 * seconds. */
#ifndef GUZUMI_TIME_CONTROL_H
#define GUZUMI_TIME_CONTROL_H

#include "guzumi/go/point.h"

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

/* Seconds by which moves exceed their budgets on a busy machine. */
struct time_overrun {
    double worst;   /* recent maximum, slowly decaying: a reserve on the clock */
    double lasting; /* exceeded by two recent moves: expected of the next one, too */
    double usual;   /* mean of recent moves, each no more than the worst before it */
};

/* Time that the client's clock loses beyond the duration of moves here, by delays of the connection
 * and of a busy machine. Only time_left reveals it. */
struct time_delay {
    double sum; /* in seconds, over MOVES moves */
    int moves;
    int unreported; /* moves since time_left */
};

struct time_control {
    enum time_kind kind;
    double main_time, period;
    int stones;
    double ceiling, longest_move;   /* of a Fischer clock; infinite when there is none */
    struct time_clock clock[2];     /* by colour */
    struct time_overrun overrun[2]; /* by colour */
    struct time_delay delay[2];     /* by colour */
};

/* No limit. */
void time_control_init(struct time_control *time);

/* GTP's time_settings: PERIOD > 0 with STONES = 0 means no limit, PERIOD = 0 means absolute. Resets
 * the clocks. The caller must refuse negative numbers. */
void time_control_settings(struct time_control *time, double main_time, double period, int stones);

/* kgs-time_settings byoyomi: PERIODS periods of PERIOD seconds a move. */
void time_control_byo_yomi(struct time_control *time, double main_time, double period, int periods);

/* A Fischer clock: each move adds INCREMENT seconds, up to CEILING in all, and may take
 * LONGEST_MOVE at most. Both limits may be infinite. */
void time_control_fischer(struct time_control *time, double main_time, double increment,
                          double ceiling, double longest_move);

/* Resets the clocks for the start of a game. */
void time_control_restart(struct time_control *time);

/* GTP's time_left; STONES = 0 means the main time. Without settings before it only this colour has
 * a clock, until the next restart. If the client's clock shows less than the clock here, the next
 * moves are expected to lose as much on their way, and their budgets shrink by it. */
void time_control_left(struct time_control *time, enum color color, double left, int stones);

/* Takes USED seconds for a move off COLOR's clock, which enters its next period when due. */
void time_control_spend(struct time_control *time, enum color color, double used);

/* A move of COLOR exceeded its budget by SECONDS (negative: stayed below it). The next moves keep
 * that much in reserve, a tenth less with each move; after a second late move they also get that
 * much less, halved with each move, and a clock that gains nothing keeps what forty such moves
 * would lose. Reset at the start of a game. */
void time_control_overrun(struct time_control *time, enum color color, double seconds);

/* The budget of a move, in seconds. TARGET is an exponentially decaying fraction of the time left.
 * An uncertain move may take up to MOST, which the clock still allows. Neither is negative; both
 * are infinite without a limit. */
struct time_budget {
    double target, most;
    double share; /* the target before overruns are subtracted */
    bool saves;   /* unused time carries over to later moves */
};

/* The budget of COLOR's next move, with LAG seconds kept in reserve; for several moves if nothing
 * is added to the clock. EMPTY_POINTS on a board of SIZE determine how many moves are still
 * expected. */
struct time_budget time_control_budget(const struct time_control *time, enum color color, int size,
                                       int empty_points, double lag);

#endif
