/* The system-dependent part of file.c. Paths are UTF-8. Functions that return false, NULL or a
 * negative number on failure leave errno. */
#ifndef GUZUMI_PLATFORM_H
#define GUZUMI_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum path_kind { PATH_NOTHING, PATH_FILE, PATH_FOLDER, PATH_SPECIAL };

/* The kind of PATH. A link is PATH_SPECIAL or, if FOLLOW, the kind of its target. */
enum path_kind platform_path_kind(const char *path, bool follow);

/* The path of the target of the link PATH, for the caller to free. */
char *platform_follow(const char *path);

/* Whether both name the same existing file or folder. */
bool platform_is_same(const char *a, const char *b);

/* fopen; MODE must be a binary one. Child processes don't inherit the file. */
FILE *platform_open(const char *path, const char *mode);

/* Forces flushed data to the disk. */
bool platform_sync(FILE *file);

/* Gives FILE the owner, group and mode of the file OLD, which it will replace; changes no mode if
 * OLD does not exist or FILE can't have its owner and group. */
void platform_keep_access(FILE *file, const char *old);

/* Replaces an existing file TO. */
bool platform_rename(const char *from, const char *to);
void platform_remove(const char *path);
bool platform_make_folder(const char *path);

/* Calls TAKE for each name in FOLDER until it returns false. */
bool platform_list(const char *folder, bool (*take)(void *context, const char *name),
                   void *context);

/* The process ID. */
long platform_process(void);

/* Locks the file PATH, created if missing, for this process. On failure *HELD says whether another
 * process holds it. On file systems without locks, every process gets it. */
bool platform_claim(const char *path, intptr_t *handle, bool *held);

/* Removes the file and releases the lock. */
void platform_unclaim(const char *path, intptr_t handle);

/* A descriptor for appending to PATH, created if missing; child processes don't inherit it. */
int platform_open_end(const char *path);

/* The file's size in bytes. */
int64_t platform_size(int file);

/* Locks the file; false if another process has locked it. On file systems without locks, true. */
bool platform_lock(int file);
bool platform_truncate(int file, int64_t size);
bool platform_append(int file, const void *data, size_t length);
void platform_close(int file);

#endif
