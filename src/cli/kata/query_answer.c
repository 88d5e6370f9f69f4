/* Answers of KataGo's analysis protocol, one JSON object a line (here broken, and shortened):
 *
 *     {"id":"q1","isDuringSearch":false,
 *      "moveInfos":[{"move":"C4","order":0,"prior":0.1017,"visits":8,"lcb":0.8454,
 *                    "scoreLead":-0.434,...,"winrate":0.5635,"pv":["C4","B4"]},...],
 *      "ownership":[...],"policy":[...],
 *      "rootInfo":{"currentPlayer":"W","visits":20,...,"winrate":0.5635,"thisHash":"...",...},
 *      "turnNumber":1}
 *
 * The search has figures in the mover's view; all of them go through a struct view to the one that
 * the query asked for. Clients read the fields by name, so those that KataGo has and this engine
 * has not are left out, unless a client needs one to be there (add_figures). */
#include "query.h"

#include <inttypes.h>
#include <math.h>

/* Converts figures from the mover's view to the requested one. */
struct view {
    bool turned;           /* to the other side's view */
    double ownership_sign; /* 1 for ownership in Black's view, else -1 */
};

/* The mover's figures need a turn if the view is the other side's; ownership is stored in Black's
 * view, so it has a sign of its own. */
static struct view view_of(const struct query *q, enum color mover) {
    const enum color wanted = q->settings.view == VIEW_BLACK   ? BLACK
                              : q->settings.view == VIEW_WHITE ? WHITE
                                                               : mover;
    return (struct view){.turned = wanted != mover, .ownership_sign = wanted == BLACK ? 1 : -1};
}

/* The lower bound of the mover's win rate becomes an upper bound of the other side's. */
static double winrate_in(struct view view, double winrate) {
    return view.turned ? 1 - winrate : winrate;
}
static double score_in(struct view view, double score) {
    return view.turned ? 0 - score : score;
}

/* Win rate, its lower bound, score and its standard deviation (0 if the search has none), also in
 * place of KataGo's figures for which we have nothing better: scoreSelfplay is the score, utility
 * is 2 winrate - 1. */
static void add_figures(struct buffer *out, double winrate, double bound, double score,
                        double stdev) {
    buffer_print(out,
                 "\"lcb\":%.6f,\"scoreLead\":%.4f,\"scoreMean\":%.4f,\"scoreSelfplay\":%.4f,"
                 "\"scoreStdev\":%.4f,\"utility\":%.6f,\"utilityLcb\":%.6f,\"winrate\":%.6f",
                 bound, score, score, score, stdev, 2 * winrate - 1, 2 * bound - 1, winrate);
}

static void add_line(struct buffer *out, const struct engine *engine, enum color mover, int point) {
    int line[REPORT_PV];
    char name[5];
    const int size = engine_game(engine)->board.size;
    const int count = engine_pv(engine, mover, point, line);
    for (int i = 0; i < count; i++)
        buffer_print(out, "%s\"%s\"", i ? "," : "", point_format(size, line[i], name));
}

/* A number for each point times SIGN, rows from the top. Deviations have no side: their sign is 1.
 */
static void add_points(struct buffer *out, const char *name, int size, double sign,
                       const double *numbers) {
    buffer_print(out, ",\"%s\":[", name);
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++)
            buffer_print(out, "%s%.4f", row < size - 1 || column ? "," : "",
                         sign * numbers[point_at(size, column, row)]);
    buffer_print(out, "]");
}

/* The ownership after POINT, where it was asked for and the search has it. */
static void add_move_ownership(struct buffer *out, const struct query *q,
                               const struct engine *engine, struct view view, int point) {
    double mean[BOARD_MAX_POINTS], stdev[BOARD_MAX_POINTS];
    const int size = engine_game(engine)->board.size;
    if (!(q->moves_ownership || q->moves_ownership_stdev) ||
        !engine_ownership_after(engine, point, mean, stdev))
        return;
    if (q->moves_ownership) add_points(out, "ownership", size, view.ownership_sign, mean);
    if (q->moves_ownership_stdev) add_points(out, "ownershipStdev", size, 1, stdev);
}

static void add_moves(struct buffer *out, const struct query *q, const struct engine *engine,
                      struct view view, const struct report *report) {
    const int size = engine_game(engine)->board.size;
    char name[5];
    buffer_print(out, ",\"moveInfos\":[");
    for (int i = 0, order = 0; i < report->found.count; i++) {
        const struct search_candidate *c = &report->found.candidates[i];
        /* The choice is listed even without visits, so that there is always a move. */
        if (i > 0 && c->visits == 0) continue;
        buffer_print(out, "%s{\"move\":\"%s\",\"order\":%d,\"prior\":%.6f,\"visits\":%" PRIu64 ",",
                     order ? "," : "", point_format(size, c->point, name), order, c->prior,
                     c->visits);
        add_figures(out, winrate_in(view, c->winrate), winrate_in(view, search_lower_bound(c)),
                    score_in(view, c->score), c->score_stdev);
        buffer_print(out, ",\"pv\":[");
        add_line(out, engine, report->found.to_move, c->point);
        buffer_print(out, "]");
        add_move_ownership(out, q, engine, view, c->point);
        buffer_print(out, "}");
        order++;
    }
    buffer_print(out, "]");
}

/* The hash of the board turned or mirrored by SYMMETRY. The stones can be placed in any order
 * (read_stones). */
static uint64_t hash_by(const struct board *b, int symmetry) {
    struct board turned;
    board_init(&turned, b->size);
    POINT_FOR_EACH(p, b->size) {
        if (board_color(b, p) != EMPTY)
            board_place(&turned, point_transform(b->size, symmetry, p), board_color(b, p));
    }
    return turned.hash;
}

/* The smallest hash of the eight symmetries, so that positions which differ by one of them have the
 * same: KataGo's symHash. */
static uint64_t smallest_hash(const struct board *b) {
    uint64_t smallest = UINT64_MAX;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        const uint64_t hash = hash_by(b, symmetry);
        if (hash < smallest) smallest = hash;
    }
    return smallest;
}

static void add_root(struct buffer *out, const struct engine *engine, struct view view,
                     const struct report *report) {
    const struct board *b = &engine_game(engine)->board;
    /* The board's hash covers the stones alone. The colour to move and the ko distinguish positions
     * with the same stones. */
    const unsigned behind = (unsigned)report->found.to_move << 16 | ((unsigned)(int)b->ko & 0xffff);
    buffer_print(out, ",\"rootInfo\":{\"currentPlayer\":\"%c\",\"visits\":%" PRIu64 ",",
                 report->found.to_move == BLACK ? 'B' : 'W', search_visits(&report->found));
    const double winrate = winrate_in(view, report->found.winrate);
    add_figures(out, winrate, winrate_in(view, search_lower_bound(&report->found.candidates[0])),
                score_in(view, report->found.score), report->found.score_stdev);
    buffer_print(out, ",\"thisHash\":\"%016" PRIX64 "%08X\",\"symHash\":\"%016" PRIX64 "%08X\"}",
                 b->hash, behind, smallest_hash(b), behind & 0x10000);
}

static void add_ownership(struct buffer *out, const struct query *q, int size, struct view view,
                          const struct search_statistics *found) {
    if (!found->has_ownership) return;
    if (q->ownership) add_points(out, "ownership", size, view.ownership_sign, found->ownership);
    if (q->ownership_stdev) add_points(out, "ownershipStdev", size, 1, found->ownership_stdev);
}

/* KataGo's policy array, rows from the top: priors of the candidates, 0 for other legal moves, -1
 * for illegal ones; the pass is last. */
static void add_policy(struct buffer *out, const struct game *game, const struct report *report) {
    const int size = game->board.size;
    double prior[BOARD_MAX_POINTS] = {0}, pass = 0;
    for (int i = 0; i < report->found.count; i++) {
        const struct search_candidate *c = &report->found.candidates[i];
        *(c->point == PASS ? &pass : &prior[c->point]) = c->prior;
    }
    buffer_print(out, ",\"policy\":[");
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++) {
            const int p = point_at(size, column, row);
            buffer_print(out, "%.6g,",
                         game_is_legal(game, p, report->found.to_move) ? prior[p] : -1);
        }
    buffer_print(out, "%.6g]", pass);
}

static void begin(const struct query *q, bool during_search, struct buffer *out) {
    buffer_print(out, "{\"id\":");
    json_print_string(out, q->id);
    buffer_print(out, ",\"isDuringSearch\":%s", during_search ? "true" : "false");
}

void query_answer(const struct query *q, int turn, bool during_search, const struct engine *engine,
                  const struct report *report, struct buffer *out) {
    const struct view view = view_of(q, report->found.to_move);
    const struct game *game = engine_game(engine);
    begin(q, during_search, out);
    add_moves(out, q, engine, view, report);
    add_ownership(out, q, game->board.size, view, &report->found);
    if (q->policy) add_policy(out, game, report);
    add_root(out, engine, view, report);
    buffer_print(out, ",\"turnNumber\":%d}\n", turn);
}

/* KataGo's answer to a turn that was terminated before it had a result. */
void query_answer_nothing(const struct query *q, int turn, struct buffer *out) {
    begin(q, false, out);
    buffer_print(out, ",\"noResults\":true,\"turnNumber\":%d}\n", turn);
}

void query_answer_fault(const char *id, const struct query_fault *fault, struct buffer *out) {
    buffer_print(out, "{\"error\":");
    json_print_string(out, fault->why.text);
    if (fault->field) {
        buffer_print(out, ",\"field\":");
        json_print_string(out, fault->field);
    }
    if (id) {
        buffer_print(out, ",\"id\":");
        json_print_string(out, id);
    }
    buffer_print(out, "}\n");
}
