#include "network_kernel.h"

const struct network_kernels *network_kernels_of_width(int width) {
    if (width == 4) return &network_kernels_4;
#ifdef NETWORK_WIDER
    if (width == 8 && __builtin_cpu_supports("avx2")) return &network_kernels_8;
    if (width == 16 && __builtin_cpu_supports("avx512f")) return &network_kernels_16;
#endif
    return NULL;
}

const struct network_kernels *network_kernels(void) {
    const struct network_kernels *widest = NULL;
    for (int width = 16; !widest; width /= 2) widest = network_kernels_of_width(width);
    return widest;
}
