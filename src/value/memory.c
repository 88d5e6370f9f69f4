#include "guzumi/memory.h"

#include "guzumi/hash.h"

#include <stdlib.h>
#include <string.h>

static void weight_set_free(struct weight_set *set) {
    shape_classes_free(set->classes);
    free(set->table);
    free(set->ring);
    free(set->collected);
    free(set->touched);
    free(set->is_touched);
}

/* Links the members of each class into a ring. */
static void link_rings(struct weight_set *set) {
    const struct shape_classes *c = set->classes;
    for (int class = 0; class < c->class_count; class ++) {
        const int first = c->member_start[class], end = c->member_start[class + 1];
        for (int i = first; i < end; i++) {
            const int32_t here = c->member[i], next = c->member[i + 1 < end ? i + 1 : first];
            const bool same_sign = (here > 0) == (next > 0);
            set->ring[abs(here) - 1] = same_sign ? abs(next) : -abs(next);
        }
    }
}

/* A set whose changes are COLLECTED, or one whose classes are linked into rings. */
static enum status weight_set_init(struct weight_set *set, const struct shapes *shapes,
                                   enum class_kind kind, bool collected, struct failure *why) {
    const enum status status = shape_classes_new(&set->classes, shapes, kind, why);
    if (status != STATUS_OK) return status;
    const size_t classes = (size_t)set->classes->class_count + 1;
    const size_t entries = (size_t)set->classes->entry_count + 1;
    set->table = calloc(entries, sizeof *set->table);
    if (collected) {
        set->collected = calloc(classes, sizeof *set->collected);
        set->touched = calloc(classes, sizeof *set->touched);
        set->is_touched = calloc(classes, sizeof *set->is_touched);
    } else {
        set->ring = calloc(entries, sizeof *set->ring);
    }
    const bool complete =
        collected ? set->collected && set->touched && set->is_touched : set->ring != NULL;
    if (!set->table || !complete) return fail_memory(why, "the long-term memory");
    if (!collected) link_rings(set);
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
                                 sharing == SHARE_NONE ? CLASSES_FLAT : CLASSES_LD, false, why);
    }
    if (status == STATUS_OK && (sharing & SHARE_LI))
        status = weight_set_init(&m->li, m->shapes, CLASSES_LI, true, why);
    return status;
}

static const int32_t *main_base(const struct memory *m) {
    return m->origin.params.sharing == SHARE_NONE ? m->shapes->flat_base : m->shapes->ld_base;
}

static enum status init_activity(struct memory *m, struct failure *why) {
    const struct shapes *s = m->shapes;
    const int entries = m->origin.params.sharing == SHARE_NONE ? s->flat_count : s->ld_count;
    m->activity = calloc((size_t)entries + 1, sizeof *m->activity);
    if (!m->activity) return fail_memory(why, "the long-term memory");
    for (int r = 0; r < s->region_count; r++)
        for (int code = 0; code < shape_codes(s->region_size[r]); code++) {
            const int entry = main_base(m)[r] + code;
            const bool ld = m->main.classes && m->main.classes->class_of[entry];
            const bool li = m->li.classes && m->li.classes->class_of[s->li_base[r] + code];
            m->activity[entry] = (uint8_t)(ld + li);
        }
    return STATUS_OK;
}

enum status memory_new(struct memory **out, int size, const struct params *params,
                       struct failure *why) {
    struct memory *m = calloc(1, sizeof *m);
    if (!m) return fail_memory(why, "the long-term memory");
    m->origin.params = *params;
    rng_seed(&m->origin.rng, (uint64_t)params->seed, 0);
    enum status status = shapes_new(&m->shapes, size, shapes_mask(params->shapes), why);
    if (status == STATUS_OK) status = init_sets(m, params->sharing, why);
    if (status == STATUS_OK) status = init_activity(m, why);
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
    free(m->activity);
    free(m->shapes);
    free(m);
}

static uint64_t add_weights(uint64_t hash, const struct weight_set *set) {
    const int count = set->classes ? set->classes->class_count : 0;
    for (int i = 0; i < count; i++) hash = hash_float(hash, weight_set_theta(set, i));
    return hash;
}

uint64_t memory_checksum(const struct memory *m) {
    uint64_t hash = add_weights(add_weights(HASH_START, &m->main), &m->li);
    for (int i = 0; i < 4; i++) hash = hash_add(hash, m->origin.rng.state[i]);
    return hash;
}

struct shape_weights memory_weights(const struct memory *m) {
    return (struct shape_weights){
        .shapes = m->shapes, .base = main_base(m), .table = m->main.table, .li = m->li.table};
}

void weight_set_set_theta(struct weight_set *set, int class, float theta) {
    const struct shape_classes *c = set->classes;
    for (int i = c->member_start[class]; i < c->member_start[class + 1]; i++) {
        const int32_t member = c->member[i];
        set->table[abs(member) - 1] = member > 0 ? theta : -theta;
    }
    if (set->collected) set->collected[class] = theta;
}

void weight_set_publish(struct weight_set *set) {
    for (int i = 0; i < set->touched_count; i++) {
        const int class = set->touched[i];
        weight_set_set_theta(set, class, set->collected[class]);
        set->is_touched[class] = 0;
    }
    set->touched_count = 0;
}
