/* Games for three kinds of learners. The first part, struct searched_game, is a game whose
 * positions a search evaluates; two players of games use it:
 *
 *     selfplay_play          the policy-value network: samples of the game and of the tree
 *     policy_games           the linear policies: a row for each move
 *     gtp_opponent           no game here: a GTP program as the opponent of other learners
 *
 * Each game takes its random numbers from its number, and searches have one thread: a file that is
 * continued, or one game that is played again, has the same moves. */
#include "guzumi/selfplay/selfplay.h"

#include "guzumi/base/clock.h"
#include "guzumi/go/game.h"
#include "guzumi/match/child.h"
#include "guzumi/network/network_view.h"
#include "guzumi/playout/playout.h"
#include "guzumi/playout/trajectory.h"
#include "guzumi/search/tree_search.h"
#include "guzumi/shapes/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a game whose positions a search evaluates --- */

/* A search is nearly sure of the winner if it gives one side a win rate below this: that side wins
 * one game in a hundred. Playing on would add little to the samples. */
#define SURE 0.05

/* Moves of the default policy that a game begins with, at most. */
enum { SEARCHED_GAME_OPENING = 12 };

/* What both kinds of self-play have in common. */
struct searched_game {
    struct params params;
    int size;
    struct weight_store *store; /* borrowed */
    struct playout_patterns patterns;
    struct game game;      /* owned */
    struct search *search; /* owned */
    struct rng rng;
    const atomic_bool *stop; /* borrowed; ends searches */
    atomic_bool never;       /* STOP points here if nobody stops them */
    bool ownership;          /* whether searches collect ownership; false at first */
};

/* On boards of SIZE, by the search that PARAMS name and at their train_komi. STORE and STOP,
 * which may be NULL, are borrowed. G, which must not move afterwards, has to be freed even if this
 * fails. */
static enum status searched_game_init(struct searched_game *g, int size,
                                      const struct params *params, struct weight_store *store,
                                      const atomic_bool *stop, struct failure *why) {
    memset(g, 0, sizeof *g);
    g->params = *params;
    g->params.threads = 1;
    /* Samples learn visits, so games follow them. */
    if (params->tree_choice == TREE_CHOICE_AUTO) g->params.tree_choice = TREE_CHOICE_VISITS;
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

static void searched_game_free(struct searched_game *g) {
    search_free(g->search);
    game_free(&g->game);
}

/* Begins game NUMBER: an empty board, a new search, random numbers of its own. */
static enum status searched_game_begin(struct searched_game *g, uint64_t number,
                                       struct failure *why) {
    const struct memory *memory;
    rng_seed(&g->rng, (uint64_t)g->params.seed, number);
    game_clear(&g->game, g->size);
    const enum status status = memory_find(g->store, g->size, &memory, why);
    if (status != STATUS_OK) return status;
    return g->search->method->start(g->search, g->size, memory, why);
}

/* A move of the default policy; the pass where the game's history forbids it. */
static int searched_game_policy_move(struct searched_game *g) {
    const struct game *game = &g->game;
    const struct playout_policy policy = playout_default_policy(&g->params, &g->patterns);
    const struct playout_start start = {
        .to_move = game->to_move, .last_point = game_last_point(game), .passes = game_passes(game)};
    const int point = playout_choose(&game->board, start, &policy, &g->rng);
    return game_is_legal(game, point, game->to_move) ? point : PASS;
}

static void notify_nobody(void *context) {
    (void)context;
}

/* Searches the position with that many SIMULATIONS; FOUND gets what it found. */
static enum status searched_game_evaluate(struct searched_game *g, int64_t simulations,
                                          struct search_statistics *found, struct failure *why) {
    static const struct search_watch with_ownership = {
        .notify = notify_nobody, .interval = INFINITY, .ownership = true};
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
                                       .simulations = (uint64_t)simulations,
                                       .target = INFINITY,
                                       .most = INFINITY,
                                       .stop = g->stop,
                                       .watch = g->ownership ? &with_ownership : NULL};
    const struct bitset candidates = game_candidates(game, game->to_move);
    const enum status status =
        g->search->method->run(g->search, &position, &candidates, &limit, &g->rng, why);
    if (status != STATUS_OK) return status;
    g->search->method->statistics(g->search, found);
    return STATUS_OK;
}

/* Black's win rate by what was FOUND. */
static double searched_game_value(const struct searched_game *g,
                                  const struct search_statistics *found) {
    return g->game.to_move == BLACK ? found->winrate : 1 - found->winrate;
}

/* Whether a search that finds the VALUE is nearly sure of the winner. */
static bool searched_game_is_sure(double value) {
    return value < SURE || value > 1 - SURE;
}

/* Whether the game is over, or too long: superko alone would allow games of any practical length.
 */
static bool searched_game_is_over(const struct searched_game *g) {
    return game_passes(&g->game) >= 2 || g->game.count >= (size_t)trajectory_move_limit(g->size);
}

/* --- for the policy-value network --- */

/* Fraction of the games that do not end when a search is sure: without them the network would never
 * see how decided games are finished, nor positions with a true final ownership. */
#define TO_THE_END 0.2

/* Fraction of the games that begin with the first move of a search, if moves are drawn: drawn moves
 * make games differ, too, and the network has to know how games really begin. */
#define REAL_OPENINGS 0.5

/* A drawn move whose win rate is at most so much lower counts as the search's choice, since what
 * the next searches find is still an estimate of the position before it. */
#define NEARLY_AS_GOOD 0.02

/* The parameters of the search are changed from move to move (play_full, play_fast), so those of a
 * full search are kept apart. */
struct selfplay {
    struct searched_game at;        /* owned */
    struct network_view *view;      /* owned; NULL without a network, or without opening_choices */
    double root_noise, root_forced; /* of searches in full */
    bool to_the_end;                /* this game */
    struct sample sample;           /* the next one */
    struct tree_sample inside;
    uint64_t sampled[SELFPLAY_SAMPLES]; /* the positions that a search has given already */
    int sampled_count;
};

enum status selfplay_new(struct selfplay **out, int size, const struct params *params,
                         struct weight_store *store, const atomic_bool *stop, struct failure *why) {
    struct params own = *params;
    struct selfplay *p = calloc(1, sizeof *p);
    if (!p) return out_of_memory(why, "games of self-play");
    own.search = SEARCH_TREE;
    /* On every board as on small ones: with more exploration, and with values that come from
     * playouts as well, whatever the network has learnt so far. */
    tree_set_by_size(&own, BOARD_MIN_SIZE);
    enum status status = searched_game_init(&p->at, size, &own, store, stop, why);
    if (status == STATUS_OK && params->opening_choices > 0)
        status = network_view_new(&p->view, store, size, why);
    p->at.ownership = true;
    p->root_noise = params->root_noise;
    p->root_forced = params->root_forced;
    if (status == STATUS_OK)
        *out = p;
    else
        selfplay_free(p);
    return status;
}

void selfplay_free(struct selfplay *p) {
    if (!p) return;
    network_view_free(p->view);
    searched_game_free(&p->at);
    free(p);
}

size_t selfplay_moves(const struct selfplay *p) {
    return p->at.game.count;
}

/* --- samples --- */

/* Begins the next sample: the position on BOARD, without what was found. */
static struct sample *begin_sample(struct selfplay *p, const struct board *board,
                                   enum color to_move, uint32_t game) {
    struct sample *out = &p->sample;
    memset(out, 0, sizeof *out);
    out->game = game;
    out->size = board->size;
    out->to_move = to_move;
    board_stones(board, BLACK, &out->stones[BLACK]);
    board_stones(board, WHITE, &out->stones[WHITE]);
    /* Only a ko that forbids a move to the side to move is a fact of the position. */
    out->ko = board->ko >= 0 && board->ko_color == to_move ? board->ko : NO_POINT;
    out->half_komi = game_half_compensation(&p->at.game);
    return out;
}

/* Visits that root_forced asked for are left out (tree_search_earned_visits): they say what was
 * tried, not what the search prefers. SIMULATIONS is the number of all of them. */
static void set_visits(const struct search *search, struct sample *out,
                       const struct search_statistics *found) {
    uint64_t earned[BOARD_MAX_POINTS];
    tree_search_earned_visits(search, earned);
    for (int i = 0; i < found->count; i++) {
        const int point = found->candidates[i].point;
        if (point == PASS || earned[point] == 0) continue;
        out->choice[out->choices] = (int16_t)point;
        out->visits[out->choices++] = (uint32_t)earned[point];
    }
    out->simulations = (uint32_t)search_visits(found);
}

/* In per cent, as the file has it. */
static void set_ownership(struct sample *out, const struct search_statistics *found) {
    out->has_ownership = found->has_ownership;
    for (int p = 0; p < point_limit(out->size) && found->has_ownership; p++)
        out->ownership[p] = (int8_t)lrint(100 * found->ownership[p]);
}

static enum status add_position(struct selfplay *p, const struct search_statistics *found,
                                bool continued_best, struct samples *samples, uint32_t number,
                                struct failure *why) {
    const struct game *game = &p->at.game;
    struct sample *sample = begin_sample(p, &game->board, game->to_move, number);
    sample->last = game_last_point(game);
    sample->own = game_own_point(game);
    sample->continued_best = continued_best;
    sample->value = searched_game_value(&p->at, found);
    set_visits(p->at.search, sample, found);
    set_ownership(sample, found);
    sample_round(sample);
    return samples_add(samples, sample, why);
}

/* Notes the position from inside the tree; false if this search has given it already. The walks of
 * tree_search_sample are independent, and short ones end at the same places. */
static bool is_new_position(struct selfplay *p) {
    const uint64_t position = p->inside.board.hash ^ (uint64_t)p->inside.to_move;
    for (int i = 0; i < p->sampled_count; i++)
        if (p->sampled[i] == position) return false;
    p->sampled[p->sampled_count++] = position;
    return true;
}

/* Adds a position inside the tree: none if the tree has none with enough simulations, or if it was
 * drawn before. */
static enum status add_inner(struct selfplay *p, struct samples *samples, uint32_t number,
                             struct failure *why) {
    struct tree_sample *inside = &p->inside;
    if (!tree_search_sample(p->at.search, &p->at.rng, inside) || !is_new_position(p))
        return STATUS_OK;
    struct sample *sample = begin_sample(p, &inside->board, inside->to_move, number);
    sample->inner = true;
    sample->last = inside->last;
    sample->own = inside->own;
    sample->value = inside->value;
    sample->simulations = inside->simulations;
    sample->choices = inside->choices;
    memcpy(sample->choice, inside->choice, sizeof sample->choice);
    memcpy(sample->visits, inside->visits, sizeof sample->visits);
    sample_round(sample);
    return samples_add(samples, sample, why);
}

/* --- a game --- */

/* Most games have the usual komi of area rules, some that of other rules, and the rest a random
 * one, of the size that a handicap or a large score would call for, within what the network can
 * distinguish (NETWORK_MAX_HALF_KOMI). */
static double draw_komi(struct rng *rng, int size) {
    const uint32_t percent = rng_below(rng, 100);
    if (percent < 60) return 7.5;
    if (percent < 75) return 6.5;
    if (percent < 80) return 5.5;
    if (percent < 85) return 7;
    return size > 13 ? (double)rng_below(rng, 65) - 24.5 : (double)rng_below(rng, 46) - 14.5;
}

/* Half a point to nearly the most that the network can distinguish: some of it is fair for each
 * number of stones. */
static double draw_handicap_komi(struct rng *rng) {
    return 0.5 + rng_below(rng, NETWORK_MAX_HALF_KOMI / 2);
}

/* Two stones or more, as many as the board takes: half of the time where GTP's fixed handicap has
 * them, otherwise on any of the points that it uses. */
static enum status place_handicap(struct searched_game *g, struct failure *why) {
    const int most = game_max_fixed_handicap(g->size);
    const int count = 2 + (int)rng_below(&g->rng, (uint32_t)most - 1);
    int points[9];
    if (rng_bernoulli(&g->rng, 0.5)) return game_fixed_handicap(&g->game, count, why);
    game_handicap_points(g->size, most, points);
    rng_shuffle(&g->rng, points, most);
    return game_free_handicap(&g->game, points, count, why);
}

/* The stones that the game begins with, and its komi. Without handicap_games no random number is
 * drawn for them. */
static enum status set_up_game(struct selfplay *p, struct failure *why) {
    struct searched_game *g = &p->at;
    const double fraction = game_max_fixed_handicap(g->size) ? g->params.handicap_games : 0;
    const bool handicap = fraction > 0 && rng_bernoulli(&g->rng, fraction);
    const bool fair = handicap && rng_bernoulli(&g->rng, 0.5);
    const double komi = fair ? draw_handicap_komi(&g->rng) : draw_komi(&g->rng, g->size);
    const enum status status = game_set_komi(&g->game, komi, why);
    return status == STATUS_OK && handicap ? place_handicap(g, why) : status;
}

/* The best of some moves drawn at random, by the network: openings all over the board, which
 * neither a policy nor a search that follows one would try, and in which neither side is lost yet.
 */
static int scattered_move(struct selfplay *p) {
    const struct game *game = &p->at.game;
    const struct network_position position = {
        .board = &game->board,
        .to_move = game->to_move,
        .last = game_last_point(game),
        .own = game_own_point(game),
        .half_komi = network_half_komi(game_half_compensation(game), 0, 0, game->to_move)};
    const struct bitset candidates = game_candidates(game, game->to_move);
    struct bitset drawn = {{0}};
    double values[BOARD_MAX_POINTS];
    int points[BOARD_MAX_POINTS], count = 0, best = PASS;
    BITSET_FOR_EACH(point, candidates, game->board.words) points[count++] = point;
    rng_shuffle(&p->at.rng, points, count);
    for (int i = 0; i < count && i < (int)p->at.params.opening_choices; i++)
        bitset_add(&drawn, points[i]);
    network_view_values(p->view, &position, &drawn, values);
    BITSET_FOR_EACH(point, drawn, game->board.words) {
        if (best == PASS || values[point] > values[best]) best = point;
    }
    return best;
}

static enum status open_game(struct selfplay *p, uint64_t number, struct failure *why) {
    struct searched_game *g = &p->at;
    enum status status = searched_game_begin(g, number, why);
    if (status != STATUS_OK) return status;
    p->to_the_end = rng_bernoulli(&g->rng, TO_THE_END);
    status = set_up_game(p, why);
    uint32_t left = rng_below(&g->rng, SEARCHED_GAME_OPENING + 1);
    if (g->params.drawn_moves > 0 && rng_bernoulli(&g->rng, REAL_OPENINGS)) left = 0;
    for (; left > 0 && status == STATUS_OK && !searched_game_is_over(g); left--)
        status = game_play(&g->game, p->view ? scattered_move(p) : searched_game_policy_move(g),
                           g->game.to_move, why);
    return status;
}

/* A candidate drawn in proportion to the visits that it has earned, as samples have them. */
static const struct search_candidate *draw_by_visits(struct selfplay *p,
                                                     const struct search_statistics *found) {
    const struct search_candidate *candidates = found->candidates;
    uint64_t earned[BOARD_MAX_POINTS], all = 0;
    if (candidates[0].point == PASS) return &candidates[0]; /* there is no other */
    tree_search_earned_visits(p->at.search, earned);
    for (int i = 0; i < found->count; i++) all += earned[candidates[i].point];
    double left = rng_real(&p->at.rng) * (double)all;
    for (int i = 0; i < found->count; i++) {
        left -= (double)earned[candidates[i].point];
        if (left < 0) return &candidates[i];
    }
    return &candidates[0];
}

/* The move after a full search; AS_GOOD gets whether the search values it as its choice, or nearly
 * so. The random numbers are drawn in a fixed order, explored or not, so that a game depends on its
 * number alone. */
static int choose_move(struct selfplay *p, const struct search_statistics *found, bool *as_good) {
    struct searched_game *g = &p->at;
    const struct search_candidate *best = &found->candidates[0], *chosen = best;
    if (rng_bernoulli(&g->rng, g->params.epsilon)) {
        const int point = searched_game_policy_move(g);
        *as_good = point == best->point;
        return point;
    }
    if (g->game.count < (size_t)g->params.drawn_moves) chosen = draw_by_visits(p, found);
    *as_good = chosen->winrate >= best->winrate - NEARLY_AS_GOOD;
    return chosen->point;
}

/* Searches the position in full, adds its samples and moves. OVER: the search is sure of the
 * winner. An interrupted search returns early with fewer simulations: it must not become a sample.
 */
static enum status play_full(struct selfplay *p, struct samples *samples, uint32_t number,
                             bool *over, struct failure *why) {
    struct searched_game *g = &p->at;
    struct search_statistics found;
    g->params.root_noise = p->root_noise;
    g->params.root_forced = p->root_forced;
    enum status status = searched_game_evaluate(g, g->params.policy_simulations, &found, why);
    if (status != STATUS_OK) return status;
    if (atomic_load(g->stop)) return fail(why, STATUS_STOPPED, "stopped");
    bool as_good;
    const int point = choose_move(p, &found, &as_good);
    *over = !p->to_the_end && searched_game_is_sure(searched_game_value(g, &found));
    status = add_position(p, &found, !*over && as_good, samples, number, why);
    p->sampled_count = 0;
    for (int i = 0; i < SELFPLAY_SAMPLES && status == STATUS_OK; i++)
        status = add_inner(p, samples, number, why);
    if (status != STATUS_OK || *over) return status;
    return game_play(&g->game, point, g->game.to_move, why);
}

/* A move between samples. It is always the search's choice and its search tries nothing else, so
 * that the value of the next sample is one for the last sample too. */
static enum status play_fast(struct selfplay *p, struct failure *why) {
    struct searched_game *g = &p->at;
    struct search_statistics found;
    g->params.root_noise = g->params.root_forced = 0;
    const enum status status = searched_game_evaluate(g, g->params.fast_simulations, &found, why);
    if (status != STATUS_OK) return status;
    if (atomic_load(g->stop)) return fail(why, STATUS_STOPPED, "stopped");
    return game_play(&g->game, found.candidates[0].point, g->game.to_move, why);
}

static enum status play_move(struct selfplay *p, struct samples *samples, uint32_t number,
                             bool *over, struct failure *why) {
    struct searched_game *g = &p->at;
    const bool full =
        g->params.fast_simulations == 0 || rng_bernoulli(&g->rng, g->params.full_fraction);
    return full ? play_full(p, samples, number, over, why) : play_fast(p, why);
}

/* SAMPLES holds whole games only: what a game that fails has added is cut off again. */
enum status selfplay_play(struct selfplay *p, uint64_t number, struct samples *samples,
                          struct failure *why) {
    const size_t count = samples_count(samples);
    const uint32_t game = samples->games;
    bool over = false;
    enum status status = open_game(p, number, why);
    while (status == STATUS_OK && !over && !searched_game_is_over(&p->at))
        status = play_move(p, samples, game, &over, why);
    if (status == STATUS_OK)
        samples->games = game + 1;
    else
        samples_cut(samples, count, game);
    return status;
}

/* --- for the linear policies --- */

struct searched_games {
    struct policy_games base;
    struct searched_game at; /* owned */
};

static enum status begin_policy_game(struct searched_game *g, struct policy_samples *samples,
                                     struct failure *why) {
    enum status status =
        policy_samples_add(samples, SAMPLE_BEGIN, PASS, (double)SAMPLE_NOT_EVALUATED, why);
    uint32_t left = rng_below(&g->rng, SEARCHED_GAME_OPENING + 1);
    for (; left > 0 && status == STATUS_OK && !searched_game_is_over(g); left--) {
        const int point = searched_game_policy_move(g);
        status = policy_samples_add(samples, point, PASS, (double)SAMPLE_NOT_EVALUATED, why);
        if (status == STATUS_OK) status = game_play(&g->game, point, g->game.to_move, why);
    }
    return status;
}

/* Adds a row for a position: the move that is played, the search's choice and value, and its
 * visits. */
static enum status add_row(struct policy_samples *samples, const struct search_statistics *found,
                           int point, double value, struct failure *why) {
    enum status status = policy_samples_add(samples, point, found->candidates[0].point, value, why);
    for (int i = 0; i < found->count && status == STATUS_OK; i++) {
        const struct search_candidate *candidate = &found->candidates[i];
        if (candidate->point != PASS && candidate->visits > 0)
            status = policy_samples_add_choice(samples, candidate->point, (double)candidate->visits,
                                               why);
    }
    return status;
}

/* The same with rows instead of samples; positions inside the tree are of no use to linear
 * policies. */
static enum status search_policy_game(struct searched_game *g, struct policy_samples *samples,
                                      struct failure *why) {
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !searched_game_is_over(g)) {
        struct search_statistics found;
        status = searched_game_evaluate(g, g->params.policy_simulations, &found, why);
        if (status != STATUS_OK) break;
        const double value = searched_game_value(g, &found);
        const bool explores = rng_bernoulli(&g->rng, g->params.epsilon);
        const int point = explores ? searched_game_policy_move(g) : found.candidates[0].point;
        status = add_row(samples, &found, point, value, why);
        if (searched_game_is_sure(value)) break;
        if (status == STATUS_OK) status = game_play(&g->game, point, g->game.to_move, why);
    }
    return status;
}

static enum status play_policy_game(struct policy_games *games, uint64_t number,
                                    struct policy_samples *samples, struct failure *why) {
    struct searched_game *g = &((struct searched_games *)games)->at;
    enum status status = searched_game_begin(g, number, why);
    if (status == STATUS_OK) status = begin_policy_game(g, samples, why);
    return status == STATUS_OK ? search_policy_game(g, samples, why) : status;
}

static void free_policy_games(struct policy_games *games) {
    searched_game_free(&((struct searched_games *)games)->at);
    free(games);
}

enum status policy_games_open(struct policy_games **out, int size, const struct params *params,
                              struct weight_store *store, struct failure *why) {
    struct searched_games *g = calloc(1, sizeof *g);
    if (!g) return out_of_memory(why, "games of self-play");
    g->base = (struct policy_games){.play = play_policy_game, .free = free_policy_games};
    const enum status status = searched_game_init(&g->at, size, params, store, NULL, why);
    if (status == STATUS_OK)
        *out = &g->base;
    else
        free_policy_games(&g->base);
    return status;
}

/* --- a program as an opponent --- */

/* Seconds that a program may take for one answer. */
static const double patience = 60;

struct gtp_opponent {
    struct gtp_program base;
    const char *command; /* borrowed */
    struct child child;
    pthread_mutex_t forking;
    const atomic_bool *stop; /* borrowed */
};

/* Starts the program with its first command. A refusal is a failure: a training cannot go on with a
 * program that does not understand it. */
static enum status ask_program(struct gtp_program *program, const char *command, const char **text,
                               struct failure *why) {
    struct gtp_opponent *o = (struct gtp_opponent *)program;
    char name[120];
    if (!o->child.process) {
        const enum status status = child_start(&o->child, o->command, &o->forking, why);
        if (status != STATUS_OK) return status;
    }
    snprintf(name, sizeof name, "the opponent '%.100s'", o->command);
    const enum answer answer = child_ask(&o->child, command, clock_now() + patience, o->stop, text);
    return child_outcome(&o->child, answer, name, command, *text, why);
}

static void free_program(struct gtp_program *program) {
    struct gtp_opponent *o = (struct gtp_opponent *)program;
    child_end(&o->child, true);
    pthread_mutex_destroy(&o->forking);
    free(o);
}

enum status gtp_opponent_open(struct gtp_program **out, const char *command,
                              const atomic_bool *stop, struct failure *why) {
    struct gtp_opponent *o = calloc(1, sizeof *o);
    if (!o) return out_of_memory(why, "an opponent");
    o->base = (struct gtp_program){.ask = ask_program, .free = free_program};
    o->command = command;
    o->stop = stop;
    pthread_mutex_init(&o->forking, NULL);
    *out = &o->base;
    return STATUS_OK;
}

const struct training_host training_host = {.open_program = gtp_opponent_open,
                                            .open_games = policy_games_open};
