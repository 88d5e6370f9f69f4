#include "guzumi/base/text.h"

#include "gtp_session.h"

#include <stdio.h>

/* Reads "FILE [MOVE]": a last word that is a number is the move, unless only a file with that name
 * can be read. */
static enum status load(int argc, char **argv, struct sgf **out, size_t *stop,
                        struct failure *why) {
    const int last = argc - 1;
    int64_t move;
    *stop = SGF_ALL_MOVES;
    if (last > 1 && text_to_int(argv[last], 0, INT32_MAX, &move)) {
        struct failure ignored;
        const enum status status = sgf_load(out, arguments_join(argv, 1, last - 1), why);
        if (status == STATUS_IO &&
            sgf_load(out, arguments_join(argv, 1, last), &ignored) == STATUS_OK)
            return STATUS_OK;
        *stop = (size_t)move;
        return status;
    }
    return sgf_load(out, arguments_join(argv, 1, last), why);
}

bool gtp_loadsgf(void *context, int argc, char **argv, struct answer *answer) {
    struct sgf *sgf;
    struct failure why;
    size_t stop;
    enum status status = load(argc, argv, &sgf, &stop, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, "cannot load file");
    status = engine_load(gtp_session(context)->engine, sgf, stop, &why);
    fputs(sgf_notes(sgf), stderr);
    sgf_free(sgf);
    return gtp_outcome(answer, status, &why, "cannot load file");
}

/* The opponent is where the engine has not moved, if that is one side. */
static void add_opponent(const struct gtp_session *session, struct sgf *sgf) {
    const bool black = sgf_value(sgf, SGF_ROOT, "PB", 0), white = sgf_value(sgf, SGF_ROOT, "PW", 0);
    if (black == white) return;
    if (*session->opponent) sgf_set_player(sgf, black ? WHITE : BLACK, session->opponent, NULL);
    if (*session->opponent_rating)
        sgf_set_text(sgf, SGF_ROOT, black ? "WR" : "BR", session->opponent_rating);
}

/* Answers the record, or writes it to PATH unless that is NULL. */
static enum status deliver(const struct sgf *sgf, const char *path, struct answer *answer,
                           struct failure *why) {
    if (path) return sgf_save(sgf, path, why);
    struct buffer text = {0};
    const enum status status = sgf_print(sgf, &text, why);
    if (status == STATUS_OK) answer_add(answer, "%.*s", (int)text.length, (const char *)text.data);
    buffer_free(&text);
    return status;
}

bool gtp_printsgf(void *context, int argc, char **argv, struct answer *answer) {
    struct gtp_session *session = gtp_session(context);
    struct sgf *sgf;
    struct failure why;
    enum status status = engine_record(session->engine, &sgf, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    add_opponent(session, sgf);
    const char *path = argc > 1 ? arguments_join(argv, 1, argc - 1) : NULL;
    status = deliver(sgf, path, answer, &why);
    sgf_free(sgf);
    return gtp_outcome(answer, status, &why, "cannot save file");
}

bool gtp_opponent_name(void *context, int argc, char **argv, struct answer *answer) {
    (void)answer;
    struct gtp_session *session = gtp_session(context);
    session->opponent_rating[0] = 0; /* it was another's */
    text_copy(session->opponent, sizeof session->opponent, arguments_join(argv, 1, argc - 1));
    return true;
}

bool gtp_opponent_rating(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)answer;
    struct gtp_session *session = gtp_session(context);
    text_copy(session->opponent_rating, sizeof session->opponent_rating, argv[1]);
    return true;
}

bool gtp_game_over(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv, (void)answer;
    engine_end_pondering(gtp_session(context)->engine);
    return true;
}
