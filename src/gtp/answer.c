#define _POSIX_C_SOURCE 200809L
#include "answer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct answer *a, size_t more) {
    if (a->capacity - a->length > more) return true;
    size_t capacity = a->capacity ? a->capacity : 256;
    while (capacity - a->length <= more) capacity *= 2;
    char *text = realloc(a->text, capacity);
    if (!text) return false;
    a->text = text;
    a->capacity = capacity;
    return true;
}

GUZUMI_PRINTF(2, 0)
static void add(struct answer *a, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    assert(length >= 0);
    if (reserve(a, (size_t)length)) {
        vsnprintf(a->text + a->length, (size_t)length + 1, format, again);
        a->length += (size_t)length;
    } else {
        a->lost = true;
    }
    va_end(again);
}

void answer_add(struct answer *answer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(answer, format, arguments);
    va_end(arguments);
}

bool answer_error(struct answer *answer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    answer->length = 0;
    add(answer, format, arguments);
    va_end(arguments);
    return false;
}

void answer_clear(struct answer *answer) {
    answer->length = 0;
    answer->lost = false;
}

void answer_free(struct answer *answer) {
    free(answer->text);
}

/* The text without its empty lines: a client takes one for the end of the answer. */
static void write_lines(const char *text, size_t length, FILE *out) {
    while (length && text[length - 1] == '\n') length--;
    char before = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n' || before != '\n') putc(text[i], out);
        before = text[i];
    }
}

bool answer_write(const struct answer *answer, bool good, const char *id, FILE *out) {
    static const char lost[] = "out of memory for the answer";
    fprintf(out, "%c%s ", good && !answer->lost ? '=' : '?', id);
    if (answer->lost)
        fputs(lost, out);
    else
        write_lines(answer->text, answer->length, out);
    fputs("\n\n", out);
    return fflush(out) == 0 && !ferror(out);
}
