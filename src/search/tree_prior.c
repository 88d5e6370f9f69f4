#include "tree_state.h"

#include "guzumi/playout/tactics.h"

#include "tracker_kernel.h"

#include <stdlib.h>

struct tree_heuristic tree_heuristic_of(const struct params *params,
                                        const struct playout_patterns *patterns) {
    return (struct tree_heuristic){.kind = params->heuristic,
                                   .visits = (float)params->heuristic_visits,
                                   .rave = (float)params->heuristic_rave,
                                   .pessimism = (float)params->heuristic_pessimism,
                                   .policy = (float)params->heuristic_policy,
                                   .power = (float)params->heuristic_power,
                                   .puct_visits = (float)params->puct_visits,
                                   .reduction = (float)params->fpu_reduction,
                                   .patterns = patterns};
}

/* --- values by slot --- */

static void find_even(const struct bitset *candidates, int words, int pass, float *value) {
    BITSET_FOR_EACH(p, *candidates, words) value[p] = 0.5f;
    value[pass] = 0.5f;
}

/* The actions' values in the node two plies before, as far as they are known there. */
static void find_grandfather(const struct tree *tree, const struct tree_state *state,
                             const struct bitset *candidates, float *value) {
    const int words = state->board->words, pass = tree_slot(tree->size, PASS);
    struct tree_policy policy = *state->policy;
    find_even(candidates, words, pass, value);
    if (!state->grandfather) return;
    policy.exploration = 0;
    policy.fpu = 0.5f;
    for (int slot = 0; slot <= pass; slot++) {
        if (!tree_is_legal(tree, state->grandfather, slot)) continue;
        /* Read once: another thread may forbid the action meanwhile. */
        const float known = tree_policy_value(&policy, tree, state->grandfather, slot);
        if (known > -INFINITY) value[slot] = known;
    }
}

static void set_all(const struct bitset *moves, int words, float to, float *value) {
    BITSET_FOR_EACH(p, *moves, words) value[p] = to;
}

/* The first of MoGo's rules that applies. */
static void find_by_rules(const struct tree_heuristic *heuristic, const struct tree_state *state,
                          const struct bitset *candidates, int pass, float *value) {
    const int words = state->board->words;
    struct tactics tactics;
    tactics_find(&tactics, state->board, state->to_move, state->last_point, heuristic->patterns,
                 candidates);
    struct bitset around = tactics.near[0];
    for (int i = 0; i < words; i++) around.word[i] &= tactics.patterns.word[i];
    const struct bitset *rules[] = {&tactics.answers, &around, &tactics.captures};
    find_even(candidates, words, pass, value);
    set_all(&tactics.self_ataris, words, 0, value);
    for (int i = 0; i < 3; i++) {
        if (bitset_is_empty(rules[i], words)) continue;
        set_all(rules[i], words, 1, value);
        break;
    }
}

/* COLOR's chance of winning of a linear value. */
static float chance(const struct tree_heuristic *heuristic, float linear, enum color color) {
    const double black = value_win_rate(heuristic->output, linear);
    return (float)(color == BLACK ? black : 1 - black);
}

/* The linear value that means Black's chance MEAN. */
static float linear_value(const struct tree_heuristic *heuristic, float mean) {
    return heuristic->output == VALUE_LOGISTIC ? logf(mean / (1 - mean)) : mean - 0.5f;
}

/* The gain of the move that gains COLOR most, Black's view; 0 without moves. */
static float best_gain(const struct tracker *t, enum color color, const struct bitset *candidates,
                       int words) {
    const float sign = (float)color_sign(color);
    float best = -INFINITY;
    BITSET_FOR_EACH(p, *candidates, words) best = fmaxf(best, sign * t->gain[color][p]);
    return best > -INFINITY ? sign * best : 0;
}

/* Black's chance before any move: by the network, or by the results so far. */
static float mean_here(const struct tree_state *state, const struct tree_scratch *scratch) {
    return tree_is_evaluated(scratch->evaluation) ? scratch->evaluation : state->black_mean;
}

/* The linear value that a move which gains nothing begins with. */
static float value_here(const struct tree_heuristic *heuristic, const struct tree_state *state,
                        const struct bitset *candidates, const struct tree_scratch *scratch) {
    const struct tracker *t = &scratch->tracker;
    if (heuristic->kind == HEURISTIC_LOCAL_SHAPE) return tracker_value(t);
    return linear_value(heuristic, mean_here(state, scratch)) -
           heuristic->pessimism * best_gain(t, state->to_move, candidates, state->board->words);
}

/* What the local shapes gain by each candidate, into the tracker. */
static void find_gains(const struct tree_heuristic *heuristic, const struct tree_state *state,
                       const struct bitset *candidates, struct tracker *t) {
    if (!heuristic->shapes) return;
    tracker_init(t, heuristic->shapes, state->board);
    kernel_update_gains(t, state->board, state->board->size, reading_of(&t->weights),
                        state->to_move, candidates);
}

/* The values of candidates whose gains are known. */
static void find_by_shapes(const struct tree_heuristic *heuristic, const struct tree_state *state,
                           const struct bitset *candidates, int pass,
                           struct tree_scratch *scratch) {
    const enum color color = state->to_move;
    const int words = state->board->words;
    const struct tracker *t = &scratch->tracker;
    float *value = scratch->value;
    if (!heuristic->shapes) {
        find_even(candidates, words, pass, value);
        return;
    }
    const float here = value_here(heuristic, state, candidates, scratch);
    BITSET_FOR_EACH(p, *candidates, words) {
        value[p] = chance(heuristic, here + t->gain[color][p], color);
    }
    value[pass] = chance(heuristic, here, color);
}

/* One value for all, so low that a move waits until those that are likelier disappoint. */
static void find_reduced(const struct tree_heuristic *heuristic, const struct tree_state *state,
                         const struct bitset *candidates, int pass, struct tree_scratch *scratch) {
    const float black = mean_here(state, scratch);
    const float mover = state->to_move == BLACK ? black : 1 - black;
    const float value = fmaxf(mover - heuristic->reduction, 0);
    set_all(candidates, state->board->words, value, scratch->value);
    scratch->value[pass] = value;
}

/* --- experience --- */

static struct tree_prior experience(float visits, float rave, float value) {
    return (struct tree_prior){visits, visits * value, rave, rave * value, 0};
}

/* Simulations that what a Go player sees is worth to Q, won (VALUE 1) or lost (0). */
struct advice {
    const struct bitset *moves;
    float visits, value;
};

static void advise(struct tree_prior *prior, const struct advice *advice, int words) {
    BITSET_FOR_EACH(p, *advice->moves, words) {
        prior[p].visits += advice->visits;
        prior[p].wins += advice->visits * advice->value;
    }
}

/* Simulations that a place in the opening is worth, and an empty corner. */
#define OPENING_VISITS 15.0f
#define CORNER_VISITS 80.0f

/* Simulations at 0.5 that every move begins with. */
#define EVEN_VISITS 5.0f

/* Where openings are played on large boards: neither playouts nor a policy learnt on 9x9 know it.
 */
static void advise_openings(const struct board *board, const struct bitset *candidates,
                            struct tree_prior *prior) {
    struct opening opening;
    tactics_find_opening(&opening, board, candidates);
    const struct advice advices[] = {{&opening.frame, OPENING_VISITS, 1},
                                     {&opening.misplaced, OPENING_VISITS, 0},
                                     {&opening.corners, CORNER_VISITS, 1}};
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++)
        advise(prior, &advices[i], board->words);
}

/* The numbers are chosen by hand; `learnt` takes them from searches. */
static void combine(const struct tree_heuristic *heuristic, const struct tree_state *state,
                    const struct bitset *candidates, struct tree_prior *out) {
    struct tactics t;
    tactics_find(&t, state->board, state->to_move, state->last_point, heuristic->patterns,
                 candidates);
    const struct advice advices[] = {
        {candidates, EVEN_VISITS, 0.5f},
        {&t.captures, 15, 1},
        {&t.saves, 15, 1},
        {&t.self_ataris, 10, 0},
        {&t.patterns, 10, 1},
        {&t.near[0], 15, 1},
        {&t.near[1], 12, 1},
        {&t.near[2], 5, 1},
        {&t.edge, 10, 0},
    };
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++)
        advise(out, &advices[i], state->board->words);
    advise_openings(state->board, candidates, out);
}

/* --- what has been learnt --- */

/* Weights from a file may be of any size. */
#define MOST_LOGIT 100.0f

/* X cut to -MOST to MOST, which no number is beyond: NaN becomes one of them. */
static float within(float x, float most) {
    return fminf(fmaxf(x, -most), most);
}

/* What the network says of the position where the linear policy has these logits: better ones,
 * and the chance, unless the komi is larger than it can see. */
static void ask_network(const struct tree_heuristic *heuristic, const struct tree_state *state,
                        struct tree_scratch *scratch) {
    struct network_workspace *w = scratch->workspace;
    const struct network_position position = {.board = state->board,
                                              .to_move = state->to_move,
                                              .last = state->last_point,
                                              .own = state->own_point,
                                              .half_komi = state->half_komi};
    network_inputs_set(w, &position, scratch->action, scratch->logit, scratch->actions);
    network_forward(heuristic->network, w);
    for (int i = 0; i < scratch->actions; i++)
        scratch->logit[i] = within(w->logit[scratch->action[i].point], MOST_LOGIT);
    const float surest = 0.99f, mover = (float)logistic((double)within(w->value, MOST_LOGIT));
    const float black = state->to_move == BLACK ? mover : 1 - mover;
    if (abs(state->half_komi) <= NETWORK_MAX_HALF_KOMI)
        scratch->evaluation = fminf(fmaxf(black, 1 - surest), surest);
}

/* The candidates with how much the learnt policy, and the network if there is one, prefers each. */
static void find_logits(const struct tree_heuristic *heuristic, const struct tree_state *state,
                        const struct bitset *candidates, struct tree_scratch *scratch) {
    const float sign = (float)color_sign(state->to_move);
    float gain[BOARD_MAX_POINTS];
    if (!heuristic->moves) return;
    if (heuristic->shapes) {
        BITSET_FOR_EACH(p, *candidates, state->board->words) {
            gain[p] = sign * scratch->tracker.gain[state->to_move][p];
        }
    }
    const struct move_situation situation = {.to_move = state->to_move,
                                             .last = state->last_point,
                                             .own = state->own_point,
                                             .gain = heuristic->shapes ? gain : NULL};
    scratch->actions = move_policy_actions(heuristic->moves, state->board, &situation, candidates,
                                           scratch->action);
    for (int i = 0; i < scratch->actions; i++)
        scratch->logit[i] = move_policy_logit(heuristic->moves, &scratch->action[i]);
    if (heuristic->network && scratch->actions > 0) ask_network(heuristic, state, scratch);
}

static float largest_logit(const struct tree_scratch *scratch) {
    float most = -INFINITY;
    for (int i = 0; i < scratch->actions; i++) most = fmaxf(most, scratch->logit[i]);
    return most;
}

/* The likeliest move gets the most simulations won, others less with their probability's power. */
static void foretell(const struct tree_heuristic *heuristic, const struct tree_state *state,
                     const struct bitset *candidates, struct tree_scratch *scratch) {
    const float most = largest_logit(scratch);
    BITSET_FOR_EACH(p, *candidates, state->board->words) {
        scratch->prior[p].visits += EVEN_VISITS;
        scratch->prior[p].wins += EVEN_VISITS / 2;
    }
    advise_openings(state->board, candidates, scratch->prior);
    for (int i = 0; i < scratch->actions; i++) {
        struct tree_prior *prior = &scratch->prior[scratch->action[i].point];
        const float won = heuristic->policy * expf(heuristic->power * (scratch->logit[i] - most));
        prior->visits += won;
        prior->wins += won;
    }
}

/* --- chances --- */

/* The pass's, beside the moves' which add up to one: policies learn from moves alone. */
#define PASS_PROBABILITY 0.002f

/* The softmax over the logits; without any all actions are as likely. */
static void find_priors(const struct bitset *candidates, int words, int pass,
                        struct tree_scratch *scratch) {
    struct tree_prior *out = scratch->prior;
    const float most = largest_logit(scratch);
    const float even = 1 / (1 + (float)bitset_count(candidates, words));
    float sum = 0;
    BITSET_FOR_EACH(p, *candidates, words) out[p].probability = even;
    out[pass].probability = scratch->actions > 0 ? PASS_PROBABILITY : even;
    for (int i = 0; i < scratch->actions; i++) {
        float *chance = &out[scratch->action[i].point].probability;
        sum += *chance = expf(scratch->logit[i] - most);
    }
    for (int i = 0; i < scratch->actions; i++) out[scratch->action[i].point].probability /= sum;
}

void tree_prior_find(const struct tree_heuristic *heuristic, const struct tree *tree,
                     const struct tree_state *state, const struct bitset *candidates,
                     struct tree_scratch *scratch) {
    const int words = state->board->words, pass = tree_slot(tree->size, PASS);
    struct tree_prior *out = scratch->prior;
    float *value = scratch->value, visits = heuristic->visits, rave = heuristic->rave;
    const bool puct = tree->kind == TREE_OF_PUCT;
    const bool by_priors = puct && heuristic->kind >= HEURISTIC_LEARNT;
    if (by_priors) visits = heuristic->puct_visits;
    scratch->evaluation = TREE_NOT_EVALUATED;
    scratch->actions = 0;
    switch (heuristic->kind) {
    case HEURISTIC_NONE:
        find_even(candidates, words, pass, value);
        visits = rave = 0;
        break;
    case HEURISTIC_EVEN:
        find_even(candidates, words, pass, value);
        break;
    case HEURISTIC_GRANDFATHER:
        find_grandfather(tree, state, candidates, value);
        break;
    case HEURISTIC_RULES:
        find_by_rules(heuristic, state, candidates, pass, value);
        break;
    case HEURISTIC_LEARNT:
    case HEURISTIC_NETWORK:
        find_gains(heuristic, state, candidates, &scratch->tracker);
        find_logits(heuristic, state, candidates, scratch);
        if (by_priors)
            find_reduced(heuristic, state, candidates, pass, scratch);
        else
            find_by_shapes(heuristic, state, candidates, pass, scratch);
        break;
    case HEURISTIC_LOCAL_SHAPE:
    case HEURISTIC_COMBINED:
        find_gains(heuristic, state, candidates, &scratch->tracker);
        find_by_shapes(heuristic, state, candidates, pass, scratch);
        break;
    }
    BITSET_FOR_EACH(p, *candidates, words) out[p] = experience(visits, rave, value[p]);
    out[pass] = experience(visits, rave, value[pass]);
    if (puct) find_priors(candidates, words, pass, scratch);
    if (heuristic->kind < HEURISTIC_COMBINED || by_priors) return;
    out[pass].visits += EVEN_VISITS; /* lost: it comes after the moves that are as good */
    if (heuristic->kind == HEURISTIC_COMBINED)
        combine(heuristic, state, candidates, out);
    else
        foretell(heuristic, state, candidates, scratch);
}

void tree_prior_open(const struct tree *tree, struct tree_node *node,
                     const struct bitset *candidates, const struct tree_scratch *scratch) {
    node->evaluation = scratch->evaluation;
    tree_open(tree, node, candidates, scratch->prior);
}
