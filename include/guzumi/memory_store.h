/* The long-term memories and the networks at hand: those compiled into the executable and those
 * loaded from files.
 *
 * One memory for each board size. A size that has none of its own borrows the nearest size's, of
 * two the larger's; memory_unfold says which weight goes where. */
#ifndef GUZUMI_MEMORY_STORE_H
#define GUZUMI_MEMORY_STORE_H

#include "guzumi/memory.h"
#include "guzumi/trained_network.h"

struct memory_store;

/* Knows the compiled-in memories, which are unpacked when first asked for. */
enum status memory_store_new(struct memory_store **out, struct failure *why);
void memory_store_free(struct memory_store *store);

/* Takes the memory, or the network, in the file at PATH for its board size, in place of the one it
 * had. */
enum status memory_store_load(struct memory_store *store, const char *path, struct failure *why);

/* The memory for boards of SIZE, its own or the nearest size's, borrowed until the next load; *OUT
 * is NULL when there is none at all, which means zero weights. */
enum status memory_store_get(struct memory_store *store, int size, const struct memory **out,
                             struct failure *why);

/* The network of KIND for boards of SIZE, its own or, when there is none, the nearest size's; *OUT
 * is NULL when there is none at all. */
enum status memory_store_network(struct memory_store *store, enum network_kind kind, int size,
                                 const struct trained_network **out, struct failure *why);

#endif
