/* x86 processors since 2013. */
#include "network_kernel.h"

#ifdef NETWORK_WIDER
#include <immintrin.h>
#define NETWORK_TARGET __attribute__((target("avx2")))
#define NETWORK_WIDTH 8
#define NETWORK_KERNELS network_kernels_8
#define ADD_PAIRS(sum, a, b) ((sum) + (ints)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#include "network_lanes.h"
#endif
