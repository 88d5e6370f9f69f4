/* The clock of a player: what a move may cost by the game's time settings, or by the parameters
 * where no clock runs, and what it did cost.
 *
 * An effort is fixed when a move is asked for, so that whatever is done from then on (judging what
 * is settled, searching) comes out of it. The time that a move took is charged exactly once, when
 * it has been chosen. Seconds throughout, of the clock BY. */
#ifndef GUZUMI_MOVE_CLOCK_H
#define GUZUMI_MOVE_CLOCK_H

#include "guzumi/base/clock.h"
#include "guzumi/base/params.h"
#include "guzumi/go/board.h"
#include "guzumi/player/time_control.h"
#include "guzumi/search/search.h"

struct move_clock {
    enum clock by; /* but pondering, which is always by CLOCK_WALL */
    struct time_control time;
    double asked;        /* since when the next move's time runs (clock_now); 0: now */
    double ponder_until; /* past unless the last move was the player's own */
};

/* What the choice of a move may cost. */
struct effort {
    struct search_limit limit; /* of a search, without what stops and watches it */
    bool clocked;              /* a clock runs */
    bool searches;             /* there is time for a search, however short */
    bool judges;               /* there is time to ask what is settled */
};

/* Winds the clocks up for a new game. */
void move_clock_restart(struct move_clock *clock);

/* What COLOR's next move on BOARD may cost, from now on. */
struct effort move_clock_effort(const struct move_clock *clock, const struct params *params,
                                const struct board *board, enum color color);

/* A move of COLOR took until now, and its search meant to end at UNTIL. */
void move_clock_charge(struct move_clock *clock, enum color color, const struct effort *effort,
                       double until);

/* The last move was the player's own: its thinking on the opponent's time begins. */
void move_clock_begin_pondering(struct move_clock *clock);
void move_clock_end_pondering(struct move_clock *clock);

#endif
