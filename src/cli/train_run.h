/* What training runs have in common, whatever learns: games until the last one, checkpoints at 1,
 * 2, 5, 10, 20, ... games and where more are asked for, progress on stderr, an end by Ctrl-C that
 * can be resumed. */
#ifndef GUZUMI_TRAIN_RUN_H
#define GUZUMI_TRAIN_RUN_H

#include "guzumi/base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct train_run {
    int64_t games;       /* at the end */
    const char *unit;    /* what is counted as these: "games", which are played, or "steps" */
    const char *again;   /* what else the command line must have to resume: " --samples ...", "" */
    const char *out;     /* the weight file */
    const char *resumed; /* the file that it continues, or NULL */
    const char *start_from; /* the file whose weights it begins with, or NULL */
    double minutes;         /* between writing it, at most and but for a game that is longer */
    bool keep;              /* also each checkpoint, as OUT.GAMES */
    int64_t every;          /* a checkpoint at each multiple of so many games, too; 0: none */
};

/* What came out of some games. */
enum { TRAIN_TEXT = 160 };
struct train_progress {
    uint64_t games, moves, wins;
    const char *winner;    /* whose wins: "Black wins"; NULL where nobody's count */
    double error;          /* root mean square of the errors learnt from; 0: not known */
    double likelihood;     /* mean logarithm of the likelihood of what was learnt; 0: not known */
    char text[TRAIN_TEXT]; /* what else there is to say, or empty */
};

/* What learns. PROGRESS tells of the games since it was last asked. PLAY may fail with
 * STATUS_STOPPED once interrupt_flag is set; what was learnt until it fails is sound. */
struct train_subject {
    void *context;
    uint64_t (*games)(const void *context);
    enum status (*play)(void *context, struct failure *why);
    enum status (*save)(const void *context, const char *path, struct failure *why);
    struct train_progress (*progress)(void *context);
    enum status (*checkpoint)(void *context, struct failure *why); /* or NULL: after each save, and
                                                                      when a run resumes at one; a
                                                                      run that ends without its last
                                                                      one is a stopped one */
};

/* The games at the first checkpoint after GAMES. */
uint64_t train_next_checkpoint(const struct train_run *run, uint64_t games);

/* Gives the file PATH, another training's, the name PATH.old, and says so on stderr. */
enum status train_set_aside(const char *path, struct failure *why);

enum status train_run(const struct train_run *run, const struct train_subject *subject,
                      struct failure *why);

#endif
