/* Text in character sets other than UTF-8, as far as the system knows them. */
#ifndef GUZUMI_CHARSET_H
#define GUZUMI_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

struct charset;

/* The character set that IANA calls NAME; NULL if the system does not know it or memory runs out.
 */
struct charset *charset_open(const char *name);
void charset_close(struct charset *charset); /* NULL is fine */

/* Converts characters from *IN, where *LEFT bytes are, to UTF-8 at *OUT, where there is room for
 * *ROOM bytes, and advances all four. Returns false at a byte that begins no character, where *IN
 * then points; true if everything is converted or no more fits. With room for 8 bytes at least one
 * character always fits. */
bool charset_convert(struct charset *charset, const char **in, size_t *left, char **out,
                     size_t *room);

#endif
