/* The weak player, on positions where its rule can be read off the board. */
#include "guzumi/classics/opponent.h"

#include "diagram.h"
#include "unit.h"

static int move_of(const struct board *b, enum color color, uint64_t seed) {
    struct rng rng;
    rng_seed(&rng, seed, 0);
    return novice_move(b, color, &rng);
}

static void expect(const char *rows, enum color color) {
    struct board b;
    const int point = diagram_read(&b, 5, rows);
    for (uint64_t seed = 0; seed < 10; seed++) assert_int_equal(move_of(&b, color, seed), point);
}

static void it_takes_what_it_can(void **state) {
    (void)state;
    expect(". . . . ."
           ". X . . ."
           "X O * . ."
           ". X . . ."
           ". . . . .",
           BLACK);
}

static void it_saves_its_stones(void **state) {
    (void)state;
    expect(". . . . ."
           ". O O . ."
           "O X X * ."
           ". O O . ."
           ". . . . .",
           BLACK);
}

/* Even a single one, which closes nothing. */
static void it_leaves_none_in_atari(void **state) {
    (void)state;
    expect(". . . . ."
           ". X X . ."
           "O O X O X"
           "O . O . ."
           "X * . . .",
           BLACK);
}

/* White's area, not Black's. */
static void it_plays_for_its_own_area(void **state) {
    (void)state;
    expect(". . . X ."
           ". . . . O"
           "O . X O O"
           "X X O . ."
           "X . * . .",
           WHITE);
}

static void it_takes_the_larger_part(void **state) {
    (void)state;
    expect("O . X O O"
           "X X X O *"
           ". . . X X"
           ". . . . ."
           ". . . . .",
           BLACK);
}

static void it_closes_its_territory(void **state) {
    (void)state;
    expect("X . X . ."
           "X X X . ."
           ". . * O O"
           "X X X O ."
           ". X . O .",
           BLACK);
}

/* Only its eyes are left. */
static void it_passes_at_the_end(void **state) {
    (void)state;
    struct board b;
    diagram_read(&b, 3,
                 ". X ."
                 "X X X"
                 ". X .");
    assert_int_equal(move_of(&b, BLACK, 1), PASS);
    struct rng rng;
    rng_seed(&rng, 1, 0);
    assert_int_equal(random_candidate(&b, BLACK, &rng), PASS);
    assert_int_equal(random_candidate(&b, WHITE, &rng), PASS);
}

/* All first moves but those near the edge are equal. */
static void ties_are_broken_at_random(void **state) {
    (void)state;
    struct board b;
    int seen[BOARD_MAX_POINTS] = {0}, count = 0;
    board_init(&b, 9);
    for (uint64_t seed = 0; seed < 400; seed++) {
        const int p = move_of(&b, BLACK, seed);
        count += !seen[p];
        seen[p]++;
        assert_true(point_row(9, p) % 8 != 0 && point_column(9, p) % 8 != 0);
    }
    assert_int_equal(count, 49);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_takes_what_it_can),     cmocka_unit_test(it_saves_its_stones),
        cmocka_unit_test(it_takes_the_larger_part), cmocka_unit_test(it_closes_its_territory),
        cmocka_unit_test(it_leaves_none_in_atari),  cmocka_unit_test(it_plays_for_its_own_area),
        cmocka_unit_test(it_passes_at_the_end),     cmocka_unit_test(ties_are_broken_at_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
