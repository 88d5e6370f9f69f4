/* guzumi weights: inspects weight files of any kind (learner.h), packs and averages them. No action
 * knows a kind: what a file holds is asked of its learner, and an action that the learner lacks
 * (average, print_weights) is refused with the kind's name. Of the facts of a file:
 *
 *     kind: shapes, RLGO's long-term memory of local shapes (2012 paper)
 *     board: 5x5
 *     features: 178518, of which 50 are active at a time
 *     trained: 50 games
 *     settings: seed=1 plies=2 ... */
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"
#include "guzumi/learner/learner.h"
#include "guzumi/network/samples.h"
#include "guzumi/shapes/shapes.h"

#include "cli.h"
#include "runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arguments after the action. */
struct words {
    const char *const *word;
    int count;
    const char *out; /* or NULL */
};

/* By file_save, which reports memory that has run out. */
static enum status print(struct buffer *text, struct failure *why) {
    const enum status status = file_save(NULL, text, why);
    buffer_free(text);
    return status;
}

/* The facts common to all kinds, and the kind's description of its weights. */
static enum status print_facts(const struct learnt *t, struct failure *why) {
    const struct learner *learner = t->learner;
    struct buffer text = {0};
    buffer_print(&text, "kind: %s, %s\nboard: %dx%d\n", learner->name, learner->about, t->size,
                 t->size);
    learner->describe(t, &text);
    buffer_print(&text, "trained: %" PRIu64 " %s\n%ssettings:", t->origin.games,
                 train_unit(learner), t->can_continue ? "" : "packed: for playing only\n");
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        char value[64];
        if (!param_is_of(p, learner->groups)) continue;
        buffer_print(&text, " %s=%s", p->name,
                     params_format(&t->origin.params, p, value, sizeof value));
    }
    buffer_print(&text, "\n");
    return print(&text, why);
}

/* The built-in weights, a paragraph each. */
static enum status show_built_in(struct failure *why) {
    enum status status = STATUS_OK;
    const int count = weight_store_builtin_count();
    if (count == 0) return fail(why, STATUS_INVALID, "this executable was built without weights");
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        struct learnt *t;
        status = weight_store_read_builtin(i, &t, why);
        if (status != STATUS_OK) break;
        if (i > 0) printf("\n");
        status = print_facts(t, why);
        learnt_free(t);
    }
    return status;
}

static enum status run_info(const struct words *w, struct failure *why) {
    struct learnt *t;
    const char *file = w->word[0];
    if (strcmp(file, "built-in") == 0) return show_built_in(why);
    enum status status = learnt_load(&t, file, NULL, why);
    if (status == STATUS_OK) status = print_facts(t, why);
    learnt_free(t);
    return status;
}

/* Fails if OUT holds what took long to make: weights that can be trained on, or games of self-play.
 * Packed weights are replaced. */
static enum status spare_work(const char *out, struct failure *why) {
    struct learnt *t = NULL;
    struct samples_found found;
    struct failure other;
    if (!out || !file_would_be_replaced(out)) return STATUS_OK;
    const bool trainable = learnt_load(&t, out, NULL, &other) == STATUS_OK && t->can_continue;
    learnt_free(t);
    if (trainable)
        return fail(
            why, STATUS_INVALID,
            "%.200s holds weights that can be trained on; choose another name, or remove it", out);
    if (samples_survey(out, &found, &other) == STATUS_OK)
        return fail(why, STATUS_INVALID,
                    "%.200s holds games of self-play; choose another name, or remove it", out);
    return STATUS_OK;
}

static enum status run_pack(const struct words *w, struct failure *why) {
    struct learnt *t;
    const char *file = w->word[0], *out = w->word[1];
    enum status status = spare_work(out, why);
    if (status != STATUS_OK) return status;
    status = learnt_load(&t, file, NULL, why);
    if (status == STATUS_OK) status = learnt_save(t, out, true, why);
    learnt_free(t);
    return status;
}

/* Adds the weights of FILE to MEAN, the mean of COUNT files: one file is in memory beside the mean,
 * however many there are. */
static enum status add_to_mean(struct learnt *mean, int count, const char *file,
                               struct failure *why) {
    struct learnt *next;
    enum status status = learnt_load(&next, file, mean->learner, why);
    if (status == STATUS_OK) status = mean->learner->average(mean, count, next, file, why);
    learnt_free(next);
    return status;
}

static enum status run_average(const struct words *w, struct failure *why) {
    const char *const *files = w->word;
    struct learnt *mean = NULL;
    enum status status = spare_work(w->out, why);
    for (int i = 0; i < w->count && status == STATUS_OK; i++)
        status = file_spare(w->out, files[i], "weights to be averaged", why);
    if (status == STATUS_OK) status = learnt_load(&mean, files[0], NULL, why);
    if (status == STATUS_OK && !mean->learner->average)
        status =
            fail(why, STATUS_INVALID, "%.200s holds weights of kind %s, which can't be averaged",
                 files[0], mean->learner->name);
    for (int i = 1; i < w->count && status == STATUS_OK; i++)
        status = add_to_mean(mean, i, files[i], why);
    if (status == STATUS_OK) status = learnt_save(mean, w->out, true, why);
    learnt_free(mean);
    return status;
}

static enum status run_kernels(const struct words *w, struct failure *why) {
    struct learnt *t;
    const char *file = w->word[0];
    struct buffer text = {0};
    enum status status = learnt_load(&t, file, NULL, why);
    if (status != STATUS_OK) return status;
    if (t->learner->print_weights) {
        t->learner->print_weights(t, &text);
        status = print(&text, why);
    } else {
        status = fail(why, STATUS_INVALID, "%.200s holds weights of kind %s, which have no kernels",
                      file, t->learner->name);
    }
    learnt_free(t);
    return status;
}

/* The unique weights of k x k shapes with the sharing of SET_NAME, a line as in Table 1. "ld 2x2
 * 5184 344 64": with location-dependent sharing the 5,184 features of 2x2 shapes have 344 different
 * weights, of which 64 are active in a position. */
static void print_count(const char *set_name, const struct shapes *s, int k, int weights) {
    const int places = s->size < k ? 0 : (s->size - k + 1) * (s->size - k + 1);
    printf("%s\t%dx%d\t%d\t%d\t%d\n", set_name, k, k, places * shape_codes(k), weights, places);
}

/* Table 1 of the 2012 paper for a board size. */
static enum status run_count(const struct words *w, struct failure *why) {
    const char *text = w->word[0];
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

/* The actions. STATUS_INVALID is a usage error if the action reads no file; else the file may be at
 * fault. */
static const struct action {
    const char *word;
    int min_count, max_count; /* of further words */
    enum status (*run)(const struct words *words, struct failure *why);
    bool reads_file, has_out;
} actions[] = {{"info", 1, 1, run_info, true, false},
               {"pack", 2, 2, run_pack, true, false},
               {"average", 1, OPTIONS_MAX_POSITIONAL, run_average, true, true},
               {"kernels", 1, 1, run_kernels, true, false},
               {"count", 1, 1, run_count, false, false}};

/* Action, number of words and --out together: "pack FILE" without OUT is no action, and the message
 * shows what was expected. */
static bool fits(const struct action *a, const char *word, const struct words *w) {
    return strcmp(word, a->word) == 0 && w->count >= a->min_count && w->count <= a->max_count &&
           (w->out != NULL) == a->has_out;
}

int cmd_weights(int argc, char **argv) {
    struct words words = {.out = NULL};
    const struct option table[] = {
        OPT_TEXT("out", &words.out, "FILE", "The output file of average.")};
    const struct options options = {
        .command = "weights",
        .summary =
            "info: print what a weight file holds: kind, sizes, counts and settings. FILE may be\n"
            "'built-in': all weights of this executable.\n"
            "pack: write the weights in FILE to OUT for playing only: without the data that only "
            "training\n"
            "needs, and for most kinds rounded to half precision.\n"
            "average: write the mean of local-shape memories, checkpoints of one training, to the\n"
            "file of --out, packed; it plays better than each of them.\n"
            "kernels: print the kernels of a territory network as tables, the top row first.\n"
            "count: print how many features and weights a board of SIZE has, as a table (TSV).",
        OPTIONS_TABLE(table),
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
    fail(&why, STATUS_INVALID, "weights: unknown action '%.60s' with %d argument%s%s; expected %s",
         result.positional[0], words.count, words.count == 1 ? "" : "s",
         words.out ? " and --out" : "", options.positional_names);
    return cli_fail(&why, EXIT_USAGE);
}
