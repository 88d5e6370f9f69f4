#include "guzumi/file.h"
#include "guzumi/memory.h"
#include "guzumi/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "GUZUMI weights 1\n";
enum { CHECKSUM_BYTES = 8, MAX_HEAD = 8192 };

/* A full unshared 19x19 memory is 23 MB. */
#define MAX_FILE ((size_t)64 << 20)

/* The fields of the head beside the parameters that training uses. */
static const char *const fields[] = {"size", "games", "rng0",         "rng1",
                                     "rng2", "rng3",  "main_weights", "li_weights"};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static bool is_recorded(const struct param *param) {
    return param_is_of(param, PARAMS_OF_TRAINING);
}

static uint64_t checksum(const unsigned char *data, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ data[i]) * 0x100000001b3u;
    return hash;
}

static void put_bytes(unsigned char *out, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) out[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t get_bytes(const unsigned char *in, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)in[i] << (8 * i);
    return value;
}

static void append_floats(struct buffer *out, const struct weight_set *set) {
    for (int i = 0; set->classes && i < set->classes->class_count; i++) {
        uint32_t bits;
        unsigned char bytes[4];
        const float theta = weight_set_theta(set, i);
        memcpy(&bits, &theta, sizeof bits);
        put_bytes(bytes, bits, 4);
        buffer_append(out, bytes, sizeof bytes);
    }
}

static int class_count(const struct weight_set *set) {
    return set->classes ? set->classes->class_count : 0;
}

enum status memory_save(const struct memory *m, const char *path, struct failure *why) {
    struct buffer out = {0};
    const struct provenance *origin = &m->origin;
    buffer_print(&out, "%ssize=%d\ngames=%llu\n", magic, m->shapes->size,
                 (unsigned long long)origin->games);
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        char value[64];
        if (!is_recorded(p)) continue;
        params_format(&origin->params, p, value, sizeof value);
        buffer_print(&out, "%s=%s\n", p->name, value);
    }
    for (int i = 0; i < 4; i++)
        buffer_print(&out, "rng%d=%llu\n", i, (unsigned long long)origin->rng.state[i]);
    buffer_print(&out, "main_weights=%d\nli_weights=%d\n\n", class_count(&m->main),
                 class_count(&m->li));
    append_floats(&out, &m->main);
    append_floats(&out, &m->li);
    unsigned char sum[CHECKSUM_BYTES];
    put_bytes(sum, out.failed ? 0 : checksum(out.data, out.length), CHECKSUM_BYTES);
    buffer_append(&out, sum, sizeof sum);
    const enum status status = out.failed ? fail_memory(why, "a weight file")
                                          : file_write(path, out.data, out.length, why);
    buffer_free(&out);
    return status;
}

/* What the head says. */
struct head {
    struct provenance origin;
    bool seen[FIELDS];
    bool set[PARAMS_MAX]; /* by the table's rows */
    int64_t size, main_weights, li_weights;
    const unsigned char *weights; /* after the head */
};

/* Notes that the head has the field NAME; false when there is none, or not for the first time. */
static bool note_field(struct head *head, const char *name) {
    const struct param *p = param_find(name);
    bool *seen = p && is_recorded(p) ? &head->set[p - param_table] : NULL;
    for (int i = 0; i < FIELDS; i++)
        if (strcmp(name, fields[i]) == 0) seen = &head->seen[i];
    if (!seen || *seen) return false;
    return *seen = true;
}

static bool read_field(struct head *head, const char *name, const char *value) {
    struct failure ignored;
    uint64_t number;
    if (!note_field(head, name)) return false;
    if (strcmp(name, "size") == 0)
        return text_to_int(value, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &head->size);
    if (strcmp(name, "games") == 0) return text_to_uint64(value, &head->origin.games);
    if (strcmp(name, "main_weights") == 0)
        return text_to_int(value, 0, INT32_MAX, &head->main_weights);
    if (strcmp(name, "li_weights") == 0) return text_to_int(value, 0, INT32_MAX, &head->li_weights);
    if (strncmp(name, "rng", 3) == 0) {
        if (!text_to_uint64(value, &number)) return false;
        head->origin.rng.state[name[3] - '0'] = number;
        return true;
    }
    return params_set(&head->origin.params, name, value, &ignored) == STATUS_OK;
}

/* Whether the head has all fields, and a random generator that can run. Parameters may be missing:
 * the file is older than they are and was made by their defaults. */
static enum status check_head(const struct head *head, const char *name, struct failure *why) {
    for (int i = 0; i < FIELDS; i++)
        if (!head->seen[i])
            return fail(why, STATUS_INVALID, "%.200s: its head lacks '%s'", name, fields[i]);
    const uint64_t *state = head->origin.rng.state;
    if (!(state[0] | state[1] | state[2] | state[3]))
        return fail(why, STATUS_INVALID, "%.200s: the random generator in its head is all zeros",
                    name);
    return STATUS_OK;
}

/* Reads the head of a file whose magic and checksum are right. TEXT is a copy of its start. */
static enum status read_head(struct head *head, char *text, const char *name, struct failure *why) {
    memset(head, 0, sizeof *head);
    params_default(&head->origin.params);
    char *line = text;
    while (*line != '\n') {
        char *end = strchr(line, '\n');
        char *equals = strchr(line, '=');
        if (!end || !equals || equals > end)
            return fail(why, STATUS_INVALID, "%.200s: malformed head of a weight file", name);
        *end = *equals = 0;
        if (!read_field(head, line, equals + 1))
            return fail(
                why, STATUS_INVALID,
                "%.200s: '%.40s=%.40s' in its head is not understood; made by another version?",
                name, line, equals + 1);
        line = end + 1;
    }
    return check_head(head, name, why);
}

static const unsigned char *read_floats(struct weight_set *set, const unsigned char *in) {
    for (int i = 0; i < class_count(set); i++, in += 4) {
        const uint32_t bits = (uint32_t)get_bytes(in, 4);
        float theta;
        memcpy(&theta, &bits, sizeof theta);
        weight_set_set_theta(set, i, theta);
    }
    return in;
}

/* Whether every weight is a finite number of sensible size. */
static bool weights_are_finite(const struct weight_set *set) {
    for (int i = 0; i < class_count(set); i++)
        if (!(fabsf(weight_set_theta(set, i)) < 1e6f)) return false;
    return true;
}

/* Checks magic and checksum, and finds the head; its text goes to TEXT, its length to *LENGTH. */
static enum status open_file(const unsigned char *data, size_t length, const char *name,
                             char text[MAX_HEAD + 1], size_t *head_length, struct failure *why) {
    const size_t magic_length = sizeof magic - 1;
    if (length < magic_length || memcmp(data, magic, magic_length - 2) != 0)
        return fail(why, STATUS_INVALID, "%.200s: not a weight file of Guzumi", name);
    if (memcmp(data, magic, magic_length) != 0)
        return fail(why, STATUS_INVALID, "%.200s: a weight file of another version than 1", name);
    const size_t room = length - magic_length < MAX_HEAD ? length - magic_length : MAX_HEAD;
    memcpy(text, data + magic_length, room);
    text[room] = 0;
    const char *end = strstr(text, "\n\n");
    if (!end) return fail(why, STATUS_INVALID, "%.200s: cut short, or damaged, in its head", name);
    *head_length = magic_length + (size_t)(end - text) + 2;
    return STATUS_OK;
}

enum status memory_decode(struct memory **out, const unsigned char *data, size_t length,
                          const char *name, struct failure *why) {
    char text[MAX_HEAD + 1];
    size_t head_length = 0;
    struct head head;
    enum status status = open_file(data, length, name, text, &head_length, why);
    if (status == STATUS_OK) status = read_head(&head, text, name, why);
    if (status != STATUS_OK) return status;
    const size_t expected =
        head_length + 4 * ((size_t)head.main_weights + (size_t)head.li_weights) + CHECKSUM_BYTES;
    if (length != expected)
        return fail(why, STATUS_INVALID, "%.200s: %s, %zu bytes instead of %zu", name,
                    length < expected ? "cut short" : "too long", length, expected);
    const size_t body = length - CHECKSUM_BYTES;
    if (get_bytes(data + body, CHECKSUM_BYTES) != checksum(data, body))
        return fail(why, STATUS_INVALID, "%.200s: damaged, its checksum does not fit", name);

    struct memory *m;
    status = memory_new(&m, (int)head.size, &head.origin.params, why);
    if (status != STATUS_OK) return status;
    m->origin = head.origin;
    if (class_count(&m->main) != head.main_weights || class_count(&m->li) != head.li_weights) {
        memory_free(m);
        return fail(why, STATUS_INVALID, "%.200s: its counts of weights do not fit its settings",
                    name);
    }
    read_floats(&m->li, read_floats(&m->main, data + head_length));
    if (!weights_are_finite(&m->main) || !weights_are_finite(&m->li)) {
        memory_free(m);
        return fail(why, STATUS_INVALID, "%.200s: holds weights that are no sensible numbers",
                    name);
    }
    *out = m;
    return STATUS_OK;
}

enum status memory_load(struct memory **out, const char *path, struct failure *why) {
    unsigned char *data;
    size_t length;
    enum status status = file_read(path, MAX_FILE, &data, &length, why);
    if (status != STATUS_OK) return status;
    status = memory_decode(out, data, length, path, why);
    free(data);
    return status;
}
