/* The state of a running match: the games with known results, the next game, and the file of
 * results, from which a match continues where an earlier run stopped. */
#ifndef GUZUMI_MATCH_STATE_H
#define GUZUMI_MATCH_STATE_H

#include "guzumi/base/file.h"
#include "guzumi/learner/learner.h"
#include "guzumi/match/match.h"

#include "referee.h"

#include <pthread.h>

/* A value beside enum color, whose EMPTY is a draw. */
enum { UNPLAYED = 3 };

struct match;

/* A thread that plays one game after another with players of its own. */
struct match_worker {
    struct match *match;
    pthread_t thread;
    struct match_player **players; /* owned; by player, created on first use */
    struct child scorer;
};

struct match {
    const struct plan *plan;
    const struct match_options *options;
    struct match_world world;
    struct weight_store **stores; /* owned; by player, shared by players with the same weights */
    struct file_grown file;       /* of results; claimed against another match */
    pthread_mutex_t forking;

    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t changed;
    uint8_t *winner; /* owned; by game: enum color or UNPLAYED */
    int64_t next;    /* all games before it are known or being played */
    int64_t done, total, played;
    int64_t round; /* Swiss: the current round, -1 before the first */
    int *order;    /* owned; the pairings of ROUND */
    double *wins;  /* owned; by player, in the rounds before ROUND */
    struct standings standings;
    struct sprt test;
    int64_t tested;               /* the number of pairs in TEST */
    struct match_worker *workers; /* owned */
    int live;                     /* workers that are running */
    enum status status;           /* of the first worker that failed */
    struct failure failure;
};

/* Whether GAME belongs to this run's shard. */
bool match_owns(const struct match *match, int64_t game);

/* The next game to play, or -1 if none is left. Waits for the end of a Swiss round. Locked. */
int64_t match_take_game(struct match *match, struct pairing_of_game *pairing);

/* Adds to the test the known pairs up to the first incomplete one. Locked. */
void match_advance_test(struct match *match);

/* Whether the test, if there is one, has been decided. */
bool match_is_decided(const struct match *match);

/* Opens the file of results, adds its games, truncates an incomplete last line, and claims the
 * file: a second match on it would play each game twice. */
enum status match_open_results(struct match *match, struct failure *why);

/* Fails if the SGF file of the first game to play exists and belongs to another plan. The files of
 * later games are checked when they are written. */
enum status match_check_sgf_folder(const struct match *match, struct failure *why);

/* Saves a finished game: its SGF file, its line in the results, its result here. */
enum status match_save_game(struct match *match, const struct game_record *record,
                            struct failure *why);

#endif
