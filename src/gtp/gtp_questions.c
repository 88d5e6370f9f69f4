/* Questions about the game that change nothing. */
#include "guzumi/player/mind.h"

#include "gtp_session.h"

#include <math.h>

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

bool gtp_estimate_score(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const double score = engine_expected_score(gtp_session(context)->engine);
    if (fabs(score) < 0.05)
        answer_add(answer, "0");
    else
        answer_add(answer, "%c+%.1f", score > 0 ? 'B' : 'W', fabs(score));
    return true;
}
