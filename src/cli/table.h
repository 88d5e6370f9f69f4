/* The game at the terminal's table: who plays what, whose turn it is, how it ends, and the words
 * that a person may type beside moves. */
#ifndef GUZUMI_TABLE_H
#define GUZUMI_TABLE_H

#include "guzumi/player/engine.h"

enum { TABLE_PATH = 512 };

struct table {
    struct engine *engine;  /* borrowed */
    bool human[2];          /* by colour */
    int handicap;           /* of a new game */
    double komi;            /* the same */
    bool colors;            /* on the terminal */
    bool over;              /* by two passes or resignation; `new`, `undo`, `resume` end that */
    char result[16];        /* when it is over, as in "B+3.5" */
    bool leaving;           /* `quit`, the end of the input, or Ctrl-C */
    char own[TABLE_PATH];   /* the file that this game was written to last, or "" */
    char asked[TABLE_PATH]; /* the one that the next line may allow to replace, or "" */
};

const struct game *table_game(const struct table *table);
enum color table_turn(const struct table *table);

/* Whether Ctrl-C came, which is then dealt with. */
bool table_take_interrupt(void);

/* Draws the board, an empty line before and behind it. */
void table_draw(const struct table *table);

/* Begins a game on an empty board of SIZE, with the table's handicap. */
enum status table_start(struct table *table, int size, struct failure *why);

/* Plays POINT or PASS for the side to move, or says why not. */
void table_play(struct table *table, int point);

/* COLOR gives up. */
void table_resign(struct table *table, enum color color);

/* Ends the game, with its score, if its last two moves were passes. */
void table_end_after_passes(struct table *table);

/* Says that the game is over, and what can be typed then. */
void table_say_over(void);

/* Guzumi thinks, and moves or resigns; Ctrl-C makes it do so soon. */
enum status table_let_engine_move(struct table *table, struct failure *why);

/* Writes the game as SGF. */
enum status table_save(const struct table *table, const char *path, struct failure *why);

/* Does what a typed LINE says: a point, or a word. LINE is changed. */
void table_take_line(struct table *table, char *line);

/* What asks before the file %s is replaced, and whether LINE allows it. */
#define TABLE_ASKS_TO_REPLACE "%s is there already. Type yes to replace it.\n"
bool table_is_yes(const char *line);

/* A search for the side to move that plays nothing. */
struct look;
enum status table_look(struct table *table, struct look *out, struct failure *why);

#endif
