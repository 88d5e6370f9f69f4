/* The default policy and its patterns, for tests that play it. */
#ifndef GUZUMI_TEST_PATTERNS_H
#define GUZUMI_TEST_PATTERNS_H

#include "guzumi/playout/playout.h"

#include "unit.h"

#include <stdlib.h>

/* The caller frees it. */
static inline struct playout_patterns *make_patterns(void) {
    struct playout_patterns *patterns = malloc(sizeof *patterns);
    assert_non_null(patterns);
    playout_patterns_init(patterns);
    return patterns;
}

static inline struct playout_policy policy_of(enum policy kind,
                                              const struct playout_patterns *patterns) {
    return (struct playout_policy){.kind = kind, .patterns = patterns};
}

#endif
