/* One episode of self-play: an epsilon-greedy policy over a fixed value function, and the record of
 * it that learning needs (2012 paper, sections 2.3 and 3.2; Algorithm 2): the trajectory, and
 * beside it which shapes were active in its states.
 *
 * Both colours choose the move with the best afterstate value, Black the largest and White the
 * smallest, ties broken by chance; with probability epsilon they explore: a candidate drawn at
 * random, or a part of the time the choice of another policy. Candidates are the legal moves that
 * fill no eye of one's own; a player with none passes, and two passes end the game. Simple ko only,
 * and a limit on length instead of superko. The weights do not change within an episode: values
 * stay exact and learning happens when it ends (td.h). */
#ifndef GUZUMI_EPISODE_H
#define GUZUMI_EPISODE_H

#include "guzumi/playout.h"
#include "guzumi/rng.h"
#include "guzumi/tracker.h"

struct episode {
    struct trajectory trajectory; /* state 0 has a value as well */
    struct playout_start now;     /* where the moves of the epsilon-greedy policy ended */
    const struct bitset
        *avoided;        /* borrowed, or NULL: points that the first move keeps away from */
    uint64_t candidates; /* afterstates evaluated, added up over all episodes */
    int move_limit;
    struct shape_log log;                  /* owned; the changes of codes, in order */
    int32_t log_end[TRAJECTORY_STATES];    /* by state: those up to it end there */
    int32_t start_code[SHAPE_REGION_ROOM]; /* the codes of state 0 */
};

/* Room to follow the shapes of an episode through its states: by region, the active code and the
 * state since which it has been active. */
struct run_work {
    int32_t code[SHAPE_REGION_ROOM], since[SHAPE_REGION_ROOM];
};

/* How moves are chosen, but for the values. */
struct episode_policy {
    double epsilon; /* chance of an exploratory move */
    double guided;  /* share of those that GUIDE chooses, where its choice is a candidate */
    const struct playout_policy *guide; /* borrowed; may be NULL when GUIDED is 0 */
};

/* Room for episodes of boards of SIZE. */
enum status episode_init(struct episode *episode, int size, struct failure *why);
void episode_free(struct episode *episode);

/* Changes that it logs at most: every stone that is placed is captured at most once. */
static inline int episode_log_room(int size) {
    return (2 * trajectory_move_limit(size) + size * size) * SHAPE_COVERS;
}

/* Plays from BOARD, which stands at START, for at most MOVES moves (0 for no limit but the longest
 * game), and leaves BOARD as it is at the end. TRACKER has been initialised on BOARD. RECORD says
 * whether changes are logged for learning. */
void episode_play(struct episode *episode, struct board *board, struct tracker *tracker,
                  struct playout_start start, const struct episode_policy *policy, int moves,
                  bool record, struct rng *rng);

/* Follows the moves that somebody else has added to the trajectory since, up to state STATES at
 * most: logs their changes and gives their states values. TRACKER is up to date then. */
void episode_follow(struct episode *episode, struct tracker *tracker, int states);

#endif
