/* Ekker's value network over liberties, and minimax by it. The positions of a two-ply search differ
 * in a few features from the root, so the hidden sums of the root are changed by those features
 * alone. On 5x5 the two plies are some 20 x 20 evaluations; alpha-beta, the best move first and a
 * killer answer leave a part of them. */
#include "guzumi/classics/liberty_value.h"

#include "guzumi/classics/classic.h"

#include "board_kernel.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct classic_shape liberty_shape(int size, int hidden) {
    struct classic_shape s = {0};
    classic_shape_vector(&s, "features", liberty_feature_count(size), ACTIVATION_LINEAR);
    classic_shape_vector(&s, "hidden", hidden, ACTIVATION_TANH);
    classic_shape_vector(&s, "value", 1, ACTIVATION_LINEAR);
    classic_shape_link(&s, 0, 1, 0);
    classic_shape_link(&s, 1, 2, 0);
    return s;
}

enum status liberty_value_init(struct liberty_value *v, const struct classic *n,
                               struct failure *why) {
    memset(v, 0, sizeof *v);
    v->network = n;
    v->values = calloc(3 * (size_t)n->room, sizeof *v->values);
    if (!v->values) return out_of_memory(why, "a network");
    v->sums = v->values + n->room;
    v->work = v->sums + n->room;
    return STATUS_OK;
}

void liberty_value_free(struct liberty_value *v) {
    free(v->values);
    memset(v, 0, sizeof *v);
}

float liberty_value_set(struct liberty_value *v, const struct board *board, enum color side) {
    v->side = side;
    liberty_features(board, side, v->values);
    classic_forward(v->network, 1, v->values, v->sums);
    return v->values[v->network->first[2]];
}

/* The output unit over the hidden values at X. Four partial sums, the order in which vectors of
 * four add: the same bits on every machine. */
static float output(const struct classic *n, const float *x) {
    const int units = n->shape.layers[1].units;
    const float *weights = n->weights + n->link_start[1];
    float sums[4] = {0}, rest = n->weights[n->bias_start[2]];
    int i = 0;
    for (; i + 4 <= units; i += 4)
        for (int k = 0; k < 4; k++) sums[k] += x[i + k] * weights[i + k];
    for (; i < units; i++) rest += x[i] * weights[i];
    return rest + (sums[0] + sums[1] + (sums[2] + sums[3]));
}

/* The hidden sums are linear in the inputs, so sums + weights x (features now - features then) are
 * those of BOARD. A position of the search differs in a few of the features. */
float liberty_value_of(struct liberty_value *v, const struct board *board) {
    const struct classic *n = v->network;
    const struct classic_shape *s = &n->shape;
    const int columns = classic_padded(s->layers[1].units);
    float *hidden = v->work;
    liberty_features(board, v->side, v->features);
    memcpy(hidden, v->sums + n->first[1], (size_t)columns * sizeof *hidden);
    for (int i = 0; i < s->layers[0].units; i++)
        if (v->features[i] != v->values[i])
            classic_add_row(hidden, classic_row(n, 0, i), v->features[i] - v->values[i], columns);
    activation_apply(s->layers[1].activation, hidden, columns);
    return output(n, hidden);
}

/* --- features --- */

enum { MAX_LIBERTIES = 5 };

/* What is counted of one side. LIBERTIES is a sum over stones, as in the paper, not over chains:
 * each stone counts the liberties of its chain, MAX_LIBERTIES at most. */
struct side_counts {
    int liberties, stones, edge, atari;
};

static int edge_points(int size) {
    return 4 * (size - 1);
}

/* Writes the liberties of COLOR's stones to OUT, with SIGN: 1 for the side whose view it is, -1 for
 * the other. Returns the counts. */
static struct side_counts count_side(const struct board *b, enum color color, float sign,
                                     float *out) {
    struct side_counts c = {0};
    const int size = b->size, words = b->words;
    const struct bitset stones = set_load(b, words, SET_BLACK + (int)color);
    const struct bitset edge = set_load(b, words, SET_EDGE);
    BITSET_FOR_EACH(p, stones, words) {
        const struct bitset set = set_load(b, words, chain_liberties(b->root[p]));
        const int all = bitset_count(&set, words), some = all < MAX_LIBERTIES ? all : MAX_LIBERTIES;
        out[point_row(size, p) * size + point_column(size, p)] = sign * (float)some / MAX_LIBERTIES;
        c.liberties += some;
        c.stones++;
        c.edge += bitset_has(&edge, p);
        c.atari |= all == 1;
    }
    return c;
}

void liberty_features(const struct board *b, enum color side, float *out) {
    const int points = b->size * b->size;
    for (int i = 0; i < points; i++) out[i] = 0;
    const struct side_counts own = count_side(b, side, 1, out);
    const struct side_counts other = count_side(b, color_other(side), -1, out);
    out += points;
    *out++ = (float)own.liberties / (float)(MAX_LIBERTIES * points);
    *out++ = (float)other.liberties / (float)(MAX_LIBERTIES * points);
    *out++ = (float)(own.stones - other.stones) / (float)points;
    *out++ = (float)own.edge / (float)edge_points(b->size);
    *out++ = (float)other.edge / (float)edge_points(b->size);
    *out++ = (float)own.atari;
    *out = (float)other.atari;
}

/* --- choices by one or two plies --- */

/* The agent's move with the worst answer found so far:
 *
 *     root --move, +captured--> after --answer, -captured--> leaf
 *     q = captured by the move - captured by the answer + V(leaf) */
struct line {
    bool answered; /* else the rest is open */
    double q;
    struct board leaf;
    double to_leaf;
};

static void play(const struct board *from, int point, enum color color, struct board *to) {
    board_copy(to, from);
    board_play(to, point, color);
}

static double taken(const struct board *after, int point) {
    return point == PASS ? 0 : capture_reward(after, after->last_captured);
}

static struct bitset answers_to(const struct board *b, enum color color) {
    struct bitset out = {{0}};
    board_candidates(b, color, &out);
    return out;
}

/* Searches the answer POINT; true if it makes LINE no better than FLOOR, so that the move cannot be
 * chosen and its other answers can be skipped. */
static bool search_answer(struct liberty_value *v, const struct board *b, int point, double reward,
                          double floor, struct line *line, uint64_t *leaves) {
    struct board leaf;
    play(b, point, color_other(v->side), &leaf);
    const double to_leaf = reward - taken(&leaf, point);
    const double q = to_leaf + (double)liberty_value_of(v, &leaf);
    ++*leaves;
    if (line->answered && q >= line->q) return false;
    line->answered = true;
    line->q = q;
    line->to_leaf = to_leaf;
    board_copy(&line->leaf, &leaf);
    return q <= floor;
}

/* The value of AFTER, which the agent reached with REWARD, or a bound that is not above FLOOR.
 * *KILLER is the answer to try first, and becomes the one that cut: what refutes one move often
 * refutes the next. */
static void search_answers(struct liberty_value *v, const struct board *after, double reward,
                           double floor, int *killer, struct line *line, uint64_t *leaves) {
    struct bitset answers = answers_to(after, color_other(v->side));
    line->answered = false;
    line->q = INFINITY;
    line->to_leaf = 0;
    if (bitset_is_empty(&answers, after->words)) {
        search_answer(v, after, PASS, reward, floor, line, leaves);
        return;
    }
    if (*killer != PASS && bitset_has(&answers, *killer)) {
        if (search_answer(v, after, *killer, reward, floor, line, leaves)) return;
        bitset_remove(&answers, *killer);
    }
    BITSET_FOR_EACH(p, answers, after->words) {
        if (search_answer(v, after, p, reward, floor, line, leaves)) {
            *killer = p;
            return;
        }
    }
}

/* Candidates in the order of their one-ply values: with the best move first most answers are cut.
 */
struct ordered {
    int count;
    int point[BOARD_MAX_POINTS];
    double q[BOARD_MAX_POINTS];
};

static void enter(struct ordered *o, int point, double q) {
    int at = o->count++;
    for (; at > 0 && o->q[at - 1] < q; at--) {
        o->point[at] = o->point[at - 1];
        o->q[at] = o->q[at - 1];
    }
    o->point[at] = point;
    o->q[at] = q;
}

/* An insertion sort: some twenty candidates on 5x5, each of which costs an evaluation anyway. */
static void order(struct liberty_value *v, const struct board *b, const struct bitset *candidates,
                  struct ordered *out, uint64_t *leaves) {
    struct board after;
    out->count = 0;
    BITSET_FOR_EACH(p, *candidates, b->words) {
        play(b, p, v->side, &after);
        enter(out, p, taken(&after, p) + (double)liberty_value_of(v, &after));
        ++*leaves;
    }
    if (out->count == 0) enter(out, PASS, 0);
}

/* Two plies of alpha-beta: FLOOR is the best Q so far. With QS every Q has to be exact, so nothing
 * is cut. */
static void choose_by_two(struct liberty_value *v, const struct board *b, enum color agent,
                          const struct bitset *candidates, double *qs, struct liberty_choice *out) {
    struct ordered moves;
    struct line line;
    int killer = PASS;
    *out = (struct liberty_choice){.point = PASS, .value = -INFINITY};
    liberty_value_set(v, b, agent);
    order(v, b, candidates, &moves, &out->leaves);
    for (int i = 0; i < moves.count; i++) {
        struct board after;
        const int point = moves.point[i];
        const double floor = qs ? -INFINITY : out->value;
        play(b, point, agent, &after);
        search_answers(v, &after, taken(&after, point), floor, &killer, &line, &out->leaves);
        if (qs && point != PASS) qs[point] = line.q;
        if (i > 0 && line.q <= out->value) continue;
        out->point = point;
        out->value = line.q;
        out->to_leaf = line.to_leaf;
        board_copy(&out->leaf, &line.leaf);
    }
}

static void choose_by_one(struct liberty_value *v, const struct board *b, enum color agent,
                          const struct bitset *candidates, double *qs, struct liberty_choice *out) {
    struct ordered moves;
    *out = (struct liberty_choice){.point = PASS};
    out->value = (double)liberty_value_set(v, b, agent);
    order(v, b, candidates, &moves, &out->leaves);
    out->point = moves.point[0];
    if (out->point != PASS) out->value = moves.q[0];
    for (int i = 0; qs && i < moves.count; i++)
        if (moves.point[i] != PASS) qs[moves.point[i]] = moves.q[i];
    play(b, out->point, agent, &out->leaf);
    out->to_leaf = taken(&out->leaf, out->point);
}

void liberty_choose(int plies, struct liberty_value *v, const struct board *b, enum color agent,
                    const struct bitset *candidates, double *qs, struct liberty_choice *out) {
    if (plies == 1)
        choose_by_one(v, b, agent, candidates, qs, out);
    else
        choose_by_two(v, b, agent, candidates, qs, out);
}
