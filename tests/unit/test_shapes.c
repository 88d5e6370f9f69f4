/* Local shapes and their classes against plain ones, shape by shape, and Table 1 of the 2012 paper.
 */
#include "guzumi/base/rng.h"
#include "guzumi/shapes/shapes.h"

#include "reference_shapes.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_SIZES = 7 };

/* Debug builds, which are slow, leave the largest boards to the random positions below. */
#ifdef NDEBUG
enum { LARGEST = 19 };
#else
enum { LARGEST = 9 };
#endif

struct table_row {
    int size;
    int ld[SHAPE_SIZES]; /* unique weights */
    int active;
};

static const struct table_row table_1[] = {
    {5, {6, 92, 11610}, 50},      {7, {10, 198, 31643}, 110},    {9, {15, 344, 61517}, 194},
    {13, {28, 756, 150788}, 434}, {19, {55, 1674, 358502}, 974},
};

static struct shapes *make_shapes(int size, int mask) {
    struct shapes *shapes;
    struct failure why;
    assert_int_equal(shapes_new(&shapes, size, mask, &why), STATUS_OK);
    return shapes;
}

static struct shape_classes *make_classes(const struct shapes *shapes, enum class_kind kind) {
    struct shape_classes *classes;
    struct failure why;
    assert_int_equal(shape_classes_new(&classes, shapes, kind, &why), STATUS_OK);
    return classes;
}

static void table_1_holds(void **state) {
    (void)state;
    for (int i = 0; i < COUNT_OF(table_1); i++) {
        struct shapes *shapes = make_shapes(table_1[i].size, ALL_SIZES);
        struct shape_classes *ld = make_classes(shapes, CLASSES_LD);
        struct shape_classes *li = make_classes(shapes, CLASSES_LI);
        const int li_count[SHAPE_SIZES] = {1, 8, 1418};
        for (int k = 0; k < SHAPE_SIZES; k++) {
            assert_int_equal(ld->size_count[k], table_1[i].ld[k]);
            assert_int_equal(li->size_count[k], li_count[k]);
        }
        assert_int_equal(ld->class_count, table_1[i].ld[0] + table_1[i].ld[1] + table_1[i].ld[2]);
        assert_int_equal(li->class_count, 1427);
        assert_int_equal(shapes->region_count, table_1[i].active);
        shape_classes_free(ld);
        shape_classes_free(li);
        free(shapes);
    }
}

static void totals_on_9x9(void **state) {
    (void)state;
    const int features[SHAPE_SIZES] = {243, 5184, 964467}, active[SHAPE_SIZES] = {81, 64, 49};
    for (int k = 1; k <= SHAPE_SIZES; k++) {
        struct shapes *shapes = make_shapes(9, 1 << (k - 1));
        struct shape_classes *flat = make_classes(shapes, CLASSES_FLAT);
        assert_int_equal(shapes->flat_count, features[k - 1]);
        assert_int_equal(shapes->region_count, active[k - 1]);
        /* All but the empty ones have a weight. */
        assert_int_equal(flat->class_count, features[k - 1] - active[k - 1]);
        assert_int_equal(flat->size_count[k - 1], flat->class_count);
        shape_classes_free(flat);
        free(shapes);
    }
}

/* --- classes --- */

/* What is known of each class of a table so far. */
struct class_check {
    const struct shape_classes *classes;
    uint64_t *key;        /* by class */
    signed char *turning; /* the class's sign times the plain one's; 0 when not seen yet */
    int smallest[SHAPE_SIZES];
};

static void begin_check(struct class_check *check, const struct shape_classes *classes) {
    *check = (struct class_check){.classes = classes};
    check->key = calloc((size_t)classes->class_count + 1, sizeof *check->key);
    check->turning = calloc((size_t)classes->class_count + 1, 1);
    assert_true(check->key && check->turning);
}

static void check_class(struct class_check *check, int k, int entry, struct reference_class plain) {
    const int class = check->classes->class_of[entry];
    assert_int_equal(class == 0, plain.sign == 0);
    if (class == 0) return;
    const int index = abs(class) - 1, turning = class > 0 ? plain.sign : -plain.sign;
    assert_true(index < check->classes->class_count);
    if (check->turning[index] == 0) {
        check->turning[index] = (signed char)turning;
        check->key[index] = plain.key;
    }
    assert_true(check->key[index] == plain.key);
    assert_int_equal(check->turning[index], turning);
    check->smallest[k - 1] += plain.is_smallest;
}

/* Each class has one key; when there are as many classes as keys, no two have the same one. */
static void end_check(struct class_check *check) {
    for (int i = 0; i < check->classes->class_count; i++) assert_true(check->turning[i] != 0);
    free(check->key);
    free(check->turning);
}

static void classes_of_one_size(int size, int mask) {
    struct reference_regions regions;
    struct shapes *shapes = make_shapes(size, mask);
    struct shape_classes *ld = make_classes(shapes, CLASSES_LD);
    struct shape_classes *li = make_classes(shapes, CLASSES_LI);
    struct class_check check_ld, check_li;
    assert_true(reference_regions_init(&regions, shapes));
    begin_check(&check_ld, ld);
    begin_check(&check_li, li);
    for (int r = 0; r < regions.count; r++) {
        const struct reference_region *region = &regions.region[r];
        struct reference_shape shape = {
            .k = region->k, .column = region->column, .row = region->row};
        for (int filling = 0; filling < reference_fillings(region->k); filling++) {
            reference_fill(&shape, filling);
            const int code = reference_code_of(region, &shape);
            check_class(&check_ld, region->k, shapes->ld_base[r] + code,
                        reference_class_ld(size, &shape));
            if (r == 0 || region->k != regions.region[r - 1].k)
                check_class(&check_li, region->k, shapes->li_base[r] + code,
                            reference_class_li(&shape));
        }
    }
    for (int k = 0; k < SHAPE_SIZES; k++) {
        assert_int_equal(check_ld.smallest[k], ld->size_count[k]);
        assert_int_equal(check_li.smallest[k], li->size_count[k]);
    }
    end_check(&check_ld);
    end_check(&check_li);
    shape_classes_free(ld);
    shape_classes_free(li);
    free(shapes);
}

static void classes_are_those_of_the_plain_enumeration(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= 6; size++)
        for (int mask = 1; mask <= ALL_SIZES; mask++) classes_of_one_size(size, mask);
    for (int size = 7; size <= LARGEST; size += 2) classes_of_one_size(size, ALL_SIZES);
}

/* Any stones; whether they could come about in a game does not matter here. */
static void random_stones(struct reference_board *board, int size, struct rng *rng) {
    reference_init(board, size);
    const double filled = rng_real(rng);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (rng_bernoulli(rng, filled)) board->at[row][column] = (enum color)rng_below(rng, 2);
}

/* Any two shapes of a position share a weight exactly when the plain classes say so. */
static void compare_pairs(const struct reference_regions *regions, const int32_t *base,
                          const struct shape_classes *classes, const struct reference_board *board,
                          bool location_dependent) {
    struct reference_class plain[SHAPE_MAX_REGIONS];
    int class[SHAPE_MAX_REGIONS];
    for (int r = 0; r < regions->count; r++) {
        const struct reference_region *region = &regions->region[r];
        struct reference_shape shape = {
            .k = region->k, .column = region->column, .row = region->row};
        reference_fill_from(&shape, board);
        plain[r] = location_dependent ? reference_class_ld(board->size, &shape)
                                      : reference_class_li(&shape);
        class[r] = classes->class_of[base[r] + reference_code_of(region, &shape)];
        assert_int_equal(class[r] == 0, plain[r].sign == 0);
    }
    int different = 0;
    for (int a = 0; a < regions->count; a++)
        for (int b = 0; b < a; b++) {
            if (class[a] == 0 || class[b] == 0) continue;
            const bool same = plain[a].key == plain[b].key;
            different += same != (abs(class[a]) == abs(class[b]));
            if (same) different += (plain[a].sign == plain[b].sign) != (class[a] == class[b]);
        }
    assert_int_equal(different, 0);
}

static void classes_in_random_positions(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        struct reference_regions regions;
        struct reference_board board;
        struct shapes *shapes = make_shapes(size, ALL_SIZES);
        struct shape_classes *ld = make_classes(shapes, CLASSES_LD);
        struct shape_classes *li = make_classes(shapes, CLASSES_LI);
        assert_true(reference_regions_init(&regions, shapes));
        for (int i = 0; i < (size < 10 ? 10 : 2); i++) {
            random_stones(&board, size, &rng);
            compare_pairs(&regions, shapes->ld_base, ld, &board, true);
            compare_pairs(&regions, shapes->li_base, li, &board, false);
        }
        shape_classes_free(ld);
        shape_classes_free(li);
        free(shapes);
    }
}

/* The members of a class are the entries that say that they belong to it. */
static void check_members(const struct shape_classes *classes) {
    int members = 0, listed = 0;
    for (int entry = 0; entry < classes->entry_count; entry++)
        members += classes->class_of[entry] != 0;
    for (int class = 0; class < classes->class_count; class ++) {
        int before = 0;
        assert_true(classes->member_start[class] < classes->member_start[class + 1]);
        for (int i = classes->member_start[class]; i < classes->member_start[class + 1]; i++) {
            const int member = classes->member[i];
            assert_true(abs(member) > before);
            before = abs(member);
            assert_int_equal(classes->class_of[before - 1], member > 0 ? class + 1 : -(class + 1));
            listed++;
        }
    }
    assert_int_equal(classes->member_start[classes->class_count], members);
    assert_int_equal(listed, members);
}

static void members_are_listed(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= 5; size++)
        for (int mask = 1; mask <= ALL_SIZES; mask++) {
            struct shapes *shapes = make_shapes(size, mask);
            const enum class_kind kinds[] = {CLASSES_LD, CLASSES_LI, CLASSES_FLAT};
            for (int i = 0; i < COUNT_OF(kinds); i++) {
                struct shape_classes *classes = make_classes(shapes, kinds[i]);
                check_members(classes);
                shape_classes_free(classes);
            }
            free(shapes);
        }
}

/* --- regions --- */

static void check_region_numbers(const struct shapes *shapes) {
    struct reference_regions regions;
    bool seen[SHAPE_MAX_REGIONS] = {false};
    int count = 0;
    assert_true(reference_regions_init(&regions, shapes));
    for (int k = 1; k <= SHAPE_SIZES; k++)
        for (int row = -1; row <= shapes->size; row++)
            for (int column = -1; column <= shapes->size; column++) {
                const bool exists = (shapes->mask >> (k - 1) & 1) && row >= 0 && column >= 0 &&
                                    row + k <= shapes->size && column + k <= shapes->size;
                const int number = shapes_region(shapes, k, column, row);
                assert_int_equal(number >= 0, exists);
                if (!exists) continue;
                assert_true(number < shapes->region_count && !seen[number]);
                seen[number] = true;
                count++;
                assert_int_equal(regions.region[number].k, k);
                assert_int_equal(regions.region[number].column, column);
                assert_int_equal(regions.region[number].row, row);
            }
    assert_int_equal(count, shapes->region_count);
}

/* Each feature has its own entry in the flat table, and each entry a feature. */
static void check_flat_bases(const struct shapes *shapes) {
    int expected = 0;
    for (int r = 0; r < shapes->region_count; r++) {
        assert_int_equal(shapes->flat_base[r], expected);
        expected += reference_fillings(shapes->region_size[r]);
    }
    assert_int_equal(shapes->flat_count, expected);
    for (int r = shapes->region_count; r < SHAPE_REGION_ROOM; r++) {
        assert_int_equal(shapes->flat_base[r], shapes->flat_count);
        assert_int_equal(shapes->ld_base[r], shapes->ld_count);
        assert_int_equal(shapes->li_base[r], shapes->li_count);
        assert_int_equal(shapes->region_size[r], 0);
    }
}

static bool share_a_region(const struct reference_regions *regions, int size, int a, int b) {
    for (int r = 0; r < regions->count; r++) {
        const struct reference_region *region = &regions->region[r];
        const int points[2] = {a, b};
        bool both = true;
        for (int i = 0; i < 2; i++) {
            const int x = point_column(size, points[i]) - region->column;
            const int y = point_row(size, points[i]) - region->row;
            both = both && x >= 0 && y >= 0 && x < region->k && y < region->k;
        }
        if (both) return true;
    }
    return false;
}

/* The points near a point are those that share a region with it. */
static void check_near(const struct shapes *shapes) {
    struct reference_regions regions;
    const int size = shapes->size;
    assert_true(reference_regions_init(&regions, shapes));
    for (int a = 0; a < point_limit(size); a++)
        for (int b = 0; b < point_limit(size); b++) {
            if (point_column(size, a) == size || point_column(size, b) == size) continue;
            /* On boards too small for two regions side by side more points may be named. */
            if (share_a_region(&regions, size, a, b)) assert_true(bitset_has(&shapes->near[a], b));
            if (size >= 5)
                assert_int_equal(bitset_has(&shapes->near[a], b),
                                 share_a_region(&regions, size, a, b));
        }
}

static void regions_are_numbered_and_covered(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++)
        for (int mask = 1; mask <= ALL_SIZES; mask++) {
            struct shapes *shapes = make_shapes(size, mask);
            check_region_numbers(shapes);
            check_flat_bases(shapes);
            if (size <= 6) check_near(shapes);
            free(shapes);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_1_holds),
        cmocka_unit_test(totals_on_9x9),
        cmocka_unit_test(classes_are_those_of_the_plain_enumeration),
        cmocka_unit_test(classes_in_random_positions),
        cmocka_unit_test(members_are_listed),
        cmocka_unit_test(regions_are_numbered_and_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
