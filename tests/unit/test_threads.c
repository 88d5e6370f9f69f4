/* Threads: each number runs once, stacks are large, and a system without threads is survived. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/threads.h"

#include "unit.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct calls {
    atomic_int count[THREADS_MAX];
};

static void count_call(void *context, int index) {
    struct calls *calls = context;
    atomic_fetch_add(&calls->count[index], 1);
}

static void test_runs_every_number_once(void **state) {
    (void)state;
    static const int counts[] = {1, 2, 7, THREADS_MAX};
    for (int i = 0; i < COUNT_OF(counts); i++) {
        struct calls calls;
        for (int n = 0; n < THREADS_MAX; n++) atomic_init(&calls.count[n], 0);
        threads_run(counts[i], count_call, &calls);
        for (int n = 0; n < THREADS_MAX; n++)
            assert_int_equal(atomic_load(&calls.count[n]), n < counts[i]);
    }
}

/* Uses three quarters of THREADS_STACK. */
static void *fill_stack(void *context) {
    volatile char room[THREADS_STACK / 4 * 3];
    for (size_t i = 0; i < sizeof room; i += 512) room[i] = 1;
    *(char *)context = room[sizeof room - 512];
    return context;
}

static void test_stack_is_large(void **state) {
    (void)state;
    pthread_t thread;
    struct failure why;
    void *result;
    char filled = 0;
    assert_int_equal(threads_start(&thread, fill_stack, &filled, "a test", &why), STATUS_OK);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_ptr_equal(result, &filled);
    assert_int_equal(filled, 1);
}

/* Without memory for another stack, threads_run uses the calling thread and threads_start fails. */
static int run_without_room(void) {
    struct rlimit none;
    struct calls calls;
    struct failure why;
    pthread_t thread;
    for (int n = 0; n < THREADS_MAX; n++) atomic_init(&calls.count[n], 0);
    getrlimit(RLIMIT_AS, &none);
    none.rlim_cur = 0;
    if (setrlimit(RLIMIT_AS, &none) != 0) return 1;
    threads_run(4, count_call, &calls);
    if (atomic_load(&calls.count[0]) != 1 || atomic_load(&calls.count[1]) != 0) return 2;
    if (threads_start(&thread, fill_stack, &calls, "a test", &why) != STATUS_IO) return 3;
    return strncmp(why.text, "can't start a thread for a test: ", 33) != 0;
}

static void test_without_threads(void **state) {
    (void)state;
#ifdef GUZUMI_PLAIN_INLINE
    skip(); /* sanitizers need memory for themselves */
#endif
    int status;
    const pid_t child = fork();
    if (child == 0) _exit(run_without_room());
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        /* First, because later it could reuse the stacks of ended threads. */
        cmocka_unit_test(test_without_threads),
        cmocka_unit_test(test_runs_every_number_once),
        cmocka_unit_test(test_stack_is_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
