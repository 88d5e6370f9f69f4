/* Negamax: values are the mover's view, and the value of a move is minus that of the position after
 * it. Values are exact multiples of FUSED_QUANTUM (local_shapes.h), so the smallest window that can
 * tell "better" from "not better" is [a, a + FUSED_QUANTUM]. */
#include "guzumi/search/alpha_beta.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/threads.h"
#include "guzumi/shapes/local_shapes.h"

#include "board_kernel.h"
#include "ranked_moves_kernel.h"
#include "transposition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A position of the current line. */
struct node {
    struct board board;
    struct tracker tracker;
    float value; /* linear, Black's view */
    enum color to_move;
    int passes;      /* in a row that lead here */
    bool after_null; /* a null move leads here */
    int length;
    int16_t pv[ALPHA_BETA_MAX_DEPTH]; /* the principal variation from here */
};

struct alpha_beta_worker {
    struct alpha_beta *search;
    struct node *node; /* owned; ALPHA_BETA_MAX_DEPTH + 1 of them */
    int16_t killer[ALPHA_BETA_MAX_DEPTH + 1][2];
    float history[2][BOARD_MAX_POINTS]; /* cut-offs by colour and point, see note_cut */
    uint64_t nodes, leaves;
    bool stopped;
    struct alpha_beta_result result;
};

struct alpha_beta {
    struct fused fused;
    struct transposition table;
    struct alpha_beta_worker *worker; /* owned; worker_count of them */
    int worker_count;
    bool null_move, reduces;
    /* The current search. */
    const struct search_position *position;
    const struct bitset *candidates;
    const struct search_limit *limit;
    int depth;
    uint64_t nodes;   /* of each thread; 0: no such limit */
    atomic_bool done; /* the first thread has ended */
};

/* The depth of a search without a fixed one. Odd, so that the last move of every iteration is the
 * mover's. */
enum { OPEN_DEPTH = ALPHA_BETA_MAX_DEPTH - 1 };

/* Plies that a null move, or a late move, is searched less deep. Even, so that leaves are after the
 * same side's move as those that they are compared with: the value does not know whose turn it is.
 */
enum { NULL_REDUCTION = 2, LATE_REDUCTION = 2 };
enum { NULL_LEAST_DEPTH = NULL_REDUCTION + 2, LATE_LEAST_DEPTH = LATE_REDUCTION + 2 };

/* Moves of a node before the others are late. Late move reductions bet that the move order is good:
 * a late move that fails low at the smaller depth is not searched at the full one. */
enum { EARLY_MOVES = 5 };

#define INFINITE_VALUE 1e30f

/* --- nodes --- */

/* 1 or -1: turns Black's values into the mover's. */
static ALWAYS_INLINE float sign_of(const struct node *n) {
    return (float)color_sign(n->to_move);
}

/* The value of a game that ends here, the mover's view. */
static float final_value(const struct alpha_beta_worker *w, const struct node *n) {
    const int half_score = 2 * board_score_area(&n->board, NULL) - w->search->position->half_komi;
    const float black = (float)(2 * score_reward(half_score) - 1) * ALPHA_BETA_WIN;
    return sign_of(n) * black;
}

/* The board's hash with the turn, the passes and the ko: they decide what may follow. */
static uint64_t node_hash(const struct node *n) {
    const struct board *b = &n->board;
    uint64_t extra = (uint64_t)n->to_move + 2 * (uint64_t)(n->passes + 1);
    if (b->ko >= 0) extra += 16 * (uint64_t)(b->ko + 1);
    return b->hash ^ mix64(extra);
}

static bool is_past_limit(const struct alpha_beta_worker *w) {
    const struct alpha_beta *s = w->search;
    if (atomic_load_explicit(s->limit->stop, memory_order_relaxed)) return true;
    if (atomic_load_explicit(&s->done, memory_order_relaxed)) return true;
    return clock_read(s->limit->clock) >= s->limit->target;
}

/* Whether the position with HASH has occurred in the game or in the line to PLY. */
static bool is_repetition(const struct alpha_beta_worker *w, int ply, uint64_t hash) {
    if (search_position_repeats(w->search->position, hash)) return true;
    for (int i = 0; i <= ply; i++)
        if (w->node[i].board.hash == hash) return true;
    return false;
}

static void copy_position(struct node *to, const struct node *from) {
    board_copy(&to->board, &from->board);
    tracker_copy(&to->tracker, &from->tracker);
}

/* Makes the next node the position after POINT. Positions are copied, not undone: a copy of board
 * and tracker is one straight block, while undoing would need a record of every change. The gain of
 * the move is known, so its value costs one addition. */
static void descend(struct node *n, int point) {
    struct node *next = n + 1;
    copy_position(next, n);
    next->to_move = color_other(n->to_move);
    next->value = n->value;
    next->after_null = false;
    if (point == PASS) {
        kernel_pass(&next->board);
        next->passes = n->passes + 1;
        return;
    }
    next->passes = 0;
    next->value += n->tracker.gain[n->to_move][point];
    board_play(&next->board, point, n->to_move);
    tracker_play(&next->tracker, point, n->to_move, &next->board.captured,
                 next->board.last_captured, NULL);
}

/* The principal variation of a node is its best move and the variation of the node after it. */
static void keep_pv(struct node *n, int point) {
    const struct node *next = n + 1;
    n->pv[0] = (int16_t)point;
    memcpy(n->pv + 1, next->pv, (size_t)next->length * sizeof n->pv[0]);
    n->length = next->length + 1;
}

/* --- moves --- */

/* The order: the table's move, the killers, then the linear gain plus history. Gains are a few
 * logits, far below the bonuses of the first ones. */
static ALWAYS_INLINE void list_moves(const struct alpha_beta_worker *w, int size, int ply,
                                     int table_move, const struct bitset *candidates,
                                     struct ranked_moves *out) {
    const struct node *n = &w->node[ply];
    const float sign = sign_of(n);
    const float *gain = n->tracker.gain[n->to_move], *history = w->history[n->to_move];
    out->count = 0;
    BITSET_FOR_EACH(p, *candidates, size_words(size)) {
        float score = sign * gain[p] + history[p];
        if (p == w->killer[ply][1]) score += 1e5f;
        if (p == w->killer[ply][0]) score += 2e5f;
        if (p == table_move) score += 4e5f;
        ranked_add(out, p, score);
    }
}

/* Updates killers and history after a cut-off by POINT. The history is in logits, as it is added to
 * gains; depth^2 approximates the size of the subtree that the cut-off saved. */
static void note_cut(struct alpha_beta_worker *w, int ply, int depth, int point) {
    if (point < 0) return;
    if (w->killer[ply][0] != point) {
        w->killer[ply][1] = w->killer[ply][0];
        w->killer[ply][0] = (int16_t)point;
    }
    w->history[w->node[ply].to_move][point] += 0.001f * (float)(depth * depth);
}

/* --- the search --- */

static float negamax(struct alpha_beta_worker *w, int ply, int depth, float alpha, float beta);

/* The best afterstate of a node one ply above the leaves, from the gains, without playing a move:
 * most nodes of the tree are leaves, so this is what a full-width search costs. */
static ALWAYS_INLINE float best_leaf(struct alpha_beta_worker *w, int size, int ply,
                                     const struct bitset *candidates) {
    struct node *n = &w->node[ply];
    const float sign = sign_of(n);
    const float *gain = n->tracker.gain[n->to_move];
    float best = -INFINITE_VALUE;
    int best_point = PASS;
    BITSET_FOR_EACH(p, *candidates, size_words(size)) {
        const float value = sign * gain[p];
        if (value > best) {
            best = value;
            best_point = p;
        }
    }
    w->leaves += (uint64_t)bitset_count(candidates, size_words(size));
    n->pv[0] = (int16_t)best_point;
    n->length = 1;
    return best + sign * n->value;
}

/* Removes captures that would repeat a position. Other moves add a stone, so they repeat nothing
 * unless stones were captured before (see the header). */
static ALWAYS_INLINE void forbid_repetitions(const struct alpha_beta_worker *w, int size, int ply,
                                             struct bitset *candidates) {
    const struct node *n = &w->node[ply];
    struct bitset captures = kernel_captures(&n->board, size, n->to_move);
    for (int i = 0; i < size_words(size); i++) captures.word[i] &= candidates->word[i];
    BITSET_FOR_EACH(p, captures, size_words(size)) {
        if (is_repetition(w, ply, board_hash_after(&n->board, p, n->to_move)))
            bitset_remove(candidates, p);
    }
}

/* Null-move pruning: whether the mover stays above BETA even if it passes. It bets that some move
 * is at least as good as a pass, which fails only in zugzwang, rare in Go before the end. Not tried
 * after another null move, nor after a pass, where passing would end the game. */
static bool null_move_holds(struct alpha_beta_worker *w, int ply, int depth, float beta) {
    struct node *n = &w->node[ply];
    if (depth < NULL_LEAST_DEPTH || n->after_null || n->passes > 0) return false;
    if (sign_of(n) * n->value < beta) return false;
    copy_position(n + 1, n);
    n[1].to_move = color_other(n->to_move);
    n[1].value = n->value;
    n[1].passes = 0;
    n[1].after_null = true;
    kernel_pass(&n[1].board);
    return -negamax(w, ply + 1, depth - 1 - NULL_REDUCTION, -beta, -beta + FUSED_QUANTUM) >= beta;
}

/* The value of a move other than the first, for the mover at PLY. The window above FLOOR is minimal
 * first, since the first move is probably the best (principal variation search); a late move is
 * tried at a reduced depth even before that. Only a move that passes these tests is searched with
 * the full window. */
static float negamax_after(struct alpha_beta_worker *w, int ply, int depth, bool late, float floor,
                           float beta) {
    const float above = -floor - FUSED_QUANTUM;
    float value = INFINITE_VALUE;
    if (late) value = -negamax(w, ply + 1, depth - 1 - LATE_REDUCTION, above, -floor);
    if (value > floor && !w->stopped) value = -negamax(w, ply + 1, depth - 1, above, -floor);
    if (value > floor && value < beta && !w->stopped)
        value = -negamax(w, ply + 1, depth - 1, -beta, -floor);
    return value;
}

/* Whether the table's ENTRY replaces the search of a node. A search with an open window also wants
 * the variation, which the table does not have. */
static bool entry_decides(const struct transposition_entry *entry, int depth, float alpha,
                          float beta) {
    const bool is_open = beta - alpha > FUSED_QUANTUM;
    return entry->depth == depth && ((entry->bound == BOUND_EXACT && !is_open) ||
                                     (entry->bound == BOUND_LOWER && entry->value >= beta) ||
                                     (entry->bound == BOUND_UPPER && entry->value <= alpha));
}

/* Updates the gains of both colours before a node's moves are searched: each child copies the
 * tracker, and the opponent's gains are what it needs. */
static ALWAYS_INLINE void update_gains(struct node *n, int size, const struct bitset *candidates) {
    const enum color other = color_other(n->to_move);
    struct bitset empty = set_load(&n->board, size_words(size), SET_EMPTY);
    const struct bitset captures = kernel_captures(&n->board, size, other);
    bitset_subtract(&empty, &captures, size_words(size));
    tracker_update_gains(&n->tracker, &n->board, other, &empty);
    tracker_update_gains(&n->tracker, &n->board, n->to_move, candidates);
}

/* The value of the node at PLY for its mover, searched DEPTH plies deep; a bound if it is not
 * between ALPHA and BETA. */
static ALWAYS_INLINE float kernel_negamax(struct alpha_beta_worker *w, int size, int ply, int depth,
                                          float alpha, float beta) {
    struct node *n = &w->node[ply];
    const int words = size_words(size);
    n->length = 0;
    if (n->passes >= 2 || depth == 0) {
        w->leaves++;
        return n->passes >= 2 ? final_value(w, n) : sign_of(n) * n->value;
    }
    if (++w->nodes % 256 == 0 && is_past_limit(w)) w->stopped = true;
    if (w->search->nodes && w->nodes > w->search->nodes) w->stopped = true;
    if (w->stopped) return 0; /* no caller uses the value of a search that was stopped */

    struct bitset candidates = {{0}};
    kernel_candidates(&n->board, size, n->to_move, &candidates);
    forbid_repetitions(w, size, ply, &candidates);
    if (ply == 0)
        for (int i = 0; i < words; i++) candidates.word[i] &= w->search->candidates->word[i];
    if (bitset_is_empty(&candidates, words)) {
        descend(n, PASS);
        const float value = -negamax(w, ply + 1, depth - 1, -beta, -alpha);
        keep_pv(n, PASS);
        return value;
    }
    if (depth == 1) { /* never stored in the table, which would hold little else */
        tracker_update_gains(&n->tracker, &n->board, n->to_move, &candidates);
        return best_leaf(w, size, ply, &candidates);
    }

    const uint64_t hash = node_hash(n);
    struct transposition_entry entry = {.move = NO_POINT};
    if (transposition_find(&w->search->table, hash, &entry) && ply > 0 &&
        entry_decides(&entry, depth, alpha, beta))
        return entry.value;
    if (w->search->null_move && beta - alpha <= FUSED_QUANTUM &&
        null_move_holds(w, ply, depth, beta))
        return beta;

    update_gains(n, size, &candidates);
    struct ranked_moves moves;
    list_moves(w, size, ply, entry.move, &candidates, &moves);

    const bool reduces = w->search->reduces && depth >= LATE_LEAST_DEPTH;
    float best = -INFINITE_VALUE, floor = alpha;
    int best_point = NO_POINT;
    for (int i = 0; moves.count > 0; i++) {
        const int point = moves.point[ranked_take(&moves)];
        descend(n, point);
        const float value =
            i == 0 ? -negamax(w, ply + 1, depth - 1, -beta, -floor)
                   : negamax_after(w, ply, depth, reduces && i >= EARLY_MOVES, floor, beta);
        if (w->stopped) return best;
        if (value <= best) continue;
        best = value;
        best_point = point;
        if (value <= floor) continue;
        floor = value;
        keep_pv(n, point);
        if (value >= beta) break;
    }
    if (best >= beta) note_cut(w, ply, depth, best_point);
    /* Fail-soft: BEST may lie outside the window and then bounds the value. At or above BETA the
     * rest of the moves was cut off, so it is a lower bound; at or below ALPHA all moves failed, so
     * it is an upper one. */
    entry = (struct transposition_entry){.value = best,
                                         .move = (int16_t)best_point,
                                         .depth = (uint8_t)depth,
                                         .bound = (uint8_t)(best >= beta   ? BOUND_LOWER
                                                            : best > alpha ? BOUND_EXACT
                                                                           : BOUND_UPPER)};
    transposition_store(&w->search->table, hash, entry);
    return best;
}

#define STAMP_NEGAMAX_SIZE(TARGET, SUFFIX, SIZE)                                                   \
    TARGET static float negamax_##SUFFIX(struct alpha_beta_worker *w, int ply, int depth,          \
                                         float alpha, float beta) {                                \
        return kernel_negamax(w, SIZE, ply, depth, alpha, beta);                                   \
    }
#define STAMP_NEGAMAX(N) STAMP_NEGAMAX_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_NEGAMAX)
STAMP_NEGAMAX_SIZE(, any, w->node[0].board.size)

static float negamax(struct alpha_beta_worker *w, int ply, int depth, float alpha, float beta) {
    float value = 0;
    GO_DISPATCH(w->node[0].board.size, value = negamax, (w, ply, depth, alpha, beta))
    return value;
}

/* The position of the root. The tracker reads the fused table. */
static void start_at(struct alpha_beta_worker *w, const struct search_position *position) {
    const struct shape_weights weights = fused_weights(&w->search->fused);
    struct node *root = &w->node[0];
    board_copy(&root->board, position->board);
    tracker_init(&root->tracker, &weights, position->board);
    root->value = tracker_value(&root->tracker);
    root->to_move = position->to_move;
    root->passes = position->passes;
    root->after_null = false;
}

/* Iterative deepening on one thread, by two plies, so that the same side has the last move. Threads
 * share nothing but the table, in which each finds what the others have searched. */
static void deepen(void *context, int index) {
    struct alpha_beta *s = context;
    struct alpha_beta_worker *w = &s->worker[index];
    struct alpha_beta_result *r = &w->result;
    start_at(w, s->position);
    for (int depth = s->depth % 2 ? 1 : 2; depth <= s->depth; depth += 2) {
        const float value = negamax(w, 0, depth, -INFINITE_VALUE, INFINITE_VALUE);
        const struct node *root = &w->node[0];
        if (root->length > 0) {
            r->length = root->length;
            memcpy(r->pv, root->pv, (size_t)root->length * sizeof r->pv[0]);
            r->value = sign_of(root) * value;
        }
        if (w->stopped) break; /* with the best move so far: the first was the last iteration's */
        r->depth = depth;
        if (fabsf(value) >= ALPHA_BETA_WIN) break; /* the game is decided within this depth */
    }
    if (index == 0) atomic_store(&s->done, true);
}

static void free_workers(struct alpha_beta *s) {
    for (int i = 0; i < s->worker_count; i++) free(s->worker[i].node);
    free(s->worker);
    s->worker = NULL;
    s->worker_count = 0;
}

enum status alpha_beta_new(struct alpha_beta **out, struct failure *why) {
    *out = calloc(1, sizeof **out);
    if (!*out) return out_of_memory(why, "the alpha-beta search");
    atomic_init(&(*out)->done, false);
    return STATUS_OK;
}

void alpha_beta_free(struct alpha_beta *s) {
    if (!s) return;
    fused_free(&s->fused);
    transposition_free(&s->table);
    free_workers(s);
    free(s);
}

/* Workers stay from search to search: their positions are large, and a move a second would allocate
 * and free them all the time. */
static enum status make_workers(struct alpha_beta *s, int count, struct failure *why) {
    if (s->worker_count == count) return STATUS_OK;
    free_workers(s);
    s->worker = calloc((size_t)count, sizeof *s->worker);
    if (!s->worker) return out_of_memory(why, "the alpha-beta search");
    s->worker_count = count;
    for (int i = 0; i < count; i++) {
        s->worker[i].search = s;
        s->worker[i].node = calloc(ALPHA_BETA_MAX_DEPTH + 1, sizeof *s->worker[i].node);
        if (s->worker[i].node) continue;
        free_workers(s);
        return out_of_memory(why, "the alpha-beta search");
    }
    return STATUS_OK;
}

enum status alpha_beta_prepare(struct alpha_beta *s, const struct params *params,
                               const struct evaluator *evaluator, struct failure *why) {
    const struct shape_weights *weights =
        evaluator->method->shapes ? evaluator->method->shapes(evaluator) : NULL;
    if (!weights)
        return fail(why, STATUS_INVALID, "alpha-beta needs local shapes; the evaluator is %s",
                    evaluator->method->name);
    const int size = weights->shapes->size;
    enum status status = make_workers(s, (int)params->threads, why);
    if (status == STATUS_OK)
        status = transposition_resize(&s->table, (int)params->hash_megabytes, why);
    if (status == STATUS_OK && (!s->fused.shapes || s->fused.shapes->size != size)) {
        fused_free(&s->fused);
        status = fused_init(&s->fused, size, false, why);
    }
    if (status != STATUS_OK) return status;
    fused_fill(&s->fused, weights);
    transposition_renew(&s->table);
    s->null_move = params->null_move && params->depth == 0;
    s->reduces = params->late_move_reductions && params->depth == 0;
    return STATUS_OK;
}

/* Killers and history belong to one search; alpha_beta_prepare has renewed the table. If the time
 * does not suffice for one iteration, the first candidate is better than no move. */
void alpha_beta_run(struct alpha_beta *s, const struct search_position *position,
                    const struct bitset *candidates, int depth, const struct search_limit *limit,
                    struct alpha_beta_result *result) {
    s->position = position;
    s->candidates = candidates;
    s->limit = limit;
    s->depth = depth > 0 ? depth : OPEN_DEPTH;
    s->nodes = depth > 0 ? 0 : limit->simulations * ALPHA_BETA_NODES_A_SIMULATION;
    atomic_store(&s->done, false);
    for (int i = 0; i < s->worker_count; i++) {
        struct alpha_beta_worker *w = &s->worker[i];
        for (int ply = 0; ply <= ALPHA_BETA_MAX_DEPTH; ply++)
            w->killer[ply][0] = w->killer[ply][1] = NO_POINT;
        memset(w->history, 0, sizeof w->history);
        w->nodes = w->leaves = 0;
        w->stopped = false;
        memset(&w->result, 0, sizeof w->result);
    }
    threads_run(s->worker_count, deepen, s);
    *result = s->worker[0].result;
    for (int i = 0; i < s->worker_count; i++) {
        result->nodes += s->worker[i].nodes;
        result->leaves += s->worker[i].leaves;
    }
    if (result->length == 0 && !bitset_is_empty(candidates, position->board->words)) {
        result->pv[0] = (int16_t)bitset_first(candidates, position->board->words);
        result->length = 1;
    }
}
