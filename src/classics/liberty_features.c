#include "guzumi/classics/liberty_features.h"

#include "board_kernel.h"

enum { MOST_LIBERTIES = 5 };

/* What is counted of one side. */
struct side_counts {
    int liberties, stones, edge, atari;
};

static int edge_points(int size) {
    return 4 * (size - 1);
}

/* The liberties of COLOR's stones go to OUT, and the counts are returned. SIGN is how SIDE sees
 * that colour. */
static struct side_counts count_side(const struct board *b, enum color color, float sign,
                                     float *out) {
    struct side_counts c = {0};
    const int size = b->size, words = b->words;
    const struct bitset stones = set_load(b, words, SET_BLACK + (int)color);
    const struct bitset edge = set_load(b, words, SET_EDGE);
    BITSET_FOR_EACH(p, stones, words) {
        const struct bitset set = set_load(b, words, chain_liberties(b->root[p]));
        const int all = bitset_count(&set, words),
                  some = all < MOST_LIBERTIES ? all : MOST_LIBERTIES;
        out[point_row(size, p) * size + point_column(size, p)] =
            sign * (float)some / MOST_LIBERTIES;
        c.liberties += some;
        c.stones++;
        c.edge += bitset_has(&edge, p);
        c.atari |= all == 1;
    }
    return c;
}

void liberty_features(const struct board *b, enum color side, float *out) {
    const int points = b->size * b->size;
    for (int i = 0; i < points; i++) out[i] = 0;
    const struct side_counts own = count_side(b, side, 1, out);
    const struct side_counts other = count_side(b, color_other(side), -1, out);
    out += points;
    *out++ = (float)own.liberties / (float)(MOST_LIBERTIES * points);
    *out++ = (float)other.liberties / (float)(MOST_LIBERTIES * points);
    *out++ = (float)(own.stones - other.stones) / (float)points;
    *out++ = (float)own.edge / (float)edge_points(b->size);
    *out++ = (float)other.edge / (float)edge_points(b->size);
    *out++ = (float)own.atari;
    *out = (float)other.atari;
}
