/* What differs from system to system in the work of file.c. Paths are UTF-8. What returns bool, or
 * a negative number, when it fails leaves errno. */
#ifndef GUZUMI_PLATFORM_H
#define GUZUMI_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum path_kind { PATH_NOTHING, PATH_FILE, PATH_FOLDER, PATH_SPECIAL };

/* What PATH names. A link is PATH_SPECIAL, or what it leads to if FOLLOW. */
enum path_kind platform_path_kind(const char *path, bool follow);

/* The path of the file that the link PATH leads to, for the caller to free; NULL with errno. */
char *platform_follow(const char *path);

/* Whether both are names of one file or folder that is there. */
bool platform_is_same(const char *a, const char *b);

/* As fopen, bytes as they are. */
FILE *platform_open(const char *path, const char *mode);

/* Puts what was written and flushed on the disk. */
bool platform_sync(FILE *file);

/* Lets those alone read and write FILE, which is to take the place of the file OLD, who may read
 * and write that, if it is there and FILE can have the same owner and group. */
void platform_keep_access(FILE *file, const char *old);

/* An existing file TO is replaced. */
bool platform_rename(const char *from, const char *to);
void platform_remove(const char *path);
bool platform_make_folder(const char *path);

/* Calls TAKE for each name in FOLDER until it returns false. */
bool platform_list(const char *folder, bool (*take)(void *context, const char *name),
                   void *context);

/* The number of this process. */
long platform_process(void);

/* A file for this process alone, made if it is not there: a handle for platform_unclaim. *HELD
 * when another process has it. Systems without locks give it to all. */
bool platform_claim(const char *path, intptr_t *handle, bool *held);

/* Removes it. */
void platform_unclaim(const char *path, intptr_t handle);

/* A descriptor, made if need be, to which is appended; programs started later don't get it. */
int platform_open_end(const char *path);

/* Its size in bytes. */
int64_t platform_size(int file);

/* Whether no other process had locked it; it is locked now. Systems without locks say yes. */
bool platform_lock(int file);
bool platform_truncate(int file, int64_t size);
bool platform_append(int file, const void *data, size_t length);
void platform_close(int file);

#endif
