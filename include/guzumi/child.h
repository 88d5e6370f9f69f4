/* An external program that speaks GTP over pipes. Nothing here waits longer than it is told to. A
 * program that crashes, hangs or says nonsense is one of the possible answers. */
#ifndef GUZUMI_CHILD_H
#define GUZUMI_CHILD_H

#include "guzumi/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct child {
    pid_t pid;  /* 0: not running */
    bool ended; /* and its end has been taken note of: */
    int end;    /* as waitpid tells it */
    int to, from;
    char *text; /* owned; what was read and not yet taken */
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

/* Starts COMMAND by the shell, with its own process group and its stderr thrown away. FORKING is
 * held meanwhile, so that no other child inherits these pipes. */
enum status child_start(struct child *child, const char *command, pthread_mutex_t *forking,
                        struct failure *why);

/* Says COMMAND and waits for the answer until DEADLINE (of clock_now). *TEXT gets the answer's text
 * without the blanks around it, valid until the next call; or what is wrong with it. */
enum answer child_ask(struct child *child, const char *command, double deadline,
                      const atomic_bool *stop, const char **text);

/* How a program that is gone ended when it was asked COMMAND, into TEXT of 150 bytes or more:
 * "ended with exit code 3 at 'name'". */
const char *child_how_it_ended(struct child *child, const char *command, char *text, size_t size);

/* Processor seconds that the program and all others of its process group have used, with those that
 * they started and that have ended. Exact to a hundredth of a second or better. NAN when it is not
 * running, or where the system does not tell. Takes a look at all processes of the machine. */
double child_processor(const struct child *child);

/* Ends it: kindly when POLITE (the command quit, and a second to obey), then by a signal to all of
 * its group. Fine when it is not running. */
void child_end(struct child *child, bool polite);

#endif
