#include "guzumi/base/text.h"

#include "gtp_session.h"

/* Longer times than this (30 years) are no limit that anyone meets. */
static const double max_seconds = 1e9;

bool gtp_outcome(struct answer *answer, enum status status, const struct failure *why,
                 const char *prefix) {
    if (status == STATUS_OK) return true;
    return prefix ? answer_error(answer, "%s: %s", prefix, why->text)
                  : answer_error(answer, "%s", why->text);
}

bool gtp_read_color(struct answer *answer, const char *text, enum color *out) {
    return color_parse(text, out) ||
           answer_error(answer, "invalid color or coordinate: '%.20s' is neither black nor white",
                        text);
}

bool gtp_read_vertex(struct answer *answer, int size, const char *text, int *out) {
    return point_parse(size, text, out) ||
           answer_error(answer, "invalid color or coordinate: '%.20s' is not on a %dx%d board",
                        text, size, size);
}

bool gtp_read_int(struct answer *answer, const char *text, int min, int max, int *out) {
    int64_t number;
    if (!text_to_int(text, min, max, &number))
        return answer_error(answer, "syntax error: '%.20s' is not a whole number from %d to %d",
                            text, min, max);
    *out = (int)number;
    return true;
}

bool gtp_read_seconds(struct answer *answer, const char *text, double *out) {
    double number;
    if (!text_to_real(text, &number) || number < 0)
        return answer_error(answer, "syntax error: '%.20s' is not a number of seconds", text);
    *out = number < max_seconds ? number : max_seconds;
    return true;
}

bool gtp_read_optional_color(void *context, int argc, char **argv, struct answer *answer,
                             enum color *out) {
    if (argc > 1) return gtp_read_color(answer, argv[1], out);
    *out = gtp_game(context)->to_move;
    return true;
}

void gtp_add_vertex(struct answer *answer, int size, int point) {
    char name[5];
    answer_add(answer, "%s%s", answer->text.length ? " " : "", point_format(size, point, name));
}
