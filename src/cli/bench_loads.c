/* The loads of `guzumi bench`, and the signatures made of them.
 *
 * A load must do the same work each time, or speeds could not be compared: random numbers have
 * fixed seeds, positions are fixed, and no clock limits it. It works on one thread.
 *
 * A signature runs through all that may change: board size and policy, training and search, every
 * kind of player. Each result is mixed into a 64-bit hash, of which the upper 32 bits are printed.
 * A change of behaviour anywhere shows as another number, and a change that should not show must
 * leave all three as they are. */
#include "bench_loads.h"

#include "guzumi/base/rng.h"
#include "guzumi/player/engine.h"
#include "guzumi/shapes/local_shapes.h"
#include "guzumi/shapes/trainer.h"

#include <math.h>
#include <stdlib.h>

uint64_t load_playouts(void *context) {
    struct playout_load *s = context;
    const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT, .passes = 0};
    const int size = s->empty.size;
    for (int i = 0; i < 100; i++) {
        const struct playout_end end =
            playout_run(&s->empty, start, &s->policy, trajectory_move_limit(size), &s->rng, NULL);
        /* Its length and Black's stones say all that a playout decided. */
        s->signature = mix64(s->signature ^ (uint64_t)end.moves);
        for (int word = 0; word < s->empty.words; word++)
            s->signature = mix64(s->signature ^ end.stones[BLACK].word[word]);
    }
    return 100;
}

void load_playouts_start(struct playout_load *s, const struct load_world *world, int size,
                         enum policy kind) {
    s->policy = (struct playout_policy){.kind = kind, .patterns = &world->patterns};
    s->signature = 0;
    board_init(&s->empty, size);
    rng_seed(&s->rng, 1, (uint64_t)size);
}

/* Greedy by the value that the search has learnt, so that the games are like those of training. */
uint64_t load_self_play(void *context) {
    struct self_play_load *s = context;
    const struct shape_weights weights = td_search_weights(s->search);
    struct episode *e = &s->episode;
    const struct episode_policy greedy = {.epsilon = 0};
    const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
    e->candidates = 0;
    for (int i = 0; i < 20; i++) {
        struct board b;
        board_copy(&b, &s->empty);
        tracker_init(&s->tracker, &weights, &b);
        episode_play(e, &b, &s->tracker, start, &greedy, 0, false, &s->rng);
    }
    return e->candidates;
}

/* A search that begins with what the calls before have learnt of the empty board. Its memory stays
 * as large as it is. */
uint64_t load_search(void *context) {
    struct search_load *s = context;
    atomic_bool stop;
    atomic_init(&stop, false);
    const struct search_position position = {.board = &s->empty,
                                             .to_move = BLACK,
                                             .last_point = NO_POINT,
                                             .own_point = NO_POINT,
                                             .half_komi = 15};
    const struct search_limit limit = {
        .simulations = s->simulations, .target = INFINITY, .stop = &stop};
    td_search_run(s->search, &s->params, &position, NULL, &limit, false, &s->rng);
    return s->search->simulations;
}

/* It plays on, because trees from the empty board alone would all be of one kind. */
uint64_t load_alpha_beta(void *context) {
    struct alpha_beta_load *s = context;
    const struct shape_weights weights = td_search_weights(s->search.search);
    struct local_shapes evaluator;
    struct failure why;
    local_shapes_init(&evaluator, &weights, VALUE_LOGISTIC);
    /* Later positions have more captures, and the speeds of different depths would not be
     * comparable. */
    if (s->game.count == 8) game_clear(&s->game, s->game.board.size);
    const enum color color = s->game.to_move;
    const struct search_position position = {.board = &s->game.board,
                                             .to_move = color,
                                             .last_point = game_last_point(&s->game),
                                             .own_point = game_own_point(&s->game),
                                             .half_komi = s->game.half_komi,
                                             .hashes = s->game.hashes,
                                             .hash_count = s->game.count + 1};
    atomic_bool stop;
    atomic_init(&stop, false);
    const struct search_limit limit = {.target = INFINITY, .stop = &stop};
    struct bitset candidates = {{0}};
    struct alpha_beta_result result;
    board_candidates(&s->game.board, color, &candidates);
    /* The memory was allocated earlier, so this can't fail. */
    alpha_beta_prepare(s->alpha_beta, &s->search.params, &evaluator.base, &why);
    alpha_beta_run(s->alpha_beta, &position, &candidates, s->depth, &limit, &result);
    game_play(&s->game, result.pv[0], color, &why);
    s->searches++;
    s->nodes += result.nodes;
    s->leaves += result.leaves;
    return result.leaves;
}

enum status load_search_start(struct search_load *s, const struct load_world *world, int size,
                              struct failure *why) {
    const struct memory *memory;
    s->params = world->params;
    s->simulations = 100;
    board_init(&s->empty, size);
    rng_seed(&s->rng, 1, (uint64_t)size);
    enum status status = memory_find(world->store, size, &memory, why);
    if (status == STATUS_OK) status = td_search_new(&s->search, &world->patterns, why);
    if (status == STATUS_OK) status = td_search_start(s->search, size, &s->params, memory, why);
    return status;
}

enum status load_alpha_beta_start(struct alpha_beta_load *s, const struct load_world *world,
                                  int size, int depth, struct failure *why) {
    *s = (struct alpha_beta_load){.depth = depth};
    enum status status = load_search_start(&s->search, world, size, why);
    if (status == STATUS_OK) status = game_init(&s->game, size, why);
    if (status == STATUS_OK) status = alpha_beta_new(&s->alpha_beta, why);
    if (status != STATUS_OK) return status;
    const struct shape_weights weights = td_search_weights(s->search.search);
    struct local_shapes evaluator;
    local_shapes_init(&evaluator, &weights, VALUE_LOGISTIC);
    s->search.params.depth = depth;
    return alpha_beta_prepare(s->alpha_beta, &s->search.params, &evaluator.base, why);
}

void load_alpha_beta_end(struct alpha_beta_load *s) {
    alpha_beta_free(s->alpha_beta);
    game_free(&s->game);
    td_search_free(s->search.search);
}

enum status load_tree_start(struct tree_load *s, const struct load_world *world, int size,
                            const char *preset, struct failure *why) {
    const struct search_setting setting = {
        .params = &s->params, .patterns = &world->patterns, .store = world->store};
    const struct memory *memory;
    *s = (struct tree_load){.params = world->params};
    enum status status = preset ? params_preset(&s->params, preset, why) : STATUS_OK;
    s->params.search = SEARCH_TREE;
    board_init(&s->empty, size);
    rng_seed(&s->rng, 1, (uint64_t)size);
    if (status == STATUS_OK) status = memory_find(world->store, size, &memory, why);
    if (status == STATUS_OK) status = search_new(&s->search, &tree_method, &setting, why);
    if (status == STATUS_OK) status = tree_method.start(s->search, size, memory, why);
    return status;
}

/* The tree of the calls before is kept, as in a long search; the new simulations alone are counted.
 */
uint64_t load_tree(void *context) {
    struct tree_load *s = context;
    const uint64_t none = 0;
    const struct search_position position = {.board = &s->empty,
                                             .to_move = BLACK,
                                             .last_point = NO_POINT,
                                             .own_point = NO_POINT,
                                             .half_komi = 15,
                                             .hashes = &none,
                                             .hash_count = 1};
    atomic_bool stop;
    atomic_init(&stop, false);
    const struct search_limit limit = {.purpose = SEARCH_TO_SHOW,
                                       .simulations = 1000,
                                       .target = INFINITY,
                                       .most = INFINITY,
                                       .stop = &stop};
    struct bitset candidates = {{0}};
    struct failure why;
    board_candidates(&s->empty, BLACK, &candidates);
    /* The memory was allocated earlier, so this can't fail. */
    tree_method.run(s->search, &position, &candidates, &limit, &s->rng, &why);
    return limit.simulations;
}

/* --- signatures --- */

/* Of the board: integers only, so it depends on neither machine nor compiler. Boards of few and of
 * many words of bits, the smallest and the largest among them. */
static uint64_t board_signature(const struct load_world *world) {
    static const int sizes[] = {2, 5, 9, 12, 13, 19};
    struct playout_load s;
    uint64_t signature = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int policy = POLICY_UNIFORM; policy <= POLICY_MOGO; policy++) {
            load_playouts_start(&s, world, sizes[i], (enum policy)policy);
            load_playouts(&s);
            signature = mix64(signature ^ s.signature);
        }
    return signature;
}

static uint64_t hash_floats(uint64_t signature, const float *values, int count) {
    for (int i = 0; i < count; i++) signature = mix64(signature ^ float_to_bits(values[i]));
    return signature;
}

/* Of the values: weights after some training and after a search. Floating point, but summed in a
 * fixed order and without contraction (-ffp-contract=off). */
static enum status value_signature(const struct load_world *world, uint64_t *signature,
                                   struct failure *why) {
    struct memory *memory;
    struct trainer *trainer = NULL;
    struct search_load s = {.search = NULL};
    *signature = 0;
    enum status status = memory_new(&memory, 9, &world->params, why);
    if (status != STATUS_OK) return status;
    status = trainer_new(&trainer, memory, why);
    if (status == STATUS_OK) {
        for (int i = 0; i < 100; i++) trainer_play(trainer);
        *signature = hash_floats(*signature, memory->main.table, memory->main.classes->entry_count);
        status = load_search_start(&s, world, 9, why);
    }
    if (status == STATUS_OK) {
        load_search(&s);
        *signature = hash_floats(*signature, s.search->flat, s.search->shapes->flat_count);
    }
    td_search_free(s.search);
    trainer_free(trainer);
    memory_free(memory);
    return status;
}

/* Full-width searches from the first moves of a game: their moves and node counts. */
static enum status add_alpha_beta(const struct load_world *world, uint64_t *signature,
                                  struct failure *why) {
    struct alpha_beta_load s;
    const enum status status = load_alpha_beta_start(&s, world, 9, 3, why);
    for (int i = 0; status == STATUS_OK && i < 8; i++) {
        load_alpha_beta(&s);
        *signature = mix64(*signature ^ s.nodes);
        *signature = mix64(*signature ^ s.leaves);
        *signature = mix64(*signature ^ s.game.board.hash);
    }
    load_alpha_beta_end(&s);
    return status;
}

/* A game of a player with SETTINGS, "name=value", against itself. Twenty moves reach what the
 * opening does not: captures, and trees that are kept. */
static enum status add_game(const struct load_world *world, const char *const *settings,
                            uint64_t *signature, struct failure *why) {
    struct engine *engine = NULL;
    struct params params = world->params;
    enum status status = STATUS_OK;
    for (; status == STATUS_OK && *settings; settings++)
        status = params_assign(&params, *settings, why);
    if (status == STATUS_OK) status = engine_new(&engine, &params, world->store, why);
    for (int i = 0; status == STATUS_OK && i < 20; i++) {
        int point = PASS;
        status = engine_genmove(engine, i % 2 ? WHITE : BLACK, &point, why);
        *signature = mix64(*signature ^ (uint64_t)point);
    }
    engine_free(engine);
    return status;
}

/* Of play: every kind of search, without a clock, since the time that is left changes moves. A
 * depth of 3 ends alpha-beta long before its time does. */
static enum status play_signature(const struct load_world *world, uint64_t *signature,
                                  struct failure *why) {
    static const char *const players[][5] = {
        {"search=two-phase", "simulations=100", "hash_megabytes=1"},
        {"search=td", "simulations=100"},
        {"search=alpha-beta", "depth=3", "hash_megabytes=1", "move_time=100000"},
        {"search=tree", "simulations=100", "tree_megabytes=1"},
    };
    *signature = 0;
    enum status status = add_alpha_beta(world, signature, why);
    for (size_t i = 0; status == STATUS_OK && i < sizeof players / sizeof players[0]; i++)
        status = add_game(world, players[i], signature, why);
    return status;
}

enum status signatures_make(struct signatures *out, const struct load_world *world,
                            struct failure *why) {
    uint64_t value = 0, play = 0;
    enum status status = value_signature(world, &value, why);
    if (status == STATUS_OK) status = play_signature(world, &play, why);
    *out = (struct signatures){.board = (uint32_t)(board_signature(world) >> 32),
                               .value = (uint32_t)(value >> 32),
                               .play = (uint32_t)(play >> 32)};
    return status;
}
