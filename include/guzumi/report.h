/* Looking into the player's mind: what a search has found so far, while it runs and when it has
 * chosen, and searches that only look.
 *
 * A watch is told of every search of its engine, whoever asked for it: reports come from the thread
 * that searches, an interval apart, and one comes at the end, when the move is chosen and not yet
 * played. Chances and scores are the mover's view throughout, the owners of points Black's. */
#ifndef GUZUMI_REPORT_H
#define GUZUMI_REPORT_H

#include "guzumi/engine.h"

/* A move that could be chosen. */
struct candidate {
    int point;       /* or PASS */
    uint64_t visits; /* simulations that began with it */
    double winrate;  /* chance of winning after it, by the value that the choice goes by */
    double score;    /* mean of those simulations in points, komi included; the report's without */
    double prior;    /* its share of a softmax over the long-term values of all legal moves */
};

struct report {
    enum color color; /* to move */
    bool final;       /* the choice is made: the first candidate */
    uint64_t simulations;
    double winrate; /* of the first candidate */
    double score;   /* mean of the simulations in points, komi included; 0 without any */
    int count;      /* at least 1 */
    struct candidate candidates[BOARD_MAX_POINTS + 1]; /* in the order of choice */
    bool has_ownership;                                /* the watch wanted it */
    double ownership[BOARD_MAX_POINTS]; /* 1 Black's in all simulations, -1 White's, by point */
};

struct engine_watch {
    /* May read the engine (engine_line, engine_game, engine_params), and engine_interrupt it. */
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

enum { REPORT_LINE = 10 };

/* The moves that follow when COLOR begins with POINT, POINT first: alpha-beta's line if the last
 * choice in this position has found one from there, otherwise both go on greedily by the short-term
 * value. NO_POINT begins greedily as well. Returns their number, at least 1. In each
 * game a search or engine_value comes first. */
int engine_line(const struct engine *engine, enum color color, int point, int line[REPORT_LINE]);

#endif
