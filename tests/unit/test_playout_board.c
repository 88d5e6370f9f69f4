/* The board of playouts against the plain one of tests/reference, after every move of random games.
 */
#include "playout_board.h"
#include "random_moves.h"
#include "reference_board.h"
#include "unit.h"

#include <string.h>

static int cell_of(int size, int point) {
    return point + size + 2;
}

/* The empty points, each once, and their places in the list. */
static void compare_empty(const struct playout_board *b, const struct reference_board *plain) {
    int count = 0;
    for (int p = 0; p < point_limit(plain->size); p++) {
        if (reference_color(plain, p) != EMPTY) continue;
        const int place = b->place[cell_of(plain->size, p)];
        assert_true(place >= 0 && place < b->empty_count);
        assert_int_equal(b->empty[place], p);
        count++;
    }
    assert_int_equal(b->empty_count, count);
}

/* The sums over pairs of a stone (or an empty point) in STONES and an empty point beside it. */
static uint64_t plain_liberties(const struct reference_board *plain,
                                const struct reference_set *stones) {
    const int size = plain->size, side[4] = SIDES(size);
    uint64_t number = 0, sum = 0, squares = 0;
    for (int p = 0; p < point_limit(size); p++)
        for (int i = 0; i < 4 && stones->has[p]; i++) {
            const int near = p + side[i];
            if (reference_color(plain, near) != EMPTY) continue;
            number += 1;
            sum += (uint64_t)near;
            squares += (uint64_t)near * (uint64_t)near;
        }
    return number << 52 | sum << 32 | squares;
}

/* The chain rooted at POINT: the root of its stones alone, one ring of them, its sums; in atari
 * when it has one liberty. */
static void compare_chain(const struct playout_board *b, const struct reference_board *plain,
                          int point) {
    const int size = plain->size;
    struct reference_set stones, liberties;
    reference_chain(plain, point, &stones, &liberties);
    for (int p = 0; p < point_limit(size); p++)
        if (reference_color(plain, p) != OFF_BOARD)
            assert_int_equal(b->root[cell_of(size, p)] == point, stones.has[p]);
    int p = point;
    for (int i = 0; i < stones.count; i++) {
        p = b->next[cell_of(size, p)];
        assert_true(stones.has[p]);
        assert_int_equal(p == point, i == stones.count - 1);
    }
    const uint64_t sums = b->liberties[cell_of(size, point)];
    assert_true(sums == plain_liberties(plain, &stones));
    assert_int_equal(in_atari(b, size, point), liberties.count == 1);
    if (liberties.count == 1) assert_true(liberties.has[only_liberty(sums)]);
}

static void compare_empty_point(const struct playout_board *b, const struct reference_board *plain,
                                int point) {
    const int size = plain->size, cell = cell_of(size, point);
    struct reference_set one = {.count = 1};
    one.has[point] = true;
    assert_int_equal(b->root[cell], point);
    assert_int_equal(b->next[cell], point);
    assert_true(b->liberties[cell] == plain_liberties(plain, &one));
    for (int color = 0; color < 2; color++)
        if (point != plain->ko || color != (int)plain->ko_color)
            assert_int_equal(playout_is_no_suicide(b, size, point, (enum color)color),
                             reference_is_legal(plain, point, (enum color)color));
}

static void compare_around(const struct playout_board *b, const struct reference_board *plain,
                           int point) {
    const int around[8] = AROUND(plain->size);
    unsigned code = 0;
    for (int i = 0; i < 8; i++)
        code |= (unsigned)reference_color(plain, point + around[i]) << (2 * i);
    assert_int_equal(b->around[cell_of(plain->size, point)], surroundings_of_code(code));
}

/* The liberties of the other colour's chains in atari. */
static void compare_captures(struct playout_board *b, const struct reference_board *plain,
                             enum color color) {
    const struct bitset captures = playout_captures(b, plain->size, color);
    struct bitset expected = {{0}};
    for (int p = 0; p < point_limit(plain->size); p++) {
        struct reference_set stones, liberties;
        if (reference_color(plain, p) != color_other(color)) continue;
        reference_chain(plain, p, &stones, &liberties);
        for (int q = 0; q < point_limit(plain->size) && liberties.count == 1; q++)
            if (liberties.has[q]) bitset_add(&expected, q);
    }
    assert_memory_equal(captures.word, expected.word,
                        (size_t)size_words(plain->size) * sizeof captures.word[0]);
}

/* With RULES the board also keeps what only MoGo's rules need. */
static void compare(struct playout_board *b, const struct reference_board *plain, bool rules) {
    const int size = plain->size;
    assert_int_equal(b->ko, plain->ko);
    if (plain->ko != NO_POINT) assert_int_equal(b->ko_color, plain->ko_color);
    compare_empty(b, plain);
    for (int p = 0; p < point_limit(size); p++) {
        const enum color color = reference_color(plain, p);
        if (color == OFF_BOARD) continue;
        assert_int_equal(b->color[cell_of(size, p)], color);
        for (int c = BLACK; c <= WHITE; c++)
            assert_int_equal(bitset_has(&b->stones[c], p), color == (enum color)c);
        assert_int_equal(reference_color(plain, b->root[cell_of(size, p)]), color);
        if (color == EMPTY)
            compare_empty_point(b, plain, p);
        else if (b->root[cell_of(size, p)] == p)
            compare_chain(b, plain, p);
        if (rules) compare_around(b, plain, p);
    }
    if (!rules) return;
    /* Not after every move, so that a chain can leave atari and return in between. */
    if (b->empty_count % 3 == 0) compare_captures(b, plain, BLACK);
    if (b->empty_count % 5 == 0) compare_captures(b, plain, WHITE);
}

static void compare_captured(const struct playout_board *b, const struct reference_set *taken) {
    assert_int_equal(b->captured_count, taken->count);
    for (int i = 1; i <= taken->count; i++) assert_true(taken->has[b->empty[b->empty_count - i]]);
}

/* The opponent's chains in atari beside the last move. Returns their sides. */
static unsigned compare_weakened(const struct playout_board *b, const struct reference_board *plain,
                                 int last, enum color color) {
    const int side[4] = SIDES(plain->size);
    for (int i = 0; i < 4; i++) {
        struct reference_set stones, liberties = {.count = 0};
        if (last >= 0 && reference_color(plain, last + side[i]) == color_other(color))
            reference_chain(plain, last + side[i], &stones, &liberties);
        assert_int_equal(b->weakened >> i & 1, liberties.count == 1);
    }
    return b->weakened;
}

struct tally {
    int moves, captures, kos, ataris;
};

/* A random game from a random position; sometimes a colour moves twice in a row. */
static void random_game(int size, bool rules, struct rng *rng, struct tally *tally) {
    struct board board;
    struct playout_board b;
    struct reference_board plain;
    enum color color =
        random_position(&board, size, (int)rng_below(rng, (uint32_t)(size * size)), rng);
    memset(&b, 0xa5, sizeof b);
    playout_load(&b, size, &board, rules);
    plain_copy(&plain, &board);
    compare(&b, &plain, rules);
    for (int i = 0; i < 2 * size * size && i < 300; i++) {
        struct reference_set taken;
        const int point = random_move(&board, color, rng);
        board_play(&board, point, color);
        reference_play(&plain, point, color, &taken);
        if (point == PASS)
            playout_pass(&b);
        else
            playout_play(&b, size, point, color, rules);
        compare_captured(&b, &taken);
        tally->ataris += compare_weakened(&b, &plain, point, color) != 0;
        compare(&b, &plain, rules);
        tally->moves++;
        tally->captures += taken.count > 0;
        tally->kos += plain.ko != NO_POINT;
        if (!rng_bernoulli(rng, 0.1)) color = color_other(color);
    }
}

static void boards_agree(void **state) {
    (void)state;
    struct tally tally = {0};
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        struct rng rng;
        rng_seed(&rng, 1, (uint64_t)size);
        const int games = size <= 9 ? 12 : 1;
        for (int game = 0; game < games; game++)
            random_game(size, (game + size) % 2 == 0, &rng, &tally);
    }
    print_message("%d moves, %d took stones, %d kos\n", tally.moves, tally.captures, tally.kos);
    assert_true(tally.captures > tally.moves / 50);
    assert_true(tally.ataris > tally.moves / 50);
    assert_true(tally.kos > tally.moves / 200);
}

/* The sums mean atari if and only if there is one liberty, however many stones touch it. */
static void one_liberty_or_more(void **state) {
    (void)state;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) {
        for (uint64_t times = 1; times <= 4; times++) {
            assert_true(liberties_are_one(times * liberty(p)));
            assert_int_equal(only_liberty(times * liberty(p)), p);
        }
        for (int q = 0; q < p; q++)
            for (uint64_t times = 1; times <= 16; times++) {
                assert_false(liberties_are_one(liberty(p) + times * liberty(q)));
                assert_false(liberties_are_one(times * liberty(p) + liberty(q)));
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_agree),
        cmocka_unit_test(one_liberty_or_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
