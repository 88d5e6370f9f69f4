/* The arena. ORDER is a permutation of all node numbers, those in use first, so that taking a node
 * is one atomic addition, and freeing everything outside the root's subtree is one walk that writes
 * a new order and moves no node. With room for 6 nodes, of which 4 are used and node 3 becomes the
 * root:
 *
 *     tree          0 -> 1, 3     3 -> 4              used
 *     order         0 1 3 4 | 2 5                     4
 *     order then    3 4 | 0 1 2 5                     2: nodes 0, 1 can be taken again */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

int tree_slots(int size) {
    return (point_limit(size) + 1 + TREE_LANES - 1) / TREE_LANES * TREE_LANES;
}

size_t tree_node_bytes(int size, enum tree_kind kind) {
    const size_t arrays = kind == TREE_OF_RAVE ? 5 : kind == TREE_OF_PUCT ? 4 : 3;
    const size_t bytes =
        sizeof(struct tree_node) + arrays * (size_t)tree_slots(size) * sizeof(float);
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

void tree_free(struct tree *tree) {
    free(tree->allocated);
    free(tree->order);
    free(tree->is_used);
    memset(tree, 0, sizeof *tree);
    tree->root = TREE_NONE;
}

/* The first byte from BYTES on at which a cache line begins: malloc aligns to 16 bytes, and a node
 * across one line more than it needs would cost a miss in every loop over its arrays. */
static char *begin_of_line(char *bytes) {
    const size_t beyond = (uintptr_t)bytes % CACHE_LINE;
    return bytes + (beyond ? CACHE_LINE - beyond : 0);
}

enum status tree_prepare(struct tree *tree, int size, enum tree_kind kind, int64_t megabytes,
                         struct failure *why) {
    const size_t node_bytes = tree_node_bytes(size, kind);
    const size_t wanted = ((size_t)megabytes << 20) / node_bytes;
    const uint32_t capacity = wanted < 2 ? 2 : wanted < TREE_LEAF ? (uint32_t)wanted : TREE_LEAF;
    if (!tree->memory || tree->size != size || tree->kind != kind || tree->capacity != capacity) {
        tree_free(tree);
        *tree = (struct tree){.size = size,
                              .slots = tree_slots(size),
                              .kind = kind,
                              .node_bytes = node_bytes,
                              .capacity = capacity,
                              .allocated = malloc(capacity * node_bytes + CACHE_LINE),
                              .order = malloc(capacity * sizeof *tree->order),
                              .is_used = malloc(capacity),
                              .root = TREE_NONE};
        if (!tree->allocated || !tree->order || !tree->is_used) {
            tree_free(tree);
            return out_of_memory(why, "a search tree of %d MB (parameter tree_megabytes)",
                                 (int)megabytes);
        }
        tree->memory = begin_of_line(tree->allocated);
        for (uint32_t i = 0; i < capacity; i++) tree->order[i] = i;
    }
    return STATUS_OK;
}

void tree_clear(struct tree *tree) {
    tree->root = TREE_NONE;
    atomic_store(&tree->used, 0);
}

/* A child's visits begin at 0 when it is added; those before it are kept beside them. */
uint32_t tree_edge_visits(const struct tree *tree, struct tree_node *node, int slot) {
    const struct tree_node *child = tree_child(tree, node, slot);
    if (child) return child->before + atomic_load_explicit(&child->visits, memory_order_relaxed);
    return atomic_load_explicit(&node_edges(node, tree->slots)[slot], memory_order_relaxed) &
           ~TREE_LEAF;
}

uint32_t tree_take(struct tree *tree, enum color to_move, int passes) {
    if (atomic_load_explicit(&tree->used, memory_order_relaxed) >= tree->capacity) return TREE_NONE;
    const uint32_t place = atomic_fetch_add_explicit(&tree->used, 1, memory_order_relaxed);
    if (place >= tree->capacity) { /* other threads took the last ones; undo the overshoot */
        atomic_store_explicit(&tree->used, tree->capacity, memory_order_relaxed);
        return TREE_NONE;
    }
    const uint32_t index = tree->order[place];
    struct tree_node *node = tree_node(tree, index);
    memset(node, 0, tree->node_bytes);
    node->to_move = (uint8_t)to_move;
    node->passes = (uint8_t)passes;
    for (int i = 0; i < tree->slots; i++) atomic_init(&node_edges(node, tree->slots)[i], TREE_LEAF);
    return index;
}

/* Adds the prior to what simulations have counted while the node was closed, as if it had been
 * there from the start. */
static void allow(const struct tree *tree, struct tree_node *node, int slot,
                  const struct tree_prior *prior) {
    concurrent_add(&node_visits(node)[slot], prior->visits);
    concurrent_add(&node_wins(node, tree->slots)[slot], prior->wins);
    if (tree->kind == TREE_OF_PUCT) node_priors(node, tree->slots)[slot] = prior->probability;
    if (tree->kind != TREE_OF_RAVE) return;
    concurrent_add(&node_rave_visits(node, tree->slots)[slot], prior->rave_visits);
    concurrent_add(&node_rave_wins(node, tree->slots)[slot], prior->rave_wins);
}

/* The release store publishes the sums above it: a thread that reads TREE_OPEN reads them too. */
void tree_open(const struct tree *tree, struct tree_node *node, const struct bitset *moves,
               const struct tree_prior prior[]) {
    struct bitset legal = *moves;
    bitset_add(&legal, tree_slot(tree->size, PASS));
    for (int slot = 0; slot < tree->slots; slot++)
        if (!bitset_has(&legal, slot)) tree_forbid(tree, node, slot);
    float total = 0;
    BITSET_FOR_EACH(slot, legal, BITSET_WORDS) {
        allow(tree, node, slot, &prior[slot]);
        total += prior[slot].visits;
    }
    concurrent_add(&node->total, total);
    atomic_store_explicit(&node->stage, TREE_OPEN, memory_order_release);
}

/* Appends the children of a node to the COUNT nodes of the order; cuts off those with fewer than
 * LEAST visits, leaving these visits in the edge. */
static uint32_t list_children(struct tree *tree, struct tree_node *node, uint32_t count,
                              uint64_t least) {
    _Atomic uint32_t *edges = node_edges(node, tree->slots);
    for (int slot = 0; slot < tree->slots; slot++) {
        const uint32_t edge = atomic_load_explicit(&edges[slot], memory_order_relaxed);
        if (edge & TREE_LEAF) continue;
        if (atomic_load(&tree_node(tree, edge)->visits) < least) {
            atomic_store(&edges[slot], TREE_LEAF | tree_edge_visits(tree, node, slot));
        } else {
            tree->order[count++] = edge;
            tree->is_used[edge] = 1;
        }
    }
    return count;
}

/* Cuts off the branches with fewer than LEAST visits and orders the nodes: those that the root
 * leads to, breadth first with the order itself as the queue, then all others. */
static void keep(struct tree *tree, uint64_t least) {
    uint32_t count = 1;
    memset(tree->is_used, 0, tree->capacity);
    tree->order[0] = tree->root;
    tree->is_used[tree->root] = 1;
    for (uint32_t i = 0; i < count; i++)
        count = list_children(tree, tree_node(tree, tree->order[i]), count, least);
    atomic_store(&tree->used, count);
    for (uint32_t i = 0; i < tree->capacity; i++)
        if (!tree->is_used[i]) tree->order[count++] = i;
}

void tree_make_root(struct tree *tree, uint32_t index) {
    if (index == tree->root) return; /* it leads to all nodes */
    tree->root = index;
    keep(tree, 0);
}

/* Doubling LEAST ends after at most 24 walks, for no node has more visits than TREE_MAX_VISITS. */
void tree_prune(struct tree *tree) {
    uint64_t least = 1;
    do {
        least *= 2;
        keep(tree, least);
    } while (atomic_load(&tree->used) > tree->capacity / 2);
}
