/* Feed-forward networks whose layers are channels of the board (Schraudolph 1994, section 2) or
 * plain vectors (Ekker 2004, section 5.1).
 *
 * The units of a layer apply an activation to sums over earlier layers:
 *
 *     y_i = f(b w_i + sum over links, sum over j, w_ji x_j)
 *
 * w_i is the unit's own bias weight and b the bias input. A link is a full connection or, between
 * two channels, a convolution with one kernel of odd width, up to twice the board: the
 * weight from point j to point i depends on i - j alone. Kernels wider than the board see how far
 * away the edge is. If the inputs and the bias input of a network of tanh units change their sign,
 * so do its outputs. With stones of 1 and -1, and a bias input that is negative when White is to
 * move, the colours are therefore exactly equivalent (Schraudolph's colour antisymmetry).
 *
 * Symmetric networks share the weights that the eight symmetries of the board map to each other;
 * the derivatives of shared weights are summed (Le Cun 1989). For the inner loops every link is
 * also kept expanded, as a matrix from input to output.
 *
 * Layer 0 is the input, the last layer the output. Sums have a fixed order and the activation
 * functions are our own arithmetic, so results are the same on every machine. */
#ifndef GUZUMI_CLASSIC_H
#define GUZUMI_CLASSIC_H

#include "guzumi/base/file.h"
#include "guzumi/base/rng.h"
#include "guzumi/base/status.h"
#include "guzumi/learner/evaluator.h"
#include "guzumi/learner/learner.h"

#include <stdbool.h>
#include <stddef.h>

enum { CLASSIC_LAYERS = 10, CLASSIC_LINKS = 24, CLASSIC_NAME = 16 };

struct classic_layer {
    char name[CLASSIC_NAME];
    int side; /* a channel of side x side points; 0 for a vector */
    int units;
    enum activation activation;
};

struct classic_link {
    int from, to; /* layers; from < to */
    int kernel;   /* its odd width; 0: a full connection */
};

struct classic_shape {
    int layer_count, link_count;
    bool symmetric; /* every layer is a channel, every link has a kernel */
    struct classic_layer layers[CLASSIC_LAYERS];
    struct classic_link links[CLASSIC_LINKS]; /* in ascending order of TO */
};

/* Add a layer or a link to a shape. Layers return their number. */
int classic_shape_channel(struct classic_shape *shape, const char *name, int side,
                          enum activation activation);
int classic_shape_vector(struct classic_shape *shape, const char *name, int units,
                         enum activation activation);
void classic_shape_link(struct classic_shape *shape, int from, int to, int kernel);

/* Whether SHAPE, which may come from a file, is one that a network can have. */
bool classic_shape_is_sound(const struct classic_shape *shape);

struct classic {
    struct classic_shape shape;
    int weight_count;
    int room;                        /* values of all layers, padded to multiples of four */
    int first[CLASSIC_LAYERS];       /* where a layer's values begin */
    int bias_start[CLASSIC_LAYERS];  /* among the weights: one for each unit */
    int link_start[CLASSIC_LINKS];   /* among the weights: the kernel by rows, or the matrix */
    int matrix_start[CLASSIC_LINKS]; /* in the expanded matrices */
    int matrix_room;
    float *weights; /* owned; after a change classic_expand must follow */
    float *matrix;  /* owned; the links expanded: a row for each input unit */
};

/* A network of SHAPE, which is sound, with all weights zero. Free with classic_free. */
enum status classic_new(struct classic **out, const struct classic_shape *shape,
                        struct failure *why);
void classic_free(struct classic *network);

/* Sets small random weights, uniform with the standard deviation SCALE / sqrt(inputs of a unit).
 * Biases are zero. Symmetric networks get symmetric weights. */
void classic_randomise(struct classic *network, double scale, struct rng *rng);

/* Makes all weights of the links that leave LAYER zero: what lies beyond it no longer depends on
 * it, but can learn to. */
void classic_silence(struct classic *network, int layer);

/* Brings the matrices up to date with the weights. */
void classic_expand(struct classic *network);

/* Units of a layer with the padding that makes whole vectors of four. */
static inline int classic_padded(int units) {
    return (units + 3) & ~3;
}

/* A unit's outgoing weights along a link, one for each unit of the layer that it leads to. */
static inline const float *classic_row(const struct classic *n, int link, int unit) {
    const int to = n->shape.links[link].to;
    const int columns = classic_padded(n->shape.layers[to].units);
    return n->matrix + n->matrix_start[link] + unit * columns;
}

/* The number of weights of LINK. */
static inline int classic_link_weights(const struct classic_shape *s,
                                       const struct classic_link *link) {
    return link->kernel ? link->kernel * link->kernel
                        : s->layers[link->from].units * s->layers[link->to].units;
}

/* The index among the weights of LINK's weight from unit FROM to unit TO; -1 beyond the receptive
 * field. */
int classic_weight(const struct classic *network, int link, int from, int to);

/* Replaces weights that the board's symmetries map to each other by their mean, or, with SUMS,
 * derivatives with respect to such weights by their sum. */
void classic_share(const struct classic *network, float *weights, bool sums);

/* Computes the VALUES of all layers (an array of length ROOM) from those of layer 0, which the
 * caller has set; padding is zero. SUMS, unless NULL, gets the sums before activation. */
void classic_forward(const struct classic *network, float bias_input, float *values, float *sums);

/* Adds to SUMS, those of the layer that LINK leads to, what COUNT input units from number FIRST
 * contribute. X are their values. */
void classic_multiply(const struct classic *network, int link, int first, int count, const float *x,
                      float *sums);

/* INTO[i] += FACTOR ROW[i] for COUNT entries, a multiple of four. */
void classic_add_row(float *into, const float *row, float factor, int count);

/* Copies from FROM what the two networks have in common: layers of the same name, and links between
 * such layers. Kernels are aligned at their middle, so that they serve on boards of other sizes. A
 * bias goes to the points at the same distances from the edges, up to the middle. The rest is left
 * alone. A symmetric network takes the means of weights that its symmetries map to each other. */
void classic_transfer(struct classic *to, const struct classic *from);

/* Whether classic_transfer makes sense: fully connected layers of the same name have equally many
 * units in both networks. */
bool classic_can_transfer(const struct classic *to, const struct classic *from);

/* --- what a network has learnt, as text: Figure 2 of Schraudolph 1994 in numbers --- */

/* Appends a block for each link, "board -> h0 9x9" and the rows of its kernel, and one for the
 * biases of each layer, "turn -> h0 9x9". The top row comes first. The weight to the right of the
 * middle leads from a point to the point on its right. A full connection is one line with the root
 * mean square of its weights. */
void classic_print_kernels(const struct classic *network, struct buffer *out);

/* Appends a line for each layer and each link: names, sizes, root mean square and largest of the
 * weights. */
void classic_print_summary(const struct classic *network, struct buffer *out);

/* --- as it is trained and played --- */

/* A learnt thing (learner.h). Weight files have the kinds "territory" and "liberties" with the
 * field random_share, the section weights in the network's order, if RPROP trained it the sections
 * steps and derivatives, and within a batch of games the section batch. */
enum classic_kind {
    CLASSIC_TERRITORY, /* Schraudolph's, territory.h */
    CLASSIC_LIBERTIES  /* Ekker's, liberty_value.h */
};

struct trained_classic {
    struct learnt learnt;
    enum classic_kind kind;
    struct classic *network; /* owned */
    double random_share;     /* of the opponent's moves, which adapts to the results */
    float *step, *before;    /* owned or NULL; RPROP's, by weight */
    float *batch;            /* owned or NULL; of an unfinished batch: the gradient's derivatives
                                (classic.h), its matrix first */
};

/* The shape of a network with these settings after GAMES games: hidden channels are added one at a
 * time. */
struct classic_shape trained_classic_shape(enum classic_kind kind, int size,
                                           const struct params *params, uint64_t games);

/* The weights that a network of KIND begins with: small and random. Schraudolph's hidden channels
 * lead nowhere at first, so that one that is added to a network leaves its output as it is. */
void trained_classic_randomise(enum classic_kind kind, struct classic *network, struct rng *rng);

/* The network of KIND for boards of SIZE in STORE (weight_store_find); *OUT is NULL if there is
 * none. */
enum status trained_classic_find(struct weight_store *store, enum classic_kind kind, int size,
                                 const struct trained_classic **out, struct failure *why);

#endif
