/* Schraudolph's network at a position and after each candidate move. A move changes one input and
 * those of the stones it captures, and the sign of the bias input. So the sums with the other side
 * to move are computed once, and a candidate costs its rows:
 *
 *     sum after = sum with the other side to move + sign x (rows of the point and of what it takes)
 *
 * in the hidden channels, there only as far as the kernel reaches, and then in the output. */
#include "guzumi/classics/territory.h"

#include "guzumi/classics/classic.h"

#include "board_kernel.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- shapes --- */

/* The layers have the names of the paper's Figure 2, which weight tables show. */
struct classic_shape territory_shape(int size, int channels, int near_kernel, int output_kernel,
                                     bool symmetric) {
    struct classic_shape s = {.symmetric = symmetric};
    const int board = classic_shape_channel(&s, "board", size, ACTIVATION_LINEAR);
    for (int i = 0; i < channels; i++) {
        char name[CLASSIC_NAME];
        snprintf(name, sizeof name, "h%d", i);
        const int hidden = classic_shape_channel(&s, name, size, ACTIVATION_TANH);
        classic_shape_link(&s, board, hidden, near_kernel);
    }
    const int out = classic_shape_channel(&s, "reinf", size, ACTIVATION_TANH);
    classic_shape_link(&s, board, out, near_kernel);
    for (int i = 1; i <= channels; i++) classic_shape_link(&s, board + i, out, output_kernel);
    return s;
}

struct classic_shape territory_plain_shape(int size, int hidden) {
    struct classic_shape s = {0};
    classic_shape_vector(&s, "board", size * size, ACTIVATION_LINEAR);
    classic_shape_vector(&s, "hidden", hidden, ACTIVATION_TANH);
    classic_shape_vector(&s, "score", 1, ACTIVATION_TANH);
    classic_shape_link(&s, 0, 1, 0);
    classic_shape_link(&s, 1, 2, 0);
    return s;
}

/* Every link leaves the board or leads to the output: scores_after follows one hidden layer, no
 * more. */
bool territory_fits(const struct classic_shape *s, int size) {
    const int last = s->layer_count - 1, points = size * size;
    if (s->layers[0].units != points) return false;
    if (s->layers[last].units != 1 && s->layers[last].units != points) return false;
    if (s->layers[last].activation != ACTIVATION_TANH) return false;
    for (int i = 0; i < s->link_count; i++)
        if (s->links[i].from != 0 && s->links[i].to != last) return false;
    return true;
}

/* --- a position --- */

void territory_input(const struct board *b, float *out) {
    POINT_FOR_EACH(p, b->size) *out++ = (float)color_sign(board_color(b, p));
}

enum status territory_init(struct territory *t, const struct classic *n, int size,
                           struct failure *why) {
    assert(territory_fits(&n->shape, size));
    *t = (struct territory){.network = n, .size = size};
    t->values = calloc(4 * (size_t)n->room, sizeof *t->values);
    if (!t->values) return out_of_memory(why, "a network");
    t->after_sums = t->values + n->room;
    t->after = t->after_sums + n->room;
    t->work = t->after + n->room;
    return STATUS_OK;
}

void territory_free(struct territory *t) {
    free(t->values);
    memset(t, 0, sizeof *t);
}

void territory_set(struct territory *t, const struct board *board, enum color to_move) {
    t->board = board;
    t->to_move = to_move;
    territory_input(board, t->values);
    classic_forward(t->network, (float)color_sign(to_move), t->values, NULL);
}

static int last_layer(const struct territory *t) {
    return t->network->shape.layer_count - 1;
}

const float *territory_fates(const struct territory *t) {
    return t->values + t->network->first[last_layer(t)];
}

int territory_fate_count(const struct territory *t) {
    return t->network->shape.layers[last_layer(t)].units;
}

void territory_ownership(const struct territory *t, double out[BOARD_MAX_POINTS]) {
    const float *fates = territory_fates(t);
    const bool single = territory_fate_count(t) == 1;
    for (int i = 0; i < t->size * t->size; i++)
        out[point_at(t->size, i % t->size, i / t->size)] = (double)fates[single ? 0 : i];
}

/* The sum over the board of the outputs at FATES; a single output stands for all points. */
static float sum_fates(const struct territory *t, const float *fates) {
    const int count = territory_fate_count(t);
    float sums[4] = {0};
    for (int i = 0; i < classic_padded(count); i += 4)
        for (int k = 0; k < 4; k++) sums[k] += fates[i + k];
    const int points_each = t->size * t->size / count;
    return (sums[0] + sums[1] + (sums[2] + sums[3])) * (float)points_each;
}

double territory_score(const struct territory *t) {
    return (double)sum_fates(t, territory_fates(t));
}

/* --- candidates --- */

/* The inputs that a move changes, each by the mover's sign: its point from 0 to sign, and captured
 * points from -sign to 0. */
struct input_changes {
    int count;
    int unit[BOARD_MAX_POINTS];
};

static void add_change(struct input_changes *c, int size, int point) {
    c->unit[c->count++] = point_row(size, point) * size + point_column(size, point);
}

static void list_changes(const struct board *b, int point, enum color color,
                         struct input_changes *out) {
    const struct bitset taken = kernel_taken(b, b->size, point, color);
    out->count = 0;
    add_change(out, b->size, point);
    BITSET_FOR_EACH(p, taken, b->words) add_change(out, b->size, p);
}

/* The sums and values of all layers at the position, with the other side to move: what every
 * candidate has in common, the turn included. */
static void prepare_after(struct territory *t) {
    const struct classic *n = t->network;
    memcpy(t->after, t->values, (size_t)n->first[1] * sizeof *t->after);
    classic_forward(n, (float)color_sign(color_other(t->to_move)), t->after, t->after_sums);
}

/* The units of a layer that the changed inputs can reach through LINK: whole rows from FROM to
 * before TO, rounded to multiples of four, which the loops take at a time. */
struct unit_range {
    int from, to;
};
static struct unit_range reach(const struct territory *t, int link, const struct input_changes *c) {
    const struct classic_link *l = &t->network->shape.links[link];
    const int units = t->network->shape.layers[l->to].units, half = l->kernel / 2;
    int low = t->size, high = 0;
    if (!l->kernel) return (struct unit_range){0, classic_padded(units)};
    for (int i = 0; i < c->count; i++) {
        const int row = c->unit[i] / t->size;
        low = row < low ? row : low;
        high = row > high ? row : high;
    }
    low = low > half ? low - half : 0;
    high = high + half < t->size ? high + half + 1 : t->size;
    return (struct unit_range){low * t->size & ~3, classic_padded(high * t->size)};
}

/* Adds the changes' rows to SUMS, for the units in RANGE. */
static void add_changes(const struct territory *t, int link, const struct input_changes *c,
                        struct unit_range range, float *sums) {
    const float sign = (float)color_sign(t->to_move);
    for (int i = 0; i < c->count; i++)
        classic_add_row(sums + range.from, classic_row(t->network, link, c->unit[i]) + range.from,
                        sign, range.to - range.from);
}

/* The link from layer FROM to the output, or -1. */
static int link_to_output(const struct classic *n, int from) {
    for (int i = 0; i < n->shape.link_count; i++)
        if (n->shape.links[i].from == from && n->shape.links[i].to == n->shape.layer_count - 1)
            return i;
    return -1;
}

/* Adds to the output's SUMS what the change of a hidden layer contributes, weights x (values now -
 * values before). INPUT is the link from the board to that layer. */
static void follow_hidden(struct territory *t, int input, const struct input_changes *c,
                          float *sums) {
    const struct classic *n = t->network;
    const int layer = n->shape.links[input].to, output = link_to_output(n, layer);
    const struct unit_range range = reach(t, input, c);
    const int units = n->shape.layers[layer].units;
    const int count = (range.to < units ? range.to : units) - range.from;
    const float *was = t->after + n->first[layer] + range.from;
    float *now = t->work + n->first[layer] + range.from;
    memcpy(now, t->after_sums + n->first[layer] + range.from,
           (size_t)(range.to - range.from) * sizeof *now);
    add_changes(t, input, c, range, t->work + n->first[layer]);
    activation_apply(n->shape.layers[layer].activation, now, count);
    for (int i = 0; i < count; i++) now[i] -= was[i];
    classic_multiply(n, output, range.from, count, now, sums);
}

static float score_after(struct territory *t, const struct input_changes *c) {
    const struct classic *n = t->network;
    const int last = last_layer(t), columns = classic_padded(n->shape.layers[last].units);
    float *sums = t->work + n->first[last];
    memcpy(sums, t->after_sums + n->first[last], (size_t)columns * sizeof *sums);
    for (int i = 0; i < n->shape.link_count; i++) {
        if (n->shape.links[i].from != 0) continue;
        if (n->shape.links[i].to == last)
            add_changes(t, i, c, (struct unit_range){0, columns}, sums);
        else
            follow_hidden(t, i, c, sums);
    }
    activation_apply(n->shape.layers[last].activation, sums, columns);
    return sum_fates(t, sums);
}

void territory_scores_after(struct territory *t, const struct bitset *candidates,
                            float scores[BOARD_MAX_POINTS]) {
    struct input_changes changes;
    prepare_after(t);
    BITSET_FOR_EACH(p, *candidates, t->board->words) {
        list_changes(t->board, p, t->to_move, &changes);
        scores[p] = score_after(t, &changes);
    }
}
