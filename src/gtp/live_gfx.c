/* GoGui's live graphics: a set of lines on standard error, which GoGui draws in place of the last.
 */
#include "gtp_live.h"

#include <stdio.h>

enum { LABELLED_MOVES = 4 };

/* The moves that were searched shine by their simulations, the one with the most in full: GoGui's
 * influence below a tenth can't be seen. */
static void draw_visits(FILE *out, int size, const struct search_statistics *found) {
    char name[5];
    uint64_t most = 1;
    for (int i = 0; i < found->count; i++)
        if (found->candidates[i].visits > most) most = found->candidates[i].visits;
    fputs("INFLUENCE", out);
    for (int i = 0; i < found->count; i++) {
        const struct search_candidate *c = &found->candidates[i];
        if (c->point == PASS || c->visits == 0) continue;
        const double share = (double)c->visits / (double)most;
        fprintf(out, " %s %.3f", point_format(size, c->point, name),
                found->to_move == BLACK ? share : -share);
    }
    putc('\n', out);
}

/* Win rates of the best few, but where the line's numbers will stand. */
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
    draw_line(out, size, found->to_move, line, length); /* GoGui draws in this order */
    fprintf(out, "TEXT %.1f %% after %llu simulations\n\n", 100 * found->winrate,
            (unsigned long long)search_visits(found));
}

/* The line that OGS's bridge looks for. It reads it if it has seen KataGo's name, here or before.
 * The deviation of the score isn't measured; the bridge wants a number there and doesn't use it. */
void live_chat(FILE *out, const struct engine *engine, const struct report *report) {
    const struct search_statistics *found = &report->found;
    const int size = engine_game(engine)->board.size;
    int line[REPORT_PV];
    char name[5];
    const int length = engine_pv(engine, found->to_move, found->candidates[0].point, line);
    fprintf(out, "As KataGo: CHAT:Visits %llu Winrate %.2f%% ScoreLead %.1f ScoreStdev 0.0 PV",
            (unsigned long long)search_visits(found), 100 * found->winrate, found->score);
    for (int i = 0; i < length; i++) fprintf(out, " %s", point_format(size, line[i], name));
    putc('\n', out);
}
