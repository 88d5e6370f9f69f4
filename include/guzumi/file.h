/* Whole files: read at once, written to a temporary file and renamed, so that nobody ever sees half
 * of one. */
#ifndef GUZUMI_FILE_H
#define GUZUMI_FILE_H

#include "guzumi/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Reads PATH, which must not be larger than LIMIT bytes, into *DATA (owned by the caller, freed
 * with free, one zero byte beyond the end). */
enum status file_read(const char *path, size_t limit, unsigned char **data, size_t *length,
                      struct failure *why);

/* Writes PATH; an existing file is replaced at the end or not at all. A link is followed and a
 * device or a pipe written to as it is. */
enum status file_write(const char *path, const void *data, size_t length, struct failure *why);

/* Fails if PATH can't be written as things stand; changes nothing. For work whose result would
 * otherwise be lost at its end. */
enum status file_try(const char *path, struct failure *why);

/* Claims the file PATH for this process until file_release; fails while another process has claimed
 * it. The claim is a lock on an empty file PATH.lock beside it. Devices, pipes and links are not
 * claimed. */
struct file_claim {
    int file;
    char *name; /* owned; of the lock; NULL when there is none */
};
enum status file_claim(struct file_claim *claim, const char *path, struct failure *why);
void file_release(struct file_claim *claim);

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

#endif
