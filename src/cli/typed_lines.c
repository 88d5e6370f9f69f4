#include "typed_lines.h"

#include "interrupt.h"

#include <string.h>

static enum status read_more(struct typed_lines *l, struct failure *why) {
    int error;
    l->next = l->chunk;
    l->ended = !input_read(l->input, l->chunk, sizeof l->chunk, &l->left, &error);
    if (l->ended && error) return fail(why, STATUS_IO, "can't read the input: %s", strerror(error));
    return STATUS_OK;
}

enum status typed_lines_next(struct typed_lines *l, char **line, struct failure *why) {
    bool found = false;
    *line = NULL;
    while (!(found = lines_take(&l->read, &l->next, &l->left)) && !l->ended) {
        if (!interrupt_wait(l->input)) return STATUS_OK;
        const enum status status = read_more(l, why);
        if (status != STATUS_OK) return status;
    }
    if (!found && !lines_finish(&l->read)) return STATUS_OK;
    if (l->read.text.failed) return out_of_memory(why, "a line of input");
    *line = (char *)l->read.text.data;
    return STATUS_OK;
}

enum status typed_lines_open(struct typed_lines *l, enum standard_file file, struct failure *why) {
    *l = (struct typed_lines){.ended = false};
    return input_new(&l->input, (int)file, why);
}

void typed_lines_close(struct typed_lines *l) {
    input_free(l->input);
    lines_free(&l->read);
}
