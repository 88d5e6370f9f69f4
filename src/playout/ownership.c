#include "guzumi/ownership.h"

#include "board_kernel.h"

/* A chain is dead when its points' mean owner is this far on the other side. */
#define DEAD_MARGIN 0.5f

/* A point is settled when its owner is this certain. */
#define SETTLED_MARGIN 0.9f

void ownership_estimate(struct ownership *out, const struct board *board,
                        const struct playout_patterns *patterns) {
    const int size = board->size;
    int sum[BOARD_MAX_POINTS] = {0};
    uint8_t owner[BOARD_MAX_POINTS];
    struct rng rng;
    rng_seed(&rng, board->hash, (uint64_t)size);
    for (int i = 0; i < OWNERSHIP_PLAYOUTS; i++) {
        struct board b;
        board_copy(&b, board);
        b.ko = NO_POINT;
        const struct playout_start start = {
            .to_move = i % 2 ? WHITE : BLACK, .last_point = NO_POINT, .passes = 0};
        playout_run(&b, start, POLICY_MOGO, patterns, 3 * size * size, &rng);
        board_score_area(&b, owner);
        for (int p = 0; p < point_limit(size); p++)
            sum[p] += (owner[p] == BLACK) - (owner[p] == WHITE);
    }
    out->playouts = OWNERSHIP_PLAYOUTS;
    for (int p = 0; p < point_limit(size); p++)
        out->owner[p] = (float)sum[p] / (float)OWNERSHIP_PLAYOUTS;
}

void ownership_dead_stones(const struct ownership *ownership, const struct board *board,
                           struct bitset *out) {
    bitset_clear(out, board->words);
    for (int color = 0; color < 2; color++) {
        struct bitset stones, chain, liberties;
        board_stones(board, (enum color)color, &stones);
        BITSET_FOR_EACH(p, stones, board->words) {
            if (board_chain(board, p, &chain, &liberties) != p) continue;
            float sum = 0;
            BITSET_FOR_EACH(q, chain, board->words) sum += ownership->owner[q];
            const float mean = sum / (float)bitset_count(&chain, board->words);
            if ((color == BLACK ? mean : -mean) < -DEAD_MARGIN)
                bitset_unite(out, &chain, board->words);
        }
    }
}

void ownership_settled(const struct ownership *ownership, const struct board *board,
                       struct bitset *out) {
    bitset_clear(out, board->words);
    for (int p = 0; p < point_limit(board->size); p++)
        if (ownership->owner[p] > SETTLED_MARGIN || ownership->owner[p] < -SETTLED_MARGIN)
            bitset_add(out, p);
}

int ownership_score(const struct board *board, const struct bitset *dead,
                    uint8_t owner[BOARD_MAX_POINTS]) {
    struct board living;
    board_init(&living, board->size);
    for (int color = 0; color < 2; color++) {
        struct bitset stones;
        board_stones(board, (enum color)color, &stones);
        bitset_subtract(&stones, dead, board->words);
        BITSET_FOR_EACH(p, stones, board->words) {
            const bool placed = board_place(&living, p, (enum color)color);
            assert(placed);
            (void)placed;
        }
    }
    return board_score_area(&living, owner);
}
