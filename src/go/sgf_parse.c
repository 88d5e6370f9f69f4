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
    int head;         /* where its properties go: moves after the first have nodes of their own */
    bool moved;       /* NODE has a move */
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
static bool find_game(struct parser *p) {
    for (; p->at < p->end; step(p)) {
        if (*p->at != '(') continue;
        const char *next = p->at + 1;
        while (next < p->end && sgf_is_blank(*next)) next++;
        if (next < p->end && *next == ';') return true;
    }
    return false;
}

static enum status push(struct parser *p, struct failure *why) {
    if (p->depth == p->capacity) {
        const int grown = p->capacity ? 2 * p->capacity : 64;
        int *moved = realloc(p->open, (size_t)grown * sizeof *moved);
        if (!moved) return out_of_memory(why, "a game record");
        p->open = moved;
        p->capacity = grown;
    }
    p->open[p->depth++] = p->node;
    return STATUS_OK;
}

static bool is_move(const char *name) {
    return (*name == 'B' || *name == 'W') && !name[1];
}

/* A node below NODE, which it becomes. */
static enum status add_node(struct parser *p, struct failure *why) {
    const int above = p->node;
    const int node = above == SGF_NONE ? SGF_ROOT : sgf_add_node(p->sgf, above);
    if (node == SGF_NONE) return out_of_memory(why, "a game record");
    struct sgf_node *n = &p->sgf->nodes[node];
    n->line = p->line;
    n->column = p->column;
    n->depth = above == SGF_NONE ? 0 : p->sgf->nodes[above].depth + 1;
    if (n->depth >= SGF_MAX_LINE)
        return sgf_complain(p->sgf, p->line, p->column, why, "more than %d nodes in a line",
                            SGF_MAX_LINE);
    p->node = node;
    p->moved = false;
    return STATUS_OK;
}

/* The property NAME for a value that comes: a move gets a node of its own where there is one
 * already, or below the root. */
static enum status find_property(struct parser *p, const char *name, int *property,
                                 struct failure *why) {
    const bool moves = is_move(name);
    if (moves && (p->moved || p->node == SGF_ROOT)) {
        sgf_note(p->sgf, p->line, p->column,
                 p->moved ? "another move in one node; played after the first"
                          : "a move in the root; played after it");
        const enum status status = add_node(p, why);
        if (status != STATUS_OK) return status;
    }
    p->moved |= moves;
    *property = sgf_find_or_add(p->sgf, moves ? p->node : p->head, name);
    return STATUS_OK;
}

/* "[value]" of property NAME: goes behind the closing bracket. */
static enum status read_value(struct parser *p, const char *name, struct failure *why) {
    int property;
    const enum status status = find_property(p, name, &property, why);
    if (status != STATUS_OK) return status;
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
    while (p->at < p->end && *p->at == '[') {
        const enum status status = read_value(p, name, why);
        if (status != STATUS_OK) return status;
        skip_blanks(p);
    }
    return STATUS_OK;
}

static enum status read_node(struct parser *p, struct failure *why) {
    if (p->closed) return complain(p, why, "a node after the variations of the one before it");
    const enum status status = add_node(p, why);
    if (status != STATUS_OK) return status;
    p->head = p->node;
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
    if (!find_game(p)) return complain(p, why, "no game record: there is no \"(;\"");
    enum status status = open_tree(p, why);
    while (status == STATUS_OK && p->depth > 0) {
        skip_blanks(p);
        if (p->at == p->end) {
            sgf_note(p->sgf, p->line, p->column, "\")\" is missing at the end of the file");
            break;
        }
        status = read_token(p, why);
    }
    p->sgf->more = status == STATUS_OK && find_game(p);
    if (p->sgf->more)
        sgf_note(p->sgf, p->line, p->column, "another game begins; only the first one is read");
    if (status == STATUS_OK && p->sgf->failed) status = out_of_memory(why, "a game record");
    return status;
}

/* Reads TEXT into a new tree, which is left for the caller to free also when that fails. */
static enum status read_text(struct sgf **out, const char *name, const void *text, size_t length,
                             struct failure *why) {
    *out = NULL;
    enum status status = sgf_new(out, name, BOARD_MAX_SIZE, why);
    if (status != STATUS_OK) return status;
    struct parser p = {.sgf = *out,
                       .at = text,
                       .end = (const char *)text + length,
                       .line = 1,
                       .column = 1,
                       .node = SGF_NONE};
    status = read_tree(&p, why);
    free(p.open);
    if (status == STATUS_OK) status = sgf_read_root(*out, why);
    return status;
}

/* Once the tree is in UTF-8, the root says so, in place of the old CA; that may have become a part
 * of the text before it, if half a character was there. */
static enum status name_charset(struct sgf *s, struct failure *why) {
    const int property = sgf_find_or_add(s, SGF_ROOT, "CA");
    if (property != SGF_NONE)
        s->properties[property].first_value = s->properties[property].last_value = SGF_NONE;
    sgf_add_item(s, property, "UTF-8", 5, 0, 0);
    return s->failed ? out_of_memory(why, "a game record") : STATUS_OK;
}

/* Room for the name of a character set. */
enum { CHARSET_SIZE = 40 };

/* Whether each byte of TEXT that begins a character of UTF-8 has its further ones. */
static bool may_be_utf8(const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)text[i++];
        int more = c < 0x80 ? 0 : c < 0xc0 ? -1 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        for (; more > 0 && i < length && ((unsigned char)text[i] & 0xc0) == 0x80; more--) i++;
        if (more) return false;
    }
    return true;
}

/* The bytes of TEXT up to its second node; ";" is half of no character. */
static size_t root_length(const char *text, size_t length) {
    const char *root = memchr(text, ';', length);
    const char *next = root ? memchr(root + 1, ';', length - (size_t)(root + 1 - text)) : NULL;
    return next ? (size_t)(next - text) : length;
}

/* The value of the first CA in the root, whatever the tree has made of it: half a character may
 * look like the sign that the bracket before the CA is a part of the text. */
static void find_hidden_charset(const char *text, size_t length, char out[CHARSET_SIZE]) {
    *out = 0;
    length = root_length(text, length);
    if (may_be_utf8(text, length)) return;
    for (size_t i = 1; i + 3 < length; i++) {
        if (memcmp(text + i, "CA[", 3) != 0 || is_letter(text[i - 1])) continue;
        char value[CHARSET_SIZE];
        const char *begin = text + i + 3, *end = memchr(begin, ']', length - i - 3);
        const size_t size = end ? (size_t)(end - begin) : CHARSET_SIZE;
        if (size >= CHARSET_SIZE) return;
        snprintf(value, sizeof value, "%.*s", (int)size, begin);
        sgf_trim(out, CHARSET_SIZE, value);
        return;
    }
}

/* When the tree that was read tells of another character set: reads the text again as UTF-8. The
 * second byte of a character may be one that means something in a record, so that the first reading
 * may have FAILED, behind the CA or before it. */
static enum status read_converted(struct sgf **sgf, enum status failed, const char *name,
                                  const void *text, size_t length, struct failure *why) {
    struct buffer converted = {0};
    const char *told = sgf_value(*sgf, SGF_ROOT, "CA", 0);
    char charset[CHARSET_SIZE];
    int lost;
    if (told)
        sgf_trim(charset, sizeof charset, told);
    else
        find_hidden_charset(text, length, charset);
    if (!sgf_to_utf8(*sgf, charset, text, length, &converted, &lost)) return failed;
    struct sgf *first = *sgf;
    enum status status = read_text(sgf, name, converted.data, converted.length, why);
    if (converted.failed) status = out_of_memory(why, "a game record");
    buffer_free(&converted);
    if (status == STATUS_OK) status = name_charset(*sgf, why);
    if (status == STATUS_OK && lost)
        sgf_note(*sgf, 1, 1, "%d bytes are no text in CA[%s]", lost, charset);
    sgf_free(first);
    return status;
}

enum status sgf_parse(struct sgf **out, const char *name, const void *text, size_t length,
                      struct failure *why) {
    if (length > SGF_MAX_BYTES)
        return fail(why, STATUS_INVALID, "%.200s: larger than %zu bytes, so no game record", name,
                    SGF_MAX_BYTES);
    if (length >= 2 && memcmp(text, "\x1f\x8b", 2) == 0)
        return fail(why, STATUS_INVALID, "%.200s: compressed; unpack it first (gunzip)", name);
    struct sgf *sgf;
    enum status status = read_text(&sgf, name, text, length, why);
    if (sgf) status = read_converted(&sgf, status, name, text, length, why);
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
