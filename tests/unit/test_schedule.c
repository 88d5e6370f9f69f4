#include "match_game.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct plan plan_of(const char *text) {
    char copy[1000];
    struct plan plan;
    struct failure why = {""};
    strcpy(copy, text);
    plan_parse(&plan, copy, "test", &why);
    assert_string_equal(why.text, "");
    return plan;
}

#define FIVE "player a engine\nplayer b engine\nplayer c engine\nplayer d engine\nplayer e engine\n"

/* Each pairing gets its games, half of them with each colour, in pairs. */
static void assert_balanced(const struct plan *plan, int games) {
    int met[5][5] = {{0}};
    for (int64_t g = 0; g < plan_total(plan); g++) {
        const struct pairing_of_game p = schedule_players(plan, g, NULL);
        assert_true(p.player[0] != p.player[1]);
        met[p.player[0]][p.player[1]]++;
        if (g % 2 == 0) continue;
        const struct pairing_of_game before = schedule_players(plan, g - 1, NULL);
        assert_int_equal(before.player[0], p.player[1]);
        assert_int_equal(before.player[1], p.player[0]);
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            const bool meet = i != j && (plan->pairing == PAIRING_ROUND_ROBIN ||
                                         i == plan->anchor || j == plan->anchor);
            assert_int_equal(met[i][j], meet ? games / 2 : 0);
        }
}

static void test_round_robin_and_anchor(void **state) {
    (void)state;
    struct plan plan = plan_of(FIVE "games 6\n");
    assert_balanced(&plan, 6);
    plan_free(&plan);
    plan = plan_of(FIVE "games 4\npairing anchor c\n");
    assert_balanced(&plan, 4);
    plan_free(&plan);
}

static void test_openings(void **state) {
    (void)state;
    struct plan plan = plan_of(FIVE "opening random 4\nsize 5\nkomi 3\n");
    int different = 0;
    struct failure why;
    for (int64_t g = 0; g < 40; g += 2) {
        struct game a, b, c;
        assert_int_equal(schedule_opening(&plan, g, &a, &why), STATUS_OK);
        assert_int_equal(schedule_opening(&plan, g + 1, &b, &why), STATUS_OK);
        assert_int_equal(schedule_opening(&plan, g + 2, &c, &why), STATUS_OK);
        assert_int_equal(a.count, 4);
        assert_int_equal(a.half_komi, 6);
        assert_true(a.board.hash == b.board.hash);
        different += a.board.hash != c.board.hash;
        game_free(&a);
        game_free(&b);
        game_free(&c);
    }
    assert_true(different >= 18);
    plan_free(&plan);
    /* A small board has no moves for all plies. */
    plan = plan_of(FIVE "opening random 100\nsize 2\nmax_moves 200\n");
    for (int64_t g = 0; g < 20; g++) {
        struct game game;
        assert_int_equal(schedule_opening(&plan, g, &game, &why), STATUS_OK);
        assert_int_equal(game_passes(&game), 0);
        game_free(&game);
    }
    plan_free(&plan);
}

static void test_seeds(void **state) {
    (void)state;
    struct plan one = plan_of(FIVE), two = plan_of(FIVE "seed 2\n");
    for (int64_t g = 0; g < 200; g++) {
        assert_true(schedule_seed(&one, g, BLACK) != schedule_seed(&one, g, WHITE));
        assert_true(schedule_seed(&one, g, BLACK) != schedule_seed(&one, g + 1, BLACK));
        assert_true(schedule_seed(&one, g, BLACK) != schedule_seed(&two, g, BLACK));
        assert_in_range(schedule_seed(&one, g, WHITE), 1, 0x7fffffff);
    }
    plan_free(&one);
    plan_free(&two);
}

/* All players but the one with a bye meet, those with similar scores more often. All have equally
 * many byes. */
static void test_swiss(void **state) {
    (void)state;
    struct plan plan = plan_of(FIVE "pairing swiss 10\n");
    const double wins[5] = {0, 1, 5, 5.5, 9};
    int met[5][5] = {{0}}, byes[5] = {0};
    enum { ROUNDS = 3000 };
    for (int64_t round = 0; round < ROUNDS; round++) {
        int order[5], again[5], seen = 0;
        schedule_swiss_round(&plan, round, wins, order);
        schedule_swiss_round(&plan, round, wins, again);
        assert_memory_equal(order, again, sizeof order);
        for (int i = 0; i < 5; i++) seen |= 1 << order[i];
        assert_int_equal(seen, 31);
        byes[order[4]]++;
        for (int slot = 0; slot < 2; slot++) {
            const int64_t game = round * 4 + 2 * slot;
            const struct pairing_of_game p = schedule_players(&plan, game, order);
            assert_int_equal(p.player[0], order[2 * slot]);
            assert_int_equal(p.player[1], order[2 * slot + 1]);
            met[p.player[0]][p.player[1]]++;
            met[p.player[1]][p.player[0]]++;
        }
    }
    for (int i = 0; i < 5; i++) assert_int_equal(byes[i], ROUNDS / 5);
    assert_true(met[2][3] > 3 * met[0][2] && met[0][1] > 3 * met[0][4]);
    assert_true(met[0][4] > 0);
    plan_free(&plan);
}

/* The points count for the first player, whichever colour it has. */
static void test_points_of_a_pair(void **state) {
    (void)state;
    struct plan plan = plan_of("player a engine\nplayer b engine\n");
    const enum color results[] = {BLACK, WHITE, EMPTY};
    for (int64_t pair = 0; pair < 5; pair++)
        for (int i = 0; i < 9; i++) {
            const enum color winners[2] = {results[i / 3], results[i % 3]};
            int points = 0;
            for (int game = 0; game < 2; game++) {
                const struct pairing_of_game p = schedule_players(&plan, 2 * pair + game, NULL);
                if (winners[game] == EMPTY)
                    points += 1;
                else if (p.player[winners[game]] == 0)
                    points += 2;
            }
            assert_int_equal(schedule_pair_points(&plan, pair, winners), points);
        }
    plan_free(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_robin_and_anchor),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_swiss),
        cmocka_unit_test(test_points_of_a_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
