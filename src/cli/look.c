#include "look.h"

#include "guzumi/base/clock.h"

#include <math.h>
#include <string.h>

/* Seconds between two looks at the clock. */
#define LOOK_INTERVAL 0.02

struct looking {
    struct engine *engine;
    const atomic_bool *stop;
    double deadline;
    struct look *out;
};

static void take_report(void *context, const struct report *report) {
    struct looking *looking = context;
    if (report->final)
        looking->out->report = *report;
    else if (clock_now() >= looking->deadline || (looking->stop && atomic_load(looking->stop)))
        engine_interrupt(looking->engine);
}

enum status look_at(struct engine *engine, enum color color, const atomic_bool *stop,
                    struct look *out, struct failure *why) {
    const struct params *params = engine_params(engine);
    const bool timed = params->simulations == 0;
    struct looking looking = {.engine = engine,
                              .stop = stop,
                              .deadline = timed ? clock_now() + params->move_time : INFINITY,
                              .out = out};
    const struct engine_watch watch = {
        .report = take_report, .context = &looking, .interval = LOOK_INTERVAL};
    engine_set_watch(engine, &watch);
    const enum status status =
        engine_analyze(engine, color, timed ? 0 : (uint64_t)params->simulations, why);
    engine_set_watch(engine, NULL);
    if (status != STATUS_OK) return status;
    out->line_length = engine_pv(engine, color, out->report.found.candidates[0].point, out->line);
    return STATUS_OK;
}

const char *line_format(int size, const int line[], int length, char text[LINE_TEXT]) {
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < length; i++) {
        if (i) text[used++] = ' ';
        point_format(size, line[i], text + used);
        used += strlen(text + used);
    }
    return text;
}
