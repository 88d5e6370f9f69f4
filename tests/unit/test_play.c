/* The game in the terminal: through pipes, and on a pseudo-terminal for colours and Ctrl-C. */
#define _XOPEN_SOURCE 700
#include "guzumi/go/sgf.h"

#include "unit.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_OUTPUT = 1 << 17, PATIENCE_MS = 120000 };

#define give_up(...) (print_error(__VA_ARGS__), assert_true(false))

static void write_text(const char *path, const char *text) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static bool text_is(const char *path, const char *text) {
    char found[100];
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    found[fread(found, 1, sizeof found - 1, in)] = 0;
    fclose(in);
    return strcmp(found, text) == 0;
}

/* Plays with ARGUMENTS and INPUT (printf's escapes) and returns the output, to be freed. */
static char *play(const char *arguments, const char *input) {
    char command[1000];
    char *output = malloc(MAX_OUTPUT);
    assert_non_null(output);
    snprintf(command, sizeof command, "printf '%s' | '%s' play --seed 1 --simulations 10 %s 2>&1",
             input, GUZUMI_EXECUTABLE, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, MAX_OUTPUT - 1, pipe)] = 0;
    assert_int_equal(pclose(pipe), 0);
    return output;
}

static void expect_in(const char *output, const char *text) {
    if (!strstr(output, text)) give_up("'%s' is not in:\n%s", text, output);
}

static void expect(const char *arguments, const char *input, const char *text) {
    char *output = play(arguments, input);
    expect_in(output, text);
    free(output);
}

static void pipes_have_no_colors(void **state) {
    (void)state;
    char *output = play("--size 3", "B2\\nvalues\\nhint\\nquit\\n");
    assert_null(strchr(output, '\033'));
    free(output);
    expect("--size 3 --style color", "quit\\n", "\033[30;43m . . . \033[0m");
}

static void words(void **state) {
    (void)state;
    expect("--size 5", "help\\nquit\\n", "save FILE  write the game as SGF");
    expect("--size 5", "quit now\\nquit\\n", "Unknown point or command");
    expect("--size 5", "D4 D5\\nquit\\n", "Unknown point or command");
    expect("--size 5", "values\\nquit\\n", "after each move of black");
    expect("--size 5", "hint\\nquit\\n", ": win rate ");
    expect("--size 5", "save\\nquit\\n", "Type save and a file name.");
    expect("--size 5", "save /nonexistent/file\\nquit\\n", "/nonexistent/file");
    expect("--size 5", "resign\\nC3\\nquit\\n", "Black resigns. The result is W+R.");
    expect("--size 5", "resign\\nC3\\nquit\\n", "The game is over.");
    expect("--size 5", "?\\nquit\\n", "load FILE  continue a game");
    expect("--size 5", "hint\\nquit\\n", "Guzumi would play ");
    expect("--size 5", "resume\\nquit\\n", "The game is not over.");
    expect("--size 5", "load\\nquit\\n", "Type load and a file name.");
    expect("--size 5", "load /nonexistent/file\\nquit\\n", "/nonexistent/file");
}

static double told_chance(const char *arguments) {
    static const char before[] = "its win rate is ";
    char *output = play(arguments, "");
    expect_in(output, before);
    const double chance = strtod(strstr(output, before) + strlen(before), NULL);
    free(output);
    return chance;
}

/* Komi decides these games, which only a search knows. */
static void the_chance_is_that_of_the_search(void **state) {
    (void)state;
    assert_true(told_chance("--size 5 --color white --komi -50") > 95);
    assert_true(told_chance("--size 5 --color white --komi 50") < 5);
}

static void who_plays(void **state) {
    (void)state;
    expect("--size 5 --color white", "", "Guzumi thinks ... black");
    char *output = play("--size 5 --color both", "C3\\nC4\\nundo\\nshow\\nB2\\n");
    assert_null(strstr(output, "Guzumi thinks"));
    expect_in(output, "white> \n"); /* undo took back White's move alone */
    expect_in(output, " 3 . . X . .  3\n 2 .(O). . .  2\n");
    free(output);
    output = play("--size 2 --color none", "");
    expect_in(output, "Two passes end the game. The result is ");
    assert_null(strchr(output, '>'));
    free(output);
}

static void two_passes(void **state) {
    (void)state;
    char *output = play("--size 5 --color both --komi 0.5", "C3\\npass\\npass\\nB2\\nundo\\nB2\\n");
    expect_in(output, "Two passes end the game. The result is B+24.5.");
    expect_in(output, "The game is over.");
    expect_in(output, " 2 .(X). . .  2\n"); /* after the undo it was Black's turn again */
    free(output);
}

/* Black's stone at E2 is dead. */
static void the_count(void **state) {
    (void)state;
    char *output =
        play("--size 5 --color both --komi 0.5",
             "B1\\nC1\\nB2\\nC2\\nB3\\nC3\\nB4\\nC4\\nB5\\nC5\\nE2\\nscore\\npass\\npass\\n"
             "score\\nhint\\n");
    expect_in(output, " 3 b X O w w  3\n 2 b X O w x  2\n");
    expect_in(output, "Black: 5 stones and 5 points of territory, 10.\n"
                      "White: 5 stones, 10 points of territory and 0.5 for the komi, 15.5.\n");
    expect_in(output, "Estimated final score: ");
    expect_in(output, "If the game ended here: W+5.5.\n");
    expect_in(output, "The score: W+5.5.\n");
    expect_in(strstr(output, "The score:"), "\n> The game is over.");
    assert_null(strstr(strstr(output, "The score:"), "black>"));
    free(output);
}

static void going_on(void **state) {
    (void)state;
    char *output =
        play("--size 5 --color both", "C3\\npass\\npass\\nresume\\nB2\\nresign\\nresume\\n");
    expect_in(strstr(output, "The result is"), " 2 .(O). . .  2\n");
    expect_in(strstr(output, "Black resigns."), "\nblack> \n");
    free(output);
}

/* Nothing that is there is replaced unless that was wanted; what this game wrote is its own. */
static void files(void **state) {
    (void)state;
    remove("test_play_files.sgf");
    expect("--size 5 --color both",
           "C3\\nsave test_play_files.sgf\\nB2\\nsave test_play_files.sgf\\n",
           "white> Saved in test_play_files.sgf.\nwhite> ");
    char *output = play("--size 7 --color both", "save test_play_files.sgf\\nshow\\n"
                                                 "load test_play_files.sgf\\n");
    expect_in(output, "test_play_files.sgf exists. Type yes to replace it.\n"
                      "black> Not saved.\n");
    expect_in(output, " 2 .(O). . .  2\n");
    free(output);
    expect("--size 7 --color both", "save test_play_files.sgf\\nyes\\n",
           "black> Saved in test_play_files.sgf.");
    expect("--size 5 --color both", "load test_play_files.sgf\\n", " 7 . . . . . . .  7");
    remove("test_play_files.sgf");
}

static void settings_of_new_games(void **state) {
    (void)state;
    expect("--size 5 --color both", "size 3\\nB2\\n", "> \n   A B C\n 3 . . .  3\n");
    char *output =
        play("--size 5 --color both", "C3\\nsize 7\\nhandicap 3\\nboard\\nnew\\nkomi\\n");
    expect_in(output, "The next game will be on 7x7; type new to start it.\n");
    expect_in(output, "7x7 with 3 handicap stones; type new");
    expect_in(output, " 3 . .(X). .  3\n");
    expect_in(strstr(output, "handicap stones; "), "\n 5 . . X . X . .  5\n");
    expect_in(output, "White gets 0.5 points of komi.\n");
    free(output);
    output =
        play("--size 9 --color both", "komi 6.5\\nE5\\nkomi 5\\nnew\\nkomi\\nkomi x\\nkomi 999\\n");
    expect_in(output, "White gets 6.5 points of komi.\n");
    expect_in(strstr(output, "gets 5 points"), "White gets 5 points of komi.\n");
    expect_in(output, "Type komi and a number such as 6.5.\n");
    expect_in(output, "komi");
    free(output);
    expect("--size 5", "level\\n", "Guzumi plays at level 10 of 10.\n");
    expect("--size 5", "level 2\\n", "Guzumi plays at level 2 of 10.\n");
    expect("--size 5", "level 11\\n", "level: '11' is not a whole number from 1 to 10");
    expect("--size 5", "size\\n", "The board is 5x5.\n");
    expect("--size 5", "size 20\\n", "Type size and a number from 2 to 19.\n");
    expect("--size 9 --handicap 5 --color both", "size 8\\n", "5 handicap stones don't fit 8;");
    expect("--size 9 --handicap 5", "handicap\\n", "The handicap is 5.\n");
    expect("--size 9", "handicap 1\\n", "handicap: a 9x9 board takes 2 to 9 stones, not 1");
    expect("--size 9", "handicap x\\n", "Type handicap and a number from 2 to 9, or 0 for none.\n");
}

static void says_what_it_did(void **state) {
    (void)state;
    remove("test_play_load.sgf");
    char *output = play("--size 7 --color both --komi 3",
                        "C3\\nE5\\nundo\\nF6\\npass\\nsave test_play_load.sgf\\n");
    expect_in(output, "Took back white E5.\n");
    free(output);
    static const char loaded[] = "Loaded test_play_load.sgf: 7x7, komi 3, 3 moves.\n"
                                 "It is white's turn; you play white.\n";
    expect("--size 5 --color both", "load test_play_load.sgf\\n", loaded);
    expect("--load test_play_load.sgf --color both", "D4\\n", loaded);
    expect("--load test_play_load.sgf --color both", "D4\\n", " 4 . . .(O). . .  4\n");
    expect("--load test_play_load.sgf", "", "It is white's turn; Guzumi plays white.\n");
    expect("--load test_play_load.sgf --komi 9 --color both", "komi\\n", "gets 9 points");
    expect("--size 9", "i5\\n", "Boards have no column I: J follows H. Did you mean J5?\n");
    expect("--size 9", "C3\\nundo\\n", ", black C3.\n");
    remove("test_play_load.sgf");
}

/* A new game has the komi that was wanted, whatever the loaded one had. */
static void new_after_load(void **state) {
    (void)state;
    remove("test_play_new.sgf");
    expect("--size 5 --color both --komi 0.5", "save test_play_new.sgf\n", "Saved");
    expect("--size 5 --color both", "load test_play_new.sgf\nscore\n", "0.5 for the komi");
    expect("--size 5 --color both", "load test_play_new.sgf\nnew\nscore\n", "7.5 for the komi");
    expect("--size 9 --handicap 9 --color both", "load test_play_new.sgf\nnew\nscore\n",
           "new: a 5x5 board has no points for it");
    remove("test_play_new.sgf");
}

/* The same by territory. */
static void the_count_by_territory(void **state) {
    (void)state;
    char *output =
        play("--size 5 --rules japanese --color both --komi 0.5",
             "B1\\nC1\\nB2\\nC2\\nB3\\nC3\\nB4\\nC4\\nB5\\nC5\\nE2\\npass\\npass\\nscore\\n");
    expect_in(output, "Two passes end the game. The result is W+6.5.");
    expect_in(output, "Black: 0 prisoners and 5 points of territory, 5.\n"
                      "White: 1 prisoner, 10 points of territory and 0.5 for the komi, 11.5.\n");
    expect_in(output, "The score: W+6.5.\n");
    free(output);
}

/* What belongs to nobody looks as it does in the game. */
static void the_count_of_one(void **state) {
    (void)state;
    char *output = play("--size 9 --color both", "E5\\nE6\\nscore\\n");
    expect_in(output, "Black: 1 stone and 0 points of territory, 1.\n"
                      "White: 1 stone, 0 points of territory and 7.5 for the komi, 8.5.\n");
    expect_in(output, " 3 . . + . . . + . .  3\n"
                      " 2 . . . . . . . . .  2\n"
                      " 1 . . . . . . . . .  1\n"
                      "   A B C D E F G H J\n\nb, w: territory");
    free(output);
}

/* Longer than a terminal is wide. */
static void no_line_is_long(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        char *output = play(i ? "--size 19" : "--size 9",
                            i ? "?\\nE5\\nvalues\\nhint\\nload x\\nresign\\nhint\\n"
                              : "?\\nE5\\nvalues\\nhint\\nscore\\nload x\\nresign\\nhint\\n");
        for (char *line = strtok(output, "\n"); line; line = strtok(NULL, "\n"))
            if (strlen(line) > 79) give_up("%zu columns: %s", strlen(line), line);
        free(output);
    }
}

static void star_points(void **state) {
    (void)state;
    expect("--size 9", "", " 3 . . + . . . + . .  3\n");
    expect("--size 9", "", " 5 . . . . + . . . .  5\n");
    expect("--size 19", "", "10 . . . + . . . . . + . . . . . + . . .  10\n");
    expect("--size 13", "", " 7 . . . . . . + . . . . . .  7\n");
    char *output = play("--size 5", "");
    assert_null(strchr(output, '+'));
    free(output);
}

static void handicap(void **state) {
    (void)state;
    remove("test_play.sgf");
    char *output = play("--size 9 --handicap 2 --color both --save test_play.sgf", "");
    expect_in(output, " 7 . . + . . . X . .  7\n");
    expect_in(output, "white> ");
    free(output);
    struct sgf *sgf;
    struct failure why;
    assert_int_equal(sgf_load(&sgf, "test_play.sgf", &why), STATUS_OK);
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "HA", 0), "2");
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "KM", 0), "0.5");
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "GC", 0), "Seed 1");
    sgf_free(sgf);
    remove("test_play.sgf");
}

/* ARGUMENTS are refused before a game, with TEXT. */
static void expect_refusal(const char *arguments, const char *text) {
    char command[1000], output[1000];
    snprintf(command, sizeof command, "'%s' play %s </dev/null 2>&1", GUZUMI_EXECUTABLE, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = 0;
    assert_int_not_equal(pclose(pipe), 0);
    if (strncmp(output, "guzumi: ", 8) != 0) give_up("a game began: %s", output);
    expect_in(output, text);
}

static void refusals(void **state) {
    (void)state;
    expect_refusal("--handicap 1", "--handicap: '1' is not a whole number from 2 to 9");
    expect_refusal("--handicap 10", "--handicap: '10' is not a whole number from 2 to 9");
    expect_refusal("--handicap 9 --size 8", "a 8x8 board takes 2 to 4 stones, not 9");
    expect_refusal("--handicap 2 --size 5", "a 5x5 board has no points for it");
    expect_refusal("--komi 7.3", "--komi: 7.3 is not a whole or half number");
    expect_refusal("--load x.sgf --size 9", "--load: the record has a size and a handicap");
    expect_refusal("--load x.sgf --handicap 2", "omit --handicap");
    expect_refusal("--load /nonexistent/file", "/nonexistent/file");
    expect_refusal("--save \"\"", "can't write a file with an empty name");
    expect_refusal("--save /nonexistent/file", "can't write /nonexistent/file: ");
    expect_refusal("--save /", "can't write /: it is a directory");
    write_text("test_play_kept.sgf", "kept");
    expect_refusal("--save test_play_kept.sgf",
                   "--save: test_play_kept.sgf exists; remove it or name another file");
    assert_true(text_is("test_play_kept.sgf", "kept"));
    remove("test_play_kept.sgf");
    expect("--size 3 --save /dev/null", "quit\\n", "black> ");
}

static void saving(void **state) {
    (void)state;
    remove("test_play.sgf");
    expect("--size 5 --color both", "C3\\nB2\\nresign\\nsave test_play.sgf\\n",
           "Saved in test_play.sgf.");
    struct sgf *sgf;
    struct game game;
    struct failure why;
    assert_int_equal(sgf_load(&sgf, "test_play.sgf", &why), STATUS_OK);
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "RE", 0), "W+R");
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "PB", 0), "Human");
    assert_int_equal(game_init(&game, 9, &why), STATUS_OK);
    assert_int_equal(sgf_to_game(sgf, SGF_ALL_MOVES, &game, &why), STATUS_OK);
    assert_int_equal(game.count, 2);
    assert_int_equal(board_color(&game.board, point_at(5, 1, 1)), WHITE);
    game_free(&game);
    sgf_free(sgf);
    remove("test_play.sgf");
}

/* --- on a terminal --- */

struct terminal {
    pid_t pid;
    int master;
    char output[MAX_OUTPUT];
    size_t length;
};

static void become(const char *slave, const char *environment, char **argv) {
    setsid();
    const int fd = open(slave, O_RDWR); /* and so the controlling terminal */
    if (fd < 0) _exit(127);
    dup2(fd, STDIN_FILENO), dup2(fd, STDOUT_FILENO), dup2(fd, STDERR_FILENO);
    putenv((char *)(uintptr_t) "TERM=xterm");
    putenv((char *)(uintptr_t)environment);
    execv(argv[0], argv);
    _exit(127);
}

/* Starts the executable on a pseudo-terminal, to SAVE unless that is NULL; false where there is
 * none. */
static bool start(struct terminal *t, const char *environment, const char *simulations,
                  const char *save) {
    char *argv[] = {(char *)(uintptr_t)GUZUMI_EXECUTABLE,
                    "--size",
                    "3",
                    "--simulations",
                    (char *)(uintptr_t)simulations,
                    save ? "--save" : NULL,
                    (char *)(uintptr_t)save,
                    NULL};
    t->length = 0;
    t->master = posix_openpt(O_RDWR | O_NOCTTY);
    if (t->master < 0 || grantpt(t->master) != 0 || unlockpt(t->master) != 0) return false;
    const char *slave = ptsname(t->master);
    assert_non_null(slave);
    t->pid = fork();
    assert_true(t->pid >= 0);
    if (t->pid == 0) become(slave, environment, argv);
    return true;
}

/* Reads more; false at the end. */
static bool read_more(struct terminal *t) {
    struct pollfd fd = {.fd = t->master, .events = POLLIN};
    if (poll(&fd, 1, PATIENCE_MS) != 1) give_up("nothing came for two minutes");
    const ssize_t count = read(t->master, t->output + t->length, MAX_OUTPUT - 1 - t->length);
    if (count <= 0) return false;
    t->length += (size_t)count;
    t->output[t->length] = 0;
    return true;
}

static void wait_for(struct terminal *t, const char *text) {
    while (!t->length || !strstr(t->output, text))
        if (!read_more(t)) give_up("it ended without '%s'", text);
}

static void type(struct terminal *t, const char *text) {
    t->length = 0;
    assert_int_equal(write(t->master, text, strlen(text)), (ssize_t)strlen(text));
}

static void expect_exit(struct terminal *t, int exit_code) {
    int status;
    while (read_more(t)) continue;
    assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), exit_code);
    close(t->master);
}

static void expect_end(struct terminal *t) {
    expect_exit(t, 0);
}

static void terminal_has_colors(void **state) {
    static const struct {
        const char *environment;
        bool colors;
    } cases[] = {{"NO_COLOR=", true}, {"NO_COLOR=1", false}, {"TERM=dumb", false}};
    static struct terminal t;
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        if (!start(&t, cases[i].environment, "10", NULL)) skip();
        wait_for(&t, "black> ");
        assert_int_equal(strstr(t.output, "\033[30;43m") != NULL, cases[i].colors);
        type(&t, "quit\n");
        expect_end(&t);
    }
}

static void interrupt_at_the_prompt(void **state) {
    static struct terminal t;
    (void)state;
    if (!start(&t, "NO_COLOR=1", "10", NULL)) skip();
    wait_for(&t, "black> ");
    type(&t, "\003");
    expect_end(&t);
}

/* Asked for a file that is there, ANSWER ends in EXIT_CODE, the file replaced if that is 0. */
static void answer_whether_to_replace(const char *answer, int exit_code) {
    static struct terminal t;
    write_text("test_play_asked.sgf", "kept");
    if (!start(&t, "NO_COLOR=1", "10", "test_play_asked.sgf")) skip();
    wait_for(&t, "test_play_asked.sgf exists. Type yes to replace it.\r\n\r> ");
    type(&t, answer);
    if (exit_code == 0) {
        wait_for(&t, "black> ");
        type(&t, "quit\n");
    }
    expect_exit(&t, exit_code);
    assert_int_equal(text_is("test_play_asked.sgf", "kept"), exit_code != 0);
    remove("test_play_asked.sgf");
}

static void a_file_is_replaced_if_allowed(void **state) {
    (void)state;
    answer_whether_to_replace("yes\n", 0);
    answer_whether_to_replace("no\n", 1);
    answer_whether_to_replace("E5\n", 1);
    answer_whether_to_replace("\003", 1);
    answer_whether_to_replace("\004", 1);
}

/* Ctrl-C while Guzumi thinks makes it move. */
static void interrupt_of_a_search(void **state) {
    static struct terminal t;
    (void)state;
    if (!start(&t, "NO_COLOR=1", "100000000000", NULL)) skip();
    wait_for(&t, "black> ");
    type(&t, "A1\n");
    wait_for(&t, "Guzumi thinks ...");
    type(&t, "\003");
    wait_for(&t, "white ");
    wait_for(&t, "black> ");
    type(&t, "\004");                              /* the end of the input */
    wait_for(&t, "save FILE first.\r\n\rblack> "); /* from here on the keys are ours */
    type(&t, "\004");
    expect_end(&t);
}

static void lines_are_edited_on_a_terminal(void **state) {
    static struct terminal t;
    (void)state;
    if (!start(&t, "NO_COLOR=1", "10", NULL)) skip();
    wait_for(&t, "black> ");
    type(&t, "hlp\033[D\033[De\r");
    wait_for(&t, "Type a point like D4");
    wait_for(&t, "quits.\r\n\rblack> ");
    type(&t, "board\n");
    wait_for(&t, "1 . . .  1\r\n\r\n\rblack> ");
    type(&t, "\033[A\033[A\r"); /* up to "help" */
    wait_for(&t, "quits.\r\n\rblack> ");
    type(&t, "\004");
    expect_end(&t);
}

/* Neither a person's wish to leave nor Ctrl-C loses a game that isn't saved. */
static void an_unsaved_game_is_not_lost(void **state) {
    static struct terminal t;
    (void)state;
    remove("test_play_kept.sgf");
    if (!start(&t, "NO_COLOR=1", "10", NULL)) skip();
    wait_for(&t, "black> ");
    type(&t, "B2\n");
    wait_for(&t, "\n\rblack> ");
    static const char *const ways[] = {"quit\n", "\003", "\004"};
    for (int i = 0; i < COUNT_OF(ways); i++) {
        type(&t, ways[i]);
        wait_for(&t, "This game is not saved. Type yes to quit, or save FILE first.\r\n\rblack> ");
        type(&t, "no\n");
        wait_for(&t, "no\033[K\r\033[9C\r\n\rblack> ");
    }
    type(&t, "new\n");
    wait_for(&t, "Type yes to start a new one");
    type(&t, "save test_play_kept.sgf\n");
    wait_for(&t, "Saved in test_play_kept.sgf.");
    type(&t, "quit\n");
    expect_end(&t);
    remove("test_play_kept.sgf");
}

static void an_unsaved_game_may_be_left(void **state) {
    static const char *const answers[] = {"yes\n", "quit\n", "\003"};
    static struct terminal t;
    (void)state;
    for (int i = 0; i < COUNT_OF(answers); i++) {
        if (!start(&t, "NO_COLOR=1", "10", NULL)) skip();
        wait_for(&t, "black> ");
        type(&t, "B2\n");
        wait_for(&t, "\n\rblack> ");
        type(&t, "quit\n");
        wait_for(&t, "save FILE first.\r\n\rblack> ");
        type(&t, answers[i]);
        if (i == 1) {
            wait_for(&t, "Type yes to quit");
            type(&t, "yes\n");
        }
        expect_end(&t);
    }
}

/* The columns that LINE takes, without escape sequences. */
static int width_of(const char *line) {
    int width = 0;
    for (; *line && *line != '\r'; line++) {
        if (*line == '\033')
            line += strcspn(line, "mCK");
        else
            width++;
    }
    return width;
}

static void a_narrow_terminal_is_enough(void **state) {
    static const struct winsize narrow = {.ws_row = 30, .ws_col = 40};
    static struct terminal t;
    (void)state;
    if (!start(&t, "NO_COLOR=1", "10", NULL)) skip();
    wait_for(&t, "black> ");
    assert_int_equal(ioctl(t.master, TIOCSWINSZ, &narrow), 0);
    type(&t, "?\nscore\nsize 19\nvalues\nE5\nvalues\nhint\nhelp\nnew\nyes\nquit\n");
    while (read_more(&t)) continue;
    expect_in(t.output, "   A B C D E F G H J K L M N O P Q R S T\r\n");
    for (char *line = strtok(t.output, "\n"); line; line = strtok(NULL, "\n"))
        if (width_of(line) > 40 && !strstr(line, "\r\033["))
            give_up("%d columns: %s", width_of(line), line);
    expect_end(&t);
}

/* --- signals that come before a wait --- */

/* The program between two pipes. Its output ends in T's master; OUT is where it writes that. */
struct piped {
    struct terminal t;
    int in, out;
};

/* SAVE: a file, or NULL. */
static void start_piped(struct piped *p, const char *save) {
    int in[2], out[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    p->t.length = 0;
    p->t.pid = fork();
    assert_true(p->t.pid >= 0);
    if (p->t.pid == 0) {
        dup2(in[0], STDIN_FILENO), dup2(out[1], STDOUT_FILENO);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execl(GUZUMI_EXECUTABLE, GUZUMI_EXECUTABLE, "play", "--size", "3", "--simulations",
              "100000000000", save ? "--save" : NULL, save, NULL);
        _exit(127);
    }
    p->t.master = out[0];
    p->in = in[1];
    p->out = out[1];
    close(in[0]);
}

/* Fills the pipe that the program writes to, so that it stops at its next word. */
static void stop_up(const struct piped *p) {
    char dots[512];
    const int flags = fcntl(p->out, F_GETFL);
    memset(dots, '.', sizeof dots);
    fcntl(p->out, F_SETFL, flags | O_NONBLOCK);
    while (write(p->out, dots, sizeof dots) > 0) continue;
    while (write(p->out, dots, 1) > 0) continue;
    fcntl(p->out, F_SETFL, flags);
}

/* Waits until the program has read all that it was sent. */
static void wait_until_read(const struct piped *p) {
    int left = 1;
    while (left) assert_int_equal(ioctl(p->in, FIONREAD, &left), 0), sched_yield();
}

/* A Ctrl-C that comes after LINE was read and before the wait that follows it, which the program
 * can't reach because its output is stopped up. */
static void interrupt_behind(struct piped *p, const char *line) {
    start_piped(p, NULL);
    wait_for(&p->t, "black> ");
    stop_up(p);
    assert_int_equal(write(p->in, line, strlen(line)), (ssize_t)strlen(line));
    wait_until_read(p);
    kill(p->t.pid, SIGINT);
    p->t.length = 0;
    close(p->out); /* the reading of the output can end now */
}

static void interrupt_before_the_prompt(void **state) {
    static struct piped p;
    (void)state;
    interrupt_behind(&p, "show\n");
    expect_end(&p.t);
    close(p.in);
}

static void interrupt_before_a_search(void **state) {
    static struct piped p;
    (void)state;
    interrupt_behind(&p, "A1\n");
    wait_for(&p.t, " white ");
    wait_for(&p.t, "black> ");
    kill(p.t.pid, SIGINT);
    expect_end(&p.t);
    close(p.in);
}

static void interrupt_of_a_hint(void **state) {
    static struct piped p;
    (void)state;
    interrupt_behind(&p, "hint\n");
    wait_for(&p.t, ": win rate ");
    wait_for(&p.t, "black> ");
    kill(p.t.pid, SIGINT);
    expect_end(&p.t);
    close(p.in);
}

/* Who is told to end while Guzumi thinks ends, and nothing is lost. */
static void an_end_saves_the_game(void **state) {
    static const int signals[] = {SIGTERM, SIGHUP};
    static struct piped p;
    (void)state;
    signal(SIGHUP, SIG_DFL); /* or the tests' own nohup would count */
    for (int i = 0; i < COUNT_OF(signals); i++) {
        struct sgf *sgf;
        struct failure why;
        remove("test_play_end.sgf");
        start_piped(&p, "test_play_end.sgf");
        wait_for(&p.t, "black> ");
        assert_int_equal(write(p.in, "A1\n", 3), 3);
        wait_for(&p.t, "Guzumi thinks ...");
        kill(p.t.pid, signals[i]);
        close(p.out);
        expect_end(&p.t);
        close(p.in);
        assert_int_equal(sgf_load(&sgf, "test_play_end.sgf", &why), STATUS_OK);
        sgf_free(sgf);
        remove("test_play_end.sgf");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipes_have_no_colors),
        cmocka_unit_test(words),
        cmocka_unit_test(the_chance_is_that_of_the_search),
        cmocka_unit_test(who_plays),
        cmocka_unit_test(two_passes),
        cmocka_unit_test(the_count),
        cmocka_unit_test(the_count_by_territory),
        cmocka_unit_test(the_count_of_one),
        cmocka_unit_test(going_on),
        cmocka_unit_test(settings_of_new_games),
        cmocka_unit_test(says_what_it_did),
        cmocka_unit_test(new_after_load),
        cmocka_unit_test(files),
        cmocka_unit_test(no_line_is_long),
        cmocka_unit_test(star_points),
        cmocka_unit_test(handicap),
        cmocka_unit_test(saving),
        cmocka_unit_test(refusals),
        cmocka_unit_test(terminal_has_colors),
        cmocka_unit_test(interrupt_at_the_prompt),
        cmocka_unit_test(a_file_is_replaced_if_allowed),
        cmocka_unit_test(lines_are_edited_on_a_terminal),
        cmocka_unit_test(an_unsaved_game_is_not_lost),
        cmocka_unit_test(an_unsaved_game_may_be_left),
        cmocka_unit_test(a_narrow_terminal_is_enough),
        cmocka_unit_test(interrupt_of_a_search),
        cmocka_unit_test(interrupt_before_the_prompt),
        cmocka_unit_test(interrupt_before_a_search),
        cmocka_unit_test(interrupt_of_a_hint),
        cmocka_unit_test(an_end_saves_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
