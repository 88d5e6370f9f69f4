/* Looking into the player's mind: what a search has found so far, while it runs and when it has
 * chosen, and searches that only look.
 *
 * A watch is told of every search of its engine, whoever asked for it: reports come from the thread
 * that searches, an interval apart, and one comes at the end, when the move is chosen and not yet
 * played. What a search finds, and from whose view, is in search.h. */
#ifndef GUZUMI_REPORT_H
#define GUZUMI_REPORT_H

#include "guzumi/engine.h"
#include "guzumi/search.h"

struct report {
    bool final; /* the choice is made: the first candidate */
    struct search_statistics found;
};

struct engine_watch {
    /* May read the engine (engine_pv, engine_game, engine_params), and engine_interrupt it. */
    void (*report)(void *context, const struct report *report);
    void *context;
    double interval; /* seconds between reports; infinity: only the last one */
    bool ownership;
};

/* Sets the watch of all searches to come; NULL for none. */
void engine_set_watch(struct engine *engine, const struct engine_watch *watch);

/* Points on which no choice falls, until told otherwise; NULL for none. Searches don't begin with
 * them either. */
void engine_avoid(struct engine *engine, const struct bitset *points);

/* Searches for COLOR until interrupted, or for SIMULATIONS unless 0, without playing; the watch
 * tells what is found. What is learnt stays in the short-term memory, for the next genmove. */
enum status engine_analyze(struct engine *engine, enum color color, uint64_t simulations,
                           struct failure *why);

enum { REPORT_PV = 10 };

/* The moves that follow when COLOR begins with POINT, POINT first, as the search has it (a method's
 * `pv`): the one that it found if the last choice in this position did, otherwise both play
 * greedily by what is learnt. NO_POINT begins so as well. Returns their number, at least 1. In each
 * game a search or engine_value comes first. */
int engine_pv(const struct engine *engine, enum color color, int point, int pv[REPORT_PV]);

#endif
