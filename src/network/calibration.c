#include "guzumi/network/calibration.h"

#include <math.h>

void calibration_add(struct calibration *c, double win_rate, double result) {
    const int part = (int)(win_rate * CALIBRATION_PARTS);
    const int at = part < CALIBRATION_PARTS ? part : CALIBRATION_PARTS - 1;
    c->count[at]++;
    c->expected[at] += win_rate;
    c->happened[at] += result;
}

void calibration_merge(struct calibration *into, const struct calibration *from) {
    for (int i = 0; i < CALIBRATION_PARTS; i++) {
        into->count[i] += from->count[i];
        into->expected[i] += from->expected[i];
        into->happened[i] += from->happened[i];
    }
}

double calibration_count(const struct calibration *c) {
    double count = 0;
    for (int i = 0; i < CALIBRATION_PARTS; i++) count += c->count[i];
    return count;
}

double calibration_error(const struct calibration *c) {
    const double count = calibration_count(c);
    double error = 0;
    for (int i = 0; i < CALIBRATION_PARTS; i++) error += fabs(c->expected[i] - c->happened[i]);
    return count > 0 ? error / count : 0;
}
