/* TD search and Dyna-2 (2012 paper, Algorithms 2 and 3; 2008 paper, Algorithm 1).
 *
 * The short-term memory is one flat table. Both memories have the same features, so their sum is
 * one table, too: at the start of a game it is the expanded long-term memory (2012, section 5.4),
 * or zero for TD search alone. A simulation starts at the current position, follows an
 * epsilon-greedy policy over the value for its first moves, then the default policy to the end, and
 * NTD2(lambda) learns from it. Weights carry over from move to move.
 *
 * One part of Algorithm 3 is missing: the long-term memory does not learn from the real games, only
 * in training. */
#ifndef GUZUMI_TD_SEARCH_H
#define GUZUMI_TD_SEARCH_H

#include "guzumi/playout/playout.h"
#include "guzumi/search/search.h"
#include "guzumi/shapes/memory.h"
#include "guzumi/shapes/td.h"

#include <stdatomic.h>

struct td_worker; /* a thread's; the first thread is the caller's */

struct td_search {
    const struct playout_patterns *patterns; /* borrowed */
    struct shapes *shapes;                   /* owned; the sizes of either memory */
    float *flat;                             /* owned; the short-term memory */
    enum value_kind value;                   /* of its values: that of the memory it started from */
    float *past; /* owned or NULL; a ring of PAST_ROOM tables, one after each search */
    int past_room, past_count; /* past_count: searches since the start */
    float *delayed, *mean;     /* owned or NULL; for the mean of the weights, see td_search.c */
    struct tracker root;
    struct td_worker *worker; /* owned; worker_count of them */
    int worker_count;
    /* Counts of the last search, over all threads. BLACK_WINS has 2 for a win and 1 for a draw;
     * half scores are sums over simulations, Black's view, squares those of half scores; VISITS and
     * what begins with VISIT are by the point of the first move. */
    _Atomic uint64_t simulations, black_wins, squares;
    _Atomic int64_t half_scores;
    _Atomic uint64_t visits[BOARD_MAX_POINTS], visit_squares[BOARD_MAX_POINTS];
    _Atomic int64_t visit_half_scores[BOARD_MAX_POINTS];
    /* If the watch asks for ownership: over a sample of the first thread's simulations. */
    struct ownership_sums ownership;
};

enum status td_search_new(struct td_search **out, const struct playout_patterns *patterns,
                          struct failure *why);
void td_search_free(struct td_search *search);

/* Prepares for a game on boards of SIZE: the short-term memory starts as PARAMS say, from MEMORY
 * (NULL: zero weights). */
enum status td_search_start(struct td_search *search, int size, const struct params *params,
                            const struct memory *memory, struct failure *why);

/* Prepares for THREADS threads. */
enum status td_search_threads(struct td_search *search, int threads, struct failure *why);

/* Simulates and learns until the target of LIMIT. Simulations begin with one of CANDIDATES, unless
 * that is NULL. CONTINUES adds to the counts and averages of the last search, which was of the same
 * position. Threads share the table without locks; a single one is deterministic unless the clock
 * ends it. */
void td_search_run(struct td_search *search, const struct params *params,
                   const struct search_position *position, const struct bitset *candidates,
                   const struct search_limit *limit, bool continues, struct rng *rng);

/* The short-term value function. */
struct shape_weights td_search_weights(const struct td_search *search);

/* The value function that chooses the move. With search_mean it is the average over the last search
 * and those that it continues, where the weights after simulation k have weight k: with a constant
 * step size values fluctuate about their mean (2012, section 4.2), which is the better guide. With
 * search_age it is the one from that many searches ago (2012, Figure 9a), or the first one if none
 * is so old. Otherwise it is the current short-term value function. */
struct shape_weights td_search_choice_weights(const struct td_search *search);

#endif
