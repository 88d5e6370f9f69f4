/* The game at the terminal's table: who plays what, whose turn it is, how it ends, and the words
 * that a person may type beside moves. */
#ifndef GUZUMI_TERMINAL_GAME_H
#define GUZUMI_TERMINAL_GAME_H

#include "guzumi/player/engine.h"

enum { TERMINAL_PATH = 512 };

struct terminal_game {
    struct engine *engine;     /* borrowed */
    bool human[2];             /* by colour */
    int handicap;              /* of a new game */
    double komi;               /* the same */
    bool colors;               /* on the terminal */
    bool over;                 /* by two passes or resignation; `new`, `undo`, `resume` end that */
    char result[16];           /* when it is over, as in "B+3.5" */
    bool leaving;              /* `quit`, the end of the input, or Ctrl-C */
    char own[TERMINAL_PATH];   /* the file that this game was written to last, or "" */
    char asked[TERMINAL_PATH]; /* the one that the next line may allow to replace, or "" */
};

const struct game *terminal_game(const struct terminal_game *table);
enum color terminal_turn(const struct terminal_game *table);

/* Whether Ctrl-C came, which is then dealt with. */
bool terminal_take_interrupt(void);

/* Draws the board, an empty line before and behind it. */
void terminal_draw(const struct terminal_game *table);

/* Begins a game on an empty board of SIZE, with the table's handicap. */
enum status terminal_start(struct terminal_game *table, int size, struct failure *why);

/* Plays POINT or PASS for the side to move, or says why not. */
void terminal_play(struct terminal_game *table, int point);

/* COLOR gives up. */
void terminal_resign(struct terminal_game *table, enum color color);

/* Ends the game, with its score, if its last two moves were passes. */
void terminal_end_after_passes(struct terminal_game *table);

/* Says that the game is over, and what can be typed then. */
void terminal_say_over(void);

/* Guzumi thinks, and moves or resigns; Ctrl-C makes it do so soon. */
enum status terminal_let_engine_move(struct terminal_game *table, struct failure *why);

/* Writes the game as SGF. */
enum status terminal_save(const struct terminal_game *table, const char *path, struct failure *why);

/* Does what a typed LINE says: a point, or a word. LINE is changed. */
void terminal_take_line(struct terminal_game *table, char *line);

/* What asks before the file %s is replaced, and whether LINE allows it. */
#define TERMINAL_ASKS_TO_REPLACE "%s is there already. Type yes to replace it.\n"
bool terminal_is_yes(const char *line);

/* A search for the side to move that plays nothing. */
struct one_off;
enum status terminal_search(struct terminal_game *table, struct one_off *out, struct failure *why);

#endif
