/* Ownership by playouts, on clear positions. */
#include "guzumi/playout/ownership.h"

#include "guzumi/go/life.h"

#include "diagram.h"
#include "patterns.h"
#include "unit.h"

#include <string.h>

struct position {
    const char *name;
    int size;
    const char *rows, *expected; /* X or O, the final owner of each point */
    const char *dead;            /* * on dead stones */
};

static const struct position positions[] = {
    {"one side owns everything", 5, ". X . X .  X X X X X  . . . . .  X X X X X  O . X . X",
     "X X X X X  X X X X X  X X X X X  X X X X X  X X X X X",
     ". . . . .  . . . . .  . . . . .  . . . . .  * . . . ."},
    {"a dead stone on either side", 7,
     ". X X X O . O  X X X X O O O  . X . X O . O  X X X X O O O  . O . X O X .  X X X X O O O  "
     ". X . X O . O",
     "X X X X O O O  X X X X O O O  X X X X O O O  X X X X O O O  X X X X O O O  X X X X O O O  "
     "X X X X O O O",
     ". . . . . . .  . . . . . . .  . . . . . . .  . . . . . . .  . * . . . * .  . . . . . . .  "
     ". . . . . . ."},
    {"a dead chain that fills the eye space but for one point", 5,
     ". O . O .  O O O O O  X X X X X  X O X . X  O . X X X",
     "O O O O O  O O O O O  X X X X X  X X X X X  X X X X X",
     ". . . . .  . . . . .  . . . . .  . * . . .  * . . . ."},
};

static char at(const char *rows, int size, int point) {
    int index = (size - 1 - point_row(size, point)) * size + point_column(size, point);
    for (;; rows++) {
        if (*rows == ' ') continue;
        if (index-- == 0) return *rows;
    }
}

static void estimate(struct ownership *out, const struct board *board) {
    struct playout_patterns *patterns = make_patterns();
    ownership_estimate(out, board, patterns);
    free(patterns);
}

static void check_score(const struct position *position, const struct board *board,
                        const struct bitset *dead) {
    uint8_t owner[BOARD_MAX_POINTS];
    int expected = 0;
    const int score = ownership_score(board, dead, owner);
    for (int p = 0; p < point_limit(board->size); p++) {
        if (board_color(board, p) == OFF_BOARD) continue;
        const enum color whose = at(position->expected, board->size, p) == 'X' ? BLACK : WHITE;
        assert_int_equal(owner[p], whose);
        expected += whose == BLACK ? 1 : -1;
    }
    assert_int_equal(score, expected);
    assert_int_equal(ownership_score(board, dead, NULL), expected);
}

static void check_position(const struct position *position, int symmetry, bool exchange) {
    struct board drawn;
    struct ownership ownership;
    struct bitset dead, dead_as_drawn = {{0}}, settled;
    const int size = position->size;
    diagram_read(&drawn, size, position->rows);
    const struct board board = diagram_turned(&drawn, symmetry, exchange);
    estimate(&ownership, &board);
    ownership_dead_stones(&ownership, &board, &dead);
    ownership_settled(&ownership, 0.9f, &board, &settled);
    for (int p = 0; p < point_limit(size); p++) {
        const int to = point_transform(size, symmetry, p);
        if (board_color(&drawn, p) == OFF_BOARD) continue;
        const float owner = exchange ? -ownership.mean[to] : ownership.mean[to];
        assert_true(at(position->expected, size, p) == 'X' ? owner > 0.9f : owner < -0.9f);
        assert_true(bitset_has(&settled, to));
        assert_int_equal(bitset_has(&dead, to), at(position->dead, size, p) == '*');
        if (bitset_has(&dead, to)) bitset_add(&dead_as_drawn, p);
    }
    assert_int_equal(bitset_count(&settled, board.words), size * size);
    check_score(position, &drawn, &dead_as_drawn);
}

static void plain_positions(void **state) {
    (void)state;
    for (int i = 0; i < COUNT_OF(positions); i++)
        for (int turn = 0; turn < 4; turn++) check_position(&positions[i], 3 * turn % 8, turn % 2);
}

/* On an open board nothing is settled and nothing dead. */
static void open_positions(void **state) {
    (void)state;
    for (int stones = 0; stones < 2; stones++) {
        struct board board;
        struct ownership ownership;
        struct bitset dead, settled;
        board_init(&board, 9);
        if (stones) {
            board_play(&board, point_at(9, 2, 2), BLACK);
            board_play(&board, point_at(9, 6, 6), WHITE);
        }
        estimate(&ownership, &board);
        ownership_dead_stones(&ownership, &board, &dead);
        ownership_settled(&ownership, 0.9f, &board, &settled);
        assert_true(bitset_is_empty(&dead, board.words));
        assert_true(bitset_is_empty(&settled, board.words));
    }
}

/* If the first to move captures a chain, each side does in half of the playouts. */
static void both_move_first(void **state) {
    (void)state;
    struct board board;
    struct ownership ownership;
    struct bitset dead, settled;
    const int first =
        diagram_read(&board, 5, "* O O O O  X O O O O  X X X X X  O O O O O  . O . . .");
    estimate(&ownership, &board);
    ownership_dead_stones(&ownership, &board, &dead);
    ownership_settled(&ownership, 0.9f, &board, &settled);
    assert_true(ownership.mean[first] > -0.3f && ownership.mean[first] < 0.3f);
    assert_true(bitset_is_empty(&dead, board.words));
    assert_false(bitset_has(&settled, first));
}

/* A real game that ended with A1 in atari, where A2 saves it. */
static void what_can_join_is_alive(void **state) {
    (void)state;
    struct board board;
    struct ownership ownership;
    struct bitset dead;
    diagram_read(&board, 9,
                 ". . . O X . X . .  . O . O X X X X X  . X O O X O X O O  X O O . O O O O X  "
                 "O . . . . O O X X  O . O O O O O X .  O O O X X O X X .  . O X X X X . X X  "
                 "O X X X X . X . .");
    struct playout_patterns *patterns = make_patterns();
    ownership_estimate_final(&ownership, &board, patterns);
    free(patterns);
    assert_true(ownership.mean_if_first[WHITE][point_at(9, 0, 0)] > 0.05f); /* dead by playouts */
    ownership_dead_stones(&ownership, &board, &dead);
    assert_false(bitset_has(&dead, point_at(9, 0, 0)));
    assert_true(bitset_has(&dead, point_at(9, 0, 5)));
    assert_true(bitset_has(&dead, point_at(9, 1, 6)));
    assert_int_equal(bitset_count(&dead, board.words), 2);
}

/* A move that only joins dead stones to each other saves none. */
static void dead_stones_that_can_join_are_dead(void **state) {
    (void)state;
    struct board board;
    struct ownership ownership;
    struct bitset dead;
    diagram_read(&board, 7,
                 ". X . X . X .  X X X X X X X  O . O . X X X  X X . X X X X  X X X X X X X  "
                 ". X . X . X .  X X X X X X X");
    estimate(&ownership, &board);
    ownership_dead_stones(&ownership, &board, &dead);
    assert_true(bitset_has(&dead, point_at(7, 0, 4)) && bitset_has(&dead, point_at(7, 2, 4)));
}

/* Sets both means of the chain on POINT to OWN, its own side's view. */
static void set_means(struct ownership *ownership, const struct board *board, int point,
                      float own) {
    const enum color color = (enum color)board_color(board, point);
    const float black = color == BLACK ? own : -own;
    struct bitset chain, liberties;
    board_chain(board, point, &chain, &liberties);
    BITSET_FOR_EACH(p, chain, board->words) {
        ownership->mean_if_first[BLACK][p] = ownership->mean_if_first[WHITE][p] = black;
    }
}

/* The worst case loses own chains that might be captured and spares the opponent's that might be
 * saved. */
static void the_opponent_moves_first_in_the_worst_case(void **state) {
    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        struct board drawn;
        static struct ownership ownership;
        struct bitset dead = {{0}};
        diagram_read(&drawn, 5, "X X . O O  . . . . .  X . . . O  . . . . .  X . . . O");
        const struct board board = diagram_turned(&drawn, 0, turn);
        const enum color color = turn ? WHITE : BLACK;
        set_means(&ownership, &board, point_at(5, 0, 4), 0.7f);
        set_means(&ownership, &board, point_at(5, 0, 2), 0.9f);
        set_means(&ownership, &board, point_at(5, 0, 0), -0.9f);
        set_means(&ownership, &board, point_at(5, 3, 4), -0.7f);
        set_means(&ownership, &board, point_at(5, 4, 2), -0.9f);
        set_means(&ownership, &board, point_at(5, 4, 0), 0.9f);
        for (int column = 3; column < 5; column++) bitset_add(&dead, point_at(5, column, 4));
        bitset_add(&dead, point_at(5, 4, 2));
        ownership_worst_case(&ownership, &board, color, &dead);
        for (int p = 0; p < point_limit(5); p++) {
            if (board_color(&board, p) == OFF_BOARD) continue;
            const bool expected = p == point_at(5, 0, 4) || p == point_at(5, 1, 4) ||
                                  p == point_at(5, 0, 0) || p == point_at(5, 4, 2);
            assert_int_equal(bitset_has(&dead, p), expected);
        }
    }
}

/* The playouts where the opponent moves first count. A chain that cannot be attacked without bad
 * self-atari, as in a seki, is safe all the same. */
static void the_worst_case_spares_sekis(void **state) {
    (void)state;
    struct board board;
    static struct ownership ownership;
    struct bitset dead = {{0}};
    diagram_read(&board, 9,
                 "O O O O O O O O O  O . O . O . O . O  O O O O O O O O O  X X X X X X X X X  "
                 ". X . X . X . X .  X X X X X X X X X  X X X X X X X X X  X X O O O O O O O  "
                 ". X O . X X X . O");
    for (int p = 0; p < point_limit(9); p++) ownership.mean_if_first[BLACK][p] = 1;
    for (int p = 0; p < point_limit(9); p++) ownership.mean_if_first[WHITE][p] = 0;
    ownership_worst_case(&ownership, &board, BLACK, &dead);
    assert_true(bitset_has(&dead, point_at(9, 0, 5)));
    assert_false(bitset_has(&dead, point_at(9, 4, 0)));
    dead = (struct bitset){{0}};
    for (int p = 0; p < point_limit(9); p++) ownership.mean_if_first[WHITE][p] = 1;
    ownership_worst_case(&ownership, &board, BLACK, &dead);
    assert_true(bitset_is_empty(&dead, board.words));
}

/* The order of moves decides the roots of chains, but is no part of the position. */
static void the_order_of_moves_does_not_matter(void **state) {
    (void)state;
    static const char *const orders[] = {"E5 D5 E4 E3 A1 C1 A3", "E4 D5 E5 E3 A3 C1 A1"};
    static const char *const colors = "XOXOXXX";
    struct playout_patterns *patterns = make_patterns();
    struct ownership estimates[2];
    for (int i = 0; i < 2; i++) {
        struct board board;
        board_init(&board, 5);
        for (int k = 0; colors[k]; k++) {
            const int point = point_at(5, orders[i][3 * k] - 'A', orders[i][3 * k + 1] - '1');
            assert_true(board_place(&board, point, colors[k] == 'X' ? BLACK : WHITE));
        }
        ownership_estimate_final(&estimates[i], &board, patterns);
    }
    for (int p = 0; p < point_limit(5); p++) {
        assert_float_equal(estimates[0].mean[p], estimates[1].mean[p], 0);
        for (int color = 0; color < 2; color++)
            assert_float_equal(estimates[0].mean_if_first[color][p],
                               estimates[1].mean_if_first[color][p], 0);
    }
    free(patterns);
}

/* White's two eyes are proved, though playouts of both kinds fill one of them in some games. */
static void what_is_proved_is_certain(void **state) {
    (void)state;
    struct board board;
    struct bitset chain, liberties;
    struct ownership first, last;
    diagram_read(&board, 6,
                 "X . . . X .  X X X X X X  . X . O O X  X X . O O O  O X O O . .  . O O . O O");
    board_chain(&board, point_at(6, 1, 0), &chain, &liberties);
    struct playout_patterns *patterns = make_patterns();
    ownership_estimate(&first, &board, patterns);
    ownership_estimate_final(&last, &board, patterns);
    struct life life;
    struct ownership same;
    life_find(&life, &board);
    struct bitset proved = life.territory[WHITE];
    assert_false(bitset_is_empty(&proved, board.words));
    bitset_unite(&proved, &chain, board.words);
    assert_false(ownership_is_open(&same, &board, patterns, &proved, 1));
    free(patterns);
    BITSET_FOR_EACH(p, chain, board.words) {
        assert_float_equal(first.mean[p], -1, 0);
        assert_float_equal(same.mean[p], -1, 0);
        assert_float_equal(last.mean[p], -1, 0);
        assert_float_equal(last.mean_if_first[BLACK][p], -1, 0);
    }
}

/* However doubtful its eyes are to the playouts. */
static void what_lives_is_in_no_seki(void **state) {
    (void)state;
    struct board board;
    static struct ownership doubtful;
    const struct bitset none = {{0}};
    struct bitset seki;
    diagram_read(&board, 5, ". X . X O  X X X X O  O O O O O  . . . . .  . . . . .");
    ownership_seki(&doubtful, &board, &none, &seki);
    assert_true(bitset_is_empty(&seki, board.words));
}

static void estimates_are_reproducible(void **state) {
    (void)state;
    struct board board;
    struct ownership first, second;
    diagram_read(&board, 5, ". . . . .  . X O . .  . X O . .  . . . . .  . . . . .");
    memset(&first, 0, sizeof first);
    memset(&second, 1, sizeof second);
    estimate(&first, &board);
    estimate(&second, &board);
    for (int p = 0; p < point_limit(5); p++) assert_true(first.mean[p] == second.mean[p]);
}

/* Positions of random games, most of their points asked one at a time: ending early changes neither
 * the answer nor, where nothing is open, the estimate. */
static void an_open_point_is_one_below_the_margin(void **state) {
    (void)state;
    static const float margins[] = {0.3f, 0.9f, 1};
    struct playout_patterns *patterns = make_patterns();
    struct rng rng;
    int answers[2] = {0};
    rng_seed(&rng, 31, 0);
    for (int game = 0; game < 12; game++) {
        struct board board;
        struct ownership expected, found;
        board_init(&board, 7);
        for (int moves = 10 + 5 * (game % 6); moves > 0; moves--) {
            const int p = point_at(7, (int)rng_below(&rng, 7), (int)rng_below(&rng, 7));
            const enum color color = moves % 2 ? BLACK : WHITE;
            if (board_is_legal(&board, p, color)) board_play(&board, p, color);
        }
        ownership_estimate(&expected, &board, patterns);
        for (int p = 0; p < point_limit(7); p += 2) {
            const float margin = margins[p % 3];
            struct bitset asked = {{0}}, settled;
            if (board_color(&board, p) == OFF_BOARD) continue;
            bitset_add(&asked, p);
            ownership_settled(&expected, margin, &board, &settled);
            const bool open = ownership_is_open(&found, &board, patterns, &asked, margin);
            assert_int_equal(open, !bitset_has(&settled, p));
            answers[open]++;
            if (open) continue;
            assert_memory_equal(found.mean, expected.mean, 8 * 7 * sizeof *found.mean);
            for (int color = 0; color < 2; color++)
                assert_memory_equal(found.mean_if_first[color], expected.mean_if_first[color],
                                    8 * 7 * sizeof *found.mean);
        }
        assert_false(ownership_is_open(&found, &board, patterns, &(struct bitset){{0}}, 1));
    }
    assert_true(answers[false] > 20 && answers[true] > 20);
    free(patterns);
}

/* With nothing removed it is the area score with all stones alive. */
static void scores_without_dead_stones(void **state) {
    (void)state;
    struct board board;
    const struct bitset none = {{0}};
    diagram_read(&board, 5, positions[0].rows);
    assert_int_equal(ownership_score(&board, &none, NULL), board_score_area(&board, NULL));
    assert_int_equal(ownership_score(&board, &none, NULL), 22);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_positions),
        cmocka_unit_test(open_positions),
        cmocka_unit_test(both_move_first),
        cmocka_unit_test(what_can_join_is_alive),
        cmocka_unit_test(dead_stones_that_can_join_are_dead),
        cmocka_unit_test(the_opponent_moves_first_in_the_worst_case),
        cmocka_unit_test(the_worst_case_spares_sekis),
        cmocka_unit_test(the_order_of_moves_does_not_matter),
        cmocka_unit_test(what_is_proved_is_certain),
        cmocka_unit_test(what_lives_is_in_no_seki),
        cmocka_unit_test(estimates_are_reproducible),
        cmocka_unit_test(an_open_point_is_one_below_the_margin),
        cmocka_unit_test(scores_without_dead_stones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
