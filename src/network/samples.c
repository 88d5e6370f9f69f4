/* The store of samples in memory, and files of them. */
#include "guzumi/network/samples.h"

#include "guzumi/base/rng.h"
#include "guzumi/base/text.h"

#include "sample_pack.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first lines of files, by their format. A file is continued in its own format, so that each
 * has one; new ones are packed. */
static const char *const magic[] = {
    "GUZUMI lessons 1\n", /* before version 1.0; otherwise as the next */
    "GUZUMI samples 1\n", /* the samples as bytes, as in memory */
    "GUZUMI samples 2\n"  /* packed (sample_pack.h) */
};
enum {
    FORMATS = sizeof magic / sizeof magic[0],
    PACKED = FORMATS - 1,
    MAGIC = 17, /* their length */
    FRAME = 8,  /* bytes before a game's samples */
    BLANK = 16  /* zeros at the end of one that was not written whole */
};

/* The samples of a game are fewer bytes than this; a larger number cannot be a length, and is
 * refused before anything of that size is looked for. */
#define MAX_GAME ((size_t)1 << 26)

/* FNV-1a folded to 32 bits. The length is included: if it is damaged, so is the checksum. */
static uint32_t checksum(const unsigned char *length, const unsigned char *bytes, size_t count) {
    const uint64_t hash = hash_bytes(hash_bytes(HASH_START, length, 4), bytes, count);
    return (uint32_t)(hash ^ hash >> 32);
}

/* --- reading --- */

/* A file while it is read, which ends with the first failure. */
struct reading {
    const char *path;
    unsigned char *data; /* owned */
    size_t length;
    struct samples *samples; /* or NULL */
    uint32_t first_game;     /* the number of the file's first game among SAMPLES */
    bool counts;             /* games and samples are only counted */
    struct samples_found *found;
    struct unpacking *unpacking; /* owned */
    enum status status;
    struct failure *why;
};

static bool load(struct reading *r) {
    *r->found = (struct samples_found){.size = 0};
    r->status = file_read(r->path, SIZE_MAX / 2, &r->data, &r->length, r->why);
    return r->status == STATUS_OK;
}

static bool refuse(struct reading *r) {
    r->status = fail(r->why, STATUS_INVALID, "%.200s: not a file of samples, or damaged", r->path);
    return false;
}

/* WHAT is wrong with the game that is being read. */
static bool refuse_game(struct reading *r, const char *what) {
    r->status = fail(r->why, STATUS_INVALID, "%.200s: game %u%s; the file is damaged", r->path,
                     (unsigned)r->found->games + 1, what);
    return false;
}

/* The board size in "size=N ...", with which the settings begin; 0 without one. */
static int size_of(const char *settings) {
    char word[8] = "";
    int64_t size;
    if (strncmp(settings, "size=", 5) != 0) return 0;
    const size_t length = strcspn(settings + 5, " ");
    if (length >= sizeof word) return 0;
    memcpy(word, settings + 5, length);
    return text_to_int(word, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size) ? (int)size : 0;
}

/* Printable ASCII, so that the line can be shown in a message as it is. */
static bool is_line(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~') return false;
    return length > 0 && length < SAMPLES_MAX_SETTINGS;
}

static bool has_magic(const struct reading *r, int format) {
    return r->length >= MAGIC && memcmp(r->data, magic[format], MAGIC) == 0;
}

/* Whether the file ends within its head: its writer was stopped at once, or is about to go on. */
static bool is_begun(const struct reading *r) {
    const size_t length = r->length < MAGIC ? r->length : MAGIC;
    int format = 0;
    while (format < FORMATS && (length && memcmp(r->data, magic[format], length) != 0)) format++;
    if (format == FORMATS) return false;
    if (r->length <= MAGIC) return true;
    const char *line = (const char *)r->data + MAGIC;
    const size_t rest = r->length - MAGIC;
    return is_line(line, line[rest - 1] == '\n' ? rest - 1 : rest);
}

/* The head; sets how far it goes: nowhere if it is only begun, and the file then has no size. */
static bool read_head(struct reading *r) {
    struct samples_found *found = r->found;
    int format = 0;
    if (is_begun(r)) return true;
    while (format < FORMATS && !has_magic(r, format)) format++;
    if (format == FORMATS) return refuse(r);
    found->packed = format == PACKED;
    const char *line = (const char *)r->data + MAGIC;
    const char *end = memchr(line, '\n', r->length - MAGIC);
    const size_t length = end ? (size_t)(end - line) : 0;
    if (!end || !is_line(line, length)) return refuse(r);
    memcpy(found->settings, line, length);
    found->settings[length] = 0;
    found->size = size_of(found->settings);
    found->whole = MAGIC + length + 2;
    return (found->size && found->whole <= r->length && end[1] == '\n') || refuse(r);
}

/* Adds a sample, or MISTAKE is wrong with it. Each is checked as it is read, so that the message
 * can name it: NUMBER of its game. */
static bool take_sample(struct reading *r, struct sample *sample, const char *mistake, int number) {
    if (!mistake) mistake = sample_find_mistake(sample);
    if (!mistake && sample->size != r->found->size) mistake = "it has another board size";
    if (mistake) {
        char what[120];
        snprintf(what, sizeof what, ", sample %d: %s", number, mistake);
        return refuse_game(r, what);
    }
    sample->game = r->first_game + r->found->games;
    if (r->samples) r->status = samples_add(r->samples, sample, r->why);
    r->found->samples++;
    return r->status == STATUS_OK;
}

static bool read_plain(struct reading *r, const unsigned char *bytes, size_t length) {
    struct sample sample;
    bool good = true;
    int number = 1;
    for (size_t at = 0, used; at < length && good; at += used, number++) {
        const char *mistake = sample_take(bytes + at, length - at, &used, &sample);
        good = take_sample(r, &sample, mistake, number);
    }
    return good;
}

static bool read_packed(struct reading *r, const unsigned char *bytes, size_t length) {
    struct sample sample;
    uint32_t left;
    if (!r->unpacking) r->status = unpacking_new(&r->unpacking, r->why);
    if (r->status != STATUS_OK) return false;
    const char *mistake = unpacking_begin(r->unpacking, bytes, length, &left);
    if (mistake) return refuse_game(r, ": it is too short, or of no size");
    bool good = true;
    for (int number = 1; left > 0 && good; left--, number++) {
        const bool is_whole = unpacking_next(r->unpacking, &sample);
        good = take_sample(r, &sample, is_whole ? NULL : "it is incomplete", number);
    }
    if (good && !unpacking_end(r->unpacking)) return refuse_game(r, " has too many bytes");
    return good;
}

/* Adds up the samples without reading them: those that are not packed by their own lengths. */
static bool count_game(struct reading *r, const unsigned char *bytes, size_t length) {
    if (r->found->packed) {
        if (length < PACK_COUNT) return refuse_game(r, " is too short");
        r->found->samples += (size_t)bytes_get(bytes, PACK_COUNT);
        return true;
    }
    for (size_t at = 0, used; at < length; at += used, r->found->samples++) {
        used = length - at < 2 ? 0 : (size_t)bytes_get(bytes + at, 2);
        if (used == 0 || used > length - at) return refuse_game(r, " has samples of wrong length");
    }
    return true;
}

static bool read_game(struct reading *r, const unsigned char *bytes, size_t length) {
    if (r->counts) return count_game(r, bytes, length);
    return r->found->packed ? read_packed(r, bytes, length) : read_plain(r, bytes, length);
}

/* Whether only zeros are left: some file systems lengthen a file before its data is on the disk,
 * and then the power fails. */
static bool is_blank(const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i]) return false;
    return true;
}

/* Whether the game of LENGTH bytes behind FRAME is the last one and ends so. A sound game may end
 * in a few zeros, not in BLANK of them, and its checksum has been found wrong before this is asked.
 */
static bool ends_blank(const struct reading *r, const unsigned char *frame, size_t length) {
    const unsigned char *end = frame + FRAME + length;
    return end == r->data + r->length && length + FRAME >= BLANK && is_blank(end - BLANK, BLANK);
}

/* A last game that is incomplete, or all zeros from some byte on, is what a crash leaves, and is
 * dropped. Anything else that is wrong is damage, and the file is refused. */
static bool read_games(struct reading *r) {
    struct samples_found *found = r->found;
    while (found->size && r->length - found->whole >= FRAME) {
        const unsigned char *frame = r->data + found->whole;
        const size_t length = (size_t)bytes_get(frame, 4);
        if (length == 0 && is_blank(frame, r->length - found->whole)) break;
        if (length > MAX_GAME) return refuse_game(r, " is too long");
        if (r->length - found->whole - FRAME < length) break;
        const bool sound =
            r->counts || bytes_get(frame + 4, 4) == checksum(frame, frame + FRAME, length);
        if (!sound && ends_blank(r, frame, length)) break;
        if (!sound) return refuse_game(r, " has a wrong checksum");
        if (!read_game(r, frame + FRAME, length)) return false;
        found->whole += FRAME + length;
        found->games++;
    }
    found->dropped = r->length - found->whole;
    return true;
}

static enum status note_file(struct samples *l, uint32_t first_game, struct failure *why) {
    uint32_t *file = realloc(l->file, (l->file_count + 1) * sizeof *file);
    if (!file) return out_of_memory(why, "the list of files of samples");
    l->file = file;
    l->file[l->file_count++] = first_game;
    return STATUS_OK;
}

/* All or nothing: if a game is damaged, the samples that came before it are removed again. */
enum status samples_read(struct samples *l, const char *path, struct samples_found *found,
                         struct failure *why) {
    struct samples_found own;
    struct reading r = {.path = path,
                        .samples = l,
                        .first_game = l ? l->games : 0,
                        .found = found ? found : &own,
                        .why = why};
    if (!load(&r)) return r.status;
    const size_t count = l ? l->count : 0;
    const bool good = read_head(&r) && read_games(&r);
    unpacking_free(r.unpacking);
    free(r.data);
    if (l && good) r.status = note_file(l, r.first_game, why);
    if (l && r.status == STATUS_OK) l->games = r.first_game + r.found->games;
    if (l && r.status != STATUS_OK) samples_cut(l, count, r.first_game);
    return r.status;
}

enum status samples_survey(const char *path, struct samples_found *found, struct failure *why) {
    struct reading r = {.path = path, .counts = true, .found = found, .why = why};
    if (!load(&r)) return r.status;
    if (read_head(&r)) read_games(&r);
    free(r.data);
    return r.status;
}

/* --- writing --- */

static void print_head(struct buffer *out, const char *settings) {
    buffer_print(out, "%s%s\n\n", magic[PACKED], settings);
}

static enum status fail_by_settings(const char *path, const char *there, const char *settings,
                                    struct failure *why) {
    const struct text_difference d = text_find_difference(there, settings);
    return fail(why, STATUS_INVALID,
                "%.60s: made with %.*s, not with %.*s; repeat that, or choose another file", path,
                d.a_length, d.a, d.b_length, d.b);
}

/* What the file holds that is to be continued; nothing if it has only just been begun. */
static enum status examine(const char *path, const char *settings, struct samples_found *found,
                           struct failure *why) {
    struct reading r = {.path = path, .found = found, .why = why};
    if (!load(&r)) return r.status;
    if (read_head(&r) && found->size == 0)
        *found =
            (struct samples_found){.size = size_of(settings), .packed = true, .dropped = r.length};
    else if (r.status == STATUS_OK && strcmp(found->settings, settings) == 0)
        read_games(&r);
    else if (r.status == STATUS_OK)
        r.status = fail_by_settings(path, found->settings, settings, why);
    unpacking_free(r.unpacking);
    free(r.data);
    return r.status;
}

static enum status continue_file(struct samples_file *f, const struct buffer *head,
                                 const char *settings, struct samples_found *found,
                                 struct failure *why) {
    const enum status status = examine(f->grown.path, settings, found, why);
    f->games = found->games;
    f->packed = found->packed;
    return status == STATUS_OK ? file_grow_begin(&f->grown, found->whole, head, why) : status;
}

/* The settings are in the file's first line: a file cannot mix games that were made differently. */
enum status samples_file_open(struct samples_file *f, const char *path, const char *settings,
                              struct samples_found *found, struct failure *why) {
    struct samples_found own;
    struct buffer head = {.data = NULL};
    struct samples_found *out = found ? found : &own;
    *f = (struct samples_file){.games = 0};
    if (!is_line(settings, strlen(settings)) || !size_of(settings))
        return fail(why, STATUS_INVALID, "%.200s: the settings are not a valid line of text", path);
    enum status status = file_grow_open(&f->grown, path, why);
    if (status != STATUS_OK) return status;
    print_head(&head, settings);
    status = continue_file(f, &head, settings, out, why);
    buffer_free(&head);
    return status;
}

/* The game behind OUT's frame. */
static enum status put_game(const struct samples_file *f, const struct samples *l, size_t first,
                            struct buffer *out, struct failure *why) {
    if (f->packed) return samples_pack(out, l, first, why);
    if (first < l->count)
        buffer_append(out, l->bytes.data + l->begin[first], l->bytes.length - l->begin[first]);
    return STATUS_OK;
}

/* The frame and the samples go out in one write, so that most crashes leave all or nothing. */
enum status samples_file_append(struct samples_file *f, const struct samples *l, size_t first,
                                struct failure *why) {
    static const unsigned char no_frame[FRAME];
    struct buffer out = {.data = NULL};
    buffer_append(&out, no_frame, sizeof no_frame);
    enum status status = put_game(f, l, first, &out, why);
    if (status == STATUS_OK && out.failed) status = out_of_memory(why, "a game's samples");
    if (status == STATUS_OK && out.length - FRAME > MAX_GAME)
        status = fail(why, STATUS_INVALID, "a game has too many samples");
    if (status == STATUS_OK) {
        const size_t length = out.length - FRAME;
        bytes_put(out.data, length, 4);
        bytes_put(out.data + 4, checksum(out.data, out.data + FRAME, length), 4);
        status = file_grow_append(&f->grown, &out, why);
    }
    buffer_free(&out);
    if (status == STATUS_OK) f->games++;
    return status;
}

void samples_file_close(struct samples_file *f) {
    file_grow_close(&f->grown);
}

/* --- in memory ---
 *
 *     bytes    [sample 0][sample 1][sample 2] ...     as sample_append writes them
 *     begin     0         68        141               where each begins
 *     game      0         0         1
 *
 * A struct sample has about 3 KB, and there are millions: they are kept as bytes, and taken apart
 * one at a time. */

void samples_free(struct samples *l) {
    buffer_free(&l->bytes);
    free(l->begin);
    free(l->game);
    free(l->file);
    *l = (struct samples){.count = 0};
}

void samples_clear(struct samples *l) {
    samples_cut(l, 0, 0);
}

void samples_cut(struct samples *l, size_t count, uint32_t games) {
    if (count < l->count) l->bytes.length = l->begin[count];
    l->count = count;
    l->games = games;
    while (l->file_count && l->file[l->file_count - 1] >= games) l->file_count--;
}

static enum status no_room(struct failure *why) {
    return out_of_memory(why, "the positions that the network learns from");
}

/* Doubling, so that reading N samples copies fewer than 2 N of them. */
static enum status reserve_one(struct samples *l, struct failure *why) {
    if (l->count < l->room) return STATUS_OK;
    const size_t room = 2 * l->room + 1024;
    size_t *begin = realloc(l->begin, room * sizeof *begin);
    if (begin) l->begin = begin;
    uint32_t *game = realloc(l->game, room * sizeof *game);
    if (game) l->game = game;
    if (!begin || !game) return no_room(why);
    l->room = room;
    return STATUS_OK;
}

enum status samples_add(struct samples *l, const struct sample *sample, struct failure *why) {
    assert(!sample_find_mistake(sample));
    assert(l->count == 0 || sample->game >= l->game[l->count - 1]);
    const enum status status = reserve_one(l, why);
    if (status != STATUS_OK) return status;
    const size_t begin = l->bytes.length;
    sample_append(&l->bytes, sample);
    if (l->bytes.failed) { /* only the capacity has changed */
        l->bytes.failed = false;
        l->bytes.length = begin;
        return no_room(why);
    }
    l->begin[l->count] = begin;
    l->game[l->count++] = sample->game;
    if (sample->game >= l->games) l->games = sample->game + 1;
    return STATUS_OK;
}

void samples_get(const struct samples *l, size_t index, struct sample *out) {
    const size_t begin = l->begin[index];
    size_t used;
    const char *mistake = sample_take(l->bytes.data + begin, l->bytes.length - begin, &used, out);
    assert(!mistake);
    (void)mistake;
    out->game = l->game[index];
}

uint32_t samples_game_in_file(const struct samples *l, uint32_t game) {
    size_t low = 0, high = l->file_count; /* files before LOW begin at GAME or before it */
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (l->file[middle] <= game)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? game - l->file[low - 1] : game;
}
