/* The interval [low, low + range) of 32 bits stands for all texts that begin like this one. Each
 * bit narrows it to a part. When the range is small, the first byte of LOW is written: it is final,
 * except for a carry that may still come. */
#include "bit_coder.h"

/* A range below this is widened by a byte. So range >> 16, by which a model's 16 bits are
 * multiplied, is never less than 256. */
#define NARROW ((uint32_t)1 << 24)

/* SLOWEST: a step of 1 / (62 + 2), so that a model follows a game that changes. LEAST: the aim, not
 * 0 but 64 of 65536, so that no bit is ever impossible, nor costs more than 10 bits. */
enum { SLOWEST = 62, LEAST = 64 };

void bit_models_init(struct bit_model *models, size_t count) {
    for (size_t i = 0; i < count; i++) models[i] = (struct bit_model){.zero = 1u << 15};
}

static void learn(struct bit_model *model, unsigned bit) {
    const int aim = bit ? LEAST : 65536 - LEAST;
    const int step = (aim - model->zero) / (model->seen + 2);
    model->zero = (uint16_t)(model->zero + step);
    if (model->seen < SLOWEST) model->seen++;
}

void bit_coder_write(struct bit_coder *c, struct buffer *out) {
    *c = (struct bit_coder){.out = out, .range = UINT32_MAX};
}

static uint32_t next_byte(struct bit_coder *c) {
    if (c->at < c->end) return *c->at++;
    c->beyond++;
    return 0;
}

void bit_coder_read(struct bit_coder *c, const unsigned char *bytes, size_t length) {
    *c = (struct bit_coder){.at = bytes, .end = bytes + length, .range = UINT32_MAX};
    for (int i = 0; i < 4; i++) c->code = c->code << 8 | next_byte(c);
}

/* Adds to LOW; a carry goes into the bytes that are out. */
static void raise(struct bit_coder *c, uint32_t by) {
    c->low += by;
    if (c->low >= by || c->out->failed) return;
    for (size_t i = c->out->length; i > 0 && ++c->out->data[--i] == 0;) continue;
}

static void put_first_byte(struct bit_coder *c) {
    const unsigned char byte = (unsigned char)(c->low >> 24);
    buffer_append(c->out, &byte, 1);
    c->low <<= 8;
}

/* A bit that is 0 in the first ZEROS of the range. */
static unsigned code_part(struct bit_coder *c, uint32_t zeros, unsigned bit) {
    if (!c->out) bit = c->code >= zeros;
    if (bit && c->out) raise(c, zeros);
    if (bit) c->code -= zeros;
    c->range = bit ? c->range - zeros : zeros;
    for (; c->range < NARROW; c->range <<= 8) {
        if (c->out)
            put_first_byte(c);
        else
            c->code = c->code << 8 | next_byte(c);
    }
    return bit;
}

unsigned bit_code(struct bit_coder *c, struct bit_model *model, unsigned bit) {
    bit = code_part(c, (c->range >> 16) * model->zero, bit);
    learn(model, bit);
    return bit;
}

uint32_t bit_code_plain(struct bit_coder *c, int count, uint32_t number) {
    uint32_t out = 0;
    for (int i = count - 1; i >= 0; i--)
        out = out << 1 | code_part(c, c->range >> 1, number >> i & 1);
    return out;
}

/* The place of the highest bit that is 1. */
static int size_of(uint64_t number) {
    int size = 0;
    while (number >> size > 1) size++;
    return size;
}

/* Elias gamma code of the number plus one: how many bits follow the first, one by one, and these
 * bits, of which the first two have models of their own.
 *
 *     number 0    1       size 0: 0
 *     number 4    101     size 2: 1 1 0, then 0 1
 *     number 9    1010    size 3: 1 1 1 0, then 0 1 0 */
uint32_t bit_code_number(struct bit_coder *c, struct number_model *model, uint32_t number) {
    const uint64_t value = (uint64_t)number + 1;
    const int last = size_of(value);
    int size = 0;
    while (size < NUMBER_BITS - 1 && bit_code(c, &model->size[size], size < last)) size++;
    uint64_t out = 1;
    for (int i = size - 1; i >= 0; i--) {
        const unsigned bit = (unsigned)(value >> i & 1);
        struct bit_model *own = i == size - 1   ? &model->high[size]
                                : i == size - 2 ? &model->next[size][out & 1]
                                                : NULL;
        out = out << 1 | (own ? bit_code(c, own, bit) : bit_code_plain(c, 1, bit));
    }
    return (uint32_t)(out - 1);
}

int bit_code_choice(struct bit_coder *c, struct bit_model *models, int most, int number) {
    int out = 0;
    while (out < most && bit_code(c, &models[out], out < number)) out++;
    return out;
}

/* The shortest number in the interval, with zeros behind it, of which the reader has read three
 * bytes too many. */
bool bit_coder_end(struct bit_coder *c) {
    if (!c->out) return c->beyond == 3;
    if (c->low & (NARROW - 1)) raise(c, NARROW - (c->low & (NARROW - 1)));
    put_first_byte(c);
    return true;
}
