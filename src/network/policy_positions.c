#include "policy_positions.h"

#include <stdlib.h>
#include <string.h>

void policy_positions_free(struct policy_positions *p) {
    free(p->kept);
    *p = (struct policy_positions){0};
}

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

static void step_over(struct policy_position *at, int point) {
    at->passes = point == PASS ? at->passes + 1 : 0;
    board_play(&at->board, point, at->to_move);
    at->history = (struct softmax_history){.last = point, .own = at->history.last};
    at->to_move = color_other(at->to_move);
}

/* The values of a game's positions, from FIRST on, by those that came after. */
static void look_ahead(struct policy_positions *p, size_t first) {
    for (size_t i = p->count; i-- > first + 1;) {
        const struct kept_position *next = &p->kept[i];
        struct kept_position *now = &p->kept[i - 1];
        if (next->last == now->best)
            now->value = (1 - p->lambda) * now->value + p->lambda * next->value;
    }
}

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
            return fail(why, STATUS_INVALID, "row %zu of the policy's games is no legal move",
                        p->rows);
        at.best = (int)l->best[p->rows];
        at.value = (double)l->value[p->rows];
        if (l->value[p->rows] != SAMPLE_UNJUDGED) status = keep(p, &at, choices, why);
        p->choices += choices;
        step_over(&at, point);
    }
    look_ahead(p, first);
    return status;
}

void policy_positions_get(const struct policy_positions *p, size_t index,
                          struct policy_position *out) {
    const struct kept_position *kept = &p->kept[index];
    out->history = (struct softmax_history){.last = kept->last, .own = kept->own};
    out->to_move = (enum color)kept->to_move;
    out->passes = kept->passes;
    out->half_komi = p->half_komi;
    out->best = kept->best;
    out->value = kept->value;
    board_init(&out->board, p->size);
    for (int color = 0; color < 2; color++)
        BITSET_FOR_EACH(point, kept->stones[color], out->board.words) {
            board_place(&out->board, point, (enum color)color);
        }
    out->board.ko = kept->ko;
    out->board.ko_color = kept->ko_color;
}

bool policy_positions_shares(const struct policy_positions *p, const struct policy_samples *l,
                             size_t index, float share[BOARD_MAX_POINTS]) {
    const struct kept_position *kept = &p->kept[index];
    float all = 0;
    memset(share, 0, BOARD_MAX_POINTS * sizeof *share);
    for (size_t i = kept->choice; i < kept->choice + kept->choices; i++) all += l->visits[i];
    if (all <= 0) return false;
    for (size_t i = kept->choice; i < kept->choice + kept->choices; i++)
        share[(int)l->choice[i]] = l->visits[i] / all;
    return true;
}
