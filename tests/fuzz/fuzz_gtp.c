/* GTP: any bytes get well-formed answers, and the engine survives. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/file.h"
#include "guzumi/gtp/gtp.h"
#include "guzumi/learner/learner.h"
#include "guzumi/shapes/memory.h"

#include "fuzz.h"

#include <string.h>
#include <unistd.h>

enum { MAX_INPUT = 1 << 12, MAX_SIZE = 3 };

/* Words of commands that would take long or need much memory. */
static const char *const costly[] = {"simulations", "move_time", "threads",
                                     "depth",       "megabytes", "search_age"};

/* LINE as the protocol reads it: without control characters. */
static void clean(const uint8_t *line, size_t length, char *out) {
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\t' || (line[i] >= 32 && line[i] != 127)) *out++ = (char)line[i];
    *out = 0;
}

/* Whether LINE asks for a board larger than MAX_SIZE (or for an impossible one). */
static bool asks_for_large_board(const char *line) {
    const char *size = strstr(line, "size");
    return size && strtol(size + 4, NULL, 10) > MAX_SIZE;
}

/* Whether a line is quick and touches no file but fuzz.sgf. */
static bool is_harmless(const char *line) {
    for (size_t i = 0; i < sizeof costly / sizeof costly[0]; i++)
        if (strstr(line, costly[i])) return false;
    if (asks_for_large_board(line)) return false;
    const char *sgf = strstr(line, "sgf");
    if (!sgf) return true;
    sgf += 3;
    sgf += strspn(sgf, " \t");
    if (strncmp(sgf, "fuzz.sgf", 8) != 0) return !*sgf; /* printsgf */
    sgf += 8;
    return !sgf[strspn(sgf, " \t0123456789")]; /* loadsgf fuzz.sgf 3 */
}

/* The harmless lines of an input, and the command name: without it, a final analysis would run for
 * the seconds that the end of a script grants. */
static struct buffer harmless_lines(const uint8_t *data, size_t size) {
    char line[MAX_INPUT + 1];
    struct buffer out = {0};
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) + 1 : size;
        clean(data, length, line);
        if (is_harmless(line)) buffer_append(&out, data, length);
        data += length;
        size -= length;
    }
    buffer_print(&out, "\nname\n");
    CHECK(!out.failed);
    return out;
}

/* Answers are "=[id] text" or "?[id] text", ended by the first empty line. */
static void check_answers(const char *text) {
    while (*text) {
        CHECK(*text == '=' || *text == '?');
        text += 1 + strspn(text + 1, "0123456789");
        CHECK(*text == ' ' || *text == '\n'); /* an analysis starts with a lone "=" */
        const char *end = strstr(text, "\n\n");
        CHECK(end);
        for (; text < end; text++) CHECK((unsigned char)*text >= ' ' || *text == '\n');
        text = end + 2;
    }
}

/* Lets ENGINE answer INPUT, which must fit into a pipe; the caller frees the answers. */
static char *converse(struct engine *engine, const void *input, size_t size) {
    char *text = NULL;
    size_t length = 0;
    struct failure why;
    int in[2];
    FILE *out = open_memstream(&text, &length);
    CHECK(out && pipe(in) == 0);
    CHECK(write(in[1], input, size) == (ssize_t)size);
    close(in[1]);
    CHECK(gtp_run(engine, &(struct gtp_identity){NULL, NULL}, in[0], out, &why) == STATUS_OK);
    CHECK(fclose(out) == 0);
    close(in[0]);
    return text;
}

static bool ends_with_name(const char *answers) {
    static const char name[] = "= Guzumi\n\n";
    const size_t length = strlen(answers), wanted = sizeof name - 1;
    return length >= wanted && strcmp(answers + length - wanted, name) == 0;
}

/* Restores everything that lines can change. Few change parameters, and setting all takes long. */
static void reset(struct engine *engine, const struct params *params) {
    struct failure why;
    char value[64];
    const bool same = memcmp(engine_params(engine), params, sizeof *params) == 0;
    for (int i = 0; i < param_count && !same; i++)
        CHECK(engine_set_param(engine, param_table[i].name,
                               params_format(params, &param_table[i], value, sizeof value),
                               &why) == STATUS_OK);
    time_control_init(engine_time_control(engine));
    CHECK(engine_set_komi(engine, 7.5, &why) == STATUS_OK);
    engine_seed(engine, params->seed);
    engine_clear(engine, MAX_SIZE);
}

/* A long-term memory without weights and large shapes, whose tables are soon made for each game. */
static void load_small_memory(struct weight_store *store, int size) {
    static const char path[] = "fuzz.weights";
    struct params params;
    struct memory *memory;
    struct failure why;
    params_default(&params);
    params.shapes = SHAPES_1;
    CHECK(memory_new(&memory, size, &params, &why) == STATUS_OK);
    CHECK(learnt_save(&memory->learnt, path, true, &why) == STATUS_OK);
    CHECK(weight_store_load(store, path, &why) == STATUS_OK);
    learnt_free(&memory->learnt);
    remove(path);
}

/* One engine for all inputs, because creating engines would take most of the time. */
static struct engine *shared_engine(void) {
    static struct engine *engine;
    static struct weight_store *store;
    static struct params params;
    struct failure why;
    if (!engine) {
        params_default(&params);
        /* The quality of the searches does not matter here. */
        CHECK(params_assign(&params, "simulations=2", &why) == STATUS_OK);
        CHECK(params_assign(&params, "depth=1", &why) == STATUS_OK);
        CHECK(params_assign(&params, "heuristic=rules", &why) == STATUS_OK);
        CHECK(params_assign(&params, "tree_megabytes=1", &why) == STATUS_OK);
        CHECK(params_assign(&params, "hash_megabytes=1", &why) == STATUS_OK);
        CHECK(weight_store_new(&store, &why) == STATUS_OK);
        for (int size = BOARD_MIN_SIZE; size <= MAX_SIZE; size++) load_small_memory(store, size);
        CHECK(engine_new(&engine, &params, store, &why) == STATUS_OK);
    }
    reset(engine, &params);
    return engine;
}

/* Replaces the system's: syncing records would take most of the time. */
int fsync(int fd) {
    (void)fd;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MAX_INPUT) return 0;
    struct engine *engine = shared_engine();
    struct buffer input = harmless_lines(data, size);
    char *answers = converse(engine, input.data, input.length);
    check_answers(answers);
    if (!ends_with_name(answers)) { /* a line was quit */
        free(answers);
        answers = converse(engine, "name\n", 5);
        CHECK(ends_with_name(answers));
    }
    free(answers);
    buffer_free(&input);
    return 0;
}
