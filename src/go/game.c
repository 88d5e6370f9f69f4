/* A game is its start and its moves; the board is what they lead to. Hashes of all positions are
 * kept beside the moves, which makes positional superko a search in a list, and undo a replay:
 *
 *     start --moves[0]--> . --moves[1]--> . ... --> board
 *     hashes[0]           hashes[1]       hashes[2]     hashes[count] */
#include "guzumi/go/game.h"

#include "guzumi/base/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 512 };

/* Either array may have moved although the other could not: both are assigned before the test. */
static enum status reserve(struct game *g, size_t capacity, struct failure *why) {
    assert(capacity > 0);
    struct move *moves = realloc(g->moves, capacity * sizeof *moves);
    if (moves) g->moves = moves;
    uint64_t *hashes = realloc(g->hashes, (capacity + 1) * sizeof *hashes);
    if (hashes) g->hashes = hashes;
    if (!moves || !hashes) return out_of_memory(why, "the moves of a game");
    g->capacity = capacity;
    return STATUS_OK;
}

enum status game_init(struct game *g, int size, struct failure *why) {
    memset(g, 0, sizeof *g);
    g->half_komi = 15;
    const enum status status = reserve(g, FIRST_CAPACITY, why);
    if (status != STATUS_OK) {
        game_free(g);
        return status;
    }
    game_clear(g, size);
    return STATUS_OK;
}

void game_free(struct game *g) {
    free(g->moves);
    free(g->hashes);
    g->moves = NULL;
    g->hashes = NULL;
}

enum status game_copy(struct game *to, const struct game *from, struct failure *why) {
    *to = *from;
    to->moves = NULL;
    to->hashes = NULL;
    const enum status status = reserve(to, from->capacity, why);
    if (status != STATUS_OK) {
        game_free(to);
        return status;
    }
    memcpy(to->moves, from->moves, from->count * sizeof *to->moves);
    memcpy(to->hashes, from->hashes, (from->count + 1) * sizeof *to->hashes);
    return STATUS_OK;
}

/* Komi and rules stay: they belong to the players' agreement, not to the position. */
void game_set_up(struct game *g, const struct board *position, enum color to_move) {
    board_copy(&g->start, position);
    /* A set-up position has no history, whatever moves led to it. */
    g->start.ko = NO_POINT;
    g->start.last_captured = 0;
    board_copy(&g->board, &g->start);
    g->to_move = g->first = to_move;
    g->handicap = 0;
    g->handicap_recorded = false;
    memset(g->prisoners, 0, sizeof g->prisoners);
    memset(g->start_prisoners, 0, sizeof g->start_prisoners);
    g->count = 0;
    g->hashes[0] = g->start.hash;
}

static int stone_count(const struct board *b, enum color color) {
    struct bitset stones;
    board_stones(b, color, &stones);
    return bitset_count(&stones, b->words);
}

/* Restores HANDICAP, from before the stones were edited, if there are still as many black stones.
 * Otherwise no record could represent it. */
static void keep_handicap(struct game *g, int handicap) {
    if (!g->start.hash || stone_count(&g->start, BLACK) < handicap) return;
    g->handicap = handicap ? handicap : NO_HANDICAP;
    g->handicap_recorded = handicap > 0;
}

/* Clients change stones in the middle of a game by setting up the whole position again. What the
 * game knows besides the stones, prisoners and handicap, is carried over. */
void game_edit(struct game *g, const struct board *position, enum color to_move) {
    const int handicap = game_handicap(g);
    const bool edits =
        g->count > 0 || g->handicap; /* otherwise the stones are still being set up */
    int prisoners[2];
    memcpy(prisoners, g->prisoners, sizeof prisoners);
    game_set_up(g, position, to_move);
    memcpy(g->prisoners, prisoners, sizeof prisoners);
    memcpy(g->start_prisoners, prisoners, sizeof prisoners);
    if (edits) keep_handicap(g, handicap);
}

void game_clear(struct game *g, int size) {
    struct board empty;
    board_init(&empty, size);
    game_set_up(g, &empty, BLACK);
}

enum status game_set_komi(struct game *g, double komi, struct failure *why) {
    const double half = komi * 2;
    if (!(fabs(komi) <= GAME_MAX_KOMI) || half != floor(half))
        return fail(why, STATUS_INVALID, "komi must be a whole or half number between -%g and %g",
                    GAME_MAX_KOMI, GAME_MAX_KOMI);
    g->half_komi = (int)half;
    return STATUS_OK;
}

/* People of half the world write a comma, and some clients pass it on. */
bool game_read_komi(const char *text, double *out) {
    char copy[32];
    if (strlen(text) >= sizeof copy) return false;
    text_copy(copy, sizeof copy, text);
    char *comma = strchr(copy, ',');
    if (comma) *comma = '.';
    return text_to_real(copy, out);
}

/* 3.75 stones is China's komi, and a stone counts two points. Above 4 a quarter point only excludes
 * draws, and the half point beside it has the same winner. */
double game_quarter_komi(double komi) {
    const double quarters = 4 * komi;
    if (quarters != floor(quarters) || fmod(quarters, 2) == 0) return komi;
    return fabs(komi) < 4 ? 2 * komi : floor(komi) + 0.5;
}

double game_komi(const struct game *g) {
    return g->half_komi / 2.0;
}

/* Black's moves before White's first. */
static int leading_moves(const struct game *g) {
    int count = 0;
    while ((size_t)count < g->count && g->moves[count].color == BLACK &&
           g->moves[count].point != PASS)
        count++;
    return count;
}

static bool is_white_stone(const struct move *move) {
    return move->color == WHITE && move->point != PASS;
}

/* Whether White's stones of a set-up position were played as moves: two of White's in a row after
 * Black's first ones, as clients send a position for which they have no other command. Its black
 * stones are no handicap. */
static bool sets_up_by_moves(const struct game *g) {
    const int i = leading_moves(g);
    return (size_t)i + 1 < g->count && is_white_stone(&g->moves[i]) &&
           is_white_stone(&g->moves[i + 1]);
}

int game_handicap(const struct game *g) {
    if (g->handicap == NO_HANDICAP || (!g->handicap_recorded && sets_up_by_moves(g))) return 0;
    if (g->handicap) return g->handicap;
    if (stone_count(&g->start, WHITE) > 0) return 0;
    const int stones = stone_count(&g->start, BLACK) + leading_moves(g);
    return stones >= 2 ? stones : 0;
}

/* Each handicap stone was a move for Black that White did not have. By area it also counts as a
 * point of Black's, so some rules give White a point for each, or for each but the first. */
int game_half_compensation(const struct game *g) {
    const int stones = game_handicap(g);
    if (stones == 0 || g->bonus == HANDICAP_BONUS_NONE) return g->half_komi;
    return g->half_komi + 2 * (g->bonus == HANDICAP_BONUS_ALL ? stones : stones - 1);
}

int game_stone_cost(const struct game *g) {
    return g->territory ? 2 : 0;
}

/* Stones played are stones on the board and prisoners: a captured stone was paid for, too. */
int game_half_deduction(const struct game *g) {
    const int black = stone_count(&g->board, BLACK) + g->prisoners[BLACK];
    const int white = stone_count(&g->board, WHITE) + g->prisoners[WHITE];
    return game_half_compensation(g) + game_stone_cost(g) * (black - white);
}

/* Positional superko: the stones alone are compared, not whose turn it is. */
static bool repeats(const struct game *g, int point, enum color color) {
    return superko_repeats(g->hashes, g->count + 1, board_hash_after(&g->board, point, color));
}

/* Whether the move recreates the position before the last move. */
static bool retakes(const struct game *g, int point, enum color color) {
    return g->count > 0 && g->hashes[g->count - 1] == board_hash_after(&g->board, point, color);
}

/* NULL if the move is legal or ALLOWED; otherwise the reason against it. */
static const char *objection(const struct game *g, int point, enum color color, int allowed) {
    if (point == PASS) return NULL;
    if (board_color(&g->board, point) != EMPTY) return "there is already a stone";
    /* Superko includes the simple ko. The board's own ko may still stand after a set-up or pass. */
    struct board free_of_ko;
    const struct board *b = &g->board;
    if (b->ko == point) {
        board_copy(&free_of_ko, b);
        free_of_ko.ko = NO_POINT;
        b = &free_of_ko;
    }
    if (!board_is_legal(b, point, color))
        return allowed & ALLOW_SUICIDE ? NULL : "suicide is not allowed";
    if (!(allowed & ALLOW_KO) && retakes(g, point, color))
        return "it retakes a ko at once (ko, and positional superko)";
    if (!(allowed & ALLOW_SUPERKO) && repeats(g, point, color))
        return "it repeats an earlier position (positional superko)";
    return NULL;
}

bool game_is_legal(const struct game *g, int point, enum color color) {
    return game_is_allowed(g, point, color, 0);
}

bool game_is_allowed(const struct game *g, int point, enum color color, int allowed) {
    return objection(g, point, color, allowed) == NULL;
}

struct bitset game_candidates(const struct game *g, enum color color) {
    struct bitset out = {{0}};
    board_candidates(&g->board, color, &out);
    BITSET_FOR_EACH(p, out, g->board.words) {
        if (!game_is_legal(g, p, color)) bitset_remove(&out, p);
    }
    return out;
}

static void advance(struct game *g, int point, enum color color) {
    /* Prisoners are the stones that disappear, including one's own in a suicide. */
    for (int c = BLACK; c <= WHITE; c++) g->prisoners[c] += stone_count(&g->board, (enum color)c);
    g->prisoners[color] += point != PASS;
    /* The superko test has decided; the board's simple ko must not forbid the move again. */
    g->board.ko = NO_POINT;
    board_play_or_suicide(&g->board, point, color);
    for (int c = BLACK; c <= WHITE; c++) g->prisoners[c] -= stone_count(&g->board, (enum color)c);
    g->to_move = color_other(color);
}

enum status game_play(struct game *g, int point, enum color color, struct failure *why) {
    return game_play_allowing(g, point, color, 0, why);
}

enum status game_play_allowing(struct game *g, int point, enum color color, int allowed,
                               struct failure *why) {
    const char *wrong = objection(g, point, color, allowed);
    if (wrong) {
        char name[5];
        return fail(why, STATUS_INVALID, "illegal move: %s %s, %s", color_name(color),
                    point_format(g->board.size, point, name), wrong);
    }
    if (g->count == g->capacity) {
        const enum status status = reserve(g, 2 * g->capacity, why);
        if (status != STATUS_OK) return status;
    }
    advance(g, point, color);
    g->moves[g->count++] = (struct move){(int16_t)point, (uint8_t)color};
    g->hashes[g->count] = g->board.hash;
    return STATUS_OK;
}

/* Replays the game from the start: boards are too large to keep one for each move, and an undo is
 * rare. */
bool game_undo(struct game *g, size_t count) {
    if (count > g->count) return false;
    g->count -= count;
    board_copy(&g->board, &g->start);
    g->to_move = g->first;
    memcpy(g->prisoners, g->start_prisoners, sizeof g->prisoners);
    for (size_t i = 0; i < g->count; i++)
        advance(g, g->moves[i].point, (enum color)g->moves[i].color);
    return true;
}

int game_max_fixed_handicap(int size) {
    if (size < 7) return 0;
    return size % 2 == 0 || size == 7 ? 4 : 9;
}

enum status game_check_handicap(const char *what, int size, int handicap, struct failure *why) {
    const int most = game_max_fixed_handicap(size);
    if (handicap == 0 || (handicap >= 2 && handicap <= most)) return STATUS_OK;
    if (most == 0)
        return fail(why, STATUS_INVALID, "%s: there are no points for it on %dx%d", what, size,
                    size);
    return fail(why, STATUS_INVALID, "%s: on %dx%d it is 2 to %d stones, not %d", what, size, size,
                most, handicap);
}

/* On 9x9, in the order of placement; c is the last stone of 5, 7 or 9:
 *
 *        C D E F G
 *     7  3 . 8 . 2
 *     5  5 . c . 6
 *     3  1 . 7 . 4 */
int game_handicap_points(int size, int count, int points[9]) {
    if (count < 2 || count > game_max_fixed_handicap(size)) return 0;
    const int low = size >= 13 ? 3 : 2, high = size - 1 - low, middle = size / 2;
    /* Corners, then sides (left, right, bottom, top), with the centre for odd counts from 5. */
    const int corners[4][2] = {{low, low}, {high, high}, {low, high}, {high, low}};
    const int sides[4][2] = {{low, middle}, {high, middle}, {middle, low}, {middle, high}};
    int n = 0;
    for (int i = 0; i < 4 && n < count; i++)
        points[n++] = point_at(size, corners[i][0], corners[i][1]);
    const int on_sides = (count - 4) & ~1;
    for (int i = 0; i < 4 && i < on_sides; i++)
        points[n++] = point_at(size, sides[i][0], sides[i][1]);
    if (n < count) points[n++] = point_at(size, middle, middle);
    return n;
}

/* The messages are those that GTP prescribes. */
enum status game_free_handicap(struct game *g, const int *points, int count, struct failure *why) {
    const int size = g->board.size;
    if (g->count > 0 || g->board.hash) return fail(why, STATUS_INVALID, "board not empty");
    if (count < 2 || count >= size * size)
        return fail(why, STATUS_INVALID, "invalid number of stones");
    struct board b;
    board_init(&b, size);
    for (int i = 0; i < count; i++)
        if (points[i] < 0 || !board_place(&b, points[i], BLACK))
            return fail(why, STATUS_INVALID, "bad vertex list");
    game_set_up(g, &b, WHITE);
    g->handicap = count;
    return STATUS_OK;
}

enum status game_fixed_handicap(struct game *g, int count, struct failure *why) {
    int points[9];
    if (game_handicap_points(g->board.size, count, points) == 0)
        return fail(why, STATUS_INVALID, "invalid number of stones");
    return game_free_handicap(g, points, count, why);
}

int game_passes(const struct game *g) {
    int passes = 0;
    for (size_t i = g->count; i-- > 0 && g->moves[i].point == PASS;) passes++;
    return passes;
}

int game_last_point(const struct game *g) {
    return g->count ? g->moves[g->count - 1].point : NO_POINT;
}

int game_own_point(const struct game *g) {
    return g->count > 1 ? g->moves[g->count - 2].point : NO_POINT;
}

int game_half_score(const struct game *g) {
    return 2 * board_score_area(&g->board, NULL) - game_half_deduction(g);
}

const char *game_format_score(int half, char *text, size_t size) {
    if (half == 0)
        snprintf(text, size, "0");
    else
        snprintf(text, size, "%c+%g", half > 0 ? 'B' : 'W', abs(half) / 2.0);
    return text;
}
