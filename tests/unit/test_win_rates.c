/* Reported win rates have no bias for the side to move, and their bounds hold. */
#include "guzumi/player/report.h"

#include "player.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static struct player player;

/* ADD_UP: tolerance of the mean sum of two win rates, in thousandths. STEADY: points. */
#ifdef NDEBUG
enum { GAME_MOVES = 60, POSITIONS = 6, ADD_UP = 30, LINES = 4, LINE_MOVES = 30 };
#else
enum { GAME_MOVES = 8, POSITIONS = 1, ADD_UP = 80, LINES = 1, LINE_MOVES = 8 };
#endif
#define STEADY 0.8

static void keep_last(void *context, const struct report *report) {
    *(struct search_statistics *)context = report->found;
}

static int open_player(void **state) {
    struct params params;
    params_default(&params);
    return start_player(state, &player, &params);
}

/* A search of SIMULATIONS, to play a move or to analyse. */
static struct search_statistics search(struct player *p, uint64_t simulations, bool plays) {
    struct search_statistics found;
    struct failure why;
    const struct engine_watch watch = {
        .report = keep_last, .context = &found, .interval = INFINITY};
    const enum color color = engine_game(p->engine)->to_move;
    engine_set_watch(p->engine, &watch);
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, simulations);
    set(p, "simulations", text);
    if (plays)
        genmove(p, color);
    else
        assert_int_equal(engine_analyze(p->engine, color, simulations, &why), STATUS_OK);
    engine_set_watch(p->engine, NULL);
    return found;
}

/* The mover's win rates before two consecutive moves sum to one, in the mean over a game. */
static void assert_no_saw_tooth(struct player *p, const char *method) {
    double last = NAN, sum = 0;
    int count = 0;
    set(p, "search", method);
    engine_clear(p->engine, 9);
    for (int i = 0; i < GAME_MOVES && game_passes(engine_game(p->engine)) == 0; i++) {
        const struct search_statistics found = search(p, 2000, true);
        if (i > 0) sum += last + found.winrate;
        count += i > 0;
        last = found.winrate;
    }
    print_message("%s: %.4f, mean of %d\n", method, sum / count, count);
    assert_in_range(1000 * sum / count, 1000 - ADD_UP, 1000 + ADD_UP);
}

static void win_rates_add_up(void **state) {
    assert_no_saw_tooth(*state, "tree");
    assert_no_saw_tooth(*state, "td");
}

/* The win rates of a point in several searches of a position. */
struct opinions {
    int count;
    double sum;
};

/* Of a pass, and of a stone on each point. */
struct opinions_of_all {
    struct opinions passing, placing[BOARD_MAX_POINTS];
};

static struct opinions *opinions_of(struct opinions_of_all *all, int point) {
    return point == PASS ? &all->passing : &all->placing[point];
}

/* The deviations from search to search in units of the standard error; how many lower bounds lie
 * below the mean of all searches. */
struct bounds {
    double squares;
    int count, held;
};

enum { SEARCHES = 8 };

static void compare_searches(struct player *p, struct bounds *bounds) {
    static struct search_statistics found[SEARCHES];
    struct opinions_of_all all = {.passing = {0}};
    for (int i = 0; i < SEARCHES; i++) {
        engine_forget(p->engine);
        found[i] = search(p, 600, false);
        for (int j = 0; j < found[i].count; j++) {
            struct opinions *o = opinions_of(&all, found[i].candidates[j].point);
            o->sum += found[i].candidates[j].winrate;
            o->count++;
        }
    }
    for (int i = 0; i < SEARCHES; i++)
        for (int j = 0; j < found[i].count; j++) {
            const struct search_candidate *c = &found[i].candidates[j];
            const struct opinions *o = opinions_of(&all, c->point);
            const double mean = o->sum / o->count;
            if (c->visits < 10) continue;
            bounds->squares += pow((c->winrate - mean) / c->error, 2);
            bounds->held += search_lower_bound(c) <= mean;
            bounds->count++;
        }
}

static void bounds_hold(void **state) {
    struct player *p = *state;
    struct bounds bounds = {0};
    set(p, "search", "tree");
    engine_clear(p->engine, 9);
    for (int i = 0; i < POSITIONS; i++) {
        for (int move = 0; move < 5; move++) search(p, 100, true);
        compare_searches(p, &bounds);
    }
    const double deviation = sqrt(bounds.squares / bounds.count);
    print_message("%d of %d bounds held; %.2f standard errors from search to search\n", bounds.held,
                  bounds.count, deviation);
    /* 95 %, less two standard deviations. */
    assert_true(bounds.held >= 0.95 * bounds.count - 2 * sqrt(0.95 * 0.05 * bounds.count));
    assert_true(deviation > 0.5 && deviation < 1.2);
}

/* A move's score starts at the mean of all moves and approaches its own. */
static void scores_are_shrunk(void **state) {
    static const char *const methods[] = {"tree", "td"};
    struct player *p = *state;
    for (int i = 0; i < COUNT_OF(methods); i++) {
        set(p, "search", methods[i]);
        engine_clear(p->engine, 9);
        const struct search_statistics found = search(p, 300, false);
        double largest = 0;
        for (int j = 0; j < found.count; j++) {
            const struct search_candidate *c = &found.candidates[j];
            const double away = fabs(c->score - found.score);
            /* v results within 90 points, and 16 at the mean. */
            assert_true(away <= 180.0 * (double)c->visits / (double)(c->visits + 16) + 1e-9);
            largest = fmax(largest, away);
        }
        assert_true(largest > 0.1);
    }
}

/* Along a line of the engine's own each score is near the one before. One line proves little: such
 * means of single lines lie between 0.6 and 1.7. */
static void scores_are_steady(void **state) {
    struct player *p = *state;
    struct failure why;
    double sum = 0;
    int count = 0;
    set(p, "search", "tree");
    /* Always the same lines; how they are chosen is no matter here. */
    set(p, "tree_choice", "visits");
    set(p, "network_turned", "off");
    for (int line = 0; line < LINES; line++) {
        double last = NAN;
        set(p, "seed", (const char *const[]){"1", "2", "3", "4"}[line]);
        engine_clear(p->engine, 9);
        for (int i = 0; i < LINE_MOVES; i++) {
            const enum color color = engine_game(p->engine)->to_move;
            engine_forget(p->engine);
            const struct search_statistics found = search(p, 500, false);
            const int point = found.candidates[0].point;
            if (point == PASS) break;
            if (i > 0) sum += fabs(found.score + last);
            count += i > 0;
            last = found.score;
            assert_int_equal(engine_accept(p->engine, point, color, ALLOW_ALL, &why), STATUS_OK);
        }
    }
    print_message("scores of two moves differ by %.2f, mean of %d\n", sum / count, count);
    assert_true(count > 0 && sum / count < STEADY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(win_rates_add_up), cmocka_unit_test(bounds_hold),
        cmocka_unit_test(scores_are_shrunk), cmocka_unit_test(scores_are_steady)};
    return cmocka_run_group_tests(tests, open_player, end_player);
}
