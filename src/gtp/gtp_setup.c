/* Commands that fix the conditions of a game: rules, handicap, set-up positions, time. Servers and
 * programs have invented several commands for one thing (kgs-rules, kata-set-rules; time_settings,
 * kgs-time_settings, kata-time_settings); each is translated here into the engine's one form, and
 * is refused as a whole if a part of it makes no sense. */
#include "guzumi/base/json.h"
#include "guzumi/base/text.h"
#include "guzumi/go/rules.h"

#include "gtp_session.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- rules --- */

static const struct params *params_of(const struct answer *answer) {
    return engine_params(gtp_session(answer)->engine);
}

static bool play_by(struct answer *answer, struct rules_setting setting) {
    struct failure why;
    return gtp_outcome(answer, engine_set_rules(gtp_session(answer)->engine, setting, &why), &why,
                       NULL);
}

/* The names of KGS and of KataGo, with or without dashes and underscores (rules_find). */
static bool set_rules(struct answer *answer, const char *name) {
    struct rules_setting setting;
    if (rules_find(name, &setting)) return play_by(answer, setting);
    return answer_error(answer,
                        "unknown rules '%.40s'; expected chinese, aga, new-zealand, "
                        "tromp-taylor, cgos, japanese or korean",
                        name);
}

bool gtp_kgs_rules(struct answer *answer) {
    return set_rules(answer, answer->argv[1]);
}

/* KataGo's other form of rules: {"ko":"POSITIONAL","scoring":"AREA",...}. Fields that the object
 * leaves out are Tromp and Taylor's, KataGo's default. */
static bool set_json_rules(struct answer *answer, const char *text) {
    struct rules rules = rules_unnamed();
    struct json *json;
    struct failure why;
    if (json_parse(&json, text, strlen(text), &why) != STATUS_OK)
        return answer_error(answer, "rules are a name or {\"KEY\":VALUE,...}: %s", why.text);
    const enum status status = rules_take_all(&rules, json, JSON_ROOT, &why);
    json_free(json);
    return status == STATUS_OK ? play_by(answer, rules_setting_of(&rules))
                               : answer_error(answer, "%s", why.text);
}

bool gtp_set_rules(struct answer *answer) {
    const char *text = arguments_join(answer->argv, 1, answer->argc - 1);
    return (*text == '{' ? set_json_rules : set_rules)(answer, text);
}

/* Changes one rule, for clients with a dialog of single rules. Rules that still count as those with
 * a name keep it, because records show it: japanese with another bonus for White is still japanese.
 */
bool gtp_set_rule(struct answer *answer) {
    struct failure why;
    const struct params *params = params_of(answer);
    const struct rules before = rules_of(params);
    struct rules rules = before;
    if (rules_set(&rules, answer->argv[1], answer->argv[2], &why) != STATUS_OK)
        return answer_error(answer, "%s", why.text);
    struct rules_setting setting = rules_setting_of(&rules);
    char name[64];
    if (rules.territory == before.territory && rules.agreement == before.agreement)
        setting.rules = params_format(params, param_find("rules"), name, sizeof name);
    return play_by(answer, setting);
}

/* In KataGo's terms. The ko rule is positional, because the engine itself never repeats a position.
 */
bool gtp_get_rules(struct answer *answer) {
    const struct rules rules = rules_of(params_of(answer));
    answer_add(answer,
               "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"POSITIONAL\","
               "\"scoring\":\"%s\",\"suicide\":%s,\"tax\":\"%s\","
               "\"whiteHandicapBonus\":\"%s\"}",
               rules.agreement ? "true" : "false", rules.territory ? "TERRITORY" : "AREA",
               rules.suicide ? "true" : "false", rules.territory ? "SEKI" : "NONE",
               rules_bonus_name(rules.bonus));
    return true;
}

/* --- handicap and set-up --- */

/* Places the stones as the handicap and answers their points. The client learns the points from the
 * answer; it sends no moves for them. */
static bool place_handicap(struct answer *answer, const int *points, int count) {
    struct failure why;
    const int size = gtp_game(answer)->board.size;
    const enum status status =
        engine_free_handicap(gtp_session(answer)->engine, points, count, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    for (int i = 0; i < count; i++) gtp_add_vertex(answer, size, points[i]);
    return true;
}

bool gtp_fixed_handicap(struct answer *answer) {
    int count, points[9];
    if (!gtp_read_int(answer, answer->argv[1], INT_MIN, INT_MAX, &count)) return false;
    const int size = gtp_game(answer)->board.size;
    if (game_handicap_points(size, count, points) == 0)
        return answer_error(answer, "invalid number of stones");
    return place_handicap(answer, points, count);
}

static int square(int x) {
    return x * x;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* The squared distance of POINT from the nearest stone, or from the edge with twice the weight, so
 * that handicap stones keep away from both. */
static int isolation(int size, int point, const int *stones, int count) {
    const int column = point_column(size, point), row = point_row(size, point);
    const int line = 1 + smaller(smaller(column, row), smaller(size - 1 - column, size - 1 - row));
    int distance = 2 * square(line);
    for (int i = 0; i < count; i++)
        distance = smaller(distance, square(column - point_column(size, stones[i])) +
                                         square(row - point_row(size, stones[i])));
    return distance;
}

static int most_isolated_point(int size, const int *stones, int count) {
    int best = NO_POINT, best_distance = 0;
    POINT_FOR_EACH(point, size) {
        const int distance = isolation(size, point, stones, count);
        if (distance > best_distance) {
            best = point;
            best_distance = distance;
        }
    }
    return best;
}

/* The usual points as far as they go, then each stone as far from the others as possible: GTP asks
 * for any number of stones below a full board. */
static void choose_handicap(int size, int count, int *points) {
    int placed = game_handicap_points(size, smaller(count, game_max_fixed_handicap(size)), points);
    for (; placed < count; placed++) points[placed] = most_isolated_point(size, points, placed);
}

bool gtp_place_free_handicap(struct answer *answer) {
    int count, points[BOARD_MAX_POINTS];
    if (!gtp_read_int(answer, answer->argv[1], INT_MIN, INT_MAX, &count)) return false;
    const int size = gtp_game(answer)->board.size;
    if (count < 2 || count >= size * size) return answer_error(answer, "invalid number of stones");
    choose_handicap(size, count, points);
    return place_handicap(answer, points, count);
}

bool gtp_set_free_handicap(struct answer *answer) {
    const int size = gtp_game(answer)->board.size, count = answer->argc - 1;
    int points[BOARD_MAX_POINTS];
    /* A full board has no liberties. The engine refuses points that are listed twice. */
    if (count < 2 || count >= size * size) return answer_error(answer, "bad vertex list");
    for (int i = 0; i < count; i++)
        if (!point_parse(size, answer->argv[i + 1], &points[i]) || points[i] == PASS)
            return answer_error(answer, "bad vertex list: '%.20s' is not a point of the board",
                                answer->argv[i + 1]);
    struct failure why;
    return gtp_outcome(
        answer, engine_free_handicap(gtp_session(answer)->engine, points, count, &why), &why, NULL);
}

/* Reads "COLOR VERTEX COLOR VERTEX ..." into *OUT, for the caller to free also after an error. One
 * element more than needed, because calloc(0, n) may return NULL. */
static bool read_moves(struct answer *answer, int size, struct move **out) {
    *out = NULL;
    if (answer->argc % 2 == 0)
        return answer_error(answer, "syntax error: expected pairs of a color and a vertex");
    const int count = (answer->argc - 1) / 2;
    struct move *moves = calloc((size_t)(count + 1), sizeof *moves);
    if (!moves) return answer_error(answer, "out of memory for the moves");
    *out = moves;
    for (int i = 0; i < count; i++) {
        enum color color;
        int point;
        if (!gtp_read_color(answer, answer->argv[2 * i + 1], &color) ||
            !gtp_read_vertex(answer, size, answer->argv[2 * i + 2], &point))
            return false;
        moves[i] = (struct move){(int16_t)point, (uint8_t)color};
    }
    return true;
}

/* Plays the moves on a copy of GAME, because gogui-play_sequence plays all of them or none. */
static enum status try_moves(const struct game *game, int allowed, const struct move *moves,
                             int count, struct failure *why) {
    struct game trial;
    enum status status = game_copy(&trial, game, why);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status =
            game_play_allowing(&trial, moves[i].point, (enum color)moves[i].color, allowed, why);
    game_free(&trial);
    return status;
}

bool gtp_play_sequence(struct answer *answer) {
    const struct game *game = gtp_game(answer);
    const int count = (answer->argc - 1) / 2;
    const int allowed = rules_accepted(engine_params(gtp_session(answer)->engine));
    struct move *moves;
    bool good = read_moves(answer, game->board.size, &moves);
    struct failure why;
    if (good) good = gtp_outcome(answer, try_moves(game, allowed, moves, count, &why), &why, NULL);
    for (int i = 0; good && i < count; i++) {
        const enum status status = engine_accept(gtp_session(answer)->engine, moves[i].point,
                                                 (enum color)moves[i].color, allowed, &why);
        good = gtp_outcome(answer, status, &why, NULL);
        /* The moves are legal, so only memory can have run out. Takes the earlier ones back. */
        if (!good) engine_undo(gtp_session(answer)->engine, (size_t)i);
    }
    free(moves);
    return good;
}

/* board_place refuses an occupied point and a stone that captures or has no liberty, so what is set
 * up is a position that play can reach. */
static bool place_stones(struct board *board, const struct move *stones, int count,
                         struct answer *answer) {
    for (int i = 0; i < count; i++) {
        char name[5];
        const int point = stones[i].point;
        if (point != PASS && board_place(board, point, (enum color)stones[i].color)) continue;
        return answer_error(answer, "invalid color or coordinate: can't set up a stone on %s",
                            point_format(board->size, point, name));
    }
    return true;
}

/* The position changes on a copy first: an error leaves the game as it was. */
bool gtp_setup(struct answer *answer) {
    const struct game *game = gtp_game(answer);
    struct board position;
    board_copy(&position, &game->board);
    struct move *stones;
    const bool good = read_moves(answer, position.size, &stones) &&
                      place_stones(&position, stones, (answer->argc - 1) / 2, answer);
    if (good) engine_edit(gtp_session(answer)->engine, &position, game->to_move);
    free(stones);
    return good;
}

bool gtp_setup_player(struct answer *answer) {
    enum color color;
    if (!gtp_read_color(answer, answer->argv[1], &color)) return false;
    struct board position;
    board_copy(&position, &gtp_game(answer)->board);
    engine_edit(gtp_session(answer)->engine, &position, color);
    return true;
}

/* --- time --- */

enum { MAX_STONES = 100000 };

static struct time_control *time_of(const struct answer *answer) {
    return engine_time_control(gtp_session(answer)->engine);
}

/* Parses main time, period, and stones or periods. The meaning of the third number depends on the
 * command: stones in a Canadian period, or periods of byo-yomi. */
static bool read_settings(struct answer *answer, char **words, double *main_time, double *period,
                          int *stones) {
    return gtp_read_seconds(answer, words[0], main_time) &&
           gtp_read_seconds(answer, words[1], period) &&
           gtp_read_int(answer, words[2], 0, MAX_STONES, stones);
}

bool gtp_time_settings(struct answer *answer) {
    double main_time, period;
    int stones;
    if (!read_settings(answer, answer->argv + 1, &main_time, &period, &stones)) return false;
    time_control_settings(time_of(answer), main_time, period, stones);
    return true;
}

bool gtp_time_left(struct answer *answer) {
    enum color color;
    double left;
    int stones;
    if (!gtp_read_color(answer, answer->argv[1], &color)) return false;
    /* Servers may send a negative time after a late move. */
    if (!text_to_real(answer->argv[2], &left))
        return answer_error(answer, "syntax error: '%.20s' is not a number of seconds",
                            answer->argv[2]);
    if (!gtp_read_int(answer, answer->argv[3], 0, MAX_STONES, &stones)) return false;
    time_control_left(time_of(answer), color, left, stones);
    return true;
}

/* The time systems that kgs-time_settings and kata-time_settings share: a word, then main time,
 * period, and stones or periods. EXPECTED lists all those of the command. */
static bool set_time_system(struct answer *answer, const char *expected) {
    struct time_control *time = time_of(answer);
    const char *system = answer->argv[1];
    double main_time, period;
    int stones;
    if (answer->argc == 2 && strcmp(system, "none") == 0) {
        /* GTP's way to say that there is no limit: a period without stones. */
        time_control_settings(time, 0, 1, 0);
        return true;
    }
    if (answer->argc == 3 && strcmp(system, "absolute") == 0) {
        if (!gtp_read_seconds(answer, answer->argv[2], &main_time)) return false;
        time_control_settings(time, main_time, 0, 0);
        return true;
    }
    const bool byoyomi = strcmp(system, "byoyomi") == 0;
    if (answer->argc != 5 || (!byoyomi && strcmp(system, "canadian") != 0))
        return answer_error(answer, "syntax error: expected %s", expected);
    if (!read_settings(answer, answer->argv + 2, &main_time, &period, &stones)) return false;
    /* Without periods there is only the main time. (In time_settings a period without stones means
     * no limit at all.) */
    if (period <= 0 || stones == 0)
        time_control_settings(time, main_time, 0, 0);
    else if (byoyomi)
        time_control_byo_yomi(time, main_time, period, stones);
    else
        time_control_settings(time, main_time, period, stones);
    return true;
}

bool gtp_kgs_time_settings(struct answer *answer) {
    return set_time_system(answer,
                           "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS or canadian MAIN "
                           "PERIOD STONES");
}

bool gtp_kata_list_time_settings(struct answer *answer) {
    answer_add(answer, "none absolute byoyomi canadian fischer fischer-capped");
    return true;
}

/* Seconds; negative means no limit. */
static bool read_limit(struct answer *answer, const char *text, double *out) {
    if (text_to_real(text, out) && *out < 0) {
        *out = INFINITY;
        return true;
    }
    return gtp_read_seconds(answer, text, out);
}

/* The bridge of OGS sends fischer and fischer-capped. */
bool gtp_kata_time_settings(struct answer *answer) {
    const bool capped = strcmp(answer->argv[1], "fischer-capped") == 0;
    if (answer->argc != (capped ? 6 : 4) || (!capped && strcmp(answer->argv[1], "fischer") != 0))
        return set_time_system(answer,
                               "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN "
                               "PERIOD STONES, fischer MAIN INCREMENT or fischer-capped MAIN "
                               "INCREMENT CEILING LONGEST");
    double main_time, increment, ceiling = INFINITY, longest_move = INFINITY;
    if (!gtp_read_seconds(answer, answer->argv[2], &main_time) ||
        !gtp_read_seconds(answer, answer->argv[3], &increment) ||
        (capped && !read_limit(answer, answer->argv[4], &ceiling)) ||
        (capped && !read_limit(answer, answer->argv[5], &longest_move)))
        return false;
    time_control_fischer(time_of(answer), main_time, increment, ceiling, longest_move);
    return true;
}
