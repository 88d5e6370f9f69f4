/* Networks' weight files: what is saved is loaded, training goes on through a file to the bit, and
 * what is no such file is refused with one line. */
#include "classic_trainer.h"
#include "guzumi/base/file.h"

#include "learnt.h"
#include "trained.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct setting {
    enum classic_kind kind;
    int size;
    const char *params;
};

static const struct setting settings[] = {
    {CLASSIC_TERRITORY, 5, "hidden_channels=1 alpha=0.01 opponent=novice opponent_random=0.3"},
    {CLASSIC_TERRITORY, 4, "grow_games=3 update=rprop symmetric=on"},
    {CLASSIC_TERRITORY, 3, "undifferentiated=on hidden_units=5"},
    {CLASSIC_LIBERTIES, 5, "hidden_units=20 update=rprop batch=2 td=leaf lambda=0.5"},
};

static struct trained_classic *make_set(const struct setting *setting) {
    return make(setting->kind, setting->size, setting->params);
}

/* A file of this test's own. */
static const char *file_name(void) {
    static char name[64];
    snprintf(name, sizeof name, "/tmp/guzumi-network-%ld", (long)getpid());
    return name;
}

static void assert_same(const struct trained_classic *a, const struct trained_classic *b) {
    const size_t bytes = (size_t)a->network->weight_count * sizeof(float);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->learnt.size, b->learnt.size);
    assert_int_equal(a->network->weight_count, b->network->weight_count);
    assert_memory_equal(a->network->weights, b->network->weights, bytes);
    assert_memory_equal(&a->learnt.origin.rng, &b->learnt.origin.rng, sizeof a->learnt.origin.rng);
    assert_true(a->learnt.origin.games == b->learnt.origin.games &&
                a->random_share == b->random_share);
    assert_true((a->step == NULL) == (b->step == NULL));
    if (a->step) assert_memory_equal(a->step, b->step, bytes);
    if (a->step) assert_memory_equal(a->before, b->before, bytes);
}

static void training_goes_on_through_a_file(void **state) {
    (void)state;
    for (int i = 0; i < COUNT_OF(settings); i++) {
        struct trained_classic *through = make_set(&settings[i]), *whole = make_set(&settings[i]),
                               *loaded;
        struct failure why;
        train(whole, 12);
        train(through, 6);
        assert_int_equal(trained_classic_save(through, file_name(), false, &why), STATUS_OK);
        assert_int_equal(trained_classic_load(&loaded, file_name(), &why), STATUS_OK);
        assert_same(through, loaded);
        train(loaded, 12);
        assert_same(whole, loaded);
        trained_classic_release(through);
        trained_classic_release(whole);
        trained_classic_release(loaded);
        remove(file_name());
    }
}

static void refuse(const unsigned char *data, size_t length, const char *part) {
    struct trained_classic *network;
    struct failure why;
    assert_int_equal(trained_classic_decode(&network, data, length, "input", &why), STATUS_INVALID);
    if (!strstr(why.text, part)) fprintf(stderr, "%s\n", why.text);
    assert_non_null(strstr(why.text, part));
    assert_null(strchr(why.text, '\n'));
}

/* Puts the right checksum at the end of what was changed. */
static void mend(unsigned char *data, size_t length) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length - 8; i++) sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 8; i++) data[length - 8 + (size_t)i] = (unsigned char)(sum >> (8 * i));
}

static void damaged_files_are_refused(void **state) {
    (void)state;
    struct trained_classic *n = make_set(&settings[2]);
    struct failure why;
    unsigned char *data;
    size_t length;
    assert_int_equal(trained_classic_save(n, file_name(), false, &why), STATUS_OK);
    assert_int_equal(file_read(file_name(), 1 << 20, &data, &length, &why), STATUS_OK);
    remove(file_name());
    refuse(data, 10, "not a weight file");
    refuse(data, length - 1, "input");
    data[length - 20] ^= 1;
    refuse(data, length, "checksum");
    data[length - 20] ^= 1;
    char *kind = strstr((char *)data, "kind=territory");
    assert_non_null(kind);
    kind[5] = 'x';
    mend(data, length);
    refuse(data, length, "xerritory");
    kind[5] = 't';
    /* One hidden unit fewer than there are weights for. */
    char *hidden = strstr((char *)data, "hidden_units=5");
    assert_non_null(hidden);
    hidden[13] = '4';
    mend(data, length);
    refuse(data, length, "input");
    hidden[13] = '5';
    memset(data + length - 12, 0xff, 4);
    mend(data, length);
    refuse(data, length, "input");
    free(data);
    trained_classic_release(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_goes_on_through_a_file),
        cmocka_unit_test(damaged_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
