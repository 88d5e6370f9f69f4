/* A game between two sides, under the rules of struct game: the referee deals the opening, keeps
 * the clocks, rejects illegal moves, and scores what two passes or the limit of moves left. */
#ifndef GUZUMI_REFEREE_H
#define GUZUMI_REFEREE_H

#include "guzumi/base/file.h"
#include "guzumi/match/child.h"
#include "guzumi/match/results.h"

#include "schedule.h"
#include "side.h"

enum match_end {
    END_SCORE, /* two passes */
    END_MOVES, /* the limit of moves; scored as it stands */
    END_RESIGN,
    END_TIME,
    END_ILLEGAL,
    END_REFUSED,
    END_CRASH,
    END_HANG
};

/* A finished game. */
struct game_record {
    int64_t number;
    struct pairing_of_game players;
    struct game game; /* the moves; owned */
    int opening;      /* moves of it */
    enum match_end end;
    char result[16]; /* as SGF has it */
    uint32_t seed[2];
    struct result_cost cost[2]; /* of each side's moves */
    char version[2][80];
    struct failure error; /* "" when there was none */
};

/* Plays GAME. JUDGE is the program that judges final positions if the plan has one; it is started
 * when needed. FAULT_NONE: RECORD is filled in, whatever the sides did; otherwise the match has to
 * end (FAULT_STOPPED, FAULT_FATAL), WHY says why, and RECORD needs no freeing. */
enum fault referee_play(const struct side_world *world, struct child *judge, int64_t number,
                        struct pairing_of_game players, struct side *const sides[2],
                        struct game_record *record, struct failure *why);

/* Whether the plan's referee, a program, takes a game; no game of the match is lost by a mistake in
 * its name. */
enum status referee_try(const struct side_world *world, struct failure *why);

void record_free(struct game_record *record);

/* Appends the record's line of the file of results. */
void record_print(const struct game_record *record, const struct plan *plan, struct buffer *out);

#endif
