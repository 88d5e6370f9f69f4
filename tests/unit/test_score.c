/* The count by territory: positions that a Go player can read, its plain twin, and the identity by
 * which the search counts it. */
#include "guzumi/go/board.h"
#include "guzumi/go/game.h"

#include "diagram.h"
#include "random_moves.h"
#include "reference_territory.h"
#include "unit.h"

#include <stdio.h>

/* The set of the points that are named. */
static struct bitset points(int size, const char *names) {
    struct bitset out = {{0}};
    char name[5];
    int point, length;
    for (; sscanf(names, "%4s%n", name, &length) == 1; names += length) {
        assert_true(point_parse(size, name, &point));
        bitset_add(&out, point);
    }
    return out;
}

static int count(const char *rows, const char *dead, const char *seki) {
    const int size = 7;
    struct board board;
    diagram_read(&board, size, rows);
    const struct bitset its_dead = points(size, dead), its_seki = points(size, seki);
    return score_territory(&board, &its_dead, &its_seki, NULL);
}

/* Black's left side against White's right one, with a wall between them. */
static void walls(void **state) {
    (void)state;
    const char *const rows = ". . . X O . ." /* 7 */
                             ". . . X O . ."
                             ". O . X O . ."
                             ". . . X O . ."
                             ". . . X O X ."
                             ". . . X O . ."
                             ". . . X O . .";
    assert_int_equal(count(rows, "", ""), 0); /* both spaces have stones of both colours in them */
    assert_int_equal(count(rows, "B5", ""), 21 + 1);
    assert_int_equal(count(rows, "B5 F3", ""), 21 + 1 - 14 - 1);
}

/* A dame is nobody's, and what is behind it is territory although the wall has a gap there. */
static void dame(void **state) {
    (void)state;
    const char *const rows = ". . X . O . ." /* 7 */
                             ". . X . O . ."
                             ". . X X O . ."
                             ". . . X O . ."
                             ". . X . O . ."
                             ". . X X O . ."
                             ". . . X O . .";
    assert_int_equal(count(rows, "", ""), 14 + 2 - 14);
    const char *const gap = ". . X . O . ." /* 7 */
                            ". . X . O . ."
                            ". . X X O . ."
                            ". . . . O . ."
                            ". . X X O . ."
                            ". . X X O . ."
                            ". . X X O . .";
    assert_int_equal(count(gap, "", ""), 14 + 1 - 14);
}

/* Black's three stones in the corner and White's beside them have an eye each, and nobody can fill
 * the liberty between them: the eyes are no territory. */
static void eyes_in_seki(void **state) {
    (void)state;
    const char *const rows = ". X . O . O X" /* 7 */
                             "X X O O O O X"
                             "O O O X X X X"
                             "O X X X . . ."
                             "X X . . . . ."
                             ". . . . . . ."
                             ". . . . . . .";
    const char *const white = "D7 F7 C6 D6 E6 F6 A5 B5 C5 A4";
    assert_int_equal(count(rows, "", "A6 B6 B7"), count(rows, "", "") - 1);
    assert_int_equal(count(rows, "", white), count(rows, "", "") + 1);
}

/* Black's area by the OWNER of each point. */
static int area_of(int size, const uint8_t owner[BOARD_MAX_POINTS]) {
    int area = 0;
    for (int p = 0; p < point_limit(size); p++) area += (owner[p] == BLACK) - (owner[p] == WHITE);
    return area;
}

/* Some of the chains on the board. */
static struct bitset some_chains(const struct board *b, double chance, struct rng *rng) {
    struct bitset out = {{0}}, chain, liberties;
    for (int p = 0; p < point_limit(b->size); p++) {
        if (board_color(b, p) >= EMPTY || board_chain(b, p, &chain, &liberties) != p) continue;
        if (rng_bernoulli(rng, chance)) bitset_unite(&out, &chain, b->words);
    }
    return out;
}

static struct reference_set plain_set(int size, const struct bitset *set) {
    struct reference_set out = {.count = 0};
    for (int p = 0; p < point_limit(size); p++) out.count += out.has[p] = bitset_has(set, p);
    return out;
}

/* Random games of all sizes at many moments, with whatever dead and in seki: the twin counts the
 * same, and so does the area with the stones put so far taken off. */
static void it_is_an_area_less_the_stones_put(void **state) {
    (void)state;
    struct rng rng;
    struct failure why;
    int prisoners = 0, territory = 0;
    rng_seed(&rng, 5, 1);
    for (int round = 0; round < 300 / TEST_SHARE; round++) {
        const int size = 2 + round % 18;
        struct game game;
        int put = 0;
        assert_int_equal(game_init(&game, size, &why), STATUS_OK);
        for (int i = (int)rng_below(&rng, (uint32_t)(3 * size * size)); i > 0; i--) {
            const enum color color = game.to_move;
            const int point = random_move(&game.board, color, &rng);
            if (game_play(&game, point, color, &why) == STATUS_OK && point != PASS)
                put += color_sign(color);
        }
        const struct bitset dead = some_chains(&game.board, 0.3, &rng);
        struct bitset seki = some_chains(&game.board, 0.2, &rng);
        bitset_subtract(&seki, &dead, game.board.words);
        const struct reference_set plain_dead = plain_set(size, &dead);
        const struct reference_set plain_seki = plain_set(size, &seki);
        struct reference_board plain;
        uint8_t owner[BOARD_MAX_POINTS];
        enum color plain_owner[BOARD_MAX_POINTS];
        plain_copy(&plain, &game.board);
        const int score = score_territory(&game.board, &dead, &seki, owner);
        assert_int_equal(score, reference_territory(&plain, &plain_dead, &plain_seki, plain_owner));
        for (int row = 0; row < size; row++)
            for (int column = 0; column < size; column++) {
                const int p = point_at(size, column, row);
                assert_int_equal(owner[p], plain_owner[p]);
                territory += owner[p] < EMPTY && board_color(&game.board, p) == EMPTY;
            }
        assert_int_equal(score + game.prisoners[WHITE] - game.prisoners[BLACK],
                         area_of(size, owner) - put);
        prisoners += game.prisoners[BLACK] + game.prisoners[WHITE];
        game_free(&game);
    }
    assert_true(prisoners > 1000 / TEST_SHARE && territory > 1000 / TEST_SHARE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls),
        cmocka_unit_test(dame),
        cmocka_unit_test(eyes_in_seki),
        cmocka_unit_test(it_is_an_area_less_the_stones_put),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
