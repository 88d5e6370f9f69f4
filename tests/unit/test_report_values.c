/* The numbers of reports: scores of analyses in turn, and win rates that games confirm. */
#include "guzumi/player/report.h"

#include "watched.h"

#include <math.h>

/* --- scores of analyses in turn --- */

/* Analyzes a position with White to move, plays candidate RANK, and analyzes the position after it
 * for COLOR, without the moves AVOIDED unless that is NULL. Returns that candidate; the report is
 * of the second position. */
static struct search_candidate analyze_in_turn(struct fixture *f, int rank, enum color color,
                                               const struct bitset *avoided) {
    struct player *p = &f->player;
    engine_forget(p->engine);
    engine_clear(p->engine, 9);
    set(p, "seed", "7");
    avoid(p, BLACK, NULL);
    engine_set_watch(p->engine, &f->watch);
    play(p, BLACK, "E5");
    play(p, WHITE, "A1");
    play(p, BLACK, "E3");
    analyze(f, WHITE, 300);
    const struct search_candidate out = f->last->found.candidates[rank];
    play_point(p, WHITE, out.point);
    if (avoided) avoid(p, color, avoided);
    analyze(f, color, 100);
    return out;
}

/* The score of a position is the mean with that of the move that led there. A move with few visits
 * counts for few, one with more than the search of the position for no more than that. */
static void test_scores_in_turn_are_means(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    set(&f->player, "search_keep", "false");
    for (int rank = 0; rank < 3; rank++) {
        f->watch.alone = true;
        const struct search_candidate move = analyze_in_turn(f, rank, BLACK, NULL);
        const struct search_statistics own = f->last->found;
        f->watch.alone = false;
        analyze_in_turn(f, rank, BLACK, NULL);
        const struct search_statistics *found = &f->last->found;
        const double weight = fmin((double)move.visits, 100);
        const double more = (-move.score - own.score) * weight / (100 + weight);
        assert_true(fabs(more) > 1e-4);
        assert_true(fabs(found->score - own.score - more) < 1e-9);
        assert_true(fabs(found->candidates[1].score - own.candidates[1].score - more) < 1e-9);
    }
    set(&f->player, "search_keep", "true");
}

static void test_scores_apart_are_not(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    struct bitset corner = {{0}};
    bitset_add(&corner, point_at(9, 8, 8));
    set(&f->player, "search_keep", "false");
    const struct {
        enum color color;
        const struct bitset *avoided;
    } cases[] = {{WHITE, NULL}, {BLACK, &corner}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double score[2];
        for (int alone = 0; alone < 2; alone++) {
            f->watch.alone = alone;
            analyze_in_turn(f, 0, cases[i].color, cases[i].avoided);
            score[alone] = f->last->found.score;
        }
        assert_true(score[0] == score[1]);
    }
    avoid(&f->player, BLACK, NULL);
    set(&f->player, "search_keep", "true");
}

/* --- win rates --- */

static double log_odds(double p) {
    return log(p / (1 - p));
}

/* What a search of a position finds, reported with win rates of that SLOPE. */
static struct search_statistics find_with_slope(struct fixture *f, const char *slope) {
    struct player *p = &f->player;
    engine_forget(p->engine);
    engine_clear(p->engine, 9);
    set(p, "seed", "7");
    set(p, "winrate_slope", slope);
    play(p, BLACK, "E5");
    analyze(f, WHITE, 300);
    set(p, "winrate_slope", "1.7");
    return f->last->found;
}

/* The mean's log-odds times the slope, of the position, its moves and their bounds. */
static void test_win_rates_are_calibrated(void **state) {
    struct fixture *f = begin(state, 9, INFINITY);
    const struct search_statistics mean = find_with_slope(f, "1"),
                                   steep = find_with_slope(f, "2.5"),
                                   usual = find_with_slope(f, "1.7");
    int bounded = 0;
    assert_true(mean.count > 5 && mean.count == steep.count);
    assert_true(fabs(log_odds(steep.winrate) - 2.5 * log_odds(mean.winrate)) < 1e-9);
    assert_true(fabs(log_odds(usual.winrate) - 1.7 * log_odds(mean.winrate)) < 1e-9);
    for (int i = 0; i < mean.count; i++) {
        const struct search_candidate *m = &mean.candidates[i], *s = &steep.candidates[i];
        assert_int_equal(m->point, s->point);
        assert_true(fabs(log_odds(s->winrate) - 2.5 * log_odds(m->winrate)) < 1e-9);
        const double bound = search_lower_bound(m);
        if (m->error == 0 || bound == 0) continue;
        bounded++;
        assert_true(fabs(log_odds(search_lower_bound(s)) - 2.5 * log_odds(bound)) < 1e-9);
    }
    assert_true(bounded > 0);
    set(&f->player, "search", "td"); /* its win rates are values that were learnt */
    assert_true(find_with_slope(f, "1").winrate == find_with_slope(f, "2.5").winrate);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores_in_turn_are_means),
        cmocka_unit_test(test_scores_apart_are_not),
        cmocka_unit_test(test_win_rates_are_calibrated),
    };
    return cmocka_run_group_tests(tests, open_player, close_player);
}
