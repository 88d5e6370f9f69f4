/* A search of a few lines in the player: the contract of search.h is enough for choices, reports,
 * lines and pondering. The toy evaluates nothing: it visits the candidates in turn until the limit
 * and chooses the last one on the board. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/gtp/gtp.h"
#include "guzumi/player/inspect.h"
#include "guzumi/player/report.h"

#include "engine_state.h"
#include "player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the toy --- */

enum { LEAST_MEMORY_SIZE = 3 };

struct toy {
    struct search base;
    int starts, runs, learning_runs, size;
    enum color to_move;
    int words;
    struct bitset candidates;
    uint64_t looks;
    double until;
};

static int toys;        /* number in existence */
static struct toy *own; /* the game's own */
static int64_t threads; /* that the last run was to use */

/* Set and read by tests: by how much a pass's win rate exceeds a move's, 0 for a search without
 * passes; the reported win rate of each run, 0.75 from the first 0 on; the time limits of the runs,
 * from the begin of the choice. */
enum { MOST_RUNS = 6 };
static double pass_leads, winrates[MOST_RUNS], times[MOST_RUNS];

/* Read by tests: the positions of the runs. */
static struct search_position positions[MOST_RUNS];

static double winrate(const struct toy *toy) {
    const int i = toy->runs - 1;
    return i >= 0 && i < MOST_RUNS && winrates[i] > 0 ? winrates[i] : 0.75;
}

static enum status make(struct search **out, const struct search_setting *setting,
                        struct failure *why) {
    struct toy *toy = calloc(1, sizeof *toy);
    (void)setting;
    if (!toy) return out_of_memory(why, "the toy");
    if (toys++ == 0) own = toy;
    *out = &toy->base;
    return STATUS_OK;
}

static void free_toy(struct search *search) {
    toys--;
    free(search);
}

static enum status start(struct search *search, int size, const struct memory *memory,
                         struct failure *why) {
    struct toy *toy = (struct toy *)search;
    (void)memory;
    if (size < LEAST_MEMORY_SIZE) return fail(why, STATUS_INVALID, "the toy plays on 3x3 at least");
    toy->starts++;
    toy->size = size;
    toy->runs = 0;
    return STATUS_OK;
}

static enum status run(struct search *search, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct rng *rng, struct failure *why) {
    struct toy *toy = (struct toy *)search;
    (void)rng;
    (void)why;
    if (limit->purpose == SEARCH_TO_LEARN) {
        toy->learning_runs++;
        return STATUS_OK;
    }
    if (toy->runs < MOST_RUNS) {
        times[toy->runs] = limit->target - limit->begin;
        positions[toy->runs] = *position;
    }
    threads = search->setting.params->threads;
    toy->runs++;
    toy->to_move = position->to_move;
    toy->words = position->board->words;
    toy->candidates = *candidates;
    toy->looks = 0;
    toy->until = limit->begin;
    if (limit->most <= limit->begin) return STATUS_OK;
    toy->until = limit->target;
    /* Without a number of simulations it visits each candidate once. */
    const uint64_t looks = limit->simulations ? limit->simulations : 1;
    while (toy->looks < looks && !atomic_load(limit->stop)) {
        toy->looks++;
        if (limit->watch && isfinite(limit->watch->interval))
            limit->watch->notify(limit->watch->context);
    }
    return STATUS_OK;
}

static void statistics(const struct search *search, struct search_statistics *out) {
    const struct toy *toy = (const struct toy *)search;
    *out = (struct search_statistics){.to_move = toy->to_move,
                                      .simulations = toy->looks,
                                      .winrate = winrate(toy),
                                      .until = toy->until};
    if (toy->runs == 0) return;
    if (pass_leads > 0)
        out->candidates[out->count++] =
            (struct search_candidate){.point = PASS, .winrate = winrate(toy) + pass_leads};
    const int points = bitset_count(&toy->candidates, toy->words);
    for (int i = points - 1; i >= 0; i--)
        out->candidates[out->count++] =
            (struct search_candidate){.point = bitset_select(&toy->candidates, toy->words, i),
                                      .visits = toy->looks / (uint64_t)points,
                                      .winrate = winrate(toy),
                                      .prior = 1.0 / points};
    if (out->count == 0)
        out->candidates[out->count++] =
            (struct search_candidate){.point = PASS, .winrate = winrate(toy), .prior = 1};
}

static void values(struct search *search, const struct search_position *position,
                   double out[BOARD_MAX_POINTS]) {
    const struct bitset legal = search_legal_points(position);
    (void)search;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) out[p] = -1;
    BITSET_FOR_EACH(p, legal, position->board->words) out[p] = p / (double)BOARD_MAX_POINTS;
}

static const struct search *asked; /* by the last call for a line */

static int line(const struct search *search, const struct search_position *position, int point,
                int out[SEARCH_PV]) {
    asked = search;
    (void)position;
    out[0] = point == NO_POINT ? PASS : point;
    for (int i = 1; i < SEARCH_PV; i++) out[i] = PASS;
    return SEARCH_PV;
}

static const struct search_method toy_method = {.name = "toy",
                                                .make = make,
                                                .free = free_toy,
                                                .start = start,
                                                .run = run,
                                                .statistics = statistics,
                                                .values = values,
                                                .pv = line};

/* --- the player --- */

static int open_player(void **state) {
    static struct player player;
    struct params params;
    struct failure why;
    params_default(&params);
    params.simulations = 40;
    start_player(state, &player, &params);
    assert_int_equal(engine_use_search(player.engine, &toy_method, &why), STATUS_OK);
    return 0;
}

static void begin(struct player *p, int size) {
    engine_set_watch(p->engine, NULL);
    avoid(p, BLACK, NULL);
    engine_clear(p->engine, size);
    set(p, "ponder", "off");
    set(p, "pass_when", "filled");
}

static int named(const char *name, int size) {
    int point;
    assert_true(point_parse(size, name, &point));
    return point;
}

static void test_it_chooses(void **state) {
    struct player *p = *state;
    begin(p, 5);
    assert_int_equal(genmove(p, BLACK), named("E5", 5));
    assert_int_equal(genmove(p, WHITE), named("D5", 5));
    struct bitset avoided = {{0}};
    bitset_add(&avoided, named("C5", 5));
    avoid(p, BLACK, &avoided);
    assert_int_equal(genmove(p, BLACK), named("B5", 5));
    assert_int_equal(own->looks, 40);
}

/* One start for each game, one run for each move. */
static void test_it_is_started_for_each_game(void **state) {
    struct player *p = *state;
    begin(p, 5);
    const int starts = own->starts;
    genmove(p, BLACK);
    genmove(p, WHITE);
    assert_int_equal(own->starts, starts + 1);
    assert_int_equal(own->runs, 2);
    begin(p, 7);
    genmove(p, BLACK);
    assert_int_equal(own->starts, starts + 2);
    assert_int_equal(own->size, 7);
    assert_int_equal(own->runs, 1);
}

/* If the search fails, genmove fails and plays nothing. */
static void test_its_failure_is_reported(void **state) {
    struct player *p = *state;
    struct failure why;
    int point;
    begin(p, 2);
    assert_int_equal(engine_genmove(p->engine, BLACK, &point, &why), STATUS_INVALID);
    assert_string_equal(why.text, "the toy plays on 3x3 at least");
    assert_int_equal(engine_game(p->engine)->count, 0);
    begin(p, 5);
    assert_int_equal(genmove(p, BLACK), named("E5", 5));
}

/* reg_genmove has a search of its own and leaves the game's alone. Its findings are reported until
 * the position changes. */
static void test_reg_genmove_is_a_second_search(void **state) {
    struct player *p = *state;
    struct failure why;
    int point;
    begin(p, 5);
    genmove(p, BLACK);
    const int runs = own->runs, starts = own->starts;
    assert_int_equal(engine_reg_genmove(p->engine, WHITE, &point, &why), STATUS_OK);
    assert_int_equal(point, named("D5", 5));
    assert_int_equal(toys, 2);
    assert_true(own->runs == runs && own->starts == starts);
    set(p, "threads", "3");
    assert_int_equal(engine_reg_genmove(p->engine, WHITE, &point, &why), STATUS_OK);
    assert_int_equal(threads, 1); /* the timing of threads does not change the result */
    set(p, "threads", "1");
    int after[REPORT_PV];
    engine_pv(p->engine, WHITE, NO_POINT, after);
    assert_true(asked != &own->base);
    play_point(p, WHITE, point);
    assert_int_equal(toys, 1);
    engine_pv(p->engine, BLACK, NO_POINT, after);
    assert_ptr_equal(asked, own);
}

struct watched {
    struct engine *engine;
    int reports, finals, length, line[REPORT_PV];
    int first;
};

static void note(void *context, const struct report *report) {
    struct watched *w = context;
    w->reports++;
    w->finals += report->final;
    w->first = report->found.candidates[0].point;
    w->length = engine_pv(w->engine, BLACK, w->first, w->line);
    if (!report->final && w->reports == 10) engine_interrupt(w->engine);
}

static void test_it_is_watched(void **state) {
    struct player *p = *state;
    struct failure why;
    struct watched watched = {.engine = p->engine};
    const struct engine_watch watch = {.report = note, .context = &watched, .interval = 0};
    begin(p, 5);
    engine_set_watch(p->engine, &watch);
    assert_int_equal(engine_analyze(p->engine, BLACK, 1000000, &why), STATUS_OK);
    assert_int_equal(own->looks, 10);
    assert_true(watched.reports == 11 && watched.finals == 1);
    assert_int_equal(watched.first, named("E5", 5));
    assert_true(watched.length == REPORT_PV && watched.line[0] == watched.first);
    int point;
    assert_int_equal(engine_reg_genmove(p->engine, BLACK, &point, &why), STATUS_OK);
    assert_int_equal(watched.finals, 2);
    engine_set_watch(p->engine, NULL);
}

/* A settled position is not searched; the candidates are reported after the pass. */
static void test_a_settled_position_shows_a_pass(void **state) {
    struct player *p = *state;
    struct failure why;
    struct watched watched = {.engine = p->engine};
    const struct engine_watch watch = {.report = note, .context = &watched, .interval = INFINITY};
    begin(p, 3);
    set(p, "pass_when", "settled");
    play(p, BLACK, "A2");
    play(p, BLACK, "B2");
    play(p, BLACK, "C2");
    engine_set_watch(p->engine, &watch);
    assert_int_equal(engine_analyze(p->engine, BLACK, 5, &why), STATUS_OK);
    assert_int_equal(watched.first, PASS);
    engine_set_watch(p->engine, NULL);
}

/* A pass that is hardly better than a move is not played. */
static void test_a_pass_must_be_clearly_better(void **state) {
    struct player *p = *state;
    begin(p, 5);
    pass_leads = 0.09;
    assert_int_equal(genmove(p, BLACK), named("E5", 5));
    pass_leads = 0.11;
    assert_int_equal(genmove(p, WHITE), PASS);
    pass_leads = 0;
}

/* Replaces the player's search. */
static void use(struct player *p, const struct search_method *method) {
    struct failure why;
    assert_int_equal(engine_use_search(p->engine, NULL, &why), STATUS_OK);
    assert_int_equal(engine_use_search(p->engine, method, &why), STATUS_OK);
}

/* In a settled position, a search that values passes is asked three questions first: what each side
 * can still gain and what the mover can lose. They end at a quarter, half and three quarters of the
 * time. */
static void test_questions_share_the_time(void **state) {
    struct player *p = *state;
    static const char *const black[] = {"A3", "B3", "C3", "D3", "E3", "B4", "D4", "B2", "D2", NULL};
    static struct search_method asked_toy;
    asked_toy = toy_method;
    asked_toy.values_passes = true;
    use(p, &asked_toy);
    begin(p, 5);
    set(p, "pass_when", "settled");
    set(p, "simulations", "0");
    set(p, "move_time", "1000");
    for (const char *const *name = black; *name; name++) play(p, BLACK, *name);
    winrates[0] = 0.25;
    winrates[1] = 0.75;
    winrates[2] = 0.25;
    genmove(p, BLACK);
    assert_int_equal(own->runs, 4); /* three questions and the choice */
    for (int i = 0; i < 4; i++) {
        const double due = i < 3 ? 250.0 * (i + 1) : 1000;
        assert_true(times[i] > due - 1 && times[i] < due + 100); /* clocks round */
    }
    winrates[0] = winrates[1] = winrates[2] = 0;
    set(p, "simulations", "40");
    use(p, &toy_method);
}

/* Black owns the board but for a stone that White loses: what is asked, as choice.c lists it. The
 * komi of each question makes one point more a win, or one point less; by territory a last question
 * grants the point of a stone in one's own area. What White could gain is asked as if Black had
 * passed. */
static void expect_questions(struct player *p, const char *rules, int count, const int komi[]) {
    static const char *const black[] = {"A3", "B3", "C3", "D3", "E3", "B4", "D4", "B2", "D2"};
    begin(p, 5);
    set(p, "rules", rules);
    set(p, "pass_when", "settled");
    for (int i = 0; i < COUNT_OF(black); i++) play(p, BLACK, black[i]);
    play(p, WHITE, "E1");
    winrates[0] = winrates[2] = winrates[3] = 0.25;
    winrates[1] = 0.75;
    genmove(p, BLACK);
    for (int i = 0; i < MOST_RUNS; i++) winrates[i] = 0;
    assert_int_equal(own->runs, count + 1);
    const int drawn = positions[0].half_komi - 1; /* by what playouts find */
    for (int i = 0; i < count; i++) {
        const bool theirs = i == 1;
        assert_int_equal(positions[i].half_komi - drawn, komi[i]);
        assert_int_equal(positions[i].to_move, theirs ? WHITE : BLACK);
        assert_int_equal(positions[i].last_point, theirs ? PASS : named("E1", 5));
        assert_int_equal(positions[i].own_point, named(theirs ? "E1" : "D2", 5));
    }
}

static void test_questions_and_their_komi(void **state) {
    struct player *p = *state;
    static struct search_method asked_toy;
    asked_toy = toy_method;
    asked_toy.values_passes = true;
    use(p, &asked_toy);
    assert_int_equal(engine_set_komi(p->engine, 0, &(struct failure){""}), STATUS_OK);
    expect_questions(p, "chinese", 3, (const int[]){1, -1, -1});
    expect_questions(p, "japanese", 4, (const int[]){1, -1, -1, -3});
    set(p, "rules", "chinese");
    use(p, &toy_method);
}

/* It reckons with what White gets for handicap stones. */
static void test_its_komi_includes_the_handicap(void **state) {
    struct player *p = *state;
    struct failure why;
    begin(p, 9);
    assert_int_equal(engine_set_komi(p->engine, 0.5, &why), STATUS_OK);
    assert_int_equal(engine_fixed_handicap(p->engine, 3, &why), STATUS_OK);
    genmove(p, WHITE);
    assert_int_equal(positions[0].half_komi, 1 + 2 * 3);
    assert_int_equal(engine_set_komi(p->engine, 7.5, &why), STATUS_OK);
}

/* Without an evaluator the position's value is that of the best move. */
static void test_values_without_an_evaluator(void **state) {
    struct player *p = *state;
    struct failure why;
    double value, all[BOARD_MAX_POINTS];
    begin(p, 5);
    assert_int_equal(engine_value(p->engine, BLACK, &value, &why), STATUS_OK);
    assert_true(value == named("E5", 5) / (double)BOARD_MAX_POINTS);
    play(p, BLACK, "E5");
    assert_int_equal(engine_values(p->engine, WHITE, all, &why), STATUS_OK);
    assert_true(all[named("E5", 5)] == -1 && all[named("D5", 5)] > 0);
    struct active_shape shapes[4];
    int count;
    assert_int_equal(engine_shapes(p->engine, shapes, 4, &count, &why), STATUS_OK);
    assert_int_equal(count, 3); /* the stone is in a corner */
    for (int i = 0; i < count; i++) assert_true(shapes[i].short_term == shapes[i].long_term);
}

/* GTP starts the search before it answers a command that begins a game, not in the first genmove.
 */
static void test_no_genmove_waits_for_its_start(void **state) {
    struct player *p = *state;
    static const char begins[] = "boardsize 7\nclear_board\n", plays[] = "genmove b\nname\n";
    const char *const parts[] = {begins, plays};
    int starts[2];
    begin(p, 5);
    for (int i = 0; i < 2; i++) {
        struct failure why;
        char *answers;
        size_t length;
        int in[2];
        FILE *out = open_memstream(&answers, &length);
        assert_int_equal(pipe(in), 0);
        assert_int_equal(write(in[1], parts[i], strlen(parts[i])), strlen(parts[i]));
        close(in[1]);
        assert_int_equal(gtp_run(p->engine, &(struct gtp_identity){NULL, NULL}, in[0], out, &why),
                         STATUS_OK);
        fclose(out);
        free(answers);
        close(in[0]);
        starts[i] = own->starts;
        assert_int_equal(own->size, 7);
        assert_int_equal(own->runs, i);
    }
    assert_int_equal(starts[1], starts[0]);
}

static void test_visits(void **state) {
    struct player *p = *state;
    uint64_t visits[BOARD_MAX_POINTS];
    begin(p, 5);
    assert_int_equal(engine_visits(p->engine, visits), 0);
    genmove(p, BLACK);
    assert_int_equal(engine_visits(p->engine, visits), 40);
    assert_int_equal(visits[named("E5", 5)], 40 / 25);
}

static void test_it_learns_on_the_opponents_time(void **state) {
    struct player *p = *state;
    begin(p, 5);
    set(p, "ponder", "on");
    const int before = own->learning_runs;
    engine_ponder(p->engine);
    assert_int_equal(own->learning_runs, before);
    genmove(p, BLACK);
    engine_ponder(p->engine);
    assert_int_equal(own->learning_runs, before + 1);
}

/* Without time for a search, none or two milliseconds for the move, it is still called but may not
 * search. */
static void test_a_limit_without_time(void **state) {
    struct player *p = *state;
    static const double left[] = {0.001, 0.25};
    for (int i = 0; i < COUNT_OF(left); i++) {
        begin(p, 13);
        time_control_settings(engine_time_control(p->engine), 1, 0, 0);
        time_control_left(engine_time_control(p->engine), BLACK, left[i], 0);
        genmove(p, BLACK);
        assert_int_equal(own->looks, 0);
    }
    begin(p, 13);
    time_control_left(engine_time_control(p->engine), BLACK, 100, 0);
    genmove(p, BLACK);
    assert_int_equal(own->looks, 40);
    time_control_init(engine_time_control(p->engine));
}

static void test_the_parameter_does_not_replace_it(void **state) {
    struct player *p = *state;
    struct failure why;
    begin(p, 5);
    set(p, "search", "greedy");
    assert_int_equal(toys, 1);
    assert_int_equal(genmove(p, BLACK), named("E5", 5));
    assert_int_equal(engine_use_search(p->engine, NULL, &why), STATUS_OK);
    assert_int_equal(toys, 0);
    begin(p, 5);
    assert_int_not_equal(genmove(p, BLACK), named("E5", 5));
    set(p, "search", "two-phase");
    assert_int_equal(engine_use_search(p->engine, &toy_method, &why), STATUS_OK);
}

/* The table has a row with the right name for each choice of the parameter. */
static void test_the_table_of_searches(void **state) {
    (void)state;
    const char *const *words = param_find("search")->words;
    for (int i = 0; words[i]; i++) assert_string_equal(search_methods[i]->name, words[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_chooses),
        cmocka_unit_test(test_it_is_started_for_each_game),
        cmocka_unit_test(test_its_failure_is_reported),
        cmocka_unit_test(test_reg_genmove_is_a_second_search),
        cmocka_unit_test(test_it_is_watched),
        cmocka_unit_test(test_a_settled_position_shows_a_pass),
        cmocka_unit_test(test_a_pass_must_be_clearly_better),
        cmocka_unit_test(test_questions_share_the_time),
        cmocka_unit_test(test_questions_and_their_komi),
        cmocka_unit_test(test_its_komi_includes_the_handicap),
        cmocka_unit_test(test_values_without_an_evaluator),
        cmocka_unit_test(test_no_genmove_waits_for_its_start),
        cmocka_unit_test(test_visits),
        cmocka_unit_test(test_it_learns_on_the_opponents_time),
        cmocka_unit_test(test_a_limit_without_time),
        cmocka_unit_test(test_the_parameter_does_not_replace_it),
        cmocka_unit_test(test_the_table_of_searches),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
