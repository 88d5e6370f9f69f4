/* Whether two games are one: also after moves are taken back and others are played. */
#ifndef GUZUMI_SAME_GAME_H
#define GUZUMI_SAME_GAME_H

#include "guzumi/go/game.h"

#include <string.h>

/* What a record can tell, and what follows from it. */
static inline bool same_state(const struct game *a, const struct game *b) {
    bool same = a->board.size == b->board.size && a->board.hash == b->board.hash &&
                a->start.hash == b->start.hash && a->half_komi == b->half_komi &&
                a->handicap == b->handicap && a->handicap_recorded == b->handicap_recorded &&
                game_handicap(a) == game_handicap(b) && a->first == b->first &&
                memcmp(a->prisoners, b->prisoners, sizeof a->prisoners) == 0 &&
                memcmp(a->start_prisoners, b->start_prisoners, sizeof a->start_prisoners) == 0 &&
                a->to_move == b->to_move && a->count == b->count;
    for (size_t i = 0; i < a->count && same; i++)
        same = a->moves[i].point == b->moves[i].point && a->moves[i].color == b->moves[i].color;
    for (size_t i = 0; i <= a->count && same; i++) same = a->hashes[i] == b->hashes[i];
    return same;
}

/* Takes COUNT moves back in both and plays four, two of each colour in a row from COLOR on. */
static inline bool goes_on_alike(const struct game *a, const struct game *b, size_t count,
                                 enum color color) {
    struct game games[2];
    struct failure why;
    if (game_copy(&games[0], a, &why) != STATUS_OK) return false;
    if (game_copy(&games[1], b, &why) != STATUS_OK) {
        game_free(&games[0]);
        return false;
    }
    bool same = game_undo(&games[0], count) && game_undo(&games[1], count);
    for (int i = 0; i < 4 && same; i++) {
        const enum color mover = i < 2 ? color : color_other(color);
        int point = 0;
        while (point < point_limit(a->board.size) && !game_is_legal(&games[0], point, mover))
            point++;
        for (int k = 0; k < 2; k++)
            if (point < point_limit(a->board.size)) game_play(&games[k], point, mover, &why);
        same = same_state(&games[0], &games[1]);
    }
    game_free(&games[0]);
    game_free(&games[1]);
    return same;
}

static inline bool same_game(const struct game *a, const struct game *b) {
    bool same = same_state(a, b);
    for (size_t back = 0; back <= 4 && back <= a->count && same; back++)
        same = goes_on_alike(a, b, back, BLACK) && goes_on_alike(a, b, back, WHITE);
    return same && (a->count == 0 || goes_on_alike(a, b, a->count, WHITE));
}

#endif
