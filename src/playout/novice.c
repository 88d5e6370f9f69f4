#include "guzumi/playout/novice.h"

#include <stddef.h>

/* In twentieths of a point. */
enum { PER_POINT = 20, PER_STONE = 50 * PER_POINT, MOST_LIBERTIES = 5 };

struct chains_of {
    int liberties; /* of every stone, MOST_LIBERTIES at most each */
    int in_atari;  /* stones */
};

static struct chains_of count_chains(const struct board *b, enum color color) {
    struct chains_of out = {0};
    struct bitset stones;
    board_stones(b, color, &stones);
    BITSET_FOR_EACH(p, stones, b->words) {
        const int liberties = board_liberty_count(b, p);
        out.liberties += liberties < MOST_LIBERTIES ? liberties : MOST_LIBERTIES;
        out.in_atari += liberties == 1;
    }
    return out;
}

/* What the header has, after COLOR plays POINT. */
static int rate(const struct board *b, int point, enum color color) {
    struct board after;
    board_copy(&after, b);
    board_play(&after, point, color);
    const struct chains_of own = count_chains(&after, color);
    const struct chains_of other = count_chains(&after, color_other(color));
    const int black = board_score_area(&after, NULL);
    const int area = color_sign(color) * black;
    return PER_STONE * (after.last_captured - own.in_atari) + PER_POINT * area + own.liberties -
           other.liberties;
}

int random_candidate(const struct board *b, enum color color, struct rng *rng) {
    struct bitset candidates = {{0}};
    board_candidates(b, color, &candidates);
    const int count = bitset_count(&candidates, b->words);
    if (count == 0) return PASS;
    return bitset_select(&candidates, b->words, (int)rng_below(rng, (uint32_t)count));
}

int novice_move(const struct board *b, enum color color, struct rng *rng) {
    struct bitset candidates = {{0}};
    int best = PASS, best_rating = 0;
    uint32_t equals = 0;
    board_candidates(b, color, &candidates);
    BITSET_FOR_EACH(p, candidates, b->words) {
        const int rating = rate(b, p, color);
        if (best != PASS && rating < best_rating) continue;
        equals = best != PASS && rating == best_rating ? equals + 1 : 1;
        best_rating = rating;
        if (rng_below(rng, equals) == 0) best = p;
    }
    return best;
}
