/* Trial games of a network: how well it plays without exploring, and what it makes of end
 * positions.
 *
 * Two games begin with the same two random moves, the network being Black in one and White in the
 * other. It plays greedily, territory by one ply, liberties as deep as it was trained, passes when
 * no move is left but filling eyes, and learns nothing. Games are scored by area with all stones
 * alive; those against a program by the program's final_score, which knows dead stones. */
#ifndef GUZUMI_TRIALS_H
#define GUZUMI_TRIALS_H

#include "guzumi/opponent.h"
#include "guzumi/trained_network.h"

struct trials {
    int games, wins, draws;
    double score;     /* summed, the network's view, komi counted */
    int scored_right; /* end positions whose winner the network's own value names */
};

/* Plays GAMES more, the first being number OUT->GAMES, with openings that follow from SEED. */
enum status trials_play(const struct trained_network *network, struct opponent *opponent, int games,
                        double komi, uint64_t seed, struct trials *out, struct failure *why);

#endif
