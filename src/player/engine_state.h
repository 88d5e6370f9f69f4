/* The player: it owns the game, the settings, what is learnt, and the search. What a choice
 * is and what it may cost have headers of their own. Private to this folder. */
#ifndef GUZUMI_ENGINE_STATE_H
#define GUZUMI_ENGINE_STATE_H

#include "guzumi/player/report.h"
#include "guzumi/playout/playout.h"
#include "guzumi/search/search.h"

#include "choice.h"
#include "effort.h"

/* What the player has done in this game. */
struct conduct {
    size_t first_move[2]; /* by colour: which of the game's its first one was, from 1; 0: none is */
    int hopeless[2];      /* by colour: own moves in a row below the resignation's threshold */
    enum color gave_up;   /* who has resigned, EMPTY when nobody has */
};

/* What the last reg_genmove found, for whoever asks before the position changes or another search
 * runs. */
struct regression {
    struct search *search; /* owned; or NULL */
    struct params params;  /* its own */
};

/* Who watches the searches, and what is reported.
 *
 * SHOWN is the search whose findings are reported: that of the choice in progress, and between
 * choices the game's own, or that of the last reg_genmove. Nothing is reported between a choice's
 * final report and the next choice. */
struct observer {
    struct engine_watch watch; /* its report is NULL when nobody watches */
    struct search *shown;      /* borrowed */
    bool passes; /* there is nothing worth playing: the choice in progress is a pass */
    struct search_watch search_watch;
};

struct engine {
    struct params params;
    enum rules_name
        usual_rules; /* the parameter rules, when neither a record nor anybody else has set it */
    struct weight_store *store; /* borrowed */
    struct playout_patterns patterns;
    struct game game;
    struct conduct conduct;
    struct search *search;             /* owned: the game's own */
    const struct search_method *given; /* its method, when not by the parameter; else NULL */
    struct regression regression;
    struct evaluator *long_term; /* owned or NULL: the long-term memory for this game's board */
    bool fresh;              /* it is to start again before it is used: another game or setting */
    bool informed;           /* its search may know more than a lower level would find out */
    struct rng rng;          /* of this game */
    uint64_t games;          /* begun so far: each has its own stream of random numbers */
    struct search_bans bans; /* for choices and analyses, until further notice */
    struct move_clock clock;
    struct observer observer;
    atomic_bool stop; /* ends the search that runs */
};

/* What a new game means for the player: search, random numbers and clocks start again. */
void engine_begin_game(struct engine *e);

/* Has the game scored as the parameters say. */
void engine_follow_rules(struct engine *e);

/* Forgets what the last reg_genmove found. */
void engine_drop_regression(struct engine *e);

/* Starts SEARCH for the present game. */
enum status engine_start_search(struct engine *e, struct search *search, struct failure *why);

/* The present position with COLOR to move; after two passes as if the game continued. */
struct search_position engine_position(const struct engine *e, enum color color);

/* The long-term memory, set to the present board with COLOR to move; borrowed for this game. */
enum status engine_long_term(struct engine *e, enum color color, struct evaluator **out,
                             struct failure *why);

/* COLOR's chance of winning the present position by what SEARCH has learnt. */
double engine_win_rate(const struct engine *e, struct search *search, enum color color);

/* A choice by SEARCH begins, by which a pass is chosen if it PASSES; returns what goes into its
 * limit, NULL when nobody watches. */
const struct search_watch *observer_begin(struct engine *engine, struct search *search,
                                          bool passes);

/* It has ended with FOUND, or failed (NULL). */
void observer_end(struct engine *engine, const struct search_statistics *found);

#endif
