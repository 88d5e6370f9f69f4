/* Lines that a person types, or a script pipes in, for a program that waits for them between other
 * things. */
#ifndef GUZUMI_TYPED_LINES_H
#define GUZUMI_TYPED_LINES_H

#include "guzumi/base/lines.h"
#include "guzumi/base/system.h"

struct typed_lines {
    struct input *input; /* owned */
    struct lines read;   /* owned; read.too_long tells of the last line */
    char chunk[4096];    /* read, and of it: */
    const char *next;    /* not yet taken */
    size_t left;
    bool ended; /* the input */
};

enum status typed_lines_open(struct typed_lines *lines, enum standard_file file,
                             struct failure *why);

/* The next line of LINES, without its end, into *LINE: owned by LINES, to be changed at will, valid
 * until the next call. NULL at the end of the input and when the wait for it is interrupted. Of a
 * line that is too long (lines.h) only the beginning is there. */
enum status typed_lines_next(struct typed_lines *lines, char **line, struct failure *why);

void typed_lines_close(struct typed_lines *lines);

#endif
