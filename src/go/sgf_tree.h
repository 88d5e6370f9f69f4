/* How a game tree is kept: four growing arrays whose entries name each other by index, so that
 * nothing recurses and a tree is freed at once. */
#ifndef GUZUMI_SGF_TREE_H
#define GUZUMI_SGF_TREE_H

#include "guzumi/go/sgf.h"

struct sgf_node {
    int parent, first_child, last_child, sibling;
    int first_property, last_property;
    int line, column; /* where it stands in the file; 0 in a tree that was not read */
    int depth;        /* nodes above it, of a tree that was read */
};

struct sgf_property {
    int next;
    int first_value, last_value;
    size_t name; /* offset in texts */
};

struct sgf_item { /* a value */
    int next;
    int line, column;
    size_t text; /* offset in texts */
};

struct sgf {
    char *name; /* owned; the file in messages */
    int size;
    struct sgf_node *nodes;
    struct sgf_property *properties;
    struct sgf_item *items;
    struct buffer texts; /* all names and values, each with a 0 at its end */
    int node_count, node_capacity;
    int property_count, property_capacity;
    int item_count, item_capacity;
    struct buffer notes; /* with a 0 at its end unless empty */
    int note_count;
    bool failed; /* something could not be added */
    bool more;   /* its file holds other games behind it */
};

/* A tree with nothing but its root. */
enum status sgf_new(struct sgf **out, const char *name, int size, struct failure *why);

static inline const char *sgf_string(const struct sgf *sgf, size_t offset) {
    return (const char *)sgf->texts.data + offset;
}

static inline bool sgf_is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* TEXT without the blanks around it into OUT of SIZE bytes; what is longer is cut. */
void sgf_trim(char *out, size_t size, const char *text);

/* The property NAME of NODE, or SGF_NONE; the second makes it when it is missing. */
int sgf_find(const struct sgf *sgf, int node, const char *name);
int sgf_find_or_add(struct sgf *sgf, int node, const char *name);

/* Appends a value of LENGTH bytes as they are to PROPERTY. */
void sgf_add_item(struct sgf *sgf, int property, const char *text, size_t length, int line,
                  int column);

/* "FILE: line L, column C: " and the message; returns STATUS_INVALID. */
enum status sgf_complain(const struct sgf *sgf, int line, int column, struct failure *why,
                         const char *format, ...) GUZUMI_PRINTF(5, 6);

/* Notes the same as something that was read in another way. */
void sgf_note(struct sgf *sgf, int line, int column, const char *format, ...) GUZUMI_PRINTF(4, 5);

/* Whether each byte of TEXT that begins a character of UTF-8 has its further ones. */
bool sgf_may_be_utf8(const char *text, size_t length);

/* Reads TEXT, in which each byte of ASCII is that sign, into a new tree, which is left for the
 * caller to free also when that fails. */
enum status sgf_read_tree(struct sgf **out, const char *name, const char *text, size_t length,
                          struct failure *why);

/* Reads SZ and GM (a reader's last step). Fails only if it is another game, or on a board that this
 * program can't play on. */
enum status sgf_read_root(struct sgf *sgf, struct failure *why);

/* --- values -------------------------------------------------------------------------------------
 * They are read as FF[4] has them or otherwise, which is to be noted, or not at all. */

enum sgf_reading { SGF_READ_WELL, SGF_READ_OTHERWISE, SGF_UNREADABLE };

/* Room for the longest value that is a point; what is longer is none when it is cut. */
enum { SGF_VERTEX = 8 };

/* A point or PASS of a board of SIZE. */
enum sgf_reading sgf_read_vertex(int size, const char *text, int *out);

/* The number that TEXT says in digits or words: "6.5", "5 1/2 points", and the same in Chinese,
 * Japanese and Korean. *STONES: it counts stones, of two points each. False if there is none. */
bool sgf_read_number(const char *text, double *out, bool *stones);

bool sgf_read_color(const char *text, enum color *out);

/* Rules that guzumi/go/rules.h knows. */
bool sgf_read_rules(const char *text, struct rules_setting *out);

/* The first value of NAME, or NULL. */
const struct sgf_item *sgf_first_item(const struct sgf *sgf, int node, const char *name);

/* --- games --------------------------------------------------------------------------------------
 */

/* Sets up GAME as NODE says, without its move; the root begins it. */
void sgf_apply_set_up(struct sgf *sgf, int node, struct game *game);

/* It is COLOR's turn. */
void sgf_let_move(struct game *game, enum color color);

/* Adds to a record of GAME, which has its moves, what else a reader must know of the handicap to
 * make the same game of it. */
void sgf_mark_handicap(struct sgf *sgf, const struct game *game);

#endif
