/* Weights as bytes, in the ways of enum weight_storage. */
#ifndef GUZUMI_WEIGHT_STORAGE_H
#define GUZUMI_WEIGHT_STORAGE_H

#include "guzumi/learner/weight_file.h"

#include <stdbool.h>

/* "float" or "packed". */
const char *weight_storage_name(enum weight_storage storage);
bool weight_storage_find(const char *name, enum weight_storage *out);

void weight_storage_write(struct buffer *out, const float *weights, size_t count,
                          enum weight_storage storage);

/* Whether LENGTH bytes at IN hold COUNT weights, which then go to WEIGHTS. */
bool weight_storage_read(const unsigned char *in, size_t length, enum weight_storage storage,
                         float *weights, size_t count);

#endif
