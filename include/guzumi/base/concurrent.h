/* Numbers that several threads read and change at once, without locks: two additions at once may
 * come to one, but a number is never half of one and half of another. On one thread plain reads and
 * writes do the same with fewer instructions, for compilers take these through an integer register.
 */
#ifndef GUZUMI_CONCURRENT_H
#define GUZUMI_CONCURRENT_H

#if !defined(__GNUC__)
#error "Threads share numbers by GCC's atomic built-ins, which this compiler lacks."
#endif

static inline float concurrent_read(const float *number) {
    float value;
    __atomic_load(number, &value, __ATOMIC_RELAXED);
    return value;
}

static inline void concurrent_write(float *number, float value) {
    __atomic_store(number, &value, __ATOMIC_RELAXED);
}

static inline void concurrent_add(float *number, float change) {
    concurrent_write(number, concurrent_read(number) + change);
}

#endif
