/* Weights as bytes, in the ways of enum weight_storage. */
#ifndef GUZUMI_WEIGHT_STORAGE_H
#define GUZUMI_WEIGHT_STORAGE_H

#include "guzumi/weight_file.h"

#include <stdbool.h>

/* "float" or "packed". */
const char *weight_storage_name(enum weight_storage storage);
bool weight_storage_find(const char *name, enum weight_storage *out);

/* VALUE's BYTES lowest bytes, the lowest first. */
void weight_storage_put(unsigned char *out, uint64_t value, int bytes);
uint64_t weight_storage_get(const unsigned char *in, int bytes);

void weight_storage_write(struct buffer *out, const float *weights, size_t count,
                          enum weight_storage storage);

/* Whether LENGTH bytes at IN hold COUNT weights, which then go to WEIGHTS. */
bool weight_storage_read(const unsigned char *in, size_t length, enum weight_storage storage,
                         float *weights, size_t count);

#endif
