/* The player on 19x19: its opening, its answer to handicap stones, dead stones; and weights for all
 * sizes. */
#include "guzumi/shapes/memory.h"

#include "diagram.h"
#include "player.h"

#include <stdio.h>

static int open_player(void **state) {
    static struct player player;
    return start_default_player(state, &player, 1000);
}

/* From the nearest edge left or right, and from the nearest one above or below: 0 on the first
 * line.
 */
static int from_side(int size, int point) {
    const int column = point_column(size, point);
    return 2 * column < size ? column : size - 1 - column;
}
static int from_end(int size, int point) {
    const int row = point_row(size, point);
    return 2 * row < size ? row : size - 1 - row;
}

static int line_of(int size, int point) {
    const int side = from_side(size, point), end = from_end(size, point);
    return 1 + (side < end ? side : end);
}

/* The number of the corner whose third or fourth line POINT is on, both ways, or -1. */
static int corner_of(int size, int point) {
    const int side = from_side(size, point), end = from_end(size, point);
    if (side < 2 || side > 3 || end < 2 || end > 3) return -1;
    return 2 * (2 * point_row(size, point) > size) + (2 * point_column(size, point) > size);
}

/* Whatever the seed, the first four moves take the four corners. */
static void it_opens_in_the_corners(void **state) {
    struct player *player = *state;
    for (int seed = 1; seed <= 20 / TEST_SHARE; seed++) {
        char text[16], name[5];
        bool taken[4] = {false};
        snprintf(text, sizeof text, "%d", seed);
        set(player, "seed", text);
        engine_clear(player->engine, 19);
        for (int move = 0; move < (seed <= 1 + 2 / TEST_SHARE ? 4 : 1); move++) {
            const int point = genmove(player, move % 2 == 0 ? BLACK : WHITE);
            assert_int_not_equal(point, PASS);
            const int corner = corner_of(19, point);
            if (corner < 0)
                print_error("seed %d, move %d: %s\n", seed, move + 1,
                            point_format(19, point, name));
            assert_in_range(corner, 0, 3);
            assert_false(taken[corner]);
            taken[corner] = true;
        }
    }
    set(player, "seed", "1");
}

/* After nine handicap stones White still finds a point that is neither on the edge nor in the
 * middle. */
static void it_plays_against_nine_stones(void **state) {
    struct player *player = *state;
    struct failure why;
    engine_clear(player->engine, 19);
    assert_int_equal(engine_fixed_handicap(player->engine, 9, &why), STATUS_OK);
    const struct board *board = &engine_game(player->engine)->board;
    struct bitset stones;
    board_stones(board, BLACK, &stones);
    assert_int_equal(bitset_count(&stones, board->words), 9);
    BITSET_FOR_EACH(p, stones, board->words) {
        const int column = point_column(19, p), row = point_row(19, p);
        assert_true((column == 3 || column == 9 || column == 15) &&
                    (row == 3 || row == 9 || row == 15));
    }
    const int point = genmove(player, WHITE);
    assert_int_not_equal(point, PASS);
    assert_in_range(line_of(19, point), 2, 6);
}

/* White has the lower nine lines and a group with two eyes in Black's corner, Black the rest; one
 * stone of each is dead. */
#define FINISHED                                                                                   \
    ". O . O X X X X X X X X X X X X X X X  O O O O X . X X X . X X X . X X X . X"                 \
    "  X X X X X X X X X X X X X X X X X X X  X X X X X X X X X X X X X X X X X X X"               \
    "  X . X X X . X X X . X X X . O . X . X  X X X X X X X X X X X X X X . . X X X"               \
    "  X X X X X X X X X X X X X X X X X X X  X . X X X . X X X . X X X . X X X . X"               \
    "  X X X X X X X X X X X X X X X X X X X  X X X X X X X X X X X X X X X X X X X"               \
    "  O O O O O O O O O O O O O O O O O O O  O O O O O O O O O O O O O O O O O O O"               \
    "  O O O O O O O O O O O O O O O O O O O  O . O O O . O O O . O O O . O O O . O"               \
    "  O O O . . O O O O O O O O O O O O O O  O O O X . O O O O O O O O O O O O O O"               \
    "  O . O O O . O O O . O O O . O O O . O  O O O O O O O O O O O O O O O O O O O"               \
    "  O O O O O O O O O O O O O O O O O O O"

static void dead_stones_of_a_large_board(void **state) {
    struct player *player = *state;
    struct board board;
    struct bitset dead, seki;
    diagram_read(&board, 19, FINISHED);
    engine_set_up(player->engine, &board, BLACK);
    engine_final_status(player->engine, &dead, &seki);
    assert_true(bitset_is_empty(&seki, board.words));
    assert_int_equal(bitset_count(&dead, board.words), 2);
    assert_true(bitset_has(&dead, point_at(19, 14, 14)));
    assert_true(bitset_has(&dead, point_at(19, 3, 3)));
}

/* From 4x4 on every size has weights of its own or those of a neighbouring size. */
static void every_size_has_weights(void **state) {
    struct player *player = *state;
    for (int size = 4; size <= BOARD_MAX_SIZE; size++) {
        const struct memory *memory;
        struct failure why;
        assert_int_equal(memory_find(player->store, size, &memory, &why), STATUS_OK);
        assert_non_null(memory);
        assert_int_equal(memory->shapes->size, size % 2 ? size : size + 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_opens_in_the_corners),
        cmocka_unit_test(it_plays_against_nine_stones),
        cmocka_unit_test(dead_stones_of_a_large_board),
        cmocka_unit_test(every_size_has_weights),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
