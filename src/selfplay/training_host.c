#include "guzumi/selfplay/training_host.h"

#include "guzumi/base/clock.h"
#include "guzumi/match/child.h"

#include <stdlib.h>

/* Seconds that a program may take for one answer. */
static const double patience = 60;

struct gtp_opponent {
    struct gtp_program base;
    const char *command; /* borrowed */
    struct child child;
    pthread_mutex_t forking;
    const atomic_bool *stop; /* borrowed */
};

static enum status ask(struct gtp_program *program, const char *command, const char **text,
                       struct failure *why) {
    struct gtp_opponent *o = (struct gtp_opponent *)program;
    if (!o->child.process) {
        const enum status status = child_start(&o->child, o->command, &o->forking, why);
        if (status != STATUS_OK) return status;
    }
    switch (child_ask(&o->child, command, clock_now() + patience, o->stop, text)) {
    case ANSWER_GOOD:
        return STATUS_OK;
    case ANSWER_REFUSED:
        return fail(why, STATUS_INVALID, "the opponent '%.100s' answered '%s' with '? %.80s'",
                    o->command, command, *text);
    case ANSWER_MALFORMED:
        return fail(why, STATUS_INVALID, "the opponent '%.100s' answered '%s', but not with GTP",
                    o->command, command);
    case ANSWER_LATE:
        return fail(why, STATUS_IO, "the opponent '%.100s' did not answer '%s' within %g seconds",
                    o->command, command, patience);
    case ANSWER_STOPPED:
        return fail(why, STATUS_STOPPED, "interrupted");
    case ANSWER_ENDED:
        break;
    }
    return fail(why, STATUS_IO, "the opponent '%.100s' ended at '%s'", o->command, command);
}

static void release(struct gtp_program *program) {
    struct gtp_opponent *o = (struct gtp_opponent *)program;
    child_end(&o->child, true);
    pthread_mutex_destroy(&o->forking);
    free(o);
}

enum status gtp_opponent_open(struct gtp_program **out, const char *command,
                              const atomic_bool *stop, struct failure *why) {
    struct gtp_opponent *o = calloc(1, sizeof *o);
    if (!o) return out_of_memory(why, "an opponent");
    o->base = (struct gtp_program){.ask = ask, .free = release};
    o->command = command;
    o->stop = stop;
    pthread_mutex_init(&o->forking, NULL);
    *out = &o->base;
    return STATUS_OK;
}

const struct training_host training_host = {.open_program = gtp_opponent_open,
                                            .open_games = policy_games_open};
