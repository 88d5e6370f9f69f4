/* guzumi weights for networks. */
#ifndef GUZUMI_WEIGHTS_CLASSIC_H
#define GUZUMI_WEIGHTS_CLASSIC_H

#include "guzumi/classics/trained_classic.h"

/* Prints what is known of the network: kind, board, layers, games, settings. */
enum status weights_classic_print(const struct trained_classic *network, struct failure *why);

/* Prints the kernels of the network in FILE (classic_print.h). */
enum status weights_kernels(const char *file, struct failure *why);

#endif
