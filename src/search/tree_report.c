/* What a run of the tree search found: the order of the candidates, their win rates without the
 * heuristic's equivalent experience, principal variations, and samples of positions to learn from.
 */
#include "guzumi/shapes/local_shapes.h"

#include "tree_state.h"

#include <string.h>

/* --- the order of choice --- */

/* What an action is worth without exploration. Of those that are worth the same, as before there is
 * any simulation, the likelier one comes first. */
struct rank {
    float value, probability;
};

static struct rank rank_of(const struct tree_search *s, struct tree_node *node, int slot) {
    const struct params *params = s->base.setting.params;
    const bool is_puct = s->tree.kind == TREE_OF_PUCT;
    return (struct rank){tree_policy_greedy_value(params, &s->tree, node, slot, (float)params->fpu),
                         is_puct ? node_priors(node, s->tree.slots)[slot] : 0};
}

static bool is_worth_more(struct rank a, struct rank b) {
    return a.value == b.value ? a.probability > b.probability : a.value > b.value;
}

struct lead tree_find_lead(const struct tree_search *s, struct tree_node *node) {
    struct lead lead = {.most = -1, .best = -1};
    struct rank of_most = {0}, of_best = {0};
    for (int slot = 0; slot < s->tree.slots; slot++) {
        if (!tree_is_legal(&s->tree, node, slot)) continue;
        const uint64_t visits = tree_edge_visits(&s->tree, node, slot);
        const struct rank rank = rank_of(s, node, slot);
        const bool leads = lead.most < 0 || visits > lead.visits ||
                           (visits == lead.visits && is_worth_more(rank, of_most));
        if (leads) {
            lead.second = lead.most < 0 ? 0 : lead.visits;
            lead.most = slot;
            lead.visits = visits;
            of_most = rank;
        } else if (visits > lead.second) {
            lead.second = visits;
        }
        if (lead.best < 0 || is_worth_more(rank, of_best)) {
            lead.best = slot;
            of_best = rank;
        }
    }
    return lead;
}

/* --- win rates --- */

/* The number of results equal to the root's mean that are added to an action's
 * (search_shrunk_mean). */
#define WINRATE_SHRINKAGE 4.0

/* The sum of the node's scores, the view of COLOR. */
static double score_sum(const struct tree_node *node, enum color color) {
    const double sum = (double)tree_half_scores(node) / 2;
    return color == BLACK ? sum : -sum;
}

/* The mean of the squares of N scores (0 without any), in points. */
static double score_square(const struct tree_node *node, double n) {
    const int64_t sum = atomic_load_explicit(&node->score_squares, memory_order_relaxed);
    return n > 0 ? (double)sum / (4 * n) : 0;
}

/* The wins of an action without what scores have added to them: a win rate of 0.9 must not become
 * 0.93 because the lead is large. The child keeps the sum of what was added. */
static double wins_of(const struct tree_search *s, struct tree_node *node, int slot) {
    const struct tree_node *child = tree_child(&s->tree, node, slot);
    const double wins = (double)concurrent_read(&node_wins(node, s->tree.slots)[slot]);
    const double score_bonus = child ? (double)concurrent_read(&child->score_bonus) : 0;
    return node->to_move == BLACK ? wins - score_bonus : wins + score_bonus;
}

/* Whether an action of the root ends the game. */
static bool ends_game(const struct tree_search *s, int slot) {
    return s->at.passes == 1 && tree_point(s->tree.size, slot) == PASS;
}

/* The results of an action of the root, without the heuristic's experience. COUNT includes those
 * that the default policy had before the root was opened, which its edge has not counted. */
struct tally {
    double count, wins;
};

static struct tally tally_of(const struct tree_search *s, struct tree_node *root, int slot) {
    const struct tree_prior *prior = &s->prior[slot];
    const double visits = (double)(concurrent_read(&node_visits(root)[slot]) - prior->visits);
    struct tally out = {.count = fmax(visits, 0)};
    if (ends_game(s, slot))
        out.wins = out.count * score_reward(color_sign(s->at.to_move) * s->pass_half_score);
    else
        out.wins = fmin(fmax(wins_of(s, root, slot) - (double)prior->wins, 0), out.count);
    return out;
}

/* The means over the root's simulations, the mover's view. */
struct means {
    double winrate, score_mean;
    double score_square; /* mean of the squares of the scores */
    double score;        /* to report, see find_scores; the mean before */
    double optimism;     /* by how much the choice's mean score exceeds SCORE */
    int lead;            /* the most visited action */
    double untried; /* how much less another action is worth as long as nothing is known of it */
    double exploration; /* see find_means */
};

static struct means root_means(const struct tree_search *s, struct tree_node *root) {
    const double all = atomic_load_explicit(&root->visits, memory_order_relaxed);
    struct tally sum = {.count = 1, .wins = 0.5}; /* without any results the mean is 0.5 */
    for (int slot = 0; slot < s->tree.slots; slot++) {
        if (!tree_is_legal(&s->tree, root, slot)) continue;
        const struct tally tally = tally_of(s, root, slot);
        sum.count += tally.count;
        sum.wins += tally.wins;
    }
    const bool is_puct = s->tree.kind == TREE_OF_PUCT;
    const double score = all > 0 ? score_sum(root, (enum color)root->to_move) / all : 0;
    return (struct means){
        .winrate = sum.wins / sum.count,
        .score_mean = score,
        .score = score,
        .score_square = score_square(root, all),
        .lead = tree_find_lead(s, root).most,
        .untried = is_puct ? tree_fpu_reduction(s->base.setting.params, s->tree.size) : 0};
}

/* The mean of an action's simulations; the fewer they are, the nearer to the root's mean. PUCT does
 * not try what is unlikely: that the root's other moves do well says little for such a move, so it
 * is shrunk to less, as the tree itself does (fpu_reduction). */
static double shrunk_mean(const struct tree_search *s, struct tree_node *root, int slot,
                          const struct means *means) {
    const struct tally tally = tally_of(s, root, slot);
    const double less = slot == means->lead ? 0 : means->untried;
    const double towards = fmax(means->winrate - less, 0);
    return search_shrunk_mean(tally.wins, tally.count, towards, WINRATE_SHRINKAGE);
}

/* The scores after an action of the root, the mover's view. */
struct scores {
    double seen, mean, square; /* simulations, their mean and the mean of their squares */
};

static struct scores scores_after(const struct tree_search *s, struct tree_node *root, int slot) {
    const struct tree_node *child = tree_child(&s->tree, root, slot);
    const double end = color_sign(s->at.to_move) * s->pass_half_score / 2.0;
    if (ends_game(s, slot))
        return (struct scores){tree_edge_visits(&s->tree, root, slot), end, end * end};
    const double n = child ? atomic_load_explicit(&child->visits, memory_order_relaxed) : 0;
    if (n == 0) return (struct scores){0};
    return (struct scores){n, score_sum(child, (enum color)root->to_move) / n,
                           score_square(child, n)};
}

/* A mean of SCORES, shrunk towards that of all simulations. */
static double shrunk_score(const struct scores *scores, double mean, double all) {
    return search_shrunk_mean(scores->seen * mean, scores->seen, all, SEARCH_SCORE_SHRINKAGE);
}

/* A player's exploration makes a mean worse for that player. The mean of one action has only the
 * opponent's exploration in it and is too high; the mean over all simulations of the root has the
 * mover's as well and is too low. At 2,000 simulations the win rates that two moves in turn report
 * add up to 1.04 by the first kind of mean and to 0.97 by the second. The truth is taken to lie in
 * the middle: EXPLORATION is subtracted from each action's mean. */
static struct means find_means(const struct tree_search *s, struct tree_node *root) {
    struct means out = root_means(s, root);
    const double first = shrunk_mean(s, root, out.lead, &out);
    out.exploration = fmax(first - out.winrate, 0) / 2;
    return out;
}

/* The win rate after an action of the root. */
static double winrate_of(const struct tree_search *s, struct tree_node *root, int slot,
                         const struct means *means) {
    return fmax(shrunk_mean(s, root, slot, means) - means->exploration, 0);
}

/* Scores have the same errors as win rates (find_means): from move to move along the engine's own
 * line the mean over all simulations drifts in the mover's favour, and the mean after the best
 * action against the mover, about twice as much. At a third of the way from the first to the second
 * the drifts cancel. A pass that ends the game has no such error. */
static void find_scores(const struct tree_search *s, struct tree_node *root, int chosen,
                        struct means *means) {
    const struct scores best = scores_after(s, root, chosen);
    const double winrate = winrate_of(s, root, chosen, means);
    if (best.seen == 0) return;
    const double after = shrunk_score(&best, best.mean, means->score);
    if (ends_game(s, chosen)) {
        means->score = after;
        return;
    }
    means->score = search_agreeing_score(means->score + (after - means->score) / 3, winrate);
    means->optimism = best.mean - means->score;
}

/* The prior of an action up to a factor, which the caller normalises: its probability under PUCT,
 * else the odds of its equivalent experience; 1 without any. The 0.01 keeps the odds finite. */
static double odds(const struct tree_search *s, int slot) {
    const struct tree_prior *prior = &s->prior[slot];
    if (s->tree.kind == TREE_OF_PUCT) return (double)prior->probability;
    const double visits = (double)(prior->visits + prior->rave_visits);
    const double wins = (double)(prior->wins + prior->rave_wins);
    return (wins + 0.01) / (visits - wins + 0.01);
}

/* The standard error of an action's WINRATE, sqrt(p (1 - p) / m). Simulations depend on each other:
 * where the first ones led, others follow. From search to search the means of n of them vary as
 * those of m = 4 sqrt(n) independent ones would (measured up to n = 3,000). The network's values
 * vary little: their FRACTION of each result takes as much off the error, three quarters at most.
 */
static double error_of(double winrate, double visits, double fraction) {
    /* Two results of each kind more (Agresti and Coull 1998), so that a few equal results are not
     * taken for certain. */
    const double n = visits + 4, p = (winrate * visits + 2) / n;
    return sqrt(p * (1 - p) / fmin(n, 4 * sqrt(n))) * fmax(1 - fraction, 0.25);
}

/* --- the order of choice of the root --- */

/* An action competes by its bound if it has this fraction of the most visits: of fewer simulations
 * the error is not known well enough. */
#define BOUND_LEAST_VISITS 0.1

/* The keys by which an action of the root is sorted, largest first; read once, since other threads
 * may be changing them. */
struct key {
    int16_t slot;
    double worth; /* by tree_choice; 0 where visits decide */
    uint32_t visits;
    struct rank rank;
};

/* The lower end of the 95 % interval of an action's win rate, or -1 if it cannot compete by it. */
static double bound_of(const struct tree_search *s, struct tree_node *root, int slot,
                       const struct means *means, uint64_t most) {
    const double visits = tree_edge_visits(&s->tree, root, slot);
    if (visits < BOUND_LEAST_VISITS * (double)most || visits == 0) return -1;
    const double winrate = winrate_of(s, root, slot, means);
    const struct search_candidate as_candidate = {
        .winrate = winrate, .error = error_of(winrate, visits, (double)s->network_fraction)};
    return fmax(search_lower_bound(&as_candidate), 0);
}

/* The tree_choice in force. Under RAVE the choice by bound was not measured, and the papers'
 * programs play the most visited move. */
static enum tree_choice choice_of(const struct tree_search *s) {
    const enum tree_choice given = s->base.setting.params->tree_choice;
    if (given != TREE_CHOICE_AUTO) return given;
    return s->tree.kind == TREE_OF_PUCT ? TREE_CHOICE_BOUND : TREE_CHOICE_VISITS;
}

static struct key key_of(const struct tree_search *s, struct tree_node *root, int slot,
                         const struct means *means, uint64_t most) {
    struct key key = {.slot = (int16_t)slot,
                      .visits = tree_edge_visits(&s->tree, root, slot),
                      .rank = rank_of(s, root, slot)};
    const enum tree_choice choice = choice_of(s);
    if (choice == TREE_CHOICE_VALUE) key.worth = (double)key.rank.value;
    if (choice == TREE_CHOICE_BOUND) key.worth = bound_of(s, root, slot, means, most);
    return key;
}

/* Whether an action is chosen rather than another. */
static bool comes_before(const struct key *a, const struct key *b) {
    if (a->worth != b->worth) return a->worth > b->worth;
    if (a->visits != b->visits) return a->visits > b->visits;
    return is_worth_more(a->rank, b->rank);
}

/* The root's actions in the order of choice; returns their number. */
static int order_actions(const struct tree_search *s, struct tree_node *root,
                         const struct means *means, int16_t slots[TREE_MAX_SLOTS]) {
    const uint64_t most = tree_find_lead(s, root).visits;
    struct key keys[TREE_MAX_SLOTS];
    int count = 0;
    for (int slot = 0; slot < s->tree.slots; slot++) {
        if (!tree_is_legal(&s->tree, root, slot)) continue;
        const struct key key = key_of(s, root, slot, means, most);
        int at = count++;
        for (; at > 0 && comes_before(&key, &keys[at - 1]); at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (int i = 0; i < count; i++) slots[i] = keys[i].slot;
    return count;
}

/* --- statistics --- */

static void fill_candidate(const struct tree_search *s, struct tree_node *root, int slot,
                           const struct means *means, struct search_candidate *out) {
    const double visits = tree_edge_visits(&s->tree, root, slot);
    const double winrate = winrate_of(s, root, slot, means);
    const struct scores scores = scores_after(s, root, slot);
    const double mean = shrunk_score(&scores, scores.mean, means->score_mean);
    const double square = shrunk_score(&scores, scores.square, means->score_square);
    *out = (struct search_candidate){
        .point = tree_point(s->board.size, slot),
        .visits = (uint64_t)visits,
        .winrate = winrate,
        .error = error_of(winrate, visits, (double)s->network_fraction),
        .prior = odds(s, slot),
        .score = shrunk_score(&scores, scores.mean - means->optimism, means->score),
        .score_stdev = search_stdev(mean, square)};
}

/* A game that is over has one candidate, the pass, with the result on the board. */
static void fill_end(const struct tree_search *s, struct search_statistics *out) {
    const int black = 2 * board_score_area(&s->board, NULL) - s->half_komi;
    const int half_score = color_sign(s->at.to_move) * black;
    out->score = half_score / 2.0;
    out->winrate = score_reward(half_score);
    out->count = 1;
    out->candidates[0] = (struct search_candidate){
        .point = PASS, .winrate = out->winrate, .score = out->score, .prior = 1};
}

static void fill_ownership(const struct tree_search *s, struct search_statistics *out) {
    out->has_ownership = s->wants_ownership;
    ownership_sums_read(&s->ownership, NULL, 0, out->ownership, out->ownership_stdev);
}

/* Samples of the whole position that are added to those of a move. */
#define OWNERSHIP_SHRINKAGE 4.0

bool tree_search_ownership_after(const struct search *search, int point,
                                 double mean[BOARD_MAX_POINTS], double stdev[BOARD_MAX_POINTS]) {
    const struct tree_search *s = tree_search_in(search);
    if (!s->has_run || !s->wants_moves_ownership) return false;
    ownership_sums_read(&s->move_ownership[tree_slot(s->board.size, point)], &s->ownership,
                        OWNERSHIP_SHRINKAGE, mean, stdev);
    return true;
}

static void fill_candidates(const struct tree_search *s, struct search_statistics *out) {
    struct tree_node *root = tree_node(&s->tree, s->tree.root);
    struct means means = find_means(s, root);
    int16_t slots[TREE_MAX_SLOTS];
    double all = 0;
    out->count = order_actions(s, root, &means, slots);
    if (out->count > 0) find_scores(s, root, slots[0], &means);
    for (int i = 0; i < out->count; i++) {
        fill_candidate(s, root, slots[i], &means, &out->candidates[i]);
        all += out->candidates[i].prior;
    }
    for (int i = 0; i < out->count; i++) out->candidates[i].prior /= all;
    out->score = means.score;
    out->score_stdev = search_stdev(means.score_mean, means.score_square);
    out->winrate = out->candidates[0].winrate;
}

void tree_search_statistics(const struct search *search, struct search_statistics *out) {
    const struct tree_search *s = tree_search_in(search);
    memset(out, 0, sizeof *out);
    if (!s->has_run) return;
    out->until = s->until;
    out->to_move = s->at.to_move;
    out->hash = s->board.hash;
    out->simulations = atomic_load(&s->simulations);
    if (s->at.passes >= 2)
        fill_end(s, out);
    else
        fill_candidates(s, out);
    fill_ownership(s, out);
}

/* --- values and lines --- */

/* The node for POSITION, the root or one below it; NULL when the tree has none. */
static struct tree_node *node_of(const struct tree_search *s,
                                 const struct search_position *position) {
    const uint32_t index = tree_find(s, position);
    return index != TREE_NONE ? tree_node(&s->tree, index) : NULL;
}

/* Q(s, a), the heuristic's experience included: only the root remembers how much that was. */
static double mean_of(const struct tree_search *s, struct tree_node *node, int slot) {
    const double mean = wins_of(s, node, slot) / (double)concurrent_read(&node_visits(node)[slot]);
    return fmin(fmax(mean, 0), 1); /* sums are rounded */
}

/* Whether the tree has a value for an action. Under PUCT all actions begin with the same value,
 * which says nothing, so it takes a visit; the other policies begin with a value for each. */
static bool knows(const struct tree_search *s, struct tree_node *node, int slot) {
    if (!tree_is_legal(&s->tree, node, slot)) return false;
    if (s->tree.kind == TREE_OF_PUCT) return tree_edge_visits(&s->tree, node, slot) > 0;
    return concurrent_read(&node_visits(node)[slot]) > 0;
}

/* The mover's win rate after each of CANDIDATES by the heuristic's local shapes, 0.5 without any;
 * -1 elsewhere. */
static void shape_values(const struct tree_search *s, const struct search_position *position,
                         const struct bitset *candidates, double values[BOARD_MAX_POINTS]) {
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        values[p] = p < point_limit(position->board->size) && bitset_has(candidates, p) ? 0.5 : -1;
    if (!s->has_run || !s->is_fused || s->fused.shapes->size != position->board->size) return;
    struct local_shapes shapes;
    local_shapes_init(&shapes, &s->weights, s->output);
    shapes.base.method->set(&shapes.base, position->board, position->to_move);
    evaluator_values(&shapes.base, position->board, position->to_move, candidates, values);
}

/* By the tree if it has visited the position, else by the heuristic's local shapes; the two scales
 * differ, so they are not mixed. What the tree never plays, such as filling an eye, gets no value:
 * the shapes could take it for the best move. */
void tree_search_values(struct search *search, const struct search_position *position,
                        double values[BOARD_MAX_POINTS]) {
    struct tree_search *s = tree_search_of(search);
    struct tree_node *node = node_of(s, position);
    const bool at_root = node && node == tree_node(&s->tree, s->tree.root);
    const bool is_visited = node && tree_is_open(node) && tree_find_lead(s, node).visits > 0;
    const struct bitset legal = search_legal_points(position);
    struct bitset candidates = {{0}};
    board_candidates(position->board, position->to_move, &candidates);
    candidates = bitset_common(&candidates, &legal, position->board->words);
    shape_values(s, position, &candidates, values);
    if (!is_visited) return;
    const struct means means = at_root ? find_means(s, node) : (struct means){0};
    BITSET_FOR_EACH(p, legal, position->board->words) {
        if (!knows(s, node, p))
            values[p] = -1;
        else
            values[p] = at_root ? winrate_of(s, node, p, &means) : mean_of(s, node, p);
    }
}

/* The action that is chosen at the ROOT of the last run, or -1 without any. */
static int chosen_slot(const struct tree_search *s, struct tree_node *root) {
    const struct means means = find_means(s, root);
    int16_t slots[TREE_MAX_SLOTS];
    return order_actions(s, root, &means, slots) > 0 ? slots[0] : -1;
}

/* The action that a line takes from NODE: the most visited one, and from the root the choice. */
static int line_slot(const struct tree_search *s, struct tree_node *node) {
    return node == tree_node(&s->tree, s->tree.root) ? chosen_slot(s, node)
                                                     : tree_find_lead(s, node).most;
}

int tree_search_pv(const struct search *search, const struct search_position *position, int point,
                   int line[SEARCH_PV]) {
    const struct tree_search *s = tree_search_in(search);
    struct tree_node *node = node_of(s, position);
    int length = 0;
    for (; node && tree_is_open(node) && length < SEARCH_PV; length++) {
        const int slot =
            length == 0 && point != NO_POINT ? tree_slot(s->board.size, point) : line_slot(s, node);
        if (slot < 0 || (length > 0 && tree_edge_visits(&s->tree, node, slot) == 0)) break;
        line[length] = tree_point(s->board.size, slot);
        node = tree_child(&s->tree, node, slot);
    }
    if (length == 0 && point != NO_POINT) line[length++] = point;
    return length;
}

/* --- samples from inside the tree --- */

/* The probability that a walk ends where it is. */
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

/* What was found at the node after SLOT of PARENT: its value is the mean of all that was tried
 * there, not that of its best move. */
static void set_node(const struct tree_search *s, struct tree_node *parent, int parent_slot,
                     struct tree_sample *out) {
    struct tree_node *node = tree_child(&s->tree, parent, parent_slot);
    const double value = mean_of(s, parent, parent_slot);
    out->simulations = atomic_load_explicit(&node->visits, memory_order_relaxed);
    out->value = parent->to_move == BLACK ? value : 1 - value;
    out->choices = 0;
    for (int slot = 0; slot < point_limit(s->tree.size); slot++) {
        const uint32_t visits =
            tree_is_legal(&s->tree, node, slot) ? tree_edge_visits(&s->tree, node, slot) : 0;
        if (visits == 0) continue;
        out->choice[out->choices] = (int16_t)slot;
        out->visits[out->choices++] = visits;
    }
}

/* A walk from the root over children with enough simulations, each as likely, however often the
 * search went there: so samples are also of poor moves, which the network must recognise. */
bool tree_search_sample(const struct search *search, struct rng *rng, struct tree_sample *out) {
    const struct tree_search *s = tree_search_in(search);
    if (!s->has_run || s->at.passes >= 2) return false;
    struct tree_node *parent, *node = tree_node(&s->tree, s->tree.root);
    int slot, next = draw_slot(s, node, rng);
    if (next < 0) return false;
    board_copy(&out->board, &s->board);
    out->to_move = s->at.to_move;
    out->last = s->at.last_point;
    do {
        parent = node, slot = next;
        node = tree_child(&s->tree, parent, slot);
        step(out, tree_point(s->tree.size, slot));
        next = draw_slot(s, node, rng);
    } while (next >= 0 && !rng_bernoulli(rng, STOP));
    set_node(s, parent, slot, out);
    return true;
}

void tree_search_earned_visits(const struct search *search, uint64_t visits[BOARD_MAX_POINTS]) {
    const struct tree_search *s = tree_search_in(search);
    struct tree_node *root = tree_node(&s->tree, s->tree.root);
    const int most = tree_find_lead(s, root).most;
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        visits[p] = p < point_limit(s->tree.size) && tree_is_legal(&s->tree, root, p)
                        ? tree_earned_visits(s, root, p, most)
                        : 0;
}

uint64_t tree_search_visits(const struct search *search, const struct search_position *position,
                            uint64_t visits[BOARD_MAX_POINTS]) {
    const struct tree_search *s = tree_search_in(search);
    struct tree_node *node = node_of(s, position);
    uint64_t sum = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) visits[p] = 0;
    for (int slot = 0; node && tree_is_open(node) && slot < s->tree.slots; slot++) {
        const int point = tree_point(s->board.size, slot);
        if (!tree_is_legal(&s->tree, node, slot)) continue;
        const uint64_t here = tree_edge_visits(&s->tree, node, slot);
        sum += here;
        if (point != PASS) visits[point] = here;
    }
    return sum;
}

enum tree_part tree_search_part(const struct search *search) {
    const struct tree_search *s = tree_search_in(search);
    return (enum tree_part)atomic_load_explicit(&s->worker->scratch.part, memory_order_relaxed);
}
