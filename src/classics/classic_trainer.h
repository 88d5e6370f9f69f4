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
 * function of the trained network alone, which keeps what an unfinished batch has added up: if it
 * is stopped after any game, saved and resumed, it ends with the same weights to the bit. */
#ifndef GUZUMI_CLASSIC_TRAINER_H
#define GUZUMI_CLASSIC_TRAINER_H

#include "guzumi/base/params.h"
#include "guzumi/classics/classic.h"
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/opponent.h"
#include "guzumi/classics/territory.h"
#include "guzumi/learner/returns.h"

/* --- how a network learns ---
 *
 * The errors of its outputs, state by state, change its weights.
 *
 * Backpropagation: dw = alpha times the sum over states and outputs of error times dy/dw, divided
 * by the square root of the number of connections that share the weight, as is usual for kernels
 * (Le Cun 1989). RPROP (Riedmiller and Braun 1993) uses the signs of the derivatives alone: a
 * weight's step is multiplied by 1.2 while the sign stays and by 0.5 when it changes, after which
 * that derivative counts as 0. Nothing here knows where the errors come from. */

/* Derivatives of a scalar E, summed over any number of states until they are folded. */
struct classic_gradient {
    float *matrix; /* owned; by expanded weight */
    float *bias;   /* owned; by unit */
    float *error;  /* owned; by unit, of the present state */
};
enum status classic_gradient_init(struct classic_gradient *gradient, const struct classic *network,
                                  struct failure *why);
void classic_gradient_free(struct classic_gradient *gradient);

/* Adds the derivatives for a state whose forward pass gave VALUES. OUTPUT_ERRORS has dE/dy for each
 * output. */
void classic_backward(const struct classic *network, float bias_input, const float *values,
                      const float *output_errors, struct classic_gradient *gradient);

/* Folds the derivatives into one for each weight, summing those of shared weights, and starts again
 * from zero. */
void classic_fold(const struct classic *network, struct classic_gradient *gradient,
                  float *derivatives);

struct classic_backprop {
    struct classic *network;          /* borrowed */
    struct classic_gradient gradient; /* of the states since the last update */
    int states;                       /* number of those states */
    float *values;                    /* owned; of the state seen last */
    float *derivatives;               /* owned; by weight */
    float *scale;                     /* owned; by weight: 1 over the root of its connections */
    float *step, *before;             /* owned; by weight: RPROP's step, and the last derivative */
    float largest_step;               /* of RPROP */
    bool backtracks;
};

/* RPROP follows the parameters rprop_step, rprop_largest and rprop_backtracking of
 * PARAMS. */
enum status classic_backprop_init(struct classic_backprop *learner, struct classic *network,
                                  const struct params *params, struct failure *why);
void classic_backprop_free(struct classic_backprop *learner);

/* Evaluates a state; returns its outputs, valid until the next call. */
const float *classic_backprop_see(struct classic_backprop *learner, const float *input,
                                  float bias_input);

/* Notes the output errors of the state seen last: target values less present values. */
void classic_backprop_note(struct classic_backprop *learner, float bias_input, const float *errors);

/* Changes the weights by the errors noted, and forgets these. ALPHA is for backpropagation. */
void classic_backprop_update(struct classic_backprop *learner, enum update_kind kind, double alpha);

/* --- records --- */

/* Game records to learn from (Schraudolph 1994, section 5).
 *
 * People stop when the outcome is clear, long before a position can be scored by its stones. Games
 * that were given up early are left out: those that do not end by two passes and have fewer moves
 * than three fifths of the points of the board. The novice plays the others to their end when they
 * are learnt from. */
struct recorded_games {
    struct game *games; /* owned */
    int count;
};

/* Reads the records *.sgf of the folder PATH, in order of their names, for boards of SIZE. Fails if
 * there is none to learn from, or if one can't be read. */
enum status recorded_games_load(struct recorded_games *out, const char *path, int size,
                                struct failure *why);
void recorded_games_free(struct recorded_games *records);

/* Whether GAME was played far enough to learn from. */
bool recorded_game_is_whole(const struct game *game);

/* --- the trainer --- */

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
    uint64_t games, moves;
    uint64_t wins;       /* the network's, against an opponent; else Black's */
    double square_error; /* summed over states: the mean over outputs */
    uint64_t states;
};
struct classic_trainer_statistics classic_trainer_take_statistics(struct classic_trainer *trainer);

/* --- a network that evaluates positions --- */

/* Of either kind; the other kind's member is unused. Zero before it is opened, as after closing. */
struct classic_reader {
    struct territory territory;
    struct liberty_value liberties;
};
enum status classic_reader_open(struct classic_reader *reader,
                                const struct trained_classic *network, struct failure *why);
void classic_reader_close(struct classic_reader *reader);

/* --- the games, by the kind of network --- */

struct classic_trainer {
    struct trained_classic *trained;      /* borrowed */
    struct opponent *opponent;            /* borrowed or NULL */
    const struct recorded_games *records; /* borrowed or NULL */
    struct classic_backprop learner;
    struct classic_reader reader;
    int inputs;         /* of the network */
    float *states;      /* owned; the inputs of state t of a game, from 0 */
    float *bias_inputs; /* owned; by state */
    int state_count;
    struct trajectory steps; /* between the states that Ekker's network learns from */
    struct classic_trainer_statistics statistics;
};

/* Adds a state; the caller fills in its inputs. */
float *classic_trainer_add_state(struct classic_trainer *trainer, float bias_input);

/* The result of a game with SCORE, Black's view: 1 for a win, 0 for a draw, -1 for a loss of the
 * network, which has the colour OWN, or Black if it plays both sides. */
int classic_trainer_result(const struct classic_trainer *trainer, double score, enum color own);

/* Each plays one game, reports its result, and notes the errors to learn from. */
enum status play_territory_game(struct classic_trainer *trainer, int *result, struct failure *why);
enum status play_liberty_game(struct classic_trainer *trainer, int *result, struct failure *why);

/* --- trial games --- */

/* Trial games of a network: how well it plays without exploring, and whether it names the winner of
 * final positions.
 *
 * Games come in pairs with the same two random moves at the start; the network is Black in one and
 * White in the other. It plays greedily (territory by one ply, liberties as deep as in its
 * training), passes when every move would fill an eye, and learns nothing. Games are scored by area
 * with all stones alive, those against a program by the program's final_score, which knows dead
 * stones. */

struct trials {
    int games, wins, draws;
    double score;     /* summed, the network's view, komi counted */
    int scored_right; /* final positions in which the network's value names the winner */
};

/* Plays GAMES more games, from number OUT->games on. SEED determines the openings. */
enum status trials_play(const struct trained_classic *network, struct opponent *opponent, int games,
                        double komi, uint64_t seed, struct trials *out, struct failure *why);

/* The trials after each checkpoint of a training: a row each in the table PLAN->trials_out, which a
 * training that is resumed continues. NETWORK and PLAN are borrowed. NOTE gets a line for the user
 * if another training's table was set aside. */
struct trial_table;
enum status trial_table_new(struct trial_table **out, const struct trained_classic *network,
                            const struct training_plan *plan, char note[TRAINING_TEXT],
                            struct failure *why);
void trial_table_free(struct trial_table *table);

/* Plays PLAN->trials games, unless the table has these already, and writes it anew. TEXT gets the
 * result in words. */
enum status trial_table_play(struct trial_table *table, char text[TRAINING_TEXT],
                             struct failure *why);

#endif
