/* guzumi playouts: how well playouts judge positions, by the results of games that went through
 * them. */
#include "guzumi/base/clock.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/playout/playout.h"
#include "guzumi/playout/trajectory.h"

#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Pearson's correlation, as numbers come. */
struct correlation {
    double n, x, y, xx, yy, xy;
};

static void correlation_add(struct correlation *c, double x, double y) {
    c->n++;
    c->x += x;
    c->y += y;
    c->xx += x * x;
    c->yy += y * y;
    c->xy += x * y;
}

/* NaN when one of the two never varied. */
static double correlation_of(const struct correlation *c) {
    const double covariance = c->n * c->xy - c->x * c->y;
    return covariance / sqrt((c->n * c->xx - c->x * c->x) * (c->n * c->yy - c->y * c->y));
}

struct judging {
    struct params params;
    struct weight_store *store;
    struct playout_patterns patterns;
    struct playout_policy policy;
    int64_t positions, playouts; /* wanted: positions in all, playouts of each */
    struct rng rng;
    struct correlation result; /* of the playouts' mean result with the game's */
    double log_loss, squares;  /* sums */
    uint64_t played;
    double seconds;
};

/* Black's share of the playouts' wins from the position of GAME. */
static double playouts_mean(struct judging *j, const struct game *game) {
    const struct board *b = &game->board;
    const struct playout_start start = {
        .to_move = game->to_move, .last_point = game_last_point(game), .passes = game_passes(game)};
    const double begin = clock_now();
    int64_t half_wins = 0;
    for (int64_t i = 0; i < j->playouts; i++) {
        const struct playout_end end =
            playout_run(b, start, &j->policy, trajectory_move_limit(b->size), &j->rng, NULL);
        const int half_score = 2 * board_score_stones(b->size, end.stones, NULL) - game->half_komi;
        half_wins += half_score > 0 ? 2 : half_score == 0;
    }
    j->seconds += clock_now() - begin;
    j->played += (uint64_t)j->playouts;
    return (double)half_wins / (double)(2 * j->playouts);
}

/* Compares the position of GAME with its RESULT: 1 when Black won, 0 when White did. */
static void compare_position(struct judging *j, const struct game *game, double result) {
    const double mean = playouts_mean(j, game);
    /* One more win and one more loss keep the logarithm finite. */
    const double n = (double)j->playouts, smooth = (mean * n + 1) / (n + 2);
    correlation_add(&j->result, mean, result);
    j->log_loss -= result > 0.5 ? log(smooth) : log(1 - smooth);
    j->squares += (mean - result) * (mean - result);
}

/* Who won by the record; false when it names no winner. */
static bool read_result(const struct sgf *sgf, double *result) {
    const char *text = sgf_value(sgf, SGF_ROOT, "RE", 0);
    if (!text || (text[0] != 'B' && text[0] != 'W') || text[1] != '+') return false;
    *result = text[0] == 'B';
    return true;
}

/* Looks at COUNT positions of a game with RESULT, which lie as far apart as they can. */
static enum status judge_game(struct judging *j, struct sgf *sgf, double result, int64_t count,
                              struct failure *why) {
    struct game game;
    enum status status = game_init(&game, BOARD_MIN_SIZE, why);
    if (status != STATUS_OK) return status;
    status = sgf_to_game(sgf, SGF_ALL_MOVES, &game, why);
    if (status == STATUS_OK)
        status = trained_policy_find_playouts(j->store, game.board.size, &j->patterns, why);
    j->policy = playout_default_policy(&j->params, &j->patterns);
    const int64_t moves = (int64_t)game.count;
    for (int64_t i = 0; i < count && status == STATUS_OK; i++) {
        const size_t stop = (size_t)((2 * i + 1) * moves / (2 * count)) + 1;
        status = sgf_to_game(sgf, stop, &game, why);
        if (status == STATUS_OK) compare_position(j, &game, result);
    }
    game_free(&game);
    return status;
}

static enum status judge_record(struct judging *j, const char *path, int64_t count,
                                struct failure *why) {
    struct sgf *sgf;
    double result;
    enum status status = sgf_load(&sgf, path, why);
    if (status != STATUS_OK) return status;
    status = read_result(sgf, &result)
                 ? judge_game(j, sgf, result, count, why)
                 : fail(why, STATUS_INVALID, "%.200s: no result with a winner", path);
    sgf_free(sgf);
    return status;
}

/* Spreads the positions over the records. */
static enum status judge_all(struct judging *j, const struct options_result *arguments,
                             struct failure *why) {
    const int64_t records = arguments->positional_count;
    enum status status = STATUS_OK;
    for (int64_t i = 0; i < records && status == STATUS_OK; i++) {
        const int64_t count = (i + 1) * j->positions / records - i * j->positions / records;
        status = judge_record(j, arguments->positional[i], count, why);
    }
    return status;
}

/* With its interval by Fisher's transformation, as if all positions were independent. */
static void print_correlation(const struct correlation *c) {
    const double n = c->n, r = correlation_of(c);
    if (c->y == 0 || c->y == n) {
        printf("correlation none: one side won all these games\n");
    } else if (isnan(r)) {
        printf("correlation none: all positions have the same mean\n");
    } else {
        const bool bounded = n > 3;
        const double reach = bounded ? 1.96 / sqrt(n - 3) : 0;
        printf("correlation %.4f (%.4f to %.4f)\n", r, bounded ? tanh(atanh(r) - reach) : -1,
               bounded ? tanh(atanh(r) + reach) : 1);
    }
}

static void print(const struct judging *j) {
    const double n = j->result.n;
    printf("positions %.0f\nplayouts %lld of each\n", n, (long long)j->playouts);
    print_correlation(&j->result);
    printf("log_loss %.4f\nmean_square_error %.4f\n", j->log_loss / n, j->squares / n);
    printf("speed %.0f playouts/s\n", (double)j->played / j->seconds);
}

/* Judges RECORDS by the policy in WEIGHTS (or NULL) on boards of its size, and by the compiled-in
 * ones. */
static enum status judge(struct judging *j, const char *weights,
                         const struct options_result *records, struct failure *why) {
    enum status status = weight_store_new(&j->store, why);
    if (status != STATUS_OK) return status;
    playout_patterns_init(&j->patterns);
    if (weights) status = weight_store_load(j->store, weights, why);
    rng_seed(&j->rng, (uint64_t)j->params.seed, 0);
    if (status == STATUS_OK) status = judge_all(j, records, why);
    weight_store_free(j->store);
    return status;
}

int cmd_playouts(int argc, char **argv) {
    struct judging j = {.positions = 1000, .playouts = 1000};
    const char *weights = NULL;
    params_default(&j.params);
    const struct option table[] = {
        {.name = "positions",
         .kind = OPTION_INT,
         .out = &j.positions,
         .min = 1,
         .max = 1e9,
         .argument = "N",
         .help = "Looks at N positions (1000), spread over the records and their moves."},
        {.name = "playouts",
         .kind = OPTION_INT,
         .out = &j.playouts,
         .min = 1,
         .max = 1e9,
         .argument = "N",
         .help = "Plays each out N times (1000)."},
        {.name = "weights",
         .kind = OPTION_TEXT,
         .out = &weights,
         .argument = "FILE",
         .help = "Weight file of the softmax policy, in place of the built-in one."},
    };
    const struct options options = {
        .command = "playouts",
        .summary = "Measures how well playouts predict results: the correlation of the mean result "
                   "of playouts\nwith the result of the game, over positions from game records.",
        .table = table,
        .count = sizeof table / sizeof table[0],
        .params = &j.params,
        .groups = PARAMS_GENERAL | PARAMS_TD_SEARCH,
        .positional_names = "RECORD...",
        .min_positional = 1,
        .max_positional = OPTIONS_MAX_POSITIONAL};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    if (j.params.default_policy == POLICY_NONE) {
        fail(&why, STATUS_INVALID, "playouts: default_policy=none plays nothing out");
        return cli_fail(&why, EXIT_USAGE);
    }
    if (judge(&j, weights, &result, &why) != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    print(&j);
    return EXIT_SUCCESS;
}
