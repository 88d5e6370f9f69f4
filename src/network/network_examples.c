/* From samples to examples. The planes are computed once, chains and ladders included, in the
 * workspace of a network, and packed into 16 bytes a point; training sees each position many times.
 */
#include "network_trainer.h"

#include "guzumi/learner/evaluator.h"
#include "guzumi/network/network.h"
#include "guzumi/shapes/local_shapes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Game number 7 of each 40 of a file is held out: whole games, since positions of one game are
 * alike, and the same ones whatever other files are learnt from, so that none that a network has
 * learnt from is held out from the next one. */
enum { GAMES_TO_ONE_HELD_OUT = 40, HELD_OUT = 7 };

/* Simulations of an inner position at which its policy and its value have half the weight. */
#define HALF_POLICY 300.0f
#define HALF_VALUE 60.0f

/* Fixed point: planes with values other than 0 and 1 in ten thousandths, ownership in hundredths.
 */
#define PLANE_UNITS 10000.0f
#define OWNERSHIP_UNITS 100.0f

/* What turns samples into examples. */
struct reader {
    struct network_examples *out;
    const struct samples *samples;
    struct weight_store *store;
    struct network *network;             /* owned: the smallest, to make a workspace for */
    struct network_workspace *workspace; /* owned */
    struct evaluator *shapes[BOARD_MAX_SIZE + 1];
    const struct trained_policy *policy[BOARD_MAX_SIZE + 1];
    float *value;         /* owned: each sample's return, Black's view */
    float *outcome;       /* owned: what the last search of its game found, Black's view */
    float *area;          /* owned: points on the board by its ownership, Black's view */
    struct sample sample; /* the one that is being read */
};

/* --- the slope of win rates --- */

/* A game counts if its last search gives one side this; so many of them must. */
#define DECIDED 0.9
enum { SLOPE_GAMES = 50 };

/* The bounds of a slope, and of a win rate whose log-odds count. */
#define MOST_SLOPE 4.0
#define LEAST_WIN_RATE 0.001

/* The derivative of the log likelihood by the slope a, and minus the second one: sums over
 * positions with log-odds x and the result z, predicted by p = 1 / (1 + exp(-a x)), of (z - p) x
 * and of p (1 - p) x^2. */
struct derivatives {
    int games;
    double first, second;
};

static struct derivatives derivatives_at(const struct samples *samples, double slope) {
    struct derivatives sum = {.games = 0};
    struct sample sample;
    uint32_t game = 0;
    double result = NAN; /* of that game; NAN if it does not count */
    bool any = false;
    for (size_t i = samples_count(samples); i-- > 0;) {
        samples_get(samples, i, &sample);
        if (sample.inner) continue;
        if (!any || sample.game != game) {
            const bool won = sample.value > DECIDED, lost = sample.value < 1 - DECIDED;
            result = won ? 1 : lost ? 0 : NAN;
            sum.games += won || lost;
            game = sample.game;
            any = true;
        }
        if (isnan(result)) continue;
        const double value = fmin(fmax(sample.value, LEAST_WIN_RATE), 1 - LEAST_WIN_RATE);
        const double x = log(value / (1 - value)), p = logistic(slope * x);
        sum.first += (result - p) * x;
        sum.second += p * (1 - p) * x * x;
    }
    return sum;
}

/* Newton's method: the likelihood is concave. */
double network_value_slope(const struct samples *samples) {
    double slope = 1, change = 1;
    for (int i = 0; i < 30 && fabs(change) > 1e-6; i++) {
        const struct derivatives sum = derivatives_at(samples, slope);
        if (sum.games < SLOPE_GAMES || sum.second <= 0) return 1;
        const double next = fmin(fmax(slope + sum.first / sum.second, 1), MOST_SLOPE);
        change = next - slope;
        slope = next;
    }
    return slope;
}

/* --- returns --- */

/* Whether the game went from NOW to NEXT, the next sample, by the search's choices: then what the
 * search of NEXT found is a better estimate of NOW. After an exploratory move it is one of a worse
 * position. Only samples explore: moves between them, of fast searches, are always the search's
 * choice. */
static bool led_on(const struct sample *now, const struct sample *next) {
    return now->continued_best && now->game == next->game;
}

/* The points that a search's ownership gives Black, or NAN. */
static double area_of(const struct sample *sample) {
    int sum = 0;
    if (!sample->has_ownership) return NAN;
    POINT_FOR_EACH(p, sample->size) sum += sample->ownership[p];
    return sum / (double)OWNERSHIP_UNITS;
}

/* The return of each sample, from the last one back:
 *
 *     G_t = (1 - lambda) v_t + lambda G_(t+1)     if the search's choice was played, else v_t
 *
 * where v_t is what the search found, its log-odds times SLOPE. */
static void look_ahead(struct reader *r, double lambda, double slope) {
    struct sample next = {.continued_best = false};
    double value = 0;   /* NEXT's */
    double outcome = 0; /* of NEXT's game */
    double area = 0;    /* likewise */
    bool any = false;
    for (size_t i = samples_count(r->samples); i-- > 0;) {
        struct sample *now = &r->sample;
        samples_get(r->samples, i, now);
        now->value = win_rate_steeper(now->value, slope);
        r->value[i] = (float)now->value;
        if (now->inner) continue;
        if (!any || next.game != now->game) {
            outcome = now->value;
            area = area_of(now);
        }
        r->outcome[i] = (float)outcome;
        r->area[i] = (float)area;
        value = any && led_on(now, &next) ? (1 - lambda) * now->value + lambda * value : now->value;
        r->value[i] = (float)value;
        next = *now;
        any = true;
    }
}

/* --- planes --- */

/* Finds the policy and the local shapes for boards of SIZE, whose outputs are input planes. */
static enum status find_memories(struct reader *r, int size, struct failure *why) {
    if (r->shapes[size]) return STATUS_OK;
    const enum status status = trained_policy_find(r->store, size, &r->policy[size], why);
    if (status == STATUS_OK && !r->policy[size])
        return fail(
            why, STATUS_INVALID,
            "the policy-value network needs the linear policy, which this executable was built "
            "without");
    return status == STATUS_OK ? local_shapes_find(&r->shapes[size], r->store, size, why) : status;
}

static void set_board(const struct sample *sample, struct board *board) {
    board_set_stones(board, sample->size, sample->stones);
    if (sample->ko < 0) return;
    board->ko = (int16_t)sample->ko;
    board->ko_color = (uint8_t)sample->to_move;
}

/* Sets the sample's planes in the workspace, as the tree does (tree_prior.c), and its candidates.
 */
static void set_planes(struct reader *r, struct bitset *candidates) {
    const struct sample *sample = &r->sample;
    struct board board;
    set_board(sample, &board);
    const struct network_position position = {.board = &board,
                                              .to_move = sample->to_move,
                                              .last = sample->last,
                                              .own = sample->own,
                                              .half_komi = sample->half_komi};
    network_inputs_find(r->workspace, &position, &r->policy[sample->size]->moves,
                        r->shapes[sample->size], candidates);
}

/* --- examples --- */

static bool is_number(int plane) {
    return plane == NETWORK_PLANE_KOMI || plane == NETWORK_PLANE_LIKELIHOOD ||
           plane == NETWORK_PLANE_GAIN;
}

/* A point takes 16 bytes instead of the 128 of 32 floats: the planes that are 0 or 1 are bits of
 * one word, the two others are rounded, and the komi, equal everywhere, is kept once for the
 * example. */
static struct network_point pack_point(const float *planes, float ownership, float policy) {
    struct network_point point = {
        .likelihood = (int16_t)lrintf(PLANE_UNITS * planes[NETWORK_PLANE_LIKELIHOOD]),
        .gain = (int16_t)lrintf(PLANE_UNITS * planes[NETWORK_PLANE_GAIN]),
        .ownership = (int8_t)ownership,
        .policy = policy};
    for (int i = 0; i < NETWORK_PLANES; i++)
        if (!is_number(i) && planes[i] > 0) point.planes |= UINT32_C(1) << i;
    return point;
}

static void unpack_point(const struct network_point *point, float komi, int count, float *planes) {
    for (int i = 0; i < count; i++) planes[i] = is_number(i) ? 0 : (float)(point->planes >> i & 1);
    planes[NETWORK_PLANE_KOMI] = komi;
    planes[NETWORK_PLANE_LIKELIHOOD] = (float)point->likelihood / PLANE_UNITS;
    planes[NETWORK_PLANE_GAIN] = (float)point->gain / PLANE_UNITS;
}

/* The fractions of the visits of CANDIDATES, by point; false when they have none. */
static bool find_policy(const struct sample *sample, const struct bitset *candidates,
                        float policy[BOARD_MAX_POINTS]) {
    double all = 0;
    memset(policy, 0, BOARD_MAX_POINTS * sizeof *policy);
    for (int i = 0; i < sample->choices; i++)
        if (bitset_has(candidates, sample->choice[i])) all += sample->visits[i];
    if (all <= 0) return false;
    for (int i = 0; i < sample->choices; i++)
        if (bitset_has(candidates, sample->choice[i]))
            policy[sample->choice[i]] = (float)(sample->visits[i] / all);
    return true;
}

/* The weights of EXAMPLE's losses, n / (n + c) for a position inside a tree with n simulations, and
 * its value target, the mover's view. */
static void weigh(const struct reader *r, size_t index, bool has_visits,
                  struct network_example *example) {
    const struct sample *sample = &r->sample;
    const float n = (float)sample->simulations;
    example->value = sample->to_move == BLACK ? r->value[index] : 1 - r->value[index];
    example->outcome = sample->to_move == BLACK ? r->outcome[index] : 1 - r->outcome[index];
    example->area = (float)color_sign(sample->to_move) * (sample->inner ? NAN : r->area[index]);
    example->policy_weight = !has_visits ? 0 : sample->inner ? n / (n + HALF_POLICY) : 1;
    example->value_weight = sample->inner ? n / (n + HALF_VALUE) : 1;
    example->ownership_weight = sample->has_ownership && !sample->inner ? 1 : 0;
}

static enum status add_example(struct reader *r, size_t index, struct failure *why) {
    const struct sample *sample = &r->sample;
    struct network_examples *out = r->out;
    const int size = sample->size;
    float policy[BOARD_MAX_POINTS];
    struct bitset candidates;
    const enum status status = find_memories(r, size, why);
    if (status != STATUS_OK) return status;
    set_planes(r, &candidates);
    struct network_example *example = &out->all[index];
    *example = (struct network_example){
        .first = out->point_count, .size = (uint8_t)size, .inner = sample->inner};
    example->komi = network_planes_at(r->workspace, 0)[NETWORK_PLANE_KOMI];
    weigh(r, index, find_policy(sample, &candidates, policy), example);
    POINT_FOR_EACH(p, size) {
        const float ownership =
            sample->has_ownership ? (float)(color_sign(sample->to_move) * sample->ownership[p]) : 0;
        out->points[out->point_count++] =
            pack_point(network_planes_at(r->workspace, p), ownership, policy[p]);
    }
    const uint32_t number = samples_game_in_file(r->samples, sample->game);
    if (number % GAMES_TO_ONE_HELD_OUT == HELD_OUT)
        out->held_out[out->held_out_count++] = index;
    else
        out->learnt[out->learnt_count++] = index;
    return STATUS_OK;
}

/* Room for the examples; the sizes of the samples' boards give the number of points. */
static enum status make_room(struct reader *r, struct failure *why) {
    struct network_examples *out = r->out;
    size_t points = 0;
    out->count = samples_count(r->samples);
    for (size_t i = 0; i < out->count; i++) {
        samples_get(r->samples, i, &r->sample);
        points += (size_t)(r->sample.size * r->sample.size);
    }
    const size_t count = out->count + 1; /* not 0 */
    out->all = calloc(count, sizeof *out->all);
    out->points = calloc(points + 1, sizeof *out->points);
    out->learnt = calloc(count, sizeof *out->learnt);
    out->held_out = calloc(count, sizeof *out->held_out);
    r->value = calloc(count, sizeof *r->value);
    r->outcome = calloc(count, sizeof *r->outcome);
    r->area = calloc(count, sizeof *r->area);
    if (out->all && out->points && out->learnt && out->held_out && r->value && r->outcome &&
        r->area)
        return STATUS_OK;
    return out_of_memory(why, "the positions that the policy-value network learns from");
}

enum status network_examples_read(struct network_examples *out, const struct samples *samples,
                                  struct weight_store *store, const struct params *params,
                                  struct failure *why) {
    struct reader r = {.out = out, .samples = samples, .store = store};
    *out = (struct network_examples){.count = 0};
    enum status status = make_room(&r, why);
    if (status == STATUS_OK) status = network_new(&r.network, NETWORK_LANE, 1, NETWORK_PLANES, why);
    if (status == STATUS_OK) status = network_workspace_new(&r.workspace, r.network, why);
    if (status == STATUS_OK) {
        out->value_slope =
            params->value_slope > 0 ? params->value_slope : network_value_slope(samples);
        look_ahead(&r, params->lambda, out->value_slope);
    }
    for (size_t i = 0; i < out->count && status == STATUS_OK; i++) {
        samples_get(samples, i, &r.sample);
        status = add_example(&r, i, why);
    }
    for (int size = 0; size <= BOARD_MAX_SIZE; size++) evaluator_free(r.shapes[size]);
    network_workspace_free(r.workspace);
    network_free(r.network);
    free(r.value);
    free(r.outcome);
    free(r.area);
    return status;
}

void network_examples_free(struct network_examples *e) {
    free(e->all);
    free(e->points);
    free(e->learnt);
    free(e->held_out);
    *e = (struct network_examples){.count = 0};
}

/* --- another komi --- */

/* The views with another komi, each symmetry in one: never 0, with which the held-out loss is
 * measured. */
#define OTHER_KOMI(VIEW) ((VIEW) / 8 == 3)

/* Depends on the example and its view alone: -1 to 1, most often near 0. */
static float draw_shift(size_t index, int view) {
    struct rng rng;
    rng_seed(&rng, index, (uint64_t)view);
    return (float)(rng_real(&rng) + rng_real(&rng) - 1);
}

/* Gives the example another komi, of up to twice the board's size in points more or less, and the
 * result by it. The last search knows the area only to some points: the result is a logistic
 * function of the score. */
static float set_other_komi(const struct network_example *example, size_t index, int view,
                            struct network_target *target) {
    const float size = (float)example->size, width = size / 8;
    const float shift = 2 * size / NETWORK_SCORE_UNIT * draw_shift(index, view);
    const float komi = network_within(example->komi + shift, NETWORK_MAX_KOMI);
    const float score = example->area + NETWORK_SCORE_UNIT * komi;
    target->value = (float)logistic((double)(score / width));
    return komi;
}

/* The planes are turned, not computed again: no plane depends on a direction, so a turned position
 * has turned planes. */
void network_examples_set(const struct network_examples *e, size_t index, int view,
                          struct network_workspace *w, struct network_target *target) {
    assert(index < e->count && view < NETWORK_VIEWS);
    const struct network_example *example = &e->all[index];
    const struct network_point *point = &e->points[example->first];
    const int size = example->size;
    network_workspace_clear(w, size, view % 8);
    *target = (struct network_target){.value = example->value,
                                      .policy_weight = example->policy_weight,
                                      .value_weight = example->value_weight,
                                      .ownership_weight = example->ownership_weight};
    const bool has_other = OTHER_KOMI(view) && !isnan(example->area);
    const float komi = has_other ? set_other_komi(example, index, view, target) : example->komi;
    POINT_FOR_EACH(p, size) {
        unpack_point(point, komi, w->plane_count, network_planes_at(w, p));
        target->policy[p] = point->policy;
        target->ownership[p] = (float)point->ownership / OWNERSHIP_UNITS;
        if (point->planes >> NETWORK_PLANE_CANDIDATE & 1) bitset_add(&target->candidates, p);
        point++;
    }
}
