/* The entry point of a fuzz target, called by libFuzzer or, for the saved corpora, by replay.c. A
 * target aborts (CHECK) if a contract is broken. */
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
