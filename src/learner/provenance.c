#include "guzumi/learner/provenance.h"

enum { RNG_WORDS = 4 };
static const char *const rng_names[RNG_WORDS] = {"rng0", "rng1", "rng2", "rng3"};

void provenance_write(struct weight_writer *w, const struct provenance *origin, int groups) {
    weight_writer_field(w, "games", "%llu", (unsigned long long)origin->games);
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        char value[64];
        if (!param_is_of(p, groups)) continue;
        weight_writer_field(w, p->name, "%s",
                            params_format(&origin->params, p, value, sizeof value));
    }
    for (int i = 0; i < RNG_WORDS; i++)
        weight_writer_field(w, rng_names[i], "%llu", (unsigned long long)origin->rng.state[i]);
}

static enum status read_params(struct weight_file *file, int groups, struct params *params,
                               struct failure *why) {
    struct failure ignored;
    params_default(params);
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        const char *value = param_is_of(p, groups) ? weight_file_field(file, p->name) : NULL;
        if (value && params_set(params, p->name, value, &ignored) != STATUS_OK)
            return weight_file_misunderstood(file, p->name, value, why);
    }
    return STATUS_OK;
}

/* The state of the random generator, which must be one that can run. */
static enum status read_rng(struct weight_file *file, struct rng *rng, struct failure *why) {
    enum status status = STATUS_OK;
    uint64_t any = 0;
    for (int i = 0; i < RNG_WORDS && status == STATUS_OK; i++) {
        status = weight_file_uint64(file, rng_names[i], &rng->state[i], why);
        any |= rng->state[i];
    }
    if (status != STATUS_OK || any) return status;
    return fail(why, STATUS_INVALID, "%.200s: the random generator in its head is all zeros",
                weight_file_name(file));
}

enum status provenance_read(struct weight_file *file, int groups, struct provenance *out,
                            struct failure *why) {
    enum status status = weight_file_uint64(file, "games", &out->games, why);
    if (status == STATUS_OK) status = read_params(file, groups, &out->params, why);
    return status == STATUS_OK ? read_rng(file, &out->rng, why) : status;
}
