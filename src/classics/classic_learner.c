/* The networks of 1994 and 2004 as learners (learner.h): weight files, and training by games
 * against themselves, opponents or records.
 *
 *     section        numbers
 *     weights        the shared ones, in the order of classic.c
 *     steps          RPROP's step of each weight              only while training may go on
 *     derivatives    and the derivative that it saw last
 *     batch          the derivatives of an unfinished batch */
#include "guzumi/base/file.h"

#include "classic_trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct trained_classic *classic_of(struct learnt *learnt) {
    return (struct trained_classic *)learnt;
}

static const struct trained_classic *read_only(const struct learnt *learnt) {
    return (const struct trained_classic *)learnt;
}

/* The two kinds share all their code except the shape of the network. */
static enum classic_kind kind_of(const struct learner *learner) {
    return learner == &territory_learner ? CLASSIC_TERRITORY : CLASSIC_LIBERTIES;
}

static const struct learner *learner_of(enum classic_kind kind) {
    return kind == CLASSIC_TERRITORY ? &territory_learner : &liberties_learner;
}

/* --- life --- */

/* The odd width that a parameter means: NONE when it is 0. A kernel has a middle, so its width is
 * odd; an even one is rounded up. */
static int kernel_width(int64_t wanted, int none) {
    return (wanted ? (int)wanted : none) | 1;
}

/* By default a hidden channel sees the whole board around a point (9x9 weights on 9x9), and the
 * output sees every hidden point from wherever it is (17x17): the paper's Figure 2. A network that
 * grows has one more channel after each grow_games games, up to hidden_channels. */
static struct classic_shape territory_shape_of(int size, const struct params *p, uint64_t games) {
    if (p->undifferentiated) return territory_plain_shape(size, (int)p->hidden_units);
    uint64_t channels = (uint64_t)p->hidden_channels;
    if (p->grow_games && games / (uint64_t)p->grow_games < channels)
        channels = games / (uint64_t)p->grow_games;
    return territory_shape(size, (int)channels, kernel_width(p->kernel, size),
                           kernel_width(p->output_kernel, 2 * size - 1), p->symmetric);
}

struct classic_shape trained_classic_shape(enum classic_kind kind, int size,
                                           const struct params *params, uint64_t games) {
    return kind == CLASSIC_TERRITORY ? territory_shape_of(size, params, games)
                                     : liberty_shape(size, (int)params->hidden_units);
}

/* The hidden channels of the territory network begin silent. So the direct link from the board
 * learns first, and a channel that is added to a network that grows changes nothing at first. */
void trained_classic_randomise(enum classic_kind kind, struct classic *n, struct rng *rng) {
    classic_randomise(n, 0.5, rng);
    if (kind != CLASSIC_TERRITORY) return;
    for (int l = 1; l < n->shape.layer_count - 1; l++) classic_silence(n, l);
}

enum status trained_classic_find(struct weight_store *store, enum classic_kind kind, int size,
                                 const struct trained_classic **out, struct failure *why) {
    const struct learnt *found;
    const enum status status = weight_store_find(store, learner_of(kind), size, &found, why);
    *out = (const struct trained_classic *)found;
    return status;
}

/* The random generator of the training draws the weights too, so that the seed decides everything.
 */
static enum status make(struct learnt **out, enum classic_kind kind, int size,
                        const struct params *params, struct failure *why) {
    struct trained_classic *t = calloc(1, sizeof *t);
    *out = NULL;
    if (!t) return out_of_memory(why, "a network");
    const struct classic_shape shape = trained_classic_shape(kind, size, params, 0);
    learnt_begin(&t->learnt, learner_of(kind), size, params);
    const enum status status = classic_new(&t->network, &shape, why);
    if (status != STATUS_OK) {
        learnt_free(&t->learnt);
        return status;
    }
    t->kind = kind;
    t->random_share = params->opponent_random;
    trained_classic_randomise(kind, t->network, &t->learnt.origin.rng);
    *out = &t->learnt;
    return STATUS_OK;
}

static enum status make_territory(struct learnt **out, int size, const struct params *params,
                                  struct failure *why) {
    return make(out, CLASSIC_TERRITORY, size, params, why);
}

static enum status make_liberties(struct learnt **out, int size, const struct params *params,
                                  struct failure *why) {
    return make(out, CLASSIC_LIBERTIES, size, params, why);
}

static void release(struct learnt *learnt) {
    struct trained_classic *t = classic_of(learnt);
    classic_free(t->network);
    free(t->step);
    free(t->before);
    free(t->batch);
    free(t);
}

static bool same_layer(const struct classic_layer *a, const struct classic_layer *b) {
    return a->side == b->side && a->units == b->units && a->activation == b->activation &&
           strcmp(a->name, b->name) == 0;
}

static bool same_link(const struct classic_link *a, const struct classic_link *b) {
    return a->from == b->from && a->to == b->to && a->kernel == b->kernel;
}

static bool same_shape(const struct classic_shape *a, const struct classic_shape *b) {
    bool same = a->layer_count == b->layer_count && a->link_count == b->link_count &&
                a->symmetric == b->symmetric;
    for (int i = 0; same && i < a->layer_count; i++)
        same = same_layer(&a->layers[i], &b->layers[i]);
    for (int i = 0; same && i < a->link_count; i++) same = same_link(&a->links[i], &b->links[i]);
    return same;
}

/* Shapes are compared, not settings: some settings matter to the shape only later (grow_games). */
static enum status check(const struct learnt *learnt, const struct params *params,
                         struct failure *why) {
    const struct trained_classic *t = read_only(learnt);
    const struct classic_shape shape =
        trained_classic_shape(t->kind, learnt->size, params, learnt->origin.games);
    if (same_shape(&shape, &t->network->shape)) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "the shape of a network cannot change once training has begun");
}

static enum status start_from(struct learnt *learnt, const struct learnt *from,
                              struct failure *why) {
    struct trained_classic *t = classic_of(learnt);
    if (learnt->origin.params.grow_games > 0 &&
        read_only(from)->network->shape.layer_count > t->network->shape.layer_count)
        return fail(why, STATUS_INVALID,
                    "a network that grows (grow_games) begins without the hidden channels of the "
                    "other; leave out grow_games");
    if (!classic_can_transfer(t->network, read_only(from)->network))
        return fail(why, STATUS_INVALID,
                    "a fully connected network cannot start from one of another board size or "
                    "number of hidden units");
    classic_transfer(t->network, read_only(from)->network);
    return STATUS_OK;
}

/* --- weight files --- */

static size_t weight_count(const struct trained_classic *t) {
    return (size_t)t->network->weight_count;
}

static size_t batch_count(const struct trained_classic *t) {
    return (size_t)t->network->matrix_room + (size_t)t->network->room;
}

/* The state of RPROP and of an unfinished batch go along, so that a resumed training ends with the
 * same weights; weights that only play need neither. */
static void write(const struct learnt *learnt, struct weight_writer *w, bool packed) {
    const struct trained_classic *t = read_only(learnt);
    weight_writer_field(w, "random_share", "%.17g", t->random_share);
    if (packed) weight_writer_field(w, "packed", "yes");
    weight_writer_weights(w, "weights", t->network->weights, weight_count(t), STORAGE_FLOAT);
    if (packed) return;
    if (t->step) {
        weight_writer_numbers(w, "steps", t->step, weight_count(t));
        weight_writer_numbers(w, "derivatives", t->before, weight_count(t));
    }
    if (t->batch) weight_writer_numbers(w, "batch", t->batch, batch_count(t));
}

/* Takes section NAME, if the file has it, into *OUT. */
static enum status read_kept(struct weight_file *file, const char *name, size_t count, float **out,
                             struct failure *why) {
    if (weight_file_count(file, name) < 0) return STATUS_OK;
    *out = calloc(count, sizeof **out);
    if (!*out) return out_of_memory(why, "a network");
    weight_file_numbers(file, name, *out, count);
    return STATUS_OK;
}

/* The shape is not in the file: it follows from the parameters and the number of games. */
static enum status read(struct weight_file *file, const struct learnt *head, struct learnt **out,
                        struct failure *why) {
    struct trained_classic *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "a network");
    *out = &t->learnt;
    t->learnt = *head;
    t->learnt.can_continue = weight_file_field(file, "packed") == NULL;
    t->kind = kind_of(head->learner);
    t->random_share = weight_file_real(file, "random_share", 0, 1);
    const struct classic_shape shape =
        trained_classic_shape(t->kind, head->size, &head->origin.params, head->origin.games);
    enum status status = classic_new(&t->network, &shape, why);
    if (status != STATUS_OK) return status;
    weight_file_weights(file, "weights", t->network->weights, weight_count(t));
    classic_expand(t->network);
    status = read_kept(file, "steps", weight_count(t), &t->step, why);
    if (status == STATUS_OK && t->step) {
        t->before = calloc(weight_count(t), sizeof *t->before);
        if (!t->before) return out_of_memory(why, "a network");
        weight_file_numbers(file, "derivatives", t->before, weight_count(t));
    }
    return status == STATUS_OK ? read_kept(file, "batch", batch_count(t), &t->batch, why) : status;
}

static void describe(const struct learnt *learnt, struct buffer *out) {
    const struct classic *n = read_only(learnt)->network;
    buffer_print(out, "weights: %d\n", n->weight_count);
    classic_print_summary(n, out);
}

static void print_weights(const struct learnt *learnt, struct buffer *out) {
    classic_print_kernels(read_only(learnt)->network, out);
}

/* --- training --- */

struct classic_training {
    struct training base;
    struct opponent *opponent; /* owned or NULL */
    struct recorded_games records;
    struct classic_trainer *trainer; /* owned */
    struct trial_table *trials;      /* owned; NULL without trials */
};

static void finish(struct training *training) {
    struct classic_training *t = (struct classic_training *)training;
    classic_trainer_free(t->trainer);
    opponent_free(t->opponent);
    trial_table_free(t->trials);
    recorded_games_free(&t->records);
    free(t);
}

/* Whether the plan has what the opponent of the parameters needs. */
static enum status check_plan(const struct trained_classic *n, const struct training_plan *plan,
                              struct failure *why) {
    const struct params *p = &n->learnt.origin.params;
    const int size = n->learnt.size;
    const bool program = p->opponent == OPPONENT_PROGRAM, records = p->opponent == OPPONENT_RECORDS;
    if (program && !plan->program)
        return fail(why, STATUS_INVALID,
                    "opponent=program needs --program COMMAND, which starts the program");
    if (!program && plan->program)
        return fail(why, STATUS_INVALID, "--program needs --set opponent=program");
    if (records && n->kind != CLASSIC_TERRITORY)
        return fail(why, STATUS_INVALID, "opponent=records is for --kind territory");
    if (records != (plan->records != NULL))
        return fail(why, STATUS_INVALID,
                    "--records FOLDER and --set opponent=records must be used together");
    if (p->opponent_handicap > 0 && (records || p->opponent == OPPONENT_SELF))
        return fail(why, STATUS_INVALID,
                    "parameter opponent_handicap needs an opponent that plays; set opponent to "
                    "novice, random or program");
    return game_check_handicap("parameter opponent_handicap", size, (int)p->opponent_handicap, why);
}

/* The opponent and the records are the training's; the trainer borrows them. Whatever fails, finish
 * frees what was made so far. */
static enum status begin(struct training **out, struct learnt *learnt,
                         const struct training_plan *plan, struct failure *why) {
    struct trained_classic *n = classic_of(learnt);
    const enum opponent_kind kind = learnt->origin.params.opponent;
    enum status status = check_plan(n, plan, why);
    if (status != STATUS_OK) return status;
    struct classic_training *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "training");
    t->base = (struct training){.learnt = learnt, .plan = plan};
    if (plan->records) status = recorded_games_load(&t->records, plan->records, learnt->size, why);
    if (status == STATUS_OK && kind != OPPONENT_SELF && kind != OPPONENT_RECORDS)
        status = opponent_new(&t->opponent, kind, plan->program, plan, why);
    if (status == STATUS_OK && plan->trials)
        status = trial_table_new(&t->trials, n, plan, t->base.note, why);
    if (status == STATUS_OK)
        status = classic_trainer_new(&t->trainer, n, t->opponent, &t->records, why);
    if (status == STATUS_OK)
        *out = &t->base;
    else
        finish(&t->base);
    return status;
}

static enum status step(struct training *training, uint64_t until, struct failure *why) {
    (void)until;
    return classic_trainer_play(((struct classic_training *)training)->trainer, why);
}

/* The error is the root of the mean over states of the mean square over outputs. */
static struct training_progress progress(struct training *training) {
    const struct classic_trainer_statistics s =
        classic_trainer_take_statistics(((struct classic_training *)training)->trainer);
    const bool alone = !((struct classic_training *)training)->opponent;
    return (struct training_progress){.games = s.games,
                                      .moves = s.moves,
                                      .wins = s.wins,
                                      .winner = alone ? "Black wins" : "it wins",
                                      .error =
                                          s.states ? sqrt(s.square_error / (double)s.states) : 0};
}

static enum status checkpoint(struct training *training, char text[TRAINING_TEXT],
                              struct failure *why) {
    struct trial_table *trials = ((struct classic_training *)training)->trials;
    return trials ? trial_table_play(trials, text, why) : STATUS_OK;
}

#define CLASSIC_LEARNER                                                                            \
    .length = 1000000, .reach = BOARD_MAX_SIZE, .free = release, .check = check,                   \
    .start_from = start_from, .read = read, .write = write, .describe = describe,                  \
    .print_weights = print_weights, .begin = begin, .step = step, .progress = progress,            \
    .checkpoint = checkpoint, .finish = finish

const struct learner territory_learner = {
    .name = "territory",
    .file_kind = "territory",
    .about = "Schraudolph's network of every point's fate (1994)",
    .play = "--preset schraudolph",
    .groups = PARAMS_OF_TERRITORY,
    .defaults = "alpha=0.0001 train_komi=5.5",
    .options = LEARNS_FROM_GAMES | LEARNS_FROM_OPPONENTS | LEARNS_FROM_OTHERS | LEARNS_FROM_RECORDS,
    .make = make_territory,
    CLASSIC_LEARNER,
};

const struct learner liberties_learner = {
    .name = "liberties",
    .file_kind = "liberties",
    .about = "Ekker's network over liberties and captures (2004)",
    .play = "--preset ekker",
    .groups = PARAMS_OF_LIBERTIES,
    .defaults = "alpha=0.03 lambda=0.5 epsilon=0.05 train_komi=0 opponent=novice",
    .options = LEARNS_FROM_GAMES | LEARNS_FROM_OPPONENTS | LEARNS_FROM_OTHERS,
    .make = make_liberties,
    CLASSIC_LEARNER,
};
