#include "guzumi/go/point.h"

#include "unit.h"

#include <string.h>

#define FOR_ALL_POINTS(size, p)                                                                    \
    for (int row_##p = 0; row_##p < (size); row_##p++)                                             \
        for (int column_##p = 0, p = point_at(size, 0, row_##p); column_##p < (size);              \
             p = point_at(size, ++column_##p, row_##p))

static void numbering(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        assert_int_equal(point_at(size, 0, 0), 0);
        FOR_ALL_POINTS(size, p) {
            assert_int_equal(point_column(size, p), column_p);
            assert_int_equal(point_row(size, p), row_p);
            assert_in_range(p, 0, point_limit(size) - 1);
        }
        assert_true(point_limit(size) <= BOARD_MAX_POINTS);
    }
}

static void names_are_read_back(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) FOR_ALL_POINTS(size, p) {
            char name[5];
            int read = NO_POINT;
            assert_true(point_parse(size, point_format(size, p, name), &read));
            assert_int_equal(read, p);
        }
}

static void names_as_go_players_write_them(void **state) {
    (void)state;
    const struct {
        int size, column, row;
        const char *name;
    } known[] = {
        {9, 0, 0, "A1"},     {9, 8, 8, "J9"},     {9, 7, 0, "H1"},   {19, 3, 3, "D4"},
        {19, 15, 15, "Q16"}, {19, 18, 18, "T19"}, {19, 8, 9, "J10"}, {2, 1, 1, "B2"},
    };
    for (int i = 0; i < COUNT_OF(known); i++) {
        char name[5];
        const int p = point_at(known[i].size, known[i].column, known[i].row);
        assert_string_equal(point_format(known[i].size, p, name), known[i].name);
    }
    char name[5];
    assert_string_equal(point_format(9, PASS, name), "pass");
    assert_string_equal(point_format(9, NO_POINT, name), "none");
}

static void vertices_in_any_case(void **state) {
    (void)state;
    int p = NO_POINT;
    assert_true(point_parse(19, "q16", &p));
    assert_int_equal(p, point_at(19, 15, 15));
    assert_true(point_parse(19, "PASS", &p));
    assert_int_equal(p, PASS);
    assert_true(point_parse(19, "Pass", &p));
    assert_true(point_parse(9, "j9", &p));
    assert_int_equal(p, point_at(9, 8, 8));
}

static void what_is_no_vertex(void **state) {
    (void)state;
    const char *const bad[] = {
        "",    "A",   "1",   "A0",  "A10", "K1",  "I5", "i5",     "D-4",    "D+4",
        "D4 ", " D4", "D 4", "DD4", "D4x", "D04", "@1", "passed", "resign", "A4294967297",
    };
    for (int i = 0; i < COUNT_OF(bad); i++) {
        int p = 77;
        assert_false(point_parse(9, bad[i], &p));
        assert_int_equal(p, 77);
    }
}

static void colors(void **state) {
    (void)state;
    const char *const black[] = {"b", "B", "black", "BLACK", "Black"};
    const char *const white[] = {"w", "W", "white", "White"};
    const char *const neither[] = {"", "bl", "blackk", "empty", " b", "wh", "x"};
    enum color color = EMPTY;
    for (int i = 0; i < COUNT_OF(neither); i++) assert_false(color_parse(neither[i], &color));
    assert_int_equal(color, EMPTY);
    for (int i = 0; i < COUNT_OF(black); i++)
        assert_true(color_parse(black[i], &color) && color == BLACK);
    for (int i = 0; i < COUNT_OF(white); i++)
        assert_true(color_parse(white[i], &color) && color == WHITE);
    assert_int_equal(color_other(BLACK), WHITE);
    assert_int_equal(color_other(WHITE), BLACK);
    assert_int_equal(color_sign(BLACK), 1);
    assert_int_equal(color_sign(WHITE), -1);
    assert_int_equal(color_sign(EMPTY), 0);
    assert_string_equal(color_name(BLACK), "black");
    assert_string_equal(color_name(WHITE), "white");
}

static int distance(int size, int a, int b) {
    const int columns = point_column(size, a) - point_column(size, b);
    const int rows = point_row(size, a) - point_row(size, b);
    return columns * columns + rows * rows;
}

/* Each symmetry is a map of the board onto itself that keeps distances; no two are the same. */
static void symmetries(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        const int probe = point_at(size, 1, 0), origin = point_at(size, 0, 0);
        for (int s = 0; s < 8; s++) {
            bool hit[BOARD_MAX_POINTS] = {false};
            FOR_ALL_POINTS(size, p) {
                const int to = point_transform(size, s, p);
                assert_in_range(point_column(size, to), 0, size - 1);
                assert_in_range(to, 0, point_limit(size) - 1);
                assert_false(hit[to]);
                hit[to] = true;
                assert_int_equal(distance(size, to, point_transform(size, s, probe)),
                                 distance(size, p, probe));
                assert_int_equal(distance(size, to, point_transform(size, s, origin)),
                                 distance(size, p, origin));
                if (s == 0) assert_int_equal(to, p);
            }
            assert_int_equal(point_transform(size, s, PASS), PASS);
            for (int t = 0; t < s; t++)
                assert_false(point_transform(size, s, probe) == point_transform(size, t, probe) &&
                             point_transform(size, s, origin) == point_transform(size, t, origin));
        }
    }
}

/* POINT_FOR_EACH goes through the same points in the same order as rows and columns do. */
static void every_point_once(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        int points[BOARD_MAX_POINTS], count = 0, i = 0;
        POINT_FOR_EACH(p, size) points[count++] = p;
        assert_int_equal(count, size * size);
        FOR_ALL_POINTS(size, q) assert_int_equal(points[i++], q);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbering),
        cmocka_unit_test(names_are_read_back),
        cmocka_unit_test(names_as_go_players_write_them),
        cmocka_unit_test(vertices_in_any_case),
        cmocka_unit_test(what_is_no_vertex),
        cmocka_unit_test(colors),
        cmocka_unit_test(symmetries),
        cmocka_unit_test(every_point_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
