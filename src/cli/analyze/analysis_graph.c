/* The graph of an analysis: Black's win rate after each move, as SVG. */
#include "analysis.h"

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
static void add_mark(const struct analysis *a, const struct analyzed_move *m, struct buffer *out) {
    const double y = place_y(analysis_black(m));
    const bool below = m->move.color == BLACK ? y < TOP + HEIGHT - 12 : y < TOP + 10;
    buffer_print(out,
                 "<text class=\"g-mark\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d</text>\n",
                 place_x(a, m->number), below ? y + 16 : y - 8, m->number);
}

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
        if (a->moves[i].own_rank) add_mark(a, &a->moves[i], out);
    buffer_print(out, "</svg>\n");
}
