/* The players of Schraudolph (1994) and Ekker (2004): the greedy choice by one ply over the fates
 * of all points, and two-ply minimax over rewards. Nothing is learnt and nothing depends on time.
 */
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/territory.h"
#include "guzumi/classics/trained_classic.h"
#include "guzumi/classics/two_ply.h"
#include "guzumi/search/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct classic_search {
    struct search base;
    const struct trained_classic *trained; /* borrowed; for this board's size or another */
    struct classic *network;               /* owned; TRAINED's, for this size */
    struct territory territory;
    struct liberty_value liberties;
    struct search_statistics found;
    uint64_t searched; /* the hash of its board */
};

extern const struct search_method territory_method, liberties_method;

static struct classic_search *classic_search_of(struct search *search) {
    return (struct classic_search *)search;
}

static enum classic_kind kind_of(const struct search *search) {
    return search->method == &territory_method ? CLASSIC_TERRITORY : CLASSIC_LIBERTIES;
}

/* --- making and starting ------------------------------------------------------------------------
 */

static void close_network(struct classic_search *s) {
    territory_free(&s->territory);
    liberty_value_free(&s->liberties);
    classic_free(s->network);
    s->network = NULL;
}

static void free_network(struct search *search) {
    close_network(classic_search_of(search));
    free(search);
}

static enum status make(struct search **out, const struct search_setting *setting,
                        struct failure *why) {
    (void)setting;
    struct classic_search *s = calloc(1, sizeof *s);
    if (!s) return out_of_memory(why, "a network");
    *out = &s->base;
    return STATUS_OK;
}

/* The network of another size serves by its kernels, as the paper's do (section 2); one that is
 * fully connected knows a single size. */
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
                "search %s: there is no network for %dx%d%s; --weights FILE names one",
                search->method->name, size, size, nearest);
}

static enum status start(struct search *search, int size, const struct memory *memory,
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

/* --- values -------------------------------------------------------------------------------------
 */

/* What each of CANDIDATES leads to, points, the mover's view: the expected score with komi, or the
 * rewards that are expected from here on, which say nothing of what was taken before. */
static void leads(struct classic_search *s, const struct search_position *position,
                  const struct bitset *candidates, double out[BOARD_MAX_POINTS]) {
    const struct board *b = position->board;
    const double sign = position->to_move == BLACK ? 1 : -1, komi = position->half_komi / 2.0;
    if (kind_of(&s->base) == CLASSIC_LIBERTIES) {
        struct two_ply_choice choice;
        if (s->trained->learnt.origin.params.td == TD_ONE_PLY)
            one_ply_choose(&s->liberties, b, position->to_move, candidates, out, &choice);
        else
            two_ply_choose(&s->liberties, b, position->to_move, candidates, out, &choice);
        BITSET_FOR_EACH(p, *candidates, b->words) out[p] *= b->size * b->size;
        return;
    }
    float scores[BOARD_MAX_POINTS];
    territory_set(&s->territory, b, position->to_move);
    territory_scores_after(&s->territory, candidates, scores);
    BITSET_FOR_EACH(p, *candidates, b->words) out[p] = sign * ((double)scores[p] - komi);
}

/* The networks predict points. A lead of half the board's width is taken for three chances in four,
 * which nobody has measured. */
static double chance_of(double lead, int size) {
    return logistic(2.2 * lead / size);
}

/* --- searching ----------------------------------------------------------------------------------
 */

static int compare_candidates(const void *a, const void *b) {
    const struct search_candidate *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->point - y->point;
}

static void add_candidate(struct search_statistics *out, int point, double lead, int size) {
    out->candidates[out->count++] =
        (struct search_candidate){.point = point, .score = lead, .winrate = chance_of(lead, size)};
}

static void fill_ownership(struct classic_search *s, const struct search_position *position) {
    if (kind_of(&s->base) != CLASSIC_TERRITORY) return;
    territory_set(&s->territory, position->board, position->to_move);
    territory_ownership(&s->territory, s->found.ownership);
    s->found.has_ownership = true;
}

static enum status run(struct search *search, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct rng *rng, struct failure *why) {
    struct classic_search *s = classic_search_of(search);
    const struct board *b = position->board;
    double lead[BOARD_MAX_POINTS];
    (void)rng, (void)why;
    s->found = (struct search_statistics){.to_move = position->to_move, .until = limit->begin};
    s->searched = b->hash;
    leads(s, position, candidates, lead);
    BITSET_FOR_EACH(p, *candidates, b->words) add_candidate(&s->found, p, lead[p], b->size);
    qsort(s->found.candidates, (size_t)s->found.count, sizeof s->found.candidates[0],
          compare_candidates);
    if (s->found.count == 0) add_candidate(&s->found, PASS, 0, b->size);
    s->found.winrate = s->found.candidates[0].winrate;
    s->found.score = s->found.candidates[0].score;
    for (int i = 0; i < s->found.count; i++) s->found.candidates[i].prior = 1.0 / s->found.count;
    if (limit->watch && limit->watch->ownership) fill_ownership(s, position);
    if (limit->watch) limit->watch->notify(limit->watch->context);
    return STATUS_OK;
}

static void statistics(const struct search *search, struct search_statistics *out) {
    *out = ((const struct classic_search *)search)->found;
}

static void values(struct search *search, const struct search_position *position,
                   double out[BOARD_MAX_POINTS]) {
    const struct bitset legal = search_legal_points(position);
    double lead[BOARD_MAX_POINTS];
    leads(classic_search_of(search), position, &legal, lead);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) out[p] = -1;
    BITSET_FOR_EACH(p, legal, position->board->words) {
        out[p] = chance_of(lead[p], position->board->size);
    }
}

/* POINT alone, or the best move: the networks look no further. */
static int line(const struct search *search, const struct search_position *position, int point,
                int out[SEARCH_PV]) {
    const struct classic_search *s = (const struct classic_search *)search;
    return search_single_move(&s->found, s->searched, position, point, out);
}

#define CLASSIC_METHOD(text)                                                                       \
    {                                                                                              \
        .name = text, .make = make, .free = free_network, .start = start, .run = run,              \
        .statistics = statistics, .values = values, .pv = line                                     \
    }
const struct search_method territory_method = CLASSIC_METHOD("territory");
const struct search_method liberties_method = CLASSIC_METHOD("liberties");
