/* Local shape features: their enumeration and their symmetry classes (2012 paper, section 3.1).
 *
 * A region is a k x k square of the board, k = 1, 2, 3. A feature is one of the 3^(k k) fillings of
 * one region. In each region exactly one feature is active: its code is the filling read as a
 * number in base 3 (empty 0, black 1, white 2). The orbit of a region is the set of regions that
 * the eight symmetries of the board turn it into. The points of a region are numbered by way of the
 * symmetry that takes it to the first region of its orbit, so that a code means the same shape
 * throughout the orbit: location-dependent weight sharing over the symmetries is just a common
 * table. A stone adds the same constant to the code of a region that covers it, wherever other
 * stones are.
 *
 * Three tables of weights are indexed by base + code: the flat one with a part for each region, the
 * location-dependent (LD) one with a part for each orbit, and the location-independent (LI) one
 * with a part for each k. Every table has one more entry at its end, always 0, for the dummy region
 * that pads lists of regions ("not there"). */
#ifndef GUZUMI_SHAPES_H
#define GUZUMI_SHAPES_H

#include "guzumi/base/bitset.h"
#include "guzumi/base/status.h"
#include "guzumi/go/point.h"

#include <stdint.h>

enum {
    SHAPE_SIZES = 3,         /* 1x1, 2x2, 3x3 */
    SHAPE_MAX_CODES = 19683, /* fillings of a region */
    SHAPE_COVERS = 14,       /* regions over one point: 1 + 4 + 9 */
    SHAPE_MAX_REGIONS = 361 + 324 + 289,
    /* Room for the regions, the one that is not there, and padding to whole groups of eight. */
    SHAPE_REGION_ROOM = (SHAPE_MAX_REGIONS + 1 + 7) / 8 * 8
};

/* A region over a point: playing a stone there adds ADD (Black) or 2 ADD (White) to its code. */
struct shape_cover {
    int32_t region;
    int32_t add;
};

struct shapes {
    int size;         /* of the board */
    int mask;         /* bit k - 1: k x k shapes are in */
    int region_count; /* also the number of the region that is not there */
    int cover_count;  /* regions over a point in the middle; fewer elsewhere, padded */
    int flat_count, ld_count, li_count;   /* entries of the tables, without the last one */
    int32_t flat_base[SHAPE_REGION_ROOM]; /* by region */
    int32_t ld_base[SHAPE_REGION_ROOM];
    int32_t li_base[SHAPE_REGION_ROOM];
    uint8_t region_size[SHAPE_REGION_ROOM]; /* k; 0 when not there */
    struct shape_cover cover[BOARD_MAX_POINTS][SHAPE_COVERS];
    struct bitset near[BOARD_MAX_POINTS]; /* points that share a region with a point */
};

/* What a black stone at POINT adds to the code of REGION; 0 unless the region covers the point. */
static inline int32_t shapes_add(const struct shapes *shapes, int region, int point) {
    for (int i = 0; i < SHAPE_COVERS; i++)
        if (shapes->cover[point][i].region == region) return shapes->cover[point][i].add;
    return 0;
}

/* Fillings of a k x k region. */
static inline int shape_codes(int k) {
    return k == 1 ? 3 : k == 2 ? 81 : 19683;
}

/* Enumerates the shapes of the sizes in MASK (1..7) on a board of SIZE. Regions larger than the
 * board are left out. Owned by the caller, freed with free(). */
enum status shapes_new(struct shapes **out, int size, int mask, struct failure *why);

/* The number of the k x k region whose lower left point is in COLUMN, ROW; -1 when there is none.
 */
int shapes_region(const struct shapes *shapes, int k, int column, int row);

/* Which entries of a table share a weight, and with which sign: the equivalence classes under
 * symmetry and colour inversion. A class that is its own inversion is neutral and has no weight. */
struct shape_classes {
    int entry_count;             /* of the table that is shared */
    int class_count;             /* number of unique weights */
    int size_count[SHAPE_SIZES]; /* of them, for each k */
    int32_t *class_of;     /* entry -> class + 1, negative for an inverted shape, 0 when neutral */
    int32_t *member_start; /* class -> first member; class_count + 1 of them */
    int32_t *member;       /* entry + 1, negative for an inverted shape */
};

/* The k of the k x k shapes of CLASS. Tables begin with the largest k. */
static inline int shape_classes_k(const struct shape_classes *classes, int class) {
    int k = SHAPE_SIZES;
    for (; k > 1 && class >= classes->size_count[k - 1]; k--) class -= classes->size_count[k - 1];
    return k;
}

/* The classes of the LD table (symmetries of the board and inversion of colours), of the LI table
 * (translation as well), and of the flat table without sharing (each entry is a class, except the
 * empty shapes). They are numbered in order of their smallest entries. */
enum class_kind { CLASSES_LD, CLASSES_LI, CLASSES_FLAT };
enum status shape_classes_new(struct shape_classes **out, const struct shapes *shapes,
                              enum class_kind kind, struct failure *why);
void shape_classes_free(struct shape_classes *classes);

#endif
