#include "guzumi/selfplay/opponent.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"
#include "guzumi/match/child.h"
#include "guzumi/search/novice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds that a program may take for one answer. */
static const double patience = 60;

struct opponent {
    enum opponent_kind kind;
    const char *command; /* borrowed */
    int size;
    struct child child;
    pthread_mutex_t forking;
    const atomic_bool *stop; /* borrowed */
};

enum status opponent_new(struct opponent **out, enum opponent_kind kind, const char *command,
                         const atomic_bool *stop, struct failure *why) {
    static const atomic_bool never = false;
    struct opponent *o = calloc(1, sizeof *o);
    if (!o) return out_of_memory(why, "an opponent");
    o->kind = kind;
    o->command = command;
    pthread_mutex_init(&o->forking, NULL);
    o->stop = stop ? stop : &never;
    *out = o;
    return STATUS_OK;
}

void opponent_free(struct opponent *o) {
    if (!o) return;
    child_end(&o->child, true);
    pthread_mutex_destroy(&o->forking);
    free(o);
}

static enum status say(struct opponent *o, const char *command, const char **text,
                       struct failure *why) {
    switch (child_ask(&o->child, command, clock_now() + patience, o->stop, text)) {
    case ANSWER_GOOD:
        return STATUS_OK;
    case ANSWER_REFUSED:
        return fail(why, STATUS_INVALID, "the opponent '%.100s' answered '%s' with '? %.80s'",
                    o->command, command, *text);
    case ANSWER_NONSENSE:
        return fail(why, STATUS_INVALID, "the opponent '%.100s' answered '%s' with no GTP",
                    o->command, command);
    case ANSWER_LATE:
        return fail(why, STATUS_IO, "the opponent '%.100s' did not answer '%s' within %g seconds",
                    o->command, command, patience);
    case ANSWER_STOPPED:
        return fail(why, STATUS_STOPPED, "interrupted");
    case ANSWER_ENDED:
        break;
    }
    return fail(why, STATUS_IO, "the opponent '%.100s' ended at '%s'", o->command, command);
}

enum status opponent_begin(struct opponent *o, int size, double komi, struct failure *why) {
    char commands[3][40];
    const char *text;
    enum status status = STATUS_OK;
    o->size = size;
    if (o->kind != OPPONENT_PROGRAM) return STATUS_OK;
    if (!o->child.process) status = child_start(&o->child, o->command, &o->forking, why);
    snprintf(commands[0], sizeof commands[0], "boardsize %d", size);
    snprintf(commands[1], sizeof commands[1], "clear_board");
    snprintf(commands[2], sizeof commands[2], "komi %.1f", komi);
    for (int i = 0; status == STATUS_OK && i < 3; i++) status = say(o, commands[i], &text, why);
    return status;
}

enum status opponent_told(struct opponent *o, int point, enum color color, struct failure *why) {
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

/* A program's move. One that is no candidate is taken back, and it passes. */
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
    return status == STATUS_OK ? opponent_told(o, PASS, color, why) : status;
}

enum status opponent_move(struct opponent *o, const struct board *b, enum color color,
                          double random_share, struct rng *rng, int *point, struct failure *why) {
    if (o->kind == OPPONENT_RANDOM || rng_bernoulli(rng, random_share)) {
        *point = random_candidate(b, color, rng);
        return opponent_told(o, *point, color, why);
    }
    if (o->kind == OPPONENT_PROGRAM) return ask_program(o, b, color, point, why);
    *point = novice_move(b, color, rng);
    return STATUS_OK;
}

enum status opponent_score(struct opponent *o, bool *told, double *score, struct failure *why) {
    const char *text;
    double points = 0;
    if (o->kind != OPPONENT_PROGRAM) return STATUS_OK;
    const enum status status = say(o, "final_score", &text, why);
    if (status != STATUS_OK) return status;
    const bool winner = *text == 'B' || *text == 'W';
    if (strcmp(text, "0") != 0 && !(winner && text[1] == '+' && text_to_real(text + 2, &points)))
        return fail(why, STATUS_INVALID, "the opponent '%.100s' counts '%.60s', which is no score",
                    o->command, text);
    *score = *text == 'W' ? -points : points;
    *told = true;
    return STATUS_OK;
}
