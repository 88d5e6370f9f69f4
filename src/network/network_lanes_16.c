/* x86 processors with AVX-512. */
#include "network_kernel.h"

#ifdef NETWORK_WIDER
#include <immintrin.h>
#define NETWORK_TARGET __attribute__((target("avx512f,avx512bw")))
#define NETWORK_WIDTH 16
#define NETWORK_KERNELS network_kernels_16
#define ADD_PAIRS(sum, a, b) ((sum) + (ints)_mm512_madd_epi16((__m512i)(a), (__m512i)(b)))
#include "network_lanes.h"
#endif
