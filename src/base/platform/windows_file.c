/* Files on Windows. The C library there takes paths in a code page that cannot spell every name, so
 * each path becomes UTF-16 for a wide function, and the error of a system call becomes the errno
 * that file.c reports. */
#include "platform.h"
#include "windows_wide.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <wchar.h>

/* --- for all files of Windows (windows_wide.h) --- */

wchar_t *wide_from_utf8(const char *text) {
    const int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    else
        errno = ENOMEM;
    return wide;
}

char *wide_to_utf8(const wchar_t *text) {
    const int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = length > 0 ? malloc((size_t)length) : NULL;
    if (narrow)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, length, NULL, NULL);
    else
        errno = ENOMEM;
    return narrow;
}

/* For the text of a message: the errors that a user can do something about; the others are EIO. A
 * file that another process has open or locked is EACCES, like a file without permission. */
int wide_errno(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return EACCES;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_INVALID_NAME:
        return EINVAL;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    case ERROR_BAD_EXE_FORMAT:
        return ENOEXEC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
        return EPIPE;
    default:
        return EIO;
    }
}

HANDLE wide_handle(int file) {
    return (HANDLE)_get_osfhandle(file);
}

/* --- paths --- */

/* Sets errno after a failed call; returns false. */
static bool failed(void) {
    errno = wide_errno(GetLastError());
    return false;
}

/* --- the same as posix_file.c, function by function --- */

/* The attributes of PATH, or INVALID_FILE_ATTRIBUTES. */
static DWORD attributes_of(const char *path) {
    wchar_t *wide = wide_from_utf8(path);
    const DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    return attributes;
}

/* Whether PATH names a device: "NUL", "CON", "\\.\pipe\...". */
static bool is_device(const char *path) {
    wchar_t *wide = wide_from_utf8(path), full[8];
    /* The full name of a device is short, "\\.\NUL". */
    const DWORD length = wide ? GetFullPathNameW(wide, 8, full, NULL) : 0;
    const bool fits = length > 0 && length < 8;
    const bool device =
        (fits && wcsncmp(full, L"\\\\.\\", 4) == 0) || (wide && wcsncmp(wide, L"\\\\.\\", 4) == 0);
    free(wide);
    return device;
}

enum path_kind platform_path_kind(const char *path, bool follow) {
    if (is_device(path)) return PATH_SPECIAL;
    const DWORD attributes = attributes_of(path);
    if (attributes == INVALID_FILE_ATTRIBUTES) return PATH_NOTHING;
    if (attributes & FILE_ATTRIBUTE_REPARSE_POINT && !follow) return PATH_SPECIAL;
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? PATH_FOLDER : PATH_FILE;
}

/* A handle for reading only the metadata of the file or folder PATH: with access 0 it opens even
 * what another process uses alone, and with FILE_FLAG_BACKUP_SEMANTICS folders as well. */
static HANDLE open_metadata(const char *path) {
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    wchar_t *wide = wide_from_utf8(path);
    const HANDLE file =
        wide ? CreateFileW(wide, 0, share, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL)
             : INVALID_HANDLE_VALUE;
    free(wide);
    return file;
}

char *platform_follow(const char *path) {
    enum { ROOM = 1024 };
    wchar_t target[ROOM];
    const HANDLE file = open_metadata(path);
    if (file == INVALID_HANDLE_VALUE) return failed(), NULL;
    const DWORD length = GetFinalPathNameByHandleW(file, target, ROOM, FILE_NAME_NORMALIZED);
    if (length == 0 || length >= ROOM) failed();
    CloseHandle(file);
    return length > 0 && length < ROOM ? wide_to_utf8(target) : NULL;
}

/* The metadata of the file PATH; false if it does not exist. */
static bool read_metadata(const char *path, BY_HANDLE_FILE_INFORMATION *out) {
    const HANDLE file = open_metadata(path);
    if (file == INVALID_HANDLE_VALUE) return false;
    const bool known = GetFileInformationByHandle(file, out);
    CloseHandle(file);
    return known;
}

bool platform_is_same(const char *a, const char *b) {
    BY_HANDLE_FILE_INFORMATION one, other;
    return read_metadata(a, &one) && read_metadata(b, &other) &&
           one.dwVolumeSerialNumber == other.dwVolumeSerialNumber &&
           one.nFileIndexHigh == other.nFileIndexHigh && one.nFileIndexLow == other.nFileIndexLow;
}

/* N: not inherited. A file that a child process has open cannot be renamed or replaced. */
FILE *platform_open(const char *path, const char *mode) {
    wchar_t *wide = wide_from_utf8(path), how[8] = {0};
    size_t length = 0;
    for (; mode[length] && length < 6; length++) how[length] = (wchar_t)mode[length];
    how[length] = L'N';
    FILE *file = wide ? _wfopen(wide, how) : NULL;
    free(wide);
    return file;
}

bool platform_sync(FILE *file) {
    return _commit(_fileno(file)) == 0 || errno == EBADF; /* a pipe */
}

/* Files inherit their access rights from the folder, the new one like the old one. */
void platform_keep_access(FILE *file, const char *old) {
    (void)file;
    (void)old;
}

bool platform_rename(const char *from, const char *to) {
    wchar_t *old = wide_from_utf8(from), *new = wide_from_utf8(to);
    const bool renamed =
        old && new &&
        (MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) || failed());
    free(old);
    free(new);
    return renamed;
}

void platform_remove(const char *path) {
    wchar_t *wide = wide_from_utf8(path);
    if (wide) DeleteFileW(wide);
    free(wide);
}

bool platform_make_folder(const char *path) {
    wchar_t *wide = wide_from_utf8(path);
    const bool made = wide && (CreateDirectoryW(wide, NULL) || failed());
    free(wide);
    return made;
}

/* The pattern of all names in FOLDER; freed by the caller. */
static wchar_t *pattern_of(const char *folder) {
    const size_t length = strlen(folder);
    char *pattern = malloc(length + 3);
    if (!pattern) return NULL;
    memcpy(pattern, folder, length);
    memcpy(pattern + length, "/*", 3);
    wchar_t *wide = wide_from_utf8(pattern);
    free(pattern);
    return wide;
}

bool platform_list(const char *folder, bool (*take)(void *context, const char *name),
                   void *context) {
    WIN32_FIND_DATAW entry;
    wchar_t *pattern = pattern_of(folder);
    HANDLE search = pattern ? FindFirstFileW(pattern, &entry) : INVALID_HANDLE_VALUE;
    free(pattern);
    if (search == INVALID_HANDLE_VALUE) return failed();
    bool more = true;
    while (more) {
        char *name = wide_to_utf8(entry.cFileName);
        more = name && take(context, name) && FindNextFileW(search, &entry);
        free(name);
    }
    FindClose(search);
    return true;
}

long platform_process(void) {
    return (long)GetCurrentProcessId();
}

/* --- locks --- */

/* Without sharing, no other process can open the file; it is deleted with its last handle. */
bool platform_claim(const char *path, intptr_t *handle, bool *held) {
    wchar_t *wide = wide_from_utf8(path);
    *held = false;
    if (!wide) return false;
    HANDLE file = CreateFileW(wide, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
                              FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    free(wide);
    *handle = (intptr_t)file;
    if (file != INVALID_HANDLE_VALUE) return true;
    *held = GetLastError() == ERROR_SHARING_VIOLATION;
    return failed();
}

void platform_unclaim(const char *path, intptr_t handle) {
    (void)path;
    CloseHandle((HANDLE)handle);
}

/* --- files that grow --- */

int platform_open_end(const char *path) {
    int file = -1;
    wchar_t *wide = wide_from_utf8(path);
    if (!wide) return -1;
    const errno_t error =
        _wsopen_s(&file, wide, _O_RDWR | _O_CREAT | _O_APPEND | _O_BINARY | _O_NOINHERIT,
                  _SH_DENYNO, _S_IREAD | _S_IWRITE);
    free(wide);
    if (error) errno = error;
    return error ? -1 : file;
}

int64_t platform_size(int file) {
    LARGE_INTEGER size;
    return GetFileSizeEx(wide_handle(file), &size) ? (int64_t)size.QuadPart : -1;
}

/* Locks on Windows are mandatory: others can't read the locked bytes. So the lock is on one byte
 * far beyond the end. */
bool platform_lock(int file) {
    OVERLAPPED far_away = {.OffsetHigh = 0x40000000};
    return LockFileEx(wide_handle(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1,
                      0, &far_away) ||
           GetLastError() != ERROR_LOCK_VIOLATION;
}

bool platform_truncate(int file, int64_t size) {
    const errno_t error = _chsize_s(file, size);
    if (error) errno = error;
    return error == 0;
}

bool platform_append(int file, const void *data, size_t length) {
    const char *at = data;
    while (length > 0) {
        const int count = _write(file, at, length > 1 << 20 ? 1 << 20 : (unsigned)length);
        if (count <= 0) return false;
        at += count;
        length -= (size_t)count;
    }
    return true;
}

void platform_close(int file) {
    _close(file);
}
