/* A file of self-play: its line of settings, which says what its games depend on, and its games. */
#include "selfplay_run.h"

#include "guzumi/base/file.h"
#include "guzumi/base/rng.h"
#include "guzumi/network/network.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_param(const struct params *params, const char *name, struct buffer *out) {
    char text[64];
    buffer_print(out, " %s=%s", name, params_format(params, param_find(name), text, sizeof text));
}

/* Identifies the policy-value network that plays, if any. */
static enum status print_network(const struct selfplay_run *p, struct weight_store *store,
                                 struct buffer *out, struct failure *why) {
    const struct trained_network *network;
    if (p->params.heuristic != HEURISTIC_NETWORK) return STATUS_OK;
    const enum status status = trained_network_find(store, p->size, &network, why);
    if (status != STATUS_OK || !network) return status;
    uint64_t hash = HASH_START;
    for (int i = 0; i < network->network->layout.count; i++)
        hash = hash_float(hash, network->network->weights[i]);
    buffer_print(out, " network=%016" PRIx64, hash);
    return STATUS_OK;
}

/* Identifies other weights, if they are not the built-in ones. */
static enum status print_weights(const struct selfplay_run *p, struct buffer *out,
                                 struct failure *why) {
    unsigned char *data;
    size_t length;
    if (!p->weights) return STATUS_OK;
    struct learnt *learnt;
    enum status status = learnt_load(&learnt, p->weights, NULL, why);
    const bool is_network = status == STATUS_OK && learnt->learner == &network_learner;
    learnt_free(learnt);
    if (status != STATUS_OK || is_network) return status;
    status = file_read(p->weights, SIZE_MAX / 2, &data, &length, why);
    if (status != STATUS_OK) return status;
    buffer_print(out, " weights=%016" PRIx64, hash_bytes(HASH_START, data, length));
    free(data);
    return STATUS_OK;
}

/* The file's line of settings: everything that its games depend on. */
static enum status print_settings(const struct selfplay_run *p, struct weight_store *store,
                                  struct buffer *out, struct failure *why) {
    struct params plain;
    char text[64], usual[64];
    params_default(&plain);
    buffer_print(out, "size=%d", p->size);
    print_param(&p->params, "seed", out);
    print_param(&p->params, "policy_simulations", out);
    print_param(&p->params, "epsilon", out);
    for (int i = 0; i < param_count; i++) {
        const struct param *param = &param_table[i];
        if (!param_is_of(param, PARAMS_SELFPLAY | PARAMS_TREE)) continue;
        params_format(&p->params, param, text, sizeof text);
        if (strcmp(text, params_format(&plain, param, usual, sizeof usual)) != 0)
            buffer_print(out, " %s=%s", param->name, text);
    }
    enum status status = print_network(p, store, out, why);
    if (status == STATUS_OK) status = print_weights(p, out, why);
    buffer_append(out, "", 1);
    return status == STATUS_OK && out->failed ? out_of_memory(why, "the head of a file") : status;
}

static enum status open_file(struct selfplay_run *p, struct weight_store *store,
                             struct failure *why) {
    struct buffer settings = {.data = NULL};
    struct samples_found found;
    enum status status = print_settings(p, store, &settings, why);
    if (status == STATUS_OK)
        status = samples_file_open(&p->file, p->out, (const char *)settings.data, &found, why);
    buffer_free(&settings);
    if (status != STATUS_OK) return status;
    if (found.dropped) fprintf(stderr, "%s: dropped the last game, which was incomplete\n", p->out);
    if (found.games)
        fprintf(stderr, "%s: continuing after %" PRIu32 " games\n", p->out, found.games);
    return STATUS_OK;
}

enum status selfplay_run_open(struct selfplay_run *p, struct weight_store *store,
                              const atomic_bool *stop, struct failure *why) {
    const enum status status = selfplay_new(&p->selfplay, p->size, &p->params, store, stop, why);
    return status == STATUS_OK ? open_file(p, store, why) : status;
}

enum status selfplay_run_game(struct selfplay_run *p, struct failure *why) {
    samples_clear(&p->samples);
    enum status status = selfplay_play(p->selfplay, p->file.games, &p->samples, why);
    if (status == STATUS_OK) status = samples_file_append(&p->file, &p->samples, 0, why);
    if (status != STATUS_OK) return status;
    p->played++;
    p->moves += selfplay_moves(p->selfplay);
    p->positions += samples_count(&p->samples);
    return STATUS_OK;
}

void selfplay_run_close(struct selfplay_run *p) {
    samples_file_close(&p->file);
    samples_free(&p->samples);
    selfplay_free(p->selfplay);
    p->selfplay = NULL;
}
