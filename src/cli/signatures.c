#include "signatures.h"

#include "guzumi/player/engine.h"
#include "guzumi/shapes/trainer.h"

#include <stdlib.h>
#include <string.h>

/* Of the board: integers only, the same on every machine and compiler. */
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
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        signature = mix64(signature ^ bits);
    }
    return signature;
}

/* Of the values: weights after some training and after some search, floating point in a fixed
 * order. */
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

/* Full-width searches from the first moves of a game: the moves that they choose and how many
 * positions they saw. */
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

/* The moves of a player with SETTINGS, words "name=value", against itself. */
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

/* Of what is played: all that chooses, without a clock. */
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
