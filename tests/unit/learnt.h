/* Learnt things of each kind by their own types, for tests: NAME_new, _save, _load, _decode. */
#ifndef GUZUMI_TESTS_LEARNT_H
#define GUZUMI_TESTS_LEARNT_H

#include "guzumi/classics/classic.h"
#include "guzumi/network/network.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/shapes/memory.h"

/* Reads a file's bytes as LEARNER's kind. */
static inline enum status learnt_decode(struct learnt **out, const unsigned char *data,
                                        size_t length, const char *name,
                                        const struct learner *learner, struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_open(&file, data, length, name, why);
    *out = NULL;
    if (status != STATUS_OK) return status;
    status = learnt_read(out, file, learner, why);
    weight_file_close(file);
    return status;
}

/* NAME_save, NAME_load, NAME_decode and NAME_free of a struct NAME; LEARNER is NULL for any. */
#define LEARNT_FUNCTIONS(name, learner)                                                            \
    static inline enum status name##_save(const struct name *t, const char *path, bool packed,     \
                                          struct failure *why) {                                   \
        return learnt_save(&t->learnt, path, packed, why);                                         \
    }                                                                                              \
    static inline enum status name##_load(struct name **out, const char *path,                     \
                                          struct failure *why) {                                   \
        struct learnt *t;                                                                          \
        const enum status status = learnt_load(&t, path, learner, why);                            \
        *out = (struct name *)t;                                                                   \
        return status;                                                                             \
    }                                                                                              \
    static inline enum status name##_decode(struct name **out, const unsigned char *data,          \
                                            size_t length, const char *file,                       \
                                            struct failure *why) {                                 \
        struct learnt *t;                                                                          \
        const enum status status = learnt_decode(&t, data, length, file, learner, why);            \
        *out = (struct name *)t;                                                                   \
        return status;                                                                             \
    }                                                                                              \
    static inline void name##_release(struct name *t) {                                            \
        learnt_free((struct learnt *)t);                                                           \
    }
LEARNT_FUNCTIONS(memory, &shapes_learner)
LEARNT_FUNCTIONS(trained_classic, NULL)
LEARNT_FUNCTIONS(trained_policy, &policy_learner)
LEARNT_FUNCTIONS(trained_network, &network_learner)

static inline enum status trained_classic_new(struct trained_classic **out, enum classic_kind kind,
                                              int size, const struct params *params,
                                              struct failure *why) {
    struct learnt *t;
    const struct learner *learner =
        kind == CLASSIC_TERRITORY ? &territory_learner : &liberties_learner;
    const enum status status = learner->make(&t, size, params, why);
    *out = (struct trained_classic *)t;
    return status;
}

static inline enum status trained_policy_new(struct trained_policy **out, int size,
                                             const struct params *params, struct failure *why) {
    struct learnt *t;
    const enum status status = policy_learner.make(&t, size, params, why);
    *out = (struct trained_policy *)t;
    return status;
}

static inline enum status trained_network_new(struct trained_network **out, int size,
                                              const struct params *params, struct failure *why) {
    struct learnt *t;
    const enum status status = network_learner.make(&t, size, params, why);
    *out = (struct trained_network *)t;
    return status;
}

#endif
