/* The console, events in place of signals, reading ahead, and code pages on Windows. Standard files
 * are binary, since a carriage return that the C library adds would spoil protocols and files, and
 * all text within the program is UTF-8, whatever the console's own code page. */
#include "guzumi/base/system.h"

#include "windows_wide.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Missing in older headers. */
#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#endif

/* Global because a console handler gets no context, and atomic because it runs on a thread of its
 * own. CAUGHT has a bit for each enum system_signal. */
static void (*_Atomic handler_of_signals)(int number);
static _Atomic unsigned caught;

/* Opens closed standard files on the null device. */
static void hold_standard_files(void) {
    int file;
    do file = _open("NUL", _O_RDONLY); /* writing there fails */
    while (file >= 0 && file <= STANDARD_ERROR);
    if (file >= 0) _close(file);
}

/* Replaces the arguments by UTF-8, which lives as long as the process. Keeps them if out of memory.
 */
static void widen_arguments(int *count, char ***arguments) {
    int found = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &found);
    char **list = wide ? calloc((size_t)found + 1, sizeof *list) : NULL;
    bool complete = list != NULL;
    for (int i = 0; complete && i < found; i++)
        complete = (list[i] = wide_to_utf8(wide[i])) != NULL;
    LocalFree(wide);
    if (!complete) return;
    *count = found;
    *arguments = list;
}

static const char *program = "guzumi";

void system_begin(int *count, char ***arguments) {
    hold_standard_files();
    for (int file = STANDARD_INPUT; file <= STANDARD_ERROR; file++) _setmode(file, _O_BINARY);
    SetErrorMode(SEM_FAILCRITICALERRORS); /* no dialog asks for a disk */
    if (system_is_terminal(STANDARD_OUTPUT)) {
        SetConsoleOutputCP(CP_UTF8);
        setvbuf(stdout, NULL, _IOFBF, 1 << 13); /* a console is unbuffered: a call for each byte */
    }
    widen_arguments(count, arguments);
    if (*count > 0) program = (*arguments)[0];
}

const char *system_program(void) {
    return program;
}

bool system_is_terminal(enum standard_file file) {
    DWORD mode;
    return GetConsoleMode(wide_handle((int)file), &mode) != 0;
}

bool system_has_colors(enum standard_file file) {
    HANDLE console = wide_handle((int)file);
    DWORD mode;
    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

int system_columns(void) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(wide_handle(STANDARD_OUTPUT), &info)) return 80;
    return info.srWindow.Right - info.srWindow.Left + 1;
}

/* The console edits lines itself, with a history. */
bool system_hand_over_keys(bool keys) {
    (void)keys;
    return false;
}

bool system_is_usable(enum standard_file file) {
    return wide_handle((int)file) != INVALID_HANDLE_VALUE &&
           GetFileType(wide_handle((int)file)) != FILE_TYPE_UNKNOWN;
}

int system_processors(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (int)info.dwNumberOfProcessors;
}

/* Windows reports a broken pipe as an error in any case. */
void system_ignore_broken_pipes(void) {}

/* Called on a thread of its own. After the end of the console or of the session, the process lives
 * only until this returns, some seconds at most. So it does not return, and the process ends by
 * itself. */
static BOOL WINAPI take_event(DWORD event) {
    const enum system_signal signal = event == CTRL_C_EVENT       ? SIGNAL_INTERRUPT
                                      : event == CTRL_CLOSE_EVENT ? SIGNAL_HANG_UP
                                                                  : SIGNAL_TERMINATE;
    if (!(caught & 1u << signal)) return FALSE;
    handler_of_signals(signal == SIGNAL_INTERRUPT ? SIGINT : SIGTERM);
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) Sleep(INFINITE);
    return TRUE;
}

void system_catch(enum system_signal signal, void (*handler)(int number)) {
    handler_of_signals = handler;
    if (caught == 0) SetConsoleCtrlHandler(take_event, TRUE);
    caught |= 1u << signal;
}

/* --- waiting for input --- */

enum {
    CHUNK = 1 << 16,
    TYPED = 1 << 12 /* characters of a console at a time; at most 3 bytes each, so a chunk fits */
};

struct wake {
    HANDLE event;
};

/* Windows can't wait until a pipe or a console has bytes, so a thread reads ahead, one chunk at a
 * time. Two events pass the chunk back and forth:
 *
 *     thread:  read -> set READY -> wait for TAKEN -> read -> ...
 *     reader:  wait for READY -> take all -> reset READY, set TAKEN -> ... */
struct input {
    HANDLE file, thread;
    HANDLE ready, taken;
    LONG volatile closing;
    bool ended;
    int error;          /* the errno that ended it, or 0 */
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
    return out_of_memory(why, "waiting for input");
}

void wake_free(struct wake *wake) {
    if (!wake) return;
    CloseHandle(wake->event);
    free(wake);
}

void wake_up(struct wake *wake) {
    SetEvent(wake->event);
}

/* --- the thread that reads ahead --- */

/* Reads a line of the console as UTF-8; Ctrl-Z at its start ends the input. A read that Ctrl-C
 * interrupts returns nothing. */
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

/* Frees IN, whose thread has ended or never started. */
static void release(struct input *in) {
    if (in->thread) CloseHandle(in->thread);
    if (in->ready) CloseHandle(in->ready);
    if (in->taken) CloseHandle(in->taken);
    free(in);
}

enum status input_new(struct input **out, int file, struct failure *why) {
    struct input *in = calloc(1, sizeof *in);
    if (!in) return out_of_memory(why, "reading the input");
    in->file = wide_handle(file);
    in->ready = CreateEventW(NULL, TRUE, FALSE, NULL);
    in->taken = CreateEventW(NULL, FALSE, FALSE, NULL);
    if (in->ready && in->taken) in->thread = CreateThread(NULL, 0, read_ahead, in, 0, NULL);
    if (in->thread) {
        *out = in;
        return STATUS_OK;
    }
    release(in);
    return out_of_memory(why, "reading the input");
}

/* Some blocking reads, of a console or of another program's pipe, can't be cancelled. Then the
 * thread and its memory live until the process ends. */
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

/* --- the reader --- */

/* READY is a manual-reset event: it stays set while bytes are left, so that a wait for them returns
 * at once. The event of a wake resets itself, and several wakes count as one. */
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

/* --- character sets --- */

struct charset {
    UINT page;
};

/* Code pages by name. With HAS_NUMBER, NAME is a prefix, and the number after it is added to PAGE.
 */
static const struct {
    const char *name;
    bool has_number;
    UINT page;
} pages[] = {
    {"GB18030", false, 936}, /* without its characters of four bytes, which old records don't have
                              */
    {"BIG5", false, 950},       {"EUC-JP", false, 20932}, {"EUC-KR", false, 949},
    {"Shift_JIS", false, 932},  {"KOI8-R", false, 20866}, {"KOI8-U", false, 21866},
    {"TIS-620", false, 874},    {"CP", true, 0},          {"windows-", true, 0},
    {"ISO-8859-", true, 28590},
};

/* The code page called NAME, or 0. */
static UINT find_page(const char *name) {
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        const size_t length = strlen(pages[i].name);
        if (_strnicmp(name, pages[i].name, length) != 0) continue;
        if (pages[i].has_number) return pages[i].page + (UINT)strtoul(name + length, NULL, 10);
        if (!name[length]) return pages[i].page;
    }
    return 0;
}

struct charset *charset_open(const char *name) {
    const UINT page = find_page(name);
    struct charset *charset = page && IsValidCodePage(page) ? malloc(sizeof *charset) : NULL;
    if (charset) charset->page = page;
    return charset;
}

void charset_close(struct charset *charset) {
    free(charset);
}

/* Converts the first character of TEXT to *COUNT bytes at OUT. Returns its length in TEXT; 0 if it
 * is malformed. One at a time, because the call that converts a whole text does not say where in it
 * the mistake is. */
static size_t convert_one(const struct charset *charset, const char *text, size_t left, char out[8],
                          size_t *count) {
    const size_t length = IsDBCSLeadByteEx(charset->page, (BYTE)*text) ? 2 : 1;
    wchar_t wide[2];
    if (length > left) return 0;
    const int units =
        MultiByteToWideChar(charset->page, MB_ERR_INVALID_CHARS, text, (int)length, wide, 2);
    const int bytes =
        units > 0 ? WideCharToMultiByte(CP_UTF8, 0, wide, units, out, 8, NULL, NULL) : 0;
    *count = bytes > 0 ? (size_t)bytes : 0;
    return bytes > 0 ? length : 0;
}

bool charset_convert(struct charset *charset, const char **in, size_t *left, char **out,
                     size_t *room) {
    while (*left > 0) {
        char character[8];
        size_t count;
        const size_t length = convert_one(charset, *in, *left, character, &count);
        if (length == 0) return false;
        if (count > *room) break;
        memcpy(*out, character, count);
        *in += length;
        *left -= length;
        *out += count;
        *room -= count;
    }
    return true;
}
