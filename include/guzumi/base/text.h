/* Text: strict parsing of numbers and words, copies, and splitting of input into lines. Nothing
 * here depends on the locale. */
#ifndef GUZUMI_TEXT_H
#define GUZUMI_TEXT_H

#include "guzumi/base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Digits and letters of ASCII. */
static inline bool text_is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline char text_lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static inline bool text_is_letter(char c) {
    return text_lower(c) >= 'a' && text_lower(c) <= 'z';
}

/* Each parser reads all of TEXT; otherwise it returns false and leaves *OUT unchanged. */

/* A decimal integer in MIN..MAX. */
bool text_to_int(const char *text, int64_t min, int64_t max, int64_t *out);

/* An unsigned decimal integer of up to 64 bits. */
bool text_to_uint64(const char *text, uint64_t *out);

/* A finite decimal number ("7.5", "-3", "1e-2"; no hex, inf or nan). */
bool text_to_real(const char *text, double *out);

/* "on", "true", "yes", "1" or "off", "false", "no", "0", ignoring case. */
bool text_to_bool(const char *text, bool *out);

/* The length of the UTF-8 byte order mark (BOM) at the start of TEXT; 0 without one. */
size_t text_mark_length(const char *text);

/* Copies as many whole UTF-8 characters of TEXT as fit into OUT of SIZE bytes. */
void text_copy(char *out, size_t size, const char *text);

/* A copy of TEXT, for the caller to free; NULL if out of memory. */
char *text_duplicate(const char *text);

/* Replaces control characters, which could end a line or command a terminal, by INSTEAD. */
void text_make_printable(char *text, char instead);

/* Whether A and B are equal, ignoring the case of ASCII letters. */
bool text_equal_nocase(const char *a, const char *b);

/* Where two lines of words "name=value" differ: the first word of A that B lacks, and the word of B
 * with the same name. If B lacks none, the first word of B that A lacks. "nothing" stands for a
 * word that is missing, and for both if the lines have the same words. */
struct text_difference {
    const char *a, *b; /* not terminated: of A_LENGTH and B_LENGTH */
    int a_length, b_length;
};
struct text_difference text_find_difference(const char *a, const char *b);

/* --- lines ---
 *
 * Splits input that arrives in pieces, as from a pipe, into lines. Each byte is read once, and a
 * line takes at most LINE_MOST bytes of memory: of a longer line only the beginning is kept, and
 * reading continues with the next one. */

enum { LINE_MOST = 4 << 20 };

/* The message about a longer line, for printf with the number LINE_MOST. */
#define LINE_TOO_LONG_TEXT "a line of input is longer than %d bytes; split it"

struct lines {
    struct buffer text; /* owned: the line that is being read, or was read last */
    bool ended;         /* it was read last */
    bool too_long;      /* only its beginning is there */
};

/* Takes bytes from *BYTES, *COUNT of them, up to the end of a line, and advances both. Returns
 * whether the line is complete: then it is in lines->text.data, without its newline and followed by
 * a zero byte; the caller may change it until the next call. If memory ran out, lines->text.failed
 * is set and there is no text. A struct of zeros is ready for use. */
bool lines_take(struct lines *lines, const char **bytes, size_t *count);

/* To be called at the end of the input. Returns whether there is a last line, which had no newline;
 * it is then in lines->text.data. */
bool lines_finish(struct lines *lines);

void lines_free(struct lines *lines);

/* Splits the first line off *REST, which advances past it, and returns it without its newline and a
 * carriage return before that. NULL if *REST is empty. */
char *lines_cut(char **rest);

#endif
