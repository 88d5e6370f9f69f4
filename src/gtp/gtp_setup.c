#include "guzumi/go/rules.h"

#include "gtp_session.h"

#include <limits.h>
#include <stdlib.h>

/* Places the stones as the handicap and answers their points. */
static bool place_handicap(void *context, const int *points, int count, struct answer *answer) {
    struct failure why;
    const int size = gtp_game(context)->board.size;
    const enum status status =
        engine_free_handicap(gtp_session(context)->engine, points, count, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    for (int i = 0; i < count; i++) gtp_add_vertex(answer, size, points[i]);
    return true;
}

bool gtp_fixed_handicap(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    int count, points[9];
    if (!gtp_read_int(answer, argv[1], INT_MIN, INT_MAX, &count)) return false;
    const int size = gtp_game(context)->board.size;
    if (game_handicap_points(size, count, points) == 0)
        return answer_error(answer, "invalid number of stones");
    struct failure why;
    const enum status status = engine_fixed_handicap(gtp_session(context)->engine, count, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    for (int i = 0; i < count; i++) gtp_add_vertex(answer, size, points[i]);
    return true;
}

static int square(int x) {
    return x * x;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* How far POINT is from the stones and, half as dear, from the edge. */
static int loneliness(int size, int point, const int *stones, int count) {
    const int column = point_column(size, point), row = point_row(size, point);
    const int line = 1 + smaller(smaller(column, row), smaller(size - 1 - column, size - 1 - row));
    int far = 2 * square(line);
    for (int i = 0; i < count; i++)
        far = smaller(far, square(column - point_column(size, stones[i])) +
                               square(row - point_row(size, stones[i])));
    return far;
}

static int loneliest_point(int size, const int *stones, int count) {
    int best = NO_POINT, best_far = 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            const int point = point_at(size, column, row);
            const int far = loneliness(size, point, stones, count);
            if (far > best_far) {
                best = point;
                best_far = far;
            }
        }
    return best;
}

/* The usual points as far as they go, then each stone as far from the others as can be. */
static void choose_handicap(int size, int count, int *points) {
    int placed = game_handicap_points(size, smaller(count, game_max_fixed_handicap(size)), points);
    for (; placed < count; placed++) points[placed] = loneliest_point(size, points, placed);
}

bool gtp_place_free_handicap(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    int count, points[BOARD_MAX_POINTS];
    if (!gtp_read_int(answer, argv[1], INT_MIN, INT_MAX, &count)) return false;
    const int size = gtp_game(context)->board.size;
    if (count < 2 || count >= size * size) return answer_error(answer, "invalid number of stones");
    choose_handicap(size, count, points);
    return place_handicap(context, points, count, answer);
}

bool gtp_set_free_handicap(void *context, int argc, char **argv, struct answer *answer) {
    const int size = gtp_game(context)->board.size, count = argc - 1;
    int points[BOARD_MAX_POINTS];
    if (count < 2 || count >= size * size) return answer_error(answer, "bad vertex list");
    for (int i = 0; i < count; i++)
        if (!point_parse(size, argv[i + 1], &points[i]) || points[i] == PASS)
            return answer_error(answer, "bad vertex list: '%.20s' is no point of the board",
                                argv[i + 1]);
    struct failure why;
    return gtp_outcome(answer,
                       engine_free_handicap(gtp_session(context)->engine, points, count, &why),
                       &why, NULL);
}

/* Reads "COLOR VERTEX COLOR VERTEX ..." into *OUT, for the caller to free. */
static bool read_moves(int size, int argc, char **argv, struct move **out, struct answer *answer) {
    *out = NULL;
    if (argc % 2 == 0)
        return answer_error(answer, "syntax error: pairs of a color and a vertex are wanted");
    const int count = (argc - 1) / 2;
    struct move *moves = malloc((size_t)(count + 1) * sizeof *moves);
    if (!moves) return answer_error(answer, "out of memory for the moves");
    *out = moves;
    for (int i = 0; i < count; i++) {
        enum color color;
        int point;
        if (!gtp_read_color(answer, argv[2 * i + 1], &color) ||
            !gtp_read_vertex(answer, size, argv[2 * i + 2], &point))
            return false;
        moves[i] = (struct move){(int16_t)point, (uint8_t)color};
    }
    return true;
}

/* Whether the moves are legal one after the other. */
static enum status try_moves(const struct game *game, int allowed, const struct move *moves,
                             int count, struct failure *why) {
    struct game trial;
    enum status status = game_copy(&trial, game, why);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status =
            game_play_allowing(&trial, moves[i].point, (enum color)moves[i].color, allowed, why);
    game_free(&trial);
    return status;
}

bool gtp_play_sequence(void *context, int argc, char **argv, struct answer *answer) {
    const struct game *game = gtp_game(context);
    const int count = (argc - 1) / 2;
    const int allowed = rules_allowance(engine_params(gtp_session(context)->engine));
    struct move *moves;
    bool good = read_moves(game->board.size, argc, argv, &moves, answer);
    struct failure why;
    if (good) good = gtp_outcome(answer, try_moves(game, allowed, moves, count, &why), &why, NULL);
    for (int i = 0; good && i < count; i++) {
        const enum status status = engine_accept(gtp_session(context)->engine, moves[i].point,
                                                 (enum color)moves[i].color, allowed, &why);
        good = gtp_outcome(answer, status, &why, NULL);
        /* Legal as it is, only memory can be short; the moves before it go back. */
        if (!good) engine_undo(gtp_session(context)->engine, (size_t)i);
    }
    free(moves);
    return good;
}

static bool place_stones(struct board *board, const struct move *stones, int count,
                         struct answer *answer) {
    for (int i = 0; i < count; i++) {
        char name[5];
        const int point = stones[i].point;
        if (point != PASS && board_place(board, point, (enum color)stones[i].color)) continue;
        return answer_error(answer, "invalid color or coordinate: no stone can be set up on %s",
                            point_format(board->size, point, name));
    }
    return true;
}

bool gtp_setup(void *context, int argc, char **argv, struct answer *answer) {
    const struct game *game = gtp_game(context);
    struct board position;
    board_copy(&position, &game->board);
    struct move *stones;
    const bool good = read_moves(position.size, argc, argv, &stones, answer) &&
                      place_stones(&position, stones, (argc - 1) / 2, answer);
    if (good) engine_edit(gtp_session(context)->engine, &position, game->to_move);
    free(stones);
    return good;
}

bool gtp_setup_player(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    enum color color;
    if (!gtp_read_color(answer, argv[1], &color)) return false;
    struct board position;
    board_copy(&position, &gtp_game(context)->board);
    engine_edit(gtp_session(context)->engine, &position, color);
    return true;
}
