/* The novice, and the other opponents of a network in training, behind one interface: the network's
 * moves are shown to the opponent, and its moves are requested. Only a program needs to be shown
 * moves, since the others read the board. */
#include "guzumi/classics/opponent.h"

#include "guzumi/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the novice --- */

/* In twentieths of a point, so that the rating is an integer. */
enum { PER_POINT = 20, PER_STONE = 50 * PER_POINT, MAX_LIBERTIES = 5 };

struct chain_counts {
    int liberties; /* summed over stones, MAX_LIBERTIES at most for each */
    int in_atari;  /* stones */
};

static struct chain_counts count_chains(const struct board *b, enum color color) {
    struct chain_counts out = {0};
    struct bitset stones;
    board_stones(b, color, &stones);
    BITSET_FOR_EACH(p, stones, b->words) {
        const int liberties = board_liberty_count(b, p);
        out.liberties += liberties < MAX_LIBERTIES ? liberties : MAX_LIBERTIES;
        out.in_atari += liberties == 1;
    }
    return out;
}

/* The header's formula after COLOR plays POINT. On a copy of the board: the novice is slow, and
 * what matters is that it is easy to check. */
static int rate(const struct board *b, int point, enum color color) {
    struct board after;
    board_copy(&after, b);
    board_play(&after, point, color);
    const struct chain_counts own = count_chains(&after, color);
    const struct chain_counts other = count_chains(&after, color_other(color));
    const int area = color_sign(color) * board_score_area(&after, NULL);
    return PER_STONE * (after.last_captured - own.in_atari) + PER_POINT * area + own.liberties -
           other.liberties;
}

int random_candidate(const struct board *b, enum color color, struct rng *rng) {
    struct bitset candidates = {{0}};
    board_candidates(b, color, &candidates);
    const int count = bitset_count(&candidates, b->words);
    if (count == 0) return PASS;
    return bitset_select(&candidates, b->words, (int)rng_below(rng, (uint32_t)count));
}

int novice_move(const struct board *b, enum color color, struct rng *rng) {
    struct bitset candidates = {{0}};
    int best = PASS, best_rating = 0;
    uint32_t equals = 0;
    board_candidates(b, color, &candidates);
    BITSET_FOR_EACH(p, candidates, b->words) {
        const int rating = rate(b, p, color);
        if (best != PASS && rating < best_rating) continue;
        equals = best != PASS && rating == best_rating ? equals + 1 : 1;
        best_rating = rating;
        /* The k-th of equal moves replaces the choice with probability 1 / k, which makes all of
         * them equally likely without a list. */
        if (rng_below(rng, equals) == 0) best = p;
    }
    return best;
}

/* --- opponents --- */

struct opponent {
    enum opponent_kind kind;
    const char *command;         /* borrowed */
    struct gtp_program *program; /* owned; NULL for the other kinds */
    int size;
};

enum status opponent_new(struct opponent **out, enum opponent_kind kind, const char *command,
                         const struct training_plan *plan, struct failure *why) {
    struct opponent *o = calloc(1, sizeof *o);
    if (!o) return out_of_memory(why, "an opponent");
    o->kind = kind;
    o->command = command;
    const enum status status = kind == OPPONENT_PROGRAM
                                   ? plan->host->open_program(&o->program, command, plan->stop, why)
                                   : STATUS_OK;
    if (status == STATUS_OK)
        *out = o;
    else
        opponent_free(o);
    return status;
}

void opponent_free(struct opponent *o) {
    if (!o) return;
    if (o->program) o->program->free(o->program);
    free(o);
}

static enum status say(struct opponent *o, const char *command, const char **text,
                       struct failure *why) {
    return o->program->ask(o->program, command, text, why);
}

/* A program must set up every game; the others need the size alone. A game with the program as
 * White:
 *
 *     boardsize 9, clear_board, komi 5.5      opponent_begin
 *     play black E5                           opponent_observe: the network's move
 *     genmove white                           opponent_move; a move that may not be played is
 *     undo, play white pass                   replaced by a pass
 *     ...
 *     final_score                             opponent_score */
enum status opponent_begin(struct opponent *o, int size, double komi, struct failure *why) {
    char commands[3][40];
    const char *text;
    enum status status = STATUS_OK;
    o->size = size;
    if (o->kind != OPPONENT_PROGRAM) return STATUS_OK;
    snprintf(commands[0], sizeof commands[0], "boardsize %d", size);
    snprintf(commands[1], sizeof commands[1], "clear_board");
    snprintf(commands[2], sizeof commands[2], "komi %.1f", komi);
    for (int i = 0; status == STATUS_OK && i < 3; i++) status = say(o, commands[i], &text, why);
    return status;
}

enum status opponent_observe(struct opponent *o, int point, enum color color, struct failure *why) {
    char command[40], vertex[5];
    const char *text;
    if (o->kind != OPPONENT_PROGRAM) return STATUS_OK;
    snprintf(command, sizeof command, "play %s %s", color_name(color),
             point_format(o->size, point, vertex));
    return say(o, command, &text, why);
}

/* Whether COLOR may play POINT in a training game. */
static bool is_candidate(const struct board *b, int point, enum color color) {
    return board_is_legal(b, point, color) && !board_is_eye(b, point, color);
}

/* A program's move. Training games have no suicide and fill no eyes; a move that is not a candidate
 * is undone, and the program passes instead. */
static enum status ask_program(struct opponent *o, const struct board *b, enum color color,
                               int *point, struct failure *why) {
    char command[40], move[12];
    const char *text;
    snprintf(command, sizeof command, "genmove %s", color_name(color));
    enum status status = say(o, command, &text, why);
    if (status != STATUS_OK) return status;
    snprintf(move, sizeof move, "%.*s", (int)strcspn(text, " \t\n"), text);
    const bool placed = point_parse(o->size, move, point);
    if (placed && (*point == PASS || is_candidate(b, *point, color))) return STATUS_OK;
    if (placed) status = say(o, "undo", &text, why);
    *point = PASS;
    return status == STATUS_OK ? opponent_observe(o, PASS, color, why) : status;
}

/* A random move must be shown to a program, which did not choose it. */
enum status opponent_move(struct opponent *o, const struct board *b, enum color color,
                          double random_share, struct rng *rng, int *point, struct failure *why) {
    if (o->kind == OPPONENT_RANDOM || rng_bernoulli(rng, random_share)) {
        *point = random_candidate(b, color, rng);
        return opponent_observe(o, *point, color, why);
    }
    if (o->kind == OPPONENT_PROGRAM) return ask_program(o, b, color, point, why);
    *point = novice_move(b, color, rng);
    return STATUS_OK;
}

/* GTP's final_score is "0" or "B+3.5", "W+12"; "B+R" and the like are not scores. */
enum status opponent_score(struct opponent *o, bool *counted, double *score, struct failure *why) {
    const char *text;
    double points = 0;
    if (o->kind != OPPONENT_PROGRAM) return STATUS_OK;
    const enum status status = say(o, "final_score", &text, why);
    if (status != STATUS_OK) return status;
    const bool winner = *text == 'B' || *text == 'W';
    if (strcmp(text, "0") != 0 && !(winner && text[1] == '+' && text_to_real(text + 2, &points)))
        return fail(why, STATUS_INVALID,
                    "the opponent '%.100s' reports '%.60s', which is not a score", o->command,
                    text);
    *score = *text == 'W' ? -points : points;
    *counted = true;
    return STATUS_OK;
}
