/* The choice of a move: what is worth playing, a search among that, and what came of it.
 *
 * A choice changes nothing of the game. CANDIDATES are legal, superko included, fill no eye and are
 * none of the points to be avoided; MOVE is one of them, or PASS when there are none. Of what is
 * worth playing the lower levels (effort.h) overlook some. */
#ifndef GUZUMI_CHOICE_H
#define GUZUMI_CHOICE_H

#include "guzumi/player/engine.h"
#include "guzumi/search/search.h"

#include "effort.h"

/* How a player ends the game. */
enum ending {
    ENDING_AGREE, /* dead stones stay where the other side will agree that they are dead */
    ENDING_CLEAN  /* dead stones of the other side are taken off before passing */
};

struct choice {
    enum color color;
    enum ending ending;
    struct bitset candidates;
    int move;
    double value; /* COLOR's chance of winning after it */
    double until; /* when the search, or what was asked before it, meant to end */
};

/* Fills in CANDIDATES, MOVE, VALUE and UNTIL for CHOICE's color and ending: lets SEARCH, which has
 * been started for the present game, choose within EFFORT. */
enum status choice_make(struct engine *engine, struct search *search, const struct effort *effort,
                        struct rng *rng, struct choice *choice, struct failure *why);

/* The legal moves of COLOR that fill no eye, superko included, and are not to be avoided. */
struct bitset choice_legal(const struct engine *engine, enum color color);

bool choice_may_pass(const struct engine *engine, enum color color);

/* Where the mover at POSITION must not pass, forbids it and leaves some move to be played among
 * CANDIDATES; fails if there is none. */
enum status choice_keep_to_bans(const struct engine *engine, struct search_position *position,
                                struct bitset *candidates, struct failure *why);

/* Those of them that, with the parameter avoid_self_atari, put no large chain of COLOR's own into
 * atari for nothing. */
struct bitset choice_careful(const struct engine *engine, enum color color);

/* The legal ones at points whose owner is not proved. What all playouts agree on is no proof: a
 * group that they all save may still have to be defended. */
struct bitset choice_unproved(const struct engine *engine, enum color color);

/* What playouts say of a position. */
struct outlook {
    bool is_open; /* the mover has candidates, and a point that either side can play, or that a ko
                     bars to the mover, is not settled; or not certain, if the mover is losing */
    struct bitset candidates; /* the mover's, as choice_unproved has them */
    /* Valid unless IS_OPEN: the dead stones; half points, Black's view, without them, and as the
     * rules count if the game ends here. */
    struct bitset dead;
    int half_score, counted;
};

struct outlook choice_outlook(const struct engine *engine, enum color color);

/* Whether the outlook is open for the mover at POSITION, the present one, and the game's own search
 * values a pass beside moves. If so POSITION allows the pass, and
 * *CANDIDATES are the outlook's: what a choice begins with, so that it can go on with what another
 * search of the position has learnt. */
bool choice_is_open(const struct engine *engine, struct search_position *position,
                    struct bitset *candidates);

/* A move that helps to take dead stones off and costs nothing: with ENDING_AGREE only if the score
 * counts on that; else PASS. The best found before DEADLINE (seconds of the move's clock). OUTLOOK
 * is that of COLOR, and not open. */
int choice_cleaning(const struct engine *engine, enum color color, const struct outlook *outlook,
                    enum ending ending, double deadline);

/* The moves of COLOR worth playing for a search that values no pass. While the outlook is open: its
 * candidates, which with the parameter avoid_self_atari put no large chain of COLOR's own into
 * atari for nothing. Otherwise a cleaning move. Empty: pass. */
struct bitset choice_worthwhile(const struct engine *engine, enum color color, enum ending ending,
                                double deadline);

/* What COLOR can count on when its pass ends the game, in half points, Black's view: without the
 * dead stones if the rules take them off, and as it has to fear if the opponent has a move left
 * (ownership_worst_case). */
int choice_pass_score(const struct engine *engine, enum color color);

/* Whether passing now ends the game with a win by the stones as they stand and by that score, which
 * no move of either side might change. */
bool choice_passing_wins(const struct engine *engine, enum color color);

#endif
