/* Networks against their definition, unit by unit, and every derivative against central
 * differences. */
#include "guzumi/classics/classic.h"
#include "guzumi/classics/liberty_value.h"

#include "classic_trainer.h"
#include "reference_classic.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The activation functions are within 6e-6 of tanh, and sums are of single precision. */
#define VALUE_TOLERANCE 5e-5
#define DERIVATIVE_TOLERANCE 5e-4

enum { SHAPES = 8 };

/* The network of Figure 2 with CHANNELS hidden channels. */
static struct classic_shape territory(int side, int channels, int near, int wide, bool symmetric) {
    static const char *const names[] = {"h0", "h1", "h2"};
    struct classic_shape s = {.symmetric = symmetric};
    classic_shape_channel(&s, "board", side, ACTIVATION_LINEAR);
    for (int i = 0; i < channels; i++)
        classic_shape_link(&s, 0, classic_shape_channel(&s, names[i], side, ACTIVATION_TANH), near);
    const int out = classic_shape_channel(&s, "reinf", side, ACTIVATION_TANH);
    classic_shape_link(&s, 0, out, near);
    for (int i = 1; i <= channels; i++) classic_shape_link(&s, i, out, wide);
    return s;
}

/* One in which a hidden channel leads to another and to the output: its errors come from both. */
static struct classic_shape ladder(int side) {
    struct classic_shape s = {0};
    classic_shape_channel(&s, "board", side, ACTIVATION_LINEAR);
    classic_shape_channel(&s, "low", side, ACTIVATION_TANH);
    classic_shape_channel(&s, "high", side, ACTIVATION_LOGISTIC);
    classic_shape_channel(&s, "out", side, ACTIVATION_LINEAR);
    classic_shape_link(&s, 0, 1, 3);
    classic_shape_link(&s, 1, 2, 3);
    classic_shape_link(&s, 1, 3, 5);
    classic_shape_link(&s, 2, 3, 3);
    return s;
}

static struct classic_shape perceptron(int inputs, int hidden, enum activation activation) {
    struct classic_shape s = {0};
    classic_shape_vector(&s, "in", inputs, ACTIVATION_LINEAR);
    classic_shape_vector(&s, "hidden", hidden, activation);
    classic_shape_vector(&s, "out", 1, ACTIVATION_LINEAR);
    classic_shape_link(&s, 0, 1, 0);
    classic_shape_link(&s, 1, 2, 0);
    return s;
}

static struct classic_shape shape_number(int i) {
    switch (i) {
    case 0:
        return territory(5, 2, 5, 9, false);
    case 1:
        return territory(5, 2, 3, 9, true);
    case 2:
        return territory(4, 1, 3, 11, false); /* wider than twice the board */
    case 3:
        return territory(3, 0, 5, 3, false);
    case 4:
        return perceptron(7, 10, ACTIVATION_TANH);
    case 5:
        return perceptron(8, 4, ACTIVATION_LOGISTIC);
    case 6:
        return ladder(4);
    default:
        return perceptron(1, 1, ACTIVATION_LINEAR);
    }
}

struct subject {
    struct classic *network;
    float *values, *derivatives;
    double *weights, *input;
    struct classic_gradient gradient;
    int outputs;
};

static void subject_begin(struct subject *s, const struct classic_shape *shape, uint64_t seed) {
    struct failure why;
    struct rng rng;
    rng_seed(&rng, seed, 0);
    assert_true(classic_shape_is_sound(shape));
    assert_int_equal(classic_new(&s->network, shape, &why), STATUS_OK);
    struct classic *n = s->network;
    classic_randomise(n, 1, &rng);
    for (int l = 1; !shape->symmetric && l < shape->layer_count; l++)
        for (int i = 0; i < shape->layers[l].units; i++)
            n->weights[n->bias_start[l] + i] = (float)(rng_real(&rng) - 0.5);
    classic_expand(n);
    assert_int_equal(classic_gradient_init(&s->gradient, n, &why), STATUS_OK);
    s->values = calloc((size_t)n->room, sizeof *s->values);
    s->derivatives = calloc((size_t)n->weight_count, sizeof *s->derivatives);
    s->weights = calloc((size_t)n->weight_count, sizeof *s->weights);
    s->input = calloc((size_t)shape->layers[0].units, sizeof *s->input);
    assert_true(s->values && s->derivatives && s->weights && s->input);
    for (int i = 0; i < n->weight_count; i++) s->weights[i] = (double)n->weights[i];
    s->outputs = shape->layers[shape->layer_count - 1].units;
}

static void subject_end(struct subject *s) {
    classic_gradient_free(&s->gradient);
    classic_free(s->network);
    free(s->values);
    free(s->derivatives);
    free(s->weights);
    free(s->input);
}

/* Stones, or numbers of any kind for a vector. */
static void draw_input(struct subject *s, struct rng *rng) {
    const struct classic_layer *in = &s->network->shape.layers[0];
    for (int i = 0; i < in->units; i++) {
        const float x = in->side ? (float)rng_below(rng, 3) - 1 : (float)(rng_real(rng) - 0.5);
        s->values[i] = x;
        s->input[i] = (double)x;
    }
}

static const float *outputs_of(const struct subject *s) {
    return s->values + s->network->first[s->network->shape.layer_count - 1];
}

static void values_are_those_of_the_definition(void **state) {
    (void)state;
    for (int i = 0; i < SHAPES; i++) {
        const struct classic_shape shape = shape_number(i);
        struct subject s;
        struct rng rng;
        double expected[REFERENCE_CLASSIC_UNITS];
        subject_begin(&s, &shape, (uint64_t)i + 1);
        rng_seed(&rng, 5, (uint64_t)i);
        for (int k = 0; k < 20; k++) {
            const float bias = k % 2 ? 1 : -1;
            draw_input(&s, &rng);
            classic_forward(s.network, bias, s.values, NULL);
            reference_classic_outputs(&shape, s.weights, s.input, (double)bias, expected);
            for (int u = 0; u < s.outputs; u++)
                assert_true(fabs((double)outputs_of(&s)[u] - expected[u]) < VALUE_TOLERANCE);
        }
        subject_end(&s);
    }
}

/* The sum of the reference's derivatives of all weights that share one with INDEX: of the kernel's
 * or the channel's square that begins at START. */
static double shared_derivative(const double *plain, int start, int side, int index) {
    bool counted[64 * 64] = {false};
    double sum = 0;
    for (int g = 0; g < 8; g++) {
        int row = (index - start) / side, column = (index - start) % side;
        if (g & 1) row = side - 1 - row;
        if (g & 2) column = side - 1 - column;
        const int at = g & 4 ? column * side + row : row * side + column;
        if (!counted[at]) sum += plain[start + at];
        counted[at] = true;
    }
    return sum;
}

/* Where the square that weight INDEX belongs to begins, and its side. */
static int square_of(const struct classic *n, int index, int *side) {
    int start = 0;
    for (int l = 1; l < n->shape.layer_count; l++)
        if (index >= n->bias_start[l]) {
            start = n->bias_start[l];
            *side = n->shape.layers[l].side;
        }
    for (int i = 0; i < n->shape.link_count; i++)
        if (index >= n->link_start[i]) {
            start = n->link_start[i];
            *side = n->shape.links[i].kernel;
        }
    return start;
}

/* Two states with random errors at the outputs: their derivatives add up. */
static void derivatives_are_central_differences(void **state) {
    (void)state;
    for (int i = 0; i < SHAPES; i++) {
        const struct classic_shape shape = shape_number(i);
        struct subject s;
        struct rng rng;
        subject_begin(&s, &shape, (uint64_t)i + 1);
        rng_seed(&rng, 6, (uint64_t)i);
        const int weights = s.network->weight_count;
        double *plain = calloc((size_t)weights, sizeof *plain);
        assert_non_null(plain);
        for (int k = 0; k < 2; k++) {
            float errors[REFERENCE_CLASSIC_UNITS];
            double exact[REFERENCE_CLASSIC_UNITS];
            draw_input(&s, &rng);
            for (int u = 0; u < s.outputs; u++)
                exact[u] = (double)(errors[u] = (float)(rng_real(&rng) - 0.5));
            const float bias = k ? 1 : -1;
            classic_forward(s.network, bias, s.values, NULL);
            classic_backward(s.network, bias, s.values, errors, &s.gradient);
            for (int w = 0; w < weights; w++)
                plain[w] += reference_classic_derivative(&shape, s.weights, w, s.input,
                                                         (double)bias, exact);
        }
        classic_fold(s.network, &s.gradient, s.derivatives);
        for (int w = 0; w < weights; w++) {
            int side = 0;
            const int start = square_of(s.network, w, &side);
            const double expected =
                shape.symmetric ? shared_derivative(plain, start, side, w) : plain[w];
            assert_true(fabs((double)s.derivatives[w] - expected) < DERIVATIVE_TOLERANCE);
        }
        free(plain);
        subject_end(&s);
    }
}

/* Folding starts again from zero. */
static void folding_forgets(void **state) {
    (void)state;
    const struct classic_shape shape = shape_number(0);
    const float errors[25] = {1, -1};
    struct subject s;
    struct rng rng;
    subject_begin(&s, &shape, 1);
    rng_seed(&rng, 1, 0);
    draw_input(&s, &rng);
    classic_forward(s.network, 1, s.values, NULL);
    classic_backward(s.network, 1, s.values, errors, &s.gradient);
    classic_fold(s.network, &s.gradient, s.derivatives);
    classic_fold(s.network, &s.gradient, s.derivatives);
    for (int w = 0; w < s.network->weight_count; w++) assert_true(s.derivatives[w] == 0);
    subject_end(&s);
}

/* Exchanging the colours, turn included, changes every output's sign and nothing else, to the bit.
 */
static void colours_are_antisymmetric(void **state) {
    (void)state;
    const struct classic_shape shape = shape_number(0);
    struct subject s;
    struct rng rng;
    float kept[25];
    subject_begin(&s, &shape, 3);
    rng_seed(&rng, 2, 0);
    draw_input(&s, &rng);
    classic_forward(s.network, 1, s.values, NULL);
    memcpy(kept, outputs_of(&s), sizeof kept);
    for (int i = 0; i < 25; i++) s.values[i] = -s.values[i];
    classic_forward(s.network, -1, s.values, NULL);
    for (int i = 0; i < 25; i++) assert_true(outputs_of(&s)[i] == -kept[i]);
    subject_end(&s);
}

/* A symmetric network sees a turned board as the same board, turned. */
static void symmetric_networks_are_symmetric(void **state) {
    (void)state;
    const struct classic_shape shape = shape_number(1);
    struct subject s;
    struct rng rng;
    float kept[25], stones[25];
    subject_begin(&s, &shape, 4);
    rng_seed(&rng, 2, 0);
    draw_input(&s, &rng);
    memcpy(stones, s.values, sizeof stones);
    classic_forward(s.network, 1, s.values, NULL);
    memcpy(kept, outputs_of(&s), sizeof kept);
    for (int row = 0; row < 5; row++)
        for (int column = 0; column < 5; column++)
            s.values[column * 5 + 4 - row] = stones[row * 5 + column];
    classic_forward(s.network, 1, s.values, NULL);
    for (int row = 0; row < 5; row++)
        for (int column = 0; column < 5; column++)
            assert_true(fabsf(outputs_of(&s)[column * 5 + 4 - row] - kept[row * 5 + column]) <
                        1e-5F);
    subject_end(&s);
}

static void the_activation_functions(void **state) {
    (void)state;
    for (double x = -12; x <= 12; x += 0.001) {
        float y[2] = {(float)x, (float)x};
        activation_apply(ACTIVATION_TANH, y, 1);
        activation_apply(ACTIVATION_LOGISTIC, y + 1, 1);
        assert_true(fabs((double)y[0] - tanh(x)) < 6e-6);
        assert_true(fabs((double)y[1] - 1 / (1 + exp(-x))) < 6e-6);
    }
}

/* The links' weights follow each other. */
static int weights_of_link(const struct classic *n, int link) {
    const bool last = link + 1 == n->shape.link_count;
    return (last ? n->weight_count : n->link_start[link + 1]) - n->link_start[link];
}

/* Uniform, with the standard deviation scale / sqrt(inputs); the biases are zero. */
static void random_weights_have_the_scale_asked_for(void **state) {
    (void)state;
    const struct classic_shape shapes[] = {perceptron(100, 40, ACTIVATION_TANH),
                                           territory(9, 1, 9, 17, false)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        struct classic *n;
        struct failure why;
        struct rng rng;
        const int inputs = i == 0 ? 100 : 81;
        double largest = 0, squares = 0;
        rng_seed(&rng, 1, 0);
        assert_int_equal(classic_new(&n, &shapes[i], &why), STATUS_OK);
        classic_randomise(n, 0.5, &rng);
        const int count = weights_of_link(n, 0);
        for (int k = 0; k < count; k++) {
            const double w = (double)n->weights[n->link_start[0] + k] * sqrt(inputs) / 0.5;
            largest = fmax(largest, fabs(w));
            squares += w * w / count;
        }
        assert_true(largest <= sqrt(3) + 1e-6 && largest > 0.95 * sqrt(3));
        assert_true(fabs(squares - 1) < 0.2);
        for (int k = n->bias_start[1]; k < n->link_start[0]; k++) assert_true(n->weights[k] == 0);
        classic_free(n);
    }
}

/* A silenced channel contributes nothing; the others are as before. */
static void silent_layers(void **state) {
    (void)state;
    const struct classic_shape shape = territory(5, 2, 3, 9, false);
    struct subject s;
    subject_begin(&s, &shape, 1);
    struct classic *n = s.network;
    classic_silence(n, 1);
    for (int link = 0; link < shape.link_count; link++)
        for (int k = 0; k < weights_of_link(n, link); k++) {
            const int w = n->link_start[link] + k;
            const float expected = shape.links[link].from == 1 ? 0 : (float)s.weights[w];
            assert_true(n->weights[w] == expected);
        }
    assert_true(classic_row(n, 3, 0)[0] == 0); /* expanded: h0 -> reinf */
    subject_end(&s);
}

/* Kernels keep their middle on another board, and edges their biases. */
static void transfer_to_a_larger_board(void **state) {
    (void)state;
    const struct classic_shape small = territory(5, 1, 3, 9, false);
    const struct classic_shape large = territory(8, 2, 3, 11, false);
    struct subject a, b;
    subject_begin(&a, &small, 1);
    subject_begin(&b, &large, 2);
    const struct classic *from = a.network, *to = b.network;
    const float second = to->weights[to->bias_start[2] + 3];
    classic_transfer(b.network, from);
    const float *bias = to->weights + to->bias_start[1], *was = from->weights + from->bias_start[1];
    assert_true(bias[0] == was[0] && bias[7] == was[4] && bias[63] == was[24]);
    assert_true(bias[1 * 8 + 3] == was[1 * 5 + 2] && bias[6 * 8 + 4] == was[3 * 5 + 2]);
    assert_true(to->weights[to->bias_start[2] + 3] == second); /* h1 is new */
    /* The middle of h0 -> reinf: the last but one link there, the last one here. */
    const float *wide = to->weights + to->link_start[3],
                *narrow = from->weights + from->link_start[2];
    assert_true(wide[5 * 11 + 5] == narrow[4 * 9 + 4]);
    assert_true(wide[1 * 11 + 1] == narrow[0] && wide[0] == 0);
    assert_true(classic_row(to, 0, 9)[9] == to->weights[to->link_start[0] + 4]); /* expanded */
    subject_end(&a);
    subject_end(&b);
}

/* Each half of a board with an even number of lines stays on its side. */
static void transfer_from_an_even_board(void **state) {
    (void)state;
    const struct classic_shape small = territory(4, 0, 3, 3, false);
    const struct classic_shape large = territory(9, 0, 3, 3, false);
    const int line[] = {0, 1, 1, 1, 1, 2, 2, 2, 3};
    struct subject a, b;
    subject_begin(&a, &small, 1);
    subject_begin(&b, &large, 2);
    classic_transfer(b.network, a.network);
    for (int i = 0; i < 81; i++)
        assert_true(b.network->weights[b.network->bias_start[1] + i] ==
                    a.network->weights[a.network->bias_start[1] + line[i / 9] * 4 + line[i % 9]]);
    subject_end(&a);
    subject_end(&b);
}

static void what_cannot_be_transferred(void **state) {
    (void)state;
    struct failure why;
    const struct classic_shape shapes[] = {liberty_shape(5, 75), liberty_shape(7, 75),
                                           liberty_shape(5, 40), territory(5, 1, 3, 3, false),
                                           territory(9, 0, 5, 3, false)};
    struct classic *n[COUNT_OF(shapes)];
    for (int i = 0; i < COUNT_OF(shapes); i++)
        assert_int_equal(classic_new(&n[i], &shapes[i], &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(shapes); i++)
        for (int k = 0; k < COUNT_OF(shapes); k++)
            assert_int_equal(classic_can_transfer(n[i], n[k]), i == k || i > 2 || k > 2);
    for (int i = 0; i < COUNT_OF(shapes); i++) classic_free(n[i]);
}

/* A symmetric network has symmetric weights whatever it starts from. */
static void transfer_to_symmetry(void **state) {
    (void)state;
    const struct classic_shape plain = territory(5, 0, 3, 3, false);
    const struct classic_shape symmetric = territory(5, 0, 3, 3, true);
    struct subject a, b;
    subject_begin(&a, &plain, 1);
    subject_begin(&b, &symmetric, 2);
    classic_transfer(b.network, a.network);
    const float *kernel = b.network->weights + b.network->link_start[0],
                *was = a.network->weights + a.network->link_start[0];
    assert_true(kernel[0] == kernel[2] && kernel[0] == kernel[8] && kernel[1] == kernel[3]);
    assert_true(fabsf(kernel[0] - (was[0] + was[2] + was[6] + was[8]) / 4) < 1e-6F);
    subject_end(&a);
    subject_end(&b);
}

static void unsound_shapes(void **state) {
    (void)state;
    const struct classic_shape good = shape_number(0);
    struct classic_shape s = good;
    s.links[0].kernel = 4;
    assert_false(classic_shape_is_sound(&s));
    s = good;
    s.links[0].from = s.links[0].to;
    assert_false(classic_shape_is_sound(&s));
    s = good;
    s.layers[1].units = 24;
    assert_false(classic_shape_is_sound(&s));
    s = good;
    s.layers[2].name[0] = 0;
    assert_false(classic_shape_is_sound(&s));
    s = good;
    s.links[1].to = 3;
    s.links[2].to = 2;
    assert_false(classic_shape_is_sound(&s));
    s = shape_number(4);
    s.symmetric = true;
    assert_false(classic_shape_is_sound(&s));
    s = shape_number(4);
    s.links[0].kernel = 3;
    assert_false(classic_shape_is_sound(&s));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_definition),
        cmocka_unit_test(derivatives_are_central_differences),
        cmocka_unit_test(folding_forgets),
        cmocka_unit_test(colours_are_antisymmetric),
        cmocka_unit_test(symmetric_networks_are_symmetric),
        cmocka_unit_test(the_activation_functions),
        cmocka_unit_test(random_weights_have_the_scale_asked_for),
        cmocka_unit_test(silent_layers),
        cmocka_unit_test(transfer_to_a_larger_board),
        cmocka_unit_test(transfer_from_an_even_board),
        cmocka_unit_test(what_cannot_be_transferred),
        cmocka_unit_test(transfer_to_symmetry),
        cmocka_unit_test(unsound_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
