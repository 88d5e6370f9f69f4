/* What a person at the terminal sees and types. Every text can be wrapped, so texts are printed by
 * `say`, not by printf; through a pipe nothing is wrapped, for programs that read it.
 *
 *     say            sentences, broken at the width of the terminal
 *     progress_*     one line that is overwritten
 *     line_editor_*  the line that is typed: bytes in, bytes to draw out
 *     console_ask    a prompt and a line, with the editor where there is a terminal
 *
 * The width is asked for each time, since the window may change. */
#include "console.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- output --- */

/* The errno of the first flush that failed, or 0. Later calls change errno, and the C library drops
 * what it could not write: at the end of the program nothing fails any more. */
static int flush_error;

void console_flush(void) {
    if (fflush(stdout) != 0 && flush_error == 0) flush_error = errno;
}

enum status console_finish(struct failure *why) {
    console_flush();
    if (flush_error == 0 && !ferror(stdout)) return STATUS_OK;
    return fail(why, STATUS_IO, "can't write to standard output%s%s", flush_error ? ": " : "",
                flush_error ? strerror(flush_error) : "");
}

/* --- text --- */

int console_columns(void) {
    return system_is_terminal(STANDARD_OUTPUT) ? system_columns() : INT_MAX;
}

/* Whether LENGTH more columns fit behind COLUMN. */
static bool fits(int column, size_t length, int columns) {
    return length <= (size_t)(columns - column);
}

/* Takes TEXT word by word, with the blanks before it: a word that does not fit begins a new line,
 * without its blanks. A word that is longer than a line is printed all the same. */
static void print_wrapped(int column, int indent, const char *text) {
    const int columns = console_columns();
    while (*text) {
        const size_t blanks = strspn(text, " "), word = strcspn(text + blanks, " \n");
        if (column > indent && !fits(column, blanks + word, columns)) {
            printf("\n%*s", indent, "");
            column = indent;
            text += blanks;
        } else if (blanks + word > 0) {
            printf("%.*s", (int)(blanks + word), text);
            column += (int)(blanks + word);
            if (column > columns) column = columns;
            text += blanks + word;
        } else {
            putchar(*text++);
            column = 0;
        }
    }
}

static void say_list(int column, int indent, const char *format, va_list arguments) {
    struct buffer text = {0};
    buffer_print_list(&text, format, arguments);
    buffer_append(&text, "", 1);
    if (!text.failed) print_wrapped(column, indent, (const char *)text.data);
    buffer_free(&text);
}

void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_list(0, 0, format, arguments);
    va_end(arguments);
}

void say_from(int column, int indent, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_list(column, indent, format, arguments);
    va_end(arguments);
}

/* --- progress --- */

const char *duration_format(double seconds, char text[DURATION_TEXT]) {
    const long long whole = llround(fmin(fmax(seconds, 0), 1e12));
    if (whole < 60)
        snprintf(text, DURATION_TEXT, "%lld s", whole);
    else if (whole < 3600)
        snprintf(text, DURATION_TEXT, "%lld min %lld s", whole / 60, whole % 60);
    else
        snprintf(text, DURATION_TEXT, "%lld h %lld min", whole / 3600, whole / 60 % 60);
    return text;
}

struct progress progress_begin(const char *unit, int64_t done, int64_t all) {
    const double now = clock_now();
    return (struct progress){.unit = unit,
                             .first = done,
                             .done = done,
                             .all = all,
                             .begin = now,
                             .shown = now,
                             .terminal = system_is_terminal(STANDARD_ERROR)};
}

double progress_speed(const struct progress *p) {
    const double elapsed = clock_now() - p->begin;
    return elapsed > 0 ? (double)(p->done - p->first) / elapsed : 0;
}

/* Seconds at the mean speed of this run, not of the runs that it continues. */
double progress_left(const struct progress *p) {
    const double speed = progress_speed(p);
    return speed > 0 ? fmax(0, (double)(p->all - p->done) / speed) : 0;
}

bool progress_is_due(const struct progress *p, double seconds) {
    return clock_now() - p->shown >= (p->terminal ? 0.5 : seconds);
}

/* On a terminal, "\r\033[K" returns to the start of the row and clears it. In a log each line
 * stays. Slow work shows more decimals: "0.125 games/s". */
void progress_show(struct progress *p, const char *title, const char *more, const char *bound,
                   bool stays) {
    char left[DURATION_TEXT];
    const double speed = progress_speed(p);
    fprintf(stderr, "%s%s%" PRId64 " of %" PRId64 " %s", p->open ? "\r\033[K" : "", title, p->done,
            p->all, p->unit);
    if (speed > 0) fprintf(stderr, ", %.*f %s/s", speed < 1 ? 3 : speed < 10, speed, p->unit);
    fputs(more, stderr);
    if (speed > 0) fprintf(stderr, ", %s left%s", duration_format(progress_left(p), left), bound);
    p->open = p->terminal && !stays;
    if (!p->open) putc('\n', stderr);
    p->shown = clock_now();
}

void progress_end(struct progress *p) {
    if (p->open) putc('\n', stderr);
    p->open = false;
}

/* --- the editor of typed lines --- */

#define KEY_CONTROL(letter) ((letter)&31)
enum { KEY_ESCAPE = 27, KEY_ERASE = 127 };

/* Characters are UTF-8: a byte 10xxxxxx continues the one before it. The cursor only stands before
 * a byte that begins a character, so half a one is never erased. */
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

/* --- the edited line --- */

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

/* Blanks before the cursor belong to the word that is erased, as in a shell. */
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

/* Shows line number INDEX of the history; one past the last is the line being typed, which is kept
 * as a draft while an earlier one is on show. A line of the history that is changed is not changed
 * in the history. */
static void show(struct line_editor *e, int index) {
    if (index < 0 || index > e->lines || index == e->shown) return;
    if (e->shown == e->lines) {
        free(e->draft);
        e->draft = text_duplicate(e->line);
    }
    e->shown = index;
    replace(e, index < e->lines ? e->history[index] : e->draft ? e->draft : "");
}

/* Without memory the line is only not remembered. */
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
 * sequence ends.
 *
 *     ESC [ A        arrow up      ESC O A    the same in another mode of the terminal
 *     ESC [ 3 ~      Delete        ESC [ 1 ; 5 C    Ctrl and arrow right
 *
 * A sequence ends with a byte from @ to ~. Returns the letter, or the digit before ~; 0 for other
 * keys and while the sequence is incomplete. So unknown keys do nothing, and leave no characters in
 * the line. */
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

/* The letters and digits of arrows, Home, End and Delete. Terminals differ in Home and End: H, 1 or
 * 7; F, 4 or 8. */
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

/* The keys of Emacs and of shells. Ctrl-C comes as a signal, not as a byte. */
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

/* A control character ends an escape sequence that is not complete: whoever presses Escape alone
 * and then Enter gets Enter. */
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

/* "\r", prompt, the part of the line that fits, "clear to the end", "\r", and the cursor so many
 * columns to the right. The part begins where the cursor still fits. The last column stays free: a
 * terminal may wrap when it is filled. */
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

/* --- typed lines --- */

/* Editing needs both ends: keys one by one, and escape sequences that the output understands. */
enum status console_open(struct console *c, struct failure *why) {
    *c = (struct console){.edits = system_is_terminal(STANDARD_INPUT) &&
                                   system_has_colors(STANDARD_OUTPUT)};
    return typed_lines_open(&c->lines, STANDARD_INPUT, why);
}

void console_close(struct console *c) {
    typed_lines_close(&c->lines);
    line_editor_free(&c->editor);
}

static void draw(const struct console *c, const char *prompt) {
    struct buffer out = {0};
    line_editor_draw(&c->editor, prompt, console_columns(), &out);
    if (!out.failed) fwrite(out.data, 1, out.length, stdout);
    console_flush();
    buffer_free(&out);
}

/* With the terminal in raw mode: each key arrives at once, and nothing is shown but what is drawn
 * here. The mode lasts for one line: a program that is killed during a search leaves the terminal
 * as it was. */
static enum status edit_line(struct console *c, const char *prompt, char **line,
                             struct failure *why) {
    enum line_event event = LINE_CHANGED;
    line_editor_begin(&c->editor);
    while (event == LINE_CHANGED) {
        int byte;
        if (!c->lines.left) draw(c, prompt); /* pasted text is drawn once, as a whole */
        const enum status status = typed_lines_byte(&c->lines, &byte, why);
        if (status != STATUS_OK || byte < 0) return status;
        event = line_editor_feed(&c->editor, (char)byte);
    }
    if (event == LINE_END) return STATUS_OK;
    draw(c, prompt);
    printf("\n");
    line_editor_remember(&c->editor, c->editor.line);
    *line = c->editor.line;
    return STATUS_OK;
}

static enum status read_line(struct console *c, const char *prompt, char **line,
                             struct failure *why) {
    printf("%s", prompt);
    console_flush();
    const enum status status = typed_lines_next(&c->lines, line, why);
    if (status == STATUS_OK && *line && c->lines.read.too_long) {
        say(LINE_TOO_LONG_TEXT "\n", LINE_MOST);
        **line = 0;
    }
    return status;
}

/* Removes blanks and control characters around LINE. */
static char *trim(char *line) {
    size_t length = strlen(line);
    while (length && (unsigned char)line[length - 1] <= ' ') line[--length] = 0;
    while (*line && (unsigned char)*line <= ' ') line++;
    return line;
}

enum status console_ask(struct console *c, const char *prompt, char **line, struct failure *why) {
    *line = NULL;
    const bool edits = c->edits && system_hand_over_keys(true);
    const enum status status =
        edits ? edit_line(c, prompt, line, why) : read_line(c, prompt, line, why);
    if (edits) system_hand_over_keys(false);
    if (status != STATUS_OK) *line = NULL;
    if (*line) *line = trim(*line);
    return status;
}
