/* Samples as bytes, and what no sample can be. Files come from other machines and other versions,
 * so nothing of their contents is trusted: taking a sample apart checks its length alone, and
 * sample_find_mistake then checks what it says, in an order in which each check may rely on those
 * before it.
 *
 *     0   2        3       4    6      8     10          12      16            20        22
 *     length size  flags   ko   last   own   half_komi   value   simulations   choices   stones ...
 */
#include "guzumi/network/samples.h"

#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"
#include "guzumi/go/game.h"

#include "board_kernel.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes before the stones. */
enum { FIXED = 22 };

enum { FLAG_WHITE = 1, FLAG_INNER = 2, FLAG_BEST = 4, FLAG_OWNERSHIP = 8, FLAGS = 16 };

/* Sentinels. */
enum { PLACE_PASS = 0xffff, PLACE_NONE = 0xfffe };

static int points_of(int size) {
    return size * size;
}

static int stone_bytes(int size) {
    return (points_of(size) + 7) / 8;
}

/* The point of a place of the board. */
static int point_of(int size, int place) {
    return point_at(size, place % size, place / size);
}

void sample_round(struct sample *l) {
    l->value = round(l->value * SAMPLE_VALUE_UNITS) / SAMPLE_VALUE_UNITS;
    for (int i = 0; i < points_of(l->size); i++) {
        int8_t *at = &l->ownership[point_of(l->size, i)];
        *at = (int8_t)(SAMPLE_OWNERSHIP_STEP * lround(*at / (double)SAMPLE_OWNERSHIP_STEP));
    }
}

/* --- mistakes --- */

/* Whether each chain of STONES touches one of the points EMPTY: flooding the stones from there
 * reaches all of them. */
static bool all_have_liberties(const struct bitset *stones, const struct bitset *empty, int size) {
    struct bitset left = *stones;
    const struct bitset reached = kernel_reach(size, empty, stones);
    bitset_subtract(&left, &reached, size_words(size));
    return bitset_is_empty(&left, size_words(size));
}

/* Sets up no board: large files are checked whenever they are read, and sets of points
 * answer all that a board could. */
static const char *check_stones(const struct sample *l, struct bitset *empty) {
    const struct bitset board = kernel_board_points(l->size);
    *empty = board;
    for (int color = BLACK; color <= WHITE; color++) {
        struct bitset off = l->stones[color];
        bitset_subtract(&off, &board, BITSET_WORDS);
        if (!bitset_is_empty(&off, BITSET_WORDS)) return "a stone is off the board";
        bitset_subtract(empty, &l->stones[color], BITSET_WORDS);
    }
    for (int i = 0; i < BITSET_WORDS; i++)
        if (l->stones[BLACK].word[i] & l->stones[WHITE].word[i]) return "a point has two stones";
    for (int color = BLACK; color <= WHITE; color++)
        if (!all_have_liberties(&l->stones[color], empty, l->size)) return "a chain has no liberty";
    return NULL;
}

static bool is_point(int size, int point) {
    return point >= 0 && point < point_limit(size) && point_column(size, point) < size;
}

static bool is_point_or(int size, int point, bool or_pass) {
    return is_point(size, point) || point == NO_POINT || (or_pass && point == PASS);
}

/* There is no suicide, so the last move's stone is still there. The mover's own last stone may have
 * been captured, but no stone of the opponent's can stand there yet. */
static const char *check_moves(const struct sample *l, const struct bitset *empty) {
    const struct bitset *theirs = &l->stones[color_other(l->to_move)];
    if (!is_point_or(l->size, l->ko, false)) return "the ko is off the board";
    if (!is_point_or(l->size, l->last, true) || !is_point_or(l->size, l->own, true))
        return "a move is off the board";
    if (l->ko >= 0 && !bitset_has(empty, l->ko)) return "a stone is on the ko's point";
    if (l->last >= 0 && !bitset_has(theirs, l->last)) return "the last move's stone is missing";
    if (l->own >= 0 && bitset_has(theirs, l->own))
        return "the opponent's stone is where the mover played last";
    return NULL;
}

/* Each choice is taken off LEFT, so that one that is there twice is found; visits are summed in 64
 * bits, so that they cannot wrap around to a plausible number. */
static const char *check_choices(const struct sample *l, const struct bitset *empty) {
    struct bitset left = *empty;
    uint64_t sum = 0;
    if (l->choices < 0 || l->choices > points_of(l->size)) return "too many choices";
    if (l->ko >= 0) bitset_remove(&left, l->ko);
    for (int i = 0; i < l->choices; i++) {
        if (!is_point(l->size, l->choice[i])) return "a choice is off the board";
        if (!bitset_has(&left, l->choice[i])) return "a choice is not a move, or occurs twice";
        if (l->visits[i] == 0) return "a choice was never visited";
        bitset_remove(&left, l->choice[i]);
        sum += l->visits[i];
    }
    return sum > l->simulations ? "the choices have more visits than there were simulations" : NULL;
}

static const char *check_ownership(const struct sample *l) {
    if (l->has_ownership && l->inner) return "a position inside a tree has ownership";
    for (int i = 0; l->has_ownership && i < points_of(l->size); i++)
        if (abs(l->ownership[point_of(l->size, i)]) > 100) return "ownership is beyond 100";
    return NULL;
}

const char *sample_find_mistake(const struct sample *l) {
    struct bitset empty;
    if (l->size < BOARD_MIN_SIZE || l->size > BOARD_MAX_SIZE) return "unsupported board size";
    if (l->to_move != BLACK && l->to_move != WHITE) return "the side to move is unknown";
    if (abs(l->half_komi) > 2 * (int)GAME_MAX_KOMI) return "the komi is too large";
    if (!(l->value >= 0 && l->value <= 1)) return "the value is not a probability";
    if (l->simulations == 0) return "it has no simulations";
    if (l->inner && l->continued_best) return "a position inside a tree has no next move of a game";
    const char *mistake = check_stones(l, &empty);
    if (!mistake) mistake = check_moves(l, &empty);
    if (!mistake) mistake = check_choices(l, &empty);
    return mistake ? mistake : check_ownership(l);
}

/* --- writing --- */

static void put(struct buffer *out, uint32_t number, int bytes) {
    unsigned char byte[4];
    bytes_put(byte, number, bytes);
    buffer_append(out, byte, (size_t)bytes);
}

static void put_varint(struct buffer *out, uint32_t number) {
    for (; number >= 0x80; number >>= 7) put(out, (number & 0x7f) | 0x80, 1);
    put(out, number, 1);
}

static void put_point(struct buffer *out, int size, int point) {
    const int place = point == PASS ? PLACE_PASS
                      : point == NO_POINT
                          ? PLACE_NONE
                          : point_row(size, point) * size + point_column(size, point);
    put(out, (uint32_t)place, 2);
}

static void put_value(struct buffer *out, double value) {
    put(out, float_to_bits((float)value), 4);
}

/* Bits in the order of places, without the padding of struct bitset: files do not depend on it. */
static void put_stones(struct buffer *out, const struct bitset *stones, int size) {
    unsigned char bytes[(BOARD_MAX_POINTS + 7) / 8] = {0};
    for (int i = 0; i < points_of(size); i++)
        if (bitset_has(stones, point_of(size, i)))
            bytes[i / 8] = (unsigned char)(bytes[i / 8] | 1 << i % 8);
    buffer_append(out, bytes, (size_t)stone_bytes(size));
}

static uint32_t flags_of(const struct sample *l) {
    return (l->to_move == WHITE ? FLAG_WHITE : 0u) | (l->inner ? FLAG_INNER : 0u) |
           (l->continued_best ? FLAG_BEST : 0u) | (l->has_ownership ? FLAG_OWNERSHIP : 0u);
}

void sample_append(struct buffer *out, const struct sample *l) {
    const size_t begin = out->length;
    put(out, 0, 2); /* the length, when it is known */
    put(out, (uint32_t)l->size, 1);
    put(out, flags_of(l), 1);
    put_point(out, l->size, l->ko);
    put_point(out, l->size, l->last);
    put_point(out, l->size, l->own);
    put(out, (uint32_t)l->half_komi, 2);
    put_value(out, l->value);
    put(out, l->simulations, 4);
    put(out, (uint32_t)l->choices, 2);
    put_stones(out, &l->stones[BLACK], l->size);
    put_stones(out, &l->stones[WHITE], l->size);
    for (int i = 0; i < l->choices; i++) {
        put_point(out, l->size, l->choice[i]);
        put_varint(out, l->visits[i]);
    }
    for (int i = 0; l->has_ownership && i < points_of(l->size); i++)
        put(out, (uint32_t)l->ownership[point_of(l->size, i)], 1);
    if (out->failed) return;
    bytes_put(out->data + begin, out->length - begin, 2);
}

/* --- reading --- */

/* The bytes still to be read. Once too few are left it has failed, and reads give 0: callers test
 * once, at the end. */
struct source {
    const unsigned char *at, *end;
    bool failed;
};

static uint32_t take(struct source *in, int bytes) {
    if (in->failed || in->end - in->at < bytes) {
        in->failed = true;
        return 0;
    }
    in->at += bytes;
    return (uint32_t)bytes_get(in->at - bytes, bytes);
}

static uint32_t take_varint(struct source *in) {
    uint64_t number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        const uint32_t byte = take(in, 1);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            in->failed |= number > UINT32_MAX;
            return (uint32_t)number;
        }
    }
    in->failed = true;
    return 0;
}

/* A signed number of BYTES. */
static int take_signed(struct source *in, int bytes) {
    const int number = (int)take(in, bytes), over = 1 << (8 * bytes - 1);
    return number >= over ? number - 2 * over : number;
}

/* A place off the board becomes a point off the board, which sample_find_mistake reports. */
static int take_point(struct source *in, int size) {
    const int place = (int)take(in, 2);
    if (place == PLACE_PASS) return PASS;
    if (place == PLACE_NONE) return NO_POINT;
    return place < points_of(size) ? point_of(size, place) : BOARD_MAX_POINTS;
}

static double take_value(struct source *in) {
    return (double)float_from_bits(take(in, 4));
}

static struct bitset take_stones(struct source *in, int size) {
    struct bitset out = {{0}};
    for (int i = 0; i < stone_bytes(size); i++) {
        const uint32_t byte = take(in, 1);
        for (int bit = 0; bit < 8; bit++) {
            if (!(byte >> bit & 1)) continue;
            if (8 * i + bit < points_of(size))
                bitset_add(&out, point_of(size, 8 * i + bit));
            else
                in->failed = true;
        }
    }
    return out;
}

static void take_flags(struct source *in, struct sample *out) {
    const uint32_t flags = take(in, 1);
    in->failed |= flags >= FLAGS;
    out->to_move = flags & FLAG_WHITE ? WHITE : BLACK;
    out->inner = flags & FLAG_INNER;
    out->continued_best = flags & FLAG_BEST;
    out->has_ownership = flags & FLAG_OWNERSHIP;
}

/* All between the size and the stones. */
static void take_numbers(struct source *in, struct sample *out) {
    take_flags(in, out);
    out->ko = take_point(in, out->size);
    out->last = take_point(in, out->size);
    out->own = take_point(in, out->size);
    out->half_komi = take_signed(in, 2);
    out->value = take_value(in);
    out->simulations = take(in, 4);
    out->choices = (int)take(in, 2);
    in->failed |= out->choices > points_of(out->size);
}

static void take_lists(struct source *in, struct sample *out) {
    for (int i = 0; i < out->choices && !in->failed; i++) {
        out->choice[i] = (int16_t)take_point(in, out->size);
        out->visits[i] = take_varint(in);
    }
    for (int i = 0; out->has_ownership && i < points_of(out->size); i++)
        out->ownership[point_of(out->size, i)] = (int8_t)take_signed(in, 1);
}

/* Reading stops at the sample's own LENGTH, whatever its contents claim. */
const char *sample_take(const unsigned char *bytes, size_t available, size_t *used,
                        struct sample *out) {
    struct source in = {bytes, bytes + available, false};
    const uint32_t length = take(&in, 2);
    *used = 0;
    memset(out, 0, sizeof *out);
    if (in.failed || length > available || length < FIXED) return "its length is wrong";
    in.end = bytes + length;
    out->size = (int)take(&in, 1);
    if (out->size < BOARD_MIN_SIZE || out->size > BOARD_MAX_SIZE) return "unsupported board size";
    take_numbers(&in, out);
    if (!in.failed) out->stones[BLACK] = take_stones(&in, out->size);
    if (!in.failed) out->stones[WHITE] = take_stones(&in, out->size);
    if (!in.failed) take_lists(&in, out);
    *used = length;
    return in.failed || in.at != in.end ? "its length does not match its contents" : NULL;
}
