/* x86 processors with AVX-512. */
#include "dual_kernel.h"

#ifdef DUAL_WIDER
#define DUAL_TARGET __attribute__((target("avx512f")))
#define DUAL_WIDTH 16
#define DUAL_KERNELS dual_kernels_16
#include "dual_lanes.h"
#endif
