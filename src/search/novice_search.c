/* The novice (novice.h) as a search method, so that matches can be played against it. */
#include "guzumi/classics/novice.h"
#include "guzumi/search/search.h"

#include <stdlib.h>

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
