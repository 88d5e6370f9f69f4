/* TD-leaf for local shapes (Baxter, Tridgell and Weaver 1998; Ekker 2004, section 3.2): self-play
 * by two-ply minimax, recorded for learning.
 *
 * The side to move considers the best answer to each of its moves. With probability epsilon it
 * plays a random move instead of the best one. The record is an episode (episode.h) whose state t
 * is not the position after move t but the leaf of the principal variation before it: the position
 * after the best move and its answer, with its value. TD updates (td.h) then change the weights of
 * the leaves. Leaves two plies apart have the same side to move, as states have.
 *
 * Candidates, passes and the end of the game are as in episode.h. Moves that cannot be best are
 * skipped: most answers are worth the same after a quiet move as before it. */
#ifndef GUZUMI_LEAF_GAME_H
#define GUZUMI_LEAF_GAME_H

#include "guzumi/shapes/episode.h"

struct leaf_position {
    struct board board;
    struct tracker tracker;
};

struct leaf_game {
    struct episode episode;     /* of the leaves; its trajectory has the moves that were played */
    struct leaf_position *room; /* owned */
    struct leaf_position *now, *after,
        *best;                       /* in ROOM: the game's, after a move, after the best */
    int32_t code[SHAPE_REGION_ROOM]; /* of the leaf that was recorded last */
};

/* Makes room for games on the board of SHAPES. */
enum status leaf_game_init(struct leaf_game *game, const struct shapes *shapes,
                           struct failure *why);
void leaf_game_free(struct leaf_game *game);

/* The most changes that a game logs: a leaf may differ from the last one everywhere. */
static inline int leaf_log_room(const struct shapes *shapes) {
    return trajectory_move_limit(shapes->size) * shapes->region_count;
}

/* Plays a game from BOARD, which TRACKER follows, with Black to move; game->now is its final
 * position. */
void leaf_game_play(struct leaf_game *game, const struct board *board,
                    const struct tracker *tracker, double epsilon, struct rng *rng);

/* A side's best move by two-ply minimax. */
struct leaf_choice {
    int point, answer; /* or PASS */
    float value;       /* linear, of the leaf, Black's view */
};

/* COLOR's choice among CANDIDATES, at least one, in the position game->now with the value VALUE.
 * Ties are broken at random; game->best is the position after it. */
struct leaf_choice leaf_game_choose(struct leaf_game *game, enum color color,
                                    const struct bitset *candidates, float value, struct rng *rng);

#endif
