/* How a limited level chooses a move: it evaluates the position once (level_look), considers a few
 * moves, searches briefly among these (choice.c), and errs. Draws use the Gumbel trick: with Gumbel
 * noise g added to each logit, the largest is a draw from their softmax, and the k largest are k
 * draws without replacement. */
#include "guzumi/player/inspect.h"

#include "engine_state.h"

#include <math.h>
#include <stdlib.h>

/* The steps aim at equal differences in rating; .github/STRENGTH.md has the measurements. */
static const struct level {
    uint64_t simulations; /* 0: no limit */
    int moves;            /* that the player thinks of */
    double temperature;   /* of the policy */
    double locality;      /* logits that a move loses with each point of distance on 9x9 */
    double misjudgement;  /* the exponent of visits is 1 / misjudgement */
} levels[] = {
    {4, 1, 1.75, 0.3, 0},  {4, 1, 1.4, 0.25, 0}, {4, 1, 1.05, 0.2, 0},   {6, 1, 0.75, 0.15, 0},
    {12, 3, 1, 0.15, 1},   {36, 5, 1, 0.1, 0.6}, {80, 8, 1, 0.08, 0.42}, {180, 12, 1, 0.04, 0.28},
    {400, 18, 1, 0, 0.16}, {0, 0, 0, 0, 0},
};

/* Points this close to one of the last two moves are near. */
enum { NEAR = 2 };

/* The smallest probability of a move: no move is ruled out because the policy does not expect it.
 */
#define LEAST_PROBABILITY 1e-5

/* A point is unsettled if the magnitude of its ownership by the network is below this. A position
 * is open if the mover may play at more such points than a line has points. */
#define SETTLED 0.6

static const struct level *level_of(const struct params *params) {
    return &levels[params->level - 1];
}

bool level_is_limited(const struct params *params) {
    return level_of(params)->simulations > 0;
}

uint64_t level_simulations(const struct params *params, uint64_t simulations) {
    const uint64_t most = level_of(params)->simulations;
    return most == 0 || (simulations && simulations < most) ? simulations : most;
}

/* --- a glance --- */

static bool is_open(const struct engine *e, enum color color,
                    const struct network_evaluation *evaluation) {
    const struct bitset moves = choice_legal(e, color);
    int unsettled = 0;
    BITSET_FOR_EACH(p, moves, e->game.board.words) {
        unsettled += fabs(evaluation->ownership[p]) < SETTLED;
    }
    return unsettled > e->game.board.size;
}

enum status level_look(struct engine *e, const struct search_method *method, enum color color,
                       struct level_sight *out, struct failure *why) {
    struct network_view *view = NULL;
    struct network_position at;
    struct network_evaluation evaluation;
    enum status status = STATUS_OK;
    if (e->params.heuristic == HEURISTIC_NETWORK && method->asks_network)
        status = engine_network(e, color, &view, &at, why);
    *out = (struct level_sight){.win_rate = -1};
    if (status != STATUS_OK) return status;
    if (!view) {
        engine_policy(e, color, out->policy);
        return STATUS_OK;
    }
    network_view_evaluate(view, &at, &evaluation);
    memcpy(out->policy, evaluation.policy, sizeof out->policy);
    out->win_rate = evaluation.win_rate;
    out->is_open = is_open(e, color, &evaluation);
    return STATUS_OK;
}

/* --- moves that come to mind --- */

/* The larger of the distances in columns and in rows; 0 if OTHER is no point. */
static int distance(int size, int point, int other) {
    if (other < 0) return 0;
    const int columns = abs(point_column(size, point) - point_column(size, other));
    const int rows = abs(point_row(size, point) - point_row(size, other));
    return columns > rows ? columns : rows;
}

/* How far from the last moves POINT is, beyond what is near, in points of a 9x9 board. */
static double remoteness(const struct search_position *position, int point) {
    const int size = position->board->size;
    const int last = distance(size, point, position->last_point);
    const int own = distance(size, point, position->own_point);
    const int nearest = position->own_point >= 0 && own < last ? own : last;
    return nearest > NEAR ? (nearest - NEAR) * 9.0 / size : 0;
}

/* Stones in atari attract attention: adds the size of each such chain, of either colour, to its
 * last liberty. */
static void count_endangered(const struct board *b, int stones[BOARD_MAX_POINTS]) {
    struct bitset all, chain, liberties;
    memset(stones, 0, BOARD_MAX_POINTS * sizeof *stones);
    for (int color = 0; color < 2; color++) {
        board_stones(b, (enum color)color, &all);
        BITSET_FOR_EACH(p, all, b->words) {
            if (board_chain(b, p, &chain, &liberties) != p) continue;
            if (!bitset_is_single(&liberties, b->words)) continue;
            BITSET_FOR_EACH(liberty, liberties, b->words) {
                stones[liberty] += bitset_count(&chain, b->words);
            }
        }
    }
}

/* -log(-log u), u uniform in (0, 1): 2^-54 keeps it above 0. */
static double gumbel(struct rng *rng) {
    return -log(-log(rng_real(rng) + 0x1p-54));
}

/* The key of a move p, of which the largest level->moves stay:
 *
 *     log pi(p) / temperature + log max(1, stones in atari there) - locality remoteness + g */
void level_think_of_moves(const struct params *params, const struct level_sight *sight,
                          const struct search_position *position, struct bitset *moves,
                          struct rng *rng) {
    const struct level *level = level_of(params);
    const int words = position->board->words;
    double key[BOARD_MAX_POINTS];
    int endangered[BOARD_MAX_POINTS];
    if (!level_is_limited(params)) return;
    count_endangered(position->board, endangered);
    BITSET_FOR_EACH(p, *moves, words) {
        key[p] = log(fmax(sight->policy[p], LEAST_PROBABILITY)) / level->temperature +
                 log(endangered[p] > 1 ? endangered[p] : 1) -
                 level->locality * remoteness(position, p) + gumbel(rng);
    }
    for (int count = bitset_count(moves, words); count > level->moves; count--) {
        int least = NO_POINT;
        BITSET_FOR_EACH(p, *moves, words) {
            if (least == NO_POINT || key[p] < key[least]) least = p;
        }
        bitset_remove(moves, least);
    }
}

/* --- misjudgement --- */

/* With Gumbel noise this is a draw with probabilities proportional to visits^(1 / misjudgement). */
void level_misjudge(const struct params *params, uint64_t situation,
                    struct search_statistics *found) {
    const double misjudgement = level_of(params)->misjudgement;
    double most = -INFINITY;
    int first = 0;
    if (misjudgement == 0) return;
    for (int i = 0; i < found->count; i++) {
        struct rng rng;
        rng_seed(&rng, situation, (uint64_t)found->candidates[i].point);
        const double key = log((double)found->candidates[i].visits) + misjudgement * gumbel(&rng);
        if (key <= most) continue;
        most = key;
        first = i;
    }
    search_choose(found, first);
}
