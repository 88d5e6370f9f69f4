/* The storage of a game tree: growing arrays whose entries refer to each other by index, so that
 * nothing recurses and a tree is freed at once. */
#ifndef GUZUMI_SGF_TREE_H
#define GUZUMI_SGF_TREE_H

#include "guzumi/go/sgf.h"

struct sgf_node {
    int parent, first_child, last_child, sibling;
    int first_property, last_property;
    int line, column; /* position in the file; 0 in a tree that was not read */
    int depth;        /* number of ancestors, in a tree that was read */
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
    char *name; /* owned; the file's name in messages */
    int size;
    struct sgf_node *nodes;
    struct sgf_property *properties;
    struct sgf_item *items;
    struct buffer texts; /* all names and values, each with a terminating 0 */
    int node_count, node_capacity;
    int property_count, property_capacity;
    int item_count, item_capacity;
    struct buffer notes; /* with a terminating 0 unless empty */
    int note_count;
    bool failed; /* out of memory while adding something */
    bool more;   /* its file holds further games */
};

/* A tree with nothing but its root. */
enum status sgf_new(struct sgf **out, const char *name, int size, struct failure *why);

static inline const char *sgf_string(const struct sgf *sgf, size_t offset) {
    return (const char *)sgf->texts.data + offset;
}

static inline bool sgf_is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Copies TEXT without surrounding blanks into OUT, truncated to SIZE bytes. */
void sgf_trim(char *out, size_t size, const char *text);

/* The property NAME of NODE, or SGF_NONE; the second function adds it if it is missing. */
int sgf_find(const struct sgf *sgf, int node, const char *name);
int sgf_find_or_add(struct sgf *sgf, int node, const char *name);

/* Appends a value of LENGTH bytes, unescaped, to PROPERTY. */
void sgf_add_item(struct sgf *sgf, int property, const char *text, size_t length, int line,
                  int column);

/* Makes TEXT the value ITEM. */
void sgf_set_item(struct sgf *sgf, int item, const char *text);

/* "FILE: line L, column C: " and the message; returns STATUS_INVALID. */
enum status sgf_complain(const struct sgf *sgf, int line, int column, struct failure *why,
                         const char *format, ...) GUZUMI_PRINTF(5, 6);

/* Adds such a message to the notes. */
void sgf_note(struct sgf *sgf, int line, int column, const char *format, ...) GUZUMI_PRINTF(4, 5);

/* Whether each byte of TEXT that begins a UTF-8 character has its continuation bytes. */
bool sgf_may_be_utf8(const char *text, size_t length);

/* Parses TEXT, in a character set where bytes of ASCII always mean ASCII, into a new tree, which
 * the caller must free even after a failure. */
enum status sgf_read_tree(struct sgf **out, const char *name, const char *text, size_t length,
                          struct failure *why);

/* Reads SZ and GM (a reader's last step). Fails only for another game or an unsupported board size.
 */
enum status sgf_read_root(struct sgf *sgf, struct failure *why);

/* --- values ---
 *
 * A value is read as FF[4] defines it, in another way, which must be noted, or not at all. */

enum sgf_reading { SGF_READ_WELL, SGF_READ_OTHERWISE, SGF_UNREADABLE };

/* Room for the longest point; longer texts are invalid even if truncated. */
enum { SGF_VERTEX = 8 };

/* Parses a point or PASS of a board of SIZE. */
enum sgf_reading sgf_read_vertex(int size, const char *text, int *out);

/* Parses a number in digits or words: "6.5", "5 1/2 points", and the same in Chinese, Japanese and
 * Korean. *STONES: it counts stones, of two points each. False if there is none. */
bool sgf_read_number(const char *text, double *out, bool *stones);

bool sgf_read_color(const char *text, enum color *out);

/* Parses rules that guzumi/go/rules.h knows. */
bool sgf_read_rules(const char *text, struct rules_setting *out);

/* Whether that is Ing's name for them; they are read as New Zealand's. */
bool sgf_is_ing(const char *text);

/* The first value of NAME, or NULL. */
const struct sgf_item *sgf_first_item(const struct sgf *sgf, int node, const char *name);

/* Whether the record names the program or server NAME; some name several. */
bool sgf_is_by(const struct sgf *sgf, const char *name);

/* --- games --- */

/* Applies NODE to GAME, except for its move; the root starts the game. */
void sgf_apply_set_up(struct sgf *sgf, int node, struct game *game);

/* Makes it COLOR's turn. */
void sgf_let_move(struct game *game, enum color color);

/* Adds COLOR's stones on BOARD to the root's values NAME, the top row first. */
void sgf_add_stones(struct sgf *sgf, const char *name, const struct board *board, enum color color);

/* Adds what a reader needs about the handicap, beside HA, to recreate GAME from a record with its
 * moves. */
void sgf_mark_handicap(struct sgf *sgf, const struct game *game);

#endif
