/* Which stones are dead, whether anything is left to play for, and what to play when nothing is.
 * Playouts answer the first two. Where they find everything settled, choice.c asks a search as
 * well, about the points that no proof (life.h) gives to a side: a mistake here can cost a won
 * game. */
#include "guzumi/base/clock.h"
#include "guzumi/go/board.h"
#include "guzumi/go/life.h"
#include "guzumi/go/rules.h"
#include "guzumi/playout/ownership.h"
#include "guzumi/playout/tactics.h"

#include "board_kernel.h"
#include "engine_state.h"

#include <stdlib.h>

/* Whether the rules count every stone on the board as alive. */
static bool all_alive(const struct engine *e) {
    return !rules_of(&e->params).agreement;
}

static int for_color(int half_score, enum color color) {
    return color_sign(color) * half_score;
}

/* --- life and death at the end of the game --- */

struct final_status {
    struct bitset dead, seki;
    int half_score; /* dead stones removed, Black's view */
};

/* Black's prisoners in the game minus White's. */
static int prisoners_of(const struct engine *e) {
    return e->game.prisoners[WHITE] - e->game.prisoners[BLACK];
}

/* The half points of BOARD, Black's view, without the DEAD stones; by territory with PRISONERS and
 * without the points that stones in SEKI surround. OWNER as in ownership_score. */
static int score_without(const struct engine *e, const struct board *board, int prisoners,
                         const struct bitset *dead, const struct bitset *seki,
                         uint8_t owner[BOARD_MAX_POINTS]) {
    const int points = e->game.territory ? score_territory(board, dead, seki, owner) + prisoners
                                         : ownership_score(board, dead, owner);
    return 2 * points - game_half_compensation(&e->game);
}

/* What OWNERSHIP, an estimate of BOARD, says of its stones. */
static struct final_status judge(const struct engine *e, const struct board *board, int prisoners,
                                 const struct ownership *ownership,
                                 uint8_t owner[BOARD_MAX_POINTS]) {
    struct final_status out;
    ownership_dead_stones(ownership, board, &out.dead);
    ownership_seki(ownership, board, &out.dead, &out.seki);
    out.half_score = score_without(e, board, prisoners, &out.dead, &out.seki, owner);
    return out;
}

static struct final_status assess(const struct engine *e, const struct board *board, int prisoners,
                                  uint8_t owner[BOARD_MAX_POINTS]) {
    struct ownership ownership;
    ownership_estimate_final(&ownership, board, &e->patterns);
    return judge(e, board, prisoners, &ownership, owner);
}

/* The score if two passes end the game now, in half points, Black's view, at worst for COLOR: the
 * other side has a move left. NOW is what OWNERSHIP says of the stones. */
static int score_at_worst(const struct engine *e, enum color color,
                          const struct ownership *ownership, const struct final_status *now) {
    const struct board *b = &e->game.board;
    if (all_alive(e)) return game_half_score(&e->game);
    struct bitset dead = now->dead;
    ownership_worst_case(ownership, b, color, &dead);
    return score_without(e, b, prisoners_of(e), &dead, &now->seki, NULL);
}

/* The scores if two passes end the game now: as estimated, and at worst for each colour. */
struct end_scores {
    int estimated, feared[2];
};

static struct end_scores scores_at_end(const struct engine *e) {
    const struct board *b = &e->game.board;
    const int counted = game_half_score(&e->game);
    struct end_scores out = {.estimated = counted, .feared = {counted, counted}};
    struct ownership ownership;
    if (all_alive(e)) return out;
    ownership_estimate_final(&ownership, b, &e->patterns);
    const struct final_status now = judge(e, b, prisoners_of(e), &ownership, NULL);
    out.estimated = now.half_score;
    for (int color = 0; color < 2; color++)
        out.feared[color] = score_at_worst(e, (enum color)color, &ownership, &now);
    return out;
}

int choice_pass_score(const struct engine *e, enum color color) {
    return scores_at_end(e).feared[color];
}

int engine_final_score(struct engine *e, uint8_t owner[BOARD_MAX_POINTS]) {
    const struct board *b = &e->game.board;
    if (all_alive(e)) return 2 * board_score_area(b, owner) - game_half_compensation(&e->game);
    return assess(e, b, prisoners_of(e), owner).half_score;
}

void engine_final_status(struct engine *e, struct bitset *dead, struct bitset *seki) {
    struct final_status status = {.half_score = 0};
    if (!all_alive(e)) status = assess(e, &e->game.board, 0, NULL);
    *dead = status.dead;
    *seki = status.seki;
}

/* --- capturing dead stones --- */

/* A dead chain and where it can be filled in: on its liberties, or next to them where a liberty
 * itself can't be played yet. */
struct dead_chain {
    struct bitset moves, approaches;
    int liberties, root;
};

/* A total order, so that every qsort gives the same result. */
static int by_liberties(const void *a, const void *b) {
    const struct dead_chain *x = a, *y = b;
    return x->liberties != y->liberties ? x->liberties - y->liberties : x->root - y->root;
}

/* The opponent's dead chains, fewest liberties first; returns their number. */
static int list_dead_chains(const struct board *b, enum color color, const struct bitset *dead,
                            const struct bitset *candidates,
                            struct dead_chain out[BOARD_MAX_POINTS]) {
    struct bitset stones, chain;
    int count = 0;
    board_stones(b, color_other(color), &stones);
    stones = bitset_common(&stones, dead, b->words);
    BITSET_FOR_EACH(p, stones, b->words) {
        struct dead_chain *next = &out[count];
        next->moves = (struct bitset){{0}};
        if (board_chain(b, p, &chain, &next->moves) != p) continue;
        next->root = p;
        next->liberties = bitset_count(&next->moves, b->words);
        next->approaches = kernel_neighbours(&next->moves, b->size);
        for (int i = 0; i < b->words; i++) {
            next->moves.word[i] &= candidates->word[i];
            next->approaches.word[i] &= candidates->word[i] & ~next->moves.word[i];
        }
        count++;
    }
    qsort(out, (size_t)count, sizeof *out, by_liberties);
    return count;
}

/* Estimates end at DEADLINE, and when the engine is interrupted. */
static bool must_end(const struct engine *e, double deadline) {
    return clock_read(e->clock.by) >= deadline || atomic_load(&e->stop);
}

/* The move of MOVES with the best estimated score after it, which goes into *HALF_SCORE (COLOR's
 * view). Estimates at least one move, and no more after DEADLINE. */
static int best_filling(const struct engine *e, enum color color, const struct bitset *moves,
                        double deadline, int *half_score) {
    const struct board *b = &e->game.board;
    int best = PASS;
    *half_score = 0;
    BITSET_FOR_EACH(p, *moves, b->words) {
        struct board after;
        board_copy(&after, b);
        board_play(&after, p, color);
        const int taken = color_sign(color) * after.last_captured;
        const struct final_status status = assess(e, &after, prisoners_of(e) + taken, NULL);
        const int score = for_color(status.half_score, color);
        if (best == PASS || score > *half_score) {
            best = p;
            *half_score = score;
        }
        if (must_end(e, deadline)) break;
    }
    return best;
}

/* A move that captures dead stones, or fills or approaches their liberties, and leaves COLOR at
 * least LEAST; else, if MUST, the best one found before DEADLINE; else PASS. All liberties come
 * before all approaches: they need fewer moves. */
static int cleaning_move(const struct engine *e, enum color color, const struct bitset *dead,
                         const struct bitset *candidates, int least, bool must, double deadline) {
    struct dead_chain chains[BOARD_MAX_POINTS];
    const int count = list_dead_chains(&e->game.board, color, dead, candidates, chains);
    int best = PASS, best_score = 0;
    for (int i = 0; i < 2 * count; i++) {
        const struct dead_chain *chain = &chains[i % count];
        int score;
        const int move = best_filling(e, color, i < count ? &chain->moves : &chain->approaches,
                                      deadline, &score);
        if (move != PASS && score >= least) return move;
        if (move != PASS && (best == PASS || score > best_score)) {
            best = move;
            best_score = score;
        }
        if (must_end(e, deadline)) break;
    }
    return must ? best : PASS;
}

/* --- what is worth playing --- */

struct bitset choice_legal(const struct engine *e, enum color color) {
    struct bitset out = game_candidates(&e->game, color);
    search_take_banned(&e->bans, color, 0, &out);
    return out;
}

bool choice_may_pass(const struct engine *e, enum color color) {
    return !search_bans_move(&e->bans, color, PASS, 0);
}

enum status choice_keep_to_bans(const struct engine *e, struct search_position *position,
                                struct bitset *candidates, struct failure *why) {
    const enum color color = position->to_move;
    const int words = e->game.board.words;
    if (choice_may_pass(e, color)) return STATUS_OK;
    position->may_pass = false;
    if (bitset_is_empty(candidates, words)) *candidates = choice_legal(e, color);
    if (!bitset_is_empty(candidates, words)) return STATUS_OK;
    /* Only moves that fill eyes are left. */
    *candidates = search_legal_points(position);
    search_take_banned(&e->bans, color, 0, candidates);
    if (!bitset_is_empty(candidates, words)) return STATUS_OK;
    return fail(why, STATUS_INVALID, "every move of %s is excluded", color_name(color));
}

/* |mean ownership| of every point when nothing is left to play for; and when not even a losing side
 * can hope for more: then every playout agrees. */
#define SETTLED_MARGIN 0.9f
#define CERTAIN_MARGIN 1.0f

/* Whether a point of CANDIDATES has |mean ownership| below MARGIN. */
static bool is_open(const struct board *b, const struct bitset *candidates,
                    const struct ownership *ownership, float margin) {
    struct bitset settled, open = *candidates;
    ownership_settled(ownership, margin, b, &settled);
    bitset_subtract(&open, &settled, b->words);
    return !bitset_is_empty(&open, b->words);
}

/* Dame between stones that surely live, not adjacent to any other stones: by territory they are
 * worth nothing, so they don't keep a game open. */
static struct bitset quiet_dame(const struct board *b, const struct ownership *ownership,
                                float margin) {
    struct bitset alive[2] = {{{0}}, {{0}}}, others = {{0}}, stones;
    for (int color = 0; color < 2; color++) {
        board_stones(b, (enum color)color, &stones);
        BITSET_FOR_EACH(p, stones, b->words) {
            const bool lives = (float)color_sign((enum color)color) * ownership->mean[p] >= margin;
            bitset_add(lives ? &alive[color] : &others, p);
        }
    }
    struct bitset out = score_dame(b, alive);
    const struct bitset beside = kernel_neighbours(&others, b->size);
    bitset_subtract(&out, &beside, b->words);
    return out;
}

/* CANDIDATES without bad self-ataris, which both sides avoid in a seki. */
static struct bitset without_self_atari(const struct board *b, enum color color,
                                        const struct bitset *candidates) {
    struct bitset out = *candidates;
    BITSET_FOR_EACH(p, out, b->words) {
        if (tactics_is_bad_self_atari(b, p, color)) bitset_remove(&out, p);
    }
    return out;
}

/* CANDIDATES for a search that can't value a pass, by the parameter avoid_self_atari. */
static struct bitset avoiding(const struct engine *e, enum color color,
                              const struct bitset *candidates) {
    return e->params.avoid_self_atari ? without_self_atari(&e->game.board, color, candidates)
                                      : *candidates;
}

struct bitset choice_careful(const struct engine *e, enum color color) {
    const struct bitset legal = choice_legal(e, color);
    return avoiding(e, color, &legal);
}

struct bitset choice_unproved(const struct engine *e, enum color color) {
    const struct board *b = &e->game.board;
    struct life life;
    struct bitset out = choice_legal(e, color);
    life_find(&life, b);
    for (int c = BLACK; c <= WHITE; c++) bitset_subtract(&out, &life.territory[c], b->words);
    return out;
}

/* Points where either side can play without a bad self-atari, and the point of a ko, which COLOR
 * can take back after a threat. */
static struct bitset playable_by_anyone(const struct board *b, enum color color,
                                        const struct bitset *quiet) {
    struct bitset theirs = {{0}};
    board_candidates(b, color_other(color), &theirs);
    theirs = without_self_atari(b, color_other(color), &theirs);
    bitset_unite(&theirs, quiet, b->words);
    if (b->ko >= 0) bitset_add(&theirs, b->ko);
    return theirs;
}

bool choice_is_beginning(const struct engine *e) {
    const struct board *b = &e->game.board;
    return board_stone_count(b) < b->size;
}

/* After the beginning playouts decide in two steps, because the estimate for the end of the game
 * costs more than ownership alone:
 *
 *     every playable point settled?      no:   open
 *     the mover loses the settled score? no:   settled
 *     every playable point certain?      no:   open: a losing side plays on for any uncertainty
 *                                        yes:  settled */
struct outlook choice_outlook(const struct engine *e, enum color color) {
    const struct board *b = &e->game.board;
    struct outlook out = {.is_open = true,
                          .candidates = choice_unproved(e, color),
                          .pass_half_score = game_half_score(&e->game)};
    const bool can_play = !bitset_is_empty(&out.candidates, b->words);
    if (can_play && choice_is_beginning(e)) return out;
    const struct bitset legal = choice_legal(e, color);
    const struct bitset quiet = without_self_atari(b, color, &legal);
    struct bitset playable = {{0}};
    struct ownership plain, careful;
    if (can_play) playable = playable_by_anyone(b, color, &quiet);
    if (e->game.territory) {
        ownership_estimate(&plain, b, &e->patterns);
        const struct final_status then = judge(e, b, prisoners_of(e), &plain, NULL);
        out.pass_half_score = score_at_worst(e, color, &plain, &then);
        const struct bitset dame = quiet_dame(b, &plain, SETTLED_MARGIN);
        bitset_subtract(&playable, &dame, b->words);
        if (is_open(b, &playable, &plain, SETTLED_MARGIN)) return out;
    } else if (ownership_is_open(&plain, b, &e->patterns, &playable, SETTLED_MARGIN)) {
        return out;
    }
    careful = plain;
    ownership_add_careful(&careful, b, &e->patterns);
    const struct final_status now = judge(e, b, prisoners_of(e), &careful, NULL);
    const bool loses = for_color(now.half_score, color) < 0;
    out.is_open = loses && is_open(b, &playable, &plain, CERTAIN_MARGIN);
    if (!out.is_open || e->game.territory)
        out.pass_half_score = score_at_worst(e, color, &careful, &now);
    out.dead = now.dead;
    out.half_score = now.half_score;
    out.counted = all_alive(e) ? game_half_score(&e->game) : now.half_score;
    return out;
}

/* Whether a ko, which any other move lifts, forbids COLOR to fill in on a dead chain. */
static bool waits_for_ko(const struct engine *e, enum color color, const struct bitset *dead,
                         const struct bitset *candidates) {
    const struct board *b = &e->game.board;
    struct dead_chain chains[BOARD_MAX_POINTS];
    struct bitset barred = {{0}};
    board_candidates(b, color, &barred);
    bitset_subtract(&barred, candidates, b->words);
    if (b->ko >= 0) bitset_add(&barred, b->ko);
    const int count = list_dead_chains(b, color, dead, &barred, chains);
    for (int i = 0; i < count; i++)
        if (!bitset_is_empty(&chains[i].moves, b->words)) return true;
    return false;
}

int choice_cleaning(const struct engine *e, enum color color, const struct outlook *outlook,
                    enum ending ending, double deadline) {
    const struct bitset candidates = choice_legal(e, color);
    /* By agreement they come off the board without a move. */
    if (ending == ENDING_AGREE && !all_alive(e)) return PASS;
    const int least = for_color(outlook->half_score, color) - game_stone_cost(&e->game);
    const bool must = ending == ENDING_CLEAN;
    const int move = cleaning_move(e, color, &outlook->dead, &candidates, least, must, deadline);
    if (move != PASS || !must || !waits_for_ko(e, color, &outlook->dead, &candidates)) return move;
    const struct bitset others = choice_careful(e, color);
    int score;
    return best_filling(e, color, &others, deadline, &score);
}

struct bitset choice_worthwhile(const struct engine *e, enum color color,
                                const struct outlook *outlook, enum ending ending,
                                double deadline) {
    if (outlook->is_open) return avoiding(e, color, &outlook->candidates);
    struct bitset only = {{0}};
    const int move = choice_cleaning(e, color, outlook, ending, deadline);
    if (move != PASS) bitset_add(&only, move);
    return only;
}

/* After the opponent's pass a pass ends the game, so no search is needed if the score is won as it
 * is, and neither side has a worse case to fear. */
bool choice_passing_wins(const struct engine *e, enum color color, int *pass_half_score) {
    if (game_last_point(&e->game) != PASS) return false;
    const struct end_scores scores = scores_at_end(e);
    *pass_half_score = scores.feared[color];
    /* A pass on an empty board is no offer to end the game. */
    if (!all_alive(e) && e->game.board.hash == 0) return false;
    return for_color(scores.estimated, color) > 0 && scores.feared[BLACK] == scores.estimated &&
           scores.feared[WHITE] == scores.estimated;
}
