/* Commands that play a game, ask about it, load it and write it. They are thin: the engine has the
 * game, checks the moves and keeps the record. What is here is the dialect of each client, and the
 * texts that GTP prescribes ("unacceptable size", "cannot undo", "cannot load file"). */
#include "guzumi/base/text.h"
#include "guzumi/go/rules.h"
#include "guzumi/player/inspect.h"

#include "gtp_session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "unacceptable size" is GTP's error for a number that no board has here; a word that is no number
 * is a syntax error. */
bool gtp_boardsize(struct answer *answer) {
    int64_t size;
    if (!text_to_int(answer->argv[1], INT32_MIN, INT32_MAX, &size))
        return answer_error(answer, "syntax error: '%.20s' is not a board size", answer->argv[1]);
    if (size < BOARD_MIN_SIZE || size > BOARD_MAX_SIZE)
        return answer_error(answer, "unacceptable size");
    engine_clear(gtp_session(answer)->engine, (int)size);
    return true;
}

/* Boards are square here. WIDTH stays in argv[1], where gtp_boardsize reads it. */
bool gtp_rectangular_boardsize(struct answer *answer) {
    int64_t width, height;
    if (!text_to_int(answer->argv[1], INT32_MIN, INT32_MAX, &width) ||
        !text_to_int(answer->argv[2], INT32_MIN, INT32_MAX, &height))
        return answer_error(answer, "syntax error: '%.20s %.20s' are not whole numbers",
                            answer->argv[1], answer->argv[2]);
    if (width != height) return answer_error(answer, "unacceptable size");
    return gtp_boardsize(answer);
}

bool gtp_clear_board(struct answer *answer) {
    engine_clear(gtp_session(answer)->engine, gtp_game(answer)->board.size);
    return true;
}

/* Typed by people, so "7,5" is read, and 3.75 counts stones as in China (game_quarter_komi). The
 * answer has no place for a note, hence standard error. */
bool gtp_komi(struct answer *answer) {
    double komi;
    if (!game_read_komi(answer->argv[1], &komi))
        return answer_error(answer, "syntax error: '%.20s' is not a number", answer->argv[1]);
    const double points = game_quarter_komi(komi);
    if (points != komi) fprintf(stderr, "komi %g read as %g points\n", komi, points);
    struct failure why;
    return gtp_outcome(answer, engine_set_komi(gtp_session(answer)->engine, points, &why), &why,
                       "syntax error");
}

bool gtp_play(struct answer *answer) {
    enum color color;
    int point;
    struct engine *engine = gtp_session(answer)->engine;
    if (!gtp_read_color(answer, answer->argv[1], &color)) return false;
    /* Not in the specification; a client that sends it wants the record to say so. */
    if (text_equal_nocase(answer->argv[2], "resign")) {
        engine_resign(engine, color);
        return true;
    }
    if (!gtp_read_vertex(answer, gtp_game(answer)->board.size, answer->argv[2], &point))
        return false;
    /* The opponent's moves may be legal under more permissive rules; to refuse one would end the
     * game. */
    const int allowed = rules_accepted(engine_params(engine));
    struct failure why;
    return gtp_outcome(answer, engine_accept(engine, point, color, allowed, &why), &why, NULL);
}

typedef enum status choose_move(struct engine *engine, enum color color, int *out,
                                struct failure *why);

/* Answers the move that CHOOSE finds. The clock runs from when the line came (answer_asked): a busy
 * machine, or pondering that had to end, kept it waiting, and the client counts that. */
static bool answer_choice(struct answer *answer, choose_move *choose) {
    struct gtp_session *session = gtp_session(answer);
    enum color color;
    if (!gtp_read_color(answer, answer->argv[1], &color)) return false;
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
        gtp_add_vertex(answer, gtp_game(answer)->board.size, point);
    return true;
}

bool gtp_genmove(struct answer *answer) {
    return answer_choice(answer, engine_genmove);
}

bool gtp_genmove_cleanup(struct answer *answer) {
    return answer_choice(answer, engine_genmove_cleanup);
}

bool gtp_reg_genmove(struct answer *answer) {
    return answer_choice(answer, engine_reg_genmove);
}

/* "cannot undo" is the error of the GTP specification. Nothing is taken back if there are fewer
 * moves. */
static bool undo_moves(struct answer *answer, size_t count) {
    return engine_undo(gtp_session(answer)->engine, count) || answer_error(answer, "cannot undo");
}

bool gtp_undo(struct answer *answer) {
    return undo_moves(answer, 1);
}

bool gtp_gg_undo(struct answer *answer) {
    int count = 1;
    if (answer->argc > 1 && !gtp_read_int(answer, answer->argv[1], 0, INT32_MAX, &count))
        return false;
    return undo_moves(answer, (size_t)count);
}

/* Clients compare it with the opponent's score. It does not depend on what was searched: the same
 * position always has the same score. */
bool gtp_final_score(struct answer *answer) {
    const int half_score = engine_final_score(gtp_session(answer)->engine, NULL);
    char text[16];
    answer_add(answer, "%s", game_format_score(half_score, text, sizeof text));
    return true;
}

/* A line for each chain among STONES. */
static void add_chains(struct answer *answer, const struct board *b, const struct bitset *stones) {
    struct bitset chain, liberties;
    BITSET_FOR_EACH(p, *stones, b->words) {
        /* board_chain returns the chain's root: so each chain has its turn once. */
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
static void add_stones(struct answer *answer, const char *status) {
    const struct board *b = &gtp_game(answer)->board;
    struct bitset dead, seki, alive = all_stones(b);
    engine_final_status(gtp_session(answer)->engine, &dead, &seki);
    bitset_subtract(&alive, &dead, b->words);
    bitset_subtract(&alive, &seki, b->words);
    add_chains(answer, b, *status == 'a' ? &alive : *status == 's' ? &seki : &dead);
}

/* The empty points of OWNER, on one line: its territory, or dame for EMPTY. Ours are GNU Go's
 * names, which some clients know. Points under dead stones are not listed: the stones are, by
 * `final_status_list dead`. */
static void add_points(struct answer *answer, enum color owner) {
    const struct board *b = &gtp_game(answer)->board;
    uint8_t owned_by[BOARD_MAX_POINTS];
    engine_final_score(gtp_session(answer)->engine, owned_by);
    POINT_FOR_EACH(p, b->size) {
        if (board_color(b, p) == EMPTY && owned_by[p] == owner) gtp_add_vertex(answer, b->size, p);
    }
}

bool gtp_final_status_list(struct answer *answer) {
    static const char *const stones[] = {"alive", "seki", "dead"};
    static const char *const points[] = {
        [BLACK] = "black_territory", [WHITE] = "white_territory", [EMPTY] = "dame"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(answer->argv[1], stones[i]) == 0) add_stones(answer, stones[i]);
        if (strcmp(answer->argv[1], points[i]) == 0) add_points(answer, (enum color)i);
        if (strcmp(answer->argv[1], stones[i]) == 0 || strcmp(answer->argv[1], points[i]) == 0)
            return true;
    }
    return answer_error(answer,
                        "syntax error: unknown status '%.20s'; expected alive, seki, dead, "
                        "black_territory, white_territory or dame",
                        answer->argv[1]);
}

bool gtp_clear_cache(struct answer *answer) {
    engine_forget(gtp_session(answer)->engine);
    return true;
}

bool gtp_showboard(struct answer *answer) {
    const struct game *game = gtp_game(answer);
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

bool gtp_get_komi(struct answer *answer) {
    answer_add(answer, "%.1f", game_komi(gtp_game(answer)));
    return true;
}

/* Stones captured by a colour are prisoners of the other one. */
bool gtp_captures(struct answer *answer) {
    enum color color;
    if (!gtp_read_color(answer, answer->argv[1], &color)) return false;
    answer_add(answer, "%d", gtp_game(answer)->prisoners[color_other(color)]);
    return true;
}

bool gtp_list_stones(struct answer *answer) {
    enum color color;
    if (!gtp_read_color(answer, answer->argv[1], &color)) return false;
    const struct board *b = &gtp_game(answer)->board;
    struct bitset stones;
    board_stones(b, color, &stones);
    BITSET_FOR_EACH(p, stones, b->words) gtp_add_vertex(answer, b->size, p);
    return true;
}

/* By the rules, which may allow suicide; a repetition is never legal, though `play` accepts one. */
static bool is_legal(struct answer *answer, int point, enum color color) {
    const struct params *params = engine_params(gtp_session(answer)->engine);
    return game_is_allowed(gtp_game(answer), point, color, rules_allowed(params));
}

bool gtp_is_legal(struct answer *answer) {
    const struct game *game = gtp_game(answer);
    enum color color;
    int point;
    if (!gtp_read_color(answer, answer->argv[1], &color) ||
        !gtp_read_vertex(answer, game->board.size, answer->argv[2], &point))
        return false;
    answer_add(answer, "%d", is_legal(answer, point, color));
    return true;
}

bool gtp_all_legal(struct answer *answer) {
    const int size = gtp_game(answer)->board.size;
    enum color color;
    if (!gtp_read_color(answer, answer->argv[1], &color)) return false;
    POINT_FOR_EACH(p, size) {
        if (is_legal(answer, p, color)) gtp_add_vertex(answer, size, p);
    }
    return true;
}

/* GNU Go's command: the last move first. */
bool gtp_move_history(struct answer *answer) {
    const struct game *game = gtp_game(answer);
    char name[5];
    for (size_t i = game->count; i-- > 0;)
        answer_add(answer, "%s %s\n", color_name((enum color)game->moves[i].color),
                   point_format(game->board.size, game->moves[i].point, name));
    return true;
}

/* GNU Go's command, in points by playouts. A lead that would be rounded to 0.0 has no winner. */
bool gtp_estimate_score(struct answer *answer) {
    const double score = engine_expected_score(gtp_session(answer)->engine);
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

bool gtp_loadsgf(struct answer *answer) {
    struct sgf *sgf;
    struct failure why;
    size_t stop;
    enum status status = load(answer->argc, answer->argv, &sgf, &stop, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, "cannot load file");
    /* A faulty record is not rejected: the notes say how it was read. They go to standard error,
     * because GTP's loadsgf has no text in its answer. */
    status = engine_load(gtp_session(answer)->engine, sgf, stop, &why);
    fputs(sgf_notes(sgf), stderr);
    sgf_free(sgf);
    return gtp_outcome(answer, status, &why, "cannot load file");
}

/* CGOS says the opponent's name, but not its colour: it is the side that the engine has not played,
 * if that is exactly one. */
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

/* The record of the engine knows only what the engine knows; the session adds the opponent's name
 * and rating. */
bool gtp_printsgf(struct answer *answer) {
    struct gtp_session *session = gtp_session(answer);
    struct sgf *sgf;
    struct failure why;
    enum status status = engine_record(session->engine, &sgf, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    add_opponent(session, sgf);
    const char *path = answer->argc > 1 ? arguments_join(answer->argv, 1, answer->argc - 1) : NULL;
    status = deliver(sgf, path, answer, &why);
    sgf_free(sgf);
    return gtp_outcome(answer, status, &why, "cannot save file");
}

/* The words were split at blanks; a name may contain them. text_copy cuts between characters. */
bool gtp_opponent_name(struct answer *answer) {
    struct gtp_session *session = gtp_session(answer);
    session->opponent_rating[0] = 0; /* of an earlier opponent */
    text_copy(session->opponent, sizeof session->opponent,
              arguments_join(answer->argv, 1, answer->argc - 1));
    return true;
}

bool gtp_opponent_rating(struct answer *answer) {
    struct gtp_session *session = gtp_session(answer);
    text_copy(session->opponent_rating, sizeof session->opponent_rating, answer->argv[1]);
    return true;
}

bool gtp_game_over(struct answer *answer) {
    engine_end_pondering(gtp_session(answer)->engine);
    return true;
}
