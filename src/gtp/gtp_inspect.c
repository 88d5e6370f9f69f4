/* Commands that inspect the program for GoGui: values, ownership, shapes, networks. GoGui asks for
 * the list below, shows it as a menu, and draws each answer by its type:
 *
 *     gfx       lines of a drawing language: COLOR, LABEL, TEXT (the heat maps and the shapes)
 *     dboard    a number for each point, -1 to 1, as shades
 *     varc      a line of moves, numbered on the board
 *     string, hstring, param    a word, a table, a dialog
 *
 * The same commands without GoGui are for scripts and tests, hence numbers beside the drawings. */
#include "guzumi/player/inspect.h"
#include "guzumi/player/report.h"

#include "gtp_session.h"

#include <math.h>
#include <string.h>

/* A row is TYPE/TITLE IN THE MENU/COMMAND: %m is the colour to move, %c a colour that the user
 * picks. An entry that fails on this board, for want of a network, says so when it is chosen. */
bool gtp_analyze_commands(struct answer *answer) {
    answer_add(answer, "gfx/Value of each move/guzumi-map values %%m\n"
                       "gfx/Value of each move, long-term memory/guzumi-map long-term %%m\n"
                       "gfx/Value of each move, learnt by the search/guzumi-map learnt %%m\n"
                       "gfx/Value of each move, network/guzumi-map network-values %%m\n"
                       "varc/Principal variation/guzumi-line %%c\n"
                       "gfx/Simulations of this position/guzumi-map visits %%m\n"
                       "dboard/Ownership, playouts/guzumi-ownership\n"
                       "dboard/Ownership, network/guzumi-network ownership %%m\n"
                       "gfx/Policy, network/guzumi-map network-policy %%m\n"
                       "gfx/Policy, playouts/guzumi-map policy %%m\n"
                       "dboard/Fate of each point, Schraudolph's network/guzumi-fates %%m\n"
                       "hstring/Kernels of Schraudolph's network/guzumi-kernels\n"
                       "gfx/Strongest shapes/guzumi-shapes\n"
                       "hstring/Strongest shapes, table/guzumi-shape-list\n"
                       "string/Win rate/guzumi-value %%m\n"
                       "string/Win rate and score, network/guzumi-network value %%m\n"
                       "string/Move without playing it/reg_genmove %%m\n"
                       "string/Final score/final_score\n"
                       "string/Processor time/cputime\n"
                       "hstring/Board/showboard\n"
                       "param/Parameters of play/guzumi-param-play\n"
                       "param/Parameters of research/guzumi-param-research\n");
    return true;
}

/* --- boards --- */

void gtp_add_board(struct answer *answer, int size, const double numbers[BOARD_MAX_POINTS]) {
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++)
            answer_add(answer, "%.3f%c", numbers[point_at(size, column, row)],
                       column < size - 1 ? ' ' : '\n');
}

typedef enum status give_numbers(struct engine *engine, enum color color,
                                 double out[BOARD_MAX_POINTS], struct failure *why);

/* Short-term minus long-term value, clamped to the range of a dboard; 0 where one of them is
 * missing. What the search has learnt beyond the long-term memory, in the units of the other two
 * boards. */
static enum status give_learnt(struct engine *engine, enum color color,
                               double out[BOARD_MAX_POINTS], struct failure *why) {
    double prior[BOARD_MAX_POINTS];
    enum status status = engine_values(engine, color, out, why);
    if (status == STATUS_OK) status = engine_long_term_values(engine, color, prior, why);
    if (status != STATUS_OK) return status;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) {
        const double learnt = out[p] < 0 || prior[p] < 0 ? 0 : 2 * (out[p] - prior[p]);
        out[p] = learnt > 1 ? 1 : learnt < -1 ? -1 : learnt;
    }
    return status;
}

/* A board of the numbers that GIVE gives. INDEX is the argument with the colour, which the commands
 * have at different places. Win rates 0..1 become values -1..1; 0, which GoGui leaves uncoloured,
 * where no move is legal or the search has not considered it. */
static bool answer_numbers(struct answer *answer, int index, give_numbers *give, bool win_rates) {
    enum color color;
    double numbers[BOARD_MAX_POINTS];
    if (!gtp_read_optional_color(answer, index, &color)) return false;
    struct failure why;
    const enum status status = give(gtp_session(answer)->engine, color, numbers, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    for (int p = 0; win_rates && p < BOARD_MAX_POINTS; p++)
        numbers[p] = numbers[p] < 0 ? 0 : 2 * numbers[p] - 1;
    gtp_add_board(answer, gtp_game(answer)->board.size, numbers);
    return true;
}

bool gtp_values(struct answer *answer) {
    return answer_numbers(answer, 1, engine_values, true);
}

bool gtp_long_term_values(struct answer *answer) {
    return answer_numbers(answer, 1, engine_long_term_values, true);
}

bool gtp_learnt(struct answer *answer) {
    return answer_numbers(answer, 1, give_learnt, false);
}

bool gtp_ownership(struct answer *answer) {
    double ownership[BOARD_MAX_POINTS];
    engine_ownership(gtp_session(answer)->engine, ownership);
    gtp_add_board(answer, gtp_game(answer)->board.size, ownership);
    return true;
}

bool gtp_policy(struct answer *answer) {
    enum color color;
    double policy[BOARD_MAX_POINTS];
    if (!gtp_read_optional_color(answer, 1, &color)) return false;
    engine_policy(gtp_session(answer)->engine, color, policy);
    gtp_add_board(answer, gtp_game(answer)->board.size, policy);
    return true;
}

/* GoGui's sboard: a word for each point. An empty one has to be quoted, or the columns would shift.
 */
bool gtp_visits(struct answer *answer) {
    uint64_t visits[BOARD_MAX_POINTS];
    const int size = gtp_game(answer)->board.size;
    engine_visits(gtp_session(answer)->engine, visits);
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++) {
            const uint64_t here = visits[point_at(size, column, row)];
            if (here)
                answer_add(answer, "%llu", (unsigned long long)here);
            else
                answer_add(answer, "\"\"");
            answer_add(answer, column < size - 1 ? " " : "\n");
        }
    return true;
}

/* --- position --- */

bool gtp_value(struct answer *answer) {
    enum color color;
    if (!gtp_read_optional_color(answer, 1, &color)) return false;
    double value;
    struct failure why;
    const enum status status = engine_value(gtp_session(answer)->engine, color, &value, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    answer_add(answer, "%.4f", value);
    return true;
}

/* GoGui's type varc wants the moves alone; it numbers them in turn. */
bool gtp_line(struct answer *answer) {
    struct engine *engine = gtp_session(answer)->engine;
    enum color color;
    if (!gtp_read_optional_color(answer, 1, &color)) return false;
    struct failure why;
    int line[REPORT_PV], count;
    const enum status status = engine_expected_line(engine, color, line, &count, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    for (int i = 0; i < count; i++) gtp_add_vertex(answer, gtp_game(answer)->board.size, line[i]);
    return true;
}

/* --- shapes --- */

enum { MOST_SHAPES = 100 };

/* The strongest shapes; argument 1 is their number, by default USUAL. */
static bool read_shapes(struct answer *answer, int usual, struct active_shape *out, int *count) {
    int wanted = usual;
    struct failure why;
    if (answer->argc > 1 && !gtp_read_int(answer, answer->argv[1], 1, MOST_SHAPES, &wanted))
        return false;
    return gtp_outcome(answer, engine_shapes(gtp_session(answer)->engine, out, wanted, count, &why),
                       &why, NULL);
}

/* The filling of a shape, from its top row: "X.O/.../.XX". */
static void add_filling(struct answer *answer, const struct board *b,
                        const struct active_shape *shape) {
    const int column = point_column(b->size, shape->point), row = point_row(b->size, shape->point);
    for (int i = shape->k - 1; i >= 0; i--) {
        for (int j = 0; j < shape->k; j++) {
            const enum color color = board_color(b, point_at(b->size, column + j, row + i));
            answer_add(answer, "%c", color == BLACK ? 'X' : color == WHITE ? 'O' : '.');
        }
        if (i > 0) answer_add(answer, "/");
    }
}

/* "D4 3x3 X.O/.../.XX long-term +0.123 short-term +0.456". */
static void add_shape(struct answer *answer, const struct board *b,
                      const struct active_shape *shape) {
    char name[5];
    answer_add(answer, "%s %dx%d ", point_format(b->size, shape->point, name), shape->k, shape->k);
    add_filling(answer, b, shape);
    answer_add(answer, " long-term %+.3f short-term %+.3f\n", shape->long_term, shape->short_term);
}

/* Blues favour Black, reds White. Neighbouring ranks differ: GoGui draws no outlines, so touching
 * squares of one colour would merge. */
static const char *shape_color(int rank, double weight) {
    static const char *const tints[2][5] = {
        {"#3050e0", "#60b0ff", "#8070f0", "#40d0e0", "#a0b8ff"},
        {"#e03020", "#ffa070", "#e060a0", "#f0c030", "#ffb0b0"}};
    return tints[weight > 0 ? 0 : 1][rank % 5];
}

/* Weaker shapes first, so that stronger ones are drawn over them. Each point shows the rank. Two
 * lines a shape:
 *
 *     COLOR #3050e0 D4 E4 D5 E5
 *     LABEL D4 1 E4 1 D5 1 E5 1 */
static void draw_shapes(struct answer *answer, const struct board *b,
                        const struct active_shape *shapes, int count) {
    char name[5];
    for (int i = count - 1; i >= 0; i--) {
        const struct active_shape *shape = &shapes[i];
        const int column = point_column(b->size, shape->point);
        const int row = point_row(b->size, shape->point);
        struct buffer labels = {0};
        answer_add(answer, "COLOR %s", shape_color(i, shape->short_term));
        for (int cell = 0; cell < shape->k * shape->k; cell++) {
            const int p = point_at(b->size, column + cell % shape->k, row + cell / shape->k);
            answer_add(answer, " %s", point_format(b->size, p, name));
            buffer_print(&labels, " %s %d", name, i + 1);
        }
        answer_add(answer, "\nLABEL%.*s\n", (int)labels.length, (const char *)labels.data);
        buffer_free(&labels);
    }
}

bool gtp_shapes(struct answer *answer) {
    struct active_shape shapes[MOST_SHAPES];
    const struct board *b = &gtp_game(answer)->board;
    int count;
    if (!read_shapes(answer, 5, shapes, &count)) return false;
    draw_shapes(answer, b, shapes, count);
    answer_add(answer, "TEXT Weights favour Black above 0 (blues), White below (reds).\n");
    for (int i = 0; i < count; i++) {
        answer_add(answer, "TEXT %d: ", i + 1);
        add_shape(answer, b, &shapes[i]);
    }
    return true;
}

bool gtp_shape_list(struct answer *answer) {
    struct active_shape shapes[MOST_SHAPES];
    int count;
    if (!read_shapes(answer, 30, shapes, &count)) return false;
    for (int i = 0; i < count; i++) add_shape(answer, &gtp_game(answer)->board, &shapes[i]);
    return true;
}

/* --- networks --- */

/* Numbers that a dboard can show: probabilities as they are, win rates from -1 to 1. The win rate
 * is COLOR's, the score Black's. */
static bool add_network(struct answer *answer, const struct network_evaluation *evaluation,
                        const char *kind, int size) {
    double numbers[BOARD_MAX_POINTS];
    for (int p = 0; p < BOARD_MAX_POINTS; p++) numbers[p] = fmax(evaluation->policy[p], 0);
    if (strcmp(kind, "value") == 0)
        answer_add(answer, "win rate %.4f score %+.1f", evaluation->win_rate, evaluation->score);
    else if (strcmp(kind, "policy") == 0)
        gtp_add_board(answer, size, numbers);
    else if (strcmp(kind, "ownership") == 0)
        gtp_add_board(answer, size, evaluation->ownership);
    else
        return answer_error(answer,
                            "syntax error: unknown output '%.20s'; expected value, policy, "
                            "ownership or values",
                            kind);
    return true;
}

bool gtp_network(struct answer *answer) {
    struct engine *engine = gtp_session(answer)->engine;
    struct network_evaluation evaluation;
    struct failure why;
    enum color color;
    if (strcmp(answer->argv[1], "values") == 0)
        return answer_numbers(answer, 2, engine_network_values, true);
    if (!gtp_read_optional_color(answer, 2, &color)) return false;
    const enum status status = engine_network_evaluation(engine, color, &evaluation, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    return add_network(answer, &evaluation, answer->argv[1], gtp_game(answer)->board.size);
}

bool gtp_fates(struct answer *answer) {
    return answer_numbers(answer, 1, engine_fates, false);
}

bool gtp_kernels(struct answer *answer) {
    struct buffer text = {0};
    struct failure why;
    enum status status = engine_kernels(gtp_session(answer)->engine, &text, &why);
    if (status == STATUS_OK && text.failed) status = out_of_memory(&why, "the kernels");
    if (status == STATUS_OK) answer_add(answer, "%.*s", (int)text.length, (const char *)text.data);
    buffer_free(&text);
    return gtp_outcome(answer, status, &why, NULL);
}

/* --- heat maps --- */

/* Heat maps for GoGui: a colour for each move from the worst to the best, and the percentages of
 * the best few. */

enum { LEVELS = 9, LABELLED = 5 };

/* A figure for each point, NAN without one, and the ends of the scale; LOWEST > HIGHEST if no point
 * has a figure. NOTE is shown in place of the figures, unless NULL. */
struct map {
    double figure[BOARD_MAX_POINTS];
    double lowest, highest;
    const char *note;
};

/* Blue, green, yellow, red. */
static const char *const colors[LEVELS] = {"#4060d0", "#4090d8", "#50b8c8", "#60c890", "#90d060",
                                           "#d0d850", "#f0c040", "#f09040", "#e85040"};

/* The highest figure would be level LEVELS; it belongs to the last one. Equal figures everywhere
 * get the middle colour. */
static int level_of(const struct map *map, double figure) {
    const double width = map->highest - map->lowest;
    const int level = width > 0 ? (int)(LEVELS * (figure - map->lowest) / width) : LEVELS / 2;
    return level < 0 ? 0 : level < LEVELS ? level : LEVELS - 1;
}

/* A line for each colour with all of its points, as GoGui wants it: "COLOR #f0c040 C4 D4". */
static void add_level(struct answer *answer, int size, const struct map *map, int level) {
    char name[5];
    bool any = false;
    POINT_FOR_EACH(p, size) {
        if (isnan(map->figure[p]) || level_of(map, map->figure[p]) != level) continue;
        if (!any) answer_add(answer, "COLOR %s", colors[level]);
        any = true;
        answer_add(answer, " %s", point_format(size, p, name));
    }
    if (any) answer_add(answer, "\n");
}

/* The best point outside DONE; NO_POINT if there is none. */
static int next_best(int size, const struct map *map, const struct bitset *done) {
    int best = NO_POINT;
    POINT_FOR_EACH(p, size) {
        if (isnan(map->figure[p]) || bitset_has(done, p)) continue;
        if (best == NO_POINT || map->figure[p] > map->figure[best]) best = p;
    }
    return best;
}

/* In per cent, without a decimal: a label has room for three characters on a point. */
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

/* WHAT says what the colours mean, in GoGui's status line:
 *
 *     COLOR #f0c040 C4
 *     COLOR #e85040 D2
 *     LABEL D2 60 C4 40
 *     TEXT Simulations of each move: 0.0 % (blue) to 60.0 % (red) */
static void add_map(struct answer *answer, int size, const struct map *map, const char *what) {
    if (map->note || map->lowest > map->highest) {
        answer_add(answer, "TEXT %s\n", map->note ? map->note : "No move is legal.");
        return;
    }
    for (int level = 0; level < LEVELS; level++) add_level(answer, size, map, level);
    add_labels(answer, size, map);
    answer_add(answer, "TEXT %s: %.1f %% (blue) to %.1f %% (red)\n", what, 100 * map->lowest,
               100 * map->highest);
}

/* Extends the scale to FIGURE. */
static void widen(struct map *map, const double figure[BOARD_MAX_POINTS]) {
    for (int p = 0; p < BOARD_MAX_POINTS; p++) {
        map->lowest = fmin(map->lowest, figure[p]); /* fmin and fmax ignore NAN */
        map->highest = fmax(map->highest, figure[p]);
    }
}

static void drop_missing(double figure[BOARD_MAX_POINTS]) {
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        if (figure[p] < 0) figure[p] = NAN;
}

/* Fractions of a whole: the scale begins at 0, and points without any are left out. */
static void make_fractions(struct map *map) {
    map->lowest = map->highest = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        if (!(map->figure[p] > 0)) map->figure[p] = NAN;
    widen(map, map->figure);
}

/* --- the maps --- */

#define NOT_SEEN "The search has not seen this position yet."

/* Fills in a map without figures for the position with COLOR to move. */
typedef enum status make_map(struct engine *engine, enum color color, struct map *map,
                             struct failure *why);

/* The win rates by the search, and PRIOR by the long-term memory, on one scale: the same colour
 * means the same win rate on both maps, and they can be compared by eye. */
static enum status find_values(struct engine *engine, enum color color, struct map *map,
                               double prior[BOARD_MAX_POINTS], struct failure *why) {
    enum status status = engine_values(engine, color, map->figure, why);
    if (status == STATUS_OK) status = engine_long_term_values(engine, color, prior, why);
    if (status != STATUS_OK) return status;
    drop_missing(map->figure);
    drop_missing(prior);
    widen(map, map->figure);
    widen(map, prior);
    return STATUS_OK;
}

static enum status make_values(struct engine *engine, enum color color, struct map *map,
                               struct failure *why) {
    double prior[BOARD_MAX_POINTS];
    return find_values(engine, color, map, prior, why);
}

static enum status make_long_term(struct engine *engine, enum color color, struct map *map,
                                  struct failure *why) {
    double prior[BOARD_MAX_POINTS];
    const enum status status = find_values(engine, color, map, prior, why);
    if (status == STATUS_OK) memcpy(map->figure, prior, sizeof prior);
    return status;
}

/* The difference of the two, on a scale of the same width around 0. NAN less a number is NAN: a
 * move that one of them does not know has no difference. */
static enum status make_learnt(struct engine *engine, enum color color, struct map *map,
                               struct failure *why) {
    double prior[BOARD_MAX_POINTS];
    uint64_t visits[BOARD_MAX_POINTS];
    const enum status status = find_values(engine, color, map, prior, why);
    if (status != STATUS_OK) return status;
    if (engine_params(engine)->search == SEARCH_TREE &&
        engine_visits_here(engine, color, visits) == 0)
        map->note = NOT_SEEN;
    const double half = (map->highest - map->lowest) / 2;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) map->figure[p] -= prior[p];
    map->lowest = -half;
    map->highest = half;
    return STATUS_OK;
}

/* As fractions of the simulations in this position: the search may have begun at an earlier one. */
static enum status make_visits(struct engine *engine, enum color color, struct map *map,
                               struct failure *why) {
    uint64_t visits[BOARD_MAX_POINTS];
    const uint64_t all = engine_visits_here(engine, color, visits);
    (void)why;
    if (all == 0) map->note = NOT_SEEN;
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        map->figure[p] = all ? (double)visits[p] / (double)all : 0;
    make_fractions(map);
    return STATUS_OK;
}

static enum status make_policy(struct engine *engine, enum color color, struct map *map,
                               struct failure *why) {
    (void)why;
    engine_policy(engine, color, map->figure);
    make_fractions(map);
    return STATUS_OK;
}

static enum status make_network_policy(struct engine *engine, enum color color, struct map *map,
                                       struct failure *why) {
    struct network_evaluation evaluation;
    const enum status status = engine_network_evaluation(engine, color, &evaluation, why);
    if (status != STATUS_OK) return status;
    memcpy(map->figure, evaluation.policy, sizeof map->figure);
    make_fractions(map);
    return STATUS_OK;
}

static enum status make_network_values(struct engine *engine, enum color color, struct map *map,
                                       struct failure *why) {
    const enum status status = engine_network_values(engine, color, map->figure, why);
    if (status != STATUS_OK) return status;
    drop_missing(map->figure);
    widen(map, map->figure);
    return STATUS_OK;
}

static const struct {
    const char *name, *what;
    make_map *make;
} maps[] = {
    {"values", "Win rate after each move", make_values},
    {"long-term", "Win rate after each move by the long-term memory", make_long_term},
    {"learnt", "Win rate above the long-term memory's", make_learnt},
    {"visits", "Simulations of each move", make_visits},
    {"policy", "Policy of playouts", make_policy},
    {"network-policy", "Policy of the network", make_network_policy},
    {"network-values", "Win rate after each move by the network", make_network_values},
};
enum { MAPS = sizeof maps / sizeof maps[0] };

static bool reject_map(struct answer *answer, const char *name) {
    struct buffer names = {0};
    for (int i = 0; i < MAPS; i++)
        buffer_print(&names, "%s%s", i == 0 ? "" : i == MAPS - 1 ? " or " : ", ", maps[i].name);
    answer_error(answer, "syntax error: unknown map '%.20s'; expected %.*s", name,
                 (int)names.length, (const char *)names.data);
    buffer_free(&names);
    return false;
}

/* An empty map is a line of text, not an error: nothing wrong was asked for. */
bool gtp_map(struct answer *answer) {
    struct map map = {.lowest = INFINITY, .highest = -INFINITY};
    struct failure why;
    enum color color;
    int kind = 0;
    while (kind < MAPS && strcmp(maps[kind].name, answer->argv[1]) != 0) kind++;
    if (kind == MAPS) return reject_map(answer, answer->argv[1]);
    if (!gtp_read_optional_color(answer, 2, &color)) return false;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) map.figure[p] = NAN;
    const enum status status = maps[kind].make(gtp_session(answer)->engine, color, &map, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    add_map(answer, gtp_game(answer)->board.size, &map, maps[kind].what);
    return true;
}
