/* An analysis as a table, as JSON, as comments in the record, and as a graph. All of them show the
 * same numbers: win rates in the mover's view (the graph and SGF's properties in Black's), losses,
 * points, and the engine's line. The table:
 *
 *     move       played    best  after   lost points  Guzumi's choice
 *        1 black C3   =    57.1   57.1    0.0    0.0  C3 C4 D4 B3 C2
 *        2 white A5   ?    38.0   29.7    8.3    3.4  C4 D4 B3 C2 */
#include "guzumi/base/json.h"
#include "guzumi/base/text.h"

#include "analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *vertex(const struct analysis *a, int point, char text[5]) {
    return point_format(a->size, point, text);
}

static const char *line_of(const struct analysis *a, const struct analyzed_move *m,
                           char text[LINE_TEXT]) {
    return line_format(a->size, m->line, m->line_length, text);
}

const char *analysis_effort(const struct params *params, char text[ANALYSIS_EFFORT_SIZE]) {
    if (params->simulations)
        snprintf(text, ANALYSIS_EFFORT_SIZE, "%lld simulation%s", (long long)params->simulations,
                 params->simulations == 1 ? "" : "s");
    else
        snprintf(text, ANALYSIS_EFFORT_SIZE, "%g s", params->move_time);
    return text;
}

void analysis_print_game(const struct analysis *a, analysis_result *result, struct buffer *out) {
    buffer_print(out, "%dx%d, komi %g", a->size, a->size, a->komi);
    if (a->handicap) buffer_print(out, ", handicap %d", a->handicap);
    result(a, out);
    buffer_print(out, ", %d move%s", a->move_count, a->move_count == 1 ? "" : "s");
}

/* --- text --- */

/* A text property of the root, truncated; "?" if it is missing. */
static void print_fact(const struct analysis *a, const char *name, struct buffer *out) {
    char *text = sgf_text(a->sgf, SGF_ROOT, name), part[81];
    text_copy(part, sizeof part, text && *text ? text : "?");
    text_make_printable(part, ' ');
    buffer_print(out, "%s", part);
    free(text);
}

static void print_result(const struct analysis *a, struct buffer *out) {
    buffer_print(out, ", result ");
    print_fact(a, "RE", out);
}

static void print_head(const struct analysis *a, const struct params *params, const char *name,
                       struct buffer *out) {
    char text[ANALYSIS_EFFORT_SIZE];
    buffer_print(out, "%.200s: ", name);
    print_fact(a, "PB", out);
    buffer_print(out, " (Black) - ");
    print_fact(a, "PW", out);
    buffer_print(out, " (White), ");
    analysis_print_game(a, print_result, out);
    buffer_print(out,
                 ".\nWin rates in percent, the player's view: with the best move, after the move "
                 "played,\nand the loss, also in points; %s per position.\n"
                 "= Guzumi's choice  ? lost %.0f or more  ?? lost %.0f or more\n",
                 analysis_effort(params, text), 100 * ANALYSIS_MISTAKE, 100 * ANALYSIS_BLUNDER);
}

/* The signs of Go and chess: "?" for a mistake, "??" for a blunder, and "=" where the engine would
 * have played the same. */
static const char *sign(const struct analyzed_move *m) {
    static const char *const signs[] = {
        [VERDICT_FINE] = "", [VERDICT_MISTAKE] = "?", [VERDICT_BLUNDER] = "??"};
    return m->move.point == m->choice.point ? "=" : signs[analysis_verdict(m)];
}

static void print_row(const struct analysis *a, const struct analyzed_move *m, struct buffer *out) {
    char played[5], line[LINE_TEXT];
    buffer_print(out, "%4d %-5s %-4s %-2s %6.1f %6.1f %6.1f %6.1f  %s\n", m->number,
                 color_name((enum color)m->move.color), vertex(a, m->move.point, played), sign(m),
                 100 * m->best, 100 * m->after, 100 * analysis_loss(m), m->points,
                 line_of(a, m, line));
}

void analysis_print_text(const struct analysis *a, const struct params *params, const char *name,
                         struct buffer *out) {
    char played[5], choice[5];
    print_head(a, params, name, out);
    buffer_print(out, "\nmove       played    best  after   lost points  Guzumi's choice\n");
    for (int i = 0; i < a->count; i++) print_row(a, &a->moves[i], out);
    if (a->max_mistakes == 0) return;
    buffer_print(out, a->mistakes ? "\nThe largest mistakes:\n" : "\nNo mistakes.\n");
    for (int rank = 1; rank <= a->mistakes; rank++) {
        const struct analyzed_move *m = analysis_mistake(a, rank);
        buffer_print(out, "%2d. move %d, %s %s%s: %.1f instead of %.1f with %s.\n", rank, m->number,
                     color_name((enum color)m->move.color), vertex(a, m->move.point, played),
                     sign(m), 100 * m->after, 100 * m->best, vertex(a, m->choice.point, choice));
    }
}

/* --- JSON --- */

/* A fact that the record lacks is null (json_print_string). */
static void json_fact(const struct analysis *a, const char *key, const char *name,
                      struct buffer *out) {
    char *text = sgf_text(a->sgf, SGF_ROOT, name);
    buffer_print(out, ",\n  \"%s\": ", key);
    json_print_string(out, text);
    free(text);
}

/* VALUE for a format whose last digit is worth STEP: what is printed as zero has no sign. */
static double unsigned_zero(double value, double step) {
    return fabs(value) < step / 2 ? 0 : value;
}

static void json_move(const struct analysis *a, const struct analyzed_move *m, struct buffer *out) {
    char played[5], choice[5], point[5];
    buffer_print(
        out,
        "    {\"move\": %d, \"color\": \"%s\", \"played\": \"%s\", \"best\": %.4f, "
        "\"after\": %.4f, \"loss\": %.4f, \"points\": %.2f, \"choice\": \"%s\", \"visits\": %llu, "
        "\"score\": %.2f, \"line\": [",
        m->number, color_name((enum color)m->move.color), vertex(a, m->move.point, played), m->best,
        m->after, analysis_loss(m), m->points, vertex(a, m->choice.point, choice),
        (unsigned long long)m->choice.visits, unsigned_zero(m->score, 0.01));
    for (int i = 0; i < m->line_length; i++)
        buffer_print(out, "%s\"%s\"", i ? ", " : "", vertex(a, m->line[i], point));
    buffer_print(out, "]}");
}

void analysis_print_json(const struct analysis *a, const struct params *params, const char *name,
                         struct buffer *out) {
    buffer_print(out, "{\n  \"engine\": \"Guzumi %s\",\n  \"file\": ", GUZUMI_VERSION);
    json_print_string(out, name);
    json_fact(a, "black", "PB", out);
    json_fact(a, "white", "PW", out);
    json_fact(a, "result", "RE", out);
    buffer_print(out, ",\n  \"size\": %d,\n  \"komi\": %g,\n  \"handicap\": %d,\n  \"length\": %d",
                 a->size, a->komi, a->handicap, a->move_count);
    if (params->simulations)
        buffer_print(out, ",\n  \"simulations\": %lld", (long long)params->simulations);
    else
        buffer_print(out, ",\n  \"seconds\": %g", params->move_time);
    buffer_print(out, ",\n  \"moves\": [");
    for (int i = 0; i < a->count; i++) {
        buffer_print(out, i ? ",\n" : "\n");
        json_move(a, &a->moves[i], out);
    }
    buffer_print(out, "\n  ],\n  \"mistakes\": [");
    for (int rank = 1; rank <= a->mistakes; rank++)
        buffer_print(out, "%s%d", rank > 1 ? ", " : "", analysis_mistake(a, rank)->number);
    buffer_print(out, "]\n}\n");
}

/* --- SGF --- */

/* The paragraph of TEXT that begins with BEGINNING, or NULL. */
static char *find_paragraph(char *text, const char *beginning) {
    while (text && strncmp(text, beginning, strlen(beginning)) != 0) {
        text = strstr(text, "\n\n");
        if (text) text += 2;
    }
    return text;
}

/* Removes the paragraph of an earlier analysis, which begins with BEGINNING, from the comment of
 * NODE: without this comments would pile up, one for each analysis. What people wrote, before it or
 * behind it, stays. False if there is none. */
static bool forget(struct sgf *sgf, int node, const char *beginning) {
    char *text = sgf_text(sgf, node, "C"), *from = find_paragraph(text, beginning);
    const bool found = from != NULL;
    if (found) {
        char *end = strstr(from, "\n\n");
        if (end)
            memmove(from, end + 2, strlen(end + 2) + 1);
        else
            from[from == text ? 0 : -2] = 0; /* including the empty line before it */
        sgf_remove(sgf, node, "C");
        if (*text) sgf_set_text(sgf, node, "C", text);
    }
    free(text);
    return found;
}

/* Whether the node's move is already marked as bad, doubtful, interesting or good. SGF allows only
 * one of these properties. */
static bool has_move_mark(const struct sgf *sgf, int node) {
    static const char *const marks[] = {"BM", "DO", "IT", "TE"};
    for (int i = 0; i < 4; i++)
        if (sgf_value(sgf, node, marks[i], 0)) return true;
    return false;
}

/* Sets the properties that programs display: Black's win rate in percent (SBKV, Sabaki's), Black's
 * lead (V), and whether the move is bad (BM) or doubtful (DO), unless it has such a mark. For
 * example SBKV[88.36]V[-0.3]BM[1]. */
static void mark(const struct analysis *a, const struct analyzed_move *m) {
    char value[32];
    snprintf(value, sizeof value, "%.2f", 100 * analysis_black(m));
    sgf_set_text(a->sgf, m->node, "SBKV", value);
    snprintf(value, sizeof value, "%.1f",
             unsigned_zero(m->move.color == BLACK ? m->lead : 0 - m->lead, 0.1));
    sgf_set_text(a->sgf, m->node, "V", value);
    const enum verdict verdict = analysis_verdict(m);
    if (has_move_mark(a->sgf, m->node)) return;
    if (verdict == VERDICT_BLUNDER) sgf_set_text(a->sgf, m->node, "BM", "1");
    if (verdict == VERDICT_MISTAKE) sgf_set_text(a->sgf, m->node, "DO", "");
}

static void comment(const struct analysis *a, const struct analyzed_move *m) {
    char text[400], line[LINE_TEXT], mistake[40] = "";
    const char *name = m->move.color == BLACK ? "Black" : "White";
    const bool chosen = m->move.point == m->choice.point;
    if (m->rank) snprintf(mistake, sizeof mistake, " Mistake number %d.", m->rank);
    if (chosen)
        snprintf(text, sizeof text, "Guzumi: %s's win rate is %.1f %%. Guzumi's choice%s%s.", name,
                 100 * m->after, m->line_length > 1 ? ", then " : "",
                 line_format(a->size, m->line + 1, m->line_length - 1, line));
    else
        snprintf(text, sizeof text,
                 "Guzumi: %s's win rate is %.1f %%; %.1f %% with %s (%llu simulation%s).%s", name,
                 100 * m->after, 100 * m->best, line_of(a, m, line),
                 (unsigned long long)m->choice.visits, m->choice.visits == 1 ? "" : "s", mistake);
    /* The earlier analysis may have set these marks; without one, they are a person's. */
    if (forget(a->sgf, m->node, "Guzumi: ")) {
        sgf_remove(a->sgf, m->node, "BM");
        sgf_remove(a->sgf, m->node, "DO");
    }
    sgf_add_comment(a->sgf, m->node, text);
    mark(a, m);
}

/* The name of the first node of our variations. */
static const char our_name[] = "Guzumi";

/* Removes the variations of an earlier analysis that are siblings of NODE. */
static void forget_variations(struct sgf *sgf, int node) {
    for (int next, n = sgf_sibling(sgf, node); n != SGF_NONE; n = next) {
        const char *name = sgf_value(sgf, n, "N", 0);
        next = sgf_sibling(sgf, n);
        if (name && strcmp(name, our_name) == 0) sgf_remove_node(sgf, n);
    }
}

/* Adds the better line as the last sibling of a mistake, so that a viewer can play it through:
 *
 *     (;W[aa]C[Guzumi: White's win rate is 11.6 %; ...] ...)
 *     (;W[cb]N[Guzumi]SBKV[52.94]C[Guzumi: White's win rate is 47.1 % with this move.];B[db];W[bc])
 */
static void add_variation(const struct analysis *a, const struct analyzed_move *m) {
    char text[100];
    enum color color = (enum color)m->move.color;
    int node = sgf_parent(a->sgf, m->node);
    forget_variations(a->sgf, m->node);
    if (analysis_verdict(m) == VERDICT_FINE || m->line[0] == m->move.point) return;
    for (int i = 0; i < m->line_length; i++, color = color_other(color)) {
        node = sgf_add_move(a->sgf, node, m->line[i], color);
        if (i > 0) continue;
        snprintf(text, sizeof text, "%.2f", 100 * (color == BLACK ? m->best : 1 - m->best));
        sgf_set_text(a->sgf, node, "N", our_name);
        sgf_set_text(a->sgf, node, "SBKV", text);
        snprintf(text, sizeof text, "Guzumi: %s's win rate is %.1f %% with this move.",
                 color == BLACK ? "Black" : "White", 100 * m->best);
        sgf_set_text(a->sgf, node, "C", text);
    }
}

/* Removes the rank of an earlier analysis from the comment of NODE: of a move that is not analyzed
 * this time (--from, --to) the comment stays, but its rank among the mistakes is no longer true. */
static void forget_rank(struct sgf *sgf, int node) {
    static const char beginning[] = " Mistake number ";
    char *text = sgf_text(sgf, node, "C"), *said = find_paragraph(text, "Guzumi: ");
    char *rank = said ? strstr(said, beginning) : NULL;
    const char *others = said ? strstr(said, "\n\n") : NULL;
    if (rank && (!others || rank < others)) {
        const char *end = rank + strlen(beginning);
        end += strspn(end, "0123456789");
        end += *end == '.';
        memmove(rank, end, strlen(end) + 1);
        sgf_set_text(sgf, node, "C", text);
    }
    free(text);
}

/* The record is corrected first, so that every program sees the game that was analyzed. The old
 * ranks go before the new ones come. */
enum status analysis_print_sgf(const struct analysis *a, const struct params *params,
                               struct buffer *out, struct failure *why) {
    char text[200], how[60];
    snprintf(text, sizeof text, "Analyzed by Guzumi %s with %s per position.", GUZUMI_VERSION,
             analysis_effort(params, how));
    sgf_correct(a->sgf);
    forget(a->sgf, SGF_ROOT, "Analyzed by Guzumi ");
    sgf_add_comment(a->sgf, SGF_ROOT, text);
    for (int node = SGF_ROOT; node != SGF_NONE; node = sgf_child(a->sgf, node))
        forget_rank(a->sgf, node);
    for (int i = 0; i < a->count; i++) {
        comment(a, &a->moves[i]);
        add_variation(a, &a->moves[i]);
    }
    return sgf_print(a->sgf, out, why);
}

/* --- SVG: Black's win rate after each move --- */

/* The plot's upper edge and height, and the height with its margins. */
enum { TOP = 14, HEIGHT = 150, ALL_HEIGHT = 188 };

/* The colours follow the system's setting, on a page and in a file of its own. */
static const char style[] =
    "<style>.g-paper{fill:#fff}.g-text{fill:#555}.g-grid{stroke:#ddd}.g-half{stroke:#888}"
    ".g-curve{fill:none;stroke:#222;stroke-width:2}.g-bad{stroke:#c22;stroke-width:2}"
    ".g-mark{fill:#b11;font-weight:bold}.g-at{stroke:#27c;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){.g-paper{fill:#181818}.g-text{fill:#aaa}"
    ".g-grid{stroke:#383838}.g-half{stroke:#777}.g-curve{stroke:#ddd}.g-bad{stroke:#f66}"
    ".g-mark{fill:#f99}.g-at{stroke:#7af}}</style>\n";

/* A single move has no width to share: it stands in the middle. */
static double place_x(const struct analysis *a, int number) {
    const int first = a->moves[0].number, last = a->moves[a->count - 1].number;
    return last > first ? GRAPH_LEFT + (double)GRAPH_WIDTH * (number - first) / (last - first)
                        : GRAPH_LEFT + GRAPH_WIDTH / 2.0;
}

static double place_y(double black) {
    return TOP + HEIGHT * (1 - black);
}

static void add_grid(struct buffer *out) {
    for (int percent = 0; percent <= 100; percent += 25) {
        const double y = place_y(percent / 100.0);
        buffer_print(out,
                     "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" class=\"%s\"/>"
                     "<text class=\"g-text\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                     GRAPH_LEFT, y, GRAPH_LEFT + GRAPH_WIDTH, y,
                     percent == 50 ? "g-half" : "g-grid", GRAPH_LEFT - 4, y + 4, percent);
    }
}

/* Numbers below the plot, about ten in total. */
static void add_numbers(const struct analysis *a, struct buffer *out) {
    static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    int step = 0;
    while (step < 9 && a->count / steps[step] > 10) step++;
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].number % steps[step] == 0)
            buffer_print(
                out,
                "<text class=\"g-text\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                place_x(a, a->moves[i].number), TOP + HEIGHT + 16, a->moves[i].number);
}

static void add_curve(const struct analysis *a, struct buffer *out) {
    buffer_print(out, "<polyline class=\"g-curve\" points=\"");
    for (int i = 0; i < a->count; i++)
        buffer_print(out, "%s%.1f,%.1f", i ? " " : "", place_x(a, a->moves[i].number),
                     place_y(analysis_black(&a->moves[i])));
    buffer_print(out, "\"/>\n");
}

/* A dot in the colour of the player. */
static void add_dot(const struct analysis *a, const struct analyzed_move *m, struct buffer *out) {
    char name[5];
    buffer_print(out,
                 "<circle class=\"g-bad\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\">"
                 "<title>Move %d, %s %s: lost %.0f %%</title></circle>\n",
                 place_x(a, m->number), place_y(analysis_black(m)),
                 analysis_verdict(m) == VERDICT_BLUNDER ? 5 : 3,
                 m->move.color == BLACK ? "#222" : "#fff", m->number,
                 color_name((enum color)m->move.color), point_format(a->size, m->move.point, name),
                 100 * analysis_loss(m));
}

/* The numbers of the largest mistakes, on the side of their dots where the curve is not: it has
 * just fallen or risen. */
static void add_rank(const struct analysis *a, const struct analyzed_move *m, struct buffer *out) {
    const double y = place_y(analysis_black(m));
    const bool below = m->move.color == BLACK ? y < TOP + HEIGHT - 12 : y < TOP + 10;
    buffer_print(out,
                 "<text class=\"g-mark\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d</text>\n",
                 place_x(a, m->number), below ? y + 16 : y - 8, m->number);
}

/* From back to front: grid, numbers, curve, dots, and at last the ranks, which must stay readable.
 */
void analysis_print_svg(const struct analysis *a, struct buffer *out) {
    buffer_print(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"graph\" viewBox=\"0 0 %d %d\" "
                 "font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n"
                 "<title>Black's win rate in percent, by move</title>\n%s"
                 "<rect class=\"g-paper\" width=\"%d\" height=\"%d\"/>\n",
                 GRAPH_ALL_WIDTH, ALL_HEIGHT, style, GRAPH_ALL_WIDTH, ALL_HEIGHT);
    add_grid(out);
    if (a->count) {
        add_numbers(a, out);
        add_curve(a, out);
    }
    for (int i = 0; i < a->count; i++)
        if (analysis_verdict(&a->moves[i]) != VERDICT_FINE) add_dot(a, &a->moves[i], out);
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].own_rank) add_rank(a, &a->moves[i], out);
    buffer_print(out, "</svg>\n");
}
