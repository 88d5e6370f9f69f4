/* guzumi weights: looking into weight files. */
#include "guzumi/base/text.h"
#include "guzumi/network/weight_store.h"
#include "guzumi/network/trained_network.h"
#include "guzumi/network/trained_policy.h"

#include "cli.h"
#include "weights_classic.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Groups of more weights are summed up. */
enum { PRINTED_WEIGHTS = 24 };

static void print_set(const char *name, const struct weight_set *set) {
    if (!set->classes) return;
    const struct shape_classes *c = set->classes;
    double square = 0, largest = 0;
    int used = 0;
    for (int i = 0; i < c->class_count; i++) {
        const double w = weight_set_theta(set, i);
        square += w * w;
        if (fabs(w) > largest) largest = fabs(w);
        used += w != 0;
    }
    printf("%s: %d weights (1x1 %d, 2x2 %d, 3x3 %d), %d not zero, root mean square %.4f, "
           "largest %.4f\n",
           name, c->class_count, c->size_count[0], c->size_count[1], c->size_count[2], used,
           c->class_count ? sqrt(square / c->class_count) : 0, largest);
}

static void print_settings(const struct params *params, int groups) {
    printf("settings:");
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        char value[64];
        if (!param_is_of(p, groups)) continue;
        printf(" %s=%s", p->name, params_format(params, p, value, sizeof value));
    }
    printf("\n");
}

static void print_memory(const struct memory *m) {
    const int size = m->shapes->size;
    printf("board: %dx%d\nfeatures: %d, of which %d are active at a time\n", size, size,
           m->shapes->flat_count, m->shapes->region_count);
    print_set(m->origin.params.sharing == SHARE_NONE ? "unshared" : "location dependent", &m->main);
    print_set("location independent", &m->li);
    printf("trained: %" PRIu64 " games of self-play\n", m->origin.games);
    print_settings(&m->origin.params, PARAMS_OF_SHAPES);
}

/* Prints the compiled-in memories, a paragraph each. */
static enum status show_built_in(struct failure *why) {
    struct weight_store *store;
    int shown = 0;
    enum status status = weight_store_new(&store, why);
    for (int size = BOARD_MIN_SIZE; status == STATUS_OK && size <= BOARD_MAX_SIZE; size++) {
        const struct memory *memory;
        status = weight_store_get(store, size, &memory, why);
        if (status != STATUS_OK || !memory || memory->shapes->size != size) continue;
        if (shown++) printf("\n");
        print_memory(memory);
    }
    if (status == STATUS_OK && !shown)
        status = fail(why, STATUS_INVALID, "this executable was built without weights");
    weight_store_free(store);
    return status;
}

/* The weights of the policy of playouts that are no patterns'. */
static void print_softmax(const struct softmax *policy) {
    static const char *const names[] = {
#define SOFTMAX_FEATURE_ROW(name, word) word,
#include "guzumi/playout/softmax_features.def"
    };
    printf("of playouts: %d weights\n", SOFTMAX_WEIGHTS);
    for (int i = 0; i < SOFTMAX_FEATURES; i++)
        printf("  %s: %.3f\n", names[i], (double)policy->theta[SOFTMAX_FEATURE + i]);
}

/* The weights of the tree's policy: each, of a small group, or how large they are. */
static void print_moves(const struct move_policy *policy) {
    static const struct {
        const char *name;
        int first, count;
    } groups[] = {
#define MOVE_FEATURE_ROW(name, count, text) {text, MOVE_##name, count},
#include "guzumi/network/move_features.def"
    };
    printf("of the tree: %d weights\n", MOVE_WEIGHTS);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        const float *theta = policy->theta + groups[i].first;
        double square = 0;
        for (int k = 0; k < groups[i].count; k++) square += (double)theta[k] * (double)theta[k];
        printf("  %s:", groups[i].name);
        if (groups[i].count > PRINTED_WEIGHTS)
            printf(" %d weights, root mean square %.3f", groups[i].count,
                   sqrt(square / groups[i].count));
        else
            for (int k = 0; k < groups[i].count; k++) printf(" %.3f", (double)theta[k]);
        printf("\n");
    }
}

static enum status show_policy(const char *file, struct failure *why) {
    struct trained_policy *policy;
    const enum status status = trained_policy_load(&policy, file, why);
    if (status != STATUS_OK) return status;
    printf("kind: policy, of playouts and of the tree\n");
    print_softmax(&policy->softmax);
    print_moves(&policy->moves);
    printf("trained: %" PRIu64 " games on %dx%d\n", policy->origin.games, policy->size,
           policy->size);
    print_settings(&policy->origin.params, PARAMS_OF_POLICY);
    trained_policy_free(policy);
    return STATUS_OK;
}

static enum status show_network(const char *file, struct failure *why) {
    struct trained_network *network;
    const enum status status = trained_network_load(&network, file, why);
    if (status != STATUS_OK) return status;
    const struct network *n = network->network;
    double square = 0;
    for (int i = 0; i < n->layout.count; i++)
        square += (double)n->weights[i] * (double)n->weights[i];
    printf("kind: network, moves, result and owners\n");
    printf("network: %d maps, %d blocks, %d weights, root mean square %.4f\n", n->maps, n->blocks,
           n->layout.count, sqrt(square / n->layout.count));
    printf("for: boards of %dx%d\ntrained: %" PRIu64 " steps%s\n", network->size, network->size,
           network->origin.games, network->can_continue ? "" : "; for playing alone");
    print_settings(&network->origin.params, PARAMS_OF_NETWORK);
    trained_network_free(network);
    return STATUS_OK;
}

/* The memory in FILE, or the compiled-in ones when FILE is "built-in". */
static enum status show(const char *file, struct failure *why) {
    struct memory *memory;
    struct trained_classic *network;
    if (strcmp(file, "built-in") == 0) return show_built_in(why);
    if (trained_classic_is_file(file)) {
        enum status read = trained_classic_load(&network, file, why);
        if (read != STATUS_OK) return read;
        read = weights_classic_print(network, why);
        trained_classic_free(network);
        return read;
    }
    if (trained_policy_is_file(file)) return show_policy(file, why);
    if (trained_network_is_file(file)) return show_network(file, why);
    const enum status status = memory_load(&memory, file, why);
    if (status != STATUS_OK) return status;
    print_memory(memory);
    memory_free(memory);
    return STATUS_OK;
}

static enum status pack_policy(const char *file, const char *out, struct failure *why) {
    struct trained_policy *policy;
    enum status status = trained_policy_load(&policy, file, why);
    if (status != STATUS_OK) return status;
    status = trained_policy_save(policy, out, true, why);
    trained_policy_free(policy);
    return status;
}

static enum status pack_network(const char *file, const char *out, struct failure *why) {
    struct trained_network *network;
    enum status status = trained_network_load(&network, file, why);
    if (status != STATUS_OK) return status;
    status = trained_network_save(network, out, true, why);
    trained_network_free(network);
    return status;
}

/* Writes the memory in FILE to OUT, packed. */
static enum status pack(const char *file, const char *out, struct failure *why) {
    struct memory *memory;
    enum status status = file_spare(out, file, "the weights that can be trained on", why);
    if (status != STATUS_OK) return status;
    if (trained_policy_is_file(file)) return pack_policy(file, out, why);
    if (trained_network_is_file(file)) return pack_network(file, out, why);
    status = memory_load(&memory, file, why);
    if (status != STATUS_OK) return status;
    status = memory_save_packed(memory, out, why);
    memory_free(memory);
    return status;
}

/* Writes the mean of the memories in COUNT FILES to OUT, packed. */
static enum status average(const char *const *files, int count, const char *out,
                           struct failure *why) {
    struct memory *mean = NULL;
    enum status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = file_spare(out, files[i], "the weights that can be trained on", why);
    if (status == STATUS_OK) status = memory_load(&mean, files[0], why);
    for (int i = 1; i < count && status == STATUS_OK; i++) {
        struct memory *next;
        status = memory_load(&next, files[i], why);
        if (status != STATUS_OK) break;
        status = memory_average(mean, i, next, files[i], why);
        memory_free(next);
    }
    if (status == STATUS_OK) status = memory_save_packed(mean, out, why);
    memory_free(mean);
    return status;
}

/* The unique weights of k x k shapes with the sharing of SET_NAME, a line as in Table 1. */
static void print_count(const char *set_name, const struct shapes *s, int k, int weights) {
    const int places = s->size < k ? 0 : (s->size - k + 1) * (s->size - k + 1);
    printf("%s\t%dx%d\t%d\t%d\t%d\n", set_name, k, k, places * shape_codes(k), weights, places);
}

/* Table 1 of the 2012 paper for boards of the size that TEXT says. */
static enum status count(const char *text, struct failure *why) {
    static const enum class_kind kinds[] = {CLASSES_LI, CLASSES_LD, CLASSES_FLAT};
    static const char *const names[] = {"li", "ld", "none"};
    int64_t size;
    struct shapes *shapes;
    if (!text_to_int(text, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size))
        return fail(why, STATUS_INVALID, "weights count: '%.60s' is not a board size, %d to %d",
                    text, BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    enum status status = shapes_new(&shapes, (int)size, 7, why);
    if (status != STATUS_OK) return status;
    printf("sharing\tshape\tfeatures\tweights\tactive\n");
    for (int i = 0; i < 3 && status == STATUS_OK; i++) {
        struct shape_classes *classes;
        status = shape_classes_new(&classes, shapes, kinds[i], why);
        if (status != STATUS_OK) break;
        for (int k = 1; k <= SHAPE_SIZES; k++)
            print_count(names[i], shapes, k, classes->size_count[k - 1]);
        shape_classes_free(classes);
    }
    free(shapes);
    return status;
}

/* What stands behind "weights" and its first word. */
struct words {
    const char *const *word;
    int count;
    const char *out; /* or NULL */
};

static enum status run_info(const struct words *w, struct failure *why) {
    return show(w->word[0], why);
}

static enum status run_count(const struct words *w, struct failure *why) {
    return count(w->word[0], why);
}

static enum status run_pack(const struct words *w, struct failure *why) {
    return pack(w->word[0], w->word[1], why);
}

static enum status run_average(const struct words *w, struct failure *why) {
    return average(w->word, w->count, w->out, why);
}

static enum status run_kernels(const struct words *w, struct failure *why) {
    return weights_kernels(w->word[0], why);
}

/* What "weights" can do. Without files, what is invalid is a mistake on the command line. */
static const struct action {
    const char *word;
    int min_count, max_count; /* words behind it */
    enum status (*run)(const struct words *words, struct failure *why);
    bool reads_file, has_out;
} actions[] = {{"info", 1, 1, run_info, true, false},
               {"pack", 2, 2, run_pack, true, false},
               {"average", 1, OPTIONS_MAX_POSITIONAL, run_average, true, true},
               {"kernels", 1, 1, run_kernels, true, false},
               {"count", 1, 1, run_count, false, false}};

static bool fits(const struct action *a, const char *word, const struct words *w) {
    return strcmp(word, a->word) == 0 && w->count >= a->min_count && w->count <= a->max_count &&
           (w->out != NULL) == a->has_out;
}

int cmd_weights(int argc, char **argv) {
    struct words words = {.out = NULL};
    const struct option table[] = {
        {"out", OPTION_TEXT, &words.out, 0, 0, "FILE", "The file that average writes."}};
    const struct options options = {
        .command = "weights",
        .summary =
            "info: prints what a weight file holds: sizes, counts, settings and provenance.\n"
            "FILE may be 'built-in', the weights of this executable for each board size.\n"
            "pack: writes a memory, a policy or a policy-value network in FILE to OUT in less "
            "than\n"
            "half of the room: without what only training needs, rounded to half precision\n"
            "(but a policy); for playing, not for training on.\n"
            "average: writes the mean of the memories in FILEs, checkpoints of a training, to\n"
            "the file of --out, packed: it plays better than each of them.\n"
            "kernels: prints the weights of a territory network's kernels as tables, the top row "
            "first.\n"
            "count: prints how many features and weights a board of SIZE has, as a table "
            "(TSV).",
        .table = table,
        .count = sizeof table / sizeof table[0],
        .positional_names = "(info FILE | pack FILE OUT | average FILE... --out FILE | "
                            "kernels FILE | count SIZE)",
        .min_positional = 2,
        .max_positional = OPTIONS_MAX_POSITIONAL};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    words.word = result.positional + 1;
    words.count = result.positional_count - 1;
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        const struct action *action = &actions[i];
        if (!fits(action, result.positional[0], &words)) continue;
        const enum status status = action->run(&words, &why);
        if (status == STATUS_OK) return EXIT_SUCCESS;
        const bool usage = !action->reads_file && status == STATUS_INVALID;
        return cli_fail(&why, usage ? EXIT_USAGE : EXIT_FAILURE);
    }
    fail(&why, STATUS_INVALID, "weights: '%.60s' with %d argument%s%s is not known; %s is",
         result.positional[0], words.count, words.count == 1 ? "" : "s",
         words.out ? " and --out" : "", options.positional_names);
    return cli_fail(&why, EXIT_USAGE);
}
