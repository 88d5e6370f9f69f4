/* Two-ply minimax over rewards and values (Ekker 2004, sections 3 and 5.2): each move of the agent
 * with the other side's best answer.
 *
 *     Q(m) = r(m) + min over answers a of (r(a) + V(s after m and a))
 *
 * Rewards are captured stones as shares of the board, and V is what liberty_value.h expects beyond
 * them. Candidates fill no eye; a side without any passes. Answers that cannot change the choice
 * are skipped. */
#ifndef GUZUMI_TWO_PLY_H
#define GUZUMI_TWO_PLY_H

#include "guzumi/classics/liberty_value.h"

struct two_ply_choice {
    int point;         /* the best move, or PASS */
    double value;      /* its Q */
    struct board leaf; /* after it and the answer */
    double to_leaf;    /* the rewards up to there */
    uint64_t leaves;   /* positions evaluated */
};

/* The reward of a move that captured CAPTURED stones, for the side that played it. */
static inline double capture_reward(const struct board *board, int captured) {
    return (double)captured / (double)(board->size * board->size);
}

/* AGENT's choice on BOARD among CANDIDATES. QS, unless NULL, gets the Q of every candidate by
 * point; then all answers are searched. */
void two_ply_choose(struct liberty_value *value, const struct board *board, enum color agent,
                    const struct bitset *candidates, double *qs, struct two_ply_choice *out);

/* The same one ply deep: Q(m) = r(m) + V(s after m). */
void one_ply_choose(struct liberty_value *value, const struct board *board, enum color agent,
                    const struct bitset *candidates, double *qs, struct two_ply_choice *out);

#endif
