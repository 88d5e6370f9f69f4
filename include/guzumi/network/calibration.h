/* Win rates beside what happened: of the positions where one side has 70 %, seven of ten should be
 * won. */
#ifndef GUZUMI_CALIBRATION_H
#define GUZUMI_CALIBRATION_H

#include "guzumi/learner/learner.h"

/* Win rates are divided into parts of equal width. */
enum { CALIBRATION_PARTS = 20 };

/* Sums over the positions of each part: how many, their win rates, and the results, 0 to 1. */
struct calibration {
    double count[CALIBRATION_PARTS], expected[CALIBRATION_PARTS], happened[CALIBRATION_PARTS];
};

void calibration_add(struct calibration *calibration, double win_rate, double result);
void calibration_merge(struct calibration *into, const struct calibration *from);

/* The number of positions. */
double calibration_count(const struct calibration *calibration);

/* The expected error of a win rate: the mean over positions of the distance between the mean win
 * rate of their part and the mean result there. 0 without positions. */
double calibration_error(const struct calibration *calibration);

/* Of a network's TRAINING: its win rates at the held-out positions of games on boards of SIZE, as
 * the last checkpoint found them. The result of a game is what its last search found. */
const struct calibration *network_calibration(const struct training *training, int size);

#endif
