/* The weights that can be used: compiled into the executable, or loaded from files.
 *
 * There is at most one learnt thing of each kind (learner.h) for each board size. A size without
 * its own uses the nearest size's, of two the larger one's, as far as the kind reaches. */
#ifndef GUZUMI_WEIGHT_STORE_H
#define GUZUMI_WEIGHT_STORE_H

#include "guzumi/learner/learner.h"

struct weight_store;

/* Makes a store of what is compiled in, which is read when it is first asked for. Several threads
 * may ask at once, but not while one loads. */
enum status weight_store_new(struct weight_store **out, struct failure *why);
void weight_store_free(struct weight_store *store);

/* Loads the weight file at PATH, which replaces what there is of its kind and board size. What only
 * training needs is not kept. */
enum status weight_store_load(struct weight_store *store, const char *path, struct failure *why);

/* What LEARNER has learnt for boards of SIZE, borrowed until the next load. *OUT is NULL if there
 * is nothing within its reach. */
enum status weight_store_find(struct weight_store *store, const struct learner *learner, int size,
                              const struct learnt **out, struct failure *why);

/* The weight files that are compiled in, by number from 0 to weight_store_builtin_count() - 1, in
 * order of sizes; reads one anew, to be freed by the caller. */
int weight_store_builtin_count(void);
enum status weight_store_read_builtin(int number, struct learnt **out, struct failure *why);

#endif
