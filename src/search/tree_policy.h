/* The tree policy: which action a simulation takes inside the tree (2011 paper, sections 2.5 and
 * 4).
 *
 *     UCT         Q + c sqrt(log N(s) / N(s, a))                         equation 7
 *     MC-RAVE     (1 - beta) Q + beta Q~                                 equation 12
 *     UCT-RAVE    the same and the bonus of UCT                          equation 18
 *     PUCT        Q + c P(s, a) sqrt(visits) / (1 + N(s, a))             Silver and others, 2017
 *
 * with the schedules
 *
 *     hand-selected    beta = sqrt(k / (3 N(s) + k))                     equation 19
 *     minimum-mse      beta = n~ / (n + n~ + 4 n n~ b^2)                 equation 47
 *
 * What the equations leave open: an action whose Q rests on no simulation is judged by Q~ alone and
 * one without Q~ by Q alone; one with neither has the value of first-play urgency, without bonus.
 * Beside RAVE the bonus of an action that was never tried is that of one tried once, for RAVE knows
 * something of it; in UCT it has none but the first-play urgency. Ties are broken by chance.
 *
 * PUCT's P is what the heuristic's policy says; of the visits one is counted before the first, so
 * that the likeliest action is the first one.
 *
 * No paper has the bonus that the default adds to MC-RAVE: greedy MC-RAVE is best with few
 * simulations, as the 2011 paper found (section 5.2), but with many it stays with moves that were
 * lucky. So a node is greedy until m simulations have been there, and then has the bonus
 * c sqrt(log(visits / m) / N(s, a)). */
#ifndef GUZUMI_TREE_POLICY_H
#define GUZUMI_TREE_POLICY_H

#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"

#include "tree.h"

struct tree_policy {
    enum rave_schedule schedule;
    float exploration;   /* c */
    float greedy_visits; /* m, or 0 */
    float fpu;
    float equivalence; /* k */
    float bias;        /* b */
    bool concurrent;   /* other threads change the statistics meanwhile */
};

/* What PARAMS say of trees of KIND: PUCT has a constant of its own, and needs no more. */
struct tree_policy tree_policy_of(const struct params *params, enum tree_kind kind);

/* What PARAMS select by on boards of SIZE. */
enum tree_kind tree_kind_of(const struct params *params, int size);

/* The value that the policy gives to an action of a node, exploration included; minus infinity for
 * one that is not legal. */
float tree_policy_value(const struct tree_policy *policy, const struct tree *tree,
                        struct tree_node *node, int slot);

/* The slot with the best value, ties broken by chance. The node has a legal action. */
int tree_policy_select(const struct tree_policy *policy, const struct tree *tree,
                       struct tree_node *node, struct rng *rng);

#endif
