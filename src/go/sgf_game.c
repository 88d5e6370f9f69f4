/* Game records as games, and the other way round. */
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A value of a property that has one, such as a number. */
struct word {
    char text[32]; /* without the blanks around it; what is longer is cut and no number any more */
    int line, column;
};

static const struct sgf_item *first_item(const struct sgf *s, int node, const char *name) {
    const int property = sgf_find(s, node, name);
    if (property == SGF_NONE || s->properties[property].first_value == SGF_NONE) return NULL;
    return &s->items[s->properties[property].first_value];
}

/* Reads the value of NAME; false when there is none, or an empty one. */
static bool read_word(const struct sgf *s, int node, const char *name, struct word *out) {
    const struct sgf_item *item = first_item(s, node, name);
    if (!item) return false;
    sgf_trim(out->text, sizeof out->text, sgf_string(s, item->text));
    out->line = item->line;
    out->column = item->column;
    return out->text[0] != 0;
}

enum status sgf_read_root(struct sgf *s, struct failure *why) {
    struct word word;
    if (read_word(s, SGF_ROOT, "GM", &word) && strcmp(word.text, "1") != 0)
        return sgf_complain(s, word.line, word.column, why, "GM[%s] is no game of Go", word.text);
    if (!read_word(s, SGF_ROOT, "SZ", &word)) return STATUS_OK;
    char *rows = strchr(word.text, ':');
    if (rows) *rows++ = 0;
    int64_t columns, lines;
    if (!text_to_int(word.text, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &columns) ||
        !text_to_int(rows ? rows : word.text, columns, columns, &lines))
        return sgf_complain(s, word.line, word.column, why,
                            "SZ: only square boards of %d to %d lines are known", BOARD_MIN_SIZE,
                            BOARD_MAX_SIZE);
    s->size = (int)columns;
    return STATUS_OK;
}

/* --- points --- */

/* The number of a line's letter on a board of SIZE, or -1. */
static int line_number(int size, char letter) {
    return letter >= 'a' && letter < 'a' + size ? letter - 'a' : -1;
}

/* Reads two letters; the point, or NO_POINT. */
static int read_point(int size, const char *text) {
    const int column = text[0] ? line_number(size, text[0]) : -1;
    const int row = column < 0 ? -1 : line_number(size, text[1]);
    return row < 0 ? NO_POINT : point_at(size, column, size - 1 - row);
}

/* Reads a move's value: a point, "" or "tt". */
static bool read_move(int size, const char *text, int *out) {
    *out = *text && strcmp(text, "tt") != 0 ? read_point(size, text) : PASS;
    return *out != NO_POINT && strlen(text) <= 2;
}

/* Colours the points of "dd" or, with the rectangle's corners, "aa:cc"; false when it is neither.
 */
static bool color_points(int size, const char *text, enum color color,
                         uint8_t colors[BOARD_MAX_POINTS]) {
    const int from = read_point(size, text);
    if (from == NO_POINT) return false;
    int to = from;
    if (text[2] == ':') to = read_point(size, text + 3);
    if (to == NO_POINT || text[text[2] == ':' ? 5 : 2]) return false;
    const int left = point_column(size, from), right = point_column(size, to);
    const int top = point_row(size, from), bottom = point_row(size, to);
    if (left > right || bottom > top) return false;
    for (int row = bottom; row <= top; row++)
        for (int column = left; column <= right; column++)
            colors[point_at(size, column, row)] = (uint8_t)color;
    return true;
}

/* --- set-up --- */

struct set_up {
    uint8_t colors[BOARD_MAX_POINTS];
    bool present; /* there is something to set up */
};

static enum status read_stones(const struct sgf *s, int node, const char *name, enum color color,
                               struct set_up *out, struct failure *why) {
    const int property = sgf_find(s, node, name);
    if (property == SGF_NONE) return STATUS_OK;
    for (int i = s->properties[property].first_value; i != SGF_NONE; i = s->items[i].next) {
        char text[8];
        sgf_trim(text, sizeof text, sgf_string(s, s->items[i].text));
        if (*text == 0) continue;
        if (!color_points(s->size, text, color, out->colors))
            return sgf_complain(s, s->items[i].line, s->items[i].column, why,
                                "%s[%s]: no point or rectangle of a %dx%d board", name, text,
                                s->size, s->size);
        out->present = true;
    }
    return STATUS_OK;
}

static enum status place_stones(const struct sgf *s, int node, const struct set_up *set_up,
                                struct board *board, struct failure *why) {
    board_init(board, s->size);
    for (int row = 0; row < s->size; row++)
        for (int column = 0; column < s->size; column++) {
            const int p = point_at(s->size, column, row);
            char name[5];
            if (set_up->colors[p] == EMPTY || board_place(board, p, (enum color)set_up->colors[p]))
                continue;
            return sgf_complain(s, s->nodes[node].line, s->nodes[node].column, why,
                                "with these stones a chain at %s has no liberty",
                                point_format(s->size, p, name));
        }
    return STATUS_OK;
}

bool sgf_has_setup(const struct sgf *s, int node) {
    static const char *const names[] = {"AB", "AW", "AE"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (sgf_find(s, node, names[i]) != SGF_NONE) return true;
    return false;
}

/* Whether NODE tells anew what is on the board or who is to move. */
static bool sets_up(const struct sgf *s, int node) {
    return sgf_has_setup(s, node) || sgf_find(s, node, "PL") != SGF_NONE;
}

/* The colour of the next move from NODE on, unless another set-up comes before it; or OTHERWISE. */
static enum color next_color(const struct sgf *s, int node, enum color otherwise) {
    struct move move;
    do {
        if (sgf_move(s, node, &move)) return (enum color)move.color;
        node = sgf_child(s, node);
    } while (node != SGF_NONE && !sets_up(s, node));
    return otherwise;
}

static void let_move(struct game *g, enum color color) {
    g->to_move = color;
    if (g->count == 0) g->first = color;
}

/* Sets up the stones of NODE on what stands on the board. */
static enum status apply_stones(const struct sgf *s, int node, struct game *g,
                                struct failure *why) {
    struct set_up set_up = {.present = false};
    for (int p = 0; p < point_limit(s->size); p++)
        set_up.colors[p] = (uint8_t)board_color(&g->board, p);
    enum status status = read_stones(s, node, "AB", BLACK, &set_up, why);
    if (status == STATUS_OK) status = read_stones(s, node, "AW", WHITE, &set_up, why);
    if (status == STATUS_OK) status = read_stones(s, node, "AE", EMPTY, &set_up, why);
    if (status != STATUS_OK || !set_up.present) return status;
    struct board board;
    status = place_stones(s, node, &set_up, &board, why);
    if (status != STATUS_OK) return status;
    game_edit(g, &board, next_color(s, node, g->to_move));
    return STATUS_OK;
}

/* Some programs count the players. */
static bool read_player(const char *text, enum color *out) {
    if (color_parse(text, out)) return true;
    *out = *text == '2' ? WHITE : BLACK;
    return strcmp(text, "1") == 0 || strcmp(text, "2") == 0;
}

static enum status apply_player(const struct sgf *s, int node, struct game *g,
                                struct failure *why) {
    struct word word;
    enum color color;
    if (!read_word(s, node, "PL", &word)) return STATUS_OK;
    if (!read_player(word.text, &color))
        return sgf_complain(s, word.line, word.column, why, "PL[%s] is neither B nor W", word.text);
    let_move(g, color);
    return STATUS_OK;
}

/* Black's stones that come before White's first one as moves. */
static int leading_stones(const struct sgf *s) {
    struct move move;
    int count = 0;
    for (int node = SGF_ROOT; node != SGF_NONE; node = sgf_child(s, node)) {
        if (!sgf_move(s, node, &move) || move.point == PASS) continue;
        if (move.color == WHITE) break;
        count++;
    }
    return count;
}

/* Handicap stones are among those that the root sets up, HA black ones or more: it may be a
 * position from the middle of a game. White moves first if they are all there is. Where the root
 * sets up nothing they come as moves. */
static enum status apply_handicap(const struct sgf *s, struct game *g, struct failure *why) {
    struct word word;
    int64_t handicap;
    if (!read_word(s, SGF_ROOT, "HA", &word)) return STATUS_OK;
    if (!text_to_int(word.text, 0, BOARD_MAX_POINTS, &handicap))
        return sgf_complain(s, word.line, word.column, why, "HA[%s] is no handicap", word.text);
    struct bitset black, white;
    board_stones(&g->board, BLACK, &black);
    board_stones(&g->board, WHITE, &white);
    const int stones = bitset_count(&black, g->board.words);
    if (handicap == 0 && g->board.hash) g->handicap = NO_HANDICAP;
    if (handicap < 2 || (g->board.hash ? stones : leading_stones(s)) < handicap) return STATUS_OK;
    g->handicap = (int)handicap;
    g->handicap_told = true;
    if (stones != handicap || !bitset_is_empty(&white, g->board.words)) return STATUS_OK;
    let_move(g, next_color(s, SGF_ROOT, WHITE));
    return STATUS_OK;
}

/* Some records have a comma in the komi, or hundredths: 375 is 3.75, which is 7.5 (see
 * game_quarter_komi). Ours have points. */
static double komi_in_points(const struct sgf *s, double komi) {
    const char *program = sgf_value(s, SGF_ROOT, "AP", 0);
    const bool ours = program && strncmp(program, "Guzumi", 6) == 0;
    const bool hundredths = !ours && fabs(komi) >= 100 && fmod(komi, 25) == 0;
    return game_quarter_komi(hundredths ? komi / 100 : komi);
}

static enum status apply_komi(struct sgf *s, struct game *g, struct failure *why) {
    struct word word;
    struct failure reason;
    double komi;
    if (!read_word(s, SGF_ROOT, "KM", &word)) return STATUS_OK;
    char *comma = strchr(word.text, ',');
    if (comma) *comma = '.';
    if (!text_to_real(word.text, &komi))
        return sgf_complain(s, word.line, word.column, why, "KM[%s] is no number", word.text);
    const double points = komi_in_points(s, komi);
    if (game_set_komi(g, points, &reason) != STATUS_OK)
        return sgf_complain(s, word.line, word.column, why, "KM[%s]: %s", word.text, reason.text);
    if (points != komi)
        sgf_note(s, word.line, word.column, "KM[%s] is taken as %g points", word.text, points);
    return STATUS_OK;
}

static enum status apply_set_up(struct sgf *s, int node, struct game *g, struct failure *why) {
    enum status status = STATUS_OK;
    if (node == SGF_ROOT) {
        game_clear(g, s->size);
        let_move(g, next_color(s, SGF_ROOT, BLACK));
        status = apply_komi(s, g, why);
    }
    if (status == STATUS_OK) status = apply_stones(s, node, g, why);
    if (status == STATUS_OK && node == SGF_ROOT) status = apply_handicap(s, g, why);
    if (status == STATUS_OK) status = apply_player(s, node, g, why);
    return status;
}

/* --- moves --- */

/* The value of NODE's move and its colour; NULL when there is none. */
static const struct sgf_item *move_item(const struct sgf *s, int node, enum color *color) {
    const struct sgf_item *black = first_item(s, node, "B"), *white = first_item(s, node, "W");
    *color = black ? BLACK : WHITE;
    return black ? black : white;
}

bool sgf_move(const struct sgf *s, int node, struct move *out) {
    enum color color;
    const struct sgf_item *item = move_item(s, node, &color);
    if (!item) return false;
    char text[8];
    int point;
    sgf_trim(text, sizeof text, sgf_string(s, item->text));
    if (!read_move(s->size, text, &point)) return false;
    *out = (struct move){.point = (int16_t)point, .color = (uint8_t)color};
    return true;
}

/* Plays what was played, legal or not, unless there is a stone. */
static enum status play_record(struct sgf *s, const struct sgf_item *item, struct move move,
                               struct game *g, struct failure *why) {
    const enum color color = (enum color)move.color;
    struct failure reason;
    enum status status = game_play(g, move.point, color, why);
    if (status != STATUS_INVALID) return status;
    status = game_play_allowing(g, move.point, color, ALLOW_ALL, &reason);
    sgf_note(s, item->line, item->column, "%s; %s", why->text,
             status == STATUS_OK ? "played as it is in the record" : "left out");
    if (status == STATUS_INVALID) return STATUS_OK;
    if (status != STATUS_OK) *why = reason;
    return status;
}

static enum status apply_move(struct sgf *s, int node, struct game *g, struct failure *why) {
    enum color color;
    const struct sgf_item *item = move_item(s, node, &color);
    if (!item) return STATUS_OK;
    struct move move;
    if (!sgf_move(s, node, &move))
        return sgf_complain(s, item->line, item->column, why, "[%.8s] is no point of a %dx%d board",
                            sgf_string(s, item->text), s->size, s->size);
    return play_record(s, item, move, g, why);
}

enum status sgf_apply(struct sgf *s, int node, struct game *g, struct failure *why) {
    enum status status = apply_set_up(s, node, g, why);
    if (status == STATUS_OK) status = apply_move(s, node, g, why);
    return status;
}

enum status sgf_to_game(struct sgf *s, size_t stop, struct game *g, struct failure *why) {
    size_t number = 0;
    enum status status = STATUS_OK;
    enum color color;
    for (int node = SGF_ROOT; node != SGF_NONE && status == STATUS_OK; node = sgf_child(s, node)) {
        const bool moves = move_item(s, node, &color) != NULL;
        number += moves;
        status = apply_set_up(s, node, g, why);
        if (number >= stop) {
            if (moves) let_move(g, color);
            break;
        }
        if (status == STATUS_OK) status = apply_move(s, node, g, why);
    }
    return status;
}

/* --- a record of a game --- */

static void add_stones(struct sgf *s, const struct board *board, enum color color,
                       const char *name) {
    char text[3];
    for (int row = board->size - 1; row >= 0; row--)
        for (int column = 0; column < board->size; column++) {
            const int p = point_at(board->size, column, row);
            if (board_color(board, p) == color)
                sgf_add_value(s, SGF_ROOT, name, sgf_point(board->size, p, text));
        }
}

static void add_number(struct sgf *s, const char *name, int half) {
    char text[32];
    snprintf(text, sizeof text, "%g", half / 2.0);
    sgf_add_value(s, SGF_ROOT, name, text);
}

static void add_root(struct sgf *s, const struct game *g) {
    static const char *const facts[][2] = {
        {"FF", "4"}, {"GM", "1"}, {"CA", "UTF-8"}, {"AP", "Guzumi:" GUZUMI_VERSION}};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        sgf_add_value(s, SGF_ROOT, facts[i][0], facts[i][1]);
    add_number(s, "SZ", 2 * g->board.size);
    add_number(s, "KM", g->half_komi);
    /* Stones that came as moves are a handicap too; those of a set-up position only look like one.
     */
    int handicap = g->start.hash ? g->handicap : game_handicap(g);
    if (handicap > 0 && game_handicap(g) == 0) handicap = NO_HANDICAP;
    if (handicap) add_number(s, "HA", handicap == NO_HANDICAP ? 0 : 2 * handicap);
    add_stones(s, &g->start, BLACK, "AB");
    add_stones(s, &g->start, WHITE, "AW");
    const bool out_of_turn = g->count > 0 && g->moves[0].color != g->first;
    if (g->first == WHITE || g->start.hash || out_of_turn)
        sgf_add_value(s, SGF_ROOT, "PL", g->first == WHITE ? "W" : "B");
}

enum status sgf_from_game(struct sgf **out, const struct game *g, struct failure *why) {
    struct sgf *s;
    const enum status status = sgf_new(&s, "game record", g->board.size, why);
    if (status != STATUS_OK) return status;
    add_root(s, g);
    int node = SGF_ROOT;
    for (size_t i = 0; i < g->count; i++)
        node = sgf_add_move(s, node, g->moves[i].point, (enum color)g->moves[i].color);
    if (s->failed) {
        sgf_free(s);
        return out_of_memory(why, "a game record");
    }
    *out = s;
    return STATUS_OK;
}
