/* Signals become a flag, and end waits. An interruption reaches the program in one of three states:
 *
 *     between steps        the work reads the flag (interrupt_flag)
 *     in a wait            the handler writes to a pipe, which the wait looks at (wake_up)
 *     in a search          interrupt_run waits on this thread, and calls STOP of the search
 *
 * The flag stays set until code has acted on it and clears it; a second Ctrl-C meanwhile changes
 * nothing. */
#include "interrupt.h"

#include "guzumi/base/system.h"
#include "guzumi/base/threads.h"

#include "console.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Interval between calls of STOP. */
enum { REPEAT_MS = 20 };

/* Mutable globals, because a signal handler gets no context. */
static atomic_bool interrupted, final;
/* Wakes the waits; NULL before interrupt_prepare. */
static struct wake *_Atomic waking;

/* Only what a signal handler may do: atomic stores, and a write to a pipe (wake_up). SIGINT, from
 * Ctrl-C, ends what runs now; the others end the program as soon as it can save its work. */
static void note_interrupt(int signal_number) {
    if (signal_number != SIGINT) atomic_store(&final, true);
    atomic_store(&interrupted, true);
    struct wake *wake = atomic_load(&waking);
    if (wake) wake_up(wake);
}

void interrupt_catch(void) {
    system_catch(SIGNAL_INTERRUPT, note_interrupt);
    system_catch(SIGNAL_TERMINATE, note_interrupt);
    system_catch(SIGNAL_HANG_UP, note_interrupt);
}

atomic_bool *interrupt_flag(void) {
    return &interrupted;
}

bool interrupt_is_final(void) {
    return atomic_load(&final);
}

enum status interrupt_prepare(struct failure *why) {
    struct wake *wake;
    const enum status status = wake_new(&wake, why);
    if (status != STATUS_OK) return status;
    atomic_store(&waking, wake);
    interrupt_catch();
    return STATUS_OK;
}

/* Waits until INPUT is readable. False if the flag is or becomes set: it is looked at again after
 * the wait, since input and a signal may come together, and the signal goes first. */
static bool wait_for_input(struct input *input) {
    while (!atomic_load(&interrupted))
        if (input_wait(input, atomic_load(&waking), -1)) return !atomic_load(&interrupted);
    return false;
}

struct task {
    void (*work)(void *context);
    void *context;
    atomic_bool ended;
};

static void *run_task(void *argument) {
    struct task *task = argument;
    task->work(task->context);
    atomic_store(&task->ended, true);
    /* Ends the wait in interrupt_run, as a signal does. */
    wake_up(atomic_load(&waking));
    return NULL;
}

/* The work has a thread of its own, since this one must wait for signals and for the work's end at
 * once. STOP is called again and again: a search that has not started yet misses it. */
enum status interrupt_run(void (*work)(void *context), void (*stop)(void *context), void *context,
                          struct failure *why) {
    struct task task = {.work = work, .context = context};
    pthread_t thread;
    atomic_init(&task.ended, false);
    const enum status status = threads_start(&thread, run_task, &task, "a search", why);
    if (status != STATUS_OK) return status;
    console_flush();
    while (!atomic_load(&task.ended)) {
        const bool asked = atomic_load(&interrupted);
        if (asked) stop(context);
        input_wait(NULL, atomic_load(&waking), asked ? REPEAT_MS : -1);
    }
    pthread_join(thread, NULL);
    return STATUS_OK;
}

/* --- typed lines --- */

static enum status read_more(struct typed_lines *l, struct failure *why) {
    int error;
    l->next = l->chunk;
    l->ended = !input_read(l->input, l->chunk, sizeof l->chunk, &l->left, &error);
    if (l->ended && error) return fail(why, STATUS_IO, "can't read the input: %s", strerror(error));
    return STATUS_OK;
}

/* Lines that came in one piece are taken before more is read; the wait is only for what is not
 * there yet. */
enum status typed_lines_next(struct typed_lines *l, char **line, struct failure *why) {
    bool found = false;
    *line = NULL;
    while (!(found = lines_take(&l->read, &l->next, &l->left)) && !l->ended) {
        if (!wait_for_input(l->input)) return STATUS_OK;
        const enum status status = read_more(l, why);
        if (status != STATUS_OK) return status;
    }
    if (!found && !lines_finish(&l->read)) return STATUS_OK;
    if (l->read.text.failed) return out_of_memory(why, "a line of input");
    *line = (char *)l->read.text.data;
    return STATUS_OK;
}

enum status typed_lines_byte(struct typed_lines *l, int *byte, struct failure *why) {
    *byte = -1;
    while (!l->left && !l->ended) {
        if (!wait_for_input(l->input)) return STATUS_OK;
        const enum status status = read_more(l, why);
        if (status != STATUS_OK) return status;
    }
    if (!l->left) return STATUS_OK;
    *byte = (unsigned char)*l->next++;
    l->left--;
    return STATUS_OK;
}

enum status typed_lines_open(struct typed_lines *l, enum standard_file file, struct failure *why) {
    *l = (struct typed_lines){.ended = false};
    return input_new(&l->input, (int)file, why);
}

void typed_lines_close(struct typed_lines *l) {
    input_free(l->input);
    lines_free(&l->read);
}
