/* One episode of self-play by an epsilon-greedy policy over a fixed value function, with the record
 * that learning needs (2012 paper, sections 2.3 and 3.2; Algorithm 2): the trajectory, and which
 * shapes were active in its states.
 *
 * Black chooses the move whose afterstate has the largest value, White the smallest; ties are
 * broken at random. With probability epsilon they explore: they draw a candidate at random or, part
 * of the time, follow another policy. Candidates are the legal moves that fill no eye of the
 * mover's. A player without any passes, and two passes end the game. Only simple ko is forbidden; a
 * limit on length takes the place of superko. Weights do not change within an episode: values stay
 * exact, and learning happens when it ends (td.h). */
#ifndef GUZUMI_EPISODE_H
#define GUZUMI_EPISODE_H

#include "guzumi/base/rng.h"
#include "guzumi/playout/playout.h"
#include "guzumi/shapes/tracker.h"

struct episode {
    struct trajectory trajectory; /* state 0 has a value as well */
    struct playout_start now;     /* where the moves of the epsilon-greedy policy ended */
    /* Points that the first move avoids; borrowed, or NULL. */
    const struct bitset *avoided;
    uint64_t candidates; /* afterstates evaluated in all episodes */
    int move_limit;
    struct shape_log log;                  /* owned; the changes of codes, in order */
    int32_t log_end[TRAJECTORY_STATES];    /* by state: those up to it end there */
    int32_t start_code[SHAPE_REGION_ROOM]; /* the codes of state 0 */
};

/* Working space to follow the shapes of an episode through its states: by region, the active code
 * and the state since which it has been active. */
struct run_work {
    int32_t code[SHAPE_REGION_ROOM], since[SHAPE_REGION_ROOM];
};

/* How moves are chosen, apart from the values. */
struct episode_policy {
    double epsilon; /* probability of an exploratory move */
    double guided;  /* fraction of those that GUIDE chooses, if its choice is a candidate */
    const struct playout_policy *guide; /* borrowed; may be NULL when GUIDED is 0 */
};

/* Makes room for episodes on boards of SIZE. */
enum status episode_init(struct episode *episode, int size, struct failure *why);
void episode_free(struct episode *episode);

/* The most changes that an episode logs: every stone that is placed is captured at most once. */
static inline int episode_log_room(int size) {
    return (2 * trajectory_move_limit(size) + size * size) * SHAPE_COVERS;
}

/* Plays from BOARD, where START says how things stand, for at most MOVES moves (0: until the game
 * ends), and leaves BOARD as it is at the end. TRACKER must follow BOARD. RECORD: whether changes
 * are logged for learning. */
void episode_play(struct episode *episode, struct board *board, struct tracker *tracker,
                  struct playout_start start, const struct episode_policy *policy, int moves,
                  bool record, struct rng *rng);

/* Follows the moves that others have added to the trajectory since, up to state STATES at most:
 * logs their changes and gives their states values. TRACKER is up to date afterwards. */
void episode_follow(struct episode *episode, struct tracker *tracker, int states);

/* --- games by two-ply minimax --- */

/* TD-leaf for local shapes (Baxter, Tridgell and Weaver 1998; Ekker 2004, section 3.2): self-play
 * by two-ply minimax, recorded for learning.
 *
 * The side to move considers the best answer to each of its moves. With probability epsilon it
 * plays a random move instead of the best one. The record is an episode whose state t
 * is not the position after move t but the leaf of the principal variation before it: the position
 * after the best move and its answer, with its value. TD updates (td.h) then change the weights of
 * the leaves. Leaves two plies apart have the same side to move, as states have.
 *
 * Candidates, passes and the end of the game are as above. Moves that cannot be best are
 * skipped: most answers are worth the same after a quiet move as before it. */
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
