/* The player: a game, weights, settings, and the choice of a move.
 *
 * struct engine owns everything that a front end (GTP, the terminal game, a match) needs. All calls
 * come from one thread, except engine_interrupt. Komi, time settings and parameters survive a new
 * game. The life of a genmove: the time control gives a budget; playouts estimate whether anything
 * is left to play for, and if not the tree search must agree before the engine passes; the search
 * chooses a move; and the win rate decides whether to resign. */
#ifndef GUZUMI_ENGINE_H
#define GUZUMI_ENGINE_H

#include "guzumi/base/clock.h"
#include "guzumi/base/params.h"
#include "guzumi/go/game.h"
#include "guzumi/go/sgf.h"
#include "guzumi/player/time_control.h"

struct engine;
struct weight_store; /* long-term memories by board size, learner.h */

/* The result of a genmove that is neither a point nor PASS. */
enum { RESIGN = -3 };

/* A 9x9 board, komi 7.5. STORE is borrowed and outlives the engine. */
enum status engine_new(struct engine **out, const struct params *params, struct weight_store *store,
                       struct failure *why);
void engine_free(struct engine *engine);

/* The game as it stands; read only. */
const struct game *engine_game(const struct engine *engine);

/* A new game on an empty board of SIZE. The search forgets what it learnt. Rules of a record
 * (engine_take_rules) are replaced by the engine's original ones. */
void engine_clear(struct engine *engine, int size);

/* A new game from a set-up position. */
void engine_set_up(struct engine *engine, const struct board *position, enum color to_move);

/* The same after stones were changed in the middle of a game (game_edit). */
void engine_edit(struct engine *engine, const struct board *position, enum color to_move);
enum status engine_set_komi(struct engine *engine, double komi, struct failure *why);
enum status engine_play(struct engine *engine, int point, enum color color, struct failure *why);

/* The same for a move that was made elsewhere, under rules that allow what these do not (ALLOWED:
 * the bits of game_play_allowing). */
enum status engine_accept(struct engine *engine, int point, enum color color, int allowed,
                          struct failure *why);
bool engine_undo(struct engine *engine, size_t count);
enum status engine_fixed_handicap(struct engine *engine, int count, struct failure *why);
enum status engine_free_handicap(struct engine *engine, const int *points, int count,
                                 struct failure *why);

/* Continues a copy of GAME. White's points for handicap stones follow the engine's rules. */
enum status engine_take_game(struct engine *engine, const struct game *game, struct failure *why);

/* A new game from a record: the moves of its main line before move STOP, as in sgf_to_game, and its
 * rules (engine_take_rules). If the record can't be played, the engine's game stays as it was. */
enum status engine_load(struct engine *engine, struct sgf *sgf, size_t stop, struct failure *why);

/* Plays by the record's rules, or by the engine's original ones if it names none. Does nothing if
 * the parameter rules was set. */
enum status engine_take_rules(struct engine *engine, struct sgf *sgf, struct failure *why);

/* A record of the game, which the caller may complete and must free: today's date, the seed, the
 * rules, the engine's name for the colours that it played, and the result if the game has ended by
 * two passes (engine_final_score) or by resignation. */
enum status engine_record(struct engine *engine, struct sgf **out, struct failure *why);

/* Forgets what was learnt in this game, and the last analysis: the next search begins anew. */
void engine_forget(struct engine *engine);

/* Makes all random choices from here on a function of SEED, as if the engine had just been made
 * with it. Sets the parameter seed, which must not be negative. */
void engine_seed(struct engine *engine, int64_t seed);

/* Sets a parameter by name; takes effect from the next search. A seed is engine_seed. */
enum status engine_set_param(struct engine *engine, const char *name, const char *value,
                             struct failure *why);

/* Sets the rules: rules.h. */
struct rules_setting;
enum status engine_set_rules(struct engine *engine, struct rules_setting setting,
                             struct failure *why);
const struct params *engine_params(const struct engine *engine);

/* The clock, for time_settings and time_left. */
struct time_control *engine_time_control(struct engine *engine);

/* Measures the time of moves by CLOCK from now on (initially CLOCK_WALL). With CLOCK_THREAD the
 * engine must search on one thread (the parameter threads). */
void engine_use_clock(struct engine *engine, enum clock clock);

/* The next move was requested at WHEN (clock_now), and its time counts from then, even if a busy
 * machine or the end of pondering delayed it. */
void engine_asked(struct engine *engine, double when);

/* Chooses a move for COLOR and plays it: a point, PASS or RESIGN (which is not played). COLOR's
 * clock is charged for the time. */
enum status engine_genmove(struct engine *engine, enum color color, int *out, struct failure *why);

/* The same with cleanup: the engine doesn't pass while dead stones of the other colour can be
 * captured, and never resigns. */
enum status engine_genmove_cleanup(struct engine *engine, enum color color, int *out,
                                   struct failure *why);

/* The choice of engine_genmove, without playing it and without the clock. On one thread every call
 * in the same position gives the same point. Until the position changes or another move is
 * chosen or analyzed, values, lines, visits and shapes are those of this search. */
enum status engine_reg_genmove(struct engine *engine, enum color color, int *out,
                               struct failure *why);

/* COLOR has resigned: the record says so until the position changes. */
void engine_resign(struct engine *engine, enum color color);

/* Thinks on the opponent's time, if the parameter ponder is on and engine_genmove chose the last
 * move: searches the position until it is interrupted, or until ten minutes after that move. The
 * search keeps what it learns. */
void engine_ponder(struct engine *engine);

/* The game is over: ends pondering. */
void engine_end_pondering(struct engine *engine);

/* Makes the search ready for the current game: restarts it after a new game or a new setting. Every
 * call that needs the search does this itself. Fails when memory runs out, weights are damaged, or
 * the search has no network for this board. */
enum status engine_prepare(struct engine *engine, struct failure *why);

/* The win rate (0..1, COLOR's view) after each legal move of COLOR by the values of the last
 * search; -1 where no move is legal, or the search has not considered it. A tree search that uses
 * the policy-value network and has not seen the position has the network's values. Fails only if
 * memory runs out or weights are damaged. */
enum status engine_values(struct engine *engine, enum color color, double values[BOARD_MAX_POINTS],
                          struct failure *why);

/* The same by the long-term memory alone. */
enum status engine_long_term_values(struct engine *engine, enum color color,
                                    double values[BOARD_MAX_POINTS], struct failure *why);

/* The win rate (0..1, COLOR's view) of the current position, by the same values, as reports have
 * it. */
enum status engine_value(struct engine *engine, enum color color, double *value,
                         struct failure *why);

/* The result in half points, Black's view, by area or by territory as the rules (the parameter)
 * say. Dead stones are removed, unless the rules say that all stones on the board are alive. A
 * chain counts as alive unless the engine is sure that it is dead. OWNER, unless NULL, gets each
 * point's colour. The same position always gives the same answer. */
int engine_final_score(struct engine *engine, uint8_t owner[BOARD_MAX_POINTS]);

/* The dead stones of both sides, as engine_final_score counts them, and the stones in seki. All
 * others are alive. */
void engine_final_status(struct engine *engine, struct bitset *dead, struct bitset *seki);

/* Ends a running search soon; the call in progress answers with what it has. May be called from any
 * thread or a signal handler. */
void engine_interrupt(struct engine *engine);

#endif
