/* Finds the kernels of network_kernel.h for the processor. Each is a file compiled for its
 * instructions, so nothing of it may run before the processor has been asked. */
#include "network_kernel.h"

#ifdef NETWORK_VNNI
#include <cpuid.h>

/* The compiler's __builtin_cpu_supports does not know these everywhere. */
static bool has_avx_vnni(void) {
    unsigned a, b, c, d;
    return __builtin_cpu_supports("avx2") && __get_cpuid_count(7, 1, &a, &b, &c, &d) &&
           (a & 1u << 4);
}
#endif

const struct network_kernels *network_kernels_for(enum network_instructions instructions) {
    switch (instructions) {
    case NETWORK_ANY:
        return &network_kernels_4;
#ifdef NETWORK_WIDER
    case NETWORK_AVX2:
        return __builtin_cpu_supports("avx2") ? &network_kernels_8 : NULL;
    case NETWORK_AVX512:
        return __builtin_cpu_supports("avx512bw") ? &network_kernels_16 : NULL;
#endif
#ifdef NETWORK_VNNI
    case NETWORK_AVX_VNNI:
        return has_avx_vnni() ? &network_kernels_8_vnni : NULL;
    case NETWORK_AVX512_VNNI:
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni")
                   ? &network_kernels_16_vnni
                   : NULL;
#endif
    default:
        return NULL;
    }
}

/* NETWORK_ANY always exists, so the loop ends. */
const struct network_kernels *network_kernels(void) {
    const struct network_kernels *fastest = NULL;
    for (int i = NETWORK_INSTRUCTIONS - 1; !fastest; i--)
        fastest = network_kernels_for((enum network_instructions)i);
    return fastest;
}
