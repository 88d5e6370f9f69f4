#include "tree_state.h"

#include <stdlib.h>
#include <string.h>

/* The value by which an action is chosen to be played: no exploration. */
static float choice_value(const struct tree_search *s, struct tree_node *node, int slot) {
    struct tree_policy policy = tree_policy_of(s->base.setting.params);
    policy.exploration = 0;
    return tree_policy_value(&policy, &s->tree, node, slot);
}

struct lead tree_find_lead(const struct tree_search *s, struct tree_node *node) {
    struct lead lead = {.most = -1};
    float best = -1;
    for (int slot = 0; slot < s->tree.slots; slot++) {
        if (!tree_is_legal(&s->tree, node, slot)) continue;
        const uint64_t visits = tree_edge_visits(&s->tree, node, slot);
        const float value = choice_value(s, node, slot);
        const bool leads = lead.most < 0 || visits > lead.visits ||
                           (visits == lead.visits && value > choice_value(s, node, lead.most));
        if (leads) {
            lead.second = lead.most < 0 ? 0 : lead.visits;
            lead.most = slot;
            lead.visits = visits;
        } else if (visits > lead.second) {
            lead.second = visits;
        }
        if (value > best) {
            lead.best = slot;
            best = value;
        }
    }
    return lead;
}

/* Standard error of a mean of results that are 0 or 1, with two of each added, so that a few equal
 * results are not taken for certain. */
static double error_of(double value, double visits) {
    const double n = visits + 4, p = (value * visits + 2) / n;
    return sqrt(p * (1 - p) / n);
}

/* A move's mean score counts against so many of the root's. */
#define SCORE_SHRINKAGE 16.0

/* The mean score of the node's simulations, the view of COLOR. */
static double score_sum(const struct tree_node *node, enum color color) {
    const double sum = (double)atomic_load_explicit(&node->half_scores, memory_order_relaxed) / 2;
    return color == BLACK ? sum : -sum;
}

static void tell_candidate(const struct tree_search *s, struct tree_node *root, int slot,
                           double root_score, struct search_candidate *out) {
    const enum color color = (enum color)root->to_move;
    const struct tree_node *child = tree_child(&s->tree, root, slot);
    const double visits = tree_edge_visits(&s->tree, root, slot);
    const double value = choice_value(s, root, slot);
    const double seen = child ? atomic_load_explicit(&child->visits, memory_order_relaxed) : 0;
    const double sum = child ? score_sum(child, color) : 0;
    *out = (struct search_candidate){.point = tree_point(s->board.size, slot),
                                     .visits = (uint64_t)visits,
                                     .winrate = fmin(fmax(value, 0), 1),
                                     .error = error_of(value, visits),
                                     .prior = s->share[slot],
                                     .score = (sum + SCORE_SHRINKAGE * root_score) /
                                              (seen + SCORE_SHRINKAGE)};
}

static int compare_by_visits(const void *a, const void *b) {
    const struct search_candidate *x = a, *y = b;
    if (x->visits != y->visits) return x->visits < y->visits ? 1 : -1;
    if (x->winrate != y->winrate) return x->winrate < y->winrate ? 1 : -1;
    return x->point - y->point;
}

static int compare_by_value(const void *a, const void *b) {
    const struct search_candidate *x = a, *y = b;
    if (x->winrate != y->winrate) return x->winrate < y->winrate ? 1 : -1;
    return compare_by_visits(a, b);
}

/* A game that is over. */
static void tell_end(const struct tree_search *s, struct search_statistics *out) {
    const int half_score = 2 * board_score_area(&s->board, NULL) - s->half_komi;
    const double score = (s->at.to_move == BLACK ? 0.5 : -0.5) * half_score;
    out->score = score;
    out->winrate = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    out->count = 1;
    out->candidates[0] = (struct search_candidate){
        .point = PASS, .winrate = out->winrate, .score = score, .prior = 1};
}

static void tell_owners(const struct tree_search *s, struct search_statistics *out) {
    out->has_ownership = s->owner_count > 0;
    for (int p = 0; p < point_limit(s->board.size) && out->has_ownership; p++)
        out->ownership[p] = (double)s->owner[p] / (double)s->owner_count;
}

void tree_search_statistics(const struct search *search, struct search_statistics *out) {
    const struct tree_search *s = tree_search_in(search);
    memset(out, 0, sizeof *out);
    if (!s->has_run) return;
    out->until = s->until;
    out->to_move = s->at.to_move;
    out->simulations = atomic_load(&s->simulations);
    if (s->at.passes >= 2) {
        tell_end(s, out);
        return;
    }
    struct tree_node *root = tree_node(&s->tree, s->tree.root);
    const double visits = atomic_load_explicit(&root->visits, memory_order_relaxed);
    out->score = visits > 0 ? score_sum(root, out->to_move) / visits : 0;
    for (int slot = 0; slot < s->tree.slots; slot++)
        if (tree_is_legal(&s->tree, root, slot))
            tell_candidate(s, root, slot, out->score, &out->candidates[out->count++]);
    qsort(out->candidates, (size_t)out->count, sizeof out->candidates[0],
          search->setting.params->tree_choice == TREE_CHOICE_VALUE ? compare_by_value
                                                                   : compare_by_visits);
    out->winrate = out->candidates[0].winrate;
    tell_owners(s, out);
}

/* The tree's root, if it is POSITION. */
static struct tree_node *node_of(const struct tree_search *s,
                                 const struct search_position *position) {
    const bool fits = s->tree.root != TREE_NONE && tree_is_same(&s->board, position->board) &&
                      s->at.to_move == position->to_move;
    return fits ? tree_node(&s->tree, s->tree.root) : NULL;
}

/* By the tree, where the position is its root, or by the heuristic's local shapes. */
void tree_search_values(struct search *search, const struct search_position *position,
                        double values[BOARD_MAX_POINTS]) {
    struct tree_search *s = tree_search_of(search);
    struct tree_node *node = node_of(s, position);
    const struct bitset legal = search_legal_points(position);
    tree_shape_values(s, position, &legal, values);
    for (int p = 0; node && p < point_limit(s->board.size); p++)
        if (bitset_has(&legal, p) && tree_is_legal(&s->tree, node, p))
            values[p] = choice_value(s, node, p);
}

int tree_search_line(const struct search *search, const struct search_position *position, int point,
                     int line[SEARCH_LINE]) {
    const struct tree_search *s = tree_search_in(search);
    struct tree_node *node = node_of(s, position);
    int length = 0;
    for (; node && length < SEARCH_LINE; length++) {
        const int slot = length == 0 && point != NO_POINT ? tree_slot(s->board.size, point)
                                                          : tree_find_lead(s, node).most;
        if (length > 0 && tree_edge_visits(&s->tree, node, slot) == 0) break;
        line[length] = tree_point(s->board.size, slot);
        node = tree_child(&s->tree, node, slot);
    }
    if (length == 0) line[length++] = point != NO_POINT ? point : PASS;
    return length;
}
