/* Waiting for bytes, for a wake, and for a time; child processes, whose output is an input. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/system.h"
#include "guzumi/base/threads.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct failure why;

static void test_bytes_and_end_of_input(void **state) {
    (void)state;
    struct input *input;
    int pipes[2], error;
    char bytes[8];
    size_t count;
    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(input_new(&input, pipes[0], &why), STATUS_OK);
    assert_false(input_wait(input, NULL, 0));
    assert_int_equal(write(pipes[1], "abcde", 5), 5);
    assert_true(input_wait(input, NULL, -1));
    assert_true(input_read(input, bytes, 3, &count, &error));
    assert_int_equal(count, 3);
    assert_true(input_wait(input, NULL, -1)); /* there is more */
    assert_true(input_read(input, bytes + 3, 5, &count, &error));
    assert_int_equal(count, 2);
    assert_memory_equal(bytes, "abcde", 5);
    assert_false(input_wait(input, NULL, 0));
    close(pipes[1]);
    assert_true(input_wait(input, NULL, -1));
    assert_false(input_read(input, bytes, 8, &count, &error));
    assert_int_equal(error, 0);
    assert_int_equal(count, 0);
    input_free(input);
    close(pipes[0]);
}

/* A folder can't be read. */
static void test_errors(void **state) {
    (void)state;
    struct input *input;
    size_t count;
    int error = 0;
    char byte;
    FILE *folder = fopen("/", "r");
    assert_non_null(folder);
    assert_int_equal(input_new(&input, fileno(folder), &why), STATUS_OK);
    assert_true(input_wait(input, NULL, -1));
    assert_false(input_read(input, &byte, 1, &count, &error));
    assert_true(error != 0);
    input_free(input);
    fclose(folder);
}

static void *wake_it(void *wake) {
    wake_up(wake);
    return NULL;
}

/* Any number of wakes before a wait ends one wait. */
static void test_wakes(void **state) {
    (void)state;
    struct wake *wake;
    struct input *input;
    pthread_t thread;
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(input_new(&input, pipes[0], &why), STATUS_OK);
    assert_int_equal(wake_new(&wake, &why), STATUS_OK);
    for (int i = 0; i < 100000; i++) wake_up(wake); /* more than a pipe takes */
    assert_false(input_wait(input, wake, -1));
    assert_false(input_wait(input, wake, 0));
    assert_int_equal(threads_start(&thread, wake_it, wake, "a test", &why), STATUS_OK);
    assert_false(input_wait(input, wake, -1)); /* would hang without it */
    pthread_join(thread, NULL);
    wake_up(wake);
    assert_int_equal(write(pipes[1], "x", 1), 1);
    assert_true(input_wait(input, wake, -1));
    wake_free(wake);
    input_free(input);
    close(pipes[0]);
    close(pipes[1]);
}

/* --- programs --- */

static struct process *start(const char *command) {
    static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;
    struct process *process;
    assert_int_equal(process_start(&process, command, &forking, &why), STATUS_OK);
    return process;
}

static enum process_end wait_for_end(struct process *process, int *code) {
    enum process_end end;
    while ((end = process_poll(process, code)) == PROCESS_RUNNING) input_wait(NULL, NULL, 1);
    return end;
}

static void test_ways_to_end(void **state) {
    (void)state;
    static const struct {
        const char *command;
        enum process_end end;
        int code;
    } cases[] = {{"exit 3", PROCESS_EXITED, 3},
                 {"kill -9 $$", PROCESS_SIGNALED, 9},
                 {"/nonexistent/program", PROCESS_NOT_FOUND, 127},
                 {"/", PROCESS_NOT_EXECUTABLE, 126}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int code = -1;
        struct process *process = start(cases[i].command);
        assert_int_equal(wait_for_end(process, &code), cases[i].end);
        assert_int_equal(code, cases[i].code);
        process_free(process);
    }
}

/* Writing to a program that doesn't read never blocks. */
static void test_a_full_pipe(void **state) {
    (void)state;
    static char bytes[1 << 20];
    struct process *process = start("sleep 100");
    size_t count = 0;
    for (int i = 0; i < 4; i++) assert_true(process_write(process, bytes, sizeof bytes, &count));
    assert_int_equal(count, 0);
    process_free(process);
}

static void test_dialogue(void **state) {
    (void)state;
    struct process *process = start("read line; echo \"<$line>\"; read line || exit 5");
    char text[20] = "";
    size_t length = 0, count;
    int error, code;
    assert_true(process_write(process, "word\n", 5, &count));
    assert_int_equal(count, 5);
    while (!strchr(text, '\n') && input_wait(process_output(process), NULL, -1)) {
        assert_true(
            input_read(process_output(process), text + length, 19 - length, &count, &error));
        length += count;
    }
    assert_string_equal(text, "<word>\n");
    process_close_input(process);
    assert_int_equal(wait_for_end(process, &code), PROCESS_EXITED);
    assert_int_equal(code, 5);
    assert_true(input_wait(process_output(process), NULL, -1));
    assert_false(input_read(process_output(process), text, sizeof text, &count, &error));
    process_free(process);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_and_end_of_input),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_wakes),
        cmocka_unit_test(test_ways_to_end),
        cmocka_unit_test(test_a_full_pipe),
        cmocka_unit_test(test_dialogue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
