/* What a trajectory says of stones, against a plain board. */
#ifndef GUZUMI_TEST_TRAJECTORIES_H
#define GUZUMI_TEST_TRAJECTORIES_H

#include "guzumi/playout/trajectory.h"

#include "reference_board.h"
#include "unit.h"

/* The stones that move T took are written down, each once. */
static inline void assert_taken(const struct trajectory *game, int t,
                                const struct reference_set *captured) {
    struct bitset seen = {{0}};
    assert_int_equal(game->taken_end[t] - game->taken_end[t - 1], captured->count);
    for (int i = game->taken_end[t - 1]; i < game->taken_end[t]; i++) {
        assert_true(captured->has[game->taken[i]] && !bitset_has(&seen, game->taken[i]));
        bitset_add(&seen, game->taken[i]);
    }
}

/* The stones at the end are those of BOARD. */
static inline void assert_end(const struct trajectory *game, const struct reference_board *board) {
    for (int p = 0; p < point_limit(board->size); p++)
        for (int color = 0; color < 2; color++)
            assert_int_equal(bitset_has(&game->stones[color], p),
                             reference_color(board, p) == (enum color)color);
}

#endif
