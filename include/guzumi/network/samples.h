/* Samples: positions with what a search has found of them, from which the policy-value network
 * (network.h) learns.
 *
 * Most are positions inside search trees, as the means there are targets as well (TreeStrap, Veness
 * and others, 2009): a network that has seen the positions of games alone misjudges the poor moves
 * that a tree looks at.
 *
 * In memory samples lie one behind the other as bytes, about 70 each on 9x9. A file of samples is
 *
 *     GUZUMI samples 1
 *     size=9 ...             one line: how the games were made, as its writer words it
 *                            an empty line; then for each game, with nothing between:
 *     length                 4 bytes: of the samples
 *     checksum               4 bytes: of the length and the samples
 *     samples                each begins with its own length
 *
 * with whole numbers in little-endian order on every machine. Games are appended one at a time. A
 * program that was stopped leaves at most one incomplete game, the last; readers ignore it, and who
 * continues the file cuts it off. */
#ifndef GUZUMI_SAMPLES_H
#define GUZUMI_SAMPLES_H

#include "guzumi/base/bitset.h"
#include "guzumi/base/file.h"
#include "guzumi/base/status.h"
#include "guzumi/go/point.h"

#include <stddef.h>
#include <stdint.h>

struct sample {
    uint32_t game; /* of its store, from 0 */
    int size;
    enum color to_move;
    struct bitset stones[2]; /* by colour */
    int ko;                  /* the point that a ko bars for TO_MOVE, or NO_POINT */
    int last, own;           /* the last move and the one before; or PASS, NO_POINT */
    int half_komi;
    bool inner;           /* it is from inside a tree; no game was there */
    bool continued_best;  /* the game went on with the search's choice; false inside a tree */
    double value;         /* Black's chance of winning; a float's precision is kept */
    uint32_t simulations; /* that went through the position */
    /* The moves that they made here, passes left out: each point once, with its visits. */
    int choices;
    int16_t choice[BOARD_MAX_POINTS];
    uint32_t visits[BOARD_MAX_POINTS];
    bool has_ownership; /* never inside a tree */
    int8_t
        ownership[BOARD_MAX_POINTS]; /* hundredths, 100 Black's in all simulations, -100 White's */
};

/* What no search can have found: NULL, or what is impossible about SAMPLE. */
const char *sample_find_mistake(const struct sample *sample);

/* --- in memory ----------------------------------------------------------------------------------
 */

/* Empty when zero-initialised. */
struct samples {
    struct buffer bytes; /* owned */
    size_t *begin;       /* owned; where each sample begins there */
    uint32_t *game;      /* owned; of each; they never fall */
    size_t count, room;
    uint32_t games; /* one more than the largest number of a game */
};
void samples_free(struct samples *samples);

/* Forgets all samples, or those from COUNT on and with them the games from GAMES on; the room
 * stays.
 */
void samples_clear(struct samples *samples);
void samples_cut(struct samples *samples, size_t count, uint32_t games);

/* Adds a SAMPLE without a mistake, of the last game or of a later one. */
enum status samples_add(struct samples *samples, const struct sample *sample, struct failure *why);

static inline size_t samples_count(const struct samples *samples) {
    return samples->count;
}

/* Writes the sample number INDEX, below the count, into OUT. */
void samples_get(const struct samples *samples, size_t index, struct sample *out);

/* --- files --------------------------------------------------------------------------------------
 */

/* The longest line of settings, with the zero at its end. */
enum { SAMPLES_MAX_SETTINGS = 1000 };

/* What a file was found to hold. */
struct samples_found {
    int size; /* of the boards */
    char settings[SAMPLES_MAX_SETTINGS];
    uint32_t games;
    size_t samples;
    size_t whole;   /* bytes up to the end of the last whole game */
    size_t dropped; /* bytes behind these: of a game that is incomplete */
};

/* Adds the samples of the file PATH to SAMPLES, which may be of other files already; its games get
 * the numbers behind theirs. Either may be NULL. When the file is none, or anything in it is wrong,
 * this fails, naming the game and the sample, both from 1, and SAMPLES are as before. */
enum status samples_read(struct samples *samples, const char *path, struct samples_found *found,
                         struct failure *why);

/* A file that grows game by game. */
struct samples_file {
    struct file_grown grown;
    uint32_t games; /* that it holds */
};

/* Opens PATH, makes it if it is missing, and claims it. SETTINGS is a line that begins with
 * "size=N"; a file made with others, or one that is no file of samples, is refused. What is
 * incomplete at its end is cut off; FOUND, which may be NULL, tells of that. It must be closed even
 * if this fails; PATH is borrowed until then. */
enum status samples_file_open(struct samples_file *file, const char *path, const char *settings,
                              struct samples_found *found, struct failure *why);

/* Appends one game: the samples of SAMPLES from FIRST on, which may be none. After a failure
 * nothing more may be appended. */
enum status samples_file_append(struct samples_file *file, const struct samples *samples,
                                size_t first, struct failure *why);
void samples_file_close(struct samples_file *file);

#endif
