/* Commands that play a game, ask about it, load it and write it. */
#include "guzumi/base/text.h"
#include "guzumi/go/rules.h"
#include "guzumi/player/inspect.h"

#include "gtp_session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool gtp_boardsize(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    int64_t size;
    if (!text_to_int(argv[1], INT32_MIN, INT32_MAX, &size))
        return answer_error(answer, "syntax error: '%.20s' is not a whole number", argv[1]);
    if (size < BOARD_MIN_SIZE || size > BOARD_MAX_SIZE)
        return answer_error(answer, "unacceptable size");
    engine_clear(gtp_session(context)->engine, (int)size);
    return true;
}

bool gtp_rectangular_boardsize(void *context, int argc, char **argv, struct answer *answer) {
    int64_t width, height;
    if (!text_to_int(argv[1], INT32_MIN, INT32_MAX, &width) ||
        !text_to_int(argv[2], INT32_MIN, INT32_MAX, &height))
        return answer_error(answer, "syntax error: '%.20s %.20s' are not whole numbers", argv[1],
                            argv[2]);
    if (width != height) return answer_error(answer, "unacceptable size");
    return gtp_boardsize(context, argc, argv, answer);
}

bool gtp_clear_board(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv, (void)answer;
    engine_clear(gtp_session(context)->engine, gtp_game(context)->board.size);
    return true;
}

bool gtp_komi(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    double komi;
    if (!game_read_komi(argv[1], &komi))
        return answer_error(answer, "syntax error: '%.20s' is not a number", argv[1]);
    const double points = game_quarter_komi(komi);
    if (points != komi) fprintf(stderr, "komi %g read as %g points\n", komi, points);
    struct failure why;
    return gtp_outcome(answer, engine_set_komi(gtp_session(context)->engine, points, &why), &why,
                       "syntax error");
}

bool gtp_play(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    enum color color;
    int point;
    struct engine *engine = gtp_session(context)->engine;
    if (!gtp_read_color(answer, argv[1], &color)) return false;
    if (text_equal_nocase(argv[2], "resign")) {
        engine_resign(engine, color);
        return true;
    }
    if (!gtp_read_vertex(answer, gtp_game(context)->board.size, argv[2], &point)) return false;
    const int allowed = rules_allowance(engine_params(engine));
    struct failure why;
    return gtp_outcome(answer, engine_accept(engine, point, color, allowed, &why), &why, NULL);
}

typedef enum status choose_move(struct engine *engine, enum color color, int *out,
                                struct failure *why);

/* Answers the move that CHOOSE finds. */
static bool answer_choice(void *context, char **argv, struct answer *answer, choose_move *choose) {
    struct gtp_session *session = gtp_session(context);
    enum color color;
    if (!gtp_read_color(answer, argv[1], &color)) return false;
    gtp_prepare_search(session, color);
    if (choose == engine_reg_genmove)
        atomic_store(&session->bounded, true); /* reg_genmove ignores the clock */
    int point;
    struct failure why;
    engine_asked(session->engine, answer_asked(answer));
    const enum status status = choose(session->engine, color, &point, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    if (point == RESIGN)
        answer_add(answer, "resign");
    else
        gtp_add_vertex(answer, gtp_game(context)->board.size, point);
    return true;
}

bool gtp_genmove(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return answer_choice(context, argv, answer, engine_genmove);
}

bool gtp_genmove_cleanup(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return answer_choice(context, argv, answer, engine_genmove_cleanup);
}

bool gtp_reg_genmove(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return answer_choice(context, argv, answer, engine_reg_genmove);
}

/* "cannot undo" is the error of the GTP specification. */
static bool undo_moves(void *context, size_t count, struct answer *answer) {
    return engine_undo(gtp_session(context)->engine, count) || answer_error(answer, "cannot undo");
}

bool gtp_undo(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    return undo_moves(context, 1, answer);
}

bool gtp_gg_undo(void *context, int argc, char **argv, struct answer *answer) {
    int count = 1;
    if (argc > 1 && !gtp_read_int(answer, argv[1], 0, INT32_MAX, &count)) return false;
    return undo_moves(context, (size_t)count, answer);
}

bool gtp_final_score(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const int half_score = engine_final_score(gtp_session(context)->engine, NULL);
    char text[16];
    answer_add(answer, "%s", game_format_score(half_score, text, sizeof text));
    return true;
}

/* A line for each chain among STONES. */
static void add_chains(struct answer *answer, const struct board *b, const struct bitset *stones) {
    struct bitset chain, liberties;
    BITSET_FOR_EACH(p, *stones, b->words) {
        if (board_chain(b, p, &chain, &liberties) != p) continue;
        const char *before = "";
        BITSET_FOR_EACH(q, chain, b->words) {
            char name[5];
            answer_add(answer, "%s%s", before, point_format(b->size, q, name));
            before = " ";
        }
        answer_add(answer, "\n");
    }
}

static struct bitset all_stones(const struct board *b) {
    struct bitset black = {{0}}, white;
    board_stones(b, BLACK, &black);
    board_stones(b, WHITE, &white);
    bitset_unite(&black, &white, b->words);
    return black;
}

/* The engine finds dead stones and seki; all other stones are alive. */
static void add_stones(void *context, const char *status, struct answer *answer) {
    const struct board *b = &gtp_game(context)->board;
    struct bitset dead, seki, alive = all_stones(b);
    engine_final_status(gtp_session(context)->engine, &dead, &seki);
    bitset_subtract(&alive, &dead, b->words);
    bitset_subtract(&alive, &seki, b->words);
    add_chains(answer, b, *status == 'a' ? &alive : *status == 's' ? &seki : &dead);
}

/* The empty points of OWNER, on one line: its territory, or dame for EMPTY. */
static void add_points(void *context, enum color owner, struct answer *answer) {
    const struct board *b = &gtp_game(context)->board;
    uint8_t owned_by[BOARD_MAX_POINTS];
    engine_final_score(gtp_session(context)->engine, owned_by);
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            if (board_color(b, p) == EMPTY && owned_by[p] == owner)
                gtp_add_vertex(answer, b->size, p);
        }
}

bool gtp_final_status_list(void *context, int argc, char **argv, struct answer *answer) {
    static const char *const stones[] = {"alive", "seki", "dead"};
    static const char *const points[] = {
        [BLACK] = "black_territory", [WHITE] = "white_territory", [EMPTY] = "dame"};
    (void)argc;
    for (int i = 0; i < 3; i++) {
        if (strcmp(argv[1], stones[i]) == 0) add_stones(context, stones[i], answer);
        if (strcmp(argv[1], points[i]) == 0) add_points(context, (enum color)i, answer);
        if (strcmp(argv[1], stones[i]) == 0 || strcmp(argv[1], points[i]) == 0) return true;
    }
    return answer_error(answer,
                        "syntax error: unknown status '%.20s'; expected alive, seki, dead, "
                        "black_territory, white_territory or dame",
                        argv[1]);
}

bool gtp_clear_cache(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv, (void)answer;
    engine_forget(gtp_session(context)->engine);
    return true;
}

bool gtp_showboard(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const struct game *game = gtp_game(context);
    char drawing[2048], move[5];
    board_draw(&game->board, game_last_point(game), drawing, sizeof drawing);
    /* The drawing starts on a line of its own, so that its columns line up. */
    answer_add(answer, "\n%s\nBlack (X) has captured %d, White (O) %d\n", drawing,
               game->prisoners[WHITE], game->prisoners[BLACK]);
    answer_add(answer, "%s to move, komi %.1f, move %zu",
               game->to_move == BLACK ? "Black (X)" : "White (O)", game_komi(game), game->count);
    if (game->count)
        answer_add(answer, ", last %s %s",
                   color_name((enum color)game->moves[game->count - 1].color),
                   point_format(game->board.size, game_last_point(game), move));
    return true;
}

/* --- queries --- */

bool gtp_get_komi(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    answer_add(answer, "%.1f", game_komi(gtp_game(context)));
    return true;
}

bool gtp_captures(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    enum color color;
    if (!gtp_read_color(answer, argv[1], &color)) return false;
    answer_add(answer, "%d", gtp_game(context)->prisoners[color_other(color)]);
    return true;
}

bool gtp_list_stones(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    enum color color;
    if (!gtp_read_color(answer, argv[1], &color)) return false;
    const struct board *b = &gtp_game(context)->board;
    struct bitset stones;
    board_stones(b, color, &stones);
    BITSET_FOR_EACH(p, stones, b->words) gtp_add_vertex(answer, b->size, p);
    return true;
}

bool gtp_is_legal(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    const struct game *game = gtp_game(context);
    enum color color;
    int point;
    if (!gtp_read_color(answer, argv[1], &color) ||
        !gtp_read_vertex(answer, game->board.size, argv[2], &point))
        return false;
    answer_add(answer, "%d", game_is_legal(game, point, color));
    return true;
}

bool gtp_all_legal(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    const struct game *game = gtp_game(context);
    const int size = game->board.size;
    enum color color;
    if (!gtp_read_color(answer, argv[1], &color)) return false;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            const int p = point_at(size, column, row);
            if (game_is_legal(game, p, color)) gtp_add_vertex(answer, size, p);
        }
    return true;
}

bool gtp_move_history(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const struct game *game = gtp_game(context);
    char name[5];
    for (size_t i = game->count; i-- > 0;)
        answer_add(answer, "%s %s\n", color_name((enum color)game->moves[i].color),
                   point_format(game->board.size, game->moves[i].point, name));
    return true;
}

/* A lead that would be rounded to 0.0 has no winner. */
bool gtp_estimate_score(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const double score = engine_expected_score(gtp_session(context)->engine);
    if (fabs(score) < 0.05)
        answer_add(answer, "0");
    else
        answer_add(answer, "%c+%.1f", score > 0 ? 'B' : 'W', fabs(score));
    return true;
}

/* --- records --- */

/* Parses "FILE [MOVE]", where FILE may contain blanks: a number at the end is the move, unless only
 * the file whose name includes it can be read. */
static enum status load(int argc, char **argv, struct sgf **out, size_t *stop,
                        struct failure *why) {
    const int last = argc - 1;
    int64_t move;
    *stop = SGF_ALL_MOVES;
    if (last > 1 && text_to_int(argv[last], 0, INT32_MAX, &move)) {
        struct failure ignored;
        const enum status status = sgf_load(out, arguments_join(argv, 1, last - 1), why);
        if (status == STATUS_IO &&
            sgf_load(out, arguments_join(argv, 1, last), &ignored) == STATUS_OK)
            return STATUS_OK;
        *stop = (size_t)move;
        return status;
    }
    return sgf_load(out, arguments_join(argv, 1, last), why);
}

bool gtp_loadsgf(void *context, int argc, char **argv, struct answer *answer) {
    struct sgf *sgf;
    struct failure why;
    size_t stop;
    enum status status = load(argc, argv, &sgf, &stop, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, "cannot load file");
    status = engine_load(gtp_session(context)->engine, sgf, stop, &why);
    fputs(sgf_notes(sgf), stderr);
    sgf_free(sgf);
    return gtp_outcome(answer, status, &why, "cannot load file");
}

/* The opponent is the side that the engine has not played, if that is exactly one. */
static void add_opponent(const struct gtp_session *session, struct sgf *sgf) {
    const bool black = sgf_value(sgf, SGF_ROOT, "PB", 0), white = sgf_value(sgf, SGF_ROOT, "PW", 0);
    if (black == white) return;
    if (*session->opponent) sgf_set_player(sgf, black ? WHITE : BLACK, session->opponent, NULL);
    if (*session->opponent_rating)
        sgf_set_text(sgf, SGF_ROOT, black ? "WR" : "BR", session->opponent_rating);
}

/* Writes the record to PATH, or answers with it if that is NULL. */
static enum status deliver(const struct sgf *sgf, const char *path, struct answer *answer,
                           struct failure *why) {
    if (path) return sgf_save(sgf, path, why);
    struct buffer text = {0};
    const enum status status = sgf_print(sgf, &text, why);
    if (status == STATUS_OK) answer_add(answer, "%.*s", (int)text.length, (const char *)text.data);
    buffer_free(&text);
    return status;
}

bool gtp_printsgf(void *context, int argc, char **argv, struct answer *answer) {
    struct gtp_session *session = gtp_session(context);
    struct sgf *sgf;
    struct failure why;
    enum status status = engine_record(session->engine, &sgf, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    add_opponent(session, sgf);
    const char *path = argc > 1 ? arguments_join(argv, 1, argc - 1) : NULL;
    status = deliver(sgf, path, answer, &why);
    sgf_free(sgf);
    return gtp_outcome(answer, status, &why, "cannot save file");
}

bool gtp_opponent_name(void *context, int argc, char **argv, struct answer *answer) {
    (void)answer;
    struct gtp_session *session = gtp_session(context);
    session->opponent_rating[0] = 0; /* of an earlier opponent */
    text_copy(session->opponent, sizeof session->opponent, arguments_join(argv, 1, argc - 1));
    return true;
}

bool gtp_opponent_rating(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)answer;
    struct gtp_session *session = gtp_session(context);
    text_copy(session->opponent_rating, sizeof session->opponent_rating, argv[1]);
    return true;
}

bool gtp_game_over(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv, (void)answer;
    engine_end_pondering(gtp_session(context)->engine);
    return true;
}
