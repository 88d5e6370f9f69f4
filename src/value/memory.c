#include "guzumi/memory.h"

#include <stdlib.h>
#include <string.h>

static void weight_set_free(struct weight_set *set) {
    shape_classes_free(set->classes);
    free(set->theta);
    free(set->table);
    free(set->touched);
    free(set->is_touched);
}

static enum status weight_set_init(struct weight_set *set, const struct shapes *shapes,
                                   enum class_kind kind, struct failure *why) {
    const enum status status = shape_classes_new(&set->classes, shapes, kind, why);
    if (status != STATUS_OK) return status;
    const size_t classes = (size_t)set->classes->class_count + 1;
    set->theta = calloc(classes, sizeof *set->theta);
    set->touched = calloc(classes, sizeof *set->touched);
    set->is_touched = calloc(classes, sizeof *set->is_touched);
    set->table = calloc((size_t)set->classes->entry_count + 1, sizeof *set->table);
    if (!set->theta || !set->touched || !set->is_touched || !set->table)
        return fail_memory(why, "the long-term memory");
    return STATUS_OK;
}

/* The sets that SHARING asks for. With LI weights alone the main set is a table of zeros. */
static enum status init_sets(struct memory *m, int sharing, struct failure *why) {
    enum status status = STATUS_OK;
    if (sharing == SHARE_LI) {
        m->main.table = calloc((size_t)m->shapes->ld_count + 1, sizeof *m->main.table);
        if (!m->main.table) return fail_memory(why, "the long-term memory");
    } else {
        status = weight_set_init(&m->main, m->shapes,
                                 sharing == SHARE_NONE ? CLASSES_FLAT : CLASSES_LD, why);
    }
    if (status == STATUS_OK && (sharing & SHARE_LI))
        status = weight_set_init(&m->li, m->shapes, CLASSES_LI, why);
    return status;
}

enum status memory_new(struct memory **out, int size, const struct params *params,
                       struct failure *why) {
    struct memory *m = calloc(1, sizeof *m);
    if (!m) return fail_memory(why, "the long-term memory");
    m->origin.params = *params;
    rng_seed(&m->origin.rng, (uint64_t)params->seed, 0);
    enum status status = shapes_new(&m->shapes, size, shapes_mask(params->shapes), why);
    if (status == STATUS_OK) status = init_sets(m, params->sharing, why);
    if (status != STATUS_OK) {
        memory_free(m);
        return status;
    }
    *out = m;
    return STATUS_OK;
}

void memory_free(struct memory *m) {
    if (!m) return;
    weight_set_free(&m->main);
    weight_set_free(&m->li);
    free(m->shapes);
    free(m);
}

static const int32_t *main_base(const struct memory *m) {
    return m->origin.params.sharing == SHARE_NONE ? m->shapes->flat_base : m->shapes->ld_base;
}

struct shape_weights memory_weights(const struct memory *m) {
    return (struct shape_weights){
        .shapes = m->shapes, .base = main_base(m), .table = m->main.table, .li = m->li.table};
}

void memory_unfold(const struct memory *m, const struct shapes *to, float *flat) {
    const struct shapes *from = m->shapes;
    const bool same_board = from->size == to->size;
    memset(flat, 0, ((size_t)to->flat_count + 1) * sizeof *flat);
    for (int r = 0; r < to->region_count; r++) {
        const int k = to->region_size[r];
        if (!(from->mask >> (k - 1) & 1) || k > from->size) continue;
        /* Regions of one size follow each other, the lower left one first. */
        const int first = shapes_region(from, k, 0, 0);
        const float *li = m->li.table ? m->li.table + from->li_base[first] : NULL;
        const float *ld = NULL;
        if (same_board) ld = m->main.table + main_base(m)[first + r - shapes_region(to, k, 0, 0)];
        float *out = flat + to->flat_base[r];
        for (int code = 0; code < shape_codes(k); code++)
            out[code] = (ld ? ld[code] : 0) + (li ? li[code] : 0);
    }
}

static void publish_class(struct weight_set *set, int class) {
    const struct shape_classes *c = set->classes;
    const float theta = set->theta[class];
    for (int i = c->member_start[class]; i < c->member_start[class + 1]; i++) {
        const int32_t member = c->member[i];
        if (member > 0)
            set->table[member - 1] = theta;
        else
            set->table[-member - 1] = -theta;
    }
}

void weight_set_publish(struct weight_set *set) {
    for (int i = 0; i < set->touched_count; i++) {
        publish_class(set, set->touched[i]);
        set->is_touched[set->touched[i]] = 0;
    }
    set->touched_count = 0;
}

void weight_set_publish_all(struct weight_set *set) {
    if (!set->classes) return;
    for (int class = 0; class < set->classes->class_count; class ++) publish_class(set, class);
}
