/* Whole playouts: their end, their record, where they start, and the mercy rule. */
#include "guzumi/playout/playout.h"

#include "diagram.h"
#include "patterns.h"
#include "random_moves.h"
#include "reference_playout.h"
#include "trajectories.h"
#include "unit.h"

#include <string.h>

/* The board at the end of a playout, from its stones. */
static struct board board_of(const struct playout_end *end, int size) {
    struct board board;
    board_init(&board, size);
    for (int color = 0; color < 2; color++) BITSET_FOR_EACH(p, end->stones[color], board.words) {
            assert_true(board_place(&board, p, (enum color)color));
        }
    return board;
}

static void playouts_end(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    int ended = 0, playouts = 0;
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (int i = 0; i < 120; i++) {
        const int size = BOARD_MIN_SIZE + i % 18, limit = 3 * size * size;
        struct playout_start start = {.last_point = NO_POINT};
        struct board board;
        struct bitset black, white;
        start.to_move = random_position(&board, size, i % 20, &rng);
        const struct playout_policy policy =
            policy_of(i / 18 % 2 ? POLICY_MOGO : POLICY_UNIFORM, patterns);
        const struct playout_end end = playout_run(&board, start, &policy, limit, &rng, NULL);
        assert_true(end.moves <= limit);
        playouts++;
        if (end.moves == limit) continue;
        ended++;
        board = board_of(&end, size);
        board_candidates(&board, BLACK, &black);
        board_candidates(&board, WHITE, &white);
        assert_true(bitset_is_empty(&black, board.words) && bitset_is_empty(&white, board.words));
    }
    print_message("%d of %d playouts ended before their limit\n", ended, playouts);
    assert_true(ended > playouts / 2);
    free(patterns);
}

/* Recording changes no playout, and a plain board can replay the record. */
static void playouts_are_recorded(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    static struct trajectory game;
    int captures = 0, finished = 0;
    struct rng rng, again;
    rng_seed(&rng, 7, 0);
    for (int i = 0; i < 72; i++) {
        const int size = BOARD_MIN_SIZE + i % 18, limit = i % 5 == 0 ? size : 2 * size * size;
        const struct playout_policy policy =
            policy_of(i / 18 % 2 ? POLICY_MOGO : POLICY_UNIFORM, patterns);
        struct playout_start start = {.last_point = NO_POINT};
        struct board board;
        struct reference_board plain;
        struct reference_set captured;
        start.to_move = random_position(&board, size, i % 20, &rng);
        plain_copy(&plain, &board);
        /* A move before the playout. */
        trajectory_begin(&game, start.to_move);
        board_play(&board, PASS, start.to_move);
        trajectory_append(&game, &board, PASS);
        start = (struct playout_start){
            .to_move = color_other(start.to_move), .last_point = PASS, .passes = 1};
        again = rng;
        const struct playout_end end = playout_run(&board, start, &policy, limit, &rng, &game);
        playout_run(&board, start, &policy, limit, &again, NULL);
        assert_true(rng_next(&rng) == rng_next(&again));
        assert_int_equal(game.length, end.moves + 1);
        assert_int_equal(game.valued, 0);
        int passes = 0;
        for (int t = 1; t <= game.length; t++) {
            assert_true(passes < 2);
            assert_false(game.explored[t]);
            const enum color color = trajectory_color(&game, t);
            assert_true(game.point[t] == PASS || reference_is_legal(&plain, game.point[t], color));
            reference_play(&plain, game.point[t], color, &captured);
            assert_taken(&game, t, &captured);
            captures += captured.count;
            passes = game.point[t] == PASS ? passes + 1 : 0;
        }
        assert_end(&game, &plain);
        assert_int_equal(game.finished, passes >= 2);
        finished += game.finished;
    }
    print_message("%d finished, %d stones taken\n", finished, captures);
    assert_true(captures > 100 && finished > 20 && finished < 60);
    free(patterns);
}

/* Black's stones less White's. */
static int stone_lead(const struct reference_board *board) {
    int ahead = 0;
    for (int p = 0; p < point_limit(board->size); p++)
        ahead += (reference_color(board, p) == BLACK) - (reference_color(board, p) == WHITE);
    return ahead;
}

/* The mercy rule ends a playout at the first check, every eighth move, where a side's lead has
 * grown by the margin; until then the playout is the same. */
static void mercy_ends_playouts(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    static struct trajectory whole, cut;
    int sooner = 0;
    struct rng rng, again;
    rng_seed(&rng, 8, 0);
    for (int i = 0; i < 80; i++) {
        const int size = 5 + i % 8, mercy = 1 + i % 20, limit = 2 * size * size;
        struct playout_policy policy = policy_of(i % 2 ? POLICY_MOGO : POLICY_UNIFORM, patterns);
        struct playout_start start = {.last_point = NO_POINT};
        struct board board;
        struct reference_board plain;
        struct reference_set captured;
        policy.half_komi = i % 3 ? 0 : (int)rng_below(&rng, 81) - 40;
        start.to_move = random_position(&board, size, i % 20, &rng);
        plain_copy(&plain, &board);
        const int first = stone_lead(&plain);
        const int most = (first > 0 ? first : 0) + mercy, least = (first < 0 ? first : 0) - mercy;
        trajectory_begin(&whole, start.to_move);
        trajectory_begin(&cut, start.to_move);
        again = rng;
        playout_run(&board, start, &policy, limit, &again, &whole);
        policy.mercy = mercy;
        const struct playout_end end = playout_run(&board, start, &policy, limit, &rng, &cut);
        assert_true(end.moves == cut.length && cut.length <= whole.length);
        for (int t = 1; t <= whole.length; t++) {
            const int ahead = stone_lead(&plain);
            const bool decided = (ahead >= most && 2 * ahead > policy.half_komi) ||
                                 (ahead <= least && 2 * ahead < policy.half_komi);
            if (decided && t > 1 && t % 8 == 1) {
                assert_int_equal(cut.length, t - 1);
                break;
            }
            assert_true(t <= cut.length);
            assert_int_equal(cut.point[t], whole.point[t]);
            reference_play(&plain, cut.point[t], trajectory_color(&cut, t), &captured);
        }
        assert_end(&cut, &plain);
        sooner += cut.length < whole.length;
        assert_int_equal(cut.finished, whole.finished && cut.length == whole.length);
    }
    print_message("%d playouts ended sooner\n", sooner);
    assert_true(sooner > 30 && sooner < 80);
    free(patterns);
}

/* A playout may start in the middle of a game: earlier passes count, the limit holds, and the
 * colour to move moves first. */
static void playouts_start_anywhere(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    const struct playout_policy uniform = policy_of(POLICY_UNIFORM, patterns);
    const struct playout_policy mogo = policy_of(POLICY_MOGO, patterns);
    struct rng rng;
    struct board empty, full;
    rng_seed(&rng, 6, 0);
    diagram_read(&full, 3, ". X X  X X X  X X .");
    board_init(&empty, 9);
    for (int passes = 0; passes <= 2; passes++)
        for (int color = 0; color < 2; color++) {
            const struct playout_start start = {
                .to_move = (enum color)color, .last_point = PASS, .passes = passes};
            const struct playout_end end = playout_run(&full, start, &mogo, 100, &rng, NULL);
            assert_int_equal(end.moves, 2 - passes);
            assert_true(board_of(&end, 3).hash == full.hash);
        }
    for (int limit = 0; limit <= 12; limit++)
        for (int color = 0; color < 2; color++) {
            const struct playout_start start = {.to_move = (enum color)color,
                                                .last_point = NO_POINT};
            const struct playout_end end = playout_run(&empty, start, &uniform, limit, &rng, NULL);
            assert_int_equal(end.moves, limit);
            const int difference =
                bitset_count(&end.stones[BLACK], 2) - bitset_count(&end.stones[WHITE], 2);
            assert_int_equal(difference, limit % 2 == 0 ? 0 : color == BLACK ? 1 : -1);
        }
    free(patterns);
}

static void equal_seeds_play_equal_games(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    const struct playout_policy policy = policy_of(POLICY_MOGO, patterns);
    int different = 0;
    for (int i = 0; i < 20; i++) {
        const int size = 5 + 2 * (i % 8);
        const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
        uint64_t hash[3];
        for (int j = 0; j < 3; j++) {
            struct rng rng;
            struct board board;
            rng_seed(&rng, (uint64_t)(j / 2), (uint64_t)i);
            board_init(&board, size);
            const struct playout_end end =
                playout_run(&board, start, &policy, 3 * size * size, &rng, NULL);
            hash[j] = board_of(&end, size).hash;
        }
        assert_true(hash[0] == hash[1]);
        different += hash[0] != hash[2];
    }
    assert_true(different > 15);
    free(patterns);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playouts_end),
        cmocka_unit_test(playouts_are_recorded),
        cmocka_unit_test(mercy_ends_playouts),
        cmocka_unit_test(playouts_start_anywhere),
        cmocka_unit_test(equal_seeds_play_equal_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
