#include "guzumi/learner/weight_file.h"
#include "guzumi/shapes/memory.h"

#include <stdlib.h>
#include <string.h>

static const char kind[] = "local-shapes";

/* The sections, and the sets of MEMORY that are in them. */
static const char *const names[] = {"main", "li"};
static const char *const coherence_names[] = {"main_coherence", "li_coherence"};
enum { SETS = sizeof names / sizeof names[0] };

static const struct weight_set *set_number(const struct memory *memory, int i) {
    return i == 0 ? &memory->main : &memory->li;
}

static int class_count(const struct weight_set *set) {
    return set->classes ? set->classes->class_count : 0;
}

/* --- writing ------------------------------------------------------------------------------------
 */

/* Writes SET as section NAME, by way of WEIGHTS, which has room for them. */
static void write_set(struct weight_writer *w, const char *name, const struct weight_set *set,
                      float *weights, enum weight_storage storage) {
    for (int i = 0; i < class_count(set); i++) weights[i] = weight_set_theta(set, i);
    weight_writer_weights(w, name, weights, (size_t)class_count(set), storage);
}

/* Room for the weights of either set. */
static float *make_room(const struct memory *m) {
    const int main = class_count(&m->main), li = class_count(&m->li);
    return calloc((size_t)(main > li ? main : li) + 1, sizeof(float));
}

static enum status save(const struct memory *m, const char *path, enum weight_storage storage,
                        struct failure *why) {
    struct weight_writer writer;
    float *weights = make_room(m);
    if (!weights) return out_of_memory(why, "a weight file");
    weight_writer_begin(&writer, kind);
    weight_writer_field(&writer, "size", "%d", m->shapes->size);
    provenance_write(&writer, &m->origin, PARAMS_OF_SHAPES);
    for (int i = 0; i < SETS; i++) write_set(&writer, names[i], set_number(m, i), weights, storage);
    for (int i = 0; i < SETS; i++) {
        const struct weight_set *set = set_number(m, i);
        if (set->coherence && storage == STORAGE_FLOAT)
            weight_writer_numbers(&writer, coherence_names[i], set->coherence,
                                  2 * (size_t)class_count(set));
    }
    free(weights);
    return weight_writer_save(&writer, path, why);
}

enum status memory_save(const struct memory *m, const char *path, struct failure *why) {
    return save(m, path, STORAGE_FLOAT, why);
}

enum status memory_save_packed(const struct memory *m, const char *path, struct failure *why) {
    return save(m, path, STORAGE_PACKED, why);
}

/* --- reading ------------------------------------------------------------------------------------
 */

/* Reads the sets of a memory that has been made by the file's settings. */
static enum status read_sets(struct weight_file *file, struct memory *m, struct failure *why) {
    float *weights = make_room(m);
    if (!weights) return out_of_memory(why, "a weight file");
    for (int i = 0; i < SETS; i++) {
        struct weight_set *set = i == 0 ? &m->main : &m->li;
        const size_t count = (size_t)class_count(set);
        weight_file_weights(file, names[i], weights, count);
        for (size_t j = 0; j < count; j++) weight_set_set_theta(set, (int)j, weights[j]);
        if (set->coherence && weight_file_count(file, coherence_names[i]) >= 0)
            weight_file_numbers(file, coherence_names[i], set->coherence, 2 * count);
    }
    free(weights);
    return weight_file_end(file, why);
}

enum status memory_read(struct weight_file *file, struct memory **out, struct failure *why) {
    struct provenance origin;
    struct memory *m;
    weight_file_expect(file, kind);
    const int size = (int)weight_file_int(file, "size", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    provenance_read(file, PARAMS_OF_SHAPES, &origin);
    enum status status = weight_file_status(file, why);
    if (status == STATUS_OK) status = memory_new(&m, size, &origin.params, why);
    if (status != STATUS_OK) return status;
    m->origin = origin;
    m->is_packed = weight_file_is_packed(file);
    status = read_sets(file, m, why);
    if (status == STATUS_OK)
        *out = m;
    else
        memory_free(m);
    return status;
}

enum status memory_decode(struct memory **out, const unsigned char *data, size_t length,
                          const char *name, struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_open(&file, data, length, name, why);
    if (status != STATUS_OK) return status;
    status = memory_read(file, out, why);
    weight_file_close(file);
    return status;
}

enum status memory_load(struct memory **out, const char *path, struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_load(&file, path, why);
    if (status != STATUS_OK) return status;
    status = memory_read(file, out, why);
    weight_file_close(file);
    return status;
}
