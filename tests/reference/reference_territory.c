#include "reference_territory.h"

#include <string.h>

/* A position that is counted, and what was seen on a walk through one space. */
struct count {
    const struct reference_board *board;
    const struct reference_set *dead, *seki;
    bool seen[BOARD_MAX_POINTS], beside[2], beside_seki;
};

static int neighbour(const struct count *c, int point, int i) {
    const int steps[4] = {1, -1, c->board->size + 1, -c->board->size - 1};
    return point + steps[i];
}

/* The colour of a living stone at a point; EMPTY, or OFF_BOARD. */
static enum color living(const struct count *c, int point) {
    const enum color color = reference_color(c->board, point);
    return color < EMPTY && c->dead->has[point] ? EMPTY : color;
}

static bool is_dame(const struct count *c, int point) {
    bool beside[4] = {false};
    for (int i = 0; i < 4; i++) beside[living(c, neighbour(c, point, i))] = true;
    return reference_color(c->board, point) == EMPTY && beside[BLACK] && beside[WHITE];
}

static void walk(struct count *c, int point) {
    if (c->seen[point] || is_dame(c, point)) return;
    c->seen[point] = true;
    for (int i = 0; i < 4; i++) {
        const int near = neighbour(c, point, i);
        const enum color color = living(c, near);
        if (color == EMPTY) walk(c, near);
        if (color < EMPTY) c->beside[color] = true;
        if (color < EMPTY && c->seki->has[near]) c->beside_seki = true;
    }
}

/* Whose territory a point without a living stone is. */
static enum color territory_of(struct count *c, int point) {
    memset(c->seen, 0, sizeof c->seen);
    c->beside[BLACK] = c->beside[WHITE] = c->beside_seki = false;
    walk(c, point);
    if (c->beside_seki || c->beside[BLACK] == c->beside[WHITE]) return EMPTY;
    return c->beside[BLACK] ? BLACK : WHITE;
}

int reference_territory(const struct reference_board *board, const struct reference_set *dead,
                        const struct reference_set *seki, enum color owner[BOARD_MAX_POINTS]) {
    static struct count c; /* too large for the stack */
    c = (struct count){.board = board, .dead = dead, .seki = seki};
    int score = 0;
    for (int p = 0; p < point_limit(board->size); p++) {
        owner[p] = living(&c, p);
        if (owner[p] != EMPTY) continue;
        owner[p] = territory_of(&c, p);
        score += (owner[p] == BLACK) - (owner[p] == WHITE);
        score += (reference_color(board, p) == WHITE) - (reference_color(board, p) == BLACK);
    }
    return score;
}
