/* RLGO's long-term memory: weights shared by classes of shapes, written out for a board of its own
 * size or another. */
#include "guzumi/shapes/memory.h"

#include "guzumi/base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void weight_set_free(struct weight_set *set) {
    shape_classes_free(set->classes);
    free(set->table);
    free(set->ring);
    free(set->coherence);
}

/* Links the members of each class into a ring: an entry leads to the next member, as its number
 * plus one, negative if that has the opposite sign. For entries 4 and 12 and the inverse shape, 9:
 *
 *     ring[4] = -10      ring[9] = -13      ring[12] = 5
 *
 * Learning follows the ring from whichever member was active, without a look-up of the class and
 * its list. */
static enum status link_rings(struct weight_set *set, struct failure *why) {
    const struct shape_classes *c = set->classes;
    if (!c || set->ring) return STATUS_OK;
    set->ring = calloc((size_t)c->entry_count + 1, sizeof *set->ring);
    if (!set->ring) return out_of_memory(why, "learning");
    for (int class = 0; class < c->class_count; class ++) {
        const int first = c->member_start[class], end = c->member_start[class + 1];
        for (int i = first; i < end; i++) {
            const int32_t here = c->member[i], next = c->member[i + 1 < end ? i + 1 : first];
            const bool same_sign = (here > 0) == (next > 0);
            set->ring[abs(here) - 1] = same_sign ? abs(next) : -abs(next);
        }
    }
    return STATUS_OK;
}

/* The table has one more entry, always 0, for regions that are not there (shapes.h). */
static enum status weight_set_init(struct weight_set *set, const struct shapes *shapes,
                                   enum class_kind kind, struct failure *why) {
    const enum status status = shape_classes_new(&set->classes, shapes, kind, why);
    if (status != STATUS_OK) return status;
    set->table = calloc((size_t)set->classes->entry_count + 1, sizeof *set->table);
    return set->table
               ? STATUS_OK
               : out_of_memory(why, "the long-term memory on %dx%d", shapes->size, shapes->size);
}

/* By class, not by entry: an LI class is met many times in a game, through different members. */
enum status weight_changes_init(struct weight_changes *changes, const struct weight_set *set,
                                struct failure *why) {
    const size_t classes = set->classes ? (size_t)set->classes->class_count + 1 : 1;
    *changes = (struct weight_changes){.before = calloc(classes, sizeof *changes->before),
                                       .after = calloc(classes, sizeof *changes->after),
                                       .touched = calloc(classes, sizeof *changes->touched),
                                       .is_touched = calloc(classes, sizeof *changes->is_touched)};
    if (changes->before && changes->after && changes->touched && changes->is_touched)
        return STATUS_OK;
    weight_changes_free(changes);
    return out_of_memory(why, "learning");
}

void weight_changes_free(struct weight_changes *changes) {
    free(changes->before);
    free(changes->after);
    free(changes->touched);
    free(changes->is_touched);
    *changes = (struct weight_changes){.count = 0};
}

/* The sets that SHARING asks for. With LI weights alone the main set is a table of zeros, so that
 * the kernels need no case for it. */
static enum status init_sets(struct memory *m, enum sharing sharing, struct failure *why) {
    enum status status = STATUS_OK;
    if (sharing == SHARE_LI) {
        m->main.table = calloc((size_t)m->shapes->ld_count + 1, sizeof *m->main.table);
        if (!m->main.table)
            return out_of_memory(why, "the long-term memory on %dx%d", m->shapes->size,
                                 m->shapes->size);
    } else {
        status = weight_set_init(&m->main, m->shapes,
                                 sharing == SHARE_NONE ? CLASSES_FLAT : CLASSES_LD, why);
    }
    if (status == STATUS_OK && (sharing & SHARE_LI))
        status = weight_set_init(&m->li, m->shapes, CLASSES_LI, why);
    return status;
}

static enum status prepare_coherence(struct weight_set *set, bool wanted, struct failure *why) {
    if (!set->classes || wanted == (set->coherence != NULL)) return STATUS_OK;
    free(set->coherence);
    set->coherence =
        wanted ? calloc(2 * (size_t)set->classes->class_count + 1, sizeof *set->coherence) : NULL;
    return wanted && !set->coherence ? out_of_memory(why, "the step sizes") : STATUS_OK;
}

/* What step sizes need, which weight files keep. */
static enum status prepare_steps(struct memory *m, struct failure *why) {
    const bool wanted = m->learnt.origin.params.step_sizes == STEPS_COHERENT;
    const enum status status = prepare_coherence(&m->main, wanted, why);
    return status == STATUS_OK ? prepare_coherence(&m->li, wanted, why) : status;
}

static const int32_t *main_base(const struct memory *m) {
    return m->learnt.origin.params.sharing == SHARE_NONE ? m->shapes->flat_base
                                                         : m->shapes->ld_base;
}

/* Counts, for each entry of the main table, the weights that its shape has: 0 for the empty shape
 * and for shapes equal to their own inverse, up to 2 with LD and LI. */
static enum status init_activity(struct memory *m, struct failure *why) {
    const struct shapes *s = m->shapes;
    if (m->activity) return STATUS_OK;
    const int entries = m->learnt.origin.params.sharing == SHARE_NONE ? s->flat_count : s->ld_count;
    m->activity = calloc((size_t)entries + 1, sizeof *m->activity);
    if (!m->activity) return out_of_memory(why, "learning");
    for (int r = 0, done = 0; r < s->region_count; r++) {
        const int base = main_base(m)[r];
        if (base < done) continue; /* an earlier region shares it */
        done = base + shape_codes(s->region_size[r]);
        for (int code = 0; code < shape_codes(s->region_size[r]); code++) {
            const bool ld = m->main.classes && m->main.classes->class_of[base + code];
            const bool li = m->li.classes && m->li.classes->class_of[s->li_base[r] + code];
            m->activity[base + code] = (uint8_t)(ld + li);
        }
    }
    return STATUS_OK;
}

enum status memory_prepare_learning(struct memory *m, struct failure *why) {
    enum status status = prepare_steps(m, why);
    if (status == STATUS_OK) status = init_activity(m, why);
    if (status == STATUS_OK) status = link_rings(&m->main, why);
    return status;
}

enum status memory_new(struct memory **out, int size, const struct params *params,
                       struct failure *why) {
    struct memory *m = calloc(1, sizeof *m);
    if (!m) return out_of_memory(why, "the long-term memory");
    learnt_begin(&m->learnt, &shapes_learner, size, params);
    enum status status = shapes_new(&m->shapes, size, shapes_mask(params->shapes), why);
    if (status == STATUS_OK) status = init_sets(m, params->sharing, why);
    if (status == STATUS_OK) status = prepare_steps(m, why);
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

/* By class: entries repeat the weights of classes. */
static uint64_t add_weights(uint64_t hash, const struct weight_set *set) {
    const int count = set->classes ? set->classes->class_count : 0;
    for (int i = 0; i < count; i++) hash = hash_float(hash, weight_set_theta(set, i));
    return hash;
}

/* The random generator's state is included, since a resumed training must continue with it. */
uint64_t memory_checksum(const struct memory *m) {
    uint64_t hash = add_weights(add_weights(HASH_START, &m->main), &m->li);
    for (int i = 0; i < 4; i++) hash = hash_add(hash, m->learnt.origin.rng.state[i]);
    return hash;
}

struct shape_weights memory_weights(const struct memory *m) {
    return (struct shape_weights){.shapes = m->shapes,
                                  .base = main_base(m),
                                  .table = m->main.table,
                                  .li = m->li.table,
                                  .concurrent = m->concurrent};
}

/* Writes THETA to all members of CLASS; members of the opposite colour have the opposite sign. */
static ALWAYS_INLINE void show_weight(struct weight_set *set, int class, float theta,
                                      bool concurrent) {
    const struct shape_classes *c = set->classes;
    for (int i = c->member_start[class]; i < c->member_start[class + 1]; i++) {
        const int32_t member = c->member[i];
        weight_write(&set->table[abs(member) - 1], member > 0 ? theta : -theta, concurrent);
    }
}

void weight_set_set_theta(struct weight_set *set, int class, float theta) {
    show_weight(set, class, theta, false);
}

/* The weight of CLASS after a change from BEFORE to AFTER, if other threads may have changed it in
 * between: their changes are kept. Without any, AFTER is returned to the bit. */
static float merge_change(const struct weight_set *set, int class, float before, float after) {
    const struct shape_classes *c = set->classes;
    const float now = weight_read(&set->table[c->member[c->member_start[class]] - 1], true);
    return now == before ? after : now + (after - before);
}

static ALWAYS_INLINE void publish(struct weight_set *set, struct weight_changes *changes,
                                  bool concurrent) {
    for (int i = 0; i < changes->count; i++) {
        const int class = changes->touched[i];
        const float before = changes->before[class], after = changes->after[class];
        show_weight(set, class, concurrent ? merge_change(set, class, before, after) : after,
                    concurrent);
        changes->is_touched[class] = 0;
    }
    changes->count = 0;
}

void weight_set_publish(struct weight_set *set, struct weight_changes *changes, bool concurrent) {
    if (concurrent)
        publish(set, changes, true);
    else
        publish(set, changes, false);
}

static void average_set(struct weight_set *set, int count, const struct weight_set *next) {
    if (!set->classes) return;
    for (int i = 0; i < set->classes->class_count; i++) {
        const float mean = weight_set_theta(set, i);
        weight_set_set_theta(set, i,
                             mean + (weight_set_theta(next, i) - mean) / (float)(count + 1));
    }
    if (set->coherence)
        memset(set->coherence, 0, 2 * (size_t)set->classes->class_count * sizeof *set->coherence);
}

/* A running mean, mean + (next - mean) / (count + 1), which needs one memory at a time. */
enum status memory_average(struct memory *m, int count, const struct memory *next, const char *name,
                           struct failure *why) {
    const struct params *mine = &m->learnt.origin.params, *its = &next->learnt.origin.params;
    if (next->shapes->size != m->shapes->size || its->shapes != mine->shapes ||
        its->sharing != mine->sharing || its->value != mine->value)
        return fail(
            why, STATUS_INVALID,
            "%.200s has another board, other shapes, other sharing or another kind of value "
            "than the memories before it",
            name);
    average_set(&m->main, count, &next->main);
    average_set(&m->li, count, &next->li);
    if (next->learnt.origin.games >= m->learnt.origin.games) m->learnt.origin = next->learnt.origin;
    return prepare_steps(m, why);
}

/* --- regions of two boards that correspond --- */

/* The places of k x k squares along a side that stand for one of another board. */
struct places {
    int count, at[2];
};

/* The places 0..FROM_LAST that stand for PLACE of 0..TO_LAST. A place nearer to an edge than the
 * middle of FROM keeps its distance; all others map to the middle, which is a pair of places if
 * their number is even. The exact middle of the board belongs to both halves. For the places 0 to 6
 * of a larger board those of 0 to 4 are 0 1 2 2 2 3 4. */
static struct places corresponding_places(int from_last, int to_last, int place) {
    const int mirrored = to_last - place;
    const int distance = place < mirrored ? place : mirrored;
    const int low = 2 * distance < from_last ? distance : from_last / 2, high = from_last - low;
    if (low == high) return (struct places){.count = 1, .at = {low}};
    if (place == mirrored || 2 * distance >= from_last)
        return (struct places){.count = 2, .at = {low, high}};
    return (struct places){.count = 1, .at = {place < mirrored ? low : high}};
}

/* A k x k square on one of the two boards. */
struct square {
    const struct shapes *shapes;
    int k, column, row;
};

/* What a stone in CELL, by rows, adds to the code of REGION, the square's. */
static int32_t added_by(const struct square *q, int region, int cell) {
    const int point = point_at(q->shapes->size, q->column + cell % q->k, q->row + cell / q->k);
    return shapes_add(q->shapes, region, point);
}

static int square_region(const struct square *q) {
    return shapes_region(q->shapes, q->k, q->column, q->row);
}

/* For each code of TO, the code in FROM of the same stones in the same cells: the two may number
 * their cells through different symmetries. */
static void translate_codes(const struct square *to, const struct square *from,
                            int32_t codes[SHAPE_MAX_CODES]) {
    const int k = to->k, region = square_region(to), other = square_region(from);
    codes[0] = 0;
    for (int power = 1; power < shape_codes(k); power *= 3) {
        int cell = 0;
        while (added_by(to, region, cell) != power) cell++;
        const int32_t add = added_by(from, other, cell);
        for (int code = power; code < 3 * power; code++) codes[code] = codes[code - power] + add;
    }
}

/* --- the tables of a memory written out --- */

/* Whether location-dependent weights are of use on boards of SIZE. Greedy players with those of 9x9
 * won 77 % against players without them on 8x8, 70 % on 10x10 and 54 % on 13x13, but 38 % on 15x15
 * and 26 % on 19x19. */
static bool is_near(const struct memory *m, int size) {
    return abs(m->shapes->size - size) <= MEMORY_REACH;
}

/* Adds to OUT the weights that the main set has for the square TO. */
static void add_main(const struct memory *m, const struct square *to, float *out) {
    const int k = to->k, last = m->shapes->size - k, to_last = to->shapes->size - k;
    const struct places columns = corresponding_places(last, to_last, to->column);
    const struct places rows = corresponding_places(last, to_last, to->row);
    const float fraction = 1 / (float)(columns.count * rows.count);
    const struct shape_weights weights = memory_weights(m);
    for (int i = 0; i < columns.count * rows.count; i++) {
        const struct square from = {m->shapes, k, columns.at[i % columns.count],
                                    rows.at[i / columns.count]};
        const float *table = weights.table + weights.base[square_region(&from)];
        int32_t codes[SHAPE_MAX_CODES];
        translate_codes(to, &from, codes);
        for (int code = 0; code < shape_codes(k); code++)
            out[code] += fraction * table[codes[code]];
    }
}

/* The same on a board of the memory's own size. */
static void add_own(const struct memory *m, const struct square *to, float *out) {
    const struct shape_weights weights = memory_weights(m);
    const int region = shapes_region(m->shapes, to->k, to->column, to->row);
    const float *table = weights.table + weights.base[region];
    for (int code = 0; code < shape_codes(to->k); code++) out[code] += table[code];
}

static void add_li(const struct memory *m, const struct square *to, float *out) {
    if (!m->li.table) return;
    const float *table = m->li.table + m->shapes->li_base[shapes_region(m->shapes, to->k, 0, 0)];
    for (int code = 0; code < shape_codes(to->k); code++) out[code] += table[code];
}

static bool has_shapes(const struct memory *m, int k) {
    return m->shapes->mask >> (k - 1) & 1 && k <= m->shapes->size;
}

/* Goes to the next square of the size of Q, the lower left one first. */
static bool next_square(struct square *q) {
    if (++q->column + q->k <= q->shapes->size) return true;
    q->column = 0;
    return ++q->row + q->k <= q->shapes->size;
}

/* A region of TO gets the mean of the LD weights of the regions that correspond to it, and the LI
 * weights, which no place and no board size matter to. The first region of an orbit has its lowest
 * number, so a base below the highest so far has been filled in. */
void memory_expand(const struct memory *m, const struct shapes *to, bool by_orbit, float *table) {
    const int32_t *base = by_orbit ? to->ld_base : to->flat_base;
    const int entries = by_orbit ? to->ld_count : to->flat_count;
    assert(!by_orbit || memory_is_symmetric(m));
    memset(table, 0, ((size_t)entries + 1) * sizeof *table);
    for (int k = SHAPE_SIZES, done = 0; k >= 1; k--) {
        if (!has_shapes(m, k) || !(to->mask >> (k - 1) & 1) || k > to->size) continue;
        struct square square = {to, k, 0, 0};
        do {
            const int32_t first = base[square_region(&square)];
            if (first < done) continue;
            done = first + shape_codes(k);
            if (m->shapes->size == to->size)
                add_own(m, &square, table + first);
            else if (is_near(m, to->size))
                add_main(m, &square, table + first);
            add_li(m, &square, table + first);
        } while (next_square(&square));
    }
}

/* --- a memory that begins with what another one knows --- */

/* Whether the weights of FROM's places can be those of M's. */
static bool main_carries_over(const struct memory *from, const struct memory *m) {
    const bool shared = m->learnt.origin.params.sharing != SHARE_NONE;
    return from->main.classes && m->main.classes && is_near(from, m->shapes->size) &&
           shared == (from->learnt.origin.params.sharing != SHARE_NONE);
}

/* The classes of SET that have a member among the CODES entries from BASE on get the weights that
 * FLAT has for these entries. */
static void take_weights(struct weight_set *set, int base, int codes, const float *flat) {
    for (int code = 0; code < codes; code++) {
        const int32_t class = set->classes->class_of[base + code];
        if (class > 0) weight_set_set_theta(set, class - 1, flat[code]);
    }
}

/* Region by region through a flat table, as memory_expand: all regions of a class have the same
 * weights there, so it does not matter which one writes a class last. */
enum status memory_start_from(struct memory *m, const struct memory *from, struct failure *why) {
    const struct shape_weights weights = memory_weights(m);
    float *flat = malloc(SHAPE_MAX_CODES * sizeof *flat);
    if (!flat) return out_of_memory(why, "the weights to start from");
    for (int k = 1; k <= SHAPE_SIZES && k <= m->shapes->size; k++) {
        if (!has_shapes(m, k) || !has_shapes(from, k)) continue;
        struct square square = {m->shapes, k, 0, 0};
        if (m->li.classes && from->li.classes) {
            memset(flat, 0, SHAPE_MAX_CODES * sizeof *flat);
            add_li(from, &square, flat);
            take_weights(&m->li, m->shapes->li_base[square_region(&square)], shape_codes(k), flat);
        }
        do {
            if (!main_carries_over(from, m)) break;
            memset(flat, 0, SHAPE_MAX_CODES * sizeof *flat);
            add_main(from, &square, flat);
            take_weights(&m->main, weights.base[square_region(&square)], shape_codes(k), flat);
        } while (next_square(&square));
    }
    free(flat);
    return STATUS_OK;
}
