/* What the whole player, by either of its strong searches, chooses where a Go player has no doubt.
 */
#include "guzumi/search/tree_search.h"

#include "choice.h"
#include "diagram.h"
#include "engine_state.h"
#include "player.h"
#include "problems.h"

#include <math.h>
#include <stdio.h>

static int open_player(void **state) {
    static struct player player;
    struct params params;
    params_default(&params);
    params.simulations = 1000;
    params.depth = 5;
    return start_player(state, &player, &params);
}

static bool solves(struct player *player, const struct problem *problem, bool turn) {
    const struct posed_problem posed = problem_pose(problem, turn);
    struct failure why;
    int move;
    engine_set_up(player->engine, &posed.board, posed.to_move);
    assert_int_equal(engine_set_komi(player->engine, posed.half_komi / 2.0, &why), STATUS_OK);
    assert_int_equal(engine_reg_genmove(player->engine, posed.to_move, &move, &why), STATUS_OK);
    return move == posed.move;
}

/* How many problems, each in two of its symmetries, SEARCH does not solve. */
static int unsolved(struct player *player, const char *search, bool tell) {
    int wrong = 0;
    set(player, "search", search);
    for (int i = 0; i < COUNT_OF(problems); i++)
        for (int turn = 0; turn < 2; turn++) {
            if (solves(player, &problems[i], turn)) continue;
            if (tell) print_error("not found: %s, turn %d\n", problems[i].name, turn);
            wrong++;
        }
    return wrong;
}

static void two_phases_solve_every_problem(void **state) {
    assert_int_equal(unsolved(*state, "two-phase", true), 0);
}

static void the_tree_solves_every_problem(void **state) {
    assert_int_equal(unsolved(*state, "tree", true), 0);
}

/* Or else a search that finds nothing would pass these tests: the bare value of the long-term
 * memory fails at some of the problems. */
static void the_value_alone_does_not_solve_them(void **state) {
    const int wrong = unsolved(*state, "greedy", false);
    print_message("%d of %d problems are not solved by the value alone\n", wrong,
                  2 * (int)COUNT_OF(problems));
    assert_true(wrong > 0);
    set(*state, "search", "tree");
}

/* What the engine chooses on a board with these ROWS after PASSED's pass. */
static int choose_after_pass(struct player *player, int size, const char *rows, enum color passed,
                             double komi) {
    struct engine *engine = player->engine;
    struct board board;
    struct failure why;
    int move;
    diagram_read(&board, size, rows);
    engine_set_up(engine, &board, passed);
    assert_int_equal(engine_set_komi(engine, komi, &why), STATUS_OK);
    assert_int_equal(engine_play(engine, PASS, passed, &why), STATUS_OK);
    assert_int_equal(engine_reg_genmove(engine, color_other(passed), &move, &why), STATUS_OK);
    return move;
}

/* Where all is settled and the opponent has passed, so does the engine, rather than fill its own.
 */
static void it_passes_when_all_is_done(void **state) {
    const char *rows = ". X X O .  X X O O O  . X O . O  X X O O O  . X O O .";
    assert_int_equal(choose_after_pass(*state, 5, rows, WHITE, 0.5), PASS);
}

/* A single stone settles a board as small as this. */
static void one_stone_can_settle_a_board(void **state) {
    assert_int_equal(choose_after_pass(*state, 3, ". . . . X . . . .", WHITE, 0.5), PASS);
}

/* Black leads by its chains in the corner, which J5 kills if White sees it: White's pass is no
 * offer to end the game. */
static void it_plays_on_while_its_stones_are_in_danger(void **state) {
    const char *rows =
        ". . . . . X X O X  . . X X X . X O X  . . X . X X O O X  . . X . X O O O X  "
        ". . X X O O . O .  . . X O O O O O X  . . . X O X O X O  . . X X O X X X O  "
        ". . X O O X . X .";
    assert_int_not_equal(choose_after_pass(*state, 9, rows, WHITE, 7.5), PASS);
}

/* Black's outlook on a board with these ROWS, by RULES and with a komi of 0. */
static struct outlook outlook_of(struct player *player, const char *rules, const char *rows) {
    struct board board;
    struct failure why;
    set(player, "rules", rules);
    diagram_read(&board, 9, rows);
    engine_set_up(player->engine, &board, BLACK);
    assert_int_equal(engine_set_komi(player->engine, 0, &why), STATUS_OK);
    return choice_outlook(player->engine, BLACK);
}

/* What a pass is worth costs no careful playouts while the game is open, or each move would take
 * them, whatever its limits: in the beginning it is worth what the board counts, and by territory
 * later what plain playouts say, where White's stone at A8 is a prisoner in four points of
 * Black's. */
static void an_open_outlook_values_a_pass(void **state) {
    static const char *const begun = ". . . . . . . . .  . . . . . . . . .  . . X . . . O . .  "
                                     ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .  "
                                     ". . X . . . . . .  . . . . . . . . .  . . . . . . . . .";
    static const char *const open = ". X O . . . . . .  O X O . . . . . .  . X O . . . . . .  "
                                    ". X O . . . . . .  X X O . . . . . .  . X O . . . . . .  "
                                    ". X O . . . . . .  . X O . . . . . .  . X O . . . . . .";
    const struct engine *engine = ((struct player *)*state)->engine;
    struct outlook outlook = outlook_of(*state, "japanese", begun);
    assert_true(outlook.is_open);
    assert_int_equal(outlook.pass_half_score, game_half_score(engine_game(engine)));
    outlook = outlook_of(*state, "japanese", open);
    assert_true(outlook.is_open);
    assert_int_equal(outlook.pass_half_score, game_half_score(engine_game(engine)) + 2 * (4 + 1));
    outlook = outlook_of(*state, "chinese", open);
    assert_true(outlook.is_open);
    assert_int_equal(outlook.pass_half_score, game_half_score(engine_game(engine)));
}

/* Where all is settled no move is worth its while; with pass_when=filled the board is filled. */
static void a_settled_board_is_filled_on_request(void **state) {
    struct player *player = *state;
    const char *rows =
        "X X X X O O O O O  . . X X O O O . .  X X X X O O O O O  . . X X O O O . .  "
        "X X X X O O O O O  . . X X O O O . .  X X X X O O O O O  . . X X O O O . .  "
        "X X X X O O O O O";
    const struct outlook outlook = outlook_of(player, "chinese", rows);
    assert_false(outlook.is_open);
    struct bitset moves =
        choice_worthwhile(player->engine, BLACK, &outlook, ENDING_AGREE, INFINITY);
    assert_int_equal(bitset_count(&moves, player->engine->game.board.words), 0);
    struct search_position position = engine_position(player->engine, BLACK);
    struct failure why;
    bool settled;
    assert_int_equal(choice_find_to_show(player->engine, 50, &position, &moves, &settled, &why),
                     STATUS_OK);
    assert_true(settled && bitset_count(&moves, player->engine->game.board.words) == 16);
    set(player, "pass_when", "filled");
    assert_int_equal(choice_find_to_show(player->engine, 50, &position, &moves, &settled, &why),
                     STATUS_OK);
    assert_true(!settled && bitset_count(&moves, player->engine->game.board.words) == 16);
    set(player, "pass_when", "settled");
}

/* All chains live, but Black loses unless it plays in the middle: White's pass changes nothing. */
static void it_plays_on_when_it_is_behind(void **state) {
    const char *rows =
        "X X X . . . O O O  . X X . . . O O .  X X X . . . O O O  . X X . . . O O .  "
        "X X X . . . O O O  . X X . . . O O .  X X X . . . O O O  . X X . . . O O .  "
        "X X X . . . O O O";
    assert_int_not_equal(choose_after_pass(*state, 9, rows, WHITE, 7.5), PASS);
    int half_score;
    assert_false(choice_passing_wins(((struct player *)*state)->engine, BLACK, &half_score));
}

/* White leads with all stones on the board, but three of them are dead: no reason to end the game
 * at Black's pass while something may yet be saved. */
static void it_plays_on_when_its_lead_is_dead_stones(void **state) {
    struct engine *engine = ((struct player *)*state)->engine;
    const char *rows =
        ". O . . . X O O .  . . . O X X X O .  X X X X . X O . .  X O X . X O O . ."
        "  X O O X X X X O .  O O O X O O O O .  . . O O X X X O O  O O X X . X X X X"
        "  . O X X . . X O .";
    assert_int_not_equal(choose_after_pass(*state, 9, rows, BLACK, 7.5), PASS);
    assert_true(game_half_score(engine_game(engine)) < 0);
    assert_true(engine_final_score(engine, NULL) > 0);
}

/* After White's pass Black could end the game and win, but the score is not what it seems: a move
 * changes it. With an even komi other moves, which threaten more, may come before it. */
static void expect_before_passing(struct player *player, const char *rows, int expected) {
    set(player, "simulations", "4000"); /* with 1,000 the first of them fails once in five */
    set(player, "even_share", "0");
    assert_int_equal(choose_after_pass(player, 9, rows, WHITE, 7.5), expected);
    set(player, "even_share", "0.5");
    set(player, "simulations", "1000");
    assert_true(game_half_score(engine_game(player->engine)) > 0);
}

/* White may take E9, which would count as dead. */
static void it_closes_a_ko_before_it_passes(void **state) {
    expect_before_passing(*state,
                          ". . X . X O O . .  X X . X O O . O O  O O X . X O O X O  "
                          "O . O X . X X X X  O . O X . . . X .  . O O X . . . . .  "
                          ". O X . X . X . .  . O X X . . . . .  . O O X . . . . .",
                          point_at(9, 3, 8));
}

/* Black has more to fear from its own pass there than from White's, after which it has the move. */
static void who_passes_has_something_to_fear(void **state) {
    const struct engine *engine = ((struct player *)*state)->engine;
    it_closes_a_ko_before_it_passes(state);
    assert_true(choice_pass_score(engine, BLACK) < choice_pass_score(engine, WHITE));
}

/* Chains on the left are dead only once A8 is Black's. */
static void it_kills_before_it_passes(void **state) {
    expect_before_passing(*state,
                          "O X X . . . . . .  . O X . X . . . .  O X X X O X . X X  "
                          "O O O O O X X O O  O X X O X . X X O  . O X X X X X O O  "
                          "O O O O X X O O .  O X X X O O X O .  . X . O O . . . .",
                          point_at(9, 0, 7));
}

/* G9 lives, but Black may take it by F9. */
static void it_takes_what_is_left_before_it_passes(void **state) {
    expect_before_passing(*state,
                          ". O . O O . O X .  O O O O X X X X X  X X X X X . X . X  "
                          ". X . X . X . X .  X X X X X X X X X  . X . X . X . X .  "
                          "X X X X X . X . X  . X . X X X X X X  X X X . X . X . X",
                          point_at(9, 5, 8));
}

/* Of two dead chains the one that can be taken at once goes first. */
static void it_takes_what_is_in_atari_first(void **state) {
    struct engine *engine = ((struct player *)*state)->engine;
    struct board board;
    struct failure why;
    int move;
    const int taking = diagram_read(&board, 7,
                                    "X X X X X X X  X X X X X O *  X X X X X X X  X X X X X X X  "
                                    "X X X X X X X  X . O . X X X  X X X X X X X");
    engine_set_up(engine, &board, BLACK);
    assert_int_equal(engine_genmove_cleanup(engine, BLACK, &move, &why), STATUS_OK);
    assert_int_equal(move, taking);
    /* Of its own accord only where the rules count it as alive. */
    for (int stay = 0; stay < 2; stay++) {
        set(*state, "rules", stay ? "tromp-taylor" : "chinese");
        const struct outlook outlook = choice_outlook(engine, BLACK);
        assert_false(outlook.is_open);
        move = choice_cleaning(engine, BLACK, &outlook, ENDING_AGREE, INFINITY);
        assert_int_equal(move != PASS, stay);
    }
    set(*state, "rules", "chinese");
}

/* White's stones count as dead, but to fill their liberties costs Black its own. If they must come
 * off, they do. */
static void cleaning_up_costs_no_points(void **state) {
    static const char *const boards[] = {
        "X . X X O  X X X O .  X . X O O  X X O O O  . X X O .",
        "X . X X X  X X . X O  . X X O .  X X O O O  X X X O .",
        "X X O O .  X X . O O  O X X X X  . O O X .  O . O X X",
    };
    struct engine *engine = ((struct player *)*state)->engine;
    set(*state, "rules", "tromp-taylor");
    for (int i = 0; i < COUNT_OF(boards); i++) {
        struct board board;
        diagram_read(&board, 5, boards[i]);
        engine_set_up(engine, &board, BLACK);
        const struct outlook outlook = choice_outlook(engine, BLACK);
        assert_false(outlook.is_open || bitset_is_empty(&outlook.dead, board.words));
        assert_int_equal(choice_cleaning(engine, BLACK, &outlook, ENDING_AGREE, INFINITY), PASS);
        assert_int_not_equal(choice_cleaning(engine, BLACK, &outlook, ENDING_CLEAN, INFINITY),
                             PASS);
    }
    set(*state, "rules", "chinese");
}

/* Neither side plays where either side's territory is proved: the row in the middle is left. */
static void nobody_plays_in_proved_territory(void **state) {
    struct engine *engine = ((struct player *)*state)->engine;
    struct board board;
    diagram_read(&board, 7,
                 "X X X X X X X  X . . X . X X  X X X X X X X  . . . . . . .  "
                 "O O O O O O O  O . . O . O O  O O O O O O O");
    engine_set_up(engine, &board, BLACK);
    for (int color = BLACK; color <= WHITE; color++) {
        const struct bitset left = choice_unproved(engine, (enum color)color);
        assert_int_equal(bitset_count(&left, board.words), 7);
        for (int column = 0; column < 7; column++)
            assert_true(bitset_has(&left, point_at(7, column, 3)));
    }
}

/* The komi has decided the result, but a move is worth ten points. */
static void points_count_when_all_is_decided(void **state) {
    static const struct {
        enum color to_move;
        double komi;
        const char *diagram;
    } cases[] = {
        {BLACK, 15.5,
         ". . . . . . . X .   . . O . . O O O X   . O X O . O X X X"
         ". . . . O X . X .   . . . . O X X O .   . O O O X . X . ."
         ". X O X X X . . .   O O X O X . . . .   . X X O * . . . ."},
        {WHITE, -17.5,
         ". . . . . . . . .   . . . . . . . . .   * O O . . O O . ."
         "O X X O O . . O .   X . . X O . O . .   . . X . X O X O ."
         ". . . X X . X X .   . . . . . X X . .   . . . . . . . . ."},
    };
    enum { SEEDS = 5 };
    struct player *f = *state;
    int found[2] = {0};
    set(f, "search", "tree");
    set(f, "score_fraction", "0"); /* the other way to such moves */
    for (int i = 0; i < 2 * SEEDS * COUNT_OF(cases); i++) {
        const int even = i % 2, one = i / 2 % COUNT_OF(cases);
        struct failure why;
        struct board board;
        char seed[12];
        int move;
        const int right = diagram_read(&board, 9, cases[one].diagram);
        snprintf(seed, sizeof seed, "%d", i / 2 / COUNT_OF(cases));
        set(f, "seed", seed);
        set(f, "even_share", even ? "0.5" : "0");
        assert_int_equal(engine_set_komi(f->engine, cases[one].komi, &why), STATUS_OK);
        engine_set_up(f->engine, &board, cases[one].to_move);
        assert_int_equal(engine_reg_genmove(f->engine, cases[one].to_move, &move, &why), STATUS_OK);
        found[even] += move == right;
    }
    print_message("found %d times of %d, %d without the even komi\n", found[1],
                  SEEDS * (int)COUNT_OF(cases), found[0]);
    assert_true(found[1] >= SEEDS * COUNT_OF(cases) - 1);
    assert_true(found[0] < found[1]);
}

/* What a tree search is made to find: a pass, and D4 with a win rate of one half. */
static struct search_candidate pass_found, move_found;

static void find_both(const struct search *search, struct search_statistics *out) {
    tree_method.statistics(search, out);
    out->candidates[0] = pass_found;
    out->candidates[1] = move_found;
    out->count = 2;
    out->winrate = pass_found.winrate;
}

static bool passes(struct player *f, double winrate, double score) {
    int move;
    struct failure why;
    pass_found = (struct search_candidate){
        .point = PASS, .visits = 500, .winrate = winrate, .error = 0.01, .score = score};
    move_found = (struct search_candidate){
        .point = point_at(9, 3, 3), .visits = 400, .winrate = 0.5, .error = 0.01, .score = 1};
    engine_clear(f->engine, 9);
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &move, &why), STATUS_OK);
    assert_true(move == PASS || move == move_found.point);
    return move == PASS;
}

/* A move that wins about as often comes before a pass; by territory only if it scores more. */
static void a_needless_pass_is_not_preferred(void **state) {
    static struct search_method method;
    struct player *f = *state;
    struct failure why;
    method = tree_method;
    method.statistics = find_both;
    assert_int_equal(engine_use_search(f->engine, &method, &why), STATUS_OK);
    assert_false(passes(f, 0.52, 2));
    assert_true(passes(f, 0.75, 0));
    set(f, "rules", "japanese");
    assert_true(passes(f, 0.52, 2));
    assert_false(passes(f, 0.52, 0));
    set(f, "rules", "chinese");
    assert_int_equal(engine_use_search(f->engine, NULL, &why), STATUS_OK);
}

/* A tree search that counts what it is asked for, and finds that the game is won. */
static uint64_t simulations_asked;

static enum status run_counted(struct search *search, const struct search_position *position,
                               const struct bitset *candidates, const struct search_limit *limit,
                               struct rng *rng, struct failure *why) {
    assert_true(limit->simulations > 0); /* 0 would be no limit */
    simulations_asked += limit->simulations;
    return tree_method.run(search, position, candidates, limit, rng, why);
}

static void find_a_won_game(const struct search *search, struct search_statistics *out) {
    tree_method.statistics(search, out);
    out->winrate = 0.99;
}

/* A tree search that is interrupted behind its run number RUNS_TO_GO, and what it found at last. */
static struct engine *interrupted;
static int runs_to_go;
static struct search_statistics found_at_last;

static enum status run_interrupted(struct search *search, const struct search_position *position,
                                   const struct bitset *candidates,
                                   const struct search_limit *limit, struct rng *rng,
                                   struct failure *why) {
    const enum status status = tree_method.run(search, position, candidates, limit, rng, why);
    if (--runs_to_go == 0) engine_interrupt(interrupted);
    return status;
}

static void find_and_keep(const struct search *search, struct search_statistics *out) {
    tree_method.statistics(search, out);
    found_at_last = *out;
}

/* Two walls with a row between them that nobody has yet. */
static void play_two_walls(struct player *f) {
    engine_clear(f->engine, 9);
    for (int k = 0; k < 9; k++) {
        play_point(f, BLACK, point_at(9, k, 3));
        play_point(f, WHITE, point_at(9, k, 6));
    }
}

/* Gives the engine a tree search with this RUN and these STATISTICS; NULL for its own. */
typedef enum status run_of(struct search *, const struct search_position *, const struct bitset *,
                           const struct search_limit *, struct rng *, struct failure *);
typedef void statistics_of(const struct search *, struct search_statistics *);

static void use_tree_with(struct player *f, run_of *run, statistics_of *statistics) {
    static struct search_method method;
    struct failure why;
    method = tree_method;
    method.run = run;
    method.statistics = statistics;
    assert_int_equal(engine_use_search(f->engine, run ? &method : NULL, &why), STATUS_OK);
}

/* Who interrupts a move in a decided game gets the best of what was found, not of what the policy
 * says before any simulation: the search with an even komi has a tree of its own. */
static void an_interrupted_choice_knows_its_first_look(void **state) {
    struct player *f = *state;
    struct failure why;
    int move;
    use_tree_with(f, run_interrupted, find_and_keep);
    interrupted = f->engine;
    set(f, "simulations", "400");
    set(f, "even_share", "0.5");
    play_two_walls(f);
    assert_int_equal(engine_set_komi(f->engine, -60, &why), STATUS_OK);
    runs_to_go = 2; /* the first look, and the one with an even komi */
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &move, &why), STATUS_OK);
    assert_true(runs_to_go < 0);
    assert_true(search_visits(&found_at_last) >= 100);
    assert_true(found_at_last.winrate > 0.9);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
    use_tree_with(f, NULL, NULL);
}

/* The searches of a move share its simulations: the first look, the one with an even komi, and the
 * one that chooses. */
static void all_searches_of_a_move_share_its_simulations(void **state) {
    static const struct {
        const char *simulations, *even_share;
        uint64_t asked;
    } cases[] = {{"400", "0.5", 400}, {"400", "0", 400}, {"40", "0.9", 47}, {"1", "0.5", 3}};
    struct player *f = *state;
    struct failure why;
    int move;
    use_tree_with(f, run_counted, find_a_won_game);
    for (int i = 0; i < COUNT_OF(cases); i++) {
        set(f, "simulations", cases[i].simulations);
        set(f, "even_share", cases[i].even_share);
        play_two_walls(f);
        simulations_asked = 0;
        assert_int_equal(engine_reg_genmove(f->engine, BLACK, &move, &why), STATUS_OK);
        print_message("%s simulations, even_share %s: %u asked for\n", cases[i].simulations,
                      cases[i].even_share, (unsigned)simulations_asked);
        assert_int_equal(simulations_asked, cases[i].asked);
    }
    use_tree_with(f, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_phases_solve_every_problem),
        cmocka_unit_test(the_tree_solves_every_problem),
        cmocka_unit_test(the_value_alone_does_not_solve_them),
        cmocka_unit_test(it_passes_when_all_is_done),
        cmocka_unit_test(one_stone_can_settle_a_board),
        cmocka_unit_test(it_plays_on_while_its_stones_are_in_danger),
        cmocka_unit_test(an_open_outlook_values_a_pass),
        cmocka_unit_test(a_settled_board_is_filled_on_request),
        cmocka_unit_test(it_plays_on_when_it_is_behind),
        cmocka_unit_test(it_plays_on_when_its_lead_is_dead_stones),
        cmocka_unit_test(it_closes_a_ko_before_it_passes),
        cmocka_unit_test(who_passes_has_something_to_fear),
        cmocka_unit_test(it_kills_before_it_passes),
        cmocka_unit_test(it_takes_what_is_left_before_it_passes),
        cmocka_unit_test(it_takes_what_is_in_atari_first),
        cmocka_unit_test(cleaning_up_costs_no_points),
        cmocka_unit_test(nobody_plays_in_proved_territory),
        cmocka_unit_test(points_count_when_all_is_decided),
        cmocka_unit_test(a_needless_pass_is_not_preferred),
        cmocka_unit_test(an_interrupted_choice_knows_its_first_look),
        cmocka_unit_test(all_searches_of_a_move_share_its_simulations),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
