/* Training of a generation, on the newest files of samples. The files are sorted by name, and names
 * begin with the generation, so the newest come last:
 *
 *     games/001-9-1.samples  002-9-1.samples  003-9-1.samples  004-9-1.samples
 *                            |<------------- window ------------------------->|
 *
 * The network to train begins with the weights that play, not with those that failed their gate; so
 * a generation that was lost is forgotten except for its games. */
#include "guzumi/base/text.h"
#include "guzumi/network/samples.h"

#include "learn.h"
#include "runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The files to learn from. */
struct window {
    char **files; /* owned, as each of them; the newest first */
    int count;
    int64_t games, positions; /* in the whole folder */
    int64_t learnt;           /* in the window */
};

static void free_window(struct window *w) {
    for (int i = 0; i < w->count; i++) free(w->files[i]);
    free(w->files);
}

/* Counts all files of samples, the newest first, and takes those before the window is full: a file
 * that reaches beyond its edge counts whole. */
static enum status find_window(const struct learning *l, struct window *w, struct failure *why) {
    struct file_names names;
    *w = (struct window){.count = 0};
    enum status status = learn_list_games(&names, l->plan->folder, why);
    if (status != STATUS_OK) return status;
    w->files = calloc((size_t)names.count + 1, sizeof *w->files);
    if (!w->files) status = out_of_memory(why, "the files of samples");
    for (int i = names.count - 1; i >= 0 && status == STATUS_OK; i--) {
        char path[LEARN_PATH];
        struct samples_found found;
        status = learn_path(path, l->plan->folder, why, "games/%s", names.list[i]);
        if (status == STATUS_OK) status = samples_survey(path, &found, why);
        if (status != STATUS_OK) break;
        w->games += found.games;
        w->positions += (int64_t)found.samples;
        if (w->learnt >= l->plan->window) continue;
        w->learnt += (int64_t)found.samples;
        w->files[w->count] = text_duplicate(path);
        if (!w->files[w->count++]) status = out_of_memory(why, "the files of samples");
    }
    file_names_free(&names);
    return status;
}

/* What the last checkpoint measured on held-out games, into the generation's row. */
static void note_measures(void *context, const struct training *training) {
    struct learning *l = context;
    struct generation *row = &l->row;
    const struct {
        const char *name;
        double *to;
    } wanted[] = {{"policy_loss", &row->policy_loss},
                  {"linear_policy_loss", &row->linear_policy_loss},
                  {"policy_hits", &row->policy_hits},
                  {"value_error", &row->value_error},
                  {"ownership_error", &row->ownership_error}};
    for (int i = 0; i < training->measured_count; i++)
        for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
            if (strcmp(training->measured[i].name, wanted[k].name) == 0)
                *wanted[k].to = training->measured[i].value;
    for (int k = 0; k < l->plan->size_count; k++) {
        l->calibration[k] = *network_calibration(training, l->plan->sizes[k].size);
        row->sizes[k].win_rate_error = calibration_error(&l->calibration[k]);
    }
}

static void show_training(void *context, const struct progress *progress) {
    struct learning *l = context;
    l->now.progress = *progress;
    learn_show_page(l);
}

/* Saves the calibration, win rates against results, for each size of the plan. */
static enum status save_calibration(const struct learning *l, struct failure *why) {
    struct buffer out = {.data = NULL};
    char path[LEARN_PATH];
    buffer_print(&out, "size\tpositions\texpected\thappened\n");
    for (int k = 0; k < l->plan->size_count; k++)
        for (int i = 0; i < CALIBRATION_PARTS; i++) {
            const struct calibration *c = &l->calibration[k];
            if (c->count[i] > 0)
                buffer_print(&out, "%d\t%.0f\t%.6g\t%.6g\n", l->plan->sizes[k].size, c->count[i],
                             c->expected[i] / c->count[i], c->happened[i] / c->count[i]);
        }
    enum status status = learn_path(path, l->plan->folder, why,
                                    "networks/%03" PRId64 "-win-rates.tsv", l->generation);
    if (status == STATUS_OK) status = file_save(path, &out, why);
    buffer_free(&out);
    return status;
}

/* The network to train: that of an interrupted training, or a copy of the one that plays. A file of
 * an interrupted training is the proof that one was begun, since it is removed at the end. */
static enum status begin_training(const struct learning *l, const char *out, struct learnt **learnt,
                                  bool *resumed, struct failure *why) {
    char path[LEARN_PATH];
    struct learnt *from;
    *resumed = learn_has(out);
    if (*resumed) return learnt_load(learnt, out, &network_learner, why);
    enum status status = learn_network_path(l, l->plays, path, why);
    if (status == STATUS_OK) status = learnt_load(&from, path, &network_learner, why);
    if (status != STATUS_OK) return status;
    status = learn_make_network(l, from, learnt, why);
    learnt_free(from);
    return status;
}

/* Trains on the window until its steps are made, and packs the network. OUT is its state: after an
 * interruption it goes on with the same files and steps, since the games of the generation are
 * complete; but for games that shards or people have added meanwhile. */
static enum status train_on(struct learning *l, const struct window *w, const char *out,
                            const char *packed, struct failure *why) {
    struct learnt *learnt;
    bool resumed;
    struct weight_store *store;
    enum status status = begin_training(l, out, &learnt, &resumed, why);
    if (status != STATUS_OK) return status;
    status = weight_store_new(&store, why);
    if (status == STATUS_OK) {
        const struct train_run run = {.plan = {.length = (uint64_t)l->row.steps,
                                               .threads = l->plan->jobs,
                                               .resumed = resumed,
                                               .stop = interrupt_flag(),
                                               .store = store,
                                               .samples = (const char *const *)w->files,
                                               .sample_count = w->count},
                                      .again = "",
                                      .out = out,
                                      .resumed = resumed ? out : NULL,
                                      .minutes = 2,
                                      .measured = note_measures,
                                      .progressed = show_training,
                                      .context = l};
        fprintf(stderr, "generation %" PRId64 ": training on %" PRId64 " positions\n",
                l->generation, w->learnt);
        status = train_run(&run, learnt, why);
        weight_store_free(store);
    }
    /* The row first: once the network is there, the training is complete. */
    if (status == STATUS_OK) status = save_calibration(l, why);
    if (status == STATUS_OK) status = generation_save(&l->row, l->plan->folder, why);
    if (status == STATUS_OK) status = learnt_save(learnt, packed, true, why);
    if (status == STATUS_OK) file_remove(out); /* only a continuation would need it */
    learnt_free(learnt);
    return status;
}

enum status learn_train(struct learning *l, struct failure *why) {
    char out[LEARN_PATH], packed[LEARN_PATH];
    struct window window;
    /* If the network is there, what its training measured is, too (train_on). */
    enum status status = learn_network_path(l, l->generation, packed, why);
    if (status != STATUS_OK) return status;
    if (learn_has(packed)) return generation_load(&l->row, l->plan->folder, why);
    status = find_window(l, &window, why);
    if (status == STATUS_OK)
        status =
            learn_path(out, l->plan->folder, why, "training-%03" PRId64 ".weights", l->generation);
    if (status == STATUS_OK) {
        l->row.games = window.games;
        l->row.positions = window.positions;
        l->row.learnt = window.learnt;
        /* So that each position is drawn PASSES times on average. */
        l->row.steps = 1 + (int64_t)(l->plan->passes * (double)window.learnt /
                                     (double)l->plan->params.network_batch);
        status = train_on(l, &window, out, packed, why);
    }
    free_window(&window);
    return status;
}
