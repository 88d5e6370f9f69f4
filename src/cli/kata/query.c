#include "query.h"

#include "guzumi/base/text.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The reading of one query. */
struct query_reader {
    const struct json *json;
    struct query *query;
    struct query_fault *fault;
};

#define complain(reading, name, ...)                                                               \
    ((reading)->fault->field = (name), fail(&(reading)->fault->why, STATUS_INVALID, __VA_ARGS__))

static int field(const struct query_reader *r, const char *name) {
    return json_member(r->json, JSON_ROOT, name);
}

static void *room_for(int count, size_t size) {
    return calloc((size_t)count + 1, size);
}

/* The whole number VALUE, of any size; else NAN. */
static double whole_number(const struct json *json, int value) {
    const double number = json_kind(json, value) == JSON_NUMBER ? json_number(json, value) : NAN;
    return number == floor(number) ? number : NAN;
}

/* --- settings -----------------------------------------------------------------------------------
 */

static bool read_max_visits(struct query_settings *s, const char *value) {
    int64_t visits;
    if (!text_to_int(value, 1, INT64_MAX, &visits)) return false;
    s->max_visits = visits < INT_MAX ? (int)visits : INT_MAX;
    return true;
}

static bool read_max_time(struct query_settings *s, const char *value) {
    double seconds;
    if (!text_to_real(value, &seconds) || seconds <= 0) return false;
    s->max_time = seconds;
    return true;
}

static bool read_view(struct query_settings *s, const char *value) {
    static const char *const views[] = {"BLACK", "WHITE", "SIDETOMOVE"};
    for (int i = 0; i < 3; i++)
        if (text_equal_nocase(views[i], value)) {
            s->view = (enum perspective)i;
            return true;
        }
    return false;
}

struct setting {
    const char *name;
    bool (*read)(struct query_settings *s, const char *value); /* false: no value for it */
};

/* The setting of that name, NULL if it means nothing here. */
static const struct setting *find_setting(const char *name) {
    static const struct setting known[] = {{"maxVisits", read_max_visits},
                                           {"maxTime", read_max_time},
                                           {"reportAnalysisWinratesAs", read_view}};
    for (int i = 0; i < 3; i++)
        if (strcmp(known[i].name, name) == 0) return &known[i];
    return NULL;
}

bool query_setting(struct query_settings *s, const char *name, const char *value) {
    const struct setting *setting = find_setting(name);
    return !setting || setting->read(s, value);
}

/* A string, or what stands in the text for anything else; false without memory. */
static bool value_text(const struct json *json, int value, char out[100]) {
    struct buffer text = {0};
    if (json_kind(json, value) == JSON_STRING)
        buffer_print(&text, "%s", json_string(json, value));
    else
        json_copy(json, value, &text);
    buffer_append(&text, "", 1);
    if (!text.failed) snprintf(out, 100, "%s", (const char *)text.data);
    const bool good = !text.failed;
    buffer_free(&text);
    return good;
}

static enum status read_overrides(struct query_reader *r) {
    struct query_settings *s = &r->query->settings;
    const int settings = field(r, "overrideSettings");
    if (settings == JSON_NONE) return STATUS_OK;
    if (json_kind(r->json, settings) != JSON_OBJECT)
        return complain(r, "overrideSettings", "Must be an object");
    for (int v = json_first(r->json, settings); v != JSON_NONE; v = json_next(r->json, v)) {
        char text[100];
        if (!value_text(r->json, v, text)) return fail_memory(&r->fault->why, "a query");
        if (!query_setting(s, json_name(r->json, v), text))
            return complain(r, "overrideSettings", "Could not parse %s '%s'", json_name(r->json, v),
                            text);
    }
    return STATUS_OK;
}

/* The query's own maxVisits goes before those of its overrideSettings. */
static enum status read_settings(struct query_reader *r) {
    const int visits = field(r, "maxVisits");
    const enum status status = read_overrides(r);
    if (status != STATUS_OK || visits == JSON_NONE) return status;
    const double wanted = whole_number(r->json, visits);
    if (!(wanted >= 1)) return complain(r, "maxVisits", "Must be an integer of at least 1");
    r->query->settings.max_visits = wanted < INT_MAX ? (int)wanted : INT_MAX;
    return STATUS_OK;
}

/* --- the game -----------------------------------------------------------------------------------
 */

static enum status read_size(struct query_reader *r, int *size) {
    int height;
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "boardYSize" : "boardXSize";
        if (!json_whole(r->json, field(r, name), BOARD_MIN_SIZE, BOARD_MAX_SIZE,
                        i ? &height : size))
            return complain(r, name, "Must provide an integer from %d to %d", BOARD_MIN_SIZE,
                            BOARD_MAX_SIZE);
    }
    if (height != *size)
        return complain(r, "boardYSize", "Must be the same as boardXSize: boards are square here");
    return STATUS_OK;
}

static bool read_color(const struct json *json, int value, enum color *out) {
    return json_kind(json, value) == JSON_STRING && color_parse(json_string(json, value), out);
}

static bool read_point(const struct json *json, int value, int size, int *out) {
    return json_kind(json, value) == JSON_STRING &&
           point_parse(size, json_string(json, value), out);
}

/* Reads ["B","Q4"]. */
static bool read_move(const struct json *json, int pair, int size, struct move *out) {
    enum color color;
    int point;
    const int first = json_first(json, pair);
    if (json_kind(json, pair) != JSON_ARRAY || json_count(json, pair) != 2 ||
        !read_color(json, first, &color) || !read_point(json, json_next(json, first), size, &point))
        return false;
    *out = (struct move){(int16_t)point, (uint8_t)color};
    return true;
}

static enum status read_stones(struct query_reader *r, int size) {
    struct query *q = r->query;
    const int stones = field(r, "initialStones");
    board_init(&q->start, size);
    if (stones == JSON_NONE) return STATUS_OK;
    if (json_kind(r->json, stones) != JSON_ARRAY)
        return complain(r, "initialStones", "Must be an array of pairs of player and location");
    for (int v = json_first(r->json, stones); v != JSON_NONE; v = json_next(r->json, v)) {
        struct move stone;
        if (!read_move(r->json, v, size, &stone) || stone.point == PASS)
            return complain(r, "initialStones", "Could not parse a stone as player and location");
        if (board_color(&q->start, stone.point) == stone.color) continue;
        if (!board_place(&q->start, stone.point, (enum color)stone.color))
            return complain(r, "initialStones",
                            "Illegal stone placements - overlapping stones or stones with no "
                            "liberties?");
    }
    return STATUS_OK;
}

static enum status read_moves(struct query_reader *r, int size) {
    struct query *q = r->query;
    const int moves = field(r, "moves");
    if (json_kind(r->json, moves) != JSON_ARRAY)
        return complain(r, "moves", "Must be an array of pairs of player and location");
    q->moves = room_for(json_count(r->json, moves), sizeof *q->moves);
    if (!q->moves) return fail_memory(&r->fault->why, "a query");
    for (int v = json_first(r->json, moves); v != JSON_NONE; v = json_next(r->json, v))
        if (!read_move(r->json, v, size, &q->moves[q->move_count++]))
            return complain(r, "moves", "Could not parse move %d as player and location",
                            q->move_count - 1);
    return STATUS_OK;
}

/* Without being told, who moves first does, and White after handicap stones. */
static enum status read_first(struct query_reader *r) {
    struct query *q = r->query;
    struct bitset stones[2];
    board_stones(&q->start, BLACK, &stones[BLACK]);
    board_stones(&q->start, WHITE, &stones[WHITE]);
    const int player = field(r, "initialPlayer"), words = q->start.words;
    const bool handicap =
        bitset_count(&stones[BLACK], words) >= 2 && bitset_is_empty(&stones[WHITE], words);
    q->first = q->move_count ? (enum color)q->moves[0].color : handicap ? WHITE : BLACK;
    if (player != JSON_NONE && !read_color(r->json, player, &q->first))
        return complain(r, "initialPlayer", "Could not parse player, should be \"B\" or \"W\"");
    return STATUS_OK;
}

static enum status read_komi(struct query_reader *r) {
    const int komi = field(r, "komi");
    r->query->komi = 7.5;
    if (komi == JSON_NONE) return STATUS_OK;
    const double value = json_kind(r->json, komi) == JSON_NUMBER ? json_number(r->json, komi) : NAN;
    if (!(fabs(value) <= 150) || value * 2 != floor(value * 2))
        return complain(r, "komi", "Must be an integer or half-integer from -150 to 150");
    r->query->komi = value;
    return STATUS_OK;
}

static enum status read_rules_object(struct query_reader *r, int object, struct rules *rules) {
    for (int v = json_first(r->json, object); v != JSON_NONE; v = json_next(r->json, v)) {
        const char *name = json_name(r->json, v), *allowed;
        char value[100];
        if (!value_text(r->json, v, value)) return fail_memory(&r->fault->why, "a query");
        if (!rules_take(rules, name, value, &allowed))
            return complain(r, "rules", "Could not parse rules: %s '%s'%s%s", name, value,
                            allowed ? ", here only " : "", allowed ? allowed : "");
    }
    return STATUS_OK;
}

static enum status read_rules(struct query_reader *r) {
    struct query *q = r->query;
    const int value = field(r, "rules"), bonus = field(r, "whiteHandicapBonus");
    struct rules rules = rules_unnamed();
    enum status status = STATUS_OK;
    char text[100];
    const char *allowed;
    if (json_kind(r->json, value) == JSON_OBJECT) {
        status = read_rules_object(r, value, &rules);
        q->rules = rules_setting_of(&rules);
    } else if (json_kind(r->json, value) != JSON_STRING) {
        status = complain(r, "rules", "Must specify rules as a string or an object");
    } else if (!rules_find(json_string(r->json, value), &q->rules)) {
        status = complain(r, "rules", "Could not parse rules: %.40s", json_string(r->json, value));
    }
    if (status != STATUS_OK || bonus == JSON_NONE) return status;
    if (!value_text(r->json, bonus, text)) return fail_memory(&r->fault->why, "a query");
    if (!rules_take(&rules, "whiteHandicapBonus", text, &allowed))
        return complain(r, "whiteHandicapBonus", "Must be one of %s", allowed);
    q->rules.bonus = rules_setting_of(&rules).bonus;
    return STATUS_OK;
}

/* Plays the moves through by any rules. */
static enum status try_moves(struct query_reader *r, int size) {
    struct query *q = r->query;
    struct game game;
    struct failure why;
    enum status status = game_init(&game, size, &r->fault->why);
    if (status != STATUS_OK) return status;
    game_set_up(&game, &q->start, q->first);
    for (int i = 0; i < q->move_count && status == STATUS_OK; i++) {
        char name[5];
        const enum color color = (enum color)q->moves[i].color;
        status = game_play_allowing(&game, q->moves[i].point, color, ALLOW_ALL, &why);
        if (status == STATUS_INVALID)
            status = complain(r, "moves", "Illegal move %d: %s", i,
                              point_format(size, q->moves[i].point, name));
    }
    game_free(&game);
    return status;
}

/* --- what is wanted -----------------------------------------------------------------------------
 */

/* A turn that is named twice is answered once. */
static enum status drop_repeated_turns(struct query_reader *r) {
    struct query *q = r->query;
    bool *known = room_for(q->move_count + 1, sizeof *known);
    int kept = 0;
    if (!known) return fail_memory(&r->fault->why, "a query");
    for (int i = 0; i < q->turn_count; i++) {
        if (known[q->turns[i]]) continue;
        known[q->turns[i]] = true;
        q->turns[kept] = q->turns[i];
        q->priorities[kept++] = q->priorities[i];
    }
    q->turn_count = kept;
    free(known);
    return STATUS_OK;
}

static enum status read_turns(struct query_reader *r) {
    struct query *q = r->query;
    const int turns = field(r, "analyzeTurns"), list = field(r, "priorities");
    const int priority = field(r, "priority");
    double common = 0;
    int i = 0;
    q->turn_count = turns == JSON_NONE ? 1 : json_count(r->json, turns);
    q->turns = room_for(q->turn_count, sizeof *q->turns);
    q->priorities = room_for(q->turn_count, sizeof *q->priorities);
    if (!q->turns || !q->priorities) return fail_memory(&r->fault->why, "a query");
    q->turns[0] = q->move_count;
    if (turns != JSON_NONE && (json_kind(r->json, turns) != JSON_ARRAY || q->turn_count == 0))
        return complain(r, "analyzeTurns", "Must be an array of integers, and not empty");
    for (int v = json_first(r->json, turns); v != JSON_NONE; v = json_next(r->json, v))
        if (!json_whole(r->json, v, 0, q->move_count, &q->turns[i++]))
            return complain(r, "analyzeTurns", "Must be integers from 0 to the number of moves, %d",
                            q->move_count);
    if (priority != JSON_NONE) common = whole_number(r->json, priority);
    if (isnan(common)) return complain(r, "priority", "Must be an integer");
    for (i = 0; i < q->turn_count; i++) q->priorities[i] = common;
    if (list == JSON_NONE) return drop_repeated_turns(r);
    if (json_count(r->json, list) != q->turn_count)
        return complain(r, "priorities", "Must be an array of the same length as analyzeTurns");
    i = 0;
    for (int v = json_first(r->json, list); v != JSON_NONE; v = json_next(r->json, v))
        if (isnan(q->priorities[i++] = whole_number(r->json, v)))
            return complain(r, "priorities", "Must be an array of integers");
    return drop_repeated_turns(r);
}

static enum status read_flag(struct query_reader *r, const char *name, bool *out) {
    const int value = field(r, name);
    if (value == JSON_NONE) return STATUS_OK;
    if (json_kind(r->json, value) != JSON_BOOL) return complain(r, name, "Must be a boolean");
    *out = json_bool(r->json, value);
    return STATUS_OK;
}

static enum status read_report_every(struct query_reader *r) {
    const int value = field(r, "reportDuringSearchEvery");
    r->query->report_every = INFINITY;
    if (value == JSON_NONE) return STATUS_OK;
    if (json_kind(r->json, value) != JSON_NUMBER || !(json_number(r->json, value) >= 0.001))
        return complain(r, "reportDuringSearchEvery", "Must be a number of at least 0.001");
    r->query->report_every = json_number(r->json, value);
    return STATUS_OK;
}

/* Takes {"player":"B","moves":["C3"],"untilDepth":1} of field NAME; deeper moves stay free. */
static enum status read_limit(struct query_reader *r, const char *name, int object, bool allows) {
    struct query *q = r->query;
    const int size = q->start.size, moves = json_member(r->json, object, "moves");
    enum color color;
    struct bitset points = {{0}};
    if (!read_color(r->json, json_member(r->json, object, "player"), &color) ||
        json_kind(r->json, moves) != JSON_ARRAY)
        return complain(r, name, "Must be an array of objects with player, moves and untilDepth");
    for (int v = json_first(r->json, moves); v != JSON_NONE; v = json_next(r->json, v)) {
        int point;
        if (!read_point(r->json, v, size, &point))
            return complain(r, name, "Could not parse a move of it");
        if (point != PASS) bitset_add(&points, point);
    }
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            const int p = point_at(size, column, row);
            if (bitset_has(&points, p) != allows) bitset_add(&q->avoided[color], p);
        }
    return STATUS_OK;
}

static enum status read_limits(struct query_reader *r, const char *name, bool allows) {
    const int list = field(r, name);
    enum status status = STATUS_OK;
    if (list != JSON_NONE && json_kind(r->json, list) != JSON_ARRAY)
        return complain(r, name, "Must be an array of objects");
    for (int v = json_first(r->json, list); v != JSON_NONE && status == STATUS_OK;
         v = json_next(r->json, v))
        status = read_limit(r, name, v, allows);
    return status;
}

static enum status read_game(struct query_reader *r) {
    int size = 0;
    enum status status = read_size(r, &size);
    if (status == STATUS_OK) status = read_stones(r, size);
    if (status == STATUS_OK) status = read_moves(r, size);
    if (status == STATUS_OK) status = read_first(r);
    if (status == STATUS_OK) status = read_komi(r);
    if (status == STATUS_OK) status = read_rules(r);
    if (status == STATUS_OK) status = try_moves(r, size);
    return status;
}

enum status query_read(struct query *out, const struct json *json,
                       const struct query_settings *settings, struct query_fault *fault) {
    struct query_reader r = {.json = json, .query = out, .fault = fault};
    const char *id = json_string(json, json_member(json, JSON_ROOT, "id"));
    *out = (struct query){.settings = *settings, .id = malloc(strlen(id) + 1)};
    fault->field = NULL;
    if (!out->id) return fail_memory(&fault->why, "a query");
    strcpy(out->id, id);
    enum status status = read_game(&r);
    if (status == STATUS_OK) status = read_turns(&r);
    if (status == STATUS_OK) status = read_settings(&r);
    if (status == STATUS_OK) status = read_flag(&r, "includeOwnership", &out->ownership);
    if (status == STATUS_OK) status = read_flag(&r, "includePolicy", &out->policy);
    if (status == STATUS_OK) status = read_report_every(&r);
    if (status == STATUS_OK) status = read_limits(&r, "avoidMoves", false);
    if (status == STATUS_OK) status = read_limits(&r, "allowMoves", true);
    return status;
}

void query_free(struct query *q) {
    free(q->id);
    free(q->moves);
    free(q->turns);
    free(q->priorities);
    *q = (struct query){.id = NULL};
}

enum color query_mover(const struct query *q, int turn) {
    if (turn == 0) return q->first;
    if (turn < q->move_count) return (enum color)q->moves[turn].color;
    return color_other((enum color)q->moves[turn - 1].color);
}

static bool is_field(const char *name) {
    static const char *const known[] = {"id",
                                        "initialStones",
                                        "moves",
                                        "initialPlayer",
                                        "rules",
                                        "komi",
                                        "whiteHandicapBonus",
                                        "boardXSize",
                                        "boardYSize",
                                        "analyzeTurns",
                                        "maxVisits",
                                        "includeOwnership",
                                        "includePolicy",
                                        "avoidMoves",
                                        "allowMoves",
                                        "overrideSettings",
                                        "reportDuringSearchEvery",
                                        "priority",
                                        "priorities",
                                        NULL};
    for (int i = 0; known[i]; i++)
        if (strcmp(known[i], name) == 0) return true;
    return false;
}

static void warn(const struct query *q, const char *field, const char *warning,
                 struct buffer *out) {
    buffer_print(out, "{\"field\":");
    json_print_string(out, field);
    buffer_print(out, ",\"id\":");
    json_print_string(out, q->id);
    buffer_print(out, ",\"warning\":");
    json_print_string(out, warning);
    buffer_print(out, "}\n");
}

void query_warn(const struct query *q, const struct json *json, struct buffer *out) {
    const int settings = json_member(json, JSON_ROOT, "overrideSettings");
    for (int v = json_first(json, JSON_ROOT); v != JSON_NONE; v = json_next(json, v))
        if (!is_field(json_name(json, v)))
            warn(q, json_name(json, v), "Unused field, has no effect here", out);
    for (int v = json_first(json, settings); v != JSON_NONE; v = json_next(json, v)) {
        char warning[120];
        if (find_setting(json_name(json, v))) continue;
        snprintf(warning, sizeof warning, "Unused setting %.80s, has no effect here",
                 json_name(json, v));
        warn(q, "overrideSettings", warning, out);
    }
}
