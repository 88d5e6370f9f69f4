/* CGOS' client, imitated line by line: a game against a random player, the engine killed in the
 * middle of it and started again while the game goes on. Each of its moves must be legal under the
 * server's rules, positional superko included. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/rng.h"
#include "guzumi/go/game.h"

#include "engine_process.h"

#include <ctype.h>
#include <stdio.h>

enum { MOST_MOVES = 160, RESTART_AT = 31 };

static const char engine[] = "gtp --seed 1 --simulations 60";

struct session {
    struct process engine;
    struct game game;
    struct rng rng;
    enum color color; /* the engine's */
    int restarts;
};

/* As the server writes a move: "c7", "pass". */
static const char *server_name(const struct session *s, int point, char name[5]) {
    point_format(s->game.board.size, point, name);
    for (char *c = name; *c; c++) *c = (char)tolower((unsigned char)*c);
    return name;
}

static char letter(int color) {
    return color == BLACK ? 'b' : 'w';
}

static void tell_move(struct session *s, struct move move) {
    char line[40], name[5];
    snprintf(line, sizeof line, "play %c %s", letter(move.color), server_name(s, move.point, name));
    process_ask(&s->engine, line, "= ");
}

static void set_up(struct session *s) {
    s->engine = process_start(engine);
    process_send(&s->engine, "list_commands\n");
    char *list = process_answer(&s->engine);
    assert_non_null(strstr(list, "\ncgos-genmove_analyze"));
    free(list);
    process_ask(&s->engine, "boardsize 9", "= ");
    process_ask(&s->engine, "komi 7.0", "= ");
    process_ask(&s->engine, "time_settings 60 0 0", "= ");
    process_ask(&s->engine, "clear_board", "= ");
    for (size_t i = 0; i < s->game.count; i++) tell_move(s, s->game.moves[i]);
}

static void crash_and_restart(struct session *s) {
    kill(s->engine.pid, SIGKILL);
    waitpid(s->engine.pid, NULL, 0);
    process_close_input(&s->engine);
    close(s->engine.from);
    free(s->engine.text);
    set_up(s);
    s->restarts++;
}

/* "=", lines, the last of them JSON on one line, "play D4". */
static int read_analysed_move(const char *answer) {
    const char *last = strrchr(answer, '\n');
    int point;
    assert_non_null(last);
    assert_int_equal(strncmp(answer, "=\n{\"winrate\":", 13), 0);
    assert_int_equal(last[-1], '}');
    assert_int_equal(strncmp(last, "\nplay ", 6), 0);
    assert_true(point_parse(9, last + 6, &point));
    const char *ownership = strstr(answer, "\"ownership\":\"");
    assert_non_null(ownership);
    assert_int_equal(strcspn(ownership + 13, "\""), 81);
    return point;
}

static void play(struct session *s, int point, enum color color) {
    struct failure why;
    char name[5];
    if (game_play(&s->game, point, color, &why) != STATUS_OK)
        fail_msg("move %zu, %s: %s", s->game.count + 1, point_format(9, point, name), why.text);
}

static void engine_move(struct session *s) {
    char line[40];
    snprintf(line, sizeof line, "time_left %c %d 0", letter((int)s->color),
             60 - (int)s->game.count / 3);
    process_ask(&s->engine, line, "= ");
    snprintf(line, sizeof line, "cgos-genmove_analyze %c\n", letter((int)s->color));
    process_send(&s->engine, line);
    char *answer = process_answer(&s->engine);
    play(s, read_analysed_move(answer), s->color);
    free(answer);
}

static void random_move(struct session *s) {
    struct bitset candidates = {{0}};
    const enum color color = color_other(s->color);
    board_candidates(&s->game.board, color, &candidates);
    BITSET_FOR_EACH(p, candidates, s->game.board.words) {
        if (!game_is_legal(&s->game, p, color)) bitset_remove(&candidates, p);
    }
    const int count = bitset_count(&candidates, s->game.board.words);
    const int point = count ? bitset_select(&candidates, s->game.board.words,
                                            (int)rng_below(&s->rng, (uint32_t)count))
                            : PASS;
    play(s, point, color);
    tell_move(s, s->game.moves[s->game.count - 1]);
}

static void play_session(enum color color) {
    struct session s = {.color = color};
    struct failure why;
    assert_int_equal(game_init(&s.game, 9, &why), STATUS_OK);
    assert_int_equal(game_set_komi(&s.game, 7.0, &why), STATUS_OK);
    rng_seed(&s.rng, 9, (uint64_t)color);
    set_up(&s);
    while (game_passes(&s.game) < 2 && s.game.count < MOST_MOVES) {
        if (s.game.count == RESTART_AT) crash_and_restart(&s);
        if (s.game.to_move == s.color)
            engine_move(&s);
        else
            random_move(&s);
    }
    assert_int_equal(s.restarts, 1);
    process_ask(&s.engine, "quit", "= ");
    process_expect_end(&s.engine, 0);
    game_free(&s.game);
}

static void test_session_as_black(void **state) {
    (void)state;
    play_session(BLACK);
}

static void test_session_as_white(void **state) {
    (void)state;
    play_session(WHITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_session_as_black),
        cmocka_unit_test(test_session_as_white),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
