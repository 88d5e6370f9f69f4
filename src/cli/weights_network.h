/* guzumi weights for networks. */
#ifndef GUZUMI_WEIGHTS_NETWORK_H
#define GUZUMI_WEIGHTS_NETWORK_H

#include "guzumi/trained_network.h"

/* Prints what is known of the network: kind, board, layers, games, settings. */
enum status weights_network_print(const struct trained_network *network, struct failure *why);

/* Prints the kernels of the network in FILE (network_print.h). */
enum status weights_kernels(const char *file, struct failure *why);

#endif
