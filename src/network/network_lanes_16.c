/* x86 processors with AVX-512. */
#include "network_kernel.h"

#ifdef NETWORK_WIDER
#define NETWORK_TARGET __attribute__((target("avx512f")))
#define NETWORK_WIDTH 16
#define NETWORK_KERNELS network_kernels_16
#include "network_lanes.h"
#endif
