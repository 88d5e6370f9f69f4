/* TD search and Dyna-2 (2012 paper, Algorithms 2 and 3; 2008 paper, Algorithm 1).
 *
 * One part of Algorithm 3 is missing: the long-term memory does not learn from the real games. It
 * learns in training only, by self-play.
 *
 * The short-term memory is one flat table. Both memories have the same features, so at the start of
 * a game the table is the expanded long-term memory (2012, section 5.4), or zero for TD search
 * alone, and is the whole short-term value function. A simulation starts at the present position,
 * follows an epsilon-greedy policy over that value for its first moves and then the default policy
 * to the end. NTD2(lambda) learns from it. Weights carry over from move to move. */
#ifndef GUZUMI_TD_SEARCH_H
#define GUZUMI_TD_SEARCH_H

#include "guzumi/playout/playout.h"
#include "guzumi/search/search.h"
#include "guzumi/shapes/memory.h"
#include "guzumi/shapes/td.h"

#include <stdatomic.h>

struct td_worker; /* what a thread simulates with; the first thread is the caller's */

struct td_search {
    const struct playout_patterns *patterns; /* borrowed */
    struct shapes *shapes;                   /* owned; the sizes of either memory */
    float *flat;                             /* owned; the short-term memory */
    enum value_kind value; /* what its values mean: the same as in the memory it began with */
    float *past; /* owned or NULL; a ring of PAST_ROOM such tables, from after the last searches */
    int past_room, past_count; /* past_count: searches since the start */
    float *delayed, *mean;     /* owned or NULL; see td_search_average */
    struct tracker root;
    struct td_worker *worker; /* owned; worker_count of them */
    int worker_count;
    /* Of the last search, over all threads: simulations, Black's wins (twice their number; a draw
     * counts one), the sum of the results in half points (Black's view), and by point the number of
     * simulations that began there and the sum of their results. */
    _Atomic uint64_t simulations, black_wins;
    _Atomic int64_t half_scores;
    _Atomic uint64_t visits[BOARD_MAX_POINTS];
    _Atomic int64_t visit_half_scores[BOARD_MAX_POINTS];
    /* If the watch asks for it: of OWNER_COUNT simulations of the first thread, those that gave a
     * point to Black less those that gave it to White. */
    int64_t owner[BOARD_MAX_POINTS];
    uint64_t owner_count;
};

enum status td_search_new(struct td_search **out, const struct playout_patterns *patterns,
                          struct failure *why);
void td_search_free(struct td_search *search);

/* Prepares for a game on boards of SIZE: the short-term memory starts as PARAMS say, from MEMORY
 * (NULL: zero weights). */
enum status td_search_start(struct td_search *search, int size, const struct params *params,
                            const struct memory *memory, struct failure *why);

/* Computes the average of the weights while the search runs, as td_search_run does at its end. */
void td_search_average(struct td_search *search);

/* Prepares for THREADS threads. */
enum status td_search_threads(struct td_search *search, int threads, struct failure *why);

/* Simulates and learns until the target of LIMIT. Simulations begin with one of CANDIDATES, unless
 * that is NULL. CONTINUES: goes on with the counts and averages of the last search, of the same
 * position. The threads share the table without locks; a single one is deterministic unless the
 * clock ends it. */
void td_search_run(struct td_search *search, const struct params *params,
                   const struct search_position *position, const struct bitset *candidates,
                   const struct search_limit *limit, bool continues, struct rng *rng);

/* The short-term value function. */
struct shape_weights td_search_weights(const struct td_search *search);

/* The value function that chooses the move. With the parameter search_mean it is the average over
 * the last search (and those that it continues), where the weights after simulation k count k
 * times: with a constant step size values fluctuate about their mean (2012, section 4.2), which is
 * the better guide. With search_age it is the one learnt so many searches ago (2012, Figure 9a), or
 * the first one while none is so old. Otherwise it is the present short-term value function. */
struct shape_weights td_search_choice_weights(const struct td_search *search);

#endif
