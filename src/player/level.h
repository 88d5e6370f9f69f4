/* Levels: weaker players that err as people do.
 *
 * The highest level plays as strongly as its limits allow. A lower one
 *
 *   - thinks of a few plausible moves: it draws them from the policy, at a temperature. Moves
 *     far from the last ones come to mind less often, those where stones are in atari more often;
 *   - reads little: a search of a few simulations chooses among these moves. Replies are never left
 *     out;
 *   - misjudges what it has read: it plays a move with a probability that grows with its visits,
 *     and errs alike whenever the same position comes back in a game.
 *
 * It passes and resigns like the highest level. .github/STRENGTH.md has the measured ratings. */
#ifndef GUZUMI_LEVEL_H
#define GUZUMI_LEVEL_H

#include "guzumi/player/engine.h"
#include "guzumi/search/search.h"

/* Whether the level limits the player. */
bool level_is_limited(const struct params *params);

/* The simulations of a search that would have SIMULATIONS without a level (0: limited by time). */
uint64_t level_simulations(const struct params *params, uint64_t simulations);

/* The first look of a limited player at a position. */
struct level_sight {
    double policy[BOARD_MAX_POINTS]; /* probability of each move; those below 0 have none */
    double win_rate;                 /* the mover's; below 0: unknown */
    bool is_open; /* so much is unsettled that the end of the game is far; false if unknown */
};

/* Evaluates ENGINE's position with COLOR to move: by the network if METHOD uses it, else by the
 * policy of playouts. */
enum status level_look(struct engine *engine, const struct search_method *method, enum color color,
                       struct level_sight *out, struct failure *why);

/* Leaves those of MOVES, candidates at POSITION, that come to mind; at least one, all at the
 * highest level. */
void level_think_of_moves(const struct params *params, const struct level_sight *sight,
                          const struct search_position *position, struct bitset *moves,
                          struct rng *rng);

/* Puts the move first that the level plays after the search FOUND. The same SITUATION, a number,
 * has the same errors. */
void level_misjudge(const struct params *params, uint64_t situation,
                    struct search_statistics *found);

#endif
