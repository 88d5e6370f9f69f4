/* Ekker's training games against a literal transcription of the paper: which positions each rule
 * learns from, the rewards between them, and the sums of equations 1 to 9, state by state. */
#include "classic_trainer.h"
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/opponent.h"

#include "learnt.h"
#include "reference_td.h"
#include "trained.h"

#include <math.h>
#include <stdlib.h>

enum { OPENING = 2, STATES = 3 * 25 + 2 };

/* The states of a game as the agent sees it, from 0, and in LAST the end. */
struct states {
    struct board board[STATES];
    double v[STATES], r[STATES];
    bool agent_played[STATES]; /* the move that led to it */
    int last;
    double captured; /* by the agent less what it lost, since the opening */
    double waiting;  /* that since the last state */
};

/* One that learns beside the trainer. */
struct plain {
    struct trained_classic *network;
    struct opponent *opponent;
    struct classic_backprop learner;
    struct liberty_value value;
    struct states states;
};

static void add(struct plain *p, const struct board *board, bool agent_played) {
    struct states *s = &p->states;
    assert_true(s->last < STATES - 1);
    board_copy(&s->board[s->last], board);
    s->r[s->last] = s->waiting;
    s->agent_played[s->last] = agent_played;
    s->waiting = 0;
    s->last++;
}

static double value_of(struct plain *p, const struct board *board, enum color agent) {
    return (double)liberty_value_set(&p->value, board, agent);
}

/* The agent's move; what TD-directed and TD-leaf learn from is noted before it. */
static int agent_move(struct plain *p, const struct board *b, enum color agent) {
    struct provenance *origin = &p->network->learnt.origin;
    struct bitset candidates = {{0}};
    struct liberty_choice choice;
    board_candidates(b, agent, &candidates);
    if (origin->params.td == TD_ONE_PLY)
        liberty_choose(1, &p->value, b, agent, &candidates, NULL, &choice);
    else
        liberty_choose(2, &p->value, b, agent, &candidates, NULL, &choice);
    if (origin->params.td == TD_DIRECTED) add(p, b, false);
    if (origin->params.td == TD_LEAF) {
        add(p, &choice.leaf, false);
        p->states.v[p->states.last - 1] = choice.value;
    }
    if (rng_bernoulli(&origin->rng, origin->params.epsilon))
        return random_candidate(b, agent, &origin->rng);
    return choice.point;
}

static int other_move(struct plain *p, const struct board *b, enum color color) {
    struct provenance *origin = &p->network->learnt.origin;
    struct failure why;
    int point;
    assert_int_equal(
        opponent_move(p->opponent, b, color, p->network->random_share, &origin->rng, &point, &why),
        STATUS_OK);
    return point;
}

/* Plays a game and notes its states and rewards; the last value is what came after them. */
static void play_game(struct plain *p) {
    struct provenance *origin = &p->network->learnt.origin;
    struct states *s = &p->states;
    const enum color agent = origin->games % 2 ? WHITE : BLACK;
    const int td = (int)origin->params.td,
              points = p->network->learnt.size * p->network->learnt.size;
    enum color color = BLACK;
    struct board board;
    s->last = 0;
    s->captured = s->waiting = 0;
    board_init(&board, p->network->learnt.size);
    for (int moves = 0, passes = 0; passes < 2 && moves < 3 * points; moves++) {
        const int point = moves < OPENING  ? random_candidate(&board, color, &origin->rng)
                          : color == agent ? agent_move(p, &board, agent)
                                           : other_move(p, &board, color);
        board_play(&board, point, color);
        passes = point == PASS ? passes + 1 : 0;
        if (moves >= OPENING) {
            const double taken = (point == PASS ? 0.0 : board.last_captured) / points;
            s->captured += color == agent ? taken : -taken;
            s->waiting += color == agent ? taken : -taken;
            const bool after = td == TD_MU || (td == TD_ONE_PLY && color == agent);
            if (after && passes < 2) add(p, &board, color == agent);
        }
        color = color_other(color);
    }
    const double score = (agent == BLACK ? 1 : -1) * board_score_area(&board, NULL);
    s->v[s->last] = score / points - s->captured + s->waiting;
    s->r[s->last] = 0;
    s->agent_played[s->last] = s->last > 0 && !s->agent_played[s->last - 1];
    for (int t = 0; t < s->last && td != TD_LEAF; t++) s->v[t] = value_of(p, &s->board[t], agent);
}

/* The residual algorithm's share of the errors before state K, of states PLIES apart. */
static double earlier_errors(const double *error, double lambda, int plies, int k) {
    double sum = 0;
    for (int n = 1; k - n * plies >= 0; n++) sum += pow(lambda, n - 1) * error[k - n * plies];
    return (1 - lambda) * sum;
}

static void learn(struct plain *p, enum color agent) {
    const struct params *params = &p->network->learnt.origin.params;
    const struct states *s = &p->states;
    const struct reference_episode game = {s->last, s->v, s->r, s->agent_played};
    const bool own_turns = params->td == TD_MU && !params->mu_between;
    const int plies = own_turns ? 2 : 1;
    double error[STATES];
    for (int t = 0; t < s->last; t++)
        error[t] = params->td == TD_MU
                       ? reference_mu_error(&game, params->lambda, plies, params->mu_gain,
                                            params->mu_rewarded, t) /
                             params->mu_gain
                       : reference_lambda_error(&game, params->lambda, t);
    for (int t = 0; t < s->last; t++) {
        const float now =
            (float)(error[t] - params->residual * earlier_errors(error, params->lambda, plies, t));
        if (own_turns && s->agent_played[t]) continue;
        float features[LIBERTY_FEATURES_MAX];
        liberty_features(&s->board[t], agent, features);
        classic_backprop_see(&p->learner, features, 1);
        classic_backprop_note(&p->learner, 1, &now);
    }
}

static void play_and_learn(struct plain *p) {
    struct provenance *origin = &p->network->learnt.origin;
    const enum color agent = origin->games % 2 ? WHITE : BLACK;
    play_game(p);
    learn(p, agent);
    origin->games++;
    if (origin->games % (uint64_t)origin->params.batch == 0)
        classic_backprop_update(&p->learner, origin->params.update, provenance_alpha(origin));
}

static void assert_same(const struct trained_classic *a, const struct trained_classic *b) {
    assert_memory_equal(&a->learnt.origin.rng, &b->learnt.origin.rng, sizeof a->learnt.origin.rng);
    for (int i = 0; i < a->network->weight_count; i++)
        assert_true(fabsf(a->network->weights[i] - b->network->weights[i]) < 1e-5F);
}

/* Both learn from games of their own; as long as they learn the same, these are the same games. */
static void learns_as_the_paper_says_on(int size, int last, const char *settings) {
    struct trained_classic *n = make(CLASSIC_LIBERTIES, size, settings);
    struct plain *p = calloc(1, sizeof *p);
    struct failure why;
    assert_non_null(p);
    p->network = make(CLASSIC_LIBERTIES, size, settings);
    assert_int_equal(opponent_new(&p->opponent, OPPONENT_NOVICE, NULL, NULL, &why), STATUS_OK);
    assert_int_equal(classic_backprop_init(&p->learner, p->network->network,
                                           &p->network->learnt.origin.params, &why),
                     STATUS_OK);
    assert_int_equal(liberty_value_init(&p->value, p->network->network, &why), STATUS_OK);
    for (int games = 1; games <= last; games++) {
        train(n, games);
        play_and_learn(p);
        assert_same(n, p->network);
    }
    liberty_value_free(&p->value);
    classic_backprop_free(&p->learner);
    opponent_free(p->opponent);
    trained_classic_release(p->network);
    trained_classic_release(n);
    free(p);
}

static void learns_as_the_paper_says(const char *settings) {
    learns_as_the_paper_says_on(5, 8, settings);
}

#define COMMON "opponent=novice hidden_units=12 train_komi=0 alpha=0.05 "

static void td_mu(void **state) {
    (void)state;
    learns_as_the_paper_says(COMMON "td=mu lambda=0.5 epsilon=0.1");
    learns_as_the_paper_says(COMMON "td=mu lambda=0.5 epsilon=0.1 mu_between=on");
    learns_as_the_paper_says(COMMON
                             "td=mu lambda=0.8 epsilon=0 mu_between=on mu_rewarded=off mu_gain=1");
    learns_as_the_paper_says(COMMON "td=mu lambda=0.5 epsilon=0.1 residual=0.5");
    learns_as_the_paper_says(COMMON "td=mu lambda=0.5 epsilon=0.1 residual=0.5 mu_between=on");
}

static void td_leaf(void **state) {
    (void)state;
    learns_as_the_paper_says(COMMON "td=leaf lambda=0.5 epsilon=0.1");
    learns_as_the_paper_says(COMMON "td=leaf lambda=0 epsilon=0 opponent_random=0.3");
}

static void td_directed(void **state) {
    (void)state;
    learns_as_the_paper_says(COMMON "td=directed lambda=0.5 epsilon=0.1");
    learns_as_the_paper_says(COMMON "td=directed lambda=0.9 epsilon=0 residual=0.8");
}

static void one_ply(void **state) {
    (void)state;
    learns_as_the_paper_says(COMMON "td=one-ply lambda=0.5 epsilon=0.1");
}

/* On tiny boards both take each other's stones until the move limit, so that games end with rewards
 * that belong to no state any more. */
static void games_without_end(void **state) {
    (void)state;
    learns_as_the_paper_says_on(2, 40, COMMON "td=mu lambda=0.5 epsilon=0.3");
    learns_as_the_paper_says_on(2, 60, COMMON "td=directed lambda=0.5 epsilon=0.5");
    learns_as_the_paper_says_on(2, 60, COMMON "td=one-ply lambda=0.5 epsilon=0.5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(td_mu),
        cmocka_unit_test(td_leaf),
        cmocka_unit_test(td_directed),
        cmocka_unit_test(one_ply),
        cmocka_unit_test(games_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
