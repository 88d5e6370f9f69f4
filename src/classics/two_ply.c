#include "guzumi/classics/two_ply.h"

#include <math.h>

/* The agent's move with the answer that was looked at last and did most harm. */
struct line {
    bool answered; /* else the rest is open */
    double q;
    struct board leaf;
    double to_leaf;
};

static void play(const struct board *from, int point, enum color color, struct board *to) {
    board_copy(to, from);
    board_play(to, point, color);
}

static double taken(const struct board *after, int point) {
    return point == PASS ? 0 : capture_reward(after, after->last_captured);
}

static struct bitset answers_to(const struct board *b, enum color color) {
    struct bitset out = {{0}};
    board_candidates(b, color, &out);
    return out;
}

/* Looks at the answer POINT; true when it makes LINE worse than FLOOR. */
static bool look_at_answer(struct liberty_value *v, const struct board *b, int point, double reward,
                           double floor, struct line *line, uint64_t *leaves) {
    struct board leaf;
    play(b, point, color_other(v->side), &leaf);
    const double to_leaf = reward - taken(&leaf, point);
    const double q = to_leaf + (double)liberty_value_of(v, &leaf);
    ++*leaves;
    if (line->answered && q >= line->q) return false;
    line->answered = true;
    line->q = q;
    line->to_leaf = to_leaf;
    board_copy(&line->leaf, &leaf);
    return q <= floor;
}

/* The value of AFTER, to which the agent came with REWARD; at most FLOOR once it is known to be
 * below. *KILLER is the answer to try first, and becomes the one that cut. */
static void look_at_answers(struct liberty_value *v, const struct board *after, double reward,
                            double floor, int *killer, struct line *line, uint64_t *leaves) {
    struct bitset answers = answers_to(after, color_other(v->side));
    line->answered = false;
    if (bitset_is_empty(&answers, after->words)) {
        look_at_answer(v, after, PASS, reward, floor, line, leaves);
        return;
    }
    if (*killer != PASS && bitset_has(&answers, *killer)) {
        if (look_at_answer(v, after, *killer, reward, floor, line, leaves)) return;
        bitset_remove(&answers, *killer);
    }
    BITSET_FOR_EACH(p, answers, after->words) {
        if (look_at_answer(v, after, p, reward, floor, line, leaves)) {
            *killer = p;
            return;
        }
    }
}

/* Candidates in the order of their one-ply values. */
struct ordered {
    int count;
    int point[BOARD_MAX_POINTS];
    double q[BOARD_MAX_POINTS];
};

static void enter(struct ordered *o, int point, double q) {
    int at = o->count++;
    for (; at > 0 && o->q[at - 1] < q; at--) {
        o->point[at] = o->point[at - 1];
        o->q[at] = o->q[at - 1];
    }
    o->point[at] = point;
    o->q[at] = q;
}

static void order(struct liberty_value *v, const struct board *b, const struct bitset *candidates,
                  struct ordered *out, uint64_t *leaves) {
    struct board after;
    out->count = 0;
    BITSET_FOR_EACH(p, *candidates, b->words) {
        play(b, p, v->side, &after);
        enter(out, p, taken(&after, p) + (double)liberty_value_of(v, &after));
        ++*leaves;
    }
    if (out->count == 0) enter(out, PASS, 0);
}

void two_ply_choose(struct liberty_value *v, const struct board *b, enum color agent,
                    const struct bitset *candidates, double *qs, struct two_ply_choice *out) {
    struct ordered moves;
    struct line line;
    int killer = PASS;
    *out = (struct two_ply_choice){.point = PASS, .value = -INFINITY};
    liberty_value_set(v, b, agent);
    order(v, b, candidates, &moves, &out->leaves);
    for (int i = 0; i < moves.count; i++) {
        struct board after;
        const int point = moves.point[i];
        const double floor = qs ? -INFINITY : out->value;
        play(b, point, agent, &after);
        look_at_answers(v, &after, taken(&after, point), floor, &killer, &line, &out->leaves);
        if (qs && point != PASS) qs[point] = line.q;
        if (i > 0 && line.q <= out->value) continue;
        out->point = point;
        out->value = line.q;
        out->to_leaf = line.to_leaf;
        board_copy(&out->leaf, &line.leaf);
    }
}

void one_ply_choose(struct liberty_value *v, const struct board *b, enum color agent,
                    const struct bitset *candidates, double *qs, struct two_ply_choice *out) {
    struct ordered moves;
    *out = (struct two_ply_choice){.point = PASS};
    out->value = (double)liberty_value_set(v, b, agent);
    order(v, b, candidates, &moves, &out->leaves);
    out->point = moves.point[0];
    if (out->point != PASS) out->value = moves.q[0];
    for (int i = 0; qs && i < moves.count; i++)
        if (moves.point[i] != PASS) qs[moves.point[i]] = moves.q[i];
    play(b, out->point, agent, &out->leaf);
    out->to_leaf = taken(&out->leaf, out->point);
}
