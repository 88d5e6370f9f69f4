/* What a node knows before any simulation chooses in it. One of the heuristics in the table at the
 * end is in force; by default it is the network:
 *
 *     find_gains       local shapes: what each candidate gains           for logits and values
 *     find_logits      the linear policy, then the network upon it       logits, value, ownership
 *     find_reduced     PUCT: one value for all actions, below the node's
 *     find_priors      PUCT: P(s, a), the softmax of the logits
 *
 * Without PUCT or without a policy the values differ by action (find_values), and each heuristic
 * may add simulations that count as won or lost (add_experience). */
#include "tree_state.h"

#include "guzumi/playout/tactics.h"

#include "board_kernel.h"

#include <stdlib.h>

/* --- values by slot --- */

static void set_all(const struct bitset *moves, int words, float to, float *value) {
    BITSET_FOR_EACH(p, *moves, words) value[p] = to;
}

/* H(s, a) = 0.5: nothing is known, but it is known with the weight of C simulations. */
static void find_even(const struct tree_heuristic *heuristic, const struct tree *tree,
                      const struct tree_state *state, const struct bitset *candidates,
                      struct tree_scratch *scratch) {
    (void)heuristic;
    set_all(candidates, state->board->words, 0.5f, scratch->value);
    scratch->value[tree_slot(tree->size, PASS)] = 0.5f;
}

/* H(s_t, a) = Q(s_t-2, a), as far as that is known: the same player had the same action there. */
static void find_grandfather(const struct tree_heuristic *heuristic, const struct tree *tree,
                             const struct tree_state *state, const struct bitset *candidates,
                             struct tree_scratch *scratch) {
    const int pass = tree_slot(tree->size, PASS);
    find_even(heuristic, tree, state, candidates, scratch);
    if (!state->grandfather) return;
    for (int slot = 0; slot <= pass; slot++) {
        if (!tree_is_legal(tree, state->grandfather, slot)) continue;
        /* Read once: another thread may forbid the action meanwhile. */
        const float known =
            tree_policy_greedy_value(heuristic->params, tree, state->grandfather, slot, 0.5f);
        if (known > -INFINITY) scratch->value[slot] = known;
    }
}

/* The first of MoGo's rules that applies: 1 for its moves. */
static void find_by_rules(const struct tree_heuristic *heuristic, const struct tree *tree,
                          const struct tree_state *state, const struct bitset *candidates,
                          struct tree_scratch *scratch) {
    const int words = state->board->words;
    struct tactics tactics;
    tactics_find(&tactics, state->board, state->to_move, state->last_point, heuristic->patterns,
                 candidates);
    struct bitset around = tactics.near[0];
    for (int i = 0; i < words; i++) around.word[i] &= tactics.patterns.word[i];
    const struct bitset *rules[] = {&tactics.answers, &around, &tactics.captures};
    find_even(heuristic, tree, state, candidates, scratch);
    set_all(&tactics.self_ataris, words, 0, scratch->value);
    for (int i = 0; i < 3; i++) {
        if (bitset_is_empty(rules[i], words)) continue;
        set_all(rules[i], words, 1, scratch->value);
        break;
    }
}

/* COLOR's win rate by a linear value, Black's view. */
static float win_rate(const struct tree_heuristic *heuristic, float linear, enum color color) {
    return (float)color_win_rate(heuristic->output, linear, color);
}

/* The linear value of Black's win rate MEAN, the inverse of that. */
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

/* Black's win rate before any move: by the network, or by the results so far. */
static float mean_here(const struct tree_state *state, const struct tree_scratch *scratch) {
    return tree_is_evaluated(scratch->evaluation) ? scratch->evaluation : state->black_mean;
}

/* The gains of all candidates by local shapes, into the tracker: once, since both the policy's
 * features and the values are made of them. */
static void find_gains(const struct tree_heuristic *heuristic, const struct tree_state *state,
                       const struct bitset *candidates, struct tracker *t) {
    if (!heuristic->shapes) return;
    tracker_init(t, heuristic->shapes, state->board);
    tracker_update_gains(t, state->board, state->to_move, candidates);
}

/* H(s, a) = V(HERE + gain of a) by the gains in the tracker; for the pass V(HERE). */
static void find_upon(float here, const struct tree_heuristic *heuristic, const struct tree *tree,
                      const struct tree_state *state, const struct bitset *candidates,
                      struct tree_scratch *scratch) {
    const enum color color = state->to_move;
    const float *gain = scratch->tracker.gain[color];
    BITSET_FOR_EACH(p, *candidates, state->board->words) {
        scratch->value[p] = win_rate(heuristic, here + gain[p], color);
    }
    scratch->value[tree_slot(tree->size, PASS)] = win_rate(heuristic, here, color);
}

/* The paper's: the value of the afterstate itself. */
static void find_by_shapes(const struct tree_heuristic *heuristic, const struct tree *tree,
                           const struct tree_state *state, const struct bitset *candidates,
                           struct tree_scratch *scratch) {
    if (heuristic->shapes)
        find_upon(tracker_value(&scratch->tracker), heuristic, tree, state, candidates, scratch);
    else
        find_even(heuristic, tree, state, candidates, scratch);
}

/* Our own: what the afterstate gains, upon the mean of the results so far or the network's value.
 * Local shapes know nothing of komi and reading, so their sum as a whole means little here. The
 * values of all actions lie lower by a multiple of the best gain (heuristic_pessimism). */
static void find_by_gains(const struct tree_heuristic *heuristic, const struct tree *tree,
                          const struct tree_state *state, const struct bitset *candidates,
                          struct tree_scratch *scratch) {
    if (!heuristic->shapes) {
        find_even(heuristic, tree, state, candidates, scratch);
        return;
    }
    const float gain =
        best_gain(&scratch->tracker, state->to_move, candidates, state->board->words);
    const float pessimism = (float)heuristic->params->heuristic_pessimism;
    const float here = linear_value(heuristic, mean_here(state, scratch)) - pessimism * gain;
    find_upon(here, heuristic, tree, state, candidates, scratch);
}

/* PUCT: one value for all, so low that a move waits until those that are likelier disappoint. */
static void find_reduced(const struct tree_heuristic *heuristic, const struct tree_state *state,
                         const struct bitset *candidates, int pass, struct tree_scratch *scratch) {
    const float black = mean_here(state, scratch);
    const float mover = state->to_move == BLACK ? black : 1 - black;
    const float value = fmaxf(mover - tree_fpu_reduction(heuristic->params, state->board->size), 0);
    set_all(candidates, state->board->words, value, scratch->value);
    scratch->value[pass] = value;
}

/* --- experience --- */

/* N(s, a) = C and N(s, a) Q(s, a) = C H(s, a); the same with C~ for RAVE (equations 48 to 51). */
static struct tree_prior experience(float visits, float rave, float value) {
    return (struct tree_prior){visits, visits * value, rave, rave * value, 0};
}

/* Equivalent simulations for something that a Go player sees, won (VALUE 1) or lost (0). */
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

/* Equivalent simulations for a good place in the opening, and for an empty corner. */
#define OPENING_VISITS 15.0f
#define CORNER_VISITS 80.0f

/* Equivalent simulations of value 0.5 that every move begins with. */
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

/* What tactics.h sees, as simulations won or lost; a move can be several of these things. The
 * numbers are chosen by hand; `learnt` takes them from searches. */
static void add_tactics(const struct tree_heuristic *heuristic, const struct tree_state *state,
                        const struct bitset *candidates, struct tree_scratch *scratch) {
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
        advise(scratch->prior, &advices[i], state->board->words);
    advise_openings(state->board, candidates, scratch->prior);
}

/* --- policies --- */

/* Weights from a file may be of any size. */
#define MOST_LOGIT 100.0f

/* Black's area less White's, as the network expects it. */
static float network_area(const struct network_workspace *w, const struct tree_state *state) {
    const int points = point_limit(state->board->size);
    float ours = 0;
    for (int p = 0; p < points; p++) ours += w->ownership[p];
    return state->to_move == BLACK ? ours : -ours;
}

/* Evaluates the position by the network, whose input includes the linear policy's logits: replaces
 * these by better ones and sets the win rate, unless the komi is larger than it can see. */
static void ask_network(const struct tree_heuristic *heuristic, const struct tree_state *state,
                        struct tree_scratch *scratch) {
    struct network_workspace *w = scratch->workspace;
    const int size = state->board->size;
    const struct network_position position = {.board = state->board,
                                              .to_move = state->to_move,
                                              .last = state->last_point,
                                              .own = state->own_point,
                                              .half_komi = state->half_komi,
                                              .turned =
                                                  tree_network_turned(heuristic->params, size)};
    tree_enter(scratch, TREE_ASKS);
    network_inputs_set(w, &position, scratch->action, scratch->logit, scratch->actions);
    network_predict(heuristic->network, w);
    tree_enter(scratch, TREE_READS);
    for (int i = 0; i < scratch->actions; i++)
        scratch->logit[i] = network_within(w->logit[scratch->action[i].point], MOST_LOGIT);
    const struct tree_memory *memory = heuristic->memory;
    const float value = memory ? w->value + tree_memory_correction(memory, w) : w->value;
    const float mover = (float)logistic((double)network_within(value, MOST_LOGIT));
    const float black = state->to_move == BLACK ? mover : 1 - mover;
    if (abs(state->half_komi) > NETWORK_MAX_HALF_KOMI) return;
    scratch->evaluation = tree_doubted(black);
    scratch->lead = network_area(w, state) - (float)state->half_komi / 2;
}

/* The candidates with their logits by the linear policy, or by the network if there is one. */
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

/* Simulations won by move a: heuristic_policy (pi(a) / largest pi)^heuristic_power. */
static void add_predictions(const struct tree_heuristic *heuristic, const struct tree_state *state,
                            const struct bitset *candidates, struct tree_scratch *scratch) {
    const float visits = (float)heuristic->params->heuristic_policy;
    const float power = (float)heuristic->params->heuristic_power;
    const float most = largest_logit(scratch);
    const struct advice even = {candidates, EVEN_VISITS, 0.5f};
    advise(scratch->prior, &even, state->board->words);
    advise_openings(state->board, candidates, scratch->prior);
    for (int i = 0; i < scratch->actions; i++) {
        struct tree_prior *prior = &scratch->prior[scratch->action[i].point];
        const float won = visits * expf(power * (scratch->logit[i] - most));
        prior->visits += won;
        prior->wins += won;
    }
}

/* P(s, pass), in addition to the moves' probabilities, which sum to 1. Policies learn from moves
 * only, and from games with area scoring, where a pass is never better than the best move. With
 * territory scoring the pass is as likely as the average move: the fewer moves are left, the
 * likelier. */
#define PASS_PROBABILITY 0.002f

/* P(s, a): the softmax over the logits, but at least FLOOR; without logits all actions are equally
 * likely. An action with probability P whose value is d below the best is tried when c P
 * sqrt(visits) exceeds d, so a floor matters only with many visits. */
static void find_priors(const struct tree_state *state, const struct bitset *candidates, int pass,
                        float floor, struct tree_scratch *scratch) {
    const int words = state->board->words;
    struct tree_prior *out = scratch->prior;
    const float most = largest_logit(scratch);
    const float even = 1 / (1 + (float)bitset_count(candidates, words));
    float sum = 0;
    BITSET_FOR_EACH(p, *candidates, words) out[p].probability = even;
    const bool is_rare = scratch->actions > 0 && !state->by_territory;
    out[pass].probability = is_rare ? PASS_PROBABILITY : even;
    for (int i = 0; i < scratch->actions; i++) {
        float *p = &out[scratch->action[i].point].probability;
        sum += *p = expf(scratch->logit[i] - most);
    }
    for (int i = 0; i < scratch->actions; i++) {
        float *p = &out[scratch->action[i].point].probability;
        *p = fmaxf(*p / sum, floor);
    }
}

/* --- the table --- */

static const struct heuristic_method heuristic_methods[] = {
    [HEURISTIC_NONE] = {.find_values = find_even, .has_no_experience = true},
    [HEURISTIC_EVEN] = {.find_values = find_even},
    [HEURISTIC_GRANDFATHER] = {.find_values = find_grandfather, .changes = true},
    [HEURISTIC_RULES] = {.find_values = find_by_rules},
    [HEURISTIC_LOCAL_SHAPE] = {.find_values = find_by_shapes, .reads_shapes = true},
    [HEURISTIC_COMBINED] = {.find_values = find_by_gains,
                            .add_experience = add_tactics,
                            .opens_late = true,
                            .reads_shapes = true},
    [HEURISTIC_LEARNT] = {.find_values = find_by_gains,
                          .add_experience = add_predictions,
                          .opens_late = true,
                          .reads_shapes = true,
                          .reads_policy = true},
    [HEURISTIC_NETWORK] = {.find_values = find_by_gains,
                           .add_experience = add_predictions,
                           .opens_late = true,
                           .reads_shapes = true,
                           .reads_policy = true,
                           .reads_network = true},
};

const struct heuristic_method *heuristic_method_of(const struct params *params) {
    return &heuristic_methods[params->heuristic];
}

void tree_prior_find(const struct tree_heuristic *heuristic, const struct tree *tree,
                     const struct tree_state *state, const struct bitset *candidates,
                     struct tree_scratch *scratch) {
    const struct heuristic_method *method = heuristic_method_of(heuristic->params);
    const int words = state->board->words, pass = tree_slot(tree->size, PASS);
    const bool puct = tree->kind == TREE_OF_PUCT, by_priors = puct && method->reads_policy;
    float visits = (float)heuristic->params->heuristic_visits; /* C */
    float rave = (float)heuristic->params->heuristic_rave;     /* C~ */
    if (by_priors) visits = (float)heuristic->params->puct_visits;
    if (method->has_no_experience) visits = rave = 0;
    scratch->evaluation = TREE_NOT_EVALUATED;
    scratch->actions = 0;
    if (method->reads_shapes) find_gains(heuristic, state, candidates, &scratch->tracker);
    if (method->reads_policy) find_logits(heuristic, state, candidates, scratch);
    if (by_priors)
        find_reduced(heuristic, state, candidates, pass, scratch);
    else
        method->find_values(heuristic, tree, state, candidates, scratch);
    BITSET_FOR_EACH(p, *candidates, words)
    scratch->prior[p] = experience(visits, rave, scratch->value[p]);
    scratch->prior[pass] = experience(visits, rave, scratch->value[pass]);
    const float floor = (float)heuristic->params->puct_floor;
    if (puct) find_priors(state, candidates, pass, floor, scratch);
    if (!method->add_experience || by_priors) return;
    /* Lost ones, so that the pass comes after equally good moves. */
    scratch->prior[pass].visits += EVEN_VISITS;
    method->add_experience(heuristic, state, candidates, scratch);
}

void tree_prior_open(const struct tree_heuristic *heuristic, const struct tree *tree,
                     struct tree_node *node, const struct bitset *candidates,
                     const struct tree_scratch *scratch) {
    if (heuristic->memory && tree_is_evaluated(scratch->evaluation))
        tree_memory_note(heuristic->memory, tree_index(tree, node), scratch->workspace);
    node->evaluation = scratch->evaluation;
    node->lead = scratch->lead;
    tree_open(tree, node, candidates, scratch->prior);
}
