/* Text and input at the terminal: sentences wrapped to its width, and typed lines with editing and
 * a history. Through pipes nothing is wrapped or edited. */
#ifndef GUZUMI_CONSOLE_H
#define GUZUMI_CONSOLE_H

#include "interrupt.h"
#include "line_editor.h"

/* The width of standard output in columns, queried at each call; INT_MAX unless it is a terminal.
 */
int console_columns(void);

/* Prints a text that begins in the first column. Lines that are too wide break between words. */
void say(const char *format, ...) GUZUMI_PRINTF(1, 2);

/* The same for a text that begins in COLUMN; its further lines begin in column INDENT. */
void say_from(int column, int indent, const char *format, ...) GUZUMI_PRINTF(3, 4);

struct console {
    struct typed_lines lines;  /* owned */
    struct line_editor editor; /* owned */
    bool edits;                /* both ends are a terminal with escape sequences */
};

enum status console_open(struct console *console, struct failure *why);
void console_close(struct console *console);

/* Prints PROMPT and sets *LINE to the line that is typed, without blanks around it; it may be
 * changed and is valid until the next call. NULL at the end of the input and after a signal. */
enum status console_ask(struct console *console, const char *prompt, char **line,
                        struct failure *why);

#endif
