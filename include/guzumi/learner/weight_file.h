/* Weight files: what any learner has learnt, in named sections.
 *
 *     GUZUMI weights 2
 *     kind=local-shapes                     what the weights are of
 *     NAME=VALUE                            fields, each once: whatever the kind needs
 *     section NAME STORAGE COUNT BYTES      in the order in which they follow
 *     (an empty line)
 *
 * The bytes of the sections follow, and a 64-bit FNV-1a checksum of all that. Numbers are
 * little-endian on every machine. Files are read strictly: a length other than the head implies is
 * an error, and so is an unknown field or section.
 *
 * Version 1 had local shapes only and no sections: the fields main_weights and li_weights gave the
 * numbers of floats. It is read as if it had the sections main and li. */
#ifndef GUZUMI_WEIGHT_FILE_H
#define GUZUMI_WEIGHT_FILE_H

#include "guzumi/base/file.h"

#include <stdbool.h>
#include <stdint.h>

/* How the weights of a section are stored. */
enum weight_storage {
    STORAGE_FLOAT, /* "float": IEEE 754, 4 bytes each */
    STORAGE_PACKED /* "packed": a bit for each, lowest first, 1 if it is not 0; then the nonzero
                      ones in half precision, 2 bytes each, clamped to 65504 */
};

/* --- writing --- */

struct weight_writer {
    struct buffer head, body; /* owned */
    bool diverged;            /* some numbers are too large to be read again */
};

void weight_writer_begin(struct weight_writer *writer, const char *kind);

/* Adds a field. Neither NAME nor the value may contain a newline. */
void weight_writer_field(struct weight_writer *writer, const char *name, const char *format, ...)
    GUZUMI_PRINTF(3, 4);

/* Adds a section; NAME is one word. Its numbers are read again by weight_file_weights or by
 * weight_file_numbers. */
void weight_writer_weights(struct weight_writer *writer, const char *name, const float *weights,
                           size_t count, enum weight_storage storage);
void weight_writer_numbers(struct weight_writer *writer, const char *name, const float *numbers,
                           size_t count);

/* Writes the file, as file_write does, and frees the writer. Fails, and leaves the file at PATH as
 * it is, if the result could not be read again: if it has numbers that weight_file_weights refuses
 * (training has diverged), or exceeds 128 MB. */
enum status weight_writer_save(struct weight_writer *writer, const char *path, struct failure *why);

/* --- reading ---
 *
 * An open file keeps its first failure, which weight_file_end reports. After a failure, fields
 * return the smallest permitted value (MIN), and numbers are undefined. A reader that allocates
 * memory by a value from the file must check weight_file_status first. */

struct weight_file;

/* Opens the file at PATH, or one in memory, which is borrowed until it is closed; NAME stands for
 * that in messages. Fails unless the head is well formed and the checksum right. */
enum status weight_file_load(struct weight_file **out, const char *path, struct failure *why);
enum status weight_file_open(struct weight_file **out, const unsigned char *data, size_t length,
                             const char *name, struct failure *why);
void weight_file_close(struct weight_file *file);

const char *weight_file_kind(const struct weight_file *file);

/* Refuses a file with weights of another kind than KIND. */
void weight_file_expect(struct weight_file *file, const char *kind);

/* Takes field NAME: its value, or NULL when there is none. */
const char *weight_file_field(struct weight_file *file, const char *name);

/* Take a field that must be there, as a decimal number within MIN..MAX or of 64 bits. */
int64_t weight_file_int(struct weight_file *file, const char *name, int64_t min, int64_t max);
double weight_file_real(struct weight_file *file, const char *name, double min, double max);
uint64_t weight_file_uint64(struct weight_file *file, const char *name);

/* Whether a section is packed, that is rounded. */
bool weight_file_is_packed(const struct weight_file *file);

/* The number of weights in section NAME; -1 when there is none. */
int64_t weight_file_count(const struct weight_file *file, const char *name);

/* Takes section NAME, which must have COUNT weights, all finite and with magnitudes below a
 * million. */
void weight_file_weights(struct weight_file *file, const char *name, float *weights, size_t count);

/* The same for what only training needs, such as counts and sums, which grow without bound: all
 * numbers have to be finite. */
void weight_file_numbers(struct weight_file *file, const char *name, float *numbers, size_t count);

/* Refuses the file; the message begins with its name. Returns false. */
bool weight_file_refuse(struct weight_file *file, const char *format, ...) GUZUMI_PRINTF(2, 3);

/* The same for a field whose VALUE makes no sense. */
bool weight_file_misunderstood(struct weight_file *file, const char *name, const char *value);

/* Fails if anything has gone wrong so far. */
enum status weight_file_status(const struct weight_file *file, struct failure *why);

/* Fails if anything has gone wrong, or if a field or section was not taken. */
enum status weight_file_end(struct weight_file *file, struct failure *why);

#endif
