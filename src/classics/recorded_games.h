/* Game records to learn from (Schraudolph 1994, section 5).
 *
 * People stop when the outcome is clear, long before a position can be scored by its stones. Games
 * that were given up early are left out: those that do not end by two passes and have fewer moves
 * than three fifths of the points of the board. The novice plays the others to their end when they
 * are learnt from. */
#ifndef GUZUMI_RECORDED_GAMES_H
#define GUZUMI_RECORDED_GAMES_H

#include "guzumi/go/game.h"

struct recorded_games {
    struct game *games; /* owned */
    int count;
    int left_out; /* records given up early, or on boards of another size */
};

/* Reads the records *.sgf of the folder PATH, in order of their names, for boards of SIZE. Fails if
 * there is none to learn from, or if one can't be read. */
enum status recorded_games_load(struct recorded_games *out, const char *path, int size,
                                struct failure *why);
void recorded_games_free(struct recorded_games *records);

/* Whether GAME was played far enough to learn from. */
bool recorded_game_is_whole(const struct game *game);

#endif
