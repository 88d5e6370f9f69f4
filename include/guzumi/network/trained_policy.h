/* The learnt policies, of playouts and of the tree, as they are trained and played: a learnt thing
 * (learner.h). They play on boards of all sizes, best on those that they were trained on.
 *
 * Weight files have the kind "policy", the sections theta (of playouts) and moves (of the tree)
 * and, to continue, the sums of squared gradients and the positions of all games so far. */
#ifndef GUZUMI_TRAINED_POLICY_H
#define GUZUMI_TRAINED_POLICY_H

#include "guzumi/base/status.h"
#include "guzumi/learner/learner.h"
#include "guzumi/network/move_policy.h"
#include "guzumi/playout/playout.h"
#include "guzumi/playout/softmax.h"

#include <stddef.h>
#include <stdint.h>

/* --- samples --- */

/* Training data of the linear policies: games of self-play whose positions a search evaluated.
 *
 * One row a ply, game after game; a row's choices are the moves that the search visited. All but
 * the values are whole numbers, which floats, as weight files hold them, represent exactly. */

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

/* --- games that a search evaluates --- */

/* A source of self-play, from a room that can search (learner.h, training_host); its own struct
 * begins with this one. */
struct policy_games {
    /* Plays game NUMBER, which depends on it and the source's parameters alone, into SAMPLES. */
    enum status (*play)(struct policy_games *games, uint64_t number, struct policy_samples *samples,
                        struct failure *why);
    void (*free)(struct policy_games *games);
};

/* --- the policies --- */

/* The objectives that the training of the playouts' policy maximises: the likelihood of good moves,
 * and balance. */
enum policy_objective { POLICY_LIKELIHOOD, POLICY_BALANCE, POLICY_OBJECTIVES };

struct trained_policy {
    struct learnt learnt;
    struct softmax softmax;   /* of playouts */
    struct move_policy moves; /* of the tree */
    /* For more training: */
    float squares[POLICY_OBJECTIVES][SOFTMAX_WEIGHTS]; /* of each weight's gradients, summed */
    float move_squares[MOVE_WEIGHTS];
    struct policy_samples samples; /* owned */
};

/* Computes the tables to play by, after the weights or the parameters of the origin have changed.
 */
void trained_policy_expand(struct trained_policy *policy);

/* The policies for boards of SIZE in STORE (weight_store_find); *OUT is NULL if there are none. */
enum status trained_policy_find(struct weight_store *store, int size,
                                const struct trained_policy **out, struct failure *why);

/* Gives PATTERNS the playouts' policy among these, borrowed until the store's next load. */
enum status trained_policy_find_playouts(struct weight_store *store, int size,
                                         struct playout_patterns *patterns, struct failure *why);

#endif
