#include "guzumi/network/network_inputs.h"

#include <math.h>

enum { SEEN_LIBERTIES = 3 };

/* Half points that count as 1 in the komi's plane, and its bounds. */
#define KOMI_UNIT 20.0f
#define MOST_KOMI (NETWORK_MAX_HALF_KOMI / KOMI_UNIT)
#define MOST_GAIN 3.0f

static float *at_point(struct network_workspace *w, int point) {
    return w->planes + network_cell(&w->grid, point) * NETWORK_PLANES;
}

static float within(float x, float most) {
    return fminf(fmaxf(x, -most), most);
}

static void set_stones(struct network_workspace *w, const struct network_position *at,
                       enum color color) {
    const bool ours = color == at->to_move;
    const int liberties = ours ? NETWORK_PLANE_OUR_LIBERTIES : NETWORK_PLANE_THEIR_LIBERTIES;
    struct bitset stones;
    board_stones(at->board, color, &stones);
    BITSET_FOR_EACH(p, stones, at->board->words) {
        float *plane = at_point(w, p);
        const int count = board_liberty_count(at->board, p);
        plane[ours ? NETWORK_PLANE_OURS : NETWORK_PLANE_THEIRS] = 1;
        if (count <= SEEN_LIBERTIES) plane[liberties + count - 1] = 1;
    }
}

static void mark(struct network_workspace *w, int point, enum network_plane plane) {
    if (point >= 0) at_point(w, point)[plane] = 1;
}

/* The logarithm of the sum of the preferences' exponentials. */
static float log_sum(const float *preference, int count) {
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) most = fmaxf(most, preference[i]);
    for (int i = 0; i < count; i++) sum += expf(preference[i] - most);
    return most + logf(sum);
}

void network_inputs_set(struct network_workspace *w, const struct network_position *at,
                        const struct move_action *actions, const float *preference, int count) {
    const struct board *b = at->board;
    const float komi = (float)-color_sign(at->to_move) * (float)at->half_komi / KOMI_UNIT;
    const float all = log_sum(preference, count);
    network_workspace_clear(w, b->size);
    for (int p = 0; p < point_limit(b->size); p++) {
        if (point_column(b->size, p) == b->size) continue;
        at_point(w, p)[NETWORK_PLANE_BOARD] = 1;
        at_point(w, p)[NETWORK_PLANE_KOMI] = within(komi, MOST_KOMI);
    }
    set_stones(w, at, BLACK);
    set_stones(w, at, WHITE);
    mark(w, at->last, NETWORK_PLANE_LAST);
    mark(w, at->own, NETWORK_PLANE_OWN);
    if (b->ko_color == (uint8_t)at->to_move) mark(w, b->ko, NETWORK_PLANE_KO);
    for (int i = 0; i < count; i++) {
        float *plane = at_point(w, actions[i].point);
        plane[NETWORK_PLANE_CANDIDATE] = 1;
        plane[NETWORK_PLANE_LIKELIHOOD] = network_likelihood_plane(preference[i] - all);
        plane[NETWORK_PLANE_GAIN] = within(actions[i].gain, MOST_GAIN);
    }
}
