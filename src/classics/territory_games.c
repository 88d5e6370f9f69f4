/* A training game of the territory network (Schraudolph 1994), and what is learnt from it. Moves
 * come from one of these, in this order:
 *
 *     a record         its moves, and beyond its end the novice's: dead stones must go, since the
 *                      fates are read off the final board
 *     priming_games    random moves of both sides
 *     no opponent      the network for both sides, by Gibbs sampling
 *     an opponent      the network for one side, which changes from game to game */
#include "guzumi/base/file.h"
#include "guzumi/classics/opponent.h"
#include "guzumi/go/sgf.h"
#include "guzumi/learner/evaluator.h"

#include "classic_trainer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- records --- */

/* Two passes, or moves for three fifths of the points: resigned games end early, and the fates of
 * their last position are not those of the game. */
bool recorded_game_is_whole(const struct game *game) {
    const size_t points = (size_t)(game->board.size * game->board.size);
    return game_passes(game) >= 2 || game->count * 5 >= points * 3;
}

/* Plays the record of file PATH into *OUT, which is initialised. */
static enum status read_record(struct game *out, const char *path, int *size, struct failure *why) {
    struct sgf *sgf;
    enum status status = sgf_load(&sgf, path, why);
    if (status != STATUS_OK) return status;
    *size = sgf_size(sgf);
    status = sgf_to_game(sgf, SGF_ALL_MOVES, out, why);
    sgf_free(sgf);
    return status;
}

/* Adds the record of file PATH, unless it is to be left out. The array grows by one record at a
 * time: there are hundreds, each read from a file of its own. */
static enum status add_record(struct recorded_games *r, const char *path, int size,
                              struct failure *why) {
    struct game game;
    int found = 0;
    struct game *more = realloc(r->games, ((size_t)r->count + 1) * sizeof *more);
    if (!more) return out_of_memory(why, "game records");
    r->games = more;
    enum status status = game_init(&game, size, why);
    if (status != STATUS_OK) return status;
    status = read_record(&game, path, &found, why);
    if (status == STATUS_OK && found == size && recorded_game_is_whole(&game)) {
        r->games[r->count++] = game;
        return STATUS_OK;
    }
    game_free(&game);
    return status;
}

static enum status add_records(struct recorded_games *r, const char *folder,
                               const struct file_names *names, int size, struct failure *why) {
    enum status status = STATUS_OK;
    for (int i = 0; i < names->count && status == STATUS_OK; i++) {
        const size_t room = strlen(folder) + strlen(names->list[i]) + 2;
        char *path = malloc(room);
        if (!path) return out_of_memory(why, "game records");
        snprintf(path, room, "%s/%s", folder, names->list[i]);
        status = add_record(r, path, size, why);
        free(path);
    }
    if (status == STATUS_OK && r->count == 0)
        status = fail(why, STATUS_INVALID,
                      "%.200s: none of its %d records (*.sgf) is a %dx%d game "
                      "played to its end",
                      folder, names->count, size, size);
    return status;
}

enum status recorded_games_load(struct recorded_games *out, const char *path, int size,
                                struct failure *why) {
    struct file_names names;
    *out = (struct recorded_games){0};
    enum status status = file_list(&names, path, ".sgf", why);
    if (status != STATUS_OK) return status;
    status = add_records(out, path, &names, size, why);
    file_names_free(&names);
    if (status != STATUS_OK) recorded_games_free(out);
    return status;
}

void recorded_games_free(struct recorded_games *r) {
    for (int i = 0; i < r->count; i++) game_free(&r->games[i]);
    free(r->games);
    *r = (struct recorded_games){0};
}

/* --- a game --- */

/* One game while it is played. */
struct territory_game {
    struct classic_trainer *trainer;
    struct board board;
    enum color to_move;
    enum color own; /* the network's side, where it plays one */
    int moves, passes;
    const struct game *record; /* or NULL */
};

/* --- moves --- */

static double temperature_of(const struct provenance *origin) {
    const struct params *p = &origin->params;
    if (origin->games >= (uint64_t)p->annealing_games) return p->final_temperature;
    const double part = (double)origin->games / (double)p->annealing_games;
    return p->temperature + part * (p->final_temperature - p->temperature);
}

/* e^x for x <= 0, by our own arithmetic (logistic): training is reproducible on every machine.
 *
 *     s = 1 / (1 + e^-x), so s / (1 - s) = e^x */
static double exponential(double x) {
    const double part = logistic(x);
    return part / (1 - part);
}

/* Gibbs sampling: a move has the probability exp((score - best) / temperature), normalised. LOSS is
 * best - score, in points. */
static double gibbs_weight(double loss, double temperature) {
    if (temperature <= 0) return loss <= 0;
    return exponential(-loss / temperature);
}

/* Draws a move from that distribution over the scores after CANDIDATES. */
static int territory_draw(struct territory *t, const struct bitset *candidates, double temperature,
                          struct rng *rng) {
    float scores[BOARD_MAX_POINTS];
    double weights[BOARD_MAX_POINTS], best = -INFINITY, sum = 0;
    const double sign = color_sign(t->to_move);
    int last = PASS;
    territory_scores_after(t, candidates, scores);
    BITSET_FOR_EACH(p, *candidates, t->board->words) {
        if (sign * (double)scores[p] > best) best = sign * (double)scores[p];
    }
    BITSET_FOR_EACH(p, *candidates, t->board->words) {
        sum += weights[p] = gibbs_weight(best - sign * (double)scores[p], temperature);
    }
    /* If rounding leaves more than all weights, the last move that has any is drawn. */
    double left = rng_real(rng) * sum;
    BITSET_FOR_EACH(p, *candidates, t->board->words) {
        if (left >= 0 && weights[p] > 0) last = p;
        left -= weights[p];
    }
    return last;
}

static int classic_move(struct territory_game *g) {
    struct classic_trainer *t = g->trainer;
    struct provenance *origin = &t->trained->learnt.origin;
    struct bitset candidates = {{0}};
    board_candidates(&g->board, g->to_move, &candidates);
    if (bitset_is_empty(&candidates, g->board.words)) return PASS;
    territory_set(&t->reader.territory, &g->board, g->to_move);
    return territory_draw(&t->reader.territory, &candidates, temperature_of(origin), &origin->rng);
}

/* The record's next move; NULL beyond it. The passes at its end are left out: dead stones are still
 * on the board then, and the novice captures them. */
static const struct move *next_recorded(const struct territory_game *g) {
    const struct game *record = g->record;
    if (!record) return NULL;
    const size_t moves = record->count - (size_t)game_passes(record);
    return (size_t)g->moves < moves ? &record->moves[g->moves] : NULL;
}

/* The record's next move, and beyond it the novice's. */
static int recorded_move(struct territory_game *g) {
    const struct move *next = next_recorded(g);
    if (next && (next->point == PASS || board_is_legal(&g->board, next->point, g->to_move)))
        return next->point;
    return novice_move(&g->board, g->to_move, &g->trainer->trained->learnt.origin.rng);
}

/* A record or the priming phase moves for both sides. Else the network moves, for one side against
 * an opponent, which must be shown the network's moves. */
static enum status choose(struct territory_game *g, int *point, struct failure *why) {
    struct classic_trainer *t = g->trainer;
    struct provenance *origin = &t->trained->learnt.origin;
    const bool primes = origin->games < (uint64_t)origin->params.priming_games;
    if (g->record) {
        *point = recorded_move(g);
    } else if (primes) {
        *point = random_candidate(&g->board, g->to_move, &origin->rng);
    } else if (!t->opponent || g->to_move == g->own) {
        *point = classic_move(g);
        if (t->opponent) return opponent_observe(t->opponent, *point, g->to_move, why);
    } else {
        return opponent_move(t->opponent, &g->board, g->to_move, t->trained->random_share,
                             &origin->rng, point, why);
    }
    return STATUS_OK;
}

/* --- the game --- */

/* What the network sees, which is all that learning needs: stones from Black's view, and whose turn
 * it is as the input of the biases. */
static void note_state(struct territory_game *g) {
    territory_input(&g->board,
                    classic_trainer_add_state(g->trainer, (float)color_sign(g->to_move)));
}

/* COLOR is to move, or the colour of the record's next move: in a record one side may move twice.
 */
static void give_turn(struct territory_game *g, enum color color) {
    const struct move *next = next_recorded(g);
    g->to_move = next ? (enum color)next->color : color;
}

static void follow(struct territory_game *g, int point) {
    board_play(&g->board, point, g->to_move);
    g->moves++;
    g->passes = point == PASS ? g->passes + 1 : 0;
    give_turn(g, color_other(g->to_move));
    if (g->passes < 2) note_state(g);
}

/* Places the network's handicap stones, which the opponent is shown as moves. */
static enum status place_handicap(struct territory_game *g, struct failure *why) {
    struct classic_trainer *t = g->trainer;
    int points[9];
    const int count = game_handicap_points(
        t->trained->learnt.size, (int)t->trained->learnt.origin.params.opponent_handicap, points);
    for (int i = 0; i < count; i++) {
        const enum status status = opponent_observe(t->opponent, points[i], BLACK, why);
        if (status != STATUS_OK) return status;
        board_play(&g->board, points[i], BLACK);
    }
    if (count) g->to_move = WHITE;
    return STATUS_OK;
}

/* Colours alternate from game to game, except with handicap stones, which are Black's. */
static enum status begin(struct territory_game *g, struct failure *why) {
    struct classic_trainer *t = g->trainer;
    const struct provenance *origin = &t->trained->learnt.origin;
    const bool handicap = origin->params.opponent_handicap > 0;
    board_init(&g->board, t->trained->learnt.size);
    g->to_move = BLACK;
    g->own = handicap || origin->games % 2 == 0 ? BLACK : WHITE;
    if (t->records && t->records->count > 0)
        g->record = &t->records->games[origin->games % (uint64_t)t->records->count];
    if (g->record) {
        board_copy(&g->board, &g->record->start);
        give_turn(g, g->record->first);
    }
    if (!t->opponent) return STATUS_OK;
    const enum status status =
        opponent_begin(t->opponent, t->trained->learnt.size, origin->params.train_komi, why);
    return status == STATUS_OK && handicap ? place_handicap(g, why) : status;
}

/* --- learning --- */

/* The targets of the last state: the fate of each point, 1 for Black's and -1 for White's, or the
 * score as a fraction of the board. Returns their number. */
static int final_fates(const struct territory_game *g, float *out, int *score) {
    uint8_t owner[BOARD_MAX_POINTS];
    const int size = g->board.size, points = size * size;
    *score = board_score_area(&g->board, owner);
    if (territory_fate_count(&g->trainer->reader.territory) == 1) {
        *out = (float)*score / (float)points;
        return 1;
    }
    for (int i = 0; i < points; i++) {
        const enum color color = (enum color)owner[point_at(size, i % size, i / size)];
        out[i] = (float)color_sign(color);
    }
    return points;
}

/* TD(0) on the vector of outputs: V(s_t) moves towards V(s_{t+1}), the last towards the fates. From
 * the last state back, so that each target is the value that was just computed; the weights stay
 * fixed until the batch ends. */
static void learn(struct classic_trainer *t, float *target, int outputs) {
    float error[BOARD_MAX_SIZE * BOARD_MAX_SIZE];
    for (int s = t->state_count - 1; s >= 0; s--) {
        const float *input = t->states + (size_t)s * (size_t)t->inputs;
        const float *now = classic_backprop_see(&t->learner, input, t->bias_inputs[s]);
        for (int i = 0; i < outputs; i++) {
            error[i] = target[i] - now[i];
            target[i] = now[i];
            t->statistics.square_error += (double)(error[i] * error[i]) / outputs;
        }
        classic_backprop_note(&t->learner, t->bias_inputs[s], error);
    }
    t->statistics.states += (uint64_t)t->state_count;
}

enum status play_territory_game(struct classic_trainer *t, int *result, struct failure *why) {
    struct territory_game g = {.trainer = t};
    float target[BOARD_MAX_SIZE * BOARD_MAX_SIZE];
    int score, point = PASS;
    enum status status = begin(&g, why);
    while (status == STATUS_OK && g.passes < 2 &&
           g.moves < trajectory_move_limit(t->trained->learnt.size)) {
        status = choose(&g, &point, why);
        if (status == STATUS_OK) follow(&g, point);
    }
    if (status != STATUS_OK) return status;
    const int outputs = final_fates(&g, target, &score);
    learn(t, target, outputs);
    t->statistics.moves += (uint64_t)g.moves;
    *result = classic_trainer_result(t, (double)score, g.own);
    return STATUS_OK;
}
