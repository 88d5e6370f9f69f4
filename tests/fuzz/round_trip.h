/* What is written as SGF is read back as the same. */
#ifndef GUZUMI_FUZZ_ROUND_TRIP_H
#define GUZUMI_FUZZ_ROUND_TRIP_H

#include "guzumi/go/sgf.h"

#include "../reference/same_game.h"

#include "fuzz.h"

static inline struct buffer print_sgf(const struct sgf *sgf) {
    struct buffer out = {0};
    struct failure why;
    CHECK(sgf_print(sgf, &out, &why) == STATUS_OK);
    return out;
}

static inline struct sgf *parse_sgf(const struct buffer *text) {
    struct sgf *sgf;
    struct failure why;
    const enum status status = sgf_parse(&sgf, "written", text->data, text->length, &why);
    if (status != STATUS_OK) fprintf(stderr, "%s\n", why.text);
    CHECK(status == STATUS_OK);
    return sgf;
}

/* The record of GAME gives the same game. */
static inline void check_same_game(const struct game *game) {
    struct sgf *record;
    struct game again;
    struct failure why;
    CHECK(sgf_from_game(&record, game, &why) == STATUS_OK);
    struct buffer text = print_sgf(record);
    struct sgf *read = parse_sgf(&text);
    CHECK(game_init(&again, 9, &why) == STATUS_OK);
    const enum status status = sgf_to_game(read, SGF_ALL_MOVES, &again, &why);
    if (status != STATUS_OK) fprintf(stderr, "%s\n", why.text);
    CHECK(status == STATUS_OK);
    CHECK(same_game(game, &again));
    game_free(&again);
    sgf_free(read);
    sgf_free(record);
    buffer_free(&text);
}

#endif
