#include "guzumi/playout.h"

#include "playout_kernel.h"

static ALWAYS_INLINE int run(struct board *b, int size, struct playout_start start,
                             enum policy policy, const struct playout_patterns *patterns, int limit,
                             struct rng *rng) {
    enum color color = start.to_move;
    int last = start.last_point, passes = start.passes, moves = 0;
    for (; moves < limit && passes < 2; moves++) {
        const int point = kernel_choose(b, size, color, last, policy, patterns, rng);
        if (point == PASS) {
            kernel_pass(b);
            passes++;
        } else {
            kernel_play(b, size, point, color);
            passes = 0;
        }
        last = point;
        color = color_other(color);
    }
    return moves;
}

#define ARGUMENTS                                                                                  \
    struct board *b, struct playout_start start, const struct playout_patterns *patterns,          \
        int limit, struct rng *rng
#define STAMP_POLICY(NAME, POLICY, SUFFIX, SIZE)                                                   \
    static int NAME##_##SUFFIX(ARGUMENTS) {                                                        \
        return run(b, SIZE, start, POLICY, patterns, limit, rng);                                  \
    }
#define STAMP_PLAYOUT(N)                                                                           \
    STAMP_POLICY(uniform, POLICY_UNIFORM, N, N)                                                    \
    STAMP_POLICY(mogo, POLICY_MOGO, N, N)
GO_SIZES(STAMP_PLAYOUT)
STAMP_POLICY(uniform, POLICY_UNIFORM, any, b->size)
STAMP_POLICY(mogo, POLICY_MOGO, any, b->size)

int playout_run(struct board *b, struct playout_start start, enum policy policy,
                const struct playout_patterns *patterns, int limit, struct rng *rng) {
    int moves = 0;
    assert(policy != POLICY_NONE);
    if (policy == POLICY_MOGO)
        GO_DISPATCH(b->size, moves = mogo, (b, start, patterns, limit, rng))
    else
        GO_DISPATCH(b->size, moves = uniform, (b, start, patterns, limit, rng))
    assert(board_verify(b));
    return moves;
}

int playout_choose(const struct board *b, struct playout_start start, enum policy policy,
                   const struct playout_patterns *patterns, struct rng *rng) {
    return kernel_choose(b, b->size, start.to_move, start.last_point, policy, patterns, rng);
}

bool playout_is_pattern(const struct playout_patterns *patterns, const struct board *b, int point,
                        enum color color) {
    return pattern_at(patterns, b, b->size, point, color);
}
