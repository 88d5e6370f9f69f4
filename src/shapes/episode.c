#include "guzumi/shapes/episode.h"

#include "episode_kernel.h"
#include "tracker_kernel.h"

#include <math.h>
#include <stdlib.h>

enum status episode_init(struct episode *e, int size, struct failure *why) {
    memset(e, 0, sizeof *e);
    e->move_limit = trajectory_move_limit(size);
    e->log.capacity = episode_log_room(size);
    e->log.entries = malloc((size_t)e->log.capacity * sizeof *e->log.entries);
    return e->log.entries ? STATUS_OK : out_of_memory(why, "a simulated game");
}

void episode_free(struct episode *e) {
    free(e->log.entries);
    e->log.entries = NULL;
}

/* An exploratory move: one of the COUNT candidates. */
static int explore(const struct episode *e, const struct board *b,
                   const struct episode_policy *policy, const struct bitset *candidates, int count,
                   struct rng *rng) {
    if (policy->guided > 0 && rng_bernoulli(rng, policy->guided)) {
        const int point = playout_choose(b, e->now, policy->guide, rng);
        if (point != PASS && bitset_has(candidates, point)) return point;
    }
    return bitset_select(candidates, b->words, (int)rng_below(rng, (uint32_t)count));
}

/* One epsilon-greedy move: a candidate, or PASS when there is none. */
static ALWAYS_INLINE int choose(struct episode *e, const struct board *b, struct tracker *t,
                                int size, struct reading how, const struct episode_policy *policy,
                                struct rng *rng, bool *explored) {
    const enum color color = e->now.to_move;
    const int words = size_words(size);
    struct bitset candidates = {{0}};
    kernel_candidates(b, size, color, &candidates);
    if (e->trajectory.length == 0 && e->avoided) bitset_subtract(&candidates, e->avoided, words);
    const int count = bitset_count(&candidates, words);
    if (count == 0) return PASS;
    *explored = rng_bernoulli(rng, policy->epsilon);
    if (*explored) return explore(e, b, policy, &candidates, count, rng);
    e->candidates += (uint64_t)count;
    kernel_update_gains(t, b, size, how, color, &candidates);
    return kernel_best(t, size, color, &candidates, rng);
}

static ALWAYS_INLINE void play_kernel(struct episode *e, struct board *b, struct tracker *t,
                                      int size, struct reading how,
                                      const struct episode_policy *policy, int moves, bool record,
                                      struct rng *rng) {
    const int limit = moves > 0 && moves < e->move_limit ? moves : e->move_limit;
    while (e->trajectory.length < limit && !e->trajectory.finished) {
        bool explored = false;
        const int point = choose(e, b, t, size, how, policy, rng, &explored);
        kernel_append(e, b, t, size, how, point, explored, record);
    }
}

#define ARGUMENTS                                                                                  \
    struct episode *e, struct board *b, struct tracker *t, const struct episode_policy *policy,    \
        int moves, bool record, struct rng *rng
#define STAMP_PLAY(NAME, SIZE, ...)                                                                \
    static void play_##NAME(ARGUMENTS) {                                                           \
        play_kernel(e, b, t, SIZE, (struct reading){__VA_ARGS__}, policy, moves, record, rng);     \
    }
#define STAMP_PLAYS(SUFFIX, SIZE)                                                                  \
    STAMP_PLAY(flat_##SUFFIX, SIZE, .li = false, .concurrent = false)                              \
    STAMP_PLAY(flat_concurrent_##SUFFIX, SIZE, .li = false, .concurrent = true)                    \
    STAMP_PLAY(li_##SUFFIX, SIZE, .li = true, .concurrent = false)                                 \
    STAMP_PLAY(li_concurrent_##SUFFIX, SIZE, .li = true, .concurrent = true)
#define STAMP_EPISODE(N) STAMP_PLAYS(N, N)
GO_SIZES(STAMP_EPISODE)
STAMP_PLAYS(any, b->size)

static void play(ARGUMENTS) {
    const struct reading how = reading_of(&t->weights);
    if (how.li && how.concurrent)
        GO_DISPATCH(b->size, play_li_concurrent, (e, b, t, policy, moves, record, rng))
    else if (how.li)
        GO_DISPATCH(b->size, play_li, (e, b, t, policy, moves, record, rng))
    else if (how.concurrent)
        GO_DISPATCH(b->size, play_flat_concurrent, (e, b, t, policy, moves, record, rng))
    else
        GO_DISPATCH(b->size, play_flat, (e, b, t, policy, moves, record, rng))
}

void episode_play(struct episode *e, struct board *b, struct tracker *t, struct playout_start start,
                  const struct episode_policy *policy, int moves, bool record, struct rng *rng) {
    struct trajectory *trajectory = &e->trajectory;
    trajectory_begin(trajectory, start.to_move);
    trajectory->finished = start.passes >= 2;
    trajectory->value[0] = tracker_value(t);
    e->now = start;
    e->log.count = e->log_end[0] = 0;
    if (record)
        memcpy(e->start_code, t->code, (size_t)t->weights.shapes->region_count * sizeof t->code[0]);
    play(e, b, t, policy, moves, record, rng);
    for (int color = 0; color < 2; color++)
        board_stones(b, (enum color)color, &trajectory->stones[color]);
    assert(board_verify(b));
}

/* Enters a stone that comes (TIMES 1) or goes (-1) into the codes and the log, and asks for the
 * weights, which are far apart in a table larger than the caches, well before they are wanted. */
static void log_stone(struct episode *e, struct tracker *t, int point, enum color color,
                      int times) {
    const struct shapes *s = t->weights.shapes;
    const int32_t digit = stone_digit(color) * times;
    for (int i = 0; i < s->cover_count; i++) {
        const struct shape_cover cover = s->cover[point][i];
        const int32_t code = t->code[cover.region] += cover.add * digit;
        e->log.entries[e->log.count++] = (struct shape_change){cover.region, code};
        PREFETCH(&t->weights.table[t->weights.base[cover.region] + code]);
    }
}

static void log_move(struct episode *e, struct tracker *tracker, int t) {
    const struct trajectory *trajectory = &e->trajectory;
    const enum color color = trajectory_color(trajectory, t);
    if (trajectory->point[t] != PASS) log_stone(e, tracker, trajectory->point[t], color, 1);
    for (int i = trajectory->taken_end[t - 1]; i < trajectory->taken_end[t]; i++)
        log_stone(e, tracker, trajectory->taken[i], color_other(color), -1);
    e->log_end[t] = e->log.count;
}

/* What the changes logged for state STATE add to the value. */
static float read_gain(const struct episode *e, struct tracker *t, int state) {
    const struct reading how = reading_of(&t->weights);
    float gain = 0;
    for (int i = e->log_end[state - 1]; i < e->log_end[state]; i++) {
        const struct shape_change change = e->log.entries[i];
        const float weight = kernel_weight(&t->weights, how, change.region, change.code);
        gain += weight - t->weight[change.region];
        t->weight[change.region] = weight;
    }
    return gain;
}

void episode_follow(struct episode *e, struct tracker *tracker, int states) {
    struct trajectory *trajectory = &e->trajectory;
    const int from = trajectory->valued + 1;
    const int last = states < trajectory->length ? states : trajectory->length;
    for (int t = from; t <= last; t++) log_move(e, tracker, t);
    for (int t = from; t <= last; t++)
        trajectory->value[t] = trajectory->value[t - 1] + read_gain(e, tracker, t);
    if (last >= from) trajectory->valued = last;
    kernel_spoil_gains(tracker, tracker->weights.shapes->size);
}

/* --- games by two-ply minimax -------------------------------------------------------------------
 */

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

static void copy_position(struct leaf_position *to, const struct leaf_position *from) {
    board_copy(&to->board, &from->board);
    kernel_copy(&to->tracker, &from->tracker, from->board.size);
}

/* Plays POINT and returns what it adds to the value. */
static ALWAYS_INLINE float play_leaf_move(struct leaf_position *p, int size, struct reading how,
                                          int point, enum color color) {
    if (point == PASS) {
        kernel_pass(&p->board);
        return 0;
    }
    kernel_play(&p->board, size, point, color);
    return kernel_follow(&p->tracker, size, how, point, color, &p->board.captured,
                         p->board.last_captured, NULL);
}

/* COLOR's best move one ply deep, the first of several, and what it adds to the value; PASS when
 * there is none. */
static ALWAYS_INLINE int best_answer(struct leaf_position *p, int size, struct reading how,
                                     enum color color, float *gain, uint64_t *looked_at) {
    const float sign = (float)color_sign(color);
    struct bitset candidates = {{0}};
    int best = PASS;
    kernel_candidates(&p->board, size, color, &candidates);
    kernel_update_gains(&p->tracker, &p->board, size, how, color, &candidates);
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

/* --- bounds -------------------------------------------------------------------------------------
 */

/* Moves with a number to order them by. */
struct move_list {
    int count;
    int16_t point[BOARD_MAX_POINTS];
    float order[BOARD_MAX_POINTS];
};

static void add_move(struct move_list *m, int point, float order) {
    m->point[m->count] = (int16_t)point;
    m->order[m->count++] = order;
}

/* Brings the move with the largest number to the end, takes it off and returns its place. */
static int take_largest(struct move_list *m) {
    int best = 0;
    for (int i = 1; i < m->count; i++)
        if (m->order[i] > m->order[best]) best = i;
    const int last = --m->count;
    const int16_t point = m->point[best];
    const float order = m->order[best];
    m->point[best] = m->point[last];
    m->order[best] = m->order[last];
    m->point[last] = point;
    m->order[last] = order;
    return last;
}

/* COLOR's answers that a quiet move far from them leaves as they are: those beside an empty point
 * that take nothing. The best one comes first. */
static ALWAYS_INLINE void list_answers(struct leaf_position *p, int size, struct reading how,
                                       enum color color, struct move_list *out) {
    const int words = size_words(size);
    const struct bitset empty = set_load(&p->board, words, SET_EMPTY);
    const struct bitset captures = kernel_captures(&p->board, size, color);
    struct bitset answers = kernel_neighbours(&empty, size);
    struct move_list rest = {.count = 0};
    for (int i = 0; i < words; i++) answers.word[i] &= empty.word[i] & ~captures.word[i];
    kernel_update_gains(&p->tracker, &p->board, size, how, color, &answers);
    BITSET_FOR_EACH(q, answers, words) {
        add_move(&rest, q, (float)color_sign(color) * p->tracker.gain[color][q]);
    }
    out->count = 0;
    while (rest.count > 0) {
        const int i = take_largest(&rest);
        add_move(out, rest.point[i], rest.order[i]);
    }
}

/* Whether COLOR's move at POINT takes nothing and leaves none of its chains in atari. */
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

/* What COLOR can get by POINT at most, its own view: what is left after the best of ANSWERS that
 * the move leaves as they are. */
static ALWAYS_INLINE float bound_of(const struct leaf_position *p, int size, int point,
                                    enum color color, const struct move_list *answers,
                                    const struct bitset *captures) {
    const struct bitset *near = &p->tracker.weights.shapes->near[point];
    const float gain = (float)color_sign(color) * p->tracker.gain[color][point];
    if (!is_quiet(&p->board, size, point, color, captures)) return INFINITY;
    for (int i = 0; i < answers->count; i++)
        if (!bitset_has(near, answers->point[i]) && !is_beside(size, point, answers->point[i]))
            return gain - answers->order[i];
    return INFINITY;
}

static ALWAYS_INLINE void list_moves(struct leaf_position *p, int size, struct reading how,
                                     enum color color, const struct bitset *candidates,
                                     struct move_list *out) {
    const struct bitset captures = kernel_captures(&p->board, size, color);
    struct move_list answers;
    out->count = 0;
    kernel_update_gains(&p->tracker, &p->board, size, how, color, candidates);
    list_answers(p, size, how, color_other(color), &answers);
    BITSET_FOR_EACH(q, *candidates, size_words(size)) {
        add_move(out, q, bound_of(p, size, q, color, &answers, &captures));
    }
}

/* --- the choice ---------------------------------------------------------------------------------
 */

/* What POINT and the best answer to it add to the value; they are in *CHOICE then. */
static ALWAYS_INLINE float look_at(struct leaf_game *g, int size, struct reading how, int point,
                                   enum color color, struct leaf_choice *choice) {
    float answer_gain;
    copy_position(g->after, g->now);
    const float gain = play_leaf_move(g->after, size, how, point, color);
    choice->point = point;
    choice->answer =
        best_answer(g->after, size, how, color_other(color), &answer_gain, &g->episode.candidates);
    return gain + answer_gain;
}

static void keep_best(struct leaf_game *g) {
    struct leaf_position *after = g->after;
    g->after = g->best;
    g->best = after;
}

static ALWAYS_INLINE void kernel_choose(struct leaf_game *g, int size, struct reading how,
                                        enum color color, const struct bitset *candidates,
                                        struct rng *rng, struct leaf_choice *out) {
    const float sign = (float)color_sign(color);
    float best = -INFINITY;
    uint32_t ties = 0; /* so that the first is taken even if no gain is a number */
    struct move_list moves;
    list_moves(g->now, size, how, color, candidates, &moves);
    while (moves.count > 0) {
        struct leaf_choice choice;
        const int i = take_largest(&moves);
        if (moves.order[i] < best) break;
        const float gain = look_at(g, size, how, moves.point[i], color, &choice);
        if (sign * gain < best) continue;
        ties = sign * gain > best ? 1 : ties + 1;
        if (ties > 1 && rng_below(rng, ties) != 0) continue;
        best = sign * gain;
        choice.value = out->value;
        *out = choice;
        keep_best(g);
    }
    out->value += sign * best;
}

#define LEAF_ARGUMENTS                                                                             \
    struct leaf_game *g, struct reading how, enum color color, const struct bitset *candidates,    \
        struct rng *rng, struct leaf_choice *out
#define STAMP_CHOOSE_SIZE(SUFFIX, SIZE)                                                            \
    static void choose_##SUFFIX(LEAF_ARGUMENTS) {                                                  \
        kernel_choose(g, SIZE, how, color, candidates, rng, out);                                  \
    }
#define STAMP_CHOOSE(N) STAMP_CHOOSE_SIZE(N, N)
GO_SIZES(STAMP_CHOOSE)
STAMP_CHOOSE_SIZE(any, g->now->board.size)

struct leaf_choice leaf_game_choose(struct leaf_game *g, enum color color,
                                    const struct bitset *candidates, float value, struct rng *rng) {
    const struct reading how = reading_of(&g->now->tracker.weights);
    struct leaf_choice out = {.point = PASS, .answer = PASS, .value = value};
    GO_DISPATCH(g->now->board.size, choose, (g, how, color, candidates, rng, &out))
    return out;
}

/* --- the game -----------------------------------------------------------------------------------
 */

/* Where COLOR has no candidate: a pass, and the best answer to that. */
static struct leaf_choice choose_pass(struct leaf_game *g, enum color color, float value) {
    struct leaf_choice choice;
    const float gain =
        look_at(g, g->now->board.size, reading_of(&g->now->tracker.weights), PASS, color, &choice);
    keep_best(g);
    choice.value = value + gain;
    return choice;
}

/* Logs what is different in the leaf of CHOICE from the leaf before. */
static void log_leaf(struct leaf_game *g, const struct leaf_choice *choice, enum color color) {
    struct shape_log *log = &g->episode.log;
    struct leaf_position *leaf = g->best;
    const int regions = leaf->tracker.weights.shapes->region_count;
    play_leaf_move(leaf, leaf->board.size, reading_of(&leaf->tracker.weights), choice->answer,
                   color_other(color));
    for (int r = 0; r < regions; r++) {
        const int32_t code = leaf->tracker.code[r];
        if (code == g->code[r]) continue;
        g->code[r] = code;
        log->entries[log->count++] = (struct shape_change){r, code};
    }
}

/* Plays POINT, and enters as the state that it leads to the leaf of CHOICE, made before it. */
static void follow(struct leaf_game *g, int point, enum color color, bool explored,
                   const struct leaf_choice *choice, float *value) {
    struct episode *e = &g->episode;
    struct trajectory *game = &e->trajectory;
    *value += play_leaf_move(g->now, g->now->board.size, reading_of(&g->now->tracker.weights),
                             point, color);
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
