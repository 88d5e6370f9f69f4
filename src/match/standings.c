#include "guzumi/standings.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum status standings_init(struct standings *s, int players, struct failure *why) {
    *s = (struct standings){.players = players};
    s->score = calloc((size_t)players * (size_t)players, sizeof *s->score);
    return s->score ? STATUS_OK : fail_memory(why, "the standings");
}

void standings_free(struct standings *s) {
    free(s->score);
    *s = (struct standings){.players = 0};
}

static void add(struct score *score, bool wins, bool loses) {
    score->wins += wins;
    score->losses += loses;
    score->draws += !wins && !loses;
}

void standings_add(struct standings *s, int black, int white, enum color winner) {
    add(&s->score[black * s->players + white], winner == BLACK, winner == WHITE);
    add(&s->score[white * s->players + black], winner == WHITE, winner == BLACK);
    s->games++;
    s->draws += winner == EMPTY;
    s->black_wins += winner == BLACK;
}

const struct score *standings_score(const struct standings *s, int i, int j) {
    return &s->score[i * s->players + j];
}

static double to_elo(double share) {
    if (share <= 0) return -INFINITY;
    if (share >= 1) return INFINITY;
    return 400 * log10(share / (1 - share));
}

struct estimate score_estimate(const struct score *score) {
    const double n = (double)(score->wins + score->draws + score->losses);
    struct estimate e = {.share = 0.5, .low = 0, .high = 1};
    if (n > 0) {
        const double z = 1.959964, p = ((double)score->wins + 0.5 * (double)score->draws) / n;
        const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
        const double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
        e = (struct estimate){.share = p, .low = middle - half, .high = middle + half};
        /* The formula's own ends, which rounding may miss. */
        if (p <= 0) e.low = 0;
        if (p >= 1) e.high = 1;
    }
    e.elo = to_elo(e.share);
    e.elo_low = to_elo(e.low);
    e.elo_high = to_elo(e.high);
    return e;
}

void standings_print(const struct standings *s, const struct plan *plan, FILE *out) {
    int width = 6;
    for (int i = 0; i < s->players; i++) {
        const int length = (int)strlen(plan->players[i].name);
        if (length > width) width = length;
    }
    fprintf(out, "%-*s  %-*s %6s %6s %6s  %-22s %s\n", width, "player", width, "against", "won",
            "drawn", "lost", "score (95 %)", "Elo (95 %)");
    for (int i = 0; i < s->players; i++)
        for (int j = i + 1; j < s->players; j++) {
            const struct score *score = standings_score(s, i, j);
            if (score->wins + score->draws + score->losses == 0) continue;
            const struct estimate e = score_estimate(score);
            char share[60];
            snprintf(share, sizeof share, "%.1f %% (%.1f to %.1f)", 100 * e.share, 100 * e.low,
                     100 * e.high);
            fprintf(out, "%-*s  %-*s %6" PRId64 " %6" PRId64 " %6" PRId64 "  %-22s ", width,
                    plan->players[i].name, width, plan->players[j].name, score->wins, score->draws,
                    score->losses, share);
            fprintf(out, "%+.0f (%+.0f to %+.0f)\n", e.elo, e.elo_low, e.elo_high);
        }
    if (s->games)
        fprintf(out, "%" PRId64 " games, %" PRId64 " drawn; Black won %.1f %%\n", s->games,
                s->draws, 100 * (double)s->black_wins / (double)s->games);
}
