/* The choice of the root. Between two runs the game has usually gone on by a move or two; the
 * subtree below these moves is kept. Superko, komi and passes must agree, or its results are those
 * of another game. */
#include "tree_state.h"

#include <stdlib.h>
#include <string.h>

/* Nearly all positions of a simulation are new, so most answers are one bit of a filter of 2,048: a
 * hash without its bit is not in the list. */
bool tree_history_has(const struct history *h, uint64_t hash) {
    if (!(h->filter[hash >> 6 & 31] >> (hash & 63) & 1)) return false;
    return superko_repeats(h->hashes, h->count, hash);
}

static enum status keep_history(struct history *h, const struct search_position *position,
                                struct failure *why) {
    if (position->hash_count > h->room) {
        const size_t room = 2 * position->hash_count + 64;
        uint64_t *hashes = realloc(h->hashes, room * sizeof *hashes);
        if (!hashes) return out_of_memory(why, "the positions of the game");
        h->hashes = hashes;
        h->room = room;
    }
    h->count = position->hash_count;
    memset(h->filter, 0, sizeof h->filter);
    for (size_t i = 0; i < h->count; i++) {
        h->hashes[i] = position->hashes[i];
        h->filter[h->hashes[i] >> 6 & 31] |= UINT64_C(1) << (h->hashes[i] & 63);
    }
    return STATUS_OK;
}

/* The slot of the action of NODE that leads from board B to the position with HASH, or -1. The game
 * is given as hashes, not as moves, because that is what superko needs. */
static int follow(const struct tree_search *s, struct tree_node *node, const struct board *b,
                  enum color to_move, uint64_t hash) {
    const int size = b->size;
    if (hash == b->hash) return tree_slot(size, PASS);
    for (int p = 0; p < point_limit(size); p++)
        if (tree_is_legal(&s->tree, node, p) && board_color(b, p) == EMPTY &&
            board_hash_after(b, p, to_move) == hash)
            return p;
    return -1;
}

/* Whether two boards are the same position for a game that continues. */
static bool is_same(const struct board *a, const struct board *b) {
    return a->hash == b->hash && a->ko == b->ko && (a->ko < 0 || a->ko_color == b->ko_color);
}

/* Follows the game from the root by the hashes that it has and the root's history has not:
 *
 *     the root's history    h0 h1 h2
 *     the game's            h0 h1 h2 h3 h4      two actions lead from the root to the node */
uint32_t tree_find(const struct tree_search *s, const struct search_position *position) {
    const struct history *h = &s->history;
    if (s->tree.root == TREE_NONE || position->stone_cost != s->stone_cost ||
        position->hash_count < h->count || position->board->size != s->board.size)
        return TREE_NONE;
    for (size_t i = 0; i < h->count; i++)
        if (position->hashes[i] != h->hashes[i]) return TREE_NONE;
    struct board b;
    board_copy(&b, &s->board);
    enum color to_move = s->at.to_move;
    uint32_t index = s->tree.root;
    int half_komi = s->half_komi;
    for (size_t i = h->count; i < position->hash_count; i++) {
        struct tree_node *node = tree_node(&s->tree, index);
        const int slot = follow(s, node, &b, to_move, position->hashes[i]);
        if (slot < 0 || !tree_child(&s->tree, node, slot)) return TREE_NONE;
        index = atomic_load(&node_edges(node, s->tree.slots)[slot]);
        const int point = tree_point(b.size, slot);
        if (point != PASS) half_komi += s->stone_cost * color_sign(to_move);
        board_play(&b, point, to_move);
        to_move = color_other(to_move);
    }
    const struct tree_node *node = tree_node(&s->tree, index);
    const bool fits = is_same(&b, position->board) && to_move == position->to_move &&
                      half_komi == position->half_komi && node->passes == position->passes &&
                      tree_is_open(node);
    return fits ? index : TREE_NONE;
}

/* Restricts the root's actions to CANDIDATES, and the pass if MAY_PASS or if there are no
 * candidates. Returns false if the root lacks one of them, because an earlier run has forbidden it
 * for good. */
static bool restrict_root(struct tree_search *s, const struct bitset *candidates, bool may_pass) {
    struct tree_node *root = tree_node(&s->tree, s->tree.root);
    const int words = s->board.words, pass = tree_slot(s->board.size, PASS);
    const bool passes = may_pass || bitset_is_empty(candidates, words);
    bool complete = !passes || tree_is_legal(&s->tree, root, pass);
    for (int p = 0; p < point_limit(s->board.size); p++) {
        const bool legal = tree_is_legal(&s->tree, root, p), wanted = bitset_has(candidates, p);
        if (legal && !wanted) tree_forbid(&s->tree, root, p);
        complete &= legal || !wanted;
    }
    if (!passes) tree_forbid(&s->tree, root, pass);
    return complete;
}

/* What the heuristic sees of the root. */
static struct tree_state root_state(const struct tree_run *run) {
    const struct tree_search *s = run->search;
    const struct tree_node *root = tree_node(&s->tree, s->tree.root);
    return (struct tree_state){.board = &s->board,
                               .to_move = s->at.to_move,
                               .last_point = s->at.last_point,
                               .own_point = root->own_point,
                               .half_komi = tree_network_half_komi(s, 0, s->at.to_move),
                               .by_territory = s->stone_cost > 0,
                               .black_mean = root->black_mean};
}

/* Notes the experience that the root's actions began with, which worker 0 has just computed. */
static void note_prior(struct tree_search *s) {
    memcpy(s->prior, s->worker[0].scratch.prior, sizeof s->prior);
}

static float sum_of_priors(const struct tree_prior *prior, const struct bitset *moves, int words) {
    float sum = 0;
    BITSET_FOR_EACH(p, *moves, words) sum += prior[p].probability;
    return sum;
}

/* The priors of a new root's CANDIDATES, into worker 0's scratch. A policy was trained to predict
 * among all moves, so it is applied to all; then the candidates divide the probability of the
 * excluded moves among them in proportion: P(a) / (sum over candidates) x (sum over all). */
static void find_prior(const struct tree_run *run, const struct bitset *candidates) {
    struct tree_search *s = run->search;
    const int words = s->board.words;
    struct tree_scratch *scratch = &s->worker[0].scratch;
    const struct tree_state state = root_state(run);
    struct bitset moves = {{0}};
    if (heuristic_method_of(run->params)->reads_policy)
        board_candidates(&s->board, s->at.to_move, &moves);
    bitset_unite(&moves, candidates, words); /* some may fill eyes, if the pass is banned */
    tree_prior_find(&run->heuristic, &s->tree, &state, &moves, scratch);
    const float all = sum_of_priors(scratch->prior, &moves, words);
    const float left = sum_of_priors(scratch->prior, candidates, words);
    if (left <= 0 || left >= all) return;
    BITSET_FOR_EACH(p, *candidates, words) {
        float *prior = &scratch->prior[p].probability;
        *prior = *prior / left * all; /* in this order no intermediate result overflows */
    }
}

static void new_root(const struct tree_run *run, const struct search_position *position,
                     const struct bitset *candidates) {
    struct tree_search *s = run->search;
    tree_clear(&s->tree);
    s->tree.root = tree_take(&s->tree, s->at.to_move, s->at.passes);
    struct tree_node *root = tree_node(&s->tree, s->tree.root);
    root->black_mean = 0.5f;
    root->own_point = (int16_t)position->own_point;
    find_prior(run, candidates);
    tree_prior_open(&run->heuristic, &s->tree, root, candidates, &s->worker[0].scratch);
    note_prior(s);
    restrict_root(s, candidates, position->may_pass);
}

/* Continues with node INDEX. Reports subtract the priors of the root, which nodes do not keep, so
 * they are computed once more. Only the grandfather's values may differ: that node is gone. */
static void move_root(const struct tree_run *run, uint32_t index) {
    struct tree_search *s = run->search;
    if (index == s->tree.root) return;
    tree_make_root(&s->tree, index);
    const struct tree_state state = root_state(run);
    struct bitset candidates = {{0}};
    board_candidates(&s->board, s->at.to_move, &candidates);
    tree_prior_find(&run->heuristic, &s->tree, &state, &candidates, &s->worker[0].scratch);
    note_prior(s);
}

enum status tree_enter_position(const struct tree_run *run, const struct search_position *position,
                                const struct bitset *candidates, struct failure *why) {
    struct tree_search *s = run->search;
    const uint32_t known = tree_find(s, position);
    const enum status status = keep_history(&s->history, position, why);
    if (status != STATUS_OK) {
        tree_clear(&s->tree);
        return status;
    }
    board_copy(&s->board, position->board);
    s->at = (struct playout_start){.to_move = position->to_move,
                                   .last_point = position->last_point,
                                   .passes = position->passes};
    s->half_komi = position->half_komi;
    s->stone_cost = position->stone_cost;
    const int as_it_stands = 2 * board_score_area(&s->board, NULL) - s->half_komi;
    s->pass_half_score = position->may_pass ? position->pass_half_score : as_it_stands;
    /* Below the root passes have ended the game with the area as it stands. If the player knows a
     * better score for passes at the root (dead stones removed), the old results are wrong, and a
     * new root begins. By territory they were counted by playouts, which is near enough. */
    bool fits = known != TREE_NONE && (s->stone_cost || s->pass_half_score == as_it_stands);
    if (fits) {
        move_root(run, known);
        fits = restrict_root(s, candidates, position->may_pass);
    }
    if (!fits) new_root(run, position, candidates);
    return STATUS_OK;
}

/* --- exploration by self-play --- */

/* P = (1 - e) P + e X, where X is Dirichlet noise over the legal actions: gamma numbers of equal
 * shape, divided by their sum. From the priors without noise, so that a root's next search draws
 * anew. With a shape far below 1 nearly all of the noise falls on a few actions. */
void tree_add_noise(struct tree_search *s, const struct params *params, struct rng *rng) {
    const float weight = (float)params->root_noise;
    struct tree_node *root = tree_node(&s->tree, s->tree.root);
    float *p = node_priors(root, s->tree.slots), noise[TREE_MAX_SLOTS] = {0}, sum = 0;
    int actions = 0;
    if (weight <= 0 || s->tree.kind != TREE_OF_PUCT) return;
    for (int i = 0; i < s->tree.slots; i++) actions += tree_is_legal(&s->tree, root, i);
    for (int i = 0; i < s->tree.slots; i++) {
        if (!tree_is_legal(&s->tree, root, i)) continue;
        noise[i] = (float)rng_gamma(rng, params->root_noise_spread / actions);
        sum += noise[i];
    }
    if (sum <= 0) return;
    for (int i = 0; i < s->tree.slots; i++)
        if (tree_is_legal(&s->tree, root, i))
            p[i] = (1 - weight) * s->prior[i].probability + weight * noise[i] / sum;
}

/* The simulations that root_forced gives an action. */
static float forced_at(const struct params *params, struct tree_node *root, float prior) {
    const uint32_t visits = atomic_load_explicit(&root->visits, memory_order_relaxed);
    return sqrtf((float)params->root_forced * prior * (float)visits);
}

int tree_find_forced(const struct tree_search *s, const struct params *params,
                     struct tree_node *node) {
    const float *p = node_priors(node, s->tree.slots);
    for (int i = 0; i < s->tree.slots; i++) {
        const uint32_t tried = tree_edge_visits(&s->tree, node, i);
        if (tried > 0 && tree_is_legal(&s->tree, node, i) &&
            (float)tried < forced_at(params, node, p[i]))
            return i;
    }
    return -1;
}

/* An action with probability P and value Q has the value Q + c P sqrt(1 + visits) / (1 + n) after n
 * visits. It earns visits for as long as this is above BEST, the value of MOST:
 *
 *     n = c P sqrt(1 + visits) / (best - Q) - 1
 *
 * and keeps its other visits except the forced ones. */
uint64_t tree_earned_visits(const struct tree_search *s, struct tree_node *root, int slot,
                            int most) {
    const struct params *params = s->base.setting.params;
    const uint32_t visits = tree_edge_visits(&s->tree, root, slot);
    if (params->root_forced <= 0 || s->tree.kind != TREE_OF_PUCT || slot == most) return visits;
    const float p = node_priors(root, s->tree.slots)[slot];
    const float best = tree_policy_value(params, &s->tree, root, most);
    const float own = tree_policy_greedy_value(params, &s->tree, root, slot, (float)params->fpu);
    const float all = concurrent_read(&node_visits(root)[slot]);
    if (own >= best) return visits;
    const float root_of =
        sqrtf(1 + (float)atomic_load_explicit(&root->visits, memory_order_relaxed));
    const float earned = tree_puct(params, s->tree.size) * p * root_of / (best - own) - 1;
    const float least = (float)visits - forced_at(params, root, p);
    const float kept = fmaxf((float)visits - fmaxf(all - earned, 0), least);
    return kept <= 1 ? 0 : (uint64_t)fminf(ceilf(kept), (float)visits);
}
