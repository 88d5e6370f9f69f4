#include "guzumi/match/ratings.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Internally all ratings are logits, relative to a reference player of rating 0: the anchor, or
 * else player 0, and the mean is moved to 0 at the end. Fixing one rating is necessary because only
 * differences matter: the second derivatives by all ratings are singular.
 *
 * The unknowns are
 *
 *     theta = (ratings of all players but the reference, advantage of the first move)
 *
 * and with x = theta_i + advantage - theta_j, p = 1 / (1 + e^-x), the log likelihood of w wins in n
 * games of i, moving first, against j is w log p + (n - w) log (1 - p). Its derivative by x is
 * w - n p, its second derivative -n p (1 - p). */

static const double elo_a_logit = 173.71779276130073; /* 400 / ln 10 */
static const double normal_95 = 1.959963984540054;

enum { MAX_STEPS = 200, NONE = -1 };

/* Beyond this logit, a rating is diverging: 5,000 Elo, and 1,700 more for each player, because in a
 * chain each may be much stronger than the one before. Otherwise Newton's method would never end:
 * for a player without a loss, the likelihood grows with the rating. */
static const double farthest = 30, farthest_per_player = 10;

/* All games in which FIRST moved first against SECOND. */
struct cell {
    int first, second;
    double wins, games; /* a draw is half a win */
};

struct fit {
    const struct ratings_request *request;
    int reference;
    int unknowns;       /* as many as players */
    struct cell *cells; /* owned, as all below; two for each pair that met, one in each order */
    size_t cell_count;
    size_t *cell_of;       /* [encounters] */
    double *theta;         /* [unknowns] the current point, at last the maximum */
    double *gradient;      /* [unknowns] also scratch space */
    double *hessian;       /* [unknowns x unknowns] negative; then its Cholesky factor */
    bool first_move_known; /* false: the advantage is fixed at 0 */
};

/* --- cells --- */

/* The index of PLAYER's rating in theta, or NONE for the reference. */
static int unknown_of(const struct fit *f, int player) {
    if (player == f->reference) return NONE;
    return player < f->reference ? player : player - 1;
}

/* INDEX maps a pair of players to its cell plus 1; 0: not made yet. */
static size_t find_cell(struct fit *f, size_t *index, int first, int second) {
    size_t *place = &index[(size_t)first * (size_t)f->request->players + (size_t)second];
    if (*place == 0) {
        f->cells[f->cell_count] = (struct cell){first, second, 0, 0};
        *place = ++f->cell_count;
    }
    return *place - 1;
}

/* Makes two cells for each pair that has met. */
static enum status make_cells(struct fit *f, struct failure *why) {
    const struct ratings_request *r = f->request;
    size_t *index = calloc((size_t)r->players * (size_t)r->players, sizeof *index);
    f->cells = calloc(2 * r->count + 1, sizeof *f->cells);
    f->cell_of = calloc(r->count + 1, sizeof *f->cell_of);
    if (!index || !f->cells || !f->cell_of) {
        free(index);
        return out_of_memory(why, "the ratings");
    }
    for (size_t i = 0; i < r->count; i++) {
        const struct encounter *e = &r->encounters[i];
        f->cell_of[i] = find_cell(f, index, e->first, e->second);
        find_cell(f, index, e->second, e->first);
    }
    free(index);
    return STATUS_OK;
}

static void add_games(struct cell *cell, int64_t wins, int64_t draws, int64_t losses) {
    cell->wins += (double)wins + 0.5 * (double)draws;
    cell->games += (double)(wins + draws + losses);
}

static void clear_cells(struct fit *f) {
    for (size_t i = 0; i < f->cell_count; i++) f->cells[i].wins = f->cells[i].games = 0;
}

/* Adds one drawn game for each pair that has met: half a game, a quarter won, in each order. It
 * gives every connected field a maximum and is weak beside real games. */
static void add_prior(struct fit *f) {
    for (size_t i = 0; i < f->cell_count; i++) {
        f->cells[i].wins += 0.25;
        f->cells[i].games += 0.5;
    }
}

/* --- the maximum --- */

static double strength(const struct fit *f, int player) {
    const int unknown = unknown_of(f, player);
    return unknown == NONE ? 0 : f->theta[unknown];
}

static double advantage(const struct fit *f) {
    return f->theta[f->unknowns - 1];
}

static double win_probability(const struct fit *f, const struct cell *cell) {
    const double x = strength(f, cell->first) + advantage(f) - strength(f, cell->second);
    return 1 / (1 + exp(-x));
}

/* The gradient and the negative second derivatives (lower triangle) at theta. Each cell depends on
 * theta by x = theta_first - theta_second + advantage, hence the signs. */
static void differentiate(struct fit *f) {
    const size_t n = (size_t)f->unknowns;
    memset(f->gradient, 0, n * sizeof *f->gradient);
    memset(f->hessian, 0, n * n * sizeof *f->hessian);
    for (size_t c = 0; c < f->cell_count; c++) {
        const struct cell *cell = &f->cells[c];
        const double p = win_probability(f, cell), slope = cell->wins - cell->games * p;
        const double curve = cell->games * p * (1 - p);
        const int where[3] = {unknown_of(f, cell->first), unknown_of(f, cell->second),
                              f->unknowns - 1};
        const double sign[3] = {1, -1, 1};
        for (int i = 0; i < 3; i++) {
            if (where[i] == NONE) continue;
            f->gradient[where[i]] += sign[i] * slope;
            for (int j = 0; j < 3; j++)
                if (where[j] != NONE && where[j] <= where[i])
                    f->hessian[(size_t)where[i] * n + (size_t)where[j]] +=
                        sign[i] * sign[j] * curve;
        }
    }
    if (f->first_move_known) return;
    /* Keeps the advantage at 0: its row becomes that of the identity, its gradient 0. */
    for (size_t j = 0; j + 1 < n; j++) f->hessian[(n - 1) * n + j] = 0;
    f->hessian[n * n - 1] = 1;
    f->gradient[n - 1] = 0;
}

/* Replaces the lower triangle of A by its Cholesky factor L, A = L L'. Returns the first row that
 * depends on the rows above it, or SIZE if A is regular. */
static int factorise(double *a, int size) {
    const size_t n = (size_t)size;
    for (size_t i = 0; i < n; i++) {
        const double diagonal = a[i * n + i];
        for (size_t j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
            if (j < i) {
                a[i * n + j] = sum / a[j * n + j];
            } else {
                if (!(sum > 1e-10 * diagonal) || !(diagonal > 1e-12)) return (int)i;
                a[i * n + i] = sqrt(sum);
            }
        }
    }
    return size;
}

/* Solves L L' x = b in place. Forward through L, then backward through L'. */
static void solve(const double *factor, int size, double *b) {
    const size_t n = (size_t)size;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) b[i] -= factor[i * n + k] * b[k];
        b[i] /= factor[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) b[i] -= factor[k * n + i] * b[k];
        b[i] /= factor[i * n + i];
    }
}

/* Newton's method, starting at theta. Steps are limited to 2 logits in each unknown: where p is
 * near 0 or 1 the curvature is tiny, and a full step would overshoot. False if there is no maximum.
 * Leaves the Cholesky factor of the negative second derivatives at the maximum. */
static bool maximise(struct fit *f) {
    const double most = farthest + farthest_per_player * f->request->players;
    for (int step = 0; step < MAX_STEPS; step++) {
        double longest = 0;
        differentiate(f);
        if (factorise(f->hessian, f->unknowns) < f->unknowns) return false;
        solve(f->hessian, f->unknowns, f->gradient);
        for (int i = 0; i < f->unknowns; i++) longest = fmax(longest, fabs(f->gradient[i]));
        const double scale = longest > 2 ? 2 / longest : 1;
        for (int i = 0; i < f->unknowns; i++) {
            f->theta[i] += scale * f->gradient[i];
            if (!(fabs(f->theta[i]) < most)) return false;
        }
        if (longest < 1e-9) return true;
    }
    return false;
}

/* Finds the maximum for the cells as they are or, if there is none, with the prior. False if there
 * is neither. */
static bool settle(struct fit *f, bool *has_prior) {
    *has_prior = !maximise(f);
    if (!*has_prior) return true;
    add_prior(f);
    memset(f->theta, 0, (size_t)f->unknowns * sizeof *f->theta);
    return maximise(f);
}

/* Whether the games determine the advantage. They don't if, for example, each player always moved
 * first or always second: then the advantage looks like strength, and the second
 * derivatives are singular in its row, the last one. */
static bool knows_first_move(struct fit *f) {
    f->first_move_known = true;
    memset(f->theta, 0, (size_t)f->unknowns * sizeof *f->theta);
    differentiate(f);
    return factorise(f->hessian, f->unknowns) == f->unknowns;
}

/* --- ratings and intervals --- */

/* The Elo to add to all ratings: the anchor's, or what makes their mean 0. */
static double offset_of(const struct fit *f) {
    if (f->request->anchor >= 0) return f->request->anchor_elo;
    double sum = 0;
    for (int i = 0; i < f->request->players; i++) sum += strength(f, i);
    return -sum / f->request->players * elo_a_logit;
}

/* The covariance of the ratings, in Elo^2: the inverse of the negative second derivatives, solved
 * column by column, with zeros for the reference, which is exact. If the mean is 0 instead, that is
 * a projection, which centres rows and columns. Also the variance of the advantage. */
static void make_covariance(const struct fit *f, double *out, double *first_move) {
    const int players = f->request->players;
    const size_t n = (size_t)players;
    double *column = f->gradient;
    for (int i = 0; i < players; i++) {
        const int unknown = unknown_of(f, i);
        memset(column, 0, (size_t)f->unknowns * sizeof *column);
        if (unknown != NONE) {
            column[unknown] = elo_a_logit * elo_a_logit;
            solve(f->hessian, f->unknowns, column);
        }
        for (int j = 0; j < players; j++)
            out[(size_t)i * n + (size_t)j] =
                unknown_of(f, j) == NONE ? 0 : column[unknown_of(f, j)];
    }
    memset(column, 0, (size_t)f->unknowns * sizeof *column);
    column[f->unknowns - 1] = elo_a_logit * elo_a_logit;
    solve(f->hessian, f->unknowns, column);
    *first_move = f->first_move_known ? column[f->unknowns - 1] : 0;
    if (f->request->anchor >= 0) return;
    for (int pass = 0; pass < 2; pass++) /* rows, then columns */
        for (size_t i = 0; i < n; i++) {
            const size_t along = pass ? n : 1, start = pass ? i : i * n;
            double sum = 0;
            for (size_t j = 0; j < n; j++) sum += out[start + j * along];
            for (size_t j = 0; j < n; j++) out[start + j * along] -= sum / (double)n;
        }
}

static void set_interval(struct rating *rating, double variance) {
    const double half = normal_95 * sqrt(variance > 0 ? variance : 0);
    rating->low = rating->elo - half;
    rating->high = rating->elo + half;
    rating->boot_low = rating->boot_high = NAN;
}

static void count_game(struct ratings *out, int player, int other, double wins, double games) {
    struct rating *rating = &out->rating[player];
    rating->games += games;
    rating->score += wins;
    rating->opponents += games * out->rating[other].elo;
}

/* Everything about the maximum: ratings, intervals, and the sums over the games of each player. */
static void describe(const struct fit *f, struct ratings *out) {
    const struct ratings_request *r = f->request;
    const double offset = offset_of(f);
    double variance;
    make_covariance(f, out->covariance, &variance);
    for (int i = 0; i < r->players; i++) {
        out->rating[i].elo = strength(f, i) * elo_a_logit + offset;
        set_interval(&out->rating[i], out->covariance[(size_t)i * (size_t)r->players + (size_t)i]);
    }
    out->first_move.elo = advantage(f) * elo_a_logit;
    set_interval(&out->first_move, variance);
    for (size_t i = 0; i < r->count; i++) {
        const struct encounter *e = &r->encounters[i];
        const struct cell *cell = &f->cells[f->cell_of[i]];
        const double games = (double)(e->wins + e->draws + e->losses);
        const double wins = (double)e->wins + 0.5 * (double)e->draws, p = win_probability(f, cell);
        count_game(out, e->first, e->second, wins, games);
        count_game(out, e->second, e->first, games - wins, games);
        out->first_move.games += games;
        out->first_move.score += wins;
        out->log_likelihood +=
            (wins > 0 ? wins * log(p) : 0) + (wins < games ? (games - wins) * log1p(-p) : 0);
    }
    for (int i = 0; i < r->players; i++) {
        out->rating[i].score /= out->rating[i].games;
        out->rating[i].opponents /= out->rating[i].games;
    }
    out->first_move.score /= out->first_move.games;
}

/* --- bootstrap --- */

/* Games are numbered encounter * OUTCOMES + outcome. */
enum outcome { WIN, DRAW, LOSS, OUTCOMES };

static size_t count_games(const struct ratings_request *r) {
    size_t games = 0;
    for (size_t i = 0; i < r->count; i++)
        games += (size_t)(r->encounters[i].wins + r->encounters[i].draws + r->encounters[i].losses);
    return games;
}

static void list_games(const struct ratings_request *r, uint32_t *out) {
    for (size_t i = 0; i < r->count; i++) {
        const int64_t times[OUTCOMES] = {r->encounters[i].wins, r->encounters[i].draws,
                                         r->encounters[i].losses};
        for (int outcome = WIN; outcome < OUTCOMES; outcome++)
            for (int64_t k = 0; k < times[outcome]; k++)
                *out++ = (uint32_t)(i * OUTCOMES) + (uint32_t)outcome;
    }
}

/* Fills the cells with as many games as there are, drawn with replacement. */
static void resample(struct fit *f, const uint32_t *games, size_t count, struct rng *rng) {
    static const int64_t drawn[OUTCOMES][OUTCOMES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    clear_cells(f);
    for (size_t i = 0; i < count; i++) {
        const uint32_t game = games[rng_below(rng, (uint32_t)count)];
        const int64_t *outcome = drawn[game % OUTCOMES];
        add_games(&f->cells[f->cell_of[game / OUTCOMES]], outcome[WIN], outcome[DRAW],
                  outcome[LOSS]);
    }
}

static int compare_reals(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Sorts COUNT values and takes their 2.5 % and 97.5 % points, rounded outwards. */
static void set_percentiles(struct rating *rating, double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare_reals);
    const double low = 0.025 * (count - 1), high = 0.975 * (count - 1);
    rating->boot_low = values[(int)floor(low)];
    rating->boot_high = values[(int)ceil(high)];
}

/* Draws as many games with replacement, rates them, and repeats: the spread of the ratings shows
 * what they owe to the luck of these games. Unlike the likelihood's, this interval does not rely on
 * the curve being a parabola. VALUES has a row for each player and one for the advantage, each with
 * the rating in every replicate. */
static enum status bootstrap(struct fit *f, struct ratings *out, struct failure *why) {
    const struct ratings_request *r = f->request;
    const size_t count = count_games(r), replicates = (size_t)r->replicates;
    const size_t players = (size_t)r->players, size = (size_t)f->unknowns * sizeof(double);
    if (count == 0) return STATUS_OK;
    uint32_t *games = malloc(count * sizeof *games);
    double *values = malloc((players + 1) * replicates * sizeof *values);
    double *best = malloc(size);
    const bool have = games && values && best;
    struct rng rng;
    rng_seed(&rng, r->seed, 0);
    if (have) {
        list_games(r, games);
        memcpy(best, f->theta, size);
    }
    /* A replicate may lack a loss that the games have; settle then adds the prior to it, as it
     * would to a file with these games. One that is too one-sided even so is drawn again. */
    size_t failures = 0;
    for (size_t k = 0; have && k < replicates && failures <= replicates;) {
        bool has_prior;
        resample(f, games, count, &rng);
        memcpy(f->theta, best, size); /* near the replicate's maximum */
        if (!settle(f, &has_prior)) {
            failures++;
            continue;
        }
        const double offset = offset_of(f);
        for (size_t i = 0; i < players; i++)
            values[i * replicates + k] = strength(f, (int)i) * elo_a_logit + offset;
        values[players * replicates + k++] = advantage(f) * elo_a_logit;
    }
    const bool drawn = failures <= replicates;
    for (size_t i = 0; have && drawn && i <= players; i++)
        set_percentiles(i < players ? &out->rating[i] : &out->first_move, &values[i * replicates],
                        r->replicates);
    free(games);
    free(values);
    free(best);
    if (!have) return out_of_memory(why, "the bootstrap");
    return drawn ? STATUS_OK
                 : fail(why, STATUS_INVALID,
                        "the results are too one-sided for a bootstrap; add games");
}

/* --- the request --- */

/* Union-find with path halving. */
static int root_of(int *parent, int player) {
    while (parent[player] != player) player = parent[player] = parent[parent[player]];
    return player;
}

static enum status check_connected(const struct ratings_request *r, int unconnected[2],
                                   struct failure *why) {
    int *parent = malloc((size_t)r->players * sizeof *parent);
    if (!parent) return out_of_memory(why, "the ratings");
    for (int i = 0; i < r->players; i++) parent[i] = i;
    for (size_t i = 0; i < r->count; i++)
        parent[root_of(parent, r->encounters[i].first)] = root_of(parent, r->encounters[i].second);
    int other = NONE;
    for (int i = 1; i < r->players && other == NONE; i++)
        if (root_of(parent, i) != root_of(parent, 0)) other = i;
    free(parent);
    if (other == NONE) return STATUS_OK;
    unconnected[0] = 0;
    unconnected[1] = other;
    return fail(why, STATUS_INVALID,
                "no chain of games connects all players; rate each group on its own");
}

static enum status fit_open(struct fit *f, struct failure *why) {
    const size_t n = (size_t)f->unknowns;
    f->theta = calloc(n, sizeof *f->theta);
    f->gradient = calloc(n, sizeof *f->gradient);
    f->hessian = calloc(n * n, sizeof *f->hessian);
    if (!f->theta || !f->gradient || !f->hessian) return out_of_memory(why, "the ratings");
    return make_cells(f, why);
}

static void fit_close(struct fit *f) {
    free(f->cells);
    free(f->cell_of);
    free(f->theta);
    free(f->gradient);
    free(f->hessian);
}

static enum status compute(struct fit *f, struct ratings *out, struct failure *why) {
    const struct ratings_request *r = f->request;
    const size_t players = (size_t)r->players;
    out->players = r->players;
    out->rating = calloc(players, sizeof *out->rating);
    out->covariance = calloc(players * players, sizeof *out->covariance);
    if (!out->rating || !out->covariance) return out_of_memory(why, "the ratings");
    enum status status = fit_open(f, why);
    if (status != STATUS_OK) return status;
    for (size_t i = 0; i < r->count; i++) {
        const struct encounter *e = &r->encounters[i];
        add_games(&f->cells[f->cell_of[i]], e->wins, e->draws, e->losses);
    }
    f->first_move_known = out->first_move_known = knows_first_move(f);
    if (!settle(f, &out->has_prior))
        return fail(why, STATUS_INVALID, "the results are too one-sided for ratings; add games");
    describe(f, out);
    return r->replicates ? bootstrap(f, out, why) : STATUS_OK;
}

enum status ratings_compute(struct ratings *out, const struct ratings_request *request,
                            int unconnected[2], struct failure *why) {
    *out = (struct ratings){.players = 0};
    enum status status = check_connected(request, unconnected, why);
    if (status != STATUS_OK) return status;
    struct fit f = {.request = request,
                    .reference = request->anchor >= 0 ? request->anchor : 0,
                    .unknowns = request->players};
    status = compute(&f, out, why);
    fit_close(&f);
    if (status != STATUS_OK) ratings_free(out);
    return status;
}

void ratings_free(struct ratings *ratings) {
    free(ratings->rating);
    free(ratings->covariance);
    *ratings = (struct ratings){.players = 0};
}

double ratings_superiority(const struct ratings *ratings, int i, int j) {
    const size_t n = (size_t)ratings->players, a = (size_t)i, b = (size_t)j;
    const double *c = ratings->covariance;
    const double variance = c[a * n + a] + c[b * n + b] - c[a * n + b] - c[b * n + a];
    const double difference = ratings->rating[i].elo - ratings->rating[j].elo;
    if (variance <= 0) return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
    return 0.5 * erfc(-difference / sqrt(2 * variance));
}
