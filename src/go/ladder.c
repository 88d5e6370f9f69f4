#include "guzumi/ladder.h"

#include "board_kernel.h"

/* A reading in progress: positions looked at. */
struct reading {
    int positions;
};

static bool catches(struct reading *r, const struct board *b, int point);

/* The chains of the opponent's in atari that touch the chain at ROOT: their liberties. */
static struct bitset captures_beside(const struct board *b, int root, enum color color) {
    const int words = b->words;
    const struct bitset stones = set_load(b, words, chain_stones(root));
    const struct bitset around = kernel_neighbours(&stones, b->size);
    const struct bitset weak = set_load(b, words, SET_ATARI_BLACK + (int)color_other(color));
    struct bitset out = {{0}};
    BITSET_FOR_EACH(other, weak, words) {
        const struct bitset its = set_load(b, words, chain_stones(other));
        uint64_t touching = 0;
        for (int i = 0; i < words; i++) touching |= its.word[i] & around.word[i];
        if (!touching) continue;
        const struct bitset liberty = set_load(b, words, chain_liberties(other));
        bitset_unite(&out, &liberty, words);
    }
    return out;
}

/* How many liberties COLOR's chain has after a stone on POINT, without TAKEN (or NO_POINT), where
 * the opponent will be; captures aside. */
static int liberties_after(const struct board *b, int point, enum color color, int taken) {
    struct bitset liberties = kernel_liberties_after(b, b->size, point, color);
    if (taken != NO_POINT) bitset_remove(&liberties, taken);
    return bitset_count(&liberties, b->words);
}

/* Whether the chain at POINT is safe after its owner's move MOVE. */
static bool is_safe_after(struct reading *r, const struct board *b, int point, int move,
                          enum color color) {
    struct board next;
    board_copy(&next, b);
    board_play(&next, move, color);
    const int liberties = board_liberty_count(&next, point);
    return liberties >= 3 || (liberties == 2 && !catches(r, &next, point));
}

/* Whether COLOR's stone on POINT takes something. */
static bool takes(const struct board *b, int point, enum color color) {
    const enum color other = color_other(color);
    FOR_EACH_NEIGHBOUR(near, point, b->size) {
        if (*cell(b, b->size, near) == (uint8_t)other &&
            kernel_in_atari(b, b->words, b->root[near], other))
            return true;
    }
    return false;
}

static bool escapes(struct reading *r, const struct board *b, int point) {
    const enum color color = board_color(b, point);
    const int root = b->root[point];
    if (++r->positions > LADDER_POSITIONS) return true;
    const struct bitset liberty = set_load(b, b->words, chain_liberties(root));
    const int extension = bitset_first(&liberty, b->words);
    const int liberties = liberties_after(b, extension, color, NO_POINT);
    if (liberties >= 3 && board_is_legal(b, extension, color)) return true;
    struct bitset moves = captures_beside(b, root, color);
    if (liberties >= 2 || takes(b, extension, color)) bitset_add(&moves, extension);
    BITSET_FOR_EACH(move, moves, b->words) {
        if (board_is_legal(b, move, color) && is_safe_after(r, b, point, move, color)) return true;
    }
    return false;
}

static bool catches(struct reading *r, const struct board *b, int point) {
    const enum color color = board_color(b, point), other = color_other(color);
    const struct bitset counter = captures_beside(b, b->root[point], color);
    const bool counters = !bitset_is_empty(&counter, b->words);
    const struct bitset liberties = set_load(b, b->words, chain_liberties(b->root[point]));
    if (++r->positions > LADDER_POSITIONS) return false;
    BITSET_FOR_EACH(move, liberties, b->words) {
        struct bitset rest = liberties;
        bitset_remove(&rest, move);
        const int extension = bitset_first(&rest, b->words);
        const int left = liberties_after(b, extension, color, move);
        const bool taking = takes(b, move, other);
        if ((!taking && left >= 3) || !board_is_legal(b, move, other)) continue;
        /* Nothing to take for the owner, no room to extend, and the stone is not in atari. */
        if (!taking && !counters && left <= 1 && !takes(b, extension, color) &&
            liberties_after(b, move, other, NO_POINT) >= 2)
            return true;
        struct board next;
        board_copy(&next, b);
        board_play(&next, move, other);
        if (!escapes(r, &next, point)) return true;
    }
    return false;
}

bool ladder_catches(const struct board *board, int point) {
    return catches(&(struct reading){0}, board, point);
}

bool ladder_escapes(const struct board *board, int point) {
    return escapes(&(struct reading){0}, board, point);
}
