#include "guzumi/network/trained_network.h"

#include "guzumi/learner/weight_file.h"

#include <stdlib.h>
#include <string.h>

static const char kind[] = TRAINED_NETWORK_KIND;

/* The parameters that training depends on and its file records. */
enum { RECORDED = PARAMS_OF_NETWORK };

/* --- life ---------------------------------------------------------------------------------------
 */

static size_t count_of(const struct trained_network *t) {
    return (size_t)t->network->layout.count;
}

static bool has_whole_lanes(const struct params *params) {
    return params->network_channels % NETWORK_LANE == 0;
}

/* A network of the shape that the origin's parameters say, all weights zero. */
static enum status add_network(struct trained_network *t, struct failure *why) {
    const struct params *p = &t->origin.params;
    return network_new(&t->network, (int)p->network_channels, (int)p->network_blocks, why);
}

static enum status add_training(struct trained_network *t, struct failure *why) {
    t->can_continue = true;
    t->current = calloc(count_of(t), sizeof *t->current);
    t->first = calloc(count_of(t), sizeof *t->first);
    t->second = calloc(count_of(t), sizeof *t->second);
    if (t->current && t->first && t->second) return STATUS_OK;
    return out_of_memory(why, "the training of a network");
}

enum status trained_network_new(struct trained_network **out, int size, const struct params *params,
                                struct failure *why) {
    if (!has_whole_lanes(params))
        return fail(why, STATUS_INVALID, "network_channels: %lld is not a multiple of %d",
                    (long long)params->network_channels, NETWORK_LANE);
    struct trained_network *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "a network");
    t->size = size;
    t->origin.params = *params;
    rng_seed(&t->origin.rng, (uint64_t)params->seed, 0);
    enum status status = add_network(t, why);
    if (status == STATUS_OK) status = add_training(t, why);
    if (status != STATUS_OK) {
        trained_network_free(t);
        return status;
    }
    network_randomise(t->network, &t->origin.rng);
    memcpy(t->current, t->network->weights, count_of(t) * sizeof *t->current);
    *out = t;
    return STATUS_OK;
}

enum status trained_network_start_from(struct trained_network *t,
                                       const struct trained_network *from, struct failure *why) {
    const struct network *to = t->network, *n = from->network;
    if (to->maps != n->maps || to->blocks != n->blocks)
        return fail(why, STATUS_INVALID,
                    "a network of %d maps and %d blocks can't start from one of %d and %d",
                    to->maps, to->blocks, n->maps, n->blocks);
    memcpy(t->network->weights, n->weights, count_of(t) * sizeof *t->current);
    memcpy(t->current, n->weights, count_of(t) * sizeof *t->current);
    network_unfold(t->network);
    return STATUS_OK;
}

void trained_network_end_training(struct trained_network *t) {
    free(t->current);
    free(t->first);
    free(t->second);
    t->current = t->first = t->second = NULL;
    t->can_continue = false;
}

void trained_network_free(struct trained_network *t) {
    if (!t) return;
    trained_network_end_training(t);
    network_free(t->network);
    free(t);
}

/* --- writing ------------------------------------------------------------------------------------
 */

enum status trained_network_save(const struct trained_network *t, const char *path, bool packed,
                                 struct failure *why) {
    struct weight_writer w;
    weight_writer_begin(&w, kind);
    weight_writer_field(&w, "size", "%d", t->size);
    provenance_write(&w, &t->origin, RECORDED);
    weight_writer_weights(&w, "weights", t->network->weights, count_of(t),
                          packed ? STORAGE_PACKED : STORAGE_FLOAT);
    if (t->can_continue && !packed) {
        weight_writer_weights(&w, "current", t->current, count_of(t), STORAGE_FLOAT);
        weight_writer_numbers(&w, "first_moments", t->first, count_of(t));
        weight_writer_numbers(&w, "second_moments", t->second, count_of(t));
    }
    return weight_writer_save(&w, path, why);
}

/* --- reading ------------------------------------------------------------------------------------
 */

static void read_fields(struct weight_file *file, struct trained_network *t) {
    weight_file_expect(file, kind);
    t->size = (int)weight_file_int(file, "size", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    provenance_read(file, RECORDED, &t->origin);
    if (!has_whole_lanes(&t->origin.params))
        weight_file_refuse(file, "its maps, %lld, are not a multiple of %d",
                           (long long)t->origin.params.network_channels, NETWORK_LANE);
}

static enum status read_training(struct weight_file *file, struct trained_network *t,
                                 struct failure *why) {
    if (weight_file_count(file, "current") < 0) return STATUS_OK;
    const size_t count = count_of(t);
    const enum status status = add_training(t, why);
    if (status != STATUS_OK) return status;
    weight_file_weights(file, "current", t->current, count);
    weight_file_numbers(file, "first_moments", t->first, count);
    weight_file_numbers(file, "second_moments", t->second, count);
    for (size_t i = 0; i < count; i++)
        if (t->second[i] < 0) weight_file_refuse(file, "a mean of squares is negative");
    return STATUS_OK;
}

/* Reads the whole file into T, which is empty. */
static enum status read(struct weight_file *file, struct trained_network *t, struct failure *why) {
    read_fields(file, t);
    enum status status = weight_file_status(file, why);
    if (status == STATUS_OK) status = add_network(t, why);
    if (status != STATUS_OK) return status;
    weight_file_weights(file, "weights", t->network->weights, count_of(t));
    status = read_training(file, t, why);
    if (status == STATUS_OK) status = weight_file_end(file, why);
    if (status == STATUS_OK) network_unfold(t->network);
    return status;
}

enum status trained_network_read(struct weight_file *file, struct trained_network **out,
                                 struct failure *why) {
    struct trained_network *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "a network");
    const enum status status = read(file, t, why);
    if (status == STATUS_OK)
        *out = t;
    else
        trained_network_free(t);
    return status;
}

enum status trained_network_decode(struct trained_network **out, const unsigned char *data,
                                   size_t length, const char *name, struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_open(&file, data, length, name, why);
    if (status != STATUS_OK) return status;
    status = trained_network_read(file, out, why);
    weight_file_close(file);
    return status;
}

enum status trained_network_load(struct trained_network **out, const char *path,
                                 struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_load(&file, path, why);
    if (status != STATUS_OK) return status;
    status = trained_network_read(file, out, why);
    weight_file_close(file);
    return status;
}

bool trained_network_is_file(const char *path) {
    return weight_file_is(path, kind);
}
