/* x86 processors with AVX-512 since 2019, which add products in one step (AVX-512 VNNI). */
#include "network_kernel.h"

#ifdef NETWORK_VNNI
#include <immintrin.h>
#define NETWORK_TARGET __attribute__((target("avx512f,avx512bw,avx512vnni")))
#define NETWORK_WIDTH 16
#define NETWORK_KERNELS network_kernels_16_vnni
#define ADD_PAIRS(sum, a, b) ((ints)_mm512_dpwssd_epi32((__m512i)(sum), (__m512i)(a), (__m512i)(b)))
#include "network_lanes.h"
#endif
