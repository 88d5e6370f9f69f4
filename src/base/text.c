/* Texts as numbers, lines of input, and messages. Numbers are parsed by hand or checked by hand
 * before strtod sees them: strtol and strtod skip blanks, accept "0x10" and "inf", and stop at the
 * first character that they do not know. */
#include "guzumi/base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_to_uint64(const char *text, uint64_t *out) {
    uint64_t value = 0;
    if (!*text) return false;
    for (; *text; text++) {
        if (!text_is_digit(*text)) return false;
        const uint64_t digit = (uint64_t)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

bool text_to_int(const char *text, int64_t min, int64_t max, int64_t *out) {
    const bool negative = *text == '-';
    uint64_t magnitude;
    if (!text_to_uint64(text + (negative || *text == '+'), &magnitude)) return false;
    if (magnitude > (uint64_t)INT64_MAX + negative) return false;
    /* The magnitude of INT64_MIN does not fit into an int64_t. */
    const int64_t value =
        negative && magnitude ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    if (value < min || value > max) return false;
    *out = value;
    return true;
}

bool text_to_real(const char *text, double *out) {
    const char *c = text + (*text == '-' || *text == '+');
    int digits = 0;
    for (; text_is_digit(*c); c++) digits++;
    if (*c == '.')
        for (c++; text_is_digit(*c); c++) digits++;
    if (digits == 0) return false;
    if (*c == 'e' || *c == 'E') {
        c += 1 + (c[1] == '-' || c[1] == '+');
        if (!text_is_digit(*c)) return false;
        while (text_is_digit(*c)) c++;
    }
    if (*c) return false;
    /* The program never leaves the "C" locale, so strtod's decimal point is a point. */
    const double value = strtod(text, NULL);
    if (!isfinite(value)) return false;
    *out = value;
    return true;
}

size_t text_mark_length(const char *text) {
    return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool text_equal_nocase(const char *a, const char *b) {
    for (; *a && text_lower(*a) == text_lower(*b); a++) b++;
    return !*a && !*b;
}

void text_copy(char *out, size_t size, const char *text) {
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        /* Continuation bytes are 10xxxxxx: cutting before one would split a character. */
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    }
    memcpy(out, text, length);
    out[length] = 0;
}

char *text_duplicate(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* Bytes from 0x80 on stay: they are parts of UTF-8 characters. */
void text_make_printable(char *text, char instead) {
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = instead;
}

bool text_to_bool(const char *text, bool *out) {
    static const char *const words[2][4] = {{"off", "false", "no", "0"},
                                            {"on", "true", "yes", "1"}};
    for (int value = 0; value < 2; value++)
        for (int i = 0; i < 4; i++)
            if (text_equal_nocase(text, words[value][i])) {
                *out = value == 1;
                return true;
            }
    return false;
}

/* --- lines ---
 *
 * A reader gets "name\nprot" and then "ocol_version\n": the first call returns "name", the second
 * returns false and keeps "prot", and with the next piece the line is complete. */

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

/* The zero byte behind the text is not part of it: the length does not count it. */
static void end_line(struct lines *l) {
    buffer_append(&l->text, "", 1);
    l->text.length -= !l->text.failed;
    l->ended = true;
}

/* memchr finds the end of the line in what has just come, so that no byte is looked at twice
 * however small the pieces are. */
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

/* A line without a newline counts at the end of the input: `printf quit | guzumi gtp` is answered.
 */
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

static int word_length(const char *word) {
    return (int)strcspn(word, " \n");
}

static const char *next_word(const char *word) {
    word += word_length(word);
    return word + strspn(word, " \n");
}

/* The word of LINE that begins with the first LENGTH characters of WORD and ends there, or goes on
 * with a value if NAMED; NULL if there is none. */
static const char *find_word(const char *line, const char *word, int length, bool named) {
    for (; *line; line = next_word(line))
        if (strncmp(line, word, (size_t)length) == 0 &&
            (named ? line[length] == '=' : word_length(line) == length))
            return line;
    return NULL;
}

/* The first word of A that B lacks, or NULL. */
static const char *find_missing(const char *a, const char *b) {
    while (*a && find_word(b, a, word_length(a), false)) a = next_word(a);
    return *a ? a : NULL;
}

/* The word of LINE with the name of WORD, or "nothing". */
static const char *find_named(const char *line, const char *word) {
    const char *named = find_word(line, word, (int)strcspn(word, "= \n"), true);
    return named ? named : "nothing";
}

struct text_difference text_find_difference(const char *a, const char *b) {
    const char *a_word = find_missing(a, b), *b_word = "nothing";
    if (a_word) {
        b_word = find_named(b, a_word);
    } else {
        const char *missing = find_missing(b, a);
        a_word = missing ? find_named(a, missing) : "nothing";
        if (missing) b_word = missing;
    }
    return (struct text_difference){a_word, b_word, word_length(a_word), word_length(b_word)};
}

/* --- messages (status.h) --- */

/* Both names stand in parentheses because clang-tidy sees macros under them. A text may quote a
 * file or a person: its control characters are replaced here, so that no caller can forget to. */
enum status(fail)(struct failure *why, enum status code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    text_make_printable(why->text, '?');
    return code;
}

enum status(out_of_memory)(struct failure *why, const char *what, ...) {
    char text[300]; /* shorter than a failure's text, so that the advice behind it always fits */
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    return fail(why, STATUS_MEMORY, "out of memory for %s; close other programs or ask for less",
                text);
}
