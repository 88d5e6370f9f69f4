/* Reports of a search, while it runs and when it has chosen; and analyses, which play nothing.
 *
 * A watch gets reports of each search that chooses a move, analyzes or ponders, but not of those
 * that come before a choice: questions about a settled position, a first look, and the one with an
 * even komi (choice.c), which take up to nine tenths of a move's time. They come from the thread
 * that searches, one each interval and one at the end, when the move has been chosen but not yet
 * played. search.h defines the findings and their point of view. */
#ifndef GUZUMI_REPORT_H
#define GUZUMI_REPORT_H

#include "guzumi/player/engine.h"
#include "guzumi/search/search.h"

struct report {
    bool final; /* the move has been chosen: the first candidate */
    struct search_statistics found;
};

struct engine_watch {
    /* May read the engine (engine_pv, engine_game, engine_params), and engine_interrupt it. */
    void (*report)(void *context, const struct report *report);
    void *context;
    double interval; /* seconds between reports; infinity: only the last one */
    bool ownership, moves_ownership;
    bool alone; /* an analysis ignores the previous one */
};

/* Sets the watch of all later searches; NULL for none. */
void engine_set_watch(struct engine *engine, const struct engine_watch *watch);

/* Bans moves: the engine neither chooses nor searches them, until engine_lift_bans. Fails, and
 * leaves no bans, if there are bans beyond the first move and the search can't follow them, or if
 * COLOR, the next to be searched for, has no move left. */
enum status engine_set_bans(struct engine *engine, const struct search_bans *bans, enum color color,
                            struct failure *why);
void engine_lift_bans(struct engine *engine);

/* Searches for COLOR, without playing, until it is interrupted or has made SIMULATIONS (0: no such
 * limit). The watch gets reports. The search keeps what it learns for the next genmove. Fails if
 * every move of COLOR is left out.
 *
 * If the last analysis was of the position one move earlier, the reported scores of the position
 * and its moves are averaged with the score that it gave the move played. */
enum status engine_analyze(struct engine *engine, enum color color, uint64_t simulations,
                           struct failure *why);

/* The same, where SIMULATIONS includes those that the search has kept of the position. */
enum status engine_analyze_on(struct engine *engine, enum color color, uint64_t simulations,
                              struct failure *why);

enum { REPORT_PV = 10 };

/* The principal variation after POINT, COLOR's move, which comes first; NO_POINT stands for the
 * best move. It comes from the search (a method's `pv`): the line that it found, if the last choice
 * in this position found one; otherwise greedy moves of both sides, if the search can value moves.
 * Returns the number of moves, which may be 0 for NO_POINT. Needs a search or engine_value earlier
 * in the same game. */
int engine_pv(const struct engine *engine, enum color color, int point, int pv[REPORT_PV]);

/* The ownership after the mover's move POINT, or PASS, in the search on report (search.h); false if
 * its watch did not ask for it or it has none. */
bool engine_ownership_after(const struct engine *engine, int point, double mean[BOARD_MAX_POINTS],
                            double stdev[BOARD_MAX_POINTS]);

#endif
