/* Ekker's evaluation of a position (2004, section 5.1): a fully connected network over the features
 * of liberty_features.h, 32-75-1 on 5x5.
 *
 * V(s) is the sum of the rewards that one side, the agent, may still expect: what it takes counts
 * for it and what it loses against it when that happens, and at the end the score less what
 * captures have brought so far. Values and rewards are parts of the board: points over size * size.
 * V does not know whose turn it is.
 *
 * A reader keeps the hidden layer's sums at one position; the others differ in a few inputs. */
#ifndef GUZUMI_LIBERTY_VALUE_H
#define GUZUMI_LIBERTY_VALUE_H

#include "guzumi/liberty_features.h"
#include "guzumi/network.h"

/* Inputs for boards of SIZE, HIDDEN units, one linear output. */
struct network_shape liberty_shape(int size, int hidden);

/* Whether a network evaluates the features of boards of SIZE. */
bool liberty_fits(const struct network_shape *shape, int size);

struct liberty_value {
    const struct network *network; /* borrowed */
    enum color side;               /* the agent */
    float *values;                 /* owned; of all layers at the position */
    float *sums, *work;            /* owned */
    float features[LIBERTY_FEATURES_MAX];
};

enum status liberty_value_init(struct liberty_value *value, const struct network *network,
                               struct failure *why);
void liberty_value_free(struct liberty_value *value);

/* Evaluates BOARD for SIDE; the other functions compare with this position. */
float liberty_value_set(struct liberty_value *value, const struct board *board, enum color side);

/* The value of another position, a few moves away, for the same side. */
float liberty_value_of(struct liberty_value *value, const struct board *board);

#endif
