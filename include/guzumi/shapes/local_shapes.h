/* The evaluator by local shapes: a linear value of the active shapes' weights, kept up to date move
 * by move (tracker.h), behind the contract of evaluator.h. */
#ifndef GUZUMI_LOCAL_SHAPES_H
#define GUZUMI_LOCAL_SHAPES_H

#include "guzumi/learner/evaluator.h"
#include "guzumi/shapes/memory.h"

struct local_shapes {
    struct evaluator base;
    struct shape_weights weights; /* borrowed, or views of the next two */
    struct shapes *shapes;        /* owned; NULL if the memory's own serve */
    float *flat;                  /* owned; the unfolded table, or NULL */
    struct tracker tracker;
};

extern const struct evaluator_method local_shapes_method;

/* Makes one for boards of SIZE that reads MEMORY (borrowed; NULL: zero weights). Free with
 * evaluator_free. */
enum status local_shapes_new(struct evaluator **out, int size, const struct memory *memory,
                             struct failure *why);

/* Makes one in the caller's space: WEIGHTS, borrowed, have values that mean OUTPUT. Nothing is to
 * be freed. */
void local_shapes_init(struct local_shapes *out, const struct shape_weights *weights,
                       enum value_kind output);

#endif
