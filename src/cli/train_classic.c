#include "train_classic.h"

#include "guzumi/base/file.h"
#include "guzumi/base/system.h"
#include "guzumi/selfplay/classic_trainer.h"
#include "guzumi/selfplay/trials.h"

#include "cli.h"
#include "interrupt.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char train_classic_notes[] = "Kinds have defaults of their own: territory\n"
                                   "alpha=0.0001 train_komi=5.5, liberties alpha=0.03\n"
                                   "lambda=0.5 epsilon=0.05 train_komi=0 opponent=novice,\n"
                                   "policy lambda=0.8 epsilon=0.2, network alpha=0.0015\n"
                                   "lambda=0.8.\n";

void train_classic_defaults(enum classic_kind kind, struct params *p) {
    params_default(p);
    if (kind == CLASSIC_TERRITORY) {
        p->alpha = 0.0001;
        p->train_komi = 5.5;
        return;
    }
    p->alpha = 0.03;
    p->lambda = 0.5;
    p->epsilon = 0.05;
    p->train_komi = 0;
    p->opponent = OPPONENT_NOVICE;
}

/* --- what train_run asks for -------------------------------------------------------------------
 */

struct context {
    const struct classic_training *training;
    struct trained_classic *network;
    struct classic_trainer *trainer;
    struct opponent *trial_opponent; /* NULL without trials */
    struct buffer table;             /* of the trials so far */
    int64_t tabled;                  /* the games of its last line; -1: it has none */
};

static uint64_t games_of(const void *context) {
    return ((const struct context *)context)->network->origin.games;
}

static enum status play(void *context, struct failure *why) {
    return classic_trainer_play(((struct context *)context)->trainer, why);
}

static enum status save(const void *context, const char *path, struct failure *why) {
    return trained_classic_save(((const struct context *)context)->network, path, why);
}

static struct train_progress progress(void *context) {
    const struct context *c = context;
    const struct classic_trainer_statistics s = classic_trainer_take_statistics(c->trainer);
    const bool alone = c->network->origin.params.opponent == OPPONENT_SELF;
    return (struct train_progress){.games = s.games,
                                   .moves = s.moves,
                                   .wins = s.wins,
                                   .winner = alone ? "Black wins" : "it wins",
                                   .error = s.states ? sqrt(s.square_error / (double)s.states) : 0};
}

/* --- trials -------------------------------------------------------------------------------------
 */

/* Half the width of the 95 % interval of a share of COUNT games, in per cent. */
static double half_width(double share, int count) {
    return 196 * sqrt(share * (1 - share) / count);
}

static const char table_head[] = "games\ttrials\twins\tdraws\tscore\tscored_right\n";
enum { TABLE_HEAD = sizeof table_head - 1, TABLE_LIMIT = 1 << 20 };

/* Takes over the lines of TABLE that tell of no more games than were played: what is behind them is
 * done once more. */
static void take_lines(struct context *c, const char *table) {
    for (const char *line = table + TABLE_HEAD; *line;) {
        const size_t length = strcspn(line, "\n");
        const uint64_t games = strtoull(line, NULL, 10);
        if (games <= games_of(c) && line[length] == '\n') {
            buffer_append(&c->table, line, length + 1);
            c->tabled = (int64_t)games;
        }
        line += length + (line[length] == '\n');
    }
}

/* A training that goes on continues its table; another one's is kept. */
static enum status begin_table(struct context *c, struct failure *why) {
    const char *path = c->training->trials_out;
    unsigned char *table;
    size_t length;
    buffer_append(&c->table, table_head, TABLE_HEAD);
    if (!path || !file_would_be_replaced(path)) return STATUS_OK;
    if (!c->training->run.resumed) return train_set_aside(path, why);
    const enum status status = file_read(path, TABLE_LIMIT, &table, &length, why);
    if (status != STATUS_OK) return status;
    const bool known = length == 0 || strncmp((const char *)table, table_head, TABLE_HEAD) == 0;
    if (known && length > 0) take_lines(c, (const char *)table);
    free(table);
    return known ? STATUS_OK
                 : fail(why, STATUS_INVALID, "%.200s is no table of trials; choose another name",
                        path);
}

static enum status open_trials(struct context *c, struct failure *why) {
    const char *name = c->training->trial_opponent;
    const enum opponent_kind kind = strcmp(name, "novice") == 0   ? OPPONENT_NOVICE
                                    : strcmp(name, "random") == 0 ? OPPONENT_RANDOM
                                                                  : OPPONENT_PROGRAM;
    enum status status = opponent_new(&c->trial_opponent, kind, name, interrupt_flag(), why);
    if (status == STATUS_OK && c->training->trials_out)
        status = file_try(c->training->trials_out, why);
    return status == STATUS_OK ? begin_table(c, why) : status;
}

/* Trial games after a checkpoint, unless the table has them; it is written anew each time. */
static enum status play_trials(void *context, struct failure *why) {
    struct context *c = context;
    const struct provenance *origin = &c->network->origin;
    const char *path = c->training->trials_out;
    struct trials t = {0};
    if (c->tabled == (int64_t)origin->games) {
        fprintf(stderr, "  trials: those after %" PRIu64 " games are in %s already\n",
                origin->games, path);
        return STATUS_OK;
    }
    while (t.games < c->training->trials) {
        if (atomic_load(interrupt_flag())) return STATUS_STOPPED; /* some would not do */
        const enum status status =
            trials_play(c->network, c->trial_opponent, 1, origin->params.train_komi,
                        (uint64_t)origin->params.seed, &t, why);
        if (status != STATUS_OK) return status;
    }
    const double share = (double)t.wins / t.games;
    fprintf(stderr, "  trials: %.1f +- %.1f %% of %d, %+.1f points a game\n", 100 * share,
            half_width(share, t.games), t.games, t.score / t.games);
    buffer_print(&c->table, "%" PRIu64 "\t%d\t%d\t%d\t%.3f\t%d\n", origin->games, t.games, t.wins,
                 t.draws, t.score / t.games, t.scored_right);
    if (c->table.failed) return out_of_memory(why, "the table of trials");
    return path ? file_write(path, c->table.data, c->table.length, why) : STATUS_OK;
}

/* --- a run --------------------------------------------------------------------------------------
 */

/* The network that learns from the first game on; to be freed even if this fails. */
static enum status make_network(const struct classic_training *t, enum classic_kind kind,
                                struct trained_classic **out, struct failure *why) {
    struct trained_classic *from = NULL;
    enum status status = trained_classic_new(out, kind, t->size, &t->params, why);
    if (status != STATUS_OK || !t->run.start_from) return status;
    status = trained_classic_load(&from, t->run.start_from, why);
    if (status == STATUS_OK) status = trained_classic_start_from(*out, from, why);
    trained_classic_free(from);
    return status;
}

/* Whether the command line has what the opponent needs. */
static enum status check_opponent(const struct classic_training *t, const struct trained_classic *n,
                                  struct failure *why) {
    const int opponent = n->origin.params.opponent;
    if (opponent == OPPONENT_PROGRAM && !t->program)
        return fail(why, STATUS_INVALID,
                    "train: opponent=program needs --program COMMAND, which starts it");
    if (opponent != OPPONENT_PROGRAM && t->program)
        return fail(why, STATUS_INVALID, "train: --program needs --set opponent=program");
    if ((opponent == OPPONENT_RECORDS) != (t->records != NULL))
        return fail(why, STATUS_INVALID,
                    "train: --records FOLDER and --set opponent=records need each other");
    if (opponent == OPPONENT_RECORDS && n->kind != CLASSIC_TERRITORY)
        return fail(why, STATUS_INVALID, "train: only territory networks learn from records");
    return cli_check_handicap("train: opponent_handicap", n->size,
                              (int)n->origin.params.opponent_handicap, why);
}

static enum status train(const struct classic_training *t, struct trained_classic *n,
                         struct failure *why) {
    struct context context = {.training = t, .network = n, .tabled = -1};
    struct opponent *opponent = NULL;
    struct recorded_games records = {0};
    const enum opponent_kind kind = (enum opponent_kind)n->origin.params.opponent;
    const struct train_subject subject = {&context, games_of, play,
                                          save,     progress, t->trials ? play_trials : NULL};
    enum status status = check_opponent(t, n, why);
    system_ignore_broken_pipes(); /* a program that ends is a fault of its own */
    if (status == STATUS_OK && t->records)
        status = recorded_games_load(&records, t->records, n->size, why);
    if (status == STATUS_OK && kind != OPPONENT_SELF && kind != OPPONENT_RECORDS)
        status = opponent_new(&opponent, kind, t->program, interrupt_flag(), why);
    if (status == STATUS_OK && t->trials) status = open_trials(&context, why);
    if (status == STATUS_OK)
        status = classic_trainer_new(&context.trainer, n, opponent, &records, why);
    if (status == STATUS_OK) status = train_run(&t->run, &subject, why);
    classic_trainer_free(context.trainer);
    opponent_free(opponent);
    opponent_free(context.trial_opponent);
    buffer_free(&context.table);
    recorded_games_free(&records);
    return status;
}

enum status train_classic(const struct classic_training *t, enum classic_kind kind,
                          struct trained_classic *resumed, struct failure *why) {
    struct trained_classic *n = resumed;
    enum status status = STATUS_OK;
    if (!n) status = make_network(t, kind, &n, why);
    if (status == STATUS_OK) status = train(t, n, why);
    if (!resumed) trained_classic_free(n);
    return status;
}
