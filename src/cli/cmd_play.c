/* guzumi play: a game in the terminal. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include "guzumi/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The game at the table: the engine and who the human is. */
struct table {
    struct engine *engine;
    enum color human;
    bool over;    /* by two passes or resignation; `new` and `undo` go on */
    bool leaving; /* `quit`, or the end of the input */
};

static const struct game *game_of(const struct table *t) {
    return engine_game(t->engine);
}

static void draw(const struct table *t) {
    char drawing[2048];
    board_draw(&game_of(t)->board, game_last_point(game_of(t)), drawing, sizeof drawing);
    printf("\n%s\n", drawing);
}

static void say_score(struct table *t) {
    char text[16];
    printf("Score: %s\n",
           game_format_score(engine_final_score(t->engine, NULL), text, sizeof text));
}

static void end_after_two_passes(struct table *t) {
    if (game_passes(game_of(t)) < 2) return;
    t->over = true;
    printf("Two passes end the game. ");
    say_score(t);
    printf("Type new, undo or quit.\n");
}

static void show_engine_move(struct table *t, int point) {
    const enum color color = color_other(t->human);
    double chance;
    char name[5];
    struct failure why;
    printf(" %s %s", color_name(color), point_format(game_of(t)->board.size, point, name));
    if (engine_value(t->engine, color, &chance, &why) == STATUS_OK)
        printf(", its chance of winning is %.0f %%", 100 * chance);
    printf(".\n");
    draw(t);
    end_after_two_passes(t);
}

static void let_engine_move(struct table *t) {
    struct failure why;
    int point;
    printf("Guzumi thinks ...");
    fflush(stdout);
    if (engine_genmove(t->engine, color_other(t->human), &point, &why) != STATUS_OK) {
        printf(" %s\n", why.text);
        t->over = true;
    } else if (point == RESIGN) {
        printf(" and resigns. Type new, undo or quit.\n");
        t->over = true;
    } else {
        show_engine_move(t, point);
    }
}

/* Lets the engine move when it is its turn. */
static void go_on(struct table *t) {
    if (!t->over && game_of(t)->to_move != t->human) let_engine_move(t);
}

static void take_move(struct table *t, int point) {
    struct failure why;
    if (t->over) {
        printf("The game is over. Type new, undo or quit.\n");
    } else if (engine_play(t->engine, point, t->human, &why) != STATUS_OK) {
        printf("%s\n", why.text);
    } else {
        end_after_two_passes(t);
        go_on(t);
    }
}

static void do_pass(struct table *t) {
    take_move(t, PASS);
}

/* Back to the human's last turn: the engine's answer goes with the move, unless it resigned. */
static void do_undo(struct table *t) {
    const struct game *game = game_of(t);
    size_t count = 1;
    while (count <= game->count && game->moves[game->count - count].color != t->human) count++;
    if (count > game->count || !engine_undo(t->engine, count)) {
        printf("There is no move of yours to take back.\n");
        return;
    }
    t->over = false;
    draw(t);
    go_on(t);
}

static void do_new(struct table *t) {
    engine_clear(t->engine, game_of(t)->board.size);
    t->over = false;
    draw(t);
    go_on(t);
}

static void do_quit(struct table *t) {
    t->leaving = true;
}

static void do_help(struct table *t);

static const struct {
    const char *name;
    void (*run)(struct table *t);
    const char *help;
} words[] = {
    {"pass", do_pass, "leave the move to Guzumi; two passes end the game"},
    {"undo", do_undo, "take your last move back"},
    {"new", do_new, "begin another game"},
    {"score", say_score, "estimate the score"},
    {"help", do_help, "show this"},
    {"quit", do_quit, "leave"},
};
enum { WORD_COUNT = sizeof words / sizeof words[0] };

static void do_help(struct table *t) {
    (void)t;
    printf("Type a point like D4 to play there, or\n");
    for (int i = 0; i < WORD_COUNT; i++) printf("  %-6s %s\n", words[i].name, words[i].help);
}

static void take_word(struct table *t, const char *word) {
    for (int i = 0; i < WORD_COUNT; i++)
        if (text_equal_nocase(word, words[i].name)) {
            words[i].run(t);
            return;
        }
    int point;
    if (point_parse(game_of(t)->board.size, word, &point))
        take_move(t, point);
    else
        printf("That is neither a point of this board nor a command; help lists them.\n");
}

/* The line without the blanks and control characters around it. */
static const char *trim(char *line) {
    size_t length = strlen(line);
    while (length && (unsigned char)line[length - 1] <= ' ') line[--length] = 0;
    while (*line && (unsigned char)*line <= ' ') line++;
    return line;
}

static enum status play_game(struct table *t, struct failure *why) {
    char *line = NULL;
    size_t capacity = 0;
    draw(t);
    go_on(t);
    while (!t->leaving) {
        printf("%s> ", color_name(t->human));
        fflush(stdout);
        errno = 0;
        if (getline(&line, &capacity, stdin) < 0) {
            printf("\n");
            break;
        }
        const char *word = trim(line);
        if (*word) take_word(t, word);
    }
    free(line);
    return ferror(stdin) ? fail(why, STATUS_IO, "can't read the input: %s", strerror(errno))
                         : STATUS_OK;
}

/* What the command line says beside the parameters. */
struct play_settings {
    const char *color, *weights;
    int64_t size;
    double komi;
    enum color human;
};

static bool parse(int argc, char **argv, struct params *params, struct play_settings *s,
                  int *exit_code) {
    const struct option table[] = {
        {"color", OPTION_TEXT, &s->color, 0, 0, "b|w", "Your colour; black unless told otherwise."},
        {"size", OPTION_INT, &s->size, BOARD_MIN_SIZE, BOARD_MAX_SIZE, "SIZE",
         "Lines of the board, 2 to 19; 9 unless told otherwise."},
        {"komi", OPTION_REAL, &s->komi, -GAME_MAX_KOMI, GAME_MAX_KOMI, "KOMI",
         "Points for White; 7.5 unless told otherwise."},
        {"weights", OPTION_TEXT, &s->weights, 0, 0, "FILE",
         "Uses this long-term memory instead of the built-in one of its board size."},
    };
    const struct options options = {.command = "play",
                                    .summary = "Plays a game in the terminal.",
                                    .table = table,
                                    .count = sizeof table / sizeof table[0],
                                    .params = params,
                                    .positional_names = ""};
    struct options_result result;
    struct failure why;
    if (!cli_parse(&options, argc, argv, &result, exit_code)) return false;
    if (color_parse(s->color, &s->human)) return true;
    fail(&why, STATUS_INVALID, "--color: '%.60s' is neither b nor w", s->color);
    *exit_code = cli_fail(&why, EXIT_USAGE);
    return false;
}

int cmd_play(int argc, char **argv) {
    struct params params;
    params_default(&params);
    struct play_settings settings = {.color = "b", .size = 9, .komi = 7.5};
    int exit_code;
    if (!parse(argc, argv, &params, &settings, &exit_code)) return exit_code;
    struct player player;
    struct failure why;
    if (player_open(&player, &params, settings.weights, &why) != STATUS_OK)
        return cli_fail(&why, EXIT_FAILURE);
    struct table table = {.engine = player.engine, .human = settings.human};
    enum status status = engine_set_komi(table.engine, settings.komi, &why);
    if (status == STATUS_OK) engine_clear(table.engine, (int)settings.size);
    if (status == STATUS_OK) {
        printf("Guzumi %s. You are %s; type a point like D4, or help.\n", GUZUMI_VERSION,
               color_name(table.human));
        status = play_game(&table, &why);
    }
    player_close(&player);
    return status == STATUS_OK ? EXIT_SUCCESS : cli_fail(&why, EXIT_FAILURE);
}
