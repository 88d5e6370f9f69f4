/* Trial games against an opponent, and the table of their results, tab-separated, a row after each
 * checkpoint:
 *
 *     games   trials  wins    draws   score   scored_right
 *     1000    100     61      2       4.310   88 */
#include "classic_trainer.h"

#include "guzumi/base/file.h"
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/opponent.h"
#include "guzumi/classics/territory.h"
#include "guzumi/playout/trajectory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING = 2 };

/* --- one game --- */

struct trial {
    const struct trained_classic *network;
    struct classic_reader *reader; /* of the network */
    struct opponent *opponent;
    struct board board;
    enum color to_move, own;
    int moves, passes;
    int captured; /* stones taken since the opening less stones lost, the network's view */
    struct rng rng;
};

/* The first of equally good moves: trials have no randomness but the opening. */
static int best_territory(struct territory *t, const struct bitset *candidates) {
    float scores[BOARD_MAX_POINTS];
    const float sign = (float)color_sign(t->to_move);
    int best = PASS;
    territory_scores_after(t, candidates, scores);
    BITSET_FOR_EACH(p, *candidates, t->board->words) {
        if (best == PASS || sign * scores[p] > sign * scores[best]) best = p;
    }
    return best;
}

static int own_move(struct trial *g) {
    struct classic_reader *r = g->reader;
    struct bitset candidates = {{0}};
    struct liberty_choice choice;
    board_candidates(&g->board, g->own, &candidates);
    if (bitset_is_empty(&candidates, g->board.words)) return PASS;
    if (g->network->kind == CLASSIC_TERRITORY) {
        territory_set(&r->territory, &g->board, g->own);
        return best_territory(&r->territory, &candidates);
    }
    liberty_choose(liberty_plies(&g->network->learnt.origin.params), &r->liberties, &g->board,
                   g->own, &candidates, NULL, &choice);
    return choice.point;
}

/* The opening's moves are drawn for both sides and shown to the opponent; after it the opponent
 * moves without random moves of its own. */
static enum status choose(struct trial *g, int *point, struct failure *why) {
    if (g->moves >= OPENING && g->to_move != g->own)
        return opponent_move(g->opponent, &g->board, g->to_move, 0, &g->rng, point, why);
    *point = g->moves < OPENING ? random_candidate(&g->board, g->to_move, &g->rng) : own_move(g);
    return opponent_observe(g->opponent, *point, g->to_move, why);
}

static void follow(struct trial *g, int point) {
    board_play(&g->board, point, g->to_move);
    if (point != PASS && g->moves >= OPENING)
        g->captured += g->to_move == g->own ? g->board.last_captured : -g->board.last_captured;
    g->moves++;
    g->passes = point == PASS ? g->passes + 1 : 0;
    g->to_move = color_other(g->to_move);
}

static enum status play(struct trial *g, double komi, struct failure *why) {
    const int size = g->network->learnt.size;
    int point = PASS;
    enum status status = opponent_begin(g->opponent, size, komi, why);
    board_init(&g->board, size);
    g->to_move = BLACK;
    while (status == STATUS_OK && g->passes < 2 && g->moves < trajectory_move_limit(size)) {
        status = choose(g, &point, why);
        if (status == STATUS_OK) follow(g, point);
    }
    return status;
}

/* --- the end --- */

/* What the network expects the score of the end position to be, its own view, without komi. */
static double own_score(struct trial *g) {
    struct classic_reader *r = g->reader;
    const double points = g->board.size * g->board.size, sign = color_sign(g->own);
    if (g->network->kind == CLASSIC_LIBERTIES)
        return points * (double)liberty_value_set(&r->liberties, &g->board, g->own) + g->captured;
    territory_set(&r->territory, &g->board, g->to_move);
    return sign * territory_score(&r->territory);
}

/* The score, Black's view, komi counted. */
static enum status final_score(struct trial *g, double komi, double *out, struct failure *why) {
    bool counted = false;
    *out = board_score_area(&g->board, NULL) - komi;
    return opponent_score(g->opponent, &counted, out, why);
}

/* The network must name the winner at the komi of the score. */
static void enter(struct trial *g, double komi, double black_score, struct trials *out) {
    const double sign = color_sign(g->own), score = sign * black_score;
    const double expected = own_score(g) - sign * komi;
    out->games++;
    out->wins += score > 0;
    out->draws += fabs(score) < 0.25; /* scores are multiples of a half */
    out->score += score;
    out->scored_right += (expected > 0) == (score > 0);
}

/* The openings are drawn from the number of the pair: the network plays each with both colours, and
 * the same ones after every checkpoint, so that differences between checkpoints are its own.
 *
 *     game       0      1      2      3      4
 *     opening    A      A      B      B      C
 *     network    Black  White  Black  White  Black */
enum status trials_play(const struct trained_classic *network, struct opponent *opponent, int games,
                        double komi, uint64_t seed, struct trials *out, struct failure *why) {
    struct classic_reader reader = {0};
    enum status status = classic_reader_open(&reader, network, why);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < games && status == STATUS_OK; i++) {
        struct trial g = {.network = network, .reader = &reader, .opponent = opponent};
        double score = 0;
        g.own = out->games % 2 ? WHITE : BLACK;
        rng_seed(&g.rng, seed, (uint64_t)(out->games / 2));
        status = play(&g, komi, why);
        if (status == STATUS_OK) status = final_score(&g, komi, &score, why);
        if (status == STATUS_OK) enter(&g, komi, score, out);
    }
    classic_reader_close(&reader);
    return status;
}

/* --- after checkpoints --- */

struct trial_table {
    const struct trained_classic *network; /* borrowed */
    const struct training_plan *plan;      /* borrowed */
    struct opponent *opponent;             /* owned */
    struct buffer rows;                    /* so far */
    int64_t last;                          /* the games of its last row; -1: it has none */
    bool must_keep_older; /* another training's table is to be renamed before the first write */
};

static const char table_head[] = "games\ttrials\twins\tdraws\tscore\tscored_right\n";
enum { TABLE_HEAD = sizeof table_head - 1, TABLE_LIMIT = 1 << 26 };

/* Takes over the rows of TABLE up to the number of games played so far. Later ones are from a
 * training that went on past this checkpoint; they are played again. */
static void take_rows(struct trial_table *t, const char *table) {
    for (const char *line = table + TABLE_HEAD; *line;) {
        const size_t length = strcspn(line, "\n");
        const uint64_t games = strtoull(line, NULL, 10);
        if (games <= t->network->learnt.origin.games && line[length] == '\n') {
            buffer_append(&t->rows, line, length + 1);
            t->last = (int64_t)games;
        }
        line += length + (line[length] == '\n');
    }
}

/* A training that is resumed continues its table; another one's is kept under another name. */
static enum status begin_rows(struct trial_table *t, char note[TRAINING_TEXT],
                              struct failure *why) {
    const char *path = t->plan->trials_out;
    unsigned char *table;
    size_t length;
    buffer_append(&t->rows, table_head, TABLE_HEAD);
    if (!path || !file_would_be_replaced(path)) return STATUS_OK;
    if (!t->plan->resumed) {
        t->must_keep_older = file_would_be_set_aside(path);
        if (t->must_keep_older)
            snprintf(note, TRAINING_TEXT, "%.55s exists; the first trials make it %.55s.old", path,
                     path);
        return STATUS_OK;
    }
    const enum status status = file_read(path, TABLE_LIMIT, &table, &length, why);
    if (status != STATUS_OK) return status;
    const bool known = length == 0 || strncmp((const char *)table, table_head, TABLE_HEAD) == 0;
    if (known && length > 0) take_rows(t, (const char *)table);
    free(table);
    return known ? STATUS_OK
                 : fail(why, STATUS_INVALID, "%.200s is not a table of trials; choose another name",
                        path);
}

enum status trial_table_new(struct trial_table **out, const struct trained_classic *network,
                            const struct training_plan *plan, char note[TRAINING_TEXT],
                            struct failure *why) {
    const char *name = plan->trial_opponent;
    const enum opponent_kind kind = strcmp(name, "novice") == 0   ? OPPONENT_NOVICE
                                    : strcmp(name, "random") == 0 ? OPPONENT_RANDOM
                                                                  : OPPONENT_PROGRAM;
    struct trial_table *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "trials");
    *t = (struct trial_table){.network = network, .plan = plan, .last = -1};
    enum status status = opponent_new(&t->opponent, kind, name, plan, why);
    if (status == STATUS_OK && plan->trials_out) status = file_try(plan->trials_out, why);
    if (status == STATUS_OK) status = begin_rows(t, note, why);
    if (status == STATUS_OK)
        *out = t;
    else
        trial_table_free(t);
    return status;
}

void trial_table_free(struct trial_table *t) {
    if (!t) return;
    opponent_free(t->opponent);
    buffer_free(&t->rows);
    free(t);
}

/* Half the width of the 95 % interval of a win rate over COUNT games, in per cent (Agresti and
 * Coull 1998): not 0 when all are won. */
static double half_width(double win_rate, int count) {
    const double n = count + 4, p = (win_rate * count + 2) / n;
    return 196 * sqrt(p * (1 - p) / n);
}

/* The table is written as a whole after each checkpoint, so that it is never half a row. */
enum status trial_table_play(struct trial_table *table, char text[TRAINING_TEXT],
                             struct failure *why) {
    const struct provenance *origin = &table->network->learnt.origin;
    const struct training_plan *plan = table->plan;
    struct trials t = {0};
    if (table->last == (int64_t)origin->games) {
        snprintf(text, TRAINING_TEXT, "trials after %" PRIu64 " games are already in %.80s",
                 origin->games, plan->trials_out);
        return STATUS_OK;
    }
    while (t.games < plan->trials) {
        if (atomic_load(plan->stop)) return STATUS_STOPPED; /* no row for a part of the games */
        const enum status status =
            trials_play(table->network, table->opponent, 1, origin->params.train_komi,
                        (uint64_t)origin->params.seed, &t, why);
        if (status != STATUS_OK) return status;
    }
    const double win_rate = (t.wins + t.draws / 2.0) / t.games;
    snprintf(text, TRAINING_TEXT, "trials: %.1f +- %.1f %% of %d, %+.1f points a game",
             100 * win_rate, half_width(win_rate, t.games), t.games, t.score / t.games);
    buffer_print(&table->rows, "%" PRIu64 "\t%d\t%d\t%d\t%.3f\t%d\n", origin->games, t.games,
                 t.wins, t.draws, t.score / t.games, t.scored_right);
    if (!plan->trials_out) return STATUS_OK;
    bool moved;
    const enum status status =
        table->must_keep_older ? file_set_aside(plan->trials_out, &moved, why) : STATUS_OK;
    table->must_keep_older = false;
    return status == STATUS_OK ? file_save(plan->trials_out, &table->rows, why) : status;
}
