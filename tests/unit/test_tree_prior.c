/* The heuristics of new nodes, each beside what the paper says of it. */
#include "guzumi/learner/learner.h"

#include "diagram.h"
#include "tree_fixture.h"

#include <math.h>
#include <string.h>

struct bench {
    struct params params;
    struct tree tree;
    struct playout_patterns *patterns;
    struct board board;
    enum color to_move;
    int last;
    bool by_territory;
    int half_komi;
    struct bitset candidates;
    struct tree_scratch scratch;
};

static int start(void **state) {
    static struct bench b;
    struct failure why;
    memset(&b, 0, sizeof b);
    b.patterns = make_patterns();
    assert_int_equal(tree_prepare(&b.tree, 5, TREE_OF_RAVE, 1, &why), STATUS_OK);
    *state = &b;
    return 0;
}

static int end(void **state) {
    struct bench *b = *state;
    tree_free(&b->tree);
    free(b->patterns);
    return 0;
}

/* COLOR to move on a diagram whose last move is marked by MARK. */
static void pose(struct bench *b, const char *rows, enum color to_move, int last) {
    diagram_read(&b->board, 5, rows);
    b->to_move = to_move;
    b->last = last;
    memset(&b->candidates, 0, sizeof b->candidates);
    board_candidates(&b->board, to_move, &b->candidates);
}

/* The mover's own last move, wherever. */
enum { OWN_LAST = 7 };

/* Black's results so far, wherever. */
#define BLACK_MEAN 0.3f

/* A heuristic of KIND worth C and C~ simulations; the rest of its settings are 0. */
static struct tree_heuristic worth(struct bench *b, enum heuristic kind, double visits,
                                   double rave) {
    params_default(&b->params);
    b->params.heuristic = kind;
    b->params.heuristic_visits = visits;
    b->params.heuristic_rave = rave;
    b->params.heuristic_policy = b->params.heuristic_power = b->params.heuristic_pessimism = 0;
    b->params.puct_visits = b->params.fpu_reduction = 0;
    return (struct tree_heuristic){
        .params = &b->params, .patterns = b->patterns, .output = VALUE_LOGISTIC};
}

static void find(struct bench *b, const struct tree_heuristic *heuristic,
                 struct tree_node *grandfather) {
    const struct tree_state state = {.board = &b->board,
                                     .to_move = b->to_move,
                                     .last_point = b->last,
                                     .own_point = OWN_LAST,
                                     .by_territory = b->by_territory,
                                     .half_komi = b->half_komi,
                                     .grandfather = grandfather,
                                     .black_mean = BLACK_MEAN};
    memset(b->scratch.prior, 0xff, sizeof b->scratch.prior);
    tree_prior_find(heuristic, &b->tree, &state, &b->candidates, &b->scratch);
}

/* The prior of POINT is M visits with this value for Q, M~ for RAVE. */
static void expect(const struct bench *b, int point, double visits, double rave, double value) {
    const struct tree_prior *prior = &b->scratch.prior[tree_slot(5, point)];
    assert_true(prior->visits == (float)visits && prior->rave_visits == (float)rave);
    assert_true(fabs((double)prior->wins - visits * value) < 1e-4);
    assert_true(fabs((double)prior->rave_wins - rave * value) < 1e-4);
}

static const char fight[] = ". . . . .  . X O . .  . X O X .  . O X . .  . . . . .";

static void none_and_even(void **state) {
    struct bench *b = *state;
    struct tree_heuristic heuristic = worth(b, HEURISTIC_NONE, 7, 50);
    pose(b, fight, BLACK, NO_POINT);
    find(b, &heuristic, NULL);
    BITSET_FOR_EACH(p, b->candidates, b->board.words) expect(b, p, 0, 0, 0);
    expect(b, PASS, 0, 0, 0);
    b->params.heuristic = HEURISTIC_EVEN;
    find(b, &heuristic, NULL);
    BITSET_FOR_EACH(p, b->candidates, b->board.words) expect(b, p, 7, 50, 0.5);
    expect(b, PASS, 7, 50, 0.5);
}

static void the_grandfather_s_values(void **state) {
    struct bench *b = *state;
    const struct tree_heuristic heuristic = worth(b, HEURISTIC_GRANDFATHER, 3, 30);
    pose(b, fight, BLACK, NO_POINT);
    find(b, &heuristic, NULL);
    expect(b, point_at(5, 0, 0), 3, 30, 0.5); /* there is none */
    tree_clear(&b->tree);
    struct tree_node *node = tree_node(&b->tree, tree_take(&b->tree, BLACK, 0));
    const int known = point_at(5, 0, 0), unknown = point_at(5, 1, 0);
    const struct tree_prior prior[TREE_MAX_SLOTS] = {[0] = {.visits = 10, .wins = 8}};
    struct bitset moves = {{0}};
    bitset_add(&moves, known);
    bitset_add(&moves, unknown);
    tree_open(&b->tree, node, &moves, prior);
    find(b, &heuristic, node);
    expect(b, known, 3, 30, 0.8);
    expect(b, unknown, 3, 30, 0.5);
    expect(b, point_at(5, 4, 4), 3, 30, 0.5); /* illegal there */
}

/* The rules, in their order: answer an atari, else a pattern near the last move, else capture. */
static void the_default_policy_s_rules(void **state) {
    struct bench *b = *state;
    const struct tree_heuristic heuristic = worth(b, HEURISTIC_RULES, 4, 0);
    /* White's last move on B3 puts B4 into atari; its way out is B5. */
    pose(b, ". . . . .  O X O . .  . O . . .  . . . . .  X . . . .", BLACK, point_at(5, 1, 2));
    find(b, &heuristic, NULL);
    expect(b, point_at(5, 1, 4), 4, 0, 1);
    expect(b, point_at(5, 4, 4), 4, 0, 0.5);
    expect(b, PASS, 4, 0, 0.5);
    /* The last move was far away: B4 is not the rules' business, but white A1 can be taken. */
    pose(b, ". . . . .  O X O . .  . O . . .  X . . . .  O . . . .", BLACK, NO_POINT);
    find(b, &heuristic, NULL);
    expect(b, point_at(5, 1, 0), 4, 0, 1);
    expect(b, point_at(5, 1, 4), 4, 0, 0.5);
    /* Of several rules the first decides: A1 could be taken, too. */
    pose(b, ". . . . .  O X O . .  . O . . .  X . . . .  O . . . .", BLACK, point_at(5, 1, 2));
    find(b, &heuristic, NULL);
    expect(b, point_at(5, 1, 4), 4, 0, 1);
    expect(b, point_at(5, 1, 0), 4, 0, 0.5);
    /* A stone between two of White's that takes nothing stands in atari. */
    pose(b, ". . . . .  . . . . .  . . . . .  O . . . .  . O . . X", BLACK, NO_POINT);
    BITSET_FOR_EACH(p, b->candidates, b->board.words) {
        struct board after = b->board;
        struct bitset stones, liberties;
        board_play(&after, p, BLACK);
        board_chain(&after, p, &stones, &liberties);
        find(b, &heuristic, NULL);
        expect(b, p, 4, 0, bitset_is_single(&liberties, after.words) ? 0 : 0.5);
    }
}

/* The long-term memory of 5x5, expanded. */
struct expanded {
    struct weight_store *store;
    struct shapes *shapes;
    float *flat;
    struct shape_weights weights;
};

static void expand(struct expanded *u) {
    const struct memory *memory;
    struct failure why;
    assert_int_equal(weight_store_new(&u->store, &why), STATUS_OK);
    assert_int_equal(memory_find(u->store, 5, &memory, &why), STATUS_OK);
    assert_int_equal(shapes_new(&u->shapes, 5, memory->shapes->mask, &why), STATUS_OK);
    u->flat = calloc((size_t)u->shapes->flat_count + 1, sizeof *u->flat);
    memory_expand(memory, u->shapes, false, u->flat);
    u->weights =
        (struct shape_weights){.shapes = u->shapes, .base = u->shapes->flat_base, .table = u->flat};
}

static void fold(struct expanded *u) {
    free(u->flat);
    free(u->shapes);
    weight_store_free(u->store);
}

/* The linear value of a board. */
static double value_of(const struct expanded *u, const struct board *board) {
    struct tracker t;
    tracker_init(&t, &u->weights, board);
    return (double)tracker_value(&t);
}

static double win_rate(double linear, enum color color) {
    const double black = 1 / (1 + exp(-linear));
    return color == BLACK ? black : 1 - black;
}

/* Local shapes: the values of the afterstates, whoever moves. */
static void the_afterstates_values(void **state) {
    struct bench *b = *state;
    struct expanded u;
    expand(&u);
    struct tree_heuristic heuristic = worth(b, HEURISTIC_LOCAL_SHAPE, 2, 20);
    heuristic.shapes = &u.weights;
    for (int color = 0; color < 2; color++) {
        pose(b, fight, (enum color)color, NO_POINT);
        find(b, &heuristic, NULL);
        BITSET_FOR_EACH(p, b->candidates, b->board.words) {
            struct board after = b->board;
            board_play(&after, p, b->to_move);
            expect(b, p, 2, 20, win_rate(value_of(&u, &after), b->to_move));
        }
    }
    fold(&u);
}

/* The level upon which our own heuristics add what a move gains: the results so far, and below them
 * by PESSIMISM times the best move's gain. */
static double level_of(const struct bench *b, const struct expanded *u, double pessimism) {
    double best = -INFINITY;
    const double sign = b->to_move == BLACK ? 1 : -1;
    BITSET_FOR_EACH(p, b->candidates, b->board.words) {
        struct board after = b->board;
        board_play(&after, p, b->to_move);
        best = fmax(best, sign * (value_of(u, &after) - value_of(u, &b->board)));
    }
    return log((double)BLACK_MEAN / (1 - (double)BLACK_MEAN)) - pessimism * sign * best;
}

/* Our own takes from the shapes what a move gains, and the level from the results so far. */
static void gains_upon_the_results_so_far(void **state) {
    struct bench *b = *state;
    struct expanded u;
    expand(&u);
    struct tree_heuristic heuristic = worth(b, HEURISTIC_COMBINED, 20, 0);
    b->params.heuristic_pessimism = 0.7;
    for (int color = 0; color < 2; color++) {
        struct tree_prior even[TREE_MAX_SLOTS];
        pose(b, fight, (enum color)color, NO_POINT);
        heuristic.shapes = NULL;
        find(b, &heuristic, NULL);
        memcpy(even, b->scratch.prior, sizeof even);
        heuristic.shapes = &u.weights;
        find(b, &heuristic, NULL);
        const double level = level_of(b, &u, 0.7);
        BITSET_FOR_EACH(p, b->candidates, b->board.words) {
            struct board after = b->board;
            board_play(&after, p, b->to_move);
            const double gain = value_of(&u, &after) - value_of(&u, &b->board);
            const double won = 20 * (win_rate(level + gain, b->to_move) - 0.5);
            assert_true(b->scratch.prior[p].visits == even[p].visits);
            assert_true(fabs((double)(b->scratch.prior[p].wins - even[p].wins) - won) < 1e-4);
        }
        expect(b, PASS, 25, 0, 20 * win_rate(level, b->to_move) / 25);
    }
    fold(&u);
}

/* Our own: what is seen adds up. */
static void all_advice_adds_up(void **state) {
    struct bench *b = *state;
    const struct tree_heuristic heuristic = worth(b, HEURISTIC_COMBINED, 20, 0);
    pose(b, ". . . . .  . . . . .  . . . . .  X . . . .  O . . . .", BLACK, point_at(5, 0, 0));
    find(b, &heuristic, NULL);
    /* No shapes: 20 even ones. B1 takes A1 beside the last move, and may be a pattern. */
    const bool pattern = playout_is_pattern(b->patterns, &b->board, point_at(5, 1, 0), BLACK);
    const double won = 15 + 15 + (pattern ? 10 : 0), all = 20 + 5 + won;
    expect(b, point_at(5, 1, 0), all, 0, (12.5 + won) / all);
    expect(b, point_at(5, 4, 4), 35, 0, 12.5 / 35); /* the edge, nothing near */
    expect(b, point_at(5, 3, 3), 25, 0, 0.5);       /* nothing at all */
    expect(b, PASS, 25, 0, 10.0 / 25);
    /* A2 would stand in atari beside the edge: lost simulations, where B2 has none. */
    pose(b, ". . . . .  . . . . .  O . . . .  . O . . .  . . . . X", BLACK, NO_POINT);
    find(b, &heuristic, NULL);
    const struct tree_prior *prior = &b->scratch.prior[point_at(5, 0, 1)];
    assert_true(prior->visits >= 35 && prior->wins / prior->visits <= 12.5f / 35);
}

/* A policy with random weights; the caller frees it. */
static struct move_policy *random_policy(void) {
    struct rng rng;
    struct move_policy *policy = malloc(sizeof *policy);
    assert_non_null(policy);
    move_policy_init(policy);
    rng_seed(&rng, 3, 0);
    for (int i = 0; i < MOVE_WEIGHTS; i++) policy->theta[i] = (float)(rng_real(&rng) - 0.5);
    return policy;
}

/* The learnt policy: the likeliest move is worth the most simulations won, others less with the
 * power of how likely they are beside it; the gains that it sees are the mover's. */
static void likely_moves_are_won_simulations(void **state) {
    struct bench *b = *state;
    struct expanded u;
    struct move_policy *policy = random_policy();
    expand(&u);
    struct tree_heuristic heuristic = worth(b, HEURISTIC_LEARNT, 20, 0);
    b->params.heuristic_pessimism = 1.5;
    b->params.heuristic_policy = 30;
    b->params.heuristic_power = 0.7;
    heuristic.moves = policy;
    heuristic.shapes = &u.weights;
    for (int color = 0; color < 2; color++) {
        struct move_action actions[BOARD_MAX_POINTS];
        float gain[BOARD_MAX_POINTS];
        double most = 0, likely[BOARD_MAX_POINTS];
        pose(b, fight, (enum color)color, point_at(5, 2, 2));
        find(b, &heuristic, NULL);
        const double level = level_of(b, &u, 1.5);
        BITSET_FOR_EACH(p, b->candidates, b->board.words) {
            struct board after = b->board;
            board_play(&after, p, b->to_move);
            gain[p] = (float)((value_of(&u, &after) - value_of(&u, &b->board)) *
                              (color == BLACK ? 1 : -1));
        }
        const struct move_situation situation = {
            .to_move = b->to_move, .last = b->last, .own = OWN_LAST, .gain = gain};
        const int count =
            move_policy_actions(policy, &b->board, &situation, &b->candidates, actions);
        for (int i = 0; i < count; i++) {
            likely[i] = exp((double)move_policy_logit(policy, &actions[i]));
            most = fmax(most, likely[i]);
        }
        for (int i = 0; i < count; i++) {
            const double won = 30 * pow(likely[i] / most, 0.7), all = 20 + 5 + won;
            const double shapes =
                level + (color == BLACK ? 1 : -1) * (double)gain[actions[i].point];
            const double mean = win_rate(shapes, b->to_move);
            const struct tree_prior *prior = &b->scratch.prior[actions[i].point];
            assert_true(fabs((double)prior->visits - all) < 1e-2);
            assert_true(fabs((double)prior->wins - (20 * mean + 2.5 + won)) < 1e-2);
        }
        expect(b, PASS, 25, 0, 20 * win_rate(level, b->to_move) / 25);
    }
    fold(&u);
    free(policy);
}

/* A network whose weights are zero but for what it thinks of every position prefers what the linear
 * policy does, and puts its own value in the place of the results' mean. */
static void a_network_evaluates(void **state) {
    struct bench *b = *state;
    struct expanded u;
    struct failure why;
    struct move_policy *policy = random_policy();
    struct network *network;
    expand(&u);
    assert_int_equal(network_new(&network, 16, 1, NETWORK_PLANES, &why), STATUS_OK);
    network->weights[network->layout.value_bias] = -2;
    network_transform(network);
    assert_int_equal(network_workspace_new(&b->scratch.workspace, network, &why), STATUS_OK);
    struct tree_heuristic heuristic = worth(b, HEURISTIC_LEARNT, 20, 0);
    b->params.heuristic_policy = 30;
    b->params.heuristic_power = 0.7;
    heuristic.moves = policy;
    heuristic.shapes = &u.weights;
    for (int color = 0; color < 2; color++) {
        struct tree_prior learnt[TREE_MAX_SLOTS];
        const double black = 1 / (1 + exp(color == BLACK ? 2 : -2));
        pose(b, fight, (enum color)color, point_at(5, 2, 2));
        b->params.heuristic = HEURISTIC_LEARNT;
        heuristic.network = NULL;
        find(b, &heuristic, NULL);
        assert_false(tree_is_evaluated(b->scratch.evaluation));
        memcpy(learnt, b->scratch.prior, sizeof learnt);
        b->params.heuristic = HEURISTIC_NETWORK;
        find(b, &heuristic, NULL);
        assert_false(tree_is_evaluated(b->scratch.evaluation));
        assert_memory_equal(learnt, b->scratch.prior, sizeof learnt); /* there is none yet */
        heuristic.network = network;
        find(b, &heuristic, NULL);
        assert_true(fabs((double)b->scratch.evaluation - black) < 1e-5);
        BITSET_FOR_EACH(p, b->candidates, b->board.words) {
            const double gain = (double)b->scratch.tracker.gain[color][p];
            const double before = win_rate(log(BLACK_MEAN / (1 - BLACK_MEAN)) + gain, b->to_move);
            const double now = win_rate(log(black / (1 - black)) + gain, b->to_move);
            assert_true(fabs((double)(b->scratch.prior[p].visits - learnt[p].visits)) < 1e-3);
            assert_true(fabs((double)(b->scratch.prior[p].wins - learnt[p].wins) -
                             20 * (now - before)) < 1e-2);
        }
    }
    /* A komi that it never saw in training tells it nothing. */
    for (int sign = -1; sign <= 1; sign += 2) {
        b->half_komi = sign * NETWORK_MAX_HALF_KOMI;
        find(b, &heuristic, NULL);
        assert_true(tree_is_evaluated(b->scratch.evaluation));
        b->half_komi += sign;
        find(b, &heuristic, NULL);
        assert_false(tree_is_evaluated(b->scratch.evaluation));
    }
    b->half_komi = 0;
    network_workspace_free(b->scratch.workspace);
    b->scratch.workspace = NULL;
    network_free(network);
    fold(&u);
    free(policy);
}

/* It sees positions as they are, or turned as their stones say. */
static void a_network_sees_boards_turned(void **state) {
    struct bench *b = *state;
    struct failure why;
    struct move_policy *policy = random_policy();
    struct network *network;
    int turned = 0;
    assert_int_equal(network_new(&network, 16, 1, NETWORK_PLANES, &why), STATUS_OK);
    assert_int_equal(network_workspace_new(&b->scratch.workspace, network, &why), STATUS_OK);
    struct tree_heuristic heuristic = worth(b, HEURISTIC_NETWORK, 20, 0);
    heuristic.moves = policy;
    heuristic.network = network;
    POINT_FOR_EACH(last, 5) {
        static const enum network_turned given[] = {NETWORK_TURNED_OFF, NETWORK_TURNED_ON};
        int seen[2];
        pose(b, "..... ..... ..... ..... .....", BLACK, last);
        board_play(&b->board, last, WHITE);
        board_candidates(&b->board, BLACK, &b->candidates);
        for (int i = 0; i < 2; i++) {
            b->params.network_turned = given[i];
            find(b, &heuristic, NULL);
            seen[i] = b->scratch.workspace->symmetry;
        }
        assert_int_equal(seen[0], 0);
        assert_int_equal(seen[1], network_symmetry(&b->board));
        turned += seen[1] != 0;
    }
    assert_true(turned > 5);
    b->params.network_turned = NETWORK_TURNED_AUTO;
    network_workspace_free(b->scratch.workspace);
    b->scratch.workspace = NULL;
    network_free(network);
    free(policy);
}

/* For PUCT the policy becomes priors, and all moves begin with one value below the results'
 * mean; without a policy all are equally likely. */
static void priors_for_puct(void **state) {
    struct bench *b = *state;
    struct failure why;
    struct move_policy *policy = random_policy();
    struct tree_heuristic heuristic = worth(b, HEURISTIC_LEARNT, 4, 0);
    b->params.heuristic_policy = 30;
    b->params.puct_visits = 3;
    b->params.fpu_reduction = 0.1;
    heuristic.moves = policy;
    assert_int_equal(tree_prepare(&b->tree, 5, TREE_OF_PUCT, 1, &why), STATUS_OK);
    int raised = 0; /* to the floor */
    for (int color = 0; color < 2; color++) {
        struct move_action actions[BOARD_MAX_POINTS];
        const struct tree_prior *prior = b->scratch.prior;
        const double mean = color == BLACK ? (double)BLACK_MEAN : 1 - (double)BLACK_MEAN;
        double all = 0, sum = 0;
        pose(b, fight, (enum color)color, point_at(5, 2, 2));
        find(b, &heuristic, NULL);
        const struct move_situation situation = {
            .to_move = b->to_move, .last = b->last, .own = OWN_LAST};
        const int count =
            move_policy_actions(policy, &b->board, &situation, &b->candidates, actions);
        for (int i = 0; i < count; i++) all += exp((double)move_policy_logit(policy, &actions[i]));
        for (int i = 0; i < count; i++) {
            const double likely = exp((double)move_policy_logit(policy, &actions[i]));
            const int p = actions[i].point;
            assert_true(fabs((double)prior[p].probability - likely / all) < 1e-5);
            expect(b, p, 3, 0, mean - 0.1);
            sum += (double)prior[p].probability;
        }
        expect(b, PASS, 3, 0, mean - 0.1);
        assert_true(fabs(sum - 1) < 1e-4 && prior[tree_slot(5, PASS)].probability == 0.002f);
        b->params.puct_floor = 0.03;
        find(b, &heuristic, NULL);
        for (int i = 0; i < count; i++) {
            const double likely = exp((double)move_policy_logit(policy, &actions[i])) / all;
            const double wanted = likely < 0.03 ? 0.03 : likely;
            raised += likely < 0.03;
            assert_true(fabs((double)prior[actions[i].point].probability - wanted) < 1e-5);
        }
        b->params.puct_floor = 0;
        b->by_territory = true;
        find(b, &heuristic, NULL);
        assert_true(prior[tree_slot(5, PASS)].probability == 1 / (float)(count + 1));
        b->by_territory = false;
        b->params.fpu_reduction = 0.8;
        find(b, &heuristic, NULL);
        expect(b, PASS, 3, 0, 0); /* no value is negative */
        b->params.fpu_reduction = 0.1;
    }
    assert_true(raised > 0);
    b->params.heuristic = HEURISTIC_EVEN;
    find(b, &heuristic, NULL);
    const int count = bitset_count(&b->candidates, b->board.words);
    BITSET_FOR_EACH(p, b->candidates, b->board.words) {
        assert_true(b->scratch.prior[p].probability == 1 / (float)(count + 1));
        expect(b, p, 4, 0, 0.5);
    }
    assert_int_equal(tree_prepare(&b->tree, 5, TREE_OF_RAVE, 1, &why), STATUS_OK);
    free(policy);
}

/* On a large board the policy, learnt on 9x9, learns where openings are played: in the corners,
 * then on the third and fourth lines. */
static void openings_of_large_boards(void **state) {
    struct bench *b = *state;
    const struct tree_heuristic heuristic = worth(b, HEURISTIC_LEARNT, 20, 0);
    const int sizes[] = {11, 13};
    for (int i = 0; i < 2; i++) {
        const int size = sizes[i];
        const float known = size == 13 ? 15 : 0, corner_known = size == 13 ? 95 : 0;
        const int corner = point_at(size, 3, 3), fourth = point_at(size, 6, 3);
        const int middle = point_at(size, 6, 6);
        const struct tree_prior *prior = b->scratch.prior;
        struct failure why;
        assert_int_equal(tree_prepare(&b->tree, size, TREE_OF_RAVE, 1, &why), STATUS_OK);
        board_init(&b->board, size);
        b->to_move = WHITE;
        b->last = NO_POINT;
        board_candidates(&b->board, WHITE, &b->candidates);
        find(b, &heuristic, NULL);
        assert_true(prior[corner].visits == 25 + corner_known &&
                    prior[corner].wins == 12.5f + corner_known);
        assert_true(prior[fourth].visits == 25 + known && prior[fourth].wins == 12.5f + known);
        assert_true(prior[middle].visits == 25 + known && prior[middle].wins == 12.5f);
    }
    assert_int_equal(tree_prepare(&b->tree, 5, TREE_OF_RAVE, 1, &(struct failure){{0}}), STATUS_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_and_even),
        cmocka_unit_test(the_grandfather_s_values),
        cmocka_unit_test(the_default_policy_s_rules),
        cmocka_unit_test(the_afterstates_values),
        cmocka_unit_test(gains_upon_the_results_so_far),
        cmocka_unit_test(all_advice_adds_up),
        cmocka_unit_test(likely_moves_are_won_simulations),
        cmocka_unit_test(a_network_evaluates),
        cmocka_unit_test(a_network_sees_boards_turned),
        cmocka_unit_test(priors_for_puct),
        cmocka_unit_test(openings_of_large_boards),
    };
    return cmocka_run_group_tests(tests, start, end);
}
