#include "line_editor.h"

#include "guzumi/base/text.h"

#include <stdlib.h>
#include <string.h>

#define KEY_CONTROL(letter) ((letter)&31)
enum { KEY_ESCAPE = 27, KEY_ERASE = 127 };

/* Characters are UTF-8: a byte 10xxxxxx continues the one before it. */
static bool continues(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static size_t before(const struct line_editor *e, size_t at) {
    if (at > 0) at--;
    while (at > 0 && continues(e->line[at])) at--;
    return at;
}

static size_t behind(const struct line_editor *e, size_t at) {
    if (at < e->length) at++;
    while (at < e->length && continues(e->line[at])) at++;
    return at;
}

static int characters(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++) count += !continues(text[i]);
    return count;
}

/* --- the line --- */

static void erase(struct line_editor *e, size_t from, size_t to) {
    memmove(e->line + from, e->line + to, e->length - to + 1);
    e->length -= to - from;
    e->cursor = from;
}

/* A line that is full ignores what else is typed. */
static void insert(struct line_editor *e, char byte) {
    if (e->length + 1 >= sizeof e->line) return;
    memmove(e->line + e->cursor + 1, e->line + e->cursor, e->length - e->cursor + 1);
    e->line[e->cursor++] = byte;
    e->length++;
}

static size_t word_start(const struct line_editor *e) {
    size_t at = e->cursor;
    while (at > 0 && e->line[at - 1] == ' ') at--;
    while (at > 0 && e->line[at - 1] != ' ') at--;
    return at;
}

static void replace(struct line_editor *e, const char *text) {
    const size_t length = strlen(text);
    e->length = length < sizeof e->line ? length : sizeof e->line - 1;
    memcpy(e->line, text, e->length);
    e->line[e->length] = 0;
    e->cursor = e->length;
}

/* --- history --- */

/* Shows line number INDEX of the history; one past the last is the line being typed. */
static void show(struct line_editor *e, int index) {
    if (index < 0 || index > e->lines || index == e->shown) return;
    if (e->shown == e->lines) {
        free(e->draft);
        e->draft = text_duplicate(e->line);
    }
    e->shown = index;
    replace(e, index < e->lines ? e->history[index] : e->draft ? e->draft : "");
}

void line_editor_remember(struct line_editor *e, const char *line) {
    if (!*line || (e->lines && strcmp(e->history[e->lines - 1], line) == 0)) return;
    char *copy = text_duplicate(line);
    if (!copy) return;
    if (e->lines == LINE_EDITOR_HISTORY) {
        free(e->history[0]);
        memmove(e->history, e->history + 1, (LINE_EDITOR_HISTORY - 1) * sizeof e->history[0]);
        e->lines--;
    }
    e->history[e->lines++] = copy;
}

/* --- keys --- */

void line_editor_begin(struct line_editor *e) {
    e->line[0] = 0;
    e->length = e->cursor = e->escaped = 0;
    e->shown = e->lines;
}

/* A key's bytes come one by one, and possibly in several reads: E->ESCAPE collects them until the
 * sequence ends. ESC [ 3 ~, for example, is Delete, and ESC [ A the arrow up.
 *
 * Keys without a character send ESC [ and a letter, ESC O and a letter, or ESC [, a digit and ~.
 * Returns the letter or the digit; 0 for other keys and while the sequence is incomplete. */
static char take_escape(struct line_editor *e) {
    const char last = e->escape[e->escaped - 1];
    const size_t length = e->escaped;
    const bool ends =
        length == 2 ? last != '[' && last != 'O' : length > 2 && last >= '@' && last <= '~';
    if (ends || length == sizeof e->escape) e->escaped = 0;
    if (!ends || length < 3) return 0;
    if (last != '~') return last;
    return length == 4 ? e->escape[2] : 0;
}

static void take_key(struct line_editor *e, char key) {
    switch (key) {
    case 'A':
        show(e, e->shown - 1);
        break;
    case 'B':
        show(e, e->shown + 1);
        break;
    case 'C':
        e->cursor = behind(e, e->cursor);
        break;
    case 'D':
        e->cursor = before(e, e->cursor);
        break;
    case 'H':
    case '1':
    case '7':
        e->cursor = 0;
        break;
    case 'F':
    case '4':
    case '8':
        e->cursor = e->length;
        break;
    case '3':
        erase(e, e->cursor, behind(e, e->cursor));
        break;
    default:
        break;
    }
}

static void take_control(struct line_editor *e, char key) {
    switch (key) {
    case KEY_CONTROL('A'):
        e->cursor = 0;
        break;
    case KEY_CONTROL('B'):
        e->cursor = before(e, e->cursor);
        break;
    case KEY_CONTROL('D'):
        erase(e, e->cursor, behind(e, e->cursor));
        break;
    case KEY_CONTROL('E'):
        e->cursor = e->length;
        break;
    case KEY_CONTROL('F'):
        e->cursor = behind(e, e->cursor);
        break;
    case KEY_CONTROL('H'):
    case KEY_ERASE:
        erase(e, before(e, e->cursor), e->cursor);
        break;
    case KEY_CONTROL('K'):
        erase(e, e->cursor, e->length);
        break;
    case KEY_CONTROL('N'):
        show(e, e->shown + 1);
        break;
    case KEY_CONTROL('P'):
        show(e, e->shown - 1);
        break;
    case KEY_CONTROL('U'):
        erase(e, 0, e->cursor);
        break;
    case KEY_CONTROL('W'):
        erase(e, word_start(e), e->cursor);
        break;
    case KEY_ESCAPE:
        e->escape[e->escaped++] = key;
        break;
    default:
        break;
    }
}

enum line_event line_editor_feed(struct line_editor *e, char byte) {
    const bool control = (unsigned char)byte < ' ' || byte == KEY_ERASE;
    if (byte == '\r' || byte == '\n') return LINE_FINISHED;
    if (byte == KEY_CONTROL('D') && e->length == 0) return LINE_END;
    if (e->escaped > 0 && !control) {
        e->escape[e->escaped++] = byte;
        take_key(e, take_escape(e));
    } else if (control) {
        e->escaped = 0;
        take_control(e, byte);
    } else {
        insert(e, byte);
    }
    return LINE_CHANGED;
}

/* --- drawing --- */

/* The last column stays free: a terminal may wrap when it is filled. */
void line_editor_draw(const struct line_editor *e, const char *prompt, int columns,
                      struct buffer *out) {
    const int indent = characters(prompt, strlen(prompt));
    const int room = columns - indent - 1 > 8 ? columns - indent - 1 : 8;
    size_t from = 0, to;
    while (characters(e->line + from, e->cursor - from) > room) from = behind(e, from);
    for (to = from; to < e->length && characters(e->line + from, to - from) < room;)
        to = behind(e, to);
    const int column = indent + characters(e->line + from, e->cursor - from);
    buffer_print(out, "\r%s%.*s\033[K\r", prompt, (int)(to - from), e->line + from);
    if (column > 0) buffer_print(out, "\033[%dC", column);
}

void line_editor_free(struct line_editor *e) {
    for (int i = 0; i < e->lines; i++) free(e->history[i]);
    free(e->draft);
}
