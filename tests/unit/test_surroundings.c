/* The numbers of 3x3 surroundings. That boards keep them is tested in test_playout_board.c. */
#include "guzumi/go/point.h"

#include "unit.h"

/* Points inside the board, on four edges and in four corners have eight, five and three neighbours
 * of three colours each, and no two of them one number. */
static void every_code_has_a_number_of_its_own(void **state) {
    (void)state;
    static bool seen[SURROUNDINGS];
    int count = 0;
    for (unsigned code = 0; code < SURROUNDINGS_CODES; code++) {
        const int number = surroundings_of_code(code);
        if (number < 0) continue;
        assert_in_range(number, 0, SURROUNDINGS - 1);
        assert_false(seen[number]);
        seen[number] = true;
        count++;
    }
    assert_int_equal(count, 6561 + 4 * 243 + 4 * 27);
}

static void numbers_inside_the_board_are_the_smallest(void **state) {
    (void)state;
    for (unsigned code = 0; code < SURROUNDINGS_CODES; code++) {
        const int number = surroundings_of_code(code);
        if (number < 0) continue;
        assert_int_equal(number < SURROUNDINGS_INSIDE, (code & code >> 1 & 0x5555) == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_a_number_of_its_own),
        cmocka_unit_test(numbers_inside_the_board_are_the_smallest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
