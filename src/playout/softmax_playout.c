#include "softmax_playout.h"

#include "softmax_kernel.h"

static ALWAYS_INLINE struct playout_end run(const struct board *from, int size,
                                            struct playout_start start,
                                            const struct playout_policy *policy, int limit,
                                            struct rng *rng, struct trajectory *trajectory) {
    struct playout_board b;
    struct softmax_sums sums;
    enum color color = start.to_move;
    const int before = trajectory ? trajectory->length : 0;
    int last = start.last_point, own = NO_POINT, passes = start.passes, moves = 0;
    playout_load(&b, size, from, true);
    softmax_load(&sums, policy->softmax, &b, size);
    const int ahead = kernel_ahead_at_first(&b, size, policy);
    for (; moves < limit && passes < 2; moves++) {
        if (kernel_has_mercy(&b, size, policy, ahead, moves)) break;
        const int point = softmax_move(policy, &sums, &b, size, color, last, own, rng);
        if (point == PASS) {
            playout_pass(&b);
            passes++;
        } else {
            playout_play(&b, size, point, color, true);
            softmax_follow(&sums, policy->softmax, &b, size, point);
            passes = 0;
        }
        if (trajectory) note_move(trajectory, &b, before + moves + 1, point);
        own = last;
        last = point;
        color = color_other(color);
    }
    if (trajectory) note_end(trajectory, &b, moves, passes >= 2);
    return (struct playout_end){.moves = moves, .stones = {b.stones[BLACK], b.stones[WHITE]}};
}

#define STAMP_SOFTMAX(SUFFIX, SIZE)                                                                \
    CLONED static struct playout_end softmax_##SUFFIX(                                             \
        const struct board *b, struct playout_start start, const struct playout_policy *policy,    \
        int limit, struct rng *rng, struct trajectory *trajectory) {                               \
        return run(b, SIZE, start, policy, limit, rng, trajectory);                                \
    }
#define STAMP_SIZE(N) STAMP_SOFTMAX(N, N)
GO_SIZES(STAMP_SIZE)
STAMP_SOFTMAX(any, b->size)

struct playout_end softmax_run(const struct board *b, struct playout_start start,
                               const struct playout_policy *policy, int limit, struct rng *rng,
                               struct trajectory *trajectory) {
    struct playout_end end = {.moves = 0};
    GO_DISPATCH(b->size, end = softmax, (b, start, policy, limit, rng, trajectory))
    return end;
}

int softmax_choose_once(const struct board *from, struct playout_start start,
                        const struct playout_policy *policy, struct rng *rng) {
    struct playout_board b;
    struct softmax_sums sums;
    playout_load(&b, from->size, from, true);
    softmax_load(&sums, policy->softmax, &b, from->size);
    return softmax_move(policy, &sums, &b, from->size, start.to_move, start.last_point, NO_POINT,
                        rng);
}
