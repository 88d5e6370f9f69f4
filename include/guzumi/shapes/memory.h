/* The long-term memory: weights shared between equivalent local shapes (2012 paper, section 3.1).
 *
 *     V(s) = sigma(phi(s).theta_LI + phi(s).theta_LD)          (2012, equation 9)
 *
 * Each weight belongs to a class of shapes (shapes.h). It is kept in the tables that a tracker
 * reads, where every shape of the class has the class's weight with the shape's sign. An LD class
 * mostly has two members: all are changed at once, along a ring that links them. An LI class has up
 * to sixteen members and is met often in one game: its changes are collected and published in the
 * table at the end of the game. Several threads may learn into one memory without locks, as in TD
 * search. */
#ifndef GUZUMI_MEMORY_H
#define GUZUMI_MEMORY_H

#include "guzumi/learner/learner.h"
#include "guzumi/shapes/tracker.h"

struct weight_set {
    struct shape_classes *classes; /* owned; NULL when the set is not in use */
    float *table;                  /* owned; by entry, one more that is 0 */
    int32_t *ring;                 /* owned, of a main set that learns: by entry, the next member of
                                      its class + 1, negative when that has the other sign, 0 when
                                      neutral; else NULL */
    float *coherence; /* owned; with STEPS_COHERENT two by class: the sum of its steps, and the sum
                         of their sizes; else NULL */
};

/* The weight of class CLASS. */
static inline float weight_set_theta(const struct weight_set *set, int class) {
    const struct shape_classes *c = set->classes;
    /* The first member's sign is +. */
    return set->table[c->member[c->member_start[class]] - 1];
}

void weight_set_set_theta(struct weight_set *set, int class, float theta);

struct memory {
    struct learnt learnt;   /* kind, size, settings, games: the head of everything learnt */
    struct shapes *shapes;  /* owned */
    struct weight_set main; /* LD weights, or one for each shape without sharing, or all zero */
    struct weight_set li;   /* LI weights */
    uint8_t *activity;      /* owned, if it learns: by entry of the main table, how many weights
                               (0, 1, 2) a shape there has; else NULL */
    bool concurrent;        /* several threads learn into it at once */
};

/* All weights zero, for boards of SIZE, with the shapes and the sharing of PARAMS; the random
 * generator starts from PARAMS' seed. Free with memory_free. */
enum status memory_new(struct memory **out, int size, const struct params *params,
                       struct failure *why);
void memory_free(struct memory *memory);

/* A checksum of all weights and the random generator's state: equal for equal trainings. */
uint64_t memory_checksum(const struct memory *memory);

/* Makes room for what learning by the parameters of MEMORY's origin needs. Call it before the
 * memory learns, and after they have changed. */
enum status memory_prepare_learning(struct memory *memory, struct failure *why);

/* The meaning of MEMORY's linear values, which it was trained with; KIND without a memory. */
static inline enum value_kind value_kind_of(const struct memory *memory, enum value_kind kind) {
    return memory ? (enum value_kind)memory->learnt.origin.params.value : kind;
}

enum { MEMORY_REACH = 4 };

/* What a tracker reads to evaluate by this memory. */
struct shape_weights memory_weights(const struct memory *memory);

/* Whether shapes that a symmetry of the board maps onto each other have equal weights. */
static inline bool memory_is_symmetric(const struct memory *memory) {
    return memory->learnt.origin.params.sharing != SHARE_NONE;
}

/* Writes the memory into a table of SHAPES: for each shape the sum of its LD (or unshared) weight
 * and its LI weight. Shapes of sizes that the memory lacks get 0. The table is flat (flat_count + 1
 * entries) or, BY_ORBIT, of a symmetric memory, has one part for all regions that a symmetry of the
 * board maps onto each other, as an LD table (ld_count + 1 entries).
 *
 * On a board of another size than the memory's, regions correspond so that edges stay edges. In
 * either direction a region corresponds to the one at the same distance from the nearer edge; a
 * region farther from the edge than the middle of the memory's board corresponds to that middle. If
 * there are two middle regions, or if the region lies in the exact middle and the memory's board
 * has no exact middle, the mean of the two counts. On boards that are larger or smaller by more
 * than MEMORY_REACH only the LI weights count. */
void memory_expand(const struct memory *memory, const struct shapes *shapes, bool by_orbit,
                   float *table);

/* Gives MEMORY the weights of FROM, a memory of a board of any size, by the same rule. Weights of
 * shapes, and of ways of sharing, that FROM lacks stay as they are. */
enum status memory_start_from(struct memory *memory, const struct memory *from,
                              struct failure *why);

/* Merges NEXT into MEMORY, the mean of COUNT memories, which becomes the mean of COUNT + 1; its
 * origin is the one with the most games. With constant step sizes the weights of a training
 * keep fluctuating around a point, to which the mean of several memories is closer. Sums of steps
 * (STEPS_COHERENT) are reset, since they belong to other weights. Fails if NEXT, by NAME, has
 * another board, other shapes, other sharing or another kind of value. */
enum status memory_average(struct memory *memory, int count, const struct memory *next,
                           const char *name, struct failure *why);

/* Adds STEP to the weight of the shape at ENTRY, with the shape's sign; the table has it at once.
 */
static ALWAYS_INLINE void weight_set_add_now(struct weight_set *set, int entry, float step,
                                             bool concurrent) {
    int32_t next = set->ring[entry];
    weight_add(&set->table[entry], next ? step : 0, concurrent);
    for (int at = entry; next;) {
        at = (next > 0 ? next : -next) - 1;
        if (at == entry) break;
        step = next > 0 ? step : -step;
        weight_add(&set->table[at], step, concurrent);
        next = set->ring[at];
    }
}

/* The changes of a set that one thread has collected: for each class that changed, its weight
 * before and after. */
struct weight_changes {
    float *before, *after; /* owned; by class */
    int32_t *touched;      /* owned; COUNT classes */
    uint8_t *is_touched;   /* owned; by class */
    int count;
};

/* Room for changes of SET, which may be unused; there are none yet. */
enum status weight_changes_init(struct weight_changes *changes, const struct weight_set *set,
                                struct failure *why);
void weight_changes_free(struct weight_changes *changes);

/* Like weight_set_add_now, but collects the change until weight_set_publish. */
static ALWAYS_INLINE void weight_set_collect(const struct weight_set *set,
                                             struct weight_changes *changes, int entry, float step,
                                             bool concurrent) {
    const int32_t class = set->classes->class_of[entry];
    if (class == 0) return;
    const int32_t index = (class > 0 ? class : -class) - 1;
    if (!changes->is_touched[index]) {
        const float weight = weight_read(&set->table[entry], concurrent);
        changes->before[index] = changes->after[index] =
            class > 0 ? weight : 0 - weight; /* no -0 */
        changes->is_touched[index] = 1;
        changes->touched[changes->count++] = index;
    }
    changes->after[index] += class > 0 ? step : -step;
}

/* Adds the collected changes to the table, on top of what other threads have changed there
 * meanwhile, and starts collecting anew. */
void weight_set_publish(struct weight_set *set, struct weight_changes *changes, bool concurrent);

/* --- as a learner ---
 *
 * Weight files have the kind "local-shapes" and the sections main and li with the weights of the
 * two sets in order of classes. With step_sizes=temporal-coherence there may be the sections
 * main_coherence and li_coherence. */

/* The memory for boards of SIZE in STORE (weight_store_find); *OUT is NULL without one, which means
 * zero weights. */
enum status memory_find(struct weight_store *store, int size, const struct memory **out,
                        struct failure *why);

#endif
