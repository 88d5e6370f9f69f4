/* A game in the terminal: the players, the turn, the end, and the commands typed instead of moves.
 */
#ifndef GUZUMI_TERMINAL_GAME_H
#define GUZUMI_TERMINAL_GAME_H

#include "guzumi/player/engine.h"

enum { TERMINAL_PATH = 512 };

struct terminal_game {
    struct engine *engine;   /* borrowed */
    bool human[2];           /* by colour */
    int size, handicap;      /* of new games */
    double komi;             /* of new games; NAN: 7.5, or 0.5 with a handicap */
    bool colors;             /* draw the board in colours */
    bool asks;               /* before an unsaved game is discarded: input is a terminal */
    bool saves_at_end;       /* leaving loses nothing: --save, until that has failed */
    bool over;               /* by two passes or resignation, until `new`, `undo` or `resume` */
    char result[16];         /* if it is over, as in "B+3.5" */
    bool unsaved;            /* a person has moved since the game began, was loaded or was saved */
    bool offered;            /* resigning, once a game */
    bool narrow;             /* the last drawing left out points on the right */
    bool leaving;            /* `quit`, the end of the input, or Ctrl-C */
    char own[TERMINAL_PATH]; /* the file to which this game was last saved, or "" */
    char asked[TERMINAL_PATH]; /* the command that waits for a yes, or "" */
    bool allowed;              /* the answer was yes */
};

const struct game *terminal_game(const struct terminal_game *game);
enum color terminal_turn(const struct terminal_game *game);

/* Whether Ctrl-C was pressed; clears it. */
bool terminal_take_interrupt(void);

/* Draws the board between empty lines; says once if the terminal is too narrow for it. */
void terminal_draw(struct terminal_game *game);

/* Starts a new game. If its settings don't fit each other, the present game stays. */
enum status terminal_start(struct terminal_game *game, struct failure *why);

/* Continues the game in the file PATH, with KOMI in place of its own unless that is NAN, and prints
 * its facts and whose turn it is. */
enum status terminal_load(struct terminal_game *game, const char *path, double komi,
                          struct failure *why);

/* Plays POINT or PASS for the side to move, or prints why it can't. */
void terminal_play(struct terminal_game *game, int point);

/* COLOR, a person, resigns. */
void terminal_resign(struct terminal_game *game, enum color color);

/* If the last two moves were passes, ends the game and prints its score. */
void terminal_end_after_passes(struct terminal_game *game);

/* Prints that the game is over, and the commands that are left. */
void terminal_say_over(void);

/* Lets Guzumi think, and move or resign; Ctrl-C makes it move at once. */
enum status terminal_let_engine_move(struct terminal_game *game, struct failure *why);

/* Writes the game as SGF. */
enum status terminal_save(const struct terminal_game *game, const char *path, struct failure *why);

/* Executes a typed LINE: a point, a command or an answer. Changes LINE. */
void terminal_take_line(struct terminal_game *game, char *line);

/* Leaves, or asks first if the game is unsaved; the second call leaves. */
void terminal_leave(struct terminal_game *game);

/* Reads a typed komi as GTP does: 7,5 and 7.5 alike, and 3.75 as stones (game_quarter_komi). False
 * unless TEXT is a number. */
bool terminal_read_komi(const char *text, double *out);

/* The question before the file %s is replaced, and whether LINE allows it. */
#define TERMINAL_ASKS_TO_REPLACE "%s exists. Type yes to replace it.\n"
bool terminal_is_yes(const char *line);

/* A search for the side to move that plays nothing. */
struct one_off;
enum status terminal_search(struct terminal_game *game, struct one_off *out, struct failure *why);

#endif
