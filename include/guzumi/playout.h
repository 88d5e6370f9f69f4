/* Simulation policies: how a simulation continues beyond the learnt moves.
 *
 * The uniform policy draws among the legal moves that fill no eye of one's own. The default policy
 * is MoGo's (Gelly, Wang, Munos, Teytaud 2006, section 3.2): save a chain of one's own that the
 * last move put into atari; else play a 3x3 pattern (hane, cut, edge) around the last move; else
 * capture anywhere; else draw uniformly. With probability epsilon it draws uniformly at once. A
 * player without a move passes; two passes end a playout, or its limit on length.
 *
 * Tactics of our own, which the policy may have beside that: before its rules it takes the chain
 * that has just moved and stands in atari; else plays nakade, the vital point of a small space of
 * empty points with walls of one colour that the last move walled in or took stones out of. And
 * what it draws uniformly is no self-atari for nothing: none of four stones or more, and of fewer
 * none whose last liberty is beside another empty point, for such stones fill no eye. */
#ifndef GUZUMI_PLAYOUT_H
#define GUZUMI_PLAYOUT_H

#include "guzumi/params.h"
#include "guzumi/rng.h"
#include "guzumi/trajectory.h"

enum { PLAYOUT_NAKADE_MOST = 6 }; /* points of the largest space with a vital point */

/* What the surroundings of an empty point say: one bit for each filling of the eight neighbours
 * (two bits each, enum color). */
struct playout_patterns {
    uint64_t match[2][65536 / 64];  /* it is a pattern move, by the colour to play */
    uint64_t nakade[2][65536 / 64]; /* by colour: as far as they show, its space has 2 to
                                     * PLAYOUT_NAKADE_MOST points and none beside that colour */
};

/* Fills the tables. */
void playout_patterns_init(struct playout_patterns *patterns);

/* A policy, and how much of it is left to chance. */
struct playout_policy {
    enum policy kind;    /* POLICY_UNIFORM or POLICY_MOGO */
    double epsilon;      /* chance of a uniform move under POLICY_MOGO */
    bool tactics;        /* under POLICY_MOGO, our own as well */
    bool tactics_always; /* where to take and nakade, whatever epsilon says */
    int nakade;          /* points of the largest space with a vital point, at most
                          * PLAYOUT_NAKADE_MOST */
    int self_atari;      /* stones from which on one that fills no eye is none */
    const struct playout_patterns *patterns; /* borrowed */
};

/* The default policy of PARAMS, of whatever kind it is. */
struct playout_policy playout_default_policy(const struct params *params,
                                             const struct playout_patterns *patterns);

/* Where a playout stands: it can be started in the middle of a game. */
struct playout_start {
    enum color to_move;
    int last_point; /* PASS or NO_POINT when there is none */
    int passes;     /* in a row, just before */
};

/* How a playout ended. */
struct playout_end {
    int moves;               /* played */
    struct bitset stones[2]; /* on the board, by colour */
};

/* Plays from BOARD to the end, for at most LIMIT moves. Unless TRAJECTORY is NULL it has room for
 * them and ends at BOARD: the moves are added to it. Their states get no values. */
struct playout_end playout_run(const struct board *board, struct playout_start start,
                               const struct playout_policy *policy, int limit, struct rng *rng,
                               struct trajectory *trajectory);

/* One move of the policy, not played: a point, or PASS when there is none. */
int playout_choose(const struct board *board, struct playout_start start,
                   const struct playout_policy *policy, struct rng *rng);

/* Whether the surroundings of an empty point make a pattern move for COLOR. */
bool playout_is_pattern(const struct playout_patterns *patterns, const struct board *board,
                        int point, enum color color);

#endif
