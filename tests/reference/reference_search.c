#include "reference_search.h"

static enum color other(enum color color) {
    return color == BLACK ? WHITE : BLACK;
}

bool reference_is_candidate(const struct reference_game *game, int point, enum color color) {
    const struct reference_board *board = reference_game_board(game);
    if (!reference_is_legal(board, point, color) || reference_is_eye(board, point, color))
        return false;
    struct reference_board after = *board;
    struct reference_set captured;
    reference_play(&after, point, color, &captured);
    if (captured.count == 0) return true;
    for (size_t i = 0; i < game->count; i++)
        if (reference_same_stones(&game->positions[i], &after)) return false;
    return true;
}

double reference_move_value(const struct reference_value_function *f, struct reference_game *game,
                            enum color color, int passes, int point, int depth) {
    reference_game_play(game, point, color);
    const double value =
        -reference_negamax(f, game, other(color), point == PASS ? passes + 1 : 0, depth - 1);
    reference_game_undo(game);
    return value;
}

double reference_negamax(const struct reference_value_function *f, struct reference_game *game,
                         enum color color, int passes, int depth) {
    const struct reference_board *board = reference_game_board(game);
    const double sign = color == BLACK ? 1 : -1;
    if (passes >= 2) {
        enum color owner[BOARD_MAX_POINTS];
        const int half_score = 2 * reference_score(board, owner) - f->half_komi;
        return half_score == 0 ? 0 : half_score > 0 ? sign * f->win : -sign * f->win;
    }
    if (depth == 0) return sign * reference_value(f->regions, f->weights, board);
    bool found = false;
    double best = 0;
    for (int point = 0; point < point_limit(board->size); point++) {
        if (!reference_is_candidate(game, point, color)) continue;
        const double value = reference_move_value(f, game, color, passes, point, depth);
        if (!found || value > best) best = value;
        found = true;
        board = reference_game_board(game);
    }
    return found ? best : reference_move_value(f, game, color, passes, PASS, depth);
}
