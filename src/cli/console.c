#include "console.h"

#include <limits.h>
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
