/* Games of self-play for the policy-value network: each is a function of its number, and what it
 * leaves are samples of positions that can be. */
#define _XOPEN_SOURCE 700
#include "guzumi/go/board.h"
#include "guzumi/network/network_view.h"
#include "guzumi/search/tree_search.h"
#include "guzumi/selfplay/selfplay.h"

#include "tree_fixture.h"
#include "unit.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static struct weight_store *make_memories(void) {
    struct weight_store *out;
    struct failure why;
    assert_int_equal(weight_store_new(&out, &why), STATUS_OK);
    return out;
}

/* Plays games FIRST to LAST on boards of SIZE; returns their moves. */
static size_t play_on(int size, const struct params *params, struct samples *samples,
                      uint64_t first, uint64_t last) {
    struct weight_store *store = make_memories();
    struct selfplay *selfplay;
    struct failure why;
    size_t moves = 0;
    assert_int_equal(selfplay_new(&selfplay, size, params, store, NULL, &why), STATUS_OK);
    for (uint64_t number = first; number <= last; number++) {
        assert_int_equal(selfplay_play(selfplay, number, samples, &why), STATUS_OK);
        moves += selfplay_moves(selfplay);
    }
    selfplay_free(selfplay);
    weight_store_free(store);
    return moves;
}

static size_t play_by(const struct params *params, struct samples *samples, uint64_t first,
                      uint64_t last) {
    return play_on(5, params, samples, first, last);
}

static struct params usual_params(void) {
    struct params out;
    params_default(&out);
    out.policy_simulations = 150;
    out.epsilon = 0.2;
    out.tree_megabytes = 8;
    return out;
}

/* The same by SEED. */
static void play(struct samples *samples, int64_t seed, uint64_t first, uint64_t last) {
    struct params params = usual_params();
    params.seed = seed;
    play_by(&params, samples, first, last);
}

static bool is_same(const struct samples *a, const struct samples *b) {
    return a->bytes.length == b->bytes.length &&
           memcmp(a->bytes.data, b->bytes.data, a->bytes.length) == 0;
}

static void test_same_seed_same_samples(void **state) {
    (void)state;
    struct samples a = {.count = 0}, b = {.count = 0}, c = {.count = 0};
    play(&a, 3, 0, 2);
    play(&b, 3, 0, 2);
    assert_int_equal(a.games, 3);
    assert_true(is_same(&a, &b));
    samples_clear(&b);
    play(&b, 3, 0, 0); /* the games do not depend on each other */
    play(&b, 3, 1, 2);
    assert_true(is_same(&a, &b));
    assert_int_equal(b.games, 3);
    play(&c, 4, 0, 2);
    assert_false(is_same(&a, &c));
    samples_free(&a);
    samples_free(&b);
    samples_free(&c);
}

/* The position of SAMPLE, stone by stone. */
static void set_up(const struct sample *sample, struct board *b) {
    board_init(b, sample->size);
    for (int color = BLACK; color <= WHITE; color++)
        BITSET_FOR_EACH(p, sample->stones[color], BITSET_WORDS)
    assert_true(board_place(b, p, (enum color)color));
}

/* Each position was reached by some order of stones, and each choice is legal there. */
static void check_sample(const struct sample *sample) {
    struct board b;
    assert_null(sample_find_mistake(sample));
    set_up(sample, &b);
    for (int i = 0; i < sample->choices; i++) {
        assert_true(board_is_legal(&b, sample->choice[i], sample->to_move));
        assert_int_not_equal(sample->choice[i], sample->ko);
    }
}

/* The positions of one search's samples differ. */
static void check_search(const struct samples *samples, size_t from, size_t to) {
    struct sample one, other;
    for (size_t i = from; i < to; i++)
        for (size_t j = from; j < i; j++) {
            samples_get(samples, i, &one);
            samples_get(samples, j, &other);
            assert_false(one.to_move == other.to_move &&
                         memcmp(one.stones, other.stones, sizeof one.stones) == 0);
        }
}

/* c of PUCT, the network's weight and the reduction of untried moves do not follow the board,
 * unless they are given. */
static void test_large_boards_are_played_like_small_ones(void **state) {
    (void)state;
    struct params params = usual_params();
    struct samples usual = {.count = 0}, small = {.count = 0}, large = {.count = 0};
    params.policy_simulations = 4;
    play_on(16, &params, &usual, 0, 0);
    params.puct = tree_puct(&params, 9);
    params.network_fraction = tree_network_weight(&params, 9);
    params.fpu_reduction = tree_fpu_reduction(&params, 9);
    play_on(16, &params, &small, 0, 0);
    assert_true(is_same(&usual, &small));
    params.puct = params.network_fraction = 0.25;
    play_on(16, &params, &large, 0, 0);
    assert_false(is_same(&usual, &large));
    samples_free(&usual);
    samples_free(&small);
    samples_free(&large);
}

static void test_samples(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    size_t begin = 0, inner = 0, roots = 0, explored = 0, ko = 0;
    int usual = 0, komi = 0;
    uint32_t game = UINT32_MAX;
    play(&samples, 1, 0, 29);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        struct sample sample;
        samples_get(&samples, i, &sample);
        check_sample(&sample);
        if (!sample.inner) {
            check_search(&samples, begin, i);
            begin = i;
        }
        assert_int_equal(sample.has_ownership, !sample.inner);
        assert_true(i > 0 || !sample.inner);
        if (sample.inner)
            assert_true(sample.simulations >= TREE_SAMPLE_VISITS && sample.last >= 0);
        else
            assert_true(sample.simulations >= 150);
        if (sample.game != game) {
            game = sample.game;
            komi++;
            usual += sample.half_komi == 15;
        }
        inner += sample.inner;
        roots += !sample.inner;
        explored += !sample.inner && !sample.continued_best;
        ko += sample.ko != NO_POINT;
    }
    assert_true(inner > roots && inner <= SELFPLAY_SAMPLES * roots);
    assert_true(explored > 0 && explored < roots);
    assert_true(ko > 0);
    assert_true(usual > 10 && usual < komi);
    samples_free(&samples);
}

/* A game ends once the search is sure, but for some that show how decided games are finished. */
static void test_sure_games_end(void **state) {
    (void)state;
    enum { GAMES = 25 };
    struct samples samples = {.count = 0};
    struct sample sample;
    bool sure = false, goes_on[GAMES] = {false};
    uint32_t game = 0;
    int count = 0;
    play(&samples, 5, 0, GAMES - 1);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        samples_get(&samples, i, &sample);
        if (sample.inner) continue;
        if (sure && sample.game == game) goes_on[game] = true;
        game = sample.game;
        sure = sample.value < 0.019 || sample.value > 0.981;
    }
    for (int i = 0; i < GAMES; i++) count += goes_on[i];
    assert_true(count > 0 && count < GAMES / 2);
    samples_free(&samples);
}

/* Black's win rate does not turn around from move to move. */
static void test_values_are_blacks(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct sample sample, before = {.size = 0};
    int alike = 0, turned = 0;
    play(&samples, 2, 0, 19);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        samples_get(&samples, i, &sample);
        if (sample.inner) continue;
        const bool follows = before.size && before.game == sample.game && before.continued_best;
        if (follows && before.value > 0.8f) *(sample.value > 0.5f ? &alike : &turned) += 1;
        before = sample;
    }
    assert_true(alike > 10 && turned * 4 < alike);
    samples_free(&samples);
}

/* Positions that the network is to tell apart, by the komi as well. */
static void test_komi_is_one_that_the_network_knows(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct params params = usual_params();
    params.policy_simulations = 2;
    play_by(&params, &samples, 0, 99);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        struct sample sample;
        samples_get(&samples, i, &sample);
        assert_true(abs(sample.half_komi) <= NETWORK_MAX_HALF_KOMI);
    }
    samples_free(&samples);
}

/* Black's stones less White's in the first position of each of COUNT games on boards of SIZE; KOMI
 * gets the games' half points. */
static void first_positions(int size, double handicap_games, int count, int *excess, int *komi) {
    struct samples samples = {.count = 0};
    struct params params = usual_params();
    params.policy_simulations = 2;
    params.handicap_games = handicap_games;
    play_on(size, &params, &samples, 0, (uint64_t)count - 1);
    uint32_t game = UINT32_MAX;
    for (size_t i = 0; i < samples_count(&samples); i++) {
        struct sample sample;
        samples_get(&samples, i, &sample);
        check_sample(&sample);
        assert_true(abs(sample.half_komi) <= NETWORK_MAX_HALF_KOMI);
        if (sample.game == game) continue;
        game = sample.game;
        excess[game] = bitset_count(&sample.stones[BLACK], BITSET_WORDS) -
                       bitset_count(&sample.stones[WHITE], BITSET_WORDS);
        komi[game] = sample.half_komi;
        if (excess[game] > 2 && bitset_count(&sample.stones[WHITE], BITSET_WORDS) == 0)
            assert_int_equal(sample.to_move, WHITE);
    }
    samples_free(&samples);
}

/* Two to nine stones, some games with a komi that could make up for them, some without. */
static void test_handicap(void **state) {
    (void)state;
    enum { GAMES = 80 };
    int excess[GAMES], komi[GAMES], games[13] = {0}, usual = 0, fair = 0;
    first_positions(9, 1, GAMES, excess, komi);
    for (int i = 0; i < GAMES; i++) {
        assert_true(excess[i] >= 1 && excess[i] <= 12); /* captures in the opening */
        games[excess[i]]++;
        usual += komi[i] == 15;
        fair += komi[i] > 40;
    }
    for (int stones = 2; stones <= 9; stones++) assert_true(games[stones] >= 2);
    assert_true(usual > GAMES / 6 && usual < GAMES / 2 && fair > GAMES / 6 && fair < GAMES / 2);
}

static void test_some_games_have_a_handicap(void **state) {
    (void)state;
    enum { GAMES = 60 };
    int excess[GAMES], plain[GAMES], komi[GAMES], handicaps = 0;
    first_positions(9, 0.25, GAMES, excess, komi);
    for (int i = 0; i < GAMES; i++) handicaps += excess[i] > 2;
    assert_true(handicaps > GAMES / 12 && handicaps < GAMES / 3);
    first_positions(5, 1, GAMES, excess, komi); /* too small for it */
    first_positions(5, 0, GAMES, plain, komi);
    assert_memory_equal(excess, plain, sizeof plain);
}

/* On boards so small that each position may come up again. */
static void test_positions_do_not_repeat(void **state) {
    (void)state;
    struct params params = usual_params();
    params.policy_simulations = 20;
    for (int size = 2; size <= 3; size++) {
        struct samples samples = {.count = 0};
        play_on(size, &params, &samples, 0, 29);
        assert_int_equal(samples.games, 30);
        samples_free(&samples);
    }
}

/* With brief searches between them only some positions become samples, with all their simulations;
 * games do not become shorter. */
static void test_fast_moves_leave_no_samples(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct params params = usual_params();
    size_t roots = 0;
    params.fast_simulations = 20;
    params.full_fraction = 0.25;
    params.root_noise = 0.25;
    const size_t moves = play_by(&params, &samples, 0, 19);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        struct sample sample;
        samples_get(&samples, i, &sample);
        check_sample(&sample);
        if (!sample.inner) assert_true(sample.simulations >= 150);
        roots += !sample.inner;
    }
    assert_true(roots > 0 && roots * 2 < moves);
    samples_free(&samples);
}

/* The visits of POINT in SAMPLE, and MOST of all choices. */
static uint32_t visits_of(const struct sample *sample, int point, uint32_t *most) {
    uint32_t visits = 0;
    *most = 0;
    for (int k = 0; k < sample->choices; k++) {
        if (sample->visits[k] > *most) *most = sample->visits[k];
        if (sample->choice[k] == point) visits = sample->visits[k];
    }
    return visits;
}

/* Games 0 to 3 by PARAMS: a move goes from each position of a game to the next, and without
 * exploration it is the most visited one. */
static void assert_games_go_on(const struct params *params) {
    struct samples samples = {.count = 0};
    struct sample sample, before = {.size = 0};
    size_t steps = 0;
    play_by(params, &samples, 0, 3);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        samples_get(&samples, i, &sample);
        if (sample.inner) continue;
        if (before.size && before.game == sample.game) {
            struct board b;
            set_up(&before, &b);
            assert_int_equal(sample.own, before.last);
            assert_int_equal(sample.to_move, color_other(before.to_move));
            board_play(&b, sample.last, before.to_move);
            struct bitset stones;
            board_stones(&b, before.to_move, &stones);
            assert_memory_equal(&stones, &sample.stones[before.to_move], sizeof stones);
            if (before.continued_best) {
                uint32_t most;
                const uint32_t played = visits_of(&before, sample.last, &most);
                assert_int_equal(played, most);
            }
            steps++;
        }
        before = sample;
    }
    assert_true(steps > 20);
    samples_free(&samples);
}

/* Of games on 5x5 with DRAWN moves, how many begin with the search's first move. */
static int games_from_the_empty_board(int drawn, int games) {
    struct samples samples = {.count = 0};
    struct params params = usual_params();
    int empty = 0;
    params.policy_simulations = 2;
    params.drawn_moves = drawn;
    play_by(&params, &samples, 0, (uint64_t)games - 1);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        struct sample sample;
        samples_get(&samples, i, &sample);
        empty += !sample.inner && bitset_is_empty(&sample.stones[BLACK], BITSET_WORDS) &&
                 bitset_is_empty(&sample.stones[WHITE], BITSET_WORDS);
    }
    samples_free(&samples);
    return empty;
}

static void test_openings_are_learnt(void **state) {
    enum { GAMES = 40 };
    (void)state;
    const int few = games_from_the_empty_board(0, GAMES),
              half = games_from_the_empty_board(1, GAMES);
    assert_true(few < GAMES / 5);
    assert_true(half > GAMES / 3 && half < GAMES * 3 / 4);
}

/* The position that is reached from the empty board when the network's best move is played COUNT
 * times. */
static struct board by_best_values(struct network_view *view, int size, int half_komi, int count) {
    struct board board;
    struct network_position at = {.board = &board, .last = NO_POINT, .own = NO_POINT};
    board_init(&board, size);
    for (; count > 0; count--) {
        double values[BOARD_MAX_POINTS];
        int best = NO_POINT;
        struct bitset moves;
        board_candidates(&board, at.to_move, &moves);
        at.half_komi = network_half_komi(half_komi, 0, 0, at.to_move);
        network_view_values(view, &at, &moves, values);
        BITSET_FOR_EACH(p, moves, board.words) {
            if (best == NO_POINT || values[p] > values[best]) best = p;
        }
        board_play(&board, best, at.to_move);
        at.own = at.last;
        at.last = best;
        at.to_move = color_other(at.to_move);
    }
    return board;
}

/* The best of all moves by the network, if all are drawn; of two, others. */
static void test_openings_by_the_network(void **state) {
    enum { GAMES = 12 };
    (void)state;
    struct weight_store *store = make_memories();
    struct network_view *view;
    struct failure why;
    struct params params = usual_params();
    params.policy_simulations = 2;
    assert_int_equal(network_view_new(&view, store, 7, &why), STATUS_OK);
    for (int choices = 2; choices <= 361; choices += 359) {
        struct samples samples = {.count = 0};
        uint32_t game = UINT32_MAX;
        int equal = 0, different = 0;
        params.opening_choices = choices;
        play_on(7, &params, &samples, 0, GAMES - 1);
        for (size_t i = 0; i < samples_count(&samples); i++) {
            struct sample sample;
            samples_get(&samples, i, &sample);
            if (sample.game == game) continue;
            game = sample.game;
            const int stones = bitset_count(&sample.stones[BLACK], BITSET_WORDS) +
                               bitset_count(&sample.stones[WHITE], BITSET_WORDS);
            if (stones == 0) continue;
            const struct board board = by_best_values(view, 7, sample.half_komi, stones);
            struct bitset black;
            board_stones(&board, BLACK, &black);
            const bool same = memcmp(&black, &sample.stones[BLACK], sizeof black) == 0;
            equal += same;
            different += !same;
        }
        if (choices == 2)
            assert_true(different > GAMES / 2);
        else
            assert_true(equal > GAMES / 2 && different == 0);
        samples_free(&samples);
    }
    network_view_free(view);
    weight_store_free(store);
}

/* The search went on from some moves that it visited less than others, and not from all. */
static void test_drawn_moves_as_good_as_the_choice(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct sample sample, before = {.size = 0};
    struct params params = usual_params();
    int chosen = 0, as_good = 0, worse = 0;
    params.epsilon = 0;
    params.drawn_moves = 100;
    play_by(&params, &samples, 0, 19);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        samples_get(&samples, i, &sample);
        if (sample.inner) continue;
        if (before.size && before.game == sample.game) {
            uint32_t most;
            const uint32_t played = visits_of(&before, sample.last, &most);
            chosen += played == most && before.continued_best;
            as_good += played < most && before.continued_best;
            worse += played < most && !before.continued_best;
        }
        before = sample;
    }
    assert_true(chosen > 20 && as_good > 20 && worse > 20);
    samples_free(&samples);
}

/* A move that only forced simulations have tried is not drawn, as no sample teaches it. */
static void test_drawn_moves_have_earned_visits(void **state) {
    (void)state;
    struct samples samples = {.count = 0};
    struct sample sample, before = {.size = 0};
    struct params params = usual_params();
    int drawn = 0;
    params.epsilon = 0;
    params.drawn_moves = 100;
    params.root_noise = 0.5;
    params.root_forced = 20;
    play_on(7, &params, &samples, 0, 5);
    for (size_t i = 0; i < samples_count(&samples); i++) {
        samples_get(&samples, i, &sample);
        if (sample.inner) continue;
        if (before.size && before.game == sample.game && sample.last != PASS) {
            uint32_t most;
            assert_true(visits_of(&before, sample.last, &most) > 0);
            drawn++;
        }
        before = sample;
    }
    assert_true(drawn > 50);
    samples_free(&samples);
}

/* By MC-RAVE, and by PUCT, which elsewhere plays the move with the best lower bound. */
static void test_games_go_on(void **state) {
    struct params params = usual_params();
    (void)state;
    params.seed = 2;
    assert_games_go_on(&params);
    params.tree_policy = TREE_POLICY_PUCT;
    assert_games_go_on(&params);
}

/* --- samples --- */

/* The node that the sample stands for: the one below NODE, where B is, with the same position.
 * PARENT gets the node above it. */
static struct tree_node *find(const struct tree *tree, struct tree_node *node,
                              const struct board *b, const struct tree_sample *sample,
                              struct tree_node **parent) {
    for (int slot = 0; slot < point_limit(tree->size); slot++) {
        if (!tree_is_legal(tree, node, slot)) continue;
        struct tree_node *child = tree_child(tree, node, slot);
        if (!child) continue;
        struct board next;
        board_copy(&next, b);
        board_play(&next, slot, (enum color)node->to_move);
        if (next.hash == sample->board.hash && slot == sample->last &&
            child->visits == sample->simulations) {
            *parent = node;
            return child;
        }
        struct tree_node *found = find(tree, child, &next, sample, parent);
        if (found) return found;
    }
    return NULL;
}

/* Without a heuristic, so that no move begins with wins; scores count, which the value excludes. */
static void test_sample_is_mean_of_simulations(void **state) {
    (void)state;
    struct tree_fixture f;
    struct tree_sample sample;
    struct board empty;
    bool deeper = false;
    fixture_begin(&f, 5, NULL);
    fixture_assign(&f, "heuristic=none");
    assert_false(tree_search_sample(f.search, &f.rng, &sample));
    fixture_search(&f, NULL, 20);
    assert_false(tree_search_sample(f.search, &f.rng, &sample));
    fixture_search(&f, NULL, 3000);
    board_init(&empty, 5);
    for (int i = 0; i < 50; i++) {
        assert_true(tree_search_sample(f.search, &f.rng, &sample));
        struct tree_node *parent,
            *node = find(fixture_tree(&f), fixture_root(&f), &empty, &sample, &parent);
        assert_non_null(node);
        const double wins =
            (double)node_wins(parent, fixture_tree(&f)->slots)[tree_slot(5, sample.last)];
        const double visits = (double)node_visits(parent)[tree_slot(5, sample.last)];
        assert_true(visits >= tree_edge_visits(fixture_tree(&f), parent, sample.last));
        assert_true(sample.simulations <= tree_edge_visits(fixture_tree(&f), parent, sample.last));
        const double blacks = parent->to_move == BLACK ? wins : visits - wins;
        assert_true(fabs(sample.value - (blacks - (double)node->score_bonus) / visits) < 1e-6);
        assert_true(sample.simulations >= TREE_SAMPLE_VISITS);
        assert_int_equal(sample.to_move, node->to_move);
        uint32_t sum = 0;
        for (int k = 0; k < sample.choices; k++) sum += sample.visits[k];
        assert_true(sum <= sample.simulations && sum + 40 > sample.simulations);
        deeper |= sample.own >= 0;
    }
    assert_true(deeper);
    fixture_end(&f);
}

static void test_stop(void **state) {
    (void)state;
    struct weight_store *store = make_memories();
    struct samples samples = {.count = 0};
    struct selfplay *selfplay;
    struct params params;
    struct failure why;
    atomic_bool stop;
    atomic_init(&stop, true);
    params_default(&params);
    params.policy_simulations = 1000;
    assert_int_equal(selfplay_new(&selfplay, 9, &params, store, &stop, &why), STATUS_OK);
    assert_int_equal(selfplay_play(selfplay, 0, &samples, &why), STATUS_STOPPED);
    assert_int_equal(samples_count(&samples), 0);
    assert_int_equal(samples.games, 0);
    selfplay_free(selfplay);
    weight_store_free(store);
    samples_free(&samples);
}

/* What a game is stopped by as soon as it has left two samples. */
static struct samples *watched;
static atomic_bool stop_now;

static void stop_with_samples(int signal) {
    (void)signal;
    if (samples_count(watched) > 1) atomic_store(&stop_now, true);
}

static void test_a_stopped_game_leaves_nothing(void **state) {
    (void)state;
    const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    struct weight_store *store = make_memories();
    struct samples samples = {.count = 0};
    struct params params = usual_params();
    struct selfplay *selfplay;
    struct failure why;
    atomic_init(&stop_now, false);
    watched = &samples;
    params.tree_megabytes = 100;
    params.policy_simulations = 400;
    assert_int_equal(selfplay_new(&selfplay, 9, &params, store, &stop_now, &why), STATUS_OK);
    struct sigaction before, watch = {.sa_handler = stop_with_samples, .sa_flags = SA_RESTART};
    sigemptyset(&watch.sa_mask);
    assert_int_equal(sigaction(SIGPROF, &watch, &before), 0);
    assert_int_equal(setitimer(ITIMER_PROF, &often, NULL), 0);
    const enum status status = selfplay_play(selfplay, 0, &samples, &why);
    assert_int_equal(setitimer(ITIMER_PROF, &never, NULL), 0);
    assert_int_equal(sigaction(SIGPROF, &before, NULL), 0);
    assert_int_equal(status, STATUS_STOPPED);
    assert_int_equal(samples_count(&samples), 0);
    selfplay_free(selfplay);
    weight_store_free(store);
    samples_free(&samples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sure_games_end),
        cmocka_unit_test(test_values_are_blacks),
        cmocka_unit_test(test_komi_is_one_that_the_network_knows),
        cmocka_unit_test(test_handicap),
        cmocka_unit_test(test_some_games_have_a_handicap),
        cmocka_unit_test(test_positions_do_not_repeat),
        cmocka_unit_test(test_a_stopped_game_leaves_nothing),
        cmocka_unit_test(test_same_seed_same_samples),
        cmocka_unit_test(test_large_boards_are_played_like_small_ones),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_fast_moves_leave_no_samples),
        cmocka_unit_test(test_games_go_on),
        cmocka_unit_test(test_openings_are_learnt),
        cmocka_unit_test(test_openings_by_the_network),
        cmocka_unit_test(test_drawn_moves_as_good_as_the_choice),
        cmocka_unit_test(test_drawn_moves_have_earned_visits),
        cmocka_unit_test(test_sample_is_mean_of_simulations),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
