/* Unconditional life: positions, the plain algorithm on random boards, and what it promises. */
#include "guzumi/go/life.h"

#include "diagram.h"
#include "random_moves.h"
#include "reference_life.h"
#include "unit.h"

static const struct {
    const char *name;
    int size;
    const char *rows, *alive, *territory; /* * marks the points, both colours' */
} positions[] = {
    {"an empty board", 3, ". . .  . . .  . . .", ". . .  . . .  . . .", ". . .  . . .  . . ."},
    {"two eyes", 5, ". X . X O  X X X X O  O O O O O  . . . . .  . . . . .",
     ". * . * .  * * * * .  . . . . .  . . . . .  . . . . .",
     "* . * . .  . . . . .  . . . . .  . . . . .  . . . . ."},
    {"one eye", 5, ". X O . .  X X O . .  O O O . .  . . . . .  . . . . .",
     ". . . . .  . . . . .  . . . . .  . . . . .  . . . . .",
     ". . . . .  . . . . .  . . . . .  . . . . .  . . . . ."},
    {"a false eye", 5, ". X O . .  X . X O .  O X X O .  . O O O .  . . . . .",
     ". . . . .  . . . . .  . . . . .  . . . . .  . . . . .",
     ". . . . .  . . . . .  . . . . .  . . . . .  . . . . ."},
    {"two chains around two common eyes", 5,
     ". X . X O  X . X X O  X X X O O  O O O O .  . . . . .",
     ". * . * .  * . * * .  * * * . .  . . . . .  . . . . .",
     "* . * . .  . * . . .  . . . . .  . . . . .  . . . . ."},
    {"dead stones in a vital region, and one that could not live there", 7,
     ". O X . X O .  . . X X X O .  X X X O O O .  . O X O . . .  O . X O . . .  X X X O . . .  "
     "O O O O . . .",
     ". . * . * . .  . . * * * . .  * * * . . . .  . . * . . . .  . . * . . . .  * * * . . . .  "
     ". . . . . . .",
     "* * . * . . .  * * . . . . .  . . . . . . .  * * . . . . .  * * . . . . .  . . . . . . .  "
     ". . . . . . ."},
    {"a large space is nobody's", 7,
     ". X . X X . .  X X X X X . .  . . . . X . .  . . . . X . .  . . . . X . .  X X X X X . .  "
     ". . . . . . .",
     ". * . * * . .  * * * * * . .  . . . . * . .  . . . . * . .  . . . . * . .  * * * * * . .  "
     ". . . . . . .",
     "* . * . . . .  . . . . . . .  . . . . . . .  . . . . . . .  . . . . . . .  . . . . . . .  "
     ". . . . . . ."},
    {"a space for two eyes, its two inner points apart", 9,
     "X X X X X X X X X  X X . X X . X X X  X . . . . . . X X  "
     "X X . X X . X X X  X X X X X X X X X  X X X X X X X X X  "
     "X X X X X X X X X  X X X X X X X X X  . X . X X X X X X",
     "* * * * * * * * *  * * . * * . * * *  * . . . . . . * *  "
     "* * . * * . * * *  * * * * * * * * *  * * * * * * * * *  "
     "* * * * * * * * *  * * * * * * * * *  . * . * * * * * *",
     ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .  "
     ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .  "
     ". . . . . . . . .  . . . . . . . . .  * . * . . . . . ."},
};

static bool marked(const char *rows, int size, int point) {
    int index = (size - 1 - point_row(size, point)) * size + point_column(size, point);
    for (;; rows++)
        if (*rows != ' ' && index-- == 0) return *rows == '*';
}

static void positions_turned(void **state) {
    (void)state;
    for (int i = 0; i < COUNT_OF(positions); i++)
        for (int turn = 0; turn < 16; turn++) {
            const int size = positions[i].size;
            struct board drawn;
            struct life life;
            diagram_read(&drawn, size, positions[i].rows);
            const struct board board = diagram_turned(&drawn, turn % 8, turn >= 8);
            life_find(&life, &board);
            bitset_unite(&life.alive[BLACK], &life.alive[WHITE], board.words);
            bitset_unite(&life.territory[BLACK], &life.territory[WHITE], board.words);
            for (int row = 0; row < size; row++)
                for (int column = 0; column < size; column++) {
                    const int p = point_at(size, column, row);
                    const int to = point_transform(size, turn % 8, p);
                    const bool good =
                        bitset_has(&life.alive[BLACK], to) == marked(positions[i].alive, size, p) &&
                        bitset_has(&life.territory[BLACK], to) ==
                            marked(positions[i].territory, size, p);
                    if (!good)
                        print_error("%s: column %d, row %d\n", positions[i].name, column, row);
                    assert_true(good);
                }
        }
}

/* A random position late in a game, where there is life. */
static void late_position(struct board *b, struct rng *rng) {
    const int size = 2 + (int)rng_below(rng, 9);
    random_position(b, size, size * size + (int)rng_below(rng, (uint32_t)(size * size)), rng);
}

static void as_the_plain_algorithm_has_it(void **state) {
    (void)state;
    struct rng rng;
    int stones = 0;
    rng_seed(&rng, 4, 4);
    for (int round = 0; round < 300; round++) {
        struct board b;
        struct reference_board plain;
        struct life life;
        late_position(&b, &rng);
        plain_copy(&plain, &b);
        life_find(&life, &b);
        for (int color = 0; color < 2; color++) {
            struct reference_set alive;
            reference_alive(&plain, (enum color)color, &alive);
            assert_int_equal(bitset_count(&life.alive[color], b.words), alive.count);
            BITSET_FOR_EACH(p, life.alive[color], b.words) assert_true(alive.has[p]);
            stones += alive.count;
        }
    }
    print_message("%d stones were unconditionally alive\n", stones);
    assert_true(stones > 1000);
}

/* One side passes, the other plays at random, captures preferred: nothing of the promised falls,
 * and in the promised territory the other side finds no life. */
static void promises_are_kept(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 4, 5);
    for (int round = 0; round < 150; round++) {
        struct board b;
        struct life before, after;
        late_position(&b, &rng);
        life_find(&before, &b);
        const enum color owner = round % 2 ? WHITE : BLACK, other = color_other(owner);
        for (int move = 0; move < 60; move++) {
            b.ko = NO_POINT;
            board_play(&b, random_move(&b, other, &rng), other);
            BITSET_FOR_EACH(p, before.alive[owner], b.words)
            assert_int_equal(board_color(&b, p), owner);
        }
        life_find(&after, &b);
        BITSET_FOR_EACH(p, before.territory[owner], b.words)
        assert_false(bitset_has(&after.alive[other], p));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(positions_turned),
                                       cmocka_unit_test(as_the_plain_algorithm_has_it),
                                       cmocka_unit_test(promises_are_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
