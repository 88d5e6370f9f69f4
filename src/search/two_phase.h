/* The programs of the papers: TD search, then alpha-beta over the values that it has learnt (2012
 * paper, section 6.1), either of the two alone, or neither, which leaves the greedy choice.
 *
 * All four go by the values of one td_search: those of the memories in use, and what was learnt
 * from the simulations of a game. Private to this folder: two_phase.c runs the phases,
 * two_phase_statistics.c tells what they found. */
#ifndef GUZUMI_TWO_PHASE_H
#define GUZUMI_TWO_PHASE_H

#include "guzumi/search/alpha_beta.h"
#include "guzumi/search/search.h"
#include "guzumi/search/td_search.h"
#include "guzumi/shapes/local_shapes.h"

struct two_phase {
    struct search base;
    struct td_search *td;          /* owned; the values */
    struct alpha_beta *alpha_beta; /* owned */
    struct evaluator *long_term;   /* owned; NULL before the first start */
    struct local_shapes evaluator; /* of the values by which moves are chosen */
    /* The last run, or the one under way; HAS_RUN is false from a start to the first run. */
    bool has_run;
    bool simulated;     /* the simulations that TD counts are this run's */
    bool has_ownership; /* its watch wanted the owners of points */
    struct board board;
    enum color to_move;
    struct bitset candidates;
    double until;
    struct alpha_beta_result ahead; /* what alpha-beta found when it chose; length 0: it didn't */
};

static inline struct two_phase *two_phase_of(struct search *search) {
    return (struct two_phase *)search;
}

/* Makes *OUT the evaluator of the values by which moves are chosen. */
struct evaluator *two_phase_evaluator(const struct two_phase *search, struct local_shapes *out);

/* The greedy choice of TO_MOVE among CANDIDATES on BOARD by those values; PASS without any. */
int two_phase_greedy(const struct two_phase *search, const struct board *board, enum color to_move,
                     const struct bitset *candidates);

/* The methods' functions that tell what was found. */
void two_phase_statistics(const struct search *search, struct search_statistics *out);
void two_phase_values(struct search *search, const struct search_position *position,
                      double values[BOARD_MAX_POINTS]);
int two_phase_pv(const struct search *search, const struct search_position *position, int point,
                 int line[SEARCH_PV]);

#endif
