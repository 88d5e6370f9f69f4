/* Two-ply minimax over local shapes. Most of the time would go into the answers to all moves; most
 * of these are skipped by a bound:
 *
 *     A quiet move of COLOR's far from an answer leaves the gain of that answer as it is. So after
 *     the move COLOR is left with at most  gain of the move - gain of the best such answer.
 *
 * Moves are tried in the order of these bounds until the best value found exceeds the next bound.
 *
 *     now        the position of the game
 *     after      NOW and a move that is tried; the next one starts from a copy of NOW again
 *     best       the position after the best move so far; with the answer to it, the leaf */
#include "guzumi/shapes/episode.h"

#include "board_kernel.h"
#include "ranked_moves_kernel.h"

#include <math.h>
#include <stdlib.h>

enum status leaf_game_init(struct leaf_game *g, const struct shapes *shapes, struct failure *why) {
    struct episode *e = &g->episode;
    memset(g, 0, sizeof *g);
    e->move_limit = trajectory_move_limit(shapes->size);
    e->log.capacity = leaf_log_room(shapes);
    e->log.entries = malloc((size_t)e->log.capacity * sizeof *e->log.entries);
    g->room = calloc(3, sizeof *g->room);
    if (!e->log.entries || !g->room) {
        leaf_game_free(g);
        return out_of_memory(why, "games by two-ply minimax");
    }
    g->now = &g->room[0];
    g->after = &g->room[1];
    g->best = &g->room[2];
    return STATUS_OK;
}

void leaf_game_free(struct leaf_game *g) {
    episode_free(&g->episode);
    free(g->room);
    g->room = NULL;
}

/* --- positions --- */

static void copy_position(struct leaf_position *to, const struct leaf_position *from) {
    board_copy(&to->board, &from->board);
    tracker_copy(&to->tracker, &from->tracker);
}

/* Plays POINT and returns what it adds to the value. */
static float play(struct leaf_position *p, int point, enum color color) {
    board_play(&p->board, point, color);
    return tracker_play(&p->tracker, point, color, &p->board.captured, p->board.last_captured,
                        NULL);
}

/* COLOR's best move one ply deep, the first of several, and what it adds to the value; PASS when
 * there is none. */
static ALWAYS_INLINE int best_answer(struct leaf_position *p, int size, enum color color,
                                     float *gain, uint64_t *looked_at) {
    const float sign = (float)color_sign(color);
    struct bitset candidates = {{0}};
    int best = PASS;
    kernel_candidates(&p->board, size, color, &candidates);
    tracker_update_gains(&p->tracker, &p->board, color, &candidates);
    *gain = 0;
    BITSET_FOR_EACH(q, candidates, size_words(size)) {
        const float now = p->tracker.gain[color][q];
        if (best != PASS && sign * now <= sign * *gain) continue;
        best = q;
        *gain = now;
    }
    *looked_at += (uint64_t)bitset_count(&candidates, size_words(size));
    return best;
}

/* --- bounds --- */

/* COLOR's answers whose gain a quiet move far from them does not change: those that capture nothing
 * and have an empty neighbour, which keeps them legal. The best one comes first. */
static ALWAYS_INLINE void list_answers(struct leaf_position *p, int size, enum color color,
                                       struct ranked_moves *out) {
    const int words = size_words(size);
    const struct bitset empty = set_load(&p->board, words, SET_EMPTY);
    const struct bitset captures = kernel_captures(&p->board, size, color);
    struct bitset answers = kernel_neighbours(&empty, size);
    struct ranked_moves rest = {.count = 0};
    for (int i = 0; i < words; i++) answers.word[i] &= empty.word[i] & ~captures.word[i];
    tracker_update_gains(&p->tracker, &p->board, color, &answers);
    BITSET_FOR_EACH(q, answers, words) {
        ranked_add(&rest, q, (float)color_sign(color) * p->tracker.gain[color][q]);
    }
    out->count = 0;
    while (rest.count > 0) {
        const int i = ranked_take(&rest);
        ranked_add(out, rest.point[i], rest.rank[i]);
    }
}

/* Whether COLOR's move at POINT captures nothing and cannot leave a chain in atari: neighbouring
 * own chains have three liberties or more, of which the move takes one. An answer could capture
 * else. */
static ALWAYS_INLINE bool is_quiet(const struct board *b, int size, int point, enum color color,
                                   const struct bitset *captures) {
    if (bitset_has(captures, point)) return false;
    FOR_EACH_NEIGHBOUR(near, point, size) {
        if (*cell(b, size, near) == (uint8_t)color && board_liberty_count(b, near) < 3)
            return false;
    }
    return true;
}

static ALWAYS_INLINE bool is_beside(int size, int a, int b) {
    const int distance = abs(a - b);
    return distance == 1 || distance == size + 1;
}

/* The most that COLOR can gain by POINT, its own view: the gain of the move less that of the best
 * of ANSWERS that it does not change. Infinity without a bound. */
static ALWAYS_INLINE float bound_of(const struct leaf_position *p, int size, int point,
                                    enum color color, const struct ranked_moves *answers,
                                    const struct bitset *captures) {
    const struct bitset *near = &p->tracker.weights.shapes->near[point];
    const float gain = (float)color_sign(color) * p->tracker.gain[color][point];
    if (!is_quiet(&p->board, size, point, color, captures)) return INFINITY;
    for (int i = 0; i < answers->count; i++)
        if (!bitset_has(near, answers->point[i]) && !is_beside(size, point, answers->point[i]))
            return gain - answers->rank[i];
    return INFINITY;
}

static ALWAYS_INLINE void list_moves(struct leaf_position *p, int size, enum color color,
                                     const struct bitset *candidates, struct ranked_moves *out) {
    const struct bitset captures = kernel_captures(&p->board, size, color);
    struct ranked_moves answers;
    out->count = 0;
    tracker_update_gains(&p->tracker, &p->board, color, candidates);
    list_answers(p, size, color_other(color), &answers);
    BITSET_FOR_EACH(q, *candidates, size_words(size)) {
        ranked_add(out, q, bound_of(p, size, q, color, &answers, &captures));
    }
}

/* --- the choice --- */

/* Searches POINT: what it and the best answer to it add to the value, both noted in *CHOICE. */
static ALWAYS_INLINE float search_move(struct leaf_game *g, int size, int point, enum color color,
                                       struct leaf_choice *choice) {
    float answer_gain;
    copy_position(g->after, g->now);
    const float gain = play(g->after, point, color);
    choice->point = point;
    choice->answer =
        best_answer(g->after, size, color_other(color), &answer_gain, &g->episode.candidates);
    return gain + answer_gain;
}

static void keep_best(struct leaf_game *g) {
    struct leaf_position *after = g->after;
    g->after = g->best;
    g->best = after;
}

static ALWAYS_INLINE void kernel_choose(struct leaf_game *g, int size, enum color color,
                                        const struct bitset *candidates, struct rng *rng,
                                        struct leaf_choice *out) {
    const float sign = (float)color_sign(color);
    float best = -INFINITY;
    uint32_t ties = 0; /* the first move is taken even if its gain is NaN: learning may diverge */
    struct ranked_moves moves;
    list_moves(g->now, size, color, candidates, &moves);
    while (moves.count > 0) {
        struct leaf_choice choice;
        const int i = ranked_take(&moves);
        if (moves.rank[i] < best) break;
        const float gain = search_move(g, size, moves.point[i], color, &choice);
        if (sign * gain < best) continue;
        ties = sign * gain > best ? 1 : ties + 1;
        if (ties > 1 && rng_below(rng, ties) != 0) continue; /* all ties equally likely */
        best = sign * gain;
        choice.value = out->value;
        *out = choice;
        keep_best(g);
    }
    out->value += sign * best;
}

#define ARGUMENTS                                                                                  \
    struct leaf_game *g, enum color color, const struct bitset *candidates, struct rng *rng,       \
        struct leaf_choice *out
#define STAMP_CHOOSE_SIZE(TARGET, SUFFIX, SIZE)                                                    \
    TARGET static void choose_##SUFFIX(ARGUMENTS) {                                                \
        kernel_choose(g, SIZE, color, candidates, rng, out);                                       \
    }
#define STAMP_CHOOSE(N) STAMP_CHOOSE_SIZE(STAMPED, N, N)
GO_SMALL_SIZES(STAMP_CHOOSE)
STAMP_CHOOSE_SIZE(, any, g->now->board.size)

struct leaf_choice leaf_game_choose(struct leaf_game *g, enum color color,
                                    const struct bitset *candidates, float value, struct rng *rng) {
    struct leaf_choice out = {.point = PASS, .answer = PASS, .value = value};
    GO_DISPATCH_SMALL(g->now->board.size, choose, (g, color, candidates, rng, &out))
    return out;
}

/* --- the game --- */

/* For COLOR without a candidate: a pass, and the best answer to it. */
static struct leaf_choice choose_pass(struct leaf_game *g, enum color color, float value) {
    struct leaf_choice choice;
    const float gain = search_move(g, g->now->board.size, PASS, color, &choice);
    keep_best(g);
    choice.value = value + gain;
    return choice;
}

/* Logs how the leaf of CHOICE differs from the leaf before it: two leaves are not one move apart,
 * so all regions are compared. */
static void log_leaf(struct leaf_game *g, const struct leaf_choice *choice, enum color color) {
    struct shape_log *log = &g->episode.log;
    struct leaf_position *leaf = g->best;
    const int regions = leaf->tracker.weights.shapes->region_count;
    play(leaf, choice->answer, color_other(color));
    for (int r = 0; r < regions; r++) {
        const int32_t code = leaf->tracker.code[r];
        if (code == g->code[r]) continue;
        g->code[r] = code;
        log->entries[log->count++] = (struct shape_change){r, code};
    }
}

/* Plays POINT and records it. The state of move t is the leaf of CHOICE, found before the move. */
static void follow(struct leaf_game *g, int point, enum color color, bool explored,
                   const struct leaf_choice *choice, float *value) {
    struct episode *e = &g->episode;
    struct trajectory *game = &e->trajectory;
    *value += play(g->now, point, color);
    trajectory_append(game, &g->now->board, point);
    game->finished = point == PASS && game->length > 1 && game->point[game->length - 1] == PASS;
    game->valued = game->length;
    game->explored[game->length] = explored;
    game->value[game->length] = choice->value;
    e->log_end[game->length] = e->log.count;
}

static void begin(struct leaf_game *g, const struct board *board, const struct tracker *tracker) {
    struct episode *e = &g->episode;
    const size_t regions = (size_t)tracker->weights.shapes->region_count;
    board_copy(&g->now->board, board);
    g->now->tracker = *tracker;
    trajectory_begin(&e->trajectory, BLACK);
    e->log.count = e->log_end[0] = 0;
    memcpy(e->start_code, tracker->code, regions * sizeof tracker->code[0]);
    memcpy(g->code, tracker->code, regions * sizeof tracker->code[0]);
}

/* The leaf is logged before the move is played, and even if the move explores: TD-leaf learns the
 * values that minimax found, not those of the positions that were reached. */
void leaf_game_play(struct leaf_game *g, const struct board *board, const struct tracker *tracker,
                    double epsilon, struct rng *rng) {
    const struct trajectory *game = &g->episode.trajectory;
    float value = g->episode.trajectory.value[0] = tracker_value(tracker);
    enum color color = BLACK;
    begin(g, board, tracker);
    for (; game->length < g->episode.move_limit && !game->finished; color = color_other(color)) {
        struct bitset candidates = {{0}};
        board_candidates(&g->now->board, color, &candidates);
        const int count = bitset_count(&candidates, board->words);
        const struct leaf_choice choice = count
                                              ? leaf_game_choose(g, color, &candidates, value, rng)
                                              : choose_pass(g, color, value);
        const bool explored = count && rng_bernoulli(rng, epsilon);
        const int point = explored ? bitset_select(&candidates, board->words,
                                                   (int)rng_below(rng, (uint32_t)count))
                                   : choice.point;
        log_leaf(g, &choice, color);
        follow(g, point, color, explored, &choice, &value);
    }
}
