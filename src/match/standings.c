#include "guzumi/match/standings.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum status standings_init(struct standings *s, int players, struct failure *why) {
    *s = (struct standings){.players = players};
    s->cost = calloc((size_t)players, sizeof *s->cost);
    s->score = calloc((size_t)players * (size_t)players, sizeof *s->score);
    if (s->cost && s->score) return STATUS_OK;
    standings_free(s);
    return out_of_memory(why, "the standings");
}

void standings_free(struct standings *s) {
    free(s->cost);
    free(s->score);
    *s = (struct standings){.players = 0};
}

static void add(struct score *score, bool wins, bool loses) {
    score->wins += wins;
    score->losses += loses;
    score->draws += !wins && !loses;
}

/* Unknown times count neither as seconds nor as moves, so that the means per move stay right. */
static void add_cost(struct player_cost *sum, const struct result_cost *cost) {
    if (isfinite(cost->seconds)) {
        sum->moves += cost->moves;
        sum->seconds += cost->seconds;
    }
    if (isfinite(cost->processor)) {
        sum->measured_moves += cost->moves;
        sum->processor += cost->processor;
    }
}

void standings_add(struct standings *s, const int players[2], enum color winner,
                   const struct result_cost cost[2]) {
    const int black = players[BLACK], white = players[WHITE];
    add(&s->score[black * s->players + white], winner == BLACK, winner == WHITE);
    add(&s->score[white * s->players + black], winner == WHITE, winner == BLACK);
    s->games++;
    s->draws += winner == EMPTY;
    s->black_wins += winner == BLACK;
    for (int color = BLACK; color <= WHITE; color++)
        add_cost(&s->cost[players[color]], &cost[color]);
}

enum status standings_check(const struct result *result, const struct plan *plan,
                            struct failure *why) {
    if (result->plan != plan->hash)
        return fail(why, STATUS_INVALID,
                    "game %" PRId64 " is of plan %016" PRIx64 ", this plan is %016" PRIx64,
                    result->game, result->plan, plan->hash);
    for (int color = BLACK; color <= WHITE; color++)
        if (plan_find_player(plan, result->column[RESULT_BLACK + color]) < 0)
            return fail(why, STATUS_INVALID, "game %" PRId64 ": player '%.63s' is not in this plan",
                        result->game, result->column[RESULT_BLACK + color]);
    return STATUS_OK;
}

void standings_add_result(struct standings *s, const struct result *result,
                          const struct plan *plan) {
    const int players[2] = {plan_find_player(plan, result->column[RESULT_BLACK]),
                            plan_find_player(plan, result->column[RESULT_WHITE])};
    const struct result_cost cost[2] = {result_cost(result, BLACK), result_cost(result, WHITE)};
    standings_add(s, players, result->winner, cost);
}

/* Into existing arrays, so that it can't fail. */
void standings_copy(struct standings *to, const struct standings *from) {
    const size_t players = (size_t)from->players;
    struct player_cost *cost = to->cost;
    struct score *score = to->score;
    memcpy(cost, from->cost, players * sizeof *cost);
    memcpy(score, from->score, players * players * sizeof *score);
    *to = *from;
    to->cost = cost;
    to->score = score;
}

const struct score *standings_score(const struct standings *s, int i, int j) {
    return &s->score[i * s->players + j];
}

static double to_elo(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400 * log10(score / (1 - score));
}

/* Wilson's interval: with p = wins / n and z = 1.96, the range of true scores q with
 *
 *     |p - q| <= z sqrt(q (1 - q) / n).
 *
 * Unlike p +- z sqrt(p (1 - p) / n) it is right for few games and for scores near 0 and 1. */
struct estimate score_estimate(const struct score *score) {
    const double n = (double)(score->wins + score->draws + score->losses);
    struct estimate e = {.score = 0.5, .low = 0, .high = 1};
    if (n > 0) {
        const double z = 1.959964, p = ((double)score->wins + 0.5 * (double)score->draws) / n;
        const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
        const double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
        e = (struct estimate){.score = p, .low = middle - half, .high = middle + half};
        /* Exact there, up to rounding. */
        if (p <= 0) e.low = 0;
        if (p >= 1) e.high = 1;
    }
    e.elo = to_elo(e.score);
    e.elo_low = to_elo(e.low);
    e.elo_high = to_elo(e.high);
    return e;
}

static int name_width(const struct plan *plan) {
    int width = 6;
    for (int i = 0; i < plan->player_count; i++) {
        const int length = (int)strlen(plan->players[i].name);
        if (length > width) width = length;
    }
    return width;
}

/* SUM / COUNT, or "-" without a count. */
static void print_mean(double sum, int64_t count, int width, FILE *out) {
    if (count)
        fprintf(out, "  %*.4f", width, sum / (double)count);
    else
        fprintf(out, "  %*s", width, "-");
}

static void print_costs(const struct standings *s, const struct plan *plan, FILE *out) {
    static const char by_wall[] = "seconds a move", by_processor[] = "processor seconds";
    const int width = name_width(plan);
    fprintf(out, "%-*s  %s  %s\n", width, "player", by_wall, by_processor);
    for (int i = 0; i < s->players; i++) {
        const struct player_cost *cost = &s->cost[i];
        if (cost->moves == 0) continue;
        fprintf(out, "%-*s", width, plan->players[i].name);
        print_mean(cost->seconds, cost->moves, (int)strlen(by_wall), out);
        print_mean(cost->processor, cost->measured_moves, (int)strlen(by_processor), out);
        fprintf(out, "\n");
    }
}

void standings_print(const struct standings *s, const struct plan *plan, FILE *out) {
    const int width = name_width(plan);
    fprintf(out, "%-*s  %-*s %6s %6s %6s  %-22s %s\n", width, "player", width, "against", "won",
            "drawn", "lost", "score (95 %)", "Elo (95 %)");
    for (int i = 0; i < s->players; i++)
        for (int j = i + 1; j < s->players; j++) {
            const struct score *score = standings_score(s, i, j);
            if (score->wins + score->draws + score->losses == 0) continue;
            const struct estimate e = score_estimate(score);
            char text[60];
            snprintf(text, sizeof text, "%.1f %% (%.1f to %.1f)", 100 * e.score, 100 * e.low,
                     100 * e.high);
            fprintf(out, "%-*s  %-*s %6" PRId64 " %6" PRId64 " %6" PRId64 "  %-22s ", width,
                    plan->players[i].name, width, plan->players[j].name, score->wins, score->draws,
                    score->losses, text);
            fprintf(out, "%+.0f (%+.0f to %+.0f)\n", e.elo, e.elo_low, e.elo_high);
        }
    if (s->games)
        fprintf(out, "%" PRId64 " games, %" PRId64 " drawn; Black won %.1f %%\n", s->games,
                s->draws, 100 * (double)s->black_wins / (double)s->games);
    if (s->games) print_costs(s, plan, out);
}
