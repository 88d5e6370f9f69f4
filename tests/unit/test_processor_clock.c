/* Moves timed by the processor seconds of the searching thread. That clock is far behind the wall
 * clock, so code that mixes the two ends at once or never. */
#include "guzumi/base/clock.h"
#include "guzumi/player/report.h"

#include "player.h"

#include <math.h>

static struct player player;

#define MOVE_SECONDS 0.2

static void keep_last(void *context, const struct report *report) {
    *(struct search_statistics *)context = report->found;
}

static int open_player(void **state) {
    struct params params;
    struct failure why;
    params_default(&params);
    assert_int_equal(params_set(&params, "simulations", "0", &why), STATUS_OK);
    return start_player(state, &player, &params);
}

/* A move by SEARCH on an empty board: its statistics, and its *SECONDS. */
static struct search_statistics think(struct player *p, const char *search, double *seconds) {
    struct search_statistics found;
    const struct engine_watch watch = {
        .report = keep_last, .context = &found, .interval = INFINITY};
    set(p, "search", search);
    engine_clear(p->engine, 9);
    engine_set_watch(p->engine, &watch);
    const double begin = clock_read(CLOCK_THREAD);
    genmove(p, BLACK);
    *seconds = clock_read(CLOCK_THREAD) - begin;
    assert_true(found.until >= begin && found.until <= begin + 1);
    engine_set_watch(p->engine, NULL);
    return found;
}

static void each_search_uses_its_time(void **state) {
    static const char *const searches[] = {"tree", "two-phase", "td", "alpha-beta"};
    struct player *p = *state;
    assert_true(clock_now() - clock_read(CLOCK_THREAD) > 10);
    engine_use_clock(p->engine, CLOCK_THREAD);
    set(p, "move_time", "0.2");
    for (int i = 0; i < COUNT_OF(searches); i++) {
        double seconds;
        const struct search_statistics found = think(p, searches[i], &seconds);
        assert_true(seconds >= MOVE_SECONDS);
        if (i < 3) assert_true(found.simulations > 1);
    }
}

static void the_game_clock_is_charged_with_processor_time(void **state) {
    struct player *p = *state;
    struct time_control *time = engine_time_control(p->engine);
    double seconds;
    engine_use_clock(p->engine, CLOCK_THREAD);
    time_control_settings(time, 1, 0, 0);
    think(p, "tree", &seconds);
    assert_true(time->clock[BLACK].left < 1 && time->clock[BLACK].left >= 1 - seconds);
    time_control_init(time);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_search_uses_its_time),
        cmocka_unit_test(the_game_clock_is_charged_with_processor_time)};
    return cmocka_run_group_tests(tests, open_player, end_player);
}
