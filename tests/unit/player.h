/* A player as the state of a group of tests, and what tests have it do; none of it may fail. */
#ifndef GUZUMI_TEST_PLAYER_H
#define GUZUMI_TEST_PLAYER_H

#include "guzumi/base/system.h"
#include "guzumi/base/threads.h"

#include "guzumi/player/report.h"

#include "cli.h"

#include <stdatomic.h>

#include "unit.h"

/* PLAYER is static: it becomes the state of the tests. */
static inline int start_player(void **state, struct player *player, const struct params *params) {
    struct failure why;
    assert_int_equal(player_open(player, params, NULL, &why), STATUS_OK);
    *state = player;
    return 0;
}

/* The default player with so many SIMULATIONS a move. */
static inline int start_default_player(void **state, struct player *player, int simulations) {
    struct params params;
    params_default(&params);
    params.simulations = simulations;
    return start_player(state, player, &params);
}

/* For a state that is a player, or begins with one. */
static inline int end_player(void **state) {
    player_close(*state);
    return 0;
}

static inline void set(struct player *player, const char *name, const char *value) {
    struct failure why;
    assert_int_equal(engine_set_param(player->engine, name, value, &why), STATUS_OK);
}

static inline int genmove(struct player *player, enum color color) {
    struct failure why;
    int point;
    assert_int_equal(engine_genmove(player->engine, color, &point, &why), STATUS_OK);
    return point;
}

/* The player leaves out MOVES as COLOR's first one from now on; NULL for none. */
static inline void avoid(struct player *player, enum color color, const struct bitset *moves) {
    struct search_bans bans = {.allowed_until = {0}};
    struct failure why;
    if (moves) search_avoid(&bans, color, moves, 1);
    assert_int_equal(engine_set_bans(player->engine, &bans, color, &why), STATUS_OK);
}

struct pondering {
    struct engine *engine;
    int wait_ms;
    atomic_bool ended;
};

/* Thread 0 ponders, thread 1 interrupts it again and again, as the protocol does. */
static inline void ponder_or_stop(void *context, int index) {
    struct pondering *p = context;
    if (index == 0) {
        engine_ponder(p->engine);
        atomic_store(&p->ended, true);
    }
    while (!atomic_load(&p->ended)) {
        if (p->wait_ms) input_wait(NULL, NULL, p->wait_ms);
        engine_interrupt(p->engine);
    }
}

/* Ponders until it is interrupted after WAIT_MS milliseconds, or at once (0). */
static inline void ponder(struct player *player, int wait_ms) {
    struct pondering pondering = {.engine = player->engine, .wait_ms = wait_ms};
    atomic_init(&pondering.ended, false);
    threads_run(2, ponder_or_stop, &pondering);
}

static inline void play_point(struct player *player, enum color color, int point) {
    struct failure why;
    assert_int_equal(engine_play(player->engine, point, color, &why), STATUS_OK);
}

static inline void play(struct player *player, enum color color, const char *name) {
    int point;
    assert_true(point_parse(engine_game(player->engine)->board.size, name, &point));
    play_point(player, color, point);
}

#endif
