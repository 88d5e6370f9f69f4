/* Alpha-beta over a linear value of local shapes (2012 paper, sections 3.3.5 and 6.1; 2008, 6).
 *
 * The second phase of a two-phase search: a full-width search whose leaves have the value that TD
 * search left behind (or the long-term memory's). The leaves are linear values: the logistic
 * function is monotone. The shapes of all sizes are fused into one table first (fused.h), whose
 * sums are exact, so that a position has the same value along every path.
 *
 * A move is one that simulations consider: legal, no filling of an own eye, no capture that
 * repeats an earlier position; a pass when there is none. (A move that takes nothing can repeat a
 * position too, if stones were taken before it; the tree does not look for that, which is rare. Nor
 * does the transposition table know the line that led to a position: met again by another line,
 * which forbids other captures, the position has the value found first.) Two passes end the line;
 * its value is then ALPHA_BETA_WIN or its negative by area. Values are Black's view.
 *
 * Iterative deepening, principal variation search with a transposition table, killer moves, the
 * history heuristic and, if asked, null-move pruning and reductions of late moves. Several threads
 * share the table and deepen the same tree; one thread is deterministic unless the clock ends it.
 */
#ifndef GUZUMI_ALPHA_BETA_H
#define GUZUMI_ALPHA_BETA_H

#include "guzumi/params.h"
#include "guzumi/td_search.h"

#define ALPHA_BETA_WIN 2048.0f

enum { ALPHA_BETA_MAX_DEPTH = 40 };

/* The limit of a search as deep as time lets it: odd, so that every iteration ends with a move of
 * the side that chooses. */
enum { ALPHA_BETA_OPEN_DEPTH = ALPHA_BETA_MAX_DEPTH - 1 };

struct alpha_beta;

/* What a search found. */
struct alpha_beta_result {
    int depth;   /* plies of the last iteration that was searched to its end; 0: none */
    float value; /* linear, Black's view */
    int length;  /* moves in the principal variation, at least 1 unless there was no candidate */
    int16_t pv[ALPHA_BETA_MAX_DEPTH];
    uint64_t nodes;  /* positions whose moves were generated, all threads */
    uint64_t leaves; /* positions that were valued */
    uint64_t nodes_at[ALPHA_BETA_MAX_DEPTH + 1]; /* of the first thread, by iteration */
};

/* When it ends: at the first of these. */
struct alpha_beta_limit {
    int depth;      /* 1..ALPHA_BETA_MAX_DEPTH */
    uint64_t nodes; /* of each thread; 0: no such limit */
    enum clock clock;
    double deadline; /* seconds of CLOCK; infinity: no such limit */
    const atomic_bool *stop;
};

enum status alpha_beta_new(struct alpha_beta **out, struct failure *why);
void alpha_beta_free(struct alpha_beta *search);

/* Takes the value of EVALUATOR for a search: fuses its local shapes, which are to be a flat table,
 * and fails for an evaluator that has none. What earlier searches found is forgotten. The memory
 * for PARAMS' hash_megabytes and threads is made here. */
enum status alpha_beta_prepare(struct alpha_beta *search, const struct params *params,
                               const struct evaluator *evaluator, struct failure *why);

/* Searches the moves in CANDIDATES at POSITION, two plies deeper at a time until LIMIT: the value
 * doesn't know whose turn it is, and depths that are odd choose far better than even ones. When not
 * even the first iteration was finished, the variation is the best move seen by then, or the first
 * candidate. */
void alpha_beta_run(struct alpha_beta *search, const struct search_position *position,
                    const struct bitset *candidates, const struct alpha_beta_limit *limit,
                    struct alpha_beta_result *result);

#endif
