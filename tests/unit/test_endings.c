/* How games end: superko against movers that provoke it, dead stones taken off, resignation, and
 * the result in the record. */
#include "guzumi/base/rng.h"

#include "diagram.h"
#include "player.h"
#include "reference_board.h"

#include <stdlib.h>
#include <string.h>

/* Of each test that plays games. */
enum { GAMES = 1 + 7 / TEST_SHARE };

static int open_player(void **state) {
    static struct player player;
    return start_default_player(state, &player, 20);
}

static const struct game *game_of(const struct player *f) {
    return engine_game(f->engine);
}

/* --- superko --- */

/* A move that is legal by whole positions: the adversary takes what it can, so that kos go on. */
static int provoke(const struct reference_game *plain, enum color color, bool adversary,
                   struct rng *rng) {
    const struct reference_board *board = reference_game_board(plain);
    int moves[BOARD_MAX_POINTS], count = 0, taking[BOARD_MAX_POINTS], takes = 0;
    for (int p = 0; p < point_limit(board->size); p++) {
        if (!reference_game_is_legal(plain, p, color)) continue;
        struct reference_board after = *board;
        struct reference_set captured;
        reference_play(&after, p, color, &captured);
        moves[count++] = p;
        if (captured.count > 0) taking[takes++] = p;
    }
    if (adversary && takes) return taking[rng_below(rng, (uint32_t)takes)];
    return count == 0 || rng_bernoulli(rng, 0.05) ? PASS : moves[rng_below(rng, (uint32_t)count)];
}

/* Whether superko alone forbids COLOR some move. */
static bool superko_matters(const struct game *game, enum color color) {
    for (int p = 0; p < point_limit(game->board.size); p++)
        if (board_is_legal(&game->board, p, color) && !game_is_legal(game, p, color)) return true;
    return false;
}

/* The engine plays MINE against a mover; returns in how many positions superko mattered to it. */
static int game_against_mover(struct player *f, int size, enum color mine, bool adversary,
                              struct rng *rng) {
    struct reference_game plain;
    int superkos = 0, passes = 0;
    reference_game_init(&plain, size);
    engine_clear(f->engine, size);
    enum color color = BLACK;
    for (int move = 0; move < 6 * size * size && passes < 4; move++) {
        int point;
        if (color == mine) {
            superkos += superko_matters(game_of(f), color);
            point = genmove(f, color);
            assert_true(point == PASS || reference_game_is_legal(&plain, point, color));
        } else {
            point = provoke(&plain, color, adversary, rng);
            play_point(f, color, point);
        }
        reference_game_play(&plain, point, color);
        passes = point == PASS ? passes + 1 : 0;
        color = color_other(color);
    }
    reference_game_free(&plain);
    return superkos;
}

static void superko_is_never_violated(void **state) {
    struct player *f = *state;
    static const char *const searches[] = {"two-phase", "alpha-beta", "td", "greedy", "tree"};
    struct rng rng;
    int superkos = 0;
    rng_seed(&rng, 4, 7);
    for (int round = 0; round < 150 / TEST_SHARE; round++) {
        set(f, "search", searches[round / 4 % COUNT_OF(searches)]);
        set(f, "memory", round % 3 ? "both" : "short");
        set(f, "pass_when", round % 4 ? "filled" : "settled");
        set(f, "rules", round % 5 ? "cgos" : "chinese");
        set(f, "depth", round % 7 ? "1" : "2");
        superkos += game_against_mover(f, round % 9 ? 2 + round % 2 : 4 + round % 2,
                                       round % 4 < 2 ? WHITE : BLACK, round % 3 > 0, &rng);
    }
    set(f, "search", "tree");
    set(f, "memory", "both");
    set(f, "pass_when", "settled");
    set(f, "rules", "chinese");
    set(f, "depth", "1");
    print_message("superko forbade the engine something in %d positions\n", superkos);
    assert_true(superkos > 15 / TEST_SHARE);
}

/* --- dead stones --- */

static int dead_of(struct player *f, enum color color) {
    const struct board *b = &game_of(f)->board;
    struct bitset dead, seki, stones;
    engine_final_status(f->engine, &dead, &seki);
    board_stones(b, color, &stones);
    for (int i = 0; i < b->words; i++) dead.word[i] &= stones.word[i];
    return bitset_count(&dead, b->words);
}

/* A game of the engine against a mover, to two passes; so that there are dead stones. */
static void finished_game(struct player *f, int size, struct rng *rng) {
    struct reference_game plain;
    reference_game_init(&plain, size);
    engine_clear(f->engine, size);
    for (int i = 0; i < size * size / 2; i++) {
        const enum color color = game_of(f)->to_move;
        const int point = provoke(&plain, color, false, rng);
        play_point(f, color, point);
        reference_game_play(&plain, point, color);
    }
    reference_game_free(&plain);
    for (int i = 0; i < 300 && game_passes(game_of(f)) < 2; i++) genmove(f, game_of(f)->to_move);
    assert_int_equal(game_passes(game_of(f)), 2);
}

/* The winner comes last: who loses may go on for any doubt, and leave a stone that is dead. */
static void cleaning_up_takes_all(void **state) {
    struct player *f = *state;
    struct rng rng;
    int dead = 0;
    rng_seed(&rng, 4, 8);
    for (int round = 0; round < GAMES; round++) {
        finished_game(f, 5 + round % 5, &rng);
        enum color color = engine_final_score(f->engine, NULL) > 0 ? WHITE : BLACK;
        for (int turn = 0; turn < 2; turn++, color = color_other(color)) {
            const enum color other = color_other(color);
            const int score = engine_final_score(f->engine, NULL);
            const int there = dead_of(f, other);
            int point = NO_POINT, moves = 0;
            for (; point != PASS; moves++) {
                struct failure why;
                assert_true(moves < 200);
                assert_int_equal(engine_genmove_cleanup(f->engine, color, &point, &why), STATUS_OK);
                play_point(f, other, PASS);
            }
            assert_true(there == 0 || moves > 1);
            assert_int_equal(dead_of(f, other), 0);
            const int now = engine_final_score(f->engine, NULL);
            assert_true(color == BLACK ? now >= score : now <= score);
            dead += there;
        }
        assert_int_equal(engine_final_score(f->engine, NULL), game_half_score(game_of(f)));
    }
    print_message("%d dead stones were taken off\n", dead);
    assert_true(dead > 5 / TEST_SHARE);
}

/* Playouts give nearly all of the corner to Black, who could still go wrong there. White passes
 * when that wins, and goes on when it has nothing to lose. */
static void the_loser_goes_on(void **state) {
    struct player *f = *state;
    struct failure why;
    struct board board;
    diagram_read(&board, 9,
                 "X . X X X . . . .   X X O . X O X O O   X X . X X O O X X"
                 "X O X X . X X . .   O O O O X X X . X   . . . . O O X X X"
                 ". . O . O O O O X   . . . . O . O X X   . . . . . O X X X");
    for (int wins = 0; wins < 2; wins++) {
        assert_int_equal(engine_set_komi(f->engine, wins ? 57.5 : 7.5, &why), STATUS_OK);
        engine_set_up(f->engine, &board, WHITE);
        assert_true((engine_final_score(f->engine, NULL) < 0) == wins);
        assert_int_equal(genmove(f, WHITE) == PASS, wins);
    }
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
}

/* By playouts all points that White can play are settled, not all that Black can: White must take
 * the liberty at the top all the same, or lose four stones. */
static void what_the_other_side_can_play_is_not_settled(void **state) {
    struct player *f = *state;
    struct failure why;
    struct board board;
    const int right = diagram_read(&board, 9,
                                   "O . X * O O O . O   X X X X O O O O O   O O O O X O O . O"
                                   ". . O X X O O O O   X X X X X O O O O   X X X X X X X X X"
                                   "X X X X X X X X X   X . X . X X X X X   X X X X X X X X X");
    assert_int_equal(engine_set_komi(f->engine, 22.5, &why), STATUS_OK);
    engine_set_up(f->engine, &board, WHITE);
    assert_int_equal(genmove(f, WHITE), right);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
}

/* Black has won by agreement, but not by the stones on the board: after White's pass it passes,
 * too, unless all stones count as alive. */
static void a_won_game_ends_by_agreement(void **state) {
    static const char *const rules[] = {"chinese", "aga", "new-zealand", "tromp-taylor", "cgos"};
    struct player *f = *state;
    struct failure why;
    struct board board;
    diagram_read(&board, 7,
                 ". X X O . O .   O . X O . O .   . . X O . O .   X X X O O O ."
                 ". . X O . O .   O . X O . O .   . X X O . O .");
    assert_int_equal(engine_set_komi(f->engine, -10.5, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(rules); i++) {
        set(f, "rules", rules[i]);
        engine_set_up(f->engine, &board, WHITE);
        assert_true(game_half_score(game_of(f)) < 0);
        play_point(f, WHITE, PASS);
        assert_int_equal(genmove(f, BLACK) == PASS, i < 3);
    }
    set(f, "rules", "chinese");
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
}

/* Under CGOS rules a game that ends by two passes needs no estimate of dead stones. */
static void nothing_dead_is_left_on_cgos(void **state) {
    struct player *f = *state;
    struct rng rng;
    rng_seed(&rng, 4, 9);
    for (int round = 0; round < GAMES; round++) {
        set(f, "rules", "cgos");
        finished_game(f, 5 + round % 5, &rng);
        assert_int_equal(engine_final_score(f->engine, NULL), game_half_score(game_of(f)));
        const int counted = engine_final_score(f->engine, NULL);
        set(f, "rules", "chinese");
        const int scored = engine_final_score(f->engine, NULL);
        assert_int_equal(counted > 0, scored > 0);
    }
}

/* --- komi --- */

/* A record, or another game, changes nothing of what White gets by the rules for handicap stones;
 * nor does one without a komi change that. */
static void the_bonus_for_a_handicap_stays(void **state) {
    struct player *f = *state;
    struct failure why;
    struct sgf *sgf;
    struct game game;
    set(f, "rules", "chinese");
    engine_clear(f->engine, 9);
    assert_int_equal(engine_fixed_handicap(f->engine, 3, &why), STATUS_OK);
    const int before = game_half_compensation(game_of(f));
    assert_int_equal(before, game_of(f)->half_komi + 2 * 3);
    assert_int_equal(engine_record(f->engine, &sgf, &why), STATUS_OK);
    assert_int_equal(engine_load(f->engine, sgf, SGF_ALL_MOVES, &why), STATUS_OK);
    assert_int_equal(game_half_compensation(game_of(f)), before);
    sgf_remove(sgf, SGF_ROOT, "KM"); /* the komi that was set stands */
    assert_int_equal(engine_set_komi(f->engine, 0.5, &why), STATUS_OK);
    assert_int_equal(engine_load(f->engine, sgf, SGF_ALL_MOVES, &why), STATUS_OK);
    sgf_free(sgf);
    assert_int_equal(game_half_compensation(game_of(f)), 1 + 2 * 3);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
    assert_int_equal(game_copy(&game, game_of(f), &why), STATUS_OK);
    game.bonus = HANDICAP_BONUS_NONE;
    assert_int_equal(engine_take_game(f->engine, &game, &why), STATUS_OK);
    game_free(&game);
    assert_int_equal(game_half_compensation(game_of(f)), before);
}

/* --- resignation and the record --- */

static char *result(struct player *f) {
    struct sgf *sgf;
    struct failure why;
    assert_int_equal(engine_record(f->engine, &sgf, &why), STATUS_OK);
    char *text = sgf_text(sgf, SGF_ROOT, "RE");
    sgf_free(sgf);
    return text;
}

/* A 9x9 game with two handicap stones and KOMI, which a player resigns at its first hopeless move.
 */
static void begin_resigning(struct player *f, double komi) {
    struct failure why;
    set(f, "resign_threshold", "0.5");
    set(f, "resign_moves", "1");
    set(f, "memory", "short");
    set(f, "simulations", "200");
    assert_int_equal(engine_set_komi(f->engine, komi, &why), STATUS_OK);
    engine_clear(f->engine, 9);
    assert_int_equal(engine_fixed_handicap(f->engine, 2, &why), STATUS_OK);
}

static void end_resigning(struct player *f) {
    struct failure why;
    set(f, "resign_threshold", "0");
    set(f, "resign_moves", "3");
    set(f, "memory", "both");
    set(f, "simulations", "20");
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
}

static void resignation_waits_in_handicap_games(void **state) {
    struct player *f = *state;
    set(f, "pass_when", "filled");
    begin_resigning(f, -200);
    int point = NO_POINT;
    for (int i = 0; i < 40 && point != RESIGN; i++) {
        assert_true(game_of(f)->count < 60);
        if ((point = genmove(f, WHITE)) != RESIGN) play_point(f, BLACK, PASS);
    }
    assert_int_equal(point, RESIGN);
    assert_true(game_of(f)->count >= 9 * 9 / 4 + 2 * 10);
    char *text = result(f);
    assert_string_equal(text, "B+R");
    free(text);
    assert_true(engine_undo(f->engine, 1));
    assert_null(result(f));
    set(f, "pass_when", "settled");
    end_resigning(f);
}

/* The other side has no mistakes to wait for. */
static void who_gets_a_handicap_resigns_at_once(void **state) {
    struct player *f = *state;
    begin_resigning(f, 200);
    play(f, WHITE, "E5");
    assert_int_equal(genmove(f, BLACK), RESIGN);
    end_resigning(f);
}

static void the_record_has_the_score(void **state) {
    struct player *f = *state;
    struct rng rng;
    char expected[16];
    rng_seed(&rng, 4, 10);
    for (int round = 0; round < GAMES; round++) {
        finished_game(f, 5 + round % 5, &rng);
        game_format_score(engine_final_score(f->engine, NULL), expected, sizeof expected);
        char *text = result(f);
        assert_non_null(text);
        assert_string_equal(text, expected);
        free(text);
    }
}

/* --- rules of records --- */

static void load(struct player *f, const char *text) {
    struct sgf *sgf;
    struct failure why;
    assert_int_equal(sgf_parse(&sgf, "test", text, strlen(text), &why), STATUS_OK);
    assert_int_equal(engine_load(f->engine, sgf, SGF_ALL_MOVES, &why), STATUS_OK);
    sgf_free(sgf);
}

static void assert_rules(struct player *f, const char *name, int half_score) {
    struct sgf *sgf;
    struct failure why;
    assert_int_equal(engine_record(f->engine, &sgf, &why), STATUS_OK);
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "RU", 0), name);
    assert_int_equal(engine_final_score(f->engine, NULL), half_score);
    sgf_free(sgf);
}

/* A board of two halves, five stones of it a handicap: Black has 45 points on it, White 36. */
#define HALVES(facts) "(;SZ[9]" facts "HA[5]AB[ea:ei]AW[fa:fi];W[];B[])"

static void records_bring_their_rules(void **state) {
    (void)state;
    struct player player, *f = &player;
    void *own;
    start_default_player(&own, f, 20);
    load(f, HALVES("KM[4.5]"));
    assert_rules(f, "Chinese", 2 * 9 - 2 * 5 - 9);
    load(f, HALVES("KM[4.5]RU[NZ]"));
    assert_rules(f, "NZ", 2 * 9 - 9);
    load(f, HALVES("KM[4.5]RU[AGA]"));
    assert_rules(f, "AGA", 2 * 9 - 2 * 4 - 9);
    load(f, HALVES("KM[4.5]RU[Ing]"));
    assert_rules(f, "Ing", 2 * 9 - 9);
    load(f, HALVES("KM[4.5]RU[Chinese rules]")); /* the words stay while they are true */
    assert_rules(f, "Chinese rules", 2 * 9 - 2 * 5 - 9);
    load(f, HALVES("KM[4.5]RU[something]"));
    assert_rules(f, "Chinese", 2 * 9 - 2 * 5 - 9);
    load(f, HALVES("KM[4.5]RU[AGA]")); /* they end with their game */
    engine_clear(f->engine, 9);
    assert_rules(f, "Chinese", -9);
    load(f, HALVES("KM[4.5]RU[Chinese rules]"));
    set(f, "rules", "new-zealand"); /* somebody's choice stands */
    load(f, HALVES("KM[4.5]RU[AGA]"));
    assert_rules(f, "NZ", 2 * 9 - 9);
    engine_clear(f->engine, 9);
    assert_rules(f, "NZ", -9);
    player_close(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(superko_is_never_violated),
        cmocka_unit_test(the_bonus_for_a_handicap_stays),
        cmocka_unit_test(cleaning_up_takes_all),
        cmocka_unit_test(the_loser_goes_on),
        cmocka_unit_test(what_the_other_side_can_play_is_not_settled),
        cmocka_unit_test(a_won_game_ends_by_agreement),
        cmocka_unit_test(nothing_dead_is_left_on_cgos),
        cmocka_unit_test(resignation_waits_in_handicap_games),
        cmocka_unit_test(who_gets_a_handicap_resigns_at_once),
        cmocka_unit_test(the_record_has_the_score),
        cmocka_unit_test(records_bring_their_rules),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
