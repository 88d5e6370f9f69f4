/* The board by itself: absolute counts, set-up, copying, drawing. test_board_differential.c
 * compares it with a plain one, tests/positions holds what a Go player can read. */
#include "guzumi/go/board.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

/* Debug builds verify the whole board after every move; they check the shallow counts only. */
#ifdef NDEBUG
enum { MOST_MOVES = INT32_MAX, LEGAL_SIZE = 4 };
#else
enum { MOST_MOVES = 100000, LEGAL_SIZE = 3 };
#endif

enum { MOST_DEPTHS = 13 };

struct counts {
    int size;
    struct perft_rules rules;
    uint64_t count[MOST_DEPTHS]; /* at depth 1, 2, ...; 0 ends */
};

#define SIMPLE                                                                                     \
    { .passes = false, .positional = false }
#define POSITIONAL                                                                                 \
    { .passes = false, .positional = true }
#define WITH_PASSES                                                                                \
    { .passes = true, .positional = true }

static const struct counts known_counts[] = {
    {2, SIMPLE, {4, 12, 24, 16, 32, 32, 32}},
    {3, SIMPLE, {9, 72, 504, 2976, 14720, 56176, 168144}},
    {4, SIMPLE, {16, 240, 3360, 43576, 521800, 5695072}},
    {5, SIMPLE, {25, 600, 13800, 303424, 6368416, 127124176}},
    {9, SIMPLE, {81, 6480, 511920, 39929136}},
    {2, POSITIONAL, {4, 12, 24, 16, 32, 32, 16, 48, 80, 32, 64, 32}},
    {3, POSITIONAL, {9, 72, 504, 2976, 14720, 56176, 168112, 342528}},
    {4, POSITIONAL, {16, 240, 3360, 43576, 521800, 5695072, 56585312}},
    {5, POSITIONAL, {25, 600, 13800, 303424, 6368416, 127124176}},
    {9, POSITIONAL, {81, 6480, 511920, 39929136}},
    {19, POSITIONAL, {361, 129960, 46655640}},
    {2, WITH_PASSES, {5, 21, 68, 156, 316, 604, 1088, 2184, 4184, 8024, 13800, 23560}},
    {3, WITH_PASSES, {10, 91, 738, 5281, 33384, 179712, 842696, 3271208}},
    {4, WITH_PASSES, {17, 273, 4112, 57984, 764016, 9323872}},
    {5, WITH_PASSES, {26, 651, 15650, 361041, 7984104}},
    {9, WITH_PASSES, {82, 6643, 531522, 42002809}},
};

static void check_counts(const struct counts *known) {
    for (int depth = 1; depth <= MOST_DEPTHS && known->count[depth - 1] > 0; depth++) {
        const uint64_t played = depth > 1 ? known->count[depth - 2] : 1;
        if (played > MOST_MOVES) break;
        const uint64_t counted = perft(known->size, depth, known->rules);
        if (counted != known->count[depth - 1])
            print_error("size %d, passes %d, positional %d, depth %d: %llu\n", known->size,
                        known->rules.passes, known->rules.positional, depth,
                        (unsigned long long)counted);
        assert_true(counted == known->count[depth - 1]);
    }
}

static void move_sequences(void **state) {
    (void)state;
    for (int i = 0; i < COUNT_OF(known_counts); i++) check_counts(&known_counts[i]);
}

/* Ways to set up the points from POINT on; every legal position is built stone by stone in one
 * way, and a stone that can't be placed now can't be placed with more stones around it. */
static uint64_t count_positions(const struct board *b, int point) {
    if (point >= point_limit(b->size)) return 1;
    uint64_t count = count_positions(b, point + 1); /* empty, or padding */
    if (board_color(b, point) == OFF_BOARD) return count;
    for (int color = BLACK; color <= WHITE; color++) {
        struct board next;
        board_copy(&next, b);
        if (board_place(&next, point, (enum color)color))
            count += count_positions(&next, point + 1);
    }
    return count;
}

/* Tromp's numbers of legal positions. */
static void legal_positions(void **state) {
    (void)state;
    const uint64_t known[] = {[2] = 57, [3] = 12675, [4] = 24318165};
    for (int size = 2; size <= LEGAL_SIZE; size++) {
        struct board empty;
        board_init(&empty, size);
        assert_true(count_positions(&empty, 0) == known[size]);
    }
}

static int vertex(const struct board *b, const char *name) {
    int point = NO_POINT;
    assert_true(point_parse(b->size, name, &point));
    return point;
}

static void play(struct board *b, enum color color, const char *name) {
    const int point = vertex(b, name);
    assert_true(board_is_legal(b, point, color));
    board_play(b, point, color);
}

static void an_empty_board(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        struct board b;
        struct bitset stones, candidates;
        board_init(&b, size);
        assert_true(board_verify(&b));
        assert_int_equal(b.size, size);
        assert_int_equal(b.words, board_words(size));
        assert_int_equal(board_words(size), (point_limit(size) + 63) / 64);
        assert_true(b.hash == 0);
        assert_int_equal(b.ko, NO_POINT);
        assert_int_equal(b.last_captured, 0);
        board_stones(&b, BLACK, &stones);
        assert_true(bitset_is_empty(&stones, b.words));
        board_candidates(&b, WHITE, &candidates);
        assert_int_equal(bitset_count(&candidates, b.words), size * size);
        assert_int_equal(board_score_area(&b, NULL), 0);
        assert_true(board_is_legal(&b, PASS, BLACK));
        assert_true(board_hash_after(&b, PASS, BLACK) == 0);
    }
}

static void stones_are_placed_only_where_they_can_stand(void **state) {
    (void)state;
    struct board b, before;
    board_init(&b, 5);
    assert_true(board_place(&b, vertex(&b, "A2"), BLACK));
    assert_true(board_place(&b, vertex(&b, "B1"), BLACK));
    board_copy(&before, &b);
    assert_false(board_place(&b, vertex(&b, "A1"), WHITE)); /* no liberty */
    assert_false(board_place(&b, vertex(&b, "A2"), WHITE)); /* occupied */
    assert_false(board_place(&b, vertex(&b, "A2"), BLACK));
    assert_true(b.hash == before.hash);
    assert_true(board_place(&b, vertex(&b, "A1"), BLACK)); /* its own eye is all right */
    assert_true(board_place(&b, vertex(&b, "A3"), WHITE));
    assert_true(board_place(&b, vertex(&b, "B2"), WHITE));
    assert_false(board_place(&b, vertex(&b, "C1"), WHITE)); /* would capture */
    assert_true(board_verify(&b));
    assert_int_equal(b.ko, NO_POINT);
    assert_int_equal(b.last_captured, 0);
    for (int row = 0; row < 5; row++) assert_false(board_place(&b, point_at(5, 5, row), BLACK));
}

/* A shape that would be a ko had White not been placed there. */
static void placing_forgets_the_ko(void **state) {
    (void)state;
    struct board b;
    board_init(&b, 5);
    const char *const black[] = {"A2", "B1", "C2"}, *const white[] = {"A3", "C3", "B4", "B2"};
    for (int i = 0; i < COUNT_OF(black); i++) board_place(&b, vertex(&b, black[i]), BLACK);
    for (int i = 0; i < COUNT_OF(white); i++) board_place(&b, vertex(&b, white[i]), WHITE);
    play(&b, BLACK, "B3");
    assert_int_equal(b.last_captured, 1);
    assert_true(bitset_has(&b.captured, vertex(&b, "B2")));
    assert_int_equal(b.ko, vertex(&b, "B2"));
    assert_int_equal(b.ko_color, WHITE);
    assert_false(board_is_legal(&b, b.ko, WHITE));
    assert_true(board_is_legal(&b, b.ko, BLACK));
    assert_true(board_place(&b, vertex(&b, "E5"), WHITE));
    assert_int_equal(b.ko, NO_POINT);
    assert_true(board_is_legal(&b, vertex(&b, "B2"), WHITE));
}

static void a_pass_lifts_the_ko(void **state) {
    (void)state;
    struct board b;
    board_init(&b, 4);
    const char *const black[] = {"A2", "B1"}, *const white[] = {"A1", "C1", "B2"};
    for (int i = 0; i < COUNT_OF(black); i++) play(&b, BLACK, black[i]);
    for (int i = 1; i < COUNT_OF(white); i++) play(&b, WHITE, white[i]);
    play(&b, WHITE, white[0]); /* takes B1 */
    assert_int_equal(b.ko, vertex(&b, "B1"));
    const uint64_t hash = b.hash;
    board_play(&b, PASS, BLACK);
    assert_int_equal(b.ko, NO_POINT);
    assert_int_equal(b.last_captured, 0);
    assert_true(b.hash == hash);
    assert_true(board_is_legal(&b, vertex(&b, "B1"), BLACK));
}

static void copies_are_alike_and_apart(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        struct board b, copy;
        board_init(&b, size);
        board_play(&b, 0, BLACK);
        board_play(&b, 1, WHITE);
        memset(&copy, 0xa5, sizeof copy);
        board_copy(&copy, &b);
        assert_true(board_verify(&copy));
        assert_true(copy.hash == b.hash);
        board_play(&copy, point_at(size, 0, 1), WHITE); /* takes A1 */
        assert_int_equal(copy.last_captured, 1);
        assert_true(board_verify(&copy));
        assert_true(board_verify(&b));
        assert_int_equal(board_color(&b, 0), BLACK);
    }
}

/* Damage of each kind is noticed. */
static void verify_can_fail(void **state) {
    (void)state;
    struct board b, bad;
    board_init(&b, 5);
    play(&b, BLACK, "A1");
    play(&b, WHITE, "A2");
    board_copy(&bad, &b);
    bad.hash ^= 1;
    assert_false(board_verify(&bad));
    board_copy(&bad, &b);
    bad.ko = (int16_t)vertex(&b, "A1");
    assert_false(board_verify(&bad));
    board_copy(&bad, &b);
    bad.root[vertex(&b, "A1")] = (uint16_t)vertex(&b, "A2");
    assert_false(board_verify(&bad));
    board_copy(&bad, &b);
    play(&bad, BLACK, "B1"); /* of one chain with A1 */
    bad.root[vertex(&b, "B1")] = (uint16_t)vertex(&b, "A2");
    assert_false(board_verify(&bad));
    for (int i = 0; i < 5 * b.words; i++) {
        board_copy(&bad, &b);
        bad.store[i] ^= 2;
        assert_false(board_verify(&bad));
    }
}

static void the_hash_tells_positions_not_moves(void **state) {
    (void)state;
    struct board a, b;
    board_init(&a, 9);
    board_init(&b, 9);
    play(&a, BLACK, "C3");
    play(&a, WHITE, "D4");
    play(&b, WHITE, "D4");
    assert_true(board_hash_after(&b, vertex(&b, "C3"), BLACK) == a.hash);
    assert_false(board_hash_after(&b, vertex(&b, "C3"), WHITE) == a.hash);
    play(&b, BLACK, "C3");
    assert_true(a.hash == b.hash);
    assert_false(a.hash == 0);
}

static void drawing(void **state) {
    (void)state;
    struct board b;
    char out[2048];
    board_init(&b, 3);
    play(&b, BLACK, "B2");
    play(&b, WHITE, "C3");
    board_draw(&b, -1, out, sizeof out);
    assert_string_equal(out, "   A B C\n"
                             " 3 . . O  3\n"
                             " 2 . X .  2\n"
                             " 1 . . .  1\n"
                             "   A B C");
    board_draw(&b, vertex(&b, "C3"), out, sizeof out);
    assert_non_null(strstr(out, "\n 3 . .(O) 3\n"));
    board_draw(&b, vertex(&b, "B2"), out, sizeof out);
    assert_non_null(strstr(out, "\n 2 .(X).  2\n"));
    board_draw(&b, vertex(&b, "A1"), out, sizeof out);
    assert_non_null(strstr(out, "\n 1(.). .  1\n"));
}

static void a_drawing_stays_within_its_room(void **state) {
    (void)state;
    struct board b;
    char whole[2048];
    board_init(&b, 19);
    play(&b, BLACK, "T19");
    board_draw(&b, vertex(&b, "T19"), whole, sizeof whole);
    const int length = (int)strlen(whole);
    assert_true(length < 2048 - 1);
    for (int size = 1; size <= length + 1; size++) {
        char out[2048];
        memset(out, 7, sizeof out);
        board_draw(&b, vertex(&b, "T19"), out, size);
        assert_int_equal(strlen(out), size - 1);
        assert_memory_equal(out, whole, (size_t)size - 1);
        assert_int_equal(out[size], 7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(move_sequences),
        cmocka_unit_test(legal_positions),
        cmocka_unit_test(an_empty_board),
        cmocka_unit_test(stones_are_placed_only_where_they_can_stand),
        cmocka_unit_test(placing_forgets_the_ko),
        cmocka_unit_test(a_pass_lifts_the_ko),
        cmocka_unit_test(copies_are_alike_and_apart),
        cmocka_unit_test(verify_can_fail),
        cmocka_unit_test(the_hash_tells_positions_not_moves),
        cmocka_unit_test(drawing),
        cmocka_unit_test(a_drawing_stays_within_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
