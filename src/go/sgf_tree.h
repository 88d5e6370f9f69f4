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

/* Text in CHARSET (a value of CA) as UTF-8 into OUT; *LOST bytes, which were none, have become
 * question marks. False when it is UTF-8 already, or unknown, which is noted. */
bool sgf_to_utf8(struct sgf *sgf, const char *charset, const char *text, size_t length,
                 struct buffer *out, int *lost);

/* Reads SZ and GM of the root (a reader's last step). */
enum status sgf_read_root(struct sgf *sgf, struct failure *why);

#endif
