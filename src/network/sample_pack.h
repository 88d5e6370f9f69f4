/* The samples of one game in few bytes, as files have them since format 2. Nothing is lost but the
 * order of the choices: they are read back in the order of their points.
 *
 *     count   4 bytes: how many samples there are
 *     size    1 byte: of their boards
 *     bits    what bit_coder.h makes of them
 *
 * A position is written as what has changed since the last position of the game, and its choices
 * and its ownership with models that depend on those there: positions inside a tree, the moves of
 * the game and points of settled ownership cost little. Models begin anew with each game, so that
 * each can be read alone. */
#ifndef GUZUMI_SAMPLE_PACK_H
#define GUZUMI_SAMPLE_PACK_H

#include "guzumi/network/samples.h"

/* Bytes of the count, and before the bits; samples of a game, at most. */
enum { PACK_COUNT = 4, PACK_HEAD = 5, PACK_MOST = 1 << 20 };

/* Appends the samples of SAMPLES from FIRST on, which are of one game and one size. */
enum status samples_pack(struct buffer *out, const struct samples *samples, size_t first,
                         struct failure *why);

/* Reads what samples_pack has written, sample by sample. */
struct unpacking;
enum status unpacking_new(struct unpacking **out, struct failure *why);
void unpacking_free(struct unpacking *unpacking);

/* Begins to read a game; borrows BYTES. Returns NULL, or why they are no game; LEFT gets the number
 * of samples. */
const char *unpacking_begin(struct unpacking *unpacking, const unsigned char *bytes, size_t length,
                            uint32_t *left);

/* Reads the next sample, whose contents are not checked (sample_find_mistake); false if the bytes
 * end before. */
bool unpacking_next(struct unpacking *unpacking, struct sample *out);

/* Whether the bytes end where the samples do. */
bool unpacking_end(struct unpacking *unpacking);

#endif
