#include "guzumi/hash.h"
#include "guzumi/text.h"

#include "lesson_bytes.h"
#include "weight_storage.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "GUZUMI lessons 1\n";
enum {
    MAGIC = sizeof magic - 1,
    FRAME = 8, /* bytes before a game's lessons */
    BLANK = 16 /* zeros at the end of one that was not written whole */
};

/* The lessons of a game are fewer bytes: a larger number is no length. */
#define MAX_GAME ((size_t)1 << 26)

/* FNV-1a folded to 32 bits. */
static uint32_t checksum(const unsigned char *length, const unsigned char *bytes, size_t count) {
    const uint64_t hash = hash_bytes(hash_bytes(HASH_START, length, 4), bytes, count);
    return (uint32_t)(hash ^ hash >> 32);
}

/* --- reading -----------------------------------------------------------------------------------
 */

/* A file while it is read. */
struct reading {
    const char *path;
    const unsigned char *data;
    size_t length;
    struct lessons *lessons; /* or NULL */
    uint32_t first_game;     /* the number of the file's first game among LESSONS */
    struct lessons_found *found;
};

static enum status no_lessons(const char *path, struct failure *why) {
    return fail(why, STATUS_INVALID, "%.200s: no file of lessons, or a damaged one", path);
}

/* The size that the settings begin with; 0 without one. */
static int size_of(const char *settings) {
    char word[8] = "";
    int64_t size;
    if (strncmp(settings, "size=", 5) != 0) return 0;
    const size_t length = strcspn(settings + 5, " ");
    if (length >= sizeof word) return 0;
    memcpy(word, settings + 5, length);
    return text_to_int(word, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size) ? (int)size : 0;
}

static bool is_line(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~') return false;
    return length > 0 && length < LESSONS_MAX_SETTINGS;
}

/* The head; sets how far it goes. */
static enum status read_head(const struct reading *r, struct failure *why) {
    struct lessons_found *found = r->found;
    if (r->length < MAGIC || memcmp(r->data, magic, MAGIC) != 0) return no_lessons(r->path, why);
    const char *line = (const char *)r->data + MAGIC;
    const char *end = memchr(line, '\n', r->length - MAGIC);
    const size_t length = end ? (size_t)(end - line) : 0;
    if (!end || !is_line(line, length)) return no_lessons(r->path, why);
    memcpy(found->settings, line, length);
    found->settings[length] = 0;
    found->size = size_of(found->settings);
    found->whole = MAGIC + length + 2;
    if (!found->size || found->whole > r->length || end[1] != '\n') return no_lessons(r->path, why);
    return STATUS_OK;
}

static enum status wrong(const struct reading *r, uint32_t lesson, const char *what,
                         struct failure *why) {
    return fail(why, STATUS_INVALID, "%.200s: game %u, lesson %u: %s; the file is damaged", r->path,
                (unsigned)r->found->games + 1, (unsigned)lesson, what);
}

static enum status read_game(const struct reading *r, const unsigned char *bytes, size_t length,
                             struct failure *why) {
    struct lesson lesson;
    enum status status = STATUS_OK;
    uint32_t number = 1;
    for (size_t at = 0, used; at < length && status == STATUS_OK; at += used, number++) {
        const char *mistake = lesson_take(bytes + at, length - at, &used, &lesson);
        if (!mistake) mistake = lesson_find_mistake(&lesson);
        if (!mistake && lesson.size != r->found->size) mistake = "it is of another board's size";
        if (mistake) return wrong(r, number, mistake, why);
        lesson.game = r->first_game + r->found->games;
        if (r->lessons) status = lessons_add(r->lessons, &lesson, why);
        r->found->lessons++;
    }
    return status;
}

/* Whether nothing but zeros is left: some file systems make a file longer before what it is to
 * hold, and then the power fails. */
static bool is_blank(const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i]) return false;
    return true;
}

/* Whether the game of LENGTH bytes in FRAME is the last one and ends so, from within. */
static bool ends_blank(const struct reading *r, const unsigned char *frame, size_t length) {
    const unsigned char *end = frame + FRAME + length;
    return end == r->data + r->length && length >= BLANK && is_blank(end - BLANK, BLANK);
}

static enum status read_games(const struct reading *r, struct failure *why) {
    struct lessons_found *found = r->found;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && r->length - found->whole >= FRAME) {
        const unsigned char *frame = r->data + found->whole;
        const size_t length = (size_t)weight_storage_get(frame, 4);
        if (length == 0 && is_blank(frame, r->length - found->whole)) break;
        if (length > MAX_GAME)
            return fail(why, STATUS_INVALID, "%.200s: game %u is too long; the file is damaged",
                        r->path, (unsigned)found->games + 1);
        if (r->length - found->whole - FRAME < length) break;
        const bool sound =
            weight_storage_get(frame + 4, 4) == checksum(frame, frame + FRAME, length);
        if (!sound && ends_blank(r, frame, length)) break;
        if (!sound)
            return fail(why, STATUS_INVALID,
                        "%.200s: game %u has a wrong checksum; the file is damaged", r->path,
                        (unsigned)found->games + 1);
        status = read_game(r, frame + FRAME, length, why);
        if (status != STATUS_OK) break;
        found->whole += FRAME + length;
        found->games++;
    }
    found->dropped = r->length - found->whole;
    return status;
}

static enum status read_bytes(const struct reading *r, struct failure *why) {
    const enum status status = read_head(r, why);
    return status == STATUS_OK ? read_games(r, why) : status;
}

enum status lessons_read(struct lessons *l, const char *path, struct lessons_found *found,
                         struct failure *why) {
    struct lessons_found own;
    unsigned char *data;
    struct reading r = {.path = path, .lessons = l, .found = found ? found : &own};
    *r.found = (struct lessons_found){.size = 0};
    enum status status = file_read(path, SIZE_MAX / 2, &data, &r.length, why);
    if (status != STATUS_OK) return status;
    const size_t count = l ? l->count : 0;
    r.data = data;
    r.first_game = l ? l->games : 0;
    status = read_bytes(&r, why);
    free(data);
    if (l && status == STATUS_OK) l->games = r.first_game + r.found->games;
    if (l && status != STATUS_OK) lessons_cut(l, count, r.first_game);
    return status;
}

/* --- writing -----------------------------------------------------------------------------------
 */

static void print_head(struct buffer *out, const char *settings) {
    buffer_print(out, "%s%s\n\n", magic, settings);
}

/* Whether the file holds no more than the beginning of HEAD: its writer was stopped at once. */
static bool is_unfinished(const struct buffer *head, const unsigned char *data, size_t length) {
    return length < head->length && memcmp(head->data, data, length) == 0;
}

/* What the file holds that is to be continued; nothing if it has only just been begun. */
static enum status examine(const char *path, const struct buffer *head, const char *settings,
                           struct lessons_found *found, struct failure *why) {
    unsigned char *data;
    struct reading r = {.path = path, .found = found};
    enum status status = file_read(path, SIZE_MAX / 2, &data, &r.length, why);
    if (status != STATUS_OK) return status;
    r.data = data;
    if (is_unfinished(head, data, r.length))
        *found = (struct lessons_found){.size = size_of(settings), .dropped = r.length};
    else
        status = read_head(&r, why);
    if (status == STATUS_OK && found->whole && strcmp(found->settings, settings) != 0)
        status =
            fail(why, STATUS_INVALID,
                 "%.60s: made with other settings, '%.120s', not '%.120s'; choose another file",
                 path, found->settings, settings);
    else if (status == STATUS_OK && found->whole)
        status = read_games(&r, why);
    free(data);
    return status;
}

static enum status continue_file(struct lessons_file *f, const struct buffer *head,
                                 const char *settings, struct lessons_found *found,
                                 struct failure *why) {
    const char *path = f->grown.path;
    enum status status = examine(path, head, settings, found, why);
    if (status == STATUS_OK) status = file_grow_claim(&f->grown, why);
    if (status == STATUS_OK) status = file_grow_cut(&f->grown, found->whole, why);
    if (status == STATUS_OK && !found->whole)
        status = file_grow_append(&f->grown, head->data, head->length, why);
    f->games = found->games;
    return status;
}

enum status lessons_file_open(struct lessons_file *f, const char *path, const char *settings,
                              struct lessons_found *found, struct failure *why) {
    struct lessons_found own;
    struct buffer head = {.data = NULL};
    struct lessons_found *out = found ? found : &own;
    *out = (struct lessons_found){.size = 0};
    *f = (struct lessons_file){.games = 0};
    if (!is_line(settings, strlen(settings)) || !size_of(settings))
        return fail(why, STATUS_INVALID, "%.200s: its settings do not fit a line", path);
    enum status status = file_grow_open(&f->grown, path, why);
    if (status != STATUS_OK) return status;
    print_head(&head, settings);
    status = head.failed ? fail_memory(why, "the head of a file")
                         : continue_file(f, &head, settings, out, why);
    buffer_free(&head);
    return status;
}

enum status lessons_file_append(struct lessons_file *f, const struct lessons *l, size_t first,
                                struct failure *why) {
    const size_t begin = first < l->count ? l->begin[first] : l->bytes.length;
    const unsigned char *lessons = l->bytes.data ? l->bytes.data + begin : NULL;
    const size_t length = l->bytes.length - begin;
    unsigned char frame[FRAME];
    struct buffer out = {.data = NULL};
    if (length > MAX_GAME) return fail(why, STATUS_INVALID, "a game has too many lessons");
    weight_storage_put(frame, length, 4);
    weight_storage_put(frame + 4, checksum(frame, lessons, length), 4);
    buffer_append(&out, frame, sizeof frame);
    buffer_append(&out, lessons, length);
    const enum status status = out.failed ? fail_memory(why, "a game's lessons")
                                          : file_grow_append(&f->grown, out.data, out.length, why);
    buffer_free(&out);
    if (status == STATUS_OK) f->games++;
    return status;
}

void lessons_file_close(struct lessons_file *f) {
    file_grow_close(&f->grown);
}
