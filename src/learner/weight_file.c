/* Weight files; the header describes the format. Reading is strict: whatever is damaged, unknown or
 * left over is refused, and the message names it. */
#include "guzumi/learner/weight_file.h"

#include "guzumi/base/rng.h"
#include "guzumi/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- weights as bytes --- */

/* IEEE 754's half precision: a sign, 5 bits of exponent, 10 of fraction, which is enough to play
 * by. */
enum { HALF_BIAS = 15, HALF_BITS = 10, FLOAT_BIAS = 127, FLOAT_BITS = 23 };

/* The largest half, and the smallest one with a whole fraction. */
#define HALF_MAX 65504.0f
#define HALF_NORMAL (1.0f / 16384)

static const char *const storage_names[] = {"float", "packed"};

/* Text in the header, so that a person can see how a section is stored. */
static bool weight_storage_find(const char *name, enum weight_storage *out) {
    for (int i = 0; i < 2; i++) {
        if (strcmp(name, storage_names[i]) != 0) continue;
        *out = (enum weight_storage)i;
        return true;
    }
    return false;
}

/* The nearest half; of two equally near, the even one. Below HALF_NORMAL halves are multiples of
 * 2^-24. Above, the low bits of the fraction are rounded off: adding half a unit less one, and one
 * more if the result would be odd, carries into the exponent where it must. Written out, because
 * C11 has no type for halves, and a file must have the same bytes whatever machine wrote it.
 *
 *     float     s eeeeeeee fffffffffffffffffffffff     (-1)^s 1.f 2^(e - 127)
 *     half      s eeeee    ffffffffff                  (-1)^s 1.f 2^(e - 15), 0.f 2^-14 where e = 0
 */
static uint16_t half_of(float x) {
    const uint32_t sign = float_to_bits(x) >> 31 << 15;
    const float size = fminf(fabsf(x), HALF_MAX);
    if (size < HALF_NORMAL) return (uint16_t)(sign | (uint32_t)rint(ldexp((double)size, 24)));
    const int dropped = FLOAT_BITS - HALF_BITS;
    const uint32_t bits = float_to_bits(size) - ((uint32_t)(FLOAT_BIAS - HALF_BIAS) << FLOAT_BITS);
    const uint32_t even = bits >> dropped & 1;
    return (uint16_t)(sign | (bits + (UINT32_C(1) << (dropped - 1)) - 1 + even) >> dropped);
}

static float float_of_half(uint16_t half) {
    const uint32_t sign = (uint32_t)(half >> 15) << 31, exponent = half >> HALF_BITS & 31;
    const uint32_t fraction = half & ((1u << HALF_BITS) - 1);
    if (exponent == 31) return float_from_bits(sign | float_to_bits(INFINITY)); /* never written */
    if (exponent == 0)
        return float_from_bits(sign |
                               float_to_bits((float)ldexp((double)fraction, -(HALF_BIAS + 9))));
    return float_from_bits(sign | (exponent + FLOAT_BIAS - HALF_BIAS) << FLOAT_BITS |
                           fraction << (FLOAT_BITS - HALF_BITS));
}

static bool half_is_zero(uint16_t half) {
    return (half & 0x7fff) == 0;
}

/* Packed, for the weights 0, 0.5, 0, 0, -2:
 *
 *     12            bits 1 and 4: these weights are not zero; 8 weights a byte
 *     00 38         0.5 as a half, 0x3800, low byte first
 *     00 c0         -2, 0xc000 */
static void write_packed(struct buffer *out, const float *weights, size_t count) {
    for (size_t i = 0; i < count; i += 8) {
        unsigned char bits = 0;
        for (size_t j = i; j < i + 8 && j < count; j++)
            if (!half_is_zero(half_of(weights[j]))) bits |= (unsigned char)(1u << (j - i));
        buffer_append(out, &bits, 1);
    }
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[2];
        const uint16_t half = half_of(weights[i]);
        bytes_put(bytes, half, 2);
        if (!half_is_zero(half)) buffer_append(out, bytes, 2);
    }
}

/* The bits say how many halves must follow: a file with more or fewer is refused. */
static bool read_packed(const unsigned char *in, size_t length, float *weights, size_t count) {
    const size_t bits = (count + 7) / 8;
    const unsigned char *at = in + bits, *end = in + length;
    if (length < bits) return false;
    for (size_t i = 0; i < count; i++) {
        weights[i] = 0;
        if (!(in[i / 8] >> (i % 8) & 1)) continue;
        if (end - at < 2) return false;
        weights[i] = float_of_half((uint16_t)bytes_get(at, 2));
        at += 2;
    }
    return at == end;
}

/* Appends the weights as bytes. */
static void weight_storage_write(struct buffer *out, const float *weights, size_t count,
                                 enum weight_storage storage) {
    if (storage == STORAGE_PACKED) {
        write_packed(out, weights, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[4];
        bytes_put(bytes, float_to_bits(weights[i]), 4);
        buffer_append(out, bytes, 4);
    }
}

/* Whether LENGTH bytes at IN hold COUNT weights, which then go to WEIGHTS. */
static bool weight_storage_read(const unsigned char *in, size_t length, enum weight_storage storage,
                                float *weights, size_t count) {
    if (storage == STORAGE_PACKED) return read_packed(in, length, weights, count);
    if (length != 4 * count) return false;
    for (size_t i = 0; i < count; i++)
        weights[i] = float_from_bits((uint32_t)bytes_get(in + 4 * i, 4));
    return true;
}

static const char magic[] = "GUZUMI weights 2\n", magic_1[] = "GUZUMI weights 1\n";
enum {
    MAGIC = sizeof magic - 1,
    CHECKSUM = 8,
    MAX_HEAD = 8192,
    MAX_FIELDS = 96,
    MAX_SECTIONS = 64
};

/* A full unshared 19x19 memory is 23 MB, with what temporal coherence keeps 68 MB. */
#define MAX_FILE ((size_t)128 << 20)

/* The bound of weights. A training that has diverged exceeds it, or has NaN, which fails every
 * comparison: hence !(x < limit) below. */
#define WEIGHT_LIMIT 1e6f

/* Whether all NUMBERS have magnitudes below LIMIT. */
static bool are_below(const float *numbers, size_t count, float limit) {
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(numbers[i]) < limit)) return false;
    return true;
}

static enum status fail_large(const char *path, struct failure *why) {
    return fail(why, STATUS_INVALID,
                "%.200s: a weight file may not exceed %zu MB; an existing file is unchanged", path,
                MAX_FILE >> 20);
}

static enum status fail_diverged(const char *path, struct failure *why) {
    return fail(why, STATUS_INVALID,
                "%.200s: training has diverged: the weights are infinite or too large; try a "
                "smaller alpha; an existing file is unchanged",
                path);
}

/* --- writing --- */

void weight_writer_begin(struct weight_writer *w, const char *kind) {
    *w = (struct weight_writer){.head = {.data = NULL}};
    buffer_print(&w->head, "%skind=%s\n", magic, kind);
}

void weight_writer_field(struct weight_writer *w, const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_print(&w->head, "%s=", name);
    buffer_print_list(&w->head, format, arguments);
    buffer_print(&w->head, "\n");
    va_end(arguments);
}

/* The body is a buffer of its own, because the header in front of it has the sections' lengths.
 * Numbers that are too large or NaN are only noted here: weight_writer_save then refuses the whole
 * file. */
static void write_numbers(struct weight_writer *w, const char *name, const float *numbers,
                          size_t count, enum weight_storage storage, float limit) {
    const size_t before = w->body.length;
    weight_storage_write(&w->body, numbers, count, storage);
    buffer_print(&w->head, "section %s %s %zu %zu\n", name, storage_names[storage], count,
                 w->body.length - before);
    if (!are_below(numbers, count, limit)) w->diverged = true;
}

void weight_writer_weights(struct weight_writer *w, const char *name, const float *weights,
                           size_t count, enum weight_storage storage) {
    write_numbers(w, name, weights, count, storage, WEIGHT_LIMIT);
}

void weight_writer_numbers(struct weight_writer *w, const char *name, const float *numbers,
                           size_t count) {
    write_numbers(w, name, numbers, count, STORAGE_FLOAT, INFINITY);
}

/* Weights that have diverged are not written: the file could not be read again, and the last good
 * one would be gone. */
enum status weight_writer_save(struct weight_writer *w, const char *path, struct failure *why) {
    unsigned char sum[CHECKSUM];
    struct buffer *out = &w->head;
    buffer_print(out, "\n");
    buffer_append(out, w->body.data, w->body.length);
    out->failed |= w->body.failed;
    bytes_put(sum, out->failed ? 0 : hash_bytes(HASH_START, out->data, out->length), CHECKSUM);
    buffer_append(out, sum, sizeof sum);
    const enum status status = w->diverged              ? fail_diverged(path, why)
                               : out->length > MAX_FILE ? fail_large(path, why)
                                                        : file_save(path, out, why);
    buffer_free(&w->head);
    buffer_free(&w->body);
    return status;
}

/* --- reading --- */

struct field {
    const char *name, *value;
    bool taken;
};

struct section {
    const char *name;
    enum weight_storage storage;
    int64_t count, length; /* weights, bytes */
    const unsigned char *data;
    bool taken;
};

struct weight_file {
    const char *name;     /* for messages; borrowed */
    unsigned char *owned; /* owned or NULL; the whole file */
    bool is_first;        /* of version 1 */
    bool failed;          /* WHY says how */
    struct failure why;
    int field_count, section_count;
    struct field fields[MAX_FIELDS];
    struct section sections[MAX_SECTIONS];
    size_t head_length; /* with the magic and the empty line */
    char text[MAX_HEAD + 1];
};

/* The number of a field or a section by its name, or -1. */
static int find_field(const struct weight_file *file, const char *name) {
    int i = file->field_count - 1;
    while (i >= 0 && strcmp(file->fields[i].name, name) != 0) i--;
    return i;
}

static int find_section(const struct weight_file *file, const char *name) {
    int i = file->section_count - 1;
    while (i >= 0 && strcmp(file->sections[i].name, name) != 0) i--;
    return i;
}

/* Keeps the first failure only: later ones are often consequences of it. Returns false, so that a
 * reader can end with it. */
bool weight_file_refuse(struct weight_file *file, const char *format, ...) {
    char text[sizeof file->why.text];
    va_list arguments;
    if (file->failed) return false;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fail(&file->why, STATUS_INVALID, "%.200s: %s", file->name, text);
    file->failed = true;
    return false;
}

bool weight_file_misunderstood(struct weight_file *file, const char *name, const char *value) {
    return weight_file_refuse(
        file, "unknown or invalid field '%.40s=%.40s'; was it written by another version?", name,
        value);
}

static bool misunderstood_section(struct weight_file *file, const char *name) {
    return weight_file_refuse(
        file, "unknown or invalid section '%.40s'; was it written by another version?", name);
}

/* Finds the head's text and whether the magic is right. The first comparison leaves out the version
 * and the end of its line: a newer file is named as such, not as a file of something else. */
static bool read_magic(struct weight_file *file, const unsigned char *data, size_t length) {
    if (length < MAGIC || memcmp(data, magic, MAGIC - 2) != 0)
        return weight_file_refuse(file, "not a weight file of Guzumi");
    file->is_first = memcmp(data, magic_1, MAGIC) == 0;
    if (!file->is_first && memcmp(data, magic, MAGIC) != 0)
        return weight_file_refuse(file, "unknown version of a weight file; expected 1 or 2");
    const size_t room = length - MAGIC < MAX_HEAD ? length - MAGIC : MAX_HEAD;
    memcpy(file->text, data + MAGIC, room);
    const char *end = strstr(file->text, "\n\n");
    if (!end) return weight_file_refuse(file, "the header is truncated or damaged");
    file->head_length = MAGIC + (size_t)(end - file->text) + 2;
    return true;
}

/* Parses "section NAME STORAGE COUNT BYTES"; false if LINE is malformed or NAME occurred before. */
static bool read_section(struct weight_file *file, char *line) {
    char *word[4];
    struct section s = {.taken = false};
    for (int i = 0; i < 4; i++) {
        word[i] = strchr(line, ' ');
        if (!word[i]) return false;
        *word[i]++ = 0;
        line = word[i];
    }
    s.name = word[0];
    if (!*s.name || file->section_count == MAX_SECTIONS || find_section(file, s.name) >= 0 ||
        !weight_storage_find(word[1], &s.storage) || !text_to_int(word[2], 0, MAX_FILE, &s.count) ||
        !text_to_int(word[3], 0, MAX_FILE, &s.length))
        return false;
    file->sections[file->section_count++] = s;
    return true;
}

/* The present name for a NAME of files written before version 1.0. */
static const char *name_of_today(const char *name) {
    static const char *const names[][2] = {
        {"dual", "network"},
        {"dual_maps", "network_channels"},
        {"dual_blocks", "network_blocks"},
        {"dual_batch", "network_batch"},
        {"hidden", "hidden_units"},
        {"maps", "hidden_channels"},
        {"wide_kernel", "output_kernel"},
        {"last_temperature", "final_temperature"},
        {"annealing", "annealing_games"},
        {"priming", "priming_games"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i][0]) == 0) return names[i][1];
    return name;
}

/* A field or, from version 2 on, a section. Fields must be unique, or a damaged file could mean two
 * things. */
static bool read_line(struct weight_file *file, char *line) {
    char *equals = strchr(line, '=');
    if (!file->is_first && strncmp(line, "section ", 8) == 0)
        return read_section(file, line) || misunderstood_section(file, line + 8);
    if (!equals) return weight_file_refuse(file, "the header is malformed");
    *equals = 0;
    const char *name = name_of_today(line);
    const bool is_kind = strcmp(name, "kind") == 0;
    if (find_field(file, name) >= 0 || file->field_count == MAX_FIELDS)
        return weight_file_misunderstood(file, line, equals + 1);
    file->fields[file->field_count++] =
        (struct field){.name = name, .value = is_kind ? name_of_today(equals + 1) : equals + 1};
    return true;
}

/* The sections of version 1, from the fields that have their counts. That version had local shapes
 * alone, and floats. */
static bool add_first_sections(struct weight_file *file) {
    static const char *const counts[] = {"main_weights", "li_weights"};
    static const char *const names[] = {"main", "li"};
    for (int i = 0; i < 2; i++) {
        const int64_t count = weight_file_int(file, counts[i], 0, INT32_MAX);
        file->sections[file->section_count++] = (struct section){
            .name = names[i], .storage = STORAGE_FLOAT, .count = count, .length = 4 * count};
    }
    return !file->failed;
}

static bool read_head(struct weight_file *file) {
    char *line = file->text;
    while (*line != '\n') {
        char *end = strchr(line, '\n');
        if (!end) return weight_file_refuse(file, "the header is malformed");
        *end = 0;
        if (!read_line(file, line)) return false;
        line = end + 1;
    }
    if (file->is_first) return add_first_sections(file);
    return weight_file_field(file, "kind") || weight_file_refuse(file, "the header lacks 'kind'");
}

/* Finds the sections' bytes and checks the file's length and its checksum. Lengths come from the
 * file, so they are added up in 64 bits before anything is read. */
static bool find_body(struct weight_file *file, const unsigned char *data, size_t length) {
    uint64_t expected = file->head_length;
    for (int i = 0; i < file->section_count; i++) {
        struct section *s = &file->sections[i];
        if (expected <= length) s->data = data + expected;
        expected += (uint64_t)s->length;
    }
    expected += CHECKSUM;
    if (length != expected)
        return weight_file_refuse(file, "%s, %zu bytes instead of %llu",
                                  length < expected ? "truncated" : "too long", length,
                                  (unsigned long long)expected);
    const size_t body = length - CHECKSUM;
    return bytes_get(data + body, CHECKSUM) == hash_bytes(HASH_START, data, body) ||
           weight_file_refuse(file, "damaged: wrong checksum");
}

enum status weight_file_open(struct weight_file **out, const unsigned char *data, size_t length,
                             const char *name, struct failure *why) {
    struct weight_file *file = calloc(1, sizeof *file);
    if (!file) return out_of_memory(why, "a weight file");
    file->name = name;
    if (read_magic(file, data, length) && read_head(file) && find_body(file, data, length)) {
        *out = file;
        return STATUS_OK;
    }
    const enum status status = weight_file_status(file, why);
    weight_file_close(file);
    return status;
}

enum status weight_file_load(struct weight_file **out, const char *path, struct failure *why) {
    unsigned char *data;
    size_t length;
    enum status status = file_read(path, MAX_FILE, &data, &length, why);
    if (status != STATUS_OK) return status;
    status = weight_file_open(out, data, length, path, why);
    if (status == STATUS_OK)
        (*out)->owned = data;
    else
        free(data);
    return status;
}

void weight_file_close(struct weight_file *file) {
    if (!file) return;
    free(file->owned);
    free(file);
}

const char *weight_file_kind(const struct weight_file *file) {
    return file->is_first ? "local-shapes" : file->fields[find_field(file, "kind")].value;
}

void weight_file_expect(struct weight_file *file, const char *kind) {
    const char *is = weight_file_kind(file);
    if (strcmp(is, kind) != 0)
        weight_file_refuse(file, "has weights of the kind '%.40s', not '%s'", is, kind);
}

/* --- fields --- */

const char *weight_file_field(struct weight_file *file, const char *name) {
    const int i = file->failed ? -1 : find_field(file, name);
    if (i < 0) return NULL;
    file->fields[i].taken = true;
    return file->fields[i].value;
}

/* After a failure every field counts as missing; the first message stays. So a reader asks for one
 * field after the other and looks at the status once, at the end. */
static const char *need_field(struct weight_file *file, const char *name) {
    const char *value = weight_file_field(file, name);
    if (!value) weight_file_refuse(file, "the header lacks '%s'", name);
    return value;
}

int64_t weight_file_int(struct weight_file *file, const char *name, int64_t min, int64_t max) {
    const char *value = need_field(file, name);
    int64_t number;
    if (value && text_to_int(value, min, max, &number)) return number;
    if (value) weight_file_misunderstood(file, name, value);
    return min;
}

double weight_file_real(struct weight_file *file, const char *name, double min, double max) {
    const char *value = need_field(file, name);
    double number;
    if (value && text_to_real(value, &number) && number >= min && number <= max) return number;
    if (value) weight_file_misunderstood(file, name, value);
    return min;
}

uint64_t weight_file_uint64(struct weight_file *file, const char *name) {
    const char *value = need_field(file, name);
    uint64_t number;
    if (value && text_to_uint64(value, &number)) return number;
    if (value) weight_file_misunderstood(file, name, value);
    return 0;
}

/* --- sections --- */

bool weight_file_is_packed(const struct weight_file *file) {
    for (int i = 0; i < file->section_count; i++)
        if (file->sections[i].storage == STORAGE_PACKED) return true;
    return false;
}

int64_t weight_file_count(const struct weight_file *file, const char *name) {
    const int i = find_section(file, name);
    return i < 0 ? -1 : file->sections[i].count;
}

/* The section's own count is only compared with COUNT, for which the caller has made room: a
 * damaged count cannot write beyond it. */
static bool take_numbers(struct weight_file *file, const char *name, float *numbers, size_t count,
                         float limit) {
    const int i = find_section(file, name);
    if (file->failed) return false;
    if (i < 0) return weight_file_refuse(file, "section '%s' is missing", name);
    struct section *s = &file->sections[i];
    s->taken = true;
    if ((uint64_t)s->count != count)
        return weight_file_refuse(file, "the number of weights does not match the settings");
    if (!weight_storage_read(s->data, (size_t)s->length, s->storage, numbers, count))
        return weight_file_refuse(file, "section '%s' has the wrong length", name);
    return are_below(numbers, count, limit) ||
           weight_file_refuse(file, "contains weights that are infinite or too large");
}

void weight_file_weights(struct weight_file *file, const char *name, float *weights, size_t count) {
    take_numbers(file, name, weights, count, WEIGHT_LIMIT);
}

void weight_file_numbers(struct weight_file *file, const char *name, float *numbers, size_t count) {
    take_numbers(file, name, numbers, count, INFINITY);
}

/* --- the end --- */

enum status weight_file_status(const struct weight_file *file, struct failure *why) {
    if (!file->failed) return STATUS_OK;
    *why = file->why;
    return STATUS_INVALID;
}

/* Anything that no reader has taken is unknown: refusing it is safer than ignoring it. */
enum status weight_file_end(struct weight_file *file, struct failure *why) {
    for (int i = 0; i < file->field_count; i++)
        if (!file->fields[i].taken)
            weight_file_misunderstood(file, file->fields[i].name, file->fields[i].value);
    for (int i = 0; i < file->section_count; i++)
        if (!file->sections[i].taken) misunderstood_section(file, file->sections[i].name);
    return weight_file_status(file, why);
}
