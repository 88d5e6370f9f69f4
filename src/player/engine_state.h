/* What the files of the player share: engine.c (games, settings, values), think.c (the choice of a
 * move), passing.c (when to stop) and record.c (games from and to SGF). Private to this folder. */
#ifndef GUZUMI_ENGINE_STATE_H
#define GUZUMI_ENGINE_STATE_H

#include "guzumi/alpha_beta.h"
#include "guzumi/engine.h"
#include "guzumi/ownership.h"
#include "guzumi/report.h"
#include "guzumi/td_search.h"

/* The choice that is being watched: report.c. */
struct search_view {
    enum color color;
    struct bitset candidates; /* among which it chooses */
    int chosen;               /* NO_POINT as long as there is no choice */
    int line_length;          /* of alpha-beta's line from the position HASH; 0: none */
    int line[REPORT_LINE];
    float line_value; /* linear, Black's view */
    uint64_t hash;
    bool searched; /* the statistics of the search are this choice's */
    double prior[BOARD_MAX_POINTS];
    struct search_watch watch;
};

struct engine {
    struct params params;
    struct memory_store *memories; /* borrowed */
    struct game game;
    struct time_control time;
    struct playout_patterns patterns;
    struct td_search *search;
    struct td_search *long_term; /* its table is the long-term memory unfolded; made when asked */
    struct alpha_beta *alpha_beta;
    struct rng rng;
    uint64_t games;            /* begun so far: each has its own stream of random numbers */
    bool fresh;                /* the short-term memory is to start again before the next search */
    double ponder_until;       /* clock_now's seconds; past unless the last move was its own */
    int hopeless[2];           /* by colour: own moves in a row below the resignation's threshold */
    struct engine_watch watch; /* its report is NULL when nobody watches */
    struct bitset avoided;     /* points that no choice falls on */
    struct search_view view;
    bool moved[2];      /* by colour: the engine has chosen moves in this game */
    enum color gave_up; /* the colour that it resigned for, EMPTY when it has not */
    atomic_bool stop;
};

/* What a new game means for the player: memory, random numbers and clocks start again. */
void engine_begin_game(struct engine *e);

/* Starts the short-term memory again if a new game or a new setting asks for it. */
enum status engine_freshen(struct engine *e, struct failure *why);

/* The gain (tracker.h) of each legal move of COLOR by WEIGHTS, NAN where there is none; returns the
 * linear value of the position. */
float engine_gains(const struct engine *e, struct shape_weights weights, enum color color,
                   double gains[BOARD_MAX_POINTS]);

/* The long-term memory as it stands, for the present board size. */
enum status engine_long_term_weights(struct engine *e, struct shape_weights *out,
                                     struct failure *why);

/* What a choice of COLOR among CANDIDATES tells the watch, if there is one: that it begins (the
 * short-term memory being ready), that a search begins (the result goes into its limit), and the
 * move that was chosen (or NO_POINT), of which the last report is made. AHEAD is what alpha-beta
 * found, its length 0 if it wasn't asked. */
enum status engine_view_begin(struct engine *e, enum color color, const struct bitset *candidates,
                              struct failure *why);
const struct search_watch *engine_view_search(struct engine *e);
void engine_view_end(struct engine *e, int chosen, const struct alpha_beta_result *ahead);

/* The present position with COLOR to move; after two passes as if the game went on. */
struct search_position engine_position(const struct engine *e, enum color color);

/* The chance of winning, COLOR's view, of a linear value. */
double engine_chance(const struct engine *e, double linear, enum color color);

/* The legal moves of COLOR that fill no eye, superko included, and are not to be avoided. */
struct bitset engine_legal_candidates(const struct engine *e, enum color color);

/* How a player ends the game. */
enum ending {
    ENDING_AGREE, /* dead stones stay where the other side will agree that they are dead */
    ENDING_CLEAN  /* dead stones of the other side are taken off before passing */
};

/* The moves of COLOR worth playing. While any point is not settled (or, with ENDING_AGREE, not
 * certain and COLOR is losing): the legal moves that fill no eye, put no large chain of its own
 * into atari for nothing and are not on points whose owner is proved. Otherwise one that helps to
 * remove dead stones: with ENDING_AGREE only if the score counts on that. Empty: pass. The search
 * for the best such move ends at DEADLINE (clock_now's seconds) with the best found by then. */
struct bitset engine_worthwhile(const struct engine *e, enum color color, enum ending ending,
                                double deadline);

/* All points but CANDIDATES: where a search among them must not begin, or it learns about moves
 * that cannot be chosen. */
struct bitset engine_others(const struct engine *e, const struct bitset *candidates);

/* Whether passing now ends the game with a win by the stones as they stand, and without the dead
 * ones if the rules take them off. */
bool engine_passing_wins(const struct engine *e, enum color color);

#endif
