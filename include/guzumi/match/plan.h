/* The plan of a match, read from a text file: who plays whom, how often and by which rules.
 *
 * Each line is "key value..."; `guzumi match --help` lists the keys. '#' starts a comment at the
 * start of a line or after a blank.
 *
 * Everything about game number g (players, colours, opening, seeds) is a function of the plan and
 * g; in a Swiss tournament also of the results of earlier rounds.
 *
 * Games 2k and 2k + 1 share an opening, with the colours swapped. Round robin and anchor deal these
 * pairs out to the pairings in turn, so that an unfinished match is balanced and a larger `games`
 * only adds games. */
#ifndef GUZUMI_PLAN_H
#define GUZUMI_PLAN_H

#include "guzumi/base/clock.h"
#include "guzumi/base/params.h"
#include "guzumi/base/status.h"
#include "guzumi/go/point.h"
#include "guzumi/match/sprt.h"
#include "guzumi/player/time_control.h"

enum {
    PLAN_MAX_NAME = 64, /* bytes of a player's name, including its 0 */
    PLAN_MAX_PLAYERS = 1000,
    PLAN_MAX_GAMES = 10000000,
    PLAN_MAX_OPENING = 100 /* plies */
};

struct plan_player {
    char name[PLAN_MAX_NAME];
    char *command;        /* owned; starts a GTP program, or NULL for an internal player */
    struct params params; /* of an internal player. rules=cgos (all stones count as alive) unless
                             the plan sets rules or has a referee */
    char *weights;        /* owned; a weight file, or NULL for the built-in weights */
};

enum pairing { PAIRING_ROUND_ROBIN, PAIRING_ANCHOR, PAIRING_SWISS };

struct plan {
    int size;
    double komi;
    uint64_t seed;
    struct plan_player *players; /* owned; player_count of them */
    int player_count;
    enum pairing pairing;
    int anchor;        /* a player, for PAIRING_ANCHOR */
    int64_t rounds;    /* for PAIRING_SWISS */
    int64_t games;     /* per pairing (Swiss: per pairing and round); even */
    int opening_plies; /* random ones */
    enum clock clock;  /* measures all moves; CLOCK_THREAD: processor seconds, also of programs */
    enum time_kind time_kind; /* with the limits below, as in struct time_control */
    double main_time, period;
    int stones;
    int max_moves;      /* including the opening */
    double patience;    /* seconds for an answer of a program; with CLOCK_THREAD, a timed move may
                           take its time on the clock in addition */
    char *referee;      /* owned; starts a GTP program that scores final positions, or NULL: by
                           area, all stones alive */
    bool is_sequential; /* the match ends when SPRT decides between the two players */
    struct sprt_bounds sprt;
    uint64_t hash; /* of all that a game depends on: of `games` in a Swiss tournament alone, where
                      it decides the pairings, and not of `rounds` and SPRT */
};

/* Reads the plan at PATH, and the weight files that it names for the hash. The message of a failure
 * starts with PATH and the line. */
enum status plan_read(struct plan *plan, const char *path, struct failure *why);

/* Parses TEXT, which is overwritten, without reading weight files; NAME stands for it in messages.
 */
enum status plan_parse(struct plan *plan, char *text, const char *name, struct failure *why);

void plan_free(struct plan *plan);

/* Sets TIME to the plan's clocks at the start of a game. */
void plan_set_clocks(const struct plan *plan, struct time_control *time);

/* The number of games of the whole plan, at most PLAN_MAX_GAMES. */
int64_t plan_total(const struct plan *plan);

/* The player called NAME, or -1. */
int plan_find_player(const struct plan *plan, const char *name);

#endif
