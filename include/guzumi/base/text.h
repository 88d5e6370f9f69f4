/* Strict reading of numbers and words from outside text; copies of text. Nothing here depends on
 * the locale. */
#ifndef GUZUMI_TEXT_H
#define GUZUMI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads TEXT whole as a decimal integer in MIN..MAX. False (and *OUT untouched) otherwise. */
bool text_to_int(const char *text, int64_t min, int64_t max, int64_t *out);

/* Reads TEXT whole as an unsigned decimal integer of up to 64 bits. */
bool text_to_uint64(const char *text, uint64_t *out);

/* Reads TEXT whole as a finite decimal number ("7.5", "-3", "1e-2"; no hex, inf or nan). */
bool text_to_real(const char *text, double *out);

/* "on", "true", "yes", "1" or "off", "false", "no", "0", in any case. */
bool text_to_bool(const char *text, bool *out);

/* The length of the byte order mark (BOM) of UTF-8 at the beginning of TEXT; 0 without one. */
size_t text_mark_length(const char *text);

/* Copies TEXT into OUT of SIZE bytes, as many whole characters of UTF-8 as have room. */
void text_copy(char *out, size_t size, const char *text);

/* Puts INSTEAD in place of control characters, which would end a line or command a terminal. */
void text_make_printable(char *text, char instead);

/* Whether A and B are equal, ignoring the case of ASCII letters. */
bool text_equal_nocase(const char *a, const char *b);

#endif
