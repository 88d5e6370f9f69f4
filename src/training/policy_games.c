#include "guzumi/policy_games.h"

#include "guzumi/game.h"
#include "guzumi/playout.h"
#include "guzumi/search.h"

#include <math.h>
#include <stdlib.h>

/* Moves that a game begins with, at most. */
enum { OPENING = 12 };

/* A search that gives the other side less than this is sure. */
#define SURE 0.02

struct policy_games {
    struct params params;
    int size;
    struct memory_store *memories; /* borrowed */
    struct playout_patterns patterns;
    struct game game;      /* owned */
    struct search *search; /* owned */
    struct rng rng;
    atomic_bool stop; /* never set: searches end by their simulations */
};

enum status policy_games_new(struct policy_games **out, int size, const struct params *params,
                             struct memory_store *memories, struct failure *why) {
    struct policy_games *g = calloc(1, sizeof *g);
    if (!g) return fail_memory(why, "games of self-play");
    g->params = *params;
    g->params.threads = 1;
    g->size = size;
    g->memories = memories;
    playout_patterns_init(&g->patterns);
    const struct search_setting setting = {
        .params = &g->params, .patterns = &g->patterns, .memories = memories};
    enum status status = game_init(&g->game, size, why);
    if (status == STATUS_OK)
        status = search_new(&g->search, search_methods[params->search], &setting, why);
    if (status == STATUS_OK) status = game_set_komi(&g->game, params->train_komi, why);
    if (status == STATUS_OK)
        *out = g;
    else
        policy_games_free(g);
    return status;
}

void policy_games_free(struct policy_games *g) {
    if (!g) return;
    search_free(g->search);
    game_free(&g->game);
    free(g);
}

/* --- moves --------------------------------------------------------------------------------------
 */

/* A move of the default policy; the pass where the game's history forbids it. */
static int policy_move(struct policy_games *g) {
    const struct game *game = &g->game;
    const struct playout_policy policy = playout_default_policy(&g->params, &g->patterns);
    const struct playout_start start = {
        .to_move = game->to_move, .last_point = game_last_point(game), .passes = game_passes(game)};
    const int point = playout_choose(&game->board, start, &policy, &g->rng);
    return game_is_legal(game, point, game->to_move) ? point : PASS;
}

/* What the search of a position has FOUND. */
static enum status judge(struct policy_games *g, struct search_statistics *found,
                         struct failure *why) {
    const struct game *game = &g->game;
    const struct search_position position = {.board = &game->board,
                                             .to_move = game->to_move,
                                             .last_point = game_last_point(game),
                                             .passes = game_passes(game),
                                             .half_komi = game_half_compensation(game),
                                             .hashes = game->hashes,
                                             .hash_count = game->count + 1};
    const struct search_limit limit = {.purpose = SEARCH_TO_SHOW,
                                       .simulations = (uint64_t)g->params.policy_simulations,
                                       .target = INFINITY,
                                       .most = INFINITY,
                                       .stop = &g->stop};
    struct bitset candidates = {{0}}, legal = search_legal_points(&position);
    board_candidates(&game->board, game->to_move, &candidates);
    for (int i = 0; i < game->board.words; i++) candidates.word[i] &= legal.word[i];
    const enum status status =
        g->search->method->run(g->search, &position, &candidates, &limit, &g->rng, why);
    if (status != STATUS_OK) return status;
    g->search->method->statistics(g->search, found);
    return STATUS_OK;
}

/* --- a game -------------------------------------------------------------------------------------
 */

static enum status open_game(struct policy_games *g, struct policy_lessons *lessons,
                             struct failure *why) {
    enum status status =
        policy_lessons_add(lessons, LESSON_BEGIN, PASS, (double)LESSON_UNJUDGED, why);
    for (uint32_t i = rng_below(&g->rng, OPENING + 1); i > 0 && status == STATUS_OK; i--) {
        const int point = policy_move(g);
        status = policy_lessons_add(lessons, point, PASS, (double)LESSON_UNJUDGED, why);
        if (status == STATUS_OK) status = game_play(&g->game, point, g->game.to_move, why);
    }
    return status;
}

/* A row for the position that a search has FOUND so much of, where POINT is played. */
static enum status add_lesson(struct policy_lessons *lessons, const struct search_statistics *found,
                              int point, double value, struct failure *why) {
    enum status status = policy_lessons_add(lessons, point, found->candidates[0].point, value, why);
    for (int i = 0; i < found->count && status == STATUS_OK; i++) {
        const struct search_candidate *candidate = &found->candidates[i];
        if (candidate->point != PASS && candidate->visits > 0)
            status = policy_lessons_add_choice(lessons, candidate->point, (double)candidate->visits,
                                               why);
    }
    return status;
}

static enum status play_on(struct policy_games *g, struct policy_lessons *lessons,
                           struct failure *why) {
    enum status status = STATUS_OK;
    const size_t longest = (size_t)trajectory_move_limit(g->size);
    while (status == STATUS_OK && game_passes(&g->game) < 2 && g->game.count < longest) {
        struct search_statistics found;
        status = judge(g, &found, why);
        if (status != STATUS_OK) break;
        const double value = g->game.to_move == BLACK ? found.winrate : 1 - found.winrate;
        const bool explores = rng_chance(&g->rng, g->params.epsilon);
        const int point = explores ? policy_move(g) : found.candidates[0].point;
        status = add_lesson(lessons, &found, point, value, why);
        if (value < SURE || value > 1 - SURE) break;
        if (status == STATUS_OK) status = game_play(&g->game, point, g->game.to_move, why);
    }
    return status;
}

enum status policy_games_play(struct policy_games *g, uint64_t number,
                              struct policy_lessons *lessons, struct failure *why) {
    const struct memory *memory;
    rng_seed(&g->rng, (uint64_t)g->params.seed, number);
    game_clear(&g->game, g->size);
    enum status status = memory_store_get(g->memories, g->size, &memory, why);
    if (status == STATUS_OK) status = g->search->method->start(g->search, g->size, memory, why);
    if (status == STATUS_OK) status = open_game(g, lessons, why);
    return status == STATUS_OK ? play_on(g, lessons, why) : status;
}
