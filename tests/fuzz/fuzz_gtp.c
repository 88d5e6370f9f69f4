/* GTP: any bytes get well-formed answers, and the engine lives on. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include "guzumi/gtp.h"
#include "guzumi/memory_store.h"

#include <string.h>
#include <unistd.h>

enum { MAX_INPUT = 1 << 12, MAX_SIZE = 3 };

/* Words of lines that would make a command take long or much memory. */
static const char *const costly[] = {"simulations", "move_time", "threads",
                                     "depth",       "hash_",     "search_age"};

/* LINE as the protocol sees it: without control characters. */
static void clean(const uint8_t *line, size_t length, char *out) {
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\t' || (line[i] >= 32 && line[i] != 127)) *out++ = (char)line[i];
    *out = 0;
}

/* Whether LINE asks for a board of more than MAX_SIZE lines (or for one that can't be). */
static bool asks_for_much(const char *line) {
    const char *size = strstr(line, "size");
    return size && strtol(size + 4, NULL, 10) > MAX_SIZE;
}

/* Whether a line can be run without touching other files than fuzz.sgf and without taking long. */
static bool is_harmless(const char *line) {
    for (size_t i = 0; i < sizeof costly / sizeof costly[0]; i++)
        if (strstr(line, costly[i])) return false;
    if (asks_for_much(line)) return false;
    const char *sgf = strstr(line, "sgf");
    if (!sgf) return true;
    sgf += 3;
    sgf += strspn(sgf, " \t");
    if (strncmp(sgf, "fuzz.sgf", 8) == 0) sgf += 8;
    return !sgf[strspn(sgf, " \t0123456789")]; /* printsgf, loadsgf fuzz.sgf 3 */
}

/* A file with the harmless lines, to be read from its start. */
static FILE *make_input(const uint8_t *data, size_t size) {
    FILE *in = tmpfile();
    char *text = malloc(size + 1);
    CHECK(in && text);
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) + 1 : size;
        clean(data, length, text);
        if (is_harmless(text)) fwrite(data, 1, length, in);
        data += length;
        size -= length;
    }
    free(text);
    CHECK(fflush(in) == 0 && lseek(fileno(in), 0, SEEK_SET) == 0);
    return in;
}

/* Answers are "=[id] text" or "?[id] text" and an empty line, with none inside. */
static void check_answers(const char *text) {
    while (*text) {
        CHECK(*text == '=' || *text == '?');
        text += 1 + strspn(text + 1, "0123456789");
        CHECK(*text == ' ' || *text == '\n'); /* "=" alone begins an analysis */
        const char *end = strstr(text, "\n\n");
        CHECK(end);
        for (; text < end; text++) CHECK((unsigned char)*text >= ' ' || *text == '\n');
        text = end + 2;
    }
}

/* Lets ENGINE answer what is in IN; the caller frees the answers. */
static char *converse(struct engine *engine, FILE *in) {
    char *text = NULL;
    size_t length = 0;
    struct failure why;
    FILE *out = open_memstream(&text, &length);
    CHECK(out);
    CHECK(gtp_run(engine, fileno(in), out, &why) == STATUS_OK);
    CHECK(fclose(out) == 0);
    return text;
}

/* The memories are the same for every input and take long to unpack. */
static struct memory_store *shared_memories(void) {
    static struct memory_store *memories;
    struct failure why;
    if (!memories) CHECK(memory_store_new(&memories, &why) == STATUS_OK);
    return memories;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct engine *engine;
    struct params params;
    struct failure why;
    if (size > MAX_INPUT) return 0;
    params_default(&params);
    CHECK(params_assign(&params, "simulations=10", &why) == STATUS_OK);
    CHECK(engine_new(&engine, &params, shared_memories(), &why) == STATUS_OK);
    engine_clear(engine, MAX_SIZE);

    FILE *in = make_input(data, size);
    char *answers = converse(engine, in);
    check_answers(answers);
    free(answers);
    fclose(in);

    in = make_input((const uint8_t *)"\nname", 5);
    answers = converse(engine, in);
    CHECK(strcmp(answers, "= Guzumi\n\n") == 0);
    free(answers);
    fclose(in);
    engine_free(engine);
    return 0;
}
