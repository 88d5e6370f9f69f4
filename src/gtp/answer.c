#include "answer.h"

#include <stdarg.h>

void answer_add(struct answer *answer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_print_list(&answer->text, format, arguments);
    va_end(arguments);
}

bool answer_error(struct answer *answer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    answer->text.length = 0;
    buffer_print_list(&answer->text, format, arguments);
    va_end(arguments);
    return false;
}

/* The text without its empty lines: a client takes one for the end of the answer. BEFORE is what
 * was written last. */
static void write_lines(const struct buffer *text, unsigned char before, FILE *out) {
    size_t length = text->length;
    while (length && text->data[length - 1] == '\n') length--;
    for (size_t i = 0; i < length; i++) {
        if (text->data[i] != '\n' || before != '\n') putc(text->data[i], out);
        before = text->data[i];
    }
}

static bool flush(const struct conversation *c) {
    return fflush(c->out) == 0 && !ferror(c->out);
}

bool answer_stream(struct answer *answer) {
    const struct conversation *c = answer->conversation;
    if (!answer->streams) fprintf(c->out, "=%s\n", c->id);
    answer->streams = true;
    if (answer->text.length) {
        write_lines(&answer->text, '\n', c->out);
        putc('\n', c->out);
    }
    answer->text.length = 0;
    return flush(c);
}

double answer_asked(const struct answer *answer) {
    return answer->conversation->asked;
}

void answer_until_input(struct answer *answer) {
    line_reader_until_input(answer->conversation->reader);
}

bool answer_finish(struct answer *answer, bool good) {
    const struct conversation *c = answer->conversation;
    const bool lost = answer->text.failed;
    if (answer->streams) {
        if (good && !lost) answer_stream(answer);
        fputs("\n", c->out);
    } else {
        fprintf(c->out, "%c%s ", good && !lost ? '=' : '?', c->id);
        if (lost)
            fputs("out of memory for the answer", c->out);
        else
            write_lines(&answer->text, ' ', c->out);
        fputs("\n\n", c->out);
    }
    answer->streams = false;
    answer->text.length = 0;
    answer->text.failed = false;
    return flush(c);
}
