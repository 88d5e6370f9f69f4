/* Bad self-ataris, and the sekis that stay where playouts avoid them. */
#include "guzumi/playout/ownership.h"
#include "guzumi/playout/tactics.h"

#include "diagram.h"
#include "patterns.h"
#include "random_moves.h"
#include "unit.h"

static const struct {
    const char *name;
    int size;
    const char *rows; /* Black plays at * */
    bool bad;
} self_ataris[] = {
    {"two liberties are left", 5, ". . . . .  . X . . .  X X * . .  O O O . .  . . . . .", false},
    {"a throw-in", 5, ". O X . .  * O X . .  O O X . .  X X X . .  . . . . .", false},
    {"three stones fill a space of four", 5,
     "X X * . O  O O O O O  . . . . .  . . . . .  . . . . .", false},
    {"four in a row give the other side its eyes", 5,
     "X X X * .  O O O O O  . . . . .  . . . . .  . . . . .", true},
    {"a pyramid kills", 5, "X * X . O  O X O O O  . O . . .  . . . . .  . . . . .", false},
    {"a square kills", 5, "X X . O .  X * O O .  O O O . .  . . . . .  . . . . .", false},
    {"a capture is no self-atari", 5, "X X X * O  O O O X O  . . X . X  . . . . .  . . . . .",
     false},
    {"the last liberty is one's own eye", 5,
     ". X * . O  X X O O O  O O . . .  . . . . .  . . . . .", false},
    {"and so here", 5, ". X X * O  X X X O O  O O O . .  . . . . .  . . . . .", true},
};

static void bad_self_ataris(void **state) {
    (void)state;
    for (int i = 0; i < COUNT_OF(self_ataris); i++)
        for (int turn = 0; turn < 16; turn++) {
            struct board drawn;
            const int mark = diagram_read(&drawn, self_ataris[i].size, self_ataris[i].rows);
            const struct board board = diagram_turned(&drawn, turn % 8, turn >= 8);
            const int point = point_transform(board.size, turn % 8, mark);
            const enum color color = turn >= 8 ? WHITE : BLACK;
            const bool bad = tactics_is_bad_self_atari(&board, point, color);
            if (bad != self_ataris[i].bad) print_error("%s\n", self_ataris[i].name);
            assert_true(board_is_legal(&board, point, color));
            assert_int_equal(bad, self_ataris[i].bad);
        }
}

/* A bad self-atari captures nothing and leaves one liberty. */
static void self_ataris_are_self_ataris(void **state) {
    (void)state;
    struct rng rng;
    int found = 0;
    rng_seed(&rng, 4, 6);
    for (int round = 0; round < 500; round++) {
        struct board b;
        const enum color color = random_position(&b, 5 + round % 5, 60, &rng);
        const struct bitset legal = random_legal(&b, color);
        BITSET_FOR_EACH(p, legal, b.words) {
            if (!tactics_is_bad_self_atari(&b, p, color)) continue;
            struct board after;
            board_copy(&after, &b);
            board_play(&after, p, color);
            assert_int_equal(after.last_captured, 0);
            assert_int_equal(board_liberty_count(&after, p), 1);
            found++;
        }
    }
    assert_true(found > 100);
}

static const struct {
    const char *name, *rows, *seki;
} sekis[] = {
    {"two shared liberties",
     "O O O O O O O O O  O . O . O . O . O  O O O O O O O O O  X X X X X X X X X  "
     ". X . X . X . X .  X X X X X X X X X  X X X X X X X X X  X X O O O O O O O  "
     ". X O . X X X . O",
     ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .  . . . . . . . . .  "
     ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .  . . * * * * * * *  "
     ". . * . * * * . *"},
    {"an eye each and one shared liberty",
     "O . O X X X . X .  O O O X . X X X X  O . O X X X . X .  O O O X . X X X X  "
     "O O O X X X X X X  O O O X X X X X X  O O O X X X X X X  X X X O O O X X X  "
     ". X . O . O X . X",
     ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .  . . . . . . . . .  "
     ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .  * * * * * * . . .  "
     ". * . * . * . . ."},
    {"one that came up in a game",
     ". . . . . . . . .  . . . . X . . . X  . . X X . X X X X  . X . X X O O O X  "
     ". . X O O O X X X  X X X X O X O O O  O X X O O X O . .  O O O O . X O O .  "
     "O O . X X X X O .",
     ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .  . . . . . * * * .  "
     ". . . * * * . . .  . . . . * * . . .  * . . * * * . . .  * * * * . * . . .  "
     "* * . * * * * . ."},
};

static bool marked(const char *rows, int point) {
    int index = (8 - point_row(9, point)) * 9 + point_column(9, point);
    for (;; rows++)
        if (*rows != ' ' && index-- == 0) return *rows == '*';
}

static void sekis_are_recognised(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    for (int i = 0; i < COUNT_OF(sekis); i++) {
        struct board b;
        struct ownership ownership;
        struct bitset dead, seki;
        diagram_read(&b, 9, sekis[i].rows);
        ownership_estimate_final(&ownership, &b, patterns);
        ownership_dead_stones(&ownership, &b, &dead);
        ownership_seki(&ownership, &b, &dead, &seki);
        assert_true(bitset_is_empty(&dead, b.words));
        for (int p = 0; p < point_limit(9); p++)
            if (board_color(&b, p) != OFF_BOARD)
                assert_int_equal(bitset_has(&seki, p), marked(sekis[i].seki, p));
    }
    free(patterns);
}

/* The point that AFTER has and BEFORE has not. */
static int point_played(const struct board *before, const struct board *after, enum color color) {
    struct bitset old, new;
    board_stones(before, color, &old);
    board_stones(after, color, &new);
    bitset_subtract(&new, &old, before->words);
    return bitset_is_empty(&new, before->words) ? PASS : bitset_select(&new, before->words, 0);
}

/* Move by move careful playouts make none; a whole one ends where no other move is left. */
static void careful_playouts_make_none(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    const struct playout_policy policy = {.kind = POLICY_MOGO, .patterns = patterns};
    int moves = 0, ended = 0;
    struct rng rng;
    rng_seed(&rng, 21, 0);
    for (int i = 0; i < 60; i++) {
        const int size = BOARD_MIN_SIZE + i % 18, limit = 3 * size * size;
        struct board b, after;
        struct playout_start start = {.last_point = NO_POINT, .passes = 0};
        start.to_move = random_position(&b, size, size * size / 3, &rng);
        for (int k = 0; k < 30; k++) {
            board_copy(&after, &b);
            playout_run_carefully(&after, start, &policy, 1, &rng);
            const int point = point_played(&b, &after, start.to_move);
            if (point != PASS) assert_false(tactics_is_bad_self_atari(&b, point, start.to_move));
            moves += point != PASS;
            start =
                (struct playout_start){.to_move = color_other(start.to_move), .last_point = point};
            board_copy(&b, &after);
        }
        playout_run_carefully(&b, start, &policy, limit, &rng);
        bool left = false;
        for (int color = 0; color < 2; color++) {
            struct bitset candidates = {{0}};
            board_candidates(&b, (enum color)color, &candidates);
            BITSET_FOR_EACH(p, candidates, b.words) {
                left |= !tactics_is_bad_self_atari(&b, p, (enum color)color);
            }
        }
        ended += !left;
    }
    print_message("%d moves; %d of 60 whole playouts ended\n", moves, ended);
    assert_true(moves > 1000 && ended > 50);
    free(patterns);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_self_ataris), cmocka_unit_test(self_ataris_are_self_ataris),
        cmocka_unit_test(careful_playouts_make_none), cmocka_unit_test(sekis_are_recognised)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
