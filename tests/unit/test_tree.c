/* The nodes of a search tree: the arena, what stays and what goes. */
#include "unit.h"

#include <string.h>

#include "tree.h"

enum { SIZE = 5 };

static const struct tree_prior none[TREE_MAX_SLOTS];

static void prepare(struct tree *tree, int64_t megabytes) {
    struct failure why;
    memset(tree, 0, sizeof *tree);
    assert_int_equal(tree_prepare(tree, SIZE, TREE_OF_RAVE, megabytes, &why), STATUS_OK);
    assert_int_equal(tree->root, TREE_NONE);
}

/* A node with VISITS below PARENT at SLOT (NULL: the root). */
static struct tree_node *grow(struct tree *tree, struct tree_node *parent, int slot,
                              uint32_t visits) {
    const uint32_t index = tree_take(tree, BLACK, 0);
    assert_int_not_equal(index, TREE_NONE);
    struct tree_node *node = tree_node(tree, index);
    struct bitset points = {{0}};
    for (int i = 0; i < point_limit(SIZE); i++) bitset_add(&points, i);
    tree_open(tree, node, &points, none);
    node->visits = visits;
    if (parent)
        node_edges(parent, tree->slots)[slot] = index;
    else
        tree->root = index;
    return node;
}

/* Counts a simulation for a node of which nothing is known, at 7 and, by RAVE, at 8; then opens it
 * with 7 as its only move but the pass. */
static void open_with_seven(const struct tree *tree, struct tree_node *node) {
    const int pass = tree_slot(SIZE, PASS), slots = tree->slots;
    struct tree_prior prior[TREE_MAX_SLOTS] = {[7] = {20, 15, 40, 10, 0}};
    struct bitset seven = {{0}};
    bitset_add(&seven, 7);
    prior[pass] = (struct tree_prior){.visits = 5, .wins = 1};
    node->total += 1;
    node_visits(node)[7] += 1;
    node_wins(node, slots)[7] += 1;
    node_rave_visits(node, slots)[8] += 1;
    tree_open(tree, node, &seven, prior);
    for (int slot = 0; slot < slots; slot++)
        assert_int_equal(tree_is_legal(tree, node, slot), slot == 7 || slot == pass);
    assert_true(node->total == 26 && node_visits(node)[7] == 21 && node_visits(node)[pass] == 5);
    assert_true(node_wins(node, slots)[7] == 16 && node_wins(node, slots)[pass] == 1);
    assert_true(node_rave_visits(node, slots)[7] == 40 && node_rave_wins(node, slots)[7] == 10);
}

static void a_new_node_has_no_action(void **state) {
    struct tree tree;
    (void)state;
    prepare(&tree, 1);
    for (int i = 0; i < 2; i++) {
        struct tree_node *node = tree_node(&tree, tree_take(&tree, WHITE, 1));
        assert_int_equal(node->to_move, WHITE);
        assert_int_equal(node->passes, 1);
        assert_int_equal(node->visits, 0);
        for (int slot = 0; slot < tree.slots; slot++) {
            assert_false(tree_is_legal(&tree, node, slot));
            assert_null(tree_child(&tree, node, slot));
            assert_int_equal(tree_edge_visits(&tree, node, slot), 0);
        }
        assert_true(tree_claim(node));
        assert_false(tree_claim(node) || tree_is_open(node));
        open_with_seven(&tree, node);
        assert_false(tree_claim(node));
        tree_clear(&tree); /* the next one is the same again, and as new */
    }
    tree_free(&tree);
}

static void the_arena_has_its_size(void **state) {
    static const int sizes[] = {2, 9, 13, 19};
    struct tree tree = {.size = 0};
    struct failure why;
    (void)state;
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        assert_int_equal(tree_prepare(&tree, sizes[i], (enum tree_kind)(i % 3), 3, &why),
                         STATUS_OK);
        const size_t bytes = tree.capacity * tree.node_bytes;
        assert_true(bytes <= 3 << 20 && bytes + tree.node_bytes > 3 << 20);
        assert_true(tree.slots > point_limit(sizes[i]) && tree.slots % TREE_LANES == 0);
        uint32_t taken = 0;
        while (tree_take(&tree, BLACK, 0) != TREE_NONE) taken++;
        assert_int_equal(taken, tree.capacity);
        assert_int_equal(tree_take(&tree, BLACK, 0), TREE_NONE);
    }
    tree_free(&tree);
}

static void the_same_room_keeps_its_nodes(void **state) {
    struct tree tree;
    struct failure why;
    (void)state;
    prepare(&tree, 1);
    grow(&tree, NULL, 0, 5);
    assert_int_equal(tree_prepare(&tree, SIZE, TREE_OF_RAVE, 1, &why), STATUS_OK);
    assert_int_equal(tree_node(&tree, tree.root)->visits, 5);
    assert_int_equal(tree_prepare(&tree, SIZE, TREE_OF_PUCT, 1, &why), STATUS_OK);
    assert_int_equal(tree.root, TREE_NONE); /* room for another kind of nodes */
    grow(&tree, NULL, 0, 5);
    assert_int_equal(tree_prepare(&tree, SIZE, TREE_OF_PUCT, 2, &why), STATUS_OK);
    assert_int_equal(tree.root, TREE_NONE);
    tree_free(&tree);
}

static void what_leads_elsewhere_goes(void **state) {
    struct tree tree;
    (void)state;
    prepare(&tree, 1);
    struct tree_node *root = grow(&tree, NULL, 0, 100);
    struct tree_node *kept = grow(&tree, root, 3, 60);
    struct tree_node *other = grow(&tree, root, 4, 40);
    grow(&tree, kept, 5, 30);
    grow(&tree, other, 6, 20);
    assert_int_equal(tree.used, 5);
    tree_make_root(&tree, node_edges(root, tree.slots)[3]);
    assert_int_equal(tree.used, 2);
    root = tree_node(&tree, tree.root);
    assert_int_equal(root->visits, 60);
    assert_int_equal(tree_child(&tree, root, 5)->visits, 30);
    /* All others can be taken again, each once. */
    uint32_t taken = 0;
    while (tree_take(&tree, WHITE, 0) != TREE_NONE) taken++;
    assert_int_equal(taken, tree.capacity - 2);
    assert_int_equal(root->visits, 60);
    assert_int_equal(tree_child(&tree, root, 5)->visits, 30);
    tree_free(&tree);
}

static void the_least_visited_go(void **state) {
    struct tree tree;
    (void)state;
    prepare(&tree, 1);
    struct tree_node *root = grow(&tree, NULL, 0, 1000000);
    struct tree_node *deep = root;
    for (int i = 0; i < 10; i++) deep = grow(&tree, deep, 1, 5000);
    struct tree_node *bushy = grow(&tree, root, 2, 900);
    bushy->before = 7;
    for (int slot = 0; tree.used < tree.capacity; slot++) {
        if (slot == point_limit(SIZE)) {
            bushy = grow(&tree, bushy, slot - 1, 800);
            slot = 0;
        }
        grow(&tree, bushy, slot, 3);
    }
    tree_prune(&tree);
    assert_in_range(tree.used, 11, tree.capacity / 2);
    deep = tree_node(&tree, tree.root);
    for (int i = 0; i < 10; i++) deep = tree_child(&tree, deep, 1);
    assert_int_equal(deep->visits, 5000);
    /* What was cut off is remembered as visits. */
    root = tree_node(&tree, tree.root);
    assert_int_equal(tree_edge_visits(&tree, root, 2), 907);
    bushy = tree_child(&tree, root, 2);
    assert_non_null(bushy);
    assert_null(tree_child(&tree, bushy, 0));
    assert_int_equal(tree_edge_visits(&tree, bushy, 0), 3);
    tree_free(&tree);
}

static void one_path_alone_is_pruned_too(void **state) {
    struct tree tree;
    (void)state;
    prepare(&tree, 1);
    struct tree_node *node = grow(&tree, NULL, 0, UINT32_MAX);
    while (tree.used < tree.capacity) node = grow(&tree, node, 0, UINT32_MAX);
    tree_prune(&tree);
    assert_int_equal(tree.used, 1);
    tree_free(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_node_has_no_action),
        cmocka_unit_test(the_arena_has_its_size),
        cmocka_unit_test(the_same_room_keeps_its_nodes),
        cmocka_unit_test(what_leads_elsewhere_goes),
        cmocka_unit_test(the_least_visited_go),
        cmocka_unit_test(one_path_alone_is_pruned_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
