/* Training networks by games (Schraudolph 1994, section 3; Ekker 2004, section 5.1).
 *
 * Schraudolph's network learns the fates of all points by TD(0) on the vector of its outputs: those
 * of a position move towards those after the next move, the last ones towards the owners at the
 * end. Moves are drawn by Gibbs sampling over one-ply values while the temperature falls, the
 * opponent's come from wherever the settings say, and both sides' positions are learnt from.
 *
 * Ekker's network plays one side, Black and White in turn, after two random moves,
 * epsilon-greedily; it learns by one of four rules (params.def, td). Rewards are captured stones,
 * and at the end the score less what captures have brought, as parts of the board.
 *
 * Weights change after each batch of games. Training is a function of the trained network alone,
 * opponents that are programs aside: stopped between batches, saved and resumed, it ends with the
 * same weights to the bit. */
#ifndef GUZUMI_NETWORK_TRAINER_H
#define GUZUMI_NETWORK_TRAINER_H

#include "guzumi/opponent.h"
#include "guzumi/recorded_games.h"
#include "guzumi/trained_network.h"

struct network_trainer;

/* Trains NETWORK, borrowed, by the settings of its origin. OPPONENT and RECORDS, borrowed, are NULL
 * where the settings need none. */
enum status network_trainer_new(struct network_trainer **out, struct trained_network *network,
                                struct opponent *opponent, const struct recorded_games *records,
                                struct failure *why);
void network_trainer_free(struct network_trainer *trainer);

/* Plays one game and learns from it. Fails only when a program does, or for lack of memory. */
enum status network_trainer_play(struct network_trainer *trainer, struct failure *why);

struct network_trainer_statistics {
    uint64_t games, moves, candidates; /* candidates: positions evaluated */
    uint64_t wins;                     /* the network's, against an opponent; else Black's */
    double square_error;               /* summed over states: the mean over outputs */
    uint64_t states;
};
struct network_trainer_statistics network_trainer_take_statistics(struct network_trainer *trainer);

#endif
