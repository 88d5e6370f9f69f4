/* The effort of a move: what it may cost by the game's time settings, or by the parameters where no
 * clock runs. Levels below the highest limit it further (level.h).
 *
 * An effort is fixed when a move is requested, so that everything from then on (asking what is
 * settled, searching) comes out of it. The time that a move took is charged exactly once, when it
 * has been chosen. Seconds throughout, of the clock BY. */
#ifndef GUZUMI_EFFORT_H
#define GUZUMI_EFFORT_H

#include "guzumi/base/clock.h"
#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"
#include "guzumi/player/time_control.h"
#include "guzumi/search/search.h"

struct move_clock {
    enum clock by; /* except pondering, which always uses CLOCK_WALL */
    struct time_control time;
    double asked;        /* since when the next move's time runs (clock_now); 0: now */
    double ponder_until; /* in the past unless the player made the last move */
};

/* What the choice of a move may cost. */
struct effort {
    struct search_limit limit; /* of a search, without what stops and watches it */
    bool clocked;              /* a clock runs */
    bool searches;             /* there is time for a search, however short */
    bool estimates;            /* there is time to estimate what is settled */
};

/* Winds the clocks up for a new game. */
void move_clock_restart(struct move_clock *clock);

/* The effort of COLOR's next move on BOARD, starting now. */
struct effort move_clock_effort(const struct move_clock *clock, const struct params *params,
                                const struct board *board, enum color color);

/* Charges COLOR for a move that ends now, and whose search planned to end at UNTIL. */
void move_clock_charge(struct move_clock *clock, enum color color, const struct effort *effort,
                       double until);

/* Pondering begins: the player has made the last move. */
void move_clock_begin_pondering(struct move_clock *clock);
void move_clock_end_pondering(struct move_clock *clock);

#endif
