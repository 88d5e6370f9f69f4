/* The tree of a record: three arrays whose entries refer to each other by number.
 *
 *     nodes         parent, first and last child, next sibling;  first and last property
 *     properties    next property of the node;  first and last value;  name
 *     items         next value of the property;  text
 *     texts         all names and texts, one after the other, each with a zero at its end
 *
 * Lists know their last entry, because records grow at the end. What is removed stays in the arrays
 * until the tree is freed. Numbers rather than pointers: an array that grows moves, and a number
 * stays valid.
 *
 * Values are kept as the file has them, escapes included, and only sgf_text takes these away: what
 * is not changed is written back as it was. */
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the tree --- */

/* ENTRIES with room for another one of SIZE bytes. If memory runs out they stay, and the tree has
 * failed. */
static void *reserve(struct sgf *s, void *entries, int count, int *capacity, size_t size) {
    if (count < *capacity) return entries;
    const int grown = *capacity ? 2 * *capacity : 64;
    void *moved = realloc(entries, (size_t)grown * size);
    s->failed |= !moved;
    if (moved) *capacity = grown;
    return moved ? moved : entries;
}

static int add_node(struct sgf *s, int parent) {
    s->nodes = reserve(s, s->nodes, s->node_count, &s->node_capacity, sizeof *s->nodes);
    if (s->failed) return SGF_NONE;
    s->nodes[s->node_count] = (struct sgf_node){.parent = parent,
                                                .first_child = SGF_NONE,
                                                .last_child = SGF_NONE,
                                                .sibling = SGF_NONE,
                                                .first_property = SGF_NONE,
                                                .last_property = SGF_NONE};
    return s->node_count++;
}

enum status sgf_new(struct sgf **out, const char *name, int size, struct failure *why) {
    struct sgf *s = calloc(1, sizeof *s);
    if (!s) return out_of_memory(why, "a game record");
    s->size = size;
    s->name = text_duplicate(name);
    if (!s->name || add_node(s, SGF_NONE) == SGF_NONE) {
        sgf_free(s);
        return out_of_memory(why, "a game record");
    }
    *out = s;
    return STATUS_OK;
}

void sgf_free(struct sgf *s) {
    if (!s) return;
    free(s->name);
    free(s->nodes);
    free(s->properties);
    free(s->items);
    buffer_free(&s->texts);
    buffer_free(&s->notes);
    free(s);
}

enum status sgf_complain(const struct sgf *s, int line, int column, struct failure *why,
                         const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail(why, STATUS_INVALID, "%.150s: line %d, column %d: %s", s->name, line, column, text);
}

/* A file with more errors is not worth listing them all. */
enum { MAX_NOTES = 20 };

const char *sgf_notes(const struct sgf *s) {
    return s->notes.length && !s->notes.failed ? (const char *)s->notes.data : "";
}

void sgf_note(struct sgf *s, int line, int column, const char *format, ...) {
    char text[200], note[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_make_printable(text, '?');
    snprintf(note, sizeof note, "%.150s: line %d, column %d: %s\n", s->name, line, column, text);
    /* The main line may be read more than once. */
    if (strstr(sgf_notes(s), note) || s->note_count >= MAX_NOTES) return;
    if (++s->note_count == MAX_NOTES)
        snprintf(note, sizeof note, "%.150s: further notes are not shown\n", s->name);
    if (s->notes.length) s->notes.length--;
    buffer_append(&s->notes, note, strlen(note) + 1);
}

void sgf_trim(char *out, size_t size, const char *text) {
    while (sgf_is_blank(*text)) text++;
    text_copy(out, size, text);
    size_t length = strlen(out);
    while (length && sgf_is_blank(out[length - 1])) out[--length] = 0;
}

bool sgf_more(const struct sgf *s) {
    return s->more;
}

int sgf_size(const struct sgf *s) {
    return s->size;
}
int sgf_child(const struct sgf *s, int node) {
    return node == SGF_NONE ? SGF_NONE : s->nodes[node].first_child;
}
int sgf_sibling(const struct sgf *s, int node) {
    return node == SGF_NONE ? SGF_NONE : s->nodes[node].sibling;
}
int sgf_parent(const struct sgf *s, int node) {
    return node == SGF_NONE ? SGF_NONE : s->nodes[node].parent;
}

int sgf_add_node(struct sgf *s, int parent) {
    if (parent == SGF_NONE) return SGF_NONE;
    const int node = add_node(s, parent);
    if (node == SGF_NONE) return SGF_NONE;
    struct sgf_node *above = &s->nodes[parent];
    if (above->last_child == SGF_NONE)
        above->first_child = node;
    else
        s->nodes[above->last_child].sibling = node;
    above->last_child = node;
    return node;
}

/* The node stays in the array, without a way to it: node numbers never change, and the tree is
 * freed as a whole. */
void sgf_remove_node(struct sgf *s, int node) {
    const int parent = sgf_parent(s, node);
    if (parent == SGF_NONE) return;
    struct sgf_node *above = &s->nodes[parent];
    int before = SGF_NONE;
    for (int n = above->first_child; n != node; n = s->nodes[n].sibling) before = n;
    if (before == SGF_NONE)
        above->first_child = s->nodes[node].sibling;
    else
        s->nodes[before].sibling = s->nodes[node].sibling;
    if (above->last_child == node) above->last_child = before;
}

/* A parent of SGF_NONE, after memory ran out, adds nothing: the calls below pass it on. */
int sgf_add_move(struct sgf *s, int parent, int point, enum color color) {
    char text[3];
    const int node = sgf_add_node(s, parent);
    sgf_add_value(s, node, color == BLACK ? "B" : "W", sgf_point(s->size, point, text));
    return node;
}

/* --- properties ---
 *
 * A node has a handful of properties and most of these one value, so both are lists that are
 * searched from their beginning. */

int sgf_find(const struct sgf *s, int node, const char *name) {
    if (node == SGF_NONE) return SGF_NONE;
    int p = s->nodes[node].first_property;
    while (p != SGF_NONE && strcmp(sgf_string(s, s->properties[p].name), name) != 0)
        p = s->properties[p].next;
    return p;
}

/* Keeps LENGTH bytes and a 0; returns their offset. */
static size_t keep_text(struct sgf *s, const char *text, size_t length) {
    const size_t offset = s->texts.length;
    buffer_append(&s->texts, text, length);
    buffer_append(&s->texts, "", 1);
    s->failed |= s->texts.failed;
    return offset;
}

int sgf_find_or_add(struct sgf *s, int node, const char *name) {
    int p = sgf_find(s, node, name);
    if (p != SGF_NONE || node == SGF_NONE) return p;
    s->properties =
        reserve(s, s->properties, s->property_count, &s->property_capacity, sizeof *s->properties);
    const size_t kept = keep_text(s, name, strlen(name));
    if (s->failed) return SGF_NONE;
    p = s->property_count++;
    s->properties[p] = (struct sgf_property){
        .next = SGF_NONE, .first_value = SGF_NONE, .last_value = SGF_NONE, .name = kept};
    struct sgf_node *n = &s->nodes[node];
    if (n->last_property == SGF_NONE)
        n->first_property = p;
    else
        s->properties[n->last_property].next = p;
    n->last_property = p;
    return p;
}

void sgf_add_item(struct sgf *s, int property, const char *text, size_t length, int line,
                  int column) {
    if (property == SGF_NONE) return;
    s->items = reserve(s, s->items, s->item_count, &s->item_capacity, sizeof *s->items);
    const size_t kept = keep_text(s, text, length);
    if (s->failed) return;
    const int item = s->item_count++;
    s->items[item] =
        (struct sgf_item){.next = SGF_NONE, .line = line, .column = column, .text = kept};
    struct sgf_property *p = &s->properties[property];
    if (p->last_value == SGF_NONE)
        p->first_value = item;
    else
        s->items[p->last_value].next = item;
    p->last_value = item;
}

void sgf_set_item(struct sgf *s, int item, const char *text) {
    const size_t kept = keep_text(s, text, strlen(text));
    if (!s->failed) s->items[item].text = kept;
}

void sgf_add_value(struct sgf *s, int node, const char *name, const char *value) {
    sgf_add_item(s, sgf_find_or_add(s, node, name), value, strlen(value), 0, 0);
}

void sgf_remove(struct sgf *s, int node, const char *name) {
    const int gone = sgf_find(s, node, name);
    if (gone == SGF_NONE) return;
    struct sgf_node *n = &s->nodes[node];
    int before = SGF_NONE;
    for (int p = n->first_property; p != gone; p = s->properties[p].next) before = p;
    const int after = s->properties[gone].next;
    if (before == SGF_NONE)
        n->first_property = after;
    else
        s->properties[before].next = after;
    if (n->last_property == gone) n->last_property = before;
}

const char *sgf_value(const struct sgf *s, int node, const char *name, int index) {
    const int p = sgf_find(s, node, name);
    if (p == SGF_NONE) return NULL;
    int item = s->properties[p].first_value;
    while (item != SGF_NONE && index-- > 0) item = s->items[item].next;
    return item == SGF_NONE ? NULL : sgf_string(s, s->items[item].text);
}

/* --- text --- */

/* The length of the line break at TEXT: \n, \r, or both in either order; 0 for none. */
static int line_break(const char *text) {
    if (*text != '\n' && *text != '\r') return 0;
    return (text[1] == '\n' || text[1] == '\r') && text[1] != *text ? 2 : 1;
}

/*     in the file                    comment        other text
 *     a\]b                           a]b            a]b
 *     a, line break, b               two lines      a b
 *     a\, line break, b              ab             ab */
char *sgf_text(const struct sgf *s, int node, const char *name) {
    const char *from = sgf_value(s, node, name, 0);
    if (!from) return NULL;
    char *text = malloc(strlen(from) + 1), *to = text;
    if (!text) return NULL;
    const bool keeps_lines = strcmp(name, "C") == 0 || strcmp(name, "GC") == 0;
    while (*from) {
        int broken = line_break(from);
        if (broken) {
            *to++ = keeps_lines ? '\n' : ' ';
            from += broken;
            continue;
        }
        if (*from == '\\') {
            from++;
            broken = line_break(from);
            from += broken;
            if (broken || !*from) continue;
        }
        *to++ = sgf_is_blank(*from) ? ' ' : *from;
        from++;
    }
    *to = 0;
    return text;
}

/* Whether a "[" in TEXT is not closed. */
static bool leaves_open(const char *text) {
    int open = 0;
    for (; *text; text++) {
        open += *text == '[';
        open -= *text == ']' && open > 0;
    }
    return open > 0;
}

/* Appends TEXT to OUT, escaped. A "[" without its "]" could be taken for the next property. */
static void escape(struct buffer *out, const char *text) {
    const char *special = leaves_open(text) ? "[]\\" : "]\\";
    for (; *text; text++) {
        if (strchr(special, *text)) buffer_append(out, "\\", 1);
        buffer_append(out, text, 1);
    }
}

/* Adds the text in VALUE, which it frees, to property NAME. */
static void add_buffer(struct sgf *s, int node, const char *name, struct buffer *value) {
    buffer_append(value, "", 1);
    if (value->failed)
        s->failed = true;
    else
        sgf_add_value(s, node, name, (const char *)value->data);
    buffer_free(value);
}

void sgf_set_text(struct sgf *s, int node, const char *name, const char *text) {
    struct buffer value = {0};
    escape(&value, text);
    sgf_remove(s, node, name);
    add_buffer(s, node, name, &value);
}

void sgf_set_player(struct sgf *s, enum color color, const char *name, const char *version) {
    sgf_set_text(s, SGF_ROOT, color == BLACK ? "PB" : "PW", name);
    if (version) sgf_set_text(s, SGF_ROOT, color == BLACK ? "BT" : "WT", version);
}

void sgf_set_facts(struct sgf *sgf, const char *date, const char *rules, const char *result) {
    if (date) sgf_set_text(sgf, SGF_ROOT, "DT", date);
    if (rules) sgf_set_text(sgf, SGF_ROOT, "RU", rules);
    if (result) sgf_set_text(sgf, SGF_ROOT, "RE", result);
}

/* What is there already is escaped, so it is copied as it is and only TEXT is escaped. */
void sgf_add_comment(struct sgf *s, int node, const char *text) {
    const char *present = sgf_value(s, node, "C", 0);
    struct buffer value = {0};
    if (present) buffer_append(&value, present, strlen(present));
    if (present && *present) buffer_append(&value, "\n\n", 2);
    escape(&value, text);
    sgf_remove(s, node, "C");
    add_buffer(s, node, "C", &value);
}

const char *sgf_point(int size, int point, char text[3]) {
    text[0] = text[1] = text[2] = 0;
    if (point < 0) return text;
    text[0] = (char)('a' + point_column(size, point));
    text[1] = (char)('a' + size - 1 - point_row(size, point));
    return text;
}

/* --- writing --- */

/* Lines are broken where FF[4] allows it, but never between a name and its value: scripts search
 * for "RE[". */

/* A line is broken at the next possible place after this column. */
enum { LINE_WIDTH = 68 };

struct printer {
    const struct sgf *sgf;
    struct buffer *out;
    size_t line; /* offset of the current line in OUT */
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

/* Whether NODE begins a "(...)": the root, or one of several variations.
 *
 *     A -> B -> C        (;A
 *       -> D             (;B;C)
 *                        (;D)) */
static bool opens(const struct sgf *s, int node) {
    const int parent = s->nodes[node].parent;
    return parent == SGF_NONE || s->nodes[parent].first_child != s->nodes[parent].last_child;
}

/* Closes the brackets of the subtree of NODE; returns the next node, SGF_NONE at the end. Without
 * recursion: a record may be thousands of variations deep. */
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
        /* The moves start on a new line. */
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
