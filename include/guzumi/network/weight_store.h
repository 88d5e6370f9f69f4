/* The long-term memories, networks and learnt policies that can be used: compiled into the
 * executable, or loaded from files.
 *
 * There is at most one memory, one network of each kind, one policy and one policy-value network
 * for each board size. A size without its own uses the nearest size's, the larger one's of two;
 * memory_unfold says which weight of a memory goes where, policies know no places but lines, and
 * the policy-value network none at all. */
#ifndef GUZUMI_WEIGHT_STORE_H
#define GUZUMI_WEIGHT_STORE_H

#include "guzumi/classics/trained_classic.h"
#include "guzumi/network/trained_network.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/playout/playout.h"
#include "guzumi/shapes/memory.h"

struct weight_store;

/* Makes a store of what is compiled in, which is unpacked when it is first asked for. Several
 * threads may ask at once, but not while one loads. */
enum status weight_store_new(struct weight_store **out, struct failure *why);
void weight_store_free(struct weight_store *store);

/* Loads the memory, network or policy in the file at PATH, which replaces the one of its kind and
 * board size. */
enum status weight_store_load(struct weight_store *store, const char *path, struct failure *why);

/* The memory for boards of SIZE, its own or the nearest size's, borrowed until the next load. *OUT
 * is NULL if there is none at all, which means zero weights. */
enum status weight_store_get(struct weight_store *store, int size, const struct memory **out,
                             struct failure *why);

/* The network of KIND for boards of SIZE, its own or the nearest size's, borrowed likewise. *OUT is
 * NULL if there is none at all. */
enum status weight_store_classic(struct weight_store *store, enum classic_kind kind, int size,
                                 const struct trained_classic **out, struct failure *why);

/* The learnt policies, of simulations and of the tree, for boards of SIZE, their own or the nearest
 * size's. *OUT stays where it is, whatever is loaded into it, and is NULL when there are none. */
enum status weight_store_policy(struct weight_store *store, int size,
                                const struct trained_policy **out, struct failure *why);

/* A policy-value network plays on boards that are at most so many lines larger or smaller than its
 * own: one for 16x16 that has learnt from 13x13 and 19x19 serves all from the one to the other. */
enum { WEIGHT_STORE_NETWORK_REACH = 3 };

/* The policy-value network for boards of SIZE, its own or the nearest size's that is no further
 * than that, borrowed until the next load. *OUT is NULL if there is none. */
enum status weight_store_network(struct weight_store *store, int size,
                                 const struct trained_network **out, struct failure *why);

/* Gives PATTERNS the policy of simulations among these, borrowed likewise. */
enum status weight_store_playouts(struct weight_store *store, int size,
                                  struct playout_patterns *patterns, struct failure *why);

#endif
