/* What the whole player, both phases, chooses where a Go player has no doubt. */
#include "unit.h"

#include "guzumi/engine.h"
#include "guzumi/memory_store.h"

#include "diagram.h"
#include "problems.h"

struct player {
    struct memory_store *memories;
    struct engine *engine;
};

static int open_player(void **state) {
    static struct player player;
    struct failure why;
    struct params params;
    params_default(&params);
    params.simulations = 1000;
    params.depth = 5;
    *state = &player;
    if (memory_store_new(&player.memories, &why) != STATUS_OK) return -1;
    return engine_new(&player.engine, &params, player.memories, &why) == STATUS_OK ? 0 : -1;
}

static int close_player(void **state) {
    struct player *player = *state;
    engine_free(player->engine);
    memory_store_free(player->memories);
    return 0;
}

/* Whether the engine solves PROBLEM, as it is drawn or turned and with its colours exchanged. */
static bool solves(struct player *player, const struct problem *problem, bool turn) {
    struct engine *engine = player->engine;
    struct board drawn;
    struct failure why;
    int move;
    const int symmetry = turn ? 5 : 0;
    const int mark = diagram_read(&drawn, problem->size, problem->rows);
    const struct board board = diagram_turned(&drawn, symmetry, turn);
    const enum color color = turn ? color_other(problem->to_move) : problem->to_move;
    const double komi = problem->half_komi / 2.0;
    engine_set_up(engine, &board, color);
    assert_int_equal(engine_set_komi(engine, turn ? -komi : komi, &why), STATUS_OK);
    assert_int_equal(engine_reg_genmove(engine, color, &move, &why), STATUS_OK);
    return move == point_transform(problem->size, symmetry, mark);
}

static void every_problem_is_solved(void **state) {
    int wrong = 0;
    for (int i = 0; i < COUNT_OF(problems); i++)
        for (int turn = 0; turn < 2; turn++) {
            if (solves(*state, &problems[i], turn)) continue;
            print_error("not found: %s, turn %d\n", problems[i].name, turn);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* The problems do ask something: the bare value of the long-term memory fails at some. */
static void the_value_alone_does_not_solve_them(void **state) {
    struct player *player = *state;
    struct engine *engine = player->engine;
    struct failure why;
    int wrong = 0;
    assert_int_equal(engine_set_param(engine, "memory", "long", &why), STATUS_OK);
    assert_int_equal(engine_set_param(engine, "depth", "1", &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(problems); i++) wrong += !solves(player, &problems[i], false);
    assert_true(wrong >= 3);
    assert_int_equal(engine_set_param(engine, "memory", "both", &why), STATUS_OK);
    assert_int_equal(engine_set_param(engine, "depth", "5", &why), STATUS_OK);
}

/* Where all is settled and the opponent has passed, so does the engine, rather than fill its own.
 */
static void it_passes_when_all_is_done(void **state) {
    struct player *player = *state;
    struct engine *engine = player->engine;
    struct board board;
    struct failure why;
    int move;
    diagram_read(&board, 5, ". X X O .  X X O O O  . X O . O  X X O O O  . X O O .");
    engine_set_up(engine, &board, WHITE);
    assert_int_equal(engine_set_komi(engine, 0.5, &why), STATUS_OK);
    assert_int_equal(engine_play(engine, PASS, WHITE, &why), STATUS_OK);
    assert_int_equal(engine_reg_genmove(engine, BLACK, &move, &why), STATUS_OK);
    assert_int_equal(move, PASS);
}

/* White leads with all stones on the board, but three of them are dead: no reason to end the game
 * at Black's pass while something may yet be saved. */
static void it_plays_on_when_its_lead_is_dead_stones(void **state) {
    struct player *player = *state;
    struct engine *engine = player->engine;
    struct board board;
    struct failure why;
    int move;
    diagram_read(&board, 9,
                 ". O . . . X O O .  . . . O X X X O .  X X X X . X O . .  X O X . X O O . ."
                 "  X O O X X X X O .  O O O X O O O O .  . . O O X X X O O  O O X X . X X X X"
                 "  . O X X . . X O .");
    engine_set_up(engine, &board, BLACK);
    assert_int_equal(engine_set_komi(engine, 7.5, &why), STATUS_OK);
    assert_int_equal(engine_play(engine, PASS, BLACK, &why), STATUS_OK);
    assert_true(game_half_score(engine_game(engine)) < 0);
    assert_true(engine_final_score(engine, NULL) > 0);
    assert_int_equal(engine_reg_genmove(engine, WHITE, &move, &why), STATUS_OK);
    assert_int_not_equal(move, PASS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_problem_is_solved),
        cmocka_unit_test(the_value_alone_does_not_solve_them),
        cmocka_unit_test(it_passes_when_all_is_done),
        cmocka_unit_test(it_plays_on_when_its_lead_is_dead_stones),
    };
    return cmocka_run_group_tests(tests, open_player, close_player);
}
