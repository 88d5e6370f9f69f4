#include "guzumi/go/life.h"

#include "board_kernel.h"

/* A region of a colour. */
struct region {
    struct bitset points, empty;
    struct bitset border; /* the colour's stones beside it */
};

struct regions {
    struct region region[BOARD_MAX_POINTS];
    int count;
};

/* The part of WITHIN that is connected with POINT. */
static struct bitset flood(int point, const struct bitset *within, int size, int words) {
    struct bitset area = {{0}};
    bitset_add(&area, point);
    for (bool grown = true; grown;) {
        const struct bitset near = kernel_neighbours(&area, size);
        grown = false;
        for (int i = 0; i < words; i++) {
            const uint64_t add = near.word[i] & within->word[i] & ~area.word[i];
            grown |= add != 0;
            area.word[i] |= add;
        }
    }
    return area;
}

static struct bitset common(const struct bitset *a, const struct bitset *b, int words) {
    struct bitset out = {{0}};
    for (int i = 0; i < words; i++) out.word[i] = a->word[i] & b->word[i];
    return out;
}

static bool is_subset(const struct bitset *part, const struct bitset *whole, int words) {
    uint64_t outside = 0;
    for (int i = 0; i < words; i++) outside |= part->word[i] & ~whole->word[i];
    return outside == 0;
}

static void find_regions(struct regions *out, const struct board *b, enum color color) {
    const int size = b->size, words = b->words;
    const struct bitset own = set_load(b, words, SET_BLACK + (int)color);
    const struct bitset empty = set_load(b, words, SET_EMPTY);
    struct bitset others = kernel_board_points(size), rest;
    bitset_subtract(&others, &own, words);
    rest = others;
    for (out->count = 0; !bitset_is_empty(&rest, words); out->count++) {
        struct region *r = &out->region[out->count];
        r->points = flood(bitset_first(&rest, words), &others, size, words);
        bitset_subtract(&rest, &r->points, words);
        r->empty = common(&r->points, &empty, words);
        const struct bitset near = kernel_neighbours(&r->points, size);
        r->border = common(&near, &own, words);
    }
}

/* Whether the chain with these LIBERTIES has two vital regions that ALIVE alone encloses. */
static bool has_two_regions(const struct regions *regions, const struct bitset *liberties,
                            const struct bitset *alive, int words) {
    int vital = 0;
    for (int i = 0; i < regions->count && vital < 2; i++) {
        const struct region *r = &regions->region[i];
        vital += is_subset(&r->empty, liberties, words) && is_subset(&r->border, alive, words);
    }
    return vital == 2;
}

/* Benson's algorithm: takes chains away until those that are left keep each other alive. */
static struct bitset find_alive(const struct board *b, enum color color,
                                const struct regions *regions) {
    const int words = b->words;
    struct bitset alive = set_load(b, words, SET_BLACK + (int)color);
    for (bool changed = true; changed;) {
        changed = false;
        BITSET_FOR_EACH(p, alive, words) {
            if (b->root[p] != p) continue;
            const struct bitset liberties = set_load(b, words, chain_liberties(p));
            if (has_two_regions(regions, &liberties, &alive, words)) continue;
            const struct bitset stones = set_load(b, words, chain_stones(p));
            bitset_subtract(&alive, &stones, words);
            changed = true;
        }
    }
    return alive;
}

/* Whether two eyes don't fit into POINTS. */
static bool holds_one_eye(const struct bitset *points, int size, int words) {
    const int count = bitset_count(points, words);
    if (count < 2) return true;
    const struct bitset near = kernel_neighbours(points, size);
    return count == 2 && is_subset(points, &near, words);
}

static struct bitset find_territory(const struct regions *regions, const struct bitset *alive,
                                    int size, int words) {
    struct bitset out = {{0}};
    const struct bitset beside = kernel_neighbours(alive, size);
    for (int i = 0; i < regions->count; i++) {
        const struct region *r = &regions->region[i];
        struct bitset inside = r->points;
        bitset_subtract(&inside, &beside, words);
        if (!bitset_is_empty(&r->border, words) && is_subset(&r->border, alive, words) &&
            holds_one_eye(&inside, size, words))
            bitset_unite(&out, &r->points, words);
    }
    return out;
}

void life_find(struct life *out, const struct board *b) {
    for (int color = BLACK; color <= WHITE; color++) {
        struct regions regions;
        find_regions(&regions, b, (enum color)color);
        out->alive[color] = find_alive(b, (enum color)color, &regions);
        out->territory[color] = find_territory(&regions, &out->alive[color], b->size, b->words);
    }
}
