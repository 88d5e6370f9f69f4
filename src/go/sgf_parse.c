/* Reads a game tree. The open brackets are kept on a stack of our own, so that no nesting is too
 * deep.
 *
 * A record is evidence of a game, so no single fault refuses it: what is out of place is skipped or
 * read as it was probably meant, and noted. A record without faults is never read otherwise than
 * FF[4] says. */
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAME = 64, /* what FF[4] uses has two letters; what programs made up is not much longer */
    /* Looks ahead for the end of a text that go far in vain: each may cost the whole file. */
    MAX_LOOKS = 50,
    LONG_LOOK = 1000 /* bytes */
};

struct parser {
    struct sgf *sgf;
    const char *at, *end;
    int line, column; /* of AT */
    int node;         /* the last one read, SGF_NONE before the root */
    int head;         /* where its properties go: moves after the first have nodes of their own */
    bool moved;       /* NODE has a move */
    int properties;   /* of NODE */
    bool opened;      /* a bracket was opened, and the first node behind it has not begun */
    bool closed;      /* a variation was closed after NODE: only another may follow */
    int *open;        /* owned: the nodes that the open brackets stand behind */
    int depth, capacity;
    int looks; /* long ones, in vain */
};

#define note(p, ...) sgf_note((p)->sgf, (p)->line, (p)->column, __VA_ARGS__)

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

static void step_to(struct parser *p, const char *place) {
    while (p->at < place) step(p);
}

static const char *behind_blanks(const struct parser *p, const char *at) {
    while (at < p->end && sgf_is_blank(*at)) at++;
    return at;
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

/* Programs that made up names put digits and lines into them. */
static bool is_in_name(char c) {
    return is_capital(c) || is_small(c) || (c >= '0' && c <= '9') || c == '_';
}

static const char *behind_name(const struct parser *p, const char *at) {
    while (at < p->end && is_in_name(*at)) at++;
    return at;
}

/* Whether a property begins AT: a name, with a capital letter if STRICT, and a bracket. */
static bool is_property(const struct parser *p, const char *at, bool strict) {
    const char *end = behind_name(p, at), *value = behind_blanks(p, end);
    bool capital = false;
    for (const char *c = at; c < end; c++) capital |= is_capital(*c);
    const bool letter = end > at && (is_capital(*at) || is_small(*at));
    return letter && (capital || !strict) && value < p->end && *value == '[';
}

/* Whether the node of a move or of anything else begins AT. */
static bool is_node(const struct parser *p, const char *at) {
    return at < p->end && *at == ';' && is_property(p, behind_blanks(p, at + 1), true);
}

/* --- the end of a value -------------------------------------------------------------------------
 */

/* The first "]" from AT on that is not escaped, or the end of the file. */
static const char *next_bracket(const struct parser *p, const char *at) {
    for (; at < p->end && *at != ']'; at++)
        if (*at == '\\' && at + 1 < p->end) at++;
    return at;
}

/* Whether AT, behind a "]", may follow a value; another value only if LISTS. */
static bool may_follow_value(const struct parser *p, const char *at, bool lists) {
    at = behind_blanks(p, at);
    if (at == p->end || *at == ')' || *at == '(') return true;
    if (*at == '[') return lists;
    if (*at != ';') return is_property(p, at, true);
    at = behind_blanks(p, at + 1);
    return at == p->end || strchr(";()", *at) || is_property(p, at, true);
}

/* Whether nodes follow AT, where the game seems to end. Any other text may stand there. */
static bool goes_on(const struct parser *p, const char *at) {
    const char *end = p->end - at > LONG_LOOK ? at + LONG_LOOK : p->end;
    while (at < end && *at != '(' && !is_node(p, at)) at++;
    return at < end && *at == ';';
}

/* The same, looking at one more value behind: for a "]" that another bracket in the text may
 * explain. */
static bool does_follow_value(const struct parser *p, const char *at) {
    int closed = 0;
    for (at = behind_blanks(p, at); at < p->end && strchr(";()", *at);
         at = behind_blanks(p, at + 1))
        if (*at == ')' && ++closed == p->depth) return !goes_on(p, at);
    if (at == p->end) return true;
    if (*at != '[' && !is_property(p, at, true)) return false;
    at = next_bracket(p, behind_blanks(p, behind_name(p, at)) + 1);
    return at < p->end && may_follow_value(p, at + 1, true);
}

static bool is_among(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0) names++;
    return *names != NULL;
}

static bool has_points(const char *name) {
    static const char *const names[] = {"B",  "W",  "AB", "AW", "AE", "TR", "SQ", "CR", "MA",
                                        "SL", "TB", "TW", "DD", "VW", "AR", "LN", NULL};
    return is_among(name, names);
}

static bool has_word(const char *name) {
    static const char *const names[] = {"FF", "GM", "SZ", "KM", "HA", "PL", "ST", "MN",
                                        "BL", "WL", "OB", "OW", "TM", "KO", NULL};
    return is_among(name, names);
}

static bool is_comment(const char *name) {
    return strcmp(name, "C") == 0 || strcmp(name, "GC") == 0;
}

/* The end of text that begins at p->at. Where nothing that can follow a value stands behind a "]",
 * it belongs to the text and was not escaped: "C[joe [10k]: hi]". So it may if a bracket was opened
 * in the text and what stands behind is no property in the end. */
static const char *end_of_text(struct parser *p, const char *name) {
    const bool comment = is_comment(name);
    const char *first = NULL, *at = p->at;
    int opened = 0;
    for (; at < p->end; at++) {
        if (*at == '\\' && at + 1 < p->end) {
            at++;
        } else if (*at == '[') {
            opened++;
        } else if (*at == ']') {
            if (may_follow_value(p, at + 1, !comment) && (!opened || does_follow_value(p, at + 1)))
                return at;
            if ((!opened && !comment) || p->looks >= MAX_LOOKS) return first ? first : at;
            if (!first) first = at;
            opened -= opened > 0;
        } else if (first && is_node(p, at)) {
            break; /* rather a sign too many than a lost move */
        }
    }
    if (!first) return p->end;
    p->looks += at - first > LONG_LOOK;
    return first;
}

/* The end of points that begin at p->at: a node can't be among them. */
static const char *end_of_points(const struct parser *p) {
    const char *at = p->at;
    for (; at < p->end && *at != ']' && !is_node(p, at); at++)
        if (*at == '\\' && at + 1 < p->end) at++;
    return at;
}

static const char *end_of_value(struct parser *p, const char *name) {
    if (has_points(name)) return end_of_points(p);
    return has_word(name) ? next_bracket(p, p->at) : end_of_text(p, name);
}

/* --- nodes --------------------------------------------------------------------------------------
 */

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

/* A node of the file, which begins here. */
static enum status begin_node(struct parser *p, struct failure *why) {
    const enum status status = add_node(p, why);
    p->head = p->node;
    p->properties = 0;
    p->opened = p->closed = false;
    return status;
}

/* The node for a property that comes: NODE, unless none has begun behind the last bracket. */
static enum status have_node(struct parser *p, struct failure *why) {
    if (p->opened) {
        note(p, "missing \";\" before a node");
        return begin_node(p, why);
    }
    if (p->closed) {
        note(p, "properties after the variations of their node; added to the node");
        p->head = p->node;
        p->moved = sgf_find(p->sgf, p->node, "B") != SGF_NONE ||
                   sgf_find(p->sgf, p->node, "W") != SGF_NONE;
        p->closed = false;
    }
    return STATUS_OK;
}

/* --- properties ---------------------------------------------------------------------------------
 */

/* The property NAME for a value that comes: a move gets a node of its own where there is one
 * already, or below the root. */
static enum status find_property(struct parser *p, const char *name, int *property,
                                 struct failure *why) {
    const bool moves = is_move(name);
    if (moves && (p->moved || p->node == SGF_ROOT)) {
        note(p, p->moved ? "another move in one node; played after the first"
                         : "a move in the root; played after it");
        const enum status status = add_node(p, why);
        if (status != STATUS_OK) return status;
    }
    p->moved |= moves;
    *property = sgf_find_or_add(p->sgf, moves ? p->node : p->head, name);
    return STATUS_OK;
}

/* Takes the value of PROPERTY away, into OUT. */
static void take_value(struct sgf *s, int property, struct buffer *out) {
    struct sgf_property *p = &s->properties[property];
    const char *text = sgf_string(s, s->items[p->first_value].text);
    buffer_append(out, text, strlen(text));
    p->first_value = p->last_value = SGF_NONE;
}

/* Adds the text from p->at to END to PROPERTY, with the backslashes that it lacks. A comment is one
 * value, to which others are joined. */
static void add_value(struct parser *p, int property, const char *name, const char *end, int line,
                      int column) {
    struct buffer value = {0};
    bool bare = false;
    if (is_comment(name) && property != SGF_NONE &&
        p->sgf->properties[property].first_value != SGF_NONE) {
        take_value(p->sgf, property, &value);
        buffer_append(&value, "\n\n", 2);
        sgf_note(p->sgf, line, column, "second comment in one node; appended to the first");
    }
    for (const char *at = p->at; at < end; at++) {
        const bool pair = *at == '\\' && at + 1 < end;
        if (*at == '\\' && !pair) break; /* the file ends in the middle of a pair */
        if (*at == ']') buffer_append(&value, "\\", 1);
        bare |= *at == ']';
        buffer_append(&value, at, pair ? 2 : 1);
        at += pair;
    }
    if (bare) sgf_note(p->sgf, line, column, "unescaped \"]\" in text");
    p->sgf->failed |= value.failed;
    sgf_add_item(p->sgf, property, value.length ? (const char *)value.data : "", value.length, line,
                 column);
    buffer_free(&value);
}

/* "[value]" of property NAME, which is left out unless KEPT: goes behind the closing bracket. */
static enum status read_value(struct parser *p, const char *name, bool kept, struct failure *why) {
    int property = SGF_NONE;
    const enum status status = kept ? find_property(p, name, &property, why) : STATUS_OK;
    if (status != STATUS_OK) return status;
    const int line = p->line, column = p->column;
    step(p);
    const char *end = end_of_value(p, name);
    add_value(p, property, name, end, line, column);
    step_to(p, end);
    if (p->at < p->end && *p->at == ']')
        step(p);
    else
        sgf_note(p->sgf, line, column, "this value has no end: \"]\" is missing");
    return STATUS_OK;
}

/* Reads a property's name, which is_property found: its capital letters and digits, or if there is
 * none its letters as capitals. False if it is too long. */
static bool read_name(struct parser *p, char name[MAX_NAME]) {
    const char *begin = p->at, *end = behind_name(p, p->at);
    bool capital = false;
    size_t length = 0;
    for (const char *c = begin; c < end; c++) capital |= is_capital(*c);
    if (!capital)
        note(p, "lower-case property name '%.*s'; read as capitals",
             (int)(end - begin < MAX_NAME ? end - begin : MAX_NAME), begin);
    for (const char *c = begin; c < end; c++)
        if (length < MAX_NAME && (!capital || !is_small(*c)) &&
            (length > 0 || is_capital(*c) || is_small(*c)))
            name[length++] = (char)(is_small(*c) ? *c - 'a' + 'A' : *c);
    step_to(p, end);
    name[length < MAX_NAME ? length : 0] = 0;
    return length < MAX_NAME;
}

/* "NAME[value][value]". */
static enum status read_property(struct parser *p, struct failure *why) {
    char name[MAX_NAME];
    enum status status = have_node(p, why);
    const bool good = read_name(p, name), room = ++p->properties <= SGF_MAX_PROPERTIES;
    if (!good) note(p, "property name too long; ignored");
    if (good && !room) note(p, "more than %d properties in a node; ignored", SGF_MAX_PROPERTIES);
    step_to(p, behind_blanks(p, p->at));
    do {
        if (status == STATUS_OK) status = read_value(p, name, good && room, why);
        step_to(p, behind_blanks(p, p->at));
    } while (status == STATUS_OK && p->at < p->end && *p->at == '[' && !is_comment(name));
    return status;
}

/* What has no place here, up to the next bracket, node or property. */
static void skip_junk(struct parser *p) {
    const char *end = p->at;
    do {
        if (is_in_name(*end))
            end = behind_name(p, end); /* a name without a value */
        else if (*end == '[')
            end = next_bracket(p, end);
        else
            end++;
    } while (end < p->end && !strchr("();", *end) && !is_property(p, end, false));
    char part[40], shown[24];
    snprintf(part, sizeof part, "%.*s", (int)(end - p->at < 39 ? end - p->at : 39), p->at);
    sgf_trim(shown, sizeof shown, part);
    note(p, "unexpected '%s'; ignored", shown);
    step_to(p, end);
}

/* --- the tree -----------------------------------------------------------------------------------
 */

static enum status open_tree(struct parser *p, struct failure *why) {
    const enum status status = push(p, why);
    p->opened = true;
    p->closed = false;
    step(p);
    return status;
}

static void close_tree(struct parser *p) {
    if (p->depth == 1 && is_node(p, behind_blanks(p, p->at + 1))) {
        note(p, "\")\" before the end of the game; ignored");
    } else {
        if (p->opened) note(p, "empty variation; ignored");
        p->node = p->open[--p->depth];
        p->opened = false;
        p->closed = true;
    }
    step(p);
}

static enum status read_node(struct parser *p, struct failure *why) {
    if (p->closed) note(p, "node after the variations of its parent; read as another variation");
    const enum status status = begin_node(p, why);
    step(p);
    return status;
}

/* What stands between blanks: a bracket, the beginning of a node, a property, or junk. */
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
        if (is_property(p, p->at, false)) return read_property(p, why);
        skip_junk(p);
        return STATUS_OK;
    }
}

/* Goes to the first "(" with a node behind it or, if BARE, a property: some roots lack their ";".
 */
static bool find_game(struct parser *p, bool bare) {
    for (; p->at < p->end; step(p)) {
        if (*p->at != '(') continue;
        const char *next = behind_blanks(p, p->at + 1);
        if (next < p->end && (*next == ';' || (bare && is_property(p, next, true)))) return true;
    }
    return false;
}

/* Goes to the first node, or a property that the text begins with. */
static bool find_node(struct parser *p) {
    if (p->end - p->at >= 3) step_to(p, p->at + text_mark_length(p->at));
    step_to(p, behind_blanks(p, p->at));
    if (is_property(p, p->at, true)) return true;
    while (p->at < p->end && !is_node(p, p->at)) step(p);
    return p->at < p->end;
}

/* Goes to the game and opens it. *CERTAIN: nothing but a record begins so. */
static enum status begin(struct parser *p, bool *certain, struct failure *why) {
    const struct parser start = *p;
    *certain = false;
    if (find_game(p, true)) {
        *certain = *behind_blanks(p, p->at + 1) == ';';
        return open_tree(p, why);
    }
    *p = start;
    if (!find_node(p)) return complain(p, why, "no game record: there is no \"(;\"");
    note(p, "missing \"(\" at the beginning");
    p->opened = true;
    return push(p, why);
}

/* Whether anything of a game of Go has been read. */
static bool is_game(const struct sgf *s) {
    static const char *const facts[] = {"GM", "SZ", "KM", "B", "W", "AB", "AW", NULL};
    for (int i = 0; i < s->property_count; i++)
        if (is_among(sgf_string(s, s->properties[i].name), facts)) return true;
    return false;
}

static enum status read_tree(struct parser *p, struct failure *why) {
    bool certain;
    enum status status = begin(p, &certain, why);
    while (status == STATUS_OK && p->depth > 0) {
        step_to(p, behind_blanks(p, p->at));
        if (p->at == p->end) {
            note(p, "\")\" is missing at the end of the file");
            break;
        }
        status = read_token(p, why);
    }
    if (status == STATUS_OK && !certain && !is_game(p->sgf))
        status = complain(p, why, "no game record: there is no \"(;\"");
    p->sgf->more = status == STATUS_OK && find_game(p, false);
    if (p->sgf->more) note(p, "another game begins; only the first one is read");
    if (status == STATUS_OK && p->sgf->failed) status = out_of_memory(why, "a game record");
    return status;
}

enum status sgf_read_tree(struct sgf **out, const char *name, const char *text, size_t length,
                          struct failure *why) {
    *out = NULL;
    enum status status = sgf_new(out, name, BOARD_MAX_SIZE, why);
    if (status != STATUS_OK) return status;
    struct parser p = {
        .sgf = *out, .at = text, .end = text + length, .line = 1, .column = 1, .node = SGF_NONE};
    status = read_tree(&p, why);
    free(p.open);
    if (status == STATUS_OK) status = sgf_read_root(*out, why);
    return status;
}
