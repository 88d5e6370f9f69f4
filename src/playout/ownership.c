/* Ownership by playouts, and what follows from it about dead stones, seki and passing. Where
 * playouts are known to be wrong, in seki and where stones can be connected, rules correct them: a
 * game can turn on one dead chain that is taken for alive. */
#include "guzumi/playout/ownership.h"

#include "guzumi/go/life.h"
#include "guzumi/playout/tactics.h"

#include "board_kernel.h"

#include <assert.h>
#include <stdlib.h>

/* A chain is dead if the mean over its points is below minus this although its own side moves
 * first. */
#define DEAD_MARGIN 0.05f

/* A chain is safe if it survives with at least this mean when its opponent moves first: it is
 * captured in fewer than one of ten playouts. */
#define SAFE_MARGIN 0.8f

/* The weight of a careful playout; a plain one has 1. */
#define CAREFUL_WEIGHT 2.0f

/* An empty point up to this |mean| belongs to neither side: a shared liberty of a seki. */
#define NEUTRAL_MARGIN 0.5f

/* The points that each colour owns for certain. */
static void find_proved(const struct board *board, struct bitset proved[2]) {
    struct life life;
    life_find(&life, board);
    for (int color = 0; color < 2; color++) {
        proved[color] = life.alive[color];
        bitset_unite(&proved[color], &life.territory[color], board->words);
    }
}

/* Replaces means by PROVED ownership. */
static void put_proved(struct ownership *out, const struct bitset proved[2], int words) {
    for (int color = 0; color < 2; color++) {
        BITSET_FOR_EACH(p, proved[color], words) {
            out->mean[p] = (float)color_sign((enum color)color);
            out->mean_if_first[BLACK][p] = out->mean_if_first[WHITE][p] = out->mean[p];
        }
    }
}

/* The stones of BOARD but the DEAD ones, placed in the order of points. */
static void place_stones(struct board *out, const struct board *board, const struct bitset *dead) {
    struct bitset stones[2];
    for (int color = BLACK; color <= WHITE; color++) {
        board_stones(board, (enum color)color, &stones[color]);
        bitset_subtract(&stones[color], dead, board->words);
    }
    board_set_stones(out, board->size, stones);
}

/* Sums over playouts, by the colour that moves first. */
struct sums {
    int count; /* playouts */
    int sum[2][BOARD_MAX_POINTS];
};

/* Whether a point of POINTS has |mean| < MARGIN however the playouts that are left end. */
static bool stays_open(const struct sums *s, const struct bitset *points, float margin, int words) {
    const int left = OWNERSHIP_PLAYOUTS - s->count;
    BITSET_FOR_EACH(p, *points, words) {
        const int most = abs(s->sum[BLACK][p] + s->sum[WHITE][p]) + left;
        if ((float)most / OWNERSHIP_PLAYOUTS < margin) return true;
    }
    return false;
}

/* Playouts between two such questions, which are cheap. */
enum { PLAYOUTS_AT_ONCE = 8 };

/* A position has one estimate, however it arose: the seed is its hash, and its stones are placed
 * anew. The order of its moves would decide the roots of chains, so the order in which captured
 * points enter the list of empty ones, so what is drawn from that. Ends early, and returns true, as
 * soon as a point of POINTS stays open. */
static bool play_out(struct ownership *out, const struct board *board,
                     const struct playout_patterns *patterns, bool careful,
                     const struct bitset *points, float margin) {
    const int size = board->size, limit = trajectory_move_limit(size);
    struct board ordered;
    place_stones(&ordered, board, &(struct bitset){{0}});
    struct sums s = {.count = 0};
    uint8_t owner[BOARD_MAX_POINTS];
    const struct playout_policy policy = {.kind = POLICY_MOGO, .patterns = patterns};
    struct rng rng;
    rng_seed(&rng, board->hash, (uint64_t)size);
    while (s.count < OWNERSHIP_PLAYOUTS) {
        struct board b;
        board_copy(&b, &ordered);
        const struct playout_start start = {
            .to_move = s.count % 2 ? WHITE : BLACK, .last_point = NO_POINT, .passes = 0};
        if (careful) {
            playout_run_carefully(&b, start, &policy, limit, &rng);
            board_score_area(&b, owner);
        } else {
            const struct playout_end end = playout_run(&b, start, &policy, limit, &rng, NULL);
            board_score_stones(size, end.stones, owner);
        }
        for (int p = 0; p < point_limit(size); p++)
            s.sum[start.to_move][p] += color_sign((enum color)owner[p]);
        s.count++;
        if (s.count % PLAYOUTS_AT_ONCE == 0 && stays_open(&s, points, margin, board->words))
            return true;
    }
    const float half = (float)OWNERSHIP_PLAYOUTS / 2;
    for (int p = 0; p < point_limit(size); p++) {
        for (int color = 0; color < 2; color++)
            out->mean_if_first[color][p] = (float)s.sum[color][p] / half;
        out->mean[p] = (out->mean_if_first[BLACK][p] + out->mean_if_first[WHITE][p]) / 2;
    }
    return false;
}

bool ownership_is_open(struct ownership *out, const struct board *board,
                       const struct playout_patterns *patterns, const struct bitset *points,
                       float margin) {
    struct bitset unproved = *points, proved[2];
    find_proved(board, proved);
    for (int color = 0; color < 2; color++)
        bitset_subtract(&unproved, &proved[color], board->words);
    if (play_out(out, board, patterns, false, &unproved, margin)) return true;
    put_proved(out, proved, board->words);
    return false;
}

void ownership_estimate(struct ownership *out, const struct board *board,
                        const struct playout_patterns *patterns) {
    ownership_is_open(out, board, patterns, &(struct bitset){{0}}, 0);
}

/* The mean of MEAN over the points of a CHAIN of COLOR, its view. */
static float chain_mean(const float mean[BOARD_MAX_POINTS], const struct bitset *chain, int words,
                        int color) {
    float sum = 0;
    BITSET_FOR_EACH(p, *chain, words) sum += mean[p];
    return (color == BLACK ? sum : -sum) / (float)bitset_count(chain, words);
}

/* The weighted mean of plain and careful playouts. */
static float weighted(float plain, float careful) {
    return (plain + CAREFUL_WEIGHT * careful) / (1 + CAREFUL_WEIGHT);
}

void ownership_add_careful(struct ownership *estimate, const struct board *board,
                           const struct playout_patterns *patterns) {
    struct ownership careful;
    struct bitset proved[2];
    play_out(&careful, board, patterns, true, &(struct bitset){{0}}, 0);
    for (int p = 0; p < point_limit(board->size); p++) {
        estimate->mean[p] = weighted(estimate->mean[p], careful.mean[p]);
        for (int color = 0; color < 2; color++)
            estimate->mean_if_first[color][p] =
                weighted(estimate->mean_if_first[color][p], careful.mean_if_first[color][p]);
    }
    find_proved(board, proved);
    put_proved(estimate, proved, board->words);
}

void ownership_estimate_final(struct ownership *out, const struct board *board,
                              const struct playout_patterns *patterns) {
    ownership_estimate(out, board, patterns);
    ownership_add_careful(out, board, patterns);
}

/* Whether one move of COLOR connects a chain with these LIBERTIES to a chain of its own that is not
 * DEAD, and leaves two liberties. */
static bool can_join(const struct board *board, const struct bitset *liberties, enum color color,
                     const struct bitset *dead) {
    BITSET_FOR_EACH(p, *liberties, board->words) {
        const struct bitset after = kernel_liberties_after(board, board->size, p, color);
        if (!board_is_legal(board, p, color) || bitset_count(&after, board->words) < 2) continue;
        FOR_EACH_NEIGHBOUR(near, p, board->size) {
            if (*cell(board, board->size, near) == (uint8_t)color && !bitset_has(dead, near))
                return true;
        }
    }
    return false;
}

/* Removes such chains of COLOR from DEAD, until nothing changes: a saved chain may save others. A
 * player whose stone can simply be connected does not call it dead, however playouts treat it. */
static void spare_what_can_join(const struct board *board, enum color color, struct bitset *dead) {
    struct bitset stones, chain, liberties;
    bool again = true;
    while (again) {
        again = false;
        board_stones(board, color, &stones);
        stones = bitset_common(&stones, dead, board->words);
        BITSET_FOR_EACH(p, stones, board->words) {
            if (board_chain(board, p, &chain, &liberties) != p ||
                !can_join(board, &liberties, color, dead))
                continue;
            bitset_subtract(dead, &chain, board->words);
            again = true;
        }
    }
}

/* A chain is dead only if it dies although its own side moves first: else its owner would save it.
 */
void ownership_dead_stones(const struct ownership *ownership, const struct board *board,
                           struct bitset *out) {
    bitset_clear(out, board->words);
    for (int color = 0; color < 2; color++) {
        struct bitset stones, chain, liberties;
        board_stones(board, (enum color)color, &stones);
        BITSET_FOR_EACH(p, stones, board->words) {
            if (board_chain(board, p, &chain, &liberties) != p) continue;
            if (chain_mean(ownership->mean_if_first[color], &chain, board->words, color) <
                -DEAD_MARGIN)
                bitset_unite(out, &chain, board->words);
        }
        spare_what_can_join(board, (enum color)color, out);
    }
}

/* Whether neither side can play the empty POINT without bad self-atari. */
static bool both_leave_alone(const struct board *board, int point) {
    for (int color = 0; color < 2; color++)
        if (board_is_legal(board, point, (enum color)color) &&
            !tactics_is_bad_self_atari(board, point, (enum color)color))
            return false;
    return true;
}

/* Whether that holds for all LIBERTIES of a chain: nobody starts the capturing race, as in a seki.
 */
static bool is_locked(const struct board *board, const struct bitset *liberties) {
    BITSET_FOR_EACH(p, *liberties, board->words) {
        if (!both_leave_alone(board, p)) return false;
    }
    return true;
}

/* The opponent moves first here: the last pass gives it that move. */
void ownership_worst_case(const struct ownership *ownership, const struct board *board,
                          enum color color, struct bitset *dead) {
    const float *attacked = ownership->mean_if_first[color_other(color)];
    struct bitset chain, liberties, stones;
    for (int c = BLACK; c <= WHITE; c++) {
        board_stones(board, (enum color)c, &stones);
        BITSET_FOR_EACH(p, stones, board->words) {
            if (board_chain(board, p, &chain, &liberties) != p) continue;
            const float mean = chain_mean(attacked, &chain, board->words, c);
            if (c == (int)color && mean < SAFE_MARGIN && !is_locked(board, &liberties))
                bitset_unite(dead, &chain, board->words);
            else if (c != (int)color && mean > -SAFE_MARGIN)
                bitset_subtract(dead, &chain, board->words);
        }
    }
}

/* From the shared liberties to the chains around them; then Benson's proof takes back those that
 * need no seki to live. */
void ownership_seki(const struct ownership *ownership, const struct board *board,
                    const struct bitset *dead, struct bitset *out) {
    struct bitset chain, liberties;
    bitset_clear(out, board->words);
    for (int p = 0; p < point_limit(board->size); p++) {
        const float mean = ownership->mean[p];
        if (board_color(board, p) != EMPTY || mean > NEUTRAL_MARGIN || mean < -NEUTRAL_MARGIN ||
            !both_leave_alone(board, p))
            continue;
        FOR_EACH_NEIGHBOUR(near, p, board->size) {
            if (*cell(board, board->size, near) > WHITE || bitset_has(dead, near)) continue;
            board_chain(board, near, &chain, &liberties);
            bitset_unite(out, &chain, board->words);
        }
    }
    struct life life;
    life_find(&life, board);
    for (int color = 0; color < 2; color++) bitset_subtract(out, &life.alive[color], board->words);
}

void ownership_settled(const struct ownership *ownership, float margin, const struct board *board,
                       struct bitset *out) {
    bitset_clear(out, board->words);
    for (int p = 0; p < point_limit(board->size); p++)
        if (ownership->mean[p] >= margin || ownership->mean[p] <= -margin) bitset_add(out, p);
}

int ownership_score(const struct board *board, const struct bitset *dead,
                    uint8_t owner[BOARD_MAX_POINTS]) {
    struct board living;
    place_stones(&living, board, dead);
    return board_score_area(&living, owner);
}
