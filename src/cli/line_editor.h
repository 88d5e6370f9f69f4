/* An editor of typed lines: cursor, history and the usual keys.
 *
 * The editor is independent of any terminal: it takes the bytes that a terminal in raw mode sends
 * and returns what to print, so that a test can stand in for the terminal:
 *
 *     Left, Right, Ctrl-B, Ctrl-F   move by a character     Backspace, Delete   erase one
 *     Home, End, Ctrl-A, Ctrl-E     move to an end          Ctrl-W              erase a word
 *     Up, Down, Ctrl-P, Ctrl-N      earlier, later lines    Ctrl-U, Ctrl-K      erase to an end
 *     Enter                         the line is finished    Ctrl-D              end, if empty
 */
#ifndef GUZUMI_LINE_EDITOR_H
#define GUZUMI_LINE_EDITOR_H

#include "guzumi/base/file.h"

#include <stdbool.h>
#include <stddef.h>

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

#endif
