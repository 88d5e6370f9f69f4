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
    float *flat;                  /* owned; the expanded table, or NULL */
    struct tracker tracker;
};

extern const struct evaluator_method local_shapes_method;

/* Makes one for boards of SIZE that reads MEMORY (borrowed; NULL: zero weights). Free with
 * evaluator_free. */
enum status local_shapes_new(struct evaluator **out, int size, const struct memory *memory,
                             struct failure *why);

/* The same by the memory that STORE has for that size. */
enum status local_shapes_find(struct evaluator **out, struct weight_store *store, int size,
                              struct failure *why);

/* Makes one in the caller's space: WEIGHTS, borrowed, have values that mean OUTPUT. Nothing is to
 * be freed. */
void local_shapes_init(struct local_shapes *out, const struct shape_weights *weights,
                       enum value_kind output);

/* --- shapes of all sizes fused into one table --- */

/* The shapes of all sizes in one table: a linear value with the fewest look-ups.
 *
 * Every smaller shape lies within a region of the largest size (3x3 unless the board is smaller).
 * Its weight is added to all fillings of one such region that contain it. A 9x9 position then takes
 * 49 look-ups, of which a move changes at most 9. Entries are rounded to whole multiples of
 * FUSED_QUANTUM, so their sums, which must stay below 4096, are exact in single precision: a
 * position has the same value whatever the order in which the stones were played. */

#define FUSED_QUANTUM 0x1p-12f

struct fused {
    struct shapes *shapes; /* owned; of the largest size alone */
    bool by_orbit;         /* the table has one part for regions that are images of each other */
    float *table;          /* owned; flat, or by orbit: 3.5 MB instead of 23 MB on 19x19 */
};

/* An all-zero table for boards of SIZE: flat or BY_ORBIT. Free with fused_free. */
enum status fused_init(struct fused *fused, int size, bool by_orbit, struct failure *why);
void fused_free(struct fused *fused);

/* Takes the weights of a flat table for the same board; FUSED is flat. */
void fused_fill(struct fused *fused, const struct shape_weights *flat);

/* Takes the weights of MEMORY, of a board of any size, as if it had been expanded into a flat table
 * first. If FUSED is by orbit, MEMORY is symmetric. */
enum status fused_expand(struct fused *fused, const struct memory *memory, struct failure *why);

/* What a tracker reads. */
struct shape_weights fused_weights(const struct fused *fused);

#endif
