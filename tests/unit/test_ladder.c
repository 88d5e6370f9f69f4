/* Ladders: beside a plain reading on random positions, and some that every player knows. */
#include "guzumi/go/life.h"

#include "diagram.h"
#include "random_moves.h"
#include "reference_life.h"
#include "unit.h"

static void a_ladder_runs_to_the_edge(void **state) {
    (void)state;
    struct board b;
    /* White's stone on C6 has two liberties, and Black's shape drives it to the edge. */
    diagram_read(&b, 7,
                 ". . . . . . ."
                 ". X X . . . ."
                 "X O O . . . ."
                 ". X . . . . ."
                 ". . . . . . ."
                 ". . . . . . ."
                 ". . . . . . .");
    assert_true(ladder_catches(&b, point_at(7, 1, 4)));
    /* A stone of White's in its way breaks it. */
    assert_true(board_place(&b, point_at(7, 4, 2), WHITE));
    assert_false(ladder_catches(&b, point_at(7, 1, 4)));
}

/* From one corner of 19x19 to the opposite one, in whatever order its moves are read; a stone in
 * the last corner breaks it. */
static void a_ladder_crosses_a_large_board(void **state) {
    (void)state;
    static const struct {
        int column, row;
        enum color color;
    } stones[] = {{2, 2, WHITE}, {1, 2, BLACK}, {2, 1, BLACK}, {3, 1, BLACK}, {1, 3, BLACK}};
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        struct board b;
        board_init(&b, 19);
        for (int i = 0; i < COUNT_OF(stones); i++) {
            const int point = point_at(19, stones[i].column, stones[i].row);
            assert_true(board_place(&b, point_transform(19, symmetry, point), stones[i].color));
        }
        const int chain = point_transform(19, symmetry, point_at(19, 2, 2));
        assert_true(ladder_catches(&b, chain));
        assert_true(board_place(&b, point_transform(19, symmetry, point_at(19, 15, 15)), WHITE));
        assert_false(ladder_catches(&b, chain));
    }
}

static void what_holds_it_can_be_taken(void **state) {
    (void)state;
    struct board b;
    /* Black's B1 is in atari and lives by taking White's B2 alone. */
    diagram_read(&b, 5, ". . . . .  . . . . .  . X . . .  . O X . .  . X O O .");
    assert_true(ladder_escapes(&b, point_at(5, 1, 0)));
    diagram_read(&b, 5, ". . . . .  . . . . .  . . . . .  . O X . .  . X O O .");
    assert_false(ladder_escapes(&b, point_at(5, 1, 0)));
}

static void readings_are_those_of_a_plain_reader(void **state) {
    (void)state;
    int asked[2][2] = {{0}};
    struct rng rng;
    rng_seed(&rng, 31, 0);
    for (int i = 0; i < 1500; i++) {
        const int size = 4 + i % 6;
        struct board b;
        struct reference_board plain;
        random_position(&b, size, (int)rng_below(&rng, (uint32_t)(size * size)), &rng);
        plain_copy(&plain, &b);
        for (int p = 0; p < point_limit(size); p++) {
            struct bitset stones, liberties;
            int positions = 0;
            if (board_color(&b, p) >= EMPTY || board_chain(&b, p, &stones, &liberties) != p)
                continue;
            const int count = bitset_count(&liberties, b.words);
            if (count > 2) continue;
            const bool expected = count == 1 ? reference_ladder_escapes(&plain, p, &positions)
                                             : reference_ladder_catches(&plain, p, &positions);
            if (positions > LADDER_POSITIONS) continue;
            assert_true(expected == (count == 1 ? ladder_escapes(&b, p) : ladder_catches(&b, p)));
            asked[count - 1][expected]++;
        }
    }
    print_message("%d escape, %d don't; %d are caught, %d aren't\n", asked[0][1], asked[0][0],
                  asked[1][1], asked[1][0]);
    for (int i = 0; i < 4; i++) assert_true(asked[i / 2][i % 2] > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ladder_runs_to_the_edge),
        cmocka_unit_test(a_ladder_crosses_a_large_board),
        cmocka_unit_test(what_holds_it_can_be_taken),
        cmocka_unit_test(readings_are_those_of_a_plain_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
