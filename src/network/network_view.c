/* One position at a time, each with its planes and one forward pass in integers, as the tree does
 * it. The network sees the linear policy and the local shapes as inputs, so a view needs all three
 * kinds of weights. */
#include "guzumi/network/network_view.h"

#include "guzumi/network/trained_policy.h"
#include "guzumi/shapes/local_shapes.h"

#include <math.h>
#include <stdlib.h>

struct network_view {
    const struct network *network;
    const struct move_policy *policy;
    struct evaluator *shapes;            /* owned */
    struct network_workspace *workspace; /* owned */
};

void network_view_free(struct network_view *view) {
    if (!view) return;
    evaluator_free(view->shapes);
    network_workspace_free(view->workspace);
    free(view);
}

enum status network_view_new(struct network_view **out, struct weight_store *store, int size,
                             struct failure *why) {
    const struct trained_network *network;
    const struct trained_policy *policy = NULL;
    *out = NULL;
    enum status status = trained_network_find(store, size, &network, why);
    if (status == STATUS_OK) status = trained_policy_find(store, size, &policy, why);
    if (status != STATUS_OK || !network || !policy) return status;
    struct network_view *view = calloc(1, sizeof *view);
    if (!view) return out_of_memory(why, "evaluating a position");
    view->network = network->network;
    view->policy = &policy->moves;
    status = local_shapes_find(&view->shapes, store, size, why);
    if (status == STATUS_OK) status = network_workspace_new(&view->workspace, view->network, why);
    if (status == STATUS_OK)
        *out = view;
    else
        network_view_free(view);
    return status;
}

/* The output overwrites that of the position before: callers read it before the next call.
 *
 * Computes the output in the workspace; returns the mover's win rate. */
static double compute(struct network_view *view, const struct network_position *at,
                      struct bitset *candidates) {
    network_inputs_find(view->workspace, at, view->policy, view->shapes, candidates);
    network_predict(view->network, view->workspace);
    return logistic((double)view->workspace->value);
}

/* softmax(logit) over the candidates; the largest is taken off, so that no power overflows. */
static void find_policy(const struct network_view *view, const struct network_position *at,
                        const struct bitset *candidates, double policy[BOARD_MAX_POINTS]) {
    const float *logit = view->workspace->logit;
    double most = -INFINITY, sum = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) policy[p] = -1;
    BITSET_FOR_EACH(p, *candidates, at->board->words) most = fmax(most, (double)logit[p]);
    BITSET_FOR_EACH(p, *candidates, at->board->words) {
        sum += policy[p] = exp((double)logit[p] - most);
    }
    BITSET_FOR_EACH(p, *candidates, at->board->words) policy[p] /= sum;
}

/* The expected score is the sum of the ownership of all points, less komi, in Black's view:
 *
 *     score = sum_p ownership_p - komi
 *
 * The network's ownership is the mover's view, hence the sign. */
void network_view_evaluate(struct network_view *view, const struct network_position *at,
                           struct network_evaluation *out) {
    struct bitset candidates;
    const int size = at->board->size, sign = color_sign(at->to_move);
    *out = (struct network_evaluation){.win_rate = compute(view, at, &candidates),
                                       .score = -at->half_komi / 2.0};
    find_policy(view, at, &candidates, out->policy);
    POINT_FOR_EACH(p, size) {
        out->ownership[p] = sign * (double)view->workspace->ownership[p];
        out->score += out->ownership[p];
    }
}

/* Plays POINT for the side to move: the position after it. */
static void advance(struct network_position *at, struct board *board, int point) {
    board_play(board, point, at->to_move);
    at->board = board;
    at->own = at->last; /* the next mover's own last move */
    at->last = point;
    at->to_move = color_other(at->to_move);
}

void network_view_values(struct network_view *view, const struct network_position *at,
                         const struct bitset *moves, double values[BOARD_MAX_POINTS]) {
    struct bitset candidates;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) values[p] = -1;
    BITSET_FOR_EACH(p, *moves, at->board->words) {
        struct board board = *at->board;
        struct network_position after = *at;
        advance(&after, &board, p);
        values[p] = 1 - compute(view, &after, &candidates);
    }
}

/* Captures are played, repetitions are not looked for: the line is a sketch, and short. */
int network_view_line(struct network_view *view, const struct network_position *position,
                      int line[], int room) {
    struct board board = *position->board;
    struct network_position at = *position;
    struct bitset candidates;
    int length = 0;
    at.board = &board;
    for (; length < room; length++) {
        int best = NO_POINT;
        compute(view, &at, &candidates);
        BITSET_FOR_EACH(p, candidates, board.words) {
            if (best == NO_POINT || view->workspace->logit[p] > view->workspace->logit[best])
                best = p;
        }
        if (best == NO_POINT) break;
        advance(&at, &board, line[length] = best);
    }
    return length;
}
