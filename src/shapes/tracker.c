/* The tracker behind ordinary functions, for callers outside hot loops.
 *
 * The code of a region is a number with a digit to base 3 for each of its points, so a stone that
 * comes or goes shifts the code by a constant, and the shape is never read off the board again. */
#include "guzumi/shapes/tracker.h"

#include "tracker_kernel.h"

/* From the empty board, whose codes are all 0, stone by stone; weights are read once at the end. */
void tracker_init(struct tracker *t, const struct shape_weights *weights,
                  const struct board *board) {
    t->weights = *weights;
    memset(t->code, 0, sizeof t->code);
    memset(t->weight, 0, sizeof t->weight);
    for (int color = 0; color < 2; color++) {
        struct bitset stones;
        board_stones(board, (enum color)color, &stones);
        BITSET_FOR_EACH(p, stones, board->words) {
            shift_codes(t, p, stone_digit((enum color)color));
        }
    }
    tracker_refresh(t);
}

void tracker_refresh(struct tracker *t) {
    kernel_refresh(t, t->weights.shapes->size, reading_of(&t->weights));
}

void tracker_play(struct tracker *t, int point, enum color color, const struct bitset *captured,
                  int captured_count) {
    if (point == PASS) return;
    kernel_follow(t, t->weights.shapes->size, reading_of(&t->weights), point, color, captured,
                  captured_count, NULL);
}

/* Black's view, linear: the sum over the regions of the weight of each one's present shape. */
float tracker_value(const struct tracker *t) {
    return kernel_value(t);
}

/* The regions of a board as a set, in pages of the points' sets, which have 384 bits. A region that
 * covers two of the changed points must count once. */
struct region_set {
    struct bitset page[(SHAPE_REGION_ROOM + 383) / 384];
};

/* GAIN and what the regions over POINT gain by their shifted codes, those SEEN before left out. */
static ALWAYS_INLINE float add_shifted(const struct tracker *t, struct reading how, int point,
                                       struct region_set *seen, float gain) {
    const struct shape_cover *cover = t->weights.shapes->cover[point];
    const int covers = t->weights.shapes->cover_count;
    for (int i = 0; i < covers; i++) {
        const int r = cover[i].region;
        struct bitset *page = &seen->page[r / 384];
        if (bitset_has(page, r % 384)) continue;
        bitset_add(page, r % 384);
        gain += kernel_weight(&t->weights, how, r, t->code[r]) - t->weight[r];
    }
    return gain;
}

/* The stones that COLOR takes by playing POINT: up to four chains by their roots. */
static ALWAYS_INLINE int captured_roots(const struct board *b, int size, int point,
                                        enum color color, int roots[4]) {
    const int words = size_words(size);
    const enum color other = color_other(color);
    int count = 0;
    FOR_EACH_NEIGHBOUR(near, point, size) {
        if (*cell(b, size, near) != (uint8_t)other) continue;
        const int root = b->root[near];
        bool again = !kernel_in_atari(b, words, root, other);
        for (int i = 0; i < count; i++) again |= roots[i] == root;
        if (!again) roots[count++] = root;
    }
    return count;
}

/* The gain of a move that takes stones: the codes are changed, the regions compared, and the codes
 * changed back. The codes are as before afterwards. No list of the regions, which is 22 KB:
 * searches that call themselves have little room on the stack. */
static ALWAYS_INLINE float capture_gain(struct tracker *t, const struct board *b, int size,
                                        int point, enum color color) {
    const struct reading how = {.li = t->weights.li != NULL, .concurrent = true};
    const int words = size_words(size);
    const enum color other = color_other(color);
    int roots[4];
    const int root_count = captured_roots(b, size, point, color, roots);
    const struct bitset taken = kernel_taken(b, size, point, color);
    shift_codes(t, point, stone_digit(color));
    BITSET_FOR_EACH(p, taken, words) shift_codes(t, p, -stone_digit(other));
    struct region_set seen = {{{{0}}}};
    float gain = add_shifted(t, how, point, &seen, 0);
    for (int i = 0; i < root_count; i++) { /* chain by chain: sums of floats have an order */
        const struct bitset stones = set_load(b, words, chain_stones(roots[i]));
        BITSET_FOR_EACH(q, stones, words) gain = add_shifted(t, how, q, &seen, gain);
    }
    shift_codes(t, point, -stone_digit(color));
    BITSET_FOR_EACH(r, taken, words) shift_codes(t, r, stone_digit(other));
    return gain;
}

/* Atomic reads are correct whether or not other threads change the weights, so there is no copy for
 * either case, here and below. */
#define STAMP_CAPTURE_SIZE(TARGET, SUFFIX, SIZE)                                                   \
    TARGET static float capture_##SUFFIX(struct tracker *t, const struct board *b, int point,      \
                                         enum color color) {                                       \
        return capture_gain(t, b, SIZE, point, color);                                             \
    }
#define STAMP_CAPTURE(N) STAMP_CAPTURE_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_CAPTURE)
STAMP_CAPTURE_SIZE(, any, b->size)

float tracker_capture_gain(struct tracker *t, const struct board *b, int point, enum color color) {
    float gain = 0;
    GO_DISPATCH(b->size, gain = capture, (t, b, point, color))
    return gain;
}

/* Constant sizes let the kernel's loops unroll. */
#define STAMP_GAINS_SIZE(TARGET, SUFFIX, SIZE)                                                     \
    TARGET static void gains_##SUFFIX(struct tracker *t, const struct board *b, enum color color,  \
                                      const struct bitset *candidates) {                           \
        if (t->weights.li)                                                                         \
            kernel_update_gains(t, b, SIZE, (struct reading){true, true}, color, candidates);      \
        else                                                                                       \
            kernel_update_gains(t, b, SIZE, (struct reading){false, true}, color, candidates);     \
    }
#define STAMP_GAINS(N) STAMP_GAINS_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_GAINS)
STAMP_GAINS_SIZE(, any, b->size)

void tracker_gains(struct tracker *t, const struct board *b, enum color color,
                   const struct bitset *candidates, float gains[BOARD_MAX_POINTS]) {
    GO_DISPATCH(b->size, gains, (t, b, color, candidates))
    BITSET_FOR_EACH(p, *candidates, b->words) gains[p] = t->gain[color][p];
}
