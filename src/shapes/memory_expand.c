/* A memory written out, also for boards of another size than its own. */
#include "guzumi/shapes/memory.h"

#include <stdlib.h>
#include <string.h>

/* --- regions of two boards that correspond ------------------------------------------------------
 */

/* The places of k x k squares along a side that stand for one of another board. */
struct places {
    int count, at[2];
};

/* The places 0..FROM_LAST that stand for PLACE of 0..TO_LAST. One nearer to an edge than the middle
 * of FROM is keeps its distance; all others are the middle, which is a pair of places when their
 * number is even. The exact middle of the board belongs to both halves. */
static struct places corresponding_places(int from_last, int to_last, int place) {
    const int mirrored = to_last - place;
    const int distance = place < mirrored ? place : mirrored;
    const int low = 2 * distance < from_last ? distance : from_last / 2, high = from_last - low;
    if (low == high) return (struct places){.count = 1, .at = {low}};
    if (place == mirrored || 2 * distance >= from_last)
        return (struct places){.count = 2, .at = {low, high}};
    return (struct places){.count = 1, .at = {place < mirrored ? low : high}};
}

/* What a stone at the point adds to the code of REGION. */
static int32_t added_by(const struct shapes *s, int region, int column, int row) {
    const struct shape_cover *cover = s->cover[point_at(s->size, column, row)];
    while (cover->region != region) cover++;
    return cover->add;
}

/* A k x k square on one of the two boards. */
struct square {
    const struct shapes *shapes;
    int k, column, row;
};

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
        while (added_by(to->shapes, region, to->column + cell % k, to->row + cell / k) != power)
            cell++;
        const int32_t add =
            added_by(from->shapes, other, from->column + cell % k, from->row + cell / k);
        for (int code = power; code < 3 * power; code++) codes[code] = codes[code - power] + add;
    }
}

/* --- the tables of a memory written out ---------------------------------------------------------
 */

/* Whether the weights of places say something about boards of SIZE. Greedy players with those of
 * 9x9 won 77 % against players without them on 8x8, 70 % on 10x10 and 54 % on 13x13, but 38 % on
 * 15x15 and 26 % on 19x19. */
static bool is_near(const struct memory *m, int size) {
    return abs(m->shapes->size - size) <= MEMORY_REACH;
}

/* Adds to OUT the weights that the main set has for the square TO. */
static void add_main(const struct memory *m, const struct square *to, float *out) {
    const int k = to->k, last = m->shapes->size - k, to_last = to->shapes->size - k;
    const struct places columns = corresponding_places(last, to_last, to->column);
    const struct places rows = corresponding_places(last, to_last, to->row);
    const float share = 1 / (float)(columns.count * rows.count);
    const struct shape_weights weights = memory_weights(m);
    for (int i = 0; i < columns.count * rows.count; i++) {
        const struct square from = {m->shapes, k, columns.at[i % columns.count],
                                    rows.at[i / columns.count]};
        const float *table = weights.table + weights.base[square_region(&from)];
        int32_t codes[SHAPE_MAX_CODES];
        translate_codes(to, &from, codes);
        for (int code = 0; code < shape_codes(k); code++) out[code] += share * table[codes[code]];
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

void memory_expand(const struct memory *m, const struct shapes *to, float *flat) {
    memset(flat, 0, ((size_t)to->flat_count + 1) * sizeof *flat);
    for (int k = 1; k <= SHAPE_SIZES && k <= to->size; k++) {
        if (!has_shapes(m, k) || !(to->mask >> (k - 1) & 1)) continue;
        struct square square = {to, k, 0, 0};
        do {
            float *out = flat + to->flat_base[square_region(&square)];
            if (m->shapes->size == to->size)
                add_own(m, &square, out);
            else if (is_near(m, to->size))
                add_main(m, &square, out);
            add_li(m, &square, out);
        } while (next_square(&square));
    }
}

/* --- a memory that begins with what another one knows -------------------------------------------
 */

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
