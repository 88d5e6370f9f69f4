/* A player of a match: an engine in this process (internal), or a GTP program (external).
 *
 * If a player breaks a game, that is a fault, which loses the game and never ends the match. After
 * a fault an external program is restarted for the next game. */
#ifndef GUZUMI_MATCH_PLAYER_H
#define GUZUMI_MATCH_PLAYER_H

#include "guzumi/match/child.h"
#include "guzumi/match/plan.h"
#include "guzumi/player/engine.h"

#include <pthread.h>
#include <stdatomic.h>

enum fault {
    FAULT_NONE,
    FAULT_CRASH,   /* the program ended, or does not speak GTP */
    FAULT_HANG,    /* no answer within the plan's patience */
    FAULT_TIME,    /* no answer within its time on the clock */
    FAULT_ILLEGAL, /* an illegal move, or none */
    FAULT_REFUSED, /* refused a legal move, the board size, the komi, or to play */
    FAULT_STOPPED, /* the match is being stopped */
    FAULT_FATAL    /* the match can't continue: memory, processes, a damaged weight file */
};

/* Shared by all players of a match. */
struct match_world {
    const struct plan *plan;
    pthread_mutex_t *forking; /* for process_start */
    const atomic_bool *stop;
};

/* Starts COMMAND. Failures here are the machine's, not the program's. */
enum status match_start_program(struct child *child, const char *command,
                                const struct match_world *world, struct failure *why);

/* Fails: COMMAND is unusable because of CAUSE. */
enum status match_reject_program(const char *command, const struct failure *cause,
                                 struct failure *why);

struct match_player;

/* Internal players use STORE (borrowed; the weights for the plan's board size are expanded). An
 * external program is started by match_player_begin. */
enum status match_player_new(struct match_player **out, const struct match_world *world,
                             const struct plan_player *settings, struct weight_store *store,
                             struct failure *why);
void match_player_free(struct match_player *player);

/* Name and version, as in "GNU Go 3.8"; "-" if an external program was never started. */
const char *match_player_version(const struct match_player *player);

/* Prepares a game: empty board, the plan's komi and clock, SEED. Starts an external program unless
 * it is running. */
enum fault match_player_begin(struct match_player *player, uint32_t seed, struct failure *why);

/* Reports a move of the opening or of the opponent. */
enum fault match_player_play(struct match_player *player, int point, enum color color,
                             struct failure *why);

/* Processor seconds used since a fixed moment, for an internal player by the calling thread; NAN if
 * unknown. */
double match_player_processor(const struct match_player *player);

/* A player's clock before its move. */
struct player_clock {
    double left, allowed; /* seconds: for time_left, and until the move loses on time (infinite
                             without a clock) */
    int stones;
};

/* Asks for a move of COLOR: a point, PASS or RESIGN. CLOCK is in seconds of the plan's clock. A
 * program is waited for until clock.allowed, but with CLOCK_THREAD, where its processor time is
 * only known afterwards, for clock.allowed and the plan's patience. */
enum fault match_player_genmove(struct match_player *player, enum color color,
                                struct player_clock clock, int *point, struct failure *why);

/* Ends a game; BROKEN if this player broke it. */
void match_player_end(struct match_player *player, bool broken);

/* Interrupts a search of an internal player; from any thread. */
void match_player_interrupt(struct match_player *player);

#endif
