/* The player's state: the game, the settings, what is learnt, and the search. The choice of a move
 * and its effort have a header of their own (choice.h). Private to this folder. */
#ifndef GUZUMI_ENGINE_STATE_H
#define GUZUMI_ENGINE_STATE_H

#include "guzumi/network/network_view.h"
#include "guzumi/player/report.h"
#include "guzumi/playout/playout.h"
#include "guzumi/search/search.h"

#include "choice.h"

/* What the player has done in this game. */
struct conduct {
    size_t first_move[2]; /* by colour: the number of the player's first move in the game, from 1;
                             0: none yet */
    int hopeless[2];      /* by colour: consecutive own moves below the resign threshold */
    enum color gave_up;   /* the side that has resigned, or EMPTY */
    struct expectation expected; /* by the last choice, the view of EXPECTING */
    enum color expecting;
    size_t expected_at; /* the moves of the game after it */
};

/* The search of the last reg_genmove, for questions before the position changes or another search
 * runs. */
struct regression {
    struct search *search; /* owned; or NULL */
    struct params params;  /* a copy of the engine's */
};

/* Which position was analyzed. */
struct analyzed_position {
    uint64_t hash; /* of the stones */
    enum color to_move;
    int size, half_compensation;
    bool territory;
};

/* What an analysis said of a position: its score, the mover's view, and how many simulations of
 * another analysis this counts for. WEIGHT 0: nothing. */
struct known_score {
    double score, weight;
};

/* The last analysis, for the score of the next one if that is of a position one move later. */
struct past_analysis {
    bool known;
    struct analyzed_position at;
    struct known_score here; /* by the analysis before it */
    int count;
    int16_t point[BOARD_MAX_POINTS + 1]; /* the moves there, and what it said of each */
    struct known_score after[BOARD_MAX_POINTS + 1];
};

/* The watcher of searches, and what is reported to it.
 *
 * SHOWN is the search whose findings are reported: that of the choice in progress, and between
 * choices the game's own, or that of the last reg_genmove. Nothing is reported between a choice's
 * final report and the next choice. */
struct observer {
    struct engine_watch watch; /* its report is NULL without a watcher */
    struct search *shown;      /* borrowed */
    bool passes;               /* nothing is worth playing: the choice in progress is a pass */
    bool averages;             /* an analysis is in progress, whose score PAST has a part in */
    struct past_analysis past;
    struct search_watch search_watch;
};

struct engine {
    struct params params;
    enum rules_name usual_rules; /* of the parameter rules, until a record or the user sets it */
    struct weight_store *store;  /* borrowed */
    char wording[80];            /* RU of the record that the rules are from, or "" */
    enum rules_name worded;      /* the rules that this names */
    struct playout_patterns patterns;
    struct game game;
    struct conduct conduct;
    struct search *search;             /* owned: the game's own */
    const struct search_method *given; /* its method from engine_use_search, or NULL */
    struct regression regression;
    struct evaluator *long_term;  /* owned or NULL: the long-term memory for this game's board */
    struct network_view *network; /* the same for the network */
    bool fresh;                   /* the search must be restarted before its next use */
    bool informed;  /* the search may know more than a limited level could have found */
    struct rng rng; /* of this game */
    uint64_t games; /* begun so far: each has a copy of the engine's stream of random numbers */
    struct search_bans bans; /* for choices and analyses */
    struct move_clock clock;
    struct observer observer;
    atomic_bool stop; /* ends the search that runs */
};

/* For tests: METHOD chooses the moves from now on, instead of the parameter `search`; NULL restores
 * the parameter. Forgets what was learnt in this game. */
enum status engine_use_search(struct engine *e, const struct search_method *method,
                              struct failure *why);

/* Restarts the search, the random numbers and the clocks for a new game. */
void engine_begin_game(struct engine *e);

/* Makes the game's scoring follow the parameters. */
void engine_follow_rules(struct engine *e);

/* Forgets the search of the last reg_genmove. */
void engine_drop_regression(struct engine *e);

/* Starts SEARCH for the present game. */
enum status engine_start_search(struct engine *e, struct search *search, struct failure *why);

/* A started search like the game's, with PARAMS, which outlive it, and a memory of its own. OUT is
 * to be freed (search_free), even if this fails. */
enum status engine_search_apart(struct engine *e, const struct params *params, struct search **out,
                                struct failure *why);

/* The present position with COLOR to move; after two passes as if the game continued. */
struct search_position engine_position(const struct engine *e, enum color color);

/* The network for this game's board, and the position with COLOR to move; *OUT is NULL if there is
 * none. */
enum status engine_network(struct engine *engine, enum color color, struct network_view **out,
                           struct network_position *at, struct failure *why);

/* The same if the search uses the network and has not searched the position yet: until then the
 * network's values are the best available. *OUT is NULL otherwise. */
enum status engine_network_before_search(struct engine *engine, enum color color,
                                         struct network_view **out, struct network_position *at,
                                         struct failure *why);

/* The long-term memory, set to the present board with COLOR to move; borrowed for this game. */
enum status engine_long_term(struct engine *e, enum color color, struct evaluator **out,
                             struct failure *why);

/* COLOR's win rate in the current position by what SEARCH has learnt. */
double engine_win_rate(const struct engine *e, struct search *search, enum color color);

/* A choice by SEARCH begins, which will pass if PASSES. Returns the watch for its limit, NULL
 * without a watcher. */
const struct search_watch *observer_begin(struct engine *engine, struct search *search,
                                          bool passes);

/* The choice has ended with FOUND, or failed (NULL). */
void observer_end(struct engine *engine, const struct search_statistics *found);

/* The win rate that is reported for the MEAN of a search's simulations. */
double observer_win_rate(const struct engine *engine, double mean);

/* The mean that is reported as WIN_RATE. */
double observer_mean(const struct engine *engine, double win_rate);

#endif
