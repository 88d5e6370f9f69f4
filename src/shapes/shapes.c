#include "guzumi/shapes/shapes.h"

#include <stdlib.h>
#include <string.h>

static int power3(int exponent) {
    int power = 1;
    while (exponent-- > 0) power *= 3;
    return power;
}

/* Where a region's lower left corner goes under a symmetry of the board. */
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

/* Enters one region under its number: the bases and the covers of its points. */
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

int shapes_region(const struct shapes *s, int k, int column, int row) {
    if (!(s->mask >> (k - 1) & 1) || column < 0 || row < 0) return -1;
    if (column + k > s->size || row + k > s->size) return -1;
    int region = 0;
    for (int larger = SHAPE_SIZES; larger > k; larger--)
        if (s->mask >> (larger - 1) & 1 && larger <= s->size)
            region += (s->size - larger + 1) * (s->size - larger + 1);
    return region + row * (s->size - k + 1) + column;
}
