/* What every evaluator can do by its method's functions alone: win rates, greedy choices, lines. */
#include "guzumi/learner/evaluator.h"

#include <math.h>

void evaluator_free(struct evaluator *e) {
    if (e) e->method->free(e);
}

/* --- V --- */

/* exp x = (exp x / 1024)^1024: the fourth-order Taylor series is exact enough for a small argument,
 * and ten squarings undo the division. Plain arithmetic, because the C library's exp differs
 * between machines in the last bit, and training would then diverge from machine to machine. */
static double exponential(double x) {
    const double reduced = x / 1024;
    double power = 1 + reduced * (1 + reduced / 2 * (1 + reduced / 3 * (1 + reduced / 4)));
    for (int i = 0; i < 10; i++) power *= power;
    return power;
}

/* Beyond 40 the result is 0 or 1 to 17 digits, and the series would lose its accuracy. */
double logistic(double x) {
    if (x < -40) return 0;
    if (x > 40) return 1;
    return 1 / (1 + exponential(-x));
}

/* With o = p / (1 - p) the odds become o^slope. */
double win_rate_steeper(double p, double slope) {
    if (slope == 1) return p; /* exactly */
    const double won = pow(p, slope), lost = pow(1 - p, slope);
    return won / (won + lost);
}

double value_win_rate(enum value_kind kind, double linear) {
    return kind == VALUE_LOGISTIC ? logistic(linear) : 0.5 + linear;
}

/* Linear values (VALUE_LINEAR) are not bounded; a win rate is. */
double color_win_rate(enum value_kind kind, double linear, enum color color) {
    const double black = value_win_rate(kind, linear);
    const double inside = black < 0 ? 0 : black > 1 ? 1 : black;
    return color == BLACK ? inside : 1 - inside;
}

/* --- choices --- */

/* The gains of CANDIDATES, and the first of those that are best for COLOR; PASS without any. */
static int find_gains(struct evaluator *e, const struct board *b, enum color color,
                      const struct bitset *candidates, float gains[BOARD_MAX_POINTS]) {
    const float sign = (float)color_sign(color);
    int best = PASS;
    e->method->gains(e, b, color, candidates, gains);
    BITSET_FOR_EACH(p, *candidates, b->words) {
        if (best == PASS || sign * gains[p] > sign * gains[best]) best = p;
    }
    return best;
}

int evaluator_best(struct evaluator *e, const struct board *b, enum color color,
                   const struct bitset *candidates, float *gain) {
    float gains[BOARD_MAX_POINTS];
    const int best = find_gains(e, b, color, candidates, gains);
    *gain = best == PASS ? 0 : gains[best];
    return best;
}

void evaluator_own_gains(struct evaluator *e, const struct board *b, enum color color,
                         const struct bitset *candidates, float gains[BOARD_MAX_POINTS]) {
    e->method->set(e, b, color);
    e->method->gains(e, b, color, candidates, gains);
    BITSET_FOR_EACH(p, *candidates, b->words) gains[p] *= (float)color_sign(color);
}

void evaluator_values(struct evaluator *e, const struct board *b, enum color color,
                      const struct bitset *candidates, double values[BOARD_MAX_POINTS]) {
    float gains[BOARD_MAX_POINTS];
    const double here = e->method->value(e);
    e->method->gains(e, b, color, candidates, gains);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) values[p] = -1;
    BITSET_FOR_EACH(p, *candidates, b->words) {
        values[p] = color_win_rate(e->output, here + gains[p], color);
    }
}

/* The best gain is subtracted first, so that no exponential overflows. Priors are shown to people
 * and decide nothing, so the C library's exp will do. */
void evaluator_priors(struct evaluator *e, const struct board *b, enum color color,
                      const struct bitset *candidates, double priors[BOARD_MAX_POINTS]) {
    float gains[BOARD_MAX_POINTS];
    const double sign = color_sign(color);
    const int best = find_gains(e, b, color, candidates, gains);
    double sum = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) priors[p] = 0;
    BITSET_FOR_EACH(p, *candidates, b->words) {
        sum += priors[p] = exp(sign * ((double)gains[p] - (double)gains[best]));
    }
    BITSET_FOR_EACH(p, *candidates, b->words) priors[p] /= sum;
}

/* The best move of COLOR that fills no eye, or PASS. */
static int greedy_move(struct evaluator *e, const struct board *b, enum color color) {
    struct bitset candidates = {{0}};
    float gain;
    board_candidates(b, color, &candidates);
    return evaluator_best(e, b, color, &candidates, &gain);
}

/* Greedy play by both sides: an evaluator sees one ply, so this is a sketch of the continuation,
 * not the result of a search. */
int evaluator_pv(struct evaluator *e, const struct board *board, enum color color, int point,
                 int line[], int room) {
    struct board b;
    int count = 0;
    board_copy(&b, board);
    e->method->set(e, &b, color);
    do {
        line[count++] = point;
        board_play(&b, point, color);
        e->method->play(e, point, color, &b.captured, b.last_captured);
        color = color_other(color);
        point = greedy_move(e, &b, color);
    } while (count < room && point != PASS);
    return count;
}
