#include "guzumi/file.h"
#include "guzumi/text.h"
#include "guzumi/trained_network.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "GUZUMI weights 2\n";
enum { CHECKSUM_BYTES = 8, MAX_HEAD = 8192 };

/* The largest network, with RPROP's steps, is far below this. */
#define MAX_FILE ((size_t)64 << 20)

/* The parameters that a network depends on and its file records. */
static const char *const recorded[] = {"seed",
                                       "alpha",
                                       "lambda",
                                       "epsilon",
                                       "train_komi",
                                       "maps",
                                       "grow_games",
                                       "undifferentiated",
                                       "hidden",
                                       "kernel",
                                       "wide_kernel",
                                       "symmetric",
                                       "temperature",
                                       "last_temperature",
                                       "annealing",
                                       "priming",
                                       "td",
                                       "mu_gain",
                                       "mu_rewarded",
                                       "residual",
                                       "update",
                                       "rprop_step",
                                       "batch",
                                       "opponent",
                                       "opponent_random",
                                       "opponent_step",
                                       "opponent_handicap"};
enum { RECORDED = sizeof recorded / sizeof recorded[0] };

/* The other fields of the head. */
static const char *const counted[] = {"kind", "size", "games", "random_share", "rng0",
                                      "rng1", "rng2", "rng3",  "weights",      "steps"};
enum { COUNTED = sizeof counted / sizeof counted[0], FIELDS = RECORDED + COUNTED };

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

/* --- writing
 * ------------------------------------------------------------------------------------
 */

static void append_floats(struct buffer *out, const float *numbers, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        unsigned char bytes[4];
        memcpy(&bits, &numbers[i], sizeof bits);
        put_bytes(bytes, bits, 4);
        buffer_append(out, bytes, sizeof bytes);
    }
}

static void append_head(struct buffer *out, const struct trained_network *t) {
    const struct provenance *origin = &t->origin;
    buffer_print(out, "%skind=%s\nsize=%d\ngames=%llu\nrandom_share=%.17g\n", magic,
                 network_kind_name(t->kind), t->size, (unsigned long long)origin->games,
                 t->random_share);
    for (int i = 0; i < RECORDED; i++) {
        char value[64];
        buffer_print(out, "%s=%s\n", recorded[i],
                     params_format(&origin->params, param_find(recorded[i]), value, sizeof value));
    }
    for (int i = 0; i < 4; i++)
        buffer_print(out, "rng%d=%llu\n", i, (unsigned long long)origin->rng.state[i]);
    buffer_print(out, "weights=%d\nsteps=%d\n\n", t->network->weight_count, t->step != NULL);
}

enum status trained_network_save(const struct trained_network *t, const char *path,
                                 struct failure *why) {
    struct buffer out = {0};
    const int count = t->network->weight_count;
    append_head(&out, t);
    append_floats(&out, t->network->weights, count);
    if (t->step) {
        append_floats(&out, t->step, count);
        append_floats(&out, t->before, count);
    }
    unsigned char sum[CHECKSUM_BYTES];
    put_bytes(sum, out.failed ? 0 : checksum(out.data, out.length), CHECKSUM_BYTES);
    buffer_append(&out, sum, sizeof sum);
    const enum status status = out.failed ? fail_memory(why, "a weight file")
                                          : file_write(path, out.data, out.length, why);
    buffer_free(&out);
    return status;
}

/* --- reading
 * ------------------------------------------------------------------------------------
 */

/* What the head says. */
struct head {
    struct provenance origin;
    bool seen[FIELDS];
    enum network_kind kind;
    int64_t size, weights, steps;
    double random_share;
};

/* Notes that the head has the field NAME; false when there is none, or not for
 * the first time. */
static bool note_field(struct head *head, const char *name) {
    for (int i = 0; i < FIELDS; i++) {
        if (strcmp(name, i < RECORDED ? recorded[i] : counted[i - RECORDED]) != 0) continue;
        const bool first = !head->seen[i];
        head->seen[i] = true;
        return first;
    }
    return false;
}

static bool read_field(struct head *h, const char *name, const char *value) {
    struct failure ignored;
    if (!note_field(h, name)) return false;
    if (strcmp(name, "kind") == 0) return network_kind_find(value, &h->kind);
    if (strcmp(name, "size") == 0)
        return text_to_int(value, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &h->size);
    if (strcmp(name, "games") == 0) return text_to_uint64(value, &h->origin.games);
    if (strcmp(name, "random_share") == 0)
        return text_to_real(value, &h->random_share) && h->random_share >= 0 &&
               h->random_share <= 1;
    if (strcmp(name, "weights") == 0) return text_to_int(value, 1, INT32_MAX, &h->weights);
    if (strcmp(name, "steps") == 0) return text_to_int(value, 0, 1, &h->steps);
    if (strncmp(name, "rng", 3) == 0)
        return text_to_uint64(value, &h->origin.rng.state[name[3] - '0']);
    return params_set(&h->origin.params, name, value, &ignored) == STATUS_OK;
}

static enum status check_head(const struct head *h, const char *name, struct failure *why) {
    for (int i = 0; i < COUNTED; i++)
        if (!h->seen[RECORDED + i])
            return fail(why, STATUS_INVALID, "%.200s: its head lacks '%s'", name, counted[i]);
    const uint64_t *state = h->origin.rng.state;
    if (!(state[0] | state[1] | state[2] | state[3]))
        return fail(why, STATUS_INVALID, "%.200s: the random generator in its head is all zeros",
                    name);
    return STATUS_OK;
}

/* Reads the head's lines; TEXT is a copy of them. */
static enum status read_head(struct head *h, char *text, const char *name, struct failure *why) {
    memset(h, 0, sizeof *h);
    params_default(&h->origin.params);
    for (char *line = text; *line != '\n';) {
        char *end = strchr(line, '\n'), *equals = strchr(line, '=');
        if (!end || !equals || equals > end)
            return fail(why, STATUS_INVALID, "%.200s: malformed head of a weight file", name);
        *end = *equals = 0;
        if (!read_field(h, line, equals + 1))
            return fail(why, STATUS_INVALID,
                        "%.200s: '%.40s=%.40s' in its head is not understood; made "
                        "by another "
                        "version?",
                        name, line, equals + 1);
        line = end + 1;
    }
    return check_head(h, name, why);
}

/* COUNT numbers, finite and of sensible size. */
static bool read_floats(float *out, int count, const unsigned char *in) {
    bool good = true;
    for (int i = 0; i < count; i++) {
        const uint32_t bits = (uint32_t)get_bytes(in + 4 * i, 4);
        memcpy(&out[i], &bits, sizeof bits);
        good = good && fabsf(out[i]) < 1e6F;
    }
    return good;
}

/* The network that the head describes, with the numbers at BODY. */
static enum status make(struct trained_network **out, const struct head *h,
                        const unsigned char *body, const char *name, struct failure *why) {
    const struct network_shape shape =
        trained_network_shape(h->kind, (int)h->size, &h->origin.params, h->origin.games);
    struct trained_network *t = calloc(1, sizeof *t);
    if (!t) return fail_memory(why, "a network");
    t->kind = h->kind;
    t->size = (int)h->size;
    t->origin = h->origin;
    t->random_share = h->random_share;
    enum status status = network_new(&t->network, &shape, why);
    const int count = status == STATUS_OK ? t->network->weight_count : 0;
    if (status == STATUS_OK && count != h->weights)
        status = fail(why, STATUS_INVALID,
                      "%.200s: its number of weights does not fit its settings", name);
    if (status == STATUS_OK && h->steps) {
        t->step = calloc((size_t)count, sizeof *t->step);
        t->before = calloc((size_t)count, sizeof *t->before);
        if (!t->step || !t->before) status = fail_memory(why, "a network");
    }
    bool good = true;
    if (status == STATUS_OK) {
        good = read_floats(t->network->weights, count, body);
        if (h->steps)
            good = read_floats(t->step, count, body + 4 * count) &&
                   read_floats(t->before, count, body + 8 * count) && good;
    }
    if (!good)
        status =
            fail(why, STATUS_INVALID, "%.200s: holds weights that are no sensible numbers", name);
    if (status != STATUS_OK) {
        trained_network_free(t);
        return status;
    }
    network_unfold(t->network);
    *out = t;
    return STATUS_OK;
}

enum status trained_network_decode(struct trained_network **out, const unsigned char *data,
                                   size_t length, const char *name, struct failure *why) {
    const size_t magic_length = sizeof magic - 1;
    char text[MAX_HEAD + 1];
    struct head head;
    if (length < magic_length || memcmp(data, magic, magic_length) != 0)
        return fail(why, STATUS_INVALID, "%.200s: not a network's weight file", name);
    const size_t room = length - magic_length < MAX_HEAD ? length - magic_length : MAX_HEAD;
    memcpy(text, data + magic_length, room);
    text[room] = 0;
    const char *end = strstr(text, "\n\n");
    if (!end) return fail(why, STATUS_INVALID, "%.200s: cut short, or damaged, in its head", name);
    const size_t head_length = magic_length + (size_t)(end - text) + 2;
    const enum status status = read_head(&head, text, name, why);
    if (status != STATUS_OK) return status;
    const size_t numbers = (size_t)head.weights * (head.steps ? 3 : 1);
    const size_t expected = head_length + 4 * numbers + CHECKSUM_BYTES;
    if (length != expected)
        return fail(why, STATUS_INVALID, "%.200s: %s, %zu bytes instead of %zu", name,
                    length < expected ? "cut short" : "too long", length, expected);
    const size_t body = length - CHECKSUM_BYTES;
    if (get_bytes(data + body, CHECKSUM_BYTES) != checksum(data, body))
        return fail(why, STATUS_INVALID, "%.200s: damaged, its checksum does not fit", name);
    return make(out, &head, data + head_length, name, why);
}

enum status trained_network_load(struct trained_network **out, const char *path,
                                 struct failure *why) {
    unsigned char *data;
    size_t length;
    enum status status = file_read(path, MAX_FILE, &data, &length, why);
    if (status != STATUS_OK) return status;
    status = trained_network_decode(out, data, length, path, why);
    free(data);
    return status;
}

bool trained_network_is_file(const char *path) {
    unsigned char *data;
    size_t length;
    struct failure ignored;
    if (file_read(path, MAX_FILE, &data, &length, &ignored) != STATUS_OK) return false;
    const bool is = length >= sizeof magic - 1 && memcmp(data, magic, sizeof magic - 1) == 0;
    free(data);
    return is;
}
