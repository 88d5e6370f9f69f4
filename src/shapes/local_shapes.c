#include "guzumi/shapes/local_shapes.h"

#include <stdlib.h>

static struct local_shapes *shapes_of(struct evaluator *evaluator) {
    return (struct local_shapes *)evaluator;
}
static const struct local_shapes *shapes_in(const struct evaluator *evaluator) {
    return (const struct local_shapes *)evaluator;
}

void local_shapes_init(struct local_shapes *out, const struct shape_weights *weights,
                       enum value_kind output) {
    out->base = (struct evaluator){.method = &local_shapes_method, .output = output};
    out->weights = *weights;
    out->shapes = NULL;
    out->flat = NULL;
}

static void free_shapes(struct evaluator *evaluator) {
    struct local_shapes *e = shapes_of(evaluator);
    free(e->shapes);
    free(e->flat);
    free(e);
}

/* Unfolds MEMORY, of another size of board, into a table of its own; without one it is all zero. */
static enum status unfold(struct local_shapes *e, int size, const struct memory *memory,
                          struct failure *why) {
    const enum status status = shapes_new(&e->shapes, size, memory ? memory->shapes->mask : 1, why);
    if (status != STATUS_OK) return status;
    e->flat = calloc((size_t)e->shapes->flat_count + 1, sizeof *e->flat);
    if (!e->flat) return out_of_memory(why, "the long-term memory");
    if (memory) memory_unfold(memory, e->shapes, e->flat);
    e->weights =
        (struct shape_weights){.shapes = e->shapes, .base = e->shapes->flat_base, .table = e->flat};
    return STATUS_OK;
}

enum status local_shapes_new(struct evaluator **out, int size, const struct memory *memory,
                             struct failure *why) {
    struct local_shapes *e = calloc(1, sizeof *e);
    enum status status = STATUS_OK;
    if (!e) return out_of_memory(why, "the long-term memory");
    e->base = (struct evaluator){.method = &local_shapes_method,
                                 .output = value_kind_of(memory, VALUE_LOGISTIC)};
    if (memory && memory->shapes->size == size)
        e->weights = memory_weights(memory);
    else
        status = unfold(e, size, memory, why);
    if (status != STATUS_OK) {
        free_shapes(&e->base);
        return status;
    }
    *out = &e->base;
    return STATUS_OK;
}

static void set_shapes(struct evaluator *evaluator, const struct board *board, enum color to_move) {
    struct local_shapes *e = shapes_of(evaluator);
    (void)to_move; /* local shapes don't know whose turn it is */
    tracker_init(&e->tracker, &e->weights, board);
}

static void play_shapes(struct evaluator *evaluator, int point, enum color color,
                        const struct bitset *captured, int captured_count) {
    tracker_play(&shapes_of(evaluator)->tracker, point, color, captured, captured_count);
}

static void undo_shapes(struct evaluator *evaluator, int point, enum color color,
                        const struct bitset *captured, int captured_count) {
    tracker_undo(&shapes_of(evaluator)->tracker, point, color, captured, captured_count);
}

static float value_shapes(const struct evaluator *evaluator) {
    return tracker_value(&shapes_in(evaluator)->tracker);
}

static void gain_shapes(struct evaluator *evaluator, const struct board *board, enum color color,
                        const struct bitset *candidates, float gains[BOARD_MAX_POINTS]) {
    tracker_gains(&shapes_of(evaluator)->tracker, board, color, candidates, gains);
}

static const struct shape_weights *weights_of_shapes(const struct evaluator *evaluator) {
    return &shapes_in(evaluator)->weights;
}

const struct evaluator_method local_shapes_method = {.name = "local-shapes",
                                                     .free = free_shapes,
                                                     .set = set_shapes,
                                                     .play = play_shapes,
                                                     .undo = undo_shapes,
                                                     .value = value_shapes,
                                                     .gains = gain_shapes,
                                                     .shapes = weights_of_shapes};
