/* What every evaluator of positions is: the contract between what values a position and all that
 * choose by it (greedy players, searches, reports).
 *
 * An evaluator follows one board, whose moves it is told. It gives the linear value of the position
 * and, for all candidate moves in one call, their gains: the linear value of the afterstate less
 * that of the present position. Linear values are Black's view, and comparable among themselves;
 * what one of them means is the evaluator's OUTPUT, which comes with the weights that it reads:
 *
 *     V(s) = sigma(linear) for VALUE_LOGISTIC, 0.5 + linear for VALUE_LINEAR     (2012, equation 9)
 *
 * is Black's chance of winning. A new evaluator is a method and a function that makes one. There is
 * no table of them: local shapes (local_shapes.h) are the only one so far, and whoever makes one
 * knows which weights it reads. The networks are none: they predict points, without the komi and
 * the captures of the game that a chance of winning takes, so they choose as searches
 * (classic_search.c). TD search and alpha-beta have kernels of their own for local shapes
 * (tracker.h, fused.h); everybody else goes through this contract. */
#ifndef GUZUMI_EVALUATOR_H
#define GUZUMI_EVALUATOR_H

#include "guzumi/base/params.h"
#include "guzumi/go/board.h"

struct shape_weights; /* tracker.h */

/* An evaluator; a method's own struct begins with this one. */
struct evaluator {
    const struct evaluator_method *method;
    enum value_kind output; /* what its linear values mean */
};

/* How a kind of evaluator works. No call can fail. */
struct evaluator_method {
    const char *name;

    /* Frees one that is not in its caller's space. */
    void (*free)(struct evaluator *evaluator);

    /* Follows BOARD, with TO_MOVE to move, from now on; weights that have changed are read anew. */
    void (*set)(struct evaluator *evaluator, const struct board *board, enum color to_move);

    /* Follows a stone of COLOR at POINT (or PASS) that took CAPTURED stones, CAPTURED_COUNT of
     * them; takes that back. */
    void (*play)(struct evaluator *evaluator, int point, enum color color,
                 const struct bitset *captured, int captured_count);
    void (*undo)(struct evaluator *evaluator, int point, enum color color,
                 const struct bitset *captured, int captured_count);

    /* The linear value of the position. */
    float (*value)(const struct evaluator *evaluator);

    /* The gains of COLOR's legal moves CANDIDATES on BOARD, which is the one it follows, into GAINS
     * by point; other entries are left alone. */
    void (*gains)(struct evaluator *evaluator, const struct board *board, enum color color,
                  const struct bitset *candidates, float gains[BOARD_MAX_POINTS]);

    /* The weights of local shapes whose sum the linear value is, or NULL when it is none: what
     * searches with kernels of their own read. The method may be NULL, too. */
    const struct shape_weights *(*shapes)(const struct evaluator *evaluator);
};

/* Fine for NULL. */
void evaluator_free(struct evaluator *evaluator);

/* V of a linear value: Black's chance of winning. The same on every machine. */
double value_win_rate(enum value_kind kind, double linear);
double logistic(double x);

/* COLOR's chance of winning, 0 to 1, of a linear value of EVALUATOR's. */
double evaluator_win_rate(const struct evaluator *evaluator, double linear, enum color color);

/* The greedy choice: the first of CANDIDATES on BOARD, which EVALUATOR follows, with the best
 * afterstate for COLOR, and its gain; PASS and 0 without candidates. */
int evaluator_best(struct evaluator *evaluator, const struct board *board, enum color color,
                   const struct bitset *candidates, float *gain);

/* COLOR's chance of winning after each of CANDIDATES, by point, -1 elsewhere. */
void evaluator_values(struct evaluator *evaluator, const struct board *board, enum color color,
                      const struct bitset *candidates, double values[BOARD_MAX_POINTS]);

/* The softmax over the linear values after CANDIDATES, as logits, COLOR's view; 0 elsewhere. */
void evaluator_priors(struct evaluator *evaluator, const struct board *board, enum color color,
                      const struct bitset *candidates, double priors[BOARD_MAX_POINTS]);

/* The moves that follow when COLOR begins with POINT (legal, or PASS) on BOARD and both sides play
 * greedily, filling no eye, until one has no move; POINT first. Returns their number, 1..ROOM.
 * EVALUATOR follows the end of the line afterwards. */
int evaluator_pv(struct evaluator *evaluator, const struct board *board, enum color color,
                 int point, int line[], int room);

#endif
