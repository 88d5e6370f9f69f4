#include "guzumi/shapes/occurrences.h"

#include "runs_kernel.h"

#include <stdlib.h>

/* Counters for the classes of SET, if it is in use. */
static bool make_counts(uint64_t **counts, const struct weight_set *set) {
    *counts = NULL;
    if (!set->classes) return true;
    *counts = calloc((size_t)set->classes->class_count + 1, sizeof **counts);
    return *counts != NULL;
}

enum status occurrences_new(struct occurrences **out, const struct memory *memory,
                            struct failure *why) {
    struct occurrences *o = calloc(1, sizeof *o);
    if (!o) return out_of_memory(why, "counting occurrences");
    o->memory = memory;
    if (!make_counts(&o->main, &memory->main) || !make_counts(&o->li, &memory->li)) {
        occurrences_free(o);
        return out_of_memory(why, "counting occurrences");
    }
    *out = o;
    return STATUS_OK;
}

void occurrences_free(struct occurrences *o) {
    if (!o) return;
    free(o->main);
    free(o->li);
    free(o);
}

static void count(uint64_t *counts, const struct weight_set *set, int entry, uint64_t times) {
    const int32_t class = set->classes ? set->classes->class_of[entry] : 0;
    if (class != 0) counts[abs(class) - 1] += times;
}

static ALWAYS_INLINE void count_run(void *context, struct shape_run run) {
    struct occurrences *o = context;
    const struct memory *m = o->memory;
    const uint64_t times = (uint64_t)(run.until - run.since);
    count(o->main, &m->main, memory_weights(m).base[run.region] + run.code, times);
    count(o->li, &m->li, m->shapes->li_base[run.region] + run.code, times);
}

void occurrences_add(struct occurrences *o, const struct episode *e) {
    if (trajectory_last_state(&e->trajectory) < 1) return;
    kernel_runs(&o->runs, e, o->memory->shapes->region_count, count_run, o);
}
