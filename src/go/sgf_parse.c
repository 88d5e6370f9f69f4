/* Reads a game tree. The open brackets are kept on a stack of our own, so that no nesting is too
 * deep. */
#include "sgf_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What FF[4] uses has two letters; what programs made up is not longer than a word. */
enum { MAX_NAME = 64 };

struct parser {
    struct sgf *sgf;
    const char *at, *end;
    int line, column; /* of AT */
    int node;         /* the last one read, SGF_NONE before the root */
    int properties;   /* of NODE */
    bool closed;      /* a variation was closed after NODE: only another may follow */
    int *open;        /* owned: the nodes that the open brackets stand behind */
    int depth, capacity;
};

static enum status complain(const struct parser *p, struct failure *why, const char *message) {
    return sgf_complain(p->sgf, p->line, p->column, why, "%s", message);
}

static void step(struct parser *p) {
    const char c = *p->at++;
    /* Of \r\n the second begins the line; a \r alone does too. */
    if (c == '\n' || (c == '\r' && !(p->at < p->end && *p->at == '\n'))) {
        p->line++;
        p->column = 1;
    } else if (p->at == p->end || ((unsigned char)*p->at & 0xc0) != 0x80) {
        p->column++; /* the next byte isn't a further one of the same character */
    }
}

static void skip_blanks(struct parser *p) {
    while (p->at < p->end && sgf_is_blank(*p->at)) step(p);
}

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Goes to the first "(" that is followed by ";". */
static enum status find_game(struct parser *p, struct failure *why) {
    for (; p->at < p->end; step(p)) {
        if (*p->at != '(') continue;
        const char *next = p->at + 1;
        while (next < p->end && sgf_is_blank(*next)) next++;
        if (next < p->end && *next == ';') return STATUS_OK;
    }
    return complain(p, why, "no game record: there is no \"(;\"");
}

static enum status push(struct parser *p, struct failure *why) {
    if (p->depth == p->capacity) {
        const int grown = p->capacity ? 2 * p->capacity : 64;
        int *moved = realloc(p->open, (size_t)grown * sizeof *moved);
        if (!moved) return fail_memory(why, "a game record");
        p->open = moved;
        p->capacity = grown;
    }
    p->open[p->depth++] = p->node;
    return STATUS_OK;
}

/* "[value]": goes behind the closing bracket. */
static enum status read_value(struct parser *p, int property, struct failure *why) {
    const int line = p->line, column = p->column;
    step(p);
    const char *begin = p->at;
    for (; p->at < p->end && *p->at != ']'; step(p)) {
        if (*p->at == '\\' && p->at + 1 < p->end) step(p);
        if (*p->at == 0) return complain(p, why, "a zero byte; save the file as UTF-8");
    }
    if (p->at == p->end)
        return sgf_complain(p->sgf, line, column, why, "this value has no end: \"]\" is missing");
    sgf_add_item(p->sgf, property, begin, (size_t)(p->at - begin), line, column);
    step(p);
    return STATUS_OK;
}

/* "NAME[value][value]". */
static enum status read_property(struct parser *p, struct failure *why) {
    const int line = p->line, column = p->column;
    char name[MAX_NAME];
    size_t length = 0;
    for (; p->at < p->end && is_letter(*p->at); step(p))
        if (*p->at <= 'Z' && length < sizeof name) name[length++] = *p->at;
    if (length == 0 || length == sizeof name)
        return sgf_complain(p->sgf, line, column, why,
                            length ? "a property's name is too long"
                                   : "a property's name has no capital letter");
    name[length] = 0;
    if (++p->properties > SGF_MAX_PROPERTIES)
        return sgf_complain(p->sgf, line, column, why, "more than %d properties in a node",
                            SGF_MAX_PROPERTIES);
    skip_blanks(p);
    if (p->at == p->end || *p->at != '[')
        return sgf_complain(p->sgf, line, column, why, "property %s has no value", name);
    const int property = sgf_find_or_add(p->sgf, p->node, name);
    while (p->at < p->end && *p->at == '[') {
        const enum status status = read_value(p, property, why);
        if (status != STATUS_OK) return status;
        skip_blanks(p);
    }
    return STATUS_OK;
}

static enum status read_node(struct parser *p, struct failure *why) {
    if (p->closed) return complain(p, why, "a node after the variations of the one before it");
    const int node = p->node == SGF_NONE ? SGF_ROOT : sgf_add_node(p->sgf, p->node);
    if (node == SGF_NONE) return fail_memory(why, "a game record");
    struct sgf_node *n = &p->sgf->nodes[node];
    n->line = p->line;
    n->column = p->column;
    n->depth = node == SGF_ROOT ? 0 : p->sgf->nodes[p->node].depth + 1;
    if (n->depth >= SGF_MAX_LINE)
        return sgf_complain(p->sgf, p->line, p->column, why, "more than %d nodes in a line",
                            SGF_MAX_LINE);
    p->node = node;
    p->properties = 0;
    step(p);
    return STATUS_OK;
}

static enum status open_tree(struct parser *p, struct failure *why) {
    const enum status status = push(p, why);
    if (status != STATUS_OK) return status;
    step(p);
    skip_blanks(p);
    p->closed = false;
    if (p->at < p->end && *p->at == ';') return read_node(p, why);
    return complain(p, why, "a variation must begin with \";\"");
}

static void close_tree(struct parser *p) {
    p->node = p->open[--p->depth];
    p->closed = true;
    step(p);
}

/* What stands between blanks: a bracket, the beginning of a node, or a property. */
static enum status read_token(struct parser *p, struct failure *why) {
    switch (*p->at) {
    case '(':
        return open_tree(p, why);
    case ')':
        close_tree(p);
        return STATUS_OK;
    case ';':
        return read_node(p, why);
    default:
        if (is_letter(*p->at) && !p->closed) return read_property(p, why);
        return complain(p, why, "expected \";\", \"(\", \")\" or a property");
    }
}

static enum status read_tree(struct parser *p, struct failure *why) {
    enum status status = find_game(p, why);
    if (status == STATUS_OK) status = open_tree(p, why);
    while (status == STATUS_OK && p->depth > 0) {
        skip_blanks(p);
        if (p->at == p->end)
            status = complain(p, why, "the file ends before its game does: \")\" is missing");
        else
            status = read_token(p, why);
    }
    if (status == STATUS_OK && p->sgf->failed) status = fail_memory(why, "a game record");
    return status;
}

enum status sgf_parse(struct sgf **out, const char *name, const void *text, size_t length,
                      struct failure *why) {
    if (length > SGF_MAX_BYTES)
        return fail(why, STATUS_INVALID, "%.200s: larger than %zu bytes, so no game record", name,
                    SGF_MAX_BYTES);
    struct sgf *sgf;
    enum status status = sgf_new(&sgf, name, BOARD_MAX_SIZE, why);
    if (status != STATUS_OK) return status;
    struct parser p = {.sgf = sgf,
                       .at = text,
                       .end = (const char *)text + length,
                       .line = 1,
                       .column = 1,
                       .node = SGF_NONE};
    status = read_tree(&p, why);
    free(p.open);
    if (status == STATUS_OK) status = sgf_read_root(sgf, why);
    if (status == STATUS_OK)
        *out = sgf;
    else
        sgf_free(sgf);
    return status;
}

enum status sgf_load(struct sgf **out, const char *path, struct failure *why) {
    unsigned char *text;
    size_t length;
    enum status status = file_read(path, SGF_MAX_BYTES, &text, &length, why);
    if (status != STATUS_OK) return status;
    status = sgf_parse(out, path, text, length, why);
    free(text);
    return status;
}
