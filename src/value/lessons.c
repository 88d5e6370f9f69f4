#include "guzumi/lessons.h"

#include "lesson_bytes.h"

#include <assert.h>
#include <stdlib.h>

void lessons_free(struct lessons *l) {
    buffer_free(&l->bytes);
    free(l->begin);
    free(l->game);
    *l = (struct lessons){.count = 0};
}

void lessons_clear(struct lessons *l) {
    lessons_cut(l, 0, 0);
}

void lessons_cut(struct lessons *l, size_t count, uint32_t games) {
    if (count < l->count) l->bytes.length = l->begin[count];
    l->count = count;
    l->games = games;
}

static enum status no_room(struct failure *why) {
    return fail_memory(why, "the positions that the network learns from");
}

static enum status reserve_one(struct lessons *l, struct failure *why) {
    if (l->count < l->room) return STATUS_OK;
    const size_t room = 2 * l->room + 1024;
    size_t *begin = realloc(l->begin, room * sizeof *begin);
    if (begin) l->begin = begin;
    uint32_t *game = realloc(l->game, room * sizeof *game);
    if (game) l->game = game;
    if (!begin || !game) return no_room(why);
    l->room = room;
    return STATUS_OK;
}

enum status lessons_add(struct lessons *l, const struct lesson *lesson, struct failure *why) {
    assert(!lesson_find_mistake(lesson));
    assert(l->count == 0 || lesson->game >= l->game[l->count - 1]);
    const enum status status = reserve_one(l, why);
    if (status != STATUS_OK) return status;
    const size_t begin = l->bytes.length;
    lesson_append(&l->bytes, lesson);
    if (l->bytes.failed) { /* as before, but for the room */
        l->bytes.failed = false;
        l->bytes.length = begin;
        return no_room(why);
    }
    l->begin[l->count] = begin;
    l->game[l->count++] = lesson->game;
    if (lesson->game >= l->games) l->games = lesson->game + 1;
    return STATUS_OK;
}

void lessons_get(const struct lessons *l, size_t index, struct lesson *out) {
    const size_t begin = l->begin[index];
    size_t used;
    const char *mistake = lesson_take(l->bytes.data + begin, l->bytes.length - begin, &used, out);
    assert(!mistake);
    (void)mistake;
    out->game = l->game[index];
}
