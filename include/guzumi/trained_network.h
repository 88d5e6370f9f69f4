/* A network for training and playing: what it evaluates, how it came about, and what its training
 * needs to continue. */
#ifndef GUZUMI_TRAINED_NETWORK_H
#define GUZUMI_TRAINED_NETWORK_H

#include "guzumi/memory.h"
#include "guzumi/network.h"

enum network_kind {
    NETWORK_TERRITORY, /* Schraudolph's, territory.h */
    NETWORK_LIBERTIES  /* Ekker's, liberty_value.h */
};

struct trained_network {
    enum network_kind kind;
    int size;                 /* of the board */
    struct network *network;  /* owned */
    struct provenance origin; /* settings, games, random numbers */
    double random_share;      /* of the opponent's moves, which adapts to the results */
    float *step, *before;     /* owned or NULL; RPROP's, by weight */
    float *batch;             /* owned or NULL; of a batch that goes on: the gradient's derivatives
                                 (network.h), its matrix first */
};

/* Makes a network for boards of SIZE as PARAMS say, with small random weights. Free with
 * trained_network_free. */
enum status trained_network_new(struct trained_network **out, enum network_kind kind, int size,
                                const struct params *params, struct failure *why);
void trained_network_free(struct trained_network *network);

/* The name of a kind in files and on the command line: "territory", "liberties". */
const char *network_kind_name(enum network_kind kind);
bool network_kind_find(const char *name, enum network_kind *out);

/* The groups of parameters that training of a kind uses and its files record. */
int network_kind_params(enum network_kind kind);

/* The shape of a network with these settings after GAMES games: hidden maps are added one at a
 * time. */
struct network_shape trained_network_shape(enum network_kind kind, int size,
                                           const struct params *params, uint64_t games);

/* The weights that a network of KIND begins with: small and random. Schraudolph's hidden maps lead
 * nowhere at first, so that a map that is added to a network leaves what it says as it is. */
void trained_network_randomise(enum network_kind kind, struct network *network, struct rng *rng);

/* Takes over the weights of FROM, which may be for boards of another size (network_transfer). Fails
 * for another kind, and where fully connected layers differ in their units: half of their weights
 * would mean nothing. */
enum status trained_network_start_from(struct trained_network *network,
                                       const struct trained_network *from, struct failure *why);

/* Weight files (weight_file.h) of the kinds "territory" and "liberties": the fields size, games,
 * random_share, the parameters of training and the state of the random generator (rng0 to rng3),
 * the section weights in the network's order; if RPROP trained it, the sections steps and
 * derivatives; and within a batch of games the section batch. */
enum status trained_network_save(const struct trained_network *network, const char *path,
                                 struct failure *why);
enum status trained_network_load(struct trained_network **out, const char *path,
                                 struct failure *why);

/* Whether the file at PATH can be read and begins like one. */
bool trained_network_is_file(const char *path);

/* Reads an open file to its end. */
struct weight_file;
enum status trained_network_read(struct weight_file *file, struct trained_network **out,
                                 struct failure *why);

/* Reads a whole file from memory; NAME stands for it in messages. */
enum status trained_network_decode(struct trained_network **out, const unsigned char *data,
                                   size_t length, const char *name, struct failure *why);

#endif
