/* The activation functions of networks: plain arithmetic in single precision, so that no
 * mathematics library decides about the last bit of an output (header only). */
#ifndef GUZUMI_ACTIVATION_H
#define GUZUMI_ACTIVATION_H

enum activation { ACTIVATION_LINEAR, ACTIVATION_TANH, ACTIVATION_LOGISTIC };

/* tanh by the ninth convergent of Lambert's continued fraction, x/(1 + xx/(3 + xx/(5 + ...))):
 * within 6e-6, and without a branch, so that it is vectorised. */
static inline float activation_tanh(float x) {
    const float limit = 6.1F;
    x = x < -limit ? -limit : x;
    x = x > limit ? limit : x;
    const float y = x * x;
    const float above = 34459425.0F + y * (4729725.0F + y * (135135.0F + y * (990.0F + y)));
    const float below =
        34459425.0F + y * (16216200.0F + y * (945945.0F + y * (13860.0F + 45.0F * y)));
    return x * above / below;
}

/* Applies ACTIVATION to COUNT sums in place. */
static inline void activation_apply(enum activation activation, float *sums, int count) {
    if (activation == ACTIVATION_TANH)
        for (int i = 0; i < count; i++) sums[i] = activation_tanh(sums[i]);
    if (activation == ACTIVATION_LOGISTIC)
        for (int i = 0; i < count; i++) sums[i] = 0.5F + 0.5F * activation_tanh(0.5F * sums[i]);
}

#endif
