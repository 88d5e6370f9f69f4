/* Text in other character sets than UTF-8, by what the system knows of them. */
#ifndef GUZUMI_CHARSET_H
#define GUZUMI_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

struct charset;

/* The character set that IANA calls NAME; NULL when it is not known here, or without memory. */
struct charset *charset_open(const char *name);
void charset_close(struct charset *charset); /* NULL is fine */

/* Takes characters from *IN, *LEFT bytes, and puts them, in UTF-8, at *OUT, where *ROOM bytes may
 * stand; all four move on. False at a byte that begins no character, which *IN is left at; true
 * when all is taken or no more fits. ROOM of 8 or more always lets one through. */
bool charset_convert(struct charset *charset, const char **in, size_t *left, char **out,
                     size_t *room);

#endif
