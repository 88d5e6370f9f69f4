#include "guzumi/network/samples.h"

#include "sample_bytes.h"

#include <assert.h>
#include <stdlib.h>

void samples_free(struct samples *l) {
    buffer_free(&l->bytes);
    free(l->begin);
    free(l->game);
    *l = (struct samples){.count = 0};
}

void samples_clear(struct samples *l) {
    samples_cut(l, 0, 0);
}

void samples_cut(struct samples *l, size_t count, uint32_t games) {
    if (count < l->count) l->bytes.length = l->begin[count];
    l->count = count;
    l->games = games;
}

static enum status no_room(struct failure *why) {
    return out_of_memory(why, "the positions that the network learns from");
}

static enum status reserve_one(struct samples *l, struct failure *why) {
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

enum status samples_add(struct samples *l, const struct sample *sample, struct failure *why) {
    assert(!sample_find_mistake(sample));
    assert(l->count == 0 || sample->game >= l->game[l->count - 1]);
    const enum status status = reserve_one(l, why);
    if (status != STATUS_OK) return status;
    const size_t begin = l->bytes.length;
    sample_append(&l->bytes, sample);
    if (l->bytes.failed) { /* as before, but for the room */
        l->bytes.failed = false;
        l->bytes.length = begin;
        return no_room(why);
    }
    l->begin[l->count] = begin;
    l->game[l->count++] = sample->game;
    if (sample->game >= l->games) l->games = sample->game + 1;
    return STATUS_OK;
}

void samples_get(const struct samples *l, size_t index, struct sample *out) {
    const size_t begin = l->begin[index];
    size_t used;
    const char *mistake = sample_take(l->bytes.data + begin, l->bytes.length - begin, &used, out);
    assert(!mistake);
    (void)mistake;
    out->game = l->game[index];
}
