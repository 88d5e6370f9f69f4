/* Rows of games, and the positions that they lead to. Two searched plies after an opening move:
 *
 *     row       played     best   value   choices        choice   visits
 *     0         BEGIN      -      -1      0
 *     1         C3         -      -1      0
 *     2         E5         E5     0.48    2         ->   E5 D4    310 90
 *     3         D4         C4     0.51    1         ->   C4       400
 *
 * value -1: no search evaluated the position before the move. The choices of all rows are in one
 * list, so a row's choices begin where those of the rows before it end. All are floats, points and
 * counts too, because the sections of weight files hold nothing else; points are below 2^24, and so
 * are exact. */
#include "guzumi/network/trained_policy.h"

#include "policy_trainer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void policy_samples_free(struct policy_samples *l) {
    free(l->played);
    free(l->best);
    free(l->value);
    free(l->choices);
    free(l->choice);
    free(l->visits);
    *l = (struct policy_samples){0};
}

static bool grow(float **array, size_t room) {
    float *more = realloc(*array, room * sizeof *more);
    if (more) *array = more;
    return more != NULL;
}

static enum status no_room(struct failure *why) {
    return out_of_memory(why, "the games that the policy learns from");
}

static enum status reserve_rows(struct policy_samples *l, size_t count, struct failure *why) {
    if (count <= l->room) return STATUS_OK;
    if (!grow(&l->played, count) || !grow(&l->best, count) || !grow(&l->value, count) ||
        !grow(&l->choices, count))
        return no_room(why);
    l->room = count;
    return STATUS_OK;
}

static enum status reserve_choices(struct policy_samples *l, size_t count, struct failure *why) {
    if (count <= l->choice_room) return STATUS_OK;
    if (!grow(&l->choice, count) || !grow(&l->visits, count)) return no_room(why);
    l->choice_room = count;
    return STATUS_OK;
}

enum status policy_samples_reserve(struct policy_samples *l, size_t count, size_t choices,
                                   struct failure *why) {
    const enum status status = reserve_rows(l, count, why);
    return status == STATUS_OK ? reserve_choices(l, choices, why) : status;
}

enum status policy_samples_add(struct policy_samples *l, int played, int best, double value,
                               struct failure *why) {
    enum status status = STATUS_OK;
    if (l->count == l->room) status = reserve_rows(l, 2 * l->room + 1024, why);
    if (status != STATUS_OK) return status;
    l->played[l->count] = (float)played;
    l->best[l->count] = (float)best;
    l->value[l->count] = (float)value;
    l->choices[l->count++] = 0;
    return STATUS_OK;
}

enum status policy_samples_add_choice(struct policy_samples *l, int point, double visits,
                                      struct failure *why) {
    enum status status = STATUS_OK;
    if (l->choice_count == l->choice_room)
        status = reserve_choices(l, 2 * l->choice_room + 8192, why);
    if (status != STATUS_OK) return status;
    l->choice[l->choice_count] = (float)point;
    l->visits[l->choice_count++] = (float)visits;
    l->choices[l->count - 1]++;
    return STATUS_OK;
}

/* The last rows have the last choices. */
void policy_samples_cut(struct policy_samples *l, size_t count) {
    while (l->count > count) l->choice_count -= (size_t)l->choices[--l->count];
}

/* --- positions to learn from --- */

void policy_positions_free(struct policy_positions *p) {
    free(p->kept);
    *p = (struct policy_positions){0};
}

/* A position is kept as two sets of stones and a few numbers, about 130 bytes instead of the
 * kilobytes of a board, since there are many. */
static enum status keep(struct policy_positions *p, const struct policy_position *at,
                        size_t choices, struct failure *why) {
    if (p->count == p->room) {
        const size_t room = 2 * p->room + 256;
        struct kept_position *more = realloc(p->kept, room * sizeof *more);
        if (!more) return out_of_memory(why, "the positions that the policy learns from");
        p->kept = more;
        p->room = room;
    }
    struct kept_position *kept = &p->kept[p->count++];
    *kept = (struct kept_position){.ko = at->board.ko,
                                   .ko_color = at->board.ko_color,
                                   .last = (int16_t)at->history.last,
                                   .own = (int16_t)at->history.own,
                                   .best = (int16_t)at->best,
                                   .passes = (int16_t)at->passes,
                                   .to_move = (uint8_t)at->to_move,
                                   .value = at->value,
                                   .choice = p->choices,
                                   .choices = choices};
    for (int color = 0; color < 2; color++)
        board_stones(&at->board, (enum color)color, &kept->stones[color]);
    return STATUS_OK;
}

/* The mover's own last move is the one before the opponent's. */
static void step_over(struct policy_position *at, int point) {
    at->passes = point == PASS ? at->passes + 1 : 0;
    board_play(&at->board, point, at->to_move);
    at->history = (struct softmax_history){.last = point, .own = at->history.last};
    at->to_move = color_other(at->to_move);
}

/* Lambda returns of a game's positions, from FIRST on: G_t = (1 - lambda) v_t + lambda G_(t+1)
 * where the game followed the search's choice. */
static void look_ahead(struct policy_positions *p, size_t first) {
    for (size_t i = p->count; i-- > first + 1;) {
        const struct kept_position *next = &p->kept[i];
        struct kept_position *now = &p->kept[i - 1];
        if (next->last == now->best)
            now->value = (1 - p->lambda) * now->value + p->lambda * next->value;
    }
}

/* Plays all games through: rows hold moves, and only the game gives the position. ROWS and CHOICES
 * say how far earlier calls have read. */
enum status policy_positions_read(struct policy_positions *p, const struct policy_samples *l,
                                  struct failure *why) {
    struct policy_position at = {.half_komi = p->half_komi};
    size_t first = p->count;
    enum status status = STATUS_OK;
    for (; p->rows < l->count && status == STATUS_OK; p->rows++) {
        const int point = (int)l->played[p->rows];
        const size_t choices = (size_t)l->choices[p->rows];
        if (point == SAMPLE_BEGIN) {
            look_ahead(p, first);
            first = p->count;
            board_init(&at.board, p->size);
            at.to_move = BLACK;
            at.history = (struct softmax_history){NO_POINT, NO_POINT};
            at.passes = 0;
            continue;
        }
        if (point != PASS && !board_is_legal(&at.board, point, at.to_move))
            return fail(why, STATUS_INVALID, "row %zu of the policy's games is not a legal move",
                        p->rows);
        at.best = (int)l->best[p->rows];
        at.value = (double)l->value[p->rows];
        if (l->value[p->rows] != SAMPLE_NOT_EVALUATED) status = keep(p, &at, choices, why);
        p->choices += choices;
        step_over(&at, point);
    }
    look_ahead(p, first);
    return status;
}

/* Stones are placed one by one, which rebuilds the chains; the ko is set last, since placing clears
 * it. */
void policy_positions_get(const struct policy_positions *p, size_t index,
                          struct policy_position *out) {
    const struct kept_position *kept = &p->kept[index];
    out->history = (struct softmax_history){.last = kept->last, .own = kept->own};
    out->to_move = (enum color)kept->to_move;
    out->passes = kept->passes;
    out->half_komi = p->half_komi;
    out->best = kept->best;
    out->value = kept->value;
    board_set_stones(&out->board, p->size, kept->stones);
    out->board.ko = kept->ko;
    out->board.ko_color = kept->ko_color;
}

bool policy_positions_target(const struct policy_positions *p, const struct policy_samples *l,
                             size_t index, float target[BOARD_MAX_POINTS]) {
    const struct kept_position *kept = &p->kept[index];
    float all = 0;
    memset(target, 0, BOARD_MAX_POINTS * sizeof *target);
    for (size_t i = kept->choice; i < kept->choice + kept->choices; i++) all += l->visits[i];
    if (all <= 0) return false;
    for (size_t i = kept->choice; i < kept->choice + kept->choices; i++)
        target[(int)l->choice[i]] = l->visits[i] / all;
    return true;
}
