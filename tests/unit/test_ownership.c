/* Ownership by playouts on positions that leave no doubt. */
#include "guzumi/playout/ownership.h"

#include "diagram.h"
#include "patterns.h"
#include "unit.h"

#include <string.h>

struct position {
    const char *name;
    int size;
    const char *rows, *owners; /* of all points, in the end: X or O */
    const char *dead;          /* * on dead stones */
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
    {"a dead chain that fills its prison but for one point", 5,
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
        const enum color whose = at(position->owners, board->size, p) == 'X' ? BLACK : WHITE;
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
    assert_int_equal(ownership.playouts, OWNERSHIP_PLAYOUTS);
    for (int p = 0; p < point_limit(size); p++) {
        const int to = point_transform(size, symmetry, p);
        if (board_color(&drawn, p) == OFF_BOARD) continue;
        const float owner = exchange ? -ownership.mean[to] : ownership.mean[to];
        assert_true(at(position->owners, size, p) == 'X' ? owner > 0.9f : owner < -0.9f);
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

/* Where everything is open nothing is settled and nothing dead. */
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

/* Where whoever moves first takes a chain, either does in half of the playouts. */
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

/* The end of a game in which nobody had looked at the corner: A1 is in atari, and A2 saves it. */
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
    assert_true(ownership.mean_if_first[WHITE][point_at(9, 0, 0)] > 0.05f); /* playouts call it dead */
    ownership_dead_stones(&ownership, &board, &dead);
    assert_false(bitset_has(&dead, point_at(9, 0, 0)));
    assert_true(bitset_has(&dead, point_at(9, 0, 5)));
    assert_true(bitset_has(&dead, point_at(9, 1, 6)));
    assert_int_equal(bitset_count(&dead, board.words), 2);
}

/* Two dead stones are not saved by what joins them to each other. */
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

/* The chain on POINT is its own side's in a mean of OWN, whoever plays first. */
static void believe(struct ownership *ownership, const struct board *board, int point, float own) {
    const enum color color = (enum color)board_color(board, point);
    const float black = color == BLACK ? own : -own;
    struct bitset chain, liberties;
    board_chain(board, point, &chain, &liberties);
    BITSET_FOR_EACH(p, chain, board->words) {
        ownership->mean_if_first[BLACK][p] = ownership->mean_if_first[WHITE][p] = black;
    }
}

/* Who ends the game fears for its chains that might be lost, and for the other side's that might be
 * saved. */
static void what_the_opponent_can_change_is_feared(void **state) {
    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        struct board drawn;
        static struct ownership ownership;
        struct bitset dead = {{0}};
        diagram_read(&drawn, 5, "X X . O O  . . . . .  X . . . O  . . . . .  X . . . O");
        const struct board board = diagram_turned(&drawn, 0, turn);
        const enum color color = turn ? WHITE : BLACK;
        believe(&ownership, &board, point_at(5, 0, 4), 0.7f);
        believe(&ownership, &board, point_at(5, 0, 2), 0.9f);
        believe(&ownership, &board, point_at(5, 0, 0), -0.9f);
        believe(&ownership, &board, point_at(5, 3, 4), -0.7f);
        believe(&ownership, &board, point_at(5, 4, 2), -0.9f);
        believe(&ownership, &board, point_at(5, 4, 0), 0.9f);
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

/* The same by what either side's playouts say: those in which the opponent plays first count. And
 * who can't be attacked without harm, as in a seki, has nothing to fear. */
static void a_seki_is_not_feared(void **state) {
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

/* Chains are numbered by the order of the moves, which is nothing of a position. */
static void the_order_of_moves_decides_nothing(void **state) {
    (void)state;
    static const char *const orders[] = {"E5 D5 E4 E3 A1 C1 A3", "E4 D5 E5 E3 A3 C1 A1"};
    static const char *const colors = "XOXOXXX";
    struct playout_patterns *patterns = make_patterns();
    struct ownership judged[2];
    for (int i = 0; i < 2; i++) {
        struct board board;
        board_init(&board, 5);
        for (int k = 0; colors[k]; k++) {
            const int point = point_at(5, orders[i][3 * k] - 'A', orders[i][3 * k + 1] - '1');
            assert_true(board_place(&board, point, colors[k] == 'X' ? BLACK : WHITE));
        }
        ownership_estimate_final(&judged[i], &board, patterns);
    }
    for (int p = 0; p < point_limit(5); p++) {
        assert_float_equal(judged[0].mean[p], judged[1].mean[p], 0);
        for (int color = 0; color < 2; color++)
            assert_float_equal(judged[0].mean_if_first[color][p], judged[1].mean_if_first[color][p], 0);
    }
    free(patterns);
}

static void the_position_decides(void **state) {
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

/* Nothing removed: the area score with all stones alive. */
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
        cmocka_unit_test(what_the_opponent_can_change_is_feared),
        cmocka_unit_test(a_seki_is_not_feared),
        cmocka_unit_test(the_order_of_moves_decides_nothing),
        cmocka_unit_test(the_position_decides),
        cmocka_unit_test(scores_without_dead_stones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
