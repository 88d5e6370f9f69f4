/* A sample as bytes, in memory and in files (samples.h):
 *
 *     length 2, size 1, flags 1, ko 2, last 2, own 2, half_komi 2, value 4, simulations 4, choices
 * 2 stones: a bit for each point, Black's, then White's, each filled up to a whole byte choices:
 * place 2, visits as a varint each owners, if the flags say so: 1 each
 *
 * Numbers are in little-endian order, negative ones in two's complement, the value an IEEE single.
 * A place counts points row by row without the board's padding; the last two numbers of two bytes
 * stand for the pass and for no point. A varint has seven bits of a number a byte, the lowest
 * first; the eighth bit says that more follow. */
#ifndef GUZUMI_SAMPLE_BYTES_H
#define GUZUMI_SAMPLE_BYTES_H

#include "guzumi/network/samples.h"

/* Appends SAMPLE, which has no mistake, but for the number of its game. */
void sample_append(struct buffer *out, const struct sample *sample);

/* Reads the sample with which BYTES begin, AVAILABLE of them, and says in USED how many are its.
 * NULL, or why they are none; what they say is not judged (sample_find_mistake). The game's number
 * is 0. */
const char *sample_take(const unsigned char *bytes, size_t available, size_t *used,
                        struct sample *out);

#endif
