/* Game records in tests: from text and back, and as games. */
#ifndef GUZUMI_TEST_RECORDS_H
#define GUZUMI_TEST_RECORDS_H

#include "guzumi/go/sgf.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void assert_good(enum status status, const struct failure *why) {
    if (status != STATUS_OK) print_error("%s\n", why->text);
    assert_int_equal(status, STATUS_OK);
}

static inline struct sgf *parse(const char *text) {
    struct sgf *sgf;
    struct failure why;
    assert_good(sgf_parse(&sgf, "test", text, strlen(text), &why), &why);
    return sgf;
}

/* The record as text, owned by the caller. */
static inline char *printed(const struct sgf *sgf) {
    struct buffer out = {0};
    struct failure why;
    assert_int_equal(sgf_print(sgf, &out, &why), STATUS_OK);
    buffer_append(&out, "", 1);
    assert_false(out.failed);
    return (char *)out.data;
}

static inline void load_game(struct sgf *sgf, size_t stop, struct game *game) {
    struct failure why;
    assert_int_equal(game_init(game, 9, &why), STATUS_OK);
    assert_good(sgf_to_game(sgf, stop, game, &why), &why);
}

/* The moves of GAME, "B E5 W pass", into TEXT; returns TEXT. */
static inline const char *list_moves(const struct game *game, char *text, size_t size) {
    *text = 0;
    for (size_t i = 0; i < game->count; i++) {
        const size_t length = strlen(text);
        char name[5];
        snprintf(text + length, size - length, "%s%c %s", i ? " " : "",
                 game->moves[i].color == BLACK ? 'B' : 'W',
                 point_format(game->board.size, game->moves[i].point, name));
    }
    return text;
}

/* SGF has a note with PART in it; none at all if PART is "". */
static inline void expect_note(const struct sgf *sgf, const char *part) {
    const char *notes = sgf_notes(sgf);
    const bool good = *part ? strstr(notes, part) != NULL : !*notes;
    if (!good) print_error("expected the note \"%s\", got \"%s\"\n", part, notes);
    assert_true(good);
}

static inline void expect_refusal(enum status status, const struct failure *why, int line,
                                  int column, const char *part) {
    char place[60];
    snprintf(place, sizeof place, "test: line %d, column %d: ", line, column);
    assert_int_equal(status, STATUS_INVALID);
    const bool good = strncmp(why->text, place, strlen(place)) == 0 && strstr(why->text, part);
    if (!good) print_error("expected \"%s... %s\", got \"%s\"\n", place, part, why->text);
    assert_true(good);
}

/* A record, and where and why it is refused. */
struct refused_record {
    const char *text;
    int line, column;
    const char *part; /* of the message */
};

/* What refuses the record TEXT. */
typedef enum status refuse_record(const char *text, struct failure *why);

static inline void expect_refusals(const struct refused_record *records, int count,
                                   refuse_record *refuse) {
    for (int i = 0; i < count; i++) {
        struct failure why;
        const enum status status = refuse(records[i].text, &why);
        expect_refusal(status, &why, records[i].line, records[i].column, records[i].part);
    }
}

static inline void assert_text(const struct sgf *sgf, int node, const char *name,
                               const char *expected) {
    char *text = sgf_text(sgf, node, name);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

#endif
