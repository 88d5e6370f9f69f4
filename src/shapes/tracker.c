/* The tracker behind ordinary functions, for callers outside hot loops. */
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

/* Plays a move (TIMES 1) or takes it back (-1): captured stones go when the move's stone comes. */
static void change(struct tracker *t, int point, enum color color, int times,
                   const struct bitset *captured, int captured_count) {
    const int size = t->weights.shapes->size;
    const struct reading how = reading_of(&t->weights);
    if (point == PASS) return;
    kernel_change(t, size, how, point, color, times, NULL);
    if (captured_count == 0) return;
    BITSET_FOR_EACH(p, *captured, size_words(size)) {
        kernel_change(t, size, how, p, color_other(color), -times, NULL);
    }
}

void tracker_play(struct tracker *t, int point, enum color color, const struct bitset *captured,
                  int captured_count) {
    change(t, point, color, 1, captured, captured_count);
}

void tracker_undo(struct tracker *t, int point, enum color color, const struct bitset *captured,
                  int captured_count) {
    change(t, point, color, -1, captured, captured_count);
}

float tracker_value(const struct tracker *t) {
    return kernel_value(t);
}

/* Constant sizes let the kernel's loops unroll. Atomic reads are correct whether or not other
 * threads change the weights, so there is no copy for either case. */
#define STAMP_GAINS_SIZE(SUFFIX, SIZE)                                                             \
    static void gains_##SUFFIX(struct tracker *t, const struct board *b, enum color color,         \
                               const struct bitset *candidates) {                                  \
        if (t->weights.li)                                                                         \
            kernel_update_gains(t, b, SIZE, (struct reading){true, true}, color, candidates);      \
        else                                                                                       \
            kernel_update_gains(t, b, SIZE, (struct reading){false, true}, color, candidates);     \
    }
#define STAMP_GAINS(N) STAMP_GAINS_SIZE(N, N)
GO_SIZES(STAMP_GAINS)
STAMP_GAINS_SIZE(any, b->size)

void tracker_gains(struct tracker *t, const struct board *b, enum color color,
                   const struct bitset *candidates, float gains[BOARD_MAX_POINTS]) {
    GO_DISPATCH(b->size, gains, (t, b, color, candidates))
    BITSET_FOR_EACH(p, *candidates, b->words) gains[p] = t->gain[color][p];
}
