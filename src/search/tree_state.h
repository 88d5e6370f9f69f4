/* What the files of the tree search share: tree_search.c (its life, the weights that it
 * reads, a run), tree_root.c (which position it stands at), tree_prior.c (the heuristics),
 * tree_memory.c (what the network's value learns from simulations), tree_simulation.c (one
 * simulation), tree_report.c (what it found). The nodes and the tree policy have a header of their
 * own, tree.h. */
#ifndef GUZUMI_TREE_STATE_H
#define GUZUMI_TREE_STATE_H

#include "guzumi/learner/evaluator.h"
#include "guzumi/network/network.h"
#include "guzumi/playout/playout.h"
#include "guzumi/search/tree_search.h"
#include "guzumi/shapes/local_shapes.h"

#include "tree.h"
#include "tree_memory.h"

/* --- heuristics --- */

/* What is known of a position before any simulation: heuristics H(s, a) with the equivalent
 * experience that they are worth (2011 paper, section 5.1; 2012 paper, section 6.2).
 *
 *     even          0.5
 *     grandfather   Q(s_t-2, a), the value that the action has in the node two plies before
 *     rules         1 for what the default policy's rules would play at once, 0 for a self-atari,
 *                   0.5 otherwise
 *     local-shape   the value of the afterstate by local shapes
 *     combined      our own: each thing that tactics.h sees counts as some simulations won or lost.
 *                   The gain of the afterstate by local shapes, added to the mean of the results
 *                   so far, counts as some more: local shapes know nothing of komi and reading.
 *                   All values are lowered by a multiple of the best move's gain
 *                   (heuristic_pessimism), so that unpromising moves wait until better ones
 *                   disappoint
 *     learnt        the same with a policy trained on the choices of searches (move_policy.h) in
 *                   place of tactics.h: won simulations that grow with a move's probability
 *     network       the same by the policy-value network (network.h), whose input includes that
 *                   policy; its win rate takes the place of the mean of the results
 *
 * With a heuristic of the paper's all actions have the same experience, C for Q and C~ for RAVE.
 *
 * Under PUCT, learnt and network give the policy's probabilities P instead of experience, and all
 * actions begin with puct_visits simulations at the mean of the results, or the network's win rate,
 * less fpu_reduction, so that likely moves are searched before others are tried. With the other
 * heuristics all actions are equally likely. */

struct tree_heuristic {
    const struct params *params; /* borrowed: which heuristic, and what it is worth */
    const struct playout_patterns *patterns;
    const struct move_policy *moves;    /* or NULL: all moves are equally likely */
    const struct network *network;      /* or NULL: the linear policy decides alone */
    struct tree_memory *memory;         /* or NULL: the network's value is not corrected */
    const struct shape_weights *shapes; /* or NULL: all values are 0.5 */
    enum value_kind output;             /* what their sums mean */
};

/* A position whose node is about to be opened. */
struct tree_state {
    const struct board *board;
    enum color to_move;
    int last_point;                /* or PASS, NO_POINT */
    int own_point;                 /* of the move before that, likewise */
    struct tree_node *grandfather; /* or NULL */
    int half_komi;
    bool by_territory; /* stones cost something, so a pass may be the best move */
    float black_mean;  /* of Black's results so far, above 0 and below 1 */
};

/* Memory in which the heuristic is computed. */
struct tree_scratch {
    _Atomic int part; /* enum tree_part: what the thread is doing */
    struct tracker tracker;
    struct network_workspace *workspace; /* the owner's; for the heuristic's network, or NULL */
    struct move_action action[BOARD_MAX_POINTS];
    float logit[BOARD_MAX_POINTS]; /* for each of these ACTIONS */
    int actions;
    float evaluation, lead; /* of the network, see tree.h */
    float value[TREE_MAX_SLOTS];
    struct tree_prior prior[TREE_MAX_SLOTS];
};

/* The network's win rate as the search uses it: clamped to between 1 % and 99 %, so that no search
 * becomes certain because of it. */
static inline float tree_doubted(float win_rate) {
    const float surest = 0.99f;
    return fminf(fmaxf(win_rate, 1 - surest), surest);
}

static inline void tree_enter(struct tree_scratch *scratch, enum tree_part part) {
    atomic_store_explicit(&scratch->part, (int)part, memory_order_relaxed);
}

/* What a heuristic is made of, and what it needs. */
struct heuristic_method {
    /* Puts the value of each action into SCRATCH, by slot. */
    void (*find_values)(const struct tree_heuristic *heuristic, const struct tree *tree,
                        const struct tree_state *state, const struct bitset *candidates,
                        struct tree_scratch *scratch);
    /* Adds experience of its own to the actions' priors; NULL: all have the same. */
    void (*add_experience)(const struct tree_heuristic *heuristic, const struct tree_state *state,
                           const struct bitset *candidates, struct tree_scratch *scratch);
    bool has_no_experience; /* C and C~ are 0 */
    bool changes;           /* with the tree, so it is computed when a node is new */
    bool opens_late;        /* after tree_open simulations; otherwise at once (Algorithm 1) */
    bool reads_shapes, reads_policy, reads_network;
};

/* The one that PARAMS ask for. */
const struct heuristic_method *heuristic_method_of(const struct params *params);

/* Computes the priors of the pass and of CANDIDATES, legal moves at STATE, into SCRATCH's PRIOR by
 * slot; other slots are left alone. */
void tree_prior_find(const struct tree_heuristic *heuristic, const struct tree *tree,
                     const struct tree_state *state, const struct bitset *candidates,
                     struct tree_scratch *scratch);

/* Opens NODE for CANDIDATES with what SCRATCH has of them, which the HEURISTIC's memory keeps. */
void tree_prior_open(const struct tree_heuristic *heuristic, const struct tree *tree,
                     struct tree_node *node, const struct bitset *candidates,
                     const struct tree_scratch *scratch);

/* --- the search --- */

/* A state s_t of a simulation that is in the tree. */
struct step {
    struct tree_node *node;
    uint64_t hash; /* of the position */
};

/* The moves of a simulation from some state on, by colour, each once. */
struct moves_made {
    int count[2];
    int16_t slot[2][TREE_MAX_SLOTS];
    bool has[2][TREE_MAX_SLOTS];
};

struct worker {
    struct board board; /* where the simulation stands */
    struct playout_start at;
    int put; /* stones that Black has put on the board since the root, less White's */
    struct step path[TRAJECTORY_MAX_MOVES];
    int length;             /* of the path */
    struct trajectory game; /* from the root to the end: action a_t is its move t + 1 */
    struct moves_made made;
    struct tree_scratch scratch;
    struct rng rng;
    double black_won; /* of the run's simulations, draws as a half */
    uint64_t simulations;
};

/* The positions of the game, that the rules forbid to come again. */
struct history {
    uint64_t *hashes; /* owned */
    size_t count, room;
    uint64_t filter[32]; /* a bit for each hash, by its lowest bits */
};

struct tree_search {
    struct search base;
    const struct memory *memory; /* borrowed, or NULL */
    /* The local shapes of the heuristic. */
    struct fused fused;                 /* owned */
    bool is_fused;                      /* it holds them, for MEMORY if they are its */
    enum heuristic_memory fused_memory; /* whose they are */
    struct shape_weights weights;       /* what a tracker reads of it */
    enum value_kind output;             /* what their sums mean */
    struct search *td;                  /* owned or NULL; learns the short-term ones */
    struct tree tree;
    struct tree_memory short_term; /* of the network's value */
    /* The root's position. */
    struct board board;
    struct playout_start at;
    int half_komi, stone_cost; /* of struct search_position */
    int pass_half_score;       /* when passes from there on end the game */
    struct history history;
    struct worker *worker; /* owned; worker_count of them */
    int worker_count;
    /* Of the last run; HAS_RUN is false from a start to the first one. */
    bool has_run;
    double until;
    float network_fraction;                  /* of its values in the returns of simulations */
    struct tree_prior prior[TREE_MAX_SLOTS]; /* what the root's actions began with, by slot */
    bool wants_ownership;
    _Atomic uint64_t simulations;
    struct ownership_sums ownership;       /* over a sample of the first thread's simulations */
    struct ownership_sums *move_ownership; /* owned; the same by the root's action, TREE_MAX_SLOTS
                                         of them; NULL until a watch asks for them */
    bool wants_moves_ownership;
};

/* What all threads of a run are given. */
struct tree_run {
    const struct search_bans *bans; /* NULL where none is beyond the first move */
    struct tree_search *search;
    const struct search_limit *limit;
    const struct params *params; /* of SEARCH, which stay as they are during a run */
    struct tree_heuristic heuristic;
    struct playout_policy default_policy;
    double begin;           /* of the run */
    _Atomic uint64_t begun; /* simulations */
    atomic_bool done;       /* the run is over */
    atomic_bool full;       /* the arena is: the threads leave the tree */
    double next_notify;     /* when the watch is called next */
};

/* Which action of a node leads. */
struct lead {
    int most, best; /* slots: the most visited, the one with the best value */
    uint64_t visits, second;
};

/* Makes POSITION the root, with CANDIDATES (or the pass when there are none) as its actions: the
 * node that the tree has for it, or a new one. */
enum status tree_enter_position(const struct tree_run *run, const struct search_position *position,
                                const struct bitset *candidates, struct failure *why);

/* Mixes noise into the root's probabilities, by root_noise. */
void tree_add_noise(struct tree_search *search, const struct params *params, struct rng *rng);

/* A slot of the root NODE that lacks forced simulations (root_forced), or -1. */
int tree_find_forced(const struct tree_search *search, const struct params *params,
                     struct tree_node *node);

/* The simulations of a root's action without forced ones that its value does not justify; all of
 * them for MOST, the most visited action. */
uint64_t tree_earned_visits(const struct tree_search *search, struct tree_node *root, int slot,
                            int most);

/* The number of the node that the tree has for POSITION: the root, or one that the game's moves
 * since then lead to. TREE_NONE when there is none. */
uint32_t tree_find(const struct tree_search *search, const struct search_position *position);

/* The tree search that a method of struct search_method is called with. */
static inline struct tree_search *tree_search_of(struct search *search) {
    return (struct tree_search *)search;
}
static inline const struct tree_search *tree_search_in(const struct search *search) {
    return (const struct tree_search *)search;
}

/* The komi for the network's evaluation of a state in which TO_MOVE is to move and Black has put
 * PUT more stones on the board than White since the root. */
static inline int tree_network_half_komi(const struct tree_search *s, int put, enum color to_move) {
    return network_half_komi(s->half_komi, s->stone_cost, put, to_move);
}

/* The fraction of the network's value in the return of a simulation. */
static inline float tree_network_fraction(const struct tree_run *run) {
    return run->heuristic.network ? tree_network_weight(run->params, run->search->tree.size) : 0;
}

/* Whether the game was at the position with HASH. */
bool tree_history_has(const struct history *history, uint64_t hash);

/* One simulation; returns its result in half points, Black's view. OWNER (or NULL) as in
 * board_score_area. */
int tree_simulate(struct tree_run *run, struct worker *worker, uint8_t owner[BOARD_MAX_POINTS]);

/* The most visited and the best action of NODE. */
struct lead tree_find_lead(const struct tree_search *search, struct tree_node *node);

/* The methods of struct search_method. */
void tree_search_statistics(const struct search *search, struct search_statistics *out);
void tree_search_values(struct search *search, const struct search_position *position,
                        double values[BOARD_MAX_POINTS]);
bool tree_search_ownership_after(const struct search *search, int point,
                                 double mean[BOARD_MAX_POINTS], double stdev[BOARD_MAX_POINTS]);
int tree_search_pv(const struct search *search, const struct search_position *position, int point,
                   int line[SEARCH_PV]);
uint64_t tree_search_visits(const struct search *search, const struct search_position *position,
                            uint64_t visits[BOARD_MAX_POINTS]);

#endif
