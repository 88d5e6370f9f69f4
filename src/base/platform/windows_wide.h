/* Wide strings, error codes and handles of Windows. */
#ifndef GUZUMI_WINDOWS_WIDE_H
#define GUZUMI_WINDOWS_WIDE_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* Converts between UTF-8 and UTF-16; the caller frees the result. NULL with errno on failure. */
wchar_t *wide_from_utf8(const char *text);
char *wide_to_utf8(const wchar_t *text);

/* The errno that corresponds to ERROR. */
int wide_errno(DWORD error);

/* The handle of a descriptor. */
HANDLE wide_handle(int file);

#endif
