/* Simulation policies: how a simulation is played to the end.
 *
 * The uniform policy draws one of the legal moves that fill no eye of the player's own. The default
 * policy is MoGo's (Gelly, Wang, Munos, Teytaud 2006, section 3.2). The first rule that applies
 * chooses the move:
 *
 *     1. save an own chain that the last move put into atari
 *     2. play a 3x3 pattern (hane, cut, edge) around the last move
 *     3. capture anywhere
 *     4. draw uniformly
 *
 * With probability epsilon it starts at rule 4. A player without a move passes. Two passes, or a
 * limit on the length, end a playout.
 *
 * Our own tactics are optional. Before rule 1 they capture the chain of the last move if it is in
 * atari, then play nakade: the vital point of a small eye space, if the last move walled it in or
 * captured stones in it. They also keep patterns and uniform draws from pointless self-ataris:
 * those of four stones or more, and of fewer stones where the last liberty is next to another empty
 * point, because such stones reduce no eye.
 *
 * The mercy rule ends a playout that is decided: a side has more stones than the opponent by a
 * margin, on top of any lead at the start, and the stones outweigh the komi. The area of the board
 * then gives the winner, but neither the score nor the ownership of every point.
 *
 * The softmax policy (softmax.h) is learnt. With tactics it captures and plays nakade first in the
 * same way; it has no epsilon. */
#ifndef GUZUMI_PLAYOUT_H
#define GUZUMI_PLAYOUT_H

#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/go/point.h"
#include "guzumi/playout/softmax.h"
#include "guzumi/playout/trajectory.h"

enum {
    PLAYOUT_NAKADE_MAX = 6,    /* points of the largest eye space with a vital point */
    PLAYOUT_MERCY_INTERVAL = 8 /* moves between two checks of the mercy rule */
};

/* What the surroundings of an empty point (point.h) imply. */
struct playout_patterns {
    /* Bits 0 and 1, by the colour to play: the point is a pattern move. Bits 2 and 3, by colour:
     * the eight neighbours allow that the point is in an eye space of 2 to PLAYOUT_NAKADE_MAX
     * points that no stone of that colour touches. Bits 4 and 5, by colour: they allow that it is
     * in a small space that stones of that colour wall in. */
    uint8_t rules[SURROUNDINGS];
    const struct softmax *learnt; /* borrowed; NULL: POLICY_SOFTMAX plays uniformly */
};

/* Fills the tables; LEARNT is NULL. */
void playout_patterns_init(struct playout_patterns *patterns);

/* A policy with its parameters. */
struct playout_policy {
    enum policy kind;    /* not POLICY_NONE */
    double epsilon;      /* probability of a uniform move under POLICY_MOGO */
    bool tactics;        /* our own tactics; ignored under POLICY_UNIFORM */
    bool tactics_always; /* their captures and nakade come before EPSILON is drawn */
    int nakade;          /* points of the largest eye space they play in, up to
                          * PLAYOUT_NAKADE_MAX */
    int self_atari;      /* stones of the smallest self-atari they avoid where its last liberty is
                          * open; from 4 on they always do */
    int mercy;           /* margin of the mercy rule in stones; 0: play to the end */
    int half_komi;       /* of the game, for the mercy rule alone */
    const struct playout_patterns *patterns; /* borrowed */
    const struct softmax *softmax;           /* for POLICY_SOFTMAX; borrowed */
};

/* The policy that PARAMS ask for (default_policy); uniform if it is learnt and PATTERNS have none.
 */
struct playout_policy playout_default_policy(const struct params *params,
                                             const struct playout_patterns *patterns);

/* Where a playout starts. */
struct playout_start {
    enum color to_move;
    int last_point; /* of the last move; or PASS, NO_POINT */
    int passes;     /* in a row that lead here */
};

/* How a playout ended. */
struct playout_end {
    int moves;
    int last_point;          /* or PASS */
    struct bitset stones[2]; /* on the board, by colour */
};

/* Plays from BOARD to the end, or for LIMIT moves. Appends the moves to TRAJECTORY, without values
 * of states, unless it is NULL; it must end at BOARD and have room for LIMIT moves. */
struct playout_end playout_run(const struct board *board, struct playout_start start,
                               const struct playout_policy *policy, int limit, struct rng *rng,
                               struct trajectory *trajectory);

/* The same on BOARD itself, for POLICY_MOGO without mercy and without bad self-ataris (tactics.h):
 * where the policy chooses one, another candidate is drawn uniformly. A seki then stays a seki,
 * because both sides pass. Twice as slow as playout_run or more. */
void playout_run_carefully(struct board *board, struct playout_start start,
                           const struct playout_policy *policy, int limit, struct rng *rng);

/* One move by the policy, which is not played: a point, or PASS. */
int playout_choose(const struct board *board, struct playout_start start,
                   const struct playout_policy *policy, struct rng *rng);

/* Whether an empty POINT is a pattern move for COLOR. */
bool playout_is_pattern(const struct playout_patterns *patterns, const struct board *board,
                        int point, enum color color);

#endif
