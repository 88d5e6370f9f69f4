/* The incremental evaluator: which shapes are active, and what every candidate move would change.
 *
 * A tracker follows one board. It knows the active feature of each region, its weight and, for
 * candidate moves, the gain: the value of the afterstate less that of the present position. Both
 * are linear values (logits), Black's view. If weights change, tracker_refresh must follow.
 *
 * A gain is the sum of new weight - present weight over the at most 14 regions that cover the
 * point. A move makes stale only the gains of points that share a region with a changed point;
 * these are computed again when they are next needed. Captures change more regions and are
 * computed each time.
 *
 * The board is the caller's: tracker_play only follows it. */
#ifndef GUZUMI_TRACKER_H
#define GUZUMI_TRACKER_H

#include "guzumi/base/threads.h"
#include "guzumi/go/board.h"
#include "guzumi/shapes/shapes.h"

/* The weights that a tracker reads: for each region the entry base + code of TABLE and, with
 * sharing, that of LI as well. Borrowed. */
struct shape_weights {
    const struct shapes *shapes;
    const int32_t *base; /* shapes->flat_base with a flat table, shapes->ld_base with an LD one */
    const float *table;
    const float *li; /* or NULL */
    bool concurrent; /* other threads may be changing the weights meanwhile */
};

/* Read a weight, write it and add to it. CONCURRENT: other threads may be doing so at the same
 * time. */
static ALWAYS_INLINE float weight_read(const float *weight, bool concurrent) {
    return concurrent ? concurrent_read(weight) : *weight;
}

static ALWAYS_INLINE void weight_write(float *weight, float value, bool concurrent) {
    if (concurrent)
        concurrent_write(weight, value);
    else
        *weight = value;
}

static ALWAYS_INLINE void weight_add(float *weight, float change, bool concurrent) {
    weight_write(weight, weight_read(weight, concurrent) + change, concurrent);
}

/* A change of one region's active feature, as a tracker logs it for learning. */
struct shape_change {
    int32_t region;
    int32_t code;
};

/* A log of changes, with room for as many as its owner needs; NULL entries: nothing is logged. */
struct shape_log {
    struct shape_change *entries;
    int count, capacity;
};

struct tracker {
    struct shape_weights weights;
    int32_t code[SHAPE_REGION_ROOM];
    float weight[SHAPE_REGION_ROOM]; /* of the active feature; 0 for regions that are not there */
    float gain[2][BOARD_MAX_POINTS]; /* by colour; valid where not stale */
    struct bitset stale[2];
};

/* Starts from BOARD. */
void tracker_init(struct tracker *tracker, const struct shape_weights *weights,
                  const struct board *board);

/* Reads all weights again after they changed. */
void tracker_refresh(struct tracker *tracker);

/* Makes TO a copy of FROM. */
void tracker_copy(struct tracker *to, const struct tracker *from);

/* Follows a move of COLOR at POINT, which may be PASS, that captured the CAPTURED_COUNT stones
 * CAPTURED (unused if there are none). Adds the changes to LOG, unless that is NULL. Returns what
 * the move adds to the linear value. */
float tracker_play(struct tracker *tracker, int point, enum color color,
                   const struct bitset *captured, int captured_count, struct shape_log *log);

/* The linear value of the position, Black's view. */
float tracker_value(const struct tracker *tracker);

/* Brings the tracker's gains of COLOR's legal moves CANDIDATES on BOARD, which is the tracked one,
 * up to date. */
void tracker_update_gains(struct tracker *tracker, const struct board *board, enum color color,
                          const struct bitset *candidates);

#endif
