#include "guzumi/base/input.h"

#include "windows_wide.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1 << 16,
    TYPED = 1 << 12 /* characters of a console at a time */
};

struct wake {
    HANDLE event;
};

/* Neither pipes nor consoles can be waited for until they have bytes, so a thread reads ahead, a
 * chunk at a time. Whose turn it is with the chunk two events say: the thread's while TAKEN is set,
 * the reader's while READY is. */
struct input {
    HANDLE file, thread;
    HANDLE ready, taken;
    LONG volatile closing;
    bool ended;
    int error;          /* that ended it, or 0 */
    size_t used, count; /* bytes of the chunk */
    char chunk[CHUNK];
};

enum status wake_new(struct wake **out, struct failure *why) {
    struct wake *wake = malloc(sizeof *wake);
    if (wake) wake->event = CreateEventW(NULL, FALSE, FALSE, NULL);
    if (wake && wake->event) {
        *out = wake;
        return STATUS_OK;
    }
    free(wake);
    return fail_memory(why, "waiting for input");
}

void wake_free(struct wake *wake) {
    if (!wake) return;
    CloseHandle(wake->event);
    free(wake);
}

void wake_up(struct wake *wake) {
    SetEvent(wake->event);
}

/* --- the thread that reads ahead ----------------------------------------------------------------
 */

/* A line of the console in UTF-8; Ctrl-Z at its beginning ends the input. What Ctrl-C breaks off is
 * nothing read. */
static bool read_console(struct input *in) {
    wchar_t typed[TYPED];
    DWORD count = 0;
    if (!ReadConsoleW(in->file, typed, TYPED, &count, NULL)) return false;
    if (count > 0 && typed[0] == 0x1a) return false;
    in->count = count == 0 ? 0
                           : (size_t)WideCharToMultiByte(CP_UTF8, 0, typed, (int)count, in->chunk,
                                                         CHUNK, NULL, NULL);
    return true;
}

static bool read_file(struct input *in) {
    DWORD count = 0;
    if (!ReadFile(in->file, in->chunk, CHUNK, &count, NULL)) return false;
    in->count = count;
    return count > 0;
}

static DWORD WINAPI read_ahead(void *argument) {
    struct input *in = argument;
    DWORD mode;
    const bool console = GetConsoleMode(in->file, &mode) != 0;
    while (!in->ended && !in->closing) {
        SetLastError(0);
        in->used = in->count = 0;
        in->ended = console ? !read_console(in) : !read_file(in);
        const DWORD error = in->ended ? GetLastError() : 0;
        const bool proper = error == 0 || error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF;
        in->error = proper ? 0 : wide_errno(error);
        SetEvent(in->ready);
        if (!in->ended) WaitForSingleObject(in->taken, INFINITE);
    }
    return 0;
}

/* Frees what there is of IN, whose thread has ended or never begun. */
static void release(struct input *in) {
    if (in->thread) CloseHandle(in->thread);
    if (in->ready) CloseHandle(in->ready);
    if (in->taken) CloseHandle(in->taken);
    free(in);
}

enum status input_new(struct input **out, int file, struct failure *why) {
    struct input *in = calloc(1, sizeof *in);
    if (!in) return fail_memory(why, "reading the input");
    in->file = wide_handle(file);
    in->ready = CreateEventW(NULL, TRUE, FALSE, NULL);
    in->taken = CreateEventW(NULL, FALSE, FALSE, NULL);
    if (in->ready && in->taken) in->thread = CreateThread(NULL, 0, read_ahead, in, 0, NULL);
    if (in->thread) {
        *out = in;
        return STATUS_OK;
    }
    release(in);
    return fail_memory(why, "reading the input");
}

/* A read that nothing ends, of a console or another program's pipe, keeps its thread and what that
 * uses until the process ends. */
void input_free(struct input *in) {
    if (!in) return;
    InterlockedExchange(&in->closing, 1);
    SetEvent(in->taken);
    for (int i = 0; i < 20; i++) {
        CancelSynchronousIo(in->thread);
        if (WaitForSingleObject(in->thread, 10) != WAIT_OBJECT_0) continue;
        release(in);
        return;
    }
}

/* --- the one who waits --------------------------------------------------------------------------
 */

bool input_wait(struct input *in, struct wake *wake, int timeout_ms) {
    HANDLE handles[2];
    DWORD count = 0;
    const DWORD timeout = timeout_ms < 0 ? INFINITE : (DWORD)timeout_ms;
    if (in) handles[count++] = in->ready;
    if (wake) handles[count++] = wake->event;
    if (count == 0)
        Sleep(timeout);
    else
        WaitForMultipleObjects(count, handles, FALSE, timeout);
    return in && WaitForSingleObject(in->ready, 0) == WAIT_OBJECT_0;
}

bool input_read(struct input *in, void *bytes, size_t room, size_t *count, int *error) {
    WaitForSingleObject(in->ready, INFINITE);
    const size_t left = in->count - in->used;
    *count = left < room ? left : room;
    memcpy(bytes, in->chunk + in->used, *count);
    in->used += *count;
    *error = *count ? 0 : in->error;
    if (in->ended) return *count > 0;
    if (in->used == in->count) {
        ResetEvent(in->ready);
        SetEvent(in->taken);
    }
    return true;
}
