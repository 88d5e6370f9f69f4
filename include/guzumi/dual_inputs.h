/* The planes of a position that the dual network reads (dual_network.h). */
#ifndef GUZUMI_DUAL_INPUTS_H
#define GUZUMI_DUAL_INPUTS_H

#include "guzumi/dual_network.h"
#include "guzumi/move_policy.h"

/* Half points of komi, of either sign, which the planes tell apart; what is beyond looks like them.
 */
#define DUAL_MOST_HALF_KOMI 80

struct dual_position {
    const struct board *board;
    enum color to_move;
    int last, own; /* the last move, and the mover's own last one; or PASS, NO_POINT */
    int half_komi;
};

/* Clears WORKSPACE and sets its planes. ACTIONS, COUNT of them, are the candidates of board.h with
 * the features of the linear policy, PREFERENCE what that says of each (move_policy_preference). */
void dual_inputs_set(struct dual_workspace *workspace, const struct dual_position *position,
                     const struct move_action *actions, const float *preference, int count);

#endif
