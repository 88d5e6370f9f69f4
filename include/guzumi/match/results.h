/* Results of a match: a text file with a header and one line for each game, with columns separated
 * by tabs. Each line is written by one call, so that a killed run leaves at most one incomplete
 * line, at the end. */
#ifndef GUZUMI_RESULTS_H
#define GUZUMI_RESULTS_H

#include "guzumi/base/file.h"
#include "guzumi/go/point.h"

#include <stdint.h>

enum result_column {
    RESULT_PLAN,
    RESULT_GAME,
    RESULT_BLACK,
    RESULT_WHITE,
    RESULT_RESULT,
    RESULT_MOVES,
    RESULT_END,
    RESULT_OPENING,
    RESULT_SEED_BLACK,
    RESULT_SEED_WHITE,
    RESULT_SECONDS_BLACK,
    RESULT_SECONDS_WHITE,
    RESULT_PROCESSOR_BLACK, /* seconds, or "-" if unknown */
    RESULT_PROCESSOR_WHITE,
    RESULT_VERSION_BLACK,
    RESULT_VERSION_WHITE,
    RESULT_ERROR,
    RESULT_COLUMNS
};

/* How a game ended. The last five are faults of the player who lost. */
enum match_end {
    END_SCORE, /* two passes */
    END_MOVES, /* the plan's max_moves; scored as it stands */
    END_RESIGN,
    END_TIME,
    END_ILLEGAL,
    END_REFUSED,
    END_CRASH,
    END_HANG,
    MATCH_ENDS
};

/* Their words in the column RESULT_END. */
extern const char *const match_end_words[MATCH_ENDS];

/* The first line of the file, without its newline. */
extern const char results_header[];

struct result {
    const char *column[RESULT_COLUMNS]; /* point into the file's text */
    uint64_t plan;                      /* its hash */
    int64_t game;
    enum color winner; /* EMPTY: a draw */
    size_t order;      /* of reading */
};

struct results {
    struct result *list; /* owned; count of them, in the order of the files and lines */
    size_t count, capacity;
    char **texts; /* owned; the files */
    size_t text_count;
};

/* Appends the lines of the file at PATH to RESULTS, which must be all zero before the first file.
 * An incomplete last line is ignored; *COMPLETE, unless NULL, gets the number of bytes before it.
 */
enum status results_read(struct results *results, const char *path, size_t *complete,
                         struct failure *why);

/* Appends the lines of COUNT files. */
enum status results_read_all(struct results *results, const char *const *paths, int count,
                             struct failure *why);
void results_free(struct results *results);

/* Sorts by plan, then game; lines of one game stay in the order of the files. */
void results_sort(struct results *results);

/* Whether two lines of one game agree, apart from seconds, versions and errors. */
bool results_agree(const struct result *a, const struct result *b);

/* How the game of RESULT ended; MATCH_ENDS if its word is unknown. */
enum match_end result_end(const struct result *result);

/* The turns of COLOR in a game of MOVES, the first OPENING of which were given. If the game was not
 * SCORED, the last turn made no move: a player resigned or broke the game. */
int64_t result_turns(int64_t moves, int64_t opening, bool scored, enum color color);

/* The cost of one player's moves in a game. */
struct result_cost {
    int64_t moves;    /* its turns (result_turns) */
    double seconds;   /* wall time */
    double processor; /* processor seconds; NAN if unknown */
};
struct result_cost result_cost(const struct result *result, enum color color);

/* Appends the line with its newline. */
void results_print(const struct result *result, struct buffer *out);

#endif
