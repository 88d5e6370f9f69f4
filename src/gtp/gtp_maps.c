/* Heat maps for GoGui: figures of the moves as colours from the worst to the best, the best few
 * with their per cent. */
#include "guzumi/player/mind.h"

#include "gtp_session.h"

#include <math.h>
#include <string.h>

enum { LEVELS = 9, LABELLED = 5 };

/* A figure for each point, NAN where there is none, and what the ends of the scale stand for: the
 * lowest is above the highest when no point has a figure. */
struct map {
    double figure[BOARD_MAX_POINTS];
    double lowest, highest;
};

/* From blue by green and yellow to red. */
static const char *const colors[LEVELS] = {"#4060d0", "#4090d8", "#50b8c8", "#60c890", "#90d060",
                                           "#d0d850", "#f0c040", "#f09040", "#e85040"};

static int level_of(const struct map *map, double figure) {
    const double width = map->highest - map->lowest;
    const int level = width > 0 ? (int)(LEVELS * (figure - map->lowest) / width) : LEVELS / 2;
    return level < 0 ? 0 : level < LEVELS ? level : LEVELS - 1;
}

static void add_level(struct answer *answer, int size, const struct map *map, int level) {
    char name[5];
    bool any = false;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            const int p = point_at(size, column, row);
            if (isnan(map->figure[p]) || level_of(map, map->figure[p]) != level) continue;
            if (!any) answer_add(answer, "COLOR %s", colors[level]);
            any = true;
            answer_add(answer, " %s", point_format(size, p, name));
        }
    if (any) answer_add(answer, "\n");
}

/* The best point that is not in DONE yet; NO_POINT when there is none. */
static int next_best(int size, const struct map *map, const struct bitset *done) {
    int best = NO_POINT;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            const int p = point_at(size, column, row);
            if (isnan(map->figure[p]) || bitset_has(done, p)) continue;
            if (best == NO_POINT || map->figure[p] > map->figure[best]) best = p;
        }
    return best;
}

static void add_labels(struct answer *answer, int size, const struct map *map) {
    struct bitset done = {{0}};
    char name[5];
    int p, i = 0;
    for (; i < LABELLED && (p = next_best(size, map, &done)) != NO_POINT; i++) {
        answer_add(answer, "%s %s %.0f", i ? "" : "LABEL", point_format(size, p, name),
                   100 * map->figure[p]);
        bitset_add(&done, p);
    }
    if (i > 0) answer_add(answer, "\n");
}

static void add_map(struct answer *answer, int size, const struct map *map) {
    if (map->lowest > map->highest) {
        answer_add(answer, "TEXT No move is legal.\n");
        return;
    }
    for (int level = 0; level < LEVELS; level++) add_level(answer, size, map, level);
    add_labels(answer, size, map);
    answer_add(answer, "TEXT %.1f %% (blue) to %.1f %% (red)\n", 100 * map->lowest,
               100 * map->highest);
}

/* The scale of the figures that there are. */
static void widen(struct map *map, const double figure[BOARD_MAX_POINTS]) {
    for (int p = 0; p < BOARD_MAX_POINTS; p++) {
        map->lowest = fmin(map->lowest, figure[p]); /* which leaves NAN out */
        map->highest = fmax(map->highest, figure[p]);
    }
}

static void drop_missing(double figure[BOARD_MAX_POINTS]) {
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        if (figure[p] < 0) figure[p] = NAN;
}

/* Both memories' values have one scale, and their difference one of the same width about 0. */
static enum status make_values(struct engine *engine, enum color color, const char *kind,
                               struct map *map, struct failure *why) {
    double prior[BOARD_MAX_POINTS];
    enum status status = engine_values(engine, color, map->figure, why);
    if (status == STATUS_OK) status = engine_long_term_values(engine, color, prior, why);
    if (status != STATUS_OK) return status;
    drop_missing(map->figure);
    drop_missing(prior);
    map->lowest = INFINITY;
    map->highest = -INFINITY;
    widen(map, map->figure);
    widen(map, prior);
    if (strcmp(kind, "long-term") == 0) {
        memcpy(map->figure, prior, sizeof prior);
    } else if (strcmp(kind, "learnt") == 0) {
        const double half = (map->highest - map->lowest) / 2;
        for (int p = 0; p < BOARD_MAX_POINTS; p++) map->figure[p] -= prior[p];
        map->lowest = -half;
        map->highest = half;
    }
    return STATUS_OK;
}

/* Shares of a whole; the scale begins at 0, and what has none is left out. */
static void make_shares(struct map *map) {
    map->lowest = map->highest = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        if (!(map->figure[p] > 0)) map->figure[p] = NAN;
    widen(map, map->figure);
}

static void make_visits(struct engine *engine, struct map *map) {
    uint64_t visits[BOARD_MAX_POINTS];
    const uint64_t all = engine_visits(engine, visits);
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        map->figure[p] = all ? (double)visits[p] / (double)all : 0;
    make_shares(map);
}

bool gtp_map(void *context, int argc, char **argv, struct answer *answer) {
    static const char *const kinds[] = {"values", "long-term", "learnt", "visits", "policy"};
    struct engine *engine = gtp_session(context)->engine;
    struct map map;
    struct failure why;
    enum color color;
    enum status status = STATUS_OK;
    int kind = 0;
    while (kind < 5 && strcmp(kinds[kind], argv[1]) != 0) kind++;
    if (kind == 5)
        return answer_error(
            answer,
            "syntax error: unknown map '%.20s'; expected values, long-term, learnt, "
            "visits or policy",
            argv[1]);
    if (!gtp_read_optional_color(context, argc - 1, argv + 1, answer, &color)) return false;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) map.figure[p] = NAN;
    if (kind < 3) {
        status = make_values(engine, color, kinds[kind], &map, &why);
    } else if (kind == 3) {
        make_visits(engine, &map);
    } else {
        engine_policy_shares(engine, color, map.figure);
        make_shares(&map);
    }
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    add_map(answer, gtp_game(context)->board.size, &map);
    return true;
}
