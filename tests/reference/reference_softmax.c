#include "reference_softmax.h"

#include <stdlib.h>
#include <string.h>

static int columns(const struct reference_board *board, int a, int b) {
    return abs(point_column(board->size, a) - point_column(board->size, b));
}

static int rows(const struct reference_board *board, int a, int b) {
    return abs(point_row(board->size, a) - point_row(board->size, b));
}

static bool beside(const struct reference_board *board, int a, int b) {
    return b >= 0 && columns(board, a, b) + rows(board, a, b) == 1;
}

static bool diagonal(const struct reference_board *board, int a, int b) {
    return b >= 0 && columns(board, a, b) == 1 && rows(board, a, b) == 1;
}

bool reference_softmax_near(const struct reference_board *board, int point, int other) {
    return beside(board, point, other) || diagonal(board, point, other);
}

unsigned reference_softmax_code(const struct reference_board *board, int point, enum color color) {
    unsigned code = 0;
    int i = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) continue;
            const int x = point_column(board->size, point) + dx;
            const int y = point_row(board->size, point) + dy;
            enum color near = OFF_BOARD;
            if (x >= 0 && y >= 0 && x < board->size && y < board->size) near = board->at[y][x];
            if (near < EMPTY && color == WHITE) near = color_other(near);
            code |= (unsigned)near << (2 * i++);
        }
    return code;
}

/* Whether POINT is next to a stone of SET. */
static bool touches(const struct reference_board *board, int point,
                    const struct reference_set *set) {
    for (int p = 0; p < point_limit(board->size); p++)
        if (set->has[p] && beside(board, p, point)) return true;
    return false;
}

/* Whether one of STONES is next to a chain of COLOR in atari. */
static bool has_weak(const struct reference_board *board, const struct reference_set *stones,
                     enum color color) {
    for (int p = 0; p < point_limit(board->size); p++) {
        struct reference_set chain, liberties;
        if (reference_color(board, p) != color || !touches(board, p, stones)) continue;
        reference_chain(board, p, &chain, &liberties);
        if (liberties.count == 1) return true;
    }
    return false;
}

static int empty_around(const struct reference_board *board, int point) {
    int count = 0;
    for (int p = 0; p < point_limit(board->size); p++)
        count += beside(board, p, point) && reference_color(board, p) == EMPTY;
    return count;
}

/* Counts the features of the move that concern the chain of STONES next to it. */
static void add_chain(const struct reference_board *board, enum color color, enum color owner,
                      struct softmax_history history, int point, const struct reference_set *stones,
                      int liberties, int counts[SOFTMAX_FEATURES]) {
    const bool moved = history.last >= 0 && stones->has[history.last];
    const bool near = reference_softmax_near(board, point, history.last);
    if (owner != color && liberties == 1) {
        counts[stones->count == 1   ? SOFTMAX_TAKE_ONE
               : stones->count == 2 ? SOFTMAX_TAKE_TWO
                                    : SOFTMAX_TAKE_MANY]++;
        counts[SOFTMAX_TAKE_LAST] += moved;
        counts[SOFTMAX_TAKE_SAVES] += has_weak(board, stones, color);
    } else if (owner != color && liberties == 2 && near) {
        counts[moved ? SOFTMAX_ATARI_LAST : SOFTMAX_ATARI_OTHER] = 1;
    } else if (owner == color && liberties == 1 &&
               reference_liberties_after(board, point, color) >= 2) {
        counts[stones->count == 1 ? SOFTMAX_SAVE_ONE : SOFTMAX_SAVE_MANY]++;
        counts[SOFTMAX_SAVE_ANSWER] += history.last >= 0 && touches(board, history.last, stones);
    } else if (owner == color && liberties == 2 && near && empty_around(board, point) >= 2) {
        counts[SOFTMAX_ESCAPE] = 1;
    }
}

static void add_chains(const struct reference_board *board, enum color color,
                       struct softmax_history history, int point, int counts[SOFTMAX_FEATURES]) {
    struct reference_set seen = {.count = 0};
    for (int p = 0; p < point_limit(board->size); p++) {
        struct reference_set stones, liberties;
        const enum color owner = reference_color(board, p);
        if (!beside(board, p, point) || owner >= EMPTY || seen.has[p]) continue;
        reference_chain(board, p, &stones, &liberties);
        for (int q = 0; q < BOARD_MAX_POINTS; q++) seen.has[q] |= stones.has[q];
        add_chain(board, color, owner, history, point, &stones, liberties.count, counts);
    }
}

static void add_self_atari(const struct reference_board *board, enum color color, int point,
                           int counts[SOFTMAX_FEATURES]) {
    struct reference_board after = *board;
    struct reference_set captured, stones, liberties;
    if (!reference_is_legal(board, point, color)) return;
    reference_play(&after, point, color, &captured);
    reference_chain(&after, point, &stones, &liberties);
    if (captured.count > 0 || liberties.count != 1) return;
    int last = 0;
    while (!liberties.has[last]) last++;
    const bool open = empty_around(&after, last) > 0;
    if (stones.count >= 4)
        counts[SOFTMAX_ATARI_SELF_MANY] = 1;
    else if (stones.count >= 2)
        counts[open ? SOFTMAX_ATARI_SELF_FEW : SOFTMAX_ATARI_SELF_FEW_SHUT] = 1;
    else
        counts[open ? SOFTMAX_ATARI_SELF_ONE : SOFTMAX_ATARI_SELF_SHUT] = 1;
}

void reference_softmax_features(const struct reference_board *board, enum color color,
                                struct softmax_history history, int point,
                                int counts[SOFTMAX_FEATURES]) {
    memset(counts, 0, SOFTMAX_FEATURES * sizeof counts[0]);
    counts[SOFTMAX_BESIDE_LAST] = beside(board, point, history.last);
    counts[SOFTMAX_DIAGONAL_LAST] = diagonal(board, point, history.last);
    counts[SOFTMAX_BESIDE_OWN] = beside(board, point, history.own);
    counts[SOFTMAX_DIAGONAL_OWN] = diagonal(board, point, history.own);
    add_chains(board, color, history, point, counts);
    add_self_atari(board, color, point, counts);
}
