/* The weights of a memory by their classes: the one place where tests know how a memory keeps them.
 */
#ifndef GUZUMI_CLASS_WEIGHTS_H
#define GUZUMI_CLASS_WEIGHTS_H

#include "guzumi/memory.h"

static inline int class_count(const struct weight_set *set) {
    return set->classes ? set->classes->class_count : 0;
}

static inline float class_weight(const struct weight_set *set, int class) {
    return set->theta[class];
}

/* Sets a weight; show_weights puts all of them into the tables that trackers read. */
static inline void set_weight(struct weight_set *set, int class, float weight) {
    set->theta[class] = weight;
}

static inline void show_weights(struct weight_set *set) {
    weight_set_publish_all(set);
}

/* The weight of the shape at ENTRY of the set's table, with its sign; 0 for a neutral one. */
static inline float shape_weight(const struct weight_set *set, int entry) {
    const int32_t class = set->classes->class_of[entry];
    if (class == 0) return 0;
    return class > 0 ? class_weight(set, class - 1) : -class_weight(set, -class - 1);
}

/* Sets the weight of the class of ENTRY so that the shape there has WEIGHT. */
static inline void set_shape_weight(struct weight_set *set, int entry, float weight) {
    const int32_t class = set->classes->class_of[entry];
    if (class) set_weight(set, (class > 0 ? class : -class) - 1, class > 0 ? weight : -weight);
}

#endif
