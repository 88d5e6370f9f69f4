/* Self-play, and learning from each game as soon as it ends.
 *
 * On several threads each has its own game, tracker and random numbers, and only the weights of the
 * memory are shared, without locks. Where two threads change a weight at the same moment one of the
 * additions may be lost (threads.h): learning survives that, but its result then depends on the
 * timing. One thread is reproducible to the bit. */
#include "guzumi/shapes/trainer.h"

#include "guzumi/base/threads.h"

#include "shape_runs.h"

#include <math.h>
#include <stdlib.h>

/* What a thread plays and learns with. */
struct player {
    struct episode episode; /* or */
    struct leaf_game leaf;  /* with td_leaf */
    struct td_work work;
    struct tracker tracker;
    struct rng rng;
    struct trainer_statistics statistics;
};

struct trainer {
    struct memory *memory;           /* borrowed */
    struct occurrences *occurrences; /* borrowed or NULL */
    struct td_rule rule;             /* except its alpha, which may decay */
    struct tracker empty;            /* of the empty board: where each game begins */
    struct board start;
    int half_komi;
    struct player *players; /* owned; player_count of them, the first one the caller's own */
    int player_count;
};

static void free_players(struct trainer *t) {
    for (int i = 0; i < t->player_count; i++) {
        episode_free(&t->players[i].episode);
        leaf_game_free(&t->players[i].leaf);
        td_work_free(&t->players[i].work);
    }
    free(t->players);
    t->players = NULL;
    t->player_count = 0;
}

/* Room for PLAYER's games, and to learn from them. */
static enum status equip(const struct trainer *t, struct player *player, struct failure *why) {
    const struct shapes *shapes = t->memory->shapes;
    const bool leaf = t->memory->learnt.origin.params.td_leaf;
    const int changes = leaf ? leaf_log_room(shapes) : episode_log_room(shapes->size);
    const enum status status = leaf ? leaf_game_init(&player->leaf, shapes, why)
                                    : episode_init(&player->episode, shapes->size, why);
    if (status != STATUS_OK) return status;
    return td_work_init(&player->work, shapes->size, changes, t->memory, why);
}

/* The weights count as shared from two threads on: reads and writes are then atomic. */
enum status trainer_threads(struct trainer *t, int count, struct failure *why) {
    enum status status = STATUS_OK;
    free_players(t);
    t->players = calloc((size_t)count, sizeof *t->players);
    if (!t->players) return out_of_memory(why, "the threads of the training");
    while (t->player_count < count && status == STATUS_OK)
        status = equip(t, &t->players[t->player_count++], why);
    t->memory->concurrent = t->empty.weights.concurrent = t->player_count > 1;
    return status;
}

enum status trainer_new(struct trainer **out, struct memory *memory, struct failure *why) {
    struct trainer *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "training");
    t->memory = memory;
    t->rule = td_long_term_rule(&memory->learnt.origin.params);
    t->half_komi = (int)lround(2 * memory->learnt.origin.params.train_komi);
    enum status status = memory_prepare_learning(memory, why);
    if (status == STATUS_OK) status = trainer_threads(t, 1, why);
    if (status != STATUS_OK) {
        trainer_free(t);
        return status;
    }
    const struct shape_weights weights = memory_weights(memory);
    board_init(&t->start, memory->shapes->size);
    tracker_init(&t->empty, &weights, &t->start);
    *out = t;
    return STATUS_OK;
}

void trainer_free(struct trainer *t) {
    if (!t) return;
    free_players(t);
    free(t);
}

void trainer_count_occurrences(struct trainer *t, struct occurrences *occurrences) {
    t->occurrences = occurrences;
}

/* PLAYER's game: what is learnt from it, and how it ended. The tracker of the empty board is copied
 * and its weights are read again: they have changed since the last game, the shapes of the empty
 * board have not. */
static const struct episode *self_play(const struct trainer *t, struct player *player, int *score) {
    const struct params *params = &t->memory->learnt.origin.params;
    const struct episode_policy policy = {.epsilon = params->epsilon};
    const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
    struct board b;
    player->tracker = t->empty;
    tracker_refresh(&player->tracker);
    if (params->td_leaf) {
        leaf_game_play(&player->leaf, &t->start, &player->tracker, params->epsilon, &player->rng);
        *score = board_score_area(&player->leaf.now->board, NULL);
        return &player->leaf.episode;
    }
    board_copy(&b, &t->start);
    episode_play(&player->episode, &b, &player->tracker, start, &policy, 0, true, &player->rng);
    *score = board_score_area(&b, NULL);
    return &player->episode;
}

/* Plays one game and learns from it. GAMES were begun before it: that decides the step size, even
 * if another thread's game ends earlier. */
static void play(const struct trainer *t, struct player *player, uint64_t games) {
    struct td_rule rule = t->rule;
    int score;
    const struct episode *episode = self_play(t, player, &score);
    const int half_score = 2 * score - t->half_komi;
    const double result = score_reward(half_score);
    struct provenance origin = t->memory->learnt.origin;
    origin.games = games;
    rule.alpha = provenance_alpha(&origin);
    td_learn_shared(&player->work, &rule, episode, result, t->memory);
    if (t->occurrences) occurrences_add(t->occurrences, episode);
    player->statistics.games++;
    player->statistics.moves += (uint64_t)episode->trajectory.length;
    player->statistics.black_wins += half_score > 0;
}

/* The generator is the memory's, so that the next game, perhaps of a resumed training, continues
 * it. */
void trainer_play(struct trainer *t) {
    struct provenance *origin = &t->memory->learnt.origin;
    t->players[0].rng = origin->rng;
    play(t, &t->players[0], origin->games);
    origin->rng = t->players[0].rng;
    origin->games++;
}

/* What all threads of a run are given. */
struct run {
    struct trainer *trainer;
    uint64_t last; /* games at the end */
    const atomic_bool *stop;
    _Atomic uint64_t begun; /* games, those before the run counted */
};

static void play_on_thread(void *context, int index) {
    struct run *run = context;
    while (!atomic_load_explicit(run->stop, memory_order_relaxed)) {
        const uint64_t games = atomic_fetch_add_explicit(&run->begun, 1, memory_order_relaxed);
        if (games >= run->last) return;
        play(run->trainer, &run->trainer->players[index], games);
    }
}

/* Gives all shapes of a class the weight of its first member again: of two additions at the same
 * time one may be lost in one shape and not in another. */
static void align(struct weight_set *set) {
    for (int i = 0; set->classes && i < set->classes->class_count; i++)
        weight_set_set_theta(set, i, weight_set_theta(set, i));
}

static uint64_t games_played(const struct trainer *t) {
    uint64_t games = 0;
    for (int i = 0; i < t->player_count; i++) games += t->players[i].statistics.games;
    return games;
}

/* The first thread continues the memory's random numbers, which makes one thread reproducible; the
 * others draw from generators seeded by it. */
void trainer_run(struct trainer *t, uint64_t games, const atomic_bool *stop) {
    struct provenance *origin = &t->memory->learnt.origin;
    struct run run = {.trainer = t, .last = games, .stop = stop, .begun = origin->games};
    const uint64_t before = games_played(t);
    assert(t->player_count == 1 || !t->occurrences);
    for (int i = 1; i < t->player_count; i++)
        rng_seed(&t->players[i].rng, rng_next(&origin->rng), (uint64_t)i);
    t->players[0].rng = origin->rng;
    threads_run(t->player_count, play_on_thread, &run);
    origin->rng = t->players[0].rng;
    origin->games += games_played(t) - before;
    if (t->player_count == 1) return;
    align(&t->memory->main);
    align(&t->memory->li);
}

/* Each thread counts for itself, which costs no synchronisation; here the counts are added up. */
struct trainer_statistics trainer_take_statistics(struct trainer *t) {
    struct trainer_statistics out = {0};
    for (int i = 0; i < t->player_count; i++) {
        struct player *player = &t->players[i];
        out.games += player->statistics.games;
        out.moves += player->statistics.moves;
        out.black_wins += player->statistics.black_wins;
        player->statistics = (struct trainer_statistics){0};
    }
    return out;
}

/* --- occurrences --- */

/* Counters for the classes of SET, if it is in use. */
static bool make_counts(uint64_t **counts, const struct weight_set *set) {
    *counts = NULL;
    if (!set->classes) return true;
    *counts = calloc((size_t)set->classes->class_count + 1, sizeof **counts);
    return *counts != NULL;
}

enum status occurrences_new(struct occurrences **out, const struct memory *memory,
                            struct failure *why) {
    struct occurrences *o = calloc(1, sizeof *o);
    if (!o) return out_of_memory(why, "counting occurrences");
    o->memory = memory;
    if (!make_counts(&o->main, &memory->main) || !make_counts(&o->li, &memory->li)) {
        occurrences_free(o);
        return out_of_memory(why, "counting occurrences");
    }
    *out = o;
    return STATUS_OK;
}

void occurrences_free(struct occurrences *o) {
    if (!o) return;
    free(o->main);
    free(o->li);
    free(o);
}

/* A class is numbered from 1, with the sign of the entry in it; 0 is no class. */
static void count(uint64_t *counts, const struct weight_set *set, int entry, uint64_t times) {
    const int32_t class = set->classes ? set->classes->class_of[entry] : 0;
    if (class != 0) counts[abs(class) - 1] += times;
}

/* A shape occurs once in each state of its run: the runs of a game, weighted by their lengths, are
 * the feature vectors of all its states. */
static ALWAYS_INLINE void count_run(void *context, struct shape_run run) {
    struct occurrences *o = context;
    const struct memory *m = o->memory;
    const uint64_t times = (uint64_t)(run.until - run.since);
    count(o->main, &m->main, memory_weights(m).base[run.region] + run.code, times);
    count(o->li, &m->li, m->shapes->li_base[run.region] + run.code, times);
}

void occurrences_add(struct occurrences *o, const struct episode *e) {
    if (trajectory_last_state(&e->trajectory) < 1) return;
    kernel_runs(&o->runs, e, o->memory->shapes->region_count, count_run, o);
}
