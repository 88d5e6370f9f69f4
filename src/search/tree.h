/* The nodes of a search tree (2011 paper, section 2.4).
 *
 * A node is a state s with the legal actions a of its mover. It stands for one path: a position
 * reached along two paths is two nodes, because their histories differ. All nodes of a tree have
 * the same size and lie in one arena; numbers of 32 bits refer to them. The actions' statistics are
 * parallel arrays indexed by slot: one for each point, one for the pass, padded to a multiple of
 * eight. Selection runs over whole arrays in vectors and needs no list of moves.
 *
 *     struct tree_node, 48 bytes        visits, N(s), results, ...
 *     float    visits[slots]            N(s, a)
 *     float    wins[slots]              N(s, a) Q(s, a), the mover's view; -infinity: illegal
 *     uint32_t edges[slots]             the child's number, or TREE_LEAF | visits without a child
 *     PUCT:    float priors[slots]      P(s, a)
 *     RAVE:    float rave_visits[slots] N~(s, a)
 *              float rave_wins[slots]   N~(s, a) Q~(s, a)
 *     padding to whole cache lines
 *
 * On 9x9 there are 96 slots, and a node has 1,600 bytes with PUCT and 1,984 with RAVE; on 19x19
 * there are 384, and it has 6,208 and 7,744.
 *
 * Visits and wins, but not priors, include the heuristic's equivalent experience (2011, equations
 * 48 to 51). What scores have added to an action's wins (parameter score_fraction) is also summed
 * in the child, so that reports can subtract it; without a child it is not known. Adding to
 * -infinity changes nothing and selection maximises, so an illegal slot stays illegal without a
 * test.
 *
 * Threads share the statistics by relaxed loads and stores; of two simultaneous additions one may
 * be lost. A node goes through three stages:
 *
 *     closed     published by the exchange of its parent's edge. Simulations are counted, their
 *                moves are the default policy's. Most nodes stay here, and cost no heuristic
 *     claimed    after tree_open simulations the next thread computes the heuristic
 *     open       its actions have priors and the tree policy selects among them. The heuristic was
 *                added to what simulations had counted, as if it had been there from the start */
#ifndef GUZUMI_TREE_H
#define GUZUMI_TREE_H

#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/base/status.h"
#include "guzumi/go/board.h"
#include "guzumi/shapes/tracker.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
    TREE_LANES = 8, /* slots are padded to a multiple of this */
    TREE_MAX_SLOTS = (BOARD_MAX_POINTS + 1 + TREE_LANES - 1) / TREE_LANES * TREE_LANES
};

/* An edge: the number of a node, or, with TREE_LEAF set, the visits without a node. */
#define TREE_LEAF UINT32_C(0x80000000)

/* Simulations of a root after which a search ends. A float counts in steps of 1 up to 2^24 = 16.7
 * million; for fractions see tree_add. No sum of wins is larger than this plus the heuristic's
 * experience of a node, which must stay below a million. */
#define TREE_MAX_VISITS UINT32_C(15000000)

/* No node. */
#define TREE_NONE UINT32_C(0xffffffff)

/* The evaluation of a node that no network has evaluated. */
#define TREE_NOT_EVALUATED (-1.0f)

static inline bool tree_is_evaluated(float evaluation) {
    return evaluation >= 0;
}

/* The tree policy's kind, which decides the arrays of a node. */
enum tree_kind { TREE_OF_UCT, TREE_OF_PUCT, TREE_OF_RAVE };

enum tree_stage { TREE_CLOSED, TREE_CLAIMED, TREE_OPEN };

struct tree_node {
    _Atomic uint32_t visits;       /* simulations since it is in the tree */
    uint32_t before;               /* simulations through its edge before it was in the tree */
    float total;                   /* N(s): the sum of N(s, a), equation 52 */
    uint8_t to_move;               /* enum color */
    uint8_t passes;                /* in a row that lead here */
    _Atomic uint8_t stage;         /* enum tree_stage */
    float evaluation;              /* Black's win rate by the network, once open */
    float lead;                    /* with an evaluation: Black's score by the network, in points */
    float black_mean;              /* of Black's results when it was added to the tree */
    int16_t own_point;             /* of the move before the last one; or PASS, NO_POINT */
    float score_bonus;             /* sum of what scores added to simulations, Black's view */
    _Atomic int64_t results;       /* sum of the simulations' tree_result */
    _Atomic int64_t score_squares; /* sum of the squares of their scores, in half points */
    float statistics[];            /* the arrays above */
};

/* The result of a simulation as one number, so that one atomic addition counts win and score:
 * HALF_LEAD above bit 26, the score to report in half points, and below it the half wins of Black
 * by HALF_SCORE: 2, 1 for a draw, or 0. Both are Black's view. Neither field overflows in
 * TREE_MAX_VISITS additions: 2 * 15 million < 2^26, and half points below 2^12 keep the sum below
 * 2^62. */
#define TREE_HALF_WINS (INT64_C(1) << 26)
static inline int64_t tree_result(int half_score, int half_lead) {
    return half_lead * TREE_HALF_WINS + 1 + (half_score > 0) - (half_score < 0);
}

/* The sums over a node's simulations: half wins of Black, and half points, Black's view. */
static inline int64_t tree_half_wins(const struct tree_node *node) {
    return atomic_load_explicit(&node->results, memory_order_relaxed) & (TREE_HALF_WINS - 1);
}
static inline int64_t tree_half_scores(const struct tree_node *node) {
    const int64_t results = atomic_load_explicit(&node->results, memory_order_relaxed);
    return (results - (results & (TREE_HALF_WINS - 1))) / TREE_HALF_WINS;
}

struct tree {
    int size, slots; /* of the board; of a node */
    enum tree_kind kind;
    size_t node_bytes; /* a multiple of a cache line */
    uint32_t capacity; /* nodes */
    void *allocated;   /* owned */
    char *memory;      /* in ALLOCATED: the nodes, aligned to cache lines */
    uint32_t *order;   /* owned; the numbers of all nodes, the first USED of them in use */
    uint8_t *is_used;  /* owned; by number, while the order is computed */
    _Atomic uint32_t used;
    uint32_t root; /* or TREE_NONE */
};

/* Slots and bytes of a node on boards of SIZE. */
int tree_slots(int size);
size_t tree_node_bytes(int size, enum tree_kind kind);

/* Allocates MEGABYTES (at least two nodes) for nodes of KIND on boards of SIZE. Keeps the nodes if
 * nothing changes, otherwise the tree is empty. TREE is zero-initialised before the first call. */
enum status tree_prepare(struct tree *tree, int size, enum tree_kind kind, int64_t megabytes,
                         struct failure *why);
void tree_free(struct tree *tree);

/* Drops all nodes. */
void tree_clear(struct tree *tree);

static inline int tree_slot(int size, int point) {
    return point == PASS ? point_limit(size) : point;
}
static inline int tree_point(int size, int slot) {
    return slot == point_limit(size) ? PASS : slot;
}

static ALWAYS_INLINE struct tree_node *tree_node(const struct tree *tree, uint32_t index) {
    return (struct tree_node *)(void *)(tree->memory + (size_t)index * tree->node_bytes);
}

static inline uint32_t tree_index(const struct tree *tree, const struct tree_node *node) {
    return (uint32_t)((size_t)((const char *)node - tree->memory) / tree->node_bytes);
}

/* The arrays of a node with SLOTS. */
static ALWAYS_INLINE float *node_visits(struct tree_node *node) {
    return node->statistics;
}
static ALWAYS_INLINE float *node_wins(struct tree_node *node, int slots) {
    return node->statistics + slots;
}
static ALWAYS_INLINE _Atomic uint32_t *node_edges(struct tree_node *node, int slots) {
    return (_Atomic uint32_t *)(void *)(node->statistics + 2 * slots);
}
static ALWAYS_INLINE float *node_priors(struct tree_node *node, int slots) {
    return node->statistics + 3 * slots;
}
static ALWAYS_INLINE float *node_rave_visits(struct tree_node *node, int slots) {
    return node->statistics + 3 * slots;
}
static ALWAYS_INLINE float *node_rave_wins(struct tree_node *node, int slots) {
    return node->statistics + 4 * slots;
}

/* The node that SLOT leads to, or NULL. */
static inline struct tree_node *tree_child(const struct tree *tree, struct tree_node *node,
                                           int slot) {
    const uint32_t edge =
        atomic_load_explicit(&node_edges(node, tree->slots)[slot], memory_order_acquire);
    return edge & TREE_LEAF ? NULL : tree_node(tree, edge);
}

/* The simulations through SLOT. */
uint32_t tree_edge_visits(const struct tree *tree, struct tree_node *node, int slot);

static inline bool tree_is_open(const struct tree_node *node) {
    return atomic_load_explicit(&node->stage, memory_order_acquire) == TREE_OPEN;
}

/* Whether the caller must open NODE: true for exactly one caller. */
static inline bool tree_claim(struct tree_node *node) {
    uint8_t stage = TREE_CLOSED;
    return atomic_compare_exchange_strong(&node->stage, &stage, TREE_CLAIMED);
}

/* Whether SLOT is a legal action of an open node, as far as is known: a repetition is found out
 * when it is selected. */
static inline bool tree_is_legal(const struct tree *tree, struct tree_node *node, int slot) {
    return tree_is_open(node) && concurrent_read(&node_wins(node, tree->slots)[slot]) >= 0;
}

/* From here on a float has steps of 2^-5 or more, too coarse for fractions. */
#define TREE_COARSE 262144.0f

/* Adds CHANGE to a SUM. In a large one the same fraction would be rounded the same way each time,
 * in millions 0.3 to 0.5; so it is rounded up or down at random, and the mean is right. */
static inline void tree_add(float *sum, float change, struct rng *rng) {
    const float before = concurrent_read(sum);
    if (fabsf(before) >= TREE_COARSE && isfinite(before)) {
        const float step = ldexpf(1, ilogbf(before) - 23);
        change = step * floorf(change / step + (float)rng_real(rng));
    }
    concurrent_write(sum, before + change);
}

/* Makes an action illegal for good. The visit keeps its value from being first-play urgency. */
static inline void tree_forbid(const struct tree *tree, struct tree_node *node, int slot) {
    concurrent_add(&node_visits(node)[slot], 1);
    concurrent_add(&node_wins(node, tree->slots)[slot], -INFINITY);
}

/* Allocates a closed node that is not published; TREE_NONE if the arena is full. Thread-safe. */
uint32_t tree_take(struct tree *tree, enum color to_move, int passes);

/* What an action starts with: equivalent experience for Q and for RAVE, and PUCT's P(s, a). */
struct tree_prior {
    float visits, wins, rave_visits, rave_wins, probability;
};

/* Opens a node that is claimed, or not published. Its legal actions are the pass and MOVES; their
 * PRIOR, by slot, is added to what has been counted. */
void tree_open(const struct tree *tree, struct tree_node *node, const struct bitset *moves,
               const struct tree_prior prior[]);

/* Makes node INDEX the root and frees all nodes outside its subtree. No other thread is in the
 * tree. */
void tree_make_root(struct tree *tree, uint32_t index);

/* Frees the least visited branches until at most half of the arena is in use; their edges keep the
 * visits. No other thread is in the tree. */
void tree_prune(struct tree *tree);

/* --- the tree policy --- */

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
 * What the equations leave open: an action without simulations is valued by Q~ alone and one
 * without Q~ by Q alone; one with neither has the value of first-play urgency, without a bonus.
 * Beside RAVE the bonus of an action that was never tried is that of one tried once, since RAVE
 * knows something of it; in UCT such an action has the first-play urgency only. Ties are broken at
 * random.
 *
 * PUCT's P is the heuristic's probability; the visits are counted from 1, so that the likeliest
 * action is the first one.
 *
 * No paper has the bonus that the default adds to MC-RAVE: greedy MC-RAVE is best with few
 * simulations, as the 2011 paper found (section 5.2), but with many it stays with moves that were
 * lucky. So a node is greedy for its first m visits, and then has the bonus
 * c sqrt(log(visits / m) / N(s, a)). */

/* The kind of policy that PARAMS ask for on boards of SIZE. */
enum tree_kind tree_kind_of(const struct params *params, int size);

/* The value that the policy of PARAMS gives to an action of a node, exploration included; minus
 * infinity for one that is not legal. */
float tree_policy_value(const struct params *params, const struct tree *tree,
                        struct tree_node *node, int slot);

/* The same without exploration, for a choice or an estimate; UNKNOWN takes the place of first-play
 * urgency. */
float tree_policy_greedy_value(const struct params *params, const struct tree *tree,
                               struct tree_node *node, int slot, float unknown);

/* The slot with the best value, ties broken at random. The node has a legal action. */
int tree_policy_select(const struct params *params, const struct tree *tree, struct tree_node *node,
                       struct rng *rng);

#endif
