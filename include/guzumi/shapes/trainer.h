/* Training the long-term memory by self-play (2012 paper, section 3.2.1).
 *
 * Every game starts from the empty board. Both colours follow the same epsilon-greedy policy over
 * the memory's own value or, with td_leaf, two-ply minimax (episode.h). After the game the memory
 * learns from it. Training on one thread is a function of the memory alone (weights, settings,
 * number of games, random numbers): if it is stopped, saved, loaded and continued, it ends with the
 * same weights to the bit. Several threads learn into the memory without locks, each from its own
 * games. The weights then depend on which thread was faster and differ from run to run. */
#ifndef GUZUMI_TRAINER_H
#define GUZUMI_TRAINER_H

#include "guzumi/shapes/episode.h"
#include "guzumi/shapes/memory.h"
#include "guzumi/shapes/td.h"

#include <stdatomic.h>

struct trainer;
struct occurrences; /* below */

/* Trains MEMORY, which is borrowed, with the learning parameters of its origin. */
enum status trainer_new(struct trainer **out, struct memory *memory, struct failure *why);
void trainer_free(struct trainer *trainer);

/* Prepares for COUNT threads (1..THREADS_MAX) instead of one. */
enum status trainer_threads(struct trainer *trainer, int count, struct failure *why);

/* From now on counts the shapes of every game in OCCURRENCES, which is borrowed and made for the
 * trained memory; NULL for none. Works on one thread only. */
void trainer_count_occurrences(struct trainer *trainer, struct occurrences *occurrences);

/* Statistics of the games since the last call of trainer_take_statistics. */
struct trainer_statistics {
    uint64_t games, moves, black_wins;
};

/* Plays one game and learns from it. */
void trainer_play(struct trainer *trainer);

/* Trains on all threads until the memory has had GAMES games in all, or *STOP is set. */
void trainer_run(struct trainer *trainer, uint64_t games, const atomic_bool *stop);

/* Returns the statistics so far and sets them to zero. */
struct trainer_statistics trainer_take_statistics(struct trainer *trainer);

/* --- occurrences of weights --- */

/* How often each weight of the long-term memory is used: how many times a shape of its class occurs
 * in the states that were learnt from (2012 paper, section 3.3.1 and Figure 4).
 *
 * In every non-terminal afterstate each region counts whose shape is of the class, with either
 * sign. */

struct occurrences {
    const struct memory *memory; /* borrowed */
    uint64_t *main, *li;         /* owned; by class of the memory's set, NULL without that set */
    struct run_work runs;        /* working space */
};

/* Counts for the weights of MEMORY, all zero. Free with occurrences_free. */
enum status occurrences_new(struct occurrences **out, const struct memory *memory,
                            struct failure *why);
void occurrences_free(struct occurrences *occurrences);

/* Counts the states of EPISODE, which was recorded on the memory's shapes. */
void occurrences_add(struct occurrences *occurrences, const struct episode *episode);

#endif
