/* An external program that speaks GTP over pipes. Nothing here waits longer than it is told to. A
 * program that crashes, hangs or says nonsense is one of the possible answers. */
#ifndef GUZUMI_CHILD_H
#define GUZUMI_CHILD_H

#include "guzumi/base/process.h"

#include <stdatomic.h>

struct child {
    struct process *process; /* NULL: not running */
    char *text;              /* owned; what was read and not yet taken */
    size_t length, capacity;
};

enum answer {
    ANSWER_GOOD,     /* "=": the text behind it */
    ANSWER_REFUSED,  /* "?": the text behind it */
    ANSWER_ENDED,    /* the program is gone */
    ANSWER_LATE,     /* nothing until the deadline */
    ANSWER_NONSENSE, /* no GTP, or far too much of it */
    ANSWER_STOPPED   /* *STOP was set */
};

/* Starts COMMAND, as process_start does. */
enum status child_start(struct child *child, const char *command, pthread_mutex_t *forking,
                        struct failure *why);

/* Sends COMMAND and waits for the answer until DEADLINE (of clock_now). *TEXT gets the text of the
 * answer without blanks around it, or what is wrong with it, and is valid until the next call. */
enum answer child_ask(struct child *child, const char *command, double deadline,
                      const atomic_bool *stop, const char **text);

/* Writes how a program ended that is gone since it was asked COMMAND, into TEXT of 150 bytes or
 * more: "ended with exit code 3 at 'name'". */
const char *child_how_it_ended(struct child *child, const char *command, char *text, size_t size);

/* Its processor time as in process_seconds; NAN also if it is not running. */
double child_processor(const struct child *child);

/* Ends the program. If POLITE, it first gets the command quit and a second to obey; then a signal
 * ends its whole group. Fine if it is not running. */
void child_end(struct child *child, bool polite);

#endif
