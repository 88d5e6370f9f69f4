#include "guzumi/shapes/shapes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The rearrangements of a region's cells that leave its features equivalent. */
struct cell_symmetries {
    int count;
    uint8_t to[8][9]; /* where each cell goes */
};

static void add_symmetry(struct cell_symmetries *out, int k, int symmetry) {
    for (int cell = 0; cell < k * k; cell++) {
        const int image = point_transform(k, symmetry, point_at(k, cell % k, cell / k));
        out->to[out->count][cell] = (uint8_t)(point_row(k, image) * k + point_column(k, image));
    }
    out->count++;
}

/* The board symmetries that map the first region of an orbit onto itself. A symmetry of the board
 * acts on such a region as the symmetry of the same number acts on a k x k board. */
static void stabiliser(const struct shapes *s, int region, int first_of_size,
                       struct cell_symmetries *out) {
    const int k = s->region_size[region], side = s->size - k + 1;
    const int column = (region - first_of_size) % side, row = (region - first_of_size) / side;
    out->count = 0;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        /* Corners of k x k regions are moved like the points of a board of their own size. */
        const int corner = point_at(side, column, row);
        if (point_transform(side, symmetry, corner) == corner) add_symmetry(out, k, symmetry);
    }
}

static void all_symmetries(int k, struct cell_symmetries *out) {
    out->count = 0;
    for (int symmetry = 0; symmetry < 8; symmetry++) add_symmetry(out, k, symmetry);
}

/* The code with its cells rearranged and, if INVERT, its colours exchanged. */
static int rearranged(int code, int cells, const uint8_t *to, bool invert) {
    static const int power[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};
    int out = 0;
    for (int cell = 0; cell < cells; cell++, code /= 3) {
        const int digit = code % 3;
        out += power[to[cell]] * (invert && digit ? 3 - digit : digit);
    }
    return out;
}

/* Gives the classes of one part of the table: the CODES of a region that starts at entry BASE. */
static void classify(struct shape_classes *classes, int k, int base,
                     const struct cell_symmetries *symmetries) {
    for (int code = 0; code < shape_codes(k); code++) {
        int smallest = code, sign = 1;
        bool neutral = false;
        for (int i = 0; i < symmetries->count; i++) {
            const int same = rearranged(code, k * k, symmetries->to[i], false);
            const int inverse = rearranged(code, k * k, symmetries->to[i], true);
            neutral |= inverse == code;
            if (same < smallest) smallest = same, sign = 1;
            if (inverse < smallest) smallest = inverse, sign = -1;
        }
        if (neutral) {
            classes->class_of[base + code] = 0;
        } else if (smallest == code) {
            classes->size_count[k - 1]++;
            classes->class_of[base + code] = ++classes->class_count;
        } else {
            classes->class_of[base + code] = sign * classes->class_of[base + smallest];
        }
    }
}

static void classify_table(struct shape_classes *classes, const struct shapes *s,
                           enum class_kind kind) {
    int first_of_size = 0, done = 0;
    for (int region = 0; region < s->region_count; region++) {
        const int k = s->region_size[region];
        if (region > 0 && s->region_size[region - 1] != k) first_of_size = region;
        const int base = kind == CLASSES_LD   ? s->ld_base[region]
                         : kind == CLASSES_LI ? s->li_base[region]
                                              : s->flat_base[region];
        if (base < done) continue; /* this part of the table is known from an earlier region */
        done = base + shape_codes(k);
        struct cell_symmetries symmetries;
        if (kind == CLASSES_FLAT) {
            for (int code = 1; code < shape_codes(k); code++)
                classes->class_of[base + code] = ++classes->class_count;
            classes->size_count[k - 1] += shape_codes(k) - 1;
            continue;
        }
        if (kind == CLASSES_LD)
            stabiliser(s, region, first_of_size, &symmetries);
        else
            all_symmetries(k, &symmetries);
        classify(classes, k, base, &symmetries);
    }
}

/* Lists the members of each class, in order of entries. */
static void collect_members(struct shape_classes *classes) {
    int32_t *start = classes->member_start;
    for (int entry = 0; entry < classes->entry_count; entry++)
        if (classes->class_of[entry]) start[abs(classes->class_of[entry])]++;
    for (int i = 0; i < classes->class_count; i++) start[i + 1] += start[i];
    const int32_t total = start[classes->class_count];
    for (int entry = classes->entry_count - 1; entry >= 0; entry--) {
        const int class = classes->class_of[entry];
        if (class) classes->member[--start[abs(class)]] = class > 0 ? entry + 1 : -(entry + 1);
    }
    /* Each start was moved down to its class's first member, one place too far along. */
    memmove(start, start + 1, (size_t)classes->class_count * sizeof *start);
    start[classes->class_count] = total;
}

enum status shape_classes_new(struct shape_classes **out, const struct shapes *s,
                              enum class_kind kind, struct failure *why) {
    struct shape_classes *classes = calloc(1, sizeof *classes);
    if (!classes) return fail_memory(why, "the classes of local shapes on %dx%d", s->size, s->size);
    classes->entry_count = kind == CLASSES_LD   ? s->ld_count
                           : kind == CLASSES_LI ? s->li_count
                                                : s->flat_count;
    const size_t entries = (size_t)classes->entry_count;
    classes->class_of = calloc(entries + 1, sizeof *classes->class_of);
    classes->member = calloc(entries + 1, sizeof *classes->member);
    classes->member_start = calloc(entries + 2, sizeof *classes->member_start);
    if (!classes->class_of || !classes->member || !classes->member_start) {
        shape_classes_free(classes);
        return fail_memory(why, "the classes of local shapes on %dx%d", s->size, s->size);
    }
    classify_table(classes, s, kind);
    collect_members(classes);
    *out = classes;
    return STATUS_OK;
}

void shape_classes_free(struct shape_classes *classes) {
    if (!classes) return;
    free(classes->class_of);
    free(classes->member_start);
    free(classes->member);
    free(classes);
}
