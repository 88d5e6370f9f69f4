/* Any processor, with what registers it has. */
#include "network_kernel.h"

#define NETWORK_TARGET
#define NETWORK_WIDTH 4
#define NETWORK_KERNELS network_kernels_4
#ifdef __SSE2__
#include <emmintrin.h>
#define ADD_PAIRS(sum, a, b) ((sum) + (ints)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#else
#define LOW(x) ((ints)((words)(x) << 16) >> 16)
#define HIGH(x) ((x) >> 16)
#define ADD_PAIRS(sum, a, b) ((sum) + LOW(a) * LOW(b) + HIGH(a) * HIGH(b))
#endif
#include "network_lanes.h"
