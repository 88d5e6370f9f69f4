/* Occurrences counted by runs, against counting every shape of every state. */
#include "guzumi/shapes/trainer.h"

#include "class_weights.h"
#include "memories.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static void count_shape(uint64_t *counts, const struct weight_set *set, int entry) {
    if (set->classes && set->classes->class_of[entry] != 0)
        counts[abs(set->classes->class_of[entry]) - 1]++;
}

/* Adds the shapes of all states of E that are learnt from. */
static void count_plainly(const struct memory *m, const struct episode *e, uint64_t *main,
                          uint64_t *li) {
    int32_t code[SHAPE_REGION_ROOM];
    const int32_t *base = memory_weights(m).base;
    memcpy(code, e->start_code, sizeof code);
    for (int t = 1, i = 0; t <= e->trajectory.length; t++) {
        if (e->trajectory.finished && t == e->trajectory.length) break;
        for (; i < e->log_end[t]; i++) code[e->log.entries[i].region] = e->log.entries[i].code;
        for (int r = 0; r < m->shapes->region_count; r++) {
            count_shape(main, &m->main, base[r] + code[r]);
            count_shape(li, &m->li, m->shapes->li_base[r] + code[r]);
        }
    }
}

static uint64_t *make_counts(const struct weight_set *set) {
    uint64_t *counts = calloc((size_t)class_count(set) + 1, sizeof *counts);
    assert_non_null(counts);
    return counts;
}

static uint64_t compare_counts(const uint64_t *expected, const uint64_t *counted,
                               const struct weight_set *set) {
    uint64_t sum = 0;
    assert_int_equal(set->classes != NULL, counted != NULL);
    for (int i = 0; i < class_count(set); i++) {
        assert_true(expected[i] == counted[i]);
        sum += counted[i];
    }
    return sum;
}

static void compare(int size, int mask, int sharing, int moves, struct rng *rng) {
    struct memory *m = make_memory(size, mask, sharing);
    struct occurrences *o;
    struct episode e;
    struct tracker tracker;
    struct failure why;
    const struct shape_weights weights = memory_weights(m);
    uint64_t *main = make_counts(&m->main), *li = make_counts(&m->li);
    assert_int_equal(occurrences_new(&o, m, &why), STATUS_OK);
    assert_int_equal(episode_init(&e, size, &why), STATUS_OK);
    for (int game = 0; game < 4; game++) {
        const struct episode_policy policy = {.epsilon = 0.5};
        const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
        struct board board;
        board_init(&board, size);
        tracker_init(&tracker, &weights, &board);
        episode_play(&e, &board, &tracker, start, &policy, moves, true, rng);
        occurrences_add(o, &e);
        count_plainly(m, &e, main, li);
    }
    assert_true(compare_counts(main, o->main, &m->main) + compare_counts(li, o->li, &m->li) > 0);
    occurrences_free(o);
    episode_free(&e);
    memory_free(m);
    free(main);
    free(li);
}

static void runs_count_as_states_do(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int size = 2; size <= 7; size++)
        for (int sharing = SHARE_NONE; sharing <= SHARE_BOTH; sharing++) {
            compare(size, 7, sharing, 0, &rng);
            compare(size, 1 + (size + sharing) % 3, sharing, size, &rng); /* cut off */
        }
}

/* A trainer that counts learns the same; it counts only while counting is on. */
static void counting_leaves_training_alone(void **state) {
    (void)state;
    struct memory *m[2] = {make_memory(5, 7, SHARE_BOTH), make_memory(5, 7, SHARE_BOTH)};
    struct occurrences *o;
    struct failure why;
    uint64_t first = 0;
    assert_int_equal(occurrences_new(&o, m[1], &why), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        struct trainer *trainer;
        assert_int_equal(trainer_new(&trainer, m[i], &why), STATUS_OK);
        for (int game = 0; game < 20; game++) {
            if (i == 1 && game == 5) trainer_count_occurrences(trainer, o);
            if (i == 1 && game == 10) trainer_count_occurrences(trainer, NULL);
            trainer_play(trainer);
            if (game == 9) first = o->li[0];
        }
        trainer_free(trainer);
    }
    assert_true(first == o->li[0]);
    for (int i = 0; i < class_count(&m[0]->main); i++)
        assert_true(weight_set_theta(&m[0]->main, i) == weight_set_theta(&m[1]->main, i));
    occurrences_free(o);
    memory_free(m[0]);
    memory_free(m[1]);
}

/* Which k a class has, against the sizes of its members' regions. */
static void classes_know_their_size(void **state) {
    (void)state;
    for (int mask = 1; mask <= 7; mask++) {
        struct memory *m = make_memory(6, mask, SHARE_BOTH);
        const int32_t *base = memory_weights(m).base;
        for (int r = 0; r < m->shapes->region_count; r++) {
            const int k = m->shapes->region_size[r];
            for (int code = 0; code < shape_codes(k); code++) {
                const int32_t ld = m->main.classes->class_of[base[r] + code];
                const int32_t li = m->li.classes->class_of[m->shapes->li_base[r] + code];
                if (ld) assert_int_equal(shape_classes_k(m->main.classes, abs(ld) - 1), k);
                if (li) assert_int_equal(shape_classes_k(m->li.classes, abs(li) - 1), k);
            }
        }
        memory_free(m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_count_as_states_do),
        cmocka_unit_test(counting_leaves_training_alone),
        cmocka_unit_test(classes_know_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
