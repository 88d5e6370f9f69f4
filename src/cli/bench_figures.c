/* What `guzumi bench` measures. */
#include "bench_figures.h"

#include "guzumi/base/clock.h"
#include "guzumi/network/network.h"

#include "signatures.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* One figure is measured by calling WORK until the time is over; WORK returns what it counted. */
typedef uint64_t bench_work(void *state);

/* Reports NAME on a board of SIZE, with four digits at least. */
static void report(const struct bench *bench, const char *name, int size, double value,
                   const char *unit) {
    struct bench_figure figure;
    snprintf(figure.name, sizeof figure.name, "%s_%dx%d", name, size, size);
    snprintf(figure.value, sizeof figure.value, value < 1000 ? "%.4g" : "%.0f", value);
    snprintf(figure.unit, sizeof figure.unit, "%s", unit);
    bench->report(bench->context, &figure);
}

/* The processor's time, which other work on the machine does not take away. */
static void measure(const struct bench *bench, const char *name, int size, const char *unit,
                    bench_work *work, void *state) {
    work(state); /* warm-up */
    uint64_t count = 0;
    const double begin = clock_read(CLOCK_THREAD);
    double elapsed;
    do {
        count += work(state);
        elapsed = clock_read(CLOCK_THREAD) - begin;
    } while (elapsed < bench->seconds);
    report(bench, name, size, (double)count / elapsed, unit);
}

static enum status bench_playouts(const struct bench *bench, int size, struct failure *why) {
    (void)why;
    struct playout_load s;
    load_playouts_start(&s, &bench->world, size, POLICY_UNIFORM);
    measure(bench, "uniform_playouts", size, "playouts/s", load_playouts, &s);
    load_playouts_start(&s, &bench->world, size, POLICY_MOGO);
    measure(bench, "default_policy_playouts", size, "playouts/s", load_playouts, &s);
    return STATUS_OK;
}

static enum status bench_search(const struct bench *bench, int size, struct failure *why) {
    struct search_load s = {.search = NULL};
    enum status status = load_search_start(&s, &bench->world, size, why);
    if (status == STATUS_OK) {
        struct self_play_load play = {.search = s.search, .empty = s.empty, .rng = s.rng};
        status = episode_init(&play.episode, size, why);
        if (status == STATUS_OK)
            measure(bench, "candidate_afterstates", size, "afterstates/s", load_self_play, &play);
        episode_free(&play.episode);
    }
    if (status == STATUS_OK) {
        s.simulations = 1000; /* a search averages its weights once */
        s.params.search_moves = 6;
        s.params.default_policy = POLICY_MOGO;
        measure(bench, "td_search_T6", size, "simulations/s", load_search, &s);
        s.params.search_learnt_moves = 6;
        measure(bench, "td_search_T6_learning_6", size, "simulations/s", load_search, &s);
        s.params.default_policy = POLICY_NONE;
        measure(bench, "td_search_no_default_policy", size, "simulations/s", load_search, &s);
    }
    td_search_free(s.search);
    return status;
}

/* Full-width searches from the first moves of a game, at the depth of the papers' experiments on
 * 9x9 and less deep on larger boards. The branching is the leaves' root of that depth. */
static enum status bench_alpha_beta(const struct bench *bench, int size, struct failure *why) {
    struct alpha_beta_load s;
    const enum status status =
        load_alpha_beta_start(&s, &bench->world, size, size <= 9 ? 5 : 3, why);
    if (status == STATUS_OK) {
        char name[40];
        snprintf(name, sizeof name, "alpha_beta_depth_%d", s.depth);
        const double begin = clock_read(CLOCK_THREAD);
        measure(bench, "alpha_beta_leaves", size, "leaves/s", load_alpha_beta, &s);
        const double seconds = clock_read(CLOCK_THREAD) - begin;
        report(bench, "alpha_beta_nodes", size, (double)s.nodes / seconds, "nodes/s");
        report(bench, name, size, (double)s.searches / seconds, "searches/s");
        report(bench, "alpha_beta_branching", size,
               pow((double)s.leaves / (double)s.searches, 1.0 / s.depth), "moves");
    }
    load_alpha_beta_end(&s);
    return status;
}

/* The speed of PRESET, of the default without one. */
static enum status bench_preset(const struct bench *bench, int size, const char *preset,
                                const char *name, struct failure *why) {
    struct tree_load s;
    const enum status status = load_tree_start(&s, &bench->world, size, preset, why);
    if (status == STATUS_OK) measure(bench, name, size, "simulations/s", load_tree, &s);
    search_free(s.search);
    return status;
}

struct network_load {
    struct network *network;             /* owned */
    struct network_workspace *workspace; /* owned */
};

static uint64_t load_network(void *context) {
    const struct network_load *s = context;
    for (int i = 0; i < 100; i++) network_forward(s->network, s->workspace);
    return 100;
}

/* The policy-value network of the usual size; its speed does not depend on what it has learnt. */
static enum status bench_network(const struct bench *bench, int size, struct failure *why) {
    const struct params *params = &bench->world.params;
    struct network_load s = {.network = NULL};
    enum status status =
        network_new(&s.network, (int)params->network_channels, (int)params->network_blocks, why);
    if (status == STATUS_OK) status = network_workspace_new(&s.workspace, s.network, why);
    if (status == STATUS_OK) {
        struct rng rng;
        rng_seed(&rng, 1, 0);
        network_randomise(s.network, &rng);
        network_workspace_clear(s.workspace, size);
        measure(bench, "network", size, "positions/s", load_network, &s);
    }
    network_workspace_free(s.workspace);
    network_free(s.network);
    return status;
}

static enum status bench_tree(const struct bench *bench, int size, struct failure *why) {
    enum status status = bench_preset(bench, size, "uct", "uct", why);
    if (status == STATUS_OK) status = bench_preset(bench, size, "mc-rave", "mc_rave", why);
    if (status == STATUS_OK) status = bench_preset(bench, size, NULL, "tree", why);
    struct params params;
    params_default(&params);
    report(bench, "tree_node", size, (double)tree_search_node_bytes(size, &params), "bytes");
    return status;
}

struct training_load {
    struct training *training;
    int games; /* of one call */
};

static uint64_t load_games(void *context) {
    struct training_load *s = context;
    const struct learnt *t = s->training->learnt;
    struct failure why;
    for (int i = 0; i < s->games; i++)
        t->learner->step(s->training, t->origin.games + 1, &why); /* without a program none fails */
    return (uint64_t)s->games;
}

/* Training games of LEARNER after WARM_UP of them: what knows nothing yet plays untypical ones. */
static enum status bench_training(const struct bench *bench, const struct learner *learner,
                                  int size, int warm_up, int games, const char *name,
                                  struct failure *why) {
    static const atomic_bool never = false;
    const struct training_plan plan = {
        .length = UINT64_MAX, .threads = 1, .stop = &never, .store = bench->world.store};
    struct training_load load = {.games = games};
    struct params params;
    struct learnt *learnt;
    learner_defaults(learner, &params);
    enum status status = learner->make(&learnt, size, &params, why);
    if (status != STATUS_OK) return status;
    status = learner->begin(&load.training, learnt, &plan, why);
    if (status == STATUS_OK) {
        for (int i = 0; i < warm_up; i += games) load_games(&load);
        measure(bench, name, size, "games/s", load_games, &load);
        learner->finish(load.training);
    }
    learnt_free(learnt);
    return status;
}

/* Schraudolph's network by self-play and Ekker's against the novice, on the papers' boards. On
 * large ones a game of the first takes seconds: its matrices are larger than the caches. */
static enum status bench_trainings(const struct bench *bench, int size, struct failure *why) {
    const int small = size < 5 ? size : 5;
    enum status status = bench_training(bench, &shapes_learner, size, 500, 20, "training", why);
    if (status == STATUS_OK && size <= 9)
        status = bench_training(bench, &territory_learner, size, 0, 5, "territory_training", why);
    if (status == STATUS_OK && size <= 9)
        status = bench_training(bench, &liberties_learner, small, 0, 5, "liberties_training", why);
    return status;
}

typedef enum status bench_part(const struct bench *bench, int size, struct failure *why);

static enum status bench_size(const struct bench *bench, int size, struct failure *why) {
    static bench_part *const parts[] = {bench_playouts, bench_search, bench_alpha_beta,
                                        bench_network,  bench_tree,   bench_trainings};
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof parts / sizeof parts[0]; i++)
        status = parts[i](bench, size, why);
    return status;
}

static void report_signature(const struct bench *bench, const char *name, uint32_t value) {
    struct bench_figure figure = {.unit = "hex"};
    snprintf(figure.name, sizeof figure.name, "%s_signature", name);
    snprintf(figure.value, sizeof figure.value, "%08" PRIx32, value);
    bench->report(bench->context, &figure);
}

enum status bench_signatures(const struct bench *bench, struct failure *why) {
    struct signatures s;
    const enum status status = signatures_make(&s, &bench->world, why);
    if (status != STATUS_OK) return status;
    report_signature(bench, "board", s.board);
    report_signature(bench, "value", s.value);
    report_signature(bench, "play", s.play);
    return STATUS_OK;
}

enum status bench_all(const struct bench *bench, int size, struct failure *why) {
    if (size) return bench_size(bench, size, why);
    enum status status = bench_size(bench, 9, why);
    if (status == STATUS_OK) status = bench_tree(bench, 13, why);
    if (status == STATUS_OK) status = bench_size(bench, 19, why);
    return status == STATUS_OK ? bench_signatures(bench, why) : status;
}
