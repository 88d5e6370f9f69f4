/* Any processor, with what registers it has. */
#define DUAL_TARGET
#define DUAL_WIDTH 4
#define DUAL_KERNELS dual_kernels_4
#include "dual_lanes.h"
