/* After two passes, one more sensible move by either side would not have improved its final score.
 */
#include "guzumi/base/rng.h"

#include "diagram.h"
#include "player.h"

static int open_player(void **state) {
    static struct player player;
    struct params params;
    params_default(&params);
    params.simulations = 300;
    params.tree_megabytes = 20;
    return start_player(state, &player, &params);
}

static const struct game *game_of(const struct player *f) {
    return engine_game(f->engine);
}

static struct bitset moves_of(const struct player *f, enum color color) {
    struct bitset out = {{0}};
    board_candidates(&game_of(f)->board, color, &out);
    BITSET_FOR_EACH(p, out, game_of(f)->board.words) {
        if (!game_is_legal(game_of(f), p, color)) bitset_remove(&out, p);
    }
    return out;
}

/* The final score, COLOR's view. */
static int score_for(const struct player *f, enum color color) {
    return color_sign(color) * engine_final_score(f->engine, NULL);
}

/* Whether the opponent has an answer to COLOR's move, a pass included, after which COLOR has no
 * more than SCORE. */
static bool is_answered(struct player *f, enum color color, int score) {
    if (score_for(f, color) <= score) return true;
    const struct bitset answers = moves_of(f, color_other(color));
    bool answered = false;
    BITSET_FOR_EACH(p, answers, game_of(f)->board.words) {
        if (answered) break;
        play_point(f, color_other(color), p);
        answered = score_for(f, color) <= score;
        assert_true(engine_undo(f->engine, 1));
    }
    return answered;
}

/* Whether a move of COLOR would have scored more than SCORE; prints it. */
static bool has_more(struct player *f, enum color color, int score) {
    const struct bitset moves = moves_of(f, color);
    BITSET_FOR_EACH(p, moves, game_of(f)->board.words) {
        play_point(f, color, p);
        const bool answered = is_answered(f, color, score);
        assert_true(engine_undo(f->engine, 1));
        if (answered) continue;
        char drawn[2048], name[8];
        board_draw(&game_of(f)->board, NO_POINT, drawn, sizeof drawn);
        print_message("%s%s gains something at %s\n", drawn, color_name(color),
                      point_format(game_of(f)->board.size, p, name));
        print_message("score was %d\n", score);
        return true;
    }
    return false;
}

/* A game of the engine against itself after a few random moves, to two passes. */
static void finish_game(struct player *f, int size, struct rng *rng) {
    engine_clear(f->engine, size);
    for (int i = 0; i < size; i++) {
        const enum color color = game_of(f)->to_move;
        const struct bitset moves = moves_of(f, color);
        const int count = bitset_count(&moves, game_of(f)->board.words);
        play_point(
            f, color,
            bitset_select(&moves, game_of(f)->board.words, (int)rng_below(rng, (uint32_t)count)));
    }
    for (int i = 0; i < 300 && game_passes(game_of(f)) < 2; i++) genmove(f, game_of(f)->to_move);
    assert_int_equal(game_passes(game_of(f)), 2);
}

/* Whether neither side could have ended the game better under RULES by one more move. That position
 * is scored without dead stones, because by area rules they could be captured. A winner may leave
 * points on the board. */
static bool ended_well(struct player *f, const char *rules) {
    set(f, "rules", rules);
    const int score = engine_final_score(f->engine, NULL);
    const enum color ended = color_other(game_of(f)->to_move);
    if (!game_of(f)->territory) set(f, "rules", "chinese");
    for (int c = BLACK; c <= WHITE; c++) {
        const int its = color_sign((enum color)c) * score;
        if (!(its > 0 && ended == (enum color)c) && has_more(f, (enum color)c, its)) return false;
    }
    return true;
}

/* By each set of rules; Debug builds play one of each. */
#ifdef NDEBUG
enum { GAMES = 10 };
#else
enum { GAMES = 1 };
#endif

/* Of 400 such games two or three could have ended better. */
static void one_move_more_gains_nothing(void **state) {
    struct player *f = *state;
    int worse = 0;
    static const char *const rules[] = {"chinese", "cgos", "tromp-taylor", "japanese"};
    for (int r = 0; r < COUNT_OF(rules); r++) {
        struct rng rng;
        int worse_so = 0;
        rng_seed(&rng, 5, (uint64_t)r);
        for (int game = 0; game < GAMES; game++) {
            set(f, "rules", rules[r]);
            finish_game(f, 5 + game % 3, &rng);
            worse_so += !ended_well(f, rules[r]);
        }
        print_message("%s: %d of %d games could have ended better\n", rules[r], worse_so, GAMES);
        worse += worse_so;
    }
    assert_in_range(worse, 0, 1);
    set(f, "rules", "chinese");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_move_more_gains_nothing),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
