/* The games of classic_trainer.c, by the kind of network. */
#ifndef GUZUMI_CLASSIC_GAMES_H
#define GUZUMI_CLASSIC_GAMES_H

#include "classic_backprop.h"
#include "classic_trainer.h"
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/territory.h"
#include "guzumi/learner/returns.h"

struct classic_trainer {
    struct trained_classic *trained;      /* borrowed */
    struct opponent *opponent;            /* borrowed or NULL */
    const struct recorded_games *records; /* borrowed or NULL */
    struct classic_backprop learner;
    struct territory territory;     /* of Schraudolph's networks */
    struct liberty_value liberties; /* of Ekker's */
    int inputs;                     /* of the network */
    float *states;                  /* owned; the inputs of state t of a game, from 0 */
    float *bias_inputs;             /* owned; by state */
    int state_count;
    struct trajectory steps; /* between the states that Ekker's network learns from */
    struct classic_trainer_statistics statistics;
};

/* The inputs of a new state. */
float *classic_games_add_state(struct classic_trainer *trainer, float bias_input);

/* What a game with SCORE, Black's view, came to: 1 for a win, 0 for a draw, -1 for a loss, as the
 * network sees it, which has the colour OWN, or Black where it plays both sides. */
int classic_games_result(const struct classic_trainer *trainer, double score, enum color own);

/* Each plays one game, with that result, and notes what is to be learnt. */
enum status play_territory_game(struct classic_trainer *trainer, int *result, struct failure *why);
enum status play_liberty_game(struct classic_trainer *trainer, int *result, struct failure *why);

#endif
