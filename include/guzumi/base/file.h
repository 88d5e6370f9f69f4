/* Whole files, read at once, and written to a temporary file that is then renamed, so that nobody
 * ever sees half a file. Files that grow. Paths are UTF-8 with "/" between their parts on every
 * system. */
#ifndef GUZUMI_FILE_H
#define GUZUMI_FILE_H

#include "guzumi/base/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads PATH, which must not be larger than LIMIT bytes, into *DATA (owned by the caller, freed
 * with free, one zero byte beyond the end). */
enum status file_read(const char *path, size_t limit, unsigned char **data, size_t *length,
                      struct failure *why);

/* The same of a text, of which KIND ("plan") says in messages what it should be. Fails if it holds
 * zero bytes: what follows one would go unread. */
enum status file_read_text(const char *path, size_t limit, const char *kind, char **text,
                           size_t *length, struct failure *why);

/* Writes PATH. An existing file is replaced at the end or not at all, and keeps its mode where it
 * can keep its owner and group. Links are followed; devices and pipes are written to directly. */
enum status file_write(const char *path, const void *data, size_t length, struct failure *why);

/* Fails if PATH can't be written as things stand; changes nothing. For work whose result would
 * otherwise be lost at its end. */
enum status file_try(const char *path, struct failure *why);

/* Whether writing PATH would replace a file; devices and pipes are only written to. */
bool file_would_be_replaced(const char *path);

/* Gives the file PATH the name PATH.old, in place of an older one of that name; *MOVED tells
 * whether there was one. Devices, pipes, links and folders stay. */
enum status file_set_aside(const char *path, bool *moved, struct failure *why);

/* Whether A and B are names of one file. */
bool file_is_same(const char *a, const char *b);

/* Fails if writing OUT would replace the file OTHER, which is there or is to be written too; WHAT
 * that is, "the plan". Either may be NULL. Devices and pipes replace nothing. */
enum status file_spare(const char *out, const char *other, const char *what, struct failure *why);

/* Claims the file PATH for this process until file_release; fails while another process has claimed
 * it. The claim is a lock on an empty file PATH.lock beside it. Devices, pipes and links are not
 * claimed. */
struct file_claim {
    intptr_t handle;
    char *name; /* owned; of the lock; NULL when there is none */
};
enum status file_claim(struct file_claim *claim, const char *path, struct failure *why);
void file_release(struct file_claim *claim);

/* A file to which whole records are appended, and which stays sound whatever happens to the
 * process. */
struct file_grown {
    const char *path; /* borrowed; NULL when it is not open */
    int file;
    int64_t size; /* bytes, as far as this process knows */
};

/* Opens PATH, and makes it if it is missing; devices and pipes are refused, which can't be read
 * again. It must be closed even if this fails. */
enum status file_grow_open(struct file_grown *file, const char *path, struct failure *why);

/* Claims the file against other processes that ask. Fails if another one has claimed it, or has
 * done so since it was opened. PATH must not be read afterwards: on some systems that gives up the
 * claim. */
enum status file_grow_claim(struct file_grown *file, struct failure *why);

/* Cuts it to LENGTH bytes, and appends DATA: all of it, or on failure nothing, for the only writer.
 */
enum status file_grow_cut(struct file_grown *file, size_t length, struct failure *why);
enum status file_grow_append(struct file_grown *file, const void *data, size_t length,
                             struct failure *why);
void file_grow_close(struct file_grown *file);

/* Makes the folder PATH unless there is one. */
enum status file_make_folder(const char *path, struct failure *why);

/* Names in a folder, in order of their bytes. */
struct file_names {
    char **list; /* owned, as each of them */
    int count;
};

/* Lists the names in FOLDER that end in ENDING. */
enum status file_list(struct file_names *out, const char *folder, const char *ending,
                      struct failure *why);
void file_names_free(struct file_names *names);

/* A growing buffer for what will be written. */
struct buffer {
    unsigned char *data; /* owned */
    size_t length, capacity;
    bool failed; /* memory ran out; the data is incomplete */
};
void buffer_append(struct buffer *buffer, const void *data, size_t length);
void buffer_print(struct buffer *buffer, const char *format, ...) GUZUMI_PRINTF(2, 3);
void buffer_print_list(struct buffer *buffer, const char *format, va_list arguments)
    GUZUMI_PRINTF(2, 0);
void buffer_free(struct buffer *buffer);

/* Numbers in files are little-endian on every machine: BYTES (1..8) bytes, the lowest first. */
static inline void bytes_put(unsigned char *out, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) out[i] = (unsigned char)(value >> (8 * i));
}
static inline uint64_t bytes_get(const unsigned char *in, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)in[i] << (8 * i);
    return value;
}

#endif
