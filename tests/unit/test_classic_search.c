/* The classic networks and the novice as search methods: their choices against those of their
 * modules. */
#include "guzumi/base/clock.h"
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/opponent.h"
#include "guzumi/classics/territory.h"
#include "guzumi/learner/learner.h"
#include "guzumi/search/search.h"

#include "learnt.h"
#include "random_moves.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A store with a random network of KIND for boards of SIZE. */
static struct weight_store *store_with(enum classic_kind kind, int size) {
    struct params params;
    struct trained_classic *network;
    struct weight_store *store;
    struct failure why;
    char path[64];
    params_default(&params);
    params.hidden_units = 20;
    assert_int_equal(trained_classic_new(&network, kind, size, &params, &why), STATUS_OK);
    snprintf(path, sizeof path, "/tmp/guzumi-search-%ld", (long)getpid());
    assert_int_equal(trained_classic_save(network, path, false, &why), STATUS_OK);
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(weight_store_load(store, path, &why), STATUS_OK);
    remove(path);
    trained_classic_release(network);
    return store;
}

struct player {
    struct params params;
    struct search *search;
    struct rng rng;
    atomic_bool stop;
};

static enum status begin(struct player *p, int choice, struct weight_store *store, int size,
                         struct failure *why) {
    params_default(&p->params);
    atomic_init(&p->stop, false);
    rng_seed(&p->rng, 1, 1);
    const struct search_setting setting = {.params = &p->params, .store = store};
    assert_int_equal(search_new(&p->search, search_methods[choice], &setting, why), STATUS_OK);
    return p->search->method->start(p->search, size, NULL, why);
}

static struct search_statistics choose(struct player *p, const struct board *b, enum color color,
                                       const struct bitset *candidates) {
    static struct search_statistics found;
    struct failure why;
    const struct search_position position = {.board = b,
                                             .to_move = color,
                                             .last_point = NO_POINT,
                                             .own_point = NO_POINT,
                                             .half_komi = 11};
    const struct search_limit limit = {.target = INFINITY, .most = INFINITY, .stop = &p->stop};
    assert_int_equal(
        p->search->method->run(p->search, &position, candidates, &limit, &p->rng, &why), STATUS_OK);
    p->search->method->statistics(p->search, &found);
    int line[SEARCH_PV];
    assert_int_equal(p->search->method->pv(p->search, &position, NO_POINT, line), 1);
    assert_int_equal(line[0], found.candidates[0].point);
    return found;
}

static void territory_is_greedy(void **state) {
    (void)state;
    struct weight_store *store = store_with(CLASSIC_TERRITORY, 5);
    const struct trained_classic *network;
    struct territory t;
    struct player p;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    assert_int_equal(begin(&p, SEARCH_TERRITORY, store, 5, &why), STATUS_OK);
    assert_int_equal(trained_classic_find(store, CLASSIC_TERRITORY, 5, &network, &why), STATUS_OK);
    assert_int_equal(territory_init(&t, network->network, 5, &why), STATUS_OK);
    for (int i = 0; i < 20; i++) {
        struct board b;
        struct bitset candidates = {{0}};
        float scores[BOARD_MAX_POINTS];
        const enum color color = random_position(&b, 5, i, &rng);
        const double sign = color_sign(color);
        board_candidates(&b, color, &candidates);
        const struct search_statistics found = choose(&p, &b, color, &candidates);
        assert_int_equal(found.count, bitset_count(&candidates, b.words));
        territory_set(&t, &b, color);
        territory_scores_after(&t, &candidates, scores);
        BITSET_FOR_EACH(q, candidates, b.words) {
            assert_true(sign * ((double)scores[q] - 5.5) < found.score + 1e-4);
        }
    }
    territory_free(&t);
    search_free(p.search);
    weight_store_free(store);
}

static void liberties_look_two_plies_ahead(void **state) {
    (void)state;
    struct weight_store *store = store_with(CLASSIC_LIBERTIES, 4);
    const struct trained_classic *network;
    struct liberty_value v;
    struct player p;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 4, 0);
    assert_int_equal(begin(&p, SEARCH_LIBERTIES, store, 4, &why), STATUS_OK);
    assert_int_equal(trained_classic_find(store, CLASSIC_LIBERTIES, 4, &network, &why), STATUS_OK);
    assert_int_equal(liberty_value_init(&v, network->network, &why), STATUS_OK);
    for (int i = 0; i < 20; i++) {
        struct board b;
        struct bitset candidates = {{0}};
        struct liberty_choice choice;
        const enum color color = random_position(&b, 4, i, &rng);
        board_candidates(&b, color, &candidates);
        if (bitset_is_empty(&candidates, b.words)) continue;
        liberty_choose(2, &v, &b, color, &candidates, NULL, &choice);
        const struct search_statistics found = choose(&p, &b, color, &candidates);
        assert_true(fabs(found.score - 16 * choice.value) < 1e-4);
    }
    liberty_value_free(&v);
    search_free(p.search);
    weight_store_free(store);
}

static void without_candidates_they_pass(void **state) {
    (void)state;
    struct weight_store *store = store_with(CLASSIC_TERRITORY, 5);
    const int methods[] = {SEARCH_TERRITORY, SEARCH_NOVICE};
    for (int i = 0; i < COUNT_OF(methods); i++) {
        struct player p;
        struct failure why;
        struct board b;
        const struct bitset none = {{0}};
        assert_int_equal(begin(&p, methods[i], store, 5, &why), STATUS_OK);
        board_init(&b, 5);
        const struct search_statistics found = choose(&p, &b, BLACK, &none);
        assert_int_equal(found.count, 1);
        assert_int_equal(found.candidates[0].point, PASS);
        search_free(p.search);
    }
    weight_store_free(store);
}

/* Kernels transfer to other board sizes; full connections do not. */
static void networks_for_other_sizes(void **state) {
    (void)state;
    struct weight_store *store = store_with(CLASSIC_TERRITORY, 5);
    struct player p;
    struct failure why;
    struct board b;
    struct bitset candidates = {{0}};
    assert_int_equal(begin(&p, SEARCH_TERRITORY, store, 3, &why), STATUS_OK);
    board_init(&b, 3);
    board_candidates(&b, BLACK, &candidates);
    assert_int_equal(choose(&p, &b, BLACK, &candidates).count, 9);
    search_free(p.search);
    weight_store_free(store);
    store = store_with(CLASSIC_LIBERTIES, 4);
    assert_int_equal(begin(&p, SEARCH_LIBERTIES, store, 19, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "no network for 19x19, the nearest is for 5x5"));
    search_free(p.search);
    weight_store_free(store);
}

static void the_novice_keeps_to_the_candidates(void **state) {
    (void)state;
    struct player p;
    struct failure why;
    struct board b;
    struct bitset corner = {{0}};
    assert_int_equal(begin(&p, SEARCH_NOVICE, NULL, 5, &why), STATUS_OK);
    board_init(&b, 5);
    bitset_add(&corner, 0);
    assert_int_equal(choose(&p, &b, WHITE, &corner).candidates[0].point, 0);
    search_free(p.search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(territory_is_greedy),
        cmocka_unit_test(liberties_look_two_plies_ahead),
        cmocka_unit_test(without_candidates_they_pass),
        cmocka_unit_test(networks_for_other_sizes),
        cmocka_unit_test(the_novice_keeps_to_the_candidates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
