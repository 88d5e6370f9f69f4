#include "guzumi/network/trained_policy.h"

#include "guzumi/learner/weight_file.h"

#include <math.h>
#include <stdlib.h>

static const char kind[] = TRAINED_POLICY_KIND;
static const char *const square_names[] = {"likelihood_squares", "balance_squares"};

/* The parameters that training depends on and its file records. */
enum { RECORDED = PARAMS_OF_POLICY };

enum status trained_policy_new(struct trained_policy **out, int size, const struct params *params,
                               struct failure *why) {
    struct trained_policy *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "the learnt policies");
    softmax_init(&t->softmax);
    move_policy_init(&t->moves);
    t->size = size;
    t->can_continue = true;
    t->origin.params = *params;
    trained_policy_unfold(t);
    rng_seed(&t->origin.rng, (uint64_t)params->seed, 0);
    *out = t;
    return STATUS_OK;
}

void trained_policy_unfold(struct trained_policy *t) {
    t->softmax.temperature = (float)t->origin.params.policy_temperature;
    softmax_unfold(&t->softmax);
}

void trained_policy_free(struct trained_policy *t) {
    if (!t) return;
    policy_samples_free(&t->samples);
    free(t);
}

/* --- writing ------------------------------------------------------------------------------------
 */

static void write_training(struct weight_writer *w, const struct trained_policy *t) {
    const struct policy_samples *l = &t->samples;
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

enum status trained_policy_save(const struct trained_policy *t, const char *path, bool packed,
                                struct failure *why) {
    struct weight_writer w;
    weight_writer_begin(&w, kind);
    weight_writer_field(&w, "size", "%d", t->size);
    provenance_write(&w, &t->origin, RECORDED);
    weight_writer_weights(&w, "theta", t->softmax.theta, SOFTMAX_WEIGHTS, STORAGE_FLOAT);
    weight_writer_weights(&w, "moves", t->moves.theta, MOVE_WEIGHTS, STORAGE_FLOAT);
    if (t->can_continue && !packed) write_training(&w, t);
    return weight_writer_save(&w, path, why);
}

/* --- reading ------------------------------------------------------------------------------------
 */

/* Whether ROW of a game on boards of SIZE can be played as far as its numbers go. */
static bool is_sample(const struct policy_samples *l, size_t row, int size) {
    const float limit = (float)point_limit(size);
    const float played = l->played[row], best = l->best[row], value = l->value[row];
    if (row == 0 && played != SAMPLE_BEGIN) return false;
    return played == floorf(played) && played < limit &&
           (played >= PASS || played == SAMPLE_BEGIN) && best == floorf(best) && best < limit &&
           best >= PASS && (value == SAMPLE_UNJUDGED || (value >= 0 && value <= 1));
}

/* Whether the choices of all rows are points, and as many as there are. */
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

static enum status read_samples(struct weight_file *file, struct trained_policy *t,
                                struct failure *why) {
    struct policy_samples *l = &t->samples;
    const size_t count = (size_t)weight_file_count(file, "played");
    const int64_t found = weight_file_count(file, "choice");
    const size_t choices = found > 0 ? (size_t)found : 0;
    enum status status = weight_file_status(file, why);
    if (status == STATUS_OK) status = policy_samples_reserve(l, count, choices, why);
    if (status != STATUS_OK) return status;
    weight_file_numbers(file, "played", l->played, count);
    weight_file_numbers(file, "best", l->best, count);
    weight_file_numbers(file, "value", l->value, count);
    weight_file_numbers(file, "choices", l->choices, count);
    weight_file_numbers(file, "choice", l->choice, choices);
    weight_file_numbers(file, "visits", l->visits, choices);
    status = weight_file_status(file, why);
    if (status != STATUS_OK) return status;
    l->count = count;
    l->choice_count = choices;
    if (!are_choices(l, t->size))
        weight_file_refuse(file, "the choices of its searches are no points");
    for (size_t i = 0; i < count; i++)
        if (!is_sample(l, i, t->size))
            weight_file_refuse(file, "row %zu of its games is no move", i);
    return STATUS_OK;
}

static enum status read_training(struct weight_file *file, struct trained_policy *t,
                                 struct failure *why) {
    t->can_continue = weight_file_count(file, "played") >= 0;
    if (!t->can_continue) return STATUS_OK;
    for (int i = 0; i < POLICY_OBJECTIVES; i++)
        weight_file_numbers(file, square_names[i], t->squares[i], SOFTMAX_WEIGHTS);
    weight_file_numbers(file, "move_squares", t->move_squares, MOVE_WEIGHTS);
    return read_samples(file, t, why);
}

/* Reads the whole file into T, which is as trained_policy_new made it. */
static enum status read(struct weight_file *file, struct trained_policy *t, struct failure *why) {
    weight_file_expect(file, kind);
    t->size = (int)weight_file_int(file, "size", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    provenance_read(file, RECORDED, &t->origin);
    weight_file_weights(file, "theta", t->softmax.theta, SOFTMAX_WEIGHTS);
    weight_file_weights(file, "moves", t->moves.theta, MOVE_WEIGHTS);
    enum status status = read_training(file, t, why);
    if (status == STATUS_OK) status = weight_file_end(file, why);
    if (status == STATUS_OK) trained_policy_unfold(t);
    return status;
}

enum status trained_policy_read(struct weight_file *file, struct trained_policy **out,
                                struct failure *why) {
    struct trained_policy *t;
    struct params params;
    params_default(&params);
    enum status status = trained_policy_new(&t, BOARD_MIN_SIZE, &params, why);
    if (status != STATUS_OK) return status;
    status = read(file, t, why);
    if (status == STATUS_OK)
        *out = t;
    else
        trained_policy_free(t);
    return status;
}

enum status trained_policy_decode(struct trained_policy **out, const unsigned char *data,
                                  size_t length, const char *name, struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_open(&file, data, length, name, why);
    if (status != STATUS_OK) return status;
    status = trained_policy_read(file, out, why);
    weight_file_close(file);
    return status;
}

enum status trained_policy_load(struct trained_policy **out, const char *path,
                                struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_load(&file, path, why);
    if (status != STATUS_OK) return status;
    status = trained_policy_read(file, out, why);
    weight_file_close(file);
    return status;
}

bool trained_policy_is_file(const char *path) {
    return weight_file_is(path, kind);
}
