/* The learnt policies, of simulations and of the tree, as they are trained and played: their
 * weights, how these came about, and what the training needs to continue. They play on boards of
 * all sizes, best on such as they were trained on. */
#ifndef GUZUMI_TRAINED_POLICY_H
#define GUZUMI_TRAINED_POLICY_H

#include "guzumi/network/move_policy.h"
#include "guzumi/network/policy_samples.h"
#include "guzumi/playout/softmax.h"
#include "guzumi/shapes/memory.h"

/* What the simulations' policy climbs in training: the likelihood of good moves, and balance. */
enum policy_objective { POLICY_LIKELIHOOD, POLICY_BALANCE, POLICY_OBJECTIVES };

#define TRAINED_POLICY_KIND "policy"

struct trained_policy {
    struct softmax softmax;   /* of simulations */
    struct move_policy moves; /* of the tree */
    int size;                 /* of the boards of its training */
    struct provenance origin;
    /* For more training; a file for playing alone has none of it: */
    bool can_continue;
    float squares[POLICY_OBJECTIVES][SOFTMAX_WEIGHTS]; /* of each weight's gradients, summed */
    float move_squares[MOVE_WEIGHTS];
    struct policy_samples samples; /* owned */
};

/* All weights zero, to be trained on boards of SIZE by PARAMS. Free with trained_policy_free. */
enum status trained_policy_new(struct trained_policy **out, int size, const struct params *params,
                               struct failure *why);
void trained_policy_free(struct trained_policy *policy);

/* Computes the tables to play by, after the weights or the parameters of the origin have changed.
 */
void trained_policy_unfold(struct trained_policy *policy);

/* Weight files (weight_file.h) of that kind. PACKED leaves out what only training
 * needs. */
enum status trained_policy_save(const struct trained_policy *policy, const char *path, bool packed,
                                struct failure *why);
enum status trained_policy_load(struct trained_policy **out, const char *path, struct failure *why);

/* Reads an open file to its end. */
struct weight_file;
enum status trained_policy_read(struct weight_file *file, struct trained_policy **out,
                                struct failure *why);

/* Whether the file at PATH can be read and begins as such a file does. */
bool trained_policy_is_file(const char *path);

/* From memory that holds a whole file; NAME is for messages. */
enum status trained_policy_decode(struct trained_policy **out, const unsigned char *data,
                                  size_t length, const char *name, struct failure *why);

#endif
