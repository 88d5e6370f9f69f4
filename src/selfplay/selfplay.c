#include "guzumi/selfplay/selfplay.h"

#include "guzumi/search/tree_search.h"

#include "searched_game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Share of the games that do not end when a search is sure. */
#define TO_THE_END 0.2

struct selfplay {
    struct searched_game at; /* owned */
    bool to_the_end;         /* this game */
    struct sample sample;    /* the next one */
    struct tree_sample inside;
    uint64_t sampled[SELFPLAY_SAMPLES]; /* the positions that a search has given already */
    int sampled_count;
};

enum status selfplay_new(struct selfplay **out, int size, const struct params *params,
                         struct weight_store *store, const atomic_bool *stop, struct failure *why) {
    struct params own = *params;
    struct selfplay *p = calloc(1, sizeof *p);
    if (!p) return out_of_memory(why, "games of self-play");
    own.search = SEARCH_TREE;
    const enum status status = searched_game_init(&p->at, size, &own, store, stop, why);
    p->at.ownership = true;
    if (status == STATUS_OK)
        *out = p;
    else
        selfplay_free(p);
    return status;
}

void selfplay_free(struct selfplay *p) {
    if (!p) return;
    searched_game_free(&p->at);
    free(p);
}

size_t selfplay_moves(const struct selfplay *p) {
    return p->at.game.count;
}

/* --- samples ------------------------------------------------------------------------------------
 */

/* The next sample, with the position on BOARD and nothing of what was found. */
static struct sample *begin_sample(struct selfplay *p, const struct board *board,
                                   enum color to_move, uint32_t game) {
    struct sample *out = &p->sample;
    memset(out, 0, sizeof *out);
    out->game = game;
    out->size = board->size;
    out->to_move = to_move;
    board_stones(board, BLACK, &out->stones[BLACK]);
    board_stones(board, WHITE, &out->stones[WHITE]);
    out->ko = board->ko >= 0 && board->ko_color == to_move ? board->ko : NO_POINT;
    out->half_komi = game_half_compensation(&p->at.game);
    return out;
}

static void tell_visits(struct sample *out, const struct search_statistics *found) {
    for (int i = 0; i < found->count; i++) {
        const struct search_candidate *candidate = &found->candidates[i];
        if (candidate->point == PASS || candidate->visits == 0) continue;
        out->choice[out->choices] = (int16_t)candidate->point;
        out->visits[out->choices++] = (uint32_t)candidate->visits;
    }
    out->simulations = (uint32_t)search_visits(found);
}

static void tell_owners(struct sample *out, const struct search_statistics *found) {
    out->has_ownership = found->has_ownership;
    for (int p = 0; p < point_limit(out->size) && found->has_ownership; p++)
        out->ownership[p] = (int8_t)lrint(100 * found->ownership[p]);
}

static enum status add_position(struct selfplay *p, const struct search_statistics *found,
                                bool continued_best, struct samples *samples, uint32_t number,
                                struct failure *why) {
    const struct game *game = &p->at.game;
    struct sample *sample = begin_sample(p, &game->board, game->to_move, number);
    sample->last = game_last_point(game);
    sample->own = game_own_point(game);
    sample->continued_best = continued_best;
    sample->value = searched_game_value(&p->at, found);
    tell_visits(sample, found);
    tell_owners(sample, found);
    return samples_add(samples, sample, why);
}

/* Notes the inside's position; false when it is noted already. */
static bool is_new_position(struct selfplay *p) {
    const uint64_t position = p->inside.board.hash ^ (uint64_t)p->inside.to_move;
    for (int i = 0; i < p->sampled_count; i++)
        if (p->sampled[i] == position) return false;
    p->sampled[p->sampled_count++] = position;
    return true;
}

/* A position inside the tree; nothing if it has none with enough simulations, or if it was drawn
 * before. */
static enum status add_inner(struct selfplay *p, struct samples *samples, uint32_t number,
                             struct failure *why) {
    struct tree_sample *inside = &p->inside;
    if (!tree_search_sample(p->at.search, &p->at.rng, inside) || !is_new_position(p))
        return STATUS_OK;
    struct sample *sample = begin_sample(p, &inside->board, inside->to_move, number);
    sample->inner = true;
    sample->last = inside->last;
    sample->own = inside->own;
    sample->value = inside->value;
    sample->simulations = inside->simulations;
    sample->choices = inside->choices;
    memcpy(sample->choice, inside->choice, sizeof sample->choice);
    memcpy(sample->visits, inside->visits, sizeof sample->visits);
    return samples_add(samples, sample, why);
}

/* --- a game -------------------------------------------------------------------------------------
 */

/* Most games have the usual komi of area rules, some those of other rules, the rest any that a
 * handicap or a large score would ask for and that the network can distinguish
 * (NETWORK_MAX_HALF_KOMI). */
static double draw_komi(struct rng *rng, int size) {
    const uint32_t percent = rng_below(rng, 100);
    if (percent < 60) return 7.5;
    if (percent < 75) return 6.5;
    if (percent < 80) return 5.5;
    if (percent < 85) return 7;
    return size > 13 ? (double)rng_below(rng, 65) - 24.5 : (double)rng_below(rng, 46) - 14.5;
}

static enum status open_game(struct selfplay *p, uint64_t number, struct failure *why) {
    struct searched_game *g = &p->at;
    enum status status = searched_game_begin(g, number, why);
    if (status != STATUS_OK) return status;
    p->to_the_end = rng_bernoulli(&g->rng, TO_THE_END);
    status = game_set_komi(&g->game, draw_komi(&g->rng, g->size), why);
    uint32_t left = rng_below(&g->rng, SEARCHED_GAME_OPENING + 1);
    for (; left > 0 && status == STATUS_OK && !searched_game_is_over(g); left--)
        status = game_play(&g->game, searched_game_policy_move(g), g->game.to_move, why);
    return status;
}

/* Evaluates the position, adds its samples and moves. OVER: the search is sure of the winner. */
static enum status play_move(struct selfplay *p, struct samples *samples, uint32_t number,
                             bool *over, struct failure *why) {
    struct searched_game *g = &p->at;
    struct search_statistics found;
    enum status status = searched_game_evaluate(g, &found, why);
    if (status != STATUS_OK) return status;
    if (atomic_load(g->stop)) return fail(why, STATUS_STOPPED, "stopped");
    const bool explores = rng_bernoulli(&g->rng, g->params.epsilon);
    const int best = found.candidates[0].point;
    const int point = explores ? searched_game_policy_move(g) : best;
    *over = !p->to_the_end && searched_game_is_sure(searched_game_value(g, &found));
    status = add_position(p, &found, !*over && point == best, samples, number, why);
    p->sampled_count = 0;
    for (int i = 0; i < SELFPLAY_SAMPLES && status == STATUS_OK; i++)
        status = add_inner(p, samples, number, why);
    if (status != STATUS_OK || *over) return status;
    return game_play(&g->game, point, g->game.to_move, why);
}

enum status selfplay_play(struct selfplay *p, uint64_t number, struct samples *samples,
                          struct failure *why) {
    const size_t count = samples_count(samples);
    const uint32_t game = samples->games;
    bool over = false;
    enum status status = open_game(p, number, why);
    while (status == STATUS_OK && !over && !searched_game_is_over(&p->at))
        status = play_move(p, samples, game, &over, why);
    if (status == STATUS_OK)
        samples->games = game + 1;
    else
        samples_cut(samples, count, game);
    return status;
}
