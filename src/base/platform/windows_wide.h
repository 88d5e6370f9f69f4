/* The wide strings of Windows, and its errors. */
#ifndef GUZUMI_WINDOWS_WIDE_H
#define GUZUMI_WINDOWS_WIDE_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* TEXT, which is UTF-8, as UTF-16, and the reverse; freed by the caller. NULL with errno. */
wchar_t *wide_from_utf8(const char *text);
char *wide_to_utf8(const wchar_t *text);

/* The errno that says the same as ERROR does. */
int wide_errno(DWORD error);

/* The handle behind a descriptor. */
HANDLE wide_handle(int file);

#endif
