/* One episode of self-play: an epsilon-greedy policy over a fixed value function, and the record of
 * it that learning needs (2012 paper, sections 2.3 and 3.2; Algorithm 2).
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

/* A step is a move and its afterstate. Step 0 is the start, which is not learnt from. */
struct episode_step {
    float value;     /* linear value of the afterstate, Black's view */
    bool explored;   /* the move was exploratory */
    int16_t point;   /* the move, or PASS */
    int32_t log_end; /* changes logged up to this afterstate */
};

struct episode {
    int length;      /* steps after the start */
    bool finished;   /* ended by two passes, not by its move limit */
    enum color next; /* to move at the end */
    int last_point;  /* the last move */
    int last_passes; /* passes in a row at the end */
    const struct bitset
        *avoided;        /* borrowed, or NULL: points that the first step keeps away from */
    uint64_t candidates; /* afterstates evaluated, added up over all episodes */
    int step_capacity;
    struct episode_step *steps;            /* owned; step_capacity + 1 of them */
    struct shape_log log;                  /* owned; changes of step i end at steps[i].log_end */
    int32_t start_code[SHAPE_REGION_ROOM]; /* the codes at step 0 */
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

/* Longest game that any simulation plays on a board of SIZE. */
static inline int episode_move_limit(int size) {
    return 3 * size * size;
}

/* Changes that it logs at most: every stone that is placed is captured at most once. */
static inline int episode_log_room(int size) {
    return (2 * episode_move_limit(size) + size * size) * SHAPE_COVERS;
}

/* The last state that is not terminal: the one after the second pass is. */
static inline int episode_last_state(const struct episode *episode) {
    return episode->finished ? episode->length - 1 : episode->length;
}

/* Plays from BOARD, which stands at START, for at most MOVES moves (0 for no limit but the longest
 * game), and leaves BOARD as it is at the end. TRACKER has been initialised on BOARD. RECORD says
 * whether changes are logged for learning. */
void episode_play(struct episode *episode, struct board *board, struct tracker *tracker,
                  struct playout_start start, const struct episode_policy *policy, int moves,
                  bool record, struct rng *rng);

/* Goes on, recording, with a move of the player to move that somebody else chose: a point, or PASS,
 * and the stones that it took. Its value is not known yet, and TRACKER knows the codes alone. */
void episode_append(struct episode *episode, struct tracker *tracker, int point,
                    const int16_t *taken, int taken_count);

/* Gives the steps from FROM on, which were appended, their values; TRACKER is up to date then. */
void episode_evaluate(struct episode *episode, struct tracker *tracker, int from);

#endif
