/* The choice of a move: candidates, a search among them, and its result.
 *
 * A choice changes nothing of the game. CANDIDATES are legal, superko included, fill no eye unless
 * bans leave nothing else, and are not banned; MOVE is one of them, or PASS without any. The lower
 * levels leave most of them out. */
#ifndef GUZUMI_CHOICE_H
#define GUZUMI_CHOICE_H

#include "guzumi/base/clock.h"
#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"
#include "guzumi/player/engine.h"
#include "guzumi/player/time_control.h"
#include "guzumi/search/search.h"

/* --- effort ---
 *
 * What a move may cost by the game's time settings, or by the parameters where no clock runs.
 * Levels below the highest limit it further.
 *
 * An effort is fixed when a move is requested, so that everything from then on (deciding what is
 * settled, searching) is paid from it. The time that a move took is charged exactly once, when it
 * has been chosen. Seconds throughout, of the clock BY. */

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

/* Resets the clocks for a new game. */
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

/* --- the choice --- */

/* How a player ends the game. */
enum ending {
    ENDING_AGREE, /* dead stones stay on the board: the opponent will agree that they are dead */
    ENDING_CLEAN  /* the opponent's dead stones are captured before passing */
};

/* A win rate, and a lead in points. */
struct expectation {
    bool known;
    double winrate, score;
};

struct choice {
    enum color color;
    enum ending ending;
    uint64_t game;               /* errors of a level depend on it */
    struct expectation expected; /* COLOR's, by the choices before */
    struct bitset candidates;
    int move;
    double value; /* COLOR's win rate after it */
    double score; /* and its lead */
    double until; /* when the search, or the questions before it, planned to end */
};

/* Fills in CANDIDATES, MOVE, VALUE, SCORE and UNTIL for CHOICE's color, ending and expectation:
 * SEARCH, which has been started for the current game, chooses within EFFORT. */
enum status choice_make(struct engine *engine, struct search *search, const struct effort *effort,
                        struct rng *rng, struct choice *choice, struct failure *why);

/* The legal moves of COLOR, superko included, that fill no eye and are not banned. */
struct bitset choice_legal(const struct engine *engine, enum color color);

bool choice_may_pass(const struct engine *engine, enum color color);

/* If the bans forbid the mover at POSITION to pass, forbids it and makes sure that CANDIDATES
 * contain a move; fails if there is none. */
enum status choice_keep_to_bans(const struct engine *engine, struct search_position *position,
                                struct bitset *candidates, struct failure *why);

/* The same moves, without bad self-ataris if the parameter avoid_self_atari is set. */
struct bitset choice_careful(const struct engine *engine, enum color color);

/* The legal moves outside unconditional territory (life.h). That all playouts agree on an owner
 * proves nothing: a group that they all save may still have to be defended. */
struct bitset choice_unproved(const struct engine *engine, enum color color);

/* Whether the game has only begun: as long as the board has fewer stones than a row, nothing on it
 * is settled and no result decided. */
bool choice_is_beginning(const struct engine *engine);

/* A position as playouts estimate it. */
struct outlook {
    bool is_open; /* the mover has candidates, and a point that either side can play, or a ko point,
                     is not settled (not certain, if the mover is losing) */
    struct bitset candidates; /* the mover's (choice_unproved) */
    int pass_half_score; /* the score if the mover and then the opponent pass, as choice_pass_score:
                            while IS_OPEN by area as it stands, by territory by plain playouts */
    /* Valid unless IS_OPEN: the dead stones; the half points, Black's view, without them, and as
     * the rules count if the game ends here. */
    struct bitset dead;
    int half_score, counted;
};

struct outlook choice_outlook(const struct engine *engine, enum color color);

/* Whether the outlook is open for the mover at POSITION, the current one, or bans leave it nothing
 * but the pass, and the game's own search values passes like moves. If so, POSITION allows the pass
 * and *CANDIDATES are the outlook's, exactly as for a choice, so that a choice can reuse what
 * another search of the position has learnt. */
bool choice_is_open(const struct engine *engine, struct search_position *position,
                    struct bitset *candidates);

/* The moves of an analysis at POSITION, the current one, into *CANDIDATES. They are those of a
 * choice: as by choice_is_open where the position is open, or where a search of SIMULATIONS (0: as
 * many as it takes) finds that the opponent gains something after a pass; else a cleaning move.
 * Where a choice would pass, they are all legal moves, and *SETTLED is true. */
enum status choice_find_to_show(struct engine *engine, uint64_t simulations,
                                struct search_position *position, struct bitset *candidates,
                                bool *settled, struct failure *why);

/* A move that helps to capture dead stones and costs nothing, the best one found before DEADLINE
 * (seconds of the move's clock); with ENDING_AGREE only if the rules count all stones as alive;
 * else PASS. OUTLOOK is COLOR's and not open. */
int choice_cleaning(const struct engine *engine, enum color color, const struct outlook *outlook,
                    enum ending ending, double deadline);

/* The moves of COLOR worth playing for a search that can't value a pass: the outlook's candidates
 * while it is open, without bad self-ataris as in choice_careful; otherwise a cleaning move. Empty:
 * pass. */
struct bitset choice_worthwhile(const struct engine *engine, enum color color,
                                const struct outlook *outlook, enum ending ending, double deadline);

/* The score if COLOR's pass ends the game, in half points, Black's view: without the dead stones if
 * the rules remove them, and at worst for COLOR if the opponent has a move left
 * (ownership_worst_case). */
int choice_pass_score(const struct engine *engine, enum color color);

/* Whether passing now ends the game with a win by choice_pass_score, and no move of either side
 * could change that. If the opponent has passed, *PASS_HALF_SCORE is that score. */
bool choice_passing_wins(const struct engine *engine, enum color color, int *pass_half_score);

/* --- levels ---
 *
 * Weaker players that make mistakes as people do.
 *
 * The highest level plays as strongly as its limits allow. A lower one
 *
 *   - thinks of a few plausible moves: it draws them from the policy, at a temperature. Moves
 *     far from the last ones come to mind less often, those where stones are in atari more often;
 *   - reads little: a search of a few simulations chooses among these moves. Replies are never left
 *     out;
 *   - misjudges what it has read: it plays a move with a probability that grows with its visits,
 *     and errs alike whenever the same position comes back in a game.
 *
 * It passes by playouts alone, without asking the search, and resigns by the network's win rate.
 * .github/STRENGTH.md has the measured ratings. */

/* Whether the level limits the player. */
bool level_is_limited(const struct params *params);

/* The simulations of a search that would have SIMULATIONS without a level (0: limited by time). */
uint64_t level_simulations(const struct params *params, uint64_t simulations);

/* The first look of a limited player at a position. */
struct level_sight {
    double policy[BOARD_MAX_POINTS]; /* probability of each move; those below 0 have none */
    double win_rate;                 /* the mover's; below 0: unknown */
    bool is_open; /* so much is unsettled that the end of the game is far; false if unknown */
};

/* Evaluates ENGINE's position with COLOR to move: by the network if METHOD uses it, else by the
 * policy of playouts. */
enum status level_look(struct engine *engine, const struct search_method *method, enum color color,
                       struct level_sight *out, struct failure *why);

/* Reduces MOVES, candidates at POSITION, to those that the level considers: at least one, at the
 * highest level all. */
void level_think_of_moves(const struct params *params, const struct level_sight *sight,
                          const struct search_position *position, struct bitset *moves,
                          struct rng *rng);

/* Puts the move that the level plays at the front of FOUND, the search's result. The same number
 * SITUATION gives the same errors. */
void level_misjudge(const struct params *params, uint64_t situation,
                    struct search_statistics *found);

#endif
