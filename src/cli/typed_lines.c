#define _POSIX_C_SOURCE 200809L
#include "typed_lines.h"

#include "interrupt.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Reads more behind the text, whose used part is dropped. Sets *ENDED when there is no more. */
static enum status read_more(struct typed_lines *l, bool *ended, struct failure *why) {
    char chunk[4096];
    const ssize_t count = read(l->fd, chunk, sizeof chunk);
    *ended = count == 0;
    if (count < 0 && errno != EINTR && errno != EAGAIN)
        return fail(why, STATUS_IO, "can't read the input: %s", strerror(errno));
    if (count <= 0) return STATUS_OK;
    l->text.length -= l->used;
    if (l->text.length) memmove(l->text.data, l->text.data + l->used, l->text.length);
    l->used = 0;
    buffer_append(&l->text, chunk, (size_t)count);
    return l->text.failed ? fail_memory(why, "a line of input") : STATUS_OK;
}

/* What stands before the first newline, or before the end of the input; NULL for nothing. */
static char *take_line(struct typed_lines *l, bool ended) {
    if (l->used == l->text.length) return NULL;
    char *line = (char *)l->text.data + l->used;
    char *end = memchr(line, '\n', l->text.length - l->used);
    if (!end && !ended) return NULL;
    if (!end) {
        buffer_append(&l->text, "\n", 1); /* may move the text */
        if (l->text.failed) return NULL;
        line = (char *)l->text.data + l->used;
        end = (char *)l->text.data + l->text.length - 1;
    }
    *end = 0;
    l->used = (size_t)(end + 1 - (char *)l->text.data);
    return line;
}

enum status typed_lines_next(struct typed_lines *l, char **line, struct failure *why) {
    bool ended = false;
    enum status status = STATUS_OK;
    while (!(*line = take_line(l, ended)) && status == STATUS_OK && !ended) {
        if (!interrupt_wait(l->fd)) break;
        status = read_more(l, &ended, why);
    }
    return status;
}

void typed_lines_free(struct typed_lines *l) {
    buffer_free(&l->text);
}
