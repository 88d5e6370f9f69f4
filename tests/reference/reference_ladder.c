#include "reference_ladder.h"

static int liberties_of(const struct reference_board *b, int point) {
    struct reference_set stones, liberties;
    reference_chain(b, point, &stones, &liberties);
    return liberties.count;
}

/* Whether COLOR's stone on MOVE takes something that touches the chain at POINT. */
static bool takes_beside(const struct reference_board *b, int move, enum color color, int point) {
    const int side[4] = {-1, 1, -(b->size + 1), b->size + 1};
    struct reference_set stones, ignored, taken;
    struct reference_board after = *b;
    reference_chain(b, point, &stones, &ignored);
    reference_play(&after, move, color, &taken);
    for (int p = 0; p < point_limit(b->size); p++)
        for (int i = 0; i < 4 && stones.has[p]; i++) {
            const int near = p + side[i];
            if (near >= 0 && near < point_limit(b->size) && taken.has[near]) return true;
        }
    return false;
}

bool reference_ladder_escapes(const struct reference_board *b, int point, int *positions) {
    const enum color color = reference_color(b, point);
    struct reference_set stones, liberties, taken;
    ++*positions;
    reference_chain(b, point, &stones, &liberties);
    for (int move = 0; move < point_limit(b->size); move++) {
        if (!reference_is_legal(b, move, color)) continue;
        if (!liberties.has[move] && !takes_beside(b, move, color, point)) continue;
        struct reference_board after = *b;
        reference_play(&after, move, color, &taken);
        const int left = liberties_of(&after, point);
        if (left >= 3 || (left == 2 && !reference_ladder_catches(&after, point, positions)))
            return true;
    }
    return false;
}

bool reference_ladder_catches(const struct reference_board *b, int point, int *positions) {
    const enum color other = color_other(reference_color(b, point));
    struct reference_set stones, liberties, taken;
    ++*positions;
    reference_chain(b, point, &stones, &liberties);
    for (int move = 0; move < point_limit(b->size); move++) {
        if (!liberties.has[move] || !reference_is_legal(b, move, other)) continue;
        struct reference_board after = *b;
        reference_play(&after, move, other, &taken);
        if (!reference_ladder_escapes(&after, point, positions)) return true;
    }
    return false;
}
