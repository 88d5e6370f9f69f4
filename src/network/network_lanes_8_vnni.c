/* x86 processors without AVX-512 since 2021, which add products in one step (AVX-VNNI). */
#include "network_kernel.h"

#ifdef NETWORK_VNNI
#include <immintrin.h>
#define NETWORK_TARGET __attribute__((target("avx2,avxvnni")))
#define NETWORK_WIDTH 8
#define NETWORK_KERNELS network_kernels_8_vnni
#define ADD_PAIRS(sum, a, b)                                                                       \
    ((ints)_mm256_dpwssd_avx_epi32((__m256i)(sum), (__m256i)(a), (__m256i)(b)))
#include "network_lanes.h"
#endif
