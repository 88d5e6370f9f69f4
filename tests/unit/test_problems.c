/* The problems in tests/positions/problems are what they say: the moves that are called right win,
 * and no other does, by exhaustive search of all that is open; those with a reason beside them are
 * too large for that. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/file.h"

#include "cmd_problems.h"
#include "diagram.h"
#include "reference_solver.h"
#include "unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODE_LIMIT = 400000, LEAST = 100 };

/* Debug builds prove every tenth problem. */
#ifdef NDEBUG
enum { STRIDE = 1 };
#else
enum { STRIDE = 10 };
#endif

/* All problems of all files. */
struct collection {
    struct problem *problem[1000];
    int count;
    struct problem *files[100]; /* owned */
    int file_count;
};

static void collect(struct collection *all) {
    const char *const folder = GUZUMI_TESTS_DIR "/positions/problems";
    all->count = all->file_count = 0;
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (struct dirent *entry; (entry = readdir(files));) {
        char path[1000];
        struct failure why;
        int count;
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        struct problem **file = &all->files[all->file_count++];
        if (problems_read(path, file, &count, &why) != STATUS_OK) print_error("%s\n", why.text);
        for (int i = 0; i < count; i++) all->problem[all->count++] = &(*file)[i];
    }
    closedir(files);
}

static void discard(struct collection *all) {
    for (int i = 0; i < all->file_count; i++) free(all->files[i]);
}

/* The position after the problem's moves; false when one is illegal. */
static bool position_of(const struct problem *p, struct game *game) {
    struct failure why;
    bool legal = game_set_komi(game, p->komi, &why) == STATUS_OK;
    game_set_up(game, &p->start, p->to_move);
    for (int i = 0; i < p->move_count; i++)
        legal &=
            game_play(game, p->moves[i].point, (enum color)p->moves[i].color, &why) == STATUS_OK;
    return legal;
}

static struct reference_board plain_board(const struct board *board) {
    struct reference_board out;
    reference_init(&out, board->size);
    for (int p = 0; p < point_limit(board->size); p++) {
        const enum color color = board_color(board, p);
        if (color == BLACK || color == WHITE) reference_set_color(&out, p, color);
    }
    out.ko = board->ko;
    out.ko_color = (enum color)board->ko_color;
    return out;
}

/* Whether the right moves win and all others lose, moves outside the region being passes. */
static bool is_proved(const struct problem *p, struct solver *solver) {
    struct bitset closed = p->right;
    char name[8];
    bool good = true;
    for (int i = PASS; i < solver->count; i++) {
        const int point = i == PASS ? PASS : solver->point[i];
        if (i != PASS) bitset_remove(&closed, point);
        const bool right = problem_is_solved(p, point);
        if (!solver_is_legal(solver, i, p->to_move)) {
            good &= !right;
            continue;
        }
        solver->nodes = 0;
        const enum solver_answer answer = solver_try(solver, i, p->to_move);
        if (answer == (right ? SOLVER_WINS : SOLVER_LOSES)) continue;
        print_error("%s (line %d): %s %s\n", p->name, p->line,
                    point_format(p->start.size, point, name),
                    answer == SOLVER_UNKNOWN ? "is not proved"
                    : right                  ? "loses"
                                             : "wins");
        good = false;
    }
    return good && bitset_is_empty(&closed, p->start.words);
}

/* Whether all that is said of a problem holds. */
static bool holds(const struct problem *p, struct game *game) {
    struct solver solver;
    bool good = position_of(p, game) && game->half_komi % 2 != 0;
    BITSET_FOR_EACH(point, p->right, p->start.words)
    good &= game_is_legal(game, point, p->to_move);
    if (!good) print_error("%s (line %d): illegal moves or a whole komi\n", p->name, p->line);
    if (!good || *p->reason) return good;
    const struct reference_board board = plain_board(&game->board);
    if (!solver_open(&solver, &board, game->half_komi, NODE_LIMIT)) {
        print_error("%s (line %d): too much is open\n", p->name, p->line);
        return false;
    }
    good = is_proved(p, &solver);
    solver_close(&solver);
    return good;
}

static void problems_have_the_right_moves_that_they_name(void **state) {
    (void)state;
    static struct collection all;
    struct game game;
    struct failure why;
    int wrong = 0, by_reason = 0;
    assert_int_equal(game_init(&game, 9, &why), STATUS_OK);
    collect(&all);
    for (int i = 0; i < all.count; i += STRIDE) {
        wrong += !holds(all.problem[i], &game);
        by_reason += *all.problem[i]->reason != 0;
    }
    print_message("%d problems, %d of them by a reason\n", all.count, by_reason);
    discard(&all);
    game_free(&game);
    assert_int_equal(wrong, 0);
    assert_true(all.count >= LEAST);
}

static bool same_stones(const struct board *a, const struct board *b) {
    for (int p = 0; p < point_limit(a->size); p++)
        if (board_color(a, p) != board_color(b, p)) return false;
    return true;
}

/* The problems before the I-th that are it, turned or with its colours exchanged. */
static int count_the_same(const struct collection *all, int i) {
    const struct problem *b = all->problem[i];
    int count = 0;
    if (b->move_count) return 0;
    for (int symmetry = 0; symmetry < 8; symmetry++)
        for (int exchange = 0; exchange < 2; exchange++) {
            const struct board turned = diagram_turned(&b->start, symmetry, exchange);
            const enum color to_move = exchange ? color_other(b->to_move) : b->to_move;
            for (int j = 0; j < i; j++) {
                const struct problem *a = all->problem[j];
                if (a->move_count || a->to_move != to_move || a->start.size != b->start.size ||
                    !same_stones(&a->start, &turned))
                    continue;
                print_error("%s is %s\n", b->name, a->name);
                count++;
            }
        }
    return count;
}

static void no_problem_comes_twice(void **state) {
    (void)state;
    static struct collection all;
    int twice = 0;
    collect(&all);
    for (int i = 0; i < all.count; i++) twice += count_the_same(&all, i);
    discard(&all);
    assert_int_equal(twice, 0);
}

/* --- decided games ------------------------------------------------------------------------------
 * In tests/positions/decided, "NAME, won" and "NAME, lost" are one position with two komi. */

/* Points of komi between a problem and its copies in kinds.txt; between the two in points.txt, at
 * least. */
enum { KINDS_KOMI = 12, POINTS_KOMI = 24 };

/* The problem with the name before the last comma of OF's, or NULL. */
static const struct problem *find_base(const struct collection *all, const struct problem *of) {
    const char *comma = strrchr(of->name, ',');
    const size_t length = comma ? (size_t)(comma - of->name) : 0;
    for (int i = 0; i < all->count; i++)
        if (strlen(all->problem[i]->name) == length &&
            strncmp(all->problem[i]->name, of->name, length) == 0)
            return all->problem[i];
    return NULL;
}

/* Whether A and B have the same position and the same right moves. */
static bool same_question(const struct problem *a, const struct problem *b) {
    return a->start.size == b->start.size && same_stones(&a->start, &b->start) &&
           a->to_move == b->to_move && a->passing == b->passing &&
           memcmp(&a->right, &b->right, sizeof a->right) == 0 && a->move_count == b->move_count &&
           memcmp(a->moves, b->moves, (size_t)a->move_count * sizeof *a->moves) == 0;
}

/* By how many points more the mover of A leads than in B. */
static double more_points(const struct problem *a, const struct problem *b) {
    return (b->komi - a->komi) * color_sign(a->to_move);
}

static void read_decided(const char *name, struct problem **out, int *count) {
    char path[1000];
    struct failure why;
    snprintf(path, sizeof path, "%s/positions/decided/%s", GUZUMI_TESTS_DIR, name);
    const enum status status = problems_read(path, out, count, &why);
    if (status != STATUS_OK) print_error("%s\n", why.text);
    assert_int_equal(status, STATUS_OK);
}

static void decided_kinds_are_problems(void **state) {
    (void)state;
    static struct collection all;
    struct problem *decided;
    int count;
    collect(&all);
    read_decided("kinds.txt", &decided, &count);
    assert_int_equal(count, 36);
    for (int i = 0; i < count; i++) {
        const struct problem *p = &decided[i], *base = find_base(&all, p);
        if (!base || !same_question(p, base)) print_error("%s\n", p->name);
        assert_true(base && same_question(p, base));
        assert_true(more_points(p, base) == (i % 2 == 0 ? KINDS_KOMI : -KINDS_KOMI));
    }
    free(decided);
    discard(&all);
}

static void decided_points_come_in_pairs(void **state) {
    (void)state;
    struct problem *decided;
    int count;
    read_decided("points.txt", &decided, &count);
    assert_int_equal(count, 56);
    for (int i = 0; i < count; i += 2) {
        assert_true(same_question(&decided[i], &decided[i + 1]));
        assert_true(more_points(&decided[i], &decided[i + 1]) >= POINTS_KOMI);
    }
    free(decided);
}

#define CORNER                                                                                     \
    "problem Three points\nboard 9\n. . . X O O O . O\nX X X X O O O O O\n"                        \
    "O O O O O O O . O\nO O O O O O O O O\nO O O O O O O O O\nX X X X X X X X X\n"                 \
    "X X X X X X X X X\nX . X . X X X X X\nX X X X X X X X X\nkomi 0.5\n"

/* Reads TEXT as a file; returns whether it can be read and its first problem holds. */
static bool text_holds(const char *text) {
    static const char path[] = "test_problems.txt";
    struct problem *problems;
    struct game game;
    struct failure why;
    int count;
    assert_int_equal(file_write(path, text, strlen(text), &why), STATUS_OK);
    const enum status status = problems_read(path, &problems, &count, &why);
    remove(path);
    if (status != STATUS_OK) return false;
    assert_int_equal(game_init(&game, 9, &why), STATUS_OK);
    const bool good = holds(&problems[0], &game);
    game_free(&game);
    free(problems);
    return good;
}

static void wrong_problems_are_noticed(void **state) {
    (void)state;
    static const char *const wrong[] = {
        CORNER "right B A9\n",             /* loses */
        CORNER "right B A9 B9\n",          /* one of them loses */
        CORNER "right B pass\n",           /* loses */
        CORNER "right W C9\n",             /* White's is B9 too */
        CORNER "komi 7\nright B B9\n",     /* could be a draw */
        CORNER "komi 40.5\nright B B9\n",  /* wins nothing */
        CORNER "komi -40.5\nright B B9\n", /* not alone */
        CORNER "right B B9 E9\n",          /* no point to play */
        CORNER "right B B9 Z9\n",          /* no point at all */
        CORNER "right B\n",                /* nothing */
        CORNER "right B B9\nright B B9\n", /* twice */
        CORNER "",                         /* no answer */
        CORNER "play W B9\nright B A9\n",  /* dead by then */
        CORNER "left B B9\n",              /* no statement */
        "problem Rows\nboard 3\n. .\n",    /* too short a row */
        "problem Rows\nboard 3\n. . x\n",  /* no colour */
        "problem Rows\nboard 2\n. .\n",    /* too few rows */
        CORNER "board 9\nright B B9\n",    /* two boards */
        "board 9\n",                       /* no name */
        "",                                /* nothing */
    };
    print_message("messages of problems that are wrong on purpose follow\n");
    assert_true(text_holds(CORNER "right B B9\n"));
    assert_true(text_holds(CORNER "right W B9\n"));
    assert_true(text_holds(CORNER "komi 40.5\nright B A9\nbecause a reason is not checked\n"));
    assert_true(text_holds("\xEF\xBB\xBF" CORNER "right B B9\r\n")); /* as editors save it */
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        const bool noticed = !text_holds(wrong[i]);
        if (!noticed) print_error("passes but should not: %s\n", wrong[i]);
        assert_true(noticed);
    }
}

/* A file without problems has no line that could be named. */
static void empty_files_are_noticed(void **state) {
    (void)state;
    static const char path[] = "test_problems.txt";
    struct problem *problems;
    struct failure why;
    int count;
    assert_int_equal(file_write(path, "", 0, &why), STATUS_OK);
    assert_int_equal(problems_read(path, &problems, &count, &why), STATUS_INVALID);
    assert_string_equal(why.text, "test_problems.txt: no problem in this file");
    remove(path);
}

/* What follows a zero byte would go unread. */
static void zero_bytes_are_noticed(void **state) {
    (void)state;
    static const char path[] = "test_problems.txt", text[] = CORNER "right B B9\n\0problem\n";
    struct problem *problems;
    struct failure why;
    int count;
    assert_int_equal(file_write(path, text, sizeof text - 1, &why), STATUS_OK);
    assert_int_equal(problems_read(path, &problems, &count, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "zero bytes"));
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_have_the_right_moves_that_they_name),
        cmocka_unit_test(no_problem_comes_twice),
        cmocka_unit_test(decided_kinds_are_problems),
        cmocka_unit_test(decided_points_come_in_pairs),
        cmocka_unit_test(wrong_problems_are_noticed),
        cmocka_unit_test(empty_files_are_noticed),
        cmocka_unit_test(zero_bytes_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
