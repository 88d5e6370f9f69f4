/* One query of KataGo's analysis protocol, from JSON to struct query:
 *
 *     {"id":"q1","moves":[["B","Q4"],["W","D4"]],"rules":"chinese","komi":7.5,
 *      "boardXSize":19,"boardYSize":19,"maxVisits":500,"analyzeTurns":[0,1,2]}
 *
 * Each field is a row of a table with a reader (fields[] below). The first error ends the reading;
 * it names its field, as KataGo does:
 *
 *     {"error":"Must be an integer of at least 1","field":"maxVisits","id":"q1"}
 *
 * Texts of errors are KataGo's where it has the same one. Fields that have no effect here are not
 * errors, since clients send all that KataGo knows: they get a warning (query_warn). */
#include "query.h"

#include "guzumi/base/text.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parsing of one query. A reader of a field gets its value, and returns false after it has
 * reported an error. */
struct query_reader {
    const struct json *json;
    struct query *query;
    const char *field; /* the current one */
    struct query_fault *fault;
    enum status status;
};

/* Reports an error in the current field; its value is false, for a reader to return. */
#define complain(r, ...)                                                                           \
    ((r)->fault->field = (r)->field,                                                               \
     (r)->status = fail(&(r)->fault->why, STATUS_INVALID, __VA_ARGS__), false)

static bool query_out_of_memory(struct query_reader *r) {
    r->status = out_of_memory(&r->fault->why, "a query");
    return false;
}

/* One element more than needed: an empty list is not a failed malloc, and turns[0] always exists.
 */
static void *room_for(int count, size_t size) {
    return calloc((size_t)count + 1, size);
}

/* VALUE as a whole number of any finite size, or NAN. A double, because an int does not hold 1e10,
 * which a client may send for "no limit". */
static double whole_number(const struct json *json, int value) {
    const double number = json_kind(json, value) == JSON_NUMBER ? json_number(json, value) : NAN;
    return isfinite(number) && number == floor(number) ? number : NAN;
}

/* --- settings --- */

/* A number beyond all bounds means "no limit" in configurations. */
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

/* The order of the words is that of enum perspective. */
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
    bool (*read)(struct query_settings *s, const char *value); /* false: invalid value */
};

/* The setting with that name, or NULL if it is unknown. */
static const struct setting *find_setting(const char *name) {
    static const struct setting known[] = {{"maxVisits", read_max_visits},
                                           {"maxTime", read_max_time},
                                           {"reportAnalysisWinratesAs", read_view}};
    for (int i = 0; i < 3; i++)
        if (strcmp(known[i].name, name) == 0) return &known[i];
    return NULL;
}

/* Unknown names are no errors: configurations are written for KataGo, which has far more settings.
 */
bool query_setting(struct query_settings *s, const char *name, const char *value) {
    const struct setting *setting = find_setting(name);
    return !setting || setting->read(s, value);
}

/* Values come as numbers or as strings ("maxVisits":"100"); json_text makes a text of either, which
 * is then read like a line of the configuration. */
static bool read_overrides(struct query_reader *r, int settings) {
    if (json_kind(r->json, settings) != JSON_OBJECT) return complain(r, "Must be an object");
    for (int v = json_first(r->json, settings); v != JSON_NONE; v = json_next(r->json, v)) {
        char text[100];
        json_text(r->json, v, text, sizeof text);
        if (!query_setting(&r->query->settings, json_name(r->json, v), text))
            return complain(r, "Could not parse %s '%s'", json_name(r->json, v), text);
    }
    return true;
}

static bool read_visits(struct query_reader *r, int visits) {
    const double wanted = whole_number(r->json, visits);
    if (!(wanted >= 1)) return complain(r, "Must be an integer of at least 1");
    r->query->settings.max_visits = wanted < INT_MAX ? (int)wanted : INT_MAX;
    return true;
}

/* --- the game --- */

/* Answers carry the id, and come in any order; a client finds its query by it. */
static bool read_id(struct query_reader *r, int id) {
    const char *text = json_string(r->json, id);
    r->query->id = text_duplicate(text);
    return r->query->id || query_out_of_memory(r);
}

static bool read_size(struct query_reader *r, int value, int *size) {
    return json_whole(r->json, value, BOARD_MIN_SIZE, BOARD_MAX_SIZE, size) ||
           complain(r, "Must provide an integer from %d to %d", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
}

/* The board's size comes before all that names points, which depend on it. */
static bool read_width(struct query_reader *r, int value) {
    int size;
    if (!read_size(r, value, &size)) return false;
    board_init(&r->query->start, size);
    return true;
}

static bool read_height(struct query_reader *r, int value) {
    int size;
    if (!read_size(r, value, &size)) return false;
    return size == r->query->start.size ||
           complain(r, "Must be the same as boardXSize: boards are square here");
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

/* A stone that is listed twice in one colour changes nothing. The order of the stones does not
 * matter: a chain that is not complete yet has a liberty where its next stone will be. */
static bool read_stones(struct query_reader *r, int stones) {
    struct board *b = &r->query->start;
    if (json_kind(r->json, stones) != JSON_ARRAY)
        return complain(r, "Must be an array of pairs of player and location");
    for (int v = json_first(r->json, stones); v != JSON_NONE; v = json_next(r->json, v)) {
        struct move stone;
        if (!read_move(r->json, v, b->size, &stone) || stone.point == PASS)
            return complain(r, "Could not parse a stone as player and location");
        if (board_color(b, stone.point) == stone.color) continue;
        if (!board_place(b, stone.point, (enum color)stone.color))
            return complain(r, "Illegal stone placements - overlapping stones or stones with no "
                               "liberties?");
    }
    return true;
}

/* The first player by default, as KataGo has it: the one who begins MOVES, or else White after
 * handicap stones (two or more black ones, no white one). */
static enum color first_player(const struct query *q) {
    struct bitset stones[2];
    board_stones(&q->start, BLACK, &stones[BLACK]);
    board_stones(&q->start, WHITE, &stones[WHITE]);
    if (q->move_count) return (enum color)q->moves[0].color;
    return bitset_count(&stones[BLACK], q->start.words) >= 2 &&
                   bitset_is_empty(&stones[WHITE], q->start.words)
               ? WHITE
               : BLACK;
}

static bool read_moves(struct query_reader *r, int moves) {
    struct query *q = r->query;
    if (json_kind(r->json, moves) != JSON_ARRAY)
        return complain(r, "Must be an array of pairs of player and location");
    q->moves = room_for(json_count(r->json, moves), sizeof *q->moves);
    if (!q->moves) return query_out_of_memory(r);
    for (int v = json_first(r->json, moves); v != JSON_NONE; v = json_next(r->json, v))
        if (!read_move(r->json, v, q->start.size, &q->moves[q->move_count++]))
            return complain(r, "Could not parse move %d as player and location", q->move_count - 1);
    q->first = first_player(q);
    return true;
}

static bool read_first(struct query_reader *r, int player) {
    return read_color(r->json, player, &r->query->first) ||
           complain(r, "Could not parse player, should be \"B\" or \"W\"");
}

/* A string is read as GTP reads it, with a comma too: clients pass on what people type. */
static bool read_komi(struct query_reader *r, int komi) {
    double value = NAN;
    if (json_kind(r->json, komi) == JSON_NUMBER)
        value = json_number(r->json, komi);
    else if (json_kind(r->json, komi) == JSON_STRING)
        (void)game_read_komi(json_string(r->json, komi), &value);
    if (!(fabs(value) <= 150) || value * 2 != floor(value * 2))
        return complain(r, "Must be an integer or half-integer from -150 to 150");
    r->query->komi = value;
    return true;
}

/* A name, "japanese", or an object, {"scoring":"TERRITORY",...}. The protocol requires the field;
 * what an object leaves out is Tromp and Taylor's. */
static bool read_rules(struct query_reader *r, int value) {
    struct rules rules = rules_unnamed();
    struct failure why;
    if (json_kind(r->json, value) == JSON_OBJECT) {
        if (rules_take_all(&rules, r->json, value, &why) != STATUS_OK)
            return complain(r, "Could not parse rules: %s", why.text);
        r->query->rules = rules_setting_of(&rules);
        return true;
    }
    if (json_kind(r->json, value) != JSON_STRING)
        return complain(r, "Must specify rules as a string or an object");
    return rules_find(json_string(r->json, value), &r->query->rules) ||
           complain(r, "Could not parse rules: %.40s", json_string(r->json, value));
}

/* whiteHandicapBonus stands beside rules, so it is read after them and replaces only this part of
 * them. */
static bool read_bonus(struct query_reader *r, int value) {
    struct rules rules = rules_unnamed();
    struct failure why;
    if (rules_take(&rules, r->field, r->json, value, &why) != STATUS_OK)
        return complain(r, "%s", why.text);
    r->query->rules.bonus = rules_setting_of(&rules).bonus;
    return true;
}

/* Plays the moves under the most permissive rules: the game has happened, whatever its rules were.
 * An illegal move is reported before any search begins, so a query is answered as a whole or not at
 * all. */
static bool try_moves(struct query_reader *r) {
    struct query *q = r->query;
    struct game game;
    const int size = q->start.size;
    r->field = "moves";
    r->status = game_init(&game, size, &r->fault->why);
    if (r->status != STATUS_OK) return false;
    game_set_up(&game, &q->start, q->first);
    for (int i = 0; i < q->move_count && r->status == STATUS_OK; i++) {
        char name[5];
        const enum color color = (enum color)q->moves[i].color;
        r->status = game_play_allowing(&game, q->moves[i].point, color, ALLOW_ALL, &r->fault->why);
        if (r->status == STATUS_INVALID)
            (void)complain(r, "Illegal move %d: %s", i,
                           point_format(size, q->moves[i].point, name));
    }
    game_free(&game);
    return r->status == STATUS_OK;
}

/* --- the request --- */

/* By default only the position after the last move is analyzed. */
static bool read_turns(struct query_reader *r, int turns) {
    struct query *q = r->query;
    int i = 0;
    q->turn_count = turns == JSON_NONE ? 1 : json_count(r->json, turns);
    q->turns = room_for(q->turn_count, sizeof *q->turns);
    q->priorities = room_for(q->turn_count, sizeof *q->priorities);
    if (!q->turns || !q->priorities) return query_out_of_memory(r);
    q->turns[0] = q->move_count;
    if (turns != JSON_NONE && (json_kind(r->json, turns) != JSON_ARRAY || q->turn_count == 0))
        return complain(r, "Must be an array of integers, and not empty");
    for (int v = json_first(r->json, turns); v != JSON_NONE; v = json_next(r->json, v))
        if (!json_whole(r->json, v, 0, q->move_count, &q->turns[i++]))
            return complain(r, "Must be integers from 0 to the number of moves, %d", q->move_count);
    return true;
}

static bool read_priority(struct query_reader *r, int value) {
    const double priority = whole_number(r->json, value);
    if (isnan(priority)) return complain(r, "Must be an integer");
    for (int i = 0; i < r->query->turn_count; i++) r->query->priorities[i] = priority;
    return true;
}

static bool read_priorities(struct query_reader *r, int list) {
    struct query *q = r->query;
    int i = 0;
    if (json_count(r->json, list) != q->turn_count)
        return complain(r, "Must be an array of the same length as analyzeTurns");
    for (int v = json_first(r->json, list); v != JSON_NONE; v = json_next(r->json, v))
        if (isnan(q->priorities[i++] = whole_number(r->json, v)))
            return complain(r, "Must be an array of integers");
    return true;
}

/* A turn that is listed twice is answered once, with the first priority. It comes last, since
 * priorities are as many as the turns were listed. */
static bool drop_repeated_turns(struct query_reader *r) {
    struct query *q = r->query;
    bool *known = room_for(q->move_count + 1, sizeof *known);
    int kept = 0;
    if (!known) return query_out_of_memory(r);
    for (int i = 0; i < q->turn_count; i++) {
        if (known[q->turns[i]]) continue;
        known[q->turns[i]] = true;
        q->turns[kept] = q->turns[i];
        q->priorities[kept++] = q->priorities[i];
    }
    q->turn_count = kept;
    free(known);
    return true;
}

/* The search looks every 10 ms anyway (query_pool.c): the bound only keeps nonsense out. */
static bool read_report_every(struct query_reader *r, int value) {
    const double seconds =
        json_kind(r->json, value) == JSON_NUMBER ? json_number(r->json, value) : 0;
    if (!isfinite(seconds) || !(seconds >= 0.001))
        return complain(r, "Must be a number of at least 0.001");
    r->query->report_every = seconds;
    return true;
}

/* Parses {"player":"B","moves":["C3"],"untilDepth":1}. */
static bool read_limit(struct query_reader *r, int object, bool allows) {
    struct query *q = r->query;
    const int moves = json_member(r->json, object, "moves");
    const double until = whole_number(r->json, json_member(r->json, object, "untilDepth"));
    enum color color;
    struct bitset set = {{0}};
    struct failure why;
    if (!read_color(r->json, json_member(r->json, object, "player"), &color) ||
        json_kind(r->json, moves) != JSON_ARRAY || !(until >= 1))
        return complain(r, "Must be an array of objects with player, moves and untilDepth");
    for (int v = json_first(r->json, moves); v != JSON_NONE; v = json_next(r->json, v)) {
        int point;
        if (!read_point(r->json, v, q->start.size, &point))
            return complain(r, "Could not parse a move of it");
        search_add_move(&set, point);
    }
    const int depth = until < INT_MAX ? (int)until : INT_MAX;
    if (!allows)
        search_avoid(&q->bans, color, &set, depth);
    else if (search_allow(&q->bans, color, &set, depth, &why) != STATUS_OK)
        return complain(r, "%s", why.text);
    return true;
}

/* The limits of all objects add up. */
static bool read_limits(struct query_reader *r, int list, bool allows) {
    if (json_kind(r->json, list) != JSON_ARRAY) return complain(r, "Must be an array of objects");
    for (int v = json_first(r->json, list); v != JSON_NONE; v = json_next(r->json, v))
        if (!read_limit(r, v, allows)) return false;
    return true;
}
static bool read_avoided(struct query_reader *r, int list) {
    return read_limits(r, list, false);
}
static bool read_allowed(struct query_reader *r, int list) {
    return read_limits(r, list, true);
}

/* A field of Guzumi's own: allowMoves for a rectangle. */
static bool read_region(struct query_reader *r, int value) {
    struct failure why;
    if (json_kind(r->json, value) != JSON_STRING)
        return complain(r, "Must be two corners like \"C3-G7\"");
    return search_allow_region(&r->query->bans, r->query->start.size, json_string(r->json, value),
                               &why) == STATUS_OK ||
           complain(r, "%s", why.text);
}

/* --- the query --- */

/* The fields in the order of reading: each comes after the fields that it depends on, for example
 * moves after the board's size. */
static const struct field {
    const char *name;
    bool (*read)(struct query_reader *r, int value); /* NULL: a flag */
    bool always; /* call it without the field, too, with JSON_NONE */
    size_t flag; /* its offset in struct query */
} fields[] = {
    {"id", read_id, true, 0},
    {"boardXSize", read_width, true, 0},
    {"boardYSize", read_height, true, 0},
    {"initialStones", read_stones, false, 0},
    {"moves", read_moves, true, 0},
    {"initialPlayer", read_first, false, 0},
    {"komi", read_komi, false, 0},
    {"rules", read_rules, true, 0},
    {"whiteHandicapBonus", read_bonus, false, 0},
    {"analyzeTurns", read_turns, true, 0},
    {"priority", read_priority, false, 0},
    {"priorities", read_priorities, false, 0},
    {"overrideSettings", read_overrides, false, 0},
    {"maxVisits", read_visits, false, 0}, /* takes precedence over overrideSettings */
    {"includeOwnership", NULL, false, offsetof(struct query, ownership)},
    {"includeOwnershipStdev", NULL, false, offsetof(struct query, ownership_stdev)},
    {"includeMovesOwnership", NULL, false, offsetof(struct query, moves_ownership)},
    {"includeMovesOwnershipStdev", NULL, false, offsetof(struct query, moves_ownership_stdev)},
    {"includePolicy", NULL, false, offsetof(struct query, policy)},
    {"reportDuringSearchEvery", read_report_every, false, 0},
    {"avoidMoves", read_avoided, false, 0},
    {"allowMoves", read_allowed, false, 0},
    {"region", read_region, false, 0},
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

/* A flag needs no reader: its row says where it lies in struct query. */
static bool read_field(struct query_reader *r, const struct field *f, int value) {
    if (f->read) return f->read(r, value);
    if (json_kind(r->json, value) != JSON_BOOL) return complain(r, "Must be a boolean");
    *(bool *)((char *)r->query + f->flag) = json_bool(r->json, value);
    return true;
}

static bool read_fields(struct query_reader *r) {
    for (const struct field *f = fields; f < fields + FIELDS; f++) {
        const int value = json_member(r->json, JSON_ROOT, f->name);
        r->field = f->name;
        if ((value != JSON_NONE || f->always) && !read_field(r, f, value)) return false;
    }
    return true;
}

enum status query_read(struct query *out, const struct json *json,
                       const struct query_settings *settings, struct query_fault *fault) {
    struct query_reader r = {.json = json, .query = out, .fault = fault};
    *out = (struct query){.settings = *settings, .komi = 7.5, .report_every = INFINITY};
    fault->field = NULL;
    if (read_fields(&r) && try_moves(&r)) drop_repeated_turns(&r);
    return r.status;
}

void query_free(struct query *q) {
    free(q->id);
    free(q->moves);
    free(q->turns);
    free(q->priorities);
    *q = (struct query){.id = NULL};
}

/* TURN counts the moves before it. The next move's colour says whose turn it was; after the last
 * move it is the other side's. */
enum color query_mover(const struct query *q, int turn) {
    if (turn == 0) return q->first;
    if (turn < q->move_count) return (enum color)q->moves[turn].color;
    return color_other((enum color)q->moves[turn - 1].color);
}

/* The table that reads the query also says what is known. */
static bool is_field(const char *name) {
    for (int i = 0; i < FIELDS; i++)
        if (strcmp(fields[i].name, name) == 0) return true;
    return false;
}

/* {"field":"maxVisit","id":"q1","warning":"Unused field, has no effect here"}: KaTrain and Ogatak
 * write such lines into their logs. */
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
