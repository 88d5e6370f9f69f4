#include "guzumi/search/search.h"

#include <math.h>

#define SEARCH_METHOD(choice, method) extern const struct search_method method;
#include "searches.def"

const struct search_method *const search_methods[] = {
#define SEARCH_METHOD(choice, method) [choice] = &method,
#include "searches.def"
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

/* --- bans ---------------------------------------------------------------------------------------
 */

/* No line is longer than that. */
static uint16_t clamp_depth(int depth) {
    return (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX);
}

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

void search_take_banned(const struct search_bans *bans, enum color color, int depth,
                        struct bitset *points) {
    BITSET_FOR_EACH(p, *points, BITSET_WORDS) {
        if (search_bans_move(bans, color, p, depth)) bitset_remove(points, p);
    }
}

/* --- what is found ------------------------------------------------------------------------------
 */

/* Candidates of a kept tree count earlier simulations too; those of a method that simulates only
 * for a part of its candidates may count fewer than there were. */
uint64_t search_visits(const struct search_statistics *found) {
    uint64_t sum = 0;
    for (int i = 0; i < found->count; i++) sum += found->candidates[i].visits;
    return sum > found->simulations ? sum : found->simulations;
}

/* 1.96 standard errors below the mean: the normal distribution has 2.5 % there. */
double search_lower_bound(const struct search_candidate *c) {
    return fmax(c->winrate - 1.96 * c->error, 0);
}

bool search_position_repeats(const struct search_position *position, uint64_t hash) {
    return superko_repeats(position->hashes, position->hash_count, hash);
}

struct bitset search_legal_points(const struct search_position *position) {
    const enum color color = position->to_move;
    struct board b;
    struct bitset out = {{0}};
    board_copy(&b, position->board);
    b.ko = NO_POINT; /* superko contains the simple ko */
    for (int row = 0; row < b.size; row++)
        for (int column = 0; column < b.size; column++) {
            const int p = point_at(b.size, column, row);
            if (board_color(&b, p) != EMPTY || !board_is_legal(&b, p, color)) continue;
            if (search_position_repeats(position, board_hash_after(&b, p, color))) continue;
            bitset_add(&out, p);
        }
    return out;
}
