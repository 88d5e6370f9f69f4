/* Memories as tests make them; none of it may fail. */
#ifndef GUZUMI_TEST_MEMORIES_H
#define GUZUMI_TEST_MEMORIES_H

#include "guzumi/shapes/memory.h"

#include "unit.h"

/* A memory of SIZE with the shapes of MASK (bit k - 1 for the k x k ones) and that sharing, all
 * else by default; its weights are zero. */
static inline struct memory *make_memory(int size, int mask, int sharing) {
    struct params params;
    struct memory *memory;
    struct failure why;
    params_default(&params);
    params.shapes = (enum shape_sizes)(mask - 1);
    params.sharing = (enum sharing)sharing;
    assert_int_equal(memory_new(&memory, size, &params, &why), STATUS_OK);
    return memory;
}

#endif
