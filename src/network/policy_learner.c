/* The linear policies of playouts and of the tree as a learner (learner.h): weight files, and
 * training by self-play that a search evaluates.
 *
 *     section                         numbers
 *     theta                           the weights of the playouts' policy
 *     moves                           the weights of the tree's policy
 *     likelihood_squares              AdaGrad's sums for theta, by objective
 *     balance_squares
 *     move_squares                    AdaGrad's sums for the tree's policy
 *     played, best, value, choices    the games so far, a number a row (policy_samples.c)
 *     choice, visits                  the rows' choices, one list
 *
 * All but the first two are there only while training may go on. */
#include "guzumi/network/trained_policy.h"

#include "policy_trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct trained_policy *policy_of(struct learnt *learnt) {
    return (struct trained_policy *)learnt;
}

static const struct trained_policy *read_only(const struct learnt *learnt) {
    return (const struct trained_policy *)learnt;
}

enum status trained_policy_find(struct weight_store *store, int size,
                                const struct trained_policy **out, struct failure *why) {
    const struct learnt *found;
    const enum status status = weight_store_find(store, &policy_learner, size, &found, why);
    *out = read_only(found);
    return status;
}

/* Without a policy the playouts keep the fixed one. */
enum status trained_policy_find_playouts(struct weight_store *store, int size,
                                         struct playout_patterns *patterns, struct failure *why) {
    const struct trained_policy *policy;
    const enum status status = trained_policy_find(store, size, &policy, why);
    patterns->learnt = policy ? &policy->softmax : NULL;
    return status;
}

/* --- life --- */

void trained_policy_expand(struct trained_policy *t) {
    t->softmax.temperature = (float)t->learnt.origin.params.policy_temperature;
    softmax_expand(&t->softmax);
}

static enum status make(struct learnt **out, int size, const struct params *params,
                        struct failure *why) {
    struct trained_policy *t = calloc(1, sizeof *t);
    *out = NULL;
    if (!t) return out_of_memory(why, "the learnt policies");
    learnt_begin(&t->learnt, &policy_learner, size, params);
    softmax_init(&t->softmax);
    move_policy_init(&t->moves);
    trained_policy_expand(t);
    *out = &t->learnt;
    return STATUS_OK;
}

static void end_training(struct learnt *learnt) {
    policy_samples_free(&policy_of(learnt)->samples);
    learnt->can_continue = false;
}

static void release(struct learnt *learnt) {
    end_training(learnt);
    free(learnt);
}

/* --- writing --- */

static const char *const square_names[] = {"likelihood_squares", "balance_squares"};

/* The samples go into the file too: a resumed training draws positions from all games so far. */
static void write(const struct learnt *learnt, struct weight_writer *w, bool packed) {
    const struct trained_policy *t = read_only(learnt);
    const struct policy_samples *l = &t->samples;
    weight_writer_weights(w, "theta", t->softmax.theta, SOFTMAX_WEIGHTS, STORAGE_FLOAT);
    weight_writer_weights(w, "moves", t->moves.theta, MOVE_WEIGHTS, STORAGE_FLOAT);
    if (!learnt->can_continue || packed) return;
    for (int i = 0; i < POLICY_OBJECTIVES; i++)
        weight_writer_numbers(w, square_names[i], t->squares[i], SOFTMAX_WEIGHTS);
    weight_writer_numbers(w, "move_squares", t->move_squares, MOVE_WEIGHTS);
    weight_writer_numbers(w, "played", l->played, l->count);
    weight_writer_numbers(w, "best", l->best, l->count);
    weight_writer_numbers(w, "value", l->value, l->count);
    weight_writer_numbers(w, "choices", l->choices, l->count);
    weight_writer_numbers(w, "choice", l->choice, l->choice_count);
    weight_writer_numbers(w, "visits", l->visits, l->choice_count);
}

/* --- reading --- */

/* Whether the numbers of ROW, of a game on boards of SIZE, are a move and what a search may have
 * found; whether the move is legal shows when the game is played through (policy_positions_read).
 */
static bool is_sample(const struct policy_samples *l, size_t row, int size) {
    const float limit = (float)point_limit(size);
    const float played = l->played[row], best = l->best[row], value = l->value[row];
    if (row == 0 && played != SAMPLE_BEGIN) return false;
    return played == floorf(played) && played < limit &&
           (played >= PASS || played == SAMPLE_BEGIN) && best == floorf(best) && best < limit &&
           best >= PASS && (value == SAMPLE_NOT_EVALUATED || (value >= 0 && value <= 1));
}

/* Whether the choices of all rows are points and add up to the number of choices. Comparisons are
 * written so that NaN fails them. */
static bool are_choices(const struct policy_samples *l, int size) {
    const float limit = (float)point_limit(size);
    size_t left = l->choice_count;
    for (size_t i = 0; i < l->count; i++) {
        const float choices = l->choices[i];
        if (!(choices >= 0 && choices <= (float)left && choices == floorf(choices))) return false;
        left -= (size_t)choices;
    }
    for (size_t i = 0; i < l->choice_count; i++) {
        const float choice = l->choice[i];
        if (!(choice >= 0 && choice < limit && choice == floorf(choice) && l->visits[i] >= 0))
            return false;
    }
    return left == 0;
}

/* Nothing of the samples is trusted: an invalid point would be an index out of bounds when the
 * games are played through. The choices are checked as a whole, since each row's begin where those
 * of the row before end. */
static enum status read_samples(struct weight_file *file, struct trained_policy *t,
                                struct failure *why) {
    struct policy_samples *l = &t->samples;
    struct failure ignored;
    const size_t count = (size_t)weight_file_count(file, "played");
    const int64_t found = weight_file_count(file, "choice");
    const size_t choices = found > 0 ? (size_t)found : 0;
    const enum status status = policy_samples_reserve(l, count, choices, why);
    if (status != STATUS_OK) return status;
    weight_file_numbers(file, "played", l->played, count);
    weight_file_numbers(file, "best", l->best, count);
    weight_file_numbers(file, "value", l->value, count);
    weight_file_numbers(file, "choices", l->choices, count);
    weight_file_numbers(file, "choice", l->choice, choices);
    weight_file_numbers(file, "visits", l->visits, choices);
    if (weight_file_status(file, &ignored) != STATUS_OK) return STATUS_OK; /* learnt_read fails */
    l->count = count;
    l->choice_count = choices;
    if (!are_choices(l, t->learnt.size))
        weight_file_refuse(file, "a choice of its searches is not a point");
    for (size_t i = 0; i < count; i++)
        if (!is_sample(l, i, t->learnt.size)) {
            weight_file_refuse(file, "row %zu of its games is not a move", i);
            break;
        }
    return STATUS_OK;
}

static enum status read(struct weight_file *file, const struct learnt *head, struct learnt **out,
                        struct failure *why) {
    const enum status status = make(out, head->size, &head->origin.params, why);
    if (status != STATUS_OK) return status;
    struct trained_policy *t = policy_of(*out);
    t->learnt.origin = head->origin;
    weight_file_weights(file, "theta", t->softmax.theta, SOFTMAX_WEIGHTS);
    weight_file_weights(file, "moves", t->moves.theta, MOVE_WEIGHTS);
    trained_policy_expand(t);
    t->learnt.can_continue = weight_file_count(file, "played") >= 0;
    if (!t->learnt.can_continue) return STATUS_OK;
    for (int i = 0; i < POLICY_OBJECTIVES; i++)
        weight_file_numbers(file, square_names[i], t->squares[i], SOFTMAX_WEIGHTS);
    weight_file_numbers(file, "move_squares", t->move_squares, MOVE_WEIGHTS);
    return read_samples(file, t, why);
}

/* --- describing --- */

/* Groups of more weights are printed as their root mean square. */
enum { PRINTED_WEIGHTS = 24 };

/* The weights of the playouts' policy, patterns aside. */
static void describe_softmax(const struct softmax *policy, struct buffer *out) {
    static const char *const names[] = {
#define SOFTMAX_FEATURE_ROW(name, word) word,
#include "guzumi/playout/softmax_features.def"
    };
    buffer_print(out, "of playouts: %d weights\n", SOFTMAX_WEIGHTS);
    for (int i = 0; i < SOFTMAX_FEATURES; i++)
        buffer_print(out, "  %s: %.3f\n", names[i], (double)policy->theta[SOFTMAX_FEATURE + i]);
}

/* The weights of the tree's policy: each one of a small group; of a large one how large they are.
 */
static void describe_moves(const struct move_policy *policy, struct buffer *out) {
    static const struct {
        const char *name;
        int first, count;
    } groups[] = {
#define MOVE_FEATURE_ROW(name, count, text) {text, MOVE_##name, count},
#include "guzumi/network/move_features.def"
    };
    buffer_print(out, "of the tree: %d weights\n", MOVE_WEIGHTS);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        const float *theta = policy->theta + groups[i].first;
        double square = 0;
        for (int k = 0; k < groups[i].count; k++) square += (double)theta[k] * (double)theta[k];
        buffer_print(out, "  %s:", groups[i].name);
        if (groups[i].count > PRINTED_WEIGHTS)
            buffer_print(out, " %d weights, root mean square %.3f", groups[i].count,
                         sqrt(square / groups[i].count));
        else
            for (int k = 0; k < groups[i].count; k++) buffer_print(out, " %.3f", (double)theta[k]);
        buffer_print(out, "\n");
    }
}

static void describe(const struct learnt *learnt, struct buffer *out) {
    describe_softmax(&read_only(learnt)->softmax, out);
    describe_moves(&read_only(learnt)->moves, out);
}

/* --- training --- */

struct policy_training {
    struct training base;
    struct policy_games *games;     /* owned */
    struct policy_trainer *trainer; /* owned */
};

static void finish(struct training *training) {
    struct policy_training *t = (struct policy_training *)training;
    policy_trainer_free(t->trainer);
    if (t->games) t->games->free(t->games);
    free(t);
}

/* Games by a tree search come from the host: search is a room above this one. */
static enum status begin(struct training **out, struct learnt *learnt,
                         const struct training_plan *plan, struct failure *why) {
    struct policy_training *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "training");
    t->base = (struct training){.learnt = learnt, .plan = plan};
    enum status status =
        plan->host->open_games(&t->games, learnt->size, &learnt->origin.params, plan->store, why);
    if (status == STATUS_OK)
        status = policy_trainer_new(&t->trainer, policy_of(learnt), t->games, plan->store, why);
    if (status == STATUS_OK)
        *out = &t->base;
    else
        finish(&t->base);
    return status;
}

static enum status step(struct training *training, uint64_t until, struct failure *why) {
    (void)until;
    return policy_trainer_play(((struct policy_training *)training)->trainer, why);
}

static struct training_progress progress(struct training *training) {
    const struct policy_trainer_statistics s =
        policy_trainer_take_statistics(((struct policy_training *)training)->trainer);
    return (struct training_progress){
        .games = s.games,
        .moves = s.positions,
        .error = s.balanced ? sqrt(s.square_error / (double)s.balanced) : 0,
        .log_likelihood = s.visited ? s.visits_likelihood / (double)s.visited : 0};
}

const struct learner policy_learner = {
    .name = "policy",
    .file_kind = "policy",
    .about = "the linear policies of the tree and of playouts",
    .play = "--heuristic learnt",
    .groups = PARAMS_OF_POLICY,
    .defaults = "lambda=0.8 epsilon=0.2",
    .options = LEARNS_FROM_GAMES,
    .length = 1000000,
    .reach = BOARD_MAX_SIZE,
    .make = make,
    .free = release,
    .read = read,
    .write = write,
    .end_training = end_training,
    .describe = describe,
    .begin = begin,
    .step = step,
    .progress = progress,
    .finish = finish,
};
