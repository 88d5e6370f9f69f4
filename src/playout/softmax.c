#include "guzumi/softmax.h"

#include "softmax_kernel.h"

#include <math.h>
#include <string.h>

/* --- patterns -----------------------------------------------------------------------------------
 */

/* Where the eight neighbours of a code are in three rows of three. */
static const int neighbour_place[8] = {0, 1, 2, 3, 5, 6, 7, 8};

/* Where each neighbour of a code is after each symmetry. */
struct turns {
    int to[8][8];
};

static struct turns all_turns(void) {
    struct turns out;
    for (int symmetry = 0; symmetry < 8; symmetry++)
        for (int i = 0; i < 8; i++) {
            const int place = neighbour_place[i];
            const int image = point_transform(3, symmetry, point_at(3, place % 3, place / 3));
            const int to = point_row(3, image) * 3 + point_column(3, image);
            out.to[symmetry][i] = to < 4 ? to : to - 1;
        }
    return out;
}

/* The code of what CODE shows, its neighbours being where TO says. */
static unsigned turned(unsigned code, const int to[8]) {
    unsigned out = 0;
    for (int i = 0; i < 8; i++) out |= (code >> (2 * i) & 3) << (2 * to[i]);
    return out;
}

/* Whether what is off the board is nothing, one side, or two that make a corner. */
static bool is_code(unsigned code) {
    enum { TOP = 0x07, BOTTOM = 0xe0, LEFT = 0x29, RIGHT = 0x94 };
    unsigned off = 0;
    for (int i = 0; i < 8; i++) off |= (unsigned)((code >> (2 * i) & 3) == OFF_BOARD) << i;
    for (int corner = 0; corner < 9; corner++) {
        const unsigned row = corner / 3 == 0 ? 0 : corner / 3 == 1 ? TOP : BOTTOM;
        const unsigned column = corner % 3 == 0 ? 0 : corner % 3 == 1 ? LEFT : RIGHT;
        if (off == (row | column)) return true;
    }
    return false;
}

/* Whether an empty point so surrounded is an eye of BLACK's. */
static bool is_eye_code(unsigned code) {
    uint8_t cells[16] = {0}; /* three rows, as far apart as on a board of 2x2, with what follows */
    static const int near[8] = {-4, -3, -2, -1, 1, 2, 3, 4};
    for (int i = 0; i < 8; i++) cells[5 + near[i]] = (uint8_t)(code >> (2 * i) & 3);
    return cell_is_eye(cells + 5, 2, BLACK);
}

/* Codes are numbered in their order, each with its eight images. */
void softmax_number_patterns(uint16_t pattern[SOFTMAX_CODES]) {
    const struct turns turns = all_turns();
    int count = 0;
    memset(pattern, 0xff, SOFTMAX_CODES * sizeof *pattern);
    for (unsigned code = 0; code < SOFTMAX_CODES; code++) {
        if (pattern[code] != UINT16_MAX) continue;
        const bool real = is_code(code);
        for (int symmetry = 0; symmetry < 8; symmetry++)
            pattern[turned(code, turns.to[symmetry])] = real ? (uint16_t)count : 0;
        count += real;
    }
    assert(count == SOFTMAX_PATTERNS);
}

/* --- tables -------------------------------------------------------------------------------------
 */

static int16_t log_of(float theta) {
    const float most = (float)SOFTMAX_LOG_MOST / SOFTMAX_LOG;
    const float cut = theta > most ? most : theta < -most ? -most : theta;
    return (int16_t)lrintf(cut * SOFTMAX_LOG);
}

static uint16_t weight_of(const struct softmax *s, int pattern) {
    const double weight = SOFTMAX_UNIT * exp((double)(s->theta[pattern] / s->temperature));
    return weight > UINT16_MAX ? UINT16_MAX : weight < 1 ? 1 : (uint16_t)lrint(weight);
}

void softmax_unfold(struct softmax *s) {
    uint16_t by_pattern[SOFTMAX_PATTERNS];
    for (int i = 0; i < SOFTMAX_PATTERNS; i++) by_pattern[i] = weight_of(s, i);
    for (unsigned code = 0; code < SOFTMAX_CODES; code++)
        if (s->weight[code]) s->weight[code] = by_pattern[s->pattern[code]];
    for (int i = 0; i < SOFTMAX_WEIGHTS; i++) s->log[i] = log_of(s->theta[i] / s->temperature);
    for (int i = SOFTMAX_FIRST_SELF_ATARI; i < SOFTMAX_FEATURES; i++)
        if (s->log[SOFTMAX_FEATURE + i] > 0) s->log[SOFTMAX_FEATURE + i] = 0;
}

void softmax_init(struct softmax *s) {
    memset(s->theta, 0, sizeof s->theta);
    s->temperature = 1;
    softmax_number_patterns(s->pattern);
    for (unsigned code = 0; code < SOFTMAX_CODES; code++) s->weight[code] = !is_eye_code(code);
    for (int i = -SOFTMAX_LOG_MOST; i <= SOFTMAX_LOG_MOST; i++)
        s->power[i + SOFTMAX_LOG_MOST] =
            (uint32_t)lrint(SOFTMAX_POWER * exp((double)i / SOFTMAX_LOG));
    softmax_unfold(s);
}

/* --- learning -----------------------------------------------------------------------------------
 */

static void add_index(struct softmax_action *action, int index) {
    assert(action->count < SOFTMAX_MOVE_FEATURES);
    action->index[action->count++] = (uint16_t)index;
}

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
        add_index(action, s->pattern[softmax_code(b.around[point + size + 2], color)]);
        const enum softmax_feature bad = softmax_self_atari(&b, size, point, color);
        if (bad != SOFTMAX_FEATURES) add_index(action, SOFTMAX_FEATURE + (int)bad);
    }
    for (int i = 0; i < marks.count; i++)
        if (place[marks.point[i]] >= 0) add_index(&out[place[marks.point[i]]], marks.index[i]);
    return count;
}
