/* Any processor, with what registers it has. */
#define NETWORK_TARGET
#define NETWORK_WIDTH 4
#define NETWORK_KERNELS network_kernels_4
#include "network_lanes.h"
