#include "problem_file.h"

#include "guzumi/base/file.h"
#include "guzumi/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 1 << 22, MAX_WORDS = BOARD_MAX_POINTS + 2 };

struct reader {
    const char *path;
    int line;
    struct problem *problems; /* owned */
    int count;
    int rows_left;
    bool has_board, answered; /* of the current problem */
};

static enum status wrong(const struct reader *r, const char *what, struct failure *why) {
    return fail(why, STATUS_INVALID, "%.200s, line %d: %s", r->path, r->line, what);
}

static struct problem *current(const struct reader *r) {
    return &r->problems[r->count - 1];
}

static void copy_text(char out[PROBLEM_TEXT], const char *text) {
    memcpy(out, text, strlen(text) + 1);
}

/* A problem ends where the next one begins, or the file, so that is where it is checked.
 *
 * Fails if the last problem is incomplete. */
static enum status finish(const struct reader *r, struct failure *why) {
    if (r->count == 0 || (r->rows_left == 0 && r->answered)) return STATUS_OK;
    return wrong(r, "the previous problem has no board or no right move", why);
}

static enum status begin(struct reader *r, const char *name, struct failure *why) {
    const enum status status = finish(r, why);
    if (status != STATUS_OK) return status;
    struct problem *more = realloc(r->problems, ((size_t)r->count + 1) * sizeof *more);
    if (!more) return out_of_memory(why, "problems");
    r->problems = more;
    struct problem *p = &more[r->count++];
    *p = (struct problem){.line = r->line, .komi = 7.5};
    copy_text(p->name, name);
    r->has_board = r->answered = false;
    return STATUS_OK;
}

static enum status begin_board(struct reader *r, const char *text, struct failure *why) {
    int64_t size;
    if (!text_to_int(text, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size))
        return wrong(r, "board needs a size from 2 to 19", why);
    board_init(&current(r)->start, (int)size);
    r->rows_left = (int)size;
    r->has_board = true;
    return STATUS_OK;
}

/* The first row is the top one, the highest number: rows_left counts down to it. */
static enum status read_row(struct reader *r, const char *line, struct failure *why) {
    struct board *board = &current(r)->start;
    const int size = board->size, row = --r->rows_left;
    int column = 0;
    for (; *line; line++) {
        if (*line == ' ') continue;
        if (!strchr("XO.", *line) || column == size)
            return wrong(r, "a row needs one of X, O and . for each column", why);
        const int point = point_at(size, column++, row);
        if (*line != '.' && !board_place(board, point, *line == 'X' ? BLACK : WHITE))
            return wrong(r, "a stone without a liberty", why);
    }
    return column == size ? STATUS_OK : wrong(r, "too few points in the row", why);
}

static enum status read_komi(struct reader *r, const char *text, struct failure *why) {
    double komi;
    if (!text_to_real(text, &komi)) return wrong(r, "komi needs a number", why);
    current(r)->komi = komi;
    return STATUS_OK;
}

static enum status read_play(struct reader *r, char *const *words, int count, struct failure *why) {
    struct problem *p = current(r);
    enum color color;
    int point;
    if (p->move_count == PROBLEM_MAX_MOVES || count != 3 || !color_parse(words[1], &color) ||
        !point_parse(p->start.size, words[2], &point))
        return wrong(r, "play needs a colour and a point, at most eight times", why);
    p->moves[p->move_count++] = (struct move){.point = (int16_t)point, .color = (uint8_t)color};
    return STATUS_OK;
}

static enum status read_right(struct reader *r, char *const *words, int count,
                              struct failure *why) {
    struct problem *p = current(r);
    if (r->answered) return wrong(r, "the problem has its right moves already", why);
    if (count < 3 || !color_parse(words[1], &p->to_move))
        return wrong(r, "right needs a colour and moves", why);
    for (int i = 2; i < count; i++) {
        int point;
        if (!point_parse(p->start.size, words[i], &point))
            return wrong(r, "right expects moves of the board", why);
        if (point == PASS)
            p->passing = true;
        else
            bitset_add(&p->right, point);
    }
    r->answered = true;
    return STATUS_OK;
}

/* Splits LINE into words; returns their number. */
static int split(char *line, char *words[MAX_WORDS]) {
    int count = 0;
    for (char *word = strtok(line, " "); word && count < MAX_WORDS; word = strtok(NULL, " "))
        words[count++] = word;
    return count;
}

/* Whether LINE begins with WORD; *REST is what follows. */
static bool begins(const char *line, const char *word, const char **rest) {
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || line[length] != ' ') return false;
    *rest = line + length + 1;
    return true;
}

static enum status read_statement(struct reader *r, char *line, struct failure *why) {
    const char *rest;
    char *words[MAX_WORDS] = {line};
    if (begins(line, "problem", &rest)) return begin(r, rest, why);
    if (r->count == 0) return wrong(r, "a file begins with 'problem NAME'", why);
    if (begins(line, "because", &rest)) {
        copy_text(current(r)->reason, rest);
        return STATUS_OK;
    }
    const int count = split(line, words);
    if (strcmp(words[0], "board") == 0 && r->has_board)
        return wrong(r, "the problem has a board already", why);
    if (strcmp(words[0], "board") == 0 && count == 2) return begin_board(r, words[1], why);
    if (strcmp(words[0], "komi") == 0 && count == 2) return read_komi(r, words[1], why);
    if (!r->has_board) return wrong(r, "board must come before komi, play and right", why);
    if (strcmp(words[0], "play") == 0) return read_play(r, words, count, why);
    if (strcmp(words[0], "right") == 0) return read_right(r, words, count, why);
    return wrong(r, "unknown word; expected problem, board, komi, play, right or because", why);
}

static enum status read_line(struct reader *r, char *line, struct failure *why) {
    if (r->rows_left > 0) return read_row(r, line, why);
    if (line[0] == '#' || line[strspn(line, " ")] == 0) return STATUS_OK;
    return read_statement(r, line, why);
}

static enum status read_lines(struct reader *r, char *text, struct failure *why) {
    char *line;
    while ((line = lines_cut(&text)) != NULL) {
        r->line++;
        if (strlen(line) >= PROBLEM_TEXT)
            return wrong(r, "the line is longer than 399 characters", why);
        const enum status status = read_line(r, line, why);
        if (status != STATUS_OK) return status;
    }
    if (r->count == 0) return wrong(r, "no problem in this file", why);
    return finish(r, why);
}

enum status problems_read(const char *path, struct problem **out, int *count, struct failure *why) {
    struct reader reader = {.path = path};
    char *text;
    size_t length;
    enum status status = file_read_text(path, FILE_LIMIT, "problems", &text, &length, why);
    if (status != STATUS_OK) return status;
    status = read_lines(&reader, text + text_mark_length(text), why);
    free(text);
    if (status != STATUS_OK) free(reader.problems);
    *out = reader.problems;
    *count = reader.count;
    return status;
}

bool problem_is_solved(const struct problem *problem, int point) {
    return point >= 0 ? bitset_has(&problem->right, point) : point == PASS && problem->passing;
}

const char *problem_format_right(const struct problem *problem, char *text) {
    char name[8];
    int used = 0;
    text[0] = 0;
    BITSET_FOR_EACH(p, problem->right, problem->start.words)
    used += snprintf(text + used, (size_t)(PROBLEM_TEXT - used), "%s%s", used ? " " : "",
                     point_format(problem->start.size, p, name));
    if (problem->passing)
        snprintf(text + used, (size_t)(PROBLEM_TEXT - used), "%spass", used ? " " : "");
    return text;
}
