/* How the program treats user files: a result replaces the old file completely or not at all, two
 * processes never write one file at the same time, and devices, pipes and links are not replaced.
 * Code for single systems is behind platform.h; the policy is here. */
#include "guzumi/base/file.h"

#include "guzumi/base/text.h"

#include "platform/platform.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With an empty name the system's message, "No such file or directory", would be confusing. */
static enum status system_error(struct failure *why, const char *what, const char *path) {
    if (!*path) return fail(why, STATUS_IO, "can't %s a file with an empty name", what);
    return fail(why, STATUS_IO, "can't %s %.200s: %s", what, path, strerror(errno));
}

static bool is_folder(const char *path) {
    return platform_path_kind(path, true) == PATH_FOLDER;
}

/* Whether PATH is a device, a pipe, a link or a folder, which renaming a file must not replace. */
static bool is_special(const char *path) {
    const enum path_kind kind = platform_path_kind(path, false);
    return kind == PATH_SPECIAL || kind == PATH_FOLDER;
}

/* Whether PATH is, or links to, a device or a pipe. */
static bool is_device(const char *path) {
    return platform_path_kind(path, true) == PATH_SPECIAL;
}

/* In pieces, because a pipe or a device has no size that could be asked for. */
static enum status read_stream(FILE *in, const char *path, size_t limit, struct buffer *buffer,
                               struct failure *why) {
    unsigned char chunk[65536];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, in)) > 0) {
        if (buffer->length + got > limit)
            return fail(why, STATUS_INVALID,
                        "%.200s: larger than %zu bytes; is it a different kind of file?", path,
                        limit);
        buffer_append(buffer, chunk, got);
        if (buffer->failed) return out_of_memory(why, "the file %.200s", path);
    }
    return ferror(in) ? system_error(why, "read", path) : STATUS_OK;
}

/* Opening a directory succeeds on some systems and only reading it fails, with an obscure message,
 * so directories are refused first. */
enum status file_read(const char *path, size_t limit, unsigned char **data, size_t *length,
                      struct failure *why) {
    if (is_folder(path)) return fail(why, STATUS_IO, "can't read %.200s: it is a directory", path);
    FILE *in = platform_open(path, "rb");
    if (!in) return system_error(why, "open", path);
    struct buffer buffer = {0};
    enum status status = read_stream(in, path, limit, &buffer, why);
    fclose(in);
    if (status == STATUS_OK) {
        buffer_append(&buffer, "", 1);
        if (buffer.failed) status = out_of_memory(why, "the file %.200s", path);
    }
    if (status != STATUS_OK) {
        buffer_free(&buffer);
        return status;
    }
    *data = buffer.data;
    *length = buffer.length - 1;
    return STATUS_OK;
}

enum status file_read_text(const char *path, size_t limit, const char *kind, char **text,
                           size_t *length, struct failure *why) {
    unsigned char *data = NULL;
    const enum status status = file_read(path, limit, &data, length, why);
    if (status != STATUS_OK) return status;
    if (memchr(data, 0, *length)) {
        free(data);
        return fail(why, STATUS_INVALID, "%.200s: not a %s: it contains zero bytes", path, kind);
    }
    *text = (char *)data;
    return STATUS_OK;
}

/* Writes everything; false leaves errno. A file that will replace OLD gets its access rights, and
 * is synced: renaming before the data is on disk could leave an empty file after a power failure.
 */
static bool write_whole(const char *path, const void *data, size_t length, const char *old) {
    FILE *out = platform_open(path, "wb");
    if (!out) return false;
    if (old) platform_keep_access(out, old);
    const bool written =
        fwrite(data, 1, length, out) == length && fflush(out) == 0 && (!old || platform_sync(out));
    const int error = errno;
    const bool closed = fclose(out) == 0;
    if (!written) errno = error;
    return written && closed;
}

/* The name of the temporary file for PATH, for the caller to free; NULL if out of memory. The
 * process number keeps concurrent writers apart. */
static char *temporary_name(const char *path) {
    const size_t room = strlen(path) + 32;
    char *name = malloc(room);
    if (name) snprintf(name, room, "%s.%ld.tmp", path, platform_process());
    return name;
}

/* Fails if PATH, which is not a link, could not be replaced. */
static enum status try_to_replace(const char *path, struct failure *why) {
    char *temporary = temporary_name(path);
    if (!temporary) return out_of_memory(why, "a file name");
    enum status status = STATUS_OK;
    if (!write_whole(temporary, "", 0, NULL)) status = system_error(why, "write", path);
    platform_remove(temporary);
    free(temporary);
    return status;
}

/* Finds the file that writing PATH replaces: PATH itself or the target of a link, then also in
 * *OWNED, for the caller to free. NULL if PATH must be written directly: a device, a pipe, or a
 * link whose target does not exist. */
static enum status find_replaced(const char *path, const char **out, char **owned,
                                 struct failure *why) {
    *owned = NULL;
    *out = path;
    if (!*path) return fail(why, STATUS_INVALID, "can't write a file with an empty name");
    if (!is_special(path)) return STATUS_OK;
    *out = NULL;
    if (platform_path_kind(path, true) != PATH_FILE) return STATUS_OK;
    *out = *owned = platform_follow(path);
    return *out ? STATUS_OK : system_error(why, "write", path);
}

/* Fails if the missing target of the link PATH could not be created. */
static enum status try_to_make(const char *path, struct failure *why) {
    if (!write_whole(path, "", 0, NULL)) return system_error(why, "write", path);
    char *made = platform_follow(path);
    if (made) platform_remove(made);
    free(made);
    return STATUS_OK;
}

/* Tries with a temporary file rather than with PATH, which must not change. */
enum status file_try(const char *path, struct failure *why) {
    const char *replaced;
    char *owned;
    if (is_folder(path)) return fail(why, STATUS_IO, "can't write %.200s: it is a directory", path);
    enum status status = find_replaced(path, &replaced, &owned, why);
    if (status == STATUS_OK && replaced)
        status = try_to_replace(replaced, why);
    else if (status == STATUS_OK && !is_device(path)) /* opening one could have an effect */
        status = try_to_make(path, why);
    free(owned);
    return status;
}

/* Replaces PATH, which is not a link. What a crash leaves after each step:
 *
 *     write PATH.PID.tmp    the old file, and a temporary one
 *     sync it               the same
 *     rename it to PATH     the old file or the new one
 *
 * The temporary file is in the same folder because renaming is atomic only within one file system.
 */
static enum status replace(const char *path, const void *data, size_t length, struct failure *why) {
    char *temporary = temporary_name(path);
    if (!temporary) return out_of_memory(why, "a file name");
    enum status status = STATUS_OK;
    if (!write_whole(temporary, data, length, path) || !platform_rename(temporary, path)) {
        status = system_error(why, "write", path);
        platform_remove(temporary);
    }
    free(temporary);
    return status;
}

enum status file_write(const char *path, const void *data, size_t length, struct failure *why) {
    const char *replaced;
    char *owned;
    enum status status = find_replaced(path, &replaced, &owned, why);
    if (status == STATUS_OK && replaced)
        status = replace(replaced, data, length, why);
    else if (status == STATUS_OK && !write_whole(path, data, length, NULL))
        status = system_error(why, "write", path);
    free(owned);
    return status;
}

enum status file_save(const char *path, const struct buffer *buffer, struct failure *why) {
    if (buffer->failed) return out_of_memory(why, "%.200s", path ? path : "the output");
    if (path) return file_write(path, buffer->data, buffer->length, why);
    if (fwrite(buffer->data, 1, buffer->length, stdout) == buffer->length) return STATUS_OK;
    return system_error(why, "write to", "standard output");
}

/* Of a link, the target: that is what writing through the link replaces. */
bool file_would_be_replaced(const char *path) {
    return platform_path_kind(path, true) == PATH_FILE;
}

/* Only a plain file moves: renaming a link would leave its target without the name, and renaming a
 * device would remove it for everybody. */
bool file_would_be_set_aside(const char *path) {
    return platform_path_kind(path, false) == PATH_FILE;
}

enum status file_set_aside(const char *path, bool *moved, struct failure *why) {
    *moved = file_would_be_set_aside(path);
    if (!*moved) return STATUS_OK;
    const size_t room = strlen(path) + sizeof ".old";
    char *old = malloc(room);
    if (!old) return out_of_memory(why, "a file name");
    snprintf(old, room, "%s.old", path);
    enum status status = STATUS_OK;
    if (!platform_rename(path, old)) status = system_error(why, "rename", path);
    free(old);
    return status;
}

/* The offset of the file name in PATH. */
static size_t name_offset(const char *path) {
    size_t at = strlen(path);
    while (at > 0 && path[at - 1] != '/' && path[at - 1] != '\\') at--;
    return at;
}

char *file_beside(const char *path, const char *name) {
    const bool has_drive = *name && name[1] == ':';
    const size_t folder = *name == '/' || *name == '\\' || has_drive ? 0 : name_offset(path);
    char *out = malloc(folder + strlen(name) + 1);
    if (!out) return NULL;
    memcpy(out, path, folder);
    strcpy(out + folder, name);
    return out;
}

/* Whether A and B would be the same file if they existed: the same name in the same folder. */
static bool would_be_same(const char *a, const char *b) {
    const size_t name_a = name_offset(a), name_b = name_offset(b);
    if (strcmp(a + name_a, b + name_b) != 0) return false;
    struct buffer folders[2] = {0};
    buffer_append(&folders[0], name_a ? a : "./", name_a ? name_a : 2);
    buffer_append(&folders[1], name_b ? b : "./", name_b ? name_b : 2);
    for (int i = 0; i < 2; i++) buffer_append(&folders[i], "", 1);
    const bool same = !folders[0].failed && !folders[1].failed &&
                      platform_is_same((char *)folders[0].data, (char *)folders[1].data);
    for (int i = 0; i < 2; i++) buffer_free(&folders[i]);
    return same;
}

/* Existing files may be the same under different names, by links or on file systems that ignore
 * case; missing ones only under the same name. */
bool file_is_same(const char *a, const char *b) {
    return strcmp(a, b) == 0 || platform_is_same(a, b) || would_be_same(a, b);
}

void file_remove(const char *path) {
    platform_remove(path);
}

enum status file_spare(const char *out, const char *other, const char *what, struct failure *why) {
    if (!out || !other || is_device(out)) return STATUS_OK;
    if (!file_is_same(out, other)) return STATUS_OK;
    return fail(why, STATUS_INVALID, "writing %.200s would replace %s; choose another name", out,
                what);
}

/* --- claims and files that grow ---
 *
 * A file that grows is locked itself. Reading it first and locking it later lets a run find out
 * what to continue before it decides whether to write:
 *
 *     file_grow_open     size = 1000
 *     (the caller reads the records; the last one may be torn by a crash, and ends at 980)
 *     file_grow_begin    lock; still 1000 bytes? then truncate to 980
 *     file_grow_append   980 -> 1040; if the disk fills up at 1010, back to 980 */

static enum status is_taken(const char *path, struct failure *why) {
    return fail(why, STATUS_IO, "%.200s: another process is writing it; write to another file",
                path);
}

/* The lock file NAME can't be written. The user gave PATH, so that is named if it can't either. */
static enum status refuse_claim(const char *path, const char *name, struct failure *why) {
    const int error = errno;
    const enum status status = file_try(path, why);
    errno = error;
    return status != STATUS_OK ? status : system_error(why, "write", name);
}

/* The lock needs a file of its own: it belongs to a file rather than to a name, and each file_write
 * puts a new file at PATH. */
enum status file_claim(struct file_claim *claim, const char *path, struct failure *why) {
    const size_t room = strlen(path) + 6;
    bool held;
    *claim = (struct file_claim){.name = NULL};
    if (is_special(path)) return STATUS_OK;
    claim->name = malloc(room);
    if (!claim->name) return out_of_memory(why, "a file name");
    snprintf(claim->name, room, "%s.lock", path);
    if (platform_claim(claim->name, &claim->handle, &held)) return STATUS_OK;
    const enum status status = held ? is_taken(path, why) : refuse_claim(path, claim->name, why);
    free(claim->name);
    claim->name = NULL;
    return status;
}

void file_release(struct file_claim *claim) {
    if (!claim->name) return;
    platform_unclaim(claim->name, claim->handle);
    free(claim->name);
    claim->name = NULL;
}

enum status file_grow_open(struct file_grown *f, const char *path, struct failure *why) {
    *f = (struct file_grown){.path = NULL};
    if (is_device(path))
        return fail(why, STATUS_IO, "can't continue %.200s: it is a device or a pipe; name a file",
                    path);
    *f = (struct file_grown){.path = path, .file = platform_open_end(path)};
    f->size = f->file < 0 ? -1 : platform_size(f->file);
    return f->size < 0 ? system_error(why, "write", path) : STATUS_OK;
}

/* The size shows whether another process has appended and released the lock since the file was
 * opened: then what this process has read is out of date. */
enum status file_grow_begin(struct file_grown *f, size_t length, const struct buffer *head,
                            struct failure *why) {
    if (!platform_lock(f->file) || platform_size(f->file) != f->size) return is_taken(f->path, why);
    if (!platform_truncate(f->file, (int64_t)length)) return system_error(why, "write", f->path);
    f->size = (int64_t)length;
    return length ? STATUS_OK : file_grow_append(f, head, why);
}

enum status file_grow_append(struct file_grown *f, const struct buffer *data, struct failure *why) {
    if (data->failed) return out_of_memory(why, "the file %.200s", f->path);
    if (platform_append(f->file, data->data, data->length)) {
        f->size += (int64_t)data->length;
        return STATUS_OK;
    }
    const enum status status = system_error(why, "write", f->path);
    platform_truncate(f->file, f->size); /* a full disk may have taken a part */
    return status;
}

void file_grow_close(struct file_grown *f) {
    if (f->path && f->file >= 0) platform_close(f->file);
    *f = (struct file_grown){.path = NULL};
}

/* --- folders --- */

enum status file_make_folder(const char *path, struct failure *why) {
    if (!*path) return fail(why, STATUS_INVALID, "can't create a folder with an empty name");
    if (platform_make_folder(path)) return STATUS_OK;
    if (errno == EEXIST && is_folder(path)) return STATUS_OK;
    return system_error(why, "create", path);
}

struct listing {
    struct file_names *names;
    const char *ending;
    bool failed;
};

static bool has_suffix(const char *name, const char *ending) {
    const size_t length = strlen(name), wanted = strlen(ending);
    return length >= wanted && strcmp(name + length - wanted, ending) == 0;
}

static bool take_name(void *context, const char *name) {
    struct listing *l = context;
    struct file_names *names = l->names;
    if (!has_suffix(name, l->ending)) return true;
    char **more = realloc(names->list, ((size_t)names->count + 1) * sizeof *more);
    if (more) names->list = more;
    char *copy = more ? text_duplicate(name) : NULL;
    l->failed = !copy;
    if (!copy) return false;
    names->list[names->count++] = copy;
    return true;
}

/* By bytes, not as the system lists them: results must not depend on the order in which files were
 * made. */
static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum status file_list(struct file_names *out, const char *folder, const char *ending,
                      struct failure *why) {
    struct listing listing = {.names = out, .ending = ending};
    *out = (struct file_names){.list = NULL};
    if (!platform_list(folder, take_name, &listing))
        return system_error(why, "read the folder", folder);
    if (listing.failed) {
        file_names_free(out);
        return out_of_memory(why, "the names of files");
    }
    if (out->count) qsort(out->list, (size_t)out->count, sizeof *out->list, compare_names);
    return STATUS_OK;
}

void file_names_free(struct file_names *names) {
    for (int i = 0; i < names->count; i++) free(names->list[i]);
    free(names->list);
    *names = (struct file_names){.list = NULL};
}

/* --- buffers --- */

/* Ensures room for MORE bytes; false if out of memory, now or earlier. Doubling makes a sequence of
 * appends linear. */
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

/* The first byte says how many follow, six bits in each:
 *
 *     U+0080    110xxxxx 10xxxxxx
 *     U+0800    1110xxxx 10xxxxxx 10xxxxxx
 *     U+10000   11110xxx 10xxxxxx 10xxxxxx 10xxxxxx */
void buffer_append_utf8(struct buffer *out, unsigned long code) {
    char c[4];
    size_t length = 0;
    if (code < 0x80) {
        c[length++] = (char)code;
    } else {
        const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        static const unsigned char marks[] = {0, 0xc0, 0xe0, 0xf0};
        c[length++] = (char)(marks[more] | code >> (6 * more));
        for (int i = more - 1; i >= 0; i--) c[length++] = (char)(0x80 | (code >> (6 * i) & 0x3f));
    }
    buffer_append(out, c, length);
}

/* Formats twice, first only to learn the length. vsnprintf writes a 0 behind the text, hence room
 * for one byte more than the buffer then counts. */
void buffer_print_list(struct buffer *b, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments); /* uses ARGUMENTS up */
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
