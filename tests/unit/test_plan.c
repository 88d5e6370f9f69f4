#include "guzumi/base/file.h"
#include "guzumi/match/plan.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status parse(struct plan *plan, const char *text, struct failure *why) {
    char copy[2000];
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    return plan_parse(plan, copy, "a.plan", why);
}

#define TWO "player a engine\nplayer b preset dyna2 simulations=10\n"

static void assert_good(struct plan *plan, const char *text) {
    struct failure why = {""};
    parse(plan, text, &why);
    assert_string_equal(why.text, "");
}

static uint64_t hash_of(const char *text) {
    struct plan plan;
    assert_good(&plan, text);
    const uint64_t hash = plan.hash;
    plan_free(&plan);
    return hash;
}

static int64_t total_of(const char *text) {
    struct plan plan;
    assert_good(&plan, text);
    const int64_t total = plan_total(&plan);
    plan_free(&plan);
    return total;
}

static void test_defaults(void **state) {
    (void)state;
    struct plan plan;
    assert_good(&plan, TWO);
    assert_int_equal(plan.size, 9);
    assert_true(plan.komi == 7.5 && plan.patience == 60);
    assert_int_equal(plan.seed, 1);
    assert_int_equal(plan.games, 100);
    assert_int_equal(plan.pairing, PAIRING_ROUND_ROBIN);
    assert_int_equal(plan.opening_plies, 2);
    assert_int_equal(plan.max_moves, 243);
    assert_int_equal(plan.time_kind, TIME_NONE);
    assert_null(plan.referee);
    assert_int_equal(plan.clock, CLOCK_WALL);
    assert_false(plan.is_sequential);
    assert_int_equal(plan.players[0].params.simulations, 0);
    assert_int_equal(plan.players[1].params.simulations, 10);
    assert_true(plan.players[1].params.search_lambda == 0);
    plan_free(&plan);
}

static void test_byte_order_mark_and_crlf(void **state) {
    (void)state;
    assert_true(hash_of("\xef\xbb\xbfsize 13\r\nplayer a engine\r\nplayer b engine\r\n") ==
                hash_of("size 13\nplayer a engine\nplayer b engine\n"));
}

static void test_everything(void **state) {
    (void)state;
    struct plan plan;
    assert_good(&plan, "# a comment\r\n\n  size\t13 # another\nkomi -6\nseed 18446744073709551615\n"
                       "games 4\nplayer x-1_y.z=3 engine  search_alpha=0.5   weights=some/file\r\n"
                       "player g command  gnugo --mode gtp  --color '#fff'  # end\n"
                       "player h command cat\npairing anchor g\nopening none\ntime 60 20 5\n"
                       "max_moves 50\npatience 0.5\nreferee command  scorer -x \n");
    assert_int_equal(plan.size, 13);
    assert_true(plan.komi == -6);
    assert_true(plan.seed == UINT64_MAX);
    assert_int_equal(plan.player_count, 3);
    assert_string_equal(plan.players[0].name, "x-1_y.z=3");
    assert_true(plan.players[0].params.search_alpha == 0.5);
    assert_string_equal(plan.players[0].weights, "some/file");
    assert_string_equal(plan.players[1].command, "gnugo --mode gtp  --color '#fff'");
    assert_int_equal(plan.pairing, PAIRING_ANCHOR);
    assert_int_equal(plan.anchor, 1);
    assert_int_equal(plan.opening_plies, 0);
    assert_true(plan.time_kind == TIME_CANADIAN && plan.main_time == 60 && plan.period == 20);
    assert_int_equal(plan.stones, 5);
    assert_int_equal(plan.max_moves, 50);
    assert_true(plan.patience == 0.5);
    assert_string_equal(plan.referee, "scorer -x");
    plan_free(&plan);
}

static void test_clocks(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum time_kind kind;
        double left; /* of either clock at the start */
        int stones;
    } clocks[] = {
        {TWO, TIME_NONE, 0, 0},
        {TWO "time 60\n", TIME_ABSOLUTE, 60, 0},
        {TWO "time 60 20 5\n", TIME_CANADIAN, 60, 0},
        {TWO "time 0 20 5\n", TIME_CANADIAN, 20, 5},
        {TWO "time byo-yomi 0 20 5\n", TIME_BYO_YOMI, 20, 5},
        {TWO "time byo-yomi 1.5 0.3 2\n", TIME_BYO_YOMI, 1.5, 0},
        {TWO "time fischer 60 20\n", TIME_FISCHER, 60, 0},
    };
    for (int i = 0; i < COUNT_OF(clocks); i++) {
        struct plan plan;
        struct time_control time;
        assert_good(&plan, clocks[i].text);
        plan_set_clocks(&plan, &time);
        assert_int_equal(time.kind, clocks[i].kind);
        assert_true(time.clock[WHITE].left == clocks[i].left);
        assert_int_equal(time.clock[BLACK].stones, clocks[i].stones);
        plan_free(&plan);
    }
}

/* Players know whether the referee removes dead stones. */
static void test_rules(void **state) {
    (void)state;
    struct plan plan;
    assert_good(&plan, TWO "player c engine rules=chinese\n");
    assert_int_equal(plan.players[0].params.rules, RULES_CGOS);
    assert_int_equal(plan.players[1].params.rules, RULES_CGOS);
    assert_int_equal(plan.players[2].params.rules, RULES_CHINESE);
    plan_free(&plan);
    assert_good(&plan, TWO "player c engine rules=cgos\nreferee gnugo\n");
    assert_int_equal(plan.players[0].params.rules, RULES_CHINESE);
    assert_int_equal(plan.players[2].params.rules, RULES_CGOS);
    plan_free(&plan);
}

static void test_sequential(void **state) {
    (void)state;
    struct plan plan;
    assert_good(&plan, TWO "sprt -2.5 20 # Elo\nclock processor\n");
    assert_true(plan.is_sequential);
    assert_true(plan.sprt.elo0 == -2.5 && plan.sprt.elo1 == 20);
    assert_int_equal(plan.clock, CLOCK_THREAD);
    assert_int_equal(plan.games, 10000);
    plan_free(&plan);
    assert_int_equal(total_of(TWO "sprt 0 20\ngames 400\n"), 400);
    assert_int_equal(total_of(TWO "sprt 0 20\npairing anchor b\n"), 10000);
}

static void test_totals(void **state) {
    (void)state;
    assert_int_equal(total_of(TWO), 100);
    assert_int_equal(total_of(TWO "games 6\nplayer c engine\n"), 18);
    assert_int_equal(total_of(TWO "games 6\nplayer c engine\npairing anchor c\n"), 12);
    assert_int_equal(total_of(TWO "player c engine\npairing swiss 7\n"), 14);
}

/* The hash depends on all that a game depends on, and on nothing else. */
static void test_hash(void **state) {
    (void)state;
    const uint64_t hash = hash_of(TWO);
    assert_true(hash == hash_of(TWO "sprt 0 20\nclock wall\n"));
    assert_true(hash == hash_of("# comment\n\n" TWO "  size   9 \nkomi 7.5\ntime none\nseed 1"));
    assert_true(hash == hash_of(TWO "games 2000\n"));
    static const char *const others[] = {
        TWO "size 7\n",
        TWO "komi 7\n",
        TWO "seed 2\n",
        TWO "opening none\n",
        TWO "time 60\n",
        TWO "time 60 20 5\n",
        TWO "time byo-yomi 60 20 5\n",
        TWO "time fischer 60 20\n",
        TWO "clock processor\n",
        TWO "max_moves 60\n",
        TWO "patience 2\n",
        TWO "referee gnugo\n",
        TWO "pairing anchor a\n",
        TWO "pairing anchor b\n",
        TWO "pairing swiss 3\n",
        TWO "player c engine\n",
        "player b engine\nplayer a preset dyna2 simulations=10\n",
        "player a engine\nplayer b preset dyna2 simulations=11\n",
        "player a engine\nplayer b preset td-search simulations=10\n",
        "player a engine\nplayer b command dyna2 simulations=10\n",
    };
    for (int i = 0; i < COUNT_OF(others); i++) {
        assert_true(hash != hash_of(others[i]));
        for (int j = 0; j < i; j++) assert_true(hash_of(others[i]) != hash_of(others[j]));
    }
    assert_true(hash_of(TWO "pairing swiss 3\n") == hash_of(TWO "pairing swiss 5\n"));
    assert_true(hash_of(TWO "pairing swiss 3\n") != hash_of(TWO "pairing swiss 3\ngames 4\n"));
}

static void test_mistakes(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } mistakes[] = {
        {"", "a.plan: a match needs at least two lines 'player'"},
        {"player a engine\n", "a.plan: a match needs at least two lines 'player'"},
        {"\nnonsense 1\n", "a.plan:2: unknown key 'nonsense'; expected size, komi"},
        {"size\n", "a.plan:1: size: invalid value ''; expected an integer from 2 to 19"},
        {"size 20\n", "a.plan:1: size: invalid value '20'"},
        {"size 20 9\n", "a.plan:1: size: invalid value '20'"},
        {"size 9 9\n", "a.plan:1: size: unexpected '9'"},
        {"size 9\n#\nsize 9\n", "a.plan:3: size: already given in line 1"},
        {"komi 7.25\n", "a.plan:1: komi: 7.25 is not a multiple of 0.5"},
        {"komi 2000\n", "a.plan:1: komi: invalid value '2000'"},
        {"seed -1\n", "a.plan:1: seed: invalid value '-1'"},
        {"games 3\n", "a.plan:1: games: 3 is odd"},
        {"games 0\n", "a.plan:1: games: invalid value '0'"},
        {"player\n", "a.plan:1: player: invalid name ''"},
        {"player a/b engine\n", "a.plan:1: player: invalid name 'a/b'"},
        {"player - engine\n", "a.plan:1: player: invalid name '-'"},
        {"player a engine\nplayer a engine\n", "a.plan:2: player: two players are called a"},
        {"player a\n", "a.plan:1: player a: unknown value ''; expected preset, engine or command"},
        {"player a robot\n", "a.plan:1: player a: unknown value 'robot'; expected preset"},
        {"player a preset nonsense\n", "a.plan:1: unknown preset 'nonsense'"},
        {"player a engine nonsense=1\n", "a.plan:1: unknown parameter 'nonsense'"},
        {"player a engine depth\n", "a.plan:1: 'depth' is not of the form name=value"},
        {"player a engine depth=x\n", "a.plan:1: parameter depth"},
        {"player a engine alpha=1\n",
         "a.plan:1: parameter alpha (training) has no effect on player a"},
        {"player a engine ponder=on\n", "a.plan:1: parameter ponder (GTP) has no effect"},
        {"player a engine seed=3\n", "a.plan:1: player a: seed= is not allowed"},
        {"player a command  # nothing\n", "a.plan:1: player a: missing command"},
        {TWO "pairing some\n", "a.plan:3: pairing: unknown value 'some'; expected round-robin"},
        {TWO "pairing swiss\n", "a.plan:3: pairing swiss: invalid value ''"},
        {TWO "pairing anchor c\n", "a.plan: pairing anchor: unknown player 'c'"},
        {TWO "opening book\n", "a.plan:3: opening: unknown value 'book'; expected random PLIES"},
        {TWO "opening random 101\n", "a.plan:3: opening random: invalid value '101'"},
        {TWO "time\n", "a.plan:3: time: invalid value ''"},
        {TWO "time none 60\n", "a.plan:3: time: unexpected '60'"},
        {TWO "time 0\n", "a.plan:3: time: 0 seconds"},
        {TWO "time byo-yomi 60 20\n", "a.plan:3: time (stones): invalid value ''"},
        {TWO "time byo-yomi\n", "a.plan:3: time: invalid value ''"},
        {TWO "time byo-yomi 60 0 5\n", "a.plan:3: time (period): invalid value '0'"},
        {TWO "time fischer 0 1\n", "a.plan:3: time: 0 seconds"},
        {TWO "time fischer 60 1 5\n", "a.plan:3: time: unexpected '5'"},
        {TWO "time 60 20\n", "a.plan:3: time (stones): invalid value ''"},
        {TWO "clock\n", "a.plan:3: clock: unknown value ''; expected wall or processor"},
        {TWO "clock wall too\n", "a.plan:3: clock: unexpected 'too'"},
        {TWO "player c engine threads=2\nclock processor\n",
         "a.plan: clock processor: player c uses several threads"},
        {TWO "sprt 0\n", "a.plan:3: sprt (second bound): invalid value ''"},
        {TWO "sprt 20 20\n", "a.plan:3: sprt: 20 is not below 20"},
        {TWO "sprt 0 20 5\n", "a.plan:3: sprt: unexpected '5'"},
        {TWO "sprt 0 20\nplayer c engine\n", "a.plan: sprt: compares exactly two players"},
        {TWO "sprt 0 20\npairing swiss 3\n", "a.plan: sprt: impossible in a Swiss"},
        {TWO "max_moves 0\n", "a.plan:3: max_moves: invalid value '0'"},
        {TWO "opening random 6\nmax_moves 6\n", "a.plan: max_moves: 6 leaves no moves after"},
        {"size 2\nopening random 12\nplayer a engine\nplayer b engine\n",
         "a.plan: max_moves: 12 leaves no moves after"},
        {TWO "patience 0\n", "a.plan:3: patience: invalid value '0'"},
        {TWO "referee\n", "a.plan:3: referee: unknown value ''; expected area, gnugo or command"},
        {TWO "referee command\n", "a.plan:3: referee: missing command"},
        {TWO "games 9999998\nplayer c engine\n", "a.plan: more than 10000000 games"},
    };
    for (int i = 0; i < COUNT_OF(mistakes); i++) {
        struct plan plan;
        struct failure why = {""};
        assert_int_equal(parse(&plan, mistakes[i].text, &why), STATUS_INVALID);
        if (strncmp(why.text, mistakes[i].says, strlen(mistakes[i].says)) != 0)
            assert_string_equal(why.text, mistakes[i].says);
    }
}

/* A game depends on the contents of weight files. */
static void test_weight_files(void **state) {
    (void)state;
    char name[] = "test_plan.weights.tmp", plan_name[] = "test_plan.plan.tmp";
    uint64_t hash[2];
    struct plan plan;
    struct failure why = {""};
    FILE *file = fopen(plan_name, "wb");
    assert_non_null(file);
    fprintf(file, "player a engine weights=%s\nplayer b engine\n", name);
    fclose(file);
    for (int i = 0; i < 2; i++) {
        file = fopen(name, "wb");
        assert_non_null(file);
        fprintf(file, "content %d", i);
        fclose(file);
        assert_int_equal(plan_read(&plan, plan_name, &why), STATUS_OK);
        hash[i] = plan.hash;
        plan_free(&plan);
    }
    assert_true(hash[0] != hash[1]);
    remove(name);
    assert_int_equal(plan_read(&plan, plan_name, &why), STATUS_IO);
    assert_non_null(strstr(why.text, name));
    remove(plan_name);
    assert_int_equal(plan_read(&plan, plan_name, &why), STATUS_IO);
}

/* Relative names are those of files beside the plan. */
static void test_weights_beside_the_plan(void **state) {
    (void)state;
    static const char plan_name[] = "test_plan_folder/a.plan";
    static const char *const names[][2] = {
        {"w", "test_plan_folder/w"},
        {"../test_plan_folder/w", "test_plan_folder/../test_plan_folder/w"}};
    struct plan plan;
    struct failure why;
    char absolute[1000];
    assert_int_equal(file_make_folder("test_plan_folder", &why), STATUS_OK);
    assert_int_equal(file_write("test_plan_folder/w", "content", 7, &why), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        char text[100];
        const int length = snprintf(text, sizeof text,
                                    "player a engine weights=%s\nplayer b engine\n", names[i][0]);
        assert_int_equal(file_write(plan_name, text, (size_t)length, &why), STATUS_OK);
        assert_int_equal(plan_read(&plan, plan_name, &why), STATUS_OK);
        assert_string_equal(plan.players[0].weights, names[i][1]);
        plan_free(&plan);
    }
    snprintf(absolute, sizeof absolute, "%s", GUZUMI_TESTS_DIR);
    char *located = file_beside(plan_name, absolute);
    assert_string_equal(located, absolute);
    free(located);
    remove("test_plan_folder/w");
    remove(plan_name);
    remove("test_plan_folder");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_beside_the_plan),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_byte_order_mark_and_crlf),
        cmocka_unit_test(test_everything),
        cmocka_unit_test(test_totals),
        cmocka_unit_test(test_sequential),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_weight_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
