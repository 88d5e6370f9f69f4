/* The plan of a match: who plays whom, how often and by which rules, as a text file says it.
 *
 * Each line is "key value...". '#' starts a comment at the start of a line or after a blank.
 * `guzumi match --help` lists the keys. Everything about game number g (players,
 * colours, opening, seeds) is a function of the plan and g. In a Swiss tournament it also depends
 * on the results of earlier rounds, which are such functions themselves.
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

enum {
    PLAN_MAX_NAME = 64, /* bytes of a player's name, its 0 included */
    PLAN_MAX_PLAYERS = 1000,
    PLAN_MAX_GAMES = 10000000,
    PLAN_MAX_OPENING = 100 /* plies */
};

struct plan_player {
    char name[PLAN_MAX_NAME];
    char *command;        /* owned; a GTP program for the shell, or NULL: played in process */
    struct params params; /* with rules=cgos (all stones alive) unless the plan says otherwise or a
                             referee judges */
    bool rules_given;
    char *weights; /* owned; a weight file, or NULL for the built-in ones */
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
    int64_t games;     /* a pairing (Swiss: and round); even */
    int opening_plies; /* random ones */
    enum clock clock;  /* of all times of moves; CLOCK_THREAD: processor seconds, programs' too */
    bool timed;        /* by the clock below, as GTP's time_settings */
    double main_time, period;
    int stones;
    int max_moves;      /* the opening included */
    double patience;    /* seconds for an answer of an external program; by CLOCK_THREAD a move
                           has its clock besides */
    char *referee;      /* owned; a GTP program that judges final positions, or NULL: all alive */
    bool is_sequential; /* ends as soon as SPRT tells how the first player stands to the second */
    struct sprt_bounds sprt;
    uint64_t hash; /* of all that a game depends on: neither `games` nor `rounds` nor SPRT */
};

/* Reads the plan at PATH and hashes the weight files that it names. The message of a failure starts
 * with PATH and the line. */
enum status plan_read(struct plan *plan, const char *path, struct failure *why);

/* The same from TEXT, which is overwritten; NAME stands for it in messages. */
enum status plan_parse(struct plan *plan, char *text, const char *name, struct failure *why);

void plan_free(struct plan *plan);

/* The games of the whole plan, at most PLAN_MAX_GAMES. */
int64_t plan_total(const struct plan *plan);

/* The player called NAME, or -1. */
int plan_find_player(const struct plan *plan, const char *name);

#endif
