#include "dual_kernel.h"

const struct dual_kernels *dual_kernels_of_width(int width) {
    if (width == 4) return &dual_kernels_4;
#ifdef DUAL_WIDER
    if (width == 8 && __builtin_cpu_supports("avx2")) return &dual_kernels_8;
    if (width == 16 && __builtin_cpu_supports("avx512f")) return &dual_kernels_16;
#endif
    return NULL;
}

const struct dual_kernels *dual_kernels(void) {
    const struct dual_kernels *widest = NULL;
    for (int width = 16; !widest; width /= 2) widest = dual_kernels_of_width(width);
    return widest;
}
