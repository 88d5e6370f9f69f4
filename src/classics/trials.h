/* Trial games of a network: how well it plays without exploring, and whether it names the winner of
 * final positions.
 *
 * Games come in pairs with the same two random moves at the start; the network is Black in one and
 * White in the other. It plays greedily (territory by one ply, liberties as deep as in its
 * training), passes when every move would fill an eye, and learns nothing. Games are scored by area
 * with all stones alive, those against a program by the program's final_score, which knows dead
 * stones. */
#ifndef GUZUMI_TRIALS_H
#define GUZUMI_TRIALS_H

#include "guzumi/classics/trained_classic.h"
#include "opponent.h"

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
