/* Everything follows from the plan's seed and the number of a game, and nothing is stored: so a
 * shard, another thread and a continued run agree on who plays game g without asking each other. In
 * a Swiss tournament the results of the earlier rounds come in as well, by the wins that the caller
 * counts. */
#include "match_game.h"

#include "guzumi/base/rng.h"

#include <assert.h>
#include <math.h>

/* Each purpose draws from streams of its own, so that none shifts another's numbers. */
enum purpose { FOR_OPENING = 1, FOR_SWISS, FOR_PLAYER };

static struct rng stream(const struct plan *plan, enum purpose purpose, int64_t number) {
    struct rng rng;
    rng_seed(&rng, mix64(plan->seed) + (uint64_t)purpose, (uint64_t)number);
    return rng;
}

static struct pairing_of_game swap_if(bool swapped, int a, int b) {
    return swapped ? (struct pairing_of_game){{b, a}} : (struct pairing_of_game){{a, b}};
}

/* The players of round-robin pairing number INDEX: 0-1, 0-2, ..., 1-2, ... */
static void round_robin(int players, int64_t index, int *a, int *b) {
    *a = 0;
    for (int64_t row = players - 1; index >= row; row--) {
        index -= row;
        ++*a;
    }
    *b = *a + 1 + (int)index;
}

int64_t schedule_round_games(const struct plan *plan) {
    return plan->pairing == PAIRING_SWISS ? plan->player_count / 2 * plan->games : 0;
}

/* Pairs of games are dealt out to the pairings in turn, so that a match which is stopped has nearly
 * as many games of each. With players 0, 1, 2 in a round robin:
 *
 *     games      0 1   2 3   4 5   6 7   8 9   ...
 *     pairing    0-1   0-2   1-2   0-1   0-2   ...   (in each second game with swapped colours) */
struct pairing_of_game schedule_players(const struct plan *plan, int64_t game,
                                        const int *round_order) {
    const int players = plan->player_count;
    const bool swapped = game % 2;
    int a = 0, b = 0;
    switch (plan->pairing) {
    case PAIRING_ROUND_ROBIN:
        round_robin(players, game / 2 % ((int64_t)players * (players - 1) / 2), &a, &b);
        break;
    case PAIRING_ANCHOR:
        a = plan->anchor;
        b = (int)(game / 2 % (players - 1));
        b += b >= a;
        break;
    case PAIRING_SWISS: {
        const int slot = (int)(game % schedule_round_games(plan) / 2 % (players / 2));
        assert(round_order);
        a = round_order[2 * slot];
        b = round_order[2 * slot + 1];
        break;
    }
    }
    return swap_if(swapped, a, b);
}

static void swap(int *a, int *b) {
    const int kept = *a;
    *a = *b;
    *b = kept;
}

void schedule_swiss_round(const struct plan *plan, int64_t round, const double *wins, int *order) {
    const int all = plan->player_count, players = all / 2 * 2;
    struct rng rng = stream(plan, FOR_SWISS, round);
    for (int i = 0; i < all; i++) order[i] = i;
    /* An odd player has a bye: each in turn, whatever the wins. */
    if (players < all) swap(&order[round % all], &order[players]);
    rng_shuffle(&rng, order, players);
    /* Player i meets one of those after it, drawn in one pass by reservoir sampling: candidate j
     * replaces the choice so far with probability weight(j) / (sum of the weights up to j). */
    for (int i = 0; i + 1 < players; i += 2) {
        double sum = 0;
        int chosen = i + 1;
        for (int j = i + 1; j < players; j++) {
            /* The cut at 500 keeps the weight and the sums of them above 0. Powers of two are
             * exact, so that the draw is the same on every machine. */
            const double difference = floor(fabs(wins[order[i]] - wins[order[j]]));
            const double weight = ldexp(1, -(int)(difference < 500 ? difference : 500));
            sum += weight;
            if (rng_real(&rng) * sum < weight) chosen = j;
        }
        swap(&order[i + 1], &order[chosen]);
    }
}

int schedule_pair_points(const struct plan *plan, int64_t pair, const enum color winners[2]) {
    int points = 0;
    for (int i = 0; i < 2; i++) {
        const struct pairing_of_game game = schedule_players(plan, 2 * pair + i, NULL);
        const enum color own = game.player[BLACK] == 0 ? BLACK : WHITE;
        points += winners[i] == EMPTY ? 1 : winners[i] == own ? 2 : 0;
    }
    return points;
}

/* Positive, and within a signed 32-bit integer. */
uint32_t schedule_seed(const struct plan *plan, int64_t game, enum color color) {
    struct rng rng = stream(plan, FOR_PLAYER, 2 * game + (int64_t)color);
    return 1 + rng_below(&rng, 0x7fffffffu);
}

/* A uniformly random candidate that superko allows too, by reservoir sampling; or PASS. */
static int random_move(const struct game *game, struct rng *rng) {
    const struct bitset candidates = game_candidates(game, game->to_move);
    int point = PASS, count = 0;
    BITSET_FOR_EACH(p, candidates, game->board.words) {
        if (rng_below(rng, (uint32_t)++count) == 0) point = p;
    }
    return point;
}

enum status schedule_opening(const struct plan *plan, int64_t game, struct game *out,
                             struct failure *why) {
    /* The number of the pair, not of the game: both games of a pair begin alike. */
    struct rng rng = stream(plan, FOR_OPENING, game / 2);
    enum status status = game_init(out, plan->size, why);
    if (status != STATUS_OK) return status;
    status = game_set_komi(out, plan->komi, why);
    for (int ply = 0; status == STATUS_OK && ply < plan->opening_plies; ply++) {
        const int point = random_move(out, &rng);
        if (point == PASS) break;
        status = game_play(out, point, out->to_move, why);
    }
    if (status != STATUS_OK) game_free(out);
    return status;
}
