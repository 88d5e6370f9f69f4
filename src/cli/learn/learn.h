/* guzumi learn: generations of self-play, training and a gate, in one folder that is the only
 * state.
 *
 *     settings              settings that are fixed by the first call
 *     games/003-9-1.samples     self-play of generation 3 on 9x9, process 1 (of shard 2: 2.1). Any
 *                           file with this ending is learnt from; one whose name begins with the
 *                           number of the generation under way counts among its games, too
 *     networks/003.weights  the network that generation 3 has trained, packed; its row so far
 *                           (003.tsv) and its calibration, win rates against results
 *                           (003-win-rates.tsv); 000 is the initial network
 *     training-003.weights  the training in progress
 *     matches/003-9.plan    its gate: a match against the current network, its results (.tsv)
 *                           and games (a folder of SGF files)
 *     history.tsv           a row for each generation that is complete
 *     spent                 processor seconds so far; of shard 2: 2.spent
 *     best.weights          a copy of the current network
 *     report.html           curves, win rates, first moves, a game, the table
 *
 * What stage a generation has reached is read from these files, so a process that is killed at any
 * moment loses at most the games being played. Files are replaced atomically or grow by whole
 * records. */
#ifndef GUZUMI_LEARN_H
#define GUZUMI_LEARN_H

#include "guzumi/base/clock.h"
#include "guzumi/base/file.h"
#include "guzumi/base/params.h"
#include "guzumi/learner/learner.h"
#include "guzumi/match/standings.h"
#include "guzumi/network/network.h"

#include "console.h"

enum { LEARN_SIZES = 8, LEARN_PATH = 1024, LEARN_SETTINGS = 400, LEARN_NAME = 80 };

/* A board size and its weight in the number of games. */
struct learn_size {
    int size, weight;
};

/* The options of the command line. */
struct learn_plan {
    const char *folder;
    struct learn_size sizes[LEARN_SIZES];
    int size_count;
    bool from_scratch;    /* begin with random weights, not with the built-in network */
    struct params params; /* of self-play and training */
    int64_t games;        /* of a generation */
    int64_t generations;  /* the total number, including those of earlier calls */
    int64_t window;       /* positions to train on: the newest files that hold this many */
    double passes;        /* how often each position is trained on, on average */
    int64_t match_games;  /* of the gate, at most */
    double move_time;     /* of its players, processor seconds */
    int jobs;
    int shard; /* 0: the loop itself; else only its games are played, for the loop to learn from */
};

/* --- the folder --- */

/* The results of a generation on boards of one size. */
struct size_result {
    int size; /* 0: none */
    struct score gate;
    double win_rate_error; /* expected, at held-out positions (network.h); 0: not measured */
};

/* A complete generation: a row of the history. */
struct generation {
    int64_t number;
    int64_t games, positions; /* in the folder after its self-play */
    int64_t learnt;           /* positions of its window */
    int64_t steps;
    double hours; /* processor hours from the beginning on */
    /* On held-out games of self-play (learner.h, struct measure). */
    double policy_loss, linear_policy_loss, policy_hits, value_error, ownership_error;
    struct score gate; /* of its network against the one that played */
    double ratio;      /* the log likelihood ratio of the test */
    int64_t plays;     /* the generation whose network is the current one from now on */
    struct size_result sizes[LEARN_SIZES];
};

struct history {
    struct generation *list; /* owned */
    int count;
};

/* Reads or begins the history of FOLDER. */
enum status history_read(struct history *history, const char *folder, struct failure *why);
enum status history_add(struct history *history, const struct generation *next, const char *folder,
                        struct failure *why);
void history_free(struct history *history);

/* Saves the row of a generation that is not complete after its training, beside its network, and
 * reads it again; without a file it stays as it is. */
enum status generation_save(const struct generation *generation, const char *folder,
                            struct failure *why);
enum status generation_load(struct generation *generation, const char *folder, struct failure *why);

/* The generation of the current network; 0 at first. */
int64_t history_plays(const struct history *history);

/* Elo of a generation above generation 0, with its 95 % interval against the network that it met:
 * each network's is that of the one that it met in its gate and the difference there. Generations
 * before the first have 0. */
struct estimate history_elo(const struct history *history, int64_t number);

/* Writes FOLDER/NAME, printed as FORMAT says, into PATH; fails if it is too long. */
enum status learn_path(char path[LEARN_PATH], const char *folder, struct failure *why,
                       const char *format, ...) GUZUMI_PRINTF(4, 5);

/* The generation with which the NAME of a file begins: three digits, from 1000 on more. Games from
 * elsewhere have none, even if their name begins with another number (13-1.samples): -1. */
int64_t learn_generation_of(const char *name);

/* The files of self-play in FOLDER/games, oldest first; those from elsewhere count as the oldest.
 */
enum status learn_list_games(struct file_names *out, const char *folder, struct failure *why);

/* --- the page --- */

/* What is in progress when the page is written. */
struct learn_now {
    int64_t generation;
    const char *stage;        /* "self-play", "training", "match", or "complete" */
    double games_a_second;    /* of the last self-play; 0: none yet */
    struct progress progress; /* of the stage; all = 0: not known */
};

/* Adds the calibration plots of the newest network, win rates against results, one for each size.
 */
enum status learn_add_win_rates(const struct learn_plan *plan, const struct history *history,
                                struct buffer *out, struct failure *why);

/* Writes FOLDER/report.html. */
enum status learn_write_page(const struct learn_plan *plan, const struct history *history,
                             const struct learn_now *now, struct failure *why);

/* --- stages ---
 *
 * Each stage of a generation continues where an interrupted call has left it. */

/* Seconds between two lines of progress, and between two pages. */
#define LEARN_INTERVAL 30.0
#define LEARN_PAGE_INTERVAL 60.0

struct learning {
    const struct learn_plan *plan;
    struct history history;                      /* owned */
    int64_t generation;                          /* under way */
    int64_t plays;                               /* the generation of the current network */
    int size;                                    /* of the network */
    double spent;                                /* processor seconds of earlier calls */
    double spent_by_shards;                      /* processor seconds, when last read */
    double page_written;                         /* when the page was */
    struct calibration calibration[LEARN_SIZES]; /* of the training, by size of the plan */
    struct learn_now now;
    struct generation row; /* of the generation under way */
};

static inline bool learn_is_stopped(void) {
    return atomic_load(interrupt_flag());
}

/* Whether there is a file PATH. */
static inline bool learn_has(const char *path) {
    return file_would_be_replaced(path);
}

/* Shows learning->now.progress: a line with MORE and BOUND (console.h) if the last one is older
 * than LEARN_INTERVAL or the stage is done, and the page if it is older than LEARN_PAGE_INTERVAL. A
 * page that can't be written is left for the stage's end, which fails. */
void learn_show_progress(struct learning *learning, const char *more, const char *bound);
void learn_show_page(struct learning *learning);

/* The path of the network of generation NUMBER. */
enum status learn_network_path(const struct learning *learning, int64_t number,
                               char path[LEARN_PATH], struct failure *why);

/* Makes a network by the plan with the weights of FROM; NULL: with random ones. */
enum status learn_make_network(const struct learning *learning, const struct learnt *from,
                               struct learnt **out, struct failure *why);

/* The part of ALL for the size number INDEX; the parts add up to ALL. */
int64_t learn_share(const struct learn_plan *plan, int index, int64_t all);

/* Plays the games of the generation with the current network, plan->jobs at a time. */
enum status learn_play(struct learning *learning, struct failure *why);

/* Trains a network from that one on the window of samples. */
enum status learn_train(struct learning *learning, struct failure *why);

/* Plays the gate: the new network becomes the current one if the games are likelier under its being
 * better than under its being worse by as much. */
enum status learn_gate(struct learning *learning, struct failure *why);

#endif
