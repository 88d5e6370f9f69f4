#include "guzumi/search/novice.h"

#include "guzumi/search/search.h"

#include <stdlib.h>

/* --- the rule -----------------------------------------------------------------------------------
 */

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

/* --- the search method --------------------------------------------------------------------------
 */

struct novice_search {
    struct search base;
    struct search_statistics found;
    uint64_t searched; /* hash of the position of FOUND */
};

static void free_novice(struct search *search) {
    free(search);
}

static enum status make(struct search **out, const struct search_setting *setting,
                        struct failure *why) {
    (void)setting;
    struct novice_search *s = calloc(1, sizeof *s);
    if (!s) return out_of_memory(why, "the novice");
    *out = &s->base;
    return STATUS_OK;
}

static enum status start(struct search *search, int size, const struct memory *memory,
                         struct failure *why) {
    (void)size, (void)memory, (void)why;
    ((struct novice_search *)search)->found = (struct search_statistics){.count = 0};
    return STATUS_OK;
}

/* CANDIDATES may be fewer than the rule considers: superko, or the player, can exclude its move.
 * Then any candidate is as good to a novice. */
static enum status run(struct search *search, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct rng *rng, struct failure *why) {
    struct novice_search *s = (struct novice_search *)search;
    const struct board *b = position->board;
    int point = novice_move(b, position->to_move, rng);
    (void)why;
    if (bitset_is_empty(candidates, b->words))
        point = PASS;
    else if (point == PASS || !bitset_has(candidates, point))
        point = bitset_first(candidates, b->words);
    s->found = (struct search_statistics){
        .to_move = position->to_move, .until = limit->begin, .winrate = 0.5, .count = 1};
    s->searched = b->hash;
    s->found.candidates[0] = (struct search_candidate){.point = point, .winrate = 0.5, .prior = 1};
    return STATUS_OK;
}

static void statistics(const struct search *search, struct search_statistics *out) {
    *out = ((const struct novice_search *)search)->found;
}

/* The rating is no win rate, so every move is even. */
static void values(struct search *search, const struct search_position *position,
                   double out[BOARD_MAX_POINTS]) {
    const struct bitset legal = search_legal_points(position);
    (void)search;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) out[p] = -1;
    BITSET_FOR_EACH(p, legal, position->board->words) out[p] = 0.5;
}

static int line(const struct search *search, const struct search_position *position, int point,
                int out[SEARCH_PV]) {
    const struct novice_search *s = (const struct novice_search *)search;
    return search_single_move(&s->found, s->searched, position, point, out);
}

const struct search_method novice_method = {.name = "novice",
                                            .make = make,
                                            .free = free_novice,
                                            .start = start,
                                            .run = run,
                                            .statistics = statistics,
                                            .values = values,
                                            .pv = line};
