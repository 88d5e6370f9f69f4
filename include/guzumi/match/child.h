/* A child process that speaks GTP over pipes. No call waits beyond its deadline, and a program that
 * crashes, hangs or does not speak GTP is one of the possible answers. */
#ifndef GUZUMI_CHILD_H
#define GUZUMI_CHILD_H

#include "guzumi/base/system.h"

#include <stdatomic.h>

struct child {
    struct process *process; /* NULL if not running */
    char *text;              /* owned; the output read so far */
    size_t length, capacity;
};

enum answer {
    ANSWER_GOOD,      /* "=": the text after it */
    ANSWER_REFUSED,   /* "?": the text after it */
    ANSWER_ENDED,     /* the program has ended */
    ANSWER_LATE,      /* no answer before the deadline */
    ANSWER_MALFORMED, /* not GTP, or longer than a megabyte */
    ANSWER_STOPPED    /* *STOP was set */
};

/* Starts COMMAND; see process_start. */
enum status child_start(struct child *child, const char *command, pthread_mutex_t *forking,
                        struct failure *why);

/* Sends COMMAND, of at most 1,022 bytes, and waits for the answer until DEADLINE (of clock_now).
 * *TEXT gets the trimmed text of the answer, of a malformed one its first line, or nothing if that
 * has no end, and is valid until the next call. */
enum answer child_ask(struct child *child, const char *command, double deadline,
                      const atomic_bool *stop, const char **text);

/* Whether ANSWER, with its TEXT, to COMMAND is good; if not, fails with a message about what the
 * program, called NAME, has done: "the referee was killed by signal 11 at 'name'". */
enum status child_outcome(struct child *child, enum answer answer, const char *name,
                          const char *command, const char *text, struct failure *why);

/* See process_seconds; NAN if it is not running. */
double child_processor(const struct child *child);

/* Kills the program with its process group. If POLITE, it first gets the command quit and one
 * second to obey. Does nothing if it is not running. */
void child_end(struct child *child, bool polite);

#endif
