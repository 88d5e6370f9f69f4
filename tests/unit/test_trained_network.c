/* The policy-value network's weight files: what is saved is loaded, packed or not, and what is no
 * such file is refused with one line. */
#include "guzumi/base/file.h"
#include "guzumi/network/network.h"

#include "learnt.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct trained_network *make(void) {
    struct params params;
    struct failure why;
    struct trained_network *network;
    params_default(&params);
    params.network_channels = 16;
    params.network_blocks = 1;
    params.lambda = 0.5;
    assert_int_equal(trained_network_new(&network, 7, &params, &why), STATUS_OK);
    network->learnt.origin.games = 12;
    for (int i = 0; i < network->network->layout.count; i++) {
        network->current[i] = (float)i / 7;
        network->m[i] = -(float)i;
        network->v[i] = (float)i * 3;
    }
    return network;
}

static const char *file_name(void) {
    static char name[64];
    snprintf(name, sizeof name, "/tmp/guzumi-network-%ld", (long)getpid());
    return name;
}

static struct trained_network *through_file(const struct trained_network *network, bool packed) {
    struct trained_network *out;
    struct failure why;
    assert_int_equal(trained_network_save(network, file_name(), packed, &why), STATUS_OK);
    assert_int_equal(trained_network_load(&out, file_name(), &why), STATUS_OK);
    remove(file_name());
    return out;
}

static void assert_same_head(const struct trained_network *a, const struct trained_network *b) {
    assert_int_equal(a->learnt.size, b->learnt.size);
    assert_int_equal(a->network->channels, b->network->channels);
    assert_int_equal(a->network->blocks, b->network->blocks);
    assert_true(a->learnt.origin.games == b->learnt.origin.games);
    assert_true(a->learnt.origin.params.lambda == b->learnt.origin.params.lambda);
    assert_memory_equal(&a->learnt.origin.rng, &b->learnt.origin.rng, sizeof a->learnt.origin.rng);
}

static void what_is_saved_is_loaded(void **state) {
    (void)state;
    struct trained_network *network = make(), *loaded = through_file(network, false);
    const size_t bytes = (size_t)network->network->layout.count * sizeof(float);
    assert_same_head(network, loaded);
    assert_true(loaded->learnt.can_continue);
    assert_memory_equal(network->network->weights, loaded->network->weights, bytes);
    assert_memory_equal(network->network->transformed, loaded->network->transformed, bytes);
    assert_memory_equal(network->current, loaded->current, bytes);
    assert_memory_equal(network->m, loaded->m, bytes);
    assert_memory_equal(network->v, loaded->v, bytes);
    trained_network_release(loaded);
    trained_network_release(network);
}

static void a_packed_file_is_for_playing_alone(void **state) {
    (void)state;
    struct trained_network *network = make(), *loaded = through_file(network, true);
    assert_same_head(network, loaded);
    assert_false(loaded->learnt.can_continue);
    assert_null(loaded->current);
    assert_memory_not_equal(network->network->weights, loaded->network->weights, /* rounded */
                            (size_t)network->network->layout.count * sizeof(float));
    for (int i = 0; i < network->network->layout.count; i++) {
        const double weight = (double)network->network->weights[i];
        assert_true(fabs((double)loaded->network->weights[i] - weight) <=
                    fabs(weight) / 1000 + 1e-7);
    }
    /* What is rounded already stays as it is. */
    struct trained_network *again = through_file(loaded, true);
    assert_memory_equal(loaded->network->weights, again->network->weights,
                        (size_t)network->network->layout.count * sizeof(float));
    trained_network_release(again);
    trained_network_release(loaded);
    trained_network_release(network);
}

static void a_network_starts_from_another(void **state) {
    (void)state;
    struct trained_network *network = make(), *from = through_file(network, true), *other;
    const size_t bytes = (size_t)network->network->layout.count * sizeof(float);
    struct params params = network->learnt.origin.params;
    struct failure why;
    params.seed = 2;
    assert_int_equal(trained_network_new(&other, 9, &params, &why), STATUS_OK);
    assert_memory_not_equal(other->current, from->network->weights, bytes);
    assert_int_equal(network_learner.start_from(&other->learnt, &from->learnt, &why), STATUS_OK);
    assert_memory_equal(other->current, from->network->weights, bytes);
    assert_memory_equal(other->network->weights, from->network->weights, bytes);
    assert_memory_equal(other->network->transformed, from->network->transformed, bytes);
    assert_int_equal(other->learnt.size, 9);
    assert_true(other->learnt.origin.games == 0);
    trained_network_release(other);
    trained_network_release(from);
    trained_network_release(network);
}

/* One that is smaller in something first becomes as large in that. */
static void a_network_starts_from_a_larger_one(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    params_default(&params);
    params.network_channels = 16;
    for (int i = 0; i < 4; i++) {
        struct trained_network *small, *large;
        params.network_blocks = 2;
        params.network_planes = NETWORK_FIRST_PLANES;
        assert_int_equal(trained_network_new(&small, 9, &params, &why), STATUS_OK);
        struct params other = params;
        if (i == 0) other.network_planes = NETWORK_PLANES;
        if (i == 1) other.network_blocks = 3;
        if (i >= 2) other.network_channels = 32;
        if (i == 3) other.network_blocks = 1;
        assert_int_equal(trained_network_new(&large, 7, &other, &why), STATUS_OK);
        assert_int_equal(network_learner.start_from(&small->learnt, &large->learnt, &why),
                         STATUS_OK);
        const struct network *n = small->network;
        assert_int_equal(n->channels, i >= 2 ? 32 : 16);
        assert_int_equal(n->blocks, i == 1 ? 3 : 2);
        assert_int_equal(n->planes, i == 0 ? NETWORK_PLANES : NETWORK_FIRST_PLANES);
        assert_int_equal(small->learnt.origin.params.network_channels, n->channels);
        assert_int_equal(small->learnt.origin.params.network_blocks, n->blocks);
        assert_int_equal(small->learnt.origin.params.network_planes, n->planes);
        assert_int_equal(small->learnt.size, 9);
        const size_t all = (size_t)n->layout.count * sizeof(float);
        assert_memory_equal(small->current, n->weights, all);
        if (i < 3) assert_memory_equal(n->weights, large->network->weights, all);
        const int head = n->layout.head, size = 32 * 32;
        if (i == 3)
            assert_memory_equal(n->weights + head,
                                large->network->weights + large->network->layout.head,
                                (size_t)size * sizeof(float));
        struct trained_network *again = through_file(small, false);
        assert_int_equal(again->network->channels, n->channels);
        trained_network_release(again);
        trained_network_release(small);
        trained_network_release(large);
    }
}

static void half_a_lane_is_refused(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    struct trained_network *network;
    params_default(&params);
    params.network_channels = 40;
    assert_int_equal(trained_network_new(&network, 9, &params, &why), STATUS_INVALID);
    assert_string_equal(why.text, "network_channels: 40 is not a multiple of 16");
    params_default(&params);
    params.network_planes = 20;
    assert_int_equal(trained_network_new(&network, 9, &params, &why), STATUS_INVALID);
    assert_string_equal(why.text, "network_planes: 20 is neither 16 nor 32");
}

/* Writes a file whose fields are the given ones and whose sections have COUNT numbers, SECOND in
 * the last of them; expects the MESSAGE behind its name. */
static void expect(int size, int channels, int blocks, int count, float second,
                   const char *message) {
    struct weight_writer w;
    struct trained_network *network;
    struct failure why;
    char whole[400];
    float *numbers = calloc((size_t)count, sizeof *numbers);
    weight_writer_begin(&w, "network");
    weight_writer_field(&w, "size", "%d", size);
    weight_writer_field(&w, "games", "0");
    weight_writer_field(&w, "network_channels", "%d", channels);
    weight_writer_field(&w, "network_blocks", "%d", blocks);
    for (int i = 0; i < 4; i++) {
        char name[16];
        snprintf(name, sizeof name, "rng%d", i);
        weight_writer_field(&w, name, "1");
    }
    weight_writer_weights(&w, "weights", numbers, (size_t)count, STORAGE_FLOAT);
    weight_writer_weights(&w, "current", numbers, (size_t)count, STORAGE_FLOAT);
    weight_writer_numbers(&w, "first_moments", numbers, (size_t)count);
    numbers[count - 1] = second;
    weight_writer_numbers(&w, "second_moments", numbers, (size_t)count);
    free(numbers);
    assert_int_equal(weight_writer_save(&w, file_name(), &why), STATUS_OK);
    const enum status status = trained_network_load(&network, file_name(), &why);
    remove(file_name());
    if (!message) {
        assert_int_equal(status, STATUS_OK);
        trained_network_release(network);
        return;
    }
    assert_int_equal(status, STATUS_INVALID);
    snprintf(whole, sizeof whole, "%s: %s", file_name(), message);
    assert_string_equal(why.text, whole);
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    struct trained_network *network = make();
    const int count = network->network->layout.count;
    trained_network_release(network);
    expect(9, 16, 1, count, 0, NULL);
    expect(9, 24, 1, count, 0, "network_channels: 24 is not a multiple of 16");
    expect(9, 1600, 1, count, 0,
           "unknown or invalid field 'network_channels=1600'; was it written by another version?");
    expect(9, 16, 9, count, 0,
           "unknown or invalid field 'network_blocks=9'; was it written by another version?");
    expect(9, 16, 1, count + 1, 0, "the number of weights does not match the settings");
    expect(9, 16, 2, count, 0, "the number of weights does not match the settings");
    expect(9, 16, 1, count, -1, "a second moment is negative");
}

/* The first bytes and, with each byte of it wrong, the whole file. */
static void damaged_files_are_refused(void **state) {
    (void)state;
    struct trained_network *network = make(), *read;
    struct failure why;
    unsigned char *data;
    size_t length;
    assert_int_equal(trained_network_save(network, file_name(), true, &why), STATUS_OK);
    assert_int_equal(file_read(file_name(), 1 << 20, &data, &length, &why), STATUS_OK);
    remove(file_name());
    for (size_t i = 0; i < length; i += i < 400 ? 1 : 101) {
        *why.text = '\0';
        assert_int_equal(trained_network_decode(&read, data, i, "cut", &why), STATUS_INVALID);
        data[i] ^= 4;
        assert_int_equal(trained_network_decode(&read, data, length, "wrong", &why),
                         STATUS_INVALID);
        data[i] ^= 4;
        assert_true(*why.text && !strchr(why.text, '\n'));
    }
    assert_int_equal(trained_network_decode(&read, data, length, "whole", &why), STATUS_OK);
    trained_network_release(read);
    trained_network_release(network);
    free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_saved_is_loaded),
                                       cmocka_unit_test(a_packed_file_is_for_playing_alone),
                                       cmocka_unit_test(a_network_starts_from_another),
                                       cmocka_unit_test(a_network_starts_from_a_larger_one),
                                       cmocka_unit_test(half_a_lane_is_refused),
                                       cmocka_unit_test(what_makes_no_sense_is_refused),
                                       cmocka_unit_test(damaged_files_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
