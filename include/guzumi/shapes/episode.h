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

#endif
