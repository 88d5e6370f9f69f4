/* One player at the board: in process, or an external program. What goes wrong with it is a fault
 * that loses the game, never an end of the match; after a fault an external program is started
 * again for the next game. */
#ifndef GUZUMI_SIDE_H
#define GUZUMI_SIDE_H

#include "guzumi/match/child.h"
#include "guzumi/match/plan.h"
#include "guzumi/player/engine.h"

#include <pthread.h>
#include <stdatomic.h>

enum fault {
    FAULT_NONE,
    FAULT_CRASH,   /* the program ended, or says what is no GTP */
    FAULT_HANG,    /* no answer within the patience */
    FAULT_TIME,    /* none within its time on the clock */
    FAULT_ILLEGAL, /* its move is none, or none that is legal */
    FAULT_REFUSED, /* it refused a legal move, the board size, the komi, or to play */
    FAULT_STOPPED, /* the match is being stopped */
    FAULT_FATAL    /* the match can't continue: memory, processes, a damaged weight file */
};

/* What all sides of a match share. */
struct side_world {
    const struct plan *plan;
    pthread_mutex_t *forking;
    const atomic_bool *stop;
};

/* Starts COMMAND. What keeps the machine from it is no fault of the program. */
enum status side_start_child(struct child *child, const char *command,
                             const struct side_world *world, struct failure *why);

/* Fails: COMMAND is of no use, for WHAT. */
enum status side_refuse(const char *command, const struct failure *what, struct failure *why);

struct side;

/* STORE (borrowed, and with the board's size unpacked) is the long-term memory of players in
 * process. An external program is started by side_begin. */
enum status side_new(struct side **out, const struct side_world *world,
                     const struct plan_player *player, struct weight_store *store,
                     struct failure *why);
void side_free(struct side *side);

/* Name and version, as in "GNU Go 3.8"; "-" before an external program has said them. */
const char *side_version(const struct side *side);

/* An empty board, the plan's komi and clock, and SEED; starts an external program that does not
 * run. */
enum fault side_begin(struct side *side, uint32_t seed, struct failure *why);

/* Tells of a move of the opening or of the opponent. */
enum fault side_play(struct side *side, int point, enum color color, struct failure *why);

/* Processor seconds that it has used since some fixed moment: of a player in process those of the
 * calling thread; NAN when they can't be told. */
double side_processor(const struct side *side);

/* Asks for a move of COLOR: a point, PASS or RESIGN. LEFT and STONES are its clock as time_left has
 * them, ALLOWED the seconds within which it has to answer (infinite without a clock); by the plan's
 * clock, but when that is the processor's a program is waited for so long and for the plan's
 * patience. */
struct side_clock {
    double left, allowed;
    int stones;
};
enum fault side_genmove(struct side *side, enum color color, struct side_clock clock, int *point,
                        struct failure *why);

/* After the game: BROKEN when this side broke it. */
void side_end(struct side *side, bool broken);

/* Ends a search in process soon; from any thread. */
void side_interrupt(struct side *side);

#endif
