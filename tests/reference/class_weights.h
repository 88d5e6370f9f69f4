/* Weights of shapes, by entry of the table, in a weight set that shares them by class. */
#ifndef GUZUMI_CLASS_WEIGHTS_H
#define GUZUMI_CLASS_WEIGHTS_H

#include "guzumi/shapes/memory.h"

static inline int class_count(const struct weight_set *set) {
    return set->classes ? set->classes->class_count : 0;
}

/* The signed weight of the shape at ENTRY; 0 for a neutral shape. */
static inline float shape_weight(const struct weight_set *set, int entry) {
    const int32_t class = set->classes->class_of[entry];
    if (class == 0) return 0;
    return class > 0 ? weight_set_theta(set, class - 1) : -weight_set_theta(set, -class - 1);
}

/* Sets the weight of ENTRY's class such that the shape has WEIGHT. */
static inline void set_shape_weight(struct weight_set *set, int entry, float weight) {
    const int32_t class = set->classes->class_of[entry];
    if (class > 0) weight_set_set_theta(set, class - 1, weight);
    if (class < 0) weight_set_set_theta(set, -class - 1, -weight);
}

#endif
