#define _POSIX_C_SOURCE 200809L
#include "guzumi/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status system_error(struct failure *why, const char *what, const char *path) {
    return fail(why, STATUS_IO, "can't %s %.200s: %s", what, path, strerror(errno));
}

static enum status read_stream(FILE *in, const char *path, size_t limit, struct buffer *buffer,
                               struct failure *why) {
    unsigned char chunk[65536];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, in)) > 0) {
        if (buffer->length + got > limit)
            return fail(why, STATUS_INVALID,
                        "%.200s: larger than %zu bytes, so no file of this kind", path, limit);
        buffer_append(buffer, chunk, got);
        if (buffer->failed) return fail_memory(why, "a file");
    }
    return ferror(in) ? system_error(why, "read", path) : STATUS_OK;
}

enum status file_read(const char *path, size_t limit, unsigned char **data, size_t *length,
                      struct failure *why) {
    struct stat about;
    FILE *in = fopen(path, "rb");
    if (!in) return system_error(why, "open", path);
    if (fstat(fileno(in), &about) == 0 && S_ISDIR(about.st_mode)) {
        fclose(in);
        return fail(why, STATUS_IO, "can't read %.200s: it is a directory", path);
    }
    struct buffer buffer = {0};
    enum status status = read_stream(in, path, limit, &buffer, why);
    fclose(in);
    if (status == STATUS_OK) {
        buffer_append(&buffer, "", 1);
        if (buffer.failed) status = fail_memory(why, "a file");
    }
    if (status != STATUS_OK) {
        buffer_free(&buffer);
        return status;
    }
    *data = buffer.data;
    *length = buffer.length - 1;
    return STATUS_OK;
}

/* Writes everything, to the disk if DURABLE; false leaves errno. */
static bool write_whole(const char *path, const void *data, size_t length, bool durable) {
    FILE *out = fopen(path, "wb");
    if (!out) return false;
    bool good = fwrite(data, 1, length, out) == length && fflush(out) == 0;
    good = good && (!durable || fsync(fileno(out)) == 0);
    const int error = errno;
    good = fclose(out) == 0 && good;
    if (!good && error) errno = error;
    return good;
}

/* Whether PATH is a device, a pipe or a link, which a new file must not take the place of. */
static bool is_special(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/* The name under which PATH is written at first, for the caller to free; NULL without memory. */
static char *temporary_name(const char *path) {
    const size_t room = strlen(path) + 32;
    char *name = malloc(room);
    if (name) snprintf(name, room, "%s.%ld.tmp", path, (long)getpid());
    return name;
}

enum status file_try(const char *path, struct failure *why) {
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return fail(why, STATUS_IO, "can't write %.200s: it is a directory", path);
    if (is_special(path)) return STATUS_OK; /* opening it could have an effect */
    char *temporary = temporary_name(path);
    if (!temporary) return fail_memory(why, "a file name");
    enum status status = STATUS_OK;
    if (!write_whole(temporary, "", 0, false)) status = system_error(why, "write", path);
    remove(temporary);
    free(temporary);
    return status;
}

enum status file_write(const char *path, const void *data, size_t length, struct failure *why) {
    if (is_special(path))
        return write_whole(path, data, length, false) ? STATUS_OK
                                                      : system_error(why, "write", path);
    char *temporary = temporary_name(path);
    if (!temporary) return fail_memory(why, "a file name");
    enum status status = STATUS_OK;
    if (!write_whole(temporary, data, length, true) || rename(temporary, path) != 0) {
        status = system_error(why, "write", path);
        remove(temporary);
    }
    free(temporary);
    return status;
}

/* A lock belongs to a file and not to its name, and PATH is another file after each writing. */
enum status file_claim(struct file_claim *claim, const char *path, struct failure *why) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const size_t room = strlen(path) + 6;
    *claim = (struct file_claim){.file = -1};
    if (is_special(path)) return STATUS_OK;
    claim->name = malloc(room);
    if (!claim->name) return fail_memory(why, "a file name");
    snprintf(claim->name, room, "%s.lock", path);
    claim->file = open(claim->name, O_RDWR | O_CREAT, 0666);
    enum status status = STATUS_OK;
    if (claim->file < 0)
        status = system_error(why, "write", claim->name);
    else if (fcntl(claim->file, F_SETLK, &whole) != 0)
        status = errno == EACCES || errno == EAGAIN
                     ? fail(why, STATUS_IO, "%.200s: another process is writing it", path)
                     : system_error(why, "lock", claim->name);
    if (status == STATUS_OK) return status;
    if (claim->file >= 0) close(claim->file);
    free(claim->name);
    return status;
}

void file_release(struct file_claim *claim) {
    if (!claim->name) return;
    remove(claim->name); /* while it is held: nobody else's */
    close(claim->file);
    free(claim->name);
}

/* Room for MORE bytes; false when memory ran out, now or before. */
static bool reserve(struct buffer *b, size_t more) {
    if (b->failed || b->length + more <= b->capacity) return !b->failed;
    size_t capacity = b->capacity ? b->capacity : 256;
    while (capacity < b->length + more) capacity *= 2;
    unsigned char *grown = realloc(b->data, capacity);
    b->failed = grown == NULL;
    if (b->failed) return false;
    b->data = grown;
    b->capacity = capacity;
    return true;
}

void buffer_append(struct buffer *b, const void *data, size_t length) {
    if (!reserve(b, length)) return;
    if (length) memcpy(b->data + b->length, data, length);
    b->length += length;
}

void buffer_print_list(struct buffer *b, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    assert(length >= 0);
    if (reserve(b, (size_t)length + 1)) {
        vsnprintf((char *)b->data + b->length, (size_t)length + 1, format, again);
        b->length += (size_t)length;
    }
    va_end(again);
}

void buffer_print(struct buffer *b, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_print_list(b, format, arguments);
    va_end(arguments);
}

void buffer_free(struct buffer *b) {
    free(b->data);
    *b = (struct buffer){0};
}
