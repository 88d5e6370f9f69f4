/* Weaker players. */
#include "guzumi/player/report.h"

#include "choice.h"
#include "diagram.h"
#include "engine_state.h"
#include "player.h"

#include <math.h>

enum { LEVELS = 10, WORDS = 2, SAMPLES = 200 };

static struct params at_level(int level) {
    struct params params;
    params_default(&params);
    params.level = level;
    return params;
}

static void the_default_is_not_limited(void **state) {
    struct params params;
    (void)state;
    params_default(&params);
    assert_int_equal(params.level, LEVELS);
    assert_false(level_is_limited(&params));
    assert_int_equal(level_simulations(&params, 0), 0);
    assert_int_equal(level_simulations(&params, 123456), 123456);
}

static void lower_ones_simulate_less(void **state) {
    uint64_t above = UINT64_MAX;
    (void)state;
    for (int level = LEVELS - 1; level >= 1; level--) {
        const struct params params = at_level(level);
        const uint64_t most = level_simulations(&params, 0);
        assert_true(level_is_limited(&params));
        assert_in_range(most, 1, level < 3 ? above : above - (level > 3));
        assert_int_equal(level_simulations(&params, most + 1), most);
        if (most > 1) assert_int_equal(level_simulations(&params, most - 1), most - 1);
        above = most;
    }
}

/* --- moves that come to mind --- */

/* An empty 9x9 board after a move at its lower left corner, and a policy that falls with the number
 * of the point. */
struct scene {
    struct board board;
    struct search_position position;
    struct level_sight sight;
    struct bitset moves;
};

static void begin_scene(struct scene *s, bool even) {
    double sum = 0;
    board_init(&s->board, 9);
    s->position = (struct search_position){
        .board = &s->board, .last_point = point_at(9, 0, 0), .own_point = NO_POINT};
    s->moves = (struct bitset){{0}};
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            const int p = point_at(9, column, row);
            bitset_add(&s->moves, p);
            sum += s->sight.policy[p] = even ? 1 : exp(-0.2 * p);
        }
    for (int p = 0; p < BOARD_MAX_POINTS; p++) s->sight.policy[p] /= sum;
}

/* How often LEVEL thinks of each move in SAMPLES draws; returns the number of moves in all. */
static int count_thoughts(int level, const struct scene *s, int thoughts[BOARD_MAX_POINTS]) {
    const struct params params = at_level(level);
    struct rng rng;
    int total = 0;
    rng_seed(&rng, 1, (uint64_t)level);
    memset(thoughts, 0, BOARD_MAX_POINTS * sizeof *thoughts);
    for (int i = 0; i < SAMPLES; i++) {
        struct bitset moves = s->moves;
        level_think_of_moves(&params, &s->sight, &s->position, &moves, &rng);
        BITSET_FOR_EACH(p, moves, WORDS) {
            assert_true(bitset_has(&s->moves, p));
            thoughts[p]++;
            total++;
        }
    }
    return total;
}

static void lower_ones_think_of_fewer_moves(void **state) {
    int thoughts[BOARD_MAX_POINTS], below = 0;
    struct scene s;
    (void)state;
    begin_scene(&s, false);
    for (int level = 1; level <= LEVELS; level++) {
        const int total = count_thoughts(level, &s, thoughts);
        assert_int_equal(total % SAMPLES, 0); /* as many in each draw */
        assert_in_range(total, below, 81 * SAMPLES);
        below = total;
    }
    assert_int_equal(below, 81 * SAMPLES); /* the highest thinks of all */
}

/* The less likely a move, the more often a level drops it; the lowest errs most. */
static void likely_moves_come_to_mind(void **state) {
    int thoughts[BOARD_MAX_POINTS], first = 0;
    struct scene s;
    (void)state;
    begin_scene(&s, false);
    s.position.last_point = NO_POINT;
    for (int level = 1; level <= 4; level++) {
        count_thoughts(level, &s, thoughts);
        int front = 0, back = 0;
        for (int p = 0; p < 10; p++) front += thoughts[p];
        for (int p = 80; p < 90; p++) back += thoughts[p];
        assert_true(front > 4 * back);
        assert_true(thoughts[0] > first);
        first = thoughts[0];
    }
}

/* Of moves that are equally likely those near the last ones, of either side. */
static void far_moves_are_dropped(void **state) {
    int thoughts[BOARD_MAX_POINTS], far[LEVELS] = {0}, near = 0;
    struct scene s;
    (void)state;
    begin_scene(&s, true);
    count_thoughts(1, &s, thoughts);
    for (int i = 0; i < 9; i++) {
        near += thoughts[point_at(9, i % 3, i / 3)];
        far[0] += thoughts[point_at(9, 8 - i % 3, 8 - i / 3)];
    }
    assert_true(near > 2 * far[0]);
    s.position.own_point = point_at(9, 8, 8);
    count_thoughts(1, &s, thoughts);
    int own = 0;
    for (int i = 0; i < 9; i++) own += thoughts[point_at(9, 8 - i % 3, 8 - i / 3)];
    assert_true(own > 2 * far[0]);
}

/* Of moves that are equally likely, the liberty of six stones in atari six times as often. */
static void stones_in_atari_come_to_mind(void **state) {
    int thoughts[BOARD_MAX_POINTS], draws = 0;
    struct scene s;
    (void)state;
    begin_scene(&s, true);
    diagram_read(&s.board, 9,
                 ". . . . . . . . .  . . . . . . . . .  . . O O O . . . .  "
                 ". O X X X O . . .  . O X X O . . . .  . O X O O . . . .  "
                 ". . . . . . . . .  . . . . . . . . .  . . . . . . . . .");
    s.position.last_point = NO_POINT;
    for (int level = 1; level <= 4; level++) {
        count_thoughts(level, &s, thoughts);
        draws += thoughts[point_at(9, 2, 2)];
    }
    assert_in_range(draws, 40, 80); /* of 800; 10 by its probability alone */
}

static void some_move_always_comes_to_mind(void **state) {
    const struct params params = at_level(1);
    struct scene s;
    struct rng rng;
    int first = 0;
    (void)state;
    begin_scene(&s, true);
    rng_seed(&rng, 5, 5);
    s.position.last_point = PASS;
    s.sight.policy[70] = -1; /* the policy has none for it */
    for (int i = 0; i < SAMPLES; i++) {
        struct bitset none = {{0}}, single = {{0}}, two = {{0}};
        level_think_of_moves(&params, &s.sight, &s.position, &none, &rng);
        assert_true(bitset_is_empty(&none, WORDS));
        bitset_add(&single, 70);
        level_think_of_moves(&params, &s.sight, &s.position, &single, &rng);
        assert_true(bitset_has(&single, 70));
        bitset_add(&two, 3), bitset_add(&two, 4);
        level_think_of_moves(&params, &s.sight, &s.position, &two, &rng);
        assert_int_equal(bitset_count(&two, WORDS), 1);
        first += bitset_has(&two, 3);
    }
    assert_in_range(first, SAMPLES / 3, 2 * SAMPLES / 3);
}

/* --- misjudgement --- */

enum { SITUATIONS = 4000 };

/* How often LEVEL plays the moves with 60, 30 and 10 visits of 100, in many situations. */
static void count_played(int level, int played[4]) {
    const struct params params = at_level(level);
    memset(played, 0, 4 * sizeof *played);
    for (uint64_t situation = 0; situation < SITUATIONS; situation++) {
        struct search_statistics found = {.count = 4, .winrate = 0.5};
        const uint64_t visits[] = {60, 30, 10, 0};
        for (int i = 0; i < 4; i++)
            found.candidates[i] = (struct search_candidate){
                .point = i, .visits = visits[i], .winrate = 0.5 - 0.1 * i};
        struct search_statistics again = found;
        level_misjudge(&params, situation, &found);
        level_misjudge(&params, situation, &again);
        assert_int_equal(found.candidates[0].point, again.candidates[0].point);
        assert_true(found.winrate == found.candidates[0].winrate);
        int sum = 0;
        for (int i = 0; i < 4; i++) sum += 1 << found.candidates[i].point;
        assert_int_equal(sum, 15); /* the others are still there */
        played[found.candidates[0].point]++;
    }
}

/* The draw against its definition: with misjudgement m, p is visits^(1/m) by their sum. Level 5 has
 * m = 1: it plays moves as often as it has visited them. */
static void moves_are_played_by_their_visits(void **state) {
    int played[4], best = 0;
    (void)state;
    count_played(5, played);
    assert_true(fabs(played[0] - 0.6 * SITUATIONS) < 5 * sqrt(0.24 * SITUATIONS));
    assert_true(fabs(played[1] - 0.3 * SITUATIONS) < 5 * sqrt(0.21 * SITUATIONS));
    assert_int_equal(played[3], 0);
    for (int level = 5; level < LEVELS; level++) {
        count_played(level, played);
        assert_true(played[0] > best);
        best = played[0];
    }
    count_played(LEVELS, played);
    assert_int_equal(played[0], SITUATIONS);
}

/* --- the player --- */

static int open_player(void **state) {
    static struct player player;
    struct params params;
    params_default(&params);
    return start_player(state, &player, &params);
}

static void take_report(void *context, const struct report *report) {
    *(struct report *)context = *report;
}

static void set_level(struct player *f, int level) {
    char text[12];
    snprintf(text, sizeof text, "%d", level);
    set(f, "level", text);
}

static void it_plays_by_its_level(void **state) {
    struct player *f = *state;
    struct report report;
    const struct engine_watch watch = {
        .report = take_report, .context = &report, .interval = INFINITY};
    engine_clear(f->engine, 9);
    engine_set_watch(f->engine, &watch);
    for (int level = 1; level <= 7; level += 3) {
        set_level(f, level);
        const struct params params = at_level(level);
        genmove(f, level % 2 ? BLACK : WHITE);
        assert_in_range(report.found.simulations, 1, level_simulations(&params, 0));
        assert_in_range(report.found.count, 1, 2 * level);
    }
    engine_set_watch(f->engine, NULL);
    set(f, "level", "10");
}

/* What an analysis has found out would make it another player. */
static void it_learns_nothing_from_analyses(void **state) {
    struct player *f = *state;
    struct report report;
    struct failure why;
    const struct engine_watch watch = {
        .report = take_report, .context = &report, .interval = INFINITY};
    engine_clear(f->engine, 9);
    engine_set_watch(f->engine, &watch);
    assert_int_equal(engine_analyze(f->engine, BLACK, 300, &why), STATUS_OK);
    set(f, "level", "1");
    genmove(f, BLACK);
    uint64_t visits = 0;
    for (int i = 0; i < report.found.count; i++) visits += report.found.candidates[i].visits;
    assert_in_range(visits, 1, 4);
    engine_set_watch(f->engine, NULL);
    set(f, "level", "10");
}

/* Its few simulations don't make it pass while there is something to play for. */
static void it_does_not_pass_early(void **state) {
    struct player *f = *state;
    set(f, "level", "1");
    engine_clear(f->engine, 9);
    for (int i = 0; i < 20; i++) assert_int_not_equal(genmove(f, i % 2 ? WHITE : BLACK), PASS);
    set(f, "level", "10");
}

/* A move without chance is one at every level. */
static void reg_genmove_stays_the_same(void **state) {
    struct player *f = *state;
    struct failure why;
    int first, again;
    engine_clear(f->engine, 9);
    set(f, "level", "3");
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &first, &why), STATUS_OK);
    genmove(f, BLACK);
    assert_true(engine_undo(f->engine, 1));
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &again, &why), STATUS_OK);
    assert_int_equal(first, again);
    set(f, "level", "10");
}

/* What only looks is not weaker. */
static void analyses_see_all(void **state) {
    struct player *f = *state;
    struct failure why;
    struct report report;
    const struct engine_watch watch = {
        .report = take_report, .context = &report, .interval = INFINITY};
    engine_clear(f->engine, 9);
    set(f, "level", "1");
    engine_set_watch(f->engine, &watch);
    assert_int_equal(engine_analyze(f->engine, BLACK, 100, &why), STATUS_OK);
    assert_int_equal(report.found.simulations, 100);
    assert_int_equal(report.found.count, 81);
    engine_set_watch(f->engine, NULL);
    set(f, "level", "10");
}

static void set_up(struct player *f, const char *rows, enum color color) {
    struct board board;
    diagram_read(&board, 9, rows);
    engine_clear(f->engine, 9);
    engine_set_up(f->engine, &board, color);
}

/* White's last move at E5 puts six black stones into atari; C3 saves them. */
static void it_mostly_saves_a_group(void **state) {
    struct player *f = *state;
    struct board board;
    int saved[LEVELS] = {0};
    diagram_read(&board, 9,
                 ". . . . . . . . . "
                 ". . . . . . . . . "
                 ". . O O O . X . . "
                 ". O X X X O . . . "
                 ". O X X . O . . . "
                 ". O X O O . X . . "
                 ". . . . . . . . . "
                 ". . X . . . O . . "
                 ". . . . . . . . . ");
    for (int level = 1; level <= 5; level += 2) {
        set_level(f, level);
        for (int i = 0; i < 100; i++) {
            engine_clear(f->engine, 9);
            engine_set_up(f->engine, &board, WHITE);
            play(f, WHITE, "E5");
            saved[level] += genmove(f, BLACK) == point_at(9, 2, 2);
        }
    }
    assert_in_range(saved[1], 55, 95); /* sometimes even that is dropped */
    assert_in_range(saved[3], 70, 100);
    assert_in_range(saved[5], 85, 100);
    set(f, "level", "10");
}

/* Lost beyond the doubt of any network. */
static const char lost[] = ". . O . . O . O . "
                           ". . O . . O . O . "
                           ". . O . . O . O . "
                           ". . O . . O . O . "
                           ". . O . . O X O . "
                           ". . O . . O . O . "
                           ". . O . . O . O . "
                           ". . O . . O . O . "
                           ". . O . . O . O . ";

/* Few simulations say little: a level's win rate is the network's, reported as it is. */
static void its_win_rate_is_the_network_s(void **state) {
    struct player *f = *state;
    struct level_sight sight;
    struct failure why;
    set(f, "level", "2");
    engine_clear(f->engine, 9);
    for (int i = 0; i < 8; i++) {
        const enum color color = i % 2 ? WHITE : BLACK;
        assert_int_equal(engine_prepare(f->engine, &why), STATUS_OK);
        assert_int_equal(level_look(f->engine, f->engine->search->method, color, &sight, &why),
                         STATUS_OK);
        assert_int_not_equal(genmove(f, color), PASS);
        const double expected = f->engine->conduct.expected.winrate;
        assert_true(fabs(observer_win_rate(f->engine, expected) - sight.win_rate) < 1e-9);
    }
    set(f, "level", "10");
}

static void it_resigns_when_lost(void **state) {
    struct player *f = *state;
    set(f, "resign_threshold", "0.05");
    set(f, "resign_moves", "1");
    for (int level = 1; level < LEVELS; level += 4) {
        set_level(f, level);
        set_up(f, lost, BLACK);
        assert_int_equal(genmove(f, BLACK), RESIGN);
        engine_clear(f->engine, 9);
        assert_int_not_equal(genmove(f, BLACK), RESIGN);
    }
    set(f, "resign_threshold", "0");
    set(f, "resign_moves", "3");
    set(f, "level", "10");
}

/* The papers' programs have levels, too. */
static void it_plays_without_a_network(void **state) {
    struct player *f = *state;
    set(f, "level", "2");
    set(f, "heuristic", "none");
    engine_clear(f->engine, 9);
    for (int i = 0; i < 6; i++) assert_int_not_equal(genmove(f, i % 2 ? WHITE : BLACK), PASS);
    set(f, "heuristic", "network");
    set(f, "level", "10");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_not_limited),
        cmocka_unit_test(lower_ones_simulate_less),
        cmocka_unit_test(lower_ones_think_of_fewer_moves),
        cmocka_unit_test(likely_moves_come_to_mind),
        cmocka_unit_test(far_moves_are_dropped),
        cmocka_unit_test(stones_in_atari_come_to_mind),
        cmocka_unit_test(some_move_always_comes_to_mind),
        cmocka_unit_test(moves_are_played_by_their_visits),
        cmocka_unit_test(it_plays_by_its_level),
        cmocka_unit_test(reg_genmove_stays_the_same),
        cmocka_unit_test(analyses_see_all),
        cmocka_unit_test(it_learns_nothing_from_analyses),
        cmocka_unit_test(it_does_not_pass_early),
        cmocka_unit_test(it_mostly_saves_a_group),
        cmocka_unit_test(its_win_rate_is_the_network_s),
        cmocka_unit_test(it_resigns_when_lost),
        cmocka_unit_test(it_plays_without_a_network),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
