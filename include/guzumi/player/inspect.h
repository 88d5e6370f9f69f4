/* Views into the player for people who want to see how it evaluates the current position. Nothing
 * here searches, changes the game or changes what was learnt. */
#ifndef GUZUMI_INSPECT_H
#define GUZUMI_INSPECT_H

#include "guzumi/classics/classic.h"
#include "guzumi/player/engine.h"

/* Who will own each point, by playouts (ownership.h): 1 if Black always does, -1 if White always
 * does. */
void engine_ownership(const struct engine *engine, double owner[BOARD_MAX_POINTS]);

/* The mean score of those playouts in points, Black's view, less White's compensation. */
double engine_expected_score(const struct engine *engine);

/* How many simulations of the last search, be it a choice, an analysis or pondering, began with
 * each point, whatever was played since. Returns how many there are in all, 0 if a choice was made
 * without a search. */
uint64_t engine_visits(const struct engine *engine, uint64_t visits[BOARD_MAX_POINTS]);

/* How often the default policy (the uniform one if there is none) chooses each point for COLOR, as
 * a share of 1000 draws; the rest are passes. The same position gives the same numbers. */
void engine_policy_shares(const struct engine *engine, enum color color,
                          double shares[BOARD_MAX_POINTS]);

/* A local shape on the board: the k x k region whose lower left point is POINT, and the weights of
 * its present filling, which favours Black when positive. */
struct active_shape {
    int k, point;
    double long_term;  /* by the long-term memory */
    double short_term; /* by the value that searches use, what they learnt included; the same where
                          the search learns no shapes */
};

/* Writes the active shapes with the largest short-term weights (by magnitude, empty shapes left
 * out) into OUT of length ROOM, largest first, and their number into *COUNT. Fails only if memory
 * runs out or weights are damaged. */
enum status engine_shapes(struct engine *engine, struct active_shape *out, int room, int *count,
                          struct failure *why);

/* The fate of each point as Schraudolph's network predicts it with COLOR to move, from 1 (Black's)
 * to -1 (White's). Fails if there is no such network for the board's size. */
enum status engine_fates(struct engine *engine, enum color color, double out[BOARD_MAX_POINTS],
                         struct failure *why);

/* Appends its kernels (classic.h). */
enum status engine_kernels(struct engine *engine, struct buffer *out, struct failure *why);

#endif
