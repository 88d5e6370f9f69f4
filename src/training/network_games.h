/* The games of network_trainer.c, by the kind of network. */
#ifndef GUZUMI_NETWORK_GAMES_H
#define GUZUMI_NETWORK_GAMES_H

#include "guzumi/liberty_value.h"
#include "guzumi/network_learner.h"
#include "guzumi/network_trainer.h"
#include "guzumi/returns.h"
#include "guzumi/territory.h"

struct network_trainer {
    struct trained_network *trained;      /* borrowed */
    struct opponent *opponent;            /* borrowed or NULL */
    const struct recorded_games *records; /* borrowed or NULL */
    struct network_learner learner;
    struct territory territory;     /* of Schraudolph's networks */
    struct liberty_value liberties; /* of Ekker's */
    int inputs;                     /* of the network */
    float *states;                  /* owned; the inputs of state t of a game, from 0 */
    float *bias_inputs;             /* owned; by state */
    int state_count;
    struct trajectory steps; /* between the states that Ekker's network learns from */
    struct network_trainer_statistics statistics;
};

/* The inputs of a new state. */
float *network_games_add_state(struct network_trainer *trainer, float bias_input);

/* Each plays one game and notes what is to be learnt. WON: by the network, or by Black where it
 * plays both sides. */
enum status play_territory_game(struct network_trainer *trainer, bool *won, struct failure *why);
enum status play_liberty_game(struct network_trainer *trainer, bool *won, struct failure *why);

#endif
