/* Training networks by games (Schraudolph 1994, section 3; Ekker 2004, section 5.1).
 *
 * Schraudolph's network learns the fates of all points by TD(0) on the vector of its outputs: the
 * outputs of a position move towards those after the next move, and the last ones towards the
 * ownership at the end of the game. Its moves are drawn by Gibbs sampling over one-ply values while
 * the temperature falls. The settings say where the opponent's moves come from. The network learns
 * from the positions of both sides.
 *
 * Ekker's network plays one side, Black and White in turn, epsilon-greedily after two random moves.
 * It learns by one of four rules (params.def, td). Rewards are captured stones, and at the end the
 * score less what captures have brought, as fractions of the board.
 *
 * Weights change after each batch of games. Unless the opponent is a program, training is a
 * function of the trained network alone: if it is stopped between batches, saved and resumed, it
 * ends with the same weights to the bit. */
#ifndef GUZUMI_CLASSIC_TRAINER_H
#define GUZUMI_CLASSIC_TRAINER_H

#include "guzumi/classics/trained_classic.h"
#include "opponent.h"
#include "recorded_games.h"

struct classic_trainer;

/* Trains NETWORK by the settings of its origin. All three are borrowed; OPPONENT and RECORDS are
 * NULL where the settings need none. */
enum status classic_trainer_new(struct classic_trainer **out, struct trained_classic *network,
                                struct opponent *opponent, const struct recorded_games *records,
                                struct failure *why);
void classic_trainer_free(struct classic_trainer *trainer);

/* Plays one game and learns from it. Fails only if a program fails or memory runs out. */
enum status classic_trainer_play(struct classic_trainer *trainer, struct failure *why);

struct classic_trainer_statistics {
    uint64_t games, moves, candidates; /* candidates: positions evaluated */
    uint64_t wins;                     /* the network's, against an opponent; else Black's */
    double square_error;               /* summed over states: the mean over outputs */
    uint64_t states;
};
struct classic_trainer_statistics classic_trainer_take_statistics(struct classic_trainer *trainer);

#endif
