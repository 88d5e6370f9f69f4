/* The lines of an analysis. Winrates, scores and owners are the view of the side to move. */
#include "gtp_live.h"

#include <math.h>
#include <stdio.h>

static void add_line_of_play(struct answer *answer, const struct engine *engine,
                             const struct report *report, int point, bool from_the_second) {
    int line[REPORT_PV];
    char name[5];
    const int count = engine_pv(engine, report->found.to_move, point, line);
    for (int i = from_the_second; i < count; i++)
        answer_add(answer, "%s%s", i > from_the_second ? " " : "",
                   point_format(engine_game(engine)->board.size, line[i], name));
}

/* Whether candidate number INDEX is to be listed: searched, or asked for, or behind a pass, for
 * clients that show moves alone take a pass without any for a fault. */
static bool is_listed(const struct live_request *request, const struct report *report, int index) {
    if (index == 0) return true;
    if (index >= request->most_moves) return false;
    const struct search_candidate *all = report->found.candidates;
    return all[index].visits > 0 || index < request->fewest_moves ||
           (index == 1 && all[0].point == PASS);
}

/* Value ten thousandfold, as Leela Zero has it. */
static int per_myriad(double share) {
    return (int)lround(share * 10000);
}

static void add_figures(struct answer *answer, enum live_format format,
                        const struct search_candidate *c) {
    if (format == LIVE_LZ)
        answer_add(answer, "visits %llu winrate %d prior %d lcb %d", (unsigned long long)c->visits,
                   per_myriad(c->winrate), per_myriad(c->prior), per_myriad(search_lower_bound(c)));
    else
        answer_add(answer,
                   "visits %llu winrate %.6f scoreMean %.3f scoreLead %.3f prior %.6f lcb %.6f",
                   (unsigned long long)c->visits, c->winrate, c->score, c->score, c->prior,
                   search_lower_bound(c));
}

static double owner_for(const struct report *report, int point) {
    return report->found.to_move == BLACK ? report->found.ownership[point]
                                          : 0 - report->found.ownership[point];
}

static void add_ownership(struct answer *answer, int size, const struct report *report) {
    answer_add(answer, " ownership");
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++)
            answer_add(answer, " %.3f", owner_for(report, point_at(size, column, row)));
}

/* "info move E5 visits 120 ... order 0 pv E5 C4 info move ...". */
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
    }
    if (request->root_info)
        answer_add(answer, " rootInfo visits %llu winrate %.6f scoreMean %.3f scoreLead %.3f",
                   (unsigned long long)search_visits(&report->found), report->found.winrate,
                   report->found.score, report->found.score);
    if (report->found.has_ownership) add_ownership(answer, size, report);
    answer_add(answer, "\n");
}

/* CGOS: 63 letters from the opponent's to the mover's. */
static void add_cgos_ownership(struct answer *answer, int size, const struct report *report) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
    answer_add(answer, ",\"ownership\":\"");
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++) {
            const double owner = owner_for(report, point_at(size, column, row));
            answer_add(answer, "%c", letters[lround((owner + 1) / 2 * 62)]);
        }
    answer_add(answer, "\"");
}

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
