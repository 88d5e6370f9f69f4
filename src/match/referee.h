/* One game of a match. The referee plays the opening, keeps the clocks, rejects illegal moves by
 * the rules of struct game, and scores the final position. */
#ifndef GUZUMI_REFEREE_H
#define GUZUMI_REFEREE_H

#include "guzumi/base/file.h"
#include "guzumi/match/child.h"
#include "guzumi/match/results.h"

#include "match_player.h"
#include "schedule.h"

enum match_end {
    END_SCORE, /* two passes */
    END_MOVES, /* the plan's max_moves; scored as it stands */
    END_RESIGN,
    END_TIME,
    END_ILLEGAL,
    END_REFUSED,
    END_CRASH,
    END_HANG
};

/* A finished game. Arrays of two are indexed by colour. */
struct game_record {
    int64_t number;
    struct pairing_of_game pairing;
    struct game game; /* owned */
    int opening;      /* the number of moves of the opening */
    enum match_end end;
    char result[16]; /* as in SGF */
    uint32_t seed[2];
    struct result_cost cost[2];
    char version[2][80];
    struct failure error; /* "" if there was none */
};

/* Plays game NUMBER. SCORER, the program of the plan's referee, is started if needed.
 *
 * FAULT_NONE: RECORD is complete, whatever the players did. FAULT_STOPPED or FAULT_FATAL: the match
 * has to end for the reason WHY, and RECORD needs no freeing. */
enum fault referee_play(const struct match_world *world, struct child *scorer, int64_t number,
                        struct pairing_of_game pairing, struct match_player *const players[2],
                        struct game_record *record, struct failure *why);

/* Checks that the program of the plan's referee accepts a game, before any game depends on it. */
enum status referee_try(const struct match_world *world, struct failure *why);

void record_free(struct game_record *record);

/* Appends the record's line in the file of results. */
void record_print(const struct game_record *record, const struct plan *plan, struct buffer *out);

#endif
