#include "guzumi/go/score.h"

#include "board_kernel.h"

struct bitset score_dame(const struct board *b, const struct bitset alive[2]) {
    const struct bitset beside[2] = {kernel_neighbours(&alive[BLACK], b->size),
                                     kernel_neighbours(&alive[WHITE], b->size)};
    struct bitset out = set_load(b, b->words, SET_EMPTY);
    for (int i = 0; i < b->words; i++) out.word[i] &= beside[BLACK].word[i] & beside[WHITE].word[i];
    return out;
}

/* A dame ends a space: if a border is complete up to a dame, the points behind it are territory, as
 * for players who know that the border will be closed.
 *
 * Works with sets, in steps of which each removes points from SPACE, until it holds what can be
 * territory: all points; minus living stones; minus dame; minus everything connected to stones in
 * seki. What only one colour reaches from its living stones is its territory, and dead stones in it
 * count twice, as prisoners (subtracted above from their owner's score) and as points. */
int score_territory(const struct board *b, const struct bitset *dead, const struct bitset *seki,
                    uint8_t owner[BOARD_MAX_POINTS]) {
    const int size = b->size, words = b->words;
    struct bitset alive[2], space = kernel_board_points(size), in_seki = *seki;
    int score = 0;
    for (int color = 0; color < 2; color++) {
        struct bitset lost = set_load(b, words, SET_BLACK + color);
        alive[color] = lost;
        bitset_subtract(&alive[color], dead, words);
        bitset_subtract(&lost, &alive[color], words);
        score -= color_sign((enum color)color) * bitset_count(&lost, words);
        bitset_subtract(&space, &alive[color], words);
    }
    const struct bitset dame = score_dame(b, alive);
    bitset_subtract(&space, &dame, words);
    bitset_subtract(&in_seki, dead, words);
    in_seki = kernel_reach(size, &in_seki, &space);
    bitset_subtract(&space, &in_seki, words);
    const struct bitset reached[2] = {kernel_reach(size, &alive[BLACK], &space),
                                      kernel_reach(size, &alive[WHITE], &space)};
    if (owner) memset(owner, EMPTY, BOARD_MAX_POINTS);
    for (int color = 0; color < 2; color++) {
        struct bitset territory = reached[color];
        bitset_subtract(&territory, &reached[!color], words);
        if (owner) {
            BITSET_FOR_EACH(p, alive[color], words) owner[p] = (uint8_t)color;
            BITSET_FOR_EACH(p, territory, words) owner[p] = (uint8_t)color;
        }
        bitset_subtract(&territory, &alive[color], words);
        score += color_sign((enum color)color) * bitset_count(&territory, words);
    }
    return score;
}
