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

static void read_params(struct weight_file *file, int groups, struct params *params) {
    struct failure ignored;
    params_default(params);
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        const char *value = param_is_of(p, groups) ? weight_file_field(file, p->name) : NULL;
        if (value && params_set(params, p->name, value, &ignored) != STATUS_OK)
            weight_file_misunderstood(file, p->name, value);
    }
}

/* The state of the random generator, which must be one that can run. */
static void read_rng(struct weight_file *file, struct rng *rng) {
    uint64_t any = 0;
    for (int i = 0; i < RNG_WORDS; i++)
        any |= rng->state[i] = weight_file_uint64(file, rng_names[i]);
    if (!any) weight_file_refuse(file, "the random generator in its head is all zeros");
}

void provenance_read(struct weight_file *file, int groups, struct provenance *out) {
    out->games = weight_file_uint64(file, "games");
    read_params(file, groups, &out->params);
    read_rng(file, &out->rng);
}
