/* The board against a slow and plain one (tests/reference/reference_board.h) on seeded random games
 * of all sizes, and the kernels stamped for one size against the generic ones. */
#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"

#include "board_kernel.h"
#include "reference_board.h"
#include "unit.h"

#include <string.h>

/* Debug builds verify the whole board after every move and are checked less often. */
#ifdef NDEBUG
enum { MOVES_A_SIZE = 1500, EFFORT = 1 };
#else
enum { MOVES_A_SIZE = 600 / TEST_SHARE, EFFORT = 6 };
#endif

static void assert_same_set(const struct bitset *fast, const struct reference_set *plain,
                            int size) {
    int count = 0;
    for (int p = 0; p < point_limit(size); p++) {
        assert_int_equal(bitset_has(fast, p), plain->has[p]);
        count += plain->has[p];
    }
    assert_int_equal(bitset_count(fast, board_words(size)), count);
}

static void compare_stones(const struct board *fast, const struct reference_board *plain) {
    struct bitset black, white;
    board_stones(fast, BLACK, &black);
    board_stones(fast, WHITE, &white);
    int stones = 0;
    for (int p = 0; p < point_limit(plain->size); p++) {
        const enum color color = reference_color(plain, p);
        assert_int_equal(board_color(fast, p), color);
        assert_int_equal(bitset_has(&black, p), color == BLACK);
        assert_int_equal(bitset_has(&white, p), color == WHITE);
        stones += color == BLACK || color == WHITE;
    }
    if (stones == 0) assert_true(fast->hash == 0);
    assert_int_equal(fast->ko, plain->ko);
    if (plain->ko != NO_POINT) assert_int_equal(fast->ko_color, plain->ko_color);
}

static void compare_chains(const struct board *fast, const struct reference_board *plain) {
    bool seen[BOARD_MAX_POINTS] = {false};
    for (int p = 0; p < point_limit(plain->size); p++) {
        const enum color color = reference_color(plain, p);
        if ((color != BLACK && color != WHITE) || seen[p]) continue;
        struct bitset stones, liberties;
        struct reference_set plain_stones, plain_liberties;
        const int root = board_chain(fast, p, &stones, &liberties);
        reference_chain(plain, p, &plain_stones, &plain_liberties);
        assert_same_set(&stones, &plain_stones, plain->size);
        assert_same_set(&liberties, &plain_liberties, plain->size);
        assert_true(plain_stones.has[root]);
        assert_int_equal(board_liberty_count(fast, p), plain_liberties.count);
        BITSET_FOR_EACH(q, stones, fast->words) {
            assert_int_equal(fast->root[q], root);
            seen[q] = true;
        }
    }
}

static void compare_moves(const struct board *fast, const struct reference_board *plain,
                          enum color color) {
    struct bitset candidates;
    struct reference_set expected = {.count = 0};
    board_candidates(fast, color, &candidates);
    for (int p = 0; p < point_limit(plain->size); p++) {
        const bool legal = reference_is_legal(plain, p, color);
        const bool eye = reference_is_eye(plain, p, color);
        assert_int_equal(board_is_legal(fast, p, color), legal);
        assert_int_equal(board_is_eye(fast, p, color), eye);
        expected.has[p] = legal && !eye;
    }
    assert_same_set(&candidates, &expected, plain->size);
}

/* hash_after is the hash after; unlike legality it has no counterpart on the plain board. */
static void compare_hashes(const struct board *fast, enum color color) {
    assert_true(board_hash_after(fast, PASS, color) == fast->hash);
    for (int p = 0; p < point_limit(fast->size); p++) {
        if (!board_is_legal(fast, p, color)) continue;
        struct board next;
        board_copy(&next, fast);
        board_play(&next, p, color);
        assert_true(board_hash_after(fast, p, color) == next.hash);
    }
}

/* The same stones put down in another order make the same board. */
static void compare_rebuilt(const struct board *fast, const struct reference_board *plain) {
    struct board again;
    board_init(&again, plain->size);
    for (int p = point_limit(plain->size) - 1; p >= 0; p--) {
        const enum color color = reference_color(plain, p);
        if (color == BLACK || color == WHITE) assert_true(board_place(&again, p, color));
    }
    assert_true(again.hash == fast->hash);
    assert_true(board_verify(&again));
}

static void compare_score(const struct board *fast, const struct reference_board *plain) {
    uint8_t owner[BOARD_MAX_POINTS];
    enum color expected[BOARD_MAX_POINTS];
    const int score = reference_score(plain, expected);
    assert_int_equal(board_score_area(fast, owner), score);
    assert_int_equal(board_score_area(fast, NULL), score);
    for (int row = 0; row < plain->size; row++)
        for (int column = 0; column < plain->size; column++) {
            const int p = point_at(plain->size, column, row);
            assert_int_equal(owner[p], expected[p]);
        }
}

static void compare_all(const struct board *fast, const struct reference_board *plain) {
    compare_chains(fast, plain);
    compare_moves(fast, plain, BLACK);
    compare_moves(fast, plain, WHITE);
    compare_hashes(fast, BLACK);
    compare_hashes(fast, WHITE);
    compare_rebuilt(fast, plain);
    compare_score(fast, plain);
    assert_true(board_verify(fast));
}

/* A random legal move, often near the last one (fights) or a capture (kos); eyes are spared mostly,
 * so that games last. PASS when there is no other. */
static int choose(const struct board *b, enum color color, int last, struct rng *rng) {
    struct bitset legal = {{0}};
    if (rng_bernoulli(rng, 0.02)) return PASS;
    if (rng_bernoulli(rng, 0.9)) {
        board_candidates(b, color, &legal);
    } else {
        for (int p = 0; p < point_limit(b->size); p++)
            if (board_is_legal(b, p, color)) bitset_add(&legal, p);
    }
    if (rng_bernoulli(rng, 0.15)) {
        struct bitset captures = kernel_captures(b, b->size, color);
        for (int i = 0; i < b->words; i++) captures.word[i] &= legal.word[i];
        if (!bitset_is_empty(&captures, b->words)) legal = captures;
    }
    const int count = bitset_count(&legal, b->words);
    if (count == 0) return PASS;
    if (last >= 0 && rng_bernoulli(rng, 0.5)) {
        const int steps[8] = {1,           -1,           b->size + 1, -b->size - 1,
                              b->size + 2, -b->size - 2, b->size,     -b->size};
        const int p = last + steps[rng_below(rng, 8)];
        if (p >= 0 && p < point_limit(b->size) && bitset_has(&legal, p)) return p;
    }
    return bitset_select(&legal, b->words, (int)rng_below(rng, (uint32_t)count));
}

struct tally {
    int moves, captures, kos, large_captures;
};

static void play_both(struct board *fast, struct reference_board *plain, int point,
                      enum color color, struct tally *tally) {
    struct reference_set taken;
    board_play(fast, point, color);
    reference_play(plain, point, color, &taken);
    assert_int_equal(fast->last_captured, taken.count);
    if (taken.count > 0) assert_same_set(&fast->captured, &taken, plain->size);
    tally->moves++;
    tally->captures += taken.count > 0;
    tally->large_captures += taken.count > 2;
    tally->kos += plain->ko != NO_POINT;
}

/* One game of random moves, the same colour twice in a row now and then. */
static void random_game(int size, struct rng *rng, int length, struct tally *tally) {
    struct board fast;
    struct reference_board plain;
    enum color color = BLACK;
    int last = NO_POINT;
    const int every = EFFORT * (size <= 9 ? 1 : size / 2);
    board_init(&fast, size);
    reference_init(&plain, size);
    compare_all(&fast, &plain);
    for (int i = 0; i < length; i++) {
        last = choose(&fast, color, last, rng);
        play_both(&fast, &plain, last, color, tally);
        compare_stones(&fast, &plain);
        if (i % every == 0 || i == length - 1) compare_all(&fast, &plain);
        if (!rng_bernoulli(rng, 0.1)) color = color_other(color);
    }
}

static void random_games_on_all_sizes(void **state) {
    (void)state;
    struct tally tally = {0};
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        struct rng rng;
        rng_seed(&rng, 1, (uint64_t)size);
        const int target = tally.moves + MOVES_A_SIZE;
        while (tally.moves < target) random_game(size, &rng, 4 * size * size, &tally);
    }
    print_message("%d moves, %d took stones (%d of them more than two), %d kos\n", tally.moves,
                  tally.captures, tally.large_captures, tally.kos);
    /* The games are of use only when things happen in them. */
    assert_true(tally.captures > tally.moves / 50);
    assert_true(tally.large_captures > tally.moves / 200);
    assert_true(tally.kos > tally.moves / 200);
}

/* The kernel with the size as a run-time value, whatever the size is. */
static void play_generic(struct board *b, int point, enum color color) {
    const volatile int size = b->size; /* keeps the compiler from making a constant of it */
    if (point == PASS)
        kernel_pass(b);
    else
        kernel_play(b, size, point, color);
}

static void assert_same_board(const struct board *a, const struct board *b) {
    assert_true(a->hash == b->hash);
    assert_int_equal(a->ko, b->ko);
    if (a->ko != NO_POINT) assert_int_equal(a->ko_color, b->ko_color);
    assert_int_equal(a->last_captured, b->last_captured);
    if (a->last_captured > 0)
        assert_memory_equal(a->captured.word, b->captured.word, a->words * sizeof(uint64_t));
    assert_memory_equal(a->color, b->color, sizeof a->color);
    assert_memory_equal(a->root, b->root, sizeof a->root);
    assert_memory_equal(a->store, b->store, sizeof a->store);
}

#define STAMP_CANDIDATES(N)                                                                        \
    static void candidates_##N(const struct board *b, enum color color, struct bitset *out) {      \
        kernel_candidates(b, N, color, out);                                                       \
    }
GO_SIZES(STAMP_CANDIDATES)
static void candidates_any(const struct board *b, enum color color, struct bitset *out) {
    const volatile int size = b->size;
    kernel_candidates(b, size, color, out);
}

static void compare_candidates(const struct board *b, enum color color) {
    struct bitset stamped, generic;
    GO_DISPATCH(b->size, candidates, (b, color, &stamped))
    candidates_any(b, color, &generic);
    assert_memory_equal(stamped.word, generic.word, b->words * sizeof(uint64_t));
}

static void stamped_and_generic_kernels_agree(void **state) {
    (void)state;
    const int sizes[] = {9, 13, 19, 5};
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        struct rng rng;
        struct board stamped, generic;
        enum color color = BLACK;
        int last = NO_POINT;
        rng_seed(&rng, 2, (uint64_t)i);
        board_init(&stamped, sizes[i]);
        board_init(&generic, sizes[i]);
        for (int move = 0; move < 5 * MOVES_A_SIZE; move++) {
            last = choose(&stamped, color, last, &rng);
            board_play(&stamped, last, color);
            play_generic(&generic, last, color);
            assert_same_board(&stamped, &generic);
            if (move % EFFORT == 0) compare_candidates(&stamped, color_other(color));
            if (!rng_bernoulli(&rng, 0.1)) color = color_other(color);
        }
    }
}

/* Turned, mirrored and colour-swapped games stay so. */
static void symmetric_games_stay_symmetric(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        struct rng rng;
        struct board b, turned;
        enum color color = BLACK;
        int last = NO_POINT;
        const int symmetry = 1 + size % 7;
        rng_seed(&rng, 3, (uint64_t)size);
        board_init(&b, size);
        board_init(&turned, size);
        for (int move = 0; move < 3 * size * size; move++) {
            last = choose(&b, color, last, &rng);
            board_play(&b, last, color);
            board_play(&turned, point_transform(size, symmetry, last), color_other(color));
            assert_int_equal(b.last_captured, turned.last_captured);
            assert_int_equal(point_transform(size, symmetry, b.ko), turned.ko);
            color = color_other(color);
        }
        assert_int_equal(board_score_area(&b, NULL), -board_score_area(&turned, NULL));
        for (int p = 0; p < point_limit(size); p++) {
            if (board_color(&b, p) == OFF_BOARD) continue;
            const int to = point_transform(size, symmetry, p);
            assert_int_equal(board_is_legal(&b, p, BLACK), board_is_legal(&turned, to, WHITE));
            assert_int_equal(board_is_eye(&b, p, WHITE), board_is_eye(&turned, to, BLACK));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_on_all_sizes),
        cmocka_unit_test(stamped_and_generic_kernels_agree),
        cmocka_unit_test(symmetric_games_stay_symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
