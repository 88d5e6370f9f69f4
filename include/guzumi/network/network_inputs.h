/* The planes of a position that the policy-value network reads (network.h). */
#ifndef GUZUMI_NETWORK_INPUTS_H
#define GUZUMI_NETWORK_INPUTS_H

#include "guzumi/network/move_policy.h"
#include "guzumi/network/network.h"

/* Half points of komi, of either sign, which the planes tell apart; what is beyond looks like them.
 */
#define NETWORK_MAX_HALF_KOMI 80

struct network_position {
    const struct board *board;
    enum color to_move;
    int last, own; /* the last move, and the mover's own last one; or PASS, NO_POINT */
    int half_komi;
};

/* Clears WORKSPACE and sets its planes. ACTIONS, COUNT of them, are the candidates of board.h with
 * the features of the linear policy, PREFERENCE what that says of each (move_policy_preference). */
void network_inputs_set(struct network_workspace *workspace,
                        const struct network_position *position, const struct move_action *actions,
                        const float *preference, int count);

#endif
