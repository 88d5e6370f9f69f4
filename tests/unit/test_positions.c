/* Runs tests/positions: boards in text and what must hold of them.
 *
 * A file has comments (#), and for each position "board SIZE" (komi 0), its rows from the top (X is
 * Black's, O is White's, . is empty) and statements, one a line, in order:
 *
 *   play B D4           legal, and played          komi 6.5
 *   undo 2              takes moves back           score W+5.5       with komi, all stones alive
 *   legal B D4          candidate B D4             no-candidate B D4
 *   illegal B D4 WHY    WHY is ko, superko (no simple ko), suicide or occupied
 *   eye B D4            no-eye B D4                owner D4 empty    (or black, white)
 *   stone D4 black      chain D4 3                 liberties D4 2    stones and liberties of it
 *   captured 2          by the last move           ko D4             (or none) */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/text.h"
#include "guzumi/go/game.h"

#include "unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 4, LINE_LENGTH = 200 };

struct runner {
    struct game game;
    struct board setup; /* being read */
    int rows_left;
    int statements, wrong;
};

struct words {
    char line[LINE_LENGTH];
    const char *word[MAX_WORDS]; /* "" where there is none */
};

static void split(struct words *words, const char *line) {
    snprintf(words->line, sizeof words->line, "%s", line);
    char *at = words->line;
    for (int i = 0; i < MAX_WORDS; i++) {
        at += strspn(at, " \n");
        words->word[i] = at;
        at += strcspn(at, " \n");
        if (*at) *at++ = 0;
    }
}

static bool read_row(struct runner *r, const char *line) {
    const int size = r->setup.size, row = --r->rows_left;
    int column = 0;
    for (; *line && *line != '\n'; line++) {
        if (*line == ' ') continue;
        const char *kind = strchr("XO.", *line);
        if (!kind || column == size) return false;
        if (*kind != '.' &&
            !board_place(&r->setup, point_at(size, column, row), *kind == 'X' ? BLACK : WHITE))
            return false;
        column++;
    }
    if (row == 0) game_set_up(&r->game, &r->setup, BLACK);
    return column == size;
}

static enum color color_word(const char *word) {
    enum color color;
    return color_parse(word, &color) ? color : EMPTY;
}

static bool is_illegal(struct runner *r, int point, enum color color, const char *reason) {
    struct failure why;
    const bool on_board = board_is_legal(&r->game.board, point, color);
    if (game_is_legal(&r->game, point, color)) return false;
    if (game_play(&r->game, point, color, &why) == STATUS_OK) return false;
    if (strcmp(reason, "ko") == 0) return !on_board && strstr(why.text, "superko");
    if (strcmp(reason, "superko") == 0) return on_board && strstr(why.text, "superko");
    if (strcmp(reason, "suicide") == 0) return !on_board && strstr(why.text, "suicide");
    if (strcmp(reason, "occupied") == 0) return !on_board && strstr(why.text, "already a stone");
    return false;
}

/* Statements of the form "what COLOR POINT". */
static bool holds_of_move(struct runner *r, const char *what, enum color color, int point,
                          const char *reason) {
    struct bitset candidates;
    struct failure why;
    board_candidates(&r->game.board, color, &candidates);
    if (strcmp(what, "play") == 0) return game_play(&r->game, point, color, &why) == STATUS_OK;
    if (strcmp(what, "legal") == 0) return game_is_legal(&r->game, point, color);
    if (strcmp(what, "illegal") == 0) return is_illegal(r, point, color, reason);
    if (point < 0) return false;
    if (strcmp(what, "eye") == 0) return board_is_eye(&r->game.board, point, color);
    if (strcmp(what, "no-eye") == 0) return !board_is_eye(&r->game.board, point, color);
    if (strcmp(what, "candidate") == 0) return bitset_has(&candidates, point);
    if (strcmp(what, "no-candidate") == 0) return !bitset_has(&candidates, point);
    return false;
}

static bool is_color_or_empty(enum color color, const char *word) {
    return strcmp(word, color == EMPTY ? "empty" : color_name(color)) == 0;
}

/* Statements of the form "what POINT value". */
static bool holds_of_point(const struct board *b, const char *what, int point, const char *value) {
    struct bitset stones, liberties;
    uint8_t owner[BOARD_MAX_POINTS];
    if (strcmp(what, "stone") == 0) return is_color_or_empty(board_color(b, point), value);
    if (strcmp(what, "owner") == 0) {
        board_score_area(b, owner);
        return is_color_or_empty((enum color)owner[point], value);
    }
    if (board_color(b, point) == EMPTY) return false;
    board_chain(b, point, &stones, &liberties);
    if (strcmp(what, "chain") == 0) return bitset_count(&stones, b->words) == atoi(value);
    if (strcmp(what, "liberties") == 0) return bitset_count(&liberties, b->words) == atoi(value);
    return false;
}

/* Statements of the form "what value". */
static bool holds_of_game(struct runner *r, const char *what, const char *value) {
    struct failure why;
    char text[16];
    double komi;
    int point = NO_POINT;
    if (strcmp(what, "captured") == 0) return r->game.board.last_captured == atoi(value);
    if (strcmp(what, "undo") == 0) return game_undo(&r->game, (size_t)atoi(value));
    if (strcmp(what, "komi") == 0)
        return text_to_real(value, &komi) && game_set_komi(&r->game, komi, &why) == STATUS_OK;
    if (strcmp(what, "score") == 0)
        return strcmp(game_format_score(game_half_score(&r->game), text, sizeof text), value) == 0;
    if (strcmp(what, "ko") == 0)
        return (strcmp(value, "none") == 0 || point_parse(r->game.board.size, value, &point)) &&
               r->game.board.ko == point;
    return false;
}

static bool start_position(struct runner *r, const char *size_text) {
    int64_t size;
    struct failure why;
    if (!text_to_int(size_text, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size)) return false;
    board_init(&r->setup, (int)size);
    r->rows_left = (int)size;
    return game_set_komi(&r->game, 0, &why) == STATUS_OK;
}

static bool holds(struct runner *r, const char *line) {
    struct words words;
    int point = NO_POINT;
    const int size = r->game.board.size;
    if (r->rows_left > 0) return read_row(r, line);
    split(&words, line);
    const char *const *word = words.word;
    r->statements++;
    if (strcmp(word[0], "board") == 0) return start_position(r, word[1]);
    const enum color color = color_word(word[1]);
    if (color != EMPTY)
        return point_parse(size, word[2], &point) &&
               holds_of_move(r, word[0], color, point, word[3]);
    if (*word[2])
        return point_parse(size, word[1], &point) && point >= 0 &&
               holds_of_point(&r->game.board, word[0], point, word[2]);
    return holds_of_game(r, word[0], word[1]);
}

static void run_file(struct runner *r, const char *folder, const char *name) {
    char path[1000], line[LINE_LENGTH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        if (line[0] == '#' || line[strspn(line, " \n")] == 0) continue;
        if (holds(r, line) && board_verify(&r->game.board)) continue;
        print_error("%s:%d: does not hold: %s", name, number, line);
        r->wrong++;
    }
    fclose(file);
    assert_int_equal(r->rows_left, 0);
}

static void positions_hold(void **state) {
    (void)state;
    const char *const folder = GUZUMI_TESTS_DIR "/positions";
    struct runner runner = {.rows_left = 0};
    struct failure why;
    int files = 0;
    assert_int_equal(game_init(&runner.game, BOARD_MIN_SIZE, &why), STATUS_OK);
    DIR *all = opendir(folder);
    assert_non_null(all);
    for (struct dirent *entry; (entry = readdir(all));) {
        const char *ending = strrchr(entry->d_name, '.');
        if (!ending || strcmp(ending, ".txt") != 0) continue;
        run_file(&runner, folder, entry->d_name);
        files++;
    }
    closedir(all);
    game_free(&runner.game);
    print_message("%d statements in %d files\n", runner.statements, files);
    assert_true(runner.statements > 100);
    assert_int_equal(runner.wrong, 0);
}

/* Wrong statements are noticed. */
static void the_runner_can_fail(void **state) {
    (void)state;
    static const char *const setup[] = {"board 2", "X .", ". ."};
    static const char *const wrong[] = {
        "legal B A2",
        "illegal B A1 ko",
        "illegal W A2 suicide",
        "eye B B1",
        "chain A2 2",
        "liberties A2 1",
        "stone A2 white",
        "owner A1 empty",
        "score B+3",
        "captured 1",
        "no-candidate B B1",
        "nonsense",
        "undo 1",
        "ko A1",
        "play W A2",
        "legal B C3",
    };
    struct runner r = {.rows_left = 0};
    struct failure why;
    assert_int_equal(game_init(&r.game, BOARD_MIN_SIZE, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(setup); i++) assert_true(holds(&r, setup[i]));
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        const bool noticed = !holds(&r, wrong[i]);
        if (!noticed) print_error("passes but should not: %s\n", wrong[i]);
        assert_true(noticed);
    }
    assert_true(holds(&r, "score B+4"));
    game_free(&r.game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_hold),
        cmocka_unit_test(the_runner_can_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
