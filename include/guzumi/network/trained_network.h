/* The policy-value network (network.h) as it is trained and played: its weights, how these came
 * about, and what the training needs to continue.
 *
 * A training changes its weights at each step and keeps their mean over the last steps, too. The
 * network here is that mean: it plays, and a file of either sort has it as its weights. Those that
 * the next step would change are beside it, with the moments of their gradients. */
#ifndef GUZUMI_TRAINED_NETWORK_H
#define GUZUMI_TRAINED_NETWORK_H

#include "guzumi/learner/provenance.h"
#include "guzumi/network/network.h"

#define TRAINED_NETWORK_KIND "network"

struct trained_network {
    struct network *network;  /* owned; unfolded, to be played by */
    int size;                 /* of the boards that it is for */
    struct provenance origin; /* its games are the steps of learning */
    /* For more training, by weight; a file for playing alone has none of it: */
    bool can_continue;
    float *current, *first, *second; /* owned: what learns, means of gradients and their squares */
};

/* A network of network_channels and network_blocks with small random weights, for boards of SIZE,
 * to be trained by PARAMS. Fails when network_channels is no multiple of NETWORK_LANE. Free with
 * trained_network_free, which is fine for NULL. */
enum status trained_network_new(struct trained_network **out, int size, const struct params *params,
                                struct failure *why);
void trained_network_free(struct trained_network *network);

/* Takes over the weights of FROM, packed or not, which may be for boards of another size; NETWORK,
 * new and of as many maps and blocks, is to be trained from there. */
enum status trained_network_start_from(struct trained_network *network,
                                       const struct trained_network *from, struct failure *why);

/* Frees what only training needs; it can continue no more. */
void trained_network_end_training(struct trained_network *network);

/* Weight files (weight_file.h) of that kind. PACKED leaves out what only training needs, and
 * rounds to half precision. */
enum status trained_network_save(const struct trained_network *network, const char *path,
                                 bool packed, struct failure *why);
enum status trained_network_load(struct trained_network **out, const char *path,
                                 struct failure *why);

/* Reads an open file to its end. */
enum status trained_network_read(struct weight_file *file, struct trained_network **out,
                                 struct failure *why);

/* Whether the file at PATH can be read and begins as such a file does. */
bool trained_network_is_file(const char *path);

/* From memory that holds a whole file; NAME is for messages. */
enum status trained_network_decode(struct trained_network **out, const unsigned char *data,
                                   size_t length, const char *name, struct failure *why);

#endif
