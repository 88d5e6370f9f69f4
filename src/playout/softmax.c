/* The softmax policy's patterns, its tables in fixed point, and its moves with features for
 * learning. What plays is softmax_kernel.h. */
#include "guzumi/playout/softmax.h"

#include "softmax_kernel.h"

#include <math.h>
#include <string.h>

/* --- patterns --- */

/* Where each symmetry moves each neighbour of a code. */
struct turns {
    int to[8][8];
};

static struct turns all_turns(void) {
    struct turns out;
    for (int symmetry = 0; symmetry < 8; symmetry++)
        for (int i = 0; i < 8; i++) out.to[symmetry][i] = surroundings_transform(symmetry, i);
    return out;
}

/* CODE with neighbour I moved to TO[I]. */
static unsigned turned(unsigned code, const int to[8]) {
    unsigned out = 0;
    for (int i = 0; i < 8; i++) out |= (code >> (2 * i) & 3) << (2 * to[i]);
    return out;
}

/* The neighbours with Black and White exchanged. A neighbour's two bits are 00, 01 for the colours
 * and 1x for empty and off the board, so the low bit flips where the high one is 0. */
static unsigned exchanged(unsigned code) {
    return code ^ (~(code >> 1) & 0x5555u);
}

/* Whether an empty point so surrounded is an eye of BLACK's. */
static bool is_eye_code(unsigned code) {
    /* Three rows with the stride of a 2x2 board, so that cell_is_eye applies. */
    uint8_t cells[16] = {0};
    static const int near[8] = {-4, -3, -2, -1, 1, 2, 3, 4};
    for (int i = 0; i < 8; i++) cells[5 + near[i]] = (uint8_t)(code >> (2 * i) & 3);
    return cell_is_eye(cells + 5, 2, BLACK);
}

/* A pattern's number is the rank of its smallest code, as the mover sees it, among the smallest
 * codes of all patterns; its eight images share it. Weight files depend on the order. */
void softmax_number_patterns(enum color mover, uint16_t pattern[SURROUNDINGS]) {
    const struct turns turns = all_turns();
    int count = 0;
    memset(pattern, 0xff, SURROUNDINGS * sizeof *pattern);
    for (unsigned code = 0; code < SURROUNDINGS_CODES; code++) {
        const unsigned seen = mover == BLACK ? code : exchanged(code);
        const int surroundings = surroundings_of_code(seen);
        if (surroundings < 0 || pattern[surroundings] != UINT16_MAX) continue;
        for (int symmetry = 0; symmetry < 8; symmetry++)
            pattern[surroundings_of_code(turned(seen, turns.to[symmetry]))] = (uint16_t)count;
        count++;
    }
    assert(count == SOFTMAX_PATTERNS);
    for (int i = 0; i < SURROUNDINGS; i++)
        if (pattern[i] == UINT16_MAX) pattern[i] = 0;
}

/* --- tables --- */

/* theta / tau in units of 1 / SOFTMAX_LOG, clamped, so that the sum of a move's features indexes a
 * table of powers. */
static int16_t log_of(float theta) {
    const float most = (float)SOFTMAX_LOG_MAX / SOFTMAX_LOG;
    const float cut = theta > most ? most : theta < -most ? -most : theta;
    return (int16_t)lrintf(cut * SOFTMAX_LOG);
}

/* exp(theta / tau) in units of 1 / SOFTMAX_UNIT. At least 1: a legal move is never impossible. */
static uint16_t weight_of(const struct softmax *s, int pattern) {
    const double weight = SOFTMAX_UNIT * exp((double)(s->theta[pattern] / s->temperature));
    return weight > UINT16_MAX ? UINT16_MAX : weight < 1 ? 1 : (uint16_t)lrint(weight);
}

/* A move is drawn without its self-atari feature and accepted with the ratio of its weights with
 * and without (softmax_kernel.h), so that feature may only lower a weight. */
void softmax_expand(struct softmax *s) {
    uint16_t by_pattern[SOFTMAX_PATTERNS];
    for (int i = 0; i < SOFTMAX_PATTERNS; i++) by_pattern[i] = weight_of(s, i);
    for (int color = 0; color < 2; color++)
        for (int i = 0; i < SURROUNDINGS; i++)
            if (s->weight[color][i]) s->weight[color][i] = by_pattern[s->pattern[color][i]];
    for (int i = 0; i < SOFTMAX_WEIGHTS; i++) s->log[i] = log_of(s->theta[i] / s->temperature);
    for (int i = SOFTMAX_FIRST_SELF_ATARI; i < SOFTMAX_FEATURES; i++)
        if (s->log[SOFTMAX_FEATURE + i] > 0) s->log[SOFTMAX_FEATURE + i] = 0;
}

void softmax_init(struct softmax *s) {
    memset(s->theta, 0, sizeof s->theta);
    s->temperature = 1;
    memset(s->weight, 0, sizeof s->weight);
    for (int color = 0; color < 2; color++)
        softmax_number_patterns((enum color)color, s->pattern[color]);
    for (unsigned code = 0; code < SURROUNDINGS_CODES; code++) {
        if (surroundings_of_code(code) < 0) continue;
        s->weight[BLACK][surroundings_of_code(code)] = !is_eye_code(code);
        s->weight[WHITE][surroundings_of_code(code)] = !is_eye_code(exchanged(code));
    }
    for (int i = -SOFTMAX_LOG_MAX; i <= SOFTMAX_LOG_MAX; i++)
        s->power[i + SOFTMAX_LOG_MAX] =
            (uint32_t)lrint(SOFTMAX_POWER * exp((double)i / SOFTMAX_LOG));
    softmax_expand(s);
}

/* --- learning --- */

static void add_index(struct softmax_action *action, int index) {
    assert(action->count < SOFTMAX_MOVE_FEATURES);
    action->index[action->count++] = (uint16_t)index;
}

/* The same features as in simulations, from the same marks, but listed instead of summed. */
int softmax_actions(const struct softmax *s, const struct board *board, enum color color,
                    struct softmax_history history, struct softmax_action out[BOARD_MAX_POINTS]) {
    const int size = board->size;
    struct playout_board b;
    struct softmax_marks marks;
    int16_t place[BOARD_MAX_POINTS]; /* of a point in OUT */
    int count = 0;
    playout_load(&b, size, board, true);
    softmax_find_marks(s, &b, size, color, history.last, history.own, &marks);
    for (int i = 0; i < b.empty_count; i++) {
        const int point = b.empty[i];
        place[point] = -1;
        if (!is_playable(&b, size, point, color)) continue;
        struct softmax_action *action = &out[count];
        place[point] = (int16_t)count++;
        action->point = point;
        action->count = 0;
        add_index(action, s->pattern[color][b.around[point + size + 2]]);
        const enum softmax_feature bad = softmax_self_atari(&b, size, point, color);
        if (bad != SOFTMAX_FEATURES) add_index(action, SOFTMAX_FEATURE + (int)bad);
    }
    for (int i = 0; i < marks.count; i++)
        if (place[marks.point[i]] >= 0) add_index(&out[place[marks.point[i]]], marks.index[i]);
    return count;
}
