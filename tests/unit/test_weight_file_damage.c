/* Whatever is wrong with a weight file ends in a status and one line that names it. */
#include "guzumi/base/rng.h"

#include "learnt.h"
#include "weight_files.h"

#include <stdio.h>

static const char path[] = "test_weight_file_damage.weights";

/* Debug builds, which are slow, damage fewer places. */
#ifdef NDEBUG
enum { STRIDE = 1 };
#else
enum { STRIDE = 3 };
#endif

/* --- damaged files --- */

/* A small whole file. Owned by the caller. */
static unsigned char *make_file(size_t *length) {
    struct failure why;
    unsigned char *data;
    struct memory *memory = make_memory(3, 2, SHARE_BOTH);
    assert_int_equal(memory_save(memory, path, false, &why), STATUS_OK);
    assert_int_equal(file_read(path, 1 << 20, &data, length, &why), STATUS_OK);
    memory_free(memory);
    remove(path);
    return data;
}

/* Decodes a copy that ends where its memory ends, so that sanitizers see any step beyond. */
static enum status decode(const unsigned char *data, size_t length, struct failure *why) {
    struct memory *memory;
    unsigned char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, data, length);
    memset(why, 0, sizeof *why);
    const enum status status = memory_decode(&memory, copy, length, "name.of.file", why);
    free(copy);
    if (status == STATUS_OK) memory_free(memory);
    return status;
}

static void assert_refused(const unsigned char *data, size_t length, const char *reason) {
    struct failure why;
    assert_int_equal(decode(data, length, &why), STATUS_INVALID);
    assert_one_line(&why, "name.of.file");
    if (!strstr(why.text, reason)) print_error("'%s' lacks '%s'\n", why.text, reason);
    assert_non_null(strstr(why.text, reason));
}

static void cut_at_every_length(void **state) {
    (void)state;
    struct failure why;
    size_t length;
    unsigned char *data = make_file(&length);
    assert_int_equal(decode(data, length, &why), STATUS_OK);
    for (size_t cut = 0; cut < length; cut += cut < 600 ? 1 : STRIDE)
        assert_refused(data, cut, cut < 17 ? "not a weight file" : "truncated");
    assert_refused(data, length - 1, "truncated");
    free(data);
}

static void one_wrong_byte_anywhere(void **state) {
    (void)state;
    size_t length;
    unsigned char *data = make_file(&length);
    const unsigned char flips[] = {1, 0x80, 0xff, 0x20};
    for (size_t i = 0; i < length; i += i < 600 ? 1 : STRIDE)
        for (int j = 0; j < COUNT_OF(flips); j++) {
            data[i] ^= flips[j];
            assert_refused(data, length, "");
            data[i] ^= flips[j];
        }
    data[length - 20] ^= 4;
    assert_refused(data, length, "checksum");
    free(data);
}

static void too_long(void **state) {
    (void)state;
    size_t length;
    unsigned char *data = make_file(&length);
    unsigned char *longer = calloc(length + 5000, 1);
    assert_non_null(longer);
    memcpy(longer, data, length);
    const size_t more[] = {1, 2, 4, 8, 5000};
    for (int i = 0; i < COUNT_OF(more); i++) assert_refused(longer, length + more[i], "too long");
    free(longer);
    free(data);
}

static void foreign_files(void **state) {
    (void)state;
    const char *const texts[] = {"", "\n", "GUZUMI", "PNG and what not", "GUZUMI weightsX1\n\n\n"};
    for (int i = 0; i < COUNT_OF(texts); i++)
        assert_refused((const unsigned char *)texts[i], strlen(texts[i]), "not a weight file");
    const char version[] = "GUZUMI weights 3\nsize=3\n\n";
    assert_refused((const unsigned char *)version, sizeof version - 1, "version");
    const char *const no_heads[] = {"GUZUMI weights 1\n\n\n12345678",
                                    "GUZUMI weights 2\n\n12345678"};
    for (int i = 0; i < COUNT_OF(no_heads); i++)
        assert_refused((const unsigned char *)no_heads[i], strlen(no_heads[i]), "head");
}

/* --- heads that lie --- */

static void append_checksum(struct buffer *file) {
    const uint64_t hash = hash_bytes(HASH_START, file->data, file->length);
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(hash >> (8 * i));
    buffer_append(file, bytes, sizeof bytes);
}

/* A file of that VERSION, of a 2x2 board with 1x1 shapes (1 LD and 1 LI weight), whose head has
 * LINE in place of the one that begins with FIELD; its weights are FIRST and SECOND, its checksum
 * is right. */
static struct buffer file_with(int version, const char *field, const char *line, uint32_t first,
                               uint32_t second) {
    static const char *const heads[2][19] = {
        {"size=2", "games=7", "seed=1", "alpha=0.1", "lambda=0", "epsilon=0.1", "plies=2",
         "value=logistic", "normalise=active", "shapes=1", "sharing=both", "train_komi=7.5",
         "rng0=1", "rng1=2", "rng2=3", "rng3=4", "main_weights=1", "li_weights=1", NULL},
        {"kind=local-shapes", "size=2", "games=7", "seed=1", "alpha=0.1", "lambda=0", "epsilon=0.1",
         "plies=2", "value=logistic", "normalise=active", "shapes=1", "sharing=both",
         "train_komi=7.5", "rng0=1", "rng1=2", "rng2=3", "rng3=4", "section main float 1 4",
         "section li float 1 4"}};
    const char *const *head = heads[version - 1];
    struct buffer file = {0};
    buffer_print(&file, "GUZUMI weights %d\n", version);
    for (int i = 0; i < 19 && head[i]; i++) {
        const bool replaced = strncmp(head[i], field, strlen(field)) == 0 && *field;
        if (replaced && !*line) continue;
        buffer_print(&file, "%s\n", replaced ? line : head[i]);
    }
    buffer_print(&file, "\n");
    for (int i = 0; i < 2; i++) {
        unsigned char bytes[4];
        for (int j = 0; j < 4; j++)
            bytes[j] = (unsigned char)((i == 0 ? first : second) >> (8 * j));
        buffer_append(&file, bytes, sizeof bytes);
    }
    append_checksum(&file);
    assert_false(file.failed);
    return file;
}

enum { HALF = 0x3f000000 }; /* 0.5 as a float's bits */

static enum status decode_with(int version, const char *field, const char *line,
                               struct failure *why) {
    struct buffer file = file_with(version, field, line, HALF, HALF);
    const enum status status = decode(file.data, file.length, why);
    if (status != STATUS_OK) assert_one_line(why, "name.of.file");
    buffer_free(&file);
    return status;
}

/* The second LINES in place of the first makes the file one that is refused. */
static void assert_nonsense(int version, const char *const lines[2]) {
    struct failure why;
    const enum status status = decode_with(version, lines[0], lines[1], &why);
    if (status != STATUS_INVALID) print_error("accepted: %s\n", lines[1]);
    assert_int_equal(status, STATUS_INVALID);
}

/* Version 1 is read as version 2 is, and saved as that. */
static void both_versions_say_the_same(void **state) {
    (void)state;
    struct memory *m[2], *again;
    struct failure why;
    unsigned char *data;
    size_t length;
    for (int i = 0; i < 2; i++) {
        struct buffer file = file_with(i + 1, "", "", HALF, 0xbf800000);
        assert_int_equal(memory_decode(&m[i], file.data, file.length, "file", &why), STATUS_OK);
        buffer_free(&file);
    }
    assert_same_memory(m[0], m[1]);
    assert_true(weight_set_theta(&m[0]->main, 0) == 0.5f && weight_set_theta(&m[0]->li, 0) == -1);
    assert_int_equal(memory_save(m[0], path, false, &why), STATUS_OK);
    assert_int_equal(file_read(path, 1 << 20, &data, &length, &why), STATUS_OK);
    assert_memory_equal(data, "GUZUMI weights 2\nkind=local-shapes\n", 35);
    free(data);
    assert_int_equal(memory_load(&again, path, &why), STATUS_OK);
    assert_same_memory(m[0], again);
    remove(path);
    memory_free(again);
    memory_free(m[0]);
    memory_free(m[1]);
}

static void nonsense_in_the_head(void **state) {
    (void)state;
    static const char *const nonsense[][2] = {
        {"size", "size=1"},
        {"size", "size=20"},
        {"size", "size=-2"},
        {"size", "size=99999999999999999999"},
        {"size", "size="},
        {"size", "size=9"}, /* other counts belong to it */
        {"size", "size=2 "},
        {"size", "size 2"},
        {"size", "=2"},
        {"size", "unknown=2"},
        {"games", "games=-1"},
        {"games", "games=18446744073709551616"},
        {"seed", "seed=-1"},
        {"alpha", "alpha=nan"},
        {"alpha", "alpha=1e999"},
        {"epsilon", "epsilon=2"},
        {"shapes", "shapes=4"},
        {"shapes", "shapes=123"},
        {"sharing", "sharing=ld"},
        {"value", "value=\001\033[31m"},
        {"rng0", "rng0=x"},
        {"rng0", "rng4=1"},
    };
    static const char *const counts[][2] = {
        {"main_weights", "main_weights=0"},
        {"main_weights", "main_weights=-1"},
        {"main_weights", "main_weights=2147483647"},
        {"main_weights", "main_weights=9223372036854775807"},
        {"li_weights", "li_weights=2"},
        {"li_weights", "li_weights=2147483647"},
        {"games", "games=7\nkind=local-shapes"},
    };
    static const char *const sections[][2] = {
        {"section main", "section main float 0 0"},
        {"section main", "section main float 2 4"},
        {"section main", "section main float 1 3"},
        {"section main", "section main float 1 -4"},
        {"section main", "section main float 1 9223372036854775807"},
        {"section main", "section main float 9223372036854775807 4"},
        {"section main", "section main packed 1 4"},
        {"section main", "section main double 1 4"},
        {"section main", "section main float 1 4 4"},
        {"section main", "section main float 1"},
        {"section main", "section main"},
        {"section main", "section "},
        {"section main", "section other float 1 4"},
        {"section main", "section li float 1 4"},
        {"section main", "section  float 1 4"},
        {"section main", "section main float 1 4\nsection more float 0 0"},
        {"kind", "kind=network"},
        {"kind", "kind="},
        {"kind", "kind=local-shapes\nkind=local-shapes"},
        {"games", "games=7\nmain_weights=1"},
    };
    for (int i = 0; i < COUNT_OF(nonsense); i++)
        for (int version = 1; version <= 2; version++) assert_nonsense(version, nonsense[i]);
    for (int i = 0; i < COUNT_OF(counts); i++) assert_nonsense(1, counts[i]);
    for (int i = 0; i < COUNT_OF(sections); i++) assert_nonsense(2, sections[i]);
}

/* Counts that hide behind each other: together they fit the length, each is wrong. */
static void counts_that_fit_together(void **state) {
    (void)state;
    struct failure why;
    struct buffer file = {0};
    buffer_print(&file, "GUZUMI weights 1\nsize=2\nshapes=1\nmain_weights=2\nli_weights=0\n\n");
    buffer_append(&file, "\0\0\0\0\0\0\0\0", 8);
    append_checksum(&file);
    assert_int_equal(decode(file.data, file.length, &why), STATUS_INVALID);
    assert_one_line(&why, "name.of.file");
    buffer_free(&file);
}

/* A file without the line of FIELD is refused for that REASON. */
static void assert_missed(int version, const char *field, const char *reason) {
    struct failure why;
    const enum status status = decode_with(version, field, "", &why);
    if (status != STATUS_INVALID) print_error("accepted without: %s\n", field);
    assert_int_equal(status, STATUS_INVALID);
    assert_non_null(strstr(why.text, reason));
}

static void missing_fields(void **state) {
    (void)state;
    static const char *const fields[] = {"size", "games", "rng0",  "rng1",
                                         "rng2", "rng3",  "main_", "li_"};
    static const char *const fields_2[] = {"kind", "size", "games",        "rng0",      "rng1",
                                           "rng2", "rng3", "section main", "section li"};
    for (int i = 0; i < COUNT_OF(fields); i++) assert_missed(1, fields[i], fields[i]);
    for (int i = 0; i < COUNT_OF(fields_2); i++) {
        const char *space = strchr(fields_2[i], ' ');
        assert_missed(2, fields_2[i], space ? "too long" : fields_2[i]);
    }
}

/* A file that is older than a parameter was made by its default. */
static void missing_parameters(void **state) {
    (void)state;
    struct params params;
    struct memory *memory;
    struct failure why;
    params_default(&params);
    struct buffer file = file_with(2, "alpha", "", HALF, HALF);
    assert_int_equal(memory_decode(&memory, file.data, file.length, "old", &why), STATUS_OK);
    assert_true(memory->learnt.origin.params.alpha == params.alpha);
    memory_free(memory);
    buffer_free(&file);
}

static void repeated_fields(void **state) {
    (void)state;
    struct failure why;
    for (int version = 1; version <= 2; version++) {
        assert_int_equal(decode_with(version, "games", "games=7\ngames=8", &why), STATUS_INVALID);
        assert_int_equal(decode_with(version, "rng0", "rng0=1\nrng0=1", &why), STATUS_INVALID);
    }
}

/* A generator whose state is zero never leaves it. */
static void a_dead_random_generator(void **state) {
    (void)state;
    struct failure why;
    struct buffer file = {0};
    buffer_print(&file, "GUZUMI weights 1\nsize=2\ngames=7\nseed=1\nalpha=0.1\nlambda=0\n"
                        "epsilon=0.1\nplies=2\nvalue=logistic\nnormalise=active\nshapes=1\n"
                        "sharing=both\ntrain_komi=7.5\nrng0=0\nrng1=0\nrng2=0\nrng3=0\n"
                        "main_weights=1\nli_weights=1\n\n");
    buffer_append(&file, "\0\0\0\0\0\0\0\0", 8);
    append_checksum(&file);
    assert_int_equal(decode(file.data, file.length, &why), STATUS_INVALID);
    assert_one_line(&why, "name.of.file");
    buffer_free(&file);
}

static enum status decode_weights(uint32_t first, uint32_t second) {
    struct failure why;
    struct buffer file = file_with(2, "", "", first, second);
    const enum status status = decode(file.data, file.length, &why);
    if (status != STATUS_OK) assert_one_line(&why, "name.of.file");
    buffer_free(&file);
    return status;
}

static void weights_that_are_no_numbers(void **state) {
    (void)state;
    /* NaNs of either sign, quiet and signalling, infinities, the largest number. */
    const uint32_t bad[] = {0x7fc00000, 0xffc00000, 0x7f800001, 0x7f800000, 0xff800000, 0x7f7fffff};
    const uint32_t good[] = {0, 0x80000000, 1, 0x3f800000, 0xc2c80000};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        assert_int_equal(decode_weights(bad[i], HALF), STATUS_INVALID);
        assert_int_equal(decode_weights(HALF, bad[i]), STATUS_INVALID);
    }
    for (int i = 0; i < COUNT_OF(good); i++)
        assert_int_equal(decode_weights(good[i], good[i]), STATUS_OK);
}

/* Random text behind the magic, and heads longer than any. */
static void random_heads(void **state) {
    (void)state;
    static const char letters[] = "size=games\n\n\nrng0=12345 section \001\377 -";
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 9, 0);
    for (int i = 0; i < 2000; i++) {
        struct buffer file = {0};
        buffer_print(&file, "GUZUMI weights %d\n", 1 + i % 2);
        for (int j = (int)rng_below(&rng, i % 100 ? 200 : 20000); j > 0; j--)
            buffer_append(&file, &letters[rng_below(&rng, sizeof letters)], 1);
        append_checksum(&file);
        assert_int_equal(decode(file.data, file.length, &why), STATUS_INVALID);
        assert_one_line(&why, "name.of.file");
        buffer_free(&file);
    }
}

/* --- files --- */

static void assert_not_loaded(const char *name, enum status expected) {
    struct memory *memory;
    struct failure why;
    memset(&why, 0, sizeof why);
    assert_int_equal(memory_load(&memory, name, &why), expected);
    assert_one_line(&why, name);
}

static void files_that_can_not_be_read(void **state) {
    (void)state;
    assert_not_loaded("no-such-folder/no.weights", STATUS_IO);
    assert_not_loaded("test_weight_file.no-such-file", STATUS_IO);
    assert_not_loaded(".", STATUS_IO);
}

/* A file beyond any size that makes sense is left before it fills the memory. */
static void oversized_files(void **state) {
    (void)state;
    unsigned char *data;
    size_t length;
    struct failure why;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++) fputs("0123456789", file);
    fclose(file);
    assert_int_equal(file_read(path, 9999, &data, &length, &why), STATUS_INVALID);
    assert_one_line(&why, path);
    assert_int_equal(file_read(path, 10000, &data, &length, &why), STATUS_OK);
    assert_int_equal(length, 10000);
    assert_int_equal(data[10000], 0);
    free(data);
    assert_not_loaded(path, STATUS_INVALID);
    /* The hole before the end of this one takes no room on the disk. */
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 65L << 20, SEEK_SET), 0);
    fputc(0, file);
    fclose(file);
    assert_not_loaded(path, STATUS_INVALID);
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_versions_say_the_same),
        cmocka_unit_test(cut_at_every_length),
        cmocka_unit_test(one_wrong_byte_anywhere),
        cmocka_unit_test(too_long),
        cmocka_unit_test(foreign_files),
        cmocka_unit_test(nonsense_in_the_head),
        cmocka_unit_test(counts_that_fit_together),
        cmocka_unit_test(missing_fields),
        cmocka_unit_test(missing_parameters),
        cmocka_unit_test(repeated_fields),
        cmocka_unit_test(a_dead_random_generator),
        cmocka_unit_test(weights_that_are_no_numbers),
        cmocka_unit_test(random_heads),
        cmocka_unit_test(files_that_can_not_be_read),
        cmocka_unit_test(oversized_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
