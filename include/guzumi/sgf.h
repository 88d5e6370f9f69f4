/* Smart Game Format, FF[4]: game records read, changed and written.
 *
 * A struct sgf is one game tree. Nodes are numbers that stay what they are, the root 0; each node
 * has its properties, each property its values. Values are kept as they stand in the file, between
 * the brackets and still escaped, so what this program doesn't know (and every byte of UTF-8)
 * passes through unchanged when the tree is written again.
 *
 * Read are FF[1] to FF[4]: what stands before the first "(;" is skipped, small letters in property
 * names are dropped (AddBlack is AB), and of a collection only the first game is read. Text in
 * another character set (CA) becomes UTF-8. A file that can't be accepted is named in the message
 * with line and column, both from 1, the column counted in characters. Nothing recurses, and the
 * bounds below, which no real record meets, keep small the time that a file can take.
 *
 * The main line is the first child of each node. Set-up stones may stand anywhere on it. A move is
 * a point or PASS: both [] and, on boards up to 19, [tt].
 *
 * A record is a fact, so what is wrong in many of them is no error but noted (sgf_notes): brackets
 * missing at the end; moves in the root, or several in a node, which come into nodes of their own;
 * moves against ko, superko or suicide, which are played; moves on occupied points, which are left
 * out; PL[1] and PL[2]; komi in quarters or hundredths of points.
 *
 * What can't be added for want of memory is noted, and makes sgf_print and sgf_save fail. */
#ifndef GUZUMI_SGF_H
#define GUZUMI_SGF_H

#include "guzumi/file.h"
#include "guzumi/game.h"

struct sgf;

enum { SGF_ROOT = 0, SGF_NONE = -1 };

/* Files larger than this, nodes with more properties, and lines of more nodes are refused. */
#define SGF_MAX_BYTES ((size_t)16 << 20)
enum { SGF_MAX_PROPERTIES = 200, SGF_MAX_LINE = 10000 };

/* --- files --- */

/* Reads LENGTH bytes of TEXT; NAME stands for the file in messages. STATUS_INVALID when it is no
 * game record of Go on a board that Guzumi knows. Free with sgf_free. */
enum status sgf_parse(struct sgf **out, const char *name, const void *text, size_t length,
                      struct failure *why);

/* The same from the file PATH. */
enum status sgf_load(struct sgf **out, const char *path, struct failure *why);

void sgf_free(struct sgf *sgf);

/* What was read otherwise than it stands in the file, so far: a line each, "" when there is
 * nothing. Valid until the next note. */
const char *sgf_notes(const struct sgf *sgf);

/* Appends the record to OUT, a line feed at its end. */
enum status sgf_print(const struct sgf *sgf, struct buffer *out, struct failure *why);

/* Writes the file PATH; an existing one is replaced at the end or not at all. */
enum status sgf_save(const struct sgf *sgf, const char *path, struct failure *why);

/* --- games --- */

/* A record of GAME in UTF-8: FF, GM, CA, AP, SZ, KM, HA, AB, AW, PL and the moves, the main line
 * alone. Node I is then the one after I moves. Whatever else is known (PB, PW, RE, RU, DT,
 * comments) is the caller's to set. */
enum status sgf_from_game(struct sgf **out, const struct game *game, struct failure *why);

/* Sets GAME, which is initialised, up for the record (size, handicap, komi where the record has
 * one) and plays the main line: the moves before move STOP, counted from 1, or with SGF_ALL_MOVES
 * all. When that fails GAME is left half played. */
enum status sgf_to_game(struct sgf *sgf, size_t stop, struct game *game, struct failure *why);

#define SGF_ALL_MOVES SIZE_MAX

/* The same step by step: the root sets GAME up; each other node, which must come right after its
 * parent, places its set-up stones and plays its move. Stones placed in the middle of a game make
 * a new start: the moves before them are forgotten. */
enum status sgf_apply(struct sgf *sgf, int node, struct game *game, struct failure *why);

/* Whether NODE has a move, which goes into *OUT; false also when it is malformed. sgf_apply doesn't
 * play it where a stone stands already. */
bool sgf_move(const struct sgf *sgf, int node, struct move *out);

/* --- the tree --- */

int sgf_size(const struct sgf *sgf); /* of the board; 19 when the file doesn't say */

/* The first child (the main line goes there), the next variation beside NODE, the node before it;
 * or SGF_NONE. */
int sgf_child(const struct sgf *sgf, int node);
int sgf_sibling(const struct sgf *sgf, int node);
int sgf_parent(const struct sgf *sgf, int node);

/* A new last child of NODE: the main line's next node when it is the first child, a variation
 * otherwise. SGF_NONE when memory runs out; every function takes it as a node and does nothing. */
int sgf_add_node(struct sgf *sgf, int node);

/* A new last child of NODE with a move; POINT may be PASS. */
int sgf_add_move(struct sgf *sgf, int node, int point, enum color color);

/* --- properties --- */

/* The INDEX-th value of property NAME as it stands in the file, or NULL. Valid until the tree is
 * changed. */
const char *sgf_value(const struct sgf *sgf, int node, const char *name, int index);

/* The first value of a text property with escapes and soft line breaks undone: comments (C, GC)
 * keep their line breaks as \n, in all others they become blanks. Owned by the caller, freed with
 * free; NULL when there is none or memory runs out. */
char *sgf_text(const struct sgf *sgf, int node, const char *name);

/* Makes TEXT (UTF-8) the only value of NAME, escaped as needed. */
void sgf_set_text(struct sgf *sgf, int node, const char *name, const char *text);

/* In the root: who played COLOR (PB, PW) and, unless VERSION is NULL, the program's (BT, WT). */
void sgf_set_player(struct sgf *sgf, enum color color, const char *name, const char *version);

/* In the root: the day, the name of the rules and the result (DT, RU, RE), each unless it is NULL.
 */
void sgf_set_facts(struct sgf *sgf, const char *date, const char *rules, const char *result);

/* Appends TEXT to the comment of NODE, an empty line between it and what is there. */
void sgf_add_comment(struct sgf *sgf, int node, const char *text);

/* Adds a value that needs no escaping (a number, points) to NAME, or removes the property. */
void sgf_add_value(struct sgf *sgf, int node, const char *name, const char *value);
void sgf_remove(struct sgf *sgf, int node, const char *name);

/* A point of the board as SGF writes it ("dp"), "" for PASS, into TEXT; returns TEXT. */
const char *sgf_point(int size, int point, char text[3]);

/* Adds TEXT as the label of POINT (LB), as an analysis marks its choices. */
void sgf_add_label(struct sgf *sgf, int node, int point, const char *text);

#endif
