/* Training the long-term memory by self-play (2012 paper, section 3.2.1).
 *
 * Every game starts from the empty board; both colours follow the same epsilon-greedy policy over
 * the memory's own value, or with td_leaf by two-ply minimax (leaf_game.h); after the game the
 * memory learns from it. Training on one thread is a function of the memory alone (weights,
 * settings, number of games, random numbers): stopped, saved, loaded and continued, it ends with
 * the same weights to the bit. Several threads learn into the memory without locks, each from games
 * of its own; what comes of it depends on which was faster, and has the same distribution each
 * time. */
#ifndef GUZUMI_TRAINER_H
#define GUZUMI_TRAINER_H

#include "guzumi/leaf_game.h"
#include "guzumi/occurrences.h"
#include "guzumi/td.h"

#include <stdatomic.h>

struct trainer;

/* Trains MEMORY, which is borrowed, by the learning parameters that it was made with. */
enum status trainer_new(struct trainer **out, struct memory *memory, struct failure *why);
void trainer_free(struct trainer *trainer);

/* Prepares for COUNT threads (1..THREADS_MAX) instead of one. */
enum status trainer_threads(struct trainer *trainer, int count, struct failure *why);

/* From now on counts the shapes of every game in OCCURRENCES, which is borrowed and belongs to the
 * trained memory; NULL for none. One thread alone can count. */
void trainer_count_occurrences(struct trainer *trainer, struct occurrences *occurrences);

/* What came out of the games since the last call of trainer_take_statistics. */
struct trainer_statistics {
    uint64_t games, moves, candidates; /* candidates: afterstates evaluated */
    uint64_t black_wins;
};

/* Plays one game and learns from it. */
void trainer_play(struct trainer *trainer);

/* Continues, on all threads, until the memory has had GAMES games in all, clock_now reaches
 * DEADLINE or *STOP is set. */
void trainer_run(struct trainer *trainer, uint64_t games, double deadline, const atomic_bool *stop);

/* The statistics so far, which start again from zero. */
struct trainer_statistics trainer_take_statistics(struct trainer *trainer);

/* The number of games after GAMES at which a checkpoint is due: 1, 2, 5, 10, 20, 50, ... */
uint64_t trainer_next_checkpoint(uint64_t games);

#endif
