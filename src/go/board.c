/* The board behind ordinary functions. Hot loops use the kernels of board_kernel.h instead, in
 * which the size is a constant; here only playing and scoring have copies by size. */
#include "guzumi/go/board.h"

#include "board_kernel.h"

#include <stdio.h>

int board_words(int size) {
    return size_words(size);
}

void board_init(struct board *b, int size) {
    assert(size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE);
    memset(b, 0, sizeof *b);
    b->size = (uint8_t)size;
    b->words = (uint8_t)size_words(size);
    b->ko = NO_POINT;
    memset(b->color, OFF_BOARD, sizeof b->color);
    const struct bitset all = kernel_board_points(size);
    BITSET_FOR_EACH(p, all, b->words) b->color[size + 2 + p] = EMPTY;
    set_store(b, b->words, SET_EMPTY, &all);
    BITSET_FOR_EACH(q, all, b->words) {
        bool edge = false;
        FOR_EACH_NEIGHBOUR(near, q, size) edge |= *cell(b, size, near) == OFF_BOARD;
        if (edge) set_add(b, b->words, SET_EDGE, q);
    }
}

void board_copy(struct board *to, const struct board *from) {
    kernel_copy_board(to, from, from->size);
}

enum color board_color(const struct board *b, int point) {
    return (enum color) * cell(b, b->size, point);
}

bool board_is_legal(const struct board *b, int point, enum color color) {
    return point == PASS || kernel_is_legal(b, b->size, point, color);
}

/* A copy for each usual size, in which the size is a constant and every loop over words is
 * unrolled; play_any serves the others. GO_DISPATCH chooses by the board's size. */
#define STAMP_PLAY(N)                                                                              \
    STAMPED static void play_##N(struct board *b, int point, enum color color) {                   \
        kernel_play(b, N, point, color);                                                           \
    }
GO_SIZES(STAMP_PLAY)
static void play_any(struct board *b, int point, enum color color) {
    kernel_play(b, b->size, point, color);
}

void board_play(struct board *b, int point, enum color color) {
    assert(board_is_legal(b, point, color));
    if (point == PASS)
        kernel_pass(b);
    else
        GO_DISPATCH(b->size, play, (b, point, color))
}

/* A capture is refused rather than made: set-up stones have no order, so which one captured the
 * other would be arbitrary. */
bool board_place(struct board *b, int point, enum color color) {
    if (board_color(b, point) != EMPTY || !kernel_is_no_suicide(b, b->size, point, color))
        return false;
    const struct bitset captures = kernel_captures(b, b->size, color);
    if (bitset_has(&captures, point)) return false;
    board_play(b, point, color);
    b->ko = NO_POINT;
    assert(board_verify(b));
    return true;
}

/* In any order: with fewer stones on the board a chain has more liberties, not fewer. */
void board_set_stones(struct board *b, int size, const struct bitset stones[2]) {
    board_init(b, size);
    for (int c = BLACK; c <= WHITE; c++)
        BITSET_FOR_EACH(p, stones[c], b->words) board_place(b, p, (enum color)c);
}

/* A suicide rebuilds the board without the lost stones. That is slow, but suicides only occur in
 * other people's games. */
void board_play_or_suicide(struct board *b, int point, enum color color) {
    struct bitset gone = {{0}}, stones, liberties, left[2];
    if (board_is_legal(b, point, color)) {
        board_play(b, point, color);
        assert(board_verify(b));
        return;
    }
    bitset_add(&gone, point);
    FOR_EACH_NEIGHBOUR(near, point, b->size) {
        if (*cell(b, b->size, near) != (uint8_t)color) continue;
        board_chain(b, near, &stones, &liberties);
        bitset_unite(&gone, &stones, b->words);
    }
    for (int c = BLACK; c <= WHITE; c++) {
        left[c] = set_load(b, b->words, SET_BLACK + c);
        bitset_subtract(&left[c], &gone, b->words);
    }
    board_set_stones(b, b->size, left);
    assert(board_verify(b));
}

bool board_is_eye(const struct board *b, int point, enum color color) {
    return board_color(b, point) == EMPTY && kernel_is_eye(b, b->size, point, color);
}

void board_candidates(const struct board *b, enum color color, struct bitset *out) {
    kernel_candidates(b, b->size, color, out);
}

void board_stones(const struct board *b, enum color color, struct bitset *out) {
    *out = set_load(b, b->words, SET_BLACK + (int)color);
}

int board_stone_count(const struct board *b) {
    const struct bitset black = set_load(b, b->words, SET_BLACK);
    const struct bitset white = set_load(b, b->words, SET_WHITE);
    return bitset_count(&black, b->words) + bitset_count(&white, b->words);
}

struct bitset board_other_points(int size, const struct bitset *points) {
    struct bitset all = kernel_board_points(size);
    bitset_subtract(&all, points, size_words(size));
    return all;
}

int board_chain(const struct board *b, int point, struct bitset *stones, struct bitset *liberties) {
    const int root = b->root[point];
    *stones = set_load(b, b->words, chain_stones(root));
    *liberties = set_load(b, b->words, chain_liberties(root));
    return root;
}

int board_liberty_count(const struct board *b, int point) {
    const struct bitset liberties = set_load(b, b->words, chain_liberties(b->root[point]));
    return bitset_count(&liberties, b->words);
}

uint64_t board_hash_after(const struct board *b, int point, enum color color) {
    if (point == PASS) return b->hash;
    uint64_t hash = b->hash ^ zobrist_key(point, color);
    const struct bitset taken = kernel_taken(b, b->size, point, color);
    BITSET_FOR_EACH(p, taken, b->words) hash ^= zobrist_key(p, color_other(color));
    return hash;
}

/* Area scoring by flooding: both colours spread over the empty points at once. What only one of
 * them reaches is its area; what both reach is neutral.
 *
 *     . X . O .      Black reaches X, the left and the middle column
 *     . X . O .      White reaches O, the right and the middle column
 *     X X . O O      so the middle column is neutral */
static ALWAYS_INLINE int score_kernel(int size, const struct bitset stones[2],
                                      uint8_t owner[BOARD_MAX_POINTS]) {
    const int words = size_words(size);
    struct bitset empty = kernel_board_points(size);
    bitset_subtract(&empty, &stones[BLACK], words);
    bitset_subtract(&empty, &stones[WHITE], words);
    const struct bitset reached[2] = {kernel_reach(size, &stones[BLACK], &empty),
                                      kernel_reach(size, &stones[WHITE], &empty)};
    struct bitset area[2] = {reached[BLACK], reached[WHITE]};
    bitset_subtract(&area[BLACK], &reached[WHITE], words);
    bitset_subtract(&area[WHITE], &reached[BLACK], words);
    if (owner) {
        memset(owner, EMPTY, BOARD_MAX_POINTS);
        for (int color = 0; color < 2; color++)
            BITSET_FOR_EACH(p, area[color], words) owner[p] = (uint8_t)color;
    }
    return bitset_count(&area[BLACK], words) - bitset_count(&area[WHITE], words);
}

#define STAMP_SCORE_SIZE(TARGET, SUFFIX, SIZE)                                                     \
    TARGET static int score_##SUFFIX(int size, const struct bitset stones[2], uint8_t *owner) {    \
        (void)size;                                                                                \
        return score_kernel(SIZE, stones, owner);                                                  \
    }
#define STAMP_SCORE(N) STAMP_SCORE_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_SCORE)
STAMP_SCORE_SIZE(, any, size)

int board_score_stones(int size, const struct bitset stones[2], uint8_t owner[BOARD_MAX_POINTS]) {
    int score = 0;
    GO_DISPATCH(size, score = score, (size, stones, owner))
    return score;
}

int board_score_area(const struct board *b, uint8_t owner[BOARD_MAX_POINTS]) {
    const struct bitset stones[2] = {set_load(b, b->words, SET_BLACK),
                                     set_load(b, b->words, SET_WHITE)};
    return board_score_stones(b->size, stones, owner);
}

/* --- territory scoring --- */

/* An empty point beside living stones of both sides. */
struct bitset score_dame(const struct board *b, const struct bitset alive[2]) {
    const struct bitset beside[2] = {kernel_neighbours(&alive[BLACK], b->size),
                                     kernel_neighbours(&alive[WHITE], b->size)};
    const struct bitset empty = set_load(b, b->words, SET_EMPTY);
    const struct bitset between = bitset_common(&beside[BLACK], &beside[WHITE], b->words);
    return bitset_common(&empty, &between, b->words);
}

/* A dame ends a space: if a border is complete up to a dame, the points behind it are territory, as
 * for players who know that the border will be closed.
 *
 * Works with sets, in steps of which each removes points from SPACE, until it holds what can be
 * territory: all points; minus living stones; minus dame; minus everything connected to stones in
 * seki. What only one colour reaches from its living stones is its territory, and dead stones in it
 * count twice, as prisoners (subtracted above from their owner's score) and as points. */
int score_territory(const struct board *b, const struct bitset *dead, const struct bitset *seki,
                    uint8_t owner[BOARD_MAX_POINTS]) {
    const int size = b->size, words = b->words;
    struct bitset alive[2], space = kernel_board_points(size), in_seki = *seki;
    int score = 0;
    for (int color = 0; color < 2; color++) {
        struct bitset lost = set_load(b, words, SET_BLACK + color);
        alive[color] = lost;
        bitset_subtract(&alive[color], dead, words);
        bitset_subtract(&lost, &alive[color], words);
        score -= color_sign((enum color)color) * bitset_count(&lost, words);
        bitset_subtract(&space, &alive[color], words);
    }
    const struct bitset dame = score_dame(b, alive);
    bitset_subtract(&space, &dame, words);
    bitset_subtract(&in_seki, dead, words);
    in_seki = kernel_reach(size, &in_seki, &space);
    bitset_subtract(&space, &in_seki, words);
    const struct bitset reached[2] = {kernel_reach(size, &alive[BLACK], &space),
                                      kernel_reach(size, &alive[WHITE], &space)};
    if (owner) memset(owner, EMPTY, BOARD_MAX_POINTS);
    for (int color = 0; color < 2; color++) {
        struct bitset territory = reached[color];
        bitset_subtract(&territory, &reached[!color], words);
        if (owner) {
            BITSET_FOR_EACH(p, alive[color], words) owner[p] = (uint8_t)color;
            BITSET_FOR_EACH(p, territory, words) owner[p] = (uint8_t)color;
        }
        bitset_subtract(&territory, &alive[color], words);
        score += color_sign((enum color)color) * bitset_count(&territory, words);
    }
    return score;
}

/* --- checks --- */

/* Adds the chain at POINT and its liberties to the empty sets, by flood fill over the colours. */
static void flood_chain(const struct board *b, int point, struct bitset *stones,
                        struct bitset *liberties) {
    const enum color color = board_color(b, point);
    int todo[BOARD_MAX_POINTS], count = 1;
    bitset_add(stones, point);
    todo[0] = point;
    while (count > 0) {
        const int p = todo[--count];
        FOR_EACH_NEIGHBOUR(near, p, b->size) {
            const enum color near_color = (enum color) * cell(b, b->size, near);
            if (near_color == EMPTY) bitset_add(liberties, near);
            if (near_color != color || bitset_has(stones, near)) continue;
            bitset_add(stones, near);
            todo[count++] = near;
        }
    }
}

static bool same_set(const struct bitset *a, const struct bitset *b, int words) {
    return memcmp(a->word, b->word, (size_t)words * sizeof a->word[0]) == 0;
}

/* Checks the chain at POINT against the colours, and adds its stones to SEEN. */
static bool verify_chain(const struct board *b, int point, struct bitset *seen) {
    const int words = b->words;
    struct bitset stones = {{0}}, liberties = {{0}}, kept_stones, kept_liberties;
    flood_chain(b, point, &stones, &liberties);
    const int root = board_chain(b, point, &kept_stones, &kept_liberties);
    bitset_unite(seen, &stones, words);
    BITSET_FOR_EACH(p, stones, words) {
        if (b->root[p] != root) return false;
    }
    return same_set(&stones, &kept_stones, words) && same_set(&liberties, &kept_liberties, words) &&
           bitset_has(&stones, root) && !bitset_is_empty(&liberties, words);
}

/* Checks everything that board_play maintains incrementally against a slow recomputation: the sets
 * of stones, the chains with their liberties, the set of chains in atari, and the hash. */
bool board_verify(const struct board *b) {
    const int size = b->size, words = size_words(size);
    if (b->words != words) return false;
    uint64_t hash = 0;
    struct bitset expected[SET_EDGE] = {{{0}}}, seen = {{0}};
    POINT_FOR_EACH(p, size) {
        const enum color color = board_color(b, p);
        if (color == OFF_BOARD) return false;
        bitset_add(&expected[SET_BLACK + (int)color], p);
        if (color == EMPTY) continue;
        hash ^= zobrist_key(p, color);
        if (bitset_has(&seen, p)) continue;
        if (!verify_chain(b, p, &seen)) return false;
        if (board_liberty_count(b, p) == 1)
            bitset_add(&expected[SET_ATARI_BLACK + (int)color], b->root[p]);
    }
    for (int i = 0; i < SET_EDGE; i++) {
        const struct bitset kept = set_load(b, words, i);
        if (!same_set(&expected[i], &kept, words)) return false;
    }
    return hash == b->hash && (b->ko == NO_POINT || board_color(b, b->ko) == EMPTY);
}

/* For example, with the last move at C2:
 *
 *       A B C
 *     3 . X .  3
 *     2 . O(X) 2
 *     1 . . .  1
 *       A B C */
void board_draw(const struct board *b, int last, char *out, int size_out) {
    const int size = b->size;
    char letters[2 * BOARD_MAX_SIZE + 1];
    for (int column = 0; column < size; column++) {
        char name[5];
        letters[2 * column] = ' ';
        letters[2 * column + 1] = *point_format(size, point_at(size, column, 0), name);
    }
    letters[2 * size] = 0;
    int at = snprintf(out, (size_t)size_out, "  %s", letters);
    for (int row = size - 1; row >= 0 && at < size_out; row--) {
        at += snprintf(out + at, (size_t)(size_out - at), "\n%2d", row + 1);
        for (int column = 0; column < size && at < size_out; column++) {
            const int p = point_at(size, column, row);
            const char before = last >= 0 && p == last                 ? '('
                                : last >= 0 && column && p - 1 == last ? ')'
                                                                       : ' ';
            at += snprintf(out + at, (size_t)(size_out - at), "%c%c", before,
                           "XO."[board_color(b, p)]);
        }
        if (at < size_out && last == point_at(size, size - 1, row))
            at += snprintf(out + at, (size_t)(size_out - at), ") %d", row + 1);
        else if (at < size_out)
            at += snprintf(out + at, (size_t)(size_out - at), "  %d", row + 1);
    }
    if (at < size_out) snprintf(out + at, (size_t)(size_out - at), "\n  %s", letters);
}

/* --- perft --- */

struct path {
    struct perft_rules rules;
    uint64_t hashes[PERFT_MAX_DEPTH + 1]; /* of every position so far, the empty board first */
    size_t length;
};

static bool may_play(const struct path *path, const struct board *b, int point, enum color color) {
    if (!board_is_legal(b, point, color)) return false;
    if (!path->rules.positional) return true;
    return !superko_repeats(path->hashes, path->length, board_hash_after(b, point, color));
}

/* Counts at depth 1 without playing the moves, which is most of the tree. */
static uint64_t count(struct path *path, const struct board *b, enum color color, bool passed,
                      int depth) {
    uint64_t total = 0;
    struct board next;
    struct board position;
    board_copy(&position, b);
    /* With superko only the history counts: the board's own simple ko must not forbid more. */
    if (path->rules.positional) position.ko = NO_POINT;
    POINT_FOR_EACH(p, b->size) {
        if (board_color(&position, p) != EMPTY || !may_play(path, &position, p, color)) continue;
        if (depth == 1) {
            total++;
            continue;
        }
        board_copy(&next, &position);
        board_play(&next, p, color);
        path->hashes[path->length++] = next.hash;
        total += count(path, &next, color_other(color), false, depth - 1);
        path->length--;
    }
    if (!path->rules.passes) return total;
    if (depth == 1) return total + 1;
    if (passed) return total; /* the second pass ends the sequence before DEPTH */
    board_copy(&next, &position);
    board_play(&next, PASS, color);
    return total + count(path, &next, color_other(color), true, depth - 1);
}

uint64_t perft(int size, int depth, struct perft_rules rules) {
    struct board empty;
    struct path path = {.rules = rules, .length = 1};
    board_init(&empty, size);
    path.hashes[0] = empty.hash;
    return count(&path, &empty, BLACK, false, depth);
}
