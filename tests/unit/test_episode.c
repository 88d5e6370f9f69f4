/* Episodes of self-play, replayed on a plain board from the changes that they log: every step must
 * be a legal move that fills no eye of one's own, and the greedy one where it did not explore. The
 * weights are such that sums are exact. */
#include "guzumi/shapes/episode.h"

#include "diagram.h"
#include "patterns.h"
#include "random_moves.h"
#include "random_shapes.h"
#include "reference_playout.h"
#include "trajectories.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { ALL_SIZES = 7 };

#ifdef NDEBUG
enum { EFFORT = 1 };
#else
enum { EFFORT = 4 };
#endif

/* A board's tracker with weights, and room for an episode. */
struct bench {
    struct random_shapes random;
    struct tracker tracker;
    struct episode episode;
    struct board start, end;
    enum color to_move;
};

static struct bench *bench_new(int size, int mask, bool shared, struct rng *rng) {
    struct failure why;
    struct bench *t = malloc(sizeof *t);
    assert_non_null(t);
    random_shapes_init(&t->random, size, mask, shared, rng);
    assert_int_equal(episode_init(&t->episode, size, &why), STATUS_OK);
    board_init(&t->start, size);
    t->to_move = BLACK;
    return t;
}

static void bench_free(struct bench *t) {
    random_shapes_free(&t->random);
    episode_free(&t->episode);
    free(t);
}

static void play_by(struct bench *t, struct playout_start start,
                    const struct episode_policy *policy, int moves, bool record, struct rng *rng) {
    board_copy(&t->end, &t->start);
    t->random.weights.concurrent =
        !t->random.weights.concurrent; /* makes no difference on one thread */
    tracker_init(&t->tracker, &t->random.weights, &t->start);
    episode_play(&t->episode, &t->end, &t->tracker, start, policy, moves, record, rng);
}

static void play(struct bench *t, int passes, int moves, double epsilon, struct rng *rng) {
    const struct episode_policy policy = {.epsilon = epsilon};
    const struct playout_start start = {
        .to_move = t->to_move, .last_point = NO_POINT, .passes = passes};
    play_by(t, start, &policy, moves, true, rng);
}

/* --- replaying --- */

struct replay {
    struct reference_board board;
    enum color color;
    int32_t codes[SHAPE_REGION_ROOM];
    int passes, moves, captures, explored;
    uint64_t candidates; /* of the moves that did not explore */
    int last_point;
};

/* The point where the next board has a stone that this one has not, or PASS. */
static int move_between(const struct reference_board *now, const struct reference_board *next) {
    int point = PASS;
    for (int p = 0; p < point_limit(now->size); p++) {
        if (reference_color(now, p) != EMPTY || reference_color(next, p) == EMPTY) continue;
        assert_int_equal(point, PASS);
        point = p;
    }
    return point;
}

/* No candidate has a better afterstate than the one that was chosen. */
static void check_greedy(const struct bench *t, const struct replay *replay,
                         const struct reference_set *candidates, double chosen) {
    for (int p = 0; p < point_limit(replay->board.size); p++) {
        if (!candidates->has[p]) continue;
        const double value = reference_value_after(&t->random.regions, &t->random.weights,
                                                   &replay->board, p, replay->color);
        assert_true(replay->color == BLACK ? chosen >= value : chosen <= value);
    }
}

static void check_step(const struct bench *t, struct replay *replay, int step, bool greedily) {
    const struct episode *e = &t->episode;
    const struct trajectory *game = &e->trajectory;
    const double value = (double)game->value[step];
    struct reference_board next = replay->board;
    for (int i = e->log_end[step - 1]; i < e->log_end[step]; i++)
        replay->codes[t->episode.log.entries[i].region] = t->episode.log.entries[i].code;
    assert_true(reference_decode(&t->random.regions, replay->codes, &next));
    const int point = move_between(&replay->board, &next);
    const struct reference_set candidates = reference_candidates(&replay->board, replay->color);
    struct reference_set captured;
    if (point == PASS) {
        assert_int_equal(candidates.count, 0);
        assert_false(game->explored[step]);
        assert_true(game->value[step] == game->value[step - 1]);
    } else {
        assert_true(candidates.has[point]);
        if (!game->explored[step] && greedily) check_greedy(t, replay, &candidates, value);
    }
    reference_play(&replay->board, point, replay->color, &captured);
    assert_true(reference_same_stones(&replay->board, &next));
    assert_int_equal(game->point[step], point);
    assert_int_equal(trajectory_color(game, step), replay->color);
    assert_taken(game, step, &captured);
    assert_true(value == reference_value(&t->random.regions, &t->random.weights, &replay->board));
    replay->last_point = point;
    replay->passes = point == PASS ? replay->passes + 1 : 0;
    replay->moves += point != PASS;
    replay->captures += captured.count > 0;
    replay->explored += game->explored[step];
    replay->candidates += game->explored[step] ? 0 : (uint64_t)candidates.count;
    replay->color = color_other(replay->color);
}

/* Replays the episode; GREEDILY also evaluates every candidate of every greedy move. */
static struct replay check_episode(const struct bench *t, int passes, bool greedily) {
    const struct episode *e = &t->episode;
    const struct trajectory *game = &e->trajectory;
    struct replay replay = {.color = t->to_move, .passes = passes, .last_point = NO_POINT};
    struct reference_board end;
    plain_copy(&replay.board, &t->start);
    memcpy(replay.codes, e->start_code, sizeof replay.codes);
    struct reference_board start = replay.board;
    assert_true(reference_decode(&t->random.regions, replay.codes, &start));
    assert_true(reference_same_stones(&start, &replay.board));
    for (int step = 1; step <= game->length; step++) {
        assert_true(replay.passes < 2);
        check_step(t, &replay, step, greedily);
    }
    assert_int_equal(game->valued, game->length);
    assert_int_equal(game->finished, replay.passes >= 2);
    assert_int_equal(e->now.passes, replay.passes);
    assert_int_equal(e->now.last_point, replay.last_point);
    assert_int_equal(e->now.to_move, replay.color);
    assert_end(game, &replay.board);
    assert_true(e->log.count <= e->log.capacity);
    plain_copy(&end, &t->end);
    assert_true(reference_same_stones(&end, &replay.board));
    return replay;
}

/* --- tests --- */

static void start_anywhere(struct bench *t, struct rng *rng) {
    const int size = t->start.size;
    t->to_move =
        random_position(&t->start, size, (int)rng_below(rng, (uint32_t)(size * size)), rng);
}

static void episodes_follow_the_policy(void **state) {
    (void)state;
    const double epsilons[] = {0, 0.3, 1};
    int captures = 0, explored = 0, greedy = 0;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int size = BOARD_MIN_SIZE; size <= 9; size++)
        for (int i = 0; i < (size < 7 ? 12 : 12 / EFFORT); i++) {
            struct bench *t = bench_new(size, size == 2 ? 3 : 1 + i % ALL_SIZES, i % 2, &rng);
            if (i > 2) start_anywhere(t, &rng);
            t->episode.candidates = 0;
            play(t, 0, 0, epsilons[i % 3], &rng);
            const struct replay replay = check_episode(t, 0, true);
            assert_true(t->episode.candidates == replay.candidates);
            captures += replay.captures;
            explored += replay.explored;
            greedy += replay.moves - replay.explored;
            if (i % 3 == 0) assert_int_equal(replay.explored, 0);
            if (i % 3 == 2) assert_int_equal(replay.explored, replay.moves);
            if (i % 3 == 2) assert_true(replay.candidates == 0);
            bench_free(t);
        }
    print_message("%d greedy moves, %d drawn, %d took stones\n", greedy, explored, captures);
    assert_true(greedy > 200 && explored > 200 && captures > 20);
}

/* A part of the exploratory moves is another policy's: here the one that saves a stone. */
static void exploration_can_be_guided(void **state) {
    (void)state;
    enum { EPISODES = 4000 };
    struct playout_patterns *patterns = make_patterns();
    const struct playout_policy rules = {.kind = POLICY_MOGO, .patterns = patterns};
    struct episode_policy policy = {.epsilon = 1, .guided = 0.6, .guide = &rules};
    struct rng rng;
    rng_seed(&rng, 8, 0);
    struct bench *t = bench_new(5, ALL_SIZES, false, &rng);
    const int mark =
        diagram_read(&t->start, 5, ". . . . .  . . * . .  . O X O .  . . O . .  . . . . .");
    const struct playout_start start = {.to_move = BLACK, .last_point = point_at(5, 2, 1)};
    struct bitset candidates = {{0}};
    board_candidates(&t->start, BLACK, &candidates);
    int saved = 0, explored = 0;
    for (int i = 0; i < EPISODES; i++) {
        play_by(t, start, &policy, 1, true, &rng);
        saved += t->episode.trajectory.point[1] == mark;
        explored += t->episode.trajectory.explored[1];
    }
    const double share = 0.6 + 0.4 / bitset_count(&candidates, t->start.words);
    assert_true(fabs(saved - share * EPISODES) < 5 * sqrt(share * (1 - share) * EPISODES));
    assert_int_equal(explored, EPISODES);
    policy.guided = 1;
    policy.epsilon = 0.5;
    for (int i = 0; i < 20; i++) {
        play_by(t, start, &policy, 0, true, &rng);
        check_episode(t, 0, true);
    }
    bench_free(t);
    free(patterns);
}

/* The larger boards, on which evaluating every candidate plainly would take too long. */
static void episodes_on_large_boards(void **state) {
    (void)state;
    const int sizes[] = {11, 13, 19};
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        struct bench *t = bench_new(sizes[i], ALL_SIZES, i % 2, &rng);
        play(t, 0, EFFORT > 1 ? 120 : 0, 0.2, &rng);
        const struct replay replay = check_episode(t, 0, false);
        assert_true(replay.explored > replay.moves / 10 && replay.explored < replay.moves / 3);
        bench_free(t);
    }
}

static void limits_on_length(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    struct bench *t = bench_new(5, ALL_SIZES, false, &rng);
    for (int moves = 1; moves <= 20; moves++) {
        play(t, 0, moves, 0.5, &rng);
        check_episode(t, 0, false);
        assert_int_equal(t->episode.trajectory.length, moves);
        assert_false(t->episode.trajectory.finished);
    }
    for (int i = 0; i < 50; i++) {
        play(t, 0, i % 2 ? 100000 : 0, 0.5, &rng);
        assert_true(t->episode.trajectory.length <= trajectory_move_limit(5));
        assert_true(t->episode.trajectory.finished ||
                    t->episode.trajectory.length == trajectory_move_limit(5));
    }
    assert_int_equal(trajectory_move_limit(9), 243);
    bench_free(t);
}

/* Two eyes of Black and nothing else: White has no move and passes, Black fills no eye. */
static void passing(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 4, 0);
    struct bench *t = bench_new(3, ALL_SIZES, false, &rng);
    for (int p = 0; p < point_limit(3); p++)
        if (point_column(3, p) < 3 && p != point_at(3, 0, 0) && p != point_at(3, 2, 2))
            assert_true(board_place(&t->start, p, BLACK));
    for (int passes = 0; passes <= 2; passes++)
        for (int color = 0; color < 2; color++) {
            t->to_move = (enum color)color;
            play(t, passes, 0, 0.5, &rng);
            check_episode(t, passes, true);
            assert_int_equal(t->episode.trajectory.length, 2 - passes);
            assert_true(t->episode.trajectory.finished);
        }
    bench_free(t);
}

static void assert_same_episode(const struct episode *a, const struct episode *b) {
    const struct trajectory *x = &a->trajectory, *y = &b->trajectory;
    assert_int_equal(x->length, y->length);
    assert_int_equal(x->valued, y->valued);
    assert_int_equal(x->finished, y->finished);
    assert_int_equal(a->log.count, b->log.count);
    for (int i = 0; i < a->log.count; i++) {
        assert_int_equal(a->log.entries[i].region, b->log.entries[i].region);
        assert_int_equal(a->log.entries[i].code, b->log.entries[i].code);
    }
    for (int i = 0; i <= x->length; i++) {
        assert_true(x->value[i] == y->value[i]);
        assert_int_equal(a->log_end[i], b->log_end[i]);
        assert_int_equal(x->taken_end[i], y->taken_end[i]);
        if (i > 0) assert_int_equal(x->point[i], y->point[i]);
        if (i > 0) assert_int_equal(x->explored[i], y->explored[i]);
    }
}

/* The same seed plays the same episode; without a record as well. */
static void the_seed_decides(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (int size = 3; size <= 13; size += 2) {
        struct bench *a = bench_new(size, ALL_SIZES, false, &rng), *b = malloc(sizeof *b);
        struct rng first, second, third;
        struct failure why;
        assert_non_null(b);
        *b = *a;
        assert_int_equal(episode_init(&b->episode, size, &why), STATUS_OK);
        rng_seed(&first, 6, (uint64_t)size);
        second = third = first;
        play(a, 0, 0, 0.3, &first);
        play(b, 0, 0, 0.3, &second);
        assert_same_episode(&a->episode, &b->episode);
        const struct episode_policy policy = {.epsilon = 0.3};
        const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
        play_by(b, start, &policy, 0, false, &third);
        assert_true(b->end.hash == a->end.hash &&
                    b->episode.trajectory.length == a->episode.trajectory.length);
        assert_int_equal(b->episode.log.count, 0);
        rng_seed(&second, 7, (uint64_t)size);
        play(b, 0, 0, 0.3, &second);
        if (size > 3) assert_true(b->end.hash != a->end.hash);
        episode_free(&b->episode);
        free(b);
        bench_free(a);
    }
}

/* With all weights zero every candidate is as good: each first move comes up equally often. */
static void ties_are_broken_by_chance(void **state) {
    (void)state;
    struct rng rng;
    int first[12] = {0};
    enum { GAMES = 9000 };
    rng_seed(&rng, 8, 0);
    struct bench *t = bench_new(3, ALL_SIZES, false, &rng);
    memset(t->random.table, 0, (size_t)t->random.shapes->flat_count * sizeof *t->random.table);
    for (int i = 0; i < GAMES; i++) {
        play(t, 0, 1, 0, &rng);
        first[t->episode.trajectory.point[1]]++;
    }
    double chi_square = 0;
    for (int p = 0; p < point_limit(3); p++) {
        if (point_column(3, p) == 3) continue;
        const double difference = first[p] - GAMES / 9.0;
        chi_square += difference * difference / (GAMES / 9.0);
    }
    assert_true(chi_square < 26.1); /* 8 degrees of freedom, one in a thousand */
    bench_free(t);
}

/* Learning that has diverged leaves no number to compare: the moves are candidates all the same. */
static void diverged_weights_choose_candidates(void **state) {
    (void)state;
    static const float wrong[] = {NAN, INFINITY, -INFINITY};
    struct rng rng;
    rng_seed(&rng, 9, 0);
    struct bench *t = bench_new(5, ALL_SIZES, false, &rng);
    const struct trajectory *moves = &t->episode.trajectory;
    for (int w = 0; w < COUNT_OF(wrong); w++) {
        for (int i = 0; i < t->random.shapes->flat_count; i++) t->random.table[i] = wrong[w];
        play(t, 0, 10, 0, &rng);
        assert_int_equal(moves->length, 10);
        for (int s = 1; s <= 10; s++) assert_int_not_equal(point_column(5, moves->point[s]), 5);
    }
    bench_free(t);
}

/* The moves of the episode E, made again one by one as somebody else's, in an episode COPY. */
static void replay_moves(struct bench *t, const struct episode *e, struct episode *copy) {
    const struct trajectory *game = &e->trajectory;
    struct board board;
    board_copy(&board, &t->start);
    tracker_init(&t->tracker, &t->random.weights, &t->start);
    memcpy(copy->start_code, e->start_code, sizeof copy->start_code);
    trajectory_begin(&copy->trajectory, t->to_move);
    copy->trajectory.value[0] = tracker_value(&t->tracker);
    for (int i = 1; i <= game->length; i++) {
        board_play(&board, game->point[i], trajectory_color(game, i));
        trajectory_append(&copy->trajectory, &board, game->point[i]);
        assert_int_equal(copy->trajectory.valued, i <= game->length / 3 ? 0 : game->length / 3);
        if (i == game->length / 3) episode_follow(copy, &t->tracker, i);
    }
    copy->trajectory.finished = game->finished;
}

/* Moves that were chosen elsewhere make the same record, as far as it is wanted. */
static void added_moves_are_followed(void **state) {
    (void)state;
    int captures = 0;
    struct rng rng;
    rng_seed(&rng, 9, 0);
    for (int i = 0; i < 24; i++) {
        const int size = 3 + i % 7;
        struct bench *t = bench_new(size, 1 + i % ALL_SIZES, i % 2, &rng);
        struct episode *e = &t->episode, copy;
        struct trajectory *game = &e->trajectory;
        struct failure why;
        assert_int_equal(episode_init(&copy, size, &why), STATUS_OK);
        play(t, 0, 0, 1, &rng);
        memset(game->explored, 0, sizeof game->explored);
        replay_moves(t, e, &copy);
        const int half = game->length / 2;
        episode_follow(&copy, &t->tracker, half);
        assert_int_equal(copy.trajectory.valued, half);
        assert_int_equal(trajectory_last_state(&copy.trajectory), half);
        assert_true(tracker_value(&t->tracker) == game->value[half]);
        episode_follow(&copy, &t->tracker, 100000);
        assert_same_episode(e, &copy);
        assert_true(tracker_value(&t->tracker) == game->value[game->length]);
        assert_int_equal(trajectory_last_state(game), game->length - game->finished);
        captures += game->taken_end[game->length];
        episode_free(&copy);
        bench_free(t);
    }
    assert_true(captures > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(episodes_follow_the_policy),
        cmocka_unit_test(exploration_can_be_guided),
        cmocka_unit_test(episodes_on_large_boards),
        cmocka_unit_test(added_moves_are_followed),
        cmocka_unit_test(limits_on_length),
        cmocka_unit_test(passing),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(ties_are_broken_by_chance),
        cmocka_unit_test(diverged_weights_choose_candidates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
