/* The crosstable of a match, counted as games end or merged from the results of its shards; scores
 * in Elo. */
#ifndef GUZUMI_STANDINGS_H
#define GUZUMI_STANDINGS_H

#include "guzumi/match/plan.h"
#include "guzumi/match/results.h"

#include <stdio.h>

/* Games between two players, from the view of the first. */
struct score {
    int64_t wins, draws, losses;
};

/* The cost of a player's moves. Processor time may be unknown for some games. */
struct player_cost {
    int64_t moves;
    double seconds; /* wall time of MOVES */
    int64_t measured_moves;
    double processor; /* processor seconds of MEASURED_MOVES */
};

struct standings {
    int players;
    struct player_cost *cost; /* owned; by player */
    struct score *score;      /* owned; players x players, score[i * players + j] of i against j */
    int64_t *lost;            /* owned; players x MATCH_ENDS: games that each lost, by their end */
    int64_t games, draws, black_wins;
    int64_t referee_failures; /* games scored by area, because the plan's referee failed */
};

/* A game as the standings see it. Arrays of two are indexed by colour. */
struct counted_game {
    int player[2];
    enum color winner; /* EMPTY: a draw */
    enum match_end end;
    bool has_error; /* the column "error" says something */
    struct result_cost cost[2];
};

enum status standings_init(struct standings *standings, int players, struct failure *why);
void standings_free(struct standings *standings);

void standings_add(struct standings *standings, const struct counted_game *game);

/* Fails unless RESULT is a game of PLAN. */
enum status standings_check(const struct result *result, const struct plan *plan,
                            struct failure *why);

/* Adds RESULT, a game of PLAN. */
void standings_add_result(struct standings *standings, const struct result *result,
                          const struct plan *plan);

/* Copies FROM into TO, which must have the same number of players. */
void standings_copy(struct standings *to, const struct standings *from);

/* The score of I against J. */
const struct score *standings_score(const struct standings *standings, int i, int j);

/* The fraction of games won, a draw as half a win, with its 95 % interval (Wilson; 0..1 without
 * games); and the same in Elo, infinite at 0 and 1. */
struct estimate {
    double score, low, high;
    double elo, elo_low, elo_high;
};
struct estimate score_estimate(const struct score *score);

/* Prints a line for each pairing that has met, the time per move of each player, and how often a
 * player or the referee failed. */
void standings_print(const struct standings *standings, const struct plan *plan, FILE *out);

/* --- merging shards --- */

struct merge_report {
    int64_t missing, duplicates, conflicts;
    struct buffer notes; /* owned; a line for all gaps, for each conflict, for each mixed version */
};

/* Reduces RESULTS to one line for each game, the first one read, in the order of the games. Lines
 * that disagree about a game (see results_agree) are a conflict. STATUS_INVALID if a line belongs
 * to another plan. Free REPORT's notes with buffer_free in any case. */
enum status merge_results(struct results *results, const struct plan *plan,
                          struct merge_report *report, struct failure *why);

/* Counts the games of RESULTS, which merge_results has checked. */
enum status merge_standings(const struct results *results, const struct plan *plan,
                            struct standings *standings, struct failure *why);

/* The test of a sequential plan over RESULTS, which merge_results has sorted: over the pairs before
 * the first incomplete one. */
struct sprt merge_test(const struct results *results, const struct plan *plan);

/* COUNT: all pairs before the first incomplete one in a match of two players, by the half points of
 * the first, for a test of several matches (sprt_add_all). RESULTS are sorted by merge_results. */
void merge_pairs(const struct results *results, const struct plan *plan,
                 int64_t count[SPRT_SCORES]);

/* Writes a file of results. */
enum status merge_save(const struct results *results, const char *path, struct failure *why);

#endif
