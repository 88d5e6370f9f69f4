/* The enumeration of local shapes (2012 paper, section 3.1): a number for each region, three places
 * in tables for each filling, and the classes of fillings that share a weight. A 2x2 region:
 *
 *     cells   2 3      filling   . O      code = sum over cells of digit x 3^cell
 *             0 1                X .           = 1 x 3^0 + 0 x 3^1 + 0 x 3^2 + 2 x 3^3 = 55
 *
 * with the digits 0 empty, 1 black, 2 white. The cells are numbered as in the first region of the
 * orbit; a region that is its mirror image numbers them mirrored. */
#include "guzumi/shapes/shapes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int power3(int exponent) {
    int power = 1;
    while (exponent-- > 0) power *= 3;
    return power;
}

/* Where a region's lower left corner goes under a symmetry of the board: the images of two opposite
 * corners are opposite corners of the image, and its lower left one has their smaller coordinates.
 */
static int transformed_corner(int size, int k, int symmetry, int column, int row) {
    const int corners[2] = {
        point_transform(size, symmetry, point_at(size, column, row)),
        point_transform(size, symmetry, point_at(size, column + k - 1, row + k - 1))};
    const int c0 = point_column(size, corners[0]), c1 = point_column(size, corners[1]);
    const int r0 = point_row(size, corners[0]), r1 = point_row(size, corners[1]);
    return point_at(size, c0 < c1 ? c0 : c1, r0 < r1 ? r0 : r1);
}

/* The symmetry that takes a region to the first of its orbit, whose corner goes to *FIRST. */
static int symmetry_to_first(int size, int k, int column, int row, int *first) {
    int best = 0;
    *first = point_at(size, column, row);
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        const int corner = transformed_corner(size, k, symmetry, column, row);
        if (corner >= *first) continue;
        *first = corner;
        best = symmetry;
    }
    return best;
}

/* Enters one region under its number: the bases and the covers of its points. A cell's digit is the
 * one of its image in the first region of the orbit, so that a code means the same shape in all of
 * them and the LD table needs one part per orbit. */
static void add_region(struct shapes *s, int k, int column, int row, int32_t *orbit_base,
                       int covers_used[BOARD_MAX_POINTS]) {
    const int region = s->region_count++, size = s->size;
    int first;
    const int symmetry = symmetry_to_first(size, k, column, row, &first);
    if (orbit_base[first] < 0) {
        orbit_base[first] = s->ld_count;
        s->ld_count += shape_codes(k);
    }
    s->region_size[region] = (uint8_t)k;
    s->flat_base[region] = s->flat_count;
    s->ld_base[region] = orbit_base[first];
    s->li_base[region] = s->li_count - shape_codes(k);
    s->flat_count += shape_codes(k);
    for (int cell = 0; cell < k * k; cell++) {
        const int point = point_at(size, column + cell % k, row + cell / k);
        const int image = point_transform(size, symmetry, point);
        const int i = point_column(size, image) - point_column(size, first);
        const int j = point_row(size, image) - point_row(size, first);
        s->cover[point][covers_used[point]++] =
            (struct shape_cover){.region = region, .add = power3(j * k + i)};
    }
}

/* The points within distance REACH in both directions. */
static struct bitset window(int size, int column, int row, int reach) {
    struct bitset out = {{0}};
    for (int r = row - reach; r <= row + reach; r++)
        for (int c = column - reach; c <= column + reach; c++)
            if (r >= 0 && r < size && c >= 0 && c < size) bitset_add(&out, point_at(size, c, r));
    return out;
}

/* Large shapes come first: their regions are the most, and fused tables have only them. Points near
 * the edge are under fewer regions than others; their covers are padded by the region that is not
 * there, so that the loops over covers have a constant length. */
enum status shapes_new(struct shapes **out, int size, int mask, struct failure *why) {
    struct shapes *s = calloc(1, sizeof *s);
    if (!s) return out_of_memory(why, "the local shapes");
    s->size = size;
    s->mask = mask;
    int covers_used[BOARD_MAX_POINTS] = {0};
    int reach = 0;
    for (int k = SHAPE_SIZES; k >= 1; k--) {
        if (!(mask >> (k - 1) & 1) || k > size) continue;
        int32_t orbit_base[BOARD_MAX_POINTS];
        for (int i = 0; i < BOARD_MAX_POINTS; i++) orbit_base[i] = -1;
        if (reach == 0) reach = k - 1;
        s->cover_count += k * k;
        s->li_count += shape_codes(k);
        for (int row = 0; row + k <= size; row++)
            for (int column = 0; column + k <= size; column++)
                add_region(s, k, column, row, orbit_base, covers_used);
    }
    for (int i = s->region_count; i < SHAPE_REGION_ROOM; i++) {
        s->flat_base[i] = s->flat_count;
        s->ld_base[i] = s->ld_count;
        s->li_base[i] = s->li_count;
    }
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            const int point = point_at(size, column, row);
            for (int i = covers_used[point]; i < SHAPE_COVERS; i++)
                s->cover[point][i] = (struct shape_cover){.region = s->region_count, .add = 0};
            s->near[point] = window(size, column, row, reach);
        }
    *out = s;
    return STATUS_OK;
}

/* The regions of larger shapes come first, then those of this size by rows. */
int shapes_region(const struct shapes *s, int k, int column, int row) {
    if (!(s->mask >> (k - 1) & 1) || column < 0 || row < 0) return -1;
    if (column + k > s->size || row + k > s->size) return -1;
    int region = 0;
    for (int larger = SHAPE_SIZES; larger > k; larger--)
        if (s->mask >> (larger - 1) & 1 && larger <= s->size)
            region += (s->size - larger + 1) * (s->size - larger + 1);
    return region + row * (s->size - k + 1) + column;
}

/* --- classes of equal weight --- */

/* The codes of k x k regions, rearranged by each symmetry of the square and with their colours
 * exchanged. */
struct code_images {
    uint16_t moved[8][SHAPE_MAX_CODES];
    uint16_t inverse[SHAPE_MAX_CODES];
};

/* Fills in the images of the codes whose highest digit is that of the cell worth POWER: a black
 * stone there adds BLACK, a white one WHITE, to the image of the code without it. One cell after
 * the other, each code costs one addition. */
static void add_cell(uint16_t *image, int power, int black, int white) {
    for (int code = 0; code < power; code++) {
        image[power + code] = (uint16_t)(image[code] + black);
        image[2 * power + code] = (uint16_t)(image[code] + white);
    }
}

/* Cells are numbered by rows; cell c is worth 3^c. Exchanging the colours exchanges the digits 1
 * and 2. */
static void find_images(struct code_images *images, int k) {
    static const int power[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        images->moved[symmetry][0] = 0;
        for (int cell = 0; cell < k * k; cell++) {
            const int image = point_transform(k, symmetry, point_at(k, cell % k, cell / k));
            const int to = power[point_row(k, image) * k + point_column(k, image)];
            add_cell(images->moved[symmetry], power[cell], to, 2 * to);
        }
    }
    images->inverse[0] = 0;
    for (int cell = 0; cell < k * k; cell++)
        add_cell(images->inverse, power[cell], 2 * power[cell], power[cell]);
}

/* The symmetries that leave a region's features equivalent. */
struct symmetries {
    int count, number[8];
};

static const struct symmetries all_symmetries = {8, {0, 1, 2, 3, 4, 5, 6, 7}};

static int set_of(const struct symmetries *symmetries) {
    int set = 0;
    for (int i = 0; i < symmetries->count; i++) set |= 1 << symmetries->number[i];
    return set;
}

/* The board symmetries that map the first region of an orbit onto itself. A symmetry of the board
 * acts on such a region as the symmetry of the same number acts on a k x k board. */
static struct symmetries stabiliser(const struct shapes *s, int region, int first_of_size) {
    const int k = s->region_size[region], side = s->size - k + 1;
    const int column = (region - first_of_size) % side, row = (region - first_of_size) / side;
    /* Corners of k x k regions are moved like the points of a board of their own size. */
    const int corner = point_at(side, column, row);
    struct symmetries out = {.count = 0};
    for (int symmetry = 0; symmetry < 8; symmetry++)
        if (point_transform(side, symmetry, corner) == corner) out.number[out.count++] = symmetry;
    return out;
}

/* Gives the classes of one part of the table, the codes of a region that starts at entry BASE. A
 * class has the number of its smallest code, which comes first. A filling and the one with colours
 * exchanged are worth the same with opposite signs; a filling that is its own inverse is worth
 * nothing, so it has no weight. */
static void classify(struct shape_classes *classes, int k, int base,
                     const struct code_images *images, const struct symmetries *symmetries) {
    for (int code = 0; code < shape_codes(k); code++) {
        int smallest = code, sign = 1;
        bool neutral = false;
        for (int i = 0; i < symmetries->count; i++) {
            const int same = images->moved[symmetries->number[i]][code];
            const int inverse = images->inverse[same];
            neutral |= inverse == code;
            if (same < smallest) smallest = same, sign = 1;
            if (inverse < smallest) smallest = inverse, sign = -1;
        }
        if (neutral) {
            classes->class_of[base + code] = 0;
        } else if (smallest == code) {
            classes->class_of[base + code] = ++classes->class_count;
        } else {
            classes->class_of[base + code] = sign * classes->class_of[base + smallest];
        }
    }
}

/* A class for each filling but the empty one. */
static void number_all(struct shape_classes *classes, int k, int base) {
    for (int code = 1; code < shape_codes(k); code++)
        classes->class_of[base + code] = ++classes->class_count;
}

/* Lists the members of the classes from BEFORE on, which are those of the COUNT entries from BASE
 * on, in order of entries: a counting sort by class. */
static void collect_members(struct shape_classes *classes, int base, int count, int before) {
    int32_t *start = classes->member_start + before;
    const int32_t *class_of = classes->class_of + base;
    const int own = classes->class_count - before;
    for (int i = 0; i < count; i++)
        if (class_of[i]) start[abs(class_of[i]) - before]++;
    for (int i = 0; i < own; i++) start[i + 1] += start[i];
    const int32_t total = start[own];
    for (int i = count - 1; i >= 0; i--) {
        const int32_t entry = base + i + 1;
        if (class_of[i])
            classes->member[--start[abs(class_of[i]) - before]] = class_of[i] > 0 ? entry : -entry;
    }
    /* Each start was moved down to its class's first member, one place too far along. */
    memmove(start, start + 1, (size_t)own * sizeof *start);
    start[own] = total;
}

/* A part of the table, the codes of a region: its first entry, the number of classes before it, and
 * of its own. */
struct part {
    int base, before, count;
};

/* TO = FROM, each number farther from 0 by BY; 0 stays. */
static void shift(int32_t *to, const int32_t *from, int count, int32_t by) {
    for (int i = 0; i < count; i++) {
        const int32_t sign = from[i] >> 31; /* 0 or -1 */
        const int32_t wanted = -(from[i] != 0);
        to[i] = from[i] + (((by ^ sign) - sign) & wanted);
    }
}

/* Gives the CODES from BASE on the classes of PART, under numbers of their own. */
static void repeat(struct shape_classes *classes, int base, int codes, const struct part *part) {
    const int32_t *start = classes->member_start + part->before;
    int32_t *own_start = classes->member_start + classes->class_count;
    shift(classes->class_of + base, classes->class_of + part->base, codes,
          classes->class_count - part->before);
    shift(classes->member + own_start[0], classes->member + start[0], start[part->count] - start[0],
          base - part->base);
    for (int i = 1; i <= part->count; i++) own_start[i] = own_start[0] + start[i] - start[0];
    classes->class_count += part->count;
}

/* Regions have one of few sets of symmetries, and most have none: the first PART of each set serves
 * the others, too. IMAGES is room to work in. */
static void classify_table(struct shape_classes *classes, const struct shapes *s,
                           enum class_kind kind, struct code_images *images) {
    struct part parts[256]; /* by set */
    int first_of_size = 0, done = 0;
    for (int region = 0; region < s->region_count; region++) {
        const int k = s->region_size[region], codes = shape_codes(k);
        if (region == 0 || s->region_size[region - 1] != k) {
            first_of_size = region;
            find_images(images, k);
            memset(parts, 0, sizeof parts);
        }
        const int base = kind == CLASSES_LD   ? s->ld_base[region]
                         : kind == CLASSES_LI ? s->li_base[region]
                                              : s->flat_base[region];
        if (base < done) continue; /* this part of the table is known from an earlier region */
        done = base + codes;
        const struct symmetries symmetries =
            kind == CLASSES_LD ? stabiliser(s, region, first_of_size) : all_symmetries;
        struct part *part = &parts[set_of(&symmetries)];
        if (part->count > 0) {
            repeat(classes, base, codes, part);
        } else {
            *part = (struct part){.base = base, .before = classes->class_count};
            if (kind == CLASSES_FLAT)
                number_all(classes, k, base);
            else
                classify(classes, k, base, images, &symmetries);
            collect_members(classes, base, codes, part->before);
            part->count = classes->class_count - part->before;
        }
        classes->size_count[k - 1] += part->count;
    }
}

/* The images of 19,683 codes under nine maps are 354 kB, too much for the stack and needed only
 * here. */
enum status shape_classes_new(struct shape_classes **out, const struct shapes *s,
                              enum class_kind kind, struct failure *why) {
    struct shape_classes *classes = calloc(1, sizeof *classes);
    if (!classes)
        return out_of_memory(why, "the classes of local shapes on %dx%d", s->size, s->size);
    classes->entry_count = kind == CLASSES_LD   ? s->ld_count
                           : kind == CLASSES_LI ? s->li_count
                                                : s->flat_count;
    const size_t entries = (size_t)classes->entry_count;
    classes->class_of = calloc(entries + 1, sizeof *classes->class_of);
    classes->member = calloc(entries + 1, sizeof *classes->member);
    classes->member_start = calloc(entries + 2, sizeof *classes->member_start);
    struct code_images *images = malloc(sizeof *images);
    if (!classes->class_of || !classes->member || !classes->member_start || !images) {
        shape_classes_free(classes);
        free(images);
        return out_of_memory(why, "the classes of local shapes on %dx%d", s->size, s->size);
    }
    classify_table(classes, s, kind, images);
    free(images);
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
