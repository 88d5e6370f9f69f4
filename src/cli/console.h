/* Text and input at the terminal: sentences wrapped to its width, progress of long work, and typed
 * lines with editing and a history. Through pipes nothing is wrapped or edited. */
#ifndef GUZUMI_CONSOLE_H
#define GUZUMI_CONSOLE_H

#include "guzumi/base/file.h"

#include "interrupt.h"

#include <stdbool.h>
#include <stddef.h>

/* The width of standard output in columns, queried at each call; INT_MAX unless it is a terminal.
 */
int console_columns(void);

/* Flushes standard output. */
void console_flush(void);

/* The same at the end of the program. Fails if any output was lost, also earlier; names the reason
 * where it is known. */
enum status console_finish(struct failure *why);

/* Prints a text that begins in the first column. Lines that are too wide break between words. */
void say(const char *format, ...) GUZUMI_PRINTF(1, 2);

/* The same for a text that begins in COLUMN; its further lines begin in column INDENT. */
void say_from(int column, int indent, const char *format, ...) GUZUMI_PRINTF(3, 4);

/* --- progress ---
 *
 * A line on standard error tells how far work is: "12 of 400 games, 3.1 games/s, 54.2 moves a game,
 * 2 min 5 s left". On a terminal the next line overwrites it. */

struct progress {
    const char *unit;         /* of the numbers: "games" */
    int64_t first, done, all; /* at the beginning, now, at the end */
    double begin, shown;      /* clock_now(): of the work, of the last line */
    bool terminal;
    bool open; /* the last line can be overwritten */
};

struct progress progress_begin(const char *unit, int64_t done, int64_t all);

/* Units a second since the beginning; 0 if unknown. */
double progress_speed(const struct progress *progress);

/* Seconds at that speed; 0 if unknown. */
double progress_left(const struct progress *progress);

/* Whether the last line is older than half a second on a terminal, elsewhere than SECONDS. */
bool progress_is_due(const struct progress *progress, double seconds);

/* Writes the line, which begins with TITLE, with MORE behind the speed (", 54.2 moves a game"),
 * both possibly ""; BOUND follows the time left (" at most"). If it STAYS, or not on a terminal,
 * the line ends. */
void progress_show(struct progress *progress, const char *title, const char *more,
                   const char *bound, bool stays);

/* Ends a line that can be overwritten. */
void progress_end(struct progress *progress);

/* "20 s", "3 min 20 s", "5 h 3 min". */
enum { DURATION_TEXT = 40 };
const char *duration_format(double seconds, char text[DURATION_TEXT]);

/* --- the editor of typed lines ---
 *
 * The editor is independent of any terminal: it takes the bytes that a terminal in raw mode sends
 * and returns what to print, so that a test can stand in for the terminal:
 *
 *     Left, Right, Ctrl-B, Ctrl-F   move by a character     Backspace, Delete   erase one
 *     Home, End, Ctrl-A, Ctrl-E     move to an end          Ctrl-W              erase a word
 *     Up, Down, Ctrl-P, Ctrl-N      earlier, later lines    Ctrl-U, Ctrl-K      erase to an end
 *     Enter                         the line is finished    Ctrl-D              end, if empty
 */

enum { LINE_EDITOR_ROOM = 1024, LINE_EDITOR_HISTORY = 50 };

struct line_editor {
    char line[LINE_EDITOR_ROOM]; /* UTF-8; ends with 0 */
    size_t length, cursor;       /* in bytes; the cursor is never inside a character */
    char escape[8];              /* the part of an escape sequence that has been read */
    size_t escaped;
    char *history[LINE_EDITOR_HISTORY]; /* owned: the oldest first */
    int lines, shown;                   /* how many; the one on show, LINES for the new line */
    char *draft;                        /* owned: the new line while an earlier one is on show */
};

enum line_event {
    LINE_CHANGED,  /* print the line again */
    LINE_FINISHED, /* LINE is what was typed; line_editor_begin starts the next one */
    LINE_END       /* the end of the input */
};

/* Clears the line. A zeroed struct is an editor without history. */
void line_editor_begin(struct line_editor *editor);

/* Takes one BYTE from the terminal. */
enum line_event line_editor_feed(struct line_editor *editor, char byte);

/* Adds LINE to the history unless it is empty or repeats the last one. */
void line_editor_remember(struct line_editor *editor, const char *line);

/* Appends to OUT what draws PROMPT and the line on a terminal with COLUMNS: from the start of the
 * row, with the cursor in its place; a line too long for the row shows the part around the cursor.
 */
void line_editor_draw(const struct line_editor *editor, const char *prompt, int columns,
                      struct buffer *out);

void line_editor_free(struct line_editor *editor);

/* --- typed lines --- */

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
