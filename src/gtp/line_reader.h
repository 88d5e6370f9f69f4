/* Lines of input, read by a separate thread into a queue. protocol.h has the syntax of lines and
 * the rules of interrupts. */
#ifndef GUZUMI_LINE_READER_H
#define GUZUMI_LINE_READER_H

#include "guzumi/gtp/protocol.h"

#include <stdint.h>

struct line_reader;

enum line_fault {
    LINE_GOOD,
    LINE_LOST,    /* memory ran out; the text is empty */
    LINE_TOO_LONG /* longer than text.h takes; the text is its id, or empty */
};

struct line {
    struct line *next;
    uint64_t number; /* counts the lines that were queued, from 1 */
    size_t size;     /* in bytes, with the text */
    double came;     /* when it was read, of clock_now */
    enum line_fault fault;
    char text[]; /* without comment; never blank if the line is good */
};

/* Starts reading FD. */
enum status line_reader_new(struct line_reader **out, int fd,
                            void (*interrupt)(void *context, enum interrupt why), void *context,
                            struct failure *why);

/* Ends the thread, even while it waits for input, and frees what is still queued. */
void line_reader_free(struct line_reader *reader);

/* Waits for the next line, which counts as running from now on; NULL at the end of the input. The
 * caller frees it with free. */
struct line *line_reader_next(struct line_reader *reader);

/* From now on, any input after the running line interrupts it, even input that has already arrived.
 */
void line_reader_until_input(struct line_reader *reader);

/* The running line is done: no interrupt meant for it comes after this returns. */
void line_reader_done(struct line_reader *reader);

/* Whether the input has ended and no line is left. */
bool line_reader_ended(struct line_reader *reader);

/* The error (errno) that ended the input; 0 for a regular end. */
int line_reader_error(struct line_reader *reader);

#endif
