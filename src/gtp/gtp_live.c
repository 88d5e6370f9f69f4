/* Commands that watch a search: analyses and genmove in the formats of Leela Zero, KataGo and CGOS;
 * and the output on standard error: GoGui's live graphics, the chat line of OGS.
 *
 * Win rates, scores and ownership are the view of the side to move. */
#include "gtp_session.h"

#include "guzumi/base/text.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- requests --- */

/* The default number of moves in a line: what a client can show. */
enum { USUAL_MOVES = 30 };

static const double usual_interval = 1.0, shortest_interval = 0.01;

/* The unread words of a command. Keys come in any order. Bans add up; of each other key the last
 * one counts. */
struct words {
    char **next; /* ends with NULL */
    struct answer *answer;
    const struct board *board;
    struct live_request *request;
};

static const char *take_word(struct words *w) {
    return *w->next ? *w->next++ : NULL;
}

/* The value of KEY; NULL after answering an error. */
static const char *take_value(struct words *w, const char *key) {
    const char *value = take_word(w);
    if (!value) answer_error(w->answer, "syntax error: '%.20s' needs a value", key);
    return value;
}

static bool take_number(struct words *w, const char *key, int *out) {
    const char *value = take_value(w, key);
    return value && gtp_read_int(w->answer, value, 0, INT_MAX, out);
}

/* In centiseconds, as Leela Zero takes it. The floor keeps a client that asks for 0 from drowning
 * in reports. */
static bool take_interval(struct words *w, const char *key) {
    const char *value = take_value(w, key);
    double centiseconds;
    if (!value || !gtp_read_seconds(w->answer, value, &centiseconds)) return false;
    w->request->interval = centiseconds / 100;
    if (w->request->interval < shortest_interval) w->request->interval = shortest_interval;
    return true;
}

static bool take_flag(struct words *w, const char *key, bool *out) {
    const char *value = take_value(w, key);
    if (!value) return false;
    *out = text_equal_nocase(value, "true");
    return *out || text_equal_nocase(value, "false") ||
           answer_error(w->answer, "syntax error: '%.20s'; expected true or false", value);
}

/* "D4,E5,pass". */
static bool read_moves(struct words *w, const char *list, struct bitset *out) {
    while (*list) {
        char name[8];
        const size_t length = strcspn(list, ",");
        int point;
        snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 7, list);
        if (!gtp_read_vertex(w->answer, w->board->size, name, &point)) return false;
        search_add_move(out, point);
        list += length + (list[length] == ',');
    }
    return true;
}

/* "COLOR MOVES UNTIL": bans MOVES of COLOR, or all other moves (ALLOW), up to depth UNTIL. */
static bool take_limit(struct words *w, const char *key, bool allow) {
    const char *color_name = take_value(w, key);
    const char *list = color_name ? take_value(w, key) : NULL;
    const char *number = list ? take_value(w, key) : NULL;
    enum color color;
    int until;
    struct bitset moves = {{0}};
    struct failure why;
    if (!number || !gtp_read_color(w->answer, color_name, &color) || !read_moves(w, list, &moves) ||
        !gtp_read_int(w->answer, number, 1, INT_MAX, &until))
        return false;
    if (allow)
        return gtp_outcome(w->answer, search_allow(&w->request->bans, color, &moves, until, &why),
                           &why, NULL);
    search_avoid(&w->request->bans, color, &moves, until);
    return true;
}

/* "C3-G7". */
static bool take_region(struct words *w, const char *key) {
    const char *value = take_value(w, key);
    struct failure why;
    if (!value) return false;
    return gtp_outcome(w->answer,
                       search_allow_region(&w->request->bans, w->board->size, value, &why), &why,
                       "syntax error");
}

/* The flag with the name KEY, or NULL. */
static bool *find_flag(struct live_request *r, const char *key) {
    /* KataGo's flags for figures that this engine doesn't have, and that may be missing. */
    static const char *const missing[] = {"pvVisits", "pvEdgeVisits", "noResultValue"};
    const struct {
        const char *name;
        bool *flag;
    } known[] = {{"ownership", &r->ownership},
                 {"ownershipStdev", &r->ownership_stdev},
                 {"movesOwnership", &r->moves_ownership},
                 {"movesOwnershipStdev", &r->moves_ownership_stdev},
                 {"rootInfo", &r->root_info}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(key, known[i].name) == 0) return known[i].flag;
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++)
        if (strcmp(key, missing[i]) == 0) return &r->ignored;
    return NULL;
}

/* Like other engines, accepts the colour and the interval anywhere: "lz-analyze b 50", "lz-analyze
 * 50", "kata-analyze interval 50 ownership true". */
static bool take_pair(struct words *w, const char *key) {
    struct live_request *r = w->request;
    bool *flag = find_flag(r, key);
    double number;
    if (flag) return take_flag(w, key, flag);
    if (color_parse(key, &r->color)) return true;
    if (text_to_real(key, &number)) {
        w->next--;
        return take_interval(w, key);
    }
    if (strcmp(key, "interval") == 0) return take_interval(w, key);
    if (strcmp(key, "minmoves") == 0) return take_number(w, key, &r->fewest_moves);
    if (strcmp(key, "maxmoves") == 0) return take_number(w, key, &r->most_moves);
    if (strcmp(key, "avoid") == 0) return take_limit(w, key, false);
    if (strcmp(key, "allow") == 0) return take_limit(w, key, true);
    if (strcmp(key, "region") == 0) return take_region(w, key);
    return answer_error(w->answer, "syntax error: unknown key '%.20s'", key);
}

bool live_read_request(struct answer *answer, struct live_request *out) {
    const struct game *game = gtp_game(answer);
    struct words w = {
        .next = answer->argv + 1, .answer = answer, .board = &game->board, .request = out};
    *out = (struct live_request){.format = out->format,
                                 .color = game->to_move,
                                 .interval = usual_interval,
                                 .most_moves = USUAL_MOVES,
                                 .ownership = out->format == LIVE_CGOS};
    for (const char *key; (key = take_word(&w)) != NULL;)
        if (!take_pair(&w, key)) return false;
    return true;
}

/* --- lines of an analysis --- */

static void add_line_of_play(struct answer *answer, const struct engine *engine,
                             const struct report *report, int point, bool from_the_second) {
    int line[REPORT_PV];
    char name[5];
    const int count = engine_pv(engine, report->found.to_move, point, line);
    for (int i = from_the_second; i < count; i++)
        answer_add(answer, "%s%s", i > from_the_second ? " " : "",
                   point_format(engine_game(engine)->board.size, line[i], name));
}

/* Whether to list candidate number INDEX: if it was searched, is requested by minmoves, or follows
 * a pass. Sabaki takes the best win rate of the moves, and writes -Infinity into the record when a
 * pass stands alone. */
static bool is_listed(const struct live_request *request, const struct report *report, int index) {
    if (index == 0) return true;
    if (index >= request->most_moves) return false;
    const struct search_candidate *all = report->found.candidates;
    return all[index].visits > 0 || index < request->fewest_moves ||
           (index == 1 && all[0].point == PASS);
}

/* Leela Zero's unit: 0.5 is 5000. */
static int per_myriad(double fraction) {
    return (int)lround(fraction * 10000);
}

/* Leela Zero's fields have integers, KataGo's have fractions and scores; the rest of a line is the
 * same. */
static void add_figures(struct answer *answer, enum live_format format,
                        const struct search_candidate *c) {
    if (format == LIVE_LZ) {
        answer_add(answer, "visits %llu winrate %d prior %d lcb %d", (unsigned long long)c->visits,
                   per_myriad(c->winrate), per_myriad(c->prior), per_myriad(search_lower_bound(c)));
        return;
    }
    answer_add(answer,
               "visits %llu winrate %.6f scoreMean %.3f scoreStdev %.3f scoreLead %.3f prior %.6f "
               "lcb %.6f",
               (unsigned long long)c->visits, c->winrate, c->score, c->score_stdev, c->score,
               c->prior, search_lower_bound(c));
}

/* Ownership is stored in Black's view. 0 - x, not -x, which would print as -0.000. */
static double for_mover(const struct report *report, double black) {
    return report->found.to_move == BLACK ? black : 0 - black;
}

/* A number for each point, rows from the top. */
static void add_points(struct answer *answer, const char *name, int size, const double *numbers) {
    answer_add(answer, " %s", name);
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++)
            answer_add(answer, " %.3f", numbers[point_at(size, column, row)]);
}

/* As add_points, where NUMBERS are Black's view. */
static void add_ownership_points(struct answer *answer, const char *name, int size,
                                 const struct report *report, const double *numbers) {
    double mover[BOARD_MAX_POINTS];
    for (int p = 0; p < BOARD_MAX_POINTS; p++) mover[p] = for_mover(report, numbers[p]);
    add_points(answer, name, size, mover);
}

static void add_ownership(struct answer *answer, int size, const struct live_request *request,
                          const struct report *report) {
    if (request->ownership)
        add_ownership_points(answer, "ownership", size, report, report->found.ownership);
    if (request->ownership_stdev)
        add_points(answer, "ownershipStdev", size, report->found.ownership_stdev);
}

/* The ownership after one move. */
static void add_move_ownership(struct answer *answer, const struct engine *engine,
                               const struct live_request *request, const struct report *report,
                               int point) {
    double mean[BOARD_MAX_POINTS], stdev[BOARD_MAX_POINTS];
    const int size = engine_game(engine)->board.size;
    if (!(request->moves_ownership || request->moves_ownership_stdev) ||
        !engine_ownership_after(engine, point, mean, stdev))
        return;
    if (request->moves_ownership)
        add_ownership_points(answer, "movesOwnership", size, report, mean);
    if (request->moves_ownership_stdev) add_points(answer, "movesOwnershipStdev", size, stdev);
}

/* A report is one line (here broken): the moves, each from "info" to its line of play, then the
 * position:
 *
 *     info move E5 visits 216 winrate 0.482310 ... order 0 pv E5 F6 F5 info move E6 visits 54 ...
 *     rootInfo visits 270 winrate 0.482310 ... ownership 0.113 -0.205 ... */
static void add_info_line(struct answer *answer, const struct engine *engine,
                          const struct live_request *request, const struct report *report) {
    const int size = engine_game(engine)->board.size;
    char name[5];
    for (int i = 0, order = 0; i < report->found.count; i++) {
        const struct search_candidate *c = &report->found.candidates[i];
        if (!is_listed(request, report, i)) continue;
        answer_add(answer, "%sinfo move %s ", order ? " " : "", point_format(size, c->point, name));
        add_figures(answer, request->format, c);
        answer_add(answer, " order %d pv ", order++);
        add_line_of_play(answer, engine, report, c->point, false);
        add_move_ownership(answer, engine, request, report, c->point);
    }
    if (request->root_info)
        answer_add(answer,
                   " rootInfo visits %llu winrate %.6f scoreMean %.3f scoreStdev %.3f "
                   "scoreLead %.3f",
                   (unsigned long long)search_visits(&report->found), report->found.winrate,
                   report->found.score, report->found.score_stdev, report->found.score);
    if (report->found.has_ownership) add_ownership(answer, size, request, report);
    answer_add(answer, "\n");
}

/* CGOS: a letter for each point, 63 levels from the opponent's ('A') to the mover's ('+'). */
static void add_cgos_ownership(struct answer *answer, int size, const struct report *report) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
    answer_add(answer, ",\"ownership\":\"");
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++) {
            const double owner =
                for_mover(report, report->found.ownership[point_at(size, column, row)]);
            answer_add(answer, "%c", letters[lround((owner + 1) / 2 * 62)]);
        }
    answer_add(answer, "\"");
}

/* CGOS's viewer wants one JSON object, and lines of play without the move that they belong to:
 *
 *     {"winrate":0.6583,"score":0.98,"visits":50,"moves":[{"move":"C3","winrate":0.6583,
 *      "score":0.98,"prior":0.2599,"visits":50,"pv":"B3 B4 C2"}],"ownership":"++s..."} */
static void add_cgos_line(struct answer *answer, const struct engine *engine,
                          const struct live_request *request, const struct report *report) {
    const int size = engine_game(engine)->board.size;
    char name[5];
    answer_add(answer, "{\"winrate\":%.4f,\"score\":%.2f,\"visits\":%llu,\"moves\":[",
               report->found.winrate, report->found.score,
               (unsigned long long)search_visits(&report->found));
    for (int i = 0, order = 0; i < report->found.count; i++) {
        const struct search_candidate *c = &report->found.candidates[i];
        if (!is_listed(request, report, i)) continue;
        answer_add(answer,
                   "%s{\"move\":\"%s\",\"winrate\":%.4f,\"score\":%.2f,\"prior\":%.4f,"
                   "\"visits\":%llu,\"pv\":\"",
                   order++ ? "," : "", point_format(size, c->point, name), c->winrate, c->score,
                   c->prior, (unsigned long long)c->visits);
        add_line_of_play(answer, engine, report, c->point, true);
        answer_add(answer, "\"}");
    }
    answer_add(answer, "]");
    if (report->found.has_ownership) add_cgos_ownership(answer, size, report);
    answer_add(answer, "}\n");
}

void live_add_line(struct answer *answer, const struct engine *engine,
                   const struct live_request *request, const struct report *report) {
    if (request->format == LIVE_CGOS)
        add_cgos_line(answer, engine, request, report);
    else
        add_info_line(answer, engine, request, report);
}

/* --- lines on standard error --- */

/* GoGui's live graphics: a set of lines on standard error, which replaces the last one. */

enum { LABELLED_MOVES = 4 };

/* Shows searched moves as GoGui's influence, proportional to their visits. The largest is 1,
 * because GoGui's influence below 0.1 is invisible. */
static void draw_visits(FILE *out, int size, const struct search_statistics *found) {
    char name[5];
    uint64_t most = 1;
    for (int i = 0; i < found->count; i++)
        if (found->candidates[i].visits > most) most = found->candidates[i].visits;
    fputs("INFLUENCE", out);
    for (int i = 0; i < found->count; i++) {
        const struct search_candidate *c = &found->candidates[i];
        if (c->point == PASS || c->visits == 0) continue;
        const double fraction = (double)c->visits / (double)most;
        fprintf(out, " %s %.3f", point_format(size, c->point, name),
                found->to_move == BLACK ? fraction : -fraction);
    }
    putc('\n', out);
}

/* Labels the best few with their win rates, except where the numbers of the variation will be. */
static void draw_winrates(FILE *out, int size, const struct search_statistics *found,
                          const int line[], int length) {
    char name[5];
    fputs("LABEL", out);
    for (int i = 0; i < found->count && i < LABELLED_MOVES; i++) {
        const struct search_candidate *c = &found->candidates[i];
        bool in_line = c->point == PASS;
        for (int k = 0; k < length; k++) in_line |= line[k] == c->point;
        if (!in_line)
            fprintf(out, " %s %.0f", point_format(size, c->point, name), 100 * c->winrate);
    }
    putc('\n', out);
}

static void draw_line(FILE *out, int size, enum color color, const int line[], int length) {
    char name[5];
    fputs("VAR", out);
    for (int i = 0; i < length; i++)
        fprintf(out, " %c %s", (color == BLACK) == (i % 2 == 0) ? 'b' : 'w',
                line[i] == PASS ? "PASS" : point_format(size, line[i], name));
    putc('\n', out);
}

/* GoGui's live graphics, a block on standard error that GoGui draws when it is complete:
 *
 *     gogui-gfx:
 *     INFLUENCE E5 1.000 E6 0.250
 *     LABEL E6 47
 *     VAR b E5 w F6 b F5
 *     TEXT 48.2 % after 270 simulations */
void live_draw(FILE *out, const struct engine *engine, const struct report *report) {
    const struct search_statistics *found = &report->found;
    const int size = engine_game(engine)->board.size;
    int line[REPORT_PV];
    if (report->final) {
        fputs("gogui-gfx: CLEAR\n", out);
        return;
    }
    const int length = engine_pv(engine, found->to_move, found->candidates[0].point, line);
    fputs("gogui-gfx:\n", out);
    draw_visits(out, size, found);
    draw_winrates(out, size, found, line, length);
    draw_line(out, size, found->to_move, line, length); /* last: GoGui draws in this order */
    fprintf(out, "TEXT %.1f %% after %llu simulations\n\n", 100 * found->winrate,
            (unsigned long long)search_visits(found));
}

/* The line that gtp2ogs looks for, once it has seen KataGo's name. It requires a ScoreStdev. */
void live_chat(FILE *out, const struct engine *engine, const struct report *report) {
    const struct search_statistics *found = &report->found;
    const int size = engine_game(engine)->board.size;
    int line[REPORT_PV];
    char name[5];
    const int length = engine_pv(engine, found->to_move, found->candidates[0].point, line);
    fprintf(out, "As KataGo: CHAT:Visits %llu Winrate %.2f%% ScoreLead %.1f ScoreStdev %.1f PV",
            (unsigned long long)search_visits(found), 100 * found->winrate, found->score,
            found->score_stdev);
    for (int i = 0; i < length; i++) fprintf(out, " %s", point_format(size, line[i], name));
    putc('\n', out);
}

/* --- commands --- */

/* An analysis in progress. */
struct live {
    struct engine *engine;
    struct answer *answer;
    struct live_request request;
};

static bool chats(const struct engine *engine) {
    return engine_params(engine)->chat == CHAT_OGS;
}

static void show_report(void *context, const struct report *report) {
    const struct engine *engine = context;
    if (engine_params(engine)->live_gfx) live_draw(stderr, engine, report);
    if (chats(engine) && report->final) live_chat(stderr, engine, report);
}

static void stream_report(void *context, const struct report *report) {
    struct live *live = context;
    live_add_line(live->answer, live->engine, &live->request, report);
    if (!answer_stream(live->answer)) engine_interrupt(live->engine);
    show_report(live->engine, report);
}

void gtp_prepare_search(struct gtp_session *session, enum color color) {
    struct engine *engine = session->engine;
    const struct time_control *time = engine_time_control(engine);
    const bool has_clock = time->kind != TIME_NONE && isfinite(time->clock[color].left);
    atomic_store(&session->bounded, engine_params(engine)->simulations > 0 || !has_clock);
    const struct engine_watch watch = {.report = show_report, .context = engine, .interval = 0.5};
    engine_set_watch(engine, engine_params(engine)->live_gfx || chats(engine) ? &watch : NULL);
}

/* Makes the search report as LIVE's request wants, until end_live. The first line of a streamed
 * answer is already a success, so anything that can fail comes before it. */
static enum status begin_live(struct live *live, struct failure *why) {
    const struct live_request *r = &live->request;
    enum status status = engine_set_bans(live->engine, &r->bans, r->color, why);
    if (status != STATUS_OK) return status;
    status = engine_prepare(live->engine, why);
    if (status != STATUS_OK) {
        engine_lift_bans(live->engine);
        return status;
    }
    const struct engine_watch watch = {
        .report = stream_report,
        .context = live,
        .interval =
            r->format == LIVE_CGOS ? INFINITY : r->interval, /* only the final report counts */
        .ownership = r->ownership || r->ownership_stdev,
        .moves_ownership = r->moves_ownership || r->moves_ownership_stdev};
    engine_set_watch(live->engine, &watch);
    answer_stream(live->answer);
    return STATUS_OK;
}

static void end_live(struct live *live) {
    engine_set_watch(live->engine, NULL);
    engine_lift_bans(live->engine);
}

/* The life of kata-analyze, from its line to the next one:
 *
 *     live_read_request     an error in its words is answered with "?"
 *     begin_live            loads tables and networks, then sends "=": from here on it can't fail
 *     answer_until_input    any line that comes will call engine_interrupt
 *     engine_analyze        searches; stream_report sends a line each interval, and at the end
 *     end_live              the next search has neither the watch nor the bans
 *     return                the empty line ends the answer; then the line that came is handled
 *
 * Not bounded: an analysis runs until there is input, so the end of a script must end it. */
static bool analyze(struct answer *answer, enum live_format format) {
    struct gtp_session *session = gtp_session(answer);
    struct live live = {.engine = session->engine, .answer = answer, .request.format = format};
    if (!live_read_request(answer, &live.request)) return false;
    atomic_store(&session->bounded, false);
    struct failure why;
    enum status status = begin_live(&live, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    answer_until_input(answer);
    status = engine_analyze(session->engine, live.request.color, 0, &why);
    end_live(&live);
    return gtp_outcome(answer, status, &why, NULL);
}

/* Like analyze, but bounded by the clock as any genmove, and with a last line "play D4" or "play
 * resign". The last report lists the choice first, for clients that read only reports. */
static bool genmove(struct answer *answer, enum live_format format) {
    struct gtp_session *session = gtp_session(answer);
    struct live live = {.engine = session->engine, .answer = answer, .request.format = format};
    if (!live_read_request(answer, &live.request)) return false;
    gtp_prepare_search(session, live.request.color);
    struct failure why;
    int point;
    enum status status = begin_live(&live, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    engine_asked(session->engine, answer_asked(answer));
    status = engine_genmove(session->engine, live.request.color, &point, &why);
    end_live(&live);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    char name[5];
    answer_add(answer, "play %s",
               point == RESIGN ? "resign"
                               : point_format(gtp_game(answer)->board.size, point, name));
    return true;
}

bool gtp_lz_analyze(struct answer *answer) {
    return analyze(answer, LIVE_LZ);
}

bool gtp_kata_analyze(struct answer *answer) {
    return analyze(answer, LIVE_KATA);
}

bool gtp_lz_genmove_analyze(struct answer *answer) {
    return genmove(answer, LIVE_LZ);
}

bool gtp_kata_genmove_analyze(struct answer *answer) {
    return genmove(answer, LIVE_KATA);
}

bool gtp_cgos_genmove_analyze(struct answer *answer) {
    return genmove(answer, LIVE_CGOS);
}
