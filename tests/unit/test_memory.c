/* The long-term memory against plain classes: its value of any position is the sum, over all
 * regions, of the weights of their LD and LI classes. Every weight is a function of its class's key
 * (reference_weight), in src and in the plain sum, and sums are exact. */
#include "guzumi/shapes/memory.h"

#include "class_weights.h"
#include "diagram.h"
#include "memories.h"
#include "random_moves.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { ALL_SIZES = 7 };

static uint64_t salted(uint64_t key, bool location_dependent) {
    return location_dependent ? key : key ^ UINT64_C(0x5a5a5a5a00000000);
}

/* A weight's share of the value: its class's weight with the shape's sign. */
static double share(struct reference_class class, bool location_dependent) {
    return class.sign * reference_weight(salted(class.key, location_dependent));
}

/* Gives every class its weight, through each of its shapes. */
static void fill(struct memory *memory) {
    struct reference_regions regions;
    const struct shapes *shapes = memory->shapes;
    const bool unshared = memory->learnt.origin.params.sharing == SHARE_NONE;
    assert_true(reference_regions_init(&regions, shapes));
    for (int r = 0; r < regions.count; r++) {
        const struct reference_region *region = &regions.region[r];
        struct reference_shape shape = {
            .k = region->k, .column = region->column, .row = region->row};
        for (int filling = 0; filling < reference_fillings(region->k); filling++) {
            reference_fill(&shape, filling);
            const int code = reference_code_of(region, &shape);
            if (unshared)
                set_shape_weight(&memory->main, shapes->flat_base[r] + code,
                                 (float)reference_weight((uint64_t)(shapes->flat_base[r] + code)));
            else if (memory->main.classes)
                set_shape_weight(&memory->main, shapes->ld_base[r] + code,
                                 (float)share(reference_class_ld(shapes->size, &shape), true));
            if (memory->li.classes && (r == 0 || regions.region[r - 1].k != region->k))
                set_shape_weight(&memory->li, shapes->li_base[r] + code,
                                 (float)share(reference_class_li(&shape), false));
        }
    }
}

/* What a board is worth by the weights of the shapes in MASK, found shape by shape. */
static double plain_value(const struct reference_board *board, int mask, bool ld, bool li) {
    double value = 0;
    for (int k = 1; k <= SHAPE_SIZES; k++)
        for (int row = 0; row + k <= board->size && (mask >> (k - 1) & 1); row++)
            for (int column = 0; column + k <= board->size; column++) {
                struct reference_shape shape = {.k = k, .column = column, .row = row};
                reference_fill_from(&shape, board);
                if (ld) value += share(reference_class_ld(board->size, &shape), true);
                if (li) value += share(reference_class_li(&shape), false);
            }
    return value;
}

static double value_by(const struct shape_weights *weights, const struct board *board) {
    struct tracker tracker;
    tracker_init(&tracker, weights, board);
    return (double)tracker_value(&tracker);
}

static double expanded_value(const struct memory *memory, int mask, const struct board *board) {
    struct shapes *shapes;
    struct failure why;
    assert_int_equal(shapes_new(&shapes, board->size, mask, &why), STATUS_OK);
    float *flat = malloc(((size_t)shapes->flat_count + 1) * sizeof *flat);
    assert_non_null(flat);
    memory_expand(memory, shapes, false, flat);
    assert_true(flat[shapes->flat_count] == 0);
    const struct shape_weights weights = {
        .shapes = shapes, .base = shapes->flat_base, .table = flat};
    const double value = value_by(&weights, board);
    free(flat);
    free(shapes);
    return value;
}

static void check_symmetries(const struct shape_weights *weights, const struct board *board) {
    const double value = value_by(weights, board);
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        const struct board same = diagram_turned(board, symmetry, false);
        const struct board other = diagram_turned(board, symmetry, true);
        assert_true(value_by(weights, &same) == value);
        assert_true(value_by(weights, &other) == -value);
    }
}

static void check_memory(int size, int mask, int sharing, struct rng *rng) {
    struct memory *memory = make_memory(size, mask, sharing);
    const struct shape_weights weights = memory_weights(memory);
    fill(memory);
    for (int i = 0; i < 4; i++) {
        struct board board;
        struct reference_board plain;
        random_position(&board, size, i * size * size / 3, rng);
        plain_copy(&plain, &board);
        const double value = plain_value(&plain, mask, sharing & SHARE_LD, sharing & SHARE_LI);
        assert_true(value_by(&weights, &board) == value);
        assert_true(expanded_value(memory, mask, &board) == value);
        check_symmetries(&weights, &board);
    }
    memory_free(memory);
}

static void values_are_sums_of_class_weights(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int size = BOARD_MIN_SIZE; size <= 6; size++)
        for (int mask = 1; mask <= ALL_SIZES; mask++)
            for (int sharing = SHARE_LD; sharing <= SHARE_BOTH; sharing++)
                if (size < 5 || mask == ALL_SIZES || sharing == SHARE_BOTH)
                    check_memory(size, mask, sharing, &rng);
    check_memory(9, ALL_SIZES, SHARE_BOTH, &rng);
    check_memory(13, 3, SHARE_BOTH, &rng);
}

/* Sizes of shapes that only one of the two has count nothing. */
static void expanding_to_other_shapes(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int from = 1; from <= ALL_SIZES; from++) {
        struct memory *memory = make_memory(5, from, SHARE_BOTH);
        fill(memory);
        for (int to = 1; to <= ALL_SIZES; to++) {
            struct board board;
            struct reference_board plain;
            random_position(&board, 5, 14, &rng);
            plain_copy(&plain, &board);
            assert_true(expanded_value(memory, to, &board) ==
                        plain_value(&plain, from & to, true, true));
        }
        memory_free(memory);
    }
}

/* --- other boards --- */

/* Where on a side of FROM places a square belongs that has PLACE on one of TO: as far from its
 * nearer edge, or in the middle, which may lie between two places. A square as near to one edge as
 * to the other belongs to both. Places may come twice. */
static int plain_places(int from, int to, int place, int out[4]) {
    int count = 0;
    for (int edge = 0; edge < 2; edge++) {
        const int distance = edge ? to - 1 - place : place;
        if (distance > to - 1 - distance) continue;
        const int twice = 2 * distance < from - 1 ? 2 * distance : from - 1;
        for (int at = 0; at < from; at++)
            if (abs(2 * (edge ? from - 1 - at : at) - twice) < 2) {
                out[count++] = at;
                if (abs(2 * (edge ? from - 1 - at : at) - twice) == 0) out[count++] = at;
            }
    }
    return count;
}

/* The LD weight of SHAPE, which is on a board of SIZE, by the classes of a board of FROM. */
static double borrowed_share(int from, int size, const struct reference_shape *shape) {
    int columns[4], rows[4];
    const int sides = from - shape->k + 1, places = size - shape->k + 1;
    const int across = plain_places(sides, places, shape->column, columns);
    const int up = plain_places(sides, places, shape->row, rows);
    double sum = 0;
    for (int i = 0; i < across * up; i++) {
        struct reference_shape there = *shape;
        there.column = columns[i % across];
        there.row = rows[i / across];
        sum += share(reference_class_ld(from, &there), true);
    }
    return sum / (across * up);
}

static double plain_borrowed_value(const struct reference_board *board, int from, bool ld,
                                   bool li) {
    double value = plain_value(board, from < 3 ? 3 : ALL_SIZES, false, li);
    for (int k = 1; ld && k <= SHAPE_SIZES && k <= from; k++)
        for (int row = 0; row + k <= board->size; row++)
            for (int column = 0; column + k <= board->size; column++) {
                struct reference_shape shape = {.k = k, .column = column, .row = row};
                reference_fill_from(&shape, board);
                value += borrowed_share(from, board->size, &shape);
            }
    return value;
}

static struct memory *started_from(const struct memory *from, int size, int sharing) {
    struct failure why;
    struct memory *out = make_memory(size, ALL_SIZES, sharing);
    assert_int_equal(memory_start_from(out, from, &why), STATUS_OK);
    return out;
}

/* Expanded to a board of SIZE, and as the start of a memory for it; LI weights alone when it is far
 * from the memory's own. */
static void check_other_board(const struct memory *memory, int size, struct rng *rng) {
    const int sharing = (int)memory->learnt.origin.params.sharing;
    struct memory *started = started_from(memory, size, sharing);
    const struct shape_weights weights = memory_weights(started);
    for (int i = 0; i < 3; i++) {
        struct board board;
        struct reference_board plain;
        random_position(&board, size, i * size * size / 3, rng);
        plain_copy(&plain, &board);
        const bool near = abs(memory->shapes->size - size) <= 4;
        const double value = plain_borrowed_value(&plain, memory->shapes->size,
                                                  near && (sharing & SHARE_LD), sharing & SHARE_LI);
        assert_true(expanded_value(memory, ALL_SIZES, &board) == value);
        assert_true(value_by(&weights, &board) == value);
        check_symmetries(&weights, &board);
    }
    memory_free(started);
}

/* Edges stay edges, from larger and from smaller boards, of odd and of even size. */
static void other_boards(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int sharing = SHARE_LD; sharing <= SHARE_BOTH; sharing++)
        for (int from = BOARD_MIN_SIZE; from <= 8; from += TEST_SHARE > 1 ? 3 : 1) {
            struct memory *memory = make_memory(from, ALL_SIZES, sharing);
            fill(memory);
            for (int size = BOARD_MIN_SIZE; size <= 9; size++)
                if (sharing == SHARE_BOTH || (from + size) % 3 == 0)
                    check_other_board(memory, size, &rng);
            memory_free(memory);
        }
}

/* Without sharing, a weight goes to the shape of the same stones in the corresponding square. */
static void other_boards_without_sharing(void **state) {
    (void)state;
    struct memory *memory = make_memory(5, ALL_SIZES, SHARE_NONE);
    struct memory *started;
    const struct shapes *from = memory->shapes;
    struct reference_regions here, there;
    fill(memory);
    started = started_from(memory, 7, SHARE_NONE);
    assert_true(reference_regions_init(&here, started->shapes));
    assert_true(reference_regions_init(&there, from));
    for (int r = 0; r < here.count; r++) {
        int columns[4], rows[4];
        const int k = here.region[r].k;
        const int across = plain_places(6 - k, 8 - k, here.region[r].column, columns);
        const int up = plain_places(6 - k, 8 - k, here.region[r].row, rows);
        struct reference_shape shape = {.k = k};
        for (int filling = 1; filling < reference_fillings(k); filling += filling / 9 + 1) {
            double sum = 0;
            reference_fill(&shape, filling);
            for (int i = 0; i < across * up; i++) {
                const int q = shapes_region(from, k, columns[i % across], rows[i / across]);
                const int entry = from->flat_base[q] + reference_code_of(&there.region[q], &shape);
                sum += reference_weight((uint64_t)entry);
            }
            const int entry =
                started->shapes->flat_base[r] + reference_code_of(&here.region[r], &shape);
            assert_true((double)started->main.table[entry] == sum / (across * up));
        }
    }
    memory_free(started);
    memory_free(memory);
}

/* What the other memory has no weights for is left alone. */
static void starting_from_less(void **state) {
    (void)state;
    struct failure why;
    struct memory *memory = make_memory(5, ALL_SIZES, SHARE_BOTH);
    struct memory *li = make_memory(7, ALL_SIZES, SHARE_LI), *small = make_memory(5, 3, SHARE_BOTH);
    struct memory *unshared = make_memory(6, ALL_SIZES, SHARE_NONE);
    struct rng rng;
    struct board board;
    struct reference_board plain;
    rng_seed(&rng, 8, 0);
    random_position(&board, 5, 12, &rng);
    plain_copy(&plain, &board);
    fill(memory);
    const double before = plain_value(&plain, ALL_SIZES, true, true);
    const struct shape_weights weights = memory_weights(memory);
    assert_int_equal(memory_start_from(memory, li, &why), STATUS_OK);
    assert_true(value_by(&weights, &board) == plain_value(&plain, ALL_SIZES, true, false));
    fill(memory);
    assert_int_equal(memory_start_from(memory, small, &why), STATUS_OK);
    assert_true(value_by(&weights, &board) == before - plain_value(&plain, 3, true, true));
    fill(memory);
    fill(unshared);
    assert_int_equal(memory_start_from(memory, unshared, &why), STATUS_OK);
    assert_true(value_by(&weights, &board) == before);
    memory_free(unshared);
    memory_free(small);
    memory_free(li);
    memory_free(memory);
}

/* Without sharing every shape has its own weight, empty ones none. */
static void unshared_memory(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 4, 0);
    for (int size = BOARD_MIN_SIZE; size <= 5; size++) {
        struct memory *memory = make_memory(size, ALL_SIZES, SHARE_NONE);
        struct reference_regions regions;
        struct reference_board plain;
        struct board board;
        double value = 0;
        fill(memory);
        assert_null(memory->li.classes);
        assert_true(reference_regions_init(&regions, memory->shapes));
        random_position(&board, size, size * size / 2, &rng);
        plain_copy(&plain, &board);
        for (int r = 0; r < regions.count; r++) {
            const int code = reference_code(&regions.region[r], &plain);
            const int entry = memory->shapes->flat_base[r] + code;
            value += code ? reference_weight((uint64_t)entry) : 0;
        }
        const struct shape_weights weights = memory_weights(memory);
        assert_true(value_by(&weights, &board) == value);
        assert_true(expanded_value(memory, ALL_SIZES, &board) == value);
        memory_free(memory);
    }
}

/* A step into one shape shows in all shapes of its class, with their signs, once it is published.
 */
static void steps_show_in_the_tables(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5, 0);
    struct memory *memory = make_memory(5, ALL_SIZES, SHARE_BOTH);
    struct weight_set *const sets[] = {&memory->main, &memory->li};
    struct weight_changes changes;
    struct failure why;
    fill(memory);
    assert_int_equal(memory_prepare_learning(memory, &why), STATUS_OK);
    assert_int_equal(weight_changes_init(&changes, &memory->li, &why), STATUS_OK);
    for (int i = 0; i < 200; i++) {
        struct weight_set *set = sets[i % 2];
        const struct shape_classes *classes = set->classes;
        const int entry = (int)rng_below(&rng, (uint32_t)classes->entry_count);
        const float before = shape_weight(set, entry);
        const bool concurrent = i / 2 % 2; /* is the same on one thread */
        if (set == &memory->main)
            weight_set_add_now(set, entry, 0.5f, concurrent);
        else
            weight_set_collect(set, &changes, entry, 0.5f, concurrent);
        if (set == &memory->li) weight_set_publish(set, &changes, concurrent);
        assert_true(shape_weight(set, entry) == (classes->class_of[entry] ? before + 0.5f : 0));
        for (int other = i % 5; other < classes->entry_count; other += 5)
            assert_true(set->table[other] == shape_weight(set, other));
        assert_true(set->table[entry] == shape_weight(set, entry));
    }
    weight_changes_free(&changes);
    memory_free(memory);
}

/* Changes that two threads have collected at the same time add up. */
static void changes_of_two_add_up(void **state) {
    (void)state;
    struct memory *memory = make_memory(5, ALL_SIZES, SHARE_BOTH);
    struct weight_set *set = &memory->li;
    struct weight_changes changes[2];
    struct failure why;
    fill(memory);
    for (int i = 0; i < 2; i++)
        assert_int_equal(weight_changes_init(&changes[i], set, &why), STATUS_OK);
    for (int entry = 0; entry < set->classes->entry_count; entry += 7) {
        const int has = set->classes->class_of[entry] != 0;
        const float before = shape_weight(set, entry);
        weight_set_collect(set, &changes[0], entry, 0.5f, true);
        weight_set_collect(set, &changes[1], entry, 2, true);
        weight_set_collect(set, &changes[1], entry, -1, true);
        assert_true(shape_weight(set, entry) == before);
        weight_set_publish(set, &changes[1], true);
        assert_true(shape_weight(set, entry) == before + 1.0f * (float)has);
        weight_set_publish(set, &changes[0], true);
        assert_true(shape_weight(set, entry) == before + 1.5f * (float)has);
        weight_set_publish(set, &changes[0], true);
        assert_true(shape_weight(set, entry) == before + 1.5f * (float)has);
    }
    for (int other = 0; other < set->classes->entry_count; other++)
        assert_true(set->table[other] == shape_weight(set, other));
    for (int i = 0; i < 2; i++) weight_changes_free(&changes[i]);
    memory_free(memory);
}

static double value_of(const struct memory *memory, const struct board *board) {
    const struct shape_weights weights = memory_weights(memory);
    return value_by(&weights, board);
}

/* MEMORY cannot take in one of a board of SIZE with SHARING. */
static void assert_no_mean(struct memory *memory, int size, int sharing) {
    struct memory *other = make_memory(size, ALL_SIZES, sharing);
    struct failure why;
    assert_int_equal(memory_average(memory, 3, other, "that", &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "that has another board"));
    memory_free(other);
}

/* The mean of a memory and its double is one and a half of it, with nothing at all the memory
 * itself; it has the games of the one that has most. */
static void means_of_memories(void **state) {
    (void)state;
    static const int sharing[] = {SHARE_BOTH, SHARE_NONE};
    struct rng rng;
    struct board board;
    rng_seed(&rng, 7, 0);
    random_position(&board, 4, 9, &rng);
    for (int s = 0; s < 2; s++) {
        struct memory *mean = make_memory(4, ALL_SIZES, sharing[s]);
        struct memory *more = make_memory(4, ALL_SIZES, sharing[s]);
        struct memory *nothing = make_memory(4, ALL_SIZES, sharing[s]);
        struct weight_set *const sets[] = {&more->main, &more->li};
        struct failure why;
        fill(mean);
        fill(more);
        const double value = value_of(mean, &board);
        assert_true(value != 0);
        for (int k = 0; k < 2; k++)
            for (int i = 0; sets[k]->classes && i < sets[k]->classes->class_count; i++)
                weight_set_set_theta(sets[k], i, 2 * weight_set_theta(sets[k], i));
        more->learnt.origin.games = 7;
        assert_int_equal(memory_average(mean, 1, more, "more", &why), STATUS_OK);
        assert_true(fabs(value_of(mean, &board) - 1.5 * value) < 1e-3);
        assert_int_equal(memory_average(mean, 2, nothing, "nothing", &why), STATUS_OK);
        assert_true(fabs(value_of(mean, &board) - value) < 1e-3);
        assert_true(mean->learnt.origin.games == 7);
        assert_no_mean(mean, 5, sharing[s]);
        assert_no_mean(mean, 4, SHARE_LD);
        memory_free(nothing);
        memory_free(mean);
        memory_free(more);
    }
}

static void new_memories_are_zero(void **state) {
    (void)state;
    struct memory *memory = make_memory(9, ALL_SIZES, SHARE_BOTH);
    const struct shape_weights weights = memory_weights(memory);
    struct rng rng;
    struct board board;
    rng_seed(&rng, 6, 0);
    random_position(&board, 9, 60, &rng);
    assert_true(value_by(&weights, &board) == 0);
    assert_true(memory->learnt.origin.games == 0);
    assert_int_equal(memory->main.classes->class_count + memory->li.classes->class_count, 63303);
    memory_free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_sums_of_class_weights),
        cmocka_unit_test(expanding_to_other_shapes),
        cmocka_unit_test(other_boards),
        cmocka_unit_test(other_boards_without_sharing),
        cmocka_unit_test(starting_from_less),
        cmocka_unit_test(unshared_memory),
        cmocka_unit_test(steps_show_in_the_tables),
        cmocka_unit_test(changes_of_two_add_up),
        cmocka_unit_test(means_of_memories),
        cmocka_unit_test(new_memories_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
