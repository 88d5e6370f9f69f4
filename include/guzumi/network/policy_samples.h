/* Training data of the linear policies: games of self-play whose positions a search evaluated.
 *
 * One row a ply, game after game; a row's choices are the moves that the search visited. All but
 * the values are whole numbers, which floats, as weight files hold them, represent exactly. */
#ifndef GUZUMI_POLICY_SAMPLES_H
#define GUZUMI_POLICY_SAMPLES_H

#include "guzumi/base/status.h"

#include <stddef.h>
#include <stdint.h>

/* The move of a row that begins a game. */
enum { SAMPLE_BEGIN = -3 };

/* The value of a position that no search evaluated. */
#define SAMPLE_NOT_EVALUATED (-1.0f)

struct policy_samples {
    float *played;  /* owned; the move: a point, PASS, or SAMPLE_BEGIN */
    float *best;    /* owned; the search's choice before it */
    float *value;   /* owned; Black's win rate by that search, or SAMPLE_NOT_EVALUATED */
    float *choices; /* owned; how many of the choices below are this row's */
    size_t count, room;
    float *choice; /* owned; a point that a search visited */
    float *visits; /* owned; how often */
    size_t choice_count, choice_room;
};

void policy_samples_free(struct policy_samples *samples);

/* Makes room for COUNT rows, and for CHOICES of them all. */
enum status policy_samples_reserve(struct policy_samples *samples, size_t count, size_t choices,
                                   struct failure *why);

/* Adds a row without choices. */
enum status policy_samples_add(struct policy_samples *samples, int played, int best, double value,
                               struct failure *why);

/* Adds a choice to the last row. */
enum status policy_samples_add_choice(struct policy_samples *samples, int point, double visits,
                                      struct failure *why);

/* Removes all rows from COUNT on. */
void policy_samples_cut(struct policy_samples *samples, size_t count);

/* --- games that a search evaluates --------------------------------------------------------------
 */

/* A source of self-play, from a room that can search (learner.h, training_host); its own struct
 * begins with this one. */
struct policy_games {
    /* Plays game NUMBER, which depends on it and the source's parameters alone, into SAMPLES. */
    enum status (*play)(struct policy_games *games, uint64_t number, struct policy_samples *samples,
                        struct failure *why);
    void (*free)(struct policy_games *games);
};

#endif
