#include "guzumi/playout/playout.h"

#include "softmax_kernel.h"

struct playout_policy playout_default_policy(const struct params *params,
                                             const struct playout_patterns *patterns) {
    enum policy kind = params->default_policy;
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

/* A move by the policy, which is of that KIND. SUMS follow the board under POLICY_SOFTMAX. */
static ALWAYS_INLINE int choose(struct playout_board *b, const struct softmax_sums *sums, int size,
                                enum color color, int last, int own, enum policy kind,
                                const struct playout_policy *policy, struct rng *rng) {
    if (kind == POLICY_SOFTMAX) return softmax_move(policy, sums, b, size, color, last, own, rng);
    return kernel_choose(b, size, color, last, kind, policy, rng);
}

/* The rules ask which chains the last move has put into atari, which a loaded board does not know.
 */
static ALWAYS_INLINE void load(struct playout_board *b, int size, const struct board *from,
                               struct playout_start start, bool rules) {
    playout_load(b, size, from, rules);
    if (start.last_point >= 0) b->weakened = atari_sides(b, size, start.last_point, start.to_move);
}

/* Records move T, which was just played. The captured points are the last of the list of empty
 * ones, so they are copied without a search. */
static ALWAYS_INLINE void record_move(struct trajectory *trajectory, const struct playout_board *b,
                                      int t, int point) {
    const int16_t *taken = b->empty + b->empty_count - b->captured_count;
    int end = trajectory->taken_end[t - 1];
    for (int i = 0; i < b->captured_count; i++) trajectory->taken[end++] = taken[i];
    trajectory->taken_end[t] = (int16_t)end;
    trajectory->point[t] = (int16_t)point;
    trajectory->explored[t] = false;
}

/* Records the end of the game after MOVES more. */
static ALWAYS_INLINE void record_end(struct trajectory *trajectory, const struct playout_board *b,
                                     int moves, bool finished) {
    trajectory->length += moves;
    trajectory->finished = finished;
    for (int color = 0; color < 2; color++) trajectory->stones[color] = b->stones[color];
}

/* Black's stones less White's. */
static ALWAYS_INLINE int stone_lead(const struct playout_board *b, int size) {
    const int words = size_words(size);
    return bitset_count(&b->stones[BLACK], words) - bitset_count(&b->stones[WHITE], words);
}

/* Whether the mercy rule (playout.h) ends a playout after MOVES moves; AT_START is the stone_lead
 * where it began. A lead that was there from the start proves nothing: it must grow by the policy's
 * mercy. The stones alone must also outweigh the komi, or a large komi would turn the result. */
static ALWAYS_INLINE bool mercy_ends(const struct playout_board *b, int size,
                                     const struct playout_policy *policy, int at_start, int moves) {
    if (policy->mercy == 0 || moves % PLAYOUT_MERCY_INTERVAL != 0) return false;
    const int now = stone_lead(b, size);
    const int high = (at_start > 0 ? at_start : 0) + policy->mercy;
    const int low = (at_start < 0 ? at_start : 0) - policy->mercy;
    return (now >= high && 2 * now > policy->half_komi) ||
           (now <= low && 2 * now < policy->half_komi);
}

static ALWAYS_INLINE struct playout_end run(const struct board *from, int size,
                                            struct playout_start start, enum policy kind,
                                            const struct playout_policy *policy, int limit,
                                            struct rng *rng, struct trajectory *trajectory) {
    const bool rules = kind != POLICY_UNIFORM;
    const int before = trajectory ? trajectory->length : 0;
    struct playout_board b;
    struct softmax_sums sums;
    enum color color = start.to_move;
    int last = start.last_point, own = NO_POINT, passes = start.passes, moves = 0;
    load(&b, size, from, start, rules);
    if (kind == POLICY_SOFTMAX) softmax_load(&sums, policy->softmax, &b, size);
    const int lead_at_start = policy->mercy ? stone_lead(&b, size) : 0;
    for (; moves < limit && passes < 2; moves++) {
        if (mercy_ends(&b, size, policy, lead_at_start, moves)) break;
        const int point = choose(&b, &sums, size, color, last, own, kind, policy, rng);
        if (point == PASS) {
            playout_pass(&b);
            passes++;
        } else {
            playout_play(&b, size, point, color, rules);
            if (kind == POLICY_SOFTMAX) softmax_follow(&sums, policy->softmax, &b, size, point);
            passes = 0;
        }
        if (trajectory) record_move(trajectory, &b, before + moves + 1, point);
        own = last;
        last = point;
        color = color_other(color);
    }
    if (trajectory) record_end(trajectory, &b, moves, passes >= 2);
    return (struct playout_end){.moves = moves, .stones = {b.stones[BLACK], b.stones[WHITE]}};
}

#define STAMP_POLICY(NAME, KIND, SUFFIX, SIZE)                                                     \
    CLONED static struct playout_end NAME##_##SUFFIX(                                              \
        const struct board *b, struct playout_start start, const struct playout_policy *policy,    \
        int limit, struct rng *rng, struct trajectory *trajectory) {                               \
        return run(b, SIZE, start, KIND, policy, limit, rng, trajectory);                          \
    }
#define STAMP_SIZE(SUFFIX, SIZE)                                                                   \
    STAMP_POLICY(uniform, POLICY_UNIFORM, SUFFIX, SIZE)                                            \
    STAMP_POLICY(mogo, POLICY_MOGO, SUFFIX, SIZE)                                                  \
    STAMP_POLICY(softmax, POLICY_SOFTMAX, SUFFIX, SIZE)
#define STAMP(N) STAMP_SIZE(N, N)
GO_SIZES(STAMP)
STAMP_SIZE(any, b->size)

struct playout_end playout_run(const struct board *b, struct playout_start start,
                               const struct playout_policy *policy, int limit, struct rng *rng,
                               struct trajectory *trajectory) {
    struct playout_end end = {.moves = 0};
    assert(policy->kind != POLICY_NONE);
    assert(!trajectory || trajectory->length + limit <= TRAJECTORY_MAX_MOVES);
    if (policy->kind == POLICY_SOFTMAX)
        GO_DISPATCH(b->size, end = softmax, (b, start, policy, limit, rng, trajectory))
    else if (policy->kind == POLICY_MOGO)
        GO_DISPATCH(b->size, end = mogo, (b, start, policy, limit, rng, trajectory))
    else
        GO_DISPATCH(b->size, end = uniform, (b, start, policy, limit, rng, trajectory))
    return end;
}

int playout_choose(const struct board *from, struct playout_start start,
                   const struct playout_policy *policy, struct rng *rng) {
    struct playout_board b;
    struct softmax_sums sums;
    load(&b, from->size, from, start, true);
    if (policy->kind == POLICY_SOFTMAX) softmax_load(&sums, policy->softmax, &b, from->size);
    return choose(&b, &sums, from->size, start.to_move, start.last_point, NO_POINT, policy->kind,
                  policy, rng);
}

bool playout_is_pattern(const struct playout_patterns *patterns, const struct board *b, int point,
                        enum color color) {
    return is_pattern(patterns, kernel_surroundings(b, b->size, point), color);
}
