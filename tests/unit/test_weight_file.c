/* Weight files: what is saved comes back, and nothing is half written. */
#include "guzumi/learner/learner.h"

#include "builtin_weights.h"
#include "learnt.h"
#include "weight_files.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>

static const char path[] = "test_weight_file.weights";

static void round_trips(void **state) {
    (void)state;
    const int sizes[] = {2, 3, 5, 9};
    struct failure why;
    for (int i = 0; i < COUNT_OF(sizes); i++)
        for (int sharing = SHARE_NONE; sharing <= SHARE_BOTH; sharing++) {
            if (sizes[i] == 9 && sharing != SHARE_BOTH) continue;
            struct memory *memory = make_memory(sizes[i], (i + sharing) % 7, sharing), *again;
            assert_int_equal(memory_save(memory, path, false, &why), STATUS_OK);
            assert_int_equal(memory_load(&again, path, &why), STATUS_OK);
            assert_same_memory(memory, again);
            memory_free(again);
            memory_free(memory);
        }
    remove(path);
}

/* What a long training has summed up outgrows any weight. */
static void sums_have_no_limit(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    struct memory *memory, *again;
    params_default(&params);
    params.step_sizes = STEPS_COHERENT;
    assert_int_equal(memory_new(&memory, 3, &params, &why), STATUS_OK);
    memory->main.coherence[0] = -5e6f;
    memory->main.coherence[1] = 7e6f;
    assert_int_equal(memory_save(memory, path, false, &why), STATUS_OK);
    assert_int_equal(memory_load(&again, path, &why), STATUS_OK);
    assert_true(again->main.coherence[0] == -5e6f && again->main.coherence[1] == 7e6f);
    memory_free(again);
    memory->main.coherence[1] = INFINITY;
    assert_int_equal(memory_save(memory, path, false, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "infinite or too large"));
    memory_free(memory);
    remove(path);
}

/* The only file of the tests that follow, opened. */
static struct weight_file *open_file(void) {
    struct weight_file *file;
    struct failure why;
    assert_int_equal(weight_file_load(&file, path, &why), STATUS_OK);
    return file;
}

/* Closes FILE, which has failed with a message that has MESSAGE in it. */
static void close_failed(struct weight_file *file, const char *message) {
    struct failure why;
    assert_int_equal(weight_file_status(file, &why), STATUS_INVALID);
    assert_one_line(&why, path);
    assert_non_null(strstr(why.text, message));
    weight_file_close(file);
}

/* Reads the only section of a file. */
static void read_all(struct weight_file *file, float *numbers, size_t count) {
    struct failure why;
    weight_file_weights(file, "all", numbers, count);
    assert_int_equal(weight_file_status(file, &why), STATUS_OK);
    weight_file_close(file);
}

static const float nine[] = {0.1f, -3, 0, 1e-9f, 65504, 70000, -0.0f, 1, 2};

/* A file of another kind, which the memory's reader refuses. */
static void write_another_kind(void) {
    struct weight_writer writer;
    struct memory *memory;
    struct failure why;
    weight_writer_begin(&writer, "test");
    weight_writer_field(&writer, "answer", "%d", 42);
    weight_writer_weights(&writer, "whole", nine, 9, STORAGE_FLOAT);
    weight_writer_weights(&writer, "half", nine, 9, STORAGE_PACKED);
    weight_writer_weights(&writer, "empty", nine, 0, STORAGE_PACKED);
    weight_writer_field(&writer, "text", "a = b");
    assert_int_equal(weight_writer_save(&writer, path, &why), STATUS_OK);
    assert_int_equal(memory_load(&memory, path, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "of the kind 'test', not 'local-shapes'"));
}

static void sections_of_another_kind(void **state) {
    (void)state;
    struct failure why;
    float got[9];
    write_another_kind();
    struct weight_file *file = open_file();
    assert_string_equal(weight_file_kind(file), "test");
    weight_file_expect(file, "test");
    assert_int_equal(weight_file_count(file, "half"), 9);
    assert_int_equal(weight_file_count(file, "other"), -1);
    assert_int_equal(weight_file_int(file, "answer", 0, 42), 42);
    assert_true(weight_file_real(file, "answer", 41.5, 42.5) == 42);
    assert_null(weight_file_field(file, "question"));
    assert_string_equal(weight_file_field(file, "text"), "a = b");
    weight_file_weights(file, "whole", got, 9);
    assert_memory_equal(got, nine, sizeof nine);
    weight_file_weights(file, "half", got, 9);
    const float rounded[] = {0.0999755859375f, -3, 0, 0, 65504, 65504, 0, 1, 2};
    for (int i = 0; i < 9; i++) assert_true(got[i] == rounded[i]);
    weight_file_weights(file, "empty", got, 0);
    assert_int_equal(weight_file_end(file, &why), STATUS_OK);
    weight_file_close(file);
    remove(path);
}

/* The first thing that goes wrong is reported, whatever is read afterwards. */
static void failures_stick(void **state) {
    (void)state;
    struct failure why;
    float got[9];
    write_another_kind();
    struct weight_file *file = open_file();
    assert_int_equal(weight_file_int(file, "answer", -7, 41), -7);
    assert_true(weight_file_uint64(file, "answer") == 0);
    assert_true(weight_file_real(file, "answer", -0.5, 50) == -0.5);
    assert_null(weight_file_field(file, "text"));
    weight_file_weights(file, "other", got, 9);
    assert_false(weight_file_refuse(file, "%s", "later"));
    close_failed(file, "'answer=42'");

    file = open_file();
    assert_int_equal(weight_file_int(file, "question", 3, 4), 3);
    close_failed(file, "the header lacks 'question'");
    file = open_file();
    assert_true(weight_file_real(file, "text", 3, 4) == 3);
    close_failed(file, "'text=a = b'");
    file = open_file();
    weight_file_expect(file, "shapes");
    close_failed(file, "of the kind 'test', not 'shapes'");
    file = open_file();
    weight_file_weights(file, "other", got, 9);
    close_failed(file, "section 'other' is missing");
    file = open_file();
    weight_file_weights(file, "whole", got, 8);
    close_failed(file, "does not match the settings");

    file = open_file();
    weight_file_int(file, "answer", 0, 42);
    assert_int_equal(weight_file_end(file, &why), STATUS_INVALID);
    close_failed(file, "'text=a = b'");
    file = open_file();
    weight_file_int(file, "answer", 0, 42);
    weight_file_field(file, "text");
    weight_file_weights(file, "whole", got, 9);
    weight_file_weights(file, "half", got, 9);
    assert_int_equal(weight_file_status(file, &why), STATUS_OK);
    assert_int_equal(weight_file_end(file, &why), STATUS_INVALID);
    close_failed(file, "section 'empty'");
    remove(path);
}

/* A file that could not be read again is not written: what was there stays. */
static void no_larger_than_can_be_read(void **state) {
    (void)state;
    const size_t count = (size_t)32 << 20; /* 128 MB, and the head */
    const float one = 1;
    float *weights = calloc(count, sizeof *weights), got;
    struct weight_writer writer;
    struct failure why;
    assert_non_null(weights);
    weight_writer_begin(&writer, "test");
    weight_writer_weights(&writer, "all", &one, 1, STORAGE_FLOAT);
    assert_int_equal(weight_writer_save(&writer, path, &why), STATUS_OK);
    weight_writer_begin(&writer, "test");
    weight_writer_weights(&writer, "all", weights, count, STORAGE_FLOAT);
    assert_int_equal(weight_writer_save(&writer, path, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "128 MB"));
    read_all(open_file(), &got, 1);
    assert_true(got == one);
    free(weights);
    remove(path);
}

/* Nor is one of a learning that has diverged. */
static void only_sensible_numbers(void **state) {
    (void)state;
    const float one = 1, wrong[] = {NAN, INFINITY, -1e6f};
    struct weight_writer writer;
    struct failure why;
    float got;
    weight_writer_begin(&writer, "test");
    weight_writer_weights(&writer, "all", &one, 1, STORAGE_FLOAT);
    weight_writer_numbers(&writer, "counts", &wrong[2], 1);
    assert_int_equal(weight_writer_save(&writer, path, &why), STATUS_OK);
    for (int i = 0; i < 5; i++) {
        weight_writer_begin(&writer, "test");
        if (i < 3)
            weight_writer_weights(&writer, "all", &wrong[i], 1, STORAGE_PACKED);
        else
            weight_writer_numbers(&writer, "all", &wrong[i - 3], 1);
        assert_int_equal(weight_writer_save(&writer, path, &why), STATUS_INVALID);
        assert_non_null(strstr(why.text, "smaller alpha"));
    }
    read_all(open_file(), &got, 1);
    assert_true(got == one);
    remove(path);
}

/* Writes COUNT weights in half precision, reads them again into GOT; returns the file's length. */
static size_t pack(const float *weights, float *got, size_t count) {
    struct weight_writer writer;
    struct weight_file *file;
    struct failure why;
    unsigned char *data;
    size_t length;
    weight_writer_begin(&writer, "test");
    weight_writer_weights(&writer, "all", weights, count, STORAGE_PACKED);
    assert_int_equal(weight_writer_save(&writer, path, &why), STATUS_OK);
    assert_int_equal(file_read(path, 1 << 24, &data, &length, &why), STATUS_OK);
    assert_int_equal(weight_file_open(&file, data, length, "packed", &why), STATUS_OK);
    read_all(file, got, count);
    free(data);
    remove(path);
    return length;
}

/* All numbers in half precision, by the definition: comes back as it is, and what lies between two
 * goes to the nearer one, from the middle to the even one. */
static void half_precision(void **state) {
    (void)state;
    enum { HALVES = 31 << 10 };
    static float half[HALVES], weights[4 * HALVES], got[4 * HALVES];
    for (int i = 0; i < HALVES; i++)
        half[i] = (float)(i >> 10 == 0 ? ldexp(i, -24) : ldexp(1024 + i % 1024, (i >> 10) - 25));
    for (int i = 0; i < HALVES; i++) {
        const float next = i + 1 < HALVES ? half[i + 1] : half[i];
        const float middle = (half[i] + next) / 2;
        const float between[] = {half[i], nextafterf(middle, 0), middle, nextafterf(middle, next)};
        const float sign = i % 2 ? -1.0f : 1.0f;
        for (int j = 0; j < 4; j++) weights[4 * i + j] = sign * between[j];
    }
    pack(weights, got, 4 * HALVES);
    for (int i = 0; i < HALVES; i++) {
        const float next = i + 1 < HALVES ? half[i + 1] : half[i];
        const float nearest[] = {half[i], half[i], i % 2 ? next : half[i], next};
        const float sign = i % 2 ? -1.0f : 1.0f;
        for (int j = 0; j < 4; j++) assert_true(got[4 * i + j] == sign * nearest[j]);
    }
}

/* Packed files are small, the smaller the more weights are 0, and each weight is nearly the same.
 */
static void packed_memories(void **state) {
    (void)state;
    struct failure why;
    unsigned char *data;
    for (int zeros = 0; zeros < 2; zeros++) {
        struct memory *memory = make_memory(5, 6, SHARE_BOTH), *again;
        struct weight_set *const set = &memory->main;
        size_t whole, packed;
        for (int i = 0; i < set->classes->class_count && zeros; i++)
            if (i % 4) weight_set_set_theta(set, i, 0);
        assert_int_equal(memory_save(memory, path, false, &why), STATUS_OK);
        assert_int_equal(file_read(path, 1 << 20, &data, &whole, &why), STATUS_OK);
        free(data);
        assert_int_equal(memory_save(memory, path, true, &why), STATUS_OK);
        assert_int_equal(file_read(path, 1 << 20, &data, &packed, &why), STATUS_OK);
        free(data);
        assert_true((double)packed < (zeros ? 0.25 : 0.55) * (double)whole);
        assert_int_equal(memory_load(&again, path, &why), STATUS_OK);
        assert_true(again->learnt.origin.games == memory->learnt.origin.games);
        for (int i = 0; i < set->classes->class_count; i++) {
            const float is = weight_set_theta(set, i), was = weight_set_theta(&again->main, i);
            assert_true(fabsf(is - was) <= fabsf(is) / 2048 + 3e-8f);
        }
        /* Packed again, nothing changes. */
        assert_int_equal(memory_save(again, path, true, &why), STATUS_OK);
        memory_free(memory);
        assert_int_equal(memory_load(&memory, path, &why), STATUS_OK);
        assert_same_memory(memory, again);
        memory_free(again);
        memory_free(memory);
    }
    remove(path);
}

/* --- files --- */

static int files_beginning_with(const char *start) {
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strncmp(entry->d_name, start, strlen(start)) == 0;
    closedir(folder);
    return count;
}

/* What can't be written leaves nothing behind, and what was there stays. */
static void nothing_half_written(void **state) {
    (void)state;
    struct failure why;
    struct memory *memory = make_memory(3, 2, SHARE_BOTH), *again;
    assert_int_equal(memory_save(memory, "no-such-folder/x.weights", false, &why), STATUS_IO);
    assert_one_line(&why, "no-such-folder/x.weights");
    assert_int_equal(files_beginning_with("no-such-folder"), 0);
    assert_int_equal(memory_save(memory, "..", false, &why), STATUS_IO);
    assert_one_line(&why, "..");
    assert_int_equal(files_beginning_with("...") + files_beginning_with("x.weights"), 0);
    assert_int_equal(memory_save(memory, path, false, &why), STATUS_OK);
    assert_int_equal(memory_save(memory, path, false, &why), STATUS_OK);
    assert_int_equal(files_beginning_with(path), 1);
    assert_int_equal(memory_load(&again, path, &why), STATUS_OK);
    assert_same_memory(memory, again);
    memory_free(again);
    memory_free(memory);
    remove(path);
}

/* --- the store --- */

static int served_by(struct weight_store *store, int size) {
    struct failure why;
    const struct memory *memory;
    assert_int_equal(memory_find(store, size, &memory, &why), STATUS_OK);
    return memory ? memory->shapes->size : 0;
}

/* Every size is served by the nearest of those in HAVE, by the larger one of two. */
static void check_borrowing(struct weight_store *store, const bool have[BOARD_MAX_SIZE + 1]) {
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        int best = 0;
        for (int other = BOARD_MAX_SIZE; other >= BOARD_MIN_SIZE; other--)
            if (have[other] && (!best || abs(other - size) < abs(best - size))) best = other;
        assert_int_equal(served_by(store, size), best);
    }
}

static void load(struct weight_store *store, const struct memory *memory) {
    struct failure why;
    assert_int_equal(memory_save(memory, path, false, &why), STATUS_OK);
    assert_int_equal(weight_store_load(store, path, &why), STATUS_OK);
    remove(path);
}

static void stores(void **state) {
    (void)state;
    struct weight_store *store;
    struct failure why;
    const struct memory *loaded;
    bool have[BOARD_MAX_SIZE + 1] = {false};
    static const int sizes[] = {12, 5, 9, 5};
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    for (int i = 0; i < builtin_weights_count; i++)
        have[builtin_weights[i].size] |= strcmp(builtin_weights[i].kind, "local-shapes") == 0;
    check_borrowing(store, have);
    for (int i = 0; i < 4; i++) {
        struct memory *memory = make_memory(sizes[i], i == 3 ? 6 : 2, SHARE_BOTH);
        load(store, memory);
        assert_int_equal(weight_store_load(store, "no-such-file", &why), STATUS_IO);
        assert_int_equal(memory_find(store, sizes[i], &loaded, &why), STATUS_OK);
        assert_same_memory(memory, loaded);
        memory_free(memory);
        have[sizes[i]] = true;
        check_borrowing(store, have);
    }
    weight_store_free(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(sums_have_no_limit),
        cmocka_unit_test(sections_of_another_kind),
        cmocka_unit_test(failures_stick),
        cmocka_unit_test(no_larger_than_can_be_read),
        cmocka_unit_test(only_sensible_numbers),
        cmocka_unit_test(half_precision),
        cmocka_unit_test(packed_memories),
        cmocka_unit_test(nothing_half_written),
        cmocka_unit_test(stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
