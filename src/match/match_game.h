/* What a game of a match is made of: who plays whom, the two players, and the referee. */
#ifndef GUZUMI_MATCH_GAME_H
#define GUZUMI_MATCH_GAME_H

#include "guzumi/base/file.h"
#include "guzumi/go/game.h"
#include "guzumi/match/child.h"
#include "guzumi/match/plan.h"
#include "guzumi/match/results.h"
#include "guzumi/player/engine.h"

#include <pthread.h>
#include <stdatomic.h>

/* --- the schedule ---
 *
 * The schedule of a plan: who plays game g, from which opening, with which seeds. Everything
 * follows from the plan's seed and g, so that shards and continued runs agree without
 * communication. */

/* Two players of the plan by colour. */
struct pairing_of_game {
    int player[2];
};

/* The players of GAME. ROUND_ORDER is from schedule_swiss_round for the game's round; ignored in
 * other tournaments. */
struct pairing_of_game schedule_players(const struct plan *plan, int64_t game,
                                        const int *round_order);

/* The number of games in a round of a Swiss tournament; 0 in others. */
int64_t schedule_round_games(const struct plan *plan);

/* Draws the pairings of ROUND (0, 1, ...): neighbours in ORDER (player_count players) meet; with an
 * odd number of players the last one has a bye, each in turn. Opponents are drawn at random:
 * "randomly selected with a bias towards programs with a similar number of wins". A difference of d
 * in WINS (before this round; a draw is half a win) makes a pairing 2^floor(d) times less likely.
 */
void schedule_swiss_round(const struct plan *plan, int64_t round, const double *wins, int *order);

/* The half points, 0 to 4, of the plan's first player in games 2 PAIR and 2 PAIR + 1 between two
 * players, won by WINNERS (EMPTY: a draw). */
int schedule_pair_points(const struct plan *plan, int64_t pair, const enum color winners[2]);

/* The seed of COLOR's player in GAME: 1..2^31 - 1, a range that every program accepts. */
uint32_t schedule_seed(const struct plan *plan, int64_t game, enum color color);

/* Initialises OUT with the opening of GAME. It is shorter than the plan's if the moves run out. */
enum status schedule_opening(const struct plan *plan, int64_t game, struct game *out,
                             struct failure *why);

/* --- the players ---
 *
 * A player of a match: an engine in this process (internal), or a GTP program (external).
 *
 * If a player breaks a game, that is a fault, which loses the game and never ends the match. After
 * a fault an external program is restarted for the next game. */

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

/* --- the referee ---
 *
 * One game of a match. The referee plays the opening, keeps the clocks, rejects illegal moves by
 * the rules of struct game, and scores the final position. */

/* A finished game. Arrays of two are indexed by colour. */
struct game_record {
    int64_t number;
    struct pairing_of_game pairing;
    struct game game; /* owned */
    int opening;      /* the number of moves of the opening */
    enum match_end end;
    char result[16]; /* as in SGF */
    uint32_t seed[2];
    struct result_cost cost[2];
    char version[2][80];
    struct failure error; /* "" if there was none */
};

/* Plays game NUMBER. SCORER, the program of the plan's referee, is started if needed.
 *
 * FAULT_NONE: RECORD is complete, whatever the players did. FAULT_STOPPED or FAULT_FATAL: the match
 * has to end for the reason WHY, and RECORD needs no freeing. */
enum fault referee_play(const struct match_world *world, struct child *scorer, int64_t number,
                        struct pairing_of_game pairing, struct match_player *const players[2],
                        struct game_record *record, struct failure *why);

/* Checks that the program of the plan's referee accepts a game, before any game depends on it. */
enum status referee_try(const struct match_world *world, struct failure *why);

void record_free(struct game_record *record);

/* Appends the record's line in the file of results. */
void record_print(const struct game_record *record, const struct plan *plan, struct buffer *out);

#endif
