/* guzumi bench: speeds of one thread, in processor time, and signatures, which show whether
 * behaviour has changed; guzumi perft: counts of move sequences, which check the move generator.
 *
 *     uniform_playouts_9x9 61996 playouts/s        a load of bench_loads.c, until the time is up
 *     tree_9x9 13685 simulations/s
 *     board_signature fbec4fb3 hex                 whatever the time
 *
 * Every line is "name value unit", so that scripts and --against can read it. */
#include "guzumi/base/clock.h"
#include "guzumi/base/system.h"
#include "guzumi/base/text.h"
#include "guzumi/base/threads.h"
#include "guzumi/network/network.h"

#include "bench_loads.h"
#include "cli.h"
#include "console.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bench {
    double seconds; /* of each figure */
    struct load_world world;
};

/* --- figures --- */

/* A figure is measured by calling WORK until the time is up; WORK returns its count. */
typedef uint64_t bench_work(void *state);

/* Prints "tree_9x9 13685 simulations/s", with four digits at least. */
static void report(const char *name, int size, double value, const char *unit) {
    printf(value < 1000 ? "%s_%dx%d %.4g %s\n" : "%s_%dx%d %.0f %s\n", name, size, size, value,
           unit);
    console_flush();
}

/* Measures processor time, which depends little on the machine's load. The warm-up fills caches and
 * lets lazy tables be made. WORK is repeated as a whole, so a figure takes at least one call. */
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
    report(name, size, (double)count / elapsed, unit);
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

/* One load, whose parameters change between the figures: the search with six moves of its own
 * policy before the default policy, then learning only these six, then without a default policy.
 * With the last one each move of a simulation is chosen by value, which shows what the value costs.
 */
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
 * 9x9 and less deep on larger boards. Branching factor b: leaves = b^depth. */
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
        report("alpha_beta_nodes", size, (double)s.nodes / seconds, "nodes/s");
        report(name, size, (double)s.searches / seconds, "searches/s");
        report("alpha_beta_branching", size,
               pow((double)s.leaves / (double)s.searches, 1.0 / s.depth), "moves");
    }
    load_alpha_beta_end(&s);
    return status;
}

/* The speed of PRESET, or of the default settings if it is NULL. The loads of papers' programs and
 * of the default player differ in their parameters alone. */
static enum status bench_preset(const struct bench *bench, int size, const char *preset,
                                const char *name, struct failure *why) {
    struct tree_load s;
    const enum status status = load_tree_start(&s, &bench->world, size, preset, why);
    if (status == STATUS_OK) measure(bench, name, size, "simulations/s", load_tree, &s);
    search_free(s.search);
    return status;
}

/* --- profile of a search --- */

/* Samples the part that a search is in every 0.2 ms, until DONE. */
struct sampler {
    const struct search *search;
    atomic_bool done;
    uint64_t seen[TREE_PARTS];
};

/* Samples the part that a search is in, from a thread of its own: the search only writes a number
 * where a part begins, so being watched costs it next to nothing. A part's fraction of the samples
 * is its fraction of the time. */
static void *sample_parts(void *context) {
    struct sampler *s = context;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&lock);
    while (!atomic_load(&s->done)) {
        threads_wait(&never, &lock, 0.0002);
        s->seen[tree_search_part(s->search)]++;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Prints the fractions of the default search's time, "tree_playouts_9x9 46.1 percent". */
static enum status bench_profile(const struct bench *bench, int size, struct failure *why) {
    static const char *const names[TREE_PARTS] = {[TREE_DESCENDS] = "tree_descent",
                                                  [TREE_READS] = "tree_priors",
                                                  [TREE_ASKS] = "tree_network",
                                                  [TREE_PLAYS_OUT] = "tree_playouts",
                                                  [TREE_BACKS_UP] = "tree_backup"};
    struct tree_load load;
    struct sampler sampler = {.done = false};
    pthread_t thread;
    enum status status = load_tree_start(&load, &bench->world, size, NULL, why);
    if (status == STATUS_OK) {
        load_tree(&load); /* its worker is there */
        sampler.search = load.search;
        status = threads_start(&thread, sample_parts, &sampler, "the profile", why);
    }
    if (status == STATUS_OK) {
        uint64_t all = 0;
        measure(bench, "tree", size, "simulations/s", load_tree, &load);
        atomic_store(&sampler.done, true);
        pthread_join(thread, NULL);
        for (int i = 0; i < TREE_PARTS; i++) all += sampler.seen[i];
        for (int i = 0; i < TREE_PARTS; i++)
            report(names[i], size, 100 * (double)sampler.seen[i] / (double)(all + !all), "percent");
    }
    search_free(load.search);
    return status;
}

static enum status bench_profiles(const struct bench *bench, int size, struct failure *why) {
    if (size) return bench_profile(bench, size, why);
    const enum status status = bench_profile(bench, 9, why);
    return status == STATUS_OK ? bench_profile(bench, 19, why) : status;
}

struct network_load {
    struct network *network;             /* owned */
    struct network_workspace *workspace; /* owned */
};

static uint64_t load_network(void *context) {
    const struct network_load *s = context;
    for (int i = 0; i < 100; i++) network_predict(s->network, s->workspace);
    return 100;
}

/* The policy-value network of the default size with random weights, which don't change its speed.
 */
static enum status bench_network(const struct bench *bench, int size, struct failure *why) {
    const struct params *params = &bench->world.params;
    struct network_load s = {.network = NULL};
    enum status status = network_new(&s.network, (int)params->network_channels,
                                     (int)params->network_blocks, (int)params->network_planes, why);
    if (status == STATUS_OK) status = network_workspace_new(&s.workspace, s.network, why);
    if (status == STATUS_OK) {
        struct rng rng;
        rng_seed(&rng, 1, 0);
        network_randomise(s.network, &rng);
        network_workspace_clear(s.workspace, size, 0);
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
    report("tree_node", size, (double)tree_search_node_bytes(size, &params), "bytes");
    return status;
}

struct training_load {
    struct training *training;
    int games; /* per call */
};

static uint64_t load_games(void *context) {
    struct training_load *s = context;
    const struct learnt *t = s->training->learnt;
    struct failure why;
    for (int i = 0; i < s->games; i++)
        t->learner->step(s->training, t->origin.games + 1,
                         &why); /* only an external program could fail */
    return (uint64_t)s->games;
}

/* Training games of LEARNER after WARM_UP games, because untrained weights play untypical ones. */
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
 * large boards a game of the first takes seconds: its matrices exceed the caches. */
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

static enum status bench_signatures(const struct bench *bench, struct failure *why) {
    struct signatures s;
    const enum status status = signatures_make(&s, &bench->world, why);
    if (status == STATUS_OK)
        printf("board_signature %08" PRIx32 " hex\nvalue_signature %08" PRIx32
               " hex\nplay_signature %08" PRIx32 " hex\n",
               s.board, s.value, s.play);
    return status;
}

/* The figures for boards of SIZE; if that is 0, of 9x9 and 19x19, the trees of 13x13, and the
 * signatures. A line each, "name value unit", which parse_figures reads again. */
static enum status bench_all(const struct bench *bench, int size, struct failure *why) {
    if (size) return bench_size(bench, size, why);
    enum status status = bench_size(bench, 9, why);
    if (status == STATUS_OK) status = bench_tree(bench, 13, why);
    if (status == STATUS_OK) status = bench_size(bench, 19, why);
    return status == STATUS_OK ? bench_signatures(bench, why) : status;
}

/* --- comparison with another program --- */

enum { BENCH_ROUNDS_MAX = 1000, MOST_FIGURES = 100, MOST_OUTPUT = 1 << 16, MOST_COMMAND = 1000 };

/* A line of the output: "tree_9x9 13685 simulations/s". */
struct bench_figure {
    char name[60], value[30], unit[20];
};

/* The figures of one run of a program. */
struct run {
    int count;
    struct bench_figure figure[MOST_FIGURES];
};

/* A pair of runs for each round. */
struct rounds {
    int count;
    struct run (*pair)[2]; /* owned: this program, the other one */
};

/* Reads until the end of the output, and takes no processor time meanwhile. */
static void read_output(struct process *process, char text[MOST_OUTPUT]) {
    struct input *output = process_output(process);
    size_t length = 0, count;
    int error;
    while (length < MOST_OUTPUT - 1) {
        input_wait(output, NULL, -1);
        if (!input_read(output, text + length, MOST_OUTPUT - 1 - length, &count, &error)) break;
        length += count;
    }
    text[length] = 0;
}

/* Adds the lines "name value unit". Lines with other than three words are dropped: notes that
 * another version prints are no figures. */
static void parse_figures(char *text, struct run *run) {
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        struct bench_figure *f = &run->figure[run->count];
        if (run->count < MOST_FIGURES &&
            sscanf(line, "%59s %29s %19s", f->name, f->value, f->unit) == 3)
            run->count++;
    }
}

/* A run of `bench` of either program. It is a process of its own: its output is read to the end,
 * then it has ended. */
static enum status run_program(const char *command, struct run *run, struct failure *why) {
    pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;
    struct process *process;
    enum status status = process_start(&process, command, &forking, why);
    if (status != STATUS_OK) return status;
    char *text = malloc(MOST_OUTPUT);
    if (!text) status = out_of_memory(why, "the figures");
    if (status == STATUS_OK) {
        read_output(process, text);
        parse_figures(text, run);
        if (run->count == 0)
            status = fail(why, STATUS_INVALID, "'%.200s' prints no figures", command);
    }
    free(text);
    process_free(process);
    return status;
}

static const struct bench_figure *find(const struct run *run, const struct bench_figure *like) {
    for (int i = 0; i < run->count; i++)
        if (strcmp(run->figure[i].name, like->name) == 0 &&
            strcmp(run->figure[i].unit, like->unit) == 0)
            return &run->figure[i];
    return NULL;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts NUMBER. The median, because a single slow round must not count. */
static double median(double *number, int count) {
    qsort(number, (size_t)count, sizeof *number, ascending);
    return (number[(count - 1) / 2] + number[count / 2]) / 2;
}

/* Prints a line for FIGURE, if both programs have it in every round; figures are found by name and
 * unit, since versions differ in theirs. For example:
 *
 *     figure here there unit ratio
 *     tree_9x9 13680 12990 simulations/s 1.053 (1.041 to 1.068)
 *     play_signature e7497e73 e7497e73 same
 *
 * A ratio is taken within a round, whose two runs follow each other, so that a slow hour drops out.
 */
static void compare(const struct rounds *rounds, const struct bench_figure *figure) {
    double value[2][BENCH_ROUNDS_MAX], ratio[BENCH_ROUNDS_MAX];
    const struct bench_figure *its[2];
    assert(rounds->count > 0);
    for (int i = 0; i < rounds->count; i++) {
        for (int side = 0; side < 2; side++) {
            its[side] = find(&rounds->pair[i][side], figure);
            if (!its[side]) return;
            value[side][i] = strtod(its[side]->value, NULL);
        }
        ratio[i] = value[0][i] / value[1][i];
    }
    if (strcmp(figure->unit, "hex") == 0) {
        printf("%s %s %s %s\n", figure->name, its[0]->value, its[1]->value,
               strcmp(its[0]->value, its[1]->value) == 0 ? "same" : "DIFFERENT");
        return;
    }
    const double middle = median(ratio, rounds->count);
    printf("%s %.4g %.4g %s %.3f (%.3f to %.3f)\n", figure->name, median(value[0], rounds->count),
           median(value[1], rounds->count), figure->unit, middle, ratio[0],
           ratio[rounds->count - 1]);
}

/* COMMAND[0] is this program. The order alternates, so that a temporary slowdown of the machine
 * hits both. A round takes minutes, hence the line for each. */
static enum status run_rounds(char command[2][MOST_COMMAND], struct rounds *rounds,
                              struct failure *why) {
    for (int i = 0; i < rounds->count; i++) {
        fprintf(stderr, "round %d of %d\n", i + 1, rounds->count);
        for (int turn = 0; turn < 2; turn++) {
            const int side = (i + turn) % 2;
            const enum status status = run_program(command[side], &rounds->pair[i][side], why);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

/* Runs `bench --seconds SECONDS` of this program and of OTHER, a shell command, alternately COUNT
 * times; on boards of SIZE only, unless it is 0. Prints a line for each figure: both medians, and
 * median, minimum and maximum of the ratios. */
static enum status bench_against(const char *other, double seconds, int size, int count,
                                 struct failure *why) {
    char arguments[60], command[2][MOST_COMMAND];
    struct rounds rounds = {.count = count};
    const int length = snprintf(arguments, sizeof arguments, " bench --seconds %g", seconds);
    if (size) snprintf(arguments + length, sizeof arguments - (size_t)length, " --size %d", size);
    /* This program runs as a child, too: a process that has already worked has another heap. */
    snprintf(command[0], MOST_COMMAND, "\"%s\"%s", system_program(), arguments);
    if (snprintf(command[1], MOST_COMMAND, "%s%s", other, arguments) >= MOST_COMMAND)
        return fail(why, STATUS_INVALID, "--against: the command is too long");
    rounds.pair = calloc((size_t)count, sizeof *rounds.pair);
    if (!rounds.pair) return out_of_memory(why, "the figures");
    const enum status status = run_rounds(command, &rounds, why);
    const struct run *first = &rounds.pair[0][0];
    if (status == STATUS_OK) printf("figure here there unit ratio\n");
    for (int i = 0; status == STATUS_OK && i < first->count; i++)
        compare(&rounds, &first->figure[i]);
    free(rounds.pair);
    return status;
}

/* --- command --- */

/* The command line; 0 for numbers that are not given. */
struct bench_settings {
    bool signatures, profile;
    const char *other;
    double seconds;
    int64_t size, rounds;
};

/* Refuses options without effect. */
static enum status check_bench(const struct bench_settings *s, struct failure *why) {
    const char *besides = s->profile       ? "profile"
                          : s->other       ? "against"
                          : s->rounds      ? "rounds"
                          : s->size        ? "size"
                          : s->seconds > 0 ? "seconds"
                                           : NULL;
    if (s->signatures && besides)
        return fail(why, STATUS_INVALID, "bench: --signatures takes no other option; omit --%s",
                    besides);
    if (s->profile && s->other)
        return fail(why, STATUS_INVALID, "bench: --profile and --against exclude each other");
    if (s->rounds && !s->other)
        return fail(why, STATUS_INVALID,
                    "bench: --rounds is for a comparison; name the other program with --against");
    return STATUS_OK;
}

int cmd_bench(int argc, char **argv) {
    struct bench_settings s = {.seconds = 0};
    struct bench bench = {.seconds = 1};
    params_default(&bench.world.params);
    const struct option table[] = {
        OPT_REAL("seconds", &s.seconds, 0.001, 3600, "S",
                 "Processor seconds for each figure (default: 1)."),
        OPT_INT("size", &s.size, BOARD_MIN_SIZE, BOARD_MAX_SIZE, "N",
                "Measure only this board size (default: 9 and 19)."),
        OPT_FLAG("signatures", &s.signatures, "Only print the signatures."),
        OPT_FLAG("profile", &s.profile,
                 "Only print where the default search spends its time, in per cent."),
        OPT_TEXT(
            "against", &s.other, "GUZUMI",
            "Compare with another executable, given as a shell command: both measure alternately, "
            "and each line shows both medians and the median, minimum and maximum of the ratios."),
        OPT_INT("rounds", &s.rounds, 1, BENCH_ROUNDS_MAX, "N",
                "Rounds of a comparison (default: 5)."),
    };
    const struct options options = {
        .command = "bench",
        .summary =
            "Measure the speeds of one thread in processor time, a line 'name value unit' each, "
            "and print\nthe signatures of the board, the values and play.",
        OPTIONS_TABLE(table),
        .positional_names = ""};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    if (check_bench(&s, &why) != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    if (s.seconds > 0) bench.seconds = s.seconds;
    const int size = (int)s.size, rounds = s.rounds ? (int)s.rounds : 5;
    playout_patterns_init(&bench.world.patterns);
    enum status status = weight_store_new(&bench.world.store, &why);
    if (status == STATUS_OK)
        status = s.signatures ? bench_signatures(&bench, &why)
                 : s.profile  ? bench_profiles(&bench, size, &why)
                 : s.other    ? bench_against(s.other, bench.seconds, size, rounds, &why)
                              : bench_all(&bench, size, &why);
    weight_store_free(bench.world.store);
    return cli_outcome(status, &why);
}

/* --- perft --- */

static enum status read_number(const char *name, const char *text, int min, int max, int *out,
                               struct failure *why) {
    int64_t number;
    if (!text_to_int(text, min, max, &number))
        return fail(why, STATUS_INVALID, "%s: '%.60s' is not a whole number from %d to %d", name,
                    text, min, max);
    *out = (int)number;
    return STATUS_OK;
}

int cmd_perft(int argc, char **argv) {
    struct perft_rules rules = {.passes = false};
    int superko = true;
    const struct option table[] = {
        OPT_FLAG("passes", &rules.passes, "Count passes, too."),
        OPT_CHOICE("ko", &superko, "simple|positional",
                   "The ko rule (default: positional superko, where the empty board counts)."),
    };
    const struct options options = {
        .command = "perft",
        .summary = "Count the sequences of 1 to DEPTH moves from the empty board of SIZE, Black "
                   "first;\nprint a line 'DEPTH COUNT' for each.",
        OPTIONS_TABLE(table),
        .positional_names = "SIZE DEPTH",
        .min_positional = 2,
        .max_positional = 2};
    struct options_result result;
    struct failure why;
    int exit_code, size = 0, depth = 0;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    if (read_number("SIZE", result.positional[0], BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size, &why) ||
        read_number("DEPTH", result.positional[1], 1, PERFT_MAX_DEPTH, &depth, &why))
        return cli_fail(&why, EXIT_USAGE);
    rules.positional = superko;
    for (int d = 1; d <= depth; d++) {
        printf("%d %" PRIu64 "\n", d, perft(size, d, rules));
        console_flush();
    }
    return EXIT_SUCCESS;
}
