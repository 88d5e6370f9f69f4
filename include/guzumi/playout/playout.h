/* Simulation policies: how a simulation is played to its end.
 *
 * The uniform policy draws one of the legal moves that fill no eye of the player's own. The default
 * policy is MoGo's (Gelly, Wang, Munos, Teytaud 2006, section 3.2): it saves an own chain that the
 * last move put into atari; else it plays a 3x3 pattern (hane, cut, edge) around the last move;
 * else it captures anywhere; else it draws uniformly. With probability epsilon it draws uniformly
 * at once. A player without a move passes. Two passes, or a limit on length, end a playout.
 *
 * The policy may have tactics of our own as well. Before MoGo's rules it captures the chain of the
 * last move if that is in atari; else it plays nakade, the vital point of a small space of empty
 * points with walls of one colour, if the last move walled it in or captured stones there. And its
 * uniform draws and its pattern moves avoid pointless self-ataris: those of four stones or more,
 * and of fewer stones those whose last liberty is next to another empty point, because such stones
 * fill no eye.
 *
 * By the mercy rule a playout ends as soon as it is decided: when a side has so many stones more on
 * the board than the other, on top of those that it had more at the start, and so many that they
 * make up for the komi. What the board then counts tells the winner, but not by how much, nor whose
 * each point would be.
 *
 * The softmax policy (softmax.h) is learnt. With tactics it first captures and plays nakade
 * in the same way; epsilon means nothing to it. */
#ifndef GUZUMI_PLAYOUT_H
#define GUZUMI_PLAYOUT_H

#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/go/surroundings.h"
#include "guzumi/playout/softmax.h"
#include "guzumi/playout/trajectory.h"

enum {
    PLAYOUT_NAKADE_MAX = 6,    /* points of the largest space with a vital point */
    PLAYOUT_MERCY_INTERVAL = 8 /* moves between two looks at the stones, for the mercy rule */
};

/* What the surroundings of an empty point (surroundings.h) say. */
struct playout_patterns {
    /* Bits 0 and 1: it is a pattern move, by the colour to play. Bits 2 and 3, by colour: as far as
     * they show, its space has 2 to PLAYOUT_NAKADE_MAX points and none beside that colour. */
    uint8_t rules[SURROUNDINGS];
    const struct softmax *learnt; /* borrowed; NULL: none, as if all its weights were equal */
};

/* Fills the tables, without a learnt policy. */
void playout_patterns_init(struct playout_patterns *patterns);

/* A policy, and how much of it is left to chance. */
struct playout_policy {
    enum policy kind;    /* but POLICY_NONE */
    double epsilon;      /* chance of a uniform move under POLICY_MOGO */
    bool tactics;        /* but under POLICY_UNIFORM: our own tactics as well */
    bool tactics_always; /* their captures and nakade come before EPSILON */
    int nakade;          /* points of the largest space with a vital point, at most
                          * PLAYOUT_NAKADE_MAX */
    int self_atari;      /* stones from which on one that fills no eye is none */
    int mercy;           /* stones of the mercy rule; 0: play to the end */
    int half_komi;       /* of the game, for the mercy rule alone */
    const struct playout_patterns *patterns; /* borrowed */
    const struct softmax *softmax;           /* of POLICY_SOFTMAX; borrowed */
};

/* The default policy of PARAMS, of whatever kind it is. */
struct playout_policy playout_default_policy(const struct params *params,
                                             const struct playout_patterns *patterns);

/* Where a playout starts, which may be in the middle of a game. */
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

/* Plays from BOARD to the end, or for LIMIT moves. Unless TRAJECTORY is NULL, the moves are added
 * to it, without values of states; it must end at BOARD and have room for them. */
struct playout_end playout_run(const struct board *board, struct playout_start start,
                               const struct playout_policy *policy, int limit, struct rng *rng,
                               struct trajectory *trajectory);

/* Chooses one move by the policy without playing it: a point, or PASS if there is none. */
int playout_choose(const struct board *board, struct playout_start start,
                   const struct playout_policy *policy, struct rng *rng);

/* Whether the surroundings of an empty point make a pattern move for COLOR. */
bool playout_is_pattern(const struct playout_patterns *patterns, const struct board *board,
                        int point, enum color color);

#endif
