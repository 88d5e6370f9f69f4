/* The weights of a memory by their classes and their shapes. */
#ifndef GUZUMI_CLASS_WEIGHTS_H
#define GUZUMI_CLASS_WEIGHTS_H

#include "guzumi/shapes/memory.h"

static inline int class_count(const struct weight_set *set) {
    return set->classes ? set->classes->class_count : 0;
}

/* The weight of the shape at ENTRY of the set's table, with its sign; 0 for a neutral one. */
static inline float shape_weight(const struct weight_set *set, int entry) {
    const int32_t class = set->classes->class_of[entry];
    if (class == 0) return 0;
    return class > 0 ? weight_set_theta(set, class - 1) : -weight_set_theta(set, -class - 1);
}

/* Sets the weight of the class of ENTRY so that the shape there has WEIGHT. */
static inline void set_shape_weight(struct weight_set *set, int entry, float weight) {
    const int32_t class = set->classes->class_of[entry];
    if (class > 0) weight_set_set_theta(set, class - 1, weight);
    if (class < 0) weight_set_set_theta(set, -class - 1, -weight);
}

#endif
