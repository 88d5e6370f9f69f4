/* guzumi match and guzumi merge: play the games of a plan, and join the results of its shards. The
 * work is in the room match; what is here is the command line, the help of plans, and what is
 * printed while a match runs and at its end.
 *
 *     guzumi match p.plan --out 1.tsv --shard 1/2      on one machine
 *     guzumi match p.plan --out 2.tsv --shard 2/2      on another
 *     guzumi merge p.plan 1.tsv 2.tsv --out all.tsv    reports gaps and conflicts
 *     guzumi elo all.tsv
 *
 * A match of one machine needs no merge. */
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"
#include "guzumi/match/match.h"
#include "guzumi/match/standings.h"

#include "cli.h"
#include "console.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The keys of plan.c: who adds one there adds it here. Lines have at most 79 columns, as all help
 * (test_cli.c). */
static const char plan_help[] =
    "PLAN is a text file with lines 'key value...'; '#' begins a comment:\n"
    "  size N, komi X, seed N       board (9), komi (7.5), random seed (1)\n"
    "  player NAME engine [P=V ...]\n"
    "                               Guzumi in process: parameters of 'guzumi play',\n"
    "                               weights=FILE (relative to the plan)\n"
    "  player NAME preset PRESET [P=V ...]\n"
    "  player NAME command COMMAND  a GTP program, a shell command; {seed} is\n"
    "                               the game's seed\n"
    "  pairing round-robin | anchor NAME | swiss ROUNDS\n"
    "  games N                      per pairing, even (100; Swiss: per round, 2)\n"
    "  opening random PLIES | none  random moves, the same for the two colours\n"
    "                               (random 2)\n"
    "  sprt ELO0 ELO1               stop when a sequential test over pairs of games\n"
    "                               decides, with 5 % error either way, whether the\n"
    "                               first of two players is ELO1 stronger or ELO0\n"
    "                               (games: at most, 10000)\n"
    "  time none | MAIN [PERIOD STONES]\n"
    "                               seconds a side, then STONES moves a PERIOD\n"
    "                               (none)\n"
    "  time byo-yomi MAIN PERIOD PERIODS | fischer MAIN INCREMENT\n"
    "                               other clocks; sent to programs as\n"
    "                               kgs-time_settings or kata-time_settings\n"
    "  clock wall | processor       the clock of moves (wall). processor: seconds\n"
    "                               used by a player's thread or a program's\n"
    "                               processes, whatever the machine's load;\n"
    "                               programs must not ponder\n"
    "  max_moves N                  score the position after N moves (3 size^2)\n"
    "  patience SECONDS             wait for a program's answer (60); for a move its\n"
    "                               clock, or both with 'clock processor'\n"
    "  referee area | gnugo | command COMMAND\n"
    "                               all stones alive (players in process then play\n"
    "                               by rules=cgos), or a GTP program's final_score";

/* --- progress --- */

struct course {
    const struct plan *plan;
    bool quiet;
    struct progress progress;
    /* For the final output. */
    struct standings standings;
    struct sprt test;
};

/* The score of the first player against all others: in a match of two it is the whole result, in a
 * field the player of interest stands first. */
static struct score first_score(const struct standings *standings) {
    struct score sum = {0};
    for (int j = 1; j < standings->players; j++) {
        const struct score *score = standings_score(standings, 0, j);
        sum.wins += score->wins;
        sum.draws += score->draws;
        sum.losses += score->losses;
    }
    return sum;
}

/* For example:
 *
 *     120 of 200 games, 0.800 games/s, new 57.1 %, Elo +50 (-13 to +112), 1 min 40 s left */
static void print_progress(struct course *c, const struct match_progress *now) {
    char more[240], test[80] = "";
    const struct score score = first_score(now->standings);
    const struct estimate e = score_estimate(&score);
    if (now->test)
        snprintf(test, sizeof test, ", log likelihood ratio %+.2f (%+.2f to %+.2f)",
                 now->test->ratio, -sprt_limit, sprt_limit);
    if (score.wins + score.draws + score.losses > 0)
        snprintf(more, sizeof more, ", %.100s %.1f %%, Elo %+.0f (%+.0f to %+.0f)%s",
                 c->plan->players[0].name, 100 * e.score, e.elo, e.elo_low, e.elo_high, test);
    else
        snprintf(more, sizeof more, "%s", test);
    progress_show(&c->progress, "", more, now->test ? " at most" : "", false);
}

/* Called by the match several times a second, and once more at the end, when its standings are
 * about to be freed: they are copied for the table. A sequential test may end the match before all
 * games, hence "at most" behind the time. */
static void show_progress(void *context, const struct match_progress *now) {
    struct course *c = context;
    if (now->over) {
        standings_copy(&c->standings, now->standings);
        if (now->test) c->test = *now->test;
    }
    c->progress.first = now->done - now->played;
    c->progress.done = now->done;
    if (!c->quiet && !now->over && progress_is_due(&c->progress, 10)) print_progress(c, now);
}

/* --- match --- */

static enum status read_shard(const char *text, struct match_options *options,
                              struct failure *why) {
    char word[40];
    const char *slash = strchr(text, '/');
    if (slash && slash - text < (ptrdiff_t)sizeof word) {
        memcpy(word, text, (size_t)(slash - text));
        word[slash - text] = 0;
        if (text_to_int(slash + 1, 1, PLAN_MAX_GAMES, &options->shards) &&
            text_to_int(word, 1, options->shards, &options->shard))
            return STATUS_OK;
    }
    return fail(why, STATUS_INVALID,
                "--shard: '%.40s' is not I/N, such as 2/8 for the second of eight", text);
}

/* Prints what a plan means without playing: its hash, its games, its players. */
static int check(const struct plan *plan) {
    printf("plan %016" PRIx64 ": %" PRId64 " games\n", plan->hash, plan_total(plan));
    for (int i = 0; i < plan->player_count; i++) {
        const struct plan_player *p = &plan->players[i];
        printf("%s: %s%s\n", p->name, p->command ? p->command : "Guzumi",
               p->weights ? " with its own weights" : "");
    }
    return EXIT_SUCCESS;
}

/* Names the output files and the next command. */
static void say_what_was_made(const struct plan *plan, const struct match_options *options) {
    if (options->sgf_folder) fprintf(stderr, "The games are in %s.\n", options->sgf_folder);
    fprintf(stderr, "The results are in %s", options->results);
    if (options->shards > 1)
        fprintf(stderr, ", part %" PRId64 " of %" PRId64 "; 'guzumi merge' joins the parts.\n",
                options->shard, options->shards);
    else if (plan->is_sequential)
        fprintf(stderr, ".\n");
    else
        fprintf(stderr, "; 'guzumi elo %s' rates the players.\n", options->results);
}

/* SIGPIPE is ignored already (main.c), as match_run requires. */
static int play(const struct plan *plan, struct match_options *options, bool quiet) {
    struct failure why;
    struct course course = {
        .plan = plan, .quiet = quiet, .progress = progress_begin("games", 0, plan_total(plan))};
    if (standings_init(&course.standings, plan->player_count, &why) != STATUS_OK)
        return cli_fail(&why, EXIT_FAILURE);
    options->progress = show_progress;
    options->context = &course;
    options->stop = interrupt_flag();
    interrupt_catch();
    const enum status status = match_run(plan, options, &why);
    progress_end(&course.progress);
    if (status == STATUS_OK) standings_print(&course.standings, plan, stdout);
    if (status == STATUS_OK && plan->is_sequential)
        sprt_print(&course.test, plan->players[0].name, plan->players[1].name, stdout);
    if (status == STATUS_OK && !quiet) say_what_was_made(plan, options);
    standings_free(&course.standings);
    if (status == STATUS_STOPPED)
        fail(&why, status, "stopped; the same command continues %.300s", options->results);
    return cli_outcome(status, &why);
}

/* Fails if the results would replace the plan or lie where the games shall have a folder: before
 * anything is created. */
static enum status spare_names(const struct match_options *match, const char *plan,
                               struct failure *why) {
    const enum status status = file_spare(match->results, plan, "the plan", why);
    if (status != STATUS_OK) return status;
    return file_spare(match->results, match->sgf_folder, "the folder of --sgf", why);
}

int cmd_match(int argc, char **argv) {
    struct match_options match = {.shard = 1, .shards = 1};
    const char *shard = NULL;
    bool only_check = false, quiet = false;
    int64_t jobs = 1;
    const struct option table[] = {
        OPT_TEXT("out", &match.results, "FILE",
                 "Append a line for each game to FILE (TSV); continues an existing file."),
        OPT_TEXT("sgf", &match.sgf_folder, "FOLDER", "Also write the games to FOLDER as SGF."),
        OPT_TEXT("shard", &shard, "I/N",
                 "Play only the I-th of N parts; 'guzumi merge' joins their files."),
        OPT_INT("jobs", &jobs, 1, MATCH_MAX_JOBS, "N",
                "Number of games played at a time (default: 1)."),
        OPT_FLAG("check", &only_check, "Only read the plan and print a summary."),
        OPT_FLAG("quiet", &quiet, "Show no progress."),
    };
    const struct options options = {
        .command = "match",
        .summary = "Play the games of a plan. After an interruption the same command continues.",
        OPTIONS_TABLE(table),
        .positional_names = "PLAN",
        .min_positional = 1,
        .max_positional = 1,
        .letters = "j",
        .notes = plan_help};
    struct options_result result;
    struct failure why;
    struct plan plan;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    match.jobs = (int)jobs;
    enum status status = shard ? read_shard(shard, &match, &why) : STATUS_OK;
    if (status == STATUS_OK && !only_check && !match.results)
        status =
            fail(&why, STATUS_INVALID, "match: --out FILE is required: where to write the results");
    if (status == STATUS_OK) status = spare_names(&match, result.positional[0], &why);
    if (status == STATUS_OK) status = plan_read(&plan, result.positional[0], &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    /* What a shard can't do is known before any game: it has a part of the results only. */
    if (plan.is_sequential && match.shards > 1) {
        fail(&why, STATUS_INVALID, "--shard: a sequential test needs all results in order; use -j");
        exit_code = cli_fail(&why, EXIT_USAGE);
    } else if (plan.pairing == PAIRING_SWISS && match.shards > 1) {
        fail(&why, STATUS_INVALID,
             "--shard: a Swiss round depends on earlier results, which other shards "
             "have; use -j, or plans with other seeds");
        exit_code = cli_fail(&why, EXIT_USAGE);
    } else {
        exit_code = only_check ? check(&plan) : play(&plan, &match, quiet);
    }
    plan_free(&plan);
    return exit_code;
}

/* --- merge --- */

/* Prints a summary to stderr and the table to stdout, so that a script gets the table alone. */
static void report(const struct merge_report *r, int64_t games, const struct plan *plan,
                   const struct standings *standings, const struct sprt *test) {
    if (r->notes.length) fwrite(r->notes.data, 1, r->notes.length, stderr);
    fprintf(stderr,
            "%" PRId64 " of %" PRId64 " games; %" PRId64 " missing, %" PRId64
            " duplicates dropped, %" PRId64 " conflicts\n",
            games, plan_total(plan), r->missing, r->duplicates, r->conflicts);
    standings_print(standings, plan, stdout);
    if (plan->is_sequential) sprt_print(test, plan->players[0].name, plan->players[1].name, stdout);
}

/* Fails if OUT is one of the input files. */
static enum status spare_all(const struct options_result *arguments, const char *out,
                             struct failure *why) {
    enum status status = file_spare(out, arguments->positional[0], "the plan", why);
    for (int i = 1; status == STATUS_OK && i < arguments->positional_count; i++)
        status = file_spare(out, arguments->positional[i], "a shard's results", why);
    return status;
}

/* The file is written even if games are missing, since it is of use; the exit code says that it is
 * not whole. */
static int merge(const struct plan *plan, const struct options_result *arguments, const char *out) {
    struct failure why;
    struct results results = {0};
    struct merge_report r = {0};
    struct standings standings = {0};
    enum status status = results_read_all(&results, arguments->positional + 1,
                                          arguments->positional_count - 1, &why);
    if (status == STATUS_OK) status = merge_results(&results, plan, &r, &why);
    if (status == STATUS_OK) status = merge_standings(&results, plan, &standings, &why);
    if (status == STATUS_OK) status = merge_save(&results, out, &why);
    if (status == STATUS_OK) {
        const struct sprt test = merge_test(&results, plan);
        report(&r, (int64_t)results.count, plan, &standings, &test);
        fprintf(stderr, "Wrote %s; 'guzumi elo %s' rates the players.\n", out, out);
    }
    const bool whole = r.missing == 0 && r.conflicts == 0;
    standings_free(&standings);
    buffer_free(&r.notes);
    results_free(&results);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    return whole ? EXIT_SUCCESS : EXIT_FAILURE;
}

int cmd_merge(int argc, char **argv) {
    const char *out = NULL;
    const struct option table[] = {
        OPT_TEXT("out", &out, "FILE",
                 "Write all results to FILE, in the order of the games; replaces FILE."),
    };
    const struct options options = {
        .command = "merge",
        .summary = "Join the results of a plan's shards, drop duplicates, and report gaps and "
                   "conflicts.\nExit with 1 if there are any; the file is written all the same.",
        OPTIONS_TABLE(table),
        .positional_names = "PLAN FILE...",
        .min_positional = 2,
        .max_positional = OPTIONS_MAX_POSITIONAL};
    struct options_result result;
    struct failure why;
    struct plan plan;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    enum status status = STATUS_OK;
    if (!out)
        status =
            fail(&why, STATUS_INVALID, "merge: --out FILE is required: where to write the results");
    if (status == STATUS_OK) status = spare_all(&result, out, &why);
    if (status == STATUS_OK) status = plan_read(&plan, result.positional[0], &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    exit_code = merge(&plan, &result, out);
    plan_free(&plan);
    return exit_code;
}
