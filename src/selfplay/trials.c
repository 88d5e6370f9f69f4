#include "guzumi/selfplay/trials.h"

#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/territory.h"
#include "guzumi/classics/two_ply.h"
#include "guzumi/playout/trajectory.h"
#include "guzumi/search/novice.h"

#include <math.h>

enum { OPENING = 2 };

/* A network at the board. */
struct reader {
    const struct trained_classic *network;
    struct territory territory;
    struct liberty_value liberties;
};

static enum status open_reader(struct reader *r, const struct trained_classic *n,
                               struct failure *why) {
    r->network = n;
    return n->kind == CLASSIC_TERRITORY ? territory_init(&r->territory, n->network, n->size, why)
                                        : liberty_value_init(&r->liberties, n->network, why);
}

static void close_reader(struct reader *r) {
    if (r->network->kind == CLASSIC_TERRITORY)
        territory_free(&r->territory);
    else
        liberty_value_free(&r->liberties);
}

/* --- one game -----------------------------------------------------------------------------------
 */

struct trial {
    struct reader *reader;
    struct opponent *opponent;
    struct board board;
    enum color to_move, own;
    int moves, passes;
    int captured; /* stones taken since the opening less stones lost, the network's view */
    struct rng rng;
};

static int best_territory(struct territory *t, const struct bitset *candidates) {
    float scores[BOARD_MAX_POINTS];
    const float sign = t->to_move == BLACK ? 1 : -1;
    int best = PASS;
    territory_scores_after(t, candidates, scores);
    BITSET_FOR_EACH(p, *candidates, t->board->words) {
        if (best == PASS || sign * scores[p] > sign * scores[best]) best = p;
    }
    return best;
}

static int own_move(struct trial *g) {
    struct reader *r = g->reader;
    struct bitset candidates = {{0}};
    struct two_ply_choice choice;
    board_candidates(&g->board, g->own, &candidates);
    if (bitset_is_empty(&candidates, g->board.words)) return PASS;
    if (r->network->kind == CLASSIC_TERRITORY) {
        territory_set(&r->territory, &g->board, g->own);
        return best_territory(&r->territory, &candidates);
    }
    if (r->network->origin.params.td == TD_ONE_PLY)
        one_ply_choose(&r->liberties, &g->board, g->own, &candidates, NULL, &choice);
    else
        two_ply_choose(&r->liberties, &g->board, g->own, &candidates, NULL, &choice);
    return choice.point;
}

static enum status choose(struct trial *g, int *point, struct failure *why) {
    if (g->moves >= OPENING && g->to_move != g->own)
        return opponent_move(g->opponent, &g->board, g->to_move, 0, &g->rng, point, why);
    *point = g->moves < OPENING ? random_candidate(&g->board, g->to_move, &g->rng) : own_move(g);
    return opponent_told(g->opponent, *point, g->to_move, why);
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
    const int size = g->reader->network->size;
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

/* --- the end ------------------------------------------------------------------------------------
 */

/* What the network expects the score of the end position to be, its own view, without komi. */
static double own_score(struct trial *g) {
    struct reader *r = g->reader;
    const double points = g->board.size * g->board.size, sign = g->own == BLACK ? 1 : -1;
    if (r->network->kind == CLASSIC_LIBERTIES)
        return points * (double)liberty_value_set(&r->liberties, &g->board, g->own) + g->captured;
    territory_set(&r->territory, &g->board, g->to_move);
    return sign * territory_score(&r->territory);
}

/* The score, Black's view, komi counted. */
static enum status final_score(struct trial *g, double komi, double *out, struct failure *why) {
    bool told = false;
    *out = board_score_area(&g->board, NULL) - komi;
    return opponent_score(g->opponent, &told, out, why);
}

static void enter(struct trial *g, double komi, double black_score, struct trials *out) {
    const double sign = g->own == BLACK ? 1 : -1, score = sign * black_score;
    const double expected = own_score(g) - sign * komi;
    out->games++;
    out->wins += score > 0;
    out->draws += fabs(score) < 0.25; /* scores are multiples of a half */
    out->score += score;
    out->scored_right += (expected > 0) == (score > 0);
}

enum status trials_play(const struct trained_classic *network, struct opponent *opponent, int games,
                        double komi, uint64_t seed, struct trials *out, struct failure *why) {
    struct reader reader = {.network = NULL};
    enum status status = open_reader(&reader, network, why);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < games && status == STATUS_OK; i++) {
        struct trial g = {.reader = &reader, .opponent = opponent};
        double score = 0;
        g.own = out->games % 2 ? WHITE : BLACK;
        rng_seed(&g.rng, seed, (uint64_t)(out->games / 2));
        status = play(&g, komi, why);
        if (status == STATUS_OK) status = final_score(&g, komi, &score, why);
        if (status == STATUS_OK) enter(&g, komi, score, out);
    }
    close_reader(&reader);
    return status;
}
