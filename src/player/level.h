/* The player's strength, by the parameter level: how much it simulates, and how much it overlooks.
 *
 * The highest level plays as strongly as its limits let it. One below simulates so many times a
 * move at most, and before it searches overlooks each of the moves worth playing with the same
 * chance. So a weak player makes a beginner's mistakes: what it plays is the best of what it has
 * seen, and what it has not seen may have been the point of the position. Replies are not
 * overlooked. .github/STRENGTH.md has the levels' ratings as they were measured. */
#ifndef GUZUMI_LEVEL_H
#define GUZUMI_LEVEL_H

#include "guzumi/base/bitset.h"
#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"

/* Whether the player is weaker than it could be. */
bool level_is_limited(const struct params *params);

/* The simulations of a search that would else have SIMULATIONS (0: as many as there is time for).
 */
uint64_t level_simulations(const struct params *params, uint64_t simulations);

/* Takes what is overlooked out of MOVES, sets of WORDS words; one move at least is always seen. */
void level_overlook(const struct params *params, struct bitset *moves, int words, struct rng *rng);

#endif
