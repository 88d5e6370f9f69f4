#include "guzumi/playout/careful.h"

#include "board_kernel.h"

enum { SMALL_SHAPE = 3, LARGEST_KILLER = 6 };

/* Whether STONES, when they are taken, leave a space that holds one eye only. The shapes are told
 * by how many of their stones have two, three and four neighbours among them. */
static bool kills(const struct bitset *stones, int count, int size, int words) {
    if (count <= SMALL_SHAPE) return true;
    if (count > LARGEST_KILLER) return false;
    const struct crowded points = kernel_crowded(stones, size);
    const int two = bitset_count(&points.two, words), three = bitset_count(&points.three, words);
    const int four = bitset_count(&points.four, words);
    switch (count) {
    case 4:
        return two == 4 || three == 1;
    case 5:
        return four == 1 || (three == 1 && two == 3);
    default:
        return four == 1 && two == 3;
    }
}

/* The chain that a stone of COLOR on POINT makes, when it takes nothing. */
struct joined {
    struct bitset stones, liberties;
    bool captures;
};

static struct joined join(const struct board *b, int point, enum color color) {
    const int size = b->size, words = b->words;
    struct joined out = {.captures = false};
    bitset_add(&out.stones, point);
    FOR_EACH_NEIGHBOUR(near, point, size) {
        const int near_color = *cell(b, size, near);
        if (near_color == EMPTY) {
            bitset_add(&out.liberties, near);
        } else if (near_color == (int)color) {
            const struct bitset stones = set_load(b, words, chain_stones(b->root[near]));
            const struct bitset liberties = set_load(b, words, chain_liberties(b->root[near]));
            bitset_unite(&out.stones, &stones, words);
            bitset_unite(&out.liberties, &liberties, words);
        } else if (near_color != OFF_BOARD) {
            out.captures |= kernel_in_atari(b, words, b->root[near], (enum color)near_color);
        }
    }
    bitset_remove(&out.liberties, point);
    return out;
}

bool careful_is_self_atari(const struct board *b, int point, enum color color) {
    const struct joined chain = join(b, point, color);
    if (chain.captures || !bitset_is_single(&chain.liberties, b->words)) return false;
    const int count = bitset_count(&chain.stones, b->words);
    if (count > 1 && kernel_is_eye(b, b->size, bitset_first(&chain.liberties, b->words), color))
        return true;
    return !kills(&chain.stones, count, b->size, b->words);
}

/* One of the candidates but POINT that is no bad self-atari, each as likely, or PASS. */
static int choose_another(const struct board *b, int point, enum color color, struct rng *rng) {
    struct bitset candidates = {{0}};
    board_candidates(b, color, &candidates);
    bitset_remove(&candidates, point);
    for (int count = bitset_count(&candidates, b->words); count > 0; count--) {
        const int other =
            bitset_select(&candidates, b->words, (int)rng_below(rng, (uint32_t)count));
        if (!careful_is_self_atari(b, other, color)) return other;
        bitset_remove(&candidates, other);
    }
    return PASS;
}

void careful_playout(struct board *b, struct playout_start start,
                     const struct playout_patterns *patterns, int limit, struct rng *rng) {
    const struct playout_policy policy = {.kind = POLICY_MOGO, .patterns = patterns};
    for (int moves = 0; moves < limit && start.passes < 2; moves++) {
        int point = playout_choose(b, start, &policy, rng);
        if (point != PASS && careful_is_self_atari(b, point, start.to_move))
            point = choose_another(b, point, start.to_move, rng);
        board_play(b, point, start.to_move);
        start = (struct playout_start){.to_move = color_other(start.to_move),
                                       .last_point = point,
                                       .passes = point == PASS ? start.passes + 1 : 0};
    }
}
