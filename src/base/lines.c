#include "guzumi/base/lines.h"

#include <string.h>

/* Forgets the line that was read last, and with it a failure: the next one may fit. */
static void begin_line(struct lines *l) {
    if (!l->ended) return;
    l->text.length = 0;
    l->text.failed = l->ended = l->too_long = false;
}

static void add(struct lines *l, const char *bytes, size_t count) {
    const size_t room = LINE_MOST - l->text.length;
    l->too_long = l->too_long || count > room;
    buffer_append(&l->text, bytes, count < room ? count : room);
}

static void end_line(struct lines *l) {
    buffer_append(&l->text, "", 1);
    l->text.length -= !l->text.failed;
    l->ended = true;
}

bool lines_take(struct lines *l, const char **bytes, size_t *count) {
    const char *end = *count ? memchr(*bytes, '\n', *count) : NULL;
    const size_t length = end ? (size_t)(end - *bytes) : *count;
    begin_line(l);
    if (*count == 0) return false; /* BYTES may be NULL */
    add(l, *bytes, length);
    *bytes += length + (end != NULL);
    *count -= length + (end != NULL);
    if (end) end_line(l);
    return end != NULL;
}

bool lines_finish(struct lines *l) {
    begin_line(l);
    if (l->text.length == 0 && !l->text.failed) return false;
    end_line(l);
    return true;
}

void lines_free(struct lines *l) {
    buffer_free(&l->text);
    *l = (struct lines){.ended = false};
}

char *lines_cut(char **rest) {
    char *line = *rest;
    if (!*line) return NULL;
    char *end = line + strcspn(line, "\n");
    *rest = end + (*end != 0);
    if (end > line && end[-1] == '\r') end--;
    *end = 0;
    return line;
}
