/* The game in the terminal, on a pseudo-terminal: colours, keys and Ctrl-C. */
#define _XOPEN_SOURCE 700
#include "guzumi/go/sgf.h"

#include "play_output.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 120000 };

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
    write_text("terminal_asked.sgf", "kept");
    if (!start(&t, "NO_COLOR=1", "10", "terminal_asked.sgf")) skip();
    wait_for(&t, "terminal_asked.sgf exists. Type yes to replace it.\r\n\r> ");
    type(&t, answer);
    if (exit_code == 0) {
        wait_for(&t, "black> ");
        type(&t, "quit\n");
    }
    expect_exit(&t, exit_code);
    assert_int_equal(text_is("terminal_asked.sgf", "kept"), exit_code != 0);
    remove("terminal_asked.sgf");
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
    remove("terminal_kept.sgf");
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
    type(&t, "save terminal_kept.sgf\n");
    wait_for(&t, "Saved in terminal_kept.sgf.");
    type(&t, "quit\n");
    expect_end(&t);
    remove("terminal_kept.sgf");
}

static void make_folder(void) {
    rmdir("terminal_gone");
    assert_int_equal(mkdir("terminal_gone", 0777), 0);
}

/* The folder of --save is gone at the end. */
static void a_failed_save_loses_nothing(void **state) {
    static const char *const ways[] = {"quit\n", "\003", "\004"};
    static struct terminal t;
    (void)state;
    for (int i = 0; i < COUNT_OF(ways); i++) {
        struct sgf *sgf;
        struct failure why;
        remove("terminal_other.sgf");
        make_folder();
        if (!start(&t, "NO_COLOR=1", "10", "terminal_gone/game.sgf")) skip();
        wait_for(&t, "black> ");
        type(&t, "B2\n");
        wait_for(&t, "\n\rblack> ");
        assert_int_equal(rmdir("terminal_gone"), 0);
        type(&t, ways[i]);
        wait_for(&t, "can't write terminal_gone/game.sgf: ");
        wait_for(&t, "Type save and another file name, or quit.\r\n\rblack> ");
        type(&t, "quit\n");
        wait_for(&t, "This game is not saved.");
        wait_for(&t, "\n\rblack> ");
        type(&t, "save terminal_other.sgf\n");
        wait_for(&t, "Saved in terminal_other.sgf.\r\n\rblack> ");
        type(&t, ways[i]);
        expect_end(&t);
        assert_int_equal(sgf_load(&sgf, "terminal_other.sgf", &why), STATUS_OK);
        sgf_free(sgf);
    }
    remove("terminal_other.sgf");
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

/* Draws 19x19 twice on a terminal of COLUMNS, and types WORD. */
static void draw_on(struct terminal *t, int columns, const char *word) {
    const struct winsize size = {.ws_row = 30, .ws_col = (unsigned short)columns};
    if (!start(t, "NO_COLOR=1", "10", NULL)) skip();
    wait_for(t, "black> ");
    assert_int_equal(ioctl(t->master, TIOCSWINSZ, &size), 0);
    char words[60];
    snprintf(words, sizeof words, "size 19\nboard\n%s\nquit\n", word);
    type(t, words);
    while (read_more(t)) continue;
    expect_end(t);
}

/* Between the letters and the board there is no empty line, whatever is left out. */
static void the_letters_stand_on_the_board(void **state) {
    static struct terminal t;
    (void)state;
    for (int columns = 36; columns <= 46; columns++) {
        draw_on(&t, columns, "");
        char *letters = strstr(t.output, "   A B C D E F G");
        assert_non_null(letters);
        if (strncmp(strchr(letters, '\n'), "\n19 . .", 7) != 0)
            give_up("%d columns: %s", columns, letters);
        const char *told = strstr(t.output, "points on the right");
        assert_int_equal(told != NULL, columns < 40);
        if (told) assert_null(strstr(told + 1, "points on the right"));
    }
    draw_on(&t, 36, "score"); /* which has the letters below as well */
    char *counted = strstr(t.output, "b, w: territory");
    assert_non_null(counted);
    *counted = 0;
    assert_int_equal(width_of(strrchr(t.output, 'A') - 3), 36);
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

/* A termination request during a search ends the program, and nothing is lost. */
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

/* Through a pipe nobody could name another file. */
static void a_failed_save_through_a_pipe(void **state) {
    static struct piped p;
    (void)state;
    make_folder();
    start_piped(&p, "terminal_gone/game.sgf");
    wait_for(&p.t, "black> ");
    assert_int_equal(rmdir("terminal_gone"), 0);
    assert_int_equal(write(p.in, "quit\n", 5), 5);
    close(p.out);
    expect_exit(&p.t, 1);
    close(p.in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminal_has_colors),
        cmocka_unit_test(interrupt_at_the_prompt),
        cmocka_unit_test(a_file_is_replaced_if_allowed),
        cmocka_unit_test(interrupt_of_a_search),
        cmocka_unit_test(lines_are_edited_on_a_terminal),
        cmocka_unit_test(an_unsaved_game_is_not_lost),
        cmocka_unit_test(a_failed_save_loses_nothing),
        cmocka_unit_test(a_failed_save_through_a_pipe),
        cmocka_unit_test(an_unsaved_game_may_be_left),
        cmocka_unit_test(a_narrow_terminal_is_enough),
        cmocka_unit_test(the_letters_stand_on_the_board),
        cmocka_unit_test(interrupt_before_the_prompt),
        cmocka_unit_test(interrupt_before_a_search),
        cmocka_unit_test(interrupt_of_a_hint),
        cmocka_unit_test(an_end_saves_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
