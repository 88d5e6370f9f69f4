/* guzumi bench: speeds, and two signatures by which to see whether behaviour has changed. */
#include "cli.h"

#include "guzumi/alpha_beta.h"
#include "guzumi/clock.h"
#include "guzumi/local_shapes.h"
#include "guzumi/memory_store.h"
#include "guzumi/td_search.h"
#include "guzumi/trainer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bench {
    double seconds; /* a figure */
    struct params params;
    struct playout_patterns patterns;
    struct memory_store *memories;
};

/* One figure is measured by calling WORK until the time is over; WORK returns what it counted. */
typedef uint64_t bench_work(void *state);

static void measure(const struct bench *bench, const char *name, int size, const char *unit,
                    bench_work *work, void *state) {
    work(state); /* warm-up */
    uint64_t count = 0;
    const double begin = clock_now();
    double elapsed;
    do {
        count += work(state);
        elapsed = clock_now() - begin;
    } while (elapsed < bench->seconds);
    printf("%s_%dx%d %.0f %s\n", name, size, size, (double)count / elapsed, unit);
    fflush(stdout);
}

/* --- playouts -----------------------------------------------------------------------------------
 */

struct playout_state {
    struct playout_policy policy;
    struct board empty;
    struct rng rng;
    uint64_t signature;
};

static uint64_t run_playouts(void *context) {
    struct playout_state *s = context;
    const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT, .passes = 0};
    const int size = s->empty.size;
    for (int i = 0; i < 100; i++) {
        const struct playout_end end =
            playout_run(&s->empty, start, &s->policy, trajectory_move_limit(size), &s->rng, NULL);
        s->signature = mix64(s->signature ^ (uint64_t)end.moves);
        for (int word = 0; word < s->empty.words; word++)
            s->signature = mix64(s->signature ^ end.stones[BLACK].word[word]);
    }
    return 100;
}

static void start_playouts(struct playout_state *s, const struct bench *bench, int size,
                           enum policy kind) {
    s->policy = (struct playout_policy){.kind = kind, .patterns = &bench->patterns};
    s->signature = 0;
    board_init(&s->empty, size);
    rng_seed(&s->rng, 1, (uint64_t)size);
}

/* --- greedy self-play ---------------------------------------------------------------------------
 */

struct self_play_state {
    struct td_search *search;
    struct tracker tracker;
    struct episode episode;
    struct board empty;
    struct rng rng;
};

static uint64_t run_self_play(void *context) {
    struct self_play_state *s = context;
    const struct shape_weights weights = td_search_weights(s->search);
    struct episode *e = &s->episode;
    const struct episode_policy greedy = {.epsilon = 0};
    const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
    e->candidates = 0;
    for (int i = 0; i < 20; i++) {
        struct board b;
        board_copy(&b, &s->empty);
        tracker_init(&s->tracker, &weights, &b);
        episode_play(e, &b, &s->tracker, start, &greedy, 0, false, &s->rng);
    }
    return e->candidates;
}

/* --- training and search ------------------------------------------------------------------------
 */

static uint64_t run_training(void *trainer) {
    for (int i = 0; i < 20; i++) trainer_play(trainer);
    return 20;
}

struct search_state {
    struct td_search *search;
    uint64_t simulations; /* of one search */
    struct params params;
    struct board empty;
    struct rng rng;
};

static uint64_t run_search(void *context) {
    struct search_state *s = context;
    atomic_bool stop;
    atomic_init(&stop, false);
    const struct search_position position = {
        .board = &s->empty, .to_move = BLACK, .last_point = NO_POINT, .half_komi = 15};
    const struct td_search_limit limit = {
        .simulations = s->simulations, .deadline = INFINITY, .stop = &stop};
    td_search_run(s->search, &s->params, &position, &limit, &s->rng);
    return s->search->simulations;
}

struct alpha_beta_state {
    struct search_state *search; /* the value at the leaves */
    struct alpha_beta *alpha_beta;
    struct game game;
    int depth;
    uint64_t searches, nodes, leaves;
};

/* Looks ahead from one position of an opening and plays the move. Returns the leaves. */
static uint64_t run_alpha_beta(void *context) {
    struct alpha_beta_state *s = context;
    const struct shape_weights weights = td_search_weights(s->search->search);
    struct local_shapes evaluator;
    struct failure why;
    local_shapes_init(&evaluator, &weights, VALUE_LOGISTIC);
    if (s->game.count == 8) game_clear(&s->game, s->game.board.size);
    const enum color color = s->game.to_move;
    const struct search_position position = {.board = &s->game.board,
                                             .to_move = color,
                                             .last_point = game_last_point(&s->game),
                                             .half_komi = s->game.half_komi,
                                             .hashes = s->game.hashes,
                                             .hash_count = s->game.count + 1};
    atomic_bool stop;
    atomic_init(&stop, false);
    const struct alpha_beta_limit limit = {.depth = s->depth, .deadline = INFINITY, .stop = &stop};
    struct bitset candidates = {{0}};
    struct alpha_beta_result result;
    board_candidates(&s->game.board, color, &candidates);
    /* Memory was made before the first measurement: this can't fail. */
    alpha_beta_prepare(s->alpha_beta, &s->search->params, &evaluator.base, &why);
    alpha_beta_run(s->alpha_beta, &position, &candidates, &limit, &result);
    game_play(&s->game, result.line[0], color, &why);
    s->searches++;
    s->nodes += result.nodes;
    s->leaves += result.leaves;
    return result.leaves;
}

/* A search with the built-in weights (or none) on an empty board. */
static enum status start_search(struct search_state *s, struct bench *bench, int size,
                                struct failure *why) {
    const struct memory *memory;
    s->params = bench->params;
    s->simulations = 100;
    board_init(&s->empty, size);
    rng_seed(&s->rng, 1, (uint64_t)size);
    enum status status = memory_store_get(bench->memories, size, &memory, why);
    if (status == STATUS_OK) status = td_search_new(&s->search, &bench->patterns, why);
    if (status == STATUS_OK) status = td_search_start(s->search, size, &s->params, memory, why);
    return status;
}

static enum status bench_playouts(struct bench *bench, int size) {
    struct playout_state s;
    start_playouts(&s, bench, size, POLICY_UNIFORM);
    measure(bench, "uniform_playouts", size, "playouts/s", run_playouts, &s);
    start_playouts(&s, bench, size, POLICY_MOGO);
    measure(bench, "default_policy_playouts", size, "playouts/s", run_playouts, &s);
    return STATUS_OK;
}

static enum status bench_search(struct bench *bench, int size, struct failure *why) {
    struct search_state s = {.search = NULL};
    enum status status = start_search(&s, bench, size, why);
    if (status == STATUS_OK) {
        struct self_play_state play = {.search = s.search, .empty = s.empty, .rng = s.rng};
        status = episode_init(&play.episode, size, why);
        if (status == STATUS_OK)
            measure(bench, "candidate_afterstates", size, "afterstates/s", run_self_play, &play);
        episode_free(&play.episode);
    }
    if (status == STATUS_OK) {
        s.simulations = 1000; /* a search averages its weights once */
        s.params.search_moves = 6;
        s.params.default_policy = POLICY_MOGO;
        measure(bench, "td_search_T6", size, "simulations/s", run_search, &s);
        s.params.search_learnt_moves = 6;
        measure(bench, "td_search_T6_learning_6", size, "simulations/s", run_search, &s);
        s.params.default_policy = POLICY_NONE;
        measure(bench, "td_search_no_default_policy", size, "simulations/s", run_search, &s);
    }
    td_search_free(s.search);
    return status;
}

/* Full-width searches from the first moves of a game, at the depth of the papers' experiments on
 * 9x9 and less deep on larger boards. The branching is the leaves' root of that depth. */
static enum status bench_alpha_beta(struct bench *bench, int size, struct failure *why) {
    struct search_state search = {.search = NULL};
    struct alpha_beta_state s = {.search = &search, .depth = size <= 9 ? 5 : 3};
    enum status status = start_search(&search, bench, size, why);
    if (status == STATUS_OK) status = game_init(&s.game, size, why);
    if (status == STATUS_OK) status = alpha_beta_new(&s.alpha_beta, why);
    search.params.depth = s.depth;
    if (status == STATUS_OK) {
        const struct shape_weights weights = td_search_weights(search.search);
        struct local_shapes evaluator;
        local_shapes_init(&evaluator, &weights, VALUE_LOGISTIC);
        game_clear(&s.game, size);
        status = alpha_beta_prepare(s.alpha_beta, &search.params, &evaluator.base, why);
    }
    if (status == STATUS_OK) {
        const double begin = clock_now();
        measure(bench, "alpha_beta_leaves", size, "leaves/s", run_alpha_beta, &s);
        const double seconds = clock_now() - begin;
        printf("alpha_beta_nodes_%dx%d %.0f nodes/s\n", size, size, (double)s.nodes / seconds);
        printf("alpha_beta_depth_%d_%dx%d %.1f searches/s\n", s.depth, size, size,
               (double)s.searches / seconds);
        printf("alpha_beta_branching_%dx%d %.2f moves\n", size, size,
               pow((double)s.leaves / (double)s.searches, 1.0 / s.depth));
    }
    alpha_beta_free(s.alpha_beta);
    game_free(&s.game);
    td_search_free(search.search);
    return status;
}

static enum status bench_training(struct bench *bench, int size, struct failure *why) {
    struct memory *memory;
    struct trainer *trainer = NULL;
    enum status status = memory_new(&memory, size, &bench->params, why);
    if (status != STATUS_OK) return status;
    status = trainer_new(&trainer, memory, why);
    if (status == STATUS_OK) {
        /* Games of a memory that knows nothing yet are not typical. */
        for (int i = 0; i < 500; i++) trainer_play(trainer);
        measure(bench, "training", size, "games/s", run_training, trainer);
    }
    trainer_free(trainer);
    memory_free(memory);
    return status;
}

/* --- signatures ---------------------------------------------------------------------------------
 */

/* Of the board: integers only, the same on every machine and compiler. */
static uint64_t board_signature(const struct bench *bench) {
    static const int sizes[] = {2, 5, 9, 12, 13, 19};
    struct playout_state s;
    uint64_t signature = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int policy = POLICY_UNIFORM; policy <= POLICY_MOGO; policy++) {
            start_playouts(&s, bench, sizes[i], (enum policy)policy);
            run_playouts(&s);
            signature = mix64(signature ^ s.signature);
        }
    return signature;
}

static uint64_t hash_floats(uint64_t signature, const float *values, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        signature = mix64(signature ^ bits);
    }
    return signature;
}

/* Of the values: weights after some training and after some search, floating point in a fixed
 * order. */
static enum status value_signature(struct bench *bench, uint64_t *signature, struct failure *why) {
    struct memory *memory;
    struct trainer *trainer = NULL;
    struct search_state s = {.search = NULL};
    *signature = 0;
    enum status status = memory_new(&memory, 9, &bench->params, why);
    if (status != STATUS_OK) return status;
    status = trainer_new(&trainer, memory, why);
    if (status == STATUS_OK) {
        for (int i = 0; i < 100; i++) trainer_play(trainer);
        *signature = hash_floats(*signature, memory->main.table, memory->main.classes->entry_count);
        status = start_search(&s, bench, 9, why);
    }
    if (status == STATUS_OK) {
        run_search(&s);
        *signature = hash_floats(*signature, s.search->flat, s.search->shapes->flat_count);
    }
    td_search_free(s.search);
    trainer_free(trainer);
    memory_free(memory);
    return status;
}

static enum status bench_size(struct bench *bench, int size, struct failure *why) {
    enum status status = bench_playouts(bench, size);
    if (status == STATUS_OK) status = bench_search(bench, size, why);
    if (status == STATUS_OK) status = bench_alpha_beta(bench, size, why);
    if (status == STATUS_OK) status = bench_training(bench, size, why);
    return status;
}

static enum status print_signatures(struct bench *bench, struct failure *why) {
    uint64_t values;
    printf("board_signature %08" PRIx64 " hex\n", board_signature(bench) >> 32);
    const enum status status = value_signature(bench, &values, why);
    if (status == STATUS_OK) printf("value_signature %08" PRIx64 " hex\n", values >> 32);
    return status;
}

/* SIZE alone, or 9x9, 19x19 and the signatures when it is 0. */
static enum status bench_all(struct bench *bench, int size, bool signatures_only,
                             struct failure *why) {
    if (signatures_only) return print_signatures(bench, why);
    if (size) return bench_size(bench, size, why);
    enum status status = bench_size(bench, 9, why);
    if (status == STATUS_OK) status = bench_size(bench, 19, why);
    return status == STATUS_OK ? print_signatures(bench, why) : status;
}

int cmd_bench(int argc, char **argv) {
    struct bench bench = {.seconds = 1};
    bool signatures_only = false;
    int64_t size = 0;
    params_default(&bench.params);
    const struct option table[] = {
        {.name = "seconds",
         .kind = OPTION_REAL,
         .out = &bench.seconds,
         .min = 0.001,
         .max = 3600,
         .argument = "S",
         .help = "Time for each figure (1)."},
        {.name = "size",
         .kind = OPTION_INT,
         .out = &size,
         .min = BOARD_MIN_SIZE,
         .max = BOARD_MAX_SIZE,
         .argument = "N",
         .help = "Only the speeds of this board size; otherwise 9 and 19."},
        {.name = "signatures",
         .kind = OPTION_FLAG,
         .out = &signatures_only,
         .help = "Only prints the signatures."},
    };
    const struct options options = {
        .command = "bench",
        .summary = "Measures speeds on one thread, a line 'name value unit' each, and prints the\n"
                   "signatures of the board and of the values.",
        .table = table,
        .count = sizeof table / sizeof table[0],
        .positional_names = ""};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    playout_patterns_init(&bench.patterns);
    enum status status = memory_store_new(&bench.memories, &why);
    if (status == STATUS_OK) status = bench_all(&bench, (int)size, signatures_only, &why);
    memory_store_free(bench.memories);
    return status == STATUS_OK ? EXIT_SUCCESS : cli_fail(&why, EXIT_FAILURE);
}
