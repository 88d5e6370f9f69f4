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

uint64_t search_visits(const struct search_statistics *found) {
    uint64_t sum = 0;
    for (int i = 0; i < found->count; i++) sum += found->candidates[i].visits;
    return sum > found->simulations ? sum : found->simulations;
}

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
