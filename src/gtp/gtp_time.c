#include "gtp_session.h"

#include "guzumi/text.h"

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

bool gtp_kgs_time_settings(void *context, int argc, char **argv, struct answer *answer) {
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
        return answer_error(answer, "syntax error: none, absolute MAIN, byoyomi MAIN PERIOD "
                                    "PERIODS or canadian MAIN PERIOD STONES is wanted");
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
