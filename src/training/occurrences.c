#include "guzumi/occurrences.h"

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
    if (!o) return fail_memory(why, "counting occurrences");
    o->memory = memory;
    if (!make_counts(&o->main, &memory->main) || !make_counts(&o->li, &memory->li)) {
        occurrences_free(o);
        return fail_memory(why, "counting occurrences");
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

/* REGION's shape was there from the state since which it is noted until before state UNTIL. */
static void count_run(struct occurrences *o, const int32_t *base, int region, int until) {
    const struct memory *m = o->memory;
    const uint64_t times = (uint64_t)(until - o->since[region]);
    count(o->main, &m->main, base[region] + o->code[region], times);
    count(o->li, &m->li, m->shapes->li_base[region] + o->code[region], times);
}

void occurrences_add(struct occurrences *o, const struct episode *e) {
    const int last = trajectory_last_state(&e->trajectory),
              regions = o->memory->shapes->region_count;
    const int32_t *base = memory_weights(o->memory).base;
    if (last < 1) return;
    for (int r = 0; r < regions; r++) {
        o->code[r] = e->start_code[r];
        o->since[r] = 1;
    }
    for (int t = 1, i = 0; t <= last; t++)
        for (; i < e->log_end[t]; i++) {
            const struct shape_change change = e->log.entries[i];
            if (change.region == regions) continue;
            count_run(o, base, change.region, t);
            o->code[change.region] = change.code;
            o->since[change.region] = t;
        }
    for (int r = 0; r < regions; r++) count_run(o, base, r, last + 1);
}
