/* Schraudolph's evaluation: what it keeps for candidate moves against evaluating each position
 * anew. */
#include "guzumi/classics/territory.h"

#include "diagram.h"
#include "random_moves.h"
#include "unit.h"

#include <math.h>

#ifdef NDEBUG
enum { GAMES = 6 };
#else
enum { GAMES = 2 };
#endif

static struct classic *random_classic(const struct classic_shape *shape, uint64_t seed) {
    struct classic *n;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, seed, 0);
    assert_int_equal(classic_new(&n, shape, &why), STATUS_OK);
    classic_randomise(n, 2, &rng);
    for (int i = 0; i < n->weight_count; i++) n->weights[i] += (float)rng_real(&rng) * 0.1F;
    classic_expand(n);
    return n;
}

/* The score of a position that is given to a reader of its own. */
static double score_of(const struct classic *n, const struct board *b, enum color to_move) {
    struct territory t;
    struct failure why;
    assert_int_equal(territory_init(&t, n, b->size, &why), STATUS_OK);
    territory_set(&t, b, to_move);
    const double score = territory_score(&t);
    territory_free(&t);
    return score;
}

static void check_candidates(struct territory *t, const struct board *b, enum color color) {
    const struct bitset legal = random_legal(b, color);
    float scores[BOARD_MAX_POINTS];
    territory_set(t, b, color);
    territory_scores_after(t, &legal, scores);
    BITSET_FOR_EACH(p, legal, b->words) {
        struct board after;
        board_copy(&after, b);
        board_play(&after, p, color);
        const double expected = score_of(t->network, &after, color_other(color));
        assert_true(fabs((double)scores[p] - expected) < 1e-3);
    }
}

static void follow_games(const struct classic_shape *shape, int size) {
    struct classic *n = random_classic(shape, 7);
    struct territory t;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 3, (uint64_t)size);
    assert_int_equal(territory_init(&t, n, size, &why), STATUS_OK);
    for (int game = 0; game < GAMES; game++) {
        struct board b;
        enum color color = BLACK;
        board_init(&b, size);
        for (int i = 0; i < 2 * size * size; i++, color = color_other(color)) {
            if (i % 7 == 0) check_candidates(&t, &b, color);
            board_play(&b, random_move(&b, color, &rng), color);
        }
    }
    territory_free(&t);
    classic_free(n);
}

static void candidates_are_worth_what_their_positions_are(void **state) {
    (void)state;
    const struct classic_shape figure = territory_shape(9, 2, 9, 17, false);
    const struct classic_shape narrow = territory_shape(7, 1, 3, 13, true);
    const struct classic_shape bare = territory_shape(5, 0, 5, 9, false);
    const struct classic_shape plain = territory_plain_shape(5, 40);
    follow_games(&figure, 9);
    follow_games(&narrow, 7);
    follow_games(&bare, 5);
    follow_games(&plain, 5);
}

/* The other player sees the same with the other sign. */
static void colours_are_exchanged(void **state) {
    (void)state;
    const struct classic_shape shape = territory_shape(5, 2, 5, 9, false);
    struct classic *n = random_classic(&shape, 1);
    struct board b;
    diagram_read(&b, 5,
                 ". X O . ."
                 ". X O . ."
                 "X X O O ."
                 ". . X . ."
                 ". . . . O");
    const struct board other = diagram_turned(&b, 0, true);
    assert_true(score_of(n, &b, BLACK) == -score_of(n, &other, WHITE));
    assert_true(score_of(n, &b, BLACK) != score_of(n, &b, WHITE));
    classic_free(n);
}

static void the_papers_networks(void **state) {
    (void)state;
    const struct classic_shape figure = territory_shape(9, 2, 9, 17, false);
    const struct classic_shape plain = territory_plain_shape(9, 40);
    struct classic *a = random_classic(&figure, 1), *b = random_classic(&plain, 1);
    assert_int_equal(a->weight_count, 3 * 81 + 3 * 81 + 2 * 17 * 17);
    assert_int_equal(b->weight_count, 82 * 40 + 40 + 1);
    assert_true(territory_fits(&figure, 9) && territory_fits(&plain, 9));
    assert_false(territory_fits(&figure, 7) || territory_fits(&plain, 5));
    classic_free(a);
    classic_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_worth_what_their_positions_are),
        cmocka_unit_test(colours_are_exchanged),
        cmocka_unit_test(the_papers_networks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
