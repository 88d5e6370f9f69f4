/* A player under a watch that keeps its last report, as the state of a group of tests. */
#ifndef GUZUMI_TEST_WATCHED_H
#define GUZUMI_TEST_WATCHED_H

#include "guzumi/player/report.h"

#include "player.h"

#include <math.h>
#include <stdlib.h>

struct fixture {
    struct player player;
    struct engine_watch watch;
    struct report *last;
    int count, final_count;
    int stop_after; /* reports after which the search is interrupted; 0 never */
};

static inline void note(void *context, const struct report *report) {
    struct fixture *f = context;
    *f->last = *report;
    f->count++;
    f->final_count += report->final;
    if (f->count == f->stop_after) engine_interrupt(f->player.engine);
}

static inline int open_player(void **state) {
    static struct fixture f;
    struct params params;
    params_default(&params);
    params.simulations = 200;
    f.last = malloc(sizeof *f.last);
    assert_non_null(f.last);
    start_player(state, &f.player, &params);
    *state = &f;
    return 0;
}

static inline int close_player(void **state) {
    struct fixture *f = *state;
    end_player(state);
    free(f->last);
    return 0;
}

/* A new game under a watch. */
static inline struct fixture *begin(void **state, int size, double interval) {
    struct fixture *f = *state;
    f->watch = (struct engine_watch){.report = note, .context = f, .interval = interval};
    f->count = f->final_count = f->stop_after = 0;
    engine_set_watch(f->player.engine, &f->watch);
    avoid(&f->player, BLACK, NULL);
    engine_clear(f->player.engine, size);
    set(&f->player, "search", "tree");
    set(&f->player, "depth", "1"); /* the greedy choice, whose order the candidates are in */
    return f;
}

static inline void analyze(struct fixture *f, enum color color, uint64_t simulations) {
    struct failure why;
    assert_int_equal(engine_analyze(f->player.engine, color, simulations, &why), STATUS_OK);
}

#endif
