/* A training game of the liberty network (Ekker 2004): the agent against an opponent or itself, the
 * states that are learnt from, and their errors. */
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/opponent.h"
#include "guzumi/learner/returns.h"

#include "classic_trainer.h"

/* Which positions are states depends on the rule (Ekker 2004, sections 3 and 4):
 *
 *     one-ply     afterstates of the agent
 *     directed    positions in which the agent is to move
 *     leaf        leaves of its two-ply search there, with their values
 *     mu          afterstates of both sides: those in between show mistakes */

/* Random moves that every game begins with. */
enum { OPENING = 2 };

/* Rewards are Black's view, fractions of the board, and belong to the steps between states:
 *
 *     opening   s_1 --r_2--> s_2 --r_3--> ... s_n --(score - captures so far + uncounted)--> end
 *
 * so that the sum of all rewards is the final score. */

/* One game while it is played. The trainer's STEPS lead from one learnt state
 * to the next; rewards are Black's view. */
struct liberty_game {
    struct classic_trainer *trainer;
    struct board board;
    enum color to_move, agent;
    int moves, passes;
    double captured;                      /* rewards since the opening */
    double uncounted;                     /* rewards since the last learnt state */
    double leaf_value[TRAJECTORY_STATES]; /* TD-leaf's values of the states, the
                                             agent's view */
};

static enum td_kind kind_of(const struct liberty_game *g) {
    return g->trainer->trained->learnt.origin.params.td;
}

/* --- states --- */

/* Adds BOARD as the next state to learn from. The rewards since the state before belong to the step
 * between the two. */
static void add_state(struct liberty_game *g, const struct board *board) {
    struct trajectory *steps = &g->trainer->steps;
    const int t = ++steps->length;
    steps->reward[t] = (float)g->uncounted;
    steps->valued = t;
    g->uncounted = 0;
    liberty_features(board, g->agent, classic_trainer_add_state(g->trainer, 1));
}

/* The state, if any, of a position in which the agent is to move and CHOICE is its choice. */
static void note_decision(struct liberty_game *g, const struct liberty_choice *choice) {
    if (kind_of(g) == TD_DIRECTED) add_state(g, &g->board);
    if (kind_of(g) != TD_LEAF) return;
    add_state(g, &choice->leaf);
    g->leaf_value[g->trainer->steps.length] = choice->value;
}

/* The state, if any, after a move of COLOR. */
static void note_afterstate(struct liberty_game *g, enum color color) {
    if (g->passes >= 2) return;
    if (kind_of(g) == TD_MU || (kind_of(g) == TD_ONE_PLY && color == g->agent))
        add_state(g, &g->board);
}

/* --- moves --- */

/* In self-play both sides choose as the agent does, each by its own view, but states are noted for
 * the agent alone. An exploratory move is drawn after the state was noted. */
static int agent_move(struct liberty_game *g) {
    struct classic_trainer *t = g->trainer;
    struct provenance *origin = &t->trained->learnt.origin;
    struct bitset candidates = {{0}};
    struct liberty_choice choice;
    board_candidates(&g->board, g->to_move, &candidates);
    liberty_choose(liberty_plies(&origin->params), &t->reader.liberties, &g->board, g->to_move,
                   &candidates, NULL, &choice);
    if (g->to_move == g->agent) note_decision(g, &choice);
    if (rng_bernoulli(&origin->rng, origin->params.epsilon))
        return random_candidate(&g->board, g->to_move, &origin->rng);
    return choice.point;
}

static enum status choose(struct liberty_game *g, int *point, struct failure *why) {
    struct classic_trainer *t = g->trainer;
    struct provenance *origin = &t->trained->learnt.origin;
    if (g->moves < OPENING)
        *point = random_candidate(&g->board, g->to_move, &origin->rng);
    else if (!t->opponent || g->to_move == g->agent)
        *point = agent_move(g);
    else
        return opponent_move(t->opponent, &g->board, g->to_move, t->trained->random_share,
                             &origin->rng, point, why);
    return t->opponent ? opponent_observe(t->opponent, *point, g->to_move, why) : STATUS_OK;
}

/* Captures by the random moves of the opening were not chosen by the players, so they bring no
 * reward. */
static void follow(struct liberty_game *g, int point) {
    const enum color color = g->to_move;
    board_play(&g->board, point, color);
    if (g->moves >= OPENING && point != PASS) {
        const double reward = color_sign(color) * capture_reward(&g->board, g->board.last_captured);
        g->captured += reward;
        g->uncounted += reward;
    }
    g->moves++;
    g->passes = point == PASS ? g->passes + 1 : 0;
    g->to_move = color_other(color);
    if (g->moves > OPENING) note_afterstate(g, color);
}

/* --- learning --- */

static const float *state_at(const struct classic_trainer *t, int step) {
    return t->states + (size_t)(step - 1) * (size_t)t->inputs;
}

/* The errors of all states, Black's view; RESULT is the reward after the last one. With TD(mu)
 * states of both sides alternate, so those of the same side are two plies apart. */
static void find_errors(struct liberty_game *g, double result, double *error) {
    struct classic_trainer *t = g->trainer;
    const struct params *p = &t->trained->learnt.origin.params;
    const int plies = kind_of(g) == TD_MU && !p->mu_between ? 2 : 1;
    double value[TRAJECTORY_STATES];
    for (int s = 1; s <= t->steps.length; s++)
        value[s] =
            color_sign(g->agent) *
            (kind_of(g) == TD_LEAF ? g->leaf_value[s]
                                   : (double)*classic_backprop_see(&t->learner, state_at(t, s), 1));
    if (kind_of(g) == TD_MU) {
        const struct mu_rule rule = {
            .lambda = p->lambda, .plies = plies, .gain = p->mu_gain, .rewarded = p->mu_rewarded};
        returns_mu(&rule, &t->steps, value, result, error);
    } else {
        const struct return_rule rule = {.lambda = p->lambda, .plies = plies};
        returns_lambda(&rule, &t->steps, value, result, error);
    }
    if (p->residual > 0) returns_residual(p->lambda, plies, p->residual, &t->steps, error);
}

/* Two-ply search evaluates only positions in which the agent is to move, and V does not know whose
 * turn it is: what it learnt of the other positions would interfere. */
static bool learns_at(const struct liberty_game *g, int s) {
    const struct classic_trainer *t = g->trainer;
    return kind_of(g) != TD_MU || t->trained->learnt.origin.params.mu_between ||
           trajectory_color(&t->steps, s) != g->agent;
}

static void learn(struct liberty_game *g, double result) {
    struct classic_trainer *t = g->trainer;
    double error[TRAJECTORY_STATES];
    find_errors(g, result, error);
    for (int s = 1; s <= t->steps.length; s++) {
        const float now = (float)(color_sign(g->agent) * error[s]);
        if (!learns_at(g, s)) continue;
        classic_backprop_see(&t->learner, state_at(t, s), 1);
        classic_backprop_note(&t->learner, 1, &now);
        t->statistics.square_error += error[s] * error[s];
        t->statistics.states++;
    }
}

/* Beyond the last state the agent still gets the final score less the captures that were rewarded
 * already, and the rewards since that state. */
enum status play_liberty_game(struct classic_trainer *t, int *result, struct failure *why) {
    const struct provenance *origin = &t->trained->learnt.origin;
    struct liberty_game g = {.trainer = t, .to_move = BLACK};
    int point = PASS;
    const int size = t->trained->learnt.size;
    enum status status = STATUS_OK;
    g.agent = origin->games % 2 ? WHITE : BLACK;
    board_init(&g.board, size);
    trajectory_begin(&t->steps, OPENING % 2 ? WHITE : BLACK);
    t->steps.rewarded = true;
    if (t->opponent) status = opponent_begin(t->opponent, size, origin->params.train_komi, why);
    while (status == STATUS_OK && g.passes < 2 && g.moves < trajectory_move_limit(size)) {
        status = choose(&g, &point, why);
        if (status == STATUS_OK) follow(&g, point);
    }
    if (status != STATUS_OK) return status;
    const double score = (double)board_score_area(&g.board, NULL);
    learn(&g, score / (size * size) - g.captured + g.uncounted);
    t->statistics.moves += (uint64_t)g.moves;
    *result = classic_trainer_result(t, score, g.agent);
    return STATUS_OK;
}
