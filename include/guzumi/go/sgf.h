/* Smart Game Format, FF[4]: game records read, changed and written.
 *
 * A struct sgf is one game tree. Nodes have numbers that never change; the root is 0. Each node has
 * properties, each property has values. Values are kept as in the file, still escaped, so unknown
 * properties (and every byte of UTF-8) are unchanged when the tree is written again.
 *
 * FF[1] to FF[4] can be read. Text before the game is skipped, small letters in property names are
 * dropped (AddBlack is AB), and of a collection only the first game is read. Text in another
 * character set (CA, or a guess where the bytes only make sense in one) and in UTF-16 becomes
 * UTF-8. Nothing recurses. The bounds below, which no real record reaches, limit the time for a
 * file.
 *
 * The main line follows the first child of each node. Set-up stones may occur anywhere on it. A
 * move is a point or PASS, written [] or, on boards up to 19, [tt].
 *
 * A record is evidence of a game, so errors don't reject it: wrong parts are read as they were
 * probably meant, or dropped, and noted (sgf_notes). Only files that are not game records, or a
 * record of another game or board size, are rejected; the message names line and column, both from
 * 1, the column in characters. Moves that violate ko or superko, and suicides, are played and
 * noted.
 *
 * If memory runs out while something is added, the tree remembers it, and sgf_print and sgf_save
 * fail. */
#ifndef GUZUMI_SGF_H
#define GUZUMI_SGF_H

#include "guzumi/base/file.h"
#include "guzumi/go/game.h"

struct sgf;

enum { SGF_ROOT = 0, SGF_NONE = -1 };

/* Larger files and longer lines of nodes are rejected; further properties are dropped. */
#define SGF_MAX_BYTES ((size_t)16 << 20)
enum { SGF_MAX_PROPERTIES = 200, SGF_MAX_LINE = 10000 };

/* --- files --- */

/* Parses LENGTH bytes of TEXT; NAME stands for the file in messages. STATUS_INVALID if it is not a
 * record of Go on a supported board. Free with sgf_free. */
enum status sgf_parse(struct sgf **out, const char *name, const void *text, size_t length,
                      struct failure *why);

/* The same from the file PATH. */
enum status sgf_load(struct sgf **out, const char *path, struct failure *why);

void sgf_free(struct sgf *sgf);

/* Everything that was read differently from the file, a line for each note; "" if there is nothing.
 * Valid until the next note. */
const char *sgf_notes(const struct sgf *sgf);

/* Whether the file holds further games, which would be lost by overwriting it. */
bool sgf_more(const struct sgf *sgf);

/* Appends the record to OUT, a line feed at its end. */
enum status sgf_print(const struct sgf *sgf, struct buffer *out, struct failure *why);

/* Writes the file PATH; an existing one is replaced at the end or not at all. */
enum status sgf_save(const struct sgf *sgf, const char *path, struct failure *why);

/* --- games --- */

/* A record of GAME in UTF-8: FF, GM, CA, AP, SZ, KM, HA, AB, AW, PL and the moves, on one main
 * line. Node I follows I moves; if the colour to move is unusual, one more node sets it. Reading
 * the record recreates the same game, even for later undos and moves; where HA alone would not
 * suffice, the root has a private property. The caller adds the rest (PB, PW, RE, RU, DT,
 * comments). */
enum status sgf_from_game(struct sgf **out, const struct game *game, struct failure *why);

/* Sets up GAME, which must be initialised, for the record (size, handicap, and komi if the record
 * has one) and plays the moves of the main line before move STOP, counted from 1; all with
 * SGF_ALL_MOVES. Fails only if memory runs out; GAME is then left half played. */
enum status sgf_to_game(struct sgf *sgf, size_t stop, struct game *game, struct failure *why);

#define SGF_ALL_MOVES SIZE_MAX

/* The same step by step. The root sets up GAME; any other node, which must come right after its
 * parent, places its set-up stones and plays its move. Stones placed in the middle of a game start
 * a new one: the moves before them are forgotten. */
enum status sgf_apply(struct sgf *sgf, int node, struct game *game, struct failure *why);

/* The record's rules (RU), guzumi/go/rules.h; false if they are missing or unknown. */
struct rules_setting;
bool sgf_rules(struct sgf *sgf, struct rules_setting *out);

/* Whether NODE has a well-formed move, which goes into *OUT. sgf_apply does not play a move on an
 * occupied point. */
bool sgf_move(const struct sgf *sgf, int node, struct move *out);

/* Rewrites sizes, komi, handicaps, colours, moves and set-up stones that were read otherwise than
 * they are written, so that any reader sees the same game; removes those that could not be read. */
void sgf_correct(struct sgf *sgf);

/* --- the tree --- */

int sgf_size(const struct sgf *sgf); /* of the board; 19 if the file doesn't say */

/* The first child (where the main line continues), the next variation beside NODE, the node before
 * it; or SGF_NONE. */
int sgf_child(const struct sgf *sgf, int node);
int sgf_sibling(const struct sgf *sgf, int node);
int sgf_parent(const struct sgf *sgf, int node);

/* Adds a last child to NODE: the next node of the main line if it is the first child, else a
 * variation. Returns SGF_NONE if memory runs out; every function accepts that as a node and does
 * nothing. */
int sgf_add_node(struct sgf *sgf, int node);

/* Adds a last child with a move to NODE; POINT may be PASS. */
int sgf_add_move(struct sgf *sgf, int node, int point, enum color color);

/* Removes NODE, which is not the root, and all nodes below it from the tree. */
void sgf_remove_node(struct sgf *sgf, int node);

/* --- properties --- */

/* Value number INDEX of the property NAME as in the file, or NULL. Valid until the tree is changed.
 */
const char *sgf_value(const struct sgf *sgf, int node, const char *name, int index);

/* Whether NODE adds or removes stones (AB, AW, AE). */
bool sgf_has_setup(const struct sgf *sgf, int node);

/* The first value of a text property, without escapes and soft line breaks. Comments (C, GC) keep
 * their line breaks as \n; elsewhere they become blanks. Owned by the caller, freed with free; NULL
 * if there is none or memory runs out. */
char *sgf_text(const struct sgf *sgf, int node, const char *name);

/* Makes TEXT (UTF-8) the only value of NAME, escaped as needed. */
void sgf_set_text(struct sgf *sgf, int node, const char *name, const char *text);

/* Sets COLOR's player (PB, PW) in the root and, unless VERSION is NULL, the program's version (BT,
 * WT). */
void sgf_set_player(struct sgf *sgf, enum color color, const char *name, const char *version);

/* Sets in the root the date, the name of the rules and the result (DT, RU, RE), each unless it is
 * NULL. */
void sgf_set_facts(struct sgf *sgf, const char *date, const char *rules, const char *result);

/* Appends TEXT to the comment of NODE, after an empty line if there is a comment already. */
void sgf_add_comment(struct sgf *sgf, int node, const char *text);

/* Adds a value that needs no escaping (a number, points) to NAME, or removes the property. */
void sgf_add_value(struct sgf *sgf, int node, const char *name, const char *value);
void sgf_remove(struct sgf *sgf, int node, const char *name);

/* Writes a point in SGF ("dp"), "" for PASS, into TEXT; returns TEXT. */
const char *sgf_point(int size, int point, char text[3]);

#endif
