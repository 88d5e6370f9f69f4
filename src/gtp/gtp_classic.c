#include "guzumi/player/classic_view.h"

#include "gtp_session.h"

bool gtp_fates(void *context, int argc, char **argv, struct answer *answer) {
    enum color color;
    double fates[BOARD_MAX_POINTS];
    struct failure why;
    if (!gtp_read_optional_color(context, argc, argv, answer, &color)) return false;
    const enum status status = engine_fates(gtp_session(context)->engine, color, fates, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    gtp_add_board(answer, gtp_game(context)->board.size, fates);
    return true;
}

bool gtp_kernels(void *context, int argc, char **argv, struct answer *answer) {
    struct buffer text = {0};
    struct failure why;
    (void)argc, (void)argv;
    enum status status = engine_kernels(gtp_session(context)->engine, &text, &why);
    if (status == STATUS_OK && text.failed) status = out_of_memory(&why, "the kernels");
    if (status == STATUS_OK) answer_add(answer, "%.*s", (int)text.length, (const char *)text.data);
    buffer_free(&text);
    return gtp_outcome(answer, status, &why, NULL);
}
