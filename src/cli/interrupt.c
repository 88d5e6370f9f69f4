#define _POSIX_C_SOURCE 200809L
#include "interrupt.h"

#include "guzumi/threads.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

/* Between calls of STOP. */
enum { REPEAT_NS = 20000000 };

/* A signal handler has no other way to say that it was called. */
static atomic_bool interrupted, final;
/* The signals that were held back before anything was held back here. */
static sigset_t mask_of_waits;

static void note_interrupt(int signal_number) {
    if (signal_number != SIGINT) atomic_store(&final, true);
    atomic_store(&interrupted, true);
}

void interrupt_catch(int signal_number) {
    struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, NULL);
}

atomic_bool *interrupt_flag(void) {
    return &interrupted;
}

bool interrupt_is_final(void) {
    return atomic_load(&final);
}

void interrupt_hold(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction action;
        sigaction(signals[i], NULL, &action);
        if (action.sa_handler == note_interrupt) sigaddset(&held, signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &held, &mask_of_waits);
}

/* Lets in what has been held back: a wait for what is there already would not. */
static void let_in(void) {
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, &mask_of_waits, &mask);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/* Waits until FD can be read or a signal comes, no longer than REPEAT_NS if BRIEFLY. Returns
 * whether reading would not wait, be it for an error. */
static bool wait_once(int fd, bool briefly) {
    const struct timespec limit = {.tv_nsec = REPEAT_NS};
    fd_set fds;
    FD_ZERO(&fds);
    FD_SET((unsigned)fd, &fds); /* as musl's macro has it */
    const int count = pselect(fd + 1, &fds, NULL, NULL, briefly ? &limit : NULL, &mask_of_waits);
    return count > 0 || (count < 0 && errno != EINTR);
}

bool interrupt_wait(int fd) {
    let_in();
    while (!atomic_load(&interrupted))
        if (wait_once(fd, false)) return true;
    return false;
}

struct task {
    void (*work)(void *context);
    void *context;
    int ended[2]; /* a pipe: it is closed at the end */
};

static void *run_task(void *argument) {
    const struct task *task = argument;
    task->work(task->context);
    close(task->ended[1]);
    return NULL;
}

enum status interrupt_run(void (*work)(void *context), void (*stop)(void *context), void *context,
                          struct failure *why) {
    struct task task = {.work = work, .context = context};
    pthread_t thread;
    if (pipe(task.ended) != 0)
        return fail(why, STATUS_IO, "can't make a pipe for a search: %s", strerror(errno));
    const enum status status =
        task.ended[0] < FD_SETSIZE
            ? threads_start(&thread, run_task, &task, "a search", why)
            : fail(why, STATUS_IO, "can't wait for a search: too many files are open");
    if (status != STATUS_OK) {
        close(task.ended[0]);
        close(task.ended[1]);
        return status;
    }
    let_in();
    while (!wait_once(task.ended[0], atomic_load(&interrupted)))
        if (atomic_load(&interrupted)) stop(context);
    pthread_join(thread, NULL);
    close(task.ended[0]);
    return STATUS_OK;
}
