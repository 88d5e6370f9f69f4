/* Writes a game tree. A line is broken where FF[4] allows it, but never behind a name: scripts look
 * for "RE[". */
#include "sgf_tree.h"

#include <string.h>

/* Columns after which a line is broken at the next chance. */
enum { LINE_WIDTH = 68 };

struct printer {
    const struct sgf *sgf;
    struct buffer *out;
    size_t line; /* where the line begins in OUT */
};

static void add(struct printer *p, const char *text) {
    buffer_append(p->out, text, strlen(text));
}

static void start_line(struct printer *p) {
    if (p->out->length > p->line) add(p, "\n");
    p->line = p->out->length;
}

static void print_property(struct printer *p, const struct sgf_property *property) {
    const struct sgf *s = p->sgf;
    if (p->out->length - p->line > LINE_WIDTH) start_line(p);
    add(p, sgf_string(s, property->name));
    for (int i = property->first_value; i != SGF_NONE; i = s->items[i].next) {
        const char *value = sgf_string(s, s->items[i].text);
        if (i != property->first_value && p->out->length - p->line > LINE_WIDTH) start_line(p);
        add(p, "[");
        add(p, value);
        add(p, "]");
        if (strpbrk(value, "\r\n")) start_line(p);
    }
}

static void print_node(struct printer *p, int node) {
    if (p->out->length - p->line > LINE_WIDTH) start_line(p);
    add(p, ";");
    for (int i = p->sgf->nodes[node].first_property; i != SGF_NONE; i = p->sgf->properties[i].next)
        print_property(p, &p->sgf->properties[i]);
}

/* Whether NODE begins a tree of its own: the root, or one of several variations. */
static bool opens(const struct sgf *s, int node) {
    const int parent = s->nodes[node].parent;
    return parent == SGF_NONE || s->nodes[parent].first_child != s->nodes[parent].last_child;
}

/* The next node after the subtree of NODE, whose brackets it closes; SGF_NONE at the end. */
static int leave(struct printer *p, int node) {
    const struct sgf *s = p->sgf;
    for (; node != SGF_NONE; node = s->nodes[node].parent) {
        if (opens(s, node)) add(p, ")");
        if (s->nodes[node].sibling != SGF_NONE) return s->nodes[node].sibling;
    }
    return SGF_NONE;
}

enum status sgf_print(const struct sgf *s, struct buffer *out, struct failure *why) {
    struct printer p = {.sgf = s, .out = out, .line = out->length};
    for (int node = SGF_ROOT; node != SGF_NONE;) {
        if (opens(s, node)) {
            start_line(&p);
            add(&p, "(");
        }
        print_node(&p, node);
        /* The moves start below the facts about the game. */
        if (node == SGF_ROOT) start_line(&p);
        const int child = s->nodes[node].first_child;
        node = child != SGF_NONE ? child : leave(&p, node);
    }
    add(&p, "\n");
    return s->failed || out->failed ? out_of_memory(why, "a game record") : STATUS_OK;
}

enum status sgf_save(const struct sgf *s, const char *path, struct failure *why) {
    struct buffer out = {0};
    enum status status = sgf_print(s, &out, why);
    if (status == STATUS_OK) status = file_save(path, &out, why);
    buffer_free(&out);
    return status;
}
