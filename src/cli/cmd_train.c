/* guzumi train: the long-term memory by self-play. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "interrupt.h"

#include "guzumi/clock.h"
#include "guzumi/file.h"
#include "guzumi/trainer.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct training {
    struct params params;
    int64_t size, games; /* size 0: not given */
    double minutes;      /* between checkpoints at most */
    const char *out, *resume, *start_from, *occurrences;
    bool keep;
};

/* Writes the memory to the file asked for and, with --keep-checkpoints, beside it as FILE.GAMES. */
static enum status save(const struct training *training, const struct memory *memory,
                        struct failure *why) {
    enum status status = memory_save(memory, training->out, why);
    if (status != STATUS_OK || !training->keep) return status;
    char name[1024];
    const int length =
        snprintf(name, sizeof name, "%s.%" PRIu64, training->out, memory->origin.games);
    if (length < 0 || (size_t)length >= sizeof name)
        return fail(why, STATUS_INVALID, "--out: the file's name is too long");
    return memory_save(memory, name, why);
}

/* Progress on stderr: on a terminal one line that is written over, elsewhere one a checkpoint. */
struct progress {
    double begin, last;
    uint64_t first_games;
    bool terminal;
};

static void report(struct progress *progress, const struct training *training, uint64_t games,
                   const struct trainer_statistics *s, bool checkpoint) {
    const double elapsed = clock_now() - progress->begin;
    const double speed = elapsed > 0 ? (double)(games - progress->first_games) / elapsed : 0;
    const double left = speed > 0 ? (double)((uint64_t)training->games - games) / speed : 0;
    fprintf(stderr,
            "%s%" PRIu64 " of %" PRId64
            " games, %.0f games/s, %.1f moves a game, Black wins %.1f %%"
            ", %.0f s left%s",
            progress->terminal ? "\r\033[K" : "", games, training->games, speed,
            s->games ? (double)s->moves / (double)s->games : 0,
            s->games ? 100 * (double)s->black_wins / (double)s->games : 0, left,
            checkpoint || !progress->terminal ? "\n" : "");
    progress->last = clock_now();
}

/* Plays until DUE games, and keeps what was learnt every so many minutes on the way. */
static enum status play_until(uint64_t due, const struct training *training,
                              const struct memory *memory, struct trainer *trainer,
                              struct progress *progress, struct failure *why) {
    const struct provenance *origin = &memory->origin;
    const atomic_bool *interrupted = interrupt_flag();
    double saved = clock_now();
    enum status status = STATUS_OK;
    while (origin->games < due && !atomic_load(interrupted) && status == STATUS_OK) {
        trainer_play(trainer);
        if (origin->games % 64) continue;
        const double now = clock_now();
        if (progress->terminal && now - progress->last > 0.5) {
            const struct trainer_statistics s = trainer_take_statistics(trainer);
            report(progress, training, origin->games, &s, false);
        }
        if (now - saved < 60 * training->minutes) continue;
        status = memory_save(memory, training->out, why);
        saved = now;
    }
    return status;
}

static enum status run(const struct training *training, struct memory *memory,
                       struct trainer *trainer, struct failure *why) {
    const uint64_t last = (uint64_t)training->games;
    const struct provenance *origin = &memory->origin;
    struct progress progress = {.begin = clock_now(),
                                .last = clock_now(),
                                .first_games = origin->games,
                                .terminal = isatty(STDERR_FILENO) == 1};
    struct trainer_statistics s = {0};
    const atomic_bool *interrupted = interrupt_flag();
    while (origin->games < last && !atomic_load(interrupted)) {
        const uint64_t due = trainer_next_checkpoint(origin->games);
        enum status status =
            play_until(due < last ? due : last, training, memory, trainer, &progress, why);
        if (status == STATUS_OK) status = save(training, memory, why);
        s = trainer_take_statistics(trainer);
        if (status != STATUS_OK) return status;
        report(&progress, training, origin->games, &s, true);
    }
    if (origin->games >= last) return STATUS_OK;
    return fail(why, STATUS_STOPPED,
                "stopped after %" PRIu64 " games; --resume %.200s --games %" PRId64 " continues",
                origin->games, training->out, training->games);
}

/* A memory without games, all zero or with the weights that --start-from names. */
static enum status begin(const struct training *training, struct memory **out,
                         struct failure *why) {
    struct memory *from = NULL;
    enum status status =
        memory_new(out, training->size ? (int)training->size : 9, &training->params, why);
    if (status != STATUS_OK || !training->start_from) return status;
    status = memory_load(&from, training->start_from, why);
    if (status == STATUS_OK) status = memory_start_from(*out, from, why);
    memory_free(from);
    if (status != STATUS_OK) memory_free(*out);
    return status;
}

/* Whether MEMORY can be trained on as the command line wants. */
static enum status check_resumed(const struct training *training, const struct memory *memory,
                                 struct failure *why) {
    const struct params *was = &memory->origin.params, *is = &training->params;
    if (training->size && training->size != memory->shapes->size)
        return fail(why, STATUS_INVALID,
                    "%.200s is for %dx%d and --size is %" PRId64 "; leave it out", training->resume,
                    memory->shapes->size, memory->shapes->size, training->size);
    if (memory->origin.games > (uint64_t)training->games)
        return fail(why, STATUS_INVALID,
                    "%.200s has %" PRIu64 " games already; --games is the number at the end",
                    training->resume, memory->origin.games);
    if (was->shapes != is->shapes || was->sharing != is->sharing)
        return fail(why, STATUS_INVALID,
                    "%.200s: the shapes and the sharing of a memory can't be changed",
                    training->resume);
    return STATUS_OK;
}

static void print_occurrences(struct buffer *out, const char *name, const struct weight_set *set,
                              const uint64_t *counts) {
    for (int i = 0; set->classes && i < set->classes->class_count; i++) {
        const int k = shape_classes_k(set->classes, i);
        buffer_print(out, "%s\t%dx%d\t%d\t%" PRIu64 "\n", name, k, k, i, counts[i]);
    }
}

/* Writes the table that --occurrences asks for: a line a weight. */
static enum status save_occurrences(const char *path, const struct occurrences *counted,
                                    struct failure *why) {
    const struct memory *m = counted->memory;
    struct buffer out = {0};
    buffer_print(&out, "sharing\tshape\tweight\toccurrences\n");
    print_occurrences(&out, m->origin.params.sharing == SHARE_NONE ? "none" : "ld", &m->main,
                      counted->main);
    print_occurrences(&out, "li", &m->li, counted->li);
    const enum status status = out.failed ? fail_memory(why, "the table of occurrences")
                                          : file_write(path, out.data, out.length, why);
    buffer_free(&out);
    return status;
}

static int train(const struct training *training, struct memory *memory) {
    struct failure why;
    struct trainer *trainer = NULL;
    struct occurrences *counted = NULL;
    interrupt_catch(SIGINT);
    interrupt_catch(SIGTERM);
    struct file_claim claim;
    if (file_claim(&claim, training->out, &why) != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    enum status status = training->occurrences ? file_try(training->occurrences, &why) : STATUS_OK;
    if (status == STATUS_OK) status = trainer_new(&trainer, memory, &why);
    if (status == STATUS_OK && training->occurrences)
        status = occurrences_new(&counted, memory, &why);
    if (status == STATUS_OK) {
        trainer_count_occurrences(trainer, counted);
        status = run(training, memory, trainer, &why);
    }
    if (status == STATUS_OK && counted)
        status = save_occurrences(training->occurrences, counted, &why);
    trainer_free(trainer);
    occurrences_free(counted);
    file_release(&claim);
    return status == STATUS_OK ? EXIT_SUCCESS : cli_fail(&why, EXIT_FAILURE);
}

int cmd_train(int argc, char **argv) {
    struct training training = {.games = 1000000, .minutes = 10};
    params_default(&training.params);
    const struct option table[] = {
        {.name = "size",
         .kind = OPTION_INT,
         .out = &training.size,
         .min = BOARD_MIN_SIZE,
         .max = BOARD_MAX_SIZE,
         .argument = "N",
         .help = "Board size (9)."},
        {.name = "games",
         .kind = OPTION_INT,
         .out = &training.games,
         .min = 0,
         .max = 1e15,
         .argument = "N",
         .help = "Games at the end, those before --resume counted (1000000)."},
        {.name = "out",
         .kind = OPTION_TEXT,
         .out = &training.out,
         .argument = "FILE",
         .help = "Weight file to write, first at 1, 2, 5, 10, 20, ... games, last at the end."},
        {.name = "minutes",
         .kind = OPTION_REAL,
         .out = &training.minutes,
         .min = 0,
         .max = 1e6,
         .argument = "N",
         .help = "Also writes it after so many minutes (10)."},
        {.name = "keep-checkpoints",
         .kind = OPTION_FLAG,
         .out = &training.keep,
         .help = "Also keeps each checkpoint as FILE.GAMES."},
        {.name = "resume",
         .kind = OPTION_TEXT,
         .out = &training.resume,
         .argument = "FILE",
         .help = "Continues from this weight file, with its size, settings and random numbers; the "
                 "settings given here are changed from there on."},
        {.name = "start-from",
         .kind = OPTION_TEXT,
         .out = &training.start_from,
         .argument = "FILE",
         .help =
             "Begins with this file's weights, of this board size or another, instead of zeros."},
        {.name = "occurrences",
         .kind = OPTION_TEXT,
         .out = &training.occurrences,
         .argument = "FILE",
         .help = "Also counts how often the shapes of each weight occur in the games of this run, "
                 "and writes the table (TSV) at the end."},
    };
    const struct options options = {
        .command = "train",
        .summary = "Trains a long-term memory by self-play. Ctrl-C leaves a file to resume from.",
        .table = table,
        .count = sizeof table / sizeof table[0],
        .groups = PARAMS_OF_TRAINING,
        .params = &training.params,
        .positional_names = ""};
    struct options_result result;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    struct failure why;
    struct memory *memory;
    if (!training.out) {
        fail(&why, STATUS_INVALID, "train: --out FILE is needed: where to write the weights");
        return cli_fail(&why, EXIT_USAGE);
    }
    if (training.resume && training.start_from) {
        fail(&why, STATUS_INVALID, "train: --resume and --start-from exclude each other");
        return cli_fail(&why, EXIT_USAGE);
    }
    if (!training.resume) {
        if (begin(&training, &memory, &why) != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    } else {
        if (memory_load(&memory, training.resume, &why) != STATUS_OK)
            return cli_fail(&why, EXIT_FAILURE);
        /* The file's settings apply where the command line has none: read it again over them. */
        training.params = memory->origin.params;
        enum status status = options_parse(&options, argc, argv, &result, &why);
        if (status == STATUS_OK) status = check_resumed(&training, memory, &why);
        if (status != STATUS_OK) {
            memory_free(memory);
            return cli_fail(&why, EXIT_FAILURE);
        }
        memory->origin.params = training.params;
    }
    exit_code = train(&training, memory);
    memory_free(memory);
    return exit_code;
}
