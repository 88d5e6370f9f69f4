#include "guzumi/policy_games.h"

#include "judged_game.h"

#include <stdlib.h>

struct policy_games {
    struct judged_game at; /* owned */
};

enum status policy_games_new(struct policy_games **out, int size, const struct params *params,
                             struct memory_store *memories, struct failure *why) {
    struct policy_games *g = calloc(1, sizeof *g);
    if (!g) return fail_memory(why, "games of self-play");
    const enum status status = judged_game_init(&g->at, size, params, memories, NULL, why);
    if (status == STATUS_OK)
        *out = g;
    else
        policy_games_free(g);
    return status;
}

void policy_games_free(struct policy_games *g) {
    if (!g) return;
    judged_game_free(&g->at);
    free(g);
}

static enum status open_game(struct judged_game *g, struct policy_lessons *lessons,
                             struct failure *why) {
    enum status status =
        policy_lessons_add(lessons, LESSON_BEGIN, PASS, (double)LESSON_UNJUDGED, why);
    uint32_t left = rng_below(&g->rng, JUDGED_GAME_OPENING + 1);
    for (; left > 0 && status == STATUS_OK && !judged_game_is_over(g); left--) {
        const int point = judged_game_policy_move(g);
        status = policy_lessons_add(lessons, point, PASS, (double)LESSON_UNJUDGED, why);
        if (status == STATUS_OK) status = game_play(&g->game, point, g->game.to_move, why);
    }
    return status;
}

/* A row for the position that a search has FOUND so much of, where POINT is played. */
static enum status add_lesson(struct policy_lessons *lessons, const struct search_statistics *found,
                              int point, double value, struct failure *why) {
    enum status status = policy_lessons_add(lessons, point, found->candidates[0].point, value, why);
    for (int i = 0; i < found->count && status == STATUS_OK; i++) {
        const struct search_candidate *candidate = &found->candidates[i];
        if (candidate->point != PASS && candidate->visits > 0)
            status = policy_lessons_add_choice(lessons, candidate->point, (double)candidate->visits,
                                               why);
    }
    return status;
}

static enum status play_on(struct judged_game *g, struct policy_lessons *lessons,
                           struct failure *why) {
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !judged_game_is_over(g)) {
        struct search_statistics found;
        status = judged_game_judge(g, &found, why);
        if (status != STATUS_OK) break;
        const double value = judged_game_value(g, &found);
        const bool explores = rng_chance(&g->rng, g->params.epsilon);
        const int point = explores ? judged_game_policy_move(g) : found.candidates[0].point;
        status = add_lesson(lessons, &found, point, value, why);
        if (judged_game_is_sure(value)) break;
        if (status == STATUS_OK) status = game_play(&g->game, point, g->game.to_move, why);
    }
    return status;
}

enum status policy_games_play(struct policy_games *g, uint64_t number,
                              struct policy_lessons *lessons, struct failure *why) {
    enum status status = judged_game_begin(&g->at, number, why);
    if (status == STATUS_OK) status = open_game(&g->at, lessons, why);
    return status == STATUS_OK ? play_on(&g->at, lessons, why) : status;
}
