#include "guzumi/network/policy_samples.h"

#include <stdbool.h>
#include <stdlib.h>

void policy_samples_free(struct policy_samples *l) {
    free(l->played);
    free(l->best);
    free(l->value);
    free(l->choices);
    free(l->choice);
    free(l->visits);
    *l = (struct policy_samples){0};
}

static bool grow(float **array, size_t room) {
    float *more = realloc(*array, room * sizeof *more);
    if (more) *array = more;
    return more != NULL;
}

static enum status no_room(struct failure *why) {
    return out_of_memory(why, "the games that the policy learns from");
}

static enum status reserve_rows(struct policy_samples *l, size_t count, struct failure *why) {
    if (count <= l->room) return STATUS_OK;
    if (!grow(&l->played, count) || !grow(&l->best, count) || !grow(&l->value, count) ||
        !grow(&l->choices, count))
        return no_room(why);
    l->room = count;
    return STATUS_OK;
}

static enum status reserve_choices(struct policy_samples *l, size_t count, struct failure *why) {
    if (count <= l->choice_room) return STATUS_OK;
    if (!grow(&l->choice, count) || !grow(&l->visits, count)) return no_room(why);
    l->choice_room = count;
    return STATUS_OK;
}

enum status policy_samples_reserve(struct policy_samples *l, size_t count, size_t choices,
                                   struct failure *why) {
    const enum status status = reserve_rows(l, count, why);
    return status == STATUS_OK ? reserve_choices(l, choices, why) : status;
}

enum status policy_samples_add(struct policy_samples *l, int played, int best, double value,
                               struct failure *why) {
    enum status status = STATUS_OK;
    if (l->count == l->room) status = reserve_rows(l, 2 * l->room + 1024, why);
    if (status != STATUS_OK) return status;
    l->played[l->count] = (float)played;
    l->best[l->count] = (float)best;
    l->value[l->count] = (float)value;
    l->choices[l->count++] = 0;
    return STATUS_OK;
}

enum status policy_samples_add_choice(struct policy_samples *l, int point, double visits,
                                      struct failure *why) {
    enum status status = STATUS_OK;
    if (l->choice_count == l->choice_room)
        status = reserve_choices(l, 2 * l->choice_room + 8192, why);
    if (status != STATUS_OK) return status;
    l->choice[l->choice_count] = (float)point;
    l->visits[l->choice_count++] = (float)visits;
    l->choices[l->count - 1]++;
    return STATUS_OK;
}

void policy_samples_cut(struct policy_samples *l, size_t count) {
    while (l->count > count) l->choice_count -= (size_t)l->choices[--l->count];
}
