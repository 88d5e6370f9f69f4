#include "guzumi/trainer.h"

#include <math.h>
#include <stdlib.h>

struct trainer {
    struct memory *memory;           /* borrowed */
    struct occurrences *occurrences; /* borrowed or NULL */
    struct td_rule rule;
    struct episode episode;
    struct td_work work;
    struct tracker empty, tracker;
    struct board start;
    int half_komi;
    struct trainer_statistics statistics;
};

enum status trainer_new(struct trainer **out, struct memory *memory, struct failure *why) {
    struct trainer *t = calloc(1, sizeof *t);
    if (!t) return fail_memory(why, "training");
    const int size = memory->shapes->size;
    t->memory = memory;
    t->rule = td_long_term_rule(&memory->origin.params);
    t->half_komi = (int)lround(2 * memory->origin.params.train_komi);
    enum status status = episode_init(&t->episode, size, why);
    if (status == STATUS_OK) status = td_work_init(&t->work, size, memory, why);
    if (status != STATUS_OK) {
        trainer_free(t);
        return status;
    }
    const struct shape_weights weights = memory_weights(memory);
    board_init(&t->start, size);
    tracker_init(&t->empty, &weights, &t->start);
    *out = t;
    return STATUS_OK;
}

void trainer_free(struct trainer *t) {
    if (!t) return;
    episode_free(&t->episode);
    td_work_free(&t->work);
    free(t);
}

void trainer_count_occurrences(struct trainer *t, struct occurrences *occurrences) {
    t->occurrences = occurrences;
}

void trainer_play(struct trainer *t) {
    struct provenance *origin = &t->memory->origin;
    const struct episode_policy policy = {.epsilon = origin->params.epsilon};
    const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
    struct board b;
    board_copy(&b, &t->start);
    t->tracker = t->empty;
    tracker_refresh(&t->tracker);
    episode_play(&t->episode, &b, &t->tracker, start, &policy, 0, true, &origin->rng);
    const int half_score = 2 * board_score_area(&b, NULL) - t->half_komi;
    const double result = score_reward(half_score);
    t->rule.alpha = provenance_alpha(origin);
    td_learn_shared(&t->work, &t->rule, &t->episode, result, t->memory);
    if (t->occurrences) occurrences_add(t->occurrences, &t->episode);
    origin->games++;
    t->statistics.games++;
    t->statistics.moves += (uint64_t)t->episode.trajectory.length;
    t->statistics.black_wins += half_score > 0;
}

struct trainer_statistics trainer_take_statistics(struct trainer *t) {
    struct trainer_statistics out = t->statistics;
    out.candidates = t->episode.candidates;
    t->episode.candidates = 0;
    t->statistics = (struct trainer_statistics){0};
    return out;
}

uint64_t trainer_next_checkpoint(uint64_t games) {
    for (uint64_t decade = 1;; decade *= 10) {
        static const uint64_t steps[3] = {1, 2, 5};
        for (int i = 0; i < 3; i++)
            if (decade * steps[i] > games) return decade * steps[i];
        if (decade > UINT64_MAX / 100) return UINT64_MAX;
    }
}
