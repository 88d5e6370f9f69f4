/* Records to games and back. The bytes are decisions, so that nearly every input is a game: the
 * first one says whether a record is made and read, or a game is played; then the game, and what is
 * left of it after moves are taken back, survive writing and reading. */
#include "round_trip.h"

#include <string.h>

enum { MAX_INPUT = 400, MAX_SIZE = 5 };

/* --- decisions --- */

struct decisions {
    const uint8_t *data;
    size_t left;
};

/* The next decision, below LIMIT; 0 at the end. */
static int take(struct decisions *d, int limit) {
    if (d->left == 0) return 0;
    d->left--;
    return *d->data++ % limit;
}

static enum color take_color(struct decisions *d) {
    return take(d, 2) ? WHITE : BLACK;
}

/* A point of a board of SIZE, or one just beyond it. */
static void print_point(struct decisions *d, int size, struct buffer *out) {
    const int column = take(d, size + 1), row = take(d, size + 1);
    buffer_print(out, "[%c%c]", 'a' + column, 'a' + row);
}

/* --- records --- */

static void print_stones(struct decisions *d, int size, struct buffer *out) {
    static const char *const names[] = {"AB", "AW", "AE"};
    buffer_print(out, "%s", names[take(d, 3)]);
    for (int i = take(d, 4); i >= 0; i--) print_point(d, size, out);
}

static void print_fact(struct decisions *d, struct buffer *out) {
    static const char *const facts[] = {"KM[6.5]",  "KM[375]",  "KM[-0]",    "KM[3.75]",  "HA[0]",
                                        "HA[1]",    "HA[2]",    "HA[3]",     "HA[x]",     "PL[W]",
                                        "PL[B]",    "KZ[2]",    "RU[NZ]",    "GM[1]",     "GM[]",
                                        "AP[Gu:0]", "GZHA[2 ]", "GZPR[3 1]", "C[a\\]\nb]"};
    buffer_print(out, "%s", facts[take(d, (int)(sizeof facts / sizeof facts[0]))]);
}

static void print_move(struct decisions *d, int size, enum color color, struct buffer *out) {
    buffer_print(out, color == BLACK ? "B" : "W");
    if (take(d, 8) == 7)
        buffer_print(out, "[]");
    else
        print_point(d, size, out);
}

static void print_node(struct decisions *d, int size, enum color color, struct buffer *out) {
    const int kind = take(d, 16);
    buffer_print(out, ";");
    if (kind == 15) print_stones(d, size, out);
    if (kind == 14) print_fact(d, out);
    if (kind != 13) print_move(d, size, kind == 12 ? color_other(color) : color, out);
}

static void read_record(struct decisions *d, struct game *game) {
    struct buffer text = {0};
    struct failure why;
    const int size = BOARD_MIN_SIZE + take(d, MAX_SIZE - BOARD_MIN_SIZE + 1);
    enum color color = take_color(d);
    buffer_print(&text, "(;SZ[%d]", size);
    for (int i = take(d, 6); i > 0; i--)
        if (take(d, 2))
            print_stones(d, size, &text);
        else
            print_fact(d, &text);
    for (; d->left > 1; color = color_other(color)) print_node(d, size, color, &text);
    buffer_print(&text, ")");
    struct sgf *sgf = parse_sgf(&text);
    const int stop = take(d, 64);
    CHECK(sgf_to_game(sgf, stop ? (size_t)stop : SGF_ALL_MOVES, game, &why) == STATUS_OK);
    sgf_free(sgf);
    buffer_free(&text);
}

/* --- games --- */

/* A position that other moves led to. */
static void place(struct decisions *d, struct game *game, bool begin) {
    const int size = game->board.size;
    struct board position;
    board_copy(&position, &game->board);
    if (take(d, 2)) board_init(&position, size);
    for (int i = take(d, 8); i > 0; i--) {
        const int point = point_at(size, take(d, size), take(d, size));
        const enum color color = take_color(d);
        if (board_is_legal(&position, point, color)) board_play(&position, point, color);
    }
    if (begin)
        game_set_up(game, &position, take_color(d));
    else
        game_edit(game, &position, take_color(d));
}

static void begin_game(struct decisions *d, struct game *game) {
    struct failure why;
    const int size = BOARD_MIN_SIZE + take(d, MAX_SIZE - BOARD_MIN_SIZE + 1);
    game_clear(game, take(d, 8) == 7 ? 9 : size);
    CHECK(game_set_komi(game, take(d, 256) * 0.5 - 64, &why) == STATUS_OK);
    const int kind = take(d, 4), points[2] = {0, 1};
    if (kind == 1) place(d, game, true);
    if (kind == 2) game_fixed_handicap(game, 2 + take(d, 8), &why);
    if (kind == 3) game_free_handicap(game, points, 2, &why);
}

static void play(struct decisions *d, struct game *game) {
    struct failure why;
    const int size = game->board.size, kind = take(d, 16);
    const int point = point_at(size, take(d, size), take(d, size));
    if (kind == 15) game_undo(game, (size_t)take(d, (int)game->count % 100 + 1));
    if (kind == 14) place(d, game, false);
    const enum color color = kind == 13 ? color_other(game->to_move) : game->to_move;
    game_play_allowing(game, kind == 12 ? PASS : point, color, ALLOW_ALL, &why);
}

static void play_game(struct decisions *d, struct game *game) {
    begin_game(d, game);
    while (d->left > 1) play(d, game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct decisions decisions = {data, size};
    struct game game;
    struct failure why;
    if (size > MAX_INPUT) return 0;
    CHECK(game_init(&game, 9, &why) == STATUS_OK);
    if (take(&decisions, 2))
        read_record(&decisions, &game);
    else
        play_game(&decisions, &game);
    check_same_game(&game);
    game_undo(&game, (size_t)take(&decisions, (int)game.count % 100 + 1));
    check_same_game(&game);
    game_free(&game);
    return 0;
}
