/* A sample as bytes, in memory and in files (samples.h):
 *
 *     length 2, size 1, flags 1, ko 2, last 2, own 2, half_komi 2, value 4, simulations 4, choices
 * 2 stones      a bit for each point, Black's, then White's, each padded to a whole byte choices
 * place 2 and visits (a varint) each ownership   1 each, if the flags say so
 *
 * Numbers are little-endian, negative ones in two's complement, the value an IEEE single. A place
 * counts points row by row without the board's padding; the two largest numbers stand for pass and
 * for no point. A varint has seven bits of a number per byte, the lowest first; the eighth bit says
 * that more follow. */
#ifndef GUZUMI_SAMPLE_BYTES_H
#define GUZUMI_SAMPLE_BYTES_H

#include "guzumi/network/samples.h"

/* Appends SAMPLE, in which sample_find_mistake finds nothing; its game number is left out. */
void sample_append(struct buffer *out, const struct sample *sample);

/* Reads the sample with which BYTES begin, AVAILABLE of them, and says in USED how many are its.
 * NULL, or why they are not a sample; the contents are not checked (sample_find_mistake). The
 * game's number is 0. */
const char *sample_take(const unsigned char *bytes, size_t available, size_t *used,
                        struct sample *out);

#endif
