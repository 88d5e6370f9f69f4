/* Conversions between game records and games.
 *
 * The record takes precedence over the rules: a move that is illegal here may have been legal where
 * the game was played, and the moves after it depend on it. So it is played, with a note. Only a
 * move onto a stone is left out. */
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- moves --- */

/* The number of a line's letter on a board of SIZE, or -1. */
static int line_number(int size, char letter) {
    return letter >= 'a' && letter < 'a' + size ? letter - 'a' : -1;
}

/* Parses two letters; returns the point, or NO_POINT. */
static int read_letters(int size, const char *text) {
    const int column = line_number(size, text[0]);
    const int row = column < 0 ? -1 : line_number(size, text[1]);
    return row < 0 || text[2] ? NO_POINT : point_at(size, column, size - 1 - row);
}

/* A pass as some programs write it: the point beyond the corner, or a word. */
static bool is_pass(int size, const char *text) {
    const char behind[3] = {(char)('a' + size), (char)('a' + size), 0};
    return strcmp(text, behind) == 0 || strcmp(text, "zz") == 0 || strcmp(text, "--") == 0;
}

static bool is_in_vertex(char c) {
    return (c >= 'a' && c <= 'z') || text_is_digit(c) || c == '-';
}

/* Normalises TEXT: lower case, without blanks, brackets, and anything after the point: " (D4) "
 * becomes "d4". */
static void simplify(const char *text, char out[SGF_VERTEX]) {
    size_t length = 0;
    for (; *text && length + 1 < SGF_VERTEX; text++) {
        const char c = text_lower(*text);
        const bool sign = is_in_vertex(c);
        if (!sign && !sgf_is_blank(c) && length >= 2) break;
        if (sign) out[length++] = c;
    }
    out[length] = 0;
}

/*     text        on 19x19    reading
 *     "dd"        D16         as FF[4] has it
 *     "" "tt"     pass        as FF[4] has it
 *     "D16"       D16         otherwise
 *     "DD "       D16         otherwise
 *     "zz" "--"   pass        otherwise
 *     "xx"        none        unreadable */
enum sgf_reading sgf_read_vertex(int size, const char *text, int *out) {
    char plain[SGF_VERTEX] = "";
    *out = PASS;
    if (!*text || strcmp(text, "tt") == 0) return SGF_READ_WELL;
    *out = read_letters(size, text);
    if (*out != NO_POINT) return SGF_READ_WELL;
    simplify(text, plain);
    *out = read_letters(size, plain);
    if (*out != NO_POINT || point_parse(size, plain, out)) return SGF_READ_OTHERWISE;
    *out = PASS;
    return is_pass(size, plain) || !*plain ? SGF_READ_OTHERWISE : SGF_UNREADABLE;
}

/* The value of NODE's move, and its colour; NULL without a move. */
static const struct sgf_item *move_item(const struct sgf *s, int node, enum color *color) {
    const struct sgf_item *black = sgf_first_item(s, node, "B");
    const struct sgf_item *white = sgf_first_item(s, node, "W");
    *color = black ? BLACK : WHITE;
    return black ? black : white;
}

static enum sgf_reading read_move(const struct sgf *s, int node, struct move *out) {
    enum color color;
    const struct sgf_item *item = move_item(s, node, &color);
    char text[SGF_VERTEX];
    int point;
    if (!item) return SGF_UNREADABLE;
    sgf_trim(text, sizeof text, sgf_string(s, item->text));
    const enum sgf_reading reading = sgf_read_vertex(s->size, text, &point);
    *out = (struct move){.point = (int16_t)point, .color = (uint8_t)color};
    return reading;
}

bool sgf_move(const struct sgf *s, int node, struct move *out) {
    return read_move(s, node, out) != SGF_UNREADABLE;
}

/* COLOR's move is left out. Black's stones before White's first move are a handicap; those after it
 * must not become part of it. */
static void leave_out(struct game *g, enum color color) {
    if (color == BLACK || g->handicap) return;
    for (size_t i = 0; i < g->count; i++)
        if (g->moves[i].color == WHITE) return;
    const int handicap = game_handicap(g);
    g->handicap = handicap ? handicap : NO_HANDICAP;
}

/* Plays the record's move, legal or not, unless the point is occupied. */
static enum status play_record(struct sgf *s, const struct sgf_item *item, struct move move,
                               struct game *g, struct failure *why) {
    const enum color color = (enum color)move.color;
    struct failure reason;
    enum status status = game_play(g, move.point, color, why);
    if (status != STATUS_INVALID) return status;
    status = game_play_allowing(g, move.point, color, ALLOW_ALL, &reason);
    sgf_note(s, item->line, item->column, "%s; %s", why->text,
             status == STATUS_OK ? "played as in the record" : "ignored");
    if (status == STATUS_INVALID) {
        leave_out(g, color);
        return STATUS_OK;
    }
    if (status != STATUS_OK) *why = reason;
    return status;
}

static enum status apply_move(struct sgf *s, int node, struct game *g, struct failure *why) {
    enum color color;
    const struct sgf_item *item = move_item(s, node, &color);
    if (!item) return STATUS_OK;
    struct move move;
    char name[5], text[SGF_VERTEX];
    const enum sgf_reading reading = read_move(s, node, &move);
    sgf_trim(text, sizeof text, sgf_string(s, item->text));
    if (reading == SGF_UNREADABLE)
        sgf_note(s, item->line, item->column, "[%s] is not a point of a %dx%d board; ignored", text,
                 s->size, s->size);
    if (reading == SGF_READ_OTHERWISE)
        sgf_note(s, item->line, item->column, "[%s] read as %s", text,
                 point_format(s->size, move.point, name));
    if (reading != SGF_UNREADABLE) return play_record(s, item, move, g, why);
    leave_out(g, color);
    return STATUS_OK;
}

/* Our private property, "GZPR[black white]": stones of each colour that were captured before the
 * position that the record begins with. No property of SGF has them, and by territory they count.
 */
static const char prisoners[] = "GZPR";

static void read_prisoners(const struct sgf *s, struct game *g) {
    const char *text = sgf_value(s, SGF_ROOT, prisoners, 0);
    int black, white;
    if (!text || !sgf_is_by(s, "Guzumi") || sscanf(text, "%9d %9d", &black, &white) != 2) return;
    if (black < 0 || white < 0 || black > SGF_MAX_LINE || white > SGF_MAX_LINE) return;
    g->prisoners[BLACK] = g->start_prisoners[BLACK] = black;
    g->prisoners[WHITE] = g->start_prisoners[WHITE] = white;
}

static void set_up(struct sgf *s, int node, struct game *g) {
    sgf_apply_set_up(s, node, g);
    if (node == SGF_ROOT) read_prisoners(s, g);
}

static void mark_prisoners(struct sgf *s, const struct game *g) {
    const int black = g->start_prisoners[BLACK], white = g->start_prisoners[WHITE];
    char text[32];
    snprintf(text, sizeof text, "%d %d", black, white);
    if (black > 0 || white > 0) sgf_add_value(s, SGF_ROOT, prisoners, text);
}

/* Before the first move this is also who begins, which undo returns to. */
void sgf_let_move(struct game *g, enum color color) {
    g->to_move = color;
    if (g->count == 0) g->first = color;
}

enum status sgf_apply(struct sgf *s, int node, struct game *g, struct failure *why) {
    set_up(s, node, g);
    return apply_move(s, node, g, why);
}

/* The set-up of the node whose move is STOP still counts, and so does whose move it is; the move
 * itself does not. */
enum status sgf_to_game(struct sgf *s, size_t stop, struct game *g, struct failure *why) {
    size_t number = 0;
    enum status status = STATUS_OK;
    struct move move;
    for (int node = SGF_ROOT; node != SGF_NONE && status == STATUS_OK; node = sgf_child(s, node)) {
        const bool moves = sgf_move(s, node, &move);
        number += moves;
        set_up(s, node, g);
        if (number >= stop) {
            if (moves) sgf_let_move(g, (enum color)move.color);
            break;
        }
        status = apply_move(s, node, g, why);
    }
    return status;
}

/* --- a record of a game --- */

void sgf_add_stones(struct sgf *s, const char *name, const struct board *board, enum color color) {
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
    /* Black's first moves can be a handicap, too; the stones of a set-up position only look like
     * one. */
    int handicap = g->start.hash ? g->handicap : game_handicap(g);
    if (handicap > 0 && game_handicap(g) == 0) handicap = NO_HANDICAP;
    if (handicap) add_number(s, "HA", handicap == NO_HANDICAP ? 0 : 2 * handicap);
    sgf_add_stones(s, "AB", &g->start, BLACK);
    sgf_add_stones(s, "AW", &g->start, WHITE);
    const bool out_of_turn = g->count > 0 && g->moves[0].color != g->first;
    if (g->first == WHITE || g->start.hash || out_of_turn)
        sgf_add_value(s, SGF_ROOT, "PL", g->first == WHITE ? "W" : "B");
}

/* Adds the colour to move, if it follows neither from the root nor from the last move. */
static void add_turn(struct sgf *s, const struct game *g, int node) {
    const bool moved = g->count > 0;
    const enum color expected =
        moved ? color_other((enum color)g->moves[g->count - 1].color) : g->first;
    if (g->to_move != expected)
        sgf_add_value(s, sgf_add_node(s, node), "PL", g->to_move == WHITE ? "W" : "B");
}

enum status sgf_from_game(struct sgf **out, const struct game *g, struct failure *why) {
    struct sgf *s;
    const enum status status = sgf_new(&s, "game record", g->board.size, why);
    if (status != STATUS_OK) return status;
    add_root(s, g);
    int node = SGF_ROOT;
    for (size_t i = 0; i < g->count; i++)
        node = sgf_add_move(s, node, g->moves[i].point, (enum color)g->moves[i].color);
    add_turn(s, g, node);
    sgf_mark_handicap(s, g);
    mark_prisoners(s, g);
    if (s->failed) {
        sgf_free(s);
        return out_of_memory(why, "a game record");
    }
    *out = s;
    return STATUS_OK;
}
