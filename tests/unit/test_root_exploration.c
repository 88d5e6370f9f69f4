/* What self-play adds to the root: noise among the probabilities, forced simulations, and samples
 * without what was forced. */
#include "tree_fixture.h"

#include <math.h>

static void begin(struct tree_fixture *f) {
    fixture_begin(f, 7, NULL);
    fixture_assign(f, "heuristic=none");
    fixture_assign(f, "tree_policy=puct");
}

static float prior_of(const struct tree_fixture *f, int slot) {
    return node_priors(fixture_root(f), fixture_tree(f)->slots)[slot];
}

/* Probabilities stay probabilities; a fraction of them is noise, which falls on few moves; what is
 * reported as prior is without it. */
static void noise_is_mixed_in(void **state) {
    struct tree_fixture f;
    (void)state;
    begin(&f);
    fixture_search(&f, NULL, 10);
    const float even = prior_of(&f, 0);
    for (int p = 0; p < point_limit(7); p++)
        if (tree_is_legal(fixture_tree(&f), fixture_root(&f), p))
            assert_true(prior_of(&f, p) == even);
    fixture_assign(&f, "root_noise=0.25");
    fixture_assign(&f, "root_noise_spread=2");
    float where[2] = {0};
    for (int search = 0; search < 2; search++) {
        float sum = 0, least = 1, most = 0;
        fixture_search(&f, NULL, 10);
        for (int p = 0; p < point_limit(7); p++) {
            if (!tree_is_legal(fixture_tree(&f), fixture_root(&f), p)) continue;
            const float prior = prior_of(&f, p);
            sum += prior;
            where[search] += (float)p * prior;
            least = fminf(least, prior);
            most = fmaxf(most, prior);
        }
        assert_true(fabsf(sum - 49 * even - 0.25f * (1 - 49 * even)) < 1e-3f);
        assert_true(least >= 0.749f * even && least < 0.76f * even);
        assert_true(most > 3 * even);
    }
    assert_true(where[0] != where[1]);
    for (int i = 0; i < f.found.count; i++)
        assert_true(fabs(f.found.candidates[i].prior - 1.0 / f.found.count) < 1e-6);
    fixture_end(&f);
}

/* Each move that was tried has what is forced upon it, but for the simulation on its way; without
 * root_forced some have less. */
static int count_short(const struct tree_fixture *f, double forced) {
    int out = 0;
    const double visits = (double)fixture_root(f)->visits;
    for (int p = 0; p < point_limit(7); p++) {
        const uint32_t tried = tree_edge_visits(fixture_tree(f), fixture_root(f), p);
        if (tried > 0 && tree_is_legal(fixture_tree(f), fixture_root(f), p))
            out += tried + 1 < sqrt(forced * (double)prior_of(f, p) * visits);
    }
    return out;
}

static void what_was_tried_is_tried_enough(void **state) {
    struct tree_fixture f;
    (void)state;
    begin(&f);
    f.params.fpu = 0.5; /* not all moves are tried */
    fixture_search(&f, NULL, 3000);
    assert_true(count_short(&f, 10) > 0);
    fixture_assign(&f, "root_forced=10");
    fixture_play(&f, point_at(7, 3, 3));
    fixture_search(&f, NULL, 3000);
    assert_int_equal(count_short(&f, 10), 0);
    fixture_end(&f);
}

/* Samples count what a move's value earned: all of the best move's visits, never more than there
 * are, and fewer of those that were forced. */
static void samples_leave_out_what_was_forced(void **state) {
    struct tree_fixture f;
    uint64_t all = 0, earned = 0, visits[BOARD_MAX_POINTS];
    (void)state;
    begin(&f);
    fixture_assign(&f, "root_noise=0.5");
    fixture_search(&f, NULL, 2000);
    tree_search_earned_visits(f.search, visits);
    for (int i = 0; i < f.found.count; i++)
        assert_int_equal(visits[f.found.candidates[i].point], f.found.candidates[i].visits);
    fixture_assign(&f, "root_forced=4");
    fixture_play(&f, point_at(7, 3, 3));
    fixture_search(&f, NULL, 2000);
    tree_search_earned_visits(f.search, visits);
    for (int i = 0; i < f.found.count; i++) {
        const struct search_candidate *c = &f.found.candidates[i];
        const uint64_t kept = visits[c->point];
        const double forced = sqrt(4 * (double)prior_of(&f, tree_slot(7, c->point)) *
                                   (double)fixture_root(&f)->visits);
        assert_true(kept <= c->visits);
        if (i == 0) assert_int_equal(kept, c->visits);
        if (kept > 0) assert_true((double)kept >= (double)c->visits - forced - 1);
        all += c->visits;
        earned += kept;
    }
    assert_true(earned < all && earned > all / 2);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_is_mixed_in),
        cmocka_unit_test(what_was_tried_is_tried_enough),
        cmocka_unit_test(samples_leave_out_what_was_forced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
