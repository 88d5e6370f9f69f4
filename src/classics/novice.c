#include "guzumi/classics/novice.h"

/* In twentieths of a point, so that the rating is an integer. */
enum { PER_POINT = 20, PER_STONE = 50 * PER_POINT, MAX_LIBERTIES = 5 };

struct chain_counts {
    int liberties; /* summed over stones, MAX_LIBERTIES at most for each */
    int in_atari;  /* stones */
};

static struct chain_counts count_chains(const struct board *b, enum color color) {
    struct chain_counts out = {0};
    struct bitset stones;
    board_stones(b, color, &stones);
    BITSET_FOR_EACH(p, stones, b->words) {
        const int liberties = board_liberty_count(b, p);
        out.liberties += liberties < MAX_LIBERTIES ? liberties : MAX_LIBERTIES;
        out.in_atari += liberties == 1;
    }
    return out;
}

/* The header's formula after COLOR plays POINT. */
static int rate(const struct board *b, int point, enum color color) {
    struct board after;
    board_copy(&after, b);
    board_play(&after, point, color);
    const struct chain_counts own = count_chains(&after, color);
    const struct chain_counts other = count_chains(&after, color_other(color));
    const int area = color_sign(color) * board_score_area(&after, NULL);
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
        /* The k-th of equal moves replaces the choice with probability 1 / k, which makes all of
         * them equally likely without a list. */
        if (rng_below(rng, equals) == 0) best = p;
    }
    return best;
}
