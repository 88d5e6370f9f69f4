/* The main of every unit test: runs the one that the test has, which the build names test_main, on
 * a thread, because what it calls needs the stack that the executable's threads have. */
#include "guzumi/base/threads.h"

int test_main(void);

static void *run(void *exit_code) {
    *(int *)exit_code = test_main();
    return NULL;
}

int main(void) {
    int exit_code;
    threads_call(run, &exit_code);
    return exit_code;
}
