/* The protocol layer without any Go: lines in, answers out, interrupts. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"
#include "guzumi/gtp/protocol.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* What the handlers below share with the interrupting thread. */
struct bench {
    pthread_mutex_t lock;
    pthread_cond_t change;
    int started;         /* `wait` commands that have begun */
    const char *stopped; /* how it was interrupted, NULL when it wasn't */
    int idled;           /* times that there was nothing to do */
    FILE *out;           /* of the answers, where preparing is noted */
};

static void sleep_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static void on_interrupt(void *context, enum interrupt why) {
    struct bench *b = context;
    pthread_mutex_lock(&b->lock);
    b->stopped = why == INTERRUPT_NOW ? "now" : "piped";
    pthread_cond_broadcast(&b->change);
    pthread_mutex_unlock(&b->lock);
}

static void begin(struct bench *b) {
    pthread_mutex_lock(&b->lock);
    b->stopped = NULL;
    b->started++;
    pthread_cond_broadcast(&b->change);
}

static bool finish(struct bench *b, struct answer *answer) {
    answer_add(answer, "%s", b->stopped ? b->stopped : "finished");
    pthread_mutex_unlock(&b->lock);
    return true;
}

/* Ends only when interrupted. */
static bool run_wait(struct answer *answer) {
    struct bench *b = answer->context;
    begin(b);
    while (!b->stopped) pthread_cond_wait(&b->change, &b->lock);
    return finish(b, answer);
}

/* Ends by itself and says whether it was interrupted. */
static bool run_work(struct answer *answer) {
    struct bench *b = answer->context;
    begin(b);
    pthread_mutex_unlock(&b->lock);
    sleep_ms(50);
    pthread_mutex_lock(&b->lock);
    return finish(b, answer);
}

static bool run_echo(struct answer *answer) {
    for (int i = 1; i < answer->argc; i++)
        answer_add(answer, "%s%s", i > 1 ? "|" : "", answer->argv[i]);
    return true;
}

/* Says when it was asked for, in whole multiples of 50 ms before now, two at most. */
static bool run_asked(struct answer *answer) {
    const double ago = (clock_now() - answer_asked(answer)) / 0.05;
    answer_add(answer, "%d", ago < 2 ? (int)ago : 2);
    return true;
}

static bool run_fail(struct answer *answer) {
    answer_add(answer, "this goes away");
    return answer_error(answer, "no %s", answer->argv[1]);
}

static bool run_gaps(struct answer *answer) {
    answer_add(answer, "\n\na\n\n\nb\n\n");
    return true;
}

/* Until it is interrupted. */
static void idle(void *context) {
    struct bench *b = context;
    pthread_mutex_lock(&b->lock);
    b->stopped = NULL;
    b->idled++;
    pthread_cond_broadcast(&b->change);
    while (!b->stopped) pthread_cond_wait(&b->change, &b->lock);
    pthread_mutex_unlock(&b->lock);
}

static void note_preparing(void *context) {
    fputs("(prepare)", ((struct bench *)context)->out);
}

/* Answers in pieces, until any line comes. */
static bool run_stream(struct answer *answer) {
    struct bench *b = answer->context;
    answer_add(answer, "\n\nfirst\n\n\nsecond\n\n");
    assert_true(answer_stream(answer));
    assert_true(answer_stream(answer));
    answer_until_input(answer);
    begin(b);
    while (!b->stopped) pthread_cond_wait(&b->change, &b->lock);
    answer_add(answer, "last ");
    return finish(b, answer);
}

static bool run_broken_stream(struct answer *answer) {
    answer_add(answer, "first");
    answer_stream(answer);
    answer_add(answer, "this goes away");
    return answer_error(answer, "too late");
}

static const struct command table[] = {
    {"wait", run_wait, 0, 0, "", "Waits for an interrupt."},
    {"work", run_work, 0, 0, "", "Works a while."},
    {"echo", run_echo, 0, ANY_NUMBER, "WORD ...", "Says it again."},
    {"asked", run_asked, 0, 0, "", "Says when it was asked for."},
    {"fail", run_fail, 1, 1, "WORD", "Fails."},
    {"gaps", run_gaps, 0, 0, "", "Answers with empty lines."},
    {"stream", run_stream, 0, 0, "", "Answers in pieces."},
    {"broken_stream", run_broken_stream, 0, 0, "", "Fails too late."},
};

/* One run of the protocol on a pipe, in a thread of its own. */
struct talk {
    struct bench bench;
    struct protocol_settings settings;
    pthread_t thread;
    int to;
    int from;
    char *out;
    size_t out_size;
    enum status status;
};

static void *talk_main(void *argument) {
    struct talk *t = argument;
    struct failure why;
    t->status = protocol_run(&t->settings, &why);
    return NULL;
}

static void talk_begin(struct talk *t, void (*on_idle)(void *context)) {
    int ends[2];
    memset(t, 0, sizeof *t);
    assert_int_equal(pipe(ends), 0);
    pthread_mutex_init(&t->bench.lock, NULL);
    pthread_cond_init(&t->bench.change, NULL);
    t->from = ends[0];
    t->to = ends[1];
    t->settings = (struct protocol_settings){.commands = table,
                                             .command_count = sizeof table / sizeof table[0],
                                             .context = &t->bench,
                                             .interrupt = on_interrupt,
                                             .idle = on_idle,
                                             .in_fd = t->from,
                                             .out = open_memstream(&t->out, &t->out_size)};
    assert_int_equal(pthread_create(&t->thread, NULL, talk_main, t), 0);
}

static void talk_start(struct talk *t) {
    talk_begin(t, NULL);
}

static void talk_send(struct talk *t, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = write(t->to, bytes, count);
        if (written <= 0) break;
        bytes += written;
        count -= (size_t)written;
    }
}

static void talk_say(struct talk *t, const char *text) {
    talk_send(t, text, strlen(text));
}

static void talk_wait_started(struct talk *t, int count) {
    pthread_mutex_lock(&t->bench.lock);
    while (t->bench.started < count) pthread_cond_wait(&t->bench.change, &t->bench.lock);
    pthread_mutex_unlock(&t->bench.lock);
}

static void talk_end_input(struct talk *t) {
    close(t->to);
    t->to = -1;
}

/* Waits for the end; the caller frees the output. */
static char *talk_finish(struct talk *t) {
    pthread_join(t->thread, NULL);
    fclose(t->settings.out);
    if (t->to >= 0) close(t->to);
    close(t->from);
    assert_int_equal(t->status, STATUS_OK);
    pthread_mutex_destroy(&t->bench.lock);
    pthread_cond_destroy(&t->bench.change);
    return t->out;
}

static void expect_bytes(const char *in, size_t count, const char *expected) {
    struct talk t;
    talk_start(&t);
    talk_send(&t, in, count);
    talk_end_input(&t);
    char *out = talk_finish(&t);
    assert_string_equal(out, expected);
    free(out);
}

static void expect(const char *in, const char *expected) {
    expect_bytes(in, strlen(in), expected);
}

static void test_answers(void **state) {
    (void)state;
    expect("", "");
    expect("echo a b\n", "= a|b\n\n");
    expect("echo\n", "= \n\n");
    expect("7 echo\n", "=7 \n\n");
    expect("7 echo 8\n", "=7 8\n\n");
    expect("007 fail luck\n", "?007 no luck\n\n");
    expect("fail luck\n", "? no luck\n\n");
    expect("gaps\n", "= \na\nb\n\n");
    expect("protocol_version\n", "= 2\n\n");
    expect("1 quit\necho late\n", "=1 \n\n");
}

/* The next command is prepared for before the answer invites it. */
static void test_preparing_comes_before_the_answer(void **state) {
    (void)state;
    char *text;
    size_t length;
    int ends[2];
    struct failure why;
    struct bench b = {.out = open_memstream(&text, &length)};
    static const char in[] = "echo a\nfail luck\nquit\n";
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], in, sizeof in - 1), sizeof in - 1);
    close(ends[1]);
    const struct protocol_settings settings = {.commands = table,
                                               .command_count = sizeof table / sizeof table[0],
                                               .context = &b,
                                               .interrupt = on_interrupt,
                                               .prepare = note_preparing,
                                               .in_fd = ends[0],
                                               .out = b.out};
    assert_int_equal(protocol_run(&settings, &why), STATUS_OK);
    fclose(b.out);
    close(ends[0]);
    assert_string_equal(text, "(prepare)(prepare)= a\n\n(prepare)? no luck\n\n= \n\n");
    free(text);
}

static void test_malformed_lines(void **state) {
    (void)state;
    expect("nonsense\n", "? unknown command\n\n");
    expect("3 nonsense\n", "?3 unknown command\n\n");
    expect("12\n", "?12 syntax error: no command after the id\n\n");
    expect("-1 echo\n", "? unknown command\n\n");
    expect("fail\n", "? syntax error: usage is fail WORD\n\n");
    expect("gaps 1\n", "? syntax error: usage is gaps\n\n");
    expect("ECHO\n", "? unknown command\n\n");
    expect("99999999999999999999 echo\n", "=99999999999999999999 \n\n");
}

static void test_white_space_and_comments(void **state) {
    (void)state;
    expect("echo a\r\n", "= a\n\n");
    expect("\r\n\n  \t \n# alone\n  # indented\necho\ta\t\tb # c d\n", "= a|b\n\n");
    expect("   4    echo   a   \n", "=4 a\n\n");
    expect("echo a", "= a\n\n");
    expect("echo a#b\n", "= a\n\n");
    expect("ec\001ho \033a\177b\n", "= ab\n\n");
    expect_bytes("ec\0ho a\0b\n", 10, "= ab\n\n");
    expect("echo \303\251\n", "= \303\251\n\n");
    expect("5 # no command\n", "?5 syntax error: no command after the id\n\n");
}

/* The line "put my  file 7" as the protocol cuts it. */
static void test_joined_arguments(void **state) {
    (void)state;
    char line[] = "put\0my\0 file\0007";
    char *argv[] = {line, line + 4, line + 8, line + 13, NULL};
    assert_string_equal(arguments_join(argv, 3, 3), "7");
    assert_string_equal(arguments_join(argv, 1, 2), "my  file");
    assert_string_equal(arguments_join(argv, 1, 3), "my  file 7");
    assert_string_equal(argv[3], "7");
}

static void test_tables(void **state) {
    (void)state;
    expect("list_commands\n", "= protocol_version\nknown_command\nlist_commands\nhelp\nquit\n"
                              "wait\nwork\necho\nasked\nfail\ngaps\nstream\nbroken_stream\n\n");
    expect("known_command quit\n", "= true\n\n");
    expect("known_command echo\n", "= true\n\n");
    expect("known_command eccho\n", "= false\n\n");
    expect("known_command\n", "= false\n\n");
    expect("help echo\n", "= echo WORD ...: Says it again.\n\n");
    expect("help eccho\n", "? unknown command\n\n");
}

static void test_long_line(void **state) {
    (void)state;
    enum { LENGTH = 3 << 20 };
    char *in = malloc(LENGTH + 2), *expected = malloc(LENGTH + 10);
    memset(in, 'x', LENGTH);
    memcpy(in, "echo ", 5);
    memcpy(in + LENGTH, "\n", 2);
    snprintf(expected, LENGTH + 10, "= %.*s\n\n", LENGTH - 5, in + 5);
    expect(in, expected);
    /* As many words as fit, and a comment as long. */
    for (int i = 5; i < LENGTH; i++) in[i] = i % 2 ? 'x' : ' ';
    memcpy(in, "fail ", 5);
    expect(in, "? syntax error: usage is fail WORD\n\n");
    in[5] = '#';
    expect(in, "? syntax error: usage is fail WORD\n\n");
    free(in);
    free(expected);
}

/* A line that is too long is refused by its id, and the next one is read. Its comment doesn't
 * count.
 */
static void test_too_long_line(void **state) {
    (void)state;
    enum { LENGTH = 20 << 20 };
    static const char after[] = "\n8 echo b\n";
    char *in = malloc(LENGTH + sizeof after), refused[200];
    snprintf(refused, sizeof refused, LINE_TOO_LONG_TEXT "\n\n=8 b\n\n", LINE_MOST);
    memset(in, 'x', LENGTH);
    memcpy(in + LENGTH, after, sizeof after);
    char expected[220];
    snprintf(expected, sizeof expected, "? %s", refused);
    expect(in, expected);
    memcpy(in, "7 echo ", 7);
    snprintf(expected, sizeof expected, "?7 %s", refused);
    expect(in, expected);
    memcpy(in, "7up", 3);
    snprintf(expected, sizeof expected, "? %s", refused);
    expect(in, expected);
    memcpy(in, "7 echo a #", 10);
    expect(in, "=7 a\n\n=8 b\n\n");
    free(in);
}

/* Far more than the reader queues at once. */
static void test_burst(void **state) {
    (void)state;
    enum { COUNT = 300000, ROOM = COUNT * 20 };
    char *in = malloc(ROOM), *expected = malloc(ROOM);
    size_t in_size = 0, expected_size = 0;
    for (int i = 0; i < COUNT; i++) {
        in_size += (size_t)sprintf(in + in_size, "%d echo\n", i);
        expected_size += (size_t)sprintf(expected + expected_size, "=%d \n\n", i);
    }
    expect(in, expected);
    free(in);
    free(expected);
}

static void expect_end(struct talk *t, const char *expected) {
    char *out = talk_finish(t);
    assert_string_equal(out, expected);
    free(out);
}

static void test_interrupt_ends_what_was_sent_before(void **state) {
    (void)state;
    struct talk t;
    talk_start(&t);
    talk_say(&t, "wait\n1 wait\n# interrupt\n2 work\n");
    talk_say(&t, "3 wait\n# other\n#interrupt\n");
    talk_wait_started(&t, 4);
    talk_say(&t, "# interrupt\r\n4 work\nquit\n");
    expect_end(&t, "= now\n\n=1 now\n\n=2 finished\n\n=3 now\n\n=4 finished\n\n= \n\n");
}

static void test_quit_ends_a_running_command(void **state) {
    (void)state;
    struct talk t;
    talk_start(&t);
    talk_say(&t, "1 wait\n2 wait\n");
    talk_wait_started(&t, 1);
    sleep_ms(1000); /* the client waits for its answer */
    talk_say(&t, "work\n3 quit\n");
    expect_end(&t, "=1 now\n\n=2 now\n\n= finished\n\n=3 \n\n");
}

static void test_end_of_input_ends_a_running_command(void **state) {
    (void)state;
    struct talk t;
    talk_start(&t);
    talk_say(&t, "wait\n");
    talk_wait_started(&t, 1);
    sleep_ms(1000);
    talk_end_input(&t);
    expect_end(&t, "= now\n\n");
}

static void test_piped_script_is_not_cut_at_once(void **state) {
    (void)state;
    expect("work\nwork\nquit\n", "= finished\n\n= finished\n\n= \n\n");
    expect("work\nwork\n", "= finished\n\n= finished\n\n");
    expect("wait\n2 quit\n", "= piped\n\n=2 \n\n");
}

static void test_stream_ends_at_any_line(void **state) {
    (void)state;
    static const char *const lines[] = {"echo a\n", "# comment\necho a\n", "\n\necho a\n",
                                        "\r\necho a\n", "echo a\nquit\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (int late = 0; late < 2; late++) {
            struct talk t;
            talk_start(&t);
            talk_say(&t, "7 stream\n");
            if (late) talk_wait_started(&t, 1);
            talk_say(&t, lines[i]);
            talk_say(&t, "8 work\nquit\n");
            char *out = talk_finish(&t);
            const bool quits = strstr(lines[i], "quit") != NULL;
            assert_string_equal(out, quits ? "=7\nfirst\nsecond\nlast now\n\n= a\n\n= \n\n"
                                           : "=7\nfirst\nsecond\nlast now\n\n= a\n\n"
                                             "=8 finished\n\n= \n\n");
            free(out);
        }
}

static void test_streams(void **state) {
    (void)state;
    /* Half a line is no line, the end of the script is not that of a conversation. */
    expect("stream\n", "=\nfirst\nsecond\nlast piped\n\n");
    expect("stream\nstream\nquit\n", "=\nfirst\nsecond\nlast now\n\n"
                                     "=\nfirst\nsecond\nlast now\n\n= \n\n");
    expect("broken_stream\necho a\n", "=\nfirst\n\n= a\n\n");
}

static void test_quit_leaves_an_open_input(void **state) {
    (void)state;
    struct talk t;
    talk_start(&t);
    talk_say(&t, "quit\n");
    expect_end(&t, "= \n\n"); /* joins although the pipe stays open */
}

/* Time that no command needs is used while one may still come. */
static void test_idle_while_there_is_input(void **state) {
    (void)state;
    struct talk t;
    talk_begin(&t, idle);
    talk_say(&t, "echo\n");
    pthread_mutex_lock(&t.bench.lock);
    while (!t.bench.idled) pthread_cond_wait(&t.bench.change, &t.bench.lock);
    pthread_mutex_unlock(&t.bench.lock);
    talk_say(&t, "wait\n");
    talk_wait_started(&t, 1);
    talk_end_input(&t);
    char *out = talk_finish(&t);
    assert_string_equal(out, "= \n\n= piped\n\n");
    assert_int_equal(t.bench.idled, 1);
    free(out);
}

/* Ends long after it is interrupted. */
static void idle_slowly(void *context) {
    idle(context);
    sleep_ms(100);
}

/* The time before a command runs counts, but not that of the commands before it. */
static void test_when_it_was_asked(void **state) {
    (void)state;
    struct talk t;
    talk_begin(&t, idle_slowly);
    talk_say(&t, "echo\n");
    pthread_mutex_lock(&t.bench.lock);
    while (!t.bench.idled) pthread_cond_wait(&t.bench.change, &t.bench.lock);
    pthread_mutex_unlock(&t.bench.lock);
    talk_say(&t, "asked\n");
    talk_end_input(&t);
    char *out = talk_finish(&t);
    assert_string_equal(out, "= \n\n= 2\n\n");
    free(out);
}

static void test_unreadable_input(void **state) {
    (void)state;
    struct bench bench = {.started = 0};
    struct failure why;
    const struct protocol_settings settings = {.commands = table,
                                               .command_count = 1,
                                               .context = &bench,
                                               .interrupt = on_interrupt,
                                               .in_fd = -1,
                                               .out = stdout};
    struct protocol_settings directory = settings;
    FILE *root = fopen("/", "r");
    assert_non_null(root);
    directory.in_fd = fileno(root);
    assert_int_equal(protocol_run(&directory, &why), STATUS_IO);
    assert_non_null(strstr(why.text, "can't read the input"));
    fclose(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_preparing_comes_before_the_answer),
        cmocka_unit_test(test_malformed_lines),
        cmocka_unit_test(test_white_space_and_comments),
        cmocka_unit_test(test_joined_arguments),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_too_long_line),
        cmocka_unit_test(test_burst),
        cmocka_unit_test(test_interrupt_ends_what_was_sent_before),
        cmocka_unit_test(test_quit_ends_a_running_command),
        cmocka_unit_test(test_end_of_input_ends_a_running_command),
        cmocka_unit_test(test_piped_script_is_not_cut_at_once),
        cmocka_unit_test(test_stream_ends_at_any_line),
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_quit_leaves_an_open_input),
        cmocka_unit_test(test_idle_while_there_is_input),
        cmocka_unit_test(test_when_it_was_asked),
        cmocka_unit_test(test_unreadable_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
