#include "guzumi/policy_lessons.h"

#include <stdbool.h>
#include <stdlib.h>

void policy_lessons_free(struct policy_lessons *l) {
    free(l->played);
    free(l->best);
    free(l->value);
    *l = (struct policy_lessons){0};
}

static bool grow(float **array, size_t room) {
    float *more = realloc(*array, room * sizeof *more);
    if (more) *array = more;
    return more != NULL;
}

enum status policy_lessons_reserve(struct policy_lessons *l, size_t count, struct failure *why) {
    if (count <= l->room) return STATUS_OK;
    if (!grow(&l->played, count) || !grow(&l->best, count) || !grow(&l->value, count))
        return fail_memory(why, "the games that the policy learns from");
    l->room = count;
    return STATUS_OK;
}

enum status policy_lessons_add(struct policy_lessons *l, int played, int best, double value,
                               struct failure *why) {
    enum status status = STATUS_OK;
    if (l->count == l->room) status = policy_lessons_reserve(l, 2 * l->room + 1024, why);
    if (status != STATUS_OK) return status;
    l->played[l->count] = (float)played;
    l->best[l->count] = (float)best;
    l->value[l->count++] = (float)value;
    return STATUS_OK;
}
