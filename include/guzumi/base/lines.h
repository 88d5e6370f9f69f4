/* Lines out of bytes that come in pieces, as from a pipe.
 *
 * Each byte is looked at once, and a line takes at most LINE_MOST bytes of memory, whatever comes:
 * of a longer line only its beginning is kept, and reading goes on with the next one. */
#ifndef GUZUMI_LINES_H
#define GUZUMI_LINES_H

#include "guzumi/base/file.h"

enum { LINE_MOST = 4 << 20 };

/* What is said about a longer line, for printf with the number LINE_MOST. */
#define LINE_TOO_LONG_TEXT "a line of input is longer than %d bytes; split it"

struct lines {
    struct buffer text; /* owned: the line that is being read, or was read last */
    bool ended;         /* it was read last */
    bool too_long;      /* only its beginning is there */
};

/* Takes bytes from *BYTES, *COUNT of them, up to the end of a line, and advances both. Returns
 * whether the line is complete: then it is lines->text.data, without its newline and followed by a
 * zero byte, to be changed at will until the next call. If memory ran out, lines->text.failed, and
 * there is no text. A struct of zeros is ready for use. */
bool lines_take(struct lines *lines, const char **bytes, size_t *count);

/* The input has ended: returns whether a last line without a newline was there. */
bool lines_finish(struct lines *lines);

void lines_free(struct lines *lines);

/* Cuts the first line off *REST, which is moved behind it, and returns it without its newline; a
 * carriage return before that goes, too. NULL if *REST is empty. */
char *lines_cut(char **rest);

#endif
