#include "gtp_session.h"

/* GoGui's types: dboard takes numbers from -1 to 1, rows from the top; %m is the colour to move. */
bool gtp_analyze_commands(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc, (void)argv;
    answer_add(answer, "dboard/Value of each move/guzumi-values %%m\n"
                       "dboard/Value of each move, long-term memory/guzumi-long-term-values %%m\n"
                       "string/Chance of winning/guzumi-value %%m\n"
                       "string/Move without playing it/reg_genmove %%m\n"
                       "string/Final score/final_score\n"
                       "string/Processor time/cputime\n"
                       "hstring/Board/showboard\n"
                       "param/Parameters/param\n");
    return true;
}

/* Chances 0..1 as values -1..1; 0, which GoGui leaves uncoloured, where no move is legal. */
static void add_board(struct answer *answer, int size, const double chances[BOARD_MAX_POINTS]) {
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++) {
            const double chance = chances[point_at(size, column, row)];
            answer_add(answer, "%.3f%c", chance < 0 ? 0 : 2 * chance - 1,
                       column < size - 1 ? ' ' : '\n');
        }
}

typedef enum status give_values(struct engine *engine, enum color color,
                                double out[BOARD_MAX_POINTS], struct failure *why);

static bool answer_values(void *context, int argc, char **argv, struct answer *answer,
                          give_values *give) {
    enum color color;
    double chances[BOARD_MAX_POINTS];
    if (!gtp_read_optional_color(context, argc, argv, answer, &color)) return false;
    struct failure why;
    const enum status status = give(gtp_session(context)->engine, color, chances, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    add_board(answer, gtp_game(context)->board.size, chances);
    return true;
}

bool gtp_values(void *context, int argc, char **argv, struct answer *answer) {
    return answer_values(context, argc, argv, answer, engine_values);
}

bool gtp_long_term_values(void *context, int argc, char **argv, struct answer *answer) {
    return answer_values(context, argc, argv, answer, engine_long_term_values);
}

bool gtp_value(void *context, int argc, char **argv, struct answer *answer) {
    enum color color;
    if (!gtp_read_optional_color(context, argc, argv, answer, &color)) return false;
    double value;
    struct failure why;
    const enum status status = engine_value(gtp_session(context)->engine, color, &value, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    answer_add(answer, "%.4f", value);
    return true;
}
