/* x86 processors since 2013. */
#include "dual_kernel.h"

#ifdef DUAL_WIDER
#define DUAL_TARGET __attribute__((target("avx2")))
#define DUAL_WIDTH 8
#define DUAL_KERNELS dual_kernels_8
#include "dual_lanes.h"
#endif
