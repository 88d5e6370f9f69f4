/* GoGui's live graphics: a set of lines on standard error, which GoGui draws in place of the last.
 */
#include "gtp_live.h"

#include <stdio.h>

enum { LABELLED_MOVES = 10 };

/* The moves that were searched most shine by their share of the simulations. */
static void draw_visits(FILE *out, int size, const struct report *report) {
    char name[5];
    fputs("INFLUENCE", out);
    for (int i = 0; i < report->found.count; i++) {
        const struct search_candidate *c = &report->found.candidates[i];
        if (c->point == PASS || c->visits == 0) continue;
        const double share = (double)c->visits / (double)report->found.simulations;
        fprintf(out, " %s %.3f", point_format(size, c->point, name),
                report->found.to_move == BLACK ? share : -share);
    }
    fputs("\nLABEL", out);
    for (int i = 0; i < report->found.count && i < LABELLED_MOVES; i++)
        if (report->found.candidates[i].point != PASS)
            fprintf(out, " %s %.0f", point_format(size, report->found.candidates[i].point, name),
                    100 * report->found.candidates[i].winrate);
    putc('\n', out);
}

static void draw_line(FILE *out, const struct engine *engine, const struct report *report) {
    int line[REPORT_LINE];
    char name[5];
    const int count =
        engine_line(engine, report->found.to_move, report->found.candidates[0].point, line);
    fputs("VAR", out);
    for (int i = 0; i < count; i++)
        fprintf(out, " %c %s", (report->found.to_move == BLACK) == (i % 2 == 0) ? 'b' : 'w',
                line[i] == PASS ? "PASS"
                                : point_format(engine_game(engine)->board.size, line[i], name));
    putc('\n', out);
}

void live_draw(FILE *out, const struct engine *engine, const struct report *report) {
    if (report->final) {
        fputs("gogui-gfx: CLEAR\n", out);
        return;
    }
    fputs("gogui-gfx:\n", out);
    draw_line(out, engine, report);
    draw_visits(out, engine_game(engine)->board.size, report);
    fprintf(out, "TEXT %.1f %% after %llu simulations\n\n", 100 * report->found.winrate,
            (unsigned long long)report->found.simulations);
}
