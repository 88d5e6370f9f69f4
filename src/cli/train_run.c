#include "runs.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The files of a run with --out W --keep-checkpoints, and when they are written:
 *
 *     W        at each checkpoint, every few minutes, and at the end or an interruption
 *     W.1, W.2, W.5, ...   at each checkpoint, and at an interruption
 *     W.old    the file W that was there, set aside before the first write
 *
 * The weights of --start-from are never replaced; --resume W --out W goes on with W. */

/* A run in progress. */
struct course {
    const struct train_run *run;
    const struct learner *learner;
    struct learnt *learnt;
    struct training *training;
    struct progress progress;
    uint64_t first_games, saved_games;
    bool has_kept_older; /* what OUT held has been set aside */
};

const char *train_unit(const struct learner *learner) {
    return learner->options & LEARNS_FROM_SAMPLES ? "steps" : "games";
}

static uint64_t games_of(const struct course *c) {
    return c->learnt->origin.games;
}

/* The number of games at the first checkpoint after GAMES. */
static uint64_t next_checkpoint(const struct train_run *run, uint64_t games) {
    const uint64_t last = run->plan.length, every = (uint64_t)run->every;
    uint64_t next = training_next_checkpoint(games);
    if (every && (games / every + 1) * every < next) next = (games / every + 1) * every;
    return next < last ? next : last;
}

/* Whether a checkpoint is due after GAMES. */
static bool is_checkpoint(const struct train_run *run, uint64_t games) {
    return games > 0 && next_checkpoint(run, games - 1) == games;
}

/* The name OUT.ENDING. */
enum { NAME = 1024 };
static enum status name_beside(const struct train_run *run, const char *ending, char name[NAME],
                               struct failure *why) {
    const int length = snprintf(name, NAME, "%s.%s", run->out, ending);
    if (length >= 0 && length < NAME) return STATUS_OK;
    return fail(why, STATUS_INVALID, "--out: the file's name is too long");
}

static enum status name_checkpoint(const struct train_run *run, uint64_t games, char name[NAME],
                                   struct failure *why) {
    char ending[24];
    snprintf(ending, sizeof ending, "%" PRIu64, games);
    return name_beside(run, ending, name, why);
}

/* Fails if the checkpoint after GAMES would replace the initial weights. */
static enum status spare_start_from(const struct train_run *run, uint64_t games,
                                    struct failure *why) {
    char name[NAME];
    const enum status status = name_checkpoint(run, games, name, why);
    if (status != STATUS_OK) return status;
    return file_spare(name, run->start_from, "the weights to start from", why);
}

/* Fails if any checkpoint could replace the initial weights. An interruption can make a checkpoint
 * after any number of games, so START_FROM must not be named OUT.NUMBER; for the regular
 * checkpoints the files are compared, because START_FROM may be a link. */
static enum status spare_start(const struct train_run *run, struct failure *why) {
    if (!run->keep || !run->start_from) return STATUS_OK;
    const uint64_t last = run->plan.length;
    const char *ending = strrchr(run->start_from, '.');
    int64_t number;
    enum status status = STATUS_OK;
    if (ending && text_to_int(ending + 1, 1, (int64_t)run->plan.length, &number))
        status = spare_start_from(run, (uint64_t)number, why);
    for (uint64_t games = 0; games < last && status == STATUS_OK;) {
        games = next_checkpoint(run, games);
        status = spare_start_from(run, games, why);
    }
    return status;
}

static bool continues_out(const struct train_run *run) {
    return run->resumed && file_is_same(run->resumed, run->out);
}

/* Fails if setting OUT aside, or writing to the target of a link, would replace the weights that
 * the training comes from. */
static enum status spare_sources(const struct train_run *run, struct failure *why) {
    char old[NAME];
    enum status status = name_beside(run, "old", old, why);
    if (status != STATUS_OK || continues_out(run) || !file_would_be_replaced(run->out))
        return status;
    const bool moves = file_would_be_set_aside(run->out);
    const char *replaced = moves ? old : run->out;
    if (moves) status = file_try(old, why);
    if (status == STATUS_OK)
        status = file_spare(replaced, run->resumed, "the weights to resume", why);
    if (status != STATUS_OK) return status;
    return file_spare(replaced, run->start_from, "the weights to start from", why);
}

/* Keeps what OUT held, before the first write: a training that fails at once leaves it there. */
static enum status keep_older(struct course *c, struct failure *why) {
    const struct train_run *run = c->run;
    char old[NAME];
    bool moved = false;
    if (continues_out(run)) return STATUS_OK;
    enum status status = name_beside(run, "old", old, why);
    const bool replaces = status == STATUS_OK && file_would_be_replaced(old);
    if (status == STATUS_OK) status = file_set_aside(run->out, &moved, why);
    if (status != STATUS_OK || !moved) return status;
    progress_end(&c->progress);
    fprintf(stderr, "%s is kept as %s%s\n", run->out, old,
            replaces ? ", in place of an older one" : "");
    return status;
}

static enum status save_out(struct course *c, struct failure *why) {
    enum status status = c->has_kept_older ? STATUS_OK : keep_older(c, why);
    if (status != STATUS_OK) return status;
    c->has_kept_older = true;
    c->saved_games = games_of(c);
    if (c->learner->settle) c->learner->settle(c->training);
    return learnt_save(c->learnt, c->run->out, false, why);
}

/* Writes OUT and, if checkpoints are kept, OUT.GAMES. */
static enum status save(struct course *c, struct failure *why) {
    enum status status = save_out(c, why);
    if (status != STATUS_OK || !c->run->keep) return status;
    char name[NAME];
    status = name_checkpoint(c->run, games_of(c), name, why);
    if (status != STATUS_OK) return status;
    return learnt_save(c->learnt, name, false, why);
}

/* Shows how far the training is and what the learner reports, at checkpoints as a line that STAYS.
 */
static void report(struct course *c, bool stays) {
    const struct training_progress p = c->learner->progress(c->training);
    const double played = p.games ? (double)p.games : 1;
    struct buffer more = {.data = NULL};
    if (p.moves) buffer_print(&more, ", %.1f moves a game", (double)p.moves / played);
    if (p.winner) buffer_print(&more, ", %s %.1f %%", p.winner, 100 * (double)p.wins / played);
    if (p.error > 0) buffer_print(&more, ", error %.3f", p.error);
    if (p.log_likelihood < 0) buffer_print(&more, ", log likelihood %.3f", p.log_likelihood);
    if (*p.text) buffer_print(&more, ", %s", p.text);
    buffer_append(&more, "", 1);
    progress_show(&c->progress, "", more.failed ? "" : (const char *)more.data, "", stays);
    buffer_free(&more);
}

/* Between checkpoints: shows progress on a terminal, and writes OUT when it is due. */
static enum status check_clock(struct course *c, double *saved, struct failure *why) {
    const double now = clock_now();
    c->progress.done = (int64_t)games_of(c);
    if (progress_is_due(&c->progress, INFINITY)) report(c, false);
    if (c->run->progressed) c->run->progressed(c->run->context, &c->progress);
    if (now - *saved < 60 * c->run->minutes) return STATUS_OK;
    *saved = now;
    return save_out(c, why);
}

/* Trains until GAMES, or until it is interrupted. */
static enum status train_until(struct course *c, uint64_t games, struct failure *why) {
    double saved = clock_now();
    enum status status = STATUS_OK;
    while (games_of(c) < games && !atomic_load(interrupt_flag()) && status == STATUS_OK) {
        status = c->learner->step(c->training, games, why);
        if (status == STATUS_OK) status = check_clock(c, &saved, why);
    }
    return status;
}

/* Trains until GAMES, and saves the weights whether that succeeds or not: a program that fails as
 * an opponent must not cost what was learnt since the last checkpoint. */
static enum status train_and_save(struct course *c, uint64_t games, struct failure *why) {
    struct failure other;
    const enum status status = train_until(c, games, why);
    if (status == STATUS_OK || status == STATUS_STOPPED) return save(c, why);
    if (games_of(c) > c->saved_games && save(c, &other) == STATUS_OK) report(c, true);
    return status;
}

/* The learner's work after a checkpoint, such as trials, unless interrupted. */
static enum status checkpoint(const struct course *c, struct failure *why) {
    char text[TRAINING_TEXT] = "";
    if (!c->learner->checkpoint) return STATUS_OK;
    if (atomic_load(interrupt_flag())) return STATUS_STOPPED;
    const enum status status = c->learner->checkpoint(c->training, text, why);
    if (status == STATUS_OK && *text) fprintf(stderr, "  %s\n", text);
    if (status == STATUS_OK && c->run->measured) c->run->measured(c->run->context, c->training);
    return status;
}

/* Checkpoint after checkpoint. A run that resumes exactly at a checkpoint repeats the work that
 * follows it, because an interruption may have cut that off. */
static enum status run_course(struct course *c, struct failure *why) {
    const struct train_run *run = c->run;
    const uint64_t last = run->plan.length;
    enum status status = STATUS_OK;
    if (c->first_games >= last) status = save(c, why); /* nothing is left to train */
    if (status == STATUS_OK && (c->first_games >= last || is_checkpoint(run, c->first_games)))
        status = checkpoint(c, why); /* it may have been interrupted */
    if (status != STATUS_OK && status != STATUS_STOPPED) return status;
    while (games_of(c) < last && !atomic_load(interrupt_flag())) {
        status = train_and_save(c, next_checkpoint(run, games_of(c)), why);
        if (status != STATUS_OK) return status;
        report(c, true);
        status = checkpoint(c, why);
        if (status != STATUS_OK && status != STATUS_STOPPED) return status;
    }
    if (games_of(c) >= last && status != STATUS_STOPPED) return status;
    const char *unit = train_unit(c->learner);
    return fail(why, STATUS_STOPPED,
                "stopped after %" PRIu64 " %.*s; continue with --resume %.200s%s --%s %" PRIu64
                " --out %.200s",
                games_of(c), (int)strlen(unit) - (games_of(c) == 1), unit, run->out, run->again,
                unit, last, run->out);
}

enum status train_run(const struct train_run *run, struct learnt *learnt, struct failure *why) {
    struct course c = {.run = run, .learner = learnt->learner, .learnt = learnt};
    enum status status = c.learner->begin(&c.training, learnt, &run->plan, why);
    if (status != STATUS_OK) return status;
    if (*c.training->note) fprintf(stderr, "%s\n", c.training->note);
    c.first_games = c.saved_games = games_of(&c);
    c.progress =
        progress_begin(train_unit(c.learner), (int64_t)c.first_games, (int64_t)run->plan.length);
    status = spare_start(run, why);
    if (status == STATUS_OK) status = spare_sources(run, why);
    interrupt_catch();
    if (status == STATUS_OK) {
        struct failure writing;
        status = run_course(&c, why);
        const bool sound = status == STATUS_OK || status == STATUS_STOPPED;
        const bool reports = sound && c.learner->report;
        if (reports && c.learner->report(c.training, &writing) != STATUS_OK) {
            *why = writing;
            status = STATUS_IO;
        }
    }
    c.learner->finish(c.training);
    return status;
}
