/* The facts of a game beside its moves: board size, komi, rules, set-up stones, handicap, colour to
 * move. Values that make no sense are dropped with a note.
 *
 * Records come from servers and editors that agree on little, so a fact is looked for in more than
 * one node and read in more than one way, and a handicap that the moves contradict is not believed.
 */
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A single value, such as a number. */
struct word {
    char text[64]; /* without surrounding blanks, truncated */
    int line, column;
};

const struct sgf_item *sgf_first_item(const struct sgf *s, int node, const char *name) {
    const int property = sgf_find(s, node, name);
    if (property == SGF_NONE || s->properties[property].first_value == SGF_NONE) return NULL;
    return &s->items[s->properties[property].first_value];
}

/* Reads the value of NAME; false if it is missing or empty. */
static bool read_word(const struct sgf *s, int node, const char *name, struct word *out) {
    const struct sgf_item *item = sgf_first_item(s, node, name);
    if (!item) return false;
    sgf_trim(out->text, sizeof out->text, sgf_string(s, item->text));
    out->line = item->line;
    out->column = item->column;
    return out->text[0] != 0;
}

/* The node of a fact about the game, which some programs write after the root, before the first
 * move. */
static int find_fact(const struct sgf *s, const char *name) {
    struct move move;
    int node = SGF_ROOT;
    while (node != SGF_NONE && !sgf_first_item(s, node, name))
        node = sgf_move(s, node, &move) ? SGF_NONE : sgf_child(s, node);
    return node;
}

static bool read_fact(const struct sgf *s, const char *name, struct word *out) {
    return read_word(s, find_fact(s, name), name, out);
}

#define note(s, word, ...) sgf_note(s, (word)->line, (word)->column, __VA_ARGS__)

/* --- the board --- */

/* The games of GM have numbers up to this one. */
enum { MAX_GAME = 40, MAX_SGF_SIZE = 52 };

/* A number that names another game ends the reading; anything else is taken for Go, since programs
 * that write nonsense here write Go. */
static enum status read_kind(struct sgf *s, struct failure *why) {
    struct word word;
    int64_t kind;
    if (!read_fact(s, "GM", &word)) return STATUS_OK;
    const bool number = text_to_int(word.text, 2, MAX_GAME, &kind);
    if (number) return sgf_complain(s, word.line, word.column, why, "GM[%s] is not Go", word.text);
    if (!text_to_int(word.text, 1, 1, &kind)) note(s, &word, "GM[%s] read as GM[1]", word.text);
    return STATUS_OK;
}

/* Parses "19", "19:19", "19x19", "19路"; returns the number of numbers. */
static int read_lines(const char *text, double lines[2]) {
    int both[2], length = 0;
    bool stones;
    if (sscanf(text, "%2d %*1[:xX*,] %2d%n", &both[0], &both[1], &length) == 2 && !text[length]) {
        lines[0] = both[0];
        lines[1] = both[1];
        return 2;
    }
    return sgf_read_number(text, &lines[0], &stones);
}

enum status sgf_read_root(struct sgf *s, struct failure *why) {
    struct word word;
    double lines[2];
    int64_t plain;
    const enum status status = read_kind(s, why);
    if (status != STATUS_OK || !read_fact(s, "SZ", &word)) return status;
    const int count = read_lines(word.text, lines);
    const double size = count ? lines[0] : 0;
    if (!(size >= 1 && size <= MAX_SGF_SIZE) || size != floor(size)) {
        note(s, &word, "SZ[%s] is not a board size; read as %d", word.text, s->size);
        return STATUS_OK;
    }
    if (size < BOARD_MIN_SIZE || size > BOARD_MAX_SIZE || (count == 2 && lines[1] != size))
        return sgf_complain(s, word.line, word.column, why,
                            "SZ: only square boards of %d to %d lines are known", BOARD_MIN_SIZE,
                            BOARD_MAX_SIZE);
    s->size = (int)size;
    if (count == 1 && !text_to_int(word.text, 1, MAX_SGF_SIZE, &plain))
        note(s, &word, "SZ[%s] read as %d", word.text, s->size);
    return STATUS_OK;
}

/* --- komi and rules --- */

bool sgf_is_by(const struct sgf *s, const char *name) {
    const char *program;
    for (int i = 0; (program = sgf_value(s, SGF_ROOT, "AP", i)) != NULL; i++)
        if (strncmp(program, name, strlen(name)) == 0) return true;
    return false;
}

/* Fox always writes hundredths; elsewhere large numbers are hundredths: 375 is 3.75 stones, 7.5
 * points (see game_quarter_komi). Our own records have points. Other fractions become the half
 * point between the neighbouring integers, under which the same side wins.
 *
 *     KM[6.5]    6.5         KM[3.75]   7.5, as stones
 *     KM[650]    6.5         KM[6.3]    6.5
 *     KM[375]    7.5         KM[50]     50, but 0.5 by Fox */
static double komi_in_points(const struct sgf *s, double komi, bool stones) {
    const double least = sgf_is_by(s, "foxwq") ? 25 : 100;
    if (sgf_is_by(s, "Guzumi")) return komi;
    if (fabs(komi) >= least && fmod(komi, 25) == 0) komi /= 100;
    komi = stones ? 2 * komi : game_quarter_komi(komi);
    return 2 * komi == floor(2 * komi) ? komi : floor(komi) + 0.5;
}

/* The komi in TEXT, or NAN; *OTHERWISE if it is not written as points. */
static double read_komi(const struct sgf *s, const char *text, bool *otherwise) {
    double komi, read;
    bool stones;
    const bool plain = text_to_real(text, &komi);
    const bool good = sgf_read_number(text, &read, &stones);
    if (!plain) komi = read;
    const double points = good || plain ? komi_in_points(s, komi, stones) : NAN;
    *otherwise = !plain || points != komi;
    return points;
}

static void apply_komi(struct sgf *s, struct game *g) {
    struct word word;
    struct failure why;
    bool otherwise;
    if (!read_fact(s, "KM", &word)) return;
    const double points = read_komi(s, word.text, &otherwise);
    if (game_set_komi(g, points, &why) != STATUS_OK)
        note(s, &word, "KM[%s] is not a komi; ignored", word.text);
    else if (otherwise)
        note(s, &word, "KM[%s] read as %g points", word.text, points);
}

bool sgf_rules(struct sgf *s, struct rules_setting *out) {
    struct word word;
    if (!read_fact(s, "RU", &word)) return false;
    if (sgf_is_ing(word.text))
        note(s, &word, "RU[%s] read as new-zealand: area, no points for handicap stones; superko",
             word.text);
    if (sgf_read_rules(word.text, out)) return true;
    note(s, &word, "unknown rules RU[%s]; ignored", word.text);
    return false;
}

/* --- stones --- */

struct set_up {
    uint8_t colors[BOARD_MAX_POINTS];
    bool present; /* anything to set up */
};

/* Columns and rows, both ends included. A record's rows count from the top, ours from the bottom:
 * its "aa" is the top left corner. */
struct rectangle {
    int left, right, bottom, top;
};

/* Parses "dd" or the rectangle "aa:cc". */
static enum sgf_reading read_rectangle(int size, const char *text, struct rectangle *out) {
    char corner[SGF_VERTEX] = "";
    const char *colon = strchr(text, ':');
    text_copy(corner, sizeof corner, text);
    if (colon && colon - text < SGF_VERTEX) corner[colon - text] = 0;
    int from, to;
    enum sgf_reading reading = sgf_read_vertex(size, corner, &from), other = SGF_READ_WELL;
    to = from;
    if (colon) other = sgf_read_vertex(size, colon + 1, &to);
    if (reading == SGF_UNREADABLE || other == SGF_UNREADABLE || from < 0 || to < 0)
        return SGF_UNREADABLE;
    const int columns[2] = {point_column(size, from), point_column(size, to)};
    const int rows[2] = {point_row(size, from), point_row(size, to)};
    const bool leftward = columns[0] > columns[1], upward = rows[1] > rows[0];
    *out = (struct rectangle){columns[leftward], columns[!leftward], rows[!upward], rows[upward]};
    return leftward || upward || other == SGF_READ_OTHERWISE ? SGF_READ_OTHERWISE : reading;
}

/* Colours the points of TEXT. */
static enum sgf_reading color_points(int size, const char *text, enum color color,
                                     uint8_t colors[BOARD_MAX_POINTS]) {
    struct rectangle r;
    const enum sgf_reading reading = read_rectangle(size, text, &r);
    if (reading == SGF_UNREADABLE) return reading;
    for (int row = r.bottom; row <= r.top; row++)
        for (int column = r.left; column <= r.right; column++)
            colors[point_at(size, column, row)] = (uint8_t)color;
    return reading;
}

static void read_stones(struct sgf *s, int node, const char *name, enum color color,
                        struct set_up *out) {
    const int property = sgf_find(s, node, name);
    if (property == SGF_NONE) return;
    for (int i = s->properties[property].first_value; i != SGF_NONE; i = s->items[i].next) {
        char text[16];
        sgf_trim(text, sizeof text, sgf_string(s, s->items[i].text));
        if (*text == 0) continue;
        const enum sgf_reading reading = color_points(s->size, text, color, out->colors);
        out->present |= reading != SGF_UNREADABLE;
        if (reading != SGF_READ_WELL)
            sgf_note(s, s->items[i].line, s->items[i].column,
                     reading == SGF_UNREADABLE
                         ? "%s[%s] is not a point or rectangle of a %dx%d board; ignored"
                         : "%s[%s] read as a point or rectangle of a %dx%d board",
                     name, text, s->size, s->size);
    }
}

/* Puts a stone on POINT. If it takes the last liberty of a chain it captures it, because some
 * records contain moves as set-up stones; without a liberty it is dropped. */
static void place_stone(struct sgf *s, int node, int point, enum color color, struct board *board) {
    char name[5];
    if (board_place(board, point, color)) return;
    board->ko = NO_POINT;
    const bool captures = board_is_legal(board, point, color);
    if (captures) board_play(board, point, color);
    sgf_note(s, s->nodes[node].line, s->nodes[node].column,
             captures ? "the set-up stone at %s captures"
                      : "no liberty for the set-up stone at %s; ignored",
             point_format(s->size, point, name));
}

/* Existing stones come first, so that added ones capture and not vice versa. */
static void place_stones(struct sgf *s, int node, const struct set_up *set_up,
                         const struct board *before, struct board *board) {
    board_init(board, s->size);
    for (int added = 0; added < 2; added++) {
        POINT_FOR_EACH(p, s->size) {
            const enum color color = (enum color)set_up->colors[p];
            if (color != EMPTY && (color != board_color(before, p)) == added)
                place_stone(s, node, p, color, board);
        }
    }
}

bool sgf_has_setup(const struct sgf *s, int node) {
    static const char *const names[] = {"AB", "AW", "AE"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (sgf_find(s, node, names[i]) != SGF_NONE) return true;
    return false;
}

/* Whether NODE changes the stones or the colour to move. */
static bool sets_up(const struct sgf *s, int node) {
    return sgf_has_setup(s, node) || sgf_find(s, node, "PL") != SGF_NONE;
}

/* The colour of the next move from NODE on, if it comes before another set-up; else OTHERWISE. */
static enum color next_color(const struct sgf *s, int node, enum color otherwise) {
    struct move move;
    do {
        if (sgf_move(s, node, &move)) return (enum color)move.color;
        node = sgf_child(s, node);
    } while (node != SGF_NONE && !sets_up(s, node));
    return otherwise;
}

/* Applies the set-up stones of NODE to the board. Where two properties name a point, which FF[4]
 * forbids, the later one in this order wins, wherever it stands in the file. */
static void apply_stones(struct sgf *s, int node, struct game *g) {
    struct set_up set_up = {.present = false};
    for (int p = 0; p < point_limit(s->size); p++)
        set_up.colors[p] = (uint8_t)board_color(&g->board, p);
    read_stones(s, node, "AB", BLACK, &set_up);
    read_stones(s, node, "AW", WHITE, &set_up);
    read_stones(s, node, "AE", EMPTY, &set_up);
    if (!set_up.present) return;
    struct board board;
    place_stones(s, node, &set_up, &g->board, &board);
    game_edit(g, &board, next_color(s, node, g->to_move));
}

static void apply_player(struct sgf *s, int node, struct game *g) {
    struct word word;
    enum color color;
    if (!read_word(s, node, "PL", &word)) return;
    if (sgf_read_color(word.text, &color))
        sgf_let_move(g, color);
    else
        note(s, &word, "PL[%s] is neither B nor W; ignored", word.text);
}

/* --- handicap --- */

/* The handicap that TEXT names, or -1. */
static int read_stone_count(const char *text) {
    double number;
    bool stones;
    if (!sgf_read_number(text, &number, &stones) || number != floor(number)) return -1;
    return number >= 0 && number <= BOARD_MAX_POINTS ? (int)number : -1;
}

/* The beginning of the main line, up to the first set-up. */
struct opening {
    int stones;  /* Black's before White's first, not counting passes */
    int leading; /* Black's before any other move */
    bool set_up; /* White's first two moves are consecutive: they set up a position (game_handicap)
                  */
};

/*     moves                     stones   leading   set_up
 *     B B W B W                 2        2         no: a handicap of 2 by moves
 *     B B W W B                 2        2         yes: a position by moves
 *     B pass B W                2        1         no */
static struct opening read_opening(const struct sgf *s) {
    struct opening o = {0};
    struct move move;
    bool met = false; /* a white stone */
    int behind = 0;   /* moves after the leading ones */
    for (int node = SGF_ROOT; node != SGF_NONE && !(met && behind > 1); node = sgf_child(s, node)) {
        if (node != SGF_ROOT && sgf_has_setup(s, node)) break;
        if (!sgf_move(s, node, &move)) continue;
        const bool stone = move.point != PASS, white = stone && move.color == WHITE;
        if (behind > 0 || white || !stone)
            behind++;
        else
            o.leading++;
        if (behind == 1) o.set_up = white;
        if (behind == 2) o.set_up &= white;
        met |= white;
        o.stones += stone && !met;
    }
    o.set_up &= behind > 1;
    return o;
}

/* A record's handicap: fields of struct game. */
struct handicap {
    int count;
    bool recorded;
};

/* The meaning of HA[COUNT] for a game that begins with START. COUNT 0 if there are fewer stones.
 * Only a handicap that stones and moves don't show by themselves is marked as recorded: for example
 * four black stones and White to move show HA[4]. */
static struct handicap read_count(const struct sgf *s, int count, const struct board *start) {
    const struct opening o = read_opening(s);
    struct bitset black;
    board_stones(start, BLACK, &black);
    if (count == 0 && start->hash) return (struct handicap){.count = NO_HANDICAP};
    if (count < 2 || (start->hash ? bitset_count(&black, start->words) : o.stones) < count)
        return (struct handicap){.count = 0};
    const bool shown = !o.set_up && (start->hash || o.leading == count);
    return (struct handicap){.count = start->hash || !shown ? count : 0, .recorded = !shown};
}

/* Our private property, "GZHA[count how]", for records in which HA alone would be read differently:
 * a game that is saved and read again must be the same game, White's bonus included. */
static const char mark[] = "GZHA";

static bool read_mark(const struct sgf *s, struct handicap *out) {
    struct word word;
    char how[8];
    if (!sgf_is_by(s, "Guzumi") || !read_word(s, SGF_ROOT, mark, &word)) return false;
    if (sscanf(word.text, "%9d %7s", &out->count, how) != 2) return false;
    out->recorded = strcmp(how, "told") == 0;
    return out->count >= NO_HANDICAP && out->count <= BOARD_MAX_POINTS;
}

void sgf_mark_handicap(struct sgf *s, const struct game *g) {
    struct word word;
    int64_t count;
    struct handicap plain = {0};
    if (read_word(s, SGF_ROOT, "HA", &word) && text_to_int(word.text, 0, INT16_MAX, &count))
        plain = read_count(s, (int)count, &g->start);
    if (plain.count == g->handicap && plain.recorded == g->handicap_recorded) return;
    char text[32];
    snprintf(text, sizeof text, "%d %s", g->handicap, g->handicap_recorded ? "told" : "open");
    sgf_add_value(s, SGF_ROOT, mark, text);
}

/* Whether stones are set up after the root and before the first move. */
static bool is_set_up_later(const struct sgf *s) {
    struct move move;
    int node = SGF_ROOT;
    while (!sgf_move(s, node, &move)) {
        node = sgf_child(s, node);
        if (node == SGF_NONE || sgf_has_setup(s, node)) return node != SGF_NONE;
    }
    return false;
}

/* Whether no move of the main line hits a stone if the game begins with START. */
static bool agrees(const struct sgf *s, const struct board *start) {
    struct move move;
    struct board b;
    board_copy(&b, start);
    for (int node = SGF_ROOT; node != SGF_NONE; node = sgf_child(s, node)) {
        if (node != SGF_ROOT && sgf_has_setup(s, node)) return true;
        if (!sgf_move(s, node, &move) || move.point == PASS) continue;
        if (board_color(&b, move.point) != EMPTY) return false;
        b.ko = NO_POINT;
        board_play_or_suicide(&b, move.point, (enum color)move.color);
    }
    return true;
}

/* Some servers omit the handicap stones. If White moves first they are the fixed ones, unless the
 * moves contradict that: then they were placed elsewhere, and nobody knows where. */
static bool place_handicap(const struct sgf *s, struct game *g, int count) {
    struct word word;
    struct failure why;
    enum color first = next_color(s, SGF_ROOT, EMPTY);
    struct board start;
    int points[9];
    if (read_word(s, SGF_ROOT, "PL", &word)) sgf_read_color(word.text, &first);
    const int placed = game_handicap_points(s->size, count, points);
    if (g->board.hash || first != WHITE || placed == 0) return false;
    board_init(&start, s->size);
    for (int i = 0; i < placed; i++) board_place(&start, points[i], BLACK);
    return agrees(s, &start) && game_fixed_handicap(g, count, &why) == STATUS_OK;
}

/* Handicap stones are set up in the root, possibly with others, if it is a position from the middle
 * of a game; White moves first if there are no others. If the root sets up nothing, they are
 * Black's first moves. */
static void apply_handicap(struct sgf *s, struct game *g) {
    struct word word;
    struct handicap handicap;
    if (read_mark(s, &handicap)) {
        g->handicap = handicap.count;
        g->handicap_recorded = handicap.recorded;
        return;
    }
    if (!read_fact(s, "HA", &word)) return;
    const int count = read_stone_count(word.text);
    if (count < 0) {
        note(s, &word, "HA[%s] is not a number of stones; ignored", word.text);
        return;
    }
    handicap = read_count(s, count, &g->board);
    const bool as_moves = !g->board.hash && read_opening(s).stones >= count;
    if (handicap.count) {
        g->handicap = handicap.count;
        g->handicap_recorded = handicap.recorded;
    } else if (count >= 2 && !as_moves && !is_set_up_later(s)) {
        const bool placed = place_handicap(s, g, count);
        note(s, &word,
             placed ? "HA[%s] without stones; placed the fixed handicap"
                    : "HA[%s], but fewer handicap stones; ignored",
             word.text);
    }
    struct bitset black, white;
    board_stones(&g->board, BLACK, &black);
    board_stones(&g->board, WHITE, &white);
    if (count >= 2 && bitset_count(&black, g->board.words) == count &&
        bitset_is_empty(&white, g->board.words))
        sgf_let_move(g, next_color(s, SGF_ROOT, WHITE));
}

/* Stones before the handicap, which counts them; the handicap before PL, which may contradict the
 * colour that follows from it. */
void sgf_apply_set_up(struct sgf *s, int node, struct game *g) {
    if (node == SGF_ROOT) {
        game_clear(g, s->size);
        sgf_let_move(g, next_color(s, SGF_ROOT, BLACK));
        apply_komi(s, g);
    }
    apply_stones(s, node, g);
    if (node == SGF_ROOT) apply_handicap(s, g);
    apply_player(s, node, g);
}

/* --- corrections ---
 *
 * What is written back should mean to every other program what it meant here. So values that were
 * read otherwise than FF[4] has them are rewritten, and unreadable ones go; all other values stay
 * as they are, byte by byte. */

/* Rewrites the fact NAME as TEXT, or removes it if TEXT is NULL. */
static void correct_fact(struct sgf *s, const char *name, const char *text) {
    const int node = find_fact(s, name);
    if (text)
        sgf_set_item(s, (int)(sgf_first_item(s, node, name) - s->items), text);
    else
        sgf_remove(s, node, name);
}

static void correct_numbers(struct sgf *s) {
    struct word word;
    struct game game;
    struct failure why;
    int64_t plain;
    bool otherwise;
    char text[32];
    if (read_fact(s, "GM", &word) && !text_to_int(word.text, 1, 1, &plain))
        correct_fact(s, "GM", "1");
    snprintf(text, sizeof text, "%d", s->size);
    if (read_fact(s, "SZ", &word) && !text_to_int(word.text, s->size, s->size, &plain))
        correct_fact(s, "SZ", text);
    const int count = read_fact(s, "HA", &word) ? read_stone_count(word.text) : 0;
    snprintf(text, sizeof text, "%d", count);
    if (count < 0 || (count > 0 && !text_to_int(word.text, count, count, &plain)))
        correct_fact(s, "HA", count < 0 ? NULL : text);
    if (!read_fact(s, "KM", &word) || game_init(&game, s->size, &why) != STATUS_OK) return;
    const double komi = read_komi(s, word.text, &otherwise);
    const bool good = game_set_komi(&game, komi, &why) == STATUS_OK;
    const bool clear = good && komi_in_points(s, komi, false) == komi; /* 100 would be 1 again */
    snprintf(text, sizeof text, "%g", komi);
    if (!good || (otherwise && clear)) correct_fact(s, "KM", good ? text : NULL);
    game_free(&game);
}

/* Writes a handicap for which the record has no stones. */
static void add_handicap(struct sgf *s) {
    struct game game;
    struct failure why;
    if (sgf_has_setup(s, SGF_ROOT) || game_init(&game, s->size, &why) != STATUS_OK) return;
    sgf_apply_set_up(s, SGF_ROOT, &game);
    sgf_add_stones(s, "AB", &game.board, BLACK);
    game_free(&game);
}

/* Rewrites the points of the value ITEM, a move if MOVES; false if they are unreadable. */
static bool correct_points(struct sgf *s, int item, bool moves) {
    char text[16], from[3], to[3], pair[8];
    struct rectangle r;
    int point;
    sgf_trim(text, sizeof text, sgf_string(s, s->items[item].text));
    const enum sgf_reading reading =
        moves ? sgf_read_vertex(s->size, text, &point) : read_rectangle(s->size, text, &r);
    if (reading != SGF_READ_OTHERWISE) return reading == SGF_READ_WELL;
    if (!moves) point = point_at(s->size, r.left, r.top);
    sgf_point(s->size, point, from);
    snprintf(pair, sizeof pair, "%s:%s", from,
             moves ? "" : sgf_point(s->size, point_at(s->size, r.right, r.bottom), to));
    sgf_set_item(s, item, moves || strcmp(from, to) == 0 ? from : pair);
    return true;
}

/* Corrects the values NAME of NODE, and removes those that are unreadable. */
static void correct_list(struct sgf *s, int node, const char *name, bool moves) {
    const int property = sgf_find(s, node, name);
    int kept = SGF_NONE;
    if (property == SGF_NONE) return;
    struct sgf_property *p = &s->properties[property];
    for (int i = p->first_value; i != SGF_NONE; i = s->items[i].next) {
        if (!correct_points(s, i, moves)) continue;
        if (kept == SGF_NONE)
            p->first_value = i;
        else
            s->items[kept].next = i;
        kept = i;
    }
    if (kept == SGF_NONE) {
        sgf_remove(s, node, name);
        return;
    }
    s->items[kept].next = SGF_NONE;
    p->last_value = kept;
}

static void correct_player(struct sgf *s, int node) {
    struct word word;
    enum color color;
    if (!read_word(s, node, "PL", &word)) return;
    const char *name = !sgf_read_color(word.text, &color) ? NULL : color == BLACK ? "B" : "W";
    if (!name)
        sgf_remove(s, node, "PL");
    else if (strcmp(word.text, name) != 0)
        sgf_set_item(s, (int)(sgf_first_item(s, node, "PL") - s->items), name);
}

void sgf_correct(struct sgf *s) {
    correct_numbers(s);
    add_handicap(s);
    for (int node = SGF_ROOT; node < s->node_count; node++) {
        correct_player(s, node);
        correct_list(s, node, "B", true);
        correct_list(s, node, "W", true);
        correct_list(s, node, "AB", false);
        correct_list(s, node, "AW", false);
        correct_list(s, node, "AE", false);
    }
}
