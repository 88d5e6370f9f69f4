/* x86 processors since 2013. */
#include "network_kernel.h"

#ifdef NETWORK_WIDER
#define NETWORK_TARGET __attribute__((target("avx2")))
#define NETWORK_WIDTH 8
#define NETWORK_KERNELS network_kernels_8
#include "network_lanes.h"
#endif
