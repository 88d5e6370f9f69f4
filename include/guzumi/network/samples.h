/* Training data of the policy-value network (network.h): positions with what a search found.
 *
 * Most are positions inside search trees, whose means are targets too (TreeStrap, Veness and others
 * 2009): a network that has seen only positions of games overrates the poor moves that a tree
 * tries.
 *
 * In memory, samples are bytes one after the other, about 70 each on 9x9. A file is
 *
 *     GUZUMI samples 2
 *     size=9 ...             one line of settings: how the games were made
 *                            an empty line; then for each game, without separators:
 *     length                 4 bytes: of the game
 *     checksum               4 bytes: of the length and the game
 *     game                   its samples, packed: about 18 bytes each on 9x9
 *
 * Files that begin with "samples 1", or before version 1.0 with "lessons 1", have samples as in
 * memory, each beginning with its own length; they are read and continued.
 *
 * Numbers are little-endian on every machine. Games are appended one at a time, so a program that
 * is stopped leaves at most one incomplete game, the last; readers ignore it, and writers cut it
 * off. */
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
    int ko;                  /* the point that ko forbids TO_MOVE, or NO_POINT */
    int last, own;           /* the last move and the one before; or PASS, NO_POINT */
    int half_komi;
    bool inner;           /* from inside a tree, not from a game */
    bool continued_best;  /* the game went on with the search's choice, or with a drawn move that it
                             values nearly as much; false inside a tree */
    double value;         /* Black's win rate, stored in single precision */
    uint32_t simulations; /* through the position */
    /* The moves that they tried here, passes excluded: each point once, with its visits. */
    int choices;
    int16_t choice[BOARD_MAX_POINTS];
    uint32_t visits[BOARD_MAX_POINTS];
    bool has_ownership; /* never inside a tree */
    int8_t
        ownership[BOARD_MAX_POINTS]; /* hundredths, 100 Black's in all simulations, -100 White's */
};

/* What self-play writes is rounded, for a file's sake: values to one part of SAMPLE_VALUE_UNITS,
 * ownership to SAMPLE_OWNERSHIP_STEP hundredths. Both are far below their standard errors. */
#define SAMPLE_VALUE_UNITS 4096.0
enum { SAMPLE_OWNERSHIP_STEP = 5 };
void sample_round(struct sample *sample);

/* Why SAMPLE cannot be a position with a search's findings; NULL if it can. */
const char *sample_find_mistake(const struct sample *sample);

/* --- a sample as bytes --- */

/* A sample as bytes, in memory and in files of format 1:
 *
 *     length 2, size 1, flags 1, ko 2, last 2, own 2, half_komi 2,
 *     value 4, simulations 4, choices 2
 *     stones      a bit for each point, Black's, then White's, each padded to whole bytes
 *     choices     for each its place (2) and its visits (a varint)
 *     ownership   1 for each point, if the flags say that there is any
 *
 * Numbers are little-endian, negative ones in two's complement, the value an IEEE single. A place
 * counts points row by row without the board's padding; the two largest numbers stand for pass and
 * for no point. A varint has seven bits of a number per byte, the lowest first; the eighth bit
 * means that more follow. */

/* Appends SAMPLE, in which sample_find_mistake finds nothing; its game number is left out. */
void sample_append(struct buffer *out, const struct sample *sample);

/* Reads the sample with which BYTES begin, AVAILABLE of them; USED gets its length, or 0. Returns
 * NULL, or why they are not a sample; the contents are not checked (sample_find_mistake). The
 * game's number is 0. */
const char *sample_take(const unsigned char *bytes, size_t available, size_t *used,
                        struct sample *out);

/* --- in memory --- */

/* Empty when zero-initialised. */
struct samples {
    struct buffer bytes; /* owned */
    size_t *begin;       /* owned; where each sample begins there */
    uint32_t *game;      /* owned; the game of each; never decreases */
    size_t count, room;
    uint32_t games; /* the largest game number plus one */
    uint32_t *file; /* owned; the first game of each file that was read */
    size_t file_count;
};
void samples_free(struct samples *samples);

/* Removes all samples, or those from COUNT on with the games from GAMES on; keeps the memory. */
void samples_clear(struct samples *samples);
void samples_cut(struct samples *samples, size_t count, uint32_t games);

/* Adds a SAMPLE in which sample_find_mistake finds nothing, of the last game or a later one. */
enum status samples_add(struct samples *samples, const struct sample *sample, struct failure *why);

static inline size_t samples_count(const struct samples *samples) {
    return samples->count;
}

/* Writes the sample number INDEX, below the count, into OUT. */
void samples_get(const struct samples *samples, size_t index, struct sample *out);

/* The number of GAME, which was read, in its file, from 0, whichever files were read before; where
 * none was read, GAME itself. */
uint32_t samples_game_in_file(const struct samples *samples, uint32_t game);

/* --- files --- */

/* The longest line of settings, with the zero at its end. */
enum { SAMPLES_MAX_SETTINGS = 1000 };

/* What a file holds. */
struct samples_found {
    int size; /* of the boards; 0 if the file ends within its head, where no game is yet */
    char settings[SAMPLES_MAX_SETTINGS];
    uint32_t games;
    size_t samples;
    bool packed;    /* whether it is of format 2 */
    size_t whole;   /* bytes up to the end of the last whole game */
    size_t dropped; /* bytes behind these: of a game that is incomplete */
};

/* Adds the samples of the file PATH to SAMPLES, which may hold those of other files; its games are
 * numbered after theirs. SAMPLES and FOUND may be NULL. If anything in the file is wrong this
 * fails, naming the game and the sample, both from 1, and leaves SAMPLES as they were. */
enum status samples_read(struct samples *samples, const char *path, struct samples_found *found,
                         struct failure *why);

/* Counts the games and samples of the file PATH by their lengths, without looking into them. */
enum status samples_survey(const char *path, struct samples_found *found, struct failure *why);

/* A file that grows game by game. */
struct samples_file {
    struct file_grown grown;
    bool packed;
    uint32_t games; /* that it holds */
};

/* Opens PATH, makes it if it is missing, and claims it. SETTINGS is a line that begins with
 * "size=N"; a file with other settings, or one that is not a file of samples, is refused. An
 * incomplete game at its end is cut off, which FOUND, unless NULL, reports. The file must be closed
 * even if this fails; PATH is borrowed until then. */
enum status samples_file_open(struct samples_file *file, const char *path, const char *settings,
                              struct samples_found *found, struct failure *why);

/* Appends one game: the samples of SAMPLES from FIRST on, which may be none. After a failure
 * nothing more may be appended. */
enum status samples_file_append(struct samples_file *file, const struct samples *samples,
                                size_t first, struct failure *why);
void samples_file_close(struct samples_file *file);

#endif
