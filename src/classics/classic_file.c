#include "guzumi/classics/trained_classic.h"
#include "guzumi/go/board.h"
#include "guzumi/learner/weight_file.h"

#include <stdlib.h>

static size_t batch_numbers(const struct trained_classic *t) {
    return (size_t)t->network->matrix_room + (size_t)t->network->room;
}

/* --- writing ------------------------------------------------------------------------------------
 */

enum status trained_classic_save(const struct trained_classic *t, const char *path,
                                 struct failure *why) {
    struct weight_writer w;
    const size_t count = (size_t)t->network->weight_count;
    weight_writer_begin(&w, classic_kind_name(t->kind));
    weight_writer_field(&w, "size", "%d", t->size);
    weight_writer_field(&w, "random_share", "%.17g", t->random_share);
    provenance_write(&w, &t->origin, classic_kind_params(t->kind));
    weight_writer_weights(&w, "weights", t->network->weights, count, STORAGE_FLOAT);
    if (t->step) {
        weight_writer_numbers(&w, "steps", t->step, count);
        weight_writer_numbers(&w, "derivatives", t->before, count);
    }
    if (t->batch) weight_writer_numbers(&w, "batch", t->batch, batch_numbers(t));
    return weight_writer_save(&w, path, why);
}

/* --- reading ------------------------------------------------------------------------------------
 */

/* RPROP's numbers, where the file has them. */
static enum status read_steps(struct weight_file *file, struct trained_classic *t,
                              struct failure *why) {
    const size_t count = (size_t)t->network->weight_count;
    if (weight_file_count(file, "steps") < 0) return STATUS_OK;
    t->step = calloc(count, sizeof *t->step);
    t->before = calloc(count, sizeof *t->before);
    if (!t->step || !t->before) return out_of_memory(why, "a network");
    weight_file_numbers(file, "steps", t->step, count);
    weight_file_numbers(file, "derivatives", t->before, count);
    return STATUS_OK;
}

/* What the games of a batch that goes on have taught, where the file has it. */
static enum status read_batch(struct weight_file *file, struct trained_classic *t,
                              struct failure *why) {
    const size_t count = batch_numbers(t);
    if (weight_file_count(file, "batch") < 0) return STATUS_OK;
    t->batch = calloc(count, sizeof *t->batch);
    if (!t->batch) return out_of_memory(why, "a network");
    weight_file_numbers(file, "batch", t->batch, count);
    return STATUS_OK;
}

/* Reads the whole file into T, which is empty but for its kind. */
static enum status read(struct weight_file *file, struct trained_classic *t, struct failure *why) {
    t->size = (int)weight_file_int(file, "size", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    t->random_share = weight_file_real(file, "random_share", 0, 1);
    /* Older files have the parameters of all kinds. */
    provenance_read(file, PARAMS_OF_TRAINING, &t->origin);
    enum status status = weight_file_status(file, why);
    if (status != STATUS_OK) return status;
    const struct classic_shape shape =
        trained_classic_shape(t->kind, t->size, &t->origin.params, t->origin.games);
    status = classic_new(&t->network, &shape, why);
    if (status != STATUS_OK) return status;
    weight_file_weights(file, "weights", t->network->weights, (size_t)t->network->weight_count);
    status = read_steps(file, t, why);
    if (status == STATUS_OK) status = read_batch(file, t, why);
    if (status == STATUS_OK) status = weight_file_end(file, why);
    if (status == STATUS_OK) classic_unfold(t->network);
    return status;
}

enum status trained_classic_read(struct weight_file *file, struct trained_classic **out,
                                 struct failure *why) {
    enum classic_kind kind;
    if (!classic_kind_find(weight_file_kind(file), &kind)) {
        weight_file_expect(file, classic_kind_name(CLASSIC_TERRITORY));
        return weight_file_status(file, why);
    }
    struct trained_classic *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "a network");
    t->kind = kind;
    const enum status status = read(file, t, why);
    if (status == STATUS_OK)
        *out = t;
    else
        trained_classic_free(t);
    return status;
}

enum status trained_classic_decode(struct trained_classic **out, const unsigned char *data,
                                   size_t length, const char *name, struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_open(&file, data, length, name, why);
    if (status != STATUS_OK) return status;
    status = trained_classic_read(file, out, why);
    weight_file_close(file);
    return status;
}

enum status trained_classic_load(struct trained_classic **out, const char *path,
                                 struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_load(&file, path, why);
    if (status != STATUS_OK) return status;
    status = trained_classic_read(file, out, why);
    weight_file_close(file);
    return status;
}

bool trained_classic_is_file(const char *path) {
    struct weight_file *file;
    struct failure ignored;
    enum classic_kind kind;
    if (weight_file_load(&file, path, &ignored) != STATUS_OK) return false;
    const bool is = classic_kind_find(weight_file_kind(file), &kind);
    weight_file_close(file);
    return is;
}
