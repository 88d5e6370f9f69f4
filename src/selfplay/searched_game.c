#include "searched_game.h"

#include "guzumi/playout/trajectory.h"
#include "guzumi/shapes/memory.h"

#include <math.h>
#include <string.h>

/* A search that gives the other side less than this is sure. */
#define SURE 0.02

enum status searched_game_init(struct searched_game *g, int size, const struct params *params,
                               struct weight_store *store, const atomic_bool *stop,
                               struct failure *why) {
    memset(g, 0, sizeof *g);
    g->params = *params;
    g->params.threads = 1;
    g->size = size;
    g->store = store;
    g->stop = stop ? stop : &g->never;
    playout_patterns_init(&g->patterns);
    const struct search_setting setting = {
        .params = &g->params, .patterns = &g->patterns, .store = store};
    enum status status = game_init(&g->game, size, why);
    if (status == STATUS_OK)
        status = search_new(&g->search, search_methods[params->search], &setting, why);
    if (status == STATUS_OK) status = game_set_komi(&g->game, params->train_komi, why);
    return status;
}

void searched_game_free(struct searched_game *g) {
    search_free(g->search);
    game_free(&g->game);
}

enum status searched_game_begin(struct searched_game *g, uint64_t number, struct failure *why) {
    const struct memory *memory;
    rng_seed(&g->rng, (uint64_t)g->params.seed, number);
    game_clear(&g->game, g->size);
    const enum status status = memory_find(g->store, g->size, &memory, why);
    if (status != STATUS_OK) return status;
    return g->search->method->start(g->search, g->size, memory, why);
}

int searched_game_policy_move(struct searched_game *g) {
    const struct game *game = &g->game;
    const struct playout_policy policy = playout_default_policy(&g->params, &g->patterns);
    const struct playout_start start = {
        .to_move = game->to_move, .last_point = game_last_point(game), .passes = game_passes(game)};
    const int point = playout_choose(&game->board, start, &policy, &g->rng);
    return game_is_legal(game, point, game->to_move) ? point : PASS;
}

static void tell_nobody(void *context) {
    (void)context;
}

enum status searched_game_evaluate(struct searched_game *g, struct search_statistics *found,
                                   struct failure *why) {
    static const struct search_watch owners = {
        .notify = tell_nobody, .interval = INFINITY, .ownership = true};
    const struct game *game = &g->game;
    const struct search_position position = {.board = &game->board,
                                             .to_move = game->to_move,
                                             .last_point = game_last_point(game),
                                             .own_point = game_own_point(game),
                                             .passes = game_passes(game),
                                             .half_komi = game_half_compensation(game),
                                             .hashes = game->hashes,
                                             .hash_count = game->count + 1};
    const struct search_limit limit = {.purpose = SEARCH_TO_SHOW,
                                       .simulations = (uint64_t)g->params.policy_simulations,
                                       .target = INFINITY,
                                       .most = INFINITY,
                                       .stop = g->stop,
                                       .watch = g->ownership ? &owners : NULL};
    struct bitset candidates = {{0}}, legal = search_legal_points(&position);
    board_candidates(&game->board, game->to_move, &candidates);
    for (int i = 0; i < game->board.words; i++) candidates.word[i] &= legal.word[i];
    const enum status status =
        g->search->method->run(g->search, &position, &candidates, &limit, &g->rng, why);
    if (status != STATUS_OK) return status;
    g->search->method->statistics(g->search, found);
    return STATUS_OK;
}

double searched_game_value(const struct searched_game *g, const struct search_statistics *found) {
    return g->game.to_move == BLACK ? found->winrate : 1 - found->winrate;
}

bool searched_game_is_sure(double value) {
    return value < SURE || value > 1 - SURE;
}

bool searched_game_is_over(const struct searched_game *g) {
    return game_passes(&g->game) >= 2 || g->game.count >= (size_t)trajectory_move_limit(g->size);
}
