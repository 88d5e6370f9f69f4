/* Alpha-beta over a linear value of local shapes (2012 paper, sections 3.3.5 and 6.1; 2008, 6).
 *
 * The second phase of a two-phase search: a full-width search that evaluates its leaves by the
 * value that TD search has learnt, or by the long-term memory. Leaves have linear values, because
 * the logistic function is monotone. First the shapes of all sizes are fused into one table
 * (fused.h). Its sums are exact, so a position has the same value along every path.
 *
 * The moves are those that simulations consider: legal ones that fill no eye of their own player
 * and capture nothing that repeats an earlier position. A player without such a move passes. Two
 * passes end a line, whose value is then ALPHA_BETA_WIN, or its negative, by area. Values are
 * Black's view. Two rare cases are not looked for: a move that captures nothing can repeat a
 * position as well, if stones were taken before it; and the transposition table does not know which
 * line led to a position, so a position that is met again by another line, where other captures are
 * forbidden, keeps the value found first.
 *
 * It deepens iteratively and uses principal variation search, a transposition table, killer moves,
 * the history heuristic and, if the parameters say so, null-move pruning and late move reductions.
 * Several threads share the table and deepen the same tree. A single thread is deterministic unless
 * the clock ends it. */
#ifndef GUZUMI_ALPHA_BETA_H
#define GUZUMI_ALPHA_BETA_H

#include "guzumi/base/params.h"
#include "guzumi/search/td_search.h"

#define ALPHA_BETA_WIN 2048.0f

enum { ALPHA_BETA_MAX_DEPTH = 40 };

/* The greatest depth of a search that goes as deep as time lets it. It is odd, so that every
 * iteration ends with a move of the side that chooses. */
enum { ALPHA_BETA_OPEN_DEPTH = ALPHA_BETA_MAX_DEPTH - 1 };

struct alpha_beta;

/* What a search found. */
struct alpha_beta_result {
    int depth;   /* plies of the last finished iteration; 0: none */
    float value; /* linear, Black's view */
    int length;  /* moves in the principal variation, at least 1 unless there was no candidate */
    int16_t pv[ALPHA_BETA_MAX_DEPTH];
    uint64_t nodes;  /* positions whose moves were generated, all threads */
    uint64_t leaves; /* positions that were evaluated */
    uint64_t nodes_at[ALPHA_BETA_MAX_DEPTH + 1]; /* of the first thread, by iteration */
};

/* Nodes that take about as long as a simulation: what a search counted in simulations spends on
 * looking ahead when its depth is open. */
enum { ALPHA_BETA_NODES_A_SIMULATION = 30 };

enum status alpha_beta_new(struct alpha_beta **out, struct failure *why);
void alpha_beta_free(struct alpha_beta *search);

/* Prepares for searches with the value of EVALUATOR: fuses its local shapes, which must be a flat
 * table. Fails for an evaluator that has none. Allocates the memory that PARAMS ask for
 * (hash_megabytes, threads) and forgets what earlier searches found. */
enum status alpha_beta_prepare(struct alpha_beta *search, const struct params *params,
                               const struct evaluator *evaluator, struct failure *why);

/* Searches the moves in CANDIDATES at POSITION until the target of LIMIT, two plies deeper each
 * time: the value does not know whose turn it is, and odd depths choose far better than even ones.
 * It ends at DEPTH, or, if that is 0, when each thread has seen the nodes of LIMIT's simulations.
 * If not even the first iteration was finished, the variation is the best move seen so far, or the
 * first candidate. */
void alpha_beta_run(struct alpha_beta *search, const struct search_position *position,
                    const struct bitset *candidates, int depth, const struct search_limit *limit,
                    struct alpha_beta_result *result);

#endif
