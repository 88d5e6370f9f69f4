/* Strict parsing of numbers and words, and copies of text. Nothing here depends on the locale. */
#ifndef GUZUMI_TEXT_H
#define GUZUMI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
