/* A network for training and playing: what it evaluates, how it came about, and what its training
 * needs to continue. */
#ifndef GUZUMI_TRAINED_CLASSIC_H
#define GUZUMI_TRAINED_CLASSIC_H

#include "guzumi/classics/classic.h"
#include "guzumi/learner/provenance.h"

enum classic_kind {
    CLASSIC_TERRITORY, /* Schraudolph's, territory.h */
    CLASSIC_LIBERTIES  /* Ekker's, liberty_value.h */
};

struct trained_classic {
    enum classic_kind kind;
    int size;                 /* of the board */
    struct classic *network;  /* owned */
    struct provenance origin; /* settings, games, random numbers */
    double random_share;      /* of the opponent's moves, which adapts to the results */
    float *step, *before;     /* owned or NULL; RPROP's, by weight */
    float *batch;             /* owned or NULL; of a batch that goes on: the gradient's derivatives
                                 (network.h), its matrix first */
};

/* Makes a network for boards of SIZE as PARAMS say, with small random weights. Free with
 * trained_classic_free. */
enum status trained_classic_new(struct trained_classic **out, enum classic_kind kind, int size,
                                const struct params *params, struct failure *why);
void trained_classic_free(struct trained_classic *network);

/* The name of a kind in files and on the command line: "territory", "liberties". */
const char *classic_kind_name(enum classic_kind kind);
bool classic_kind_find(const char *name, enum classic_kind *out);

/* The groups of parameters that training of a kind uses and its files record. */
int classic_kind_params(enum classic_kind kind);

/* The shape of a network with these settings after GAMES games: hidden maps are added one at a
 * time. */
struct classic_shape trained_classic_shape(enum classic_kind kind, int size,
                                           const struct params *params, uint64_t games);

/* The weights that a network of KIND begins with: small and random. Schraudolph's hidden maps lead
 * nowhere at first, so that a map that is added to a network leaves what it says as it is. */
void trained_classic_randomise(enum classic_kind kind, struct classic *network, struct rng *rng);

/* Takes over the weights of FROM, which may be for boards of another size (classic_transfer). Fails
 * for another kind, and where fully connected layers differ in their units: half of their weights
 * would mean nothing. */
enum status trained_classic_start_from(struct trained_classic *network,
                                       const struct trained_classic *from, struct failure *why);

/* Weight files (weight_file.h) of the kinds "territory" and "liberties": the fields size, games,
 * random_share, the parameters of training and the state of the random generator (rng0 to rng3),
 * the section weights in the network's order; if RPROP trained it, the sections steps and
 * derivatives; and within a batch of games the section batch. */
enum status trained_classic_save(const struct trained_classic *network, const char *path,
                                 struct failure *why);
enum status trained_classic_load(struct trained_classic **out, const char *path,
                                 struct failure *why);

/* Whether the file at PATH can be read and begins like one. */
bool trained_classic_is_file(const char *path);

/* Reads an open file to its end. */
struct weight_file;
enum status trained_classic_read(struct weight_file *file, struct trained_classic **out,
                                 struct failure *why);

/* Reads a whole file from memory; NAME stands for it in messages. */
enum status trained_classic_decode(struct trained_classic **out, const unsigned char *data,
                                   size_t length, const char *name, struct failure *why);

#endif
