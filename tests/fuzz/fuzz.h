/* The entry points of a fuzz target, as libFuzzer calls them. Without libFuzzer replay.c calls them
 * for the kept corpora. A target aborts (CHECK) when a promise is broken. */
#ifndef GUZUMI_FUZZ_H
#define GUZUMI_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
