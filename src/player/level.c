#include "level.h"

/* The steps are meant to be even in rating; .github/STRENGTH.md has what was measured. */
static const struct {
    uint64_t simulations; /* 0: no limit */
    double overlooked;    /* chance that a move is not seen */
} levels[] = {
    {4, 0.88},  {7, 0.82},   {13, 0.69},  {19, 0.57},  {33, 0.44},
    {60, 0.31}, {120, 0.17}, {250, 0.10}, {700, 0.04}, {0, 0},
};

static int index_of(const struct params *params) {
    return (int)params->level - 1;
}

bool level_is_limited(const struct params *params) {
    return levels[index_of(params)].simulations > 0;
}

uint64_t level_simulations(const struct params *params, uint64_t simulations) {
    const uint64_t most = levels[index_of(params)].simulations;
    return most == 0 || (simulations && simulations < most) ? simulations : most;
}

void level_overlook(const struct params *params, struct bitset *moves, int words, struct rng *rng) {
    const double overlooked = levels[index_of(params)].overlooked;
    if (overlooked <= 0 || bitset_is_empty(moves, words)) return;
    const uint32_t count = (uint32_t)bitset_count(moves, words);
    const int seen = bitset_select(moves, words, (int)rng_below(rng, count));
    BITSET_FOR_EACH(p, *moves, words) {
        if (p != seen && rng_bernoulli(rng, overlooked)) bitset_remove(moves, p);
    }
}
