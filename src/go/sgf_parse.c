/* Parses a game tree. Open brackets are on an explicit stack, so that no nesting is too deep.
 *
 * A record is evidence of a game, so errors don't reject it: misplaced parts are skipped or read as
 * they were probably meant, and noted. A record without errors is read as FF[4] says, but for a
 * "]" that is escaped by mistake.
 *
 *     ;B[dd]W[pp]      two moves in one node    read as ;B[dd];W[pp]
 *     C[rank [5k]]     an unescaped "]"         read as C[rank [5k\]]
 *     KM[6.5]KM[0]     a second komi            read as KM[6.5]
 *     DT[\];B[dd]      an escaped "]"           read as DT[];B[dd]
 *     (;B[dd]          no ")" at the end        closed there */
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAME = 64, /* FF[4]'s names have two letters; private ones are not much longer */
    /* A failed search for the end of a text may scan the whole file, so the long ones are limited.
     */
    MAX_SCANS = 50,
    LONG_SCAN = 1000 /* bytes */
};

struct parser {
    struct sgf *sgf;
    const char *at, *end;
    int line, column; /* of AT */
    int node;         /* the last one, SGF_NONE before the root */
    int head;         /* gets its properties; further moves get nodes of their own */
    bool moved;       /* NODE has a move */
    int properties;   /* of NODE */
    bool opened;      /* after a "(", before its first node */
    bool closed;      /* a variation of NODE was closed: only another may follow */
    int *open;        /* owned: the nodes before the open brackets */
    int depth, capacity;
    int scans; /* long and failed */
};

#define note(p, ...) sgf_note((p)->sgf, (p)->line, (p)->column, __VA_ARGS__)

static enum status complain(const struct parser *p, struct failure *why, const char *message) {
    return sgf_complain(p->sgf, p->line, p->column, why, "%s", message);
}

static void step(struct parser *p) {
    const char c = *p->at++;
    /* A line ends at \n, or at a \r that no \n follows. */
    if (c == '\n' || (c == '\r' && !(p->at < p->end && *p->at == '\n'))) {
        p->line++;
        p->column = 1;
    } else if (p->at == p->end || ((unsigned char)*p->at & 0xc0) != 0x80) {
        p->column++; /* the next byte doesn't continue a UTF-8 character */
    }
}

static void step_to(struct parser *p, const char *place) {
    while (p->at < place) step(p);
}

static const char *skip_blanks(const struct parser *p, const char *at) {
    while (at < p->end && sgf_is_blank(*at)) at++;
    return at;
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

/* Private property names contain digits and underscores. */
static bool is_in_name(char c) {
    return text_is_letter(c) || text_is_digit(c) || c == '_';
}

static const char *skip_name(const struct parser *p, const char *at) {
    while (at < p->end && is_in_name(*at)) at++;
    return at;
}

/* Whether a property begins AT: a name, with a capital letter if STRICT, and a bracket. */
static bool is_property(const struct parser *p, const char *at, bool strict) {
    const char *end = skip_name(p, at), *value = skip_blanks(p, end);
    bool capital = false;
    for (const char *c = at; c < end; c++) capital |= is_capital(*c);
    const bool letter = end > at && text_is_letter(*at);
    return letter && (capital || !strict) && value < p->end && *value == '[';
}

/* Whether a node begins AT. */
static bool is_node(const struct parser *p, const char *at) {
    return at < p->end && *at == ';' && is_property(p, skip_blanks(p, at + 1), true);
}

/* --- the end of a value --- */

/* The first unescaped "]" from AT on, or the end of the file. */
static const char *next_bracket(const struct parser *p, const char *at) {
    for (; at < p->end && *at != ']'; at++)
        if (*at == '\\' && at + 1 < p->end) at++;
    return at;
}

/* Whether the text AT, after a "]", may follow a value; another value only if LISTS. */
static bool may_follow_value(const struct parser *p, const char *at, bool lists) {
    at = skip_blanks(p, at);
    if (at == p->end || *at == ')' || *at == '(') return true;
    if (*at == '[') return lists;
    if (*at != ';') return is_property(p, at, true);
    at = skip_blanks(p, at + 1);
    return at == p->end || strchr(";()", *at) || is_property(p, at, true);
}

/* Whether nodes follow AT, where the game seems to end. Any other text is allowed there. */
static bool goes_on(const struct parser *p, const char *at) {
    const char *end = p->end - at > LONG_SCAN ? at + LONG_SCAN : p->end;
    while (at < end && *at != '(' && !is_node(p, at)) at++;
    return at < end && *at == ';';
}

/* Like may_follow_value, but also checks the next value: for a "]" that may match a "[" in the
 * text. */
static bool does_follow_value(const struct parser *p, const char *at) {
    int closed = 0;
    for (at = skip_blanks(p, at); at < p->end && strchr(";()", *at); at = skip_blanks(p, at + 1))
        if (*at == ')' && ++closed == p->depth) return !goes_on(p, at);
    if (at == p->end) return true;
    if (*at != '[' && !is_property(p, at, true)) return false;
    at = next_bracket(p, skip_blanks(p, skip_name(p, at)) + 1);
    return at < p->end && may_follow_value(p, at + 1, true);
}

static bool is_among(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0) names++;
    return *names != NULL;
}

/* Whether more of the game, or its end, follows AT, after a "]"; another value only if LISTS. */
static bool continues(const struct parser *p, const char *at, bool lists) {
    int closed = 0;
    at = skip_blanks(p, at);
    if (at < p->end && *at == '[') return lists;
    for (; at < p->end && strchr("()", *at); at = skip_blanks(p, at + 1))
        if (*at == ')' && ++closed == p->depth) return !goes_on(p, at);
    return at == p->end || is_node(p, at) || is_property(p, at, true);
}

/* Points and single words contain no brackets, so their ends are easier to find than that of a
 * text. */
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

/* Whether FF[4] allows NAME a single value, and once in a node. Without the moves, which get nodes
 * of their own, and AP, of which records name several programs (sgf_is_by). */
static bool takes_one_value(const char *name) {
    static const char *const names[] = {"CA", "FF", "GM", "ST", "SZ", "KM", "HA", "PL", "AN", "BR",
                                        "BT", "CP", "DT", "EV", "GN", "ON", "OT", "PB", "PC", "PW",
                                        "RE", "RO", "RU", "SO", "TM", "US", "WR", "WT", "BL", "WL",
                                        "OB", "OW", "KO", "MN", "N",  "DM", "GB", "GW", "HO", "UC",
                                        "V",  "BM", "DO", "IT", "TE", "FG", "PM", NULL};
    return is_among(name, names);
}

/* A search for the end of a text. Brackets are counted as opened if no "]" has closed them. */
struct text_scan {
    bool lists;          /* several values may follow each other */
    int opened;          /* brackets */
    const char *bare;    /* the first unescaped "]" after which the game does not continue */
    const char *escaped; /* the first escaped one after which it does */
    int hidden;          /* brackets opened behind it */
};

static void open_bracket(struct text_scan *s) {
    s->opened++;
    s->hidden++;
}

/* The character AT is escaped. */
static void pass_escaped(const struct parser *p, struct text_scan *s, const char *at) {
    if (*at != ']') return;
    if (!s->escaped && p->scans < MAX_SCANS && continues(p, at + 1, s->lists)) {
        s->escaped = at;
        s->hidden = 0;
    } else {
        s->hidden -= s->hidden > 0;
    }
}

/* END, or the escaped "]" before it if the text behind that is a part of the game, where brackets
 * are not escaped:
 *
 *     DT[\];B[dd];W[pp]         ends at the first "]": the second closes a bracket behind it
 *     C[:\];B[dd\] is good]     ends at the third */
static const char *before_hidden(struct parser *p, const struct text_scan *s, const char *end) {
    if (!s->escaped || s->hidden == 0) return end;
    p->scans += end - s->escaped > LONG_SCAN;
    return s->escaped;
}

/* The likeliest end of a text that has none before AT. */
static const char *likely_end(struct parser *p, const struct text_scan *s, const char *at) {
    const char *end = s->bare ? s->bare : s->escaped;
    if (!end) return p->end;
    p->scans += at - end > LONG_SCAN;
    return end;
}

/* The end of the text that begins at p->at. A "]" that is followed by something that can't follow a
 * value belongs to the text and was not escaped: "C[joe [10k]: hi]". It may also belong to the text
 * if it matches a "[" in it and no property follows. */
static const char *end_of_text(struct parser *p, const char *name) {
    const bool comment = is_comment(name);
    struct text_scan s = {.lists = !comment};
    const char *at = p->at;
    for (; at < p->end; at++) {
        if (*at == '\\' && at + 1 < p->end) {
            pass_escaped(p, &s, ++at);
        } else if (*at == '[') {
            open_bracket(&s);
        } else if (*at == ']') {
            if (may_follow_value(p, at + 1, s.lists) && (!s.opened || does_follow_value(p, at + 1)))
                return before_hidden(p, &s, at);
            if ((!s.opened && !comment) || p->scans >= MAX_SCANS)
                return s.bare ? s.bare : before_hidden(p, &s, at);
            if (!s.bare) s.bare = before_hidden(p, &s, at);
            s.opened -= s.opened > 0;
            s.hidden -= s.hidden > 0;
        } else if (s.bare && is_node(p, at)) {
            break; /* better an additional character than a lost move */
        }
    }
    return likely_end(p, &s, at);
}

/* The end of the points or the word that begin at p->at, before the next node. */
static const char *end_of_word(const struct parser *p, const char *at) {
    while (at < p->end && *at != ']' && !is_node(p, at)) at++;
    return at;
}

static const char *end_of_value(struct parser *p, const char *name) {
    return has_points(name) || has_word(name) ? end_of_word(p, p->at) : end_of_text(p, name);
}

/* --- nodes --- */

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

/* Adds a child to NODE, which becomes the current node. */
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

/* Begins a node of the file. */
static enum status begin_node(struct parser *p, struct failure *why) {
    const enum status status = add_node(p, why);
    p->head = p->node;
    p->properties = 0;
    p->opened = p->closed = false;
    return status;
}

/* Makes sure that there is a node for the next property. */
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

/* --- properties --- */

/* The property NAME for the next value. A move gets its own node if the node has a move, or is the
 * root. */
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

/* Moves the value of PROPERTY to OUT. */
static void take_value(struct sgf *s, int property, struct buffer *out) {
    struct sgf_property *p = &s->properties[property];
    const char *text = sgf_string(s, s->items[p->first_value].text);
    buffer_append(out, text, strlen(text));
    p->first_value = p->last_value = SGF_NONE;
}

/* Whether the text from AT to END has an unescaped "]" and leaves a "[" open: with all its "]"
 * escaped, a part of it would look like the next property. */
static bool looks_like_more(const char *at, const char *end) {
    bool bare = false;
    int open = 0;
    for (; at < end; at++) {
        const bool pair = *at == '\\' && at + 1 < end;
        at += pair;
        bare |= *at == ']' && !pair;
        open += *at == '[' && !pair;
        open -= *at == ']' && open > 0;
    }
    return bare && open > 0;
}

/* Adds the text from p->at to END to PROPERTY, with missing backslashes. Further comments are
 * appended to the first, whose end may look like the name of a property. */
static void add_value(struct parser *p, int property, const char *name, const char *end, int line,
                      int column) {
    struct buffer value = {0};
    bool more = looks_like_more(p->at, end), bare = false, escaped = false;
    if (is_comment(name) && property != SGF_NONE &&
        p->sgf->properties[property].first_value != SGF_NONE) {
        take_value(p->sgf, property, &value);
        more = true;
        buffer_append(&value, "\n\n", 2);
        sgf_note(p->sgf, line, column, "second comment in one node; appended to the first");
    }
    for (const char *at = p->at; at < end; at++) {
        const bool pair = *at == '\\' && at + 1 < end;
        escaped |= *at == '\\' && !pair;
        if (escaped) break; /* the other half of the pair ends the value, or is missing */
        if (*at == ']' || (more && *at == '[')) buffer_append(&value, "\\", 1);
        bare |= *at == ']';
        buffer_append(&value, at, pair ? 2 : 1);
        at += pair;
    }
    if (bare) sgf_note(p->sgf, line, column, "unescaped \"]\" in text");
    if (escaped && end < p->end)
        sgf_note(p->sgf, line, column, "\"\\\" before the end of a value; ignored");
    p->sgf->failed |= value.failed;
    sgf_add_item(p->sgf, property, value.length ? (const char *)value.data : "", value.length, line,
                 column);
    buffer_free(&value);
}

/* Reads "[value]" of property NAME, which is dropped unless KEPT. */
static enum status read_value(struct parser *p, const char *name, bool kept, struct failure *why) {
    int property = SGF_NONE;
    const enum status status = kept ? find_property(p, name, &property, why) : STATUS_OK;
    if (status != STATUS_OK) return status;
    if (property != SGF_NONE && takes_one_value(name) &&
        p->sgf->properties[property].first_value != SGF_NONE) {
        note(p, "second %s in one node; ignored", name);
        property = SGF_NONE;
    }
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

/* Reads the name found by is_property: its capital letters and digits or, without any capital, its
 * letters as capitals. False if it is too long. */
static bool read_name(struct parser *p, char name[MAX_NAME]) {
    const char *begin = p->at, *end = skip_name(p, p->at);
    bool capital = false;
    size_t length = 0;
    for (const char *c = begin; c < end; c++) capital |= is_capital(*c);
    if (!capital)
        note(p, "lower-case property name '%.*s'; read as capitals",
             (int)(end - begin < MAX_NAME ? end - begin : MAX_NAME), begin);
    for (const char *c = begin; c < end; c++)
        if (length < MAX_NAME && (!capital || !is_small(*c)) && (length > 0 || text_is_letter(*c)))
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
    step_to(p, skip_blanks(p, p->at));
    do {
        if (status == STATUS_OK) status = read_value(p, name, good && room, why);
        step_to(p, skip_blanks(p, p->at));
    } while (status == STATUS_OK && p->at < p->end && *p->at == '[' && !is_comment(name));
    return status;
}

/* Skips unexpected text up to the next bracket, node or property. */
static void skip_junk(struct parser *p) {
    const char *end = p->at;
    do {
        if (is_in_name(*end))
            end = skip_name(p, end); /* a name without a value */
        else if (*end == '[')
            end = end_of_word(p, end);
        else
            end++;
    } while (end < p->end && !strchr("();", *end) && !is_property(p, end, false));
    char part[40], shown[24];
    snprintf(part, sizeof part, "%.*s", (int)(end - p->at < 39 ? end - p->at : 39), p->at);
    sgf_trim(shown, sizeof shown, part);
    note(p, "unexpected '%s'; ignored", shown);
    step_to(p, end);
}

/* --- the tree --- */

static enum status open_tree(struct parser *p, struct failure *why) {
    const enum status status = push(p, why);
    p->opened = true;
    p->closed = false;
    step(p);
    return status;
}

/* A ")" too many in the middle of a game would cut off the rest of it. */
static void close_tree(struct parser *p) {
    if (p->depth == 1 && is_node(p, skip_blanks(p, p->at + 1))) {
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

/* Reads a bracket, the beginning of a node, a property, or junk. */
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

/* Advances to the first "(" that a node follows or, if BARE, a property: some roots lack their ";".
 */
static bool find_game(struct parser *p, bool bare) {
    for (; p->at < p->end; step(p)) {
        if (*p->at != '(') continue;
        const char *next = skip_blanks(p, p->at + 1);
        if (next < p->end && (*next == ';' || (bare && is_property(p, next, true)))) return true;
    }
    return false;
}

/* Advances to the first node, or to a property at the beginning of the text. */
static bool find_node(struct parser *p) {
    if (p->end - p->at >= 3) step_to(p, p->at + text_mark_length(p->at));
    step_to(p, skip_blanks(p, p->at));
    if (is_property(p, p->at, true)) return true;
    while (p->at < p->end && !is_node(p, p->at)) step(p);
    return p->at < p->end;
}

/* Advances to the game and opens it. *CERTAIN: only a record begins like this. */
static enum status begin(struct parser *p, bool *certain, struct failure *why) {
    const struct parser start = *p;
    *certain = false;
    if (find_game(p, true)) {
        *certain = *skip_blanks(p, p->at + 1) == ';';
        return open_tree(p, why);
    }
    *p = start;
    if (!find_node(p)) return complain(p, why, "not a game record: \"(;\" is missing");
    note(p, "missing \"(\" at the beginning");
    p->opened = true;
    return push(p, why);
}

/* Whether any property of a game of Go has been read. */
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
        step_to(p, skip_blanks(p, p->at));
        if (p->at == p->end) {
            note(p, "\")\" is missing at the end of the file");
            break;
        }
        status = read_token(p, why);
    }
    if (status == STATUS_OK && !certain && !is_game(p->sgf))
        status = complain(p, why, "not a game record: \"(;\" is missing");
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
