/* Memories that weight files are made of in tests, and how they are compared. */
#ifndef GUZUMI_TEST_WEIGHT_FILES_H
#define GUZUMI_TEST_WEIGHT_FILES_H

#include "guzumi/learner/weight_file.h"
#include "guzumi/shapes/memory.h"

#include "unit.h"

#include <stdlib.h>
#include <string.h>

static inline struct memory *make_memory(int size, int shapes, int sharing) {
    struct params params;
    struct memory *memory;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 1, (uint64_t)size);
    params_default(&params);
    params.shapes = (enum shape_sizes)shapes;
    params.sharing = (enum sharing)sharing;
    params.alpha = 0.3;
    params.lambda = 0.7;
    params.train_komi = -2.5;
    params.seed = INT64_MAX;
    params.value = VALUE_LINEAR;
    assert_int_equal(memory_new(&memory, size, &params, &why), STATUS_OK);
    struct weight_set *const sets[] = {&memory->main, &memory->li};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; sets[i]->classes && j < sets[i]->classes->class_count; j++)
            weight_set_set_theta(sets[i], j, (float)(rng_real(&rng) - 0.5));
    }
    memory->learnt.origin.games = UINT64_MAX;
    memory->learnt.origin.rng = rng;
    return memory;
}

static inline void assert_same_set(const struct weight_set *a, const struct weight_set *b) {
    assert_int_equal(a->classes == NULL, b->classes == NULL);
    if (!a->classes) return;
    assert_int_equal(a->classes->class_count, b->classes->class_count);
    assert_int_equal(a->classes->entry_count, b->classes->entry_count);
    for (int i = 0; i < a->classes->class_count; i++)
        assert_true(weight_set_theta(a, i) == weight_set_theta(b, i));
    assert_memory_equal(a->table, b->table, (size_t)a->classes->entry_count * sizeof *a->table);
}

static inline void assert_same_memory(const struct memory *a, const struct memory *b) {
    assert_int_equal(a->shapes->size, b->shapes->size);
    assert_int_equal(a->shapes->mask, b->shapes->mask);
    assert_same_set(&a->main, &b->main);
    assert_same_set(&a->li, &b->li);
    assert_true(a->learnt.origin.games == b->learnt.origin.games);
    assert_memory_equal(&a->learnt.origin.rng, &b->learnt.origin.rng, sizeof a->learnt.origin.rng);
    assert_true(a->learnt.origin.params.alpha == b->learnt.origin.params.alpha);
    assert_true(a->learnt.origin.params.lambda == b->learnt.origin.params.lambda);
    assert_true(a->learnt.origin.params.epsilon == b->learnt.origin.params.epsilon);
    assert_true(a->learnt.origin.params.train_komi == b->learnt.origin.params.train_komi);
    assert_true(a->learnt.origin.params.seed == b->learnt.origin.params.seed);
    assert_int_equal(a->learnt.origin.params.value, b->learnt.origin.params.value);
    assert_int_equal(a->learnt.origin.params.plies, b->learnt.origin.params.plies);
    assert_int_equal(a->learnt.origin.params.normalise, b->learnt.origin.params.normalise);
    assert_int_equal(a->learnt.origin.params.sharing, b->learnt.origin.params.sharing);
}

static inline void assert_one_line(const struct failure *why, const char *name) {
    assert_non_null(strstr(why->text, name));
    for (const char *at = why->text; *at; at++)
        assert_true((unsigned char)*at >= ' ' && *at != 127);
    assert_true(strlen(why->text) > strlen(name) + 5);
}

#endif
