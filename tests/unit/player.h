/* A player as the state of a group of tests, and what tests have it do; none of it may fail. */
#ifndef GUZUMI_TEST_PLAYER_H
#define GUZUMI_TEST_PLAYER_H

#include "cli.h"
#include "unit.h"

/* PLAYER is static: it becomes the state of the tests. */
static inline int start_player(void **state, struct player *player, const struct params *params) {
    struct failure why;
    assert_int_equal(player_open(player, params, NULL, &why), STATUS_OK);
    *state = player;
    return 0;
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
