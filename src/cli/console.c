#include "console.h"

#include "guzumi/base/clock.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- text --- */

int console_columns(void) {
    return system_is_terminal(STANDARD_OUTPUT) ? system_columns() : INT_MAX;
}

/* Whether LENGTH more columns fit behind COLUMN. */
static bool fits(int column, size_t length, int columns) {
    return length <= (size_t)(columns - column);
}

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

double progress_left(const struct progress *p) {
    const double speed = progress_speed(p);
    return speed > 0 ? fmax(0, (double)(p->all - p->done) / speed) : 0;
}

bool progress_is_due(const struct progress *p, double seconds) {
    return clock_now() - p->shown >= (p->terminal ? 0.5 : seconds);
}

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

/* --- typed lines --- */

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
    fflush(stdout);
    buffer_free(&out);
}

/* With the terminal in raw mode: each key arrives at once. */
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
    fflush(stdout);
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
