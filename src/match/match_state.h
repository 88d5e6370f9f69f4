/* A match as it runs: which games are known, which one is next, and the file of results that both
 * are kept in, so that a match continues where an earlier run of it stopped. */
#ifndef GUZUMI_MATCH_STATE_H
#define GUZUMI_MATCH_STATE_H

#include "guzumi/base/file.h"
#include "guzumi/learner/weight_store.h"
#include "guzumi/match/match.h"

#include "referee.h"

#include <pthread.h>

/* No winner yet; beside enum color, where EMPTY is a draw. */
enum { UNPLAYED = 3 };

struct match;

/* A thread that plays one game after the other, with players of its own. */
struct match_worker {
    struct match *match;
    pthread_t thread;
    struct side **sides; /* owned; by player, made when first needed */
    struct child judge;
};

struct match {
    const struct plan *plan;
    const struct match_options *options;
    struct side_world world;
    struct weight_store **store; /* owned; by player, shared where the weights are the same */
    struct file_grown file;      /* of results, claimed against a second match */
    pthread_mutex_t forking;

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    uint8_t *winner; /* owned; by game: enum color or UNPLAYED */
    int64_t next;    /* no game before this one is left to begin */
    int64_t done, total, played;
    int64_t round; /* Swiss: the one that ORDER is of, -1 at first */
    int *order;    /* owned; its pairings */
    double *wins;  /* owned; of each player before it */
    struct standings standings;
    struct sprt test;
    int64_t tested;               /* pairs that it has taken in */
    struct match_worker *workers; /* owned */
    int live;                     /* workers that have not ended */
    enum status status;           /* of the first worker that failed */
    struct failure failure;
};

/* Whether GAME is of this run's shard. */
bool match_owns(const struct match *match, int64_t game);

/* The next game to play, or -1 when none is left. Waits for the end of a Swiss round. Locked. */
int64_t match_take_game(struct match *match, struct pairing_of_game *pairing);

/* Takes in the pairs whose games are known, as far as none before them is missing. Locked. */
void match_advance_test(struct match *match);

/* Whether the test, if there is one, has been decided. */
bool match_is_decided(const struct match *match);

/* Opens the file, takes in what it holds and cuts a half line off. Another match that writes the
 * same file would make each game twice. */
enum status match_open_results(struct match *match, struct failure *why);

/* Fails if the file of the first game that is to be played is there and holds another plan's game:
 * before it is played. Later ones are looked at when they are kept. */
enum status match_spare_other_games(const struct match *match, struct failure *why);

/* Keeps a game that was played: its own file, its line in the results, its result here. */
enum status match_keep(struct match *match, const struct game_record *record, struct failure *why);

#endif
