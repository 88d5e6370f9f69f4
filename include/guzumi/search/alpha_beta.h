/* Alpha-beta over a linear value of local shapes (2012 paper, sections 3.3.5 and 6.1; 2008, 6).
 *
 * The second phase of a two-phase search: a full-width search that evaluates its leaves by the
 * value that TD search has learnt, or by the long-term memory. The logistic function is monotone,
 * so linear values are compared instead. The shapes of all sizes are fused into one table first
 * (local_shapes.h); its sums are exact, so a position has the same value along every path.
 *
 * The moves are those that simulations consider: legal moves that fill no own eye and whose
 * captures repeat no earlier position. A player without such a move passes. Two passes end a line,
 * whose value is then ALPHA_BETA_WIN or its negative, by area. Values are Black's view. Two rare
 * cases are ignored: a move without captures can also repeat a position, if stones were captured
 * before it; and the transposition table does not know which line led to a position, so a position
 * reached again by a line that forbids other captures keeps the value found first.
 *
 * Iterative deepening, principal variation search, a transposition table, killer moves and the
 * history heuristic; null-move pruning and late move reductions are parameters. Threads share the
 * table and deepen the same tree. A single thread is deterministic unless the clock ends it. */
#ifndef GUZUMI_ALPHA_BETA_H
#define GUZUMI_ALPHA_BETA_H

#include "guzumi/base/params.h"
#include "guzumi/search/td_search.h"

#define ALPHA_BETA_WIN 2048.0f

enum { ALPHA_BETA_MAX_DEPTH = 40 };

struct alpha_beta;

/* What a search found. */
struct alpha_beta_result {
    int depth;   /* plies of the last finished iteration; 0: none */
    float value; /* linear, Black's view */
    int length;  /* of the principal variation; 0 only if there was no candidate */
    int16_t pv[ALPHA_BETA_MAX_DEPTH];
    uint64_t nodes;  /* positions whose moves were generated, all threads */
    uint64_t leaves; /* positions that were evaluated, all threads */
};

/* Nodes that take about as long as a simulation. A search that is limited by simulations may visit
 * that many for each of them. */
enum { ALPHA_BETA_NODES_A_SIMULATION = 30 };

enum status alpha_beta_new(struct alpha_beta **out, struct failure *why);
void alpha_beta_free(struct alpha_beta *search);

/* Prepares for searches with the value of EVALUATOR: fuses its local shapes, which must be a flat
 * table; fails if it has none. Allocates what PARAMS ask for (hash_megabytes, threads) and clears
 * the transposition table. */
enum status alpha_beta_prepare(struct alpha_beta *search, const struct params *params,
                               const struct evaluator *evaluator, struct failure *why);

/* Searches the moves in CANDIDATES at POSITION until the target of LIMIT, two plies deeper in each
 * iteration: values do not know whose turn it is, and odd depths choose far better than even ones.
 * It ends at DEPTH, or, if that is 0, at the nodes of LIMIT's simulations for each thread. If not
 * even the first iteration was finished, the variation is the best move so far or the first
 * candidate. */
void alpha_beta_run(struct alpha_beta *search, const struct search_position *position,
                    const struct bitset *candidates, int depth, const struct search_limit *limit,
                    struct alpha_beta_result *result);

#endif
