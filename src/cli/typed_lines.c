#include "typed_lines.h"

#include "interrupt.h"

#include <string.h>

/* Reads more behind the text, whose used part is dropped. Sets *ENDED when there is no more. */
static enum status read_more(struct typed_lines *l, bool *ended, struct failure *why) {
    char chunk[4096];
    size_t count;
    int error;
    *ended = !input_read(l->input, chunk, sizeof chunk, &count, &error);
    if (*ended && error) return fail(why, STATUS_IO, "can't read the input: %s", strerror(error));
    l->text.length -= l->used;
    if (l->text.length) memmove(l->text.data, l->text.data + l->used, l->text.length);
    l->used = 0;
    buffer_append(&l->text, chunk, count);
    return l->text.failed ? out_of_memory(why, "a line of input") : STATUS_OK;
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
        if (!interrupt_wait(l->input)) break;
        status = read_more(l, &ended, why);
    }
    return status;
}

enum status typed_lines_open(struct typed_lines *l, enum standard_file file, struct failure *why) {
    *l = (struct typed_lines){.used = 0};
    return input_new(&l->input, (int)file, why);
}

void typed_lines_close(struct typed_lines *l) {
    input_free(l->input);
    buffer_free(&l->text);
}
