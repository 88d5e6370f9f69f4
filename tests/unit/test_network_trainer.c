/* The training of the policy-value network: what it makes of samples, that it learns, and that it
 * goes on through a file to the bit. */
#include "guzumi/go/board.h"
#include "network_trainer.h"

#include "learnt.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 5 };

/* --- samples --- */

static void add(struct samples *samples, const struct sample *sample) {
    struct failure why;
    assert_null(sample_find_mistake(sample));
    assert_int_equal(samples_add(samples, sample, &why), STATUS_OK);
}

/* What a search that knows of this test finds: the result and the ownership are those of the
 * stones, and the candidate nearest to A1 is visited most. */
static void evaluate(const struct board *board, struct sample *sample) {
    struct bitset candidates = {{0}};
    int balance = 0;
    board_candidates(board, sample->to_move, &candidates);
    BITSET_FOR_EACH(p, candidates, board->words) {
        sample->visits[sample->choices] = sample->choices == 0 ? 300 : 4;
        sample->choice[sample->choices++] = (int16_t)p;
    }
    for (int color = 0; color < 2; color++) {
        board_stones(board, (enum color)color, &sample->stones[color]);
        BITSET_FOR_EACH(p, sample->stones[color], board->words) {
            sample->ownership[p] = (int8_t)(90 * color_sign((enum color)color));
            balance += color_sign((enum color)color);
        }
    }
    sample->has_ownership = !sample->inner;
    sample->value = balance > 0 ? 0.9 : balance < 0 ? 0.1 : 0.5;
    sample->simulations = 1000;
}

/* Adds a game of random moves. Each third position is as if it came from inside a tree. */
static void add_game(struct samples *samples, uint32_t game, struct rng *rng) {
    struct board board;
    struct bitset candidates = {{0}};
    enum color to_move = BLACK;
    int last = NO_POINT, own = NO_POINT;
    board_init(&board, SIZE);
    for (int move = 0; move < 12; move++) {
        struct sample sample = {.game = game,
                                .size = SIZE,
                                .to_move = to_move,
                                .ko = board.ko_color == (uint8_t)to_move ? board.ko : NO_POINT,
                                .last = last,
                                .own = own,
                                .half_komi = 15,
                                .inner = move % 3 == 2};
        if (sample.ko < 0) sample.ko = NO_POINT;
        evaluate(&board, &sample);
        add(samples, &sample);
        bitset_clear(&candidates, BITSET_WORDS);
        board_candidates(&board, to_move, &candidates);
        const int count = bitset_count(&candidates, board.words);
        if (count == 0) return;
        const int point =
            bitset_select(&candidates, board.words, (int)rng_below(rng, (uint32_t)count));
        board_play(&board, point, to_move);
        own = last;
        last = point;
        to_move = color_other(to_move);
    }
}

static struct samples some_samples(uint32_t games) {
    struct samples out = {.count = 0};
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (uint32_t game = 0; game < games; game++) add_game(&out, game, &rng);
    return out;
}

/* --- examples --- */

static struct network_examples examples_by(const struct samples *samples,
                                           const struct params *params) {
    struct network_examples out;
    struct weight_store *store;
    struct failure why;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(network_examples_read(&out, samples, store, params, &why), STATUS_OK);
    weight_store_free(store);
    return out;
}

static struct network_examples examples_of(const struct samples *samples, double lambda) {
    struct params params;
    params_default(&params);
    params.lambda = lambda;
    return examples_by(samples, &params);
}

/* A position of a game of which the three moves at A1, C3 and E5 are known so far. */
static struct sample after(int moves, double value, bool continued_best) {
    const int played[3] = {point_at(SIZE, 0, 0), point_at(SIZE, 2, 2), point_at(SIZE, 4, 4)};
    struct sample out = {.size = SIZE,
                         .to_move = moves % 2 ? WHITE : BLACK,
                         .ko = NO_POINT,
                         .last = moves ? played[moves - 1] : NO_POINT,
                         .own = moves > 1 ? played[moves - 2] : NO_POINT,
                         .value = value,
                         .simulations = 100,
                         .continued_best = continued_best};
    for (int i = 0; i < moves; i++) bitset_add(&out.stones[i % 2], played[i]);
    return out;
}

/* Black's value is 0.2, and 1 after three moves, of which the last two came from fast searches and
 * left no samples; in one case the first left the search's choice. */
static void values_look_past_fast_moves(void **state) {
    (void)state;
    for (int left = 0; left < 2; left++) {
        struct samples samples = {.count = 0};
        const struct sample first = after(0, 0.2, !left), next = after(3, 1, false);
        add(&samples, &first);
        add(&samples, &next);
        struct network_examples e = examples_of(&samples, 0.75);
        const double wanted = left ? 0.2 : 0.25 * 0.2 + 0.75 * 1;
        assert_true(fabs((double)e.all[0].value - wanted) < 1e-6);
        network_examples_free(&e);
        samples_free(&samples);
    }
}

/* Black's values 0.2, 0.6 and 1 in a game that leaves the search's choice after the second
 * position in one case; between the first two there is a position of a tree. */
static void values_look_ahead(void **state) {
    (void)state;
    for (int left = 0; left < 2; left++) {
        struct samples samples = {.count = 0};
        struct sample inner = after(3, 0.9, false), third = after(2, 1, true),
                      other = after(3, 0.3, false);
        const struct sample first = after(0, 0.2, true), second = after(1, 0.6, !left);
        inner.inner = true;
        other.game = 1;
        add(&samples, &first);
        add(&samples, &inner);
        add(&samples, &second);
        add(&samples, &third);
        add(&samples, &other); /* of the next game, though it would fit */
        struct network_examples e = examples_of(&samples, 0.75);
        const double middle = left ? 0.6 : 0.25 * 0.6 + 0.75 * 1;
        assert_true(fabs((double)e.all[3].value - 1) < 1e-6);
        assert_true(fabs((double)e.all[2].value - (1 - middle)) < 1e-6); /* White's view */
        assert_true(fabs((double)e.all[0].value - (0.25 * 0.2 + 0.75 * middle)) < 1e-6);
        assert_true(fabs((double)e.all[1].value - (1 - 0.9)) < 1e-6);
        assert_true(fabs((double)e.all[4].value - (1 - 0.3)) < 1e-6);
        network_examples_free(&e);
        samples_free(&samples);
    }
}

/* Odds of 1:4 become 1:16 by a slope of 2, before values are averaged; positions of trees, too. */
static void values_get_steeper(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct params params;
    struct sample inner = after(2, 0.2, false);
    const struct sample first = after(0, 0.2, true), last = after(1, 1, false);
    params_default(&params);
    params.lambda = 0.75;
    params.value_slope = 2;
    inner.inner = true;
    add(&samples, &first);
    add(&samples, &inner);
    add(&samples, &last);
    struct network_examples e = examples_by(&samples, &params);
    assert_true(fabs((double)e.all[0].value - (0.25 / 17 + 0.75 * 1)) < 1e-6);
    assert_true(fabs((double)e.all[1].value - 1.0 / 17) < 1e-6);
    assert_true(e.all[2].value == 0); /* White's view */
    network_examples_free(&e);
    samples_free(&samples);
}

/* Games of two positions: the first has a random win rate and is won as often as one with SLOPE
 * times its log-odds. Some have no winner, and positions inside trees say the opposite. */
static struct samples games_by_slope(double slope, uint32_t games, struct rng *rng) {
    struct samples out = {.count = 0};
    for (uint32_t game = 0; game < games; game++) {
        const double value = (double)(float)(0.05 + 0.9 * rng_real(rng));
        const bool won = rng_bernoulli(rng, win_rate_steeper(value, slope));
        struct sample first = after(0, value, true), inner = after(2, won ? 0.02 : 0.98, false);
        struct sample last = after(1, game % 10 == 9 ? 0.5 : won ? 0.98 : 0.02, false);
        inner.inner = true;
        first.game = inner.game = last.game = game;
        add(&out, &first);
        add(&out, &inner);
        add(&out, &last);
    }
    return out;
}

/* The log likelihood of the results, by the definition. */
static double likelihood(const struct samples *samples, double slope) {
    double out = 0;
    for (size_t i = 0; i + 2 < samples_count(samples); i += 3) {
        struct sample first, last;
        samples_get(samples, i, &first);
        samples_get(samples, i + 2, &last);
        if (last.value == 0.5) continue;
        const double p = win_rate_steeper(first.value, slope);
        const double q = win_rate_steeper(last.value, slope);
        out += last.value > 0.5 ? log(p) + log(q) : log(1 - p) + log(1 - q);
    }
    return out;
}

static void the_slope_is_the_likeliest(void **state) {
    (void)state;
    static const double slopes[] = {1.2, 2, 3};
    struct rng rng;
    rng_seed(&rng, 41, 0);
    for (int i = 0; i < 3; i++) {
        struct samples samples = games_by_slope(slopes[i], 2000, &rng);
        const double found = network_value_slope(&samples);
        assert_true(fabs(found - slopes[i]) < 0.3);
        assert_true(likelihood(&samples, found) > likelihood(&samples, found - 0.005));
        assert_true(likelihood(&samples, found) > likelihood(&samples, found + 0.005));
        samples_free(&samples);
    }
}

static void the_slope_needs_games_and_has_bounds(void **state) {
    (void)state;
    struct rng rng;
    struct params params;
    params_default(&params);
    rng_seed(&rng, 42, 0);
    for (int i = 0; i < 2; i++) { /* 49 and 50 games with a winner */
        struct samples samples = games_by_slope(3, i == 0 ? 54 : 55, &rng);
        struct network_examples e = examples_by(&samples, &params);
        assert_true(i == 0 ? e.value_slope == 1 : e.value_slope > 1.5);
        network_examples_free(&e);
        samples_free(&samples);
    }
    struct samples none = {.count = 0}, steep = games_by_slope(10, 1000, &rng),
                   flat = games_by_slope(0.2, 1000, &rng);
    assert_true(network_value_slope(&none) == 1);
    assert_true(network_value_slope(&steep) == 4);
    assert_true(network_value_slope(&flat) == 1);
    samples_free(&steep);
    samples_free(&flat);
}

static void positions_of_trees_count_less(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct sample game = after(2, 0.5, false), inner = after(2, 0.5, false);
    game.choices = inner.choices = 1;
    game.choice[0] = inner.choice[0] = (int16_t)point_at(SIZE, 1, 1);
    game.visits[0] = inner.visits[0] = 9;
    game.has_ownership = inner.inner = true;
    add(&samples, &game);
    add(&samples, &inner);
    game.choices = 0;
    add(&samples, &game);
    struct network_examples e = examples_of(&samples, 0);
    assert_false(e.all[0].inner);
    assert_true(e.all[0].policy_weight == 1 && e.all[0].value_weight == 1);
    assert_true(e.all[0].ownership_weight == 1);
    assert_true(e.all[1].inner);
    assert_true(fabs((double)e.all[1].policy_weight - 100.0 / 400) < 1e-6);
    assert_true(fabs((double)e.all[1].value_weight - 100.0 / 160) < 1e-6);
    assert_true(e.all[1].ownership_weight == 0);
    assert_true(e.all[2].policy_weight == 0 && e.all[2].value_weight == 1);
    network_examples_free(&e);
    samples_free(&samples);
}

static void one_game_in_forty_is_held_out(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    for (uint32_t game = 0; game < 50; game++) {
        struct sample sample = after(1, 0.5, false);
        sample.game = game;
        add(&samples, &sample);
    }
    struct network_examples e = examples_of(&samples, 0);
    assert_int_equal(e.held_out_count, 2);
    assert_int_equal(e.held_out[0], 7);
    assert_int_equal(e.held_out[1], 47);
    assert_int_equal(e.learnt_count, 48);
    assert_int_equal(e.learnt[7], 8);
    network_examples_free(&e);
    /* In a file of their own, games keep their part whatever was read before. */
    samples.file = calloc(2, sizeof *samples.file);
    assert_non_null(samples.file);
    samples.file[1] = 3;
    samples.file_count = 2;
    e = examples_of(&samples, 0);
    assert_int_equal(e.held_out_count, 1);
    assert_int_equal(e.held_out[0], 10);
    network_examples_free(&e);
    samples_free(&samples);
}

/* --- symmetries --- */

static struct sample turned(const struct sample *sample, int symmetry) {
    struct sample out = *sample;
    const int size = sample->size;
    memset(out.stones, 0, sizeof out.stones);
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        const int to = point_transform(size, symmetry, p);
        for (int color = 0; color < 2; color++)
            if (bitset_has(&sample->stones[color], p)) bitset_add(&out.stones[color], to);
        out.ownership[to] = sample->ownership[p];
    }
    out.ko = point_transform(size, symmetry, sample->ko);
    out.last = point_transform(size, symmetry, sample->last);
    out.own = point_transform(size, symmetry, sample->own);
    for (int i = 0; i < sample->choices; i++)
        out.choice[i] = (int16_t)point_transform(size, symmetry, sample->choice[i]);
    return out;
}

/* A's points are those of B before the board is turned by SYMMETRY. */
static void assert_same_target(const struct network_target *a, int symmetry,
                               const struct network_target *b) {
    POINT_FOR_EACH(p, SIZE) {
        const int to = point_transform(SIZE, symmetry, p);
        assert_true(a->policy[p] == b->policy[to] && a->ownership[p] == b->ownership[to]);
        assert_true(bitset_has(&a->candidates, p) == bitset_has(&b->candidates, to));
    }
    assert_int_equal(bitset_count(&a->candidates, BITSET_WORDS),
                     bitset_count(&b->candidates, BITSET_WORDS));
    assert_true(a->value_weight == b->value_weight);
}

/* An example that is turned is the example of the position that is turned, but for another komi:
 * each symmetry of a position of a game has that in one view of four. */
static void targets_turn_with_the_board(void **state) {
    (void)state;
    struct samples samples = some_samples(3), all = {.count = 0};
    struct network *network;
    struct network_workspace *a, *b;
    struct failure why;
    for (size_t i = 0; i < samples_count(&samples); i++) {
        struct sample sample;
        samples_get(&samples, i, &sample);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            const struct sample other = turned(&sample, symmetry);
            add(&all, &other);
        }
    }
    struct network_examples e = examples_of(&all, 0);
    assert_int_equal(network_new(&network, NETWORK_LANE, 1, NETWORK_PLANES, &why), STATUS_OK);
    assert_int_equal(network_workspace_new(&a, network, &why), STATUS_OK);
    assert_int_equal(network_workspace_new(&b, network, &why), STATUS_OK);
    for (size_t view = 0; view < 4 * e.count; view++) {
        const size_t i = view / 4;
        const int turn = (int)(i % 8), quarter = (int)(view % 4);
        struct network_target first, second;
        network_examples_set(&e, i - i % 8, turn + 8 * quarter, a, &first);
        network_examples_set(&e, i, 0, b, &second);
        assert_same_target(&first, turn, &second);
        const bool other = !e.all[i].inner && quarter == 3;
        assert_true(other || first.value == second.value);
        const size_t floats = (size_t)a->grid.side * (size_t)a->grid.side * NETWORK_PLANES;
        for (size_t k = 0; k < floats; k++)
            assert_true((other && k % NETWORK_PLANES == NETWORK_PLANE_KOMI) ||
                        fabsf(a->planes[k] - b->planes[k]) < 0.001f);
    }
    network_workspace_free(a);
    network_workspace_free(b);
    network_free(network);
    network_examples_free(&e);
    samples_free(&all);
    samples_free(&samples);
}

/* The last search of a game gives Black 8 points of 5x5. With another komi, of up to ten points
 * more or less and of either sign, Black's positions are won and White's lost where 8 points exceed
 * it; the nearer, the less surely. */
static void another_komi_has_its_own_result(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct network *network;
    struct network_workspace *w;
    struct failure why;
    double least = 100, most = -100;
    for (uint32_t game = 0; game < 200; game++) {
        struct sample first = after(game % 2 ? 1 : 2, 0.5, true), last = after(3, 0.5, false);
        first.game = last.game = game;
        last.has_ownership = true;
        for (int x = 0; x < 5; x++) last.ownership[point_at(SIZE, x, 1)] = 100;
        for (int x = 0; x < 4; x++) last.ownership[point_at(SIZE, x, 2)] = x < 3 ? 80 : 60;
        add(&samples, &first);
        add(&samples, &last);
    }
    struct network_examples e = examples_of(&samples, 0);
    assert_int_equal(network_new(&network, NETWORK_LANE, 1, NETWORK_PLANES, &why), STATUS_OK);
    assert_int_equal(network_workspace_new(&w, network, &why), STATUS_OK);
    for (size_t i = 0; i < e.count; i += 2) {
        struct network_target target;
        network_examples_set(&e, i, NETWORK_VIEWS - 1, w, &target);
        const int sign = i / 2 % 2 ? -1 : 1; /* Black's move after two moves, White's after one */
        const double komi =
            -sign * 10 * (double)network_planes_at(w, point_at(SIZE, 0, 0))[NETWORK_PLANE_KOMI];
        const double score = sign * (8 - komi), sure = 1 / (1 + exp(-score / (SIZE / 8.0)));
        assert_true(fabs((double)target.value - sure) < 1e-4);
        least = fmin(least, komi);
        most = fmax(most, komi);
    }
    assert_true(least > -10.01 && least < -6 && most < 10.01 && most > 6);
    network_workspace_free(w);
    network_free(network);
    network_examples_free(&e);
    samples_free(&samples);
}

/* White's stone between four of Black's has just been taken by the last of them. */
static void a_ko_is_no_candidate(void **state) {
    const int ko = point_at(SIZE, 2, 1), taken_by = point_at(SIZE, 3, 1);
    struct sample sample = {
        .size = SIZE, .to_move = WHITE, .ko = ko, .last = taken_by, .own = ko, .value = 0.5};
    struct samples samples = {.count = 0};
    struct network *network;
    struct network_workspace *w;
    struct network_target target;
    struct failure why;
    (void)state;
    sample.simulations = 1;
    bitset_add(&sample.stones[BLACK], taken_by);
    bitset_add(&sample.stones[BLACK], point_at(SIZE, 1, 1));
    bitset_add(&sample.stones[BLACK], point_at(SIZE, 2, 0));
    bitset_add(&sample.stones[BLACK], point_at(SIZE, 2, 2));
    bitset_add(&sample.stones[WHITE], point_at(SIZE, 4, 1));
    bitset_add(&sample.stones[WHITE], point_at(SIZE, 3, 0));
    bitset_add(&sample.stones[WHITE], point_at(SIZE, 3, 2));
    add(&samples, &sample);
    struct network_examples e = examples_of(&samples, 0);
    assert_int_equal(network_new(&network, NETWORK_LANE, 1, NETWORK_PLANES, &why), STATUS_OK);
    assert_int_equal(network_workspace_new(&w, network, &why), STATUS_OK);
    network_examples_set(&e, 0, 0, w, &target);
    assert_false(bitset_has(&target.candidates, ko));
    assert_true(bitset_has(&target.candidates, point_at(SIZE, 0, 0)));
    network_workspace_free(w);
    network_free(network);
    network_examples_free(&e);
    samples_free(&samples);
}

/* --- training --- */

static struct trained_network *make(void) {
    struct params params;
    struct failure why;
    struct trained_network *network;
    params_default(&params);
    params.network_channels = 16;
    params.network_blocks = 1;
    params.network_batch = 10;
    params.alpha = 0.01;
    params.lambda = 0.5;
    assert_int_equal(trained_network_new(&network, SIZE, &params, &why), STATUS_OK);
    return network;
}

enum { STEPS = 300 };

/* Trains until NETWORK has STEPS of STEPS in all; the mean losses of the positions of games. */
static struct network_losses train(struct trained_network *network, const struct samples *samples,
                                   uint64_t steps, int threads, struct network_losses *held_out) {
    struct weight_store *store;
    struct network_trainer *trainer;
    struct failure why;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(network_trainer_new(&trainer, network, samples, store, STEPS, threads, &why),
                     STATUS_OK);
    weight_store_free(store);
    while (network->learnt.origin.games < steps) network_trainer_step(trainer);
    network_trainer_settle(trainer);
    const struct network_losses out = network_trainer_take_losses(trainer);
    if (held_out) *held_out = network_trainer_held_out(trainer);
    network_trainer_free(trainer);
    return out;
}

static struct trained_network *through_file(struct trained_network *network) {
    struct trained_network *out;
    struct failure why;
    char name[64];
    snprintf(name, sizeof name, "/tmp/guzumi-network-trainer-%ld", (long)getpid());
    assert_int_equal(trained_network_save(network, name, false, &why), STATUS_OK);
    assert_int_equal(trained_network_load(&out, name, &why), STATUS_OK);
    remove(name);
    trained_network_release(network);
    return out;
}

static void assert_same(const struct trained_network *a, const struct trained_network *b) {
    const size_t bytes = (size_t)a->network->layout.count * sizeof(float);
    assert_true(a->learnt.origin.games == b->learnt.origin.games);
    assert_memory_equal(&a->learnt.origin.rng, &b->learnt.origin.rng, sizeof a->learnt.origin.rng);
    assert_memory_equal(a->network->weights, b->network->weights, bytes);
    assert_memory_equal(a->current, b->current, bytes);
    assert_memory_equal(a->m, b->m, bytes);
    assert_memory_equal(a->v, b->v, bytes);
}

static void training_goes_on_through_a_file(void **state) {
    (void)state;
    struct samples samples = some_samples(4);
    for (int threads = 1; threads <= 3; threads += 2) {
        struct trained_network *whole = make(), *part = make();
        train(whole, &samples, 12, threads, NULL);
        for (uint64_t steps = 0; steps <= 12; steps += 4) {
            train(part, &samples, steps, threads, NULL);
            part = through_file(part);
        }
        assert_same(whole, part);
        trained_network_release(whole);
        trained_network_release(part);
    }
    samples_free(&samples);
}

static double mean_policy(const struct network_loss *loss) {
    return loss->policy / loss->policy_weight;
}

/* The held-out positions are predicted better, too. */
static void it_learns(void **state) {
    (void)state;
    struct samples samples = some_samples(12);
    struct trained_network *network = make();
    struct network_losses before, held_out;
    const struct network_losses first = train(network, &samples, 5, 1, &before);
    train(network, &samples, STEPS - 5, 2, NULL);
    const struct network_losses last = train(network, &samples, STEPS, 2, &held_out);
    assert_true(first.game.positions + first.inner.positions == 50);
    assert_true(first.inner.positions > 5);
    assert_true(held_out.game.positions == 8 && held_out.inner.positions == 4);
    assert_true(mean_policy(&last.game) < 0.5 * mean_policy(&first.game));
    assert_true(mean_policy(&last.inner) < 0.5 * mean_policy(&first.inner));
    assert_true(last.game.value / last.game.value_weight <
                0.8 * first.game.value / first.game.value_weight);
    assert_true(last.game.ownership / last.game.ownership_weight <
                0.5 * first.game.ownership / first.game.ownership_weight);
    assert_true(mean_policy(&held_out.game) < 0.8 * mean_policy(&before.game));
    assert_true(held_out.game.ownership < 0.8 * before.game.ownership);
    trained_network_release(network);
    samples_free(&samples);
}

static void steps_rise_and_fall(void **state) {
    (void)state;
    assert_true(fabs(network_trainer_alpha(2, 0, 1000) - 2.0 / 200) < 1e-9);
    assert_true(fabs(network_trainer_alpha(2, 99, 1000000) - 1) < 1e-6);
    assert_true(fabs(network_trainer_alpha(2, 500, 1000) - 2 * 0.505) < 1e-9);
    assert_true(fabs(network_trainer_alpha(2, 1000, 1000) - 0.02) < 1e-9);
    assert_true(fabs(network_trainer_alpha(2, 2000, 1000) - 0.02) < 1e-9);
}

static void nothing_to_learn_from_is_refused(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct trained_network *network = make();
    struct weight_store *store;
    struct network_trainer *trainer;
    struct failure why;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(network_trainer_new(&trainer, network, &samples, store, 1, 1, &why),
                     STATUS_INVALID);
    assert_string_equal(why.text, "the samples hold no positions to learn from");
    weight_store_free(store);
    trained_network_release(network);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_ko_is_no_candidate),
                                       cmocka_unit_test(values_look_past_fast_moves),
                                       cmocka_unit_test(values_look_ahead),
                                       cmocka_unit_test(values_get_steeper),
                                       cmocka_unit_test(the_slope_is_the_likeliest),
                                       cmocka_unit_test(the_slope_needs_games_and_has_bounds),
                                       cmocka_unit_test(positions_of_trees_count_less),
                                       cmocka_unit_test(one_game_in_forty_is_held_out),
                                       cmocka_unit_test(targets_turn_with_the_board),
                                       cmocka_unit_test(another_komi_has_its_own_result),
                                       cmocka_unit_test(training_goes_on_through_a_file),
                                       cmocka_unit_test(it_learns),
                                       cmocka_unit_test(steps_rise_and_fall),
                                       cmocka_unit_test(nothing_to_learn_from_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
