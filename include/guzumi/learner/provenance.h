/* How weights came about: the settings, the games and the random numbers of their training, which
 * continues from there. Weight files of every kind have it in their fields: games, the parameters
 * by name, and the state of the random generator as rng0 to rng3. */
#ifndef GUZUMI_PROVENANCE_H
#define GUZUMI_PROVENANCE_H

#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/learner/weight_file.h"

struct provenance {
    struct params params; /* the parameters of the training */
    uint64_t games;
    struct rng rng; /* after those games */
};

/* The step size after those games, alpha D / (D + games): large steps while little is known, then
 * smaller and smaller ones, whose noise averages out. It is a function of the games played, so that
 * training can be resumed. */
static inline double provenance_alpha(const struct provenance *origin) {
    const double decay = origin->params.alpha_decay;
    if (decay <= 0) return origin->params.alpha;
    return origin->params.alpha * decay / (decay + (double)origin->games);
}

/* Adds the fields, of the parameters those in GROUPS. */
void provenance_write(struct weight_writer *writer, const struct provenance *origin, int groups);

/* Takes the fields. A parameter may be missing: the file is older than it and was made with its
 * default value. */
void provenance_read(struct weight_file *file, int groups, struct provenance *out);

#endif
