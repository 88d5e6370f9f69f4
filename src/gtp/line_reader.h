/* Lines of an input, read by a thread of their own into a queue. See protocol.h for what a
 * line becomes and for the rules of interrupting. */
#ifndef GUZUMI_LINE_READER_H
#define GUZUMI_LINE_READER_H

#include "guzumi/gtp/protocol.h"

#include <stdint.h>

struct line_reader;

enum line_fault {
    LINE_GOOD,
    LINE_LOST,    /* memory ran out; the text is empty */
    LINE_TOO_LONG /* longer than lines.h takes; the text is its id, or empty */
};

struct line {
    struct line *next;
    uint64_t number; /* counts the lines that were queued, from 1 */
    size_t size;     /* bytes that it takes in the queue */
    double came;     /* of clock_now */
    enum line_fault fault;
    char text[]; /* without comment; never blank if the line is good */
};

/* Starts reading FD. */
enum status line_reader_new(struct line_reader **out, int fd,
                            void (*interrupt)(void *context, enum interrupt why), void *context,
                            struct failure *why);

/* Ends the thread, even while it waits for input, and frees what is still queued. */
void line_reader_free(struct line_reader *reader);

/* Waits for the next line, which from now on counts as running; NULL at the end of the input. The
 * caller frees it with free. */
struct line *line_reader_next(struct line_reader *reader);

/* Any input that came after the running line, or comes, ends it from now on. */
void line_reader_until_input(struct line_reader *reader);

/* The line that line_reader_next returned has been dealt with: no interrupt meant for it comes
 * after this returns. */
void line_reader_done(struct line_reader *reader);

/* Whether no line is left, and none can come. */
bool line_reader_ended(struct line_reader *reader);

/* The error (errno) that ended the input, 0 when it ended as it should. */
int line_reader_error(struct line_reader *reader);

#endif
