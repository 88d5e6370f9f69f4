/* Files that are read whole, files that are replaced atomically, files that grow by whole records,
 * and buffers.
 *
 * A file is replaced by writing a temporary file beside it, which is then renamed, so that no
 * reader and no crash ever sees half of it. Paths are UTF-8 with "/" as the separator on every
 * system. */
#ifndef GUZUMI_FILE_H
#define GUZUMI_FILE_H

#include "guzumi/base/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing buffer for output. After a failure, further calls do nothing, so that one check at the
 * end suffices; file_save and file_grow_append make it. */
struct buffer {
    unsigned char *data; /* owned */
    size_t length, capacity;
    bool failed; /* out of memory; the data is incomplete */
};
void buffer_append(struct buffer *buffer, const void *data, size_t length);
void buffer_append_utf8(struct buffer *buffer, unsigned long code);
void buffer_print(struct buffer *buffer, const char *format, ...) GUZUMI_PRINTF(2, 3);
void buffer_print_list(struct buffer *buffer, const char *format, va_list arguments)
    GUZUMI_PRINTF(2, 0);
void buffer_free(struct buffer *buffer);

/* Numbers in files are little-endian on every machine: BYTES (1..8) bytes. */
static inline void bytes_put(unsigned char *out, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) out[i] = (unsigned char)(value >> (8 * i));
}
static inline uint64_t bytes_get(const unsigned char *in, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)in[i] << (8 * i);
    return value;
}

/* Reads PATH, at most LIMIT bytes, into *DATA (free it with free), followed by a zero byte that
 * *LENGTH does not count. */
enum status file_read(const char *path, size_t limit, unsigned char **data, size_t *length,
                      struct failure *why);

/* The same for a text; KIND ("plan") is its name in messages. Fails if it contains zero bytes,
 * because a parser of strings would ignore the rest. */
enum status file_read_text(const char *path, size_t limit, const char *kind, char **text,
                           size_t *length, struct failure *why);

/* Writes PATH. An existing file is replaced completely or not at all, and keeps its mode if the
 * new file can have its owner and group. Links are followed; devices and pipes are written
 * directly. */
enum status file_write(const char *path, const void *data, size_t length, struct failure *why);

/* Writes BUFFER to PATH, or to standard output if that is NULL. Fails if the buffer has failed. */
enum status file_save(const char *path, const struct buffer *buffer, struct failure *why);

/* Fails if PATH can't be written; changes nothing. Call it before long work whose result would
 * otherwise be lost. */
enum status file_try(const char *path, struct failure *why);

/* Whether writing PATH would replace a file; devices and pipes are not replaced. */
bool file_would_be_replaced(const char *path);

/* Renames the file PATH to PATH.old, replacing an older file of that name; *MOVED is false if there
 * was no file. Devices, pipes, links and folders stay. */
enum status file_set_aside(const char *path, bool *moved, struct failure *why);

/* Whether file_set_aside would rename PATH. */
bool file_would_be_set_aside(const char *path);

/* Removes the file PATH if it exists and may be removed. */
void file_remove(const char *path);

/* Whether A and B name the same file, which need not exist. */
bool file_is_same(const char *a, const char *b);

/* Fails if writing OUT would replace the file OTHER, which exists or will be written too; WHAT
 * ("the plan") is its name in the message. Either path may be NULL. Devices and pipes never
 * conflict. */
enum status file_spare(const char *out, const char *other, const char *what, struct failure *why);

/* Claims the file PATH for this process until file_release; fails while another process holds it.
 * The claim is a lock on an empty file PATH.lock. Devices, pipes and links are not claimed. */
struct file_claim {
    intptr_t handle;
    char *name; /* owned; the lock file's path, or NULL without a claim */
};
enum status file_claim(struct file_claim *claim, const char *path, struct failure *why);
void file_release(struct file_claim *claim);

/* A file to which whole records are appended; it stays consistent even if the process is killed. */
struct file_grown {
    const char *path; /* borrowed; NULL if not open */
    int file;
    int64_t size; /* bytes known to this process */
};

/* Opens PATH or creates it. Rejects devices and pipes, whose contents can't be read again. Must be
 * followed by file_grow_close even if it fails. */
enum status file_grow_open(struct file_grown *file, const char *path, struct failure *why);

/* Claims the file, truncates it to LENGTH bytes, and if that is 0 begins it with HEAD. Fails if
 * another process has claimed it or changed it since it was opened. PATH must not be opened and
 * closed afterwards: with POSIX locks, that releases the claim. */
enum status file_grow_begin(struct file_grown *file, size_t length, const struct buffer *head,
                            struct failure *why);

/* Appends all of DATA, or nothing on failure, provided that no other process writes the file. Fails
 * if DATA has failed. */
enum status file_grow_append(struct file_grown *file, const struct buffer *data,
                             struct failure *why);
void file_grow_close(struct file_grown *file);

/* The path of NAME as a file at PATH says it: relative to the folder of PATH, or NAME itself if it
 * is absolute. Owned by the caller; NULL if memory runs out. */
char *file_beside(const char *path, const char *name);

/* Creates the folder PATH unless it exists. */
enum status file_make_folder(const char *path, struct failure *why);

/* Names in a folder, in byte order. */
struct file_names {
    char **list; /* owned, as each of them */
    int count;
};

/* Lists the names in FOLDER with the suffix ENDING. */
enum status file_list(struct file_names *out, const char *folder, const char *ending,
                      struct failure *why);
void file_names_free(struct file_names *names);

#endif
