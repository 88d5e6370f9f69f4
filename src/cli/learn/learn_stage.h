/* The stages of a generation of `guzumi learn` (learn.h), each of which goes on where an
 * interrupted call has left it. */
#ifndef GUZUMI_LEARN_STAGE_H
#define GUZUMI_LEARN_STAGE_H

#include "guzumi/base/clock.h"
#include "guzumi/base/file.h"

#include "interrupt.h"
#include "learn.h"

/* Seconds between two lines of progress. */
#define LEARN_INTERVAL 30.0

struct learning {
    const struct learn_plan *plan;
    struct history history; /* owned */
    int64_t generation;     /* under way */
    int64_t plays;          /* the generation whose network plays */
    int size;               /* of the network */
    double spent;           /* processor seconds of earlier calls */
    double shown;           /* when progress was last shown */
    struct learn_now now;
    struct generation row; /* of the generation under way */
};

static inline bool learn_is_stopped(void) {
    return atomic_load(interrupt_flag());
}

/* Whether there is a file PATH. */
static inline bool learn_has(const char *path) {
    return file_would_be_replaced(path);
}

/* Whether a line of progress is due; if so, the next one is due later. */
static inline bool learn_progress_is_due(struct learning *learning) {
    const double now = clock_now();
    if (now - learning->shown < LEARN_INTERVAL) return false;
    learning->shown = now;
    return true;
}

/* The path of the network of generation NUMBER. */
enum status learn_network_path(const struct learning *learning, int64_t number,
                               char path[LEARN_PATH], struct failure *why);

/* Makes a network by the plan with the weights of FROM; NULL: with random ones. */
enum status learn_make_network(const struct learning *learning, const struct learnt *from,
                               struct learnt **out, struct failure *why);

/* The share of ALL that the size number INDEX has; the shares add up to it. */
int64_t learn_share(const struct learn_plan *plan, int index, int64_t all);

/* Plays the games of the generation, plan->jobs at a time, by the network that plays. */
enum status learn_play(struct learning *learning, struct failure *why);

/* Trains a network from that one on the window of samples. */
enum status learn_train(struct learning *learning, struct failure *why);

/* Plays the gate: the new network plays from now on if the games speak for the larger difference of
 * the test rather than for none. */
enum status learn_judge(struct learning *learning, struct failure *why);

#endif
