/* What all searches share: the table of methods, bans of moves, statistics of ownership, superko.
 */
#include "guzumi/search/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

extern const struct search_method two_phase_method, td_method, alpha_beta_method, greedy_method,
    tree_method, territory_method, liberties_method, novice_method;

const struct search_method *const search_methods[] = {
    [SEARCH_TWO_PHASE] = &two_phase_method,
    [SEARCH_TD] = &td_method,
    [SEARCH_ALPHA_BETA] = &alpha_beta_method,
    [SEARCH_GREEDY] = &greedy_method,
    [SEARCH_TREE] = &tree_method,
    [SEARCH_TERRITORY] = &territory_method,
    [SEARCH_LIBERTIES] = &liberties_method,
    [SEARCH_NOVICE] = &novice_method,
};

enum status search_new(struct search **out, const struct search_method *method,
                       const struct search_setting *setting, struct failure *why) {
    *out = NULL;
    const enum status status = method->make(out, setting, why);
    if (status != STATUS_OK) return status;
    (*out)->method = method;
    (*out)->setting = *setting;
    return STATUS_OK;
}

void search_free(struct search *search) {
    if (search) search->method->free(search);
}

/* --- bans --- */

/* No line is longer than that. */
static uint16_t clamp_depth(int depth) {
    return (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX);
}

/* Of several bans of a move the one that reaches deepest holds. With "avoid C3 until 1" and "allow
 * only D4, E5 until 2" for Black:
 *
 *     depth    0               1               2
 *     C3       avoided         not allowed     free
 *     D4       free            free            free
 *     F6       not allowed     not allowed     free */
void search_avoid(struct search_bans *bans, enum color color, const struct bitset *moves,
                  int until) {
    const uint16_t depth = clamp_depth(until);
    BITSET_FOR_EACH(move, *moves, BITSET_WORDS) {
        uint16_t *avoided = &bans->avoided[color][move];
        if (*avoided < depth) *avoided = depth;
    }
}

enum status search_allow(struct search_bans *bans, enum color color, const struct bitset *moves,
                         int until, struct failure *why) {
    const uint16_t depth = clamp_depth(until);
    if (bans->allowed_until[color] && bans->allowed_until[color] != depth)
        return fail(why, STATUS_INVALID,
                    "allowed moves of %s must have one depth, not both %d and %d",
                    color_name(color), bans->allowed_until[color], depth);
    bans->allowed_until[color] = depth;
    bitset_unite(&bans->allowed[color], moves, BITSET_WORDS);
    return STATUS_OK;
}

static bool read_corners(int size, const char *region, int corner[2]) {
    char first[5];
    const size_t length = strcspn(region, "-");
    if (length >= sizeof first || region[length] != '-') return false;
    snprintf(first, sizeof first, "%.*s", (int)length, region);
    return point_parse(size, first, &corner[0]) && corner[0] != PASS &&
           point_parse(size, region + length + 1, &corner[1]) && corner[1] != PASS;
}

static bool is_between(int number, int a, int b) {
    return a < b ? a <= number && number <= b : b <= number && number <= a;
}

enum status search_allow_region(struct search_bans *bans, int size, const char *region,
                                struct failure *why) {
    int corner[2];
    struct bitset points = {{0}};
    if (!read_corners(size, region, corner))
        return fail(why, STATUS_INVALID,
                    "'%.20s' is not a region; expected two corners such as C3-G7", region);
    const int column[2] = {point_column(size, corner[0]), point_column(size, corner[1])};
    const int row[2] = {point_row(size, corner[0]), point_row(size, corner[1])};
    POINT_FOR_EACH(p, size) {
        if (is_between(point_column(size, p), column[0], column[1]) &&
            is_between(point_row(size, p), row[0], row[1]))
            bitset_add(&points, p);
    }
    const enum status status = search_allow(bans, BLACK, &points, 1, why);
    return status == STATUS_OK ? search_allow(bans, WHITE, &points, 1, why) : status;
}

int search_bans_depth(const struct search_bans *bans) {
    int depth = 0;
    for (int color = 0; color < 2; color++) {
        if (bans->allowed_until[color] > depth) depth = bans->allowed_until[color];
        for (int move = 0; move <= BOARD_MAX_POINTS; move++)
            if (bans->avoided[color][move] > depth) depth = bans->avoided[color][move];
    }
    return depth;
}

bool search_bans_move(const struct search_bans *bans, enum color color, int move, int depth) {
    const int bit = move == PASS ? BOARD_MAX_POINTS : move;
    return depth < bans->avoided[color][bit] ||
           (depth < bans->allowed_until[color] && !bitset_has(&bans->allowed[color], bit));
}

/* The loop reads each word before it begins, so points may be removed meanwhile. */
void search_take_banned(const struct search_bans *bans, enum color color, int depth,
                        struct bitset *points) {
    BITSET_FOR_EACH(p, *points, BITSET_WORDS) {
        if (search_bans_move(bans, color, p, depth)) bitset_remove(points, p);
    }
}

/* --- what is found --- */

double search_stdev(double mean, double mean_square) {
    return sqrt(fmax(mean_square - mean * mean, 0));
}

/* Win rates between one half and this fraction of the simulations are doubtful. */
#define DOUBTFUL 0.6

/* At one half the score is what it is, from DOUBTFUL on it is even. */
double search_agreeing_score(double score, double winrate) {
    const double more = winrate - 0.5;
    if (score * more >= 0) return score;
    return score * fmax(1 - fabs(more) / (DOUBTFUL - 0.5), 0) + 0.0; /* which makes -0 to 0 */
}

void ownership_sums_add(struct ownership_sums *c, int size, const uint8_t owner[BOARD_MAX_POINTS]) {
    for (int p = 0; p < point_limit(size); p++) {
        c->sum[p] += color_sign((enum color)owner[p]);
        c->owned[p] += owner[p] == BLACK || owner[p] == WHITE;
    }
    c->samples++;
}

/* An owner is 1, -1 or 0, so the mean of the squares is the fraction of samples with an owner. */
void ownership_sums_read(const struct ownership_sums *c, const struct ownership_sums *all,
                         double weight, double mean[BOARD_MAX_POINTS],
                         double stdev[BOARD_MAX_POINTS]) {
    const bool some = all && all->samples && weight > 0;
    const double others = some ? weight / all->samples : 0,
                 count = c->samples + (some ? weight : 0);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) {
        const double sum = c->sum[p] + (some ? others * all->sum[p] : 0);
        const double owned = c->owned[p] + (some ? others * all->owned[p] : 0);
        mean[p] = count > 0 ? sum / count : 0;
        stdev[p] = count > 0 ? search_stdev(mean[p], owned / count) : 0;
    }
}

/* Candidates of a kept tree count earlier simulations too; those of a method that simulates only
 * for a part of its candidates may count fewer than there were. */
uint64_t search_visits(const struct search_statistics *found) {
    uint64_t sum = 0;
    for (int i = 0; i < found->count; i++) sum += found->candidates[i].visits;
    return sum > found->simulations ? sum : found->simulations;
}

double search_lower_bound(const struct search_candidate *c) {
    return fmax(c->winrate - SEARCH_BOUND_ERRORS * c->error, 0);
}

bool search_position_repeats(const struct search_position *position, uint64_t hash) {
    return superko_repeats(position->hashes, position->hash_count, hash);
}

void search_choose(struct search_statistics *found, int index) {
    const struct search_candidate chosen = found->candidates[index];
    memmove(found->candidates + 1, found->candidates, (size_t)index * sizeof chosen);
    found->candidates[0] = chosen;
    found->winrate = chosen.winrate;
}

struct bitset search_legal_points(const struct search_position *position) {
    const enum color color = position->to_move;
    struct board b;
    struct bitset out = {{0}};
    board_copy(&b, position->board);
    b.ko = NO_POINT; /* superko contains the simple ko */
    POINT_FOR_EACH(p, b.size) {
        if (board_color(&b, p) != EMPTY || !board_is_legal(&b, p, color)) continue;
        if (search_position_repeats(position, board_hash_after(&b, p, color))) continue;
        bitset_add(&out, p);
    }
    return out;
}
