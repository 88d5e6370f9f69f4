/* guzumi train: trains weights of any kind (learner.h). This file only turns a command line into a
 * struct train_run; the training is in train_run.c and in the learner.
 *
 *     find_learner      --kind or the file of --resume says which kind
 *     make_rows         the options of all kinds, with what each needs
 *     cli_parse         parses all of them, shows those of the kind
 *     check_options     refuses options that are not for the kind
 *     make, or check_resumed
 *     train_run */
#include "guzumi/base/file.h"
#include "guzumi/base/threads.h"
#include "guzumi/learner/learner.h"
#include "guzumi/selfplay/selfplay.h"

#include "cli.h"
#include "interrupt.h"
#include "runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const struct learner *learner;
    struct learnt *learnt; /* owned; resumed or new */
    struct params params;
    struct train_run run;
    int64_t size, threads, games, steps; /* size 0, games and steps -1: not given */
    const char *kind;
    struct option_list samples;
};

/* An option, and the abilities that a kind needs for it (enum learner_option); 0: every kind. */
struct row {
    int needs;
    struct option option;
};
enum { ROWS = 18 };

/* The value of option --NAME, or NULL, before the options can be parsed: the kind decides which
 * options and parameters exist. Errors in the line are left to the parser. */
static const char *peek(int argc, char **argv, const char *name) {
    const size_t length = strlen(name);
    for (int i = 0; i < argc && argv[i]; i++) {
        const char *word = argv[i] + strspn(argv[i], "-");
        if (word != argv[i] + 2 || strncmp(word, name, length) != 0) continue;
        if (word[length] == '=') return word + length + 1;
        if (!word[length] && i + 1 < argc) return argv[i + 1];
    }
    return NULL;
}

static bool wants_help(int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], "--help", 6) == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

/* Finds the kind, from --kind or from the file to resume, which is read. It stays NULL if neither
 * is given. A resumed file also has the settings that the command line changes, so it must be there
 * before the options are parsed. */
static enum status find_learner(struct command *c, int argc, char **argv, struct failure *why) {
    const char *kind = peek(argc, argv, "kind"), *resumed = peek(argc, argv, "resume");
    char names[LEARNER_NAMES];
    if (kind && resumed)
        return fail(why, STATUS_INVALID,
                    "train: --resume takes the kind from the file; omit --kind");
    if (kind && !(c->learner = learner_find(kind)))
        return fail(why, STATUS_INVALID, "train: unknown kind '%.60s'; expected %s", kind,
                    learner_names(0, names));
    if (!resumed || peek(argc, argv, "start-from"))
        return STATUS_OK; /* check_options refuses both */
    const enum status status = learnt_load(&c->learnt, resumed, NULL, why);
    if (status == STATUS_OK) c->learner = c->learnt->learner;
    return status;
}

/* --- checks --- */

/* Fails if the kind doesn't take one of the options GIVEN. With both --resume and --start-from the
 * kind is unknown, so that mistake is named before all others. */
static enum status check_options(const struct command *c, const struct row *rows, int count,
                                 uint64_t given, struct failure *why) {
    char names[LEARNER_NAMES];
    if (c->run.resumed && c->run.start_from)
        return fail(why, STATUS_INVALID, "train: --resume and --start-from exclude each other");
    for (int i = 0; i < count; i++)
        if (given >> i & 1 && (c->learner->options & rows[i].needs) != rows[i].needs)
            return fail(why, STATUS_INVALID, "train: --%s is for --kind %s, not for %s",
                        rows[i].option.name, learner_names(rows[i].needs, names), c->learner->name);
    return STATUS_OK;
}

/* Fails if an output file would replace another file of this run. Weights are compared in
 * train_run.c, since --resume W --out W is right. */
static enum status check_files(const struct command *c, struct failure *why) {
    const struct train_run *run = &c->run;
    const char *const read[] = {run->resumed, run->start_from};
    const char *const written[] = {run->plan.occurrences, run->plan.trials_out};
    char old[1100];
    snprintf(old, sizeof old, "%.1090s.old", run->out);
    const char *kept = file_would_be_set_aside(run->out) ? old : NULL; /* by train_run */
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && status == STATUS_OK; i++) {
        status = file_spare(written[i], run->out, "the weights", why);
        if (status == STATUS_OK)
            status = file_spare(written[i], kept, "the weights that are kept", why);
        for (int k = 0; k < 2 && status == STATUS_OK; k++)
            status = file_spare(written[i], read[k], "the weights that are read", why);
    }
    for (int i = 0; i < c->samples.count && status == STATUS_OK; i++) {
        status = file_spare(run->out, c->samples.value[i], "the samples", why);
        if (status == STATUS_OK) status = file_spare(kept, c->samples.value[i], "the samples", why);
    }
    return status;
}

/* What the table of options can't say: which options are required, or need each other. */
static enum status check(const struct command *c, struct failure *why) {
    if (!c->run.out)
        return fail(why, STATUS_INVALID,
                    "train: --out FILE is required: where to write the "
                    "weights");
    if (c->run.plan.trials_out && !c->run.plan.trials)
        return fail(why, STATUS_INVALID,
                    "train: --trials-out needs trials; set their number with --trials");
    if (strcmp(c->run.plan.trial_opponent, "novice") != 0 && !c->run.plan.trials)
        return fail(why, STATUS_INVALID,
                    "train: --trial-opponent needs trials; set their number with --trials");
    if (c->learner->options & LEARNS_FROM_SAMPLES && c->samples.count == 0)
        return fail(why, STATUS_INVALID, "train: --samples FILE is required: the training data");
    return check_files(c, why);
}

/* Fails if the resumed file can't be trained as the command line requests. */
static enum status check_resumed(const struct command *c, struct failure *why) {
    const struct learnt *t = c->learnt;
    const char *unit = train_unit(c->learner);
    struct failure reason;
    if (!t->can_continue)
        return fail(why, STATUS_INVALID,
                    "%.200s is packed, for playing only; resume the file that it was packed from",
                    c->run.resumed);
    if (c->size && c->size != t->size)
        return fail(why, STATUS_INVALID, "%.200s is for %dx%d, not --size %" PRId64 "; omit --size",
                    c->run.resumed, t->size, t->size, c->size);
    if (t->origin.games > c->run.plan.length)
        return fail(why, STATUS_INVALID,
                    "%.200s already has %" PRIu64 " %s; --%s is the total number", c->run.resumed,
                    t->origin.games, unit, unit);
    if (c->learner->check && c->learner->check(t, &c->params, &reason) != STATUS_OK)
        return fail(why, STATUS_INVALID, "%.200s: %s", c->run.resumed, reason.text);
    return STATUS_OK;
}

/* --- a run --- */

/* The options that the file does not store, and so must be repeated to resume. After an
 * interruption they stand in the message with the command that continues; "..." where the user
 * knows what was meant. */
static void set_again(struct command *c, char *text, size_t size) {
    const struct training_plan *plan = &c->run.plan;
    char threads[24] = "", every[40] = "";
    if (c->run.every)
        snprintf(every, sizeof every, " --keep-every %" PRId64, c->run.every);
    else if (c->run.keep)
        snprintf(every, sizeof every, " --keep-checkpoints");
    if (plan->threads > 1) snprintf(threads, sizeof threads, " --threads %d", plan->threads);
    const bool other = strcmp(plan->trial_opponent, "novice") != 0;
    snprintf(text, size, "%s%s%s%s%s%s%s%s", plan->sample_count ? " --samples ..." : "", threads,
             every, plan->program ? " --program ..." : "", plan->records ? " --records ..." : "",
             plan->trials ? " --trials ..." : "",
             plan->trials && other ? " --trial-opponent ..." : "",
             plan->trials_out ? " --trials-out ..." : "");
    c->run.again = text;
}

/* Makes new weights to train. Without --size the samples know the board; other kinds begin on 9x9.
 */
static enum status make(struct command *c, struct failure *why) {
    const struct learner *learner = c->learner;
    struct learnt *from;
    int size = c->size ? (int)c->size : 9;
    enum status status = STATUS_OK;
    if (c->size == 0 && learner->find_size) status = learner->find_size(&c->run.plan, &size, why);
    if (status == STATUS_OK) status = learner->make(&c->learnt, size, &c->params, why);
    if (status == STATUS_OK && learner->check) status = learner->check(c->learnt, &c->params, why);
    if (status != STATUS_OK || !c->run.start_from) return status;
    status = learnt_load(&from, c->run.start_from, learner, why);
    if (status == STATUS_OK) status = learner->start_from(c->learnt, from, why);
    learnt_free(from);
    return status;
}

/* Parameters given with --resume apply from here on, so they replace those of the file. */
static enum status train(struct command *c, struct failure *why) {
    enum status status = weight_store_new(&c->run.plan.store, why);
    if (status != STATUS_OK) return status;
    if (c->learnt) {
        status = check_resumed(c, why);
        c->learnt->origin.params = c->params;
    } else {
        status = make(c, why);
    }
    if (status == STATUS_OK) status = train_run(&c->run, c->learnt, why);
    weight_store_free(c->run.plan.store);
    return status;
}

/* Names the output file and a command that uses it. */
static void say_what_was_made(const struct command *c) {
    const struct learnt *t = c->learnt;
    const char *out = c->run.out, *play = c->learner->play;
    fprintf(stderr, "Wrote %s: %s for %dx%d after %" PRIu64 " %s.\n", out, c->learner->about,
            t->size, t->size, t->origin.games, train_unit(c->learner));
    fprintf(stderr, "To play against it: guzumi play --size %d --weights %s%s%s\n", t->size, out,
            *play ? " " : "", play);
}

/* Trains, with the output file claimed, so that a second command with the same --out is refused;
 * returns the exit code. */
static int run(struct command *c, const struct row *rows, int count, uint64_t given) {
    struct failure why;
    struct file_claim claim;
    char again[200];
    enum status status = check_options(c, rows, count, given, &why);
    if (status == STATUS_OK) status = check(c, &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    const int64_t length = c->learner->options & LEARNS_FROM_SAMPLES ? c->steps : c->games;
    c->run.keep |= c->run.every > 0;
    c->run.plan.length = length >= 0 ? (uint64_t)length : c->learner->length;
    c->run.plan.threads = (int)c->threads;
    c->run.plan.resumed = c->run.resumed != NULL;
    c->run.plan.stop = interrupt_flag();
    c->run.plan.host = &training_host;
    c->run.plan.samples = c->samples.value;
    c->run.plan.sample_count = c->samples.count;
    set_again(c, again, sizeof again);
    status = file_claim(&claim, c->run.out, &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    status = train(c, &why);
    if (status == STATUS_OK) say_what_was_made(c);
    file_release(&claim);
    return cli_outcome(status, &why);
}

/* "shapes|territory|...", for shell completions. */
static const char *kind_names(char *text, size_t size) {
    size_t length = 0;
    for (int i = 0; i < learner_count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s", i ? "|" : "",
                                   learner_table[i]->name);
    return text;
}

/* The description of the kinds at the end of --help, whose lines have at most 79 columns: so the
 * defaults are on lines of their own. */
static void describe_kinds(char *text, size_t size) {
    size_t length = (size_t)snprintf(text, size, "Kinds, with their own default values:\n");
    for (int i = 0; i < learner_count && length < size; i++) {
        const struct learner *l = learner_table[i];
        length += (size_t)snprintf(text + length, size - length, "  %-11s%s\n%s%s%s", l->name,
                                   l->about, *l->defaults ? "             " : "", l->defaults,
                                   *l->defaults ? "\n" : "");
    }
}

/* The options of all kinds. A row's first number says what a kind must be able to do to take it;
 * the parser knows all rows, so that an option of another kind is refused by its name rather than
 * as unknown. */
static void make_rows(struct command *c, const char *kinds, struct row out[ROWS]) {
    struct train_run *run_of = &c->run;
    struct training_plan *plan = &c->run.plan;
    const struct row rows[ROWS] = {
        {0, OPT_ONCE("kind", &c->kind, kinds,
                     "What to train (default: shapes); the kinds are listed below.")},
        {0, OPT_INT("size", &c->size, BOARD_MIN_SIZE, BOARD_MAX_SIZE, "N",
                    "Board size (default: 9; for kind network that of the first samples).")},
        {LEARNS_FROM_GAMES,
         OPT_INT("games", &c->games, 0, 1e15, "N",
                 "Total number of games, including those before --resume (default: 1000000).")},
        {LEARNS_FROM_SAMPLES,
         OPT_LIST("samples", &c->samples, "FILE",
                  "Training data, as guzumi selfplay writes it; may be repeated. To resume, give "
                  "the same files in the same order.")},
        {LEARNS_FROM_SAMPLES, OPT_INT("steps", &c->steps, 0, 1e15, "N",
                                      "Total number of steps, including those before --resume "
                                      "(default: 100000); the learning rate decays over them.")},
        {0, OPT_TEXT("out", &run_of->out, "FILE",
                     "Write the weights to FILE at 1, 2, 5, 10, ... games or steps and at the end. "
                     "A file of another training becomes FILE.old.")},
        {LEARNS_ON_THREADS,
         OPT_INT("threads", &c->threads, 1, THREADS_MAX, "N",
                 "Number of threads (default: 1). Threads that play games update shared weights "
                 "without locks, so a seed does not reproduce them; steps on samples are "
                 "reproducible for each number of threads.")},
        {0, OPT_REAL("minutes", &run_of->minutes, 0, 1e6, "N",
                     "Also write the weights every N minutes (default: 4).")},
        {0, OPT_FLAG("keep-checkpoints", &run_of->keep,
                     "Also keep each checkpoint as FILE.GAMES or FILE.STEPS.")},
        {0, OPT_INT("keep-every", &run_of->every, 1, 1e15, "N",
                    "Like --keep-checkpoints, and with a checkpoint at each multiple of N as well; "
                    "'guzumi weights average' averages those of local shapes.")},
        {0,
         OPT_ONCE("resume", &run_of->resumed, "FILE",
                  "Continue the training of this weight file with its size, settings and random "
                  "numbers. Settings given here apply from now on, except those used only at the "
                  "start (seed, opponent_random, rprop_step).")},
        {LEARNS_FROM_OTHERS,
         OPT_ONCE("start-from", &run_of->start_from, "FILE",
                  "Begin with the weights of FILE instead of zero or random ones. A fully "
                  "connected network must be for the same board size.")},
        {LEARNS_WITH_OCCURRENCES,
         OPT_TEXT("occurrences", &plan->occurrences, "FILE",
                  "Count how often the shapes of each weight occur in the games of this run, and "
                  "write the table (TSV) to FILE at the end.")},
        {LEARNS_FROM_OPPONENTS,
         OPT_TEXT("program", &plan->program, "COMMAND",
                  "The GTP program to play against, with --set opponent=program.")},
        {LEARNS_FROM_RECORDS,
         OPT_TEXT("records", &plan->records, "FOLDER",
                  "The game records (*.sgf) to learn from, with --set opponent=records.")},
        {LEARNS_FROM_OPPONENTS, OPT_INT("trials", &plan->trials, 0, 1000000, "N",
                                        "At each checkpoint play N games without exploring or "
                                        "learning, two from each random opening (default: 0).")},
        {LEARNS_FROM_OPPONENTS, OPT_TEXT("trial-opponent", &plan->trial_opponent, "WHO",
                                         "The opponent of the trials: novice (default), "
                                         "random, or the command of a GTP program.")},
        {LEARNS_FROM_OPPONENTS,
         OPT_TEXT(
             "trials-out", &plan->trials_out, "FILE",
             "Write the results of the trials to FILE as a table (TSV); --resume continues it.")},
    };
    memcpy(out, rows, sizeof rows);
}

/* Parses the command line, and trains. Each kind has options of its own, so the kind is found
 * before (find_learner); without one, --help shows all options, and beside each the kinds that take
 * it. */
static int parse_and_run(struct command *c, int argc, char **argv) {
    char kinds[LEARNER_NAMES];
    struct row rows[ROWS];
    struct option table[ROWS];
    bool hidden[ROWS];
    const char *more[ROWS] = {NULL};
    char names[ROWS][LEARNER_NAMES], notes[ROWS][LEARNER_NAMES + 20], about[1200], command[40];
    const struct learner *asked = c->learner; /* NULL: help for all kinds */
    const bool of_all = !asked && wants_help(argc, argv);
    make_rows(c, kind_names(kinds, sizeof kinds), rows);
    for (int i = 0; i < ROWS; i++) {
        table[i] = rows[i].option;
        hidden[i] = asked && (asked->options & rows[i].needs) != rows[i].needs;
        if (asked || !rows[i].needs) continue;
        snprintf(notes[i], sizeof notes[i], "For %s.", learner_names(rows[i].needs, names[i]));
        more[i] = notes[i];
    }
    describe_kinds(about, sizeof about);
    if (!c->learner) c->learner = &shapes_learner;
    snprintf(command, sizeof command, of_all ? "train" : "train --kind %s", c->learner->name);
    learner_defaults(c->learner, &c->params);
    if (c->learnt) c->params = c->learnt->origin.params;
    struct options options = {
        .command = command,
        .summary = "Train weights: by self-play, or as --kind says. Ctrl-C leaves a file to resume "
                   "from.",
        .table = table,
        .count = ROWS,
        .groups = of_all ? PARAMS_OF_TRAINING : c->learner->groups,
        .params = &c->params,
        .positional_names = "",
        .notes = about,
        .more = more,
        .hidden = hidden};
    struct options_result result;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    return run(c, rows, ROWS, result.given);
}

int cmd_train(int argc, char **argv) {
    struct failure why;
    struct command c = {.threads = 1,
                        .games = -1,
                        .steps = -1,
                        .run = {.minutes = 4, .plan = {.trial_opponent = "novice"}}};
    if (find_learner(&c, argc, argv, &why) != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    const int exit_code = parse_and_run(&c, argc, argv);
    learnt_free(c.learnt);
    return exit_code;
}
