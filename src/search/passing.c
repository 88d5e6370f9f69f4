#include "engine_state.h"

/* Half points with the dead stones removed, Black's view. */
static int judged_half_score(const struct engine *e, const struct ownership *ownership,
                             uint8_t owner[BOARD_MAX_POINTS]) {
    struct bitset dead;
    ownership_dead_stones(ownership, &e->game.board, &dead);
    return 2 * ownership_score(&e->game.board, &dead, owner) - e->game.half_komi;
}

int engine_final_score(struct engine *e, uint8_t owner[BOARD_MAX_POINTS]) {
    struct ownership ownership;
    ownership_estimate(&ownership, &e->game.board, &e->patterns);
    return judged_half_score(e, &ownership, owner);
}

struct bitset engine_legal_candidates(const struct engine *e, enum color color) {
    struct bitset out = {{0}};
    board_candidates(&e->game.board, color, &out);
    bitset_subtract(&out, &e->avoided, e->game.board.words);
    BITSET_FOR_EACH(p, out, e->game.board.words) {
        if (!game_is_legal(&e->game, p, color)) bitset_remove(&out, p);
    }
    return out;
}

/* Liberties of the dead stones of the other colour: where a player removes them. */
static struct bitset cleaning_moves(const struct engine *e, const struct bitset *dead,
                                    enum color color) {
    const struct board *b = &e->game.board;
    struct bitset out = {{0}}, stones, chain, liberties;
    board_stones(b, color_other(color), &stones);
    for (int i = 0; i < b->words; i++) stones.word[i] &= dead->word[i];
    BITSET_FOR_EACH(p, stones, b->words) {
        if (board_chain(b, p, &chain, &liberties) == p) bitset_unite(&out, &liberties, b->words);
    }
    return out;
}

struct bitset engine_worthwhile(const struct engine *e, enum color color) {
    const struct board *b = &e->game.board;
    struct bitset candidates = engine_legal_candidates(e, color);
    if (e->params.pass_when == PASS_WHEN_FILLED) return candidates;
    struct ownership ownership;
    struct bitset settled, dead, open = candidates;
    ownership_estimate(&ownership, b, &e->patterns);
    ownership_settled(&ownership, b, &settled);
    bitset_subtract(&open, &settled, b->words);
    if (!bitset_is_empty(&open, b->words)) return open;
    const int judged = judged_half_score(e, &ownership, NULL);
    const int counted = game_half_score(&e->game);
    const bool wins_judged = color == BLACK ? judged > 0 : judged < 0;
    const bool wins_counted = color == BLACK ? counted > 0 : counted < 0;
    struct bitset useful = {{0}};
    if (wins_judged && !wins_counted) {
        ownership_dead_stones(&ownership, b, &dead);
        useful = cleaning_moves(e, &dead, color);
    }
    for (int i = 0; i < b->words; i++) candidates.word[i] &= useful.word[i];
    return candidates;
}

bool engine_passing_wins(const struct engine *e, enum color color) {
    const int counted = game_half_score(&e->game);
    return game_last_point(&e->game) == PASS && (color == BLACK ? counted > 0 : counted < 0);
}
