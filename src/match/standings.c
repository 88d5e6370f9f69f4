/* Who won how often against whom, in three uses: a match counts its games as they end
 * (standings_add), a continued match adds those of its file (standings_add_result), and `guzumi
 * merge` joins the files of shards.
 *
 * The table of scores has each game twice, once from either side: score[i][j] and score[j][i], with
 * wins and losses swapped. So a row is all that is known of a player. */
#include "guzumi/match/standings.h"

#include "match_game.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum status standings_init(struct standings *s, int players, struct failure *why) {
    *s = (struct standings){.players = players};
    s->cost = calloc((size_t)players, sizeof *s->cost);
    s->score = calloc((size_t)players * (size_t)players, sizeof *s->score);
    s->lost = calloc((size_t)players * MATCH_ENDS, sizeof *s->lost);
    if (s->cost && s->score && s->lost) return STATUS_OK;
    standings_free(s);
    return out_of_memory(why, "the standings");
}

void standings_free(struct standings *s) {
    free(s->cost);
    free(s->score);
    free(s->lost);
    *s = (struct standings){.players = 0};
}

static void add(struct score *score, bool wins, bool loses) {
    score->wins += wins;
    score->losses += loses;
    score->draws += !wins && !loses;
}

/* Unknown times count neither as seconds nor as moves, so that the means per move stay right. Wall
 * time is always measured, but a file may come from elsewhere; processor time is unknown for
 * players with several threads, and on some systems for programs. */
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

void standings_add(struct standings *s, const struct counted_game *game) {
    const int black = game->player[BLACK], white = game->player[WHITE];
    const enum color winner = game->winner;
    add(&s->score[black * s->players + white], winner == BLACK, winner == WHITE);
    add(&s->score[white * s->players + black], winner == WHITE, winner == BLACK);
    s->games++;
    s->draws += winner == EMPTY;
    s->black_wins += winner == BLACK;
    s->referee_failures += game->has_error && game->end <= END_MOVES;
    if (winner != EMPTY && game->end < MATCH_ENDS)
        s->lost[game->player[!winner] * MATCH_ENDS + (int)game->end]++;
    for (int color = BLACK; color <= WHITE; color++)
        add_cost(&s->cost[game->player[color]], &game->cost[color]);
}

/* Who meets in a game follows from the plan, but for Swiss tournaments. */
static enum status check_pairing(const struct result *result, const struct plan *plan,
                                 struct failure *why) {
    const char *const *name = (const char *const *)&result->column[RESULT_BLACK];
    if (plan->pairing != PAIRING_SWISS) {
        const struct pairing_of_game game = schedule_players(plan, result->game, NULL);
        for (int color = BLACK; color <= WHITE; color++) {
            const char *wanted = plan->players[game.player[color]].name;
            if (strcmp(name[color], wanted) != 0)
                return fail(why, STATUS_INVALID,
                            "game %" PRId64 ": %s is '%.63s', but by the plan it is '%.63s'; "
                            "remove the line, and the match plays the game again",
                            result->game, color_name((enum color)color), name[color], wanted);
        }
    }
    if (strcmp(name[BLACK], name[WHITE]) == 0)
        return fail(why, STATUS_INVALID,
                    "game %" PRId64 ": '%.63s' plays itself; remove the line, and the match plays "
                    "the game again",
                    result->game, name[BLACK]);
    return STATUS_OK;
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
    return check_pairing(result, plan, why);
}

void standings_add_result(struct standings *s, const struct result *result,
                          const struct plan *plan) {
    const struct counted_game game = {
        .player = {plan_find_player(plan, result->column[RESULT_BLACK]),
                   plan_find_player(plan, result->column[RESULT_WHITE])},
        .winner = result->winner,
        .end = result_end(result),
        .has_error = strcmp(result->column[RESULT_ERROR], "-") != 0,
        .cost = {result_cost(result, BLACK), result_cost(result, WHITE)}};
    standings_add(s, &game);
}

/* Into existing arrays, so that it can't fail. */
void standings_copy(struct standings *to, const struct standings *from) {
    const size_t players = (size_t)from->players;
    struct player_cost *cost = to->cost;
    struct score *score = to->score;
    int64_t *lost = to->lost;
    memcpy(cost, from->cost, players * sizeof *cost);
    memcpy(score, from->score, players * players * sizeof *score);
    memcpy(lost, from->lost, players * MATCH_ENDS * sizeof *lost);
    *to = *from;
    to->cost = cost;
    to->score = score;
    to->lost = lost;
}

const struct score *standings_score(const struct standings *s, int i, int j) {
    return &s->score[i * s->players + j];
}

/* The difference in Elo at which the stronger player scores SCORE: 1 / (1 + 10^(-d / 400)) solved
 * for d. */
static double to_elo(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400 * log10(score / (1 - score));
}

/* Wilson's interval: with p = wins / n and z = 1.96, the range of true scores q with
 *
 *     |p - q| <= z sqrt(q (1 - q) / n).
 *
 * Unlike p +- z sqrt(p (1 - p) / n) it is right for few games and for scores near 0 and 1. It takes
 * a draw for half a win, whose variance is smaller: with many draws the true interval is narrower.
 */
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

/* "weak lost 1 game on time, 18 by a crash": a program that fails measures nothing. */
static void print_faults(const struct standings *s, const struct plan *plan, FILE *out) {
    static const char *const by[MATCH_ENDS] = {[END_TIME] = "on time",
                                               [END_ILLEGAL] = "by an illegal move",
                                               [END_REFUSED] = "by refusing a command",
                                               [END_CRASH] = "by a crash",
                                               [END_HANG] = "by giving no answer"};
    bool any = s->referee_failures > 0;
    for (int i = 0; i < s->players; i++) {
        bool first = true;
        for (int end = END_TIME; end < MATCH_ENDS; end++) {
            const int64_t games = s->lost[i * MATCH_ENDS + end];
            if (games == 0) continue;
            if (first)
                fprintf(out, "%s lost %" PRId64 " game%s %s", plan->players[i].name, games,
                        games == 1 ? "" : "s", by[end]);
            else
                fprintf(out, ", %" PRId64 " %s", games, by[end]);
            first = false;
        }
        if (!first) fprintf(out, "\n");
        any |= !first;
    }
    if (s->referee_failures)
        fprintf(out, "the referee failed in %" PRId64 " game%s, scored by area\n",
                s->referee_failures, s->referee_failures == 1 ? "" : "s");
    if (any) fprintf(out, "(the column 'error' of the results says how)\n");
}

/* For example:
 *
 *     player  against    won  drawn   lost  score (95 %)           Elo (95 %)
 *     new     old        62      0     38  62.0 % (52.2 to 70.9)  +85 (+15 to +155)
 *     100 games, 0 drawn; Black won 51.0 %
 *     player  seconds a move  processor seconds
 *     new             0.5021             0.4987
 *     old             0.5018             0.4985 */
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
    print_faults(s, plan, out);
}

/* --- merging shards --- */

static void note_conflict(struct merge_report *report, const struct result *kept,
                          const struct result *other) {
    report->conflicts++;
    buffer_print(&report->notes,
                 "conflict: game %" PRId64 ": kept %s-%s %s in %s moves, dropped %s-%s %s in %s "
                 "moves\n",
                 kept->game, kept->column[RESULT_BLACK], kept->column[RESULT_WHITE],
                 kept->column[RESULT_RESULT], kept->column[RESULT_MOVES],
                 other->column[RESULT_BLACK], other->column[RESULT_WHITE],
                 other->column[RESULT_RESULT], other->column[RESULT_MOVES]);
}

/* Keeps the first line of each game. After sorting by game, in the order of reading, the lines of a
 * game are neighbours. A game may be in two files because a shard was started twice; deterministic
 * players then made the same game, and anything else is a conflict: a player depends on more than
 * its seed, or the files belong to different programs. */
static void drop_repeated(struct results *results, struct merge_report *report) {
    size_t kept = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct result *line = &results->list[i];
        const struct result *last = kept ? &results->list[kept - 1] : NULL;
        if (!last || last->game != line->game)
            results->list[kept++] = *line;
        else if (results_agree(last, line))
            report->duplicates++;
        else
            note_conflict(report, last, line);
    }
    results->count = kept;
}

/* Appends a range to the line "missing: games 6-7, 14". */
static void note_gap(struct merge_report *report, int64_t from, int64_t to) {
    if (from > to) return;
    buffer_print(&report->notes, report->missing ? ", " : "missing: games ");
    buffer_print(&report->notes, from == to ? "%" PRId64 : "%" PRId64 "-%" PRId64, from, to);
    report->missing += to - from + 1;
}

/* The number of games of a complete match: all, or those up to the verdict of the test. After it a
 * match finishes the games in progress, so the file may have a few more; gaps between these are not
 * missing games. */
static int64_t required_games(const struct results *results, const struct plan *plan) {
    const struct sprt test = merge_test(results, plan);
    return test.verdict == SPRT_OPEN ? plan_total(plan) : 2 * sprt_pairs(&test);
}

static void note_gaps(const struct results *results, int64_t total, struct merge_report *report) {
    int64_t next = 0;
    for (size_t i = 0; i < results->count && results->list[i].game < total; i++) {
        note_gap(report, next, results->list[i].game - 1);
        next = results->list[i].game + 1;
    }
    note_gap(report, next, total - 1);
    if (report->missing) buffer_print(&report->notes, "\n");
}

/* Results of different versions do not measure one player, so name each player that has several,
 * once. VERSIONS: by player, the one version so far, or NOTED. */
static void note_versions(const struct results *results, const struct plan *plan,
                          const char **versions, struct merge_report *report) {
    static const char noted[] = "";
    for (size_t i = 0; i < results->count; i++)
        for (int color = BLACK; color <= WHITE; color++) {
            const struct result *line = &results->list[i];
            const char *version = line->column[RESULT_VERSION_BLACK + color];
            const char **known =
                &versions[plan_find_player(plan, line->column[RESULT_BLACK + color])];
            if (strcmp(version, "-") == 0 || *known == noted) continue;
            if (*known && strcmp(*known, version) != 0) {
                buffer_print(&report->notes, "mixed versions: %s is %s and %s\n",
                             line->column[RESULT_BLACK + color], *known, version);
                version = noted;
            }
            *known = version;
        }
}

enum status merge_results(struct results *results, const struct plan *plan,
                          struct merge_report *report, struct failure *why) {
    *report = (struct merge_report){0};
    for (size_t i = 0; i < results->count; i++) {
        const enum status status = standings_check(&results->list[i], plan, why);
        if (status != STATUS_OK) return status;
    }
    const char **versions = calloc((size_t)plan->player_count, sizeof *versions);
    if (!versions) return out_of_memory(why, "the results");
    results_sort(results);
    drop_repeated(results, report);
    /* The plan's `games` may have been lowered. */
    while (results->count && results->list[results->count - 1].game >= plan_total(plan))
        results->count--;
    note_gaps(results, required_games(results, plan), report);
    note_versions(results, plan, versions, report);
    free(versions);
    return report->notes.failed ? out_of_memory(why, "the report") : STATUS_OK;
}

enum status merge_standings(const struct results *results, const struct plan *plan,
                            struct standings *standings, struct failure *why) {
    const enum status status = standings_init(standings, plan->player_count, why);
    for (size_t i = 0; status == STATUS_OK && i < results->count; i++)
        standings_add_result(standings, &results->list[i], plan);
    return status;
}

/* The half points of the plan's first player in PAIR, or -1 from the first incomplete pair on.
 * After merging, game g is line g up to the first gap, so pairs are lines 2k and 2k + 1. */
static int pair_points(const struct results *results, const struct plan *plan, size_t pair) {
    if (2 * pair + 1 >= results->count) return -1;
    const struct result *game = &results->list[2 * pair];
    const enum color winners[2] = {game[0].winner, game[1].winner};
    if (game[1].game != (int64_t)(2 * pair + 1)) return -1;
    return schedule_pair_points(plan, (int64_t)pair, winners);
}

struct sprt merge_test(const struct results *results, const struct plan *plan) {
    struct sprt test = sprt_start(plan->sprt);
    int points;
    for (size_t k = 0; plan->is_sequential && (points = pair_points(results, plan, k)) >= 0; k++)
        sprt_add(&test, points);
    return test;
}

void merge_pairs(const struct results *results, const struct plan *plan,
                 int64_t count[SPRT_SCORES]) {
    int points;
    memset(count, 0, SPRT_SCORES * sizeof *count);
    for (size_t k = 0; (points = pair_points(results, plan, k)) >= 0; k++) count[points]++;
}

enum status merge_save(const struct results *results, const char *path, struct failure *why) {
    struct buffer text = {0};
    buffer_append(&text, results_header, strlen(results_header));
    buffer_append(&text, "\n", 1);
    for (size_t i = 0; i < results->count; i++) results_print(&results->list[i], &text);
    const enum status status = file_save(path, &text, why);
    buffer_free(&text);
    return status;
}
