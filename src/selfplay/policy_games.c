#include "guzumi/selfplay/training_host.h"

#include "searched_game.h"

#include <stdlib.h>

struct searched_games {
    struct policy_games base;
    struct searched_game at; /* owned */
};

static enum status open_game(struct searched_game *g, struct policy_samples *samples,
                             struct failure *why) {
    enum status status =
        policy_samples_add(samples, SAMPLE_BEGIN, PASS, (double)SAMPLE_NOT_EVALUATED, why);
    uint32_t left = rng_below(&g->rng, SEARCHED_GAME_OPENING + 1);
    for (; left > 0 && status == STATUS_OK && !searched_game_is_over(g); left--) {
        const int point = searched_game_policy_move(g);
        status = policy_samples_add(samples, point, PASS, (double)SAMPLE_NOT_EVALUATED, why);
        if (status == STATUS_OK) status = game_play(&g->game, point, g->game.to_move, why);
    }
    return status;
}

/* A row for the position that a search has FOUND so much of, where POINT is played. */
static enum status add_sample(struct policy_samples *samples, const struct search_statistics *found,
                              int point, double value, struct failure *why) {
    enum status status = policy_samples_add(samples, point, found->candidates[0].point, value, why);
    for (int i = 0; i < found->count && status == STATUS_OK; i++) {
        const struct search_candidate *candidate = &found->candidates[i];
        if (candidate->point != PASS && candidate->visits > 0)
            status = policy_samples_add_choice(samples, candidate->point, (double)candidate->visits,
                                               why);
    }
    return status;
}

static enum status play_on(struct searched_game *g, struct policy_samples *samples,
                           struct failure *why) {
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !searched_game_is_over(g)) {
        struct search_statistics found;
        status = searched_game_evaluate(g, &found, why);
        if (status != STATUS_OK) break;
        const double value = searched_game_value(g, &found);
        const bool explores = rng_bernoulli(&g->rng, g->params.epsilon);
        const int point = explores ? searched_game_policy_move(g) : found.candidates[0].point;
        status = add_sample(samples, &found, point, value, why);
        if (searched_game_is_sure(value)) break;
        if (status == STATUS_OK) status = game_play(&g->game, point, g->game.to_move, why);
    }
    return status;
}

static enum status play(struct policy_games *games, uint64_t number, struct policy_samples *samples,
                        struct failure *why) {
    struct searched_game *g = &((struct searched_games *)games)->at;
    enum status status = searched_game_begin(g, number, why);
    if (status == STATUS_OK) status = open_game(g, samples, why);
    return status == STATUS_OK ? play_on(g, samples, why) : status;
}

static void release(struct policy_games *games) {
    searched_game_free(&((struct searched_games *)games)->at);
    free(games);
}

enum status policy_games_open(struct policy_games **out, int size, const struct params *params,
                              struct weight_store *store, struct failure *why) {
    struct searched_games *g = calloc(1, sizeof *g);
    if (!g) return out_of_memory(why, "games of self-play");
    g->base = (struct policy_games){.play = play, .free = release};
    const enum status status = searched_game_init(&g->at, size, params, store, NULL, why);
    if (status == STATUS_OK)
        *out = &g->base;
    else
        release(&g->base);
    return status;
}
