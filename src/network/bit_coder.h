/* Bits as fractions of a bit: a binary arithmetic coder (Rissanen and Langdon 1981) with adaptive
 * models. The same calls write and read: each takes the number to be written, which reading
 * ignores, and returns the number, so a format is described once.
 *
 * A model is the probability of a bit, learnt from the bits that it has coded: after n of them a
 * new bit moves it 1 / (n + 2) of the way, at least 1 / 64. */
#ifndef GUZUMI_BIT_CODER_H
#define GUZUMI_BIT_CODER_H

#include "guzumi/base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The probability that a bit is 0. Set by bit_models_init. */
struct bit_model {
    uint16_t zero; /* of 65536 */
    uint16_t seen;
};
void bit_models_init(struct bit_model *models, size_t count);

/* Of a number from 0 on. Small numbers, and those of similar size, are cheap. */
enum { NUMBER_BITS = 33 };
struct number_model {
    struct bit_model size[NUMBER_BITS], high[NUMBER_BITS], next[NUMBER_BITS][2];
};

struct bit_coder {
    struct buffer *out;            /* borrowed; NULL while reading */
    const unsigned char *at, *end; /* what is left to read; zeros behind the end */
    int beyond;                    /* bytes read behind it */
    uint32_t low, range, code;
};

void bit_coder_write(struct bit_coder *coder, struct buffer *out);
void bit_coder_read(struct bit_coder *coder, const unsigned char *bytes, size_t length);

unsigned bit_code(struct bit_coder *coder, struct bit_model *model, unsigned bit);

/* A number of COUNT bits, at most 32, each as likely as not. */
uint32_t bit_code_plain(struct bit_coder *coder, int count, uint32_t number);
uint32_t bit_code_number(struct bit_coder *coder, struct number_model *model, uint32_t number);

/* The number is at most MOST; MODELS has as many. */
int bit_code_choice(struct bit_coder *coder, struct bit_model *models, int most, int number);

/* Whether more has been read than was written. */
static inline bool bit_coder_is_beyond(const struct bit_coder *coder) {
    return coder->beyond > 3;
}

/* Ends what is written; returns whether what is read ends here. */
bool bit_coder_end(struct bit_coder *coder);

#endif
