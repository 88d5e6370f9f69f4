#include "guzumi/playout/playout.h"

#include "playout_kernel.h"
#include "softmax_playout.h"

struct playout_policy playout_default_policy(const struct params *params,
                                             const struct playout_patterns *patterns) {
    enum policy kind = (enum policy)params->default_policy;
    if (kind == POLICY_SOFTMAX && !patterns->learnt) kind = POLICY_UNIFORM;
    return (struct playout_policy){.kind = kind,
                                   .epsilon = params->default_epsilon,
                                   .tactics = params->default_tactics,
                                   .tactics_always = params->default_tactics_always,
                                   .self_atari = (int)params->default_self_atari,
                                   .nakade = (int)params->default_nakade,
                                   .patterns = patterns,
                                   .softmax = patterns->learnt};
}

static ALWAYS_INLINE struct playout_end run(const struct board *from, int size,
                                            struct playout_start start, enum policy kind,
                                            const struct playout_policy *policy, int limit,
                                            struct rng *rng, struct trajectory *trajectory) {
    struct playout_board b;
    kernel_load(&b, size, from, start, kind == POLICY_MOGO);
    const int moves = kernel_playout(&b, size, start, kind, policy, limit, rng, trajectory);
    return (struct playout_end){.moves = moves, .stones = {b.stones[BLACK], b.stones[WHITE]}};
}

#define ARGUMENTS                                                                                  \
    const struct board *b, struct playout_start start, const struct playout_policy *policy,        \
        int limit, struct rng *rng, struct trajectory *trajectory
#define STAMP_POLICY(NAME, KIND, SUFFIX, SIZE)                                                     \
    CLONED static struct playout_end NAME##_##SUFFIX(ARGUMENTS) {                                  \
        return run(b, SIZE, start, KIND, policy, limit, rng, trajectory);                          \
    }
#define STAMP_PLAYOUT(N)                                                                           \
    STAMP_POLICY(uniform, POLICY_UNIFORM, N, N)                                                    \
    STAMP_POLICY(mogo, POLICY_MOGO, N, N)
GO_SIZES(STAMP_PLAYOUT)
STAMP_POLICY(uniform, POLICY_UNIFORM, any, b->size)
STAMP_POLICY(mogo, POLICY_MOGO, any, b->size)

struct playout_end playout_run(const struct board *b, struct playout_start start,
                               const struct playout_policy *policy, int limit, struct rng *rng,
                               struct trajectory *trajectory) {
    struct playout_end end = {.moves = 0};
    assert(policy->kind != POLICY_NONE);
    assert(!trajectory || trajectory->length + limit <= TRAJECTORY_MAX_MOVES);
    if (policy->kind == POLICY_SOFTMAX)
        end = softmax_run(b, start, policy, limit, rng, trajectory);
    else if (policy->kind == POLICY_MOGO)
        GO_DISPATCH(b->size, end = mogo, (b, start, policy, limit, rng, trajectory))
    else
        GO_DISPATCH(b->size, end = uniform, (b, start, policy, limit, rng, trajectory))
    return end;
}

int playout_choose(const struct board *from, struct playout_start start,
                   const struct playout_policy *policy, struct rng *rng) {
    struct playout_board b;
    if (policy->kind == POLICY_SOFTMAX) return softmax_choose_once(from, start, policy, rng);
    kernel_load(&b, from->size, from, start, true);
    return kernel_choose(&b, from->size, start.to_move, start.last_point, policy->kind, policy,
                         rng);
}

bool playout_is_pattern(const struct playout_patterns *patterns, const struct board *b, int point,
                        enum color color) {
    return is_pattern(patterns, kernel_surroundings(b, b->size, point), color);
}
