/* The tracker against a plain evaluator on random games with captures and kos. The weights are such
 * that every sum is exact, so that values are compared to the bit. */
#include "guzumi/shapes/tracker.h"

#include "random_moves.h"
#include "random_shapes.h"
#include "unit.h"

enum { ALL_SIZES = 7 };

/* Debug builds compare fewer positions. */
#ifdef NDEBUG
enum { EFFORT = 1 };
#else
enum { EFFORT = 5 };
#endif

/* Everything that belongs to one tracker: flat weights, or LD and LI ones. */
struct bench {
    struct random_shapes random;
    struct tracker tracker;
    struct board board;
    struct reference_board plain;
};

struct tally {
    int moves, captures, capture_gains, gains, kos;
};

static void bench_init(struct bench *t, int size, int mask, bool shared, struct rng *rng) {
    random_shapes_init(&t->random, size, mask, shared, rng);
    t->random.weights.concurrent = rng->state[0] & 1;
    board_init(&t->board, size);
    reference_init(&t->plain, size);
    tracker_init(&t->tracker, &t->random.weights, &t->board);
}

static void bench_free(struct bench *t) {
    random_shapes_free(&t->random);
}

static void compare_codes(const struct bench *t) {
    for (int r = 0; r < t->random.regions.count; r++) {
        const int code = reference_code(&t->random.regions.region[r], &t->plain);
        assert_int_equal(t->tracker.code[r], code);
    }
    /* Padding: regions that are not there keep code 0. */
    for (int r = t->random.regions.count; r <= t->random.shapes->region_count; r++)
        assert_int_equal(t->tracker.code[r], 0);
}

/* The gain of a single move: some are then fresh while others are stale. */
static float gain_of(struct bench *t, int point, enum color color) {
    struct bitset one = {{0}};
    bitset_add(&one, point);
    tracker_update_gains(&t->tracker, &t->board, color, &one);
    return t->tracker.gain[color][point];
}

/* The gains of all legal moves of COLOR. */
static void compare_gains(struct bench *t, enum color color, struct tally *tally) {
    const double here = reference_value(&t->random.regions, &t->random.weights, &t->plain);
    for (int p = 0; p < point_limit(t->plain.size); p++) {
        if (!reference_is_legal(&t->plain, p, color)) continue;
        struct reference_board after = t->plain;
        struct reference_set captured;
        reference_play(&after, p, color, &captured);
        const double expected =
            reference_value(&t->random.regions, &t->random.weights, &after) - here;
        assert_true((double)gain_of(t, p, color) == expected);
        tally->gains++;
        tally->capture_gains += captured.count > 0;
    }
}

static void compare_all(struct bench *t, struct tally *tally) {
    compare_codes(t);
    assert_true((double)tracker_value(&t->tracker) ==
                reference_value(&t->random.regions, &t->random.weights, &t->plain));
    compare_gains(t, BLACK, tally);
    compare_gains(t, WHITE, tally);
}

static void play(struct bench *t, int point, enum color color, struct tally *tally) {
    struct reference_set captured;
    board_play(&t->board, point, color);
    reference_play(&t->plain, point, color, &captured);
    tracker_play(&t->tracker, point, color, &t->board.captured, t->board.last_captured, NULL);
    tally->moves++;
    tally->captures += captured.count > 0;
    tally->kos += t->plain.ko != NO_POINT;
}

/* A game of LENGTH moves. Everything is compared every EVERY moves. */
static void random_game(struct bench *t, int length, int every, struct rng *rng,
                        struct tally *tally) {
    enum color color = BLACK;
    for (int i = 0; i < length; i++) {
        play(t, random_move(&t->board, color, rng), color, tally);
        if (!rng_bernoulli(rng, 0.1)) color = color_other(color);
        if (i % every == 0) compare_all(t, tally);
        /* Some gains are read and some not, so that stale ones are among those kept. */
        if (rng_bernoulli(rng, 0.05)) compare_gains(t, color, tally);
    }
    compare_all(t, tally);
}

static void one_game(int size, int mask, bool shared, int every, struct rng *rng,
                     struct tally *tally) {
    struct bench *t = malloc(sizeof *t);
    assert_non_null(t);
    bench_init(t, size, mask, shared, rng);
    compare_all(t, tally);
    const int length = 4 * size * size;
    random_game(t, length < 250 ? length : 250, every, rng, tally);
    bench_free(t);
    free(t);
}

static void assert_eventful(const struct tally *tally) {
    print_message("%d moves, %d took stones, %d kos, %d gains, %d of captures\n", tally->moves,
                  tally->captures, tally->kos, tally->gains, tally->capture_gains);
    assert_true(tally->captures > tally->moves / 50);
    assert_true(tally->kos > 0);
    assert_true(tally->capture_gains > tally->gains / 200);
}

static void games_on_small_boards(void **state) {
    (void)state;
    struct tally tally = {0};
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int size = BOARD_MIN_SIZE; size <= 5; size++)
        for (int mask = 1; mask <= ALL_SIZES; mask++)
            for (int shared = 0; shared < 2; shared++)
                one_game(size, mask, shared, size < 4 ? 1 : EFFORT, &rng, &tally);
    assert_eventful(&tally);
}

static void games_on_all_sizes(void **state) {
    (void)state;
    struct tally tally = {0};
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int size = 6; size <= BOARD_MAX_SIZE; size++)
        for (int shared = 0; shared < 2; shared++)
            one_game(size, size % 5 == 4 || size % 3 == 1 ? ALL_SIZES : 1 + size % 7, shared,
                     size <= 9 ? 5 * EFFORT : 25 * EFFORT, &rng, &tally);
    assert_eventful(&tally);
}

/* A tracker started in the middle of a game knows what one that came all the way does. */
static void starting_in_the_middle(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size += size < 9 ? 1 : 5) {
        struct bench *t = malloc(sizeof *t);
        struct tally tally = {0};
        assert_non_null(t);
        bench_init(t, size, ALL_SIZES, size % 2, &rng);
        for (int i = 0; i < 3; i++) {
            random_position(&t->board, size, (i + 1) * size * size / 2, &rng);
            plain_copy(&t->plain, &t->board);
            tracker_init(&t->tracker, &t->random.weights, &t->board);
            compare_codes(t);
            if (size <= 9) compare_all(t, &tally);
        }
        bench_free(t);
        free(t);
    }
}

/* After the weights change, a refresh brings values and gains up to date. */
static void refreshing(void **state) {
    (void)state;
    struct rng rng;
    struct tally tally = {0};
    rng_seed(&rng, 4, 0);
    struct bench *t = malloc(sizeof *t);
    assert_non_null(t);
    bench_init(t, 7, ALL_SIZES, true, &rng);
    random_position(&t->board, 7, 30, &rng);
    plain_copy(&t->plain, &t->board);
    tracker_init(&t->tracker, &t->random.weights, &t->board);
    compare_all(t, &tally);
    for (int i = 0; i < t->random.shapes->ld_count; i++)
        t->random.table[i] = (float)reference_weight(rng_next(&rng));
    for (int i = 0; i < t->random.shapes->li_count; i++) t->random.li[i] = -t->random.li[i];
    tracker_refresh(&t->tracker);
    compare_all(t, &tally);
    bench_free(t);
    free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_on_small_boards),
        cmocka_unit_test(games_on_all_sizes),
        cmocka_unit_test(starting_in_the_middle),
        cmocka_unit_test(refreshing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
