/* Clocks and budgets. */
#include "guzumi/base/rng.h"
#include "guzumi/player/time_control.h"

#include "unit.h"

#include <math.h>

#define LAG 0.1

static double budget(const struct time_control *t, enum color color, int size, int empty) {
    const struct time_budget b = time_control_budget(t, color, size, empty, LAG);
    assert_true(b.target >= 0 && b.most >= b.target);
    return b.target;
}

static struct time_control absolute_clock(double seconds) {
    struct time_control t;
    time_control_init(&t);
    time_control_settings(&t, seconds, 0, 0);
    return t;
}

/* A move of Black's takes what it is given with EMPTY points on the board, and LATE seconds more.
 */
static void move_late(struct time_control *t, int empty, double late) {
    time_control_spend(t, BLACK, budget(t, BLACK, 9, empty) + late);
    time_control_overrun(t, BLACK, late);
}

static void no_limit(void **state) {
    (void)state;
    struct time_control t;
    time_control_init(&t);
    assert_true(isinf(budget(&t, BLACK, 9, 81)));
    time_control_spend(&t, BLACK, 1000);
    assert_true(isinf(budget(&t, BLACK, 9, 81)));
    assert_true(t.clock[BLACK].left == 0); /* no clock runs */
    time_control_settings(&t, 10, 5, 0);   /* GTP: a period without stones means no limit */
    assert_int_equal(t.kind, TIME_NONE);
    assert_true(isinf(budget(&t, WHITE, 9, 81)));
}

static void absolute(void **state) {
    (void)state;
    struct time_control t = absolute_clock(60);
    assert_int_equal(t.kind, TIME_ABSOLUTE);
    time_control_spend(&t, BLACK, 10.5);
    assert_true(t.clock[BLACK].left == 49.5 && t.clock[WHITE].left == 60);
    assert_true(budget(&t, BLACK, 9, 81) < budget(&t, WHITE, 9, 81));
    time_control_left(&t, WHITE, 7, 0);
    assert_true(t.clock[WHITE].left == 7 && t.clock[BLACK].left == 49.5);
    time_control_restart(&t);
    assert_true(t.clock[BLACK].left == 60 && t.clock[WHITE].left == 60);
    time_control_spend(&t, BLACK, 61);
    assert_true(t.clock[BLACK].left == -1 && t.clock[BLACK].stones == 0);
    assert_true(budget(&t, BLACK, 9, 81) == 0);
    time_control_settings(&t, 0, 0, 0);
    assert_true(budget(&t, BLACK, 9, 81) == 0);
}

/* One late move, for whatever reason, says nothing of the next ones: an ample clock bears it. */
static void one_overrun_is_forgiven(void **state) {
    (void)state;
    struct time_control t = absolute_clock(60);
    const struct time_budget free_machine = time_control_budget(&t, BLACK, 9, 60, LAG);
    time_control_overrun(&t, BLACK, 1.5);
    const struct time_budget next = time_control_budget(&t, BLACK, 9, 60, LAG);
    assert_true(next.target == free_machine.target && next.most == free_machine.most);
    /* Where another one would lose the game it is kept back. */
    time_control_left(&t, BLACK, 1.5 + LAG, 0);
    const struct time_budget last = time_control_budget(&t, BLACK, 9, 60, LAG);
    assert_true(last.target == 0 && last.most == 0 && last.share > 0);
    time_control_byo_yomi(&t, 0, 5, 1);
    time_control_overrun(&t, BLACK, 1.5);
    assert_true(fabs(budget(&t, BLACK, 9, 60) - (5 - LAG - 1.5)) < 1e-9);
    time_control_fischer(&t, 60, 10, INFINITY, 5); /* no move may take more than 5 seconds */
    time_control_overrun(&t, BLACK, 1.5);
    assert_true(fabs(budget(&t, BLACK, 9, 60) - (5 - LAG - 1.5)) < 1e-9);
}

/* A machine so busy that moves take longer than they are given. */
static void overruns(void **state) {
    (void)state;
    struct time_control t = absolute_clock(60);
    const struct time_budget free_machine = time_control_budget(&t, BLACK, 9, 60, LAG);
    time_control_overrun(&t, BLACK, -0.5);
    time_control_overrun(&t, BLACK, -0.5);
    assert_true(time_control_budget(&t, BLACK, 9, 60, LAG).most == free_machine.most);
    time_control_overrun(&t, BLACK, 0.2);
    time_control_overrun(&t, BLACK, 0.3);
    const struct time_budget busy = time_control_budget(&t, BLACK, 9, 60, LAG);
    assert_true(fabs(free_machine.target - busy.target - 0.2) < 1e-9);
    assert_true(fabs(free_machine.most - busy.most - 0.2) < 1e-9);
    assert_true(budget(&t, WHITE, 9, 60) == free_machine.target); /* those were Black's */
    time_control_overrun(&t, BLACK, 0);                           /* half forgotten */
    assert_true(fabs(free_machine.target - budget(&t, BLACK, 9, 60) - 0.1) < 1e-9);
    time_control_left(&t, BLACK, 60, 0);
    assert_true(fabs(free_machine.target - budget(&t, BLACK, 9, 60) - 0.1) < 1e-9);
    time_control_overrun(&t, BLACK, 100);
    assert_true(budget(&t, BLACK, 9, 60) == 0);
    time_control_restart(&t);
    assert_true(budget(&t, BLACK, 9, 60) == free_machine.target);
    /* Moves usually lose a tenth of 0.5: of 60 s forty times that is kept back, not ten lags. */
    time_control_overrun(&t, BLACK, 0.5);
    time_control_overrun(&t, BLACK, 0.75);
    assert_true(fabs(budget(&t, BLACK, 9, 60) - ((60 - 40 * 0.05) / 27 - 0.5)) < 1e-9);
}

/* An overrun larger than the target leaves nothing to it, but the move had its share: there is time
 * for a search, however short. */
static void overruns_leave_the_share(void **state) {
    (void)state;
    struct time_control t = absolute_clock(60);
    const struct time_budget free_machine = time_control_budget(&t, BLACK, 9, 60, LAG);
    time_control_overrun(&t, BLACK, 100);
    const struct time_budget busy = time_control_budget(&t, BLACK, 9, 60, LAG);
    assert_true(busy.target == 0 && busy.most == 0);
    assert_true(busy.share == free_machine.share && busy.share == free_machine.target);
}

/* Sixty seconds last to the end of the game though every move takes a second too long. */
static void overruns_leave_enough(void **state) {
    (void)state;
    struct time_control t = absolute_clock(60);
    for (int empty = 77; empty > 10; empty -= 2) {
        move_late(&t, empty, 1);
    }
    assert_true(t.clock[BLACK].left > 0);
}

/* A machine that keeps one move in ten waiting loses no last period of a second to it, whatever it
 * did in between. */
static void a_late_move_is_remembered(void **state) {
    (void)state;
    struct time_control t;
    time_control_init(&t);
    time_control_byo_yomi(&t, 0, 1, 1);
    for (int i = 0; i < 50; i++) {
        const double wait = i % 10 == 9 ? 0.15 : 0, given = budget(&t, BLACK, 9, 40);
        assert_true(i < 10 || given + wait < 1);
        time_control_overrun(&t, BLACK, wait);
    }
    assert_true(budget(&t, BLACK, 9, 40) > 0.5);
}

/* Two seconds last for sixty moves, however little they are given, each of which takes a fiftieth
 * of a second more. */
static void a_long_game_by_a_short_clock(void **state) {
    (void)state;
    struct time_control t = absolute_clock(2);
    for (int i = 0; i < 60; i++) {
        move_late(&t, i < 36 ? 80 - 2 * i : 8, 0.02);
        assert_true(t.clock[BLACK].left > 0);
    }
}

/* A machine that is very busy: of games of up to sixty moves in two seconds, each of which takes 8
 * to 22 milliseconds more than it is given, one in ten 100 more, next to none is lost. */
static void short_clocks_on_a_busy_machine(void **state) {
    struct rng rng;
    int lost = 0;
    (void)state;
    rng_seed(&rng, 1, 2);
    for (int game = 0; game < 1000; game++) {
        struct time_control t = absolute_clock(2);
        const int moves = 25 + (int)rng_below(&rng, 36);
        for (int i = 0; i < moves && t.clock[BLACK].left > 0; i++) {
            const double wait = rng_bernoulli(&rng, 0.1) ? 0.1 * rng_real(&rng) : 0;
            move_late(&t, i < 33 ? 81 - 2 * i : 16, 0.008 + 0.014 * rng_real(&rng) + wait);
        }
        lost += t.clock[BLACK].left <= 0;
    }
    assert_in_range(lost, 0, 5); /* 35 without the reserve for it */
}

/* A game of SECONDS by a client that tells whole seconds, and whose clock takes DELAY more for each
 * move than the engine does. Returns what is left of it. */
static double play_with_delay(double seconds, double delay, int moves) {
    struct time_control t = absolute_clock(seconds);
    double left = seconds;
    for (int i = 0; i < moves && left > 0; i++) {
        time_control_left(&t, BLACK, floor(left), 0);
        const double given = budget(&t, BLACK, 9, 79 - 2 * i);
        time_control_spend(&t, BLACK, given);
        left -= given + delay;
    }
    return left;
}

/* Whoever is slow at both ends of a connection still ends a game in time. */
static void delays(void **state) {
    (void)state;
    assert_true(play_with_delay(300, 4, 38) > 0);
    assert_true(play_with_delay(60, 1, 38) > 0);
    assert_true(play_with_delay(10, 0.15, 38) > 0);
    /* Without delays all but a little is used. */
    assert_true(play_with_delay(300, 0, 38) < 30);
    struct time_control t = absolute_clock(300);
    time_control_spend(&t, BLACK, 20);
    time_control_left(&t, BLACK, 277.5, 0); /* one move lost 2.5 seconds */
    const double slow = budget(&t, BLACK, 9, 60);
    time_control_left(&t, BLACK, 250, 0); /* nobody moved: a correction */
    time_control_left(&t, BLACK, 277.5, 0);
    assert_true(budget(&t, BLACK, 9, 60) == slow);
    time_control_restart(&t);
    time_control_left(&t, BLACK, 277.5, 0);
    assert_true(fabs(budget(&t, BLACK, 9, 60) - slow - 2) < 1e-9);
    /* A period that has begun anew says nothing. */
    time_control_settings(&t, 10, 30, 3);
    time_control_spend(&t, BLACK, 4);
    time_control_left(&t, BLACK, 1, 3);
    time_control_left(&t, BLACK, 30, 3);
    assert_true(fabs(budget(&t, BLACK, 9, 81) - (30 - LAG) / 3) < 1e-9);
}

static void canadian(void **state) {
    (void)state;
    struct time_control t;
    time_control_init(&t);
    time_control_settings(&t, 10, 30, 3);
    assert_int_equal(t.kind, TIME_CANADIAN);
    assert_int_equal(t.clock[BLACK].stones, 0);
    time_control_spend(&t, BLACK, 4);
    assert_true(t.clock[BLACK].left == 6 && t.clock[BLACK].stones == 0);
    time_control_spend(&t, BLACK, 8); /* two seconds into the first period: its first stone */
    assert_true(t.clock[BLACK].left == 28 && t.clock[BLACK].stones == 2);
    time_control_spend(&t, BLACK, 5);
    assert_true(t.clock[BLACK].left == 23 && t.clock[BLACK].stones == 1);
    time_control_spend(&t, BLACK, 22);
    assert_true(t.clock[BLACK].left == 30 && t.clock[BLACK].stones == 3);
    assert_true(t.clock[WHITE].left == 10 && t.clock[WHITE].stones == 0);
    time_control_settings(&t, 0, 30, 3); /* no main time: the first period begins at once */
    assert_true(t.clock[WHITE].left == 30 && t.clock[WHITE].stones == 3);
    assert_true(fabs(budget(&t, WHITE, 9, 81) - (30 - LAG) / 3) < 1e-9);
    time_control_left(&t, WHITE, 5, 1);
    assert_true(fabs(budget(&t, WHITE, 9, 81) - (5 - LAG)) < 1e-9);
}

static void byo_yomi(void **state) {
    (void)state;
    struct time_control t;
    time_control_init(&t);
    time_control_byo_yomi(&t, 10, 5, 3);
    assert_int_equal(t.kind, TIME_BYO_YOMI);
    time_control_spend(&t, BLACK, 9);
    assert_true(t.clock[BLACK].left == 1 && t.clock[BLACK].stones == 0);
    time_control_spend(&t, BLACK, 2);
    assert_true(t.clock[BLACK].left == 5 && t.clock[BLACK].stones == 3);
    time_control_spend(&t, BLACK, 3); /* within a period, which begins anew */
    assert_true(t.clock[BLACK].left == 5 && t.clock[BLACK].stones == 3);
    assert_true(fabs(budget(&t, BLACK, 9, 81) - (5 - LAG)) < 1e-9);
    time_control_spend(&t, BLACK, 7); /* one period is used up */
    assert_true(t.clock[BLACK].left == 5 && t.clock[BLACK].stones == 2);
    time_control_byo_yomi(&t, 1, 5, 4);
    time_control_spend(&t, BLACK, 12); /* the main time and two periods within one move */
    assert_true(t.clock[BLACK].left == 5 && t.clock[BLACK].stones == 2);
    time_control_byo_yomi(&t, 0, 5, 2);
    assert_true(t.clock[WHITE].left == 5 && t.clock[WHITE].stones == 2);
    time_control_byo_yomi(&t, 20, 0, 0);
    assert_int_equal(t.kind, TIME_ABSOLUTE);
}

/* A client that only ever sends time_left plays by that, in that game and that colour. */
static void time_left_without_settings(void **state) {
    (void)state;
    struct time_control t;
    time_control_init(&t);
    time_control_left(&t, BLACK, 30, 0);
    assert_true(budget(&t, BLACK, 9, 81) > 0 && budget(&t, BLACK, 9, 81) < 30);
    assert_true(budget(&t, WHITE, 9, 81) == INFINITY);
    time_control_spend(&t, WHITE, 5);
    assert_true(budget(&t, WHITE, 9, 81) == INFINITY);
    struct time_control early;
    time_control_init(&early);
    time_control_left(&early, WHITE, 30, 0);
    time_control_left(&t, WHITE, 30, 0); /* after its first move: that was no delay */
    assert_true(budget(&t, WHITE, 9, 81) == budget(&early, WHITE, 9, 81));
    time_control_restart(&t);
    assert_true(budget(&t, BLACK, 9, 81) == INFINITY);
    time_control_init(&t);
    time_control_left(&t, BLACK, 30, 10);
    assert_true(fabs(budget(&t, BLACK, 9, 81) - (30 - LAG) / 10) < 1e-9);
    for (int i = 0; i < 30; i++) {
        const double share = budget(&t, BLACK, 9, 60);
        assert_true(share >= 0 && share < 30);
        time_control_spend(&t, BLACK, share);
    }
}

/* Such a client may tell of a period first and of main time then: no overtime is known of. */
static void time_left_that_contradicts_itself(void **state) {
    (void)state;
    struct time_control t;
    time_control_settings(&t, 0, 1, 0);
    time_control_left(&t, BLACK, 60, 10);
    time_control_left(&t, BLACK, 3, 0);
    assert_true(budget(&t, BLACK, 9, 81) < 1);
}

/* Overtime that waits is used: when the main time is as good as over, a move still gets its share
 * of the period to come. */
static void assert_same_budget(const struct time_control *a, const struct time_control *b) {
    const struct time_budget one = time_control_budget(a, BLACK, 9, 60, 0);
    const struct time_budget other = time_control_budget(b, BLACK, 9, 60, 0);
    assert_true(one.target == other.target && one.most == other.most);
}

/* Without periods there is no overtime. */
static void byo_yomi_without_periods(void **state) {
    (void)state;
    struct time_control none, absolute_time = absolute_clock(20);
    time_control_init(&none);
    time_control_byo_yomi(&none, 20, 30, 0);
    assert_same_budget(&none, &absolute_time);
    time_control_spend(&none, BLACK, 25);
    time_control_spend(&absolute_time, BLACK, 25);
    assert_same_budget(&none, &absolute_time);
    assert_true(none.clock[BLACK].left == absolute_time.clock[BLACK].left);
}

/* The clock is set again and again, as after taking moves back: no move took longer on its way. */
static void a_corrected_clock_tells_of_no_delay(void **state) {
    (void)state;
    struct time_control corrected = absolute_clock(100), set_once = absolute_clock(100);
    for (int left = 99; left > 90; left--) time_control_left(&corrected, BLACK, left, 0);
    time_control_left(&set_once, BLACK, 91, 0);
    assert_same_budget(&corrected, &set_once);
    /* Nor if moves were reported before. */
    time_control_settings(&corrected, 100, 0, 0);
    time_control_settings(&set_once, 92, 0, 0);
    time_control_spend(&corrected, BLACK, 1);
    time_control_left(&corrected, BLACK, 99, 0);
    time_control_left(&corrected, BLACK, 91, 0);
    time_control_spend(&set_once, BLACK, 1);
    time_control_left(&set_once, BLACK, 91, 0);
    assert_same_budget(&corrected, &set_once);
}

/* Behind ten seconds of main time, a minute for ten stones is six seconds a move. */
static void stones_share_a_period(void **state) {
    (void)state;
    struct time_control t;
    time_control_init(&t);
    time_control_settings(&t, 10, 60, 10);
    const struct time_budget budget = time_control_budget(&t, BLACK, 9, 60, 0);
    assert_true(budget.target > 3 && budget.target < 12);
}

static void the_end_of_the_main_time(void **state) {
    (void)state;
    const double lefts[] = {0.01, 0.05, LAG, 0.2, 1};
    for (int i = 0; i < COUNT_OF(lefts); i++) {
        struct time_control t;
        time_control_init(&t);
        time_control_settings(&t, 60, 30, 10);
        time_control_left(&t, BLACK, lefts[i], 0);
        assert_true(budget(&t, BLACK, 9, 40) > 1);
        assert_true(budget(&t, BLACK, 9, 40) < lefts[i] + 30 - LAG);
        time_control_byo_yomi(&t, 60, 5, 3);
        time_control_left(&t, BLACK, lefts[i], 0);
        assert_true(budget(&t, BLACK, 9, 40) > 1);
        assert_true(budget(&t, BLACK, 9, 40) < lefts[i] + 5 - LAG / 2);
    }
}

/* --- whole games --- */

/* A clock kept apart, as a server would: false when the time is up. A Canadian period that begins
 * within a move counts that move. */
struct server_clock {
    enum time_kind kind;
    double main_time, period, left;
    int stones, stones_left;
    bool overtime;
};

static bool server_spends(struct server_clock *s, double used) {
    s->left -= used;
    if (s->left < 0 && !s->overtime && s->kind != TIME_ABSOLUTE) {
        s->overtime = true;
        s->left += s->period;
        s->stones_left = s->stones;
    }
    if (s->overtime && s->kind == TIME_BYO_YOMI) {
        while (s->left < 0 && s->stones_left > 1) {
            s->left += s->period;
            s->stones_left--;
        }
        if (s->left < 0) return false;
        s->left = s->period;
    }
    if (s->overtime && s->kind == TIME_CANADIAN && s->left >= 0 && --s->stones_left == 0) {
        s->left = s->period;
        s->stones_left = s->stones;
    }
    return s->left >= 0;
}

/* Plays MOVES moves, each of which takes its target or all that it may take, and DELAY more; the
 * server's clock holds. */
static void play_game(struct time_control *t, struct server_clock *server, int size, int moves,
                      double delay, struct rng *rng) {
    for (int i = 0; i < moves; i++) {
        /* The board fills up and, by captures, empties a little again. */
        const int empty = size * size - (2 * i) % (size * size);
        const struct time_budget b = time_control_budget(t, BLACK, size, empty, LAG);
        const double share = rng_bernoulli(rng, 0.5) ? b.target : b.most;
        assert_true(share >= 0 && isfinite(share));
        const double used = share + delay;
        time_control_spend(t, BLACK, used);
        assert_true(server_spends(server, used));
    }
}

static void nobody_loses_on_time(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 3000; i++) {
        struct time_control t;
        struct server_clock server = {.main_time = i % 7 ? 600 * rng_real(&rng) + 1 : 1,
                                      .period = 60 * rng_real(&rng) + 1,
                                      .stones = 1 + (int)rng_below(&rng, 30),
                                      .kind = (enum time_kind)(TIME_ABSOLUTE + i % 3)};
        const int size = 2 + (int)rng_below(&rng, 18);
        double delay = LAG * rng_real(&rng) / 200;
        server.left = server.main_time;
        time_control_init(&t);
        if (server.kind == TIME_BYO_YOMI)
            time_control_byo_yomi(&t, server.main_time, server.period, server.stones);
        else if (server.kind == TIME_CANADIAN)
            time_control_settings(&t, server.main_time, server.period, server.stones);
        else
            time_control_settings(&t, server.main_time, 0, 0);
        /* Moves of next to no thought still take a while: the lag in hand lasts for 200 of them. */
        play_game(&t, &server, size, server.kind == TIME_ABSOLUTE ? 200 : 600, delay, &rng);
    }
}

/* The share of a move falls as the clock runs down, and its sum stays below the clock. */
static void shares_of_an_absolute_clock(void **state) {
    (void)state;
    const int sizes[] = {5, 9, 13, 19};
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        struct time_control t = absolute_clock(300);
        double sum = 0;
        const int points = sizes[i] * sizes[i];
        for (int move = 0; move < 3 * points; move++) {
            const int empty = points - 2 * move > 0 ? points - 2 * move : 0;
            const double share = budget(&t, WHITE, sizes[i], empty);
            assert_true(share >= 0);
            sum += share;
            time_control_spend(&t, WHITE, share);
        }
        assert_true(sum > 150 && sum <= 300 - LAG + 1e-9);
    }
}

/* A game by a Fischer clock as the server keeps it: each move may take the most that it is given.
 */
static void a_fischer_clock(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1, 1);
    for (int i = 0; i < 1000; i++) {
        const double start = 60 * rng_real(&rng) + LAG, increment = 10 * rng_real(&rng);
        const double ceiling = i % 2 ? INFINITY : start + increment;
        const double longest = i % 3 ? INFINITY : 1 + increment;
        struct time_control t;
        time_control_init(&t);
        time_control_fischer(&t, start, increment, ceiling, longest);
        double left = start;
        for (int move = 0; move < 300; move++) {
            const struct time_budget b = time_control_budget(&t, BLACK, 9, 80 - move / 4, LAG);
            assert_true(b.target >= 0 && b.most >= b.target && b.saves);
            const double used = b.target + (b.most - b.target) * rng_real(&rng);
            assert_true(used <= fmax(0, left - LAG) + 1e-9 &&
                        used <= fmax(0, longest - LAG) + 1e-9);
            left = fmin(left - used + increment, ceiling);
            time_control_spend(&t, BLACK, used);
            assert_true(fabs(t.clock[BLACK].left - left) < 1e-9);
        }
        /* What comes in is used, not hoarded. */
        if (increment > 1 && isinf(longest)) assert_true(left < start + 3 * increment);
    }
}

/* Each move of a Fischer clock gets what it brings in, and a share of the rest. */
static void shares_of_a_fischer_clock(void **state) {
    (void)state;
    struct time_control t;
    time_control_init(&t);
    time_control_fischer(&t, 60, 5, INFINITY, INFINITY);
    assert_true(budget(&t, BLACK, 9, 81) > 5);
    assert_true(budget(&t, BLACK, 9, 81) < 8);
    time_control_left(&t, BLACK, 3, 0);
    assert_int_equal(t.kind, TIME_FISCHER);
    assert_true(fabs(budget(&t, BLACK, 9, 81) - (3 - LAG)) < 1e-9);
    time_control_fischer(&t, 60, 5, INFINITY, 2);
    assert_true(fabs(budget(&t, BLACK, 9, 81) - (2 - LAG)) < 1e-9);
    time_control_fischer(&t, 60, 5, 30, INFINITY);
    assert_true(t.clock[WHITE].left == 30);
    time_control_fischer(&t, 60, 0, INFINITY, INFINITY);
    const struct time_control absolute_time = absolute_clock(60);
    assert_true(budget(&t, BLACK, 9, 81) == budget(&absolute_time, BLACK, 9, 81));
}

/* A doubtful move may take twice its target, but no more than a quarter of what is left, and never
 * less than the target. */
static void doubt_has_its_time(void **state) {
    (void)state;
    struct time_control t = absolute_clock(60);
    struct time_budget b = time_control_budget(&t, BLACK, 9, 81, LAG);
    assert_true(fabs(b.most - 2 * b.target) < 1e-9);
    time_control_settings(&t, 0, 60, 6);
    b = time_control_budget(&t, BLACK, 9, 81, LAG);
    assert_true(fabs(b.target - (60 - LAG) / 6) < 1e-9);
    assert_true(fabs(b.most - (60 - LAG) / 4) < 1e-9);
    time_control_settings(&t, 0, 60, 2);
    b = time_control_budget(&t, BLACK, 9, 81, LAG);
    assert_true(b.most == b.target);
    time_control_fischer(&t, 60, 5, INFINITY, INFINITY);
    b = time_control_budget(&t, BLACK, 9, 81, LAG);
    const double earned = 5 - LAG;
    assert_true(fabs(b.most - earned - 2 * (b.target - earned)) < 1e-9);
}

/* What a move leaves is there for later ones, unless a period begins anew after it. */
static void what_is_left_over(void **state) {
    (void)state;
    struct time_control t;
    time_control_init(&t);
    assert_false(time_control_budget(&t, BLACK, 9, 81, LAG).saves);
    time_control_settings(&t, 60, 0, 0);
    assert_true(time_control_budget(&t, BLACK, 9, 81, LAG).saves);
    time_control_settings(&t, 0, 60, 2);
    assert_true(time_control_budget(&t, BLACK, 9, 81, LAG).saves);
    time_control_spend(&t, BLACK, 1);
    assert_false(time_control_budget(&t, BLACK, 9, 81, LAG).saves);
    time_control_byo_yomi(&t, 10, 5, 3);
    assert_true(time_control_budget(&t, BLACK, 9, 81, LAG).saves);
    time_control_spend(&t, BLACK, 10.5);
    assert_false(time_control_budget(&t, BLACK, 9, 81, LAG).saves);
}

/* What is kept in reserve is kept from every move: of a last period all else is used, of other
 * clocks never more. */
static void lag_is_kept(void **state) {
    (void)state;
    static const double lags[] = {0, 0.1, 0.5, 1, 4.5, 5, 60};
    for (int i = 0; i < COUNT_OF(lags); i++) {
        struct time_control t;
        const double lag = lags[i], rest = fmax(0, 5 - lag);
        time_control_init(&t);
        time_control_byo_yomi(&t, 0, 5, 1);
        const struct time_budget period = time_control_budget(&t, BLACK, 9, 40, lag);
        assert_true(fabs(period.target - rest) < 1e-9 && fabs(period.most - rest) < 1e-9);
        time_control_settings(&t, 5, 0, 0);
        assert_true(time_control_budget(&t, BLACK, 9, 40, lag).most <= rest);
        time_control_settings(&t, 0, 5, 1);
        assert_true(time_control_budget(&t, BLACK, 9, 40, lag).most <= rest);
        time_control_fischer(&t, 0, 5, INFINITY, INFINITY);
        time_control_left(&t, BLACK, 5, 0);
        assert_true(time_control_budget(&t, BLACK, 9, 40, lag).most <= rest);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_limit),
        cmocka_unit_test(absolute),
        cmocka_unit_test(one_overrun_is_forgiven),
        cmocka_unit_test(overruns),
        cmocka_unit_test(overruns_leave_the_share),
        cmocka_unit_test(overruns_leave_enough),
        cmocka_unit_test(a_late_move_is_remembered),
        cmocka_unit_test(a_long_game_by_a_short_clock),
        cmocka_unit_test(short_clocks_on_a_busy_machine),
        cmocka_unit_test(delays),
        cmocka_unit_test(canadian),
        cmocka_unit_test(byo_yomi_without_periods),
        cmocka_unit_test(a_corrected_clock_tells_of_no_delay),
        cmocka_unit_test(stones_share_a_period),
        cmocka_unit_test(byo_yomi),
        cmocka_unit_test(time_left_without_settings),
        cmocka_unit_test(time_left_that_contradicts_itself),
        cmocka_unit_test(the_end_of_the_main_time),
        cmocka_unit_test(nobody_loses_on_time),
        cmocka_unit_test(shares_of_an_absolute_clock),
        cmocka_unit_test(a_fischer_clock),
        cmocka_unit_test(shares_of_a_fischer_clock),
        cmocka_unit_test(doubt_has_its_time),
        cmocka_unit_test(what_is_left_over),
        cmocka_unit_test(lag_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
