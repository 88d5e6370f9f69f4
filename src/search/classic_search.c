/* Move choosers without search:
 *
 *     territory    Schraudolph 1994: the greedy move by the expected score, one ply
 *     liberties    Ekker 2004: minimax over rewards and values, one or two plies
 *     novice       the weak player of opponent.h
 *
 * They learn nothing and ignore the time limit. */
#include "guzumi/classics/classic.h"
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/opponent.h"
#include "guzumi/classics/territory.h"
#include "guzumi/search/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct classic_search {
    struct search base;
    struct search_statistics found;
    /* The networks' methods; for the novice all are empty. */
    const struct trained_classic *trained; /* borrowed; for this board size or another */
    struct classic *network;               /* owned; TRAINED's for this size */
    struct territory territory;
    struct liberty_value liberties;
};

extern const struct search_method territory_method, liberties_method, novice_method;

static struct classic_search *classic_search_of(struct search *search) {
    return (struct classic_search *)search;
}

static enum classic_kind kind_of(const struct search *search) {
    return search->method == &territory_method ? CLASSIC_TERRITORY : CLASSIC_LIBERTIES;
}

/* --- making and starting --- */

static void close_network(struct classic_search *s) {
    territory_free(&s->territory);
    liberty_value_free(&s->liberties);
    classic_free(s->network);
    s->network = NULL;
}

static void free_search(struct search *search) {
    close_network(classic_search_of(search));
    free(search);
}

static enum status make(struct search **out, const struct search_setting *setting,
                        struct failure *why) {
    (void)setting;
    struct classic_search *s = calloc(1, sizeof *s);
    if (!s) return out_of_memory(why, "the search");
    *out = &s->base;
    return STATUS_OK;
}

/* Whether a network trained on T's size can play on SIZE: kernels transfer between sizes
 * (Schraudolph 1994, section 2), full connections do not. */
static bool serves(const struct trained_classic *t, int size) {
    if (!t || t->learnt.size == size) return t != NULL;
    return t->kind == CLASSIC_TERRITORY && !t->learnt.origin.params.undifferentiated;
}

static enum status no_network(const struct search *search, const struct trained_classic *other,
                              int size, struct failure *why) {
    char nearest[40] = "";
    if (other)
        snprintf(nearest, sizeof nearest, ", the nearest is for %dx%d", other->learnt.size,
                 other->learnt.size);
    return fail(why, STATUS_INVALID,
                "search=%s: no network for %dx%d%s; load one with --weights FILE",
                search->method->name, size, size, nearest);
}

/* The network is copied even for its own board size, so that a search owns what it evaluates by and
 * there is one path for all sizes. */
static enum status start_network(struct search *search, int size, const struct memory *memory,
                                 struct failure *why) {
    struct classic_search *s = classic_search_of(search);
    const enum classic_kind kind = kind_of(search);
    (void)memory;
    close_network(s);
    s->found = (struct search_statistics){.count = 0};
    enum status status = trained_classic_find(search->setting.store, kind, size, &s->trained, why);
    if (status != STATUS_OK) return status;
    if (!serves(s->trained, size)) return no_network(search, s->trained, size, why);
    const struct provenance *origin = &s->trained->learnt.origin;
    const struct classic_shape shape =
        trained_classic_shape(kind, size, &origin->params, origin->games);
    status = classic_new(&s->network, &shape, why);
    if (status != STATUS_OK) return status;
    classic_transfer(s->network, s->trained->network);
    return kind == CLASSIC_TERRITORY ? territory_init(&s->territory, s->network, size, why)
                                     : liberty_value_init(&s->liberties, s->network, why);
}

static enum status start_novice(struct search *search, int size, const struct memory *memory,
                                struct failure *why) {
    (void)size, (void)memory, (void)why;
    classic_search_of(search)->found = (struct search_statistics){.count = 0};
    return STATUS_OK;
}

/* --- values --- */

/* The prediction after each of CANDIDATES, in points, the mover's view. For territory it is the
 * expected score with komi; for liberties the expected sum of future rewards, which leaves out past
 * captures and the komi; for the novice, whose rating is not a score, 0. */
static void predict(struct classic_search *s, const struct search_position *position,
                    const struct bitset *candidates, double out[BOARD_MAX_POINTS]) {
    const struct board *b = position->board;
    const double sign = color_sign(position->to_move), komi = position->half_komi / 2.0;
    if (s->base.method == &novice_method) {
        BITSET_FOR_EACH(p, *candidates, b->words) out[p] = 0;
        return;
    }
    if (kind_of(&s->base) == CLASSIC_LIBERTIES) {
        struct liberty_choice choice;
        liberty_choose(liberty_plies(&s->trained->learnt.origin.params), &s->liberties, b,
                       position->to_move, candidates, out, &choice);
        BITSET_FOR_EACH(p, *candidates, b->words) out[p] *= b->size * b->size;
        return;
    }
    float scores[BOARD_MAX_POINTS];
    territory_set(&s->territory, b, position->to_move);
    territory_scores_after(&s->territory, candidates, scores);
    BITSET_FOR_EACH(p, *candidates, b->words) out[p] = sign * ((double)scores[p] - komi);
}

/* The networks predict points, not results. This maps a lead of half the board's width to a win
 * rate of 0.75, since logistic(1.1) = 0.75; the scale is a guess. The order of the candidates does
 * not depend on it. */
static double win_rate_of(double lead, int size) {
    return logistic(2.2 * lead / size);
}

/* --- searching --- */

/* Ties by point: qsort is not stable, and a choice must not depend on the C library. */
static int compare_candidates(const void *a, const void *b) {
    const struct search_candidate *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->point - y->point;
}

static void add_candidate(struct search_statistics *out, int point, double lead, int size) {
    out->candidates[out->count++] = (struct search_candidate){
        .point = point, .score = lead, .winrate = win_rate_of(lead, size)};
}

/* The fates of the position itself. Only Schraudolph's network predicts points one by one. */
static void fill_ownership(struct classic_search *s, const struct search_position *position) {
    if (kind_of(&s->base) != CLASSIC_TERRITORY) return;
    territory_set(&s->territory, position->board, position->to_move);
    territory_ownership(&s->territory, s->found.ownership);
    s->found.has_ownership = true;
}

static void begin(struct classic_search *s, const struct search_position *position,
                  const struct search_limit *limit) {
    s->found = (struct search_statistics){
        .to_move = position->to_move, .hash = position->board->hash, .until = limit->begin};
}

static enum status run_network(struct search *search, const struct search_position *position,
                               const struct bitset *candidates, const struct search_limit *limit,
                               struct rng *rng, struct failure *why) {
    struct classic_search *s = classic_search_of(search);
    const struct board *b = position->board;
    double lead[BOARD_MAX_POINTS];
    (void)rng, (void)why;
    begin(s, position, limit);
    predict(s, position, candidates, lead);
    BITSET_FOR_EACH(p, *candidates, b->words) add_candidate(&s->found, p, lead[p], b->size);
    qsort(s->found.candidates, (size_t)s->found.count, sizeof s->found.candidates[0],
          compare_candidates);
    if (s->found.count == 0) add_candidate(&s->found, PASS, 0, b->size);
    s->found.winrate = s->found.candidates[0].winrate;
    s->found.score = s->found.candidates[0].score;
    for (int i = 0; i < s->found.count; i++) s->found.candidates[i].prior = 1.0 / s->found.count;
    if (limit->watch && limit->watch->ownership) fill_ownership(s, position);
    return STATUS_OK;
}

/* Superko or the player may exclude the novice's move from CANDIDATES; then it plays the first. */
static enum status run_novice(struct search *search, const struct search_position *position,
                              const struct bitset *candidates, const struct search_limit *limit,
                              struct rng *rng, struct failure *why) {
    struct classic_search *s = classic_search_of(search);
    const struct board *b = position->board;
    int point = novice_move(b, position->to_move, rng);
    (void)why;
    if (bitset_is_empty(candidates, b->words))
        point = PASS;
    else if (point == PASS || !bitset_has(candidates, point))
        point = bitset_first(candidates, b->words);
    begin(s, position, limit);
    add_candidate(&s->found, point, 0, b->size);
    s->found.candidates[0].prior = 1;
    s->found.winrate = s->found.candidates[0].winrate;
    return STATUS_OK;
}

static void statistics(const struct search *search, struct search_statistics *out) {
    *out = ((const struct classic_search *)search)->found;
}

static void values(struct search *search, const struct search_position *position,
                   double out[BOARD_MAX_POINTS]) {
    const struct bitset legal = search_legal_points(position);
    double lead[BOARD_MAX_POINTS];
    predict(classic_search_of(search), position, &legal, lead);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) out[p] = -1;
    BITSET_FOR_EACH(p, legal, position->board->words) {
        out[p] = win_rate_of(lead[p], position->board->size);
    }
}

/* A single move: none of the methods looks further. */
static int line(const struct search *search, const struct search_position *position, int point,
                int out[SEARCH_PV]) {
    const struct classic_search *s = (const struct classic_search *)search;
    const bool is_known = s->found.count > 0 && s->found.to_move == position->to_move &&
                          s->found.hash == position->board->hash;
    if (point == NO_POINT && !is_known) return 0;
    out[0] = point != NO_POINT ? point : s->found.candidates[0].point;
    return 1;
}

#define CLASSIC_METHOD(METHOD, NAME, START, RUN)                                                   \
    const struct search_method METHOD = {.name = NAME,                                             \
                                         .make = make,                                             \
                                         .free = free_search,                                      \
                                         .start = START,                                           \
                                         .run = RUN,                                               \
                                         .statistics = statistics,                                 \
                                         .values = values,                                         \
                                         .pv = line}
CLASSIC_METHOD(territory_method, "territory", start_network, run_network);
CLASSIC_METHOD(liberties_method, "liberties", start_network, run_network);
CLASSIC_METHOD(novice_method, "novice", start_novice, run_novice);
