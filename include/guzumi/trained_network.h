/* A network as it is trained and played: what it evaluates, how it came about,
 * and what its training needs to go on. */
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
};

/* A network for boards of SIZE by PARAMS, its weights small and random. Free
 * with trained_network_free. */
enum status trained_network_new(struct trained_network **out, enum network_kind kind, int size,
                                const struct params *params, struct failure *why);
void trained_network_free(struct trained_network *network);

/* What files and the command line call a kind: "territory",
 * "liberties". */
const char *network_kind_name(enum network_kind kind);
bool network_kind_find(const char *name, enum network_kind *out);

/* The groups of parameters that the training of a kind uses, and its files record. */
int network_kind_params(enum network_kind kind);

/* The shape that a network of these settings has after GAMES games: hidden maps
 * are added one at a time. */
struct network_shape trained_network_shape(enum network_kind kind, int size,
                                           const struct params *params, uint64_t games);

/* Takes the weights of FROM over, which may be of another board's size
 * (network_transfer). */
enum status trained_network_start_from(struct trained_network *network,
                                       const struct trained_network *from, struct failure *why);

/* Files: "GUZUMI weights 2\n", a text head of lines "name=value" with the kind
 * first, an empty line, the weights in the network's order and, where RPROP
 * trained it, each weight's step and last derivative, as little-endian IEEE 754
 * floats, and a 64-bit FNV-1a checksum of all that. */
enum status trained_network_save(const struct trained_network *network, const char *path,
                                 struct failure *why);
enum status trained_network_load(struct trained_network **out, const char *path,
                                 struct failure *why);

/* Whether the file at PATH can be read and begins as such a file does. */
bool trained_network_is_file(const char *path);

/* From memory that holds a whole file; NAME is for messages. */
enum status trained_network_decode(struct trained_network **out, const unsigned char *data,
                                   size_t length, const char *name, struct failure *why);

#endif
