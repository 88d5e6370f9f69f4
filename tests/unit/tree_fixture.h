/* A tree search on a game, for tests. */
#ifndef GUZUMI_TEST_TREE_FIXTURE_H
#define GUZUMI_TEST_TREE_FIXTURE_H

#include "guzumi/go/game.h"
#include "guzumi/search/tree_search.h"

#include "patterns.h"
#include "tree_state.h"
#include "unit.h"

struct tree_fixture {
    struct params params;
    struct playout_patterns *patterns;
    struct game game;
    struct search *search;
    struct rng rng;
    struct search_limit limit; /* only simulations, 0 at first */
    atomic_bool stop;
    bool may_pass; /* in the positions, false at first */
    int pass_half_score;
    struct search_statistics found;
};

static inline void fixture_assign(struct tree_fixture *f, const char *assignment) {
    struct failure why;
    assert_int_equal(params_assign(&f->params, assignment, &why), STATUS_OK);
}

static inline const struct tree *fixture_tree(const struct tree_fixture *f) {
    return &((const struct tree_search *)f->search)->tree;
}

static inline struct tree_node *fixture_root(const struct tree_fixture *f) {
    return tree_node(fixture_tree(f), fixture_tree(f)->root);
}

/* Default parameters but for a small tree; an empty board of SIZE. */
static inline void fixture_begin(struct tree_fixture *f, int size, const struct memory *memory) {
    struct failure why;
    params_default(&f->params);
    f->may_pass = false;
    f->pass_half_score = 0;
    f->params.tree_megabytes = 8;
    f->params.search = SEARCH_TREE;
    f->patterns = make_patterns();
    const struct search_setting setting = {.params = &f->params, .patterns = f->patterns};
    assert_int_equal(game_init(&f->game, size, &why), STATUS_OK);
    assert_int_equal(search_new(&f->search, &tree_method, &setting, &why), STATUS_OK);
    assert_int_equal(tree_method.start(f->search, size, memory, &why), STATUS_OK);
    rng_seed(&f->rng, 1, 1);
    atomic_init(&f->stop, false);
    f->limit = (struct search_limit){
        .purpose = SEARCH_TO_SHOW, .target = INFINITY, .most = INFINITY, .stop = &f->stop};
}

/* COLOR to move on BOARD. */
static inline void fixture_set_up(struct tree_fixture *f, const struct board *board,
                                  enum color color, int half_komi) {
    game_set_up(&f->game, board, color);
    f->game.half_komi = half_komi;
}

static inline void fixture_end(struct tree_fixture *f) {
    search_free(f->search);
    game_free(&f->game);
    free(f->patterns);
}

static inline struct search_position fixture_position(const struct tree_fixture *f) {
    return (struct search_position){.board = &f->game.board,
                                    .to_move = f->game.to_move,
                                    .last_point = game_last_point(&f->game),
                                    .own_point = game_own_point(&f->game),
                                    .passes = game_passes(&f->game),
                                    .half_komi = game_half_deduction(&f->game),
                                    .stone_cost = game_stone_cost(&f->game),
                                    .hashes = f->game.hashes,
                                    .hash_count = f->game.count + 1,
                                    .may_pass = f->may_pass,
                                    .pass_half_score = f->pass_half_score};
}

static inline struct bitset fixture_candidates(const struct tree_fixture *f) {
    struct bitset out = {{0}};
    board_candidates(&f->game.board, f->game.to_move, &out);
    BITSET_FOR_EACH(p, out, f->game.board.words) {
        if (!game_is_legal(&f->game, p, f->game.to_move)) bitset_remove(&out, p);
    }
    return out;
}

/* Searches among CANDIDATES (NULL: all) and asks what was found. */
static inline void fixture_search(struct tree_fixture *f, const struct bitset *candidates,
                                  uint64_t simulations) {
    struct failure why;
    const struct search_position position = fixture_position(f);
    const struct bitset all = fixture_candidates(f);
    f->limit.simulations = simulations;
    assert_int_equal(tree_method.run(f->search, &position, candidates ? candidates : &all,
                                     &f->limit, &f->rng, &why),
                     STATUS_OK);
    tree_method.statistics(f->search, &f->found);
}

static inline void fixture_play(struct tree_fixture *f, int point) {
    struct failure why;
    assert_int_equal(game_play(&f->game, point, f->game.to_move, &why), STATUS_OK);
}

#endif
