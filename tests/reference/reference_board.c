#include "reference_board.h"

#include <stdlib.h>
#include <string.h>

static const int sides[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int corners[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static enum color at(const struct reference_board *b, int column, int row) {
    if (column < 0 || row < 0 || column >= b->size || row >= b->size) return OFF_BOARD;
    return b->at[row][column];
}

void reference_init(struct reference_board *b, int size) {
    memset(b, 0, sizeof *b);
    b->size = size;
    b->ko = NO_POINT;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) b->at[row][column] = EMPTY;
}

enum color reference_color(const struct reference_board *b, int point) {
    if (point < 0) return OFF_BOARD;
    return at(b, point_column(b->size, point), point_row(b->size, point));
}

void reference_set_color(struct reference_board *b, int point, enum color color) {
    b->at[point_row(b->size, point)][point_column(b->size, point)] = color;
}

static void add(struct reference_set *set, int point) {
    if (!set->has[point]) set->count++;
    set->has[point] = true;
}

/* Adds the points of COLOR connected to this one to STONES, and their other neighbours to BORDER.
 */
static void flood(const struct reference_board *b, int column, int row, enum color color,
                  struct reference_set *stones, struct reference_set *border) {
    const enum color here = at(b, column, row);
    if (here == OFF_BOARD) return;
    const int point = point_at(b->size, column, row);
    if (here != color) {
        add(border, point);
        return;
    }
    if (stones->has[point]) return;
    add(stones, point);
    for (int i = 0; i < 4; i++)
        flood(b, column + sides[i][0], row + sides[i][1], color, stones, border);
}

static void remove_other_than(const struct reference_board *b, struct reference_set *set,
                              enum color color) {
    for (int p = 0; p < point_limit(b->size); p++)
        if (set->has[p] && reference_color(b, p) != color) {
            set->has[p] = false;
            set->count--;
        }
}

void reference_chain(const struct reference_board *b, int point, struct reference_set *stones,
                     struct reference_set *liberties) {
    memset(stones, 0, sizeof *stones);
    memset(liberties, 0, sizeof *liberties);
    flood(b, point_column(b->size, point), point_row(b->size, point), reference_color(b, point),
          stones, liberties);
    remove_other_than(b, liberties, EMPTY);
}

int reference_liberties_after(const struct reference_board *b, int point, enum color color) {
    struct reference_board after = *b;
    struct reference_set stones, liberties;
    reference_set_color(&after, point, color);
    reference_chain(&after, point, &stones, &liberties);
    return liberties.count;
}

static bool has_liberty(const struct reference_board *b, int point) {
    struct reference_set stones, liberties;
    reference_chain(b, point, &stones, &liberties);
    return liberties.count > 0;
}

bool reference_is_possible(const struct reference_board *b) {
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++)
            if (b->at[row][column] != EMPTY && !has_liberty(b, point_at(b->size, column, row)))
                return false;
    return true;
}

/* Removes the chain of COLOR at this place, if there is one without liberties. */
static void take(struct reference_board *b, int column, int row, enum color color,
                 struct reference_set *captured) {
    struct reference_set stones, liberties;
    if (at(b, column, row) != color) return;
    reference_chain(b, point_at(b->size, column, row), &stones, &liberties);
    if (liberties.count > 0) return;
    for (int p = 0; p < point_limit(b->size); p++)
        if (stones.has[p]) {
            reference_set_color(b, p, EMPTY);
            add(captured, p);
        }
}

/* Places the stone and captures; its own chain stays even without liberties. */
static void put(struct reference_board *b, int point, enum color color,
                struct reference_set *captured) {
    memset(captured, 0, sizeof *captured);
    reference_set_color(b, point, color);
    for (int i = 0; i < 4; i++)
        take(b, point_column(b->size, point) + sides[i][0], point_row(b->size, point) + sides[i][1],
             color_other(color), captured);
}

bool reference_is_legal(const struct reference_board *b, int point, enum color color) {
    if (reference_color(b, point) != EMPTY) return false;
    if (point == b->ko && color == b->ko_color) return false;
    struct reference_board after = *b;
    struct reference_set captured;
    put(&after, point, color, &captured);
    return has_liberty(&after, point);
}

static int first_of(const struct reference_set *set) {
    int p = 0;
    while (!set->has[p]) p++;
    return p;
}

/* A ko: a single stone captured a single stone, and its only liberty is where that was. */
static void note_ko(struct reference_board *b, int point, enum color color,
                    const struct reference_set *captured) {
    struct reference_set stones, liberties;
    if (captured->count != 1) return;
    reference_chain(b, point, &stones, &liberties);
    if (stones.count != 1 || liberties.count != 1) return;
    b->ko = first_of(captured);
    b->ko_color = color_other(color);
}

void reference_play(struct reference_board *b, int point, enum color color,
                    struct reference_set *captured) {
    memset(captured, 0, sizeof *captured);
    b->ko = NO_POINT;
    if (point == PASS) return;
    put(b, point, color, captured);
    note_ko(b, point, color, captured);
}

bool reference_is_eye(const struct reference_board *b, int point, enum color color) {
    const int column = point_column(b->size, point), row = point_row(b->size, point);
    if (at(b, column, row) != EMPTY) return false;
    int enemies = 0;
    bool edge = false;
    for (int i = 0; i < 4; i++) {
        const enum color side = at(b, column + sides[i][0], row + sides[i][1]);
        const enum color corner = at(b, column + corners[i][0], row + corners[i][1]);
        if (side != color && side != OFF_BOARD) return false;
        if (side == OFF_BOARD) edge = true;
        if (corner == color_other(color)) enemies++;
    }
    return edge ? enemies == 0 : enemies <= 1;
}

bool reference_same_stones(const struct reference_board *a, const struct reference_board *b) {
    return a->size == b->size && memcmp(a->at, b->at, sizeof a->at) == 0;
}

/* The owner of the empty region at a point: the only colour that borders on it, or EMPTY. */
static enum color region_owner(const struct reference_board *b, int column, int row) {
    struct reference_set region = {.count = 0}, border = {.count = 0};
    bool black = false, white = false;
    flood(b, column, row, EMPTY, &region, &border);
    for (int p = 0; p < point_limit(b->size); p++) {
        if (border.has[p] && reference_color(b, p) == BLACK) black = true;
        if (border.has[p] && reference_color(b, p) == WHITE) white = true;
    }
    if (black == white) return EMPTY;
    return black ? BLACK : WHITE;
}

int reference_score(const struct reference_board *b, enum color owner[BOARD_MAX_POINTS]) {
    int score = 0;
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            enum color whose = b->at[row][column];
            if (whose == EMPTY) whose = region_owner(b, column, row);
            owner[point_at(b->size, column, row)] = whose;
            score += whose == BLACK ? 1 : whose == WHITE ? -1 : 0;
        }
    return score;
}

static void append(struct reference_game *g, const struct reference_board *position) {
    if (g->count == g->capacity) {
        g->capacity = g->capacity ? 2 * g->capacity : 64;
        g->positions = realloc(g->positions, g->capacity * sizeof *g->positions);
        if (!g->positions) abort();
    }
    g->positions[g->count++] = *position;
}

void reference_game_init(struct reference_game *g, int size) {
    struct reference_board empty;
    memset(g, 0, sizeof *g);
    reference_init(&empty, size);
    append(g, &empty);
}

void reference_game_free(struct reference_game *g) {
    free(g->positions);
}

const struct reference_board *reference_game_board(const struct reference_game *g) {
    return &g->positions[g->count - 1];
}

/* The board after a move, ignoring its ko. */
static struct reference_board after_move(const struct reference_game *g, int point,
                                         enum color color) {
    struct reference_board next = *reference_game_board(g);
    struct reference_set captured;
    reference_play(&next, point, color, &captured);
    return next;
}

bool reference_game_is_legal(const struct reference_game *g, int point, enum color color) {
    if (point == PASS) return true;
    struct reference_board without_ko = *reference_game_board(g);
    without_ko.ko = NO_POINT;
    if (!reference_is_legal(&without_ko, point, color)) return false;
    const struct reference_board next = after_move(g, point, color);
    for (size_t i = 0; i < g->count; i++)
        if (reference_same_stones(&g->positions[i], &next)) return false;
    return true;
}

void reference_game_play(struct reference_game *g, int point, enum color color) {
    const struct reference_board next = after_move(g, point, color);
    append(g, &next);
}

void reference_game_undo(struct reference_game *g) {
    g->count--;
}
