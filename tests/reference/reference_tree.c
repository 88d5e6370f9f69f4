#include "reference_tree.h"

#include <math.h>
#include <stdlib.h>

static enum color other(enum color color) {
    return color == BLACK ? WHITE : BLACK;
}

static int slot_of(const struct reference_game *game, int point) {
    return point == PASS ? point_limit(reference_game_board(game)->size) : point;
}

static int point_of(const struct reference_game *game, int slot) {
    return slot == point_limit(reference_game_board(game)->size) ? PASS : slot;
}

/* --- NewNode --- */

/* The actions of a new node. Repetitions are detected when an action is first taken. */
static bool is_action(const struct reference_game *game, int point, enum color color) {
    const struct reference_board *board = reference_game_board(game);
    return point == PASS ||
           (reference_is_legal(board, point, color) && !reference_is_eye(board, point, color));
}

static struct reference_node *new_node(const struct reference_tree *tree,
                                       const struct reference_game *game,
                                       const struct reference_node *grandfather, enum color to_move,
                                       int passes, int last_point) {
    struct reference_node *node = calloc(1, sizeof *node);
    if (!node) abort();
    node->to_move = to_move;
    node->passes = passes;
    node->last_point = last_point;
    for (int slot = 0; slot <= slot_of(game, PASS); slot++)
        node->action[slot].legal = is_action(game, point_of(game, slot), to_move);
    tree->heuristic(tree->context, game, grandfather, node);
    for (int slot = 0; slot <= slot_of(game, PASS); slot++)
        if (node->action[slot].legal) node->total += node->action[slot].n;
    return node;
}

void reference_tree_start(struct reference_tree *tree, const struct reference_game *game,
                          enum color to_move, int passes, int last_point,
                          const struct reference_set *only) {
    tree->root = new_node(tree, game, NULL, to_move, passes, last_point);
    for (int slot = 0; slot < slot_of(game, PASS); slot++) {
        struct reference_action *a = &tree->root->action[slot];
        if (a->legal && !only->has[slot]) tree->root->total -= a->n;
        a->legal &= only->has[slot];
        a->prior = 1 / (float)(only->count + 1); /* uniform over ONLY and the pass */
    }
    tree->root->action[slot_of(game, PASS)].prior = 1 / (float)(only->count + 1);
    if (only->count > 0) tree->root->action[slot_of(game, PASS)].legal = false;
}

static void free_node(struct reference_node *node) {
    for (int slot = 0; node && slot < REFERENCE_SLOTS; slot++) free_node(node->action[slot].child);
    free(node);
}

void reference_tree_free(struct reference_tree *tree) {
    free_node(tree->root);
    tree->root = NULL;
}

/* --- SelectMove --- */

static float eval(const struct reference_tree *tree, const struct reference_node *node,
                  const struct reference_action *a) {
    const float n = tree->m > 0 ? (float)node->visits / tree->m : node->total;
    const float log_n = tree->c * tree->c * logf(n > 1 ? n : 1);
    if (tree->schedule == REFERENCE_UCT)
        return a->n > 0 ? a->w / a->n + sqrtf(log_n / a->n) : tree->fpu;
    if (tree->schedule == REFERENCE_PUCT) {
        const float root = tree->c * sqrtf(1 + (float)node->visits);
        return a->n > 0 ? a->w / a->n + root * a->prior / (1 + a->n) : tree->fpu;
    }
    if (a->n + a->rave_n <= 0) return tree->fpu;
    float value;
    if (tree->schedule == REFERENCE_MINIMUM_MSE) {
        const float bias = 4 * tree->b * tree->b * a->rave_n;
        value = (a->w * (1 + bias) + a->rave_w) / (a->n + a->rave_n + bias * a->n);
    } else {
        float beta = sqrtf(tree->k / (3 * node->total + tree->k));
        if (a->n <= 0) beta = 1;
        if (a->rave_n <= 0) beta = 0;
        const float q = a->n > 0 ? a->w / a->n : 0;
        const float rave = a->rave_n > 0 ? a->rave_w / a->rave_n : 0;
        value = (1 - beta) * q + beta * rave;
    }
    const float counted = tree->counts_rave ? a->n + a->rave_n : a->n;
    if (tree->c > 0) value += sqrtf(log_n / (counted > 1 ? counted : 1));
    return value;
}

static int select_once(const struct reference_tree *tree, const struct reference_node *node,
                       struct rng *rng) {
    int best[REFERENCE_SLOTS], ties = 0;
    float best_value = -1;
    for (int slot = 0; slot < REFERENCE_SLOTS; slot++) {
        if (!node->action[slot].legal) continue;
        const float value = eval(tree, node, &node->action[slot]);
        if (value > best_value) ties = 0;
        if (value >= best_value) {
            best[ties++] = slot;
            best_value = value;
        }
    }
    return best[ties > 1 ? rng_below(rng, (uint32_t)ties) : 0];
}

static int select_move(const struct reference_tree *tree, const struct reference_game *game,
                       struct reference_node *node, struct rng *rng) {
    for (;;) {
        const int slot = select_once(tree, node, rng), point = point_of(game, slot);
        if (point == PASS || reference_game_is_legal(game, point, node->to_move)) return slot;
        node->action[slot].legal = false;
    }
}

/* --- Simulate --- */

struct simulation {
    struct reference_node *state[4096];
    int states; /* s_0 ... */
    int action[8192];
    int actions;     /* a_0 ..., the default policy's as well */
    int point[4096]; /* of those in the tree */
    int passes;
};

static void take(struct simulation *sim, struct reference_game *game, enum color color, int slot) {
    const int point = point_of(game, slot);
    sim->point[sim->actions] = point;
    sim->action[sim->actions++] = slot;
    sim->passes = point == PASS ? sim->passes + 1 : 0;
    reference_game_play(game, point, color);
}

/* SimTree. Returns the state from which the default policy continues, or NULL at the game's end; it
 * is in the list if it is in the tree. */
static struct reference_node *sim_tree(struct reference_tree *tree, struct reference_game *game,
                                       struct simulation *sim, struct rng *rng) {
    static struct reference_node outside;
    struct reference_node *node = tree->root;
    while (sim->actions < tree->limit) {
        const enum color color = node->to_move;
        const int slot = select_move(tree, game, node, rng);
        struct reference_action *a = &node->action[slot];
        sim->state[sim->states++] = node;
        take(sim, game, color, slot);
        if (a->child) {
            node = a->child;
            continue;
        }
        a->played++;
        if (sim->passes >= 2) return NULL;
        if (a->played < tree->expand) {
            outside = (struct reference_node){
                .to_move = other(color), .passes = sim->passes, .last_point = point_of(game, slot)};
            return &outside;
        }
        struct reference_node *grandfather = sim->states > 1 ? sim->state[sim->states - 2] : NULL;
        /* Until a simulation's result is known it counts as lost. */
        float *running = grandfather ? &grandfather->action[sim->action[sim->actions - 2]].n : NULL;
        if (running) *running += 1;
        a->child =
            new_node(tree, game, grandfather, other(color), sim->passes, point_of(game, slot));
        if (running) *running -= 1;
        if (sim->actions < tree->limit) sim->state[sim->states++] = a->child;
        return a->child;
    }
    return node;
}

/* Whether the player of turn U played the same move earlier, since turn T. */
static bool was_made(const struct simulation *sim, int t, int u) {
    for (int v = t; v < u; v += 2)
        if (sim->action[v] == sim->action[u]) return true;
    return false;
}

/* The score bonus of a simulation with result Z on a board of POINTS points, Black's view. It is 0
 * while Black wins one to four in five simulations, and grows linearly beyond. Ten prior
 * simulations, half of them won, keep the first ones from looking decided. */
static float score_bonus(const struct reference_tree *tree, int half_score, int points, float z) {
    const float mean = ((float)tree->half_wins / 2 + 5) / ((float)tree->simulations + 10);
    const float clear = mean > 0.5f ? 2 * mean - 1 : 1 - 2 * mean;
    if (clear <= 0.6f) return 0;
    const float of_score = 0.5f + 0.5f * tanhf(0.5f * (float)half_score / (0.25f * (float)points));
    return tree->score_fraction * (clear - 0.6f) / (1 - 0.6f) * (of_score - z);
}

static void backup(const struct reference_tree *tree, const struct simulation *sim, int half_score,
                   int points) {
    const float result = half_score > 0 ? 1 : half_score < 0 ? 0 : 0.5f;
    const float gain = score_bonus(tree, half_score, points, result);
    for (int t = 0; t < sim->states; t++) {
        struct reference_node *s = sim->state[t];
        struct reference_action *a = &s->action[sim->action[t]];
        const float z = s->to_move == BLACK ? result : 1 - result;
        const float worth = result + gain;
        s->visits++;
        s->half_scores += half_score;
        s->score_squares += (long)half_score * half_score;
        s->half_wins += half_score > 0 ? 2 : half_score == 0;
        s->total += 1;
        a->n += 1;
        a->w += s->to_move == BLACK ? worth : 1 - worth;
        s->score_bonus += gain;
        for (int u = t; u < sim->actions; u += 2) {
            if (was_made(sim, t, u)) continue;
            s->action[sim->action[u]].rave_n += 1;
            s->action[sim->action[u]].rave_w += z;
        }
    }
}

void reference_tree_simulate(struct reference_tree *tree, struct reference_game *game,
                             struct rng *rng) {
    static struct simulation sim;
    static struct reference_end end;
    sim.states = sim.actions = 0;
    sim.passes = tree->root->passes;
    const struct reference_node *last = sim_tree(tree, game, &sim, rng);
    const int in_tree = sim.actions;
    const struct reference_node ended = {.to_move = in_tree % 2 ? other(tree->root->to_move)
                                                                : tree->root->to_move,
                                         .passes = sim.passes,
                                         .last_point = PASS};
    const bool only_passes = sim.passes == tree->root->passes + in_tree;
    if (!last && tree->by_territory && !only_passes) last = &ended;
    if (last) {
        tree->simulate(tree->context, sim.point, in_tree, last, rng, &end);
        for (int i = 0; i < end.count; i++) sim.action[sim.actions++] = slot_of(game, end.point[i]);
    } else {
        enum color owner[BOARD_MAX_POINTS];
        end.half_score = 2 * reference_score(reference_game_board(game), owner) - tree->half_komi;
    }
    const int size = reference_game_board(game)->size;
    backup(tree, &sim, end.half_score, size * size);
    tree->simulations++;
    tree->half_wins += end.half_score > 0 ? 2 : end.half_score == 0;
    for (int i = 0; i < in_tree; i++) reference_game_undo(game);
}
