/* Reports of searches: what report.h promises. */
#include "guzumi/go/life.h"
#include "guzumi/player/inspect.h"
#include "guzumi/player/report.h"
#include "guzumi/playout/ownership.h"
#include "guzumi/playout/tactics.h"

#include "diagram.h"
#include "patterns.h"
#include "watched.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void test_genmove_ends_with_the_move_that_it_plays(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    for (int i = 0; i < 6; i++) {
        const int point = genmove(&f->player, i % 2 ? WHITE : BLACK);
        assert_int_equal(f->count, i + 1);
        assert_true(f->last->final);
        assert_int_equal(f->last->found.to_move, i % 2 ? WHITE : BLACK);
        assert_int_equal(f->last->found.candidates[0].point, point);
        assert_true(f->last->found.winrate == f->last->found.candidates[0].winrate);
        assert_int_equal(f->last->found.simulations, 200);
    }
}

static void test_numbers_add_up(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    genmove(&f->player, BLACK);
    const struct report *r = f->last;
    uint64_t visits = 0;
    double prior = 0;
    assert_int_equal(r->found.count, 25 + 1); /* the pass is one */
    for (int i = 0; i < r->found.count; i++) {
        const struct search_candidate *c = &r->found.candidates[i];
        visits += c->visits;
        prior += c->prior;
        assert_true(c->winrate >= 0 && c->winrate <= 1 && c->prior > 0);
        if (i > 0) assert_true(c->visits <= c[-1].visits);
    }
    assert_int_equal(visits, 200);
    assert_true(fabs(prior - 1) < 1e-9);
    assert_true(fabs(r->found.score) <= 25 + 7.5);
}

static void test_watching_changes_nothing(void **state) {
    struct fixture *f = begin(state, 9, 0);
    int watched[6];
    for (int round = 0; round < 2; round++) {
        engine_clear(f->player.engine, 9);
        set(&f->player, "seed", "8");
        set(&f->player, "seed", "7");
        for (int i = 0; i < 6; i++) {
            const int point = genmove(&f->player, i % 2 ? WHITE : BLACK);
            if (round == 0) watched[i] = point;
            assert_int_equal(point, watched[i]);
        }
        engine_set_watch(f->player.engine, NULL);
    }
    assert_true(f->count > 6);
    assert_int_equal(f->final_count, 6);
}

static void test_analysis_ends_when_interrupted(void **state) {
    struct fixture *f = begin(state, 9, 0);
    f->stop_after = 5;
    analyze(f, WHITE, 0);
    assert_int_equal(f->count, 6);
    assert_int_equal(f->final_count, 1);
    assert_true(f->last->final);
    assert_true(f->last->found.simulations > 0);
    assert_int_equal(f->last->found.to_move, WHITE);
    assert_int_equal(engine_game(f->player.engine)->count, 0);
}

/* The move after an analysis knows what that has found, also where a group is alive by proof; nor
 * does pondering meanwhile lose it. */
static void test_a_choice_goes_on_with_an_analysis(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    static const char *const alive[] = {"B1", "E1", "A2", "B2", "C2", "D2", "E2"};
    for (int pondered = 0; pondered < 2; pondered++) {
        struct board b;
        board_init(&b, 9);
        for (int i = 0; i < COUNT_OF(alive); i++) {
            int point;
            assert_true(point_parse(9, alive[i], &point));
            assert_true(board_place(&b, point, BLACK));
        }
        engine_set_up(f->player.engine, &b, BLACK);
        set(&f->player, "ponder", pondered ? "on" : "off");
        if (pondered) {
            genmove(&f->player, BLACK); /* or it would not ponder */
            analyze(f, WHITE, 2000);
            ponder(&f->player, 0);
            play_point(&f->player, WHITE, f->last->found.candidates[0].point);
            genmove(&f->player, BLACK);
            assert_true(f->last->found.candidates[0].visits > 200);
        } else {
            analyze(f, BLACK, 2000);
            genmove(&f->player, BLACK);
            assert_true(f->last->found.candidates[0].visits > 400);
        }
    }
    set(&f->player, "ponder", "off");
}

/* Where the game is decided, too, though a part of the search is for an even komi. */
static void test_a_decided_choice_goes_on_with_an_analysis(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    struct failure why;
    for (int k = 0; k < 9; k++) {
        play_point(&f->player, BLACK, point_at(9, k, 3));
        play_point(&f->player, WHITE, point_at(9, k, 6));
    }
    assert_int_equal(engine_set_komi(f->player.engine, -60, &why), STATUS_OK);
    analyze(f, BLACK, 2000);
    genmove(&f->player, BLACK);
    assert_true(search_visits(&f->last->found) >= 2000);
    assert_int_equal(engine_set_komi(f->player.engine, 7.5, &why), STATUS_OK);
}

static void test_analysis_by_the_long_term_memory_leaves_no_trace(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    struct failure why;
    double before[BOARD_MAX_POINTS], after[BOARD_MAX_POINTS];
    set(&f->player, "search", "greedy");
    const int greedy = genmove(&f->player, BLACK);
    assert_true(engine_undo(f->player.engine, 1));
    assert_int_equal(engine_values(f->player.engine, BLACK, before, &why), STATUS_OK);
    analyze(f, BLACK, 100);
    assert_int_equal(f->last->found.simulations, 100);
    assert_int_equal(f->last->found.candidates[0].point, greedy);
    assert_int_equal(engine_values(f->player.engine, BLACK, after, &why), STATUS_OK);
    assert_memory_equal(before, after, sizeof before);
    play(&f->player, BLACK, "E5");
    play(&f->player, WHITE, "C3");
    analyze(f, BLACK, 100);
    const int best = f->last->found.candidates[0].point;
    assert_int_equal(genmove(&f->player, BLACK), best);
}

static void test_avoided_points_are_neither_searched_nor_chosen(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    struct bitset all_but_two = {{0}};
    search_add_move(&all_but_two, PASS);
    for (int row = 0; row < 5; row++)
        for (int column = 0; column < 5; column++)
            if (row != 2 || column < 3) bitset_add(&all_but_two, point_at(5, column, row));
    avoid(&f->player, BLACK, &all_but_two);
    analyze(f, BLACK, 100);
    assert_int_equal(f->last->found.count, 2);
    assert_int_equal(f->last->found.candidates[0].visits + f->last->found.candidates[1].visits,
                     100);
    const int point = genmove(&f->player, BLACK);
    assert_true(point == point_at(5, 3, 2) || point == point_at(5, 4, 2));
}

/* Bans reach into the lines, for both colours, and end at their depths. */
static void test_bans_hold_to_their_depths(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    struct search_bans bans = {.allowed_until = {0}};
    struct bitset ours = {{0}}, theirs = {{0}}, middle = {{0}};
    struct failure why;
    search_add_move(&ours, point_at(5, 0, 0));
    search_add_move(&ours, point_at(5, 1, 1));
    search_add_move(&theirs, point_at(5, 4, 4));
    search_add_move(&theirs, PASS);
    search_add_move(&middle, point_at(5, 2, 2));
    assert_int_equal(search_allow(&bans, BLACK, &ours, 1, &why), STATUS_OK);
    assert_int_equal(search_allow(&bans, WHITE, &theirs, 2, &why), STATUS_OK);
    assert_int_equal(search_allow(&bans, WHITE, &theirs, 3, &why), STATUS_INVALID);
    search_avoid(&bans, BLACK, &middle, 4);
    search_avoid(&bans, BLACK, &middle, 2); /* the longer one stays */
    assert_int_equal(search_bans_depth(&bans), 4);
    assert_int_equal(engine_set_bans(f->player.engine, &bans, BLACK, &why), STATUS_OK);
    analyze(f, BLACK, 1000);
    assert_int_equal(f->last->found.count, 2);
    int longest = 0;
    for (int i = 0; i < 2; i++) {
        int line[REPORT_PV];
        const int count =
            engine_pv(f->player.engine, BLACK, f->last->found.candidates[i].point, line);
        longest = count > longest ? count : longest;
        assert_true(line[0] == point_at(5, 0, 0) || line[0] == point_at(5, 1, 1));
        if (count > 1) assert_true(line[1] == point_at(5, 4, 4) || line[1] == PASS);
        if (count > 2) assert_int_not_equal(line[2], point_at(5, 2, 2));
        if (count > 3) assert_int_not_equal(line[3], PASS); /* free again */
    }
    print_message("lines of up to %d moves\n", longest);
    assert_true(longest > 3);
    engine_lift_bans(f->player.engine);
    analyze(f, BLACK, 200);
    assert_int_equal(f->last->found.candidates[0].point, point_at(5, 2, 2));
    /* Where only answers were banned the tree is a new one as well. */
    bans = (struct search_bans){.allowed_until = {0}};
    search_avoid(&bans, WHITE, &middle, 3);
    assert_int_equal(engine_set_bans(f->player.engine, &bans, BLACK, &why), STATUS_OK);
    analyze(f, BLACK, 300);
    engine_lift_bans(f->player.engine);
    analyze(f, BLACK, 200);
    assert_true(search_visits(&f->last->found) <= 200);
}

/* The pass is a move as others are. */
static void test_the_pass_can_be_banned(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    struct search_bans bans = {.allowed_until = {0}};
    struct bitset pass = {{0}}, none = {{0}};
    struct failure why;
    search_add_move(&pass, PASS);
    assert_int_equal(search_allow(&bans, BLACK, &pass, 1, &why), STATUS_OK);
    assert_int_equal(engine_set_bans(f->player.engine, &bans, BLACK, &why), STATUS_OK);
    assert_int_equal(genmove(&f->player, BLACK), PASS);
    play(&f->player, WHITE, "C3");
    analyze(f, BLACK, 50);
    assert_int_equal(f->last->found.count, 1);
    assert_int_equal(f->last->found.candidates[0].point, PASS);
    assert_int_equal(f->last->found.candidates[0].visits, 50); /* nothing was asked before */
    /* In a settled game, where it would pass: its own eyes are left. */
    engine_clear(f->player.engine, 5);
    for (int i = 0; i < 5; i++) {
        play_point(&f->player, BLACK, point_at(5, i, 2));
        play_point(&f->player, BLACK, point_at(5, i, i % 2 ? 3 : 1));
    }
    play_point(&f->player, WHITE, PASS);
    assert_int_equal(genmove(&f->player, BLACK), PASS);
    assert_true(engine_undo(f->player.engine, 1));
    bans = (struct search_bans){.allowed_until = {0}};
    search_avoid(&bans, BLACK, &pass, 1);
    assert_int_equal(engine_set_bans(f->player.engine, &bans, BLACK, &why), STATUS_OK);
    assert_int_not_equal(genmove(&f->player, BLACK), PASS);
    analyze(f, BLACK, 50);
    assert_int_not_equal(f->last->found.candidates[0].point, PASS);
    assert_int_equal(search_allow(&bans, BLACK, &none, 1, &why), STATUS_OK);
    assert_int_equal(engine_set_bans(f->player.engine, &bans, BLACK, &why), STATUS_INVALID);
    assert_string_equal(why.text, "every move of black is excluded");
    /* A search that has no lines to keep to them. */
    set(&f->player, "search", "greedy");
    search_avoid(&bans, WHITE, &pass, 2);
    assert_int_equal(engine_set_bans(f->player.engine, &bans, WHITE, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "can only exclude first moves"));
    set(&f->player, "search", "tree");
}

/* The candidates that an analysis of BOARD for COLOR reports, all simulations among them. */
static struct bitset told_candidates(struct fixture *f, const struct board *board,
                                     enum color color) {
    struct bitset found = {{0}};
    uint64_t visits = 0;
    engine_set_up(f->player.engine, board, color);
    analyze(f, color, 200);
    for (int i = 0; i < f->last->found.count; i++) {
        const struct search_candidate *candidate = &f->last->found.candidates[i];
        visits += candidate->visits;
        if (candidate->point != PASS) bitset_add(&found, candidate->point);
    }
    assert_int_equal(visits, 200);
    return found;
}

/* While anything is open, even what all playouts agree on can be chosen; what is proved can't, and
 * no simulation begins there. */
/* Superko leaves nothing to play but the pass, and that is banned deep in the tree. */
static void test_a_ban_that_leaves_no_move(void **state) {
    struct fixture *f = begin(state, 2, INFINITY);
    struct search_bans bans = {.allowed_until = {0}};
    struct bitset pass = {{0}};
    struct failure why;
    search_add_move(&pass, PASS);
    search_avoid(&bans, BLACK, &pass, 20);
    search_avoid(&bans, WHITE, &pass, 20);
    assert_int_equal(engine_set_bans(f->player.engine, &bans, BLACK, &why), STATUS_OK);
    analyze(f, BLACK, 2000);
    assert_int_equal(f->last->found.count, 4);
    engine_lift_bans(f->player.engine);
}

static void test_candidates_are_what_is_not_proved(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    struct playout_patterns *patterns = make_patterns();
    struct ownership ownership;
    struct bitset expected = {{0}}, certain;
    struct life life;
    struct board board;
    diagram_read(&board, 9,
                 ". . . . . . O O .   . . . . . O O X X   . . . O . O X . X"
                 ". . O X . O O X .   O O O O X . X X .   X O O O X X . . ."
                 "X X O X X X X X X   . X X X X . . X .   . . . . X X X X X");
    struct bitset found = told_candidates(f, &board, WHITE);
    ownership_estimate(&ownership, &board, patterns);
    ownership_settled(&ownership, 1, &board, &certain);
    life_find(&life, &board);
    board_candidates(&board, WHITE, &expected);
    const int candidates = bitset_count(&expected, board.words);
    for (int c = BLACK; c <= WHITE; c++)
        bitset_subtract(&expected, &life.territory[c], board.words);
    assert_true(bitset_count(&expected, board.words) < candidates);
    assert_memory_equal(&found, &expected, (size_t)board.words * sizeof found.word[0]);
    bitset_subtract(&found, &certain, board.words);
    assert_false(bitset_is_empty(&found, board.words));
    assert_true(bitset_count(&found, board.words) < bitset_count(&expected, board.words));
    free(patterns);
}

/* A large chain is put into atari for nothing only by players that the parameter lets do so. */
static void test_self_atari_is_a_candidate_where_it_may_be(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    set(&f->player, "search", "two-phase");
    struct board board;
    const int mark =
        diagram_read(&board, 5, "X X X * .  O O O O O  . . . . .  . . . . .  . . . . .");
    assert_true(tactics_is_bad_self_atari(&board, mark, BLACK));
    set(&f->player, "avoid_self_atari", "off");
    struct bitset wide = told_candidates(f, &board, BLACK);
    set(&f->player, "avoid_self_atari", "on");
    const struct bitset narrow = told_candidates(f, &board, BLACK);
    assert_true(bitset_has(&wide, mark) && !bitset_has(&narrow, mark));
    bitset_subtract(&wide, &narrow, board.words);
    BITSET_FOR_EACH(p, wide, board.words) assert_true(tactics_is_bad_self_atari(&board, p, BLACK));
}

/* Moves count what a kept tree had of them, and so does their sum. */
static void test_visits_of_a_kept_tree(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    uint64_t visits[BOARD_MAX_POINTS];
    analyze(f, BLACK, 300);
    assert_int_equal(search_visits(&f->last->found), 300);
    analyze(f, BLACK, 50);
    assert_int_equal(f->last->found.simulations, 50);
    const uint64_t all = search_visits(&f->last->found);
    assert_true(all > 250);
    assert_int_equal(engine_visits(f->player.engine, visits), all);
    for (int i = 0; i < f->last->found.count; i++)
        assert_true(f->last->found.candidates[i].visits <= all);
}

static void test_ownership_comes_when_wanted(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    static const char *const wall[] = {"C1", "C2", "C3", "C4", "C5", "B3"};
    for (size_t i = 0; i < sizeof wall / sizeof wall[0]; i++) play(&f->player, BLACK, wall[i]);
    play(&f->player, WHITE, "D2");
    analyze(f, WHITE, 200);
    assert_false(f->last->found.has_ownership);
    f->watch.ownership = true;
    engine_set_watch(f->player.engine, &f->watch);
    analyze(f, WHITE, 200);
    assert_true(f->last->found.has_ownership);
    assert_true(f->last->found.ownership[point_at(5, 0, 0)] > 0.5);
    assert_true(f->last->found.ownership[point_at(5, 2, 2)] > 0.5);
    assert_true(f->last->found.score < 0); /* White's view */
}

/* Nothing is left to play and passing wins: the report says pass, with the chance of it. */
static void test_passing_is_reported(void **state) {
    struct fixture *f = begin(state, 5, 0);
    for (int row = 0; row < 5; row++) {
        char name[5];
        play(&f->player, BLACK, point_format(5, point_at(5, 2, row), name));
    }
    play(&f->player, WHITE, "pass");
    f->watch.ownership = true;
    engine_set_watch(f->player.engine, &f->watch);
    assert_int_equal(genmove(&f->player, BLACK), PASS);
    assert_int_equal(f->count, 1);
    assert_int_equal(f->last->found.count, 2); /* and a move that costs nothing */
    assert_int_equal(f->last->found.candidates[0].point, PASS);
    assert_int_equal(f->last->found.candidates[0].visits, 0);
    assert_int_not_equal(f->last->found.candidates[1].point, PASS);
    assert_true(f->last->found.candidates[1].winrate == 1);
    assert_true(f->last->found.score > 0);
    assert_true(f->last->found.winrate == 1 && f->last->found.candidates[0].winrate == 1);
    assert_true(f->last->found.has_ownership);
    assert_true(f->last->found.ownership[point_at(5, 2, 2)] == 1);
    assert_true(f->last->found.ownership[point_at(5, 0, 4)] == 1);
    /* After two passes an analysis still looks at what could be played. */
    analyze(f, BLACK, 100);
    assert_int_equal(f->last->found.candidates[0].point, PASS);
    assert_true(f->last->found.count > 1);
}

/* The same for White, whose view the numbers are. */
static void test_white_s_pass_is_reported(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    for (int row = 0; row < 5; row++) play_point(&f->player, WHITE, point_at(5, 2, row));
    play(&f->player, BLACK, "pass");
    assert_int_equal(genmove(&f->player, WHITE), PASS);
    assert_int_equal(f->last->found.to_move, WHITE);
    assert_int_equal(f->last->found.candidates[0].point, PASS);
    assert_true(f->last->found.winrate == 1 && f->last->found.score == 25 + 7.5);
    assert_true(f->last->found.candidates[0].score == f->last->found.score);
}

/* A move beside the pass costs nothing by area, and by territory the point that it fills. */
static void test_what_a_quiet_move_costs(void **state) {
    for (int territory = 0; territory < 2; territory++) {
        struct fixture *f = begin(state, 5, INFINITY);
        set(&f->player, "rules", territory ? "japanese" : "chinese");
        for (int row = 0; row < 5; row++) play_point(&f->player, BLACK, point_at(5, 2, row));
        play(&f->player, WHITE, "pass");
        assert_int_equal(genmove(&f->player, BLACK), PASS);
        const struct search_candidate *found = f->last->found.candidates;
        assert_int_equal(f->last->found.count, 2);
        assert_true(found[0].score - found[1].score == territory);
        set(&f->player, "rules", "chinese");
    }
}

/* Playouts find all settled, but after a pass White cuts at G5: the pass is no candidate by rule.
 */
static void test_a_pass_that_loses_is_not_first(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    struct board board;
    diagram_read(&board, 9,
                 ". . . O O X . . .  . . . O X X X . .  . O O . O O X X X  O . O O O X O O X  "
                 "O . O X O X . X O  . O X X X X . X .  O . O X . X O O X  . O O X X O O O O  "
                 ". . O O X X O . .");
    engine_set_up(f->player.engine, &board, WHITE);
    play(&f->player, WHITE, "G4");
    for (int simulations = 100; simulations <= 1000; simulations += 900) {
        analyze(f, BLACK, (uint64_t)simulations);
        assert_int_equal(f->last->found.candidates[0].point, point_at(9, 6, 4));
        assert_true(f->last->found.candidates[0].winrate > 0.8);
    }
}

static void test_line_is_playable(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    set(&f->player, "search", "two-phase");
    play(&f->player, BLACK, "E5");
    analyze(f, WHITE, 300);
    int line[REPORT_PV];
    struct game game;
    struct failure why;
    for (int i = 0; i < f->last->found.count; i++) {
        const int first = f->last->found.candidates[i].point;
        const int length = engine_pv(f->player.engine, WHITE, first, line);
        assert_int_equal(line[0], first);
        assert_in_range(length, 2, REPORT_PV);
        assert_int_equal(game_copy(&game, engine_game(f->player.engine), &why), STATUS_OK);
        for (int k = 0; k < length; k++)
            assert_int_equal(game_play(&game, line[k], k % 2 ? BLACK : WHITE, &why), STATUS_OK);
        game_free(&game);
    }
}

static void test_looking_ahead_gives_the_line(void **state) {
    struct fixture *f = begin(state, 5, INFINITY);
    set(&f->player, "search", "two-phase");
    set(&f->player, "depth", "3");
    for (int i = 0; i < 4; i++) {
        struct game before;
        struct failure why;
        assert_int_equal(game_copy(&before, engine_game(f->player.engine), &why), STATUS_OK);
        const int point = genmove(&f->player, i % 2 ? WHITE : BLACK);
        assert_int_equal(f->last->found.candidates[0].point, point);
        assert_true(f->last->found.winrate == f->last->found.candidates[0].winrate);
        assert_true(engine_undo(f->player.engine, 1));
        int line[REPORT_PV];
        const int length = engine_pv(f->player.engine, i % 2 ? WHITE : BLACK, point, line);
        assert_in_range(length, 1, 3);
        for (int k = 0; k < length; k++)
            assert_int_equal(game_play(&before, line[k], (i + k) % 2 ? WHITE : BLACK, &why),
                             STATUS_OK);
        game_free(&before);
        assert_int_equal(engine_play(f->player.engine, point, i % 2 ? WHITE : BLACK, &why),
                         STATUS_OK);
    }
    set(&f->player, "depth", "1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_genmove_ends_with_the_move_that_it_plays),
        cmocka_unit_test(test_numbers_add_up),
        cmocka_unit_test(test_watching_changes_nothing),
        cmocka_unit_test(test_analysis_ends_when_interrupted),
        cmocka_unit_test(test_a_choice_goes_on_with_an_analysis),
        cmocka_unit_test(test_a_decided_choice_goes_on_with_an_analysis),
        cmocka_unit_test(test_analysis_by_the_long_term_memory_leaves_no_trace),
        cmocka_unit_test(test_avoided_points_are_neither_searched_nor_chosen),
        cmocka_unit_test(test_bans_hold_to_their_depths),
        cmocka_unit_test(test_the_pass_can_be_banned),
        cmocka_unit_test(test_a_ban_that_leaves_no_move),
        cmocka_unit_test(test_candidates_are_what_is_not_proved),
        cmocka_unit_test(test_self_atari_is_a_candidate_where_it_may_be),
        cmocka_unit_test(test_visits_of_a_kept_tree),
        cmocka_unit_test(test_ownership_comes_when_wanted),
        cmocka_unit_test(test_passing_is_reported),
        cmocka_unit_test(test_what_a_quiet_move_costs),
        cmocka_unit_test(test_white_s_pass_is_reported),
        cmocka_unit_test(test_a_pass_that_loses_is_not_first),
        cmocka_unit_test(test_line_is_playable),
        cmocka_unit_test(test_looking_ahead_gives_the_line),
    };
    return cmocka_run_group_tests(tests, open_player, close_player);
}
