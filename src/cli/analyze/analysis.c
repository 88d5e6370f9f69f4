#include "analysis.h"

#include <math.h>
#include <stdlib.h>

/* Which positions are searched, for three moves of which only the second is a mistake:
 *
 *     position 0    the choice for move 1
 *     position 1    how good move 1 was; the choice for move 2
 *     position 1'   after that choice, which move 2 is compared with; then taken back
 *     position 2    how good move 2 was; the choice for move 3
 *     position 3    how good move 3 was
 *
 * A move that is the choice, or that the search before it knows well, needs no position of its
 * choice. Each position is searched once, by the player to move there; a tree keeps what it found
 * when the game goes on. */

/* The walk along the main line: the game at the current node, and the same position in the engine.
 */
struct walk {
    struct sgf *sgf;
    struct engine *engine;
    const struct analysis_request *request;
    struct game game;
    int number;           /* of the last move */
    struct one_off found; /* of the current position */
    bool searched;
    enum color searched_for;
    int done, total; /* positions of the game */
};

/* A move on an occupied point can't be played, so it has no number either. */
bool analysis_has_move(const struct sgf *sgf, int node, const struct game *game, struct move *out) {
    return sgf_move(sgf, node, out) &&
           (out->point == PASS || board_color(&game->board, out->point) == EMPTY);
}

/* Plays through the record without searching, so that every error shows before the long work.
 * *SEARCHES is the number of positions of the game that walk_along will search. */
static enum status try_out(struct analysis *a, const struct analysis_request *r, int *searches,
                           struct failure *why) {
    struct game game;
    struct move move;
    enum color searched_for = EMPTY;
    *searches = 0;
    enum status status = game_init(&game, 9, why);
    if (status != STATUS_OK) return status;
    for (int node = SGF_ROOT; node != SGF_NONE && status == STATUS_OK;
         node = sgf_child(a->sgf, node)) {
        const bool moves = analysis_has_move(a->sgf, node, &game, &move),
                   setup = sgf_has_setup(a->sgf, node);
        const bool wanted = a->move_count + 1 >= r->from && a->move_count < r->to;
        if (node != SGF_ROOT && moves && !setup && wanted) {
            *searches += 1 + (searched_for != (enum color)move.color);
            searched_for = color_other((enum color)move.color);
        } else if (moves || setup) {
            searched_for = EMPTY;
        }
        a->move_count += moves;
        status = sgf_apply(a->sgf, node, &game, why);
    }
    a->size = game.board.size;
    a->handicap = game_handicap(&game);
    a->komi = game_komi(&game);
    game_free(&game);
    return status;
}

/* Searches the engine's position. A tree continues with what it knows; other searches start from
 * the same memory each time. */
static enum status search_now(struct walk *w, enum color color, struct failure *why) {
    const struct analysis_request *request = w->request;
    if (engine_params(w->engine)->search != SEARCH_TREE) engine_forget(w->engine);
    const enum status status = one_off_search_on(w->engine, color, request->stop, &w->found, why);
    if (status != STATUS_OK || !request->stop || !atomic_load(request->stop)) return status;
    return fail(why, STATUS_STOPPED, "stopped");
}

static enum status search_here(struct walk *w, enum color color, struct failure *why) {
    const struct analysis_request *request = w->request;
    if (w->searched && w->searched_for == color) return STATUS_OK;
    const enum status status = search_now(w, color, why);
    if (status != STATUS_OK) return status;
    w->searched = true;
    w->searched_for = color;
    w->done++;
    if (request->progress) request->progress(request->context, w->done, w->total);
    return STATUS_OK;
}

/* Advances to NODE. */
static enum status step(struct walk *w, int node, struct failure *why) {
    struct move move;
    const bool moves = analysis_has_move(w->sgf, node, &w->game, &move),
               setup = sgf_has_setup(w->sgf, node);
    enum status status = sgf_apply(w->sgf, node, &w->game, why);
    if (status != STATUS_OK) return status;
    w->number += moves;
    if (!moves && !setup) return STATUS_OK;
    w->searched = false;
    return setup ? engine_take_game(w->engine, &w->game, why)
                 : engine_accept(w->engine, move.point, (enum color)move.color, ALLOW_ALL, why);
}

static struct analyzed_move *add_move(struct analysis *a) {
    if (a->count == a->capacity) {
        const int capacity = a->capacity ? 2 * a->capacity : 64;
        struct analyzed_move *grown = realloc(a->moves, (size_t)capacity * sizeof *grown);
        if (!grown) return NULL;
        a->moves = grown;
        a->capacity = capacity;
    }
    return &a->moves[a->count];
}

/* What a search says of a position, in the view of the player of the move. */
struct outlook {
    double winrate, score;
};

/* The last search, of a position with the opponent to move. */
static struct outlook opponent_outlook(const struct walk *w) {
    const struct search_statistics *found = &w->found.report.found;
    return (struct outlook){1 - found->winrate, 0 - found->score};
}

/* COLOR's outlook after the engine's choice, by a search of the position after it. */
static enum status search_after_choice(struct walk *w, enum color color, struct outlook *out,
                                       struct failure *why) {
    const int point = w->found.report.found.candidates[0].point;
    enum status status = engine_accept(w->engine, point, color, ALLOW_ALL, why);
    if (status != STATUS_OK) return status;
    status = search_now(w, color_other(color), why);
    *out = opponent_outlook(w);
    w->searched = false;
    engine_undo(w->engine, 1);
    return status;
}

/* A move with this fraction of the choice's visits, and at least so many, is known well. */
#define WELL_KNOWN 0.1
enum { WELL_KNOWN_VISITS = 16 };

/* The candidate POINT if the search before it knows it well and sees no mistake, or NULL. */
static const struct search_candidate *surely_fine(const struct search_statistics *found,
                                                  int point) {
    const struct search_candidate *best = &found->candidates[0];
    for (int i = 0; i < found->count; i++) {
        const struct search_candidate *c = &found->candidates[i];
        if (c->point == point)
            return c->visits >= WELL_KNOWN_VISITS &&
                           (double)c->visits >= WELL_KNOWN * (double)best->visits &&
                           best->winrate - c->winrate < ANALYSIS_MISTAKE / 2
                       ? c
                       : NULL;
    }
    return NULL;
}

static double within_bounds(double winrate) {
    return winrate < 0 ? 0 : winrate > 1 ? 1 : winrate;
}

/* Sets the win rates of a move from three searches in the mover's view: BEFORE, of the position
 * before the move; BEST and AFTER, of the positions after the choice and after the move. Each
 * search favours its side to move by about h. Then BEFORE = true + h and BEST = true - h, so h =
 * (BEFORE - BEST) / 2 corrects what was searched with the opponent to move. For example BEFORE
 * 0.56, BEST 0.50, AFTER 0.41: h = 0.03, and the move lost 0.53 - 0.44. */
static void grade(struct analyzed_move *m, double before, double best, double after) {
    const double half_a_turn = (before - best) / 2;
    m->best = within_bounds(fmax(best, after) + half_a_turn);
    m->after = within_bounds(after + half_a_turn);
}

/* Analyzes the move of NODE and advances to it. */
static enum status analyze_move(struct analysis *a, struct walk *w, int node, struct move move,
                                struct failure *why) {
    const enum color color = (enum color)move.color;
    struct analyzed_move *m = add_move(a);
    if (!m) return out_of_memory(why, "an analysis");
    enum status status = search_here(w, color, why);
    if (status != STATUS_OK) return status;
    *m = (struct analyzed_move){.number = w->number + 1,
                                .node = node,
                                .move = move,
                                .choice = w->found.report.found.candidates[0],
                                .score = w->found.report.found.score,
                                .line_length = w->found.line_length};
    for (int i = 0; i < m->line_length; i++) m->line[i] = w->found.line[i];
    const struct search_statistics *found = &w->found.report.found;
    const struct outlook before = {found->winrate, found->score};
    const struct search_candidate *fine = surely_fine(found, move.point);
    const bool chosen = move.point == m->choice.point;
    struct outlook best = before;
    if (fine) m->points = fmax(m->choice.score - fine->score, 0);
    if (!chosen && !fine) status = search_after_choice(w, color, &best, why);
    if (status == STATUS_OK) status = step(w, node, why);
    if (status == STATUS_OK) status = search_here(w, color_other(color), why);
    if (status != STATUS_OK) return status;
    const struct outlook after = opponent_outlook(w);
    grade(m, before.winrate, chosen ? after.winrate : best.winrate, after.winrate);
    if (!chosen && !fine) m->points = fmax(best.score - after.score, 0);
    m->lead = after.score;
    a->scored |= m->score != 0 || m->lead != 0;
    a->count++;
    return STATUS_OK;
}

static enum status walk_along(struct analysis *a, struct walk *w, struct failure *why) {
    const struct analysis_request *r = w->request;
    struct move move;
    enum status status = sgf_apply(w->sgf, SGF_ROOT, &w->game, why);
    if (status == STATUS_OK) status = engine_take_game(w->engine, &w->game, why);
    w->number = sgf_move(w->sgf, SGF_ROOT, &move);
    for (int node = sgf_child(w->sgf, SGF_ROOT);
         node != SGF_NONE && w->number < r->to && status == STATUS_OK;
         node = sgf_child(w->sgf, node)) {
        /* A node with set-up stones and a move has no position before the move. */
        const bool plain =
            analysis_has_move(w->sgf, node, &w->game, &move) && !sgf_has_setup(w->sgf, node);
        if (plain && w->number + 1 >= r->from)
            status = analyze_move(a, w, node, move, why);
        else
            status = step(w, node, why);
    }
    if (status != STATUS_STOPPED) return status;
    /* The move that was under way may have been played already, but is not in the report. */
    if (a->count == 0) return fail(why, status, "stopped before the first move was analyzed");
    return fail(why, status, "stopped after move %d", a->moves[a->count - 1].number);
}

double analysis_loss(const struct analyzed_move *m) {
    return m->best - m->after;
}

enum verdict analysis_verdict(const struct analyzed_move *m) {
    const double loss = analysis_loss(m);
    return loss >= ANALYSIS_BLUNDER   ? VERDICT_BLUNDER
           : loss >= ANALYSIS_MISTAKE ? VERDICT_MISTAKE
                                      : VERDICT_FINE;
}

double analysis_black(const struct analyzed_move *m) {
    return m->move.color == BLACK ? m->after : 1 - m->after;
}

const struct analyzed_move *analysis_mistake(const struct analysis *a, int rank) {
    int i = 0;
    while (a->moves[i].rank != rank) i++;
    return &a->moves[i];
}

/* The rank of M among all mistakes or, if OWN, among those of its player. */
static int *rank_of(struct analyzed_move *m, bool own) {
    return own ? &m->own_rank : &m->rank;
}

/* Ranks the LIMIT largest mistakes, those of COLOR if OWN; returns their number. */
static int rank_mistakes(struct analysis *a, int limit, bool own, enum color color) {
    for (int rank = 1; rank <= limit; rank++) {
        struct analyzed_move *worst = NULL;
        for (int i = 0; i < a->count; i++) {
            struct analyzed_move *m = &a->moves[i];
            if (*rank_of(m, own) || analysis_verdict(m) == VERDICT_FINE) continue;
            if (own && m->move.color != color) continue;
            if (!worst || analysis_loss(m) > analysis_loss(worst)) worst = m;
        }
        if (!worst) return rank - 1;
        *rank_of(worst, own) = rank;
    }
    return limit;
}

enum status analysis_run(struct analysis *out, struct sgf *sgf, struct engine *engine,
                         const struct analysis_request *request, struct failure *why) {
    struct walk walk = {.sgf = sgf, .engine = engine, .request = request};
    *out = (struct analysis){.sgf = sgf, .max_mistakes = request->max_mistakes};
    enum status status = try_out(out, request, &walk.total, why);
    if (status != STATUS_OK) return status;
    const int last = request->to < out->move_count ? request->to : out->move_count;
    if (out->move_count == 0)
        return fail(why, STATUS_INVALID, "no moves to analyze: the game has none");
    if (request->from > last || request->from > request->to)
        return fail(why, STATUS_INVALID,
                    "no moves to analyze: the game has %d moves; --from is %d, --to %d",
                    out->move_count, request->from, last);
    status = engine_take_rules(engine, sgf, why);
    if (status == STATUS_OK) status = game_init(&walk.game, out->size, why);
    if (status != STATUS_OK) return status;
    status = walk_along(out, &walk, why);
    game_free(&walk.game);
    out->mistakes = rank_mistakes(out, request->max_mistakes, false, EMPTY);
    for (enum color color = BLACK; color <= WHITE; color++)
        out->own_mistakes[color] = rank_mistakes(out, request->max_mistakes, true, color);
    return status;
}

void analysis_free(struct analysis *a) {
    free(a->moves);
    *a = (struct analysis){.sgf = NULL};
}
