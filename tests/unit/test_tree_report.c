/* What a tree search reports of its run: candidates, values, the line, ownership. */
#include "guzumi/learner/learner.h"

#include "diagram.h"
#include "tree_fixture.h"

#include <math.h>

static void statistics_add_up(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 7, NULL);
    f.game.half_komi = 1;
    fixture_play(&f, point_at(7, 3, 3));
    fixture_search(&f, NULL, 3000);
    uint64_t visits = 0;
    assert_int_equal(f.found.to_move, WHITE);
    assert_int_equal(f.found.count, 48);
    for (int i = 0; i < f.found.count; i++) {
        const struct search_candidate *c = &f.found.candidates[i];
        visits += c->visits;
        assert_true(c->winrate >= 0 && c->winrate <= 1 && c->error > 0 && c->error < 0.3);
        if (i > 0) assert_true(c->visits <= c[-1].visits);
        if (c->visits == 0) assert_true(fabs(c->score - f.found.score) < 1e-9);
    }
    assert_int_equal(visits, 3000);
    assert_true(f.found.winrate == f.found.candidates[0].winrate);
    assert_true(f.found.candidates[0].error < f.found.candidates[f.found.count - 1].error);
    /* Black's stone in the middle wins 7x7: White is behind. */
    assert_true(f.found.winrate < 0.5 && f.found.score < 0);
    fixture_assign(&f, "tree_choice=value");
    tree_method.statistics(f.search, &f.found);
    float last = INFINITY;
    for (int i = 0; i < f.found.count; i++) {
        const int slot = tree_slot(7, f.found.candidates[i].point);
        const float value = tree_policy_greedy_value(&f.params, fixture_tree(&f), fixture_root(&f),
                                                     slot, (float)f.params.fpu);
        assert_true(value <= last);
        last = value;
    }
    fixture_end(&f);
}

/* The values are those of the candidates, on their points. */
static void values_are_on_the_points(void **state) {
    struct tree_fixture f;
    double values[BOARD_MAX_POINTS];
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_search(&f, NULL, 500);
    const struct search_position position = fixture_position(&f);
    tree_method.values(f.search, &position, values);
    int known = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) known += values[p] >= 0;
    assert_int_equal(known, f.found.count);
    for (int i = 0; i < f.found.count; i++)
        assert_true(fabs(values[f.found.candidates[i].point] - f.found.candidates[i].winrate) <
                    1e-6);
    /* By another komi, or after a pass, nothing is known. */
    struct search_position others[2] = {position, position};
    others[0].half_komi += 2;
    others[1].passes++;
    for (int i = 0; i < 2; i++) {
        tree_method.values(f.search, &others[i], values);
        for (int p = 0; p < point_limit(5); p++) assert_true(values[p] == -1 || values[p] == 0.5);
    }
    fixture_end(&f);
}

/* Before a search every candidate has a value, but not the move that fills an eye. */
static void eyes_have_no_value(void **state) {
    struct tree_fixture f;
    struct board board;
    double values[BOARD_MAX_POINTS];
    (void)state;
    fixture_begin(&f, 5, NULL);
    diagram_read(&board, 5, ". X . . .  X X . . .  . . . . .  . . . O O  . . . O .");
    fixture_set_up(&f, &board, BLACK, 0);
    const struct search_position position = fixture_position(&f);
    const struct bitset candidates = fixture_candidates(&f);
    tree_method.values(f.search, &position, values);
    assert_true(board_is_legal(&board, point_at(5, 0, 4), BLACK));
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        assert_true(values[p] == (p < point_limit(5) && bitset_has(&candidates, p) ? 0.5 : -1));
    fixture_end(&f);
}

/* A setting for the next run does not apply to the present tree: without RAVE that has no room for
 * it. */
static void a_new_schedule_waits_for_its_tree(void **state) {
    struct tree_fixture f;
    double before[BOARD_MAX_POINTS], after[BOARD_MAX_POINTS];
    int line[SEARCH_PV], later[SEARCH_PV];
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_assign(&f, "heuristic=none");
    fixture_assign(&f, "rave=none");
    fixture_search(&f, NULL, 100);
    const struct search_position position = fixture_position(&f);
    tree_method.values(f.search, &position, before);
    const int length = tree_method.pv(f.search, &position, NO_POINT, line);
    fixture_assign(&f, "rave=minimum-mse");
    fixture_assign(&f, "tree_choice=value");
    tree_method.values(f.search, &position, after);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(tree_method.pv(f.search, &position, NO_POINT, later), length);
    assert_memory_equal(line, later, (size_t)length * sizeof line[0]);
    tree_method.statistics(f.search, &f.found);
    fixture_assign(&f, "rave=none");
    const struct search_statistics found = f.found;
    tree_method.statistics(f.search, &f.found);
    for (int i = 0; i < found.count; i++)
        assert_int_equal(f.found.candidates[i].point, found.candidates[i].point);
    fixture_end(&f);
}

/* By the bound: first those with a tenth of the most visits, by their lower bounds, then the rest
 * by their visits. */
static void a_bound_orders_what_is_known_well(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 5, NULL);
    for (int i = 0; i < 6; i++) {
        fixture_search(&f, NULL, 400);
        const uint64_t most = f.found.candidates[0].visits;
        fixture_assign(&f, "tree_choice=bound");
        tree_method.statistics(f.search, &f.found);
        fixture_assign(&f, "tree_choice=visits");
        for (int k = 1; k < f.found.count; k++) {
            const struct search_candidate *a = &f.found.candidates[k - 1], *b = a + 1;
            const bool known = 10 * b->visits >= most && b->visits > 0;
            if (known) assert_true(search_lower_bound(a) >= search_lower_bound(b));
            if (known) assert_true(10 * a->visits >= most);
            if (10 * a->visits < most) assert_true(a->visits >= b->visits);
        }
        fixture_play(&f, f.found.candidates[i % 3].point);
    }
    fixture_end(&f);
}

static void search_by_default(struct tree_fixture *f, const char *tree_policy) {
    fixture_begin(f, 5, NULL);
    fixture_assign(f, "heuristic=none");
    fixture_assign(f, tree_policy);
    fixture_assign(f, "rave=none");
    fixture_assign(f, "exploration=1");
    fixture_assign(f, "tree_choice=auto");
    fixture_search(f, NULL, 300);
}

/* Without a choice of one's own the bound decides under PUCT, and visits elsewhere; a line begins
 * with what is chosen, even where another move has more visits. */
static void the_tree_policy_decides_how_to_choose(void **state) {
    struct tree_fixture f;
    int line[SEARCH_PV];
    (void)state;
    for (int puct = 0; puct < 2; puct++) {
        int others = 0;
        search_by_default(&f, puct ? "tree_policy=puct" : "tree_policy=mogo");
        for (int move = 0; move < 8; move++) {
            const struct search_position position = fixture_position(&f);
            const struct search_statistics found = f.found;
            uint64_t most = 0;
            for (int k = 0; k < found.count; k++)
                if (found.candidates[k].visits > most) most = found.candidates[k].visits;
            if (!puct) assert_int_equal(found.candidates[0].visits, most);
            assert_true(tree_method.pv(f.search, &position, NO_POINT, line) > 0);
            assert_int_equal(line[0], found.candidates[0].point);
            fixture_assign(&f, "tree_choice=bound");
            tree_method.statistics(f.search, &f.found);
            if (puct) assert_int_equal(f.found.candidates[0].point, found.candidates[0].point);
            others += f.found.candidates[0].visits < most;
            fixture_assign(&f, "tree_choice=auto");
            fixture_play(&f, found.candidates[0].point);
            fixture_search(&f, NULL, 300);
        }
        assert_true(others > 0); /* or the choices cannot be told apart */
        fixture_end(&f);
    }
}

/* How far the most visited move leads, by which a search ends early, is counted from the next one,
 * on whichever side of it that is. */
static void the_second_is_the_next_one(void **state) {
    struct tree_fixture f;
    int before = 0, behind = 0;
    (void)state;
    fixture_begin(&f, 5, NULL);
    for (int i = 0; i < 8; i++) {
        uint64_t most = 0, second = 0;
        int first = -1, next = -1;
        fixture_search(&f, NULL, 300);
        struct tree_node *root = fixture_root(&f);
        for (int slot = 0; slot <= point_limit(5); slot++) {
            const uint64_t visits = tree_edge_visits(fixture_tree(&f), root, slot);
            if (visits > most)
                second = most, next = first, most = visits, first = slot;
            else if (visits > second)
                second = visits, next = slot;
        }
        const struct lead lead = tree_find_lead(tree_search_of(f.search), root);
        assert_true(lead.visits == most && lead.second == second);
        before += next < first;
        behind += next > first;
        fixture_play(&f, f.found.candidates[0].point);
    }
    assert_true(before > 0 && behind > 0);
    fixture_end(&f);
}

/* What a person sees when the program has moved: the line and the values go on below its move.
 */
static void the_tree_is_told_below_the_move_too(void **state) {
    struct tree_fixture f;
    int before[SEARCH_PV], after[SEARCH_PV];
    double values[BOARD_MAX_POINTS];
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_search(&f, NULL, 2000);
    struct search_position position = fixture_position(&f);
    const int length = tree_method.pv(f.search, &position, NO_POINT, before);
    assert_in_range(length, 3, SEARCH_PV);
    fixture_play(&f, before[0]);
    position = fixture_position(&f);
    assert_int_equal(tree_method.pv(f.search, &position, NO_POINT, after), length - 1);
    assert_memory_equal(after, before + 1, (size_t)(length - 1) * sizeof *after);
    /* Without local shapes a move that was not searched is even. */
    tree_method.values(f.search, &position, values);
    int searched = 0;
    for (int p = 0; p < point_limit(5); p++) {
        assert_true(values[p] <= 1);
        searched += values[p] >= 0 && values[p] != 0.5;
    }
    assert_in_range(searched, 5, 24);
    assert_true(values[after[0]] >= 0 && values[after[0]] != 0.5);
    assert_true(values[before[0]] < 0);
    /* Another game has no such node. */
    assert_true(game_undo(&f.game, 1));
    fixture_play(&f, 0);
    f.game.half_komi += 2;
    position = fixture_position(&f);
    assert_int_equal(tree_method.pv(f.search, &position, NO_POINT, after), 0);
    assert_int_equal(tree_method.pv(f.search, &position, 12, after), 1);
    assert_int_equal(after[0], 12);
    fixture_end(&f);
}

/* The mean of an action of the root by the statistics, of few simulations nearer to TOWARDS. Where
 * the winner is not clear scores have added nothing. */
static double reported_mean(const struct tree_fixture *f, int slot, double towards) {
    const int slots = fixture_tree(f)->slots;
    const struct tree_prior *prior = &tree_search_of(f->search)->prior[slot];
    const double count = (double)(node_visits(fixture_root(f))[slot] - prior->visits);
    const double wins = (double)(node_wins(fixture_root(f), slots)[slot] - prior->wins);
    return (wins + 4 * towards) / (count + 4);
}

/* PUCT leaves most moves alone. They have no value, and as candidates less than the root's mean.
 * Simulations from before a node was opened count for moves, too. */
/* A line ends where nothing was searched, however few the simulations. */
static void lines_were_searched(void **state) {
    (void)state;
    for (uint64_t simulations = 1; simulations <= 64; simulations *= 2) {
        struct tree_fixture f;
        int line[SEARCH_PV];
        fixture_begin(&f, 5, NULL);
        fixture_search(&f, NULL, simulations);
        const struct search_position position = fixture_position(&f);
        const int length = tree_method.pv(f.search, &position, NO_POINT, line);
        struct tree_node *node = fixture_root(&f);
        assert_true(length > 0);
        for (int i = 0; i < length; i++) {
            assert_non_null(node);
            const int slot = tree_slot(5, line[i]);
            assert_true(tree_edge_visits(fixture_tree(&f), node, slot) > 0);
            node = tree_child(fixture_tree(&f), node, slot);
        }
        fixture_end(&f);
    }
}

static void what_was_hardly_tried_is_told_to_be_worse(void **state) {
    struct weight_store *store;
    struct tree_fixture f;
    struct failure why;
    double values[BOARD_MAX_POINTS];
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    fixture_begin(&f, 9, NULL);
    fixture_assign(&f, "heuristic=network");
    f.search->setting.store = store;
    fixture_search(&f, NULL, 1000);
    fixture_play(&f, f.found.candidates[0].point);
    const struct search_position position = fixture_position(&f);
    const struct tree *tree = fixture_tree(&f);
    struct tree_node *node = tree_child(tree, fixture_root(&f), f.found.candidates[0].point);
    tree_method.values(f.search, &position, values);
    for (int p = 0; p < point_limit(9); p++) {
        const double mean = (double)(node_wins(node, tree->slots)[p] / node_visits(node)[p]);
        const bool looked_at = tree_edge_visits(tree, node, p) > 0;
        assert_true(looked_at ? fabs(values[p] - mean) < 1e-6 : values[p] == -1);
    }
    fixture_search(&f, NULL, 10);
    tree_method.values(f.search, &position, values);
    for (int i = 0; i < f.found.count; i++) {
        const struct search_candidate *c = &f.found.candidates[i];
        if (c->point != PASS) assert_true(values[c->point] == (c->visits > 0 ? c->winrate : -1));
    }
    double count = 1, wins = 0.5;
    int early = 0;
    for (int i = 0; i < f.found.count; i++) {
        const int slot = tree_slot(9, f.found.candidates[i].point);
        const double more = (double)node_visits(fixture_root(&f))[slot] -
                            (double)tree_search_of(f.search)->prior[slot].visits;
        count += more;
        wins += reported_mean(&f, slot, 0) * (more + 4);
        early += more > (double)f.found.candidates[i].visits;
    }
    assert_true(early > 0);
    const int lead = tree_slot(9, f.found.candidates[0].point);
    const double mean = wins / count;
    const double less = reported_mean(&f, lead, mean) - f.found.winrate;
    assert_true(less >= 0);
    for (int i = 1; i < f.found.count; i++) {
        const struct search_candidate *c = &f.found.candidates[i];
        const double mean_of_move = reported_mean(&f, tree_slot(9, c->point),
                                                  mean - (double)tree_fpu_reduction(&f.params, 9));
        assert_true(fabs(c->winrate - (mean_of_move - less)) < 1e-3);
    }
    fixture_end(&f);
    weight_store_free(store);
}

/* The score for White that the network expects after a move at POINT, and in SCORES those that a
 * search of one simulation reports by a playout alone, by the network alone and by both. AGREE gets
 * whether the network's win rate names the same winner. */
static double find_mixed_scores(struct weight_store *store, int point, double scores[3],
                                bool *agree) {
    static const double fractions[] = {0, 1, 0.5};
    double expected = 0;
    for (int i = 0; i < 3; i++) {
        struct tree_fixture f;
        fixture_begin(&f, 9, NULL);
        fixture_assign(&f, "heuristic=network");
        f.params.network_fraction = fractions[i];
        f.search->setting.store = store;
        fixture_play(&f, point);
        fixture_search(&f, NULL, 1);
        scores[i] = f.found.score;
        expected = 0 - (double)fixture_root(&f)->lead;
        *agree = (expected > 0) == (fixture_root(&f)->evaluation < 0.5f);
        fixture_end(&f);
    }
    return expected;
}

/* Scores mix a playout's with the network's, which has seven eighths where it has half of a win
 * rate. Where the two name different winners, the win rate may take the mixed score to 0. */
static void scores_are_mixed(void **state) {
    struct weight_store *store;
    struct failure why;
    int compared = 0;
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    for (int point = 20; point < 40; point++) {
        if (point_column(9, point) == 9) continue;
        double scores[3];
        bool agree;
        const double expected = find_mixed_scores(store, point, scores, &agree);
        if (!agree) continue;
        assert_true(fabs(scores[1] - expected) <= 0.25);
        if (expected * scores[0] <= 0 || fabs(expected - scores[0]) <= 1) continue;
        assert_true(fabs(scores[2] - (scores[0] + 7 * expected) / 8) <= 0.25);
        compared++;
    }
    assert_true(compared > 0);
    weight_store_free(store);
}

/* The mean score after a node, Black's view. */
static double mean_score(const struct tree_node *node) {
    return (double)tree_half_scores(node) / (2.0 * node->visits);
}

/* A third of the way from the mean over all simulations to the mean after the BEST move, Black's
 * view. */
static double score_between(const struct tree_node *root, const struct tree_node *best) {
    const double mean = mean_score(root), n = best->visits;
    return mean + (mean_score(best) - mean) / 3 * n / (n + 16);
}

static struct tree_node *child_by(const struct tree_fixture *f, int point) {
    return tree_child(fixture_tree(f), fixture_root(f), tree_slot(f->game.board.size, point));
}

/* The best move has the position's score; others are as much better or worse as their simulations,
 * few of which count for little. */
static void scores_lie_between_the_means(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 7, NULL);
    fixture_assign(&f, "puct=8");
    f.game.half_komi = -20;
    fixture_search(&f, NULL, 3000);
    const struct search_candidate *first = f.found.candidates;
    const struct tree_node *best = child_by(&f, first->point);
    assert_true(mean_score(best) - mean_score(fixture_root(&f)) > 0.3 && f.found.winrate > 0.6);
    assert_true(fabs(f.found.score - score_between(fixture_root(&f), best)) < 1e-6);
    assert_true(fabs(first->score - f.found.score) < 1e-6);
    for (int i = 1; i < f.found.count; i++) {
        const struct search_candidate *c = &f.found.candidates[i];
        const struct tree_node *child = child_by(&f, c->point);
        const double known = child ? child->visits / (child->visits + 16.0) : 0;
        const double worse = child ? mean_score(best) - mean_score(child) : 0;
        assert_true(fabs(f.found.score - known * worse - c->score) < 1e-6);
    }
    fixture_end(&f);
}

/* Adds POINTS to all scores at NODE, Black's view. */
static void shift_scores(struct tree_node *node, int64_t points) {
    atomic_fetch_add(&node->results, 2 * points * node->visits * TREE_HALF_WINS);
}

/* The win rate that a search finds. */
static double search_with_komi(struct tree_fixture *f, int half_komi) {
    f->game.half_komi = half_komi;
    fixture_search(f, NULL, 1000);
    return f->found.winrate;
}

/* Who wins at least three of five simulations is not behind; who wins a little more than half is
 * behind by a part of the score. */
static void scores_agree_with_win_rates(void **state) {
    (void)state;
    for (int clear = 0; clear < 2; clear++) {
        struct tree_fixture f;
        fixture_begin(&f, 7, NULL);
        if (clear)
            search_with_komi(&f, -20);
        else
            for (int half_komi = -20; half_komi < 28; half_komi++)
                if (search_with_komi(&f, half_komi) < 0.59) break;
        const double winrate = f.found.winrate, part = clear ? 0 : (0.6 - winrate) / 0.1;
        struct tree_node *best = child_by(&f, f.found.candidates[0].point);
        assert_true(clear ? winrate > 0.6 : winrate > 0.51 && winrate < 0.59);
        shift_scores(fixture_root(&f), -40);
        shift_scores(best, -40);
        tree_method.statistics(f.search, &f.found);
        const double score = score_between(fixture_root(&f), best);
        assert_true(f.found.winrate == winrate && score < -10);
        assert_true(fabs(f.found.score - part * score) < 1e-6);
        assert_true(clear == !signbit(f.found.score));
        assert_true(fabs(f.found.candidates[0].score - f.found.score) < 1e-6);
        fixture_end(&f);
    }
}

/* A move's score is its mover's, whoever that is. */
static void scores_are_the_mover_s(void **state) {
    (void)state;
    for (int white = 0; white < 2; white++) {
        struct tree_fixture f;
        fixture_begin(&f, 5, NULL);
        fixture_play(&f, white ? 12 : PASS);
        if (!white) fixture_play(&f, 12);
        f.game.half_komi = white ? 90 : -90; /* the mover's game */
        fixture_search(&f, NULL, 300);
        assert_int_equal(f.found.to_move, white ? WHITE : BLACK);
        assert_true(f.found.candidates[0].visits > 30);
        assert_true(f.found.score > 15 && f.found.candidates[0].score > 15);
        fixture_end(&f);
    }
}

static void a_finished_game_is_a_pass(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_play(&f, 14);
    fixture_play(&f, PASS);
    fixture_play(&f, PASS);
    fixture_search(&f, NULL, 100);
    assert_int_equal(f.found.count, 1);
    assert_int_equal(f.found.candidates[0].point, PASS);
    assert_int_equal(f.found.to_move, WHITE);
    assert_true(f.found.winrate == 0 && f.found.score == -(25 - 7.5));
    fixture_end(&f);
}

static void without_a_candidate_it_passes(void **state) {
    struct tree_fixture f;
    const struct bitset nothing = {{0}};
    int line[SEARCH_PV];
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_play(&f, 14);
    fixture_search(&f, &nothing, 200);
    assert_int_equal(f.found.count, 1);
    assert_int_equal(f.found.candidates[0].point, PASS);
    assert_int_equal(f.found.candidates[0].visits, 200);
    const struct search_position position = fixture_position(&f);
    assert_true(tree_method.pv(f.search, &position, NO_POINT, line) >= 1);
    assert_int_equal(line[0], PASS);
    fixture_end(&f);
}

/* Ownership, if the watch wants it. */
static int looks;
static void look(void *context) {
    struct tree_fixture *f = context;
    tree_method.statistics(f->search, &f->found);
    looks++;
}

static void the_watch_sees_ownership(void **state) {
    struct tree_fixture f;
    struct board board;
    (void)state;
    fixture_begin(&f, 5, NULL);
    diagram_read(&board, 5, ". X . X .  X X X X X  . . . . .  . . . . .  . . . . .");
    game_set_up(&f.game, &board, BLACK);
    const struct search_watch watch = {.notify = look, .context = &f, .ownership = true};
    f.limit.watch = &watch;
    looks = 0;
    fixture_search(&f, NULL, 800);
    assert_int_equal(looks, 49); /* at every read of the clock */
    assert_true(f.found.has_ownership);
    assert_true(f.found.ownership[point_at(5, 1, 4)] == 1);
    f.limit.watch = NULL;
    fixture_search(&f, NULL, 800);
    assert_false(f.found.has_ownership);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_add_up),
        cmocka_unit_test(values_are_on_the_points),
        cmocka_unit_test(eyes_have_no_value),
        cmocka_unit_test(a_bound_orders_what_is_known_well),
        cmocka_unit_test(the_tree_policy_decides_how_to_choose),
        cmocka_unit_test(the_second_is_the_next_one),
        cmocka_unit_test(a_new_schedule_waits_for_its_tree),
        cmocka_unit_test(the_tree_is_told_below_the_move_too),
        cmocka_unit_test(lines_were_searched),
        cmocka_unit_test(what_was_hardly_tried_is_told_to_be_worse),
        cmocka_unit_test(scores_are_mixed),
        cmocka_unit_test(scores_lie_between_the_means),
        cmocka_unit_test(scores_agree_with_win_rates),
        cmocka_unit_test(scores_are_the_mover_s),
        cmocka_unit_test(a_finished_game_is_a_pass),
        cmocka_unit_test(without_a_candidate_it_passes),
        cmocka_unit_test(the_watch_sees_ownership),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
