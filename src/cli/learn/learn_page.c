/* The page of `guzumi learn`: what happens now, the curves, the openings, a game of each gate, and
 * the table, in one file that needs no other. It is written anew at the end of each stage and each
 * minute, and the browser reads it again by itself (meta refresh).
 *
 *     add_head        the generation, the stage with its bar
 *     add_curves      a plot for each measure, over the games of self-play
 *     learn_add_win_rates   (learn_win_rates.c)
 *     add_openings    the policy on the empty board, of networks that passed
 *     add_game        the first game of the last gate, to step through
 *     add_table       a row for each generation */
#include "guzumi/base/file.h"
#include "guzumi/go/sgf.h"
#include "guzumi/network/network_view.h"

#include "board_view.h"
#include "learn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{--ink:#222;--soft:#777;--line:#ddd;--paper:#fff;--mark:#1463b8;--good:#1a7a3c}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#eee;--soft:#aaa;--line:#444;--paper:#161616;"
    "--mark:#6db1ff;--good:#62c98a}}\n"
    "body{font:16px/1.45 sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;"
    "padding:0 14px 40px;max-width:1100px;overflow-wrap:anywhere}\n"
    "h1{font-size:1.4em;margin-bottom:.2em}h2{font-size:1.1em;margin:1.6em 0 .4em}\n"
    "p{margin:.3em 0}.soft{color:var(--soft)}.wood{fill:#e8c27a}\n"
    ".grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(300px,100%),1fr));"
    "gap:18px}\n"
    ".boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:12px}\n"
    "svg{display:block;width:100%;height:auto}figure{margin:0}\n"
    "figcaption{color:var(--soft);font-size:.9em;text-align:center}\n"
    "table{border-collapse:collapse;font-size:.9em}td,th{padding:2px 9px;text-align:right}\n"
    "th{border-bottom:1px solid var(--line)}.wide{overflow-x:auto}\n"
    ".bar{height:8px;max-width:420px;background:var(--line)}\n"
    "td{white-space:nowrap}.rates svg{max-width:340px;margin:auto}\n"
    ".bar div{height:8px;background:var(--mark)}\n"
    ".plays{color:var(--good);font-weight:bold}\n"
    "#game{max-width:420px}button{font:inherit;min-width:3em;padding:5px 10px}\n";

/* --- curves --- */

/* A plot in its own units. */
enum { LEFT = 52, TOP = 22, WIDTH = 300, HEIGHT = 130, ALL_WIDTH = 372, ALL_HEIGHT = 196 };

struct curve {
    const char *title, *unit;
    double (*value)(const struct history *history, int row, double interval[2]);
    double scale; /* of the values, as they are shown */
};

/* A round step for about four lines over SPAN: 1, 2 or 5 times a power of ten. For a span of 130:
 * 32.5 a line, power 10, part 3.25, hence 50. */
static double round_step(double span) {
    const double power = pow(10, floor(log10(span / 4))), part = span / 4 / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

/* The range of a curve's values and intervals, extended to whole steps. */
struct range {
    double low, high, step;
};

/* The scale includes the intervals. A curve without change still gets a span of 2 % of its value.
 */
static struct range find_range(const struct history *h, const struct curve *c) {
    struct range r = {.low = INFINITY, .high = -INFINITY};
    for (int i = 0; i < h->count; i++) {
        double interval[2];
        const double value = c->value(h, i, interval);
        r.low = fmin(r.low, fmin(value, interval[0]));
        r.high = fmax(r.high, fmax(value, interval[1]));
    }
    if (r.low > r.high) r.low = r.high = 0; /* nothing was measured */
    r.step = round_step(fmax(r.high - r.low, fmax(1e-6, 0.02 * fabs(r.high))));
    r.low = r.step * floor(r.low / r.step);
    /* Above the highest value, so that its point never lies on the frame; but no share exceeds
     * 100 %. */
    r.high = r.step * (floor(r.high / r.step) + 1);
    if (c->scale == 100) r.high = fmin(r.high, 1);
    if (r.low >= r.high) r.low = r.high - r.step;
    return r;
}

/* By games, not by generations: generations may differ in size, and the games are what learning
 * costs. */
static double across(const struct history *h, int64_t games) {
    const double all = (double)h->list[h->count - 1].games;
    return LEFT + (all > 0 ? WIDTH * (double)games / all : 0);
}

static double down(double value, const struct range *r) {
    return TOP + HEIGHT * (r->high - value) / (r->high - r->low);
}

/* Lines across at each step, with their values; below, the games at the beginning, the middle and
 * the end. */
static void add_axes(const struct history *h, const struct curve *c, const struct range *r,
                     struct buffer *out) {
    for (int i = 0; r->low + i * r->step < r->high + r->step / 2; i++) {
        const double value = r->low + i * r->step, y = down(value, r);
        buffer_print(out,
                     "<path d=\"M%d %.1fH%d\" stroke=\"var(--line)\"/><text x=\"%d\" y=\"%.1f\" "
                     "text-anchor=\"end\">%.4g</text>\n",
                     LEFT, y, LEFT + WIDTH, LEFT - 6, y + 4,
                     /* Rounding may leave -1e-17 where 0 is meant, and print "-0". */
                     fabs(value) < r->step / 2 ? 0 : c->scale * value);
    }
    for (int i = 0; i <= 2; i++) {
        const int64_t games = h->list[h->count - 1].games * i / 2;
        buffer_print(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%" PRId64 "</text>\n",
                     across(h, games), TOP + HEIGHT + 16, games);
    }
    buffer_print(out,
                 "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">games of self-play</text>"
                 "<text x=\"%d\" y=\"13\">%s</text>\n",
                 LEFT + WIDTH / 2, TOP + HEIGHT + 34, LEFT, c->unit);
}

/* A point for each generation with its interval: filled if its network passed the gate. NAN: not
 * measured, as in histories that an older version began. */
static void add_points(const struct history *h, const struct curve *c, const struct range *r,
                       struct buffer *out) {
    for (int i = 0; i < h->count; i++) {
        const struct generation *g = &h->list[i];
        double interval[2];
        const double value = c->value(h, i, interval), x = across(h, g->games);
        if (isnan(value)) continue;
        if (interval[1] > interval[0])
            buffer_print(out,
                         "<path d=\"M%.1f %.1fV%.1f\" stroke=\"var(--mark)\" opacity=\".5\"/>\n", x,
                         down(interval[0], r), down(interval[1], r));
        buffer_print(out,
                     "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" "
                     "stroke=\"var(--mark)\" stroke-width=\"1.5\"><title>generation %" PRId64
                     ": %.4g</title></circle>\n",
                     x, down(value, r), g->plays == g->number ? "var(--mark)" : "var(--paper)",
                     g->number, c->scale * value);
    }
}

static void add_curve(const struct history *h, const struct curve *c, struct buffer *out) {
    const struct range range = find_range(h, c), *r = &range;
    buffer_print(out,
                 "<figure><svg viewBox=\"0 0 %d %d\" font-size=\"11\" fill=\"var(--soft)\" "
                 "role=\"img\"><title>%s</title>\n",
                 ALL_WIDTH, ALL_HEIGHT, c->title);
    add_axes(h, c, r, out);
    add_points(h, c, r, out);
    buffer_print(out, "</svg><figcaption>%s</figcaption></figure>\n", c->title);
}

static double elo_of(const struct history *h, int row, double interval[2]) {
    const struct estimate e = history_elo(h, h->list[row].number);
    interval[0] = e.elo_low;
    interval[1] = e.elo_high;
    return e.elo;
}

/* Measures on held-out games have no interval. */
static double alone(double value, double interval[2]) {
    return interval[0] = interval[1] = value;
}
static double hits_of(const struct history *h, int row, double interval[2]) {
    return alone(h->list[row].policy_hits, interval);
}
static double policy_of(const struct history *h, int row, double interval[2]) {
    return alone(h->list[row].policy_loss, interval);
}
static double value_of(const struct history *h, int row, double interval[2]) {
    return alone(h->list[row].value_error, interval);
}
/* The mean over the sizes at which it was measured. */
static double win_rate_of(const struct history *h, int row, double interval[2]) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < LEARN_SIZES; i++) {
        const struct size_result *at = &h->list[row].sizes[i];
        if (at->size == 0 || at->win_rate_error <= 0) continue;
        sum += at->win_rate_error;
        count++;
    }
    return alone(count ? sum / count : NAN, interval);
}
static double ownership_of(const struct history *h, int row, double interval[2]) {
    return alone(h->list[row].ownership_error, interval);
}

/* While the network learns, losses and errors on held-out games should fall from generation to
 * generation; hits and Elo should rise. */
static void add_curves(const struct history *h, struct buffer *out) {
    static const struct curve curves[] = {
        {"Elo above the initial network, with 95 % intervals; filled: it passed the gate", "Elo",
         elo_of, 1},
        {"Held-out positions whose most visited move is the policy's first", "%", hits_of, 100},
        {"Policy loss: divergence from the searches' visits", "nats", policy_of, 1},
        {"Root mean square error of the win rate", "", value_of, 1},
        {"Expected error of the win rate against the results, mean over board sizes", "%",
         win_rate_of, 100},
        {"Root mean square error of the ownership", "", ownership_of, 1},
    };
    buffer_print(out, "<h2>Curves</h2><div class=\"grid\">\n");
    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++) add_curve(h, &curves[i], out);
    buffer_print(out, "</div>\n");
}

/* --- openings --- */

/* The policy on the empty board: darker is likelier, relative to the likeliest, or a flat policy
 * could not be seen. Points below half a per cent stay empty. */
static void add_heat(int64_t number, int size, const double policy[BOARD_MAX_POINTS],
                     struct buffer *out) {
    double most = 0;
    for (int p = 0; p < point_limit(size); p++) most = fmax(most, policy[p]);
    const int whole = board_svg_width(size);
    buffer_print(out,
                 "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\"><title>First moves of generation "
                 "%" PRId64 "</title>",
                 whole, whole, number);
    board_svg_lines(size, out);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            const double p = policy[point_at(size, x, size - 1 - y)];
            if (p < 0.005) continue;
            buffer_print(out,
                         "<rect x=\"%d\" y=\"%d\" width=\"18\" height=\"18\" fill=\"#a11\" "
                         "opacity=\"%.2f\"><title>%.1f %%</title></rect>",
                         board_svg_place(x) - 9, board_svg_place(y) - 9, 0.15 + 0.8 * p / most,
                         100 * p);
        }
    buffer_print(out, "</svg><figcaption>generation %" PRId64 "</figcaption></figure>\n", number);
}

/* A store of its own, since each network replaces the one before. A network of other sizes has no
 * view (NULL): then there is no picture. */
static enum status add_opening(const struct learn_plan *plan, int64_t number, struct buffer *out,
                               struct failure *why) {
    char path[LEARN_PATH];
    struct weight_store *store;
    struct network_view *view = NULL;
    const int size = plan->sizes[plan->size_count - 1].size;
    enum status status = weight_store_new(&store, why);
    if (status != STATUS_OK) return status;
    status = learn_path(path, plan->folder, why, "networks/%03" PRId64 ".weights", number);
    if (status == STATUS_OK) status = weight_store_load(store, path, why);
    if (status == STATUS_OK) status = network_view_new(&view, store, size, why);
    if (status == STATUS_OK && view) {
        struct board board;
        struct network_evaluation found;
        board_init(&board, size);
        const struct network_position position = {
            .board = &board, .to_move = BLACK, .last = NO_POINT, .own = NO_POINT, .half_komi = 15};
        network_view_evaluate(view, &position, &found);
        add_heat(number, size, found.policy, out);
    }
    network_view_free(view);
    weight_store_free(store);
    return status;
}

enum { MOST_OPENINGS = 12 };

/* Of the initial network and of those that passed their gates, evenly chosen if they are many; the
 * last one is always among them. */
static enum status add_openings(const struct learn_plan *plan, const struct history *h,
                                struct buffer *out, struct failure *why) {
    int promoted = 0, seen = 0;
    for (int i = 0; i < h->count; i++) promoted += h->list[i].plays == h->list[i].number;
    const int step = 1 + promoted / MOST_OPENINGS;
    buffer_print(out, "<h2>First moves</h2><p class=\"soft\">The policy of each network that "
                      "passed its gate, on the empty board.</p><div class=\"boards\">\n");
    enum status status = add_opening(plan, 0, out, why);
    for (int i = 0; i < h->count && status == STATUS_OK; i++) {
        if (h->list[i].plays != h->list[i].number) continue;
        if (++seen % step == 0 || seen == promoted)
            status = add_opening(plan, h->list[i].number, out, why);
    }
    buffer_print(out, "</div>\n");
    return status;
}

/* --- a game --- */

/* The script shows frame AT; board_view.c has the functions that draw it. */
static const char script[] =
    "var at=0;\n"
    "function show(i){at=Math.max(0,Math.min(frames.length-1,i));var f=frames[at];\n"
    " drawBoard();drawStones(f.b,{});ring(f.m,'#d22');\n"
    " document.getElementById('where').textContent='move '+at+' of '+(frames.length-1)}\n"
    "document.querySelectorAll('[data-go]').forEach(function(e){e.onclick=function(){"
    "show(at+ +e.dataset.go)}});\n"
    "document.addEventListener('keydown',function(e){var d={ArrowLeft:-1,ArrowRight:1,Home:-1e9,"
    "End:1e9}[e.key];if(d){e.preventDefault();show(at+d)}});\nshow(1e9);\n";

static void add_frame(const struct board *b, int last, struct buffer *out) {
    buffer_print(out, "{");
    board_page_stones(b, out);
    buffer_print(out, ",\"m\":%d},\n", board_page_index(b->size, last));
}

/* The frames of the record PATH. It is played twice: as a whole, which tells the size, and move by
 * move for the boards. */
static enum status add_frames(const char *path, struct buffer *out, struct failure *why) {
    struct sgf *sgf;
    struct game game, replay;
    enum status status = sgf_load(&sgf, path, why);
    if (status != STATUS_OK) return status;
    status = game_init(&game, 9, why);
    if (status == STATUS_OK) {
        status = sgf_to_game(sgf, SGF_ALL_MOVES, &game, why);
        if (status == STATUS_OK) status = game_init(&replay, game.board.size, why);
        if (status == STATUS_OK) {
            board_page_begin(game.board.size, out);
            buffer_print(out, "frames=[\n");
            add_frame(&replay.board, NO_POINT, out);
            for (size_t i = 0; i < game.count && status == STATUS_OK; i++) {
                status = game_play_allowing(&replay, game.moves[i].point,
                                            (enum color)game.moves[i].color, ALLOW_ALL, why);
                if (status == STATUS_OK) add_frame(&replay.board, game.moves[i].point, out);
            }
            buffer_print(out, "];\n");
            game_free(&replay);
        }
        game_free(&game);
    }
    sgf_free(sgf);
    return status;
}

/* The first game of the last gate, if there is one. */
static enum status add_game(const struct learn_plan *plan, const struct history *h,
                            struct buffer *out, struct failure *why) {
    char path[LEARN_PATH];
    const int size = plan->sizes[0].size;
    enum status status =
        learn_path(path, plan->folder, why, "matches/%03d-%d/0000000.sgf", h->count, size);
    if (status != STATUS_OK || !file_would_be_replaced(path)) return status;
    buffer_print(
        out,
        "<h2>A game</h2><p class=\"soft\">Generation %d, Black, against generation %" PRId64
        ", in its gate; all of them are in matches/%03d-%d. Arrow keys step.</p>\n"
        "<div id=\"game\"><svg id=\"board\" viewBox=\"0 0 1 1\"></svg><p>"
        "<button data-go=\"-1e9\">|&lt;</button> <button data-go=\"-1\">&lt;</button> "
        "<button data-go=\"1\">&gt;</button> <button data-go=\"1e9\">&gt;|</button> "
        "<span id=\"where\"></span></p></div>\n<script>\n",
        h->count, h->count > 1 ? h->list[h->count - 2].plays : 0, h->count, size);
    status = add_frames(path, out, why);
    buffer_print(out, "%s%s</script>\n", board_page_script, script);
    return status;
}

/* --- the rest --- */

/* How far the stage is, with a bar. */
static void add_progress(const struct learn_now *now, struct buffer *out) {
    const struct progress *p = &now->progress;
    char left[DURATION_TEXT];
    if (p->all > 0)
        buffer_print(out, ", %" PRId64 " of %" PRId64 " %s, about %s left", p->done, p->all,
                     p->unit, duration_format(progress_left(p), left));
    if (now->games_a_second > 0)
        buffer_print(out, "; self-play at %.3g games/s", now->games_a_second);
    buffer_print(out, ".</p>\n");
    if (p->all > 0)
        buffer_print(out, "<div class=\"bar\"><div style=\"width:%.1f%%\"></div></div>\n",
                     fmin(100, 100 * (double)p->done / (double)p->all));
}

static void add_head(const struct learn_plan *plan, const struct history *h,
                     const struct learn_now *now, struct buffer *out) {
    const struct generation *last = h->count ? &h->list[h->count - 1] : NULL;
    buffer_print(out, "<h1>Learning ");
    for (int i = 0; i < plan->size_count; i++)
        buffer_print(out, "%s%d×%d", i ? ", " : "", plan->sizes[i].size, plan->sizes[i].size);
    buffer_print(out, "</h1>\n<p>Generation %" PRId64 " of %" PRId64 ": %s", now->generation,
                 plan->generations, now->stage);
    add_progress(now, out);
    buffer_print(out, "<p class=\"soft\">");
    if (last)
        buffer_print(out,
                     "%" PRId64 " games, %" PRId64 " positions, %.1f processor hours; the network "
                     "of generation %" PRId64 " is the current one.",
                     last->games, last->positions, last->hours, last->plays);
    const bool goes_on = h->count < plan->generations;
    buffer_print(out, "%s</p>\n", goes_on ? " This page is updated each minute." : "");
}

/* The gate, of several sizes each by its name; older generations have only the sum. */
static void add_gate(const struct generation *g, struct buffer *out) {
    const bool named = g->sizes[0].size && g->sizes[1].size;
    for (int i = 0; i < LEARN_SIZES && (i == 0 || (named && g->sizes[i].size)); i++) {
        const struct score *score = named ? &g->sizes[i].gate : &g->gate;
        const struct estimate won = score_estimate(score);
        if (named)
            buffer_print(out, "%s%d×%d: ", i ? "<br>" : "", g->sizes[i].size, g->sizes[i].size);
        buffer_print(out, "%.1f %% of %" PRId64, 100 * won.score,
                     score->wins + score->draws + score->losses);
    }
}

/* Of each size, where it was measured. */
static void add_win_rate_errors(const struct generation *g, struct buffer *out) {
    for (int i = 0; i < LEARN_SIZES && g->sizes[i].size; i++) {
        const double error = g->sizes[i].win_rate_error;
        buffer_print(out, "%s", i ? "<br>" : "");
        if (error > 0) buffer_print(out, "%.3f", error);
    }
}

/* The row is green where the network has become the current one. */
static void add_table(const struct history *h, struct buffer *out) {
    buffer_print(
        out, "<h2>Generations</h2><div class=\"wide\"><table><tr><th>generation</th><th>games"
             "</th><th>positions trained on</th><th>steps</th><th>hours</th><th>policy, nats</th>"
             "<th>linear policy</th><th>move predicted</th><th>win rate</th>"
             "<th>expected error</th><th>ownership</th><th>gate</th><th>Elo</th></tr>\n");
    for (int i = 0; i < h->count; i++) {
        const struct generation *g = &h->list[i];
        const struct estimate e = history_elo(h, g->number);
        buffer_print(
            out,
            "<tr%s><td>%" PRId64 "</td><td>%" PRId64 "</td><td>%" PRId64 "</td><td>%" PRId64
            "</td><td>%.2f</td><td>%.3f</td><td>%.3f</td><td>%.1f %%</td><td>%.3f</td><td>",
            g->plays == g->number ? " class=\"plays\"" : "", g->number, g->games, g->learnt,
            g->steps, g->hours, g->policy_loss, g->linear_policy_loss, 100 * g->policy_hits,
            g->value_error);
        add_win_rate_errors(g, out);
        buffer_print(out, "</td><td>%.3f</td><td>", g->ownership_error);
        add_gate(g, out);
        buffer_print(out, "</td><td>%+.0f</td></tr>\n", e.elo);
    }
    buffer_print(out, "</table></div>\n");
}

/* Adds a part that comes from a file of its own. If the file is damaged, the page says so in its
 * place: learning does not depend on it. */
static void add_part(enum status (*part)(const struct learn_plan *plan, const struct history *h,
                                         struct buffer *out, struct failure *why),
                     const struct learn_plan *plan, const struct history *h, struct buffer *out) {
    const size_t before = out->length;
    struct failure why;
    if (part(plan, h, out, &why) == STATUS_OK) return;
    out->length = before;
    buffer_print(out, "<p class=\"soft\">A part of this page is missing: ");
    board_page_text(why.text, out);
    buffer_print(out, "</p>\n");
}

/* The page of a folder at its very beginning has only a head and the first opening. */
enum status learn_write_page(const struct learn_plan *plan, const struct history *h,
                             const struct learn_now *now, struct failure *why) {
    char path[LEARN_PATH];
    struct buffer out = {.data = NULL};
    enum status status = learn_path(path, plan->folder, why, "report.html");
    buffer_print(&out,
                 "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                 "<meta name=\"viewport\" content=\"width=device-width\">"
                 "<meta http-equiv=\"refresh\" content=\"60\"><title>Guzumi learns</title>\n"
                 "<style>\n%s</style></head><body>\n",
                 style);
    add_head(plan, h, now, &out);
    if (h->count) add_curves(h, &out);
    if (h->count) add_part(learn_add_win_rates, plan, h, &out);
    add_part(add_openings, plan, h, &out);
    if (h->count) add_part(add_game, plan, h, &out);
    if (h->count) add_table(h, &out);
    buffer_print(&out, "</body></html>\n");
    if (status == STATUS_OK) status = file_save(path, &out, why);
    buffer_free(&out);
    return status;
}
