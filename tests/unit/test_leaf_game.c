/* Two-ply minimax over local shapes, against one that plays every move and every answer on a plain
 * board, and the games by it: their leaves, read off the log, must be those positions. The weights
 * are such that sums are exact. */
#include "guzumi/shapes/episode.h"

#include "diagram.h"
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

/* A game with weights. */
struct bench {
    struct random_shapes random;
    struct leaf_game game;
};

static struct bench *bench_new(int size, int mask, bool shared, struct rng *rng) {
    struct failure why;
    struct bench *t = malloc(sizeof *t);
    assert_non_null(t);
    random_shapes_init(&t->random, size, mask, shared, rng);
    assert_int_equal(leaf_game_init(&t->game, t->random.shapes, &why), STATUS_OK);
    return t;
}

static void bench_free(struct bench *t) {
    leaf_game_free(&t->game);
    random_shapes_free(&t->random);
    free(t);
}

/* --- by hand --- */

/* The best of VALUE and OTHER for COLOR. */
static double better(enum color color, double value, double other) {
    return color == BLACK ? fmax(value, other) : fmin(value, other);
}

static double worst(enum color color) {
    return color == BLACK ? -INFINITY : INFINITY;
}

/* The value after COLOR's best move on BOARD. */
static double best_reply(const struct bench *t, const struct reference_board *board,
                         enum color color) {
    const struct reference_set candidates = reference_candidates(board, color);
    double best = worst(color);
    if (candidates.count == 0)
        return reference_value(&t->random.regions, &t->random.weights, board);
    for (int p = 0; p < point_limit(board->size); p++)
        if (candidates.has[p])
            best = better(
                color, best,
                reference_value_after(&t->random.regions, &t->random.weights, board, p, color));
    return best;
}

/* What COLOR's move at POINT is worth by two-ply minimax. */
static double move_value(const struct bench *t, const struct reference_board *board, int point,
                         enum color color) {
    struct reference_board after = *board;
    struct reference_set captured;
    reference_play(&after, point, color, &captured);
    return best_reply(t, &after, color_other(color));
}

static double minimax(const struct bench *t, const struct reference_board *board,
                      enum color color) {
    const struct reference_set candidates = reference_candidates(board, color);
    double best = worst(color);
    if (candidates.count == 0) return move_value(t, board, PASS, color);
    for (int p = 0; p < point_limit(board->size); p++)
        if (candidates.has[p]) best = better(color, best, move_value(t, board, p, color));
    return best;
}

/* Positions that a search without bounds would evaluate. */
static uint64_t count_leaves(const struct reference_board *board, enum color color) {
    const struct reference_set candidates = reference_candidates(board, color);
    uint64_t sum = 0;
    for (int p = 0; p < point_limit(board->size); p++) {
        struct reference_board after = *board;
        struct reference_set captured;
        if (!candidates.has[p]) continue;
        reference_play(&after, p, color, &captured);
        sum += (uint64_t)reference_candidates(&after, color_other(color)).count;
    }
    return sum;
}

/* --- the choice --- */

static void check_choice(struct bench *t, const struct board *board, enum color color,
                         struct rng *rng) {
    struct leaf_position *now = t->game.now;
    struct reference_board plain, after;
    struct reference_set captured;
    struct bitset candidates = {{0}};
    board_copy(&now->board, board);
    tracker_init(&now->tracker, &t->random.weights, board);
    board_candidates(board, color, &candidates);
    if (bitset_is_empty(&candidates, board->words)) return;
    const struct leaf_choice choice =
        leaf_game_choose(&t->game, color, &candidates, tracker_value(&now->tracker), rng);
    plain_copy(&plain, board);
    const double expected = minimax(t, &plain, color);
    assert_true((double)choice.value == expected);
    assert_true(bitset_has(&candidates, choice.point));
    assert_true(move_value(t, &plain, choice.point, color) == expected);
    reference_play(&plain, choice.point, color, &captured);
    plain_copy(&after, &t->game.best->board);
    assert_true(reference_same_stones(&plain, &after));
    reference_play(&plain, choice.answer, color_other(color), &captured);
    assert_true(reference_value(&t->random.regions, &t->random.weights, &plain) == expected);
}

static void the_choice_is_minimax(void **state) {
    (void)state;
    uint64_t searched = 0, all = 0;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int size = BOARD_MIN_SIZE; size <= 9; size++)
        for (int i = 0; i < (size < 6 ? 140 : 28) / EFFORT; i++) {
            struct bench *t = bench_new(size, size == 2 ? 3 : 1 + i % ALL_SIZES, i % 2, &rng);
            struct board board;
            struct reference_board plain;
            const int moves = (int)rng_below(&rng, (uint32_t)(3 * size * size / 2));
            const enum color color = random_position(&board, size, moves, &rng);
            check_choice(t, &board, color, &rng);
            plain_copy(&plain, &board);
            searched += t->game.episode.candidates;
            all += count_leaves(&plain, color);
            bench_free(t);
        }
    print_message("%.0f %% of the answers were searched\n", 100 * (double)searched / (double)all);
    assert_true(searched < all);
}

/* Moves that leave a chain in atari have answers that only they make. */
static void moves_that_are_not_quiet(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < 400 / EFFORT; i++) {
        struct bench *t = bench_new(5, 1, i % 2, &rng);
        struct board board;
        const enum color color = random_position(&board, 5, 12 + i % 20, &rng);
        check_choice(t, &board, color, &rng);
        bench_free(t);
    }
}

/* What an answer takes reaches far: Black's move beside the other end of the chain changes what
 * White gets by taking it. */
static void answers_that_take_a_long_chain(void **state) {
    (void)state;
    struct board board;
    struct rng rng;
    rng_seed(&rng, 7, 0);
    diagram_read(&board, 7,
                 ". . . . . . .  . . . . . . .  . . . . . . .  . . . . . . ."
                 ". . . . . . .  O O O O O O .  X X X X X X .");
    for (int i = 0; i < 400 / EFFORT; i++) {
        struct bench *t = bench_new(7, 2 + i % 6, i % 2, &rng);
        check_choice(t, &board, BLACK, &rng);
        bench_free(t);
    }
}

/* --- games --- */

/* The leaf of state STEP, as the log has it, is worth what the minimax before move STEP is. */
static void check_leaf(const struct bench *t, const struct reference_board *before, int step,
                       int32_t *codes) {
    const struct episode *e = &t->game.episode;
    const enum color color = trajectory_color(&e->trajectory, step);
    struct reference_board leaf = *before;
    for (int i = e->log_end[step - 1]; i < e->log_end[step]; i++)
        codes[e->log.entries[i].region] = e->log.entries[i].code;
    assert_true(reference_decode(&t->random.regions, codes, &leaf));
    const double value = (double)e->trajectory.value[step];
    assert_true(value == reference_value(&t->random.regions, &t->random.weights, &leaf));
    assert_true(value == minimax(t, before, color));
}

/* What exploring may do, and what else must be the best move. */
static void check_move(const struct bench *t, const struct reference_board *before, int step) {
    const struct trajectory *game = &t->game.episode.trajectory;
    const enum color color = trajectory_color(game, step);
    const struct reference_set candidates = reference_candidates(before, color);
    if (candidates.count == 0) {
        assert_int_equal(game->point[step], PASS);
        assert_false(game->explored[step]);
        return;
    }
    assert_true(candidates.has[game->point[step]]);
    if (!game->explored[step])
        assert_true(move_value(t, before, game->point[step], color) == (double)game->value[step]);
}

static int check_game(const struct bench *t) {
    const struct episode *e = &t->game.episode;
    const struct trajectory *game = &e->trajectory;
    struct reference_board board, end;
    int32_t codes[SHAPE_REGION_ROOM];
    int explored = 0, passes = 0;
    reference_init(&board, t->random.shapes->size);
    memcpy(codes, e->start_code, sizeof codes);
    for (int step = 1; step <= game->length; step++) {
        struct reference_set captured;
        assert_true(passes < 2);
        check_leaf(t, &board, step, codes);
        check_move(t, &board, step);
        reference_play(&board, game->point[step], trajectory_color(game, step), &captured);
        assert_taken(game, step, &captured);
        explored += game->explored[step];
        passes = game->point[step] == PASS ? passes + 1 : 0;
    }
    assert_int_equal(game->finished, passes >= 2);
    assert_int_equal(game->valued, game->length);
    assert_true(game->finished || game->length == trajectory_move_limit(t->random.shapes->size));
    assert_true(e->log.count <= e->log.capacity);
    plain_copy(&end, &t->game.now->board);
    assert_true(reference_same_stones(&end, &board));
    return explored;
}

static void play(struct bench *t, double epsilon, struct rng *rng) {
    struct board board;
    struct tracker tracker;
    board_init(&board, t->random.shapes->size);
    tracker_init(&tracker, &t->random.weights, &board);
    leaf_game_play(&t->game, &board, &tracker, epsilon, rng);
}

static void games_learn_from_their_leaves(void **state) {
    (void)state;
    const double epsilons[] = {0, 0.3, 1};
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int size = 3; size <= 6; size++)
        for (int i = 0; i < 12 / EFFORT; i++) {
            struct bench *t = bench_new(size, 1 + i % ALL_SIZES, i % 2, &rng);
            int moves = 0;
            play(t, epsilons[i % 3], &rng);
            const struct trajectory *game = &t->game.episode.trajectory;
            for (int step = 1; step <= game->length; step++) moves += game->point[step] != PASS;
            const int explored = check_game(t);
            if (i % 3 == 0) assert_int_equal(explored, 0);
            if (i % 3 == 2) assert_int_equal(explored, moves);
            bench_free(t);
        }
}

/* The boards with kernels of their own, and the largest one, where following by hand takes long. */
static void games_on_large_boards(void **state) {
    (void)state;
    const int sizes[] = {9, 13, 19};
    struct rng rng;
    rng_seed(&rng, 4, 0);
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        struct bench *t = bench_new(sizes[i], ALL_SIZES, true, &rng);
        play(t, 0.2, &rng);
        const struct trajectory *game = &t->game.episode.trajectory;
        assert_true(board_verify(&t->game.now->board));
        assert_true(game->length > sizes[i] * sizes[i] / 2);
        assert_true(t->game.episode.log.count <= t->game.episode.log.capacity);
        bench_free(t);
    }
}

static void the_seed_decides(void **state) {
    (void)state;
    struct rng rng, first, second;
    rng_seed(&rng, 5, 0);
    struct bench *t = bench_new(5, ALL_SIZES, true, &rng);
    rng_seed(&first, 6, 0);
    second = first;
    play(t, 0.3, &first);
    const struct trajectory before = t->game.episode.trajectory;
    play(t, 0.3, &second);
    assert_int_equal(t->game.episode.trajectory.length, before.length);
    for (int step = 1; step <= before.length; step++) {
        assert_int_equal(t->game.episode.trajectory.point[step], before.point[step]);
        assert_true(t->game.episode.trajectory.value[step] == before.value[step]);
    }
    bench_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_choice_is_minimax),
        cmocka_unit_test(moves_that_are_not_quiet),
        cmocka_unit_test(answers_that_take_a_long_chain),
        cmocka_unit_test(games_learn_from_their_leaves),
        cmocka_unit_test(games_on_large_boards),
        cmocka_unit_test(the_seed_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
