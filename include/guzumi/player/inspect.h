/* Views into the player for people who want to see how it evaluates the current position. Nothing
 * here searches or changes the game. Only engine_expected_line and engine_shapes may change what
 * was learnt: if a new game or a new setting requires the search to restart, they restart it, as
 * the next move would. */
#ifndef GUZUMI_INSPECT_H
#define GUZUMI_INSPECT_H

#include "guzumi/classics/classic.h"
#include "guzumi/network/network_view.h"
#include "guzumi/player/report.h"

/* The ownership of each point by playouts (ownership.h), from 1 (always Black's) to -1 (always
 * White's). */
void engine_ownership(const struct engine *engine, double owner[BOARD_MAX_POINTS]);

/* The mean score of those playouts in points, Black's view, after White's compensation and, by
 * territory, the cost of the stones played (game_half_deduction). */
double engine_expected_score(const struct engine *engine);

/* The simulations of the last search (genmove, analysis or pondering) by their first points,
 * whatever was played since. Returns their total, 0 if the last move was chosen without a search.
 */
uint64_t engine_visits(const struct engine *engine, uint64_t visits[BOARD_MAX_POINTS]);

/* The simulations that chose each point in the current position, with COLOR to move. Returns their
 * total; 0 if the last search has not seen the position. */
uint64_t engine_visits_here(const struct engine *engine, enum color color,
                            uint64_t visits[BOARD_MAX_POINTS]);

/* The line that both sides are expected to play: engine_pv's or, from a tree search that uses the
 * policy-value network and has not seen the position, the network's most probable moves. *COUNT may
 * be 0. */
enum status engine_expected_line(struct engine *engine, enum color color, int line[REPORT_PV],
                                 int *count, struct failure *why);

/* What the policy-value network says about the current position with COLOR to move; and the win
 * rate after each move. They fail if there is no such network for the board's size. */
enum status engine_network_evaluation(struct engine *engine, enum color color,
                                      struct network_evaluation *out, struct failure *why);
enum status engine_network_values(struct engine *engine, enum color color,
                                  double values[BOARD_MAX_POINTS], struct failure *why);

/* The policy of playouts for COLOR (the uniform one if there is none): the fraction of 1000 draws
 * that chose each point; the rest are passes. The same position gives the same numbers. */
void engine_policy(const struct engine *engine, enum color color, double policy[BOARD_MAX_POINTS]);

/* A local shape on the board: the k x k region whose lower left point is POINT, and the weights of
 * its present filling, which favours Black when positive. */
struct active_shape {
    int k, point;
    double long_term;  /* by the long-term memory */
    double short_term; /* by the value function of the search, with what it has learnt; the same
                          where the search learns no shapes */
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
