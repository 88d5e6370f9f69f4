/* The game: superko over the whole history, undo, handicap, komi, set-up, scores. */
#include "guzumi/base/rng.h"
#include "guzumi/go/game.h"

#include "reference_board.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static void start(struct game *game, int size) {
    struct failure why;
    assert_int_equal(game_init(game, size, &why), STATUS_OK);
}

static int vertex(const struct game *game, const char *name) {
    int point = NO_POINT;
    assert_true(point_parse(game->board.size, name, &point));
    return point;
}

/* Plays "B A1 W B2 W pass ..."; each must be legal. */
static void play(struct game *game, const char *moves) {
    char copy[400];
    struct failure why;
    strncpy(copy, moves, sizeof copy - 1);
    copy[sizeof copy - 1] = 0;
    for (char *color = strtok(copy, " "); color; color = strtok(NULL, " ")) {
        const int point = vertex(game, strtok(NULL, " "));
        assert_int_equal(game_play(game, point, *color == 'B' ? BLACK : WHITE, &why), STATUS_OK);
    }
}

static void assert_illegal(struct game *game, enum color color, const char *name,
                           const char *reason) {
    struct failure why;
    const size_t count = game->count;
    const uint64_t hash = game->board.hash;
    assert_false(game_is_legal(game, vertex(game, name), color));
    assert_int_equal(game_play(game, vertex(game, name), color, &why), STATUS_INVALID);
    assert_int_equal(strncmp(why.text, "illegal move: ", 14), 0);
    assert_non_null(strstr(why.text, name));
    assert_non_null(strstr(why.text, reason));
    assert_true(game->count == count && game->board.hash == hash);
}

static void a_new_game(void **state) {
    (void)state;
    struct game game;
    start(&game, 9);
    assert_true(game_komi(&game) == 7.5);
    assert_int_equal(game.to_move, BLACK);
    assert_int_equal(game_passes(&game), 0);
    assert_int_equal(game_last_point(&game), NO_POINT);
    assert_int_equal(game_half_score(&game), -15);
    assert_false(game_undo(&game, 1));
    assert_true(game_undo(&game, 0));
    game_free(&game);
}

static void moves_change_the_turn(void **state) {
    (void)state;
    struct game game;
    start(&game, 9);
    play(&game, "B D4");
    assert_int_equal(game.to_move, WHITE);
    assert_int_equal(game_last_point(&game), vertex(&game, "D4"));
    play(&game, "B E5"); /* again */
    assert_int_equal(game.to_move, WHITE);
    play(&game, "W pass");
    assert_int_equal(game.to_move, BLACK);
    assert_int_equal(game_passes(&game), 1);
    assert_int_equal(game_last_point(&game), PASS);
    play(&game, "B pass W pass");
    assert_int_equal(game_passes(&game), 3);
    play(&game, "B C3"); /* going on after two passes */
    assert_int_equal(game_passes(&game), 0);
    game_free(&game);
}

static void reasons_are_given(void **state) {
    (void)state;
    struct game game;
    start(&game, 5);
    play(&game, "B A2 B B1");
    assert_illegal(&game, WHITE, "A1", "suicide");
    assert_illegal(&game, WHITE, "A2", "there is already a stone");
    assert_illegal(&game, BLACK, "A2", "there is already a stone");
    play(&game, "W A3 W B2 W C1 W A1"); /* takes both, so it is no suicide */
    assert_int_equal(game.board.last_captured, 2);
    game_free(&game);
}

/* Black takes at B3; White may not take back at once, but after a move elsewhere. */
static void ko(void **state) {
    (void)state;
    struct game game;
    start(&game, 5);
    play(&game, "B A2 W A3 B B1 W B4 B C2 W C3 B E1 W B2 B B3");
    assert_int_equal(game.board.last_captured, 1);
    assert_illegal(&game, WHITE, "B2", "superko");
    play(&game, "W pass");
    play(&game, "B pass");
    assert_illegal(&game, WHITE, "B2", "superko"); /* passes don't lift a superko */
    play(&game, "W E5 B E3 W B2");
    assert_illegal(&game, BLACK, "B3", "superko");
    game_free(&game);
}

/* Black's A1 would take three stones and leave what the first move made: no simple ko forbids it.
 */
static void a_longer_cycle(void **state) {
    (void)state;
    struct game game;
    start(&game, 2);
    play(&game, "B A1 W B2 B B1 W A2");
    assert_int_equal(game.board.last_captured, 2);
    play(&game, "B A1 W B1");
    assert_int_equal(game.board.last_captured, 1);
    assert_true(board_is_legal(&game.board, vertex(&game, "A1"), BLACK));
    assert_illegal(&game, BLACK, "A1", "superko");
    game_free(&game);
}

static void compare_legality(const struct game *game, const struct reference_game *plain) {
    const struct reference_board *board = reference_game_board(plain);
    struct bitset considered[2];
    for (int color = BLACK; color <= WHITE; color++)
        board_candidates(&game->board, (enum color)color, &considered[color]);
    const struct bitset candidates[2] = {game_candidates(game, BLACK),
                                         game_candidates(game, WHITE)};
    for (int p = 0; p < point_limit(board->size); p++) {
        assert_int_equal(board_color(&game->board, p), reference_color(board, p));
        for (int color = BLACK; color <= WHITE; color++) {
            const bool legal = reference_game_is_legal(plain, p, (enum color)color);
            assert_int_equal(game_is_legal(game, p, (enum color)color), legal);
            assert_int_equal(bitset_has(&candidates[color], p),
                             legal && bitset_has(&considered[color], p));
        }
    }
}

/* Any legal move of COLOR, eyes included so that small boards go in circles; or PASS. */
static int any_move(const struct game *game, enum color color, struct rng *rng) {
    int legal[BOARD_MAX_POINTS], count = 0;
    for (int p = 0; p < point_limit(game->board.size); p++)
        if (game_is_legal(game, p, color)) legal[count++] = p;
    if (count == 0 || rng_bernoulli(rng, 0.05)) return PASS;
    return legal[rng_below(rng, (uint32_t)count)];
}

static bool differs_by_superko(const struct game *game) {
    for (int p = 0; p < point_limit(game->board.size); p++)
        for (int color = BLACK; color <= WHITE; color++)
            if (board_is_legal(&game->board, p, (enum color)color) !=
                game_is_legal(game, p, (enum color)color))
                return true;
    return false;
}

/* Returns how many positions had a move that only superko forbids. */
static int random_game(int size, int length, struct rng *rng) {
    struct game game;
    struct reference_game plain;
    struct failure why;
    int superkos = 0;
    start(&game, size);
    reference_game_init(&plain, size);
    for (int i = 0; i < length; i++) {
        const enum color color = rng_bernoulli(rng, 0.9) ? game.to_move : color_other(game.to_move);
        const int point = any_move(&game, color, rng);
        assert_int_equal(game_play(&game, point, color, &why), STATUS_OK);
        reference_game_play(&plain, point, color);
        if (rng_bernoulli(rng, 0.1)) {
            const size_t back = rng_below(rng, 4);
            const bool possible = back <= game.count;
            assert_int_equal(game_undo(&game, back), possible);
            for (size_t k = 0; possible && k < back; k++) reference_game_undo(&plain);
        }
        compare_legality(&game, &plain);
        superkos += differs_by_superko(&game);
    }
    reference_game_free(&plain);
    game_free(&game);
    return superkos;
}

static void superko_and_undo_on_random_games(void **state) {
    (void)state;
    struct rng rng;
    int superkos = 0;
    rng_seed(&rng, 1, 0);
    for (int round = 0; round < 30; round++) superkos += random_game(2, 60, &rng);
    for (int round = 0; round < 10; round++) superkos += random_game(3, 120, &rng);
    for (int round = 0; round < 4; round++) superkos += random_game(4, 200, &rng);
    random_game(9, 100, &rng);
    print_message("superko alone mattered in %d positions\n", superkos);
    assert_true(superkos > 100);
}

static void undo_restores_everything(void **state) {
    (void)state;
    struct game game, before;
    struct failure why;
    start(&game, 5);
    play(&game, "B A2 W A3 B B1 W B4 B C2 W C3 B E1 W B2");
    assert_int_equal(game_copy(&before, &game, &why), STATUS_OK);
    play(&game, "B B3 W E5");
    assert_true(game_undo(&game, 2));
    assert_int_equal(game.count, before.count);
    assert_true(game.board.hash == before.board.hash);
    assert_int_equal(game.to_move, BLACK);
    assert_int_equal(game_last_point(&game), vertex(&game, "B2"));
    play(&game, "B B3"); /* again: what was undone is no earlier position */
    assert_false(game_undo(&game, game.count + 1));
    assert_true(game_undo(&game, game.count));
    assert_true(game.board.hash == 0);
    assert_int_equal(game_last_point(&game), NO_POINT);
    game_free(&before);
    game_free(&game);
}

static void copies_share_nothing(void **state) {
    (void)state;
    struct game game, copy;
    struct failure why;
    start(&game, 9);
    play(&game, "B D4");
    assert_int_equal(game_copy(&copy, &game, &why), STATUS_OK);
    play(&copy, "W E5");
    assert_int_equal(game.count, 1);
    game_free(&game);
    assert_int_equal(copy.count, 2);
    assert_true(game_undo(&copy, 1));
    assert_int_equal(game_last_point(&copy), vertex(&copy, "D4"));
    game_free(&copy);
}

static void a_game_may_last(void **state) {
    (void)state;
    struct game game;
    struct failure why;
    start(&game, 2);
    for (int i = 0; i < 5000; i++)
        assert_int_equal(game_play(&game, PASS, game.to_move, &why), STATUS_OK);
    assert_int_equal(game_passes(&game), 5000);
    assert_true(game_undo(&game, 4999));
    assert_int_equal(game.count, 1);
    game_free(&game);
}

static void komi(void **state) {
    (void)state;
    struct game game;
    struct failure why;
    start(&game, 9);
    const double good[] = {0, -0.5, 6.5, 7, GAME_MAX_KOMI, -GAME_MAX_KOMI};
    for (int i = 0; i < COUNT_OF(good); i++) {
        assert_int_equal(game_set_komi(&game, good[i], &why), STATUS_OK);
        assert_true(game_komi(&game) == good[i]);
        assert_int_equal(game_half_score(&game), (int)(-2 * good[i]));
    }
    const double bad[] = {0.25, 6.4999, 361.5, 375, -1001, 1e300, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        assert_int_equal(game_set_komi(&game, bad[i], &why), STATUS_INVALID);
        assert_true(game_komi(&game) == -GAME_MAX_KOMI);
    }
    game_set_komi(&game, 5.5, &why);
    game_clear(&game, 13);
    assert_true(game_komi(&game) == 5.5);
    assert_int_equal(game.board.size, 13);
    game_free(&game);
}

static void quarters_of_komi(void **state) {
    (void)state;
    static const double known[][2] = {{3.75, 7.5},   {2.75, 5.5}, {3.25, 6.5}, {-3.75, -7.5},
                                      {0.25, 0.5},   {6.75, 6.5}, {7.25, 7.5}, {-6.75, -6.5},
                                      {-7.25, -7.5}, {7, 7},      {7.5, 7.5},  {6.51, 6.51}};
    for (int i = 0; i < COUNT_OF(known); i++)
        assert_true(game_quarter_komi(known[i][0]) == known[i][1]);
    /* Above stones the same side wins, whatever the score on the board. */
    for (double komi = -20.25; komi < 20; komi += 0.5)
        for (int score = -30; score <= 30 && fabs(komi) > 4; score++)
            assert_true((score > komi) == (score > game_quarter_komi(komi)));
}

/* What White gets for the stones, and which are handicap stones. */
static void compensation(void **state) {
    (void)state;
    struct game game;
    struct failure why;
    start(&game, 9);
    assert_int_equal(game_fixed_handicap(&game, 4, &why), STATUS_OK);
    assert_int_equal(game_half_score(&game), 2 * 81 - 15);
    game.bonus = HANDICAP_BONUS_ALL;
    assert_int_equal(game_half_compensation(&game), 15 + 8);
    assert_int_equal(game_half_score(&game), 2 * 81 - 15 - 8);
    game.bonus = HANDICAP_BONUS_BUT_ONE;
    assert_int_equal(game_half_compensation(&game), 15 + 6);
    play(&game, "W E5 B E6 W E4");
    assert_int_equal(game_half_compensation(&game), 15 + 6);
    assert_true(game_komi(&game) == 7.5);
    game_clear(&game, 9);
    assert_int_equal(game.bonus, HANDICAP_BONUS_BUT_ONE);
    assert_int_equal(game_half_compensation(&game), 15);
    game_free(&game);
}

static void leading_moves_are_handicap(void **state) {
    (void)state;
    static const struct {
        const char *moves;
        int handicap;
    } cases[] = {{"B C3", 0},
                 {"B C3 B G7", 2},
                 {"B C3 B G7 B C7 W E5 B A1", 3},
                 {"B C3 W E5 B G7", 0},
                 {"W E5 B C3 B G7", 0},
                 {"B C3 B pass B G7", 0},
                 {"B C3 B G7 W E5 W E6", 0}, /* a position that is set up */
                 {"B C3 B G7 W E5 W pass", 2},
                 {"B C3 B G7 W E5 B E6 W E4 W E3", 2},
                 {"B C3 B G7 B pass", 2}};
    struct game game;
    struct board position;
    start(&game, 9);
    for (int i = 0; i < COUNT_OF(cases); i++) {
        game_clear(&game, 9);
        play(&game, cases[i].moves);
        assert_int_equal(game_handicap(&game), cases[i].handicap);
    }
    assert_true(game_undo(&game, 2));
    assert_int_equal(game_handicap(&game), 0);
    board_init(&position, 9);
    board_place(&position, vertex(&game, "C3"), BLACK);
    game_set_up(&game, &position, WHITE);
    assert_int_equal(game_handicap(&game), 0);
    board_place(&position, vertex(&game, "G7"), BLACK);
    game_set_up(&game, &position, WHITE);
    play(&game, "W E5 B E6");
    assert_int_equal(game_handicap(&game), 2);
    board_place(&position, vertex(&game, "E5"), WHITE);
    game_set_up(&game, &position, WHITE);
    assert_int_equal(game_handicap(&game), 0);
    game_free(&game);
}

/* What others may have played; undo plays it again. */
static void moves_by_other_rules(void **state) {
    (void)state;
    struct game game;
    struct failure why;
    start(&game, 5);
    play(&game, "B A2 W A3 B B1 W B4 B C2 W C3 B E1 W B2 B B3");
    const int back = vertex(&game, "B2");
    assert_int_equal(game_play_allowing(&game, back, WHITE, ALLOW_SUPERKO, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "retakes a ko at once"));
    play(&game, "W pass B pass");
    assert_int_equal(game_play_allowing(&game, back, WHITE, ALLOW_SUICIDE, &why), STATUS_INVALID);
    assert_int_equal(game_play_allowing(&game, back, WHITE, ALLOW_SUPERKO, &why), STATUS_OK);
    assert_int_equal(game.board.last_captured, 1);
    assert_true(game_undo(&game, 1));
    assert_true(game_undo(&game, 2));
    assert_int_equal(game_play_allowing(&game, back, WHITE, ALLOW_SUPERKO | ALLOW_KO, &why),
                     STATUS_OK);
    const uint64_t hash = game.board.hash;
    play(&game, "B E5 W E4");
    assert_true(game_undo(&game, 2));
    assert_true(game.board.hash == hash);
    assert_int_equal(game_play_allowing(&game, back, BLACK, 7, &why), STATUS_INVALID);
    game_free(&game);
}

static void suicide_takes_itself_off(void **state) {
    (void)state;
    struct game game;
    struct failure why;
    start(&game, 5);
    play(&game, "B A2 W A1 B B2 W D4 B C1");
    assert_illegal(&game, WHITE, "B1", "suicide");
    assert_int_equal(game_play_allowing(&game, vertex(&game, "B1"), WHITE, ALLOW_SUICIDE, &why),
                     STATUS_OK);
    assert_int_equal(board_color(&game.board, vertex(&game, "A1")), EMPTY);
    assert_int_equal(board_color(&game.board, vertex(&game, "B1")), EMPTY);
    assert_int_equal(board_color(&game.board, vertex(&game, "D4")), WHITE);
    assert_true(board_verify(&game.board));
    assert_true(game.board.hash == game.hashes[game.count]);
    play(&game, "B A1 W D3 B E1");
    assert_true(game_undo(&game, 1));
    assert_true(board_verify(&game.board));
    assert_int_equal(board_color(&game.board, vertex(&game, "A1")), BLACK);
    /* One stone leaves the board as it was. */
    const uint64_t hash = game.board.hash;
    assert_int_equal(game_play_allowing(&game, vertex(&game, "B1"), WHITE, ALLOW_SUICIDE, &why),
                     STATUS_OK);
    assert_true(game.board.hash == hash);
    game_free(&game);
}

/* GTP 2, section 4.1.1. */
static void fixed_handicap_stands_where_it_should(void **state) {
    (void)state;
    const struct {
        int size, count;
        const char *points;
    } known[] = {
        {19, 2, "D4 Q16"},
        {19, 3, "D4 Q16 D16"},
        {19, 4, "D4 Q16 D16 Q4"},
        {19, 5, "D4 Q16 D16 Q4 K10"},
        {19, 6, "D4 Q16 D16 Q4 D10 Q10"},
        {19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"},
        {19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"},
        {19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"},
        {13, 5, "D4 K10 D10 K4 G7"},
        {9, 4, "C3 G7 C7 G3"},
        {9, 5, "C3 G7 C7 G3 E5"},
        {8, 4, "C3 F6 C6 F3"},
        {7, 4, "C3 E5 C5 E3"},
    };
    for (int i = 0; i < COUNT_OF(known); i++) {
        int points[9];
        char text[64] = "";
        assert_int_equal(game_handicap_points(known[i].size, known[i].count, points),
                         known[i].count);
        for (int k = 0; k < known[i].count; k++) {
            char name[5];
            if (k) strcat(text, " ");
            strcat(text, point_format(known[i].size, points[k], name));
        }
        assert_string_equal(text, known[i].points);
    }
    for (int size = 2; size <= 19; size++) {
        const int most = game_max_fixed_handicap(size);
        int points[9];
        assert_int_equal(most, size < 7 ? 0 : size % 2 && size > 7 ? 9 : 4);
        assert_int_equal(game_handicap_points(size, most + 1, points), 0);
        assert_int_equal(game_handicap_points(size, 1, points), 0);
    }
}

static void handicap_games(void **state) {
    (void)state;
    struct game game;
    struct failure why;
    start(&game, 9);
    assert_int_equal(game_fixed_handicap(&game, 10, &why), STATUS_INVALID);
    assert_int_equal(game_fixed_handicap(&game, 1, &why), STATUS_INVALID);
    assert_int_equal(game_fixed_handicap(&game, 4, &why), STATUS_OK);
    assert_int_equal(game.handicap, 4);
    assert_int_equal(game.to_move, WHITE);
    assert_int_equal(board_color(&game.board, vertex(&game, "C3")), BLACK);
    assert_int_equal(game_fixed_handicap(&game, 4, &why), STATUS_INVALID); /* not empty */
    play(&game, "W E5");
    assert_true(game_undo(&game, 1));
    assert_false(game_undo(&game, 1));
    assert_int_equal(board_color(&game.board, vertex(&game, "C3")), BLACK);
    assert_int_equal(game.to_move, WHITE);
    game_clear(&game, 9);
    assert_int_equal(game.handicap, 0);
    assert_int_equal(game.to_move, BLACK);
    game_free(&game);
}

static void free_handicap(void **state) {
    (void)state;
    struct game game;
    struct failure why;
    start(&game, 5);
    const int good[] = {vertex(&game, "A1"), vertex(&game, "E5"), vertex(&game, "C3")};
    const int twice[] = {good[0], good[0]};
    const int off[] = {good[0], 5}, pass[] = {good[0], PASS};
    assert_int_equal(game_free_handicap(&game, good, 1, &why), STATUS_INVALID);
    assert_int_equal(game_free_handicap(&game, twice, 2, &why), STATUS_INVALID);
    assert_int_equal(game_free_handicap(&game, off, 2, &why), STATUS_INVALID);
    assert_int_equal(game_free_handicap(&game, pass, 2, &why), STATUS_INVALID);
    assert_true(game.board.hash == 0);
    assert_int_equal(game_free_handicap(&game, good, 3, &why), STATUS_OK);
    assert_int_equal(game.handicap, 3);
    game_clear(&game, 5);
    play(&game, "B pass");
    assert_int_equal(game_free_handicap(&game, good, 3, &why), STATUS_INVALID);
    game_free(&game);
}

static void setting_up(void **state) {
    (void)state;
    struct game game, other;
    start(&game, 5);
    play(&game, "B A2 W A3 B B1 W B4 B C2 W C3 B E1 W B2 B B3");
    start(&other, 9);
    play(&other, "B J9");
    game_set_up(&other, &game.board, WHITE);
    assert_int_equal(other.board.size, 5);
    assert_int_equal(other.to_move, WHITE);
    assert_int_equal(other.count, 0);
    assert_true(other.board.hash == game.board.hash);
    /* A position has no past: no ko, nothing taken. */
    assert_int_equal(other.board.ko, NO_POINT);
    assert_int_equal(other.board.last_captured, 0);
    play(&other, "W B2");
    assert_illegal(&other, BLACK, "B3", "superko"); /* the set-up position counts */
    assert_true(game_undo(&other, 1));
    assert_int_equal(other.to_move, WHITE);
    assert_int_equal(other.board.last_captured, 0);
    game_free(&other);
    game_free(&game);
}

static void assert_prisoners(const struct game *game, int black, int white) {
    assert_int_equal(game->prisoners[BLACK], black);
    assert_int_equal(game->prisoners[WHITE], white);
}

/* Captures, suicides and kos; undo gives prisoners back, a copy has them, an edited position keeps
 * them, and a new one has none. */
static void prisoners_are_kept(void **state) {
    (void)state;
    struct game game, copy;
    struct failure why;
    start(&game, 5);
    play(&game, "B A2 W A3 B B1 W B2 B pass W C1 B E5 W A1");
    assert_prisoners(&game, 2, 0);
    assert_int_equal(game_play_allowing(&game, vertex(&game, "A2"), BLACK, ALLOW_SUICIDE, &why),
                     STATUS_OK);
    assert_prisoners(&game, 3, 0);
    play(&game, "W B5 B A5 W A4");
    assert_prisoners(&game, 4, 0);
    play(&game, "B pass W D5 B pass W E4");
    assert_prisoners(&game, 5, 0);
    assert_int_equal(game_copy(&copy, &game, &why), STATUS_OK);
    assert_prisoners(&copy, 5, 0);
    assert_true(game_undo(&game, 1));
    assert_prisoners(&game, 4, 0);
    assert_true(game_undo(&game, 9));
    assert_prisoners(&game, 0, 0);
    struct board position;
    board_copy(&position, &copy.board);
    assert_true(board_place(&position, vertex(&copy, "E1"), BLACK));
    game_edit(&copy, &position, BLACK);
    assert_prisoners(&copy, 5, 0);
    play(&copy, "W D1 B pass W E2");
    assert_prisoners(&copy, 6, 0);
    assert_true(game_undo(&copy, 3));
    assert_prisoners(&copy, 5, 0);
    game_set_up(&copy, &position, WHITE);
    assert_prisoners(&copy, 0, 0);
    game_free(&game);
    game_free(&copy);
}

static void scores_as_text(void **state) {
    (void)state;
    const struct {
        int half;
        const char *text;
    } known[] = {
        {0, "0"},      {1, "B+0.5"},   {-1, "W+0.5"},     {7, "B+3.5"},
        {-24, "W+12"}, {722, "B+361"}, {-2722, "W+1361"},
    };
    for (int i = 0; i < COUNT_OF(known); i++) {
        char text[16];
        assert_string_equal(game_format_score(known[i].half, text, sizeof text), known[i].text);
        const double reward = *text == 'B' ? 1 : *text == 'W' ? 0 : 0.5;
        assert_true(score_reward(known[i].half) == reward);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_game),
        cmocka_unit_test(moves_change_the_turn),
        cmocka_unit_test(reasons_are_given),
        cmocka_unit_test(ko),
        cmocka_unit_test(a_longer_cycle),
        cmocka_unit_test(superko_and_undo_on_random_games),
        cmocka_unit_test(undo_restores_everything),
        cmocka_unit_test(copies_share_nothing),
        cmocka_unit_test(a_game_may_last),
        cmocka_unit_test(komi),
        cmocka_unit_test(quarters_of_komi),
        cmocka_unit_test(compensation),
        cmocka_unit_test(leading_moves_are_handicap),
        cmocka_unit_test(moves_by_other_rules),
        cmocka_unit_test(suicide_takes_itself_off),
        cmocka_unit_test(fixed_handicap_stands_where_it_should),
        cmocka_unit_test(handicap_games),
        cmocka_unit_test(free_handicap),
        cmocka_unit_test(setting_up),
        cmocka_unit_test(prisoners_are_kept),
        cmocka_unit_test(scores_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
