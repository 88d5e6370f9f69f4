/* The gate of a generation: a match against the current network, at equal processor time. It is an
 * ordinary match with a plan, results and game records in the folder, so `guzumi match` and `guzumi
 * elo` can look into it, and an interrupted one continues as any match does. */
#include "guzumi/match/match.h"
#include "guzumi/match/sprt.h"

#include "learn.h"

#include <inttypes.h>
#include <stdio.h>

/* The test's two hypotheses, in Elo: the new network is worse or better by as much. One that is
 * hardly better is kept, too, since small gains add up and its training would be lost. */
enum { GATE_ELO0 = -20, GATE_ELO1 = 20 };

/* The match of the gate on boards of SIZE: the new network against the current one, at equal
 * processor time. Players are named by their generations. The plan is written once: a continued
 * match must find the plan that it began with. For example:
 *
 *     # The gate of generation 4, by guzumi learn.
 *     size 9
 *     seed 4
 *     clock processor
 *     games 400
 *     sprt -20 20
 *     player 004 engine weights=../networks/004.weights move_time=0.1
 *     player 003 engine weights=../networks/003.weights move_time=0.1 */
static enum status write_gate(const struct learning *l, int size, int64_t games, const char *path,
                              struct failure *why) {
    struct buffer out = {.data = NULL};
    buffer_print(&out, "# The gate of generation %" PRId64 ", by guzumi learn.\n", l->generation);
    buffer_print(&out, "size %d\nseed %" PRId64 "\nclock processor\ngames %" PRId64 "\n", size,
                 l->generation, games);
    if (l->plan->size_count == 1) buffer_print(&out, "sprt %d %d\n", GATE_ELO0, GATE_ELO1);
    const int64_t players[2] = {l->generation, l->plays};
    for (int i = 0; i < 2; i++)
        buffer_print(&out,
                     "player %03" PRId64 " engine weights=../networks/%03" PRId64
                     ".weights move_time=%g\n",
                     players[i], players[i], l->plan->move_time);
    const enum status status = file_save(path, &out, why);
    buffer_free(&out);
    return status;
}

static void show_match(void *context, const struct match_progress *now) {
    struct learning *l = context;
    char more[40];
    const struct estimate won = score_estimate(standings_score(now->standings, 0, 1));
    if (now->over || now->done == now->total) return; /* the result is said soon */
    l->now.progress.first = now->done - now->played;
    l->now.progress.done = now->done;
    snprintf(more, sizeof more, ", %.1f %% won", 100 * won.score);
    learn_show_progress(l, more, " at most");
}

/* Adds the results in the file PATH of PLAN, which is that of the size number INDEX, to the row;
 * pairs to TEST. */
static enum status count_match(struct learning *l, const struct plan *plan, int index,
                               const char *path, struct sprt *test, struct failure *why) {
    struct results results = {0};
    struct merge_report report = {0};
    struct standings standings = {0};
    enum status status = results_read(&results, path, NULL, why);
    if (status == STATUS_OK) status = merge_results(&results, plan, &report, why);
    if (status == STATUS_OK) status = merge_standings(&results, plan, &standings, why);
    if (status == STATUS_OK) {
        const struct score *score = standings_score(&standings, 0, 1);
        int64_t pairs[SPRT_SCORES];
        l->row.gate.wins += score->wins;
        l->row.gate.draws += score->draws;
        l->row.gate.losses += score->losses;
        l->row.sizes[index].size = l->plan->sizes[index].size;
        l->row.sizes[index].gate = *score;
        merge_pairs(&results, plan, pairs);
        sprt_add_all(test, pairs);
    }
    standings_free(&standings);
    buffer_free(&report.notes);
    results_free(&results);
    return status;
}

static enum status play_gate(struct learning *l, int index, struct sprt *test,
                             struct failure *why) {
    const struct learn_plan *lp = l->plan;
    const int size = lp->sizes[index].size;
    char plan_path[LEARN_PATH], results[LEARN_PATH], games_path[LEARN_PATH];
    struct plan plan;
    /* Rounded up to whole pairs, one at least: a small weight may have no share. */
    const int64_t share = learn_share(lp, index, lp->match_games);
    const int64_t games = share > 0 ? 2 * ((share + 1) / 2) : 2;
    enum status status = learn_path(plan_path, lp->folder, why, "matches/%03" PRId64 "-%d.plan",
                                    l->generation, size);
    if (status == STATUS_OK)
        status = learn_path(results, lp->folder, why, "matches/%03" PRId64 "-%d.tsv", l->generation,
                            size);
    if (status == STATUS_OK)
        status = learn_path(games_path, lp->folder, why, "matches/%03" PRId64 "-%d", l->generation,
                            size);
    if (status == STATUS_OK && !learn_has(plan_path))
        status = write_gate(l, size, games, plan_path, why);
    if (status == STATUS_OK) status = plan_read(&plan, plan_path, why);
    if (status != STATUS_OK) return status;
    const struct match_options options = {.results = results,
                                          .sgf_folder = games_path,
                                          .shard = 1,
                                          .shards = 1,
                                          .jobs = lp->jobs,
                                          .stop = interrupt_flag(),
                                          .progress = show_match,
                                          .context = l};
    l->now.progress = progress_begin("games", 0, plan_total(&plan));
    status = match_run(&plan, &options, why);
    if (status == STATUS_OK) status = count_match(l, &plan, index, results, test, why);
    plan_free(&plan);
    return status;
}

/* On boards of one size the match itself stops as soon as the test is decided (write_gate). With
 * several sizes each plays all of its games, and the pairs of all sizes make one test: the new
 * network must be better on the whole, and may be worse on one of them. */
enum status learn_gate(struct learning *l, struct failure *why) {
    struct sprt test = sprt_start((struct sprt_bounds){GATE_ELO0, GATE_ELO1});
    enum status status = STATUS_OK;
    l->row.gate = (struct score){0};
    fprintf(stderr, "generation %" PRId64 ": match against generation %" PRId64 "\n", l->generation,
            l->plays);
    for (int i = 0; i < l->plan->size_count && status == STATUS_OK; i++)
        status = play_gate(l, i, &test, why);
    l->row.ratio = test.ratio;
    l->row.plays = test.ratio > 0 ? l->generation : l->plays;
    return status;
}
