/* Files on POSIX systems: thin wrappers, except for locks. A lock of fcntl belongs to the process
 * and to the file, not to its name; both have consequences below. */
#define _XOPEN_SOURCE 700 /* POSIX 2008, with realpath */
#include "platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum path_kind platform_path_kind(const char *path, bool follow) {
    struct stat about;
    if ((follow ? stat(path, &about) : lstat(path, &about)) != 0) return PATH_NOTHING;
    return S_ISREG(about.st_mode) ? PATH_FILE : S_ISDIR(about.st_mode) ? PATH_FOLDER : PATH_SPECIAL;
}

char *platform_follow(const char *path) {
    return realpath(path, NULL);
}

static bool is_one(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool platform_is_same(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && is_one(&one, &other);
}

FILE *platform_open(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    if (file) fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
    return file;
}

bool platform_sync(FILE *file) {
    return fsync(fileno(file)) == 0;
}

/* If owner and group can't be kept, the mode is not kept either: with others it could give access
 * to the wrong users. */
void platform_keep_access(FILE *file, const char *old) {
    struct stat before;
    if (stat(old, &before) != 0 || fchown(fileno(file), before.st_uid, before.st_gid) != 0) return;
    fchmod(fileno(file), before.st_mode & 0777);
}

bool platform_rename(const char *from, const char *to) {
    return rename(from, to) == 0;
}

void platform_remove(const char *path) {
    remove(path);
}

bool platform_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

bool platform_list(const char *folder, bool (*take)(void *context, const char *name),
                   void *context) {
    const struct dirent *entry;
    DIR *opened = opendir(folder);
    if (!opened) return false;
    while ((entry = readdir(opened)) != NULL && take(context, entry->d_name)) continue;
    closedir(opened);
    return true;
}

long platform_process(void) {
    return (long)getpid();
}

/* --- locks --- */

/* Locks all of FILE. On failure *HELD says whether another process holds a lock; otherwise the file
 * system has none. POSIX locks belong to the process: they end with it, and when it closes any
 * descriptor of the file. */
static bool lock_whole(int file, bool *held) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const bool locked = fcntl(file, F_SETLK, &whole) == 0;
    *held = !locked && (errno == EACCES || errno == EAGAIN);
    return locked;
}

/* Whether FILE still has the name PATH. */
static bool has_name(int file, const char *path) {
    struct stat named, own;
    return stat(path, &named) == 0 && fstat(file, &own) == 0 && is_one(&named, &own);
}

/* Between open and lock, the previous holder may have removed the file, and a third process may
 * have created and locked another one. Only a lock on the file that still has the name counts. */
bool platform_claim(const char *path, intptr_t *handle, bool *held) {
    *held = false;
    for (;;) {
        const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0) return false;
        const bool locked = lock_whole(file, held) || !*held;
        *handle = file;
        if (locked && has_name(file, path)) return true;
        const int error = errno;
        close(file);
        errno = error;
        if (!locked) return false;
    }
}

/* Removes the name before releasing the lock: afterwards it could be another process's file. */
void platform_unclaim(const char *path, intptr_t handle) {
    remove(path);
    close((int)handle);
}

/* --- files that grow --- */

/* O_APPEND: every write goes to the end, also after platform_truncate has moved it. */
int platform_open_end(const char *path) {
    return open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

int64_t platform_size(int file) {
    struct stat about;
    return fstat(file, &about) == 0 ? (int64_t)about.st_size : -1;
}

bool platform_lock(int file) {
    bool held;
    return lock_whole(file, &held) || !held;
}

bool platform_truncate(int file, int64_t size) {
    return ftruncate(file, (off_t)size) == 0;
}

/* A full disk first accepts a part; only the next call reports the error. */
bool platform_append(int file, const void *data, size_t length) {
    const char *at = data;
    while (length > 0) {
        const ssize_t count = write(file, at, length);
        if (count < 0 && errno != EINTR) return false;
        if (count <= 0) continue;
        at += count;
        length -= (size_t)count;
    }
    return true;
}

void platform_close(int file) {
    close(file);
}
