/* One simulation. Algorithm 1 of the 2011 paper with the names of its procedures:
 *
 *     Simulate      tree_simulate: SimTree, SimDefault, Backup
 *     SimTree       descend: select_slot until a state is new, new_node adds it
 *     NewNode       new_node; later open_node, which asks the heuristic (section 5.1)
 *     SelectMove    select_slot: the tree policy's choice (section 4)
 *     SimDefault    finish: the default policy to the end, and the score
 *     Backup        back_up: Q (equation 6), and Q~ of RAVE (equations 16, 17)
 *
 * Threads run this at the same time. All that they share is the tree, whose counts are relaxed
 * atomics; an addition that is lost now and then changes nothing that matters. */
#include "guzumi/go/board.h"

#include "tree_state.h"

#include <string.h>

/* Positional superko, in the game and on the path: a playout ignores it, a line of the tree would
 * promise moves that cannot be played. */
static bool repeats(const struct tree_search *s, const struct worker *w, uint64_t hash) {
    if (tree_history_has(&s->history, hash)) return true;
    for (int i = 0; i < w->length; i++)
        if (w->path[i].hash == hash) return true;
    return false;
}

/* N(s) and N(s, a) grow on the way down and the wins only in back_up. Until its result is known a
 * simulation therefore counts as lost: a virtual loss, which sends other threads elsewhere. */
static void count_visit(struct tree_node *node, int slot) {
    concurrent_add(&node_visits(node)[slot], 1);
    concurrent_add(&node->total, 1);
    atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
}

static void play(struct worker *w, int point) {
    if (point != PASS) w->put += color_sign(w->at.to_move);
    board_play(&w->board, point, w->at.to_move);
    trajectory_append(&w->game, &w->board, point);
    w->at = (struct playout_start){.to_move = color_other(w->at.to_move),
                                   .last_point = point,
                                   .passes = point == PASS ? w->at.passes + 1 : 0};
}

/* The mean of Black's results in this run, with 5 wins and 5 losses more, which keep it away from 0
 * and 1. It is the worker's own: the threads' means agree closely, and no count need be shared. */
static float black_mean(const struct worker *w) {
    return ((float)w->black_won + 5) / ((float)w->simulations + 10);
}

/* The point of the move before the last one. */
static int point_before_last(const struct tree_search *s, const struct trajectory *game) {
    return game->length > 1 ? game->point[game->length - 1] : s->at.last_point;
}

/* Removes what is banned at this depth from the CANDIDATES of NODE, where the simulation stands;
 * the pass too, if any candidate is left. */
static void keep_to_bans(const struct tree_run *run, const struct worker *w, struct tree_node *node,
                         struct bitset *candidates) {
    const struct tree *tree = &run->search->tree;
    const int depth = w->length - 1;
    search_take_banned(run->bans, w->at.to_move, depth, candidates);
    if (search_bans_move(run->bans, w->at.to_move, PASS, depth) &&
        !bitset_is_empty(candidates, w->board.words))
        tree_forbid(tree, node, tree_slot(tree->size, PASS));
}

/* Computes the heuristic for NODE, the state where the simulation stands, which this thread has
 * claimed. Meanwhile others treat the node as closed and need not wait. */
static void open_node(struct tree_run *run, struct worker *w, struct tree_node *node) {
    const struct tree *tree = &run->search->tree;
    struct bitset candidates = {{0}};
    const struct tree_state state = {
        .board = &w->board,
        .to_move = w->at.to_move,
        .last_point = w->at.last_point,
        .own_point = node->own_point,
        .half_komi = tree_network_half_komi(run->search, w->put, w->at.to_move),
        .by_territory = run->search->stone_cost > 0,
        .grandfather = w->length > 2 ? w->path[w->length - 3].node : NULL,
        .black_mean = node->black_mean};
    tree_enter(&w->scratch, TREE_READS);
    board_candidates(&w->board, w->at.to_move, &candidates);
    if (run->bans) keep_to_bans(run, w, node, &candidates);
    tree_prior_find(&run->heuristic, tree, &state, &candidates, &w->scratch);
    tree_prior_open(&run->heuristic, tree, node, &candidates, &w->scratch);
    tree_enter(&w->scratch, TREE_DESCENDS);
}

/* NewNode: the state where the simulation stands, after the path so far. */
static uint32_t new_node(struct tree_run *run, struct worker *w, uint32_t before) {
    struct tree *tree = &run->search->tree;
    const uint32_t index = tree_take(tree, w->at.to_move, w->at.passes);
    if (index == TREE_NONE) return index;
    struct tree_node *node = tree_node(tree, index);
    node->before = before;
    node->evaluation = TREE_NOT_EVALUATED;
    node->black_mean = black_mean(w);
    node->own_point = (int16_t)point_before_last(run->search, &w->game);
    return index;
}

/* Counts a visit of an edge that ends the game, which never leads to a node. The bound keeps the
 * count from reaching the bit TREE_LEAF. */
static void count_end(_Atomic uint32_t *edge) {
    const uint32_t before = atomic_load_explicit(edge, memory_order_relaxed) & ~TREE_LEAF;
    if (before < TREE_LEAF - 2) atomic_fetch_add_explicit(edge, 1, memory_order_relaxed);
}

/* Crosses an edge: returns the node that it leads to, or NULL while there is none. IS_NEW: this
 * simulation has added it, at visit tree_expand of the edge. */
static struct tree_node *cross(struct tree_run *run, struct worker *w, _Atomic uint32_t *edge,
                               bool *is_new) {
    struct tree_search *s = run->search;
    uint32_t to = atomic_load_explicit(edge, memory_order_acquire);
    *is_new = false;
    if (!(to & TREE_LEAF)) return tree_node(&s->tree, to);
    const uint32_t before = to & ~TREE_LEAF;
    uint32_t next = before < TREE_LEAF - 2 ? to + 1 : to;
    if (before + 1 >= (uint32_t)run->params->tree_expand) {
        const uint32_t index = new_node(run, w, before);
        if (index == TREE_NONE)
            atomic_store_explicit(&run->full, true, memory_order_relaxed);
        else
            next = index;
    }
    /* Another thread may have been here meanwhile; then its node is the one, and ours is wasted
     * until the next pruning. The exchange also publishes the node's fields to other threads. */
    if (atomic_compare_exchange_strong(edge, &to, next))
        *is_new = !(next & TREE_LEAF);
    else
        next = to;
    return next & TREE_LEAF ? NULL : tree_node(&s->tree, next);
}

static bool has_action(const struct tree *tree, struct tree_node *node) {
    for (int slot = 0; slot < tree->slots; slot++)
        if (tree_is_legal(tree, node, slot)) return true;
    return false;
}

/* SelectMove: the action of the state where the simulation stands. Superko is tested only for the
 * action that is chosen, and only before it has a node: testing all moves of every new node would
 * cost more than it finds. An action that repeats a position is forbidden, and the next best one is
 * selected. */
static int select_slot(const struct tree_run *run, struct worker *w, struct tree_node *node) {
    const struct tree *tree = &run->search->tree;
    const bool forces = w->length == 1 && run->params->root_forced > 0;
    if (forces && tree->kind == TREE_OF_PUCT) {
        const int slot = tree_find_forced(run->search, run->params, node);
        if (slot >= 0) return slot;
    }
    for (;;) {
        /* Where the pass is banned, all others may turn out to be illegal. */
        if (run->bans && !has_action(tree, node)) return tree_slot(tree->size, PASS);
        const int slot = tree_policy_select(run->params, tree, node, &w->rng);
        const int point = tree_point(tree->size, slot);
        if (point == PASS || tree_child(tree, node, slot) ||
            !repeats(run->search, w, board_hash_after(&w->board, point, w->at.to_move)))
            return slot;
        tree_forbid(tree, node, slot);
    }
}

/* NODE, at the end of the path, has been evaluated after that many SIMULATIONS through it, which
 * have returned what the network says of its parent. In the means along the path they get what it
 * says of NODE:
 *
 *     f (V(node) - V(parent)) SIMULATIONS     more of Black's wins, f = network_fraction
 *
 * A sum stays above 0, since a slot below 0 is an action that is not allowed. Scores stay as they
 * are: they are reported alone, and are steadier so. */
static void revise_returns(const struct tree_run *run, struct worker *w, struct tree_node *node,
                           uint32_t simulations) {
    const struct tree *tree = &run->search->tree;
    if (w->length < 2) return;
    const float now = concurrent_read(&node->evaluation);
    const float before = concurrent_read(&w->path[w->length - 2].node->evaluation);
    if (!tree_is_evaluated(now) || !tree_is_evaluated(before)) return;
    const float black = (float)simulations * tree_network_fraction(run) * (now - before);
    for (int t = 0; t + 1 < w->length; t++) {
        struct tree_node *at = w->path[t].node;
        const int slot = tree_slot(tree->size, w->game.point[t + 1]);
        float *wins = &node_wins(at, tree->slots)[slot];
        const float more = at->to_move == BLACK ? black : -black;
        if (tree_is_legal(tree, at, slot))
            tree_add(wins, fmaxf(more, -concurrent_read(wins)), &w->rng);
    }
}

/* Whether the tree policy chooses the action where the simulation stands: not in a new node, nor
 * before tree_open simulations have been there, nor while another thread opens it. A heuristic that
 * changes with the tree is computed when the node is new. */
static bool is_inner(struct tree_run *run, struct worker *w, struct tree_node *node, bool is_new) {
    const struct heuristic_method *method = heuristic_method_of(run->params);
    const uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    const uint32_t opens_at = method->opens_late ? (uint32_t)run->params->tree_open : 1;
    const bool wanted = method->changes || (!is_new && visits >= opens_at);
    if (wanted && !tree_is_open(node) && tree_claim(node)) {
        open_node(run, w, node);
        revise_returns(run, w, node, visits);
    }
    return !is_new && tree_is_open(node);
}

/* SimTree: follows the tree policy to the first state that is not in the tree or is new there. */
static void descend(struct tree_run *run, struct worker *w) {
    struct tree_search *s = run->search;
    struct tree_node *node = tree_node(&s->tree, s->tree.root);
    const int size = s->board.size, limit = trajectory_move_limit(size);
    bool is_new = false;
    w->length = 0;
    while (node && w->game.length < limit) {
        w->path[w->length++] = (struct step){.node = node, .hash = w->board.hash};
        if (!is_inner(run, w, node, is_new)) break;
        const int slot = select_slot(run, w, node);
        count_visit(node, slot);
        play(w, tree_point(size, slot));
        _Atomic uint32_t *edge = &node_edges(node, s->tree.slots)[slot];
        if (w->at.passes >= 2) {
            count_end(edge);
            break;
        }
        node = cross(run, w, edge, &is_new);
    }
}

/* Whether nothing but passes has been played since the root. */
static bool has_only_passed(const struct tree_search *s, const struct worker *w) {
    return w->at.passes == s->at.passes + w->game.length;
}

/* Whether passes have ended the game in the tree with a result that is known: by area, and where
 * nothing but passes was played. By territory playouts must show what is alive. */
static bool has_result(const struct tree_search *s, const struct worker *w) {
    return w->at.passes >= 2 && (!s->stone_cost || has_only_passed(s, w));
}

/* The result where passes have ended the game in the tree. */
static int result_of_passes(const struct tree_search *s, const struct worker *w,
                            uint8_t owner[BOARD_MAX_POINTS]) {
    const int half_score = 2 * board_score_area(&w->board, owner) - s->half_komi;
    return has_only_passed(s, w) ? s->pass_half_score : half_score;
}

/* The points of Black's less White's among the dame of board B that a playout to END has filled.
 * Stones that are gone at its end count as dead, so points beside them are not dame. */
static int filled_dame(const struct board *b, const struct bitset end[2]) {
    struct bitset alive[2];
    for (int color = 0; color < 2; color++) {
        board_stones(b, (enum color)color, &alive[color]);
        for (int i = 0; i < b->words; i++) alive[color].word[i] &= end[color].word[i];
    }
    const struct bitset dame = score_dame(b, alive);
    int out = 0;
    for (int i = 0; i < b->words; i++)
        out += word_count(dame.word[i] & end[BLACK].word[i]) -
               word_count(dame.word[i] & end[WHITE].word[i]);
    return out;
}

/* The result of a playout from the worker's position to the stones at its END. By area
 *
 *     half score = 2 area - half komi
 *
 * By territory the game is counted as if it ended at the worker's position: the playout only shows
 * which stones are alive and who surrounds what. Playouts fill territory without need and dame when
 * they like, so their moves cost nothing and the dame they fill count nothing; moves of the tree
 * cost STONE_COST each:
 *
 *     half score = 2 (area - dame filled) - half komi - cost x (Black's stones put - White's) */
static int result_of_playout(const struct tree_search *s, const struct worker *w,
                             const struct bitset end[2]) {
    int area = board_score_stones(w->board.size, end, NULL);
    if (s->stone_cost) area -= filled_dame(&w->board, end);
    return 2 * area - s->half_komi - s->stone_cost * w->put;
}

/* The owner of each point at the end of the simulation's playout. The mercy rule may end the
 * playout itself early, so the same playout (RNG is a copy) is played once more without it. */
static void find_ownership(const struct tree_run *run, const struct worker *w,
                           struct playout_start start, struct rng rng,
                           uint8_t owner[BOARD_MAX_POINTS]) {
    struct playout_policy policy = run->default_policy;
    const int size = w->board.size, limit = trajectory_move_limit(size) - w->game.length;
    policy.mercy = 0;
    const struct playout_end end = playout_run(&w->board, start, &policy, limit, &rng, NULL);
    board_score_stones(size, end.stones, owner);
}

/* SimDefault: plays to the end. Returns the result in half points, Black's view. */
static int finish(struct tree_run *run, struct worker *w, uint8_t owner[BOARD_MAX_POINTS]) {
    const struct tree_search *s = run->search;
    const int size = w->board.size, before = w->game.length;
    const bool has_ended = w->at.passes >= 2;
    int half_score;
    if (has_result(s, w)) {
        half_score = result_of_passes(s, w, owner);
    } else {
        struct playout_start start = w->at;
        if (has_ended) start.passes = 0;
        if (owner) find_ownership(run, w, start, w->rng, owner);
        const struct playout_end end =
            playout_run(&w->board, start, &run->default_policy,
                        trajectory_move_limit(size) - before, &w->rng, has_ended ? NULL : &w->game);
        half_score = result_of_playout(s, w, end.stones);
    }
    /* The last node of the path is new or closed: the default policy has chosen its action. */
    if (w->length > before && w->game.length > before)
        count_visit(w->path[before].node, tree_slot(size, w->game.point[before + 1]));
    return half_score;
}

/* Notes a move of COLOR's once. Without a branch: the slot is written in any case, and kept if the
 * count grows. */
static void add_move(struct moves_made *made, enum color color, int slot) {
    made->slot[color][made->count[color]] = (int16_t)slot;
    made->count[color] += !made->has[color][slot];
    made->has[color][slot] = true;
}

/* Equations 16 and 17: N~(s, a) grows by 1 and N~ Q~ by z, for every action a that the player of
 * state s took from there on, its first time (all moves as first). */
static void count_rave(const struct tree *tree, struct tree_node *node,
                       const struct moves_made *made, enum color color, float z) {
    float *visits = node_rave_visits(node, tree->slots), *wins = node_rave_wins(node, tree->slots);
    for (int i = 0; i < made->count[color]; i++) {
        const int slot = made->slot[color][i];
        concurrent_add(&visits[slot], 1);
        concurrent_add(&wins[slot], z);
    }
}

static bool is_evaluated(const struct tree_node *node) {
    return tree_is_open(node) && tree_is_evaluated(concurrent_read(&node->evaluation));
}

/* The last state on the simulation's path that the network has evaluated; NULL without one, and for
 * a game that has its result, which needs no estimate. */
static const struct tree_node *last_evaluated(const struct tree_run *run, const struct worker *w) {
    if (tree_network_fraction(run) == 0 || has_result(run->search, w)) return NULL;
    for (int t = w->length - 1; t >= 0; t--) {
        const struct tree_node *node = w->path[t].node;
        if (is_evaluated(node)) return node;
    }
    return NULL;
}

/* (1 - f) RESULT + f VALUE, where f is FRACTION. */
static float mixed(float fraction, float result, float value) {
    return result + fraction * (value - result);
}

/* The score to report, in half points: the playout's and the network's, with weights (1 - f)^3 and
 * 1 - (1 - f)^3 where f is network_fraction. The mean of playouts jumps from move to move and, on
 * large boards, is far from the score at the end; the network's is nearer. */
static int half_lead(const struct tree_run *run, const struct tree_node *state, int half_score) {
    const float rest = 1 - tree_network_fraction(run);
    if (!state) return half_score;
    return (int)lrintf(mixed(1 - rest * rest * rest, (float)half_score, 2 * state->lead));
}

/* Scores count if the mean of Black's results, from -1 to 1, is beyond CLEAR: at win rates above 80
 * % or below 20 %. SCORE_SCALE, a fraction of the board's points, is the unit of leads. */
#define CLEAR 0.6f
#define SCORE_SCALE 0.25f

/* What its score adds to the return of a simulation, Black's view. The return moves part of the way
 * to a value that grows with the score; that part grows from 0 at CLEAR to score_fraction:
 *
 *     score_fraction (|m| - CLEAR) / (1 - CLEAR) x (1/2 + tanh(lead) / 2 - returned) */
static float worth_of_score(const struct tree_run *run, const struct worker *w, int half_score,
                            float returned) {
    const float clear = fabsf(2 * black_mean(w) - 1);
    const float weight = (float)run->params->score_fraction;
    if (weight == 0 || clear <= CLEAR) return 0;
    const int size = w->board.size;
    const float lead = 0.5f * (float)half_score / (SCORE_SCALE * (float)(size * size));
    const float fraction = weight * (clear - CLEAR) / (1 - CLEAR);
    return fraction * (0.5f + 0.5f * tanhf(lead) - returned);
}

/* Backup, from the last action to the first, so that the set of moves that a state's player made
 * from there on grows by one move at each step. RAVE compares moves of simulations, so it learns
 * from the result z alone, not from the network's value nor from the score. */
static void back_up(const struct tree_run *run, struct worker *w, int half_score) {
    const struct tree *tree = &run->search->tree;
    const float black = (float)score_reward(half_score);
    const struct tree_node *state = last_evaluated(run, w);
    const float returned =
        state ? mixed(tree_network_fraction(run), black, concurrent_read(&state->evaluation))
              : black;
    const float score_bonus = worth_of_score(run, w, half_score, returned);
    const float worth = returned + score_bonus;
    const int lead = half_lead(run, state, half_score);
    const int64_t result = tree_result(half_score, lead);
    struct moves_made *made = &w->made;
    memset(made->count, 0, sizeof made->count);
    memset(made->has, 0, sizeof made->has);
    for (int t = w->game.length - 1; t >= 0; t--) {
        const enum color color = trajectory_color(&w->game, t + 1);
        const float z = color == BLACK ? black : 1 - black;
        const int slot = tree_slot(tree->size, w->game.point[t + 1]);
        add_move(made, color, slot);
        if (t >= w->length) continue;
        struct tree_node *node = w->path[t].node;
        tree_add(&node_wins(node, tree->slots)[slot], color == BLACK ? worth : 1 - worth, &w->rng);
        tree_add(&node->score_bonus, score_bonus, &w->rng);
        atomic_fetch_add_explicit(&node->score_squares, (int64_t)lead * lead, memory_order_relaxed);
        atomic_fetch_add_explicit(&node->results, result, memory_order_relaxed);
        if (tree->kind == TREE_OF_RAVE) count_rave(tree, node, made, color, z);
    }
}

/* Lets the network's short-term memory learn from a simulation; the states on its path get their
 * values by what has been learnt before. */
static void learn_value(const struct tree_run *run, struct worker *w, int half_score) {
    struct tree_update update;
    if (!run->heuristic.memory) return;
    tree_update_begin(&update, run->heuristic.memory, run->params, (float)score_reward(half_score));
    for (int t = w->length - 1; t >= 0; t--) {
        struct tree_node *node = w->path[t].node;
        if (!is_evaluated(node)) continue;
        const float black = tree_update_add(&update, tree_index(&run->search->tree, node),
                                            (enum color)node->to_move);
        concurrent_write(&node->evaluation, tree_doubted(black));
    }
    tree_update_end(&update);
}

int tree_simulate(struct tree_run *run, struct worker *w, uint8_t owner[BOARD_MAX_POINTS]) {
    struct tree_search *s = run->search;
    board_copy(&w->board, &s->board);
    w->at = s->at;
    w->put = 0;
    trajectory_begin(&w->game, s->at.to_move);
    tree_enter(&w->scratch, TREE_DESCENDS);
    descend(run, w);
    tree_enter(&w->scratch, TREE_PLAYS_OUT);
    const int half_score = finish(run, w, owner);
    tree_enter(&w->scratch, TREE_BACKS_UP);
    learn_value(run, w, half_score);
    back_up(run, w, half_score);
    tree_enter(&w->scratch, TREE_DESCENDS);
    w->black_won += score_reward(half_score);
    w->simulations++;
    atomic_fetch_add_explicit(&s->simulations, 1, memory_order_relaxed);
    return half_score;
}
