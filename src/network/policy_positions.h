/* The positions that a policy learns from: those of its samples that a search evaluated, stored
 * compactly, since there are many, and set up again on demand. */
#ifndef GUZUMI_POLICY_POSITIONS_H
#define GUZUMI_POLICY_POSITIONS_H

#include "guzumi/network/policy_samples.h"

#include "policy_gradient.h"

struct kept_position {
    struct bitset stones[2];
    int16_t ko, last, own, best, passes;
    uint8_t ko_color, to_move;
    double value;
    size_t choice, choices; /* the first of its choices in the samples; how many */
};

struct policy_positions {
    int size, half_komi;
    double lambda;
    struct kept_position *kept; /* owned */
    size_t count, room;
    size_t rows, choices; /* of the samples, read so far */
};

void policy_positions_free(struct policy_positions *positions);

/* Plays the games of SAMPLES that have not been read, whole ones; every move of them must be legal.
 * A position's value becomes lambda times that of the next one and 1 - lambda times the search's
 * own, and so on as long as the search's moves were played. */
enum status policy_positions_read(struct policy_positions *positions,
                                  const struct policy_samples *samples, struct failure *why);

/* Sets up position number INDEX. */
void policy_positions_get(const struct policy_positions *positions, size_t index,
                          struct policy_position *out);

/* The fraction of the search's visits that each point has; false when it visited none. */
bool policy_positions_target(const struct policy_positions *positions,
                             const struct policy_samples *samples, size_t index,
                             float target[BOARD_MAX_POINTS]);

#endif
