#include "analysis_page.h"

/* The graph in units of its own: the plot's corner and size, and what is around it. */
enum { LEFT = 30, TOP = 8, WIDTH = 400, HEIGHT = 150, ALL_WIDTH = 440, ALL_HEIGHT = 180 };

static double place_x(const struct analysis *a, int number) {
    const int first = a->moves[0].number, last = a->moves[a->count - 1].number;
    return last > first ? LEFT + (double)WIDTH * (number - first) / (last - first)
                        : LEFT + WIDTH / 2.0;
}

static double place_y(double black) {
    return TOP + HEIGHT * (1 - black);
}

static void add_grid(struct buffer *out) {
    for (int percent = 0; percent <= 100; percent += 25) {
        const double y = place_y(percent / 100.0);
        buffer_print(out,
                     "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\"/>"
                     "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                     LEFT, y, LEFT + WIDTH, y, percent == 50 ? "#888" : "#ddd", LEFT - 4, y + 4,
                     percent);
    }
}

/* A number below the plot every so many moves, about ten in all. */
static void add_numbers(const struct analysis *a, struct buffer *out) {
    static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    int step = 0;
    while (step < 9 && a->count / steps[step] > 10) step++;
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].number % steps[step] == 0)
            buffer_print(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                         place_x(a, a->moves[i].number), TOP + HEIGHT + 15, a->moves[i].number);
}

static void add_curve(const struct analysis *a, struct buffer *out) {
    buffer_print(out, "<polyline fill=\"none\" stroke=\"#222\" stroke-width=\"2\" points=\"");
    for (int i = 0; i < a->count; i++)
        buffer_print(out, "%s%.1f,%.1f", i ? " " : "", place_x(a, a->moves[i].number),
                     place_y(analysis_black(&a->moves[i])));
    buffer_print(out, "\"/>\n");
}

/* A dot for each mistake, in the colour of who made it. */
static void add_mistakes(const struct analysis *a, struct buffer *out) {
    for (int i = 0; i < a->count; i++) {
        const struct analyzed_move *m = &a->moves[i];
        if (analysis_verdict(m) == VERDICT_FINE) continue;
        buffer_print(out,
                     "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\" stroke=\"#c22\" "
                     "stroke-width=\"2\"/>\n",
                     place_x(a, m->number), place_y(analysis_black(m)),
                     analysis_verdict(m) == VERDICT_BLUNDER ? 6 : 4,
                     m->move.color == BLACK ? "#222" : "#fff");
    }
}

void analysis_print_svg(const struct analysis *a, struct buffer *out) {
    buffer_print(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                 "font-family=\"sans-serif\" font-size=\"11\" fill=\"#555\" role=\"img\">\n"
                 "<title>Black's chance of winning in percent, by move</title>\n"
                 "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
                 ALL_WIDTH, ALL_HEIGHT, ALL_WIDTH, ALL_HEIGHT);
    add_grid(out);
    if (a->count) {
        add_numbers(a, out);
        add_curve(a, out);
        add_mistakes(a, out);
    }
    buffer_print(out, "</svg>\n");
}
