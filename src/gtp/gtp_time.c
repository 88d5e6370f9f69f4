#include "guzumi/base/text.h"

#include "gtp_session.h"

#include <math.h>
#include <string.h>

enum { MAX_STONES = 100000 };

static struct time_control *time_of(void *context) {
    return engine_time_control(gtp_session(context)->engine);
}

/* Reads the three words of main time, period, and stones or periods. */
static bool read_settings(struct answer *answer, char **words, double *main_time, double *period,
                          int *stones) {
    return gtp_read_seconds(answer, words[0], main_time) &&
           gtp_read_seconds(answer, words[1], period) &&
           gtp_read_int(answer, words[2], 0, MAX_STONES, stones);
}

bool gtp_time_settings(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    double main_time, period;
    int stones;
    if (!read_settings(answer, argv + 1, &main_time, &period, &stones)) return false;
    time_control_settings(time_of(context), main_time, period, stones);
    return true;
}

bool gtp_time_left(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    enum color color;
    double left;
    int stones;
    if (!gtp_read_color(answer, argv[1], &color)) return false;
    /* Servers may send less than nothing when a move came late. */
    if (!text_to_real(argv[2], &left))
        return answer_error(answer, "syntax error: '%.20s' is not a number of seconds", argv[2]);
    if (!gtp_read_int(answer, argv[3], 0, MAX_STONES, &stones)) return false;
    time_control_left(time_of(context), color, left, stones);
    return true;
}

/* The systems that both servers' commands know; WANTED names them, and what else there is. */
static bool set_time_system(void *context, int argc, char **argv, const char *wanted,
                            struct answer *answer) {
    struct time_control *time = time_of(context);
    const char *system = argv[1];
    double main_time, period;
    int stones;
    if (argc == 2 && strcmp(system, "none") == 0) {
        time_control_settings(time, 0, 1, 0);
        return true;
    }
    if (argc == 3 && strcmp(system, "absolute") == 0) {
        if (!gtp_read_seconds(answer, argv[2], &main_time)) return false;
        time_control_settings(time, main_time, 0, 0);
        return true;
    }
    const bool byoyomi = strcmp(system, "byoyomi") == 0;
    if (argc != 5 || (!byoyomi && strcmp(system, "canadian") != 0))
        return answer_error(answer, "syntax error: %s is wanted", wanted);
    if (!read_settings(answer, argv + 2, &main_time, &period, &stones)) return false;
    /* No period, or none of them, leaves the main time alone; time_settings would take no stones
     * in a period for no limit at all. */
    if (period <= 0 || stones == 0)
        time_control_settings(time, main_time, 0, 0);
    else if (byoyomi)
        time_control_byo_yomi(time, main_time, period, stones);
    else
        time_control_settings(time, main_time, period, stones);
    return true;
}

bool gtp_kgs_time_settings(void *context, int argc, char **argv, struct answer *answer) {
    return set_time_system(context, argc, argv,
                           "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS or canadian MAIN "
                           "PERIOD STONES",
                           answer);
}

bool gtp_kata_list_time_settings(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc, (void)argv;
    answer_add(answer, "none absolute byoyomi canadian fischer fischer-capped");
    return true;
}

/* Seconds, or less than nothing for no limit. */
static bool read_limit(struct answer *answer, const char *text, double *out) {
    if (text_to_real(text, out) && *out < 0) {
        *out = INFINITY;
        return true;
    }
    return gtp_read_seconds(answer, text, out);
}

bool gtp_kata_time_settings(void *context, int argc, char **argv, struct answer *answer) {
    const bool capped = strcmp(argv[1], "fischer-capped") == 0;
    if (argc != (capped ? 6 : 4) || (!capped && strcmp(argv[1], "fischer") != 0))
        return set_time_system(context, argc, argv,
                               "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN "
                               "PERIOD STONES, fischer MAIN INCREMENT or fischer-capped MAIN "
                               "INCREMENT CEILING LONGEST",
                               answer);
    double main_time, increment, ceiling = INFINITY, longest_move = INFINITY;
    if (!gtp_read_seconds(answer, argv[2], &main_time) ||
        !gtp_read_seconds(answer, argv[3], &increment) ||
        (capped && !read_limit(answer, argv[4], &ceiling)) ||
        (capped && !read_limit(answer, argv[5], &longest_move)))
        return false;
    time_control_fischer(time_of(context), main_time, increment, ceiling, longest_move);
    return true;
}
