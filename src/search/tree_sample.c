#include "tree_state.h"

/* The chance that a walk ends where it is. */
#define STOP 0.4

/* The child of NODE by a point's SLOT, if it can be a sample; or NULL. */
static struct tree_node *known_child(const struct tree_search *s, struct tree_node *node,
                                     int slot) {
    if (tree_point(s->tree.size, slot) == PASS || !tree_is_legal(&s->tree, node, slot)) return NULL;
    struct tree_node *child = tree_child(&s->tree, node, slot);
    if (!child || !tree_is_open(child)) return NULL;
    return atomic_load_explicit(&child->visits, memory_order_relaxed) >= TREE_SAMPLE_VISITS ? child
                                                                                            : NULL;
}

/* One of the moves after NODE that can be followed, all equally likely; -1 when there are none. */
static int draw_slot(const struct tree_search *s, struct tree_node *node, struct rng *rng) {
    int16_t slots[TREE_MAX_SLOTS];
    uint32_t count = 0;
    for (int slot = 0; slot < s->tree.slots; slot++)
        if (known_child(s, node, slot)) slots[count++] = (int16_t)slot;
    return count ? slots[rng_below(rng, count)] : -1;
}

static void step(struct tree_sample *out, int point) {
    board_play(&out->board, point, out->to_move);
    out->own = out->last;
    out->last = point;
    out->to_move = color_other(out->to_move);
}

/* What was found at NODE. */
static void tell_node(const struct tree_search *s, struct tree_node *node,
                      struct tree_sample *out) {
    out->simulations = atomic_load_explicit(&node->visits, memory_order_relaxed);
    out->value = (double)tree_half_wins(node) / (2.0 * out->simulations);
    out->choices = 0;
    for (int slot = 0; slot < point_limit(s->tree.size); slot++) {
        const uint32_t visits =
            tree_is_legal(&s->tree, node, slot) ? tree_edge_visits(&s->tree, node, slot) : 0;
        if (visits == 0) continue;
        out->choice[out->choices] = (int16_t)slot;
        out->visits[out->choices++] = visits;
    }
}

bool tree_search_sample(const struct search *search, struct rng *rng, struct tree_sample *out) {
    const struct tree_search *s = tree_search_in(search);
    if (!s->has_run || s->at.passes >= 2) return false;
    struct tree_node *node = tree_node(&s->tree, s->tree.root);
    int slot = draw_slot(s, node, rng);
    if (slot < 0) return false;
    board_copy(&out->board, &s->board);
    out->to_move = s->at.to_move;
    out->last = s->at.last_point;
    do {
        node = tree_child(&s->tree, node, slot);
        step(out, tree_point(s->tree.size, slot));
        slot = draw_slot(s, node, rng);
    } while (slot >= 0 && !rng_bernoulli(rng, STOP));
    tell_node(s, node, out);
    return true;
}
