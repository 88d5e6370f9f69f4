#include "guzumi/base/system.h"

#include "windows_wide.h"

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A flag of consoles that older headers don't have. */
#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#endif

/* A console's handler is told nothing but what happened. */
static void (*_Atomic handler_of_signals)(int number);
static _Atomic unsigned caught;

/* Standard files that are closed are opened on nothing. */
static void hold_standard_files(void) {
    int file;
    do file = _open("NUL", _O_RDWR);
    while (file >= 0 && file <= STANDARD_ERROR);
    if (file >= 0) _close(file);
}

/* The command line in UTF-8, which lives as long as the process; as it is without memory. */
static void widen_arguments(int *count, char ***arguments) {
    int found = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &found);
    char **list = wide ? calloc((size_t)found + 1, sizeof *list) : NULL;
    bool complete = list != NULL;
    for (int i = 0; complete && i < found; i++)
        complete = (list[i] = wide_to_utf8(wide[i])) != NULL;
    LocalFree(wide);
    if (!complete) return; /* without memory, on the way out */
    *count = found;
    *arguments = list;
}

void system_begin(int *count, char ***arguments) {
    hold_standard_files();
    for (int file = STANDARD_INPUT; file <= STANDARD_ERROR; file++) _setmode(file, _O_BINARY);
    SetErrorMode(SEM_FAILCRITICALERRORS); /* no window asks for a disk */
    if (system_is_terminal(STANDARD_OUTPUT)) {
        SetConsoleOutputCP(CP_UTF8);
        setvbuf(stdout, NULL, _IOFBF, 1 << 13); /* else each byte is written by itself */
    }
    widen_arguments(count, arguments);
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

bool system_is_usable(enum standard_file file) {
    return wide_handle((int)file) != INVALID_HANDLE_VALUE &&
           GetFileType(wide_handle((int)file)) != FILE_TYPE_UNKNOWN;
}

int system_processors(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (int)info.dwNumberOfProcessors;
}

/* It never is more than an error here. */
void system_ignore_broken_pipes(void) {}

/* Called on a thread of its own. When it returns from the end of the console or of the session the
 * process is gone, so it doesn't: there are some seconds left for ending. */
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
