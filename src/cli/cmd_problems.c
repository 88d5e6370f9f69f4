/* guzumi problems: solves positions whose right moves are known, and lists the mistakes. */
#include "guzumi/network/trained_policy.h"
#include "guzumi/playout/playout.h"

#include "cli.h"
#include "problem_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct tally {
    int solved, tried;
    double error; /* sum of the playouts' errors: the fraction won by the wrong side */
};

struct solving {
    struct engine *engine;
    struct weight_store *store;
    struct playout_patterns patterns;
    int64_t seeds, playouts;
};

/* The score of COLOR in PLAYOUTS after POINT, in half wins. */
static int64_t playouts_after(const struct solving *s, const struct game *game, int point,
                              enum color color, struct rng *rng) {
    const struct playout_policy policy =
        playout_default_policy(engine_params(s->engine), &s->patterns);
    const struct playout_start start = {.to_move = color_other(color), .last_point = point};
    struct board after;
    board_copy(&after, &game->board);
    board_play(&after, point, color);
    const int64_t black = cli_half_wins(&after, &start, &policy, game->half_komi, s->playouts, rng);
    return color == BLACK ? black : 2 * s->playouts - black;
}

/* The moves of a problem as playouts evaluate them. */
struct evaluation {
    int best;            /* the move after which most are won, except moves that fill eyes */
    double right, wrong; /* mean fraction won after right and after wrong moves */
};

static struct evaluation evaluate_by_playouts(const struct solving *s,
                                              const struct problem *problem) {
    const struct game *game = engine_game(s->engine);
    const enum color color = problem->to_move;
    struct evaluation out = {.best = PASS};
    struct bitset candidates = {{0}};
    struct rng rng;
    double sum[2] = {0};
    int count[2] = {0};
    rng_seed(&rng, (uint64_t)engine_params(s->engine)->seed, game->board.hash);
    board_candidates(&game->board, color, &candidates);
    int64_t most = -1;
    for (int p = PASS; p < point_limit(game->board.size); p++) {
        if (p != PASS && (p < 0 || !bitset_has(&candidates, p))) continue;
        const int64_t here = playouts_after(s, game, p, color, &rng);
        const bool right = problem_is_solved(problem, p);
        sum[right] += (double)here / (double)(2 * s->playouts);
        count[right]++;
        if (here <= most) continue;
        out.best = p;
        most = here;
    }
    out.right = count[1] ? sum[1] / count[1] : 0.5;
    out.wrong = count[0] ? sum[0] / count[0] : 0.5;
    return out;
}

static enum status set_up(struct engine *engine, const struct problem *problem,
                          struct failure *why) {
    engine_set_up(engine, &problem->start, problem->to_move);
    enum status status = engine_set_komi(engine, problem->komi, why);
    for (int i = 0; i < problem->move_count && status == STATUS_OK; i++)
        status =
            engine_play(engine, problem->moves[i].point, (enum color)problem->moves[i].color, why);
    return status;
}

/* Answers PROBLEM of the file PATH with *POINT. */
static enum status answer(const struct solving *s, const char *path, const struct problem *problem,
                          struct tally *tally, int *point, struct failure *why) {
    struct engine *engine = s->engine;
    struct failure reason;
    if (set_up(engine, problem, &reason) != STATUS_OK)
        return fail(why, STATUS_INVALID, "%.200s:%d: %.100s: %.150s", path, problem->line,
                    problem->name, reason.text);
    if (s->playouts == 0) return engine_reg_genmove(engine, problem->to_move, point, why);
    const struct evaluation values = evaluate_by_playouts(s, problem);
    tally->error += (1 - values.right + values.wrong) / 2;
    *point = values.best;
    return STATUS_OK;
}

static enum status set_seed(struct engine *engine, int64_t seed, struct failure *why) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, seed);
    return engine_set_param(engine, "seed", text, why);
}

/* Solves PROBLEM with each seed; prints a line if any was wrong. */
static enum status solve(const struct solving *s, const char *path, const struct problem *problem,
                         struct tally *tally, struct failure *why) {
    const int64_t first = engine_params(s->engine)->seed, seeds = s->seeds;
    char played[8], right[PROBLEM_TEXT];
    int wrong = 0, point = PASS, shown = PASS;
    enum status status = STATUS_OK;
    for (int64_t i = 0; i < seeds && status == STATUS_OK; i++) {
        status = set_seed(s->engine, first + i, why);
        if (status == STATUS_OK) status = answer(s, path, problem, tally, &point, why);
        if (status != STATUS_OK || problem_is_solved(problem, point)) continue;
        wrong++;
        shown = point;
    }
    if (status == STATUS_OK) status = set_seed(s->engine, first, why);
    if (status != STATUS_OK) return status;
    tally->tried += (int)seeds;
    tally->solved += (int)seeds - wrong;
    if (wrong)
        printf("%s:%d: %s: %s plays %s in %d of %d; right: %s\n", path, problem->line,
               problem->name, color_name(problem->to_move),
               point_format(problem->start.size, shown, played), wrong, (int)seeds,
               problem_format_right(problem, right));
    fflush(stdout);
    return STATUS_OK;
}

static void print_tally(const struct solving *s, const char *what, const struct tally *tally) {
    printf("%s: solved %d of %d", what, tally->solved, tally->tried);
    if (s->playouts) printf(", playout error %.4f", tally->error / tally->tried);
    printf("\n");
}

static enum status solve_file(struct solving *s, const char *path, struct tally *all,
                              struct failure *why) {
    struct problem *problems;
    struct tally tally = {0};
    int count;
    enum status status = problems_read(path, &problems, &count, why);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        const int size = problems[i].start.size;
        status = trained_policy_find_playouts(s->store, size, &s->patterns, why);
        if (status == STATUS_OK) status = solve(s, path, &problems[i], &tally, why);
    }
    free(problems);
    if (status == STATUS_OK) print_tally(s, path, &tally);
    all->error += tally.error;
    all->solved += tally.solved;
    all->tried += tally.tried;
    return status;
}

int cmd_problems(int argc, char **argv) {
    struct params params;
    struct solving solving = {.seeds = 1};
    const char *weights = NULL;
    params_default(&params);
    const struct option table[] = {
        OPT_INT("seeds", &solving.seeds, 1, 1000, "N",
                "Solve each problem with N seeds, beginning with the parameter seed (default: 1)."),
        OPT_INT("playouts", &solving.playouts, 0, 1e9, "N",
                "Instead of searching, choose the move after which most of N playouts are won."),
        OPT_WEIGHTS(&weights),
    };
    const struct options options = {
        .command = "problems",
        .summary =
            "Solve problems from files, positions whose right moves are known: print a line for "
            "each one\nthat it gets wrong, and the numbers solved in each file and in all. "
            "The parameter simulations\nlimits the search (5000 if it is 0).",
        OPTIONS_TABLE(table),
        .params = &params,
        .groups = PARAMS_OF_ANALYSIS,
        .positional_names = "FILE...",
        .min_positional = 1,
        .max_positional = OPTIONS_MAX_POSITIONAL};
    struct options_result result;
    struct player player;
    struct tally all = {0};
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    enum status status = player_open(&player, &params, weights, &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    solving.engine = player.engine;
    solving.store = player.store;
    playout_patterns_init(&solving.patterns);
    for (int i = 0; i < result.positional_count && status == STATUS_OK; i++)
        status = solve_file(&solving, result.positional[i], &all, &why);
    player_close(&player);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    print_tally(&solving, "all", &all);
    return EXIT_SUCCESS;
}
