/* Temporal-difference updates from one episode: logistic NTD2(lambda).
 *
 *     delta_t  = V(s_{t+2}) - V(s_t)                            two-ply TD error
 *     e_t      = lambda e_{t-2} + phi(s_t) / ||phi(s_t)||^2     normalised trace
 *     dtheta_t = alpha delta_t e_t                              (2012, equations 10 and 11)
 *
 * V is Black's win rate; beyond the last non-terminal state it is the result z. One-ply
 * updates have 1 in place of 2. The values are those seen during the episode, so the errors of each
 * state can be summed first (the forward view, which is exact for an episode):
 *
 *     dtheta = sum_t alpha G_t phi(s_t) / ||phi(s_t)||^2,   G_t = delta_t + lambda G_{t+2}
 *
 * with G_t as in returns.h. The weight of a feature that is active from state a until before state
 * b then changes by the difference of two prefix sums: the cost of learning depends on how many
 * shapes changed, not on how many were active. */
#ifndef GUZUMI_TD_H
#define GUZUMI_TD_H

#include "guzumi/learner/returns.h"
#include "guzumi/shapes/episode.h"
#include "guzumi/shapes/memory.h"

struct td_rule {
    double alpha;
    struct return_rule returns;
    bool mu;     /* instead TD(mu) with the lambda and plies of RETURNS (returns.h) */
    bool leaves; /* the states are leaves of leaf_game_play (episode.h) */
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
    int32_t *norm;      /* owned; by state, the change of ||phi||^2 from the state before */
    struct td_run *run; /* owned; run_count of them, in the order of their ends */
    int run_count;
    struct run_work runs;
    int32_t *occurrences[2];       /* owned or NULL; by class, 0 between episodes */
    struct weight_changes changes; /* of the LI weights; none between episodes */
};

/* Makes room for learning from games on boards of SIZE that log at most CHANGES (episode_log_room,
 * leaf_log_room). Unless MEMORY is NULL, it is for learning into the shared weights of MEMORY or of
 * another with the same settings. */
enum status td_work_init(struct td_work *work, int size, int changes, const struct memory *memory,
                         struct failure *why);
void td_work_free(struct td_work *work);

/* The rule by which PARAMS learn into the long-term or the short-term memory. */
struct td_rule td_long_term_rule(const struct params *params);
struct td_rule td_short_term_rule(const struct params *params);

/* A flat table that learns. Unless DELAYED is NULL, each change times DELAY is also added to its
 * entry there, for an average over the changing table (td_search.h). */
struct td_flat {
    const struct shapes *shapes;
    int mask; /* the sizes of the shapes that learn; all-empty ones never do */
    float *table, *delayed;
    float delay;
    bool concurrent; /* other threads may be learning into it meanwhile */
};

/* Learns from EPISODE, which was recorded on FLAT's shapes and ended with RESULT (1 if Black won, 0
 * if White won, 0.5 for a draw). */
void td_learn_flat(struct td_work *work, const struct td_rule *rule, const struct episode *episode,
                   double result, const struct td_flat *flat);

/* The same into the shared weights of MEMORY, whose tables are up to date afterwards. Several
 * threads may do so at once, each with its own WORK. */
void td_learn_shared(struct td_work *work, const struct td_rule *rule,
                     const struct episode *episode, double result, struct memory *memory);

#endif
