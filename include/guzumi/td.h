/* Temporal-difference updates from one episode: logistic NTD2(lambda).
 *
 *     delta_t  = V(s_{t+2}) - V(s_t)                            two-ply TD error
 *     e_t      = lambda e_{t-2} + phi(s_t) / ||phi(s_t)||^2     normalised trace
 *     dtheta_t = alpha delta_t e_t                              (2012, equations 10 and 11)
 *
 * V is Black's chance of winning; beyond the last non-terminal state it is the result z. One-ply
 * updates replace 2 by 1. The values are those seen during the episode, so that the sum over t can
 * be taken first for each state (the forward view, exact for an episode):
 *
 *     dtheta = sum_t alpha G_t phi(s_t) / ||phi(s_t)||^2,   G_t = delta_t + lambda G_{t+2}
 *
 * with G_t as returns.h has it. A feature that is active from state a until before state b then
 * changes by the difference of two prefix sums: learning costs as much as the shapes changed, not
 * as much as were active. */
#ifndef GUZUMI_TD_H
#define GUZUMI_TD_H

#include "guzumi/episode.h"
#include "guzumi/memory.h"
#include "guzumi/mu_returns.h"
#include "guzumi/returns.h"

struct td_rule {
    double alpha;
    struct return_rule returns;
    bool mu; /* TD(mu) by RETURNS' lambda and plies instead (mu_returns.h) */
    enum value_kind value;
    enum normalisation normalise; /* for the shared weights */
};

/* A feature that learns, and was active from state SINCE until before state UNTIL: its entries in
 * the flat or the main table, and in the LI table where there is one. */
struct td_run {
    int32_t entry, li_entry;
    int16_t since, until;
};

/* Working space, reused from episode to episode. */
struct td_work {
    double *sum;        /* owned; sum[t] = step sizes of states before t */
    double *error;      /* owned */
    int32_t *norm;      /* owned; by state, what its ||phi||^2 has more than the one before */
    struct td_run *run; /* owned; run_count of them, in the order of their ends */
    int run_count;
    struct run_work runs;
    int32_t *occurrences[2];       /* owned or NULL; by class, 0 between episodes */
    struct weight_changes changes; /* of the LI weights; none between episodes */
};

/* Room for learning from games on boards of SIZE that log CHANGES at most (episode_log_room,
 * leaf_log_room), into the shared weights of MEMORY (and those of the same settings) unless that is
 * NULL. */
enum status td_work_init(struct td_work *work, int size, int changes, const struct memory *memory,
                         struct failure *why);
void td_work_free(struct td_work *work);

/* The rule by which PARAMS learn into the long-term or the short-term memory. */
struct td_rule td_long_term_rule(const struct params *params);
struct td_rule td_short_term_rule(const struct params *params);

/* A flat table that learns. Each change is added, times DELAY, to its entry in DELAYED as well,
 * unless that is NULL: what an average over the changing table needs (td_search.h). */
struct td_flat {
    const struct shapes *shapes;
    int mask; /* the sizes of the shapes that learn; all-empty ones never do */
    float *table, *delayed;
    float delay;
    bool concurrent; /* other threads may be learning into it meanwhile */
};

/* Learns from EPISODE, which was recorded on FLAT's shapes and ended with RESULT (1 when Black won,
 * 0 when White, 0.5 for a draw). */
void td_learn_flat(struct td_work *work, const struct td_rule *rule, const struct episode *episode,
                   double result, const struct td_flat *flat);

/* The same into the shared weights of MEMORY, whose tables are up to date afterwards. Several
 * threads may do so at once, each with work of its own. */
void td_learn_shared(struct td_work *work, const struct td_rule *rule,
                     const struct episode *episode, double result, struct memory *memory);

#endif
