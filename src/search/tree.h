/* The nodes of a search tree (2011 paper, section 2.4).
 *
 * A node is a state s with the legal actions of the one to move, and stands for the one path that
 * leads to it: positions met along two paths are two nodes, for their histories differ. All nodes
 * of a board size are equally large and lie in one arena. An action's statistics are entries of
 * parallel arrays, indexed by slot: a slot for each point, one for the pass, padding to whole
 * groups of eight. Selection and updates stream through them without any list of moves:
 *
 *     visits N(s, a), wins N(s, a) Q(s, a), rave visits N~(s, a), rave wins N~(s, a) Q~(s, a)
 *     or, for PUCT, chances P(s, a) in place of RAVE's
 *
 * all but the chances with the equivalent experience of the heuristic in it (2011, equations 48 to
 * 51), wins as the one to move sees them. What scores have added to an action's wins (parameter
 * score_fraction) is summed up in the node that it leads to, and lost when there is none. Slots
 * that are no legal action have wins of minus infinity, which no other sums and no selection can
 * bring back.
 *
 * Threads share the statistics by relaxed loads and stores: two additions at once may come to one.
 * A node is published by the exchange of its edge. Many are never visited again: the heuristic is
 * worked out when as many simulations have been there as the parameter tree_open says, by the
 * thread of the next one, which claims and opens the node. What they counted adds up with it as if
 * it had been known from the beginning. */
#ifndef GUZUMI_TREE_H
#define GUZUMI_TREE_H

#include "guzumi/base/status.h"
#include "guzumi/go/board.h"
#include "guzumi/shapes/tracker.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
    TREE_LANES = 8, /* slots come in groups of so many */
    TREE_MAX_SLOTS = (BOARD_MAX_POINTS + 1 + TREE_LANES - 1) / TREE_LANES * TREE_LANES
};

/* Where an action leads: the number of a node, or, with TREE_LEAF set, how often it was played
 * while there was none. */
#define TREE_LEAF UINT32_C(0x80000000)

/* Simulations of a root, after which a search ends. Single precision counts no further than 2^24,
 * 16.7 million; no other number of the tree is larger than this with the heuristic's experience in
 * all actions of a node, which is to stay below a million. */
#define TREE_MOST_VISITS UINT32_C(15000000)

/* No node. */
#define TREE_NONE UINT32_C(0xffffffff)

/* The judgement of a node that no network has looked at. */
#define TREE_UNJUDGED (-1.0f)

static inline bool tree_was_judged(float judgement) {
    return judgement >= 0;
}

/* What its actions are selected by, and so which arrays a node has beside visits, wins and edges:
 * none; chances; rave visits and rave wins. */
enum tree_kind { TREE_OF_UCT, TREE_OF_PUCT, TREE_OF_RAVE };

/* How far a node is: its actions are unknown, being worked out by a thread, known. */
enum tree_stage { TREE_CLOSED, TREE_CLAIMED, TREE_OPEN };

struct tree_node {
    _Atomic uint32_t visits; /* simulations since it is in the tree */
    uint32_t before;         /* simulations through its edge before that */
    float total;             /* N(s): the sum of N(s, a), equation 52 */
    uint8_t to_move;         /* enum color */
    uint8_t passes;          /* in a row, that led here */
    _Atomic uint8_t stage;   /* enum tree_stage */
    float judgement;         /* Black's chance by the network, from when it was opened */
    float black_mean;        /* of Black's results when it came into the tree */
    int16_t own_point;       /* of the move before the last one; or PASS, NO_POINT */
    float for_score;         /* sum of what scores added to the simulations' worth, Black's view */
    _Atomic int64_t results; /* sum of the simulations' tree_result */
    float statistics[];      /* visits, wins, edges; chances, or rave visits, rave wins */
};

/* The result of a simulation as one number: its HALF_SCORE, Black's view, and in the lowest bits
 * half a win for each half that Black has of it. Sums of TREE_MOST_VISITS of them have room. */
#define TREE_HALF_WINS (INT64_C(1) << 26)
static inline int64_t tree_result(int half_score) {
    return half_score * TREE_HALF_WINS + 1 + (half_score > 0) - (half_score < 0);
}

/* What the results of a node add up to: halves of wins, Black's, and half points, Black's view. */
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
    void *allocated;   /* owned; somewhere in it begins: */
    char *memory;      /* the nodes, each on cache lines of its own */
    uint32_t *order;   /* owned; the numbers of all nodes, the first USED of them in use */
    uint8_t *is_used;  /* owned; by number, while they are put in order */
    _Atomic uint32_t used;
    uint32_t root; /* or TREE_NONE */
};

/* Slots and bytes of a node on boards of SIZE. */
int tree_slots(int size);
size_t tree_node_bytes(int size, enum tree_kind kind);

/* Makes room for nodes of boards of SIZE in MEGABYTES (at least for two nodes). TREE is
 * zero-initialised before the first call; if it has exactly that room its nodes stay, otherwise it
 * is empty afterwards. */
enum status tree_prepare(struct tree *tree, int size, enum tree_kind kind, int64_t megabytes,
                         struct failure *why);
void tree_free(struct tree *tree);

/* Forgets all nodes. */
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
static ALWAYS_INLINE float *node_chances(struct tree_node *node, int slots) {
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

/* How often SLOT was played. */
uint32_t tree_edge_visits(const struct tree *tree, struct tree_node *node, int slot);

static inline bool tree_is_open(const struct tree_node *node) {
    return atomic_load_explicit(&node->stage, memory_order_acquire) == TREE_OPEN;
}

/* Whether it is the caller who has to open a node: true once for each. */
static inline bool tree_claim(struct tree_node *node) {
    uint8_t stage = TREE_CLOSED;
    return atomic_compare_exchange_strong(&node->stage, &stage, TREE_CLAIMED);
}

/* Whether SLOT is a legal action, as far as it is known; none is of a node that is not open. */
static inline bool tree_is_legal(const struct tree *tree, struct tree_node *node, int slot) {
    return tree_is_open(node) && concurrent_read(&node_wins(node, tree->slots)[slot]) >= 0;
}

/* Makes an action illegal for good. It must have a visit for its wins to count. */
static inline void tree_forbid(const struct tree *tree, struct tree_node *node, int slot) {
    concurrent_add(&node_visits(node)[slot], 1);
    concurrent_add(&node_wins(node, tree->slots)[slot], -INFINITY);
}

/* A node whose actions are unknown, not published yet; TREE_NONE when the arena is full. Threads
 * may ask at once. */
uint32_t tree_take(struct tree *tree, enum color to_move, int passes);

/* What a heuristic says of an action: wins of visits, the same for RAVE, and how likely a search is
 * to choose it. */
struct tree_prior {
    float visits, wins, rave_visits, rave_wins, chance;
};

/* Opens a node that is claimed, or not published: the pass and MOVES are its legal actions, each
 * with its PRIOR (by slot) beside what has been counted for it. */
void tree_open(const struct tree *tree, struct tree_node *node, const struct bitset *moves,
               const struct tree_prior prior[]);

/* Makes the node INDEX the root and gives all nodes that it does not lead to back. No other thread
 * is in the tree. */
void tree_make_root(struct tree *tree, uint32_t index);

/* Gives the least visited branches back, so that no more than about half of the arena is in use;
 * their edges remember how often they were played. No other thread is in the tree. */
void tree_prune(struct tree *tree);

#endif
