#include "engine_state.h"

#include <math.h>

/* A pass is chosen before a move only if it wins so much more often: what is left on the board may
 * be worth a point. */
#define CLEARLY_BETTER 0.1

/* The parts of a move's time, of what judging has left of it, after which the questions about a
 * settled position are to be answered. */
#define FIRST_QUESTION 0.25
#define SECOND_QUESTION 0.5
#define THIRD_QUESTION 0.75
#define LAST_QUESTION 0.9

/* A choice that is being made. */
struct choosing {
    struct engine *engine;
    struct search *search;
    const struct effort *effort;
    struct rng *rng;
    struct choice *choice;
    struct outlook outlook;         /* where it asks what is left */
    double judged;                  /* when that was there */
    struct search_statistics found; /* by the last search */
};

/* The limit of a search; IS_OPEN: among more than one candidate. By a clock one takes no time. */
static struct search_limit limit_of(const struct choosing *c, bool is_open) {
    const struct effort *effort = c->effort;
    struct search_limit limit = effort->limit;
    limit.stop = &c->engine->stop;
    if (!effort->searches || (effort->clocked && !is_open)) limit.target = limit.most = limit.begin;
    return limit;
}

static enum status run(struct choosing *c, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct failure *why) {
    const struct search_method *method = c->search->method;
    const enum status status = method->run(c->search, position, candidates, limit, c->rng, why);
    if (status == STATUS_OK) method->statistics(c->search, &c->found);
    return status;
}

/* --- what a settled position still holds --- */

/* What a move is to do to its player's score by the outlook, as the half points more that would
 * draw; by territory a stone inside one's own loses a point. */
enum aim { AIM_TO_GAIN = 1, AIM_TO_KEEP = -1, AIM_TO_LOSE_A_POINT = -3 };

/* Asks the search for COLOR's move that does as AIM says: with a komi by which nothing less wins.
 * *MOVE is PASS when it expects that of none, or was interrupted before it could tell. The answer
 * is due when SHARE of the time is over. */
static enum status ask(struct choosing *c, enum color color, enum aim aim, double share, int *move,
                       struct failure *why) {
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
    limit.target = c->judged + share * (limit.target - c->judged);
    limit.most = c->judged + share * (limit.most - c->judged);
    *move = PASS;
    const enum status status = run(c, &position, &candidates, &limit, why);
    if (status == STATUS_OK && c->found.simulations > 0 && c->found.winrate >= 0.5)
        *move = c->found.candidates[0].point;
    return status;
}

/* *MOVE is the one that gains something over the outlook's score, or loses nothing when a pass
 * would; else PASS. By territory a defence may lose its stone's point, and then what the search
 * likes better of it and the pass is right. *IS_OPEN: a pass loses something, but so may every
 * move. Halted meanwhile, it believes the playouts. */
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

/* A move that takes dead stones off, or a search's when those that the rules count are left; *ASKED
 * tells which; PASS when there is none. */
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

/* Lets the mover at POSITION pass, for the score that this comes to. */
static void allow_pass(const struct engine *e, bool is_open, struct search_position *position) {
    position->may_pass = choice_may_pass(e, position->to_move);
    position->pass_half_score = is_open && position->passes == 0 && !e->game.territory
                                    ? game_half_score(&e->game)
                                    : choice_pass_score(e, position->to_move);
}

/* Whether a choice asks SEARCH, and no rule, when to pass. */
static bool asks_when_to_pass(const struct engine *e, const struct search *search) {
    return e->params.pass_when == PASS_WHEN_SETTLED && search->method->values_passes &&
           !level_is_limited(&e->params); /* its few simulations can't answer that */
}

bool choice_is_open(const struct engine *e, struct search_position *position,
                    struct bitset *candidates) {
    if (!asks_when_to_pass(e, e->search)) return false;
    const struct outlook outlook = choice_outlook(e, position->to_move);
    *candidates = outlook.candidates;
    if (outlook.is_open) allow_pass(e, true, position);
    return outlook.is_open;
}

/* Where all is settled by playouts the search is asked, too; a pass is a candidate beside what it
 * found. */
static enum status candidates_by_asking(struct choosing *c, struct search_position *position,
                                        struct failure *why) {
    struct engine *e = c->engine;
    struct choice *choice = c->choice;
    c->outlook = choice_outlook(e, choice->color);
    bool is_open = c->outlook.is_open;
    int move = PASS;
    allow_pass(e, is_open, position);
    choice->candidates = c->outlook.candidates;
    c->judged = clock_read(c->effort->limit.clock);
    if (is_open) return STATUS_OK;
    enum status status = ask_what_is_left(c, &move, &is_open, why);
    if (status != STATUS_OK || is_open) return status;
    if (move == PASS) status = find_cleaning(c, &move, &position->may_pass, why);
    choice->candidates = (struct bitset){{0}};
    if (move != PASS) bitset_add(&choice->candidates, move);
    return status;
}

/* What is worth playing, and whether POSITION allows a pass beside it. In a hurry only the
 * opponent's pass makes it ask what is settled. */
static enum status find_candidates(struct choosing *c, struct search_position *position,
                                   struct failure *why) {
    struct engine *e = c->engine;
    struct choice *choice = c->choice;
    const enum ending ending = choice->ending;
    const bool can_judge = c->effort->judges;
    const bool asks = ending == ENDING_AGREE && asks_when_to_pass(e, c->search) && can_judge &&
                      c->effort->searches;
    choice->candidates = (struct bitset){{0}};
    if (ending == ENDING_AGREE && choice_passing_wins(e, choice->color)) return STATUS_OK;
    if (asks) return candidates_by_asking(c, position, why);
    if (can_judge || game_last_point(&e->game) == PASS || ending == ENDING_CLEAN ||
        e->params.pass_when == PASS_WHEN_FILLED)
        choice->candidates = choice_worthwhile(e, choice->color, ending, c->effort->limit.most);
    else
        choice->candidates = choice_careful(e, choice->color);
    return STATUS_OK;
}

/* Puts no pass before a move that wins about as often; by TERRITORY, where a needless move costs a
 * point, before none that has the lower score. */
static void prefer_a_move(struct search_statistics *found, bool territory) {
    struct search_candidate *pass = &found->candidates[0], *move = &found->candidates[1];
    if (found->count < 2 || pass->point != PASS) return;
    if (pass->winrate - move->winrate >= CLEARLY_BETTER) return;
    if (territory && pass->score >= move->score) return;
    const struct search_candidate kept = *pass;
    *pass = *move;
    *move = kept;
    found->winrate = found->candidates[0].winrate;
}

enum status choice_make(struct engine *e, struct search *search, const struct effort *effort,
                        struct rng *rng, struct choice *choice, struct failure *why) {
    struct choosing c = {.engine = e,
                         .search = search,
                         .effort = effort,
                         .rng = rng,
                         .choice = choice,
                         .found = {.count = 0}};
    struct search_position position = engine_position(e, choice->color);
    enum status status = find_candidates(&c, &position, why);
    if (status != STATUS_OK) return status;
    const double asked = fmin(clock_read(effort->limit.clock), effort->limit.most);
    level_overlook(&e->params, &choice->candidates, e->game.board.words, rng);
    status = choice_keep_to_bans(e, &position, &choice->candidates, why);
    if (status != STATUS_OK) return status;
    const bool is_open =
        position.may_pass || !bitset_is_single(&choice->candidates, e->game.board.words);
    struct search_limit limit = limit_of(&c, is_open);
    limit.watch = observer_begin(e, search, false);
    status = run(&c, &position, &choice->candidates, &limit, why);
    prefer_a_move(&c.found, e->game.territory);
    observer_end(e, status == STATUS_OK ? &c.found : NULL);
    if (status != STATUS_OK) return status;
    choice->move = c.found.candidates[0].point;
    choice->value = c.found.winrate;
    choice->until = fmax(c.found.until, asked);
    return STATUS_OK;
}
