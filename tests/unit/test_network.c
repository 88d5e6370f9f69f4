/* The policy-value network beside a plain one in double precision, and the planes that it reads. */
#include "guzumi/network/network.h"

#include "diagram.h"
#include "network_kernel.h"
#include "random_network.h"

#include <math.h>

/* How far from those of the definition an output may be, as a part of it and at least. */
#define FLOAT_TOLERANCE 1e-4
#define INTEGER_TOLERANCE 3e-3
#define LIMIT_TOLERANCE 0.05 /* of equal weights, whose roundings add up */

static void assert_within(double a, double b, double tolerance) {
    const bool near = fabs(a - b) <= tolerance * (1 + fabs(b));
    if (!near) print_error("%g is not %g\n", a, b);
    assert_true(near);
}

static void assert_near(double a, double b) {
    assert_within(a, b, FLOAT_TOLERANCE);
}

static void assert_output(const struct network_workspace *w, int size,
                          const struct reference_network *expected, double tolerance) {
    for (int p = 0; p < point_limit(size); p++) {
        assert_within((double)w->logit[p], expected->logit[p], tolerance);
        assert_within((double)w->ownership[p], expected->ownership[p], tolerance);
    }
    assert_within((double)w->value, expected->value, tolerance);
}

static void compare_with_twin(struct network_subject *s, int size, reference_planes planes,
                              double tolerance) {
    struct reference_network expected;
    put_planes(s->workspace, size, planes);
    reference_network_forward(s->network, s->weights, size, planes, &expected);
    network_forward(s->network, s->workspace);
    assert_output(s->workspace, size, &expected, FLOAT_TOLERANCE);
    network_predict(s->network, s->workspace);
    assert_output(s->workspace, size, &expected, tolerance);
}

static void outputs_are_those_of_the_definition(void **state) {
    static const int shapes[][2] = {{16, 1}, {16, 3}, {32, 2}, {32, 3}, {48, 1}, {64, 2}};
    static reference_planes planes;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 11, 0);
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        struct network_subject s;
        network_subject_begin(&s, shapes[i][0], shapes[i][1], &rng);
        for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++)
            if (size <= 9 || size % 2 == i % 2) {
                random_planes(size, &rng, planes);
                compare_with_twin(&s, size, planes, INTEGER_TOLERANCE);
            }
        network_subject_end(&s);
    }
}

/* The sums of integers are largest where all inputs and all weights of an output have one sign, or
 * where their signs are those of the transforms' entries. */
static void sums_of_integers_never_overflow(void **state) {
    static const int signs[] = {1, -1, 0};
    static reference_planes planes;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 17, 0);
    for (int i = 0; i < COUNT_OF(signs); i++) {
        struct network_subject s;
        network_subject_begin(&s, NETWORK_MAX_CHANNELS, 1, &rng);
        struct network *n = s.network;
        for (int k = 0; k < 9 * n->layout.inputs[0] * n->channels; k++) {
            const int entry = k / (n->layout.inputs[0] * n->channels);
            const int sign = signs[i] ? signs[i] : (entry / 3 + entry % 3) % 2 ? -1 : 1;
            n->weights[n->layout.kernel[0] + k] = (float)sign / 64;
            s.weights[n->layout.kernel[0] + k] = sign / 64.0;
        }
        network_transform(n);
        for (int p = 0; p < point_limit(9); p++)
            for (int k = 0; k < NETWORK_PLANES; k++)
                planes[p][k] = signs[i] ? 4 * signs[i] : (p / 10 + p % 10) % 2 ? -4 : 4;
        compare_with_twin(&s, 9, planes, LIMIT_TOLERANCE);
        network_subject_end(&s);
    }
}

static void assert_same_output(const struct network_workspace *a, const struct network_workspace *b,
                               int size) {
    const size_t points = (size_t)point_limit(size);
    assert_memory_equal(a->logit, b->logit, points * sizeof *a->logit);
    assert_memory_equal(a->ownership, b->ownership, points * sizeof *a->ownership);
    assert_true(a->value == b->value);
}

/* Whatever size the workspace had before, and whichever numbers, to the bit. */
static void sizes_leave_nothing_behind(void **state) {
    static const int sizes[] = {19, 9, 2, 13, 9, 10, 9};
    static reference_planes planes;
    struct network_subject s;
    struct failure why;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 12, 0);
    network_subject_begin(&s, 32, 2, &rng);
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        struct network_workspace *fresh;
        assert_int_equal(network_workspace_new(&fresh, s.network, &why), STATUS_OK);
        random_planes(sizes[i], &rng, planes);
        put_planes(fresh, sizes[i], planes);
        put_planes(s.workspace, sizes[i], planes);
        network_predict(s.network, s.workspace);
        network_forward(s.network, fresh);
        network_forward(s.network, s.workspace);
        assert_same_output(fresh, s.workspace, sizes[i]);
        network_predict(s.network, fresh);
        network_predict(s.network, s.workspace);
        assert_same_output(fresh, s.workspace, sizes[i]);
        network_workspace_free(fresh);
    }
    network_subject_end(&s);
}

/* A network that sees a board turned finds what it finds of the turned board, for the points that
 * have moved there. */
static void a_turned_board_has_its_own_points(void **state) {
    static reference_planes planes, turned;
    struct network_subject s;
    struct network_workspace *other;
    struct failure why;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 13, 0);
    network_subject_begin(&s, 16, 2, &rng);
    assert_int_equal(network_workspace_new(&other, s.network, &why), STATUS_OK);
    for (int i = 0; i < 32; i++) {
        const int size = 5 + i / 2 % 5, symmetry = i % 8;
        random_planes(size, &rng, planes);
        POINT_FOR_EACH(p, size) {
            memcpy(turned[point_transform(size, symmetry, p)], planes[p], sizeof planes[p]);
        }
        put_turned_planes(s.workspace, size, symmetry, planes);
        put_planes(other, size, turned);
        network_predict(s.network, s.workspace);
        network_predict(s.network, other);
        POINT_FOR_EACH(p, size) {
            const int to = point_transform(size, symmetry, p);
            assert_true(s.workspace->logit[p] == other->logit[to]);
            assert_true(s.workspace->ownership[p] == other->ownership[to]);
        }
        assert_near((double)s.workspace->value, (double)other->value);
    }
    network_workspace_free(other);
    network_subject_end(&s);
}

/* What the network finds with some kernels, in floats and in integers. */
struct found {
    struct {
        float logits[BOARD_MAX_POINTS], ownership[BOARD_MAX_POINTS], value;
    } in[2];
};

static void find_with(struct network_subject *s, const struct network_kernels *kernels, int size,
                      reference_planes planes, struct found *out) {
    s->network->kernels = kernels;
    network_transform(s->network);
    put_planes(s->workspace, size, planes);
    for (int i = 0; i < 2; i++) {
        (i == 0 ? network_forward : network_predict)(s->network, s->workspace);
        memcpy(out->in[i].logits, s->workspace->logit, sizeof out->in[i].logits);
        memcpy(out->in[i].ownership, s->workspace->ownership, sizeof out->in[i].ownership);
        out->in[i].value = s->workspace->value;
    }
}

/* As those of any processor, to the bit. */
static void kernels_find_the_same(void **state) {
    const struct network_kernels *const kernels = network_kernels_tested(state);
    static reference_planes planes;
    static struct found expected, found;
    struct rng rng;
    rng_seed(&rng, 15, 0);
    for (int channels = NETWORK_LANE; channels <= NETWORK_MAX_CHANNELS; channels += NETWORK_LANE) {
        struct network_subject s;
        network_subject_begin(&s, channels, 1, &rng);
        for (int size = 5; size <= 19; size += 7) {
            random_planes(size, &rng, planes);
            find_with(&s, network_kernels_for(NETWORK_ANY), size, planes, &expected);
            find_with(&s, kernels, size, planes, &found);
            assert_memory_equal(&found, &expected, sizeof found);
        }
        network_subject_end(&s);
    }
}

static void fastest_kernels_are_used(void **state) {
    struct network_subject s;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 16, 0);
    assert_non_null(network_kernels_for(NETWORK_ANY));
    assert_null(network_kernels_for(NETWORK_INSTRUCTIONS));
    network_subject_begin(&s, NETWORK_LANE, 1, &rng);
    assert_ptr_equal(s.network->kernels, network_kernels());
    enum network_instructions i = NETWORK_INSTRUCTIONS - 1;
    for (; network_kernels_for(i) != network_kernels(); i--) assert_null(network_kernels_for(i));
    network_subject_end(&s);
}

static void no_weights_leave_the_linear_policy(void **state) {
    static reference_planes planes;
    struct network *network;
    struct network_workspace *w;
    struct failure why;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 13, 0);
    random_planes(9, &rng, planes);
    assert_int_equal(network_new(&network, 16, 1, NETWORK_PLANES, &why), STATUS_OK);
    assert_int_equal(network_workspace_new(&w, network, &why), STATUS_OK);
    put_planes(w, 9, planes);
    network_forward(network, w);
    for (int p = 0; p < point_limit(9); p++) {
        if (point_column(9, p) == 9) continue;
        const float plane = (float)planes[p][NETWORK_PLANE_LIKELIHOOD];
        assert_true(w->logit[p] == network_linear_logit(plane));
        assert_near((double)network_likelihood_plane(w->logit[p]), (double)plane);
        assert_true(w->ownership[p] == 0);
    }
    assert_true(w->value == 0);
    network_workspace_free(w);
    network_free(network);
}

static void random_weights_are_of_one_seed(void **state) {
    struct network *a, *b;
    struct failure why;
    struct rng rng;
    (void)state;
    assert_int_equal(network_new(&a, 16, 2, NETWORK_PLANES, &why), STATUS_OK);
    assert_int_equal(network_new(&b, 16, 2, NETWORK_PLANES, &why), STATUS_OK);
    rng_seed(&rng, 14, 0);
    network_randomise(a, &rng);
    rng_seed(&rng, 14, 0);
    network_randomise(b, &rng);
    assert_memory_equal(a->weights, b->weights, (size_t)a->layout.count * sizeof *a->weights);
    network_randomise(b, &rng);
    assert_memory_not_equal(a->weights, b->weights, (size_t)a->layout.count * sizeof *a->weights);
    network_free(a);
    network_free(b);
}

/* --- planes --- */

enum { SIDE = 5 };

/* Black takes a stone at the mark, and White may not take it back. X has one liberty at the mark,
 * two above, three twice, and the stone below has four. */
static const char ko_fight[] = ". X O . ."
                               "X O * O ."
                               ". X O . ."
                               ". . . X ."
                               ". . . . .";

struct posed {
    struct board board;
    struct network_position position;
    struct network *network;
    struct network_workspace *workspace;
};

static void pose(struct posed *at, enum color to_move, int half_komi) {
    struct failure why;
    const int mark = diagram_read(&at->board, SIDE, ko_fight);
    board_play(&at->board, mark, BLACK);
    const int before = point_at(SIDE, 3, 3);
    at->position = (struct network_position){&at->board, to_move, mark, before, half_komi, false};
    assert_int_equal(network_new(&at->network, 16, 1, NETWORK_PLANES, &why), STATUS_OK);
    assert_int_equal(network_workspace_new(&at->workspace, at->network, &why), STATUS_OK);
    network_workspace_clear(at->workspace, SIDE, 0);
    for (int p = 0; p < point_limit(SIDE); p++) /* what was there before must go */
        if (point_column(SIDE, p) < SIDE)
            at->workspace->planes[network_cell(&at->workspace->grid, p) * NETWORK_PLANES] = 7;
}

static void unpose(struct posed *at) {
    network_workspace_free(at->workspace);
    network_free(at->network);
}

static float plane_at(const struct posed *at, int plane, int point) {
    const struct network_workspace *w = at->workspace;
    return w->planes[network_cell(&w->grid, point) * NETWORK_PLANES + (size_t)plane];
}

/* ROWS from the top: 1 is where the plane is 1, . where it is 0. */
static void assert_plane(const struct posed *at, int plane, const char *rows) {
    for (int i = 0; *rows; rows++) {
        if (*rows == ' ') continue;
        const int point = point_at(SIDE, i % SIDE, SIDE - 1 - i / SIDE);
        const bool right = plane_at(at, plane, point) == (*rows == '1' ? 1.0F : 0.0F);
        if (!right) print_error("plane %d, row %d, column %d\n", plane, i / SIDE, i % SIDE);
        assert_true(right);
        i++;
    }
}

static void assert_stones(const struct posed *at, int blacks, int whites, int black_liberties,
                          int white_liberties) {
    assert_plane(at, blacks, ".1... 1.1.. .1... ...1. .....");
    assert_plane(at, whites, "..1.. ...1. ..1.. ..... .....");
    assert_plane(at, black_liberties, "..... ..1.. ..... ..... .....");
    assert_plane(at, black_liberties + 1, ".1... ..... ..... ..... .....");
    assert_plane(at, black_liberties + 2, "..... 1.... .1... ..... .....");
    assert_plane(at, white_liberties, "..1.. ..... ..... ..... .....");
    assert_plane(at, white_liberties + 1, "..... ..... ..1.. ..... .....");
    assert_plane(at, white_liberties + 2, "..... ...1. ..... ..... .....");
}

static void planes_are_the_movers_view(void **state) {
    struct posed at;
    (void)state;
    pose(&at, WHITE, 15);
    network_inputs_set(at.workspace, &at.position, NULL, NULL, 0);
    assert_stones(&at, NETWORK_PLANE_THEIRS, NETWORK_PLANE_OURS, NETWORK_PLANE_THEIR_LIBERTIES,
                  NETWORK_PLANE_OUR_LIBERTIES);
    assert_plane(&at, NETWORK_PLANE_LAST, "..... ..1.. ..... ..... .....");
    assert_plane(&at, NETWORK_PLANE_OWN, "..... ...1. ..... ..... .....");
    assert_plane(&at, NETWORK_PLANE_KO, "..... .1... ..... ..... .....");
    assert_plane(&at, NETWORK_PLANE_BOARD, "11111 11111 11111 11111 11111");
    assert_plane(&at, NETWORK_PLANE_CANDIDATE, "..... ..... ..... ..... .....");
    assert_near((double)plane_at(&at, NETWORK_PLANE_KOMI, 0), 0.75);
    assert_near((double)plane_at(&at, NETWORK_PLANE_KOMI, point_at(SIDE, 4, 4)), 0.75);
    unpose(&at);
    pose(&at, BLACK, 15);
    network_inputs_set(at.workspace, &at.position, NULL, NULL, 0);
    assert_stones(&at, NETWORK_PLANE_OURS, NETWORK_PLANE_THEIRS, NETWORK_PLANE_OUR_LIBERTIES,
                  NETWORK_PLANE_THEIR_LIBERTIES);
    assert_plane(&at, NETWORK_PLANE_KO, "..... ..... ..... ..... ....."); /* it bars White alone */
    assert_near((double)plane_at(&at, NETWORK_PLANE_KOMI, 0), -0.75);
    unpose(&at);
}

static void passes_and_large_komi(void **state) {
    struct posed at;
    (void)state;
    pose(&at, WHITE, 200);
    at.position.last = PASS;
    at.position.own = NO_POINT;
    network_inputs_set(at.workspace, &at.position, NULL, NULL, 0);
    assert_plane(&at, NETWORK_PLANE_LAST, "..... ..... ..... ..... .....");
    assert_plane(&at, NETWORK_PLANE_OWN, "..... ..... ..... ..... .....");
    assert_true(plane_at(&at, NETWORK_PLANE_KOMI, 0) == 4);
    at.position.to_move = BLACK;
    network_inputs_set(at.workspace, &at.position, NULL, NULL, 0);
    assert_true(plane_at(&at, NETWORK_PLANE_KOMI, 0) == -4);
    unpose(&at);
}

/* Two moves with the probabilities 1/4 and 3/4, and a third with nearly none. */
static void candidates_have_their_chances_and_gains(void **state) {
    const int points[] = {0, 1, point_at(SIDE, 4, 4)};
    const float logit[] = {0, 1.0986123F, -40}, gain[] = {0.5F, 5, -5};
    struct move_action actions[3];
    struct posed at;
    (void)state;
    memset(actions, 0, sizeof actions);
    for (int i = 0; i < 3; i++) {
        actions[i].point = (int16_t)points[i];
        actions[i].gain = gain[i];
    }
    pose(&at, WHITE, 15);
    network_inputs_set(at.workspace, &at.position, actions, logit, 3);
    assert_plane(&at, NETWORK_PLANE_CANDIDATE, "....1 ..... ..... ..... 11...");
    assert_near((double)plane_at(&at, NETWORK_PLANE_LIKELIHOOD, points[0]), 2 + log(0.25) / 4);
    assert_near((double)plane_at(&at, NETWORK_PLANE_LIKELIHOOD, points[1]), 2 + log(0.75) / 4);
    assert_true(plane_at(&at, NETWORK_PLANE_LIKELIHOOD, points[2]) == 0);
    assert_true(plane_at(&at, NETWORK_PLANE_GAIN, points[0]) == 0.5F);
    assert_true(plane_at(&at, NETWORK_PLANE_GAIN, points[1]) == 3);
    assert_true(plane_at(&at, NETWORK_PLANE_GAIN, points[2]) == -3);
    assert_true(plane_at(&at, NETWORK_PLANE_GAIN, 2) == 0);
    unpose(&at);
}

/* What the linear policy knows of a move, features of each group; the smaller network has no such
 * planes. */
static void candidates_have_their_tactics(void **state) {
    struct move_action actions[3];
    const float logit[3] = {0, 0, 0};
    struct posed at;
    (void)state;
    memset(actions, 0, sizeof actions);
    const uint16_t first[] = {MOVE_LIBERTIES + 1, MOVE_CATCHES + 2, MOVE_SAVES};
    const uint16_t second[] = {MOVE_LIBERTIES + 12 + 6 + 3, MOVE_SELF_ATARI_LAST, MOVE_ESCAPES,
                               MOVE_RESCUES_LAST};
    actions[0].point = 0;
    actions[0].count = COUNT_OF(first);
    memcpy(actions[0].index, first, sizeof first);
    actions[1].point = 1;
    actions[1].count = COUNT_OF(second);
    memcpy(actions[1].index, second, sizeof second);
    actions[2] = (struct move_action){.point = 2, .count = 1}; /* joins stones, takes none */
    actions[2].index[0] = MOVE_LIBERTIES + 6 + 2;
    pose(&at, WHITE, 15);
    at.position.last = PASS;
    network_inputs_set(at.workspace, &at.position, actions, logit, 3);
    assert_plane(&at, NETWORK_PLANE_LIBERTIES_AFTER, "..... ..... ..... ..... .....");
    assert_plane(&at, NETWORK_PLANE_LIBERTIES_AFTER + 1, "..... ..... ..... ..... 1....");
    assert_plane(&at, NETWORK_PLANE_LIBERTIES_AFTER + 2, "..... ..... ..... ..... ..1..");
    assert_plane(&at, NETWORK_PLANE_CAPTURES, "..... ..... ..... ..... .1...");
    assert_plane(&at, NETWORK_PLANE_CATCHES, "..... ..... ..... ..... 1....");
    assert_plane(&at, NETWORK_PLANE_SAVES, "..... ..... ..... ..... 1....");
    assert_plane(&at, NETWORK_PLANE_SELF_ATARI, "..... ..... ..... ..... .1...");
    assert_plane(&at, NETWORK_PLANE_ESCAPES, "..... ..... ..... ..... .1...");
    assert_plane(&at, NETWORK_PLANE_RESCUES, "..... ..... ..... ..... .1...");
    assert_plane(&at, NETWORK_PLANE_THREATENS, "..... ..... ..... ..... .....");
    assert_plane(&at, NETWORK_PLANE_PASSED, "11111 11111 11111 11111 11111");
    unpose(&at);
}

/* Whether any channel from FIRST on of OUTPUT is not 0 everywhere. */
static bool has_activity(const struct network_workspace *w, const float *output, int first) {
    POINT_FOR_EACH(p, w->grid.size) {
        const float *at = output + network_cell_of(w, p) * (size_t)w->channels;
        for (int i = first; i < w->channels; i++)
            if (at[i] != 0) return true;
    }
    return false;
}

/* Channels, blocks and planes that are new change nothing, to the bit, and have something to learn
 * from. */
static void a_grown_network_finds_the_same(void **state) {
    static const struct {
        int channels, blocks, planes;
    } grown[] = {{32, 2, NETWORK_PLANES},
                 {48, 2, NETWORK_FIRST_PLANES},
                 {32, 4, NETWORK_FIRST_PLANES},
                 {64, 3, NETWORK_PLANES}};
    struct rng rng;
    (void)state;
    rng_seed(&rng, 21, 0);
    for (int i = 0; i < COUNT_OF(grown); i++) {
        struct network *few, *many;
        struct network_workspace *a, *b;
        reference_planes planes;
        struct failure why;
        assert_int_equal(network_new(&few, 32, 2, NETWORK_FIRST_PLANES, &why), STATUS_OK);
        assert_int_equal(
            network_new(&many, grown[i].channels, grown[i].blocks, grown[i].planes, &why),
            STATUS_OK);
        network_randomise(few, &rng);
        for (int k = 0; k < few->layout.count; k++)
            few->weights[k] += (float)random_between(&rng, -0.04, 0.04);
        network_transform(few);
        network_randomise(many, &rng);
        network_grow(few, many);
        network_transform(many);
        assert_int_equal(network_workspace_new(&a, few, &why), STATUS_OK);
        assert_int_equal(network_workspace_new(&b, many, &why), STATUS_OK);
        assert_false(network_workspace_fits(a, many));
        random_planes(9, &rng, planes);
        put_planes(a, 9, planes);
        put_planes(b, 9, planes);
        network_forward(few, a);
        network_forward(many, b);
        assert_memory_equal(a->logit, b->logit, sizeof a->logit);
        assert_memory_equal(a->ownership, b->ownership, sizeof a->ownership);
        assert_true(a->value == b->value && a->value != 0);
        for (int k = 0; k <= 2 * many->blocks + 1; k++) {
            const bool new_block = k > 4 && k <= 2 * many->blocks && k % 2 == 1;
            if (many->channels > 32 || new_block)
                assert_true(has_activity(b, b->output[k], new_block ? 0 : 32));
        }
        network_workspace_free(a);
        network_workspace_free(b);
        network_free(few);
        network_free(many);
    }
}

static void borders_are_empty(void **state) {
    struct posed at;
    (void)state;
    pose(&at, WHITE, 15);
    network_inputs_set(at.workspace, &at.position, NULL, NULL, 0);
    const int side = at.workspace->grid.side;
    double all = 0, points = 0;
    for (int i = 0; i < side * side * NETWORK_PLANES; i++) all += (double)at.workspace->planes[i];
    for (int p = 0; p < point_limit(SIDE); p++)
        for (int i = 0; i < NETWORK_PLANES && point_column(SIDE, p) < SIDE; i++)
            points += (double)plane_at(&at, i, p);
    assert_near(all, points);
    assert_true(points > 0);
    unpose(&at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_are_those_of_the_definition),
        cmocka_unit_test(sums_of_integers_never_overflow),
        cmocka_unit_test(sizes_leave_nothing_behind),
        cmocka_unit_test(a_turned_board_has_its_own_points),
        cmocka_unit_test(fastest_kernels_are_used),
        network_kernel_tests(kernels_find_the_same),
        cmocka_unit_test(no_weights_leave_the_linear_policy),
        cmocka_unit_test(random_weights_are_of_one_seed),
        cmocka_unit_test(planes_are_the_movers_view),
        cmocka_unit_test(passes_and_large_komi),
        cmocka_unit_test(candidates_have_their_chances_and_gains),
        cmocka_unit_test(candidates_have_their_tactics),
        cmocka_unit_test(a_grown_network_finds_the_same),
        cmocka_unit_test(borders_are_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
