/* How often each weight of the long-term memory is used: how many times a shape of its class occurs
 * in the states that were learnt from (2012 paper, section 3.3.1 and Figure 4).
 *
 * In every non-terminal afterstate each region counts whose shape is of the class, with either
 * sign. */
#ifndef GUZUMI_OCCURRENCES_H
#define GUZUMI_OCCURRENCES_H

#include "guzumi/shapes/episode.h"
#include "guzumi/shapes/memory.h"

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
