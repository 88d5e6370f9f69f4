/* How one move is chosen, by a search whose limit is given (genmove.c):
 *
 *     look                  a limited level's glance
 *     find_candidates       what is worth playing, by playouts; where they find everything settled,
 *                           the search is asked up to four questions
 *     ask_with_even_komi    in a decided game, the best move if it were not decided
 *     run                   the search among the candidates
 *     decide, conclude      its choice, or another that is about as good */
#include "engine_state.h"

#include <math.h>

/* A pass needs a win rate higher by this much than the best move: what is left on the board may be
 * worth a point. */
#define CLEARLY_BETTER 0.1

/* The questions about a settled position share the move's time that the playouts of the outlook
 * have left: each must be answered when this fraction of it is over. The last tenth remains for the
 * final search. */
#define FIRST_QUESTION 0.25
#define SECOND_QUESTION 0.5
#define THIRD_QUESTION 0.75
#define LAST_QUESTION 0.9

/* A choice in progress. */
struct choosing {
    struct engine *engine;
    struct search *search;
    const struct effort *effort;
    struct rng *rng;
    struct choice *choice;
    struct level_sight sight;       /* of a limited level */
    bool estimates;                 /* what is settled */
    struct outlook outlook;         /* of the position, where the search is asked */
    int pass_half_score;            /* after the opponent's pass (choice_passing_wins) */
    double asked;                   /* when the questions begin */
    bool may_ask;                   /* the position is open, and the search can be asked more */
    int local;                      /* the best move with an even komi, or NO_POINT */
    uint64_t spent;                 /* of the simulations, before the last search */
    bool forced_pass;               /* bans leave nothing else */
    struct search_statistics found; /* by the last search */
};

/* The limit of a search. With a clock running, a single candidate (not IS_OPEN) takes no time. */
static struct search_limit limit_of(const struct choosing *c, bool is_open) {
    const struct effort *effort = c->effort;
    struct search_limit limit = effort->limit;
    limit.stop = &c->engine->stop;
    if (!effort->searches || (effort->clocked && !is_open)) limit.target = limit.most = limit.begin;
    return limit;
}

static enum status run_with(struct choosing *c, struct search *search,
                            const struct search_position *position, const struct bitset *candidates,
                            const struct search_limit *limit, struct failure *why) {
    const enum status status =
        search->method->run(search, position, candidates, limit, c->rng, why);
    if (status == STATUS_OK) search->method->statistics(search, &c->found);
    return status;
}

static enum status run(struct choosing *c, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct failure *why) {
    return run_with(c, c->search, position, candidates, limit, why);
}

/* --- questions about a settled position --- */

/* What a move must do to its player's score compared with the outlook, as the change in half points
 * that would give a draw. By territory a stone inside one's own area loses a point. */
enum aim { AIM_TO_GAIN = 1, AIM_TO_KEEP = -1, AIM_TO_LOSE_A_POINT = -3 };

/* Asks the search for COLOR's move that reaches AIM, with a komi under which nothing less wins.
 * *MOVE is PASS if no move reaches it, or the search was interrupted too early. The answer is due
 * after FRACTION of the time; simulations are not divided, so that where their number is given the
 * questions get as many each as the choice. */
static enum status ask(struct choosing *c, enum color color, enum aim aim, double fraction,
                       int *move, struct failure *why) {
    const int half_score = c->outlook.half_score;
    struct search_position position = engine_position(c->engine, color);
    const struct bitset candidates = choice_unproved(c->engine, color);
    struct search_limit limit = limit_of(c, true);
    const int over = color_sign(color) * (int)aim;
    position.half_komi += half_score + over;
    position.may_pass = true;
    position.pass_half_score = c->outlook.counted - half_score - over;
    position.passes = 0;
    if (color != c->choice->color) {
        position.own_point = position.last_point;
        position.last_point = PASS;
    }
    limit.target = c->asked + fraction * (limit.target - c->asked);
    limit.most = c->asked + fraction * (limit.most - c->asked);
    *move = PASS;
    const enum status status = run(c, &position, &candidates, &limit, why);
    if (status == STATUS_OK && c->found.simulations > 0 && c->found.winrate >= 0.5)
        *move = c->found.candidates[0].point;
    return status;
}

/* Three questions decide between a move and a pass where playouts find everything settled. An
 * example: area scoring, Black to move, and without the dead stones Black leads by 3.5 (half_score
 * = +7). Each question shifts the komi so that the lead becomes a margin of one half point:
 *
 *     question                  to move   komi shift   outlook's result     if "yes"
 *     1. Can Black gain?        Black     +8           Black loses by 1/2   play that move
 *     2. If Black passes, can   White     +6           White loses by 1/2   go on; "no": pass
 *        White gain?
 *     3. Does a move lose       Black     +6           Black wins by 1/2    play that defence
 *        nothing?
 *
 * So a search that wants to win needs one point more (1, 2), or must not lose one (3): "yes" is a
 * win rate of at least 1/2. By territory a defence in one's own area costs the point of its stone,
 * so a fourth question allows that loss (komi +4); then both the defence and a pass are
 * right, and the search's choice counts.
 *
 * *MOVE gains something over the outlook's score, or loses nothing where a pass would; else PASS.
 * *IS_OPEN: a pass loses something, but so may every move. If interrupted, trust the playouts. */
static enum status ask_what_is_left(struct choosing *c, int *move, bool *is_open,
                                    struct failure *why) {
    const enum color color = c->choice->color;
    int theirs = PASS;
    *is_open = false;
    enum status status = ask(c, color, AIM_TO_GAIN, FIRST_QUESTION, move, why);
    if (status != STATUS_OK || *move != PASS) return status;
    status = ask(c, color_other(color), AIM_TO_GAIN, SECOND_QUESTION, &theirs, why);
    if (status != STATUS_OK || theirs == PASS) return status;
    status = ask(c, color, AIM_TO_KEEP, THIRD_QUESTION, move, why);
    if (status != STATUS_OK || *move != PASS) return status;
    if (c->engine->game.territory) {
        status = ask(c, color, AIM_TO_LOSE_A_POINT, LAST_QUESTION, move, why);
        if (status != STATUS_OK || c->found.winrate >= 0.5) return status;
    }
    *is_open = !atomic_load(&c->engine->stop);
    return STATUS_OK;
}

/* --- what is worth playing --- */

/* A move that captures dead stones or, if stones that the rules would count stay on the board, a
 * move by a search (*ASKED); else PASS. */
static enum status find_cleaning(struct choosing *c, int *move, bool *asked, struct failure *why) {
    const enum color color = c->choice->color;
    const int less = c->outlook.counted - c->outlook.half_score;
    *asked = false;
    *move = choice_cleaning(c->engine, color, &c->outlook, ENDING_AGREE, c->effort->limit.most);
    if (*move != PASS || color_sign(color) * less >= 0) return STATUS_OK;
    const enum status status = ask(c, color, AIM_TO_KEEP, THIRD_QUESTION, move, why);
    *asked = *move != PASS;
    return status;
}

/* Lets the mover at POSITION pass, after which the game may end with HALF_SCORE. */
static void allow_pass(const struct engine *e, int half_score, struct search_position *position) {
    position->may_pass = choice_may_pass(e, position->to_move);
    position->pass_half_score = half_score;
}

/* The same where nothing but the pass is left. */
static void allow_only_pass(const struct engine *e, struct search_position *position) {
    const bool stands = position->passes == 0 && !e->game.territory;
    allow_pass(e, stands ? game_half_score(&e->game) : choice_pass_score(e, position->to_move),
               position);
}

/* Whether SEARCH decides when to pass, rather than a rule. */
static bool asks_when_to_pass(const struct engine *e, const struct search *search) {
    return e->params.pass_when == PASS_WHEN_SETTLED && search->method->values_passes &&
           !level_is_limited(&e->params); /* too few simulations to answer that */
}

/* Whether bans leave COLOR nothing but the pass, which then needs no reason. */
static bool only_the_pass_is_left(const struct engine *e, enum color color) {
    if (search_bans_depth(&e->bans) == 0 || !choice_may_pass(e, color)) return false;
    const struct bitset all = game_candidates(&e->game, color), left = choice_legal(e, color);
    const int words = e->game.board.words;
    return bitset_is_empty(&left, words) && !bitset_is_empty(&all, words);
}

/* Whether the game's own search, if it values passes, finds a position open whose OUTLOOK is given.
 * If so, POSITION allows the pass. */
static bool is_open_by(const struct engine *e, const struct outlook *outlook,
                       struct search_position *position) {
    if (!outlook->is_open || !asks_when_to_pass(e, e->search)) return false;
    /* After the opponent's pass, the mover's ends the game: the score has to be a careful one. */
    allow_pass(e,
               position->passes > 0 ? choice_pass_score(e, position->to_move)
                                    : outlook->pass_half_score,
               position);
    return true;
}

/* The same where bans leave the mover at POSITION nothing but the pass. */
static bool is_only_pass(const struct engine *e, struct search_position *position,
                         struct bitset *candidates) {
    if (!asks_when_to_pass(e, e->search) || !only_the_pass_is_left(e, position->to_move))
        return false;
    *candidates = (struct bitset){{0}};
    allow_only_pass(e, position);
    return true;
}

bool choice_is_open(const struct engine *e, struct search_position *position,
                    struct bitset *candidates) {
    if (!asks_when_to_pass(e, e->search)) return false;
    if (is_only_pass(e, position, candidates)) return true;
    const struct outlook outlook = choice_outlook(e, position->to_move);
    *candidates = outlook.candidates;
    return is_open_by(e, &outlook, position);
}

/* Simulations of the question whether the opponent gains after a pass, at most, and the megabytes
 * of its tree. */
enum { DOUBT_SIMULATIONS = 400, DOUBT_MEGABYTES = 16 };

/* Whether the opponent gains something after a pass where the OUTLOOK is settled, by a search of
 * SIMULATIONS. If so, *IS_OPEN, and POSITION allows the pass. */
static enum status doubt_pass(struct engine *e, uint64_t simulations, const struct outlook *outlook,
                              struct search_position *position, bool *is_open,
                              struct failure *why) {
    struct params params = e->params;
    struct search *search;
    struct rng rng;
    int theirs = PASS;
    if (!asks_when_to_pass(e, e->search)) return STATUS_OK;
    if (simulations == 0 || simulations > DOUBT_SIMULATIONS) simulations = DOUBT_SIMULATIONS;
    params.threads = 1;
    params.tree_megabytes = DOUBT_MEGABYTES;
    rng_seed(&rng, (uint64_t)params.seed, position->board->hash);
    const struct effort effort = {
        .limit = {.simulations = simulations, .target = INFINITY, .most = INFINITY},
        .searches = true};
    struct choice choice = {.color = position->to_move};
    struct choosing c = {
        .engine = e, .effort = &effort, .rng = &rng, .choice = &choice, .outlook = *outlook};
    enum status status = engine_search_apart(e, &params, &search, why);
    c.search = search;
    if (status == STATUS_OK)
        status = ask(&c, color_other(position->to_move), AIM_TO_GAIN, 1, &theirs, why);
    search_free(search);
    *is_open = status == STATUS_OK && theirs != PASS;
    if (*is_open) allow_pass(e, outlook->pass_half_score, position);
    return status;
}

enum status choice_find_to_show(struct engine *e, uint64_t simulations,
                                struct search_position *position, struct bitset *candidates,
                                bool *settled, struct failure *why) {
    const enum color color = position->to_move;
    *settled = false;
    if (is_only_pass(e, position, candidates)) return STATUS_OK;
    if (e->params.pass_when == PASS_WHEN_FILLED) {
        *candidates = choice_legal(e, color);
    } else {
        const struct outlook outlook = choice_outlook(e, color);
        bool is_open = is_open_by(e, &outlook, position);
        if (!is_open) {
            const enum status status =
                doubt_pass(e, simulations, &outlook, position, &is_open, why);
            if (status != STATUS_OK) return status;
        }
        *candidates = is_open ? outlook.candidates
                              : choice_worthwhile(e, color, &outlook, ENDING_AGREE, INFINITY);
    }
    *settled = bitset_is_empty(candidates, e->game.board.words);
    if (*settled) *candidates = choice_legal(e, color);
    return STATUS_OK;
}

/* Where playouts find everything settled, the search is asked as well; its move, if any, competes
 * with a pass. */
static enum status candidates_by_asking(struct choosing *c, struct search_position *position,
                                        struct failure *why) {
    struct engine *e = c->engine;
    struct choice *choice = c->choice;
    c->outlook = choice_outlook(e, choice->color);
    bool is_open = c->outlook.is_open;
    int move = PASS;
    allow_pass(e, is_open && position->passes > 0 ? c->pass_half_score : c->outlook.pass_half_score,
               position);
    choice->candidates = c->outlook.candidates;
    c->asked = clock_read(c->effort->limit.clock);
    c->may_ask = is_open;
    if (is_open) return STATUS_OK;
    enum status status = ask_what_is_left(c, &move, &is_open, why);
    if (status != STATUS_OK || is_open) return status;
    if (move == PASS) status = find_cleaning(c, &move, &position->may_pass, why);
    choice->candidates = (struct bitset){{0}};
    if (move != PASS) bitset_add(&choice->candidates, move);
    return status;
}

/* A limited level first looks at the position. If that shows an open game, it does not estimate
 * what is settled. */
static enum status look(struct choosing *c, struct failure *why) {
    struct engine *e = c->engine;
    c->estimates = c->effort->estimates;
    if (!level_is_limited(&e->params)) return STATUS_OK;
    const enum status status = level_look(e, c->search->method, c->choice->color, &c->sight, why);
    c->estimates = c->estimates && !c->sight.is_open;
    return status;
}

/* Finds the candidates, and whether POSITION allows a pass as well. In a hurry, what is settled is
 * estimated only after the opponent's pass. */
static enum status find_candidates(struct choosing *c, struct search_position *position,
                                   struct failure *why) {
    struct engine *e = c->engine;
    struct choice *choice = c->choice;
    const enum ending ending = choice->ending;
    const bool asks = ending == ENDING_AGREE && asks_when_to_pass(e, c->search) && c->estimates &&
                      c->effort->searches;
    choice->candidates = (struct bitset){{0}};
    if (asks && only_the_pass_is_left(e, choice->color)) {
        allow_only_pass(e, position);
        c->forced_pass = true;
        return STATUS_OK;
    }
    if (ending == ENDING_AGREE && choice_passing_wins(e, choice->color, &c->pass_half_score))
        return STATUS_OK;
    if (asks) return candidates_by_asking(c, position, why);
    if (e->params.pass_when == PASS_WHEN_FILLED) {
        choice->candidates = choice_legal(e, choice->color);
    } else if (c->estimates || game_last_point(&e->game) == PASS || ending == ENDING_CLEAN) {
        const struct outlook outlook = choice_outlook(e, choice->color);
        choice->candidates =
            choice_worthwhile(e, choice->color, &outlook, ending, c->effort->limit.most);
    } else {
        choice->candidates = choice_careful(e, choice->color);
    }
    return STATUS_OK;
}

/* --- decided games --- */

/* Above the one and below the other win rate the result is decided. */
#define DECIDED_WON 0.9
#define DECIDED_LOST 0.12

static bool is_decided(double winrate) {
    return winrate > DECIDED_WON || winrate < DECIDED_LOST;
}

/* LIMIT for FRACTION of the simulations, and of the time since the questions began. */
static struct search_limit part_of(const struct choosing *c, double fraction) {
    struct search_limit limit = limit_of(c, true);
    limit.simulations = (uint64_t)ceil(fraction * (double)limit.simulations);
    limit.target = c->asked + fraction * (limit.target - c->asked);
    limit.most = c->asked + fraction * (limit.most - c->asked);
    return limit;
}

/* The part of a move's search that shows whether the result is decided. */
#define FIRST_LOOK 0.25

/* Without an expectation from earlier moves, a part of the search shows one; if nothing is decided,
 * the search is continued later. */
static enum status begin_search(struct choosing *c, const struct search_position *position,
                                struct failure *why) {
    if (choice_is_beginning(c->engine)) return STATUS_OK;
    const struct search_limit limit = part_of(c, FIRST_LOOK);
    const enum status status = run(c, position, &c->choice->candidates, &limit, why);
    c->spent += limit.simulations;
    c->choice->expected =
        (struct expectation){status == STATUS_OK, c->found.winrate, c->found.score};
    return status;
}

/* The megabytes of the tree of an even komi, at most. */
enum { EVEN_MEGABYTES = 64 };

/* By a search of its own: the game's search has another komi, and what it knows serves the last
 * search, the next move and pondering. */
static enum status run_apart(struct choosing *c, const struct search_position *position,
                             const struct search_limit *limit, struct failure *why) {
    struct params params = *c->search->setting.params;
    struct search *search;
    if (params.tree_megabytes > EVEN_MEGABYTES) params.tree_megabytes = EVEN_MEGABYTES;
    enum status status = engine_search_apart(c->engine, &params, &search, why);
    if (status == STATUS_OK)
        status = run_with(c, search, position, &c->choice->candidates, limit, why);
    search_free(search);
    return status;
}

/* When the result is decided, all moves win about as often. A komi that makes the game even shows
 * which move is best:
 *
 *     Black leads by S points       half komi + 2 S         win rates near 1/2 */
static enum status ask_with_even_komi(struct choosing *c, const struct search_position *position,
                                      struct failure *why) {
    const double share = c->engine->params.even_share;
    const struct expectation *expected = &c->choice->expected;
    enum status status = STATUS_OK;
    if (!c->may_ask || share == 0) return status;
    if (!expected->known) status = begin_search(c, position, why);
    if (status != STATUS_OK || !expected->known || !is_decided(expected->winrate)) return status;
    const int lead = color_sign(position->to_move) * (int)lrint(expected->score);
    struct search_position even = *position;
    even.half_komi += 2 * lead;
    even.pass_half_score -= 2 * lead;
    const struct search_limit limit = part_of(c, share);
    status = run_apart(c, &even, &limit, why);
    if (status != STATUS_OK || c->found.simulations == 0) return status;
    c->local = c->found.candidates[0].point;
    c->spent += limit.simulations;
    return status;
}

/* Two win rates count as about the same if they differ by no more than this, or by the standard
 * error of the local move. The limit is wider in a lost game: there is less to lose, and there the
 * tree relies most on the opponent's mistakes. */
#define SAME_WHEN_WON 0.02
#define SAME_WHEN_LOST 0.05

/* The number of the candidate POINT; 0, the choice so far, where there is none. */
static int index_of(const struct search_statistics *found, int point) {
    for (int i = 1; i < found->count; i++)
        if (found->candidates[i].point == point) return i;
    return 0;
}

/* Prefers the move LOCAL where the result is decided and it wins about as often as the best. */
static void prefer_local(struct search_statistics *found, int local) {
    const struct search_candidate *best = &found->candidates[0];
    const double same = found->winrate > 0.5 ? SAME_WHEN_WON : SAME_WHEN_LOST;
    if (local == NO_POINT || local == PASS || !is_decided(found->winrate)) return;
    const int i = index_of(found, local);
    const struct search_candidate *move = &found->candidates[i];
    if (best->winrate - move->winrate <= fmax(same, move->error)) search_choose(found, i);
}

/* Prefers a move to a pass that wins about as often; by TERRITORY, where a needless move costs a
 * point, only a move with the higher score. */
static void prefer_a_move(struct search_statistics *found, bool territory) {
    const struct search_candidate *pass = &found->candidates[0], *move = &found->candidates[1];
    if (found->count < 2 || pass->point != PASS) return;
    if (pass->winrate - move->winrate >= CLEARLY_BETTER) return;
    if (territory && pass->score >= move->score) return;
    search_choose(found, 1);
}

/* The limit of the last search: the simulations that earlier searches have left, but at least one,
 * because 0 means no limit. */
static struct search_limit limit_of_the_rest(const struct choosing *c, bool is_open) {
    struct search_limit limit = limit_of(c, is_open);
    if (limit.simulations > 0)
        limit.simulations = limit.simulations > c->spent ? limit.simulations - c->spent : 1;
    return limit;
}

/* Whether the last search has no simulations, not even of an earlier one: it was interrupted before
 * it began. Then the search with an even komi has the best move, and the expectation stays. */
static bool knows_nothing(const struct choosing *c) {
    return c->local != NO_POINT && search_visits(&c->found) == 0;
}

/* Puts the move that is played first. */
static void decide(struct choosing *c) {
    const struct engine *e = c->engine;
    const uint64_t game = mix64((uint64_t)e->params.seed) ^ mix64(c->choice->game);
    prefer_a_move(&c->found, e->game.territory);
    prefer_local(&c->found, c->local);
    if (knows_nothing(c)) search_choose(&c->found, index_of(&c->found, c->local));
    level_misjudge(&e->params, game ^ e->game.board.hash, &c->found);
}

/* Makes the search's result the choice. The few simulations of a limited level give no reliable win
 * rate, so it takes the network's from its first look. That is on the scale of reported win rates,
 * which are farther from 50 % than means of simulations, so it is converted. */
static void conclude(struct choosing *c, double asked) {
    const struct engine *e = c->engine;
    struct choice *choice = c->choice;
    const bool knows = level_is_limited(&e->params) && c->sight.win_rate >= 0;
    choice->move = c->found.candidates[0].point;
    choice->value = knows ? observer_mean(e, c->sight.win_rate) : c->found.winrate;
    choice->score = c->found.candidates[0].score;
    if (knows_nothing(c)) {
        choice->value = choice->expected.winrate;
        choice->score = choice->expected.score;
    }
    choice->until = fmax(c->found.until, asked);
}

enum status choice_make(struct engine *e, struct search *search, const struct effort *effort,
                        struct rng *rng, struct choice *choice, struct failure *why) {
    struct choosing c = {.engine = e,
                         .search = search,
                         .effort = effort,
                         .rng = rng,
                         .choice = choice,
                         .local = NO_POINT,
                         .found = {.count = 0}};
    struct search_position position = engine_position(e, choice->color);
    enum status status = look(&c, why);
    if (status == STATUS_OK) status = find_candidates(&c, &position, why);
    if (status != STATUS_OK) return status;
    const double asked = fmin(clock_read(effort->limit.clock), effort->limit.most);
    level_think_of_moves(&e->params, &c.sight, &position, &choice->candidates, rng);
    status = choice_keep_to_bans(e, &position, &choice->candidates, why);
    if (status != STATUS_OK) return status;
    const bool is_open =
        position.may_pass || !bitset_is_single(&choice->candidates, e->game.board.words);
    if (is_open) status = ask_with_even_komi(&c, &position, why);
    if (status != STATUS_OK) return status;
    struct search_limit limit = limit_of_the_rest(&c, is_open);
    limit.watch = observer_begin(e, search, false);
    if (c.forced_pass && limit.watch) limit.purpose = SEARCH_TO_SHOW; /* what it is worth */
    status = run(&c, &position, &choice->candidates, &limit, why);
    decide(&c);
    observer_end(e, status == STATUS_OK ? &c.found : NULL);
    if (status != STATUS_OK) return status;
    conclude(&c, asked);
    return STATUS_OK;
}
