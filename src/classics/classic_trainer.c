/* The loop of training: games, a step of the weights after each batch, growth of the network.
 *
 *     play_territory_game, play_liberty_game     states and errors of one game
 *     classic_backprop_note                      derivatives of the batch, summed
 *     after `batch` games:  learn                one step of all weights
 *     after grow_games games:  grow              one more hidden channel, weights kept */
#include "classic_trainer.h"

#include <stdlib.h>
#include <string.h>

enum status classic_reader_open(struct classic_reader *r, const struct trained_classic *n,
                                struct failure *why) {
    return n->kind == CLASSIC_TERRITORY
               ? territory_init(&r->territory, n->network, n->learnt.size, why)
               : liberty_value_init(&r->liberties, n->network, why);
}

void classic_reader_close(struct classic_reader *r) {
    territory_free(&r->territory);
    liberty_value_free(&r->liberties);
}

static int state_room(int size) {
    return trajectory_move_limit(size) + 2;
}

/* The learner continues with the RPROP steps and the batch that a weight file kept, if there are
 * any: a training that was interrupted ends with the same weights as one that was not. */
static void take_kept(struct classic_trainer *t) {
    struct trained_classic *n = t->trained;
    const size_t bytes = (size_t)n->network->weight_count * sizeof *n->step;
    if (n->batch) {
        const struct classic *s = n->network;
        memcpy(t->learner.gradient.matrix, n->batch, (size_t)s->matrix_room * sizeof *n->batch);
        memcpy(t->learner.gradient.bias, n->batch + s->matrix_room,
               (size_t)s->room * sizeof *n->batch);
        t->learner.states = 1; /* their number does not matter, only that there are some */
    }
    if (!n->step || !n->before) return;
    memcpy(t->learner.step, n->step, bytes);
    memcpy(t->learner.before, n->before, bytes);
}

static enum status keep_steps(struct classic_trainer *t, struct failure *why) {
    struct trained_classic *n = t->trained;
    const size_t count = (size_t)n->network->weight_count;
    if (n->learnt.origin.params.update != UPDATE_RPROP) return STATUS_OK;
    if (!n->step) n->step = calloc(count, sizeof *n->step);
    if (!n->before) n->before = calloc(count, sizeof *n->before);
    if (!n->step || !n->before) return out_of_memory(why, "training");
    memcpy(n->step, t->learner.step, count * sizeof *n->step);
    memcpy(n->before, t->learner.before, count * sizeof *n->before);
    return STATUS_OK;
}

/* Keeps the derivatives of an unfinished batch, for a file written between its games. */
static enum status keep_batch(struct classic_trainer *t, struct failure *why) {
    struct trained_classic *n = t->trained;
    const size_t matrix = (size_t)n->network->matrix_room, bias = (size_t)n->network->room;
    if (t->learner.states == 0) return STATUS_OK;
    if (!n->batch) n->batch = calloc(matrix + bias, sizeof *n->batch);
    if (!n->batch) return out_of_memory(why, "training");
    memcpy(n->batch, t->learner.gradient.matrix, matrix * sizeof *n->batch);
    memcpy(n->batch + matrix, t->learner.gradient.bias, bias * sizeof *n->batch);
    return STATUS_OK;
}

/* Makes what belongs to the present network; growing replaces it. */
static enum status set_up(struct classic_trainer *t, struct failure *why) {
    struct trained_classic *n = t->trained;
    enum status status =
        classic_backprop_init(&t->learner, n->network, &n->learnt.origin.params, why);
    if (status == STATUS_OK) take_kept(t);
    return status == STATUS_OK ? classic_reader_open(&t->reader, n, why) : status;
}

static void take_down(struct classic_trainer *t) {
    classic_backprop_free(&t->learner);
    classic_reader_close(&t->reader);
}

enum status classic_trainer_new(struct classic_trainer **out, struct trained_classic *trained,
                                struct opponent *opponent, const struct recorded_games *records,
                                struct failure *why) {
    struct classic_trainer *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "training");
    const size_t room = (size_t)state_room(trained->learnt.size);
    t->trained = trained;
    t->opponent = opponent;
    t->records = records;
    t->inputs = trained->network->shape.layers[0].units;
    t->states = calloc(room * (size_t)t->inputs, sizeof *t->states);
    t->bias_inputs = calloc(room, sizeof *t->bias_inputs);
    const enum status status =
        t->states && t->bias_inputs ? set_up(t, why) : out_of_memory(why, "training");
    if (status != STATUS_OK) {
        classic_trainer_free(t);
        return status;
    }
    *out = t;
    return STATUS_OK;
}

void classic_trainer_free(struct classic_trainer *t) {
    if (!t) return;
    take_down(t);
    free(t->states);
    free(t->bias_inputs);
    free(t);
}

/* The inputs are kept, not the boards: learning needs no more, and reads each of them once or
 * twice. */
float *classic_trainer_add_state(struct classic_trainer *t, float bias_input) {
    t->bias_inputs[t->state_count] = bias_input;
    return t->states + (size_t)t->state_count++ * (size_t)t->inputs;
}

/* Changes the weights by the batch's derivatives and begins a new batch. */
static enum status learn(struct classic_trainer *t, struct failure *why) {
    struct trained_classic *n = t->trained;
    classic_backprop_update(&t->learner, n->learnt.origin.params.update,
                            provenance_alpha(&n->learnt.origin));
    free(n->batch);
    n->batch = NULL;
    return keep_steps(t, why);
}

/* The shape that the network has from now on. */
static struct classic_shape shape_now(const struct trained_classic *n) {
    return trained_classic_shape(n->kind, n->learnt.size, &n->learnt.origin.params,
                                 n->learnt.origin.games);
}

/* Adds the next hidden channel when it is due: the present network inside a larger one that
 * computes the same at first. RPROP's steps begin anew. */
static enum status grow(struct classic_trainer *t, struct failure *why) {
    struct trained_classic *n = t->trained;
    const struct classic_shape shape = shape_now(n);
    struct classic *larger;
    const enum status status = classic_new(&larger, &shape, why);
    if (status != STATUS_OK) return status;
    trained_classic_randomise(n->kind, larger, &n->learnt.origin.rng);
    classic_transfer(larger, n->network);
    take_down(t);
    classic_free(n->network);
    n->network = larger;
    free(n->step);
    free(n->before);
    n->step = n->before = NULL;
    return set_up(t, why);
}

/* 1, 0 or -1: the view of the network, or of Black where it plays both sides. */
int classic_trainer_result(const struct classic_trainer *t, double score, enum color own) {
    const double black = score - t->trained->learnt.origin.params.train_komi;
    const double margin = t->opponent && own == WHITE ? -black : black;
    return (margin > 0) - (margin < 0);
}

/* Adapts the opponent's probability of random moves: it falls by opponent_step when the network
 * wins and rises when it loses, so that both win about as often (Schraudolph 1994, section 3). */
static void adapt(struct trained_classic *n, int result) {
    n->random_share -= result * n->learnt.origin.params.opponent_step;
    if (n->random_share < 0) n->random_share = 0;
    if (n->random_share > 1) n->random_share = 1;
}

/* A network that grows takes a step first, even within a batch: the derivatives belong to the
 * smaller network. */
enum status classic_trainer_play(struct classic_trainer *t, struct failure *why) {
    struct trained_classic *n = t->trained;
    const struct params *p = &n->learnt.origin.params;
    int result = 0;
    t->state_count = 0;
    enum status status = n->kind == CLASSIC_TERRITORY ? play_territory_game(t, &result, why)
                                                      : play_liberty_game(t, &result, why);
    if (status != STATUS_OK) return status;
    if (t->opponent && n->learnt.origin.games >= (uint64_t)p->priming_games) adapt(n, result);
    n->learnt.origin.games++;
    t->statistics.games++;
    t->statistics.wins += result > 0;
    const bool grows = shape_now(n).layer_count != n->network->shape.layer_count;
    const bool whole = n->learnt.origin.games % (uint64_t)p->batch == 0;
    status = whole || grows ? learn(t, why) : keep_batch(t, why);
    return status == STATUS_OK && grows ? grow(t, why) : status;
}

struct classic_trainer_statistics classic_trainer_take_statistics(struct classic_trainer *t) {
    const struct classic_trainer_statistics out = t->statistics;
    memset(&t->statistics, 0, sizeof t->statistics);
    return out;
}
