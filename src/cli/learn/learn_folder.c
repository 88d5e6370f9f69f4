/* The folder of `guzumi learn`: names of its files, and the history, a table with a row for each
 * complete generation (here without most columns):
 *
 *     number  games  positions  ...  hours  ...  won  drawn  lost  ...  plays  sizes
 *     1       2000   81234      ...  3.1    ...  212  0      188   ...  1      9:212/0/188/0.031
 *     2       4000   161877     ...  6.4    ...  180  0      220   ...  1      9:180/0/220/0.028
 *
 * A row is one struct generation; columns[] says where each number lies in it, and serves reading
 * and writing. People and scripts may read the file: it is plain text, and its columns only grow at
 * the end. */
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"

#include "learn.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All names are made here, so that a folder with too long a name is noticed at once, not when a
 * file is lacking. */
enum status learn_path(char path[LEARN_PATH], const char *folder, struct failure *why,
                       const char *format, ...) {
    char name[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    const int length = snprintf(path, LEARN_PATH, "%s/%s", folder, name);
    if (length > 0 && length < LEARN_PATH) return STATUS_OK;
    return fail(why, STATUS_INVALID, "%.60s...: the folder's name is too long", folder);
}

int64_t learn_generation_of(const char *name) {
    enum { DIGITS = 3 };
    int digits = 0;
    while (text_is_digit(name[digits])) digits++;
    return digits < DIGITS ? -1 : strtoll(name, NULL, 10);
}

static int compare_names(const void *left, const void *right) {
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    const int64_t i = learn_generation_of(a), j = learn_generation_of(b);
    return i != j ? (i < j ? -1 : 1) : strcmp(a, b);
}

enum status learn_list_games(struct file_names *out, const char *folder, struct failure *why) {
    char path[LEARN_PATH];
    enum status status = learn_path(path, folder, why, "games");
    if (status == STATUS_OK) status = file_list(out, path, ".samples", why);
    if (status == STATUS_OK && out->count)
        qsort(out->list, (size_t)out->count, sizeof *out->list, compare_names);
    return status;
}

/* --- rows --- */

/* A column: where its number lies in struct generation. */
enum column_kind { COLUMN_COUNT, COLUMN_REAL, COLUMN_SIZES };
struct column {
    const char *name;
    enum column_kind kind;
    size_t offset;
};
#define COUNT_COLUMN(name)                                                                         \
    { #name, COLUMN_COUNT, offsetof(struct generation, name) }
#define REAL_COLUMN(name)                                                                          \
    { #name, COLUMN_REAL, offsetof(struct generation, name) }
static const struct column columns[] = {
    COUNT_COLUMN(number),
    COUNT_COLUMN(games),
    COUNT_COLUMN(positions),
    COUNT_COLUMN(learnt),
    COUNT_COLUMN(steps),
    REAL_COLUMN(hours),
    REAL_COLUMN(policy_loss),
    REAL_COLUMN(linear_policy_loss),
    REAL_COLUMN(policy_hits),
    REAL_COLUMN(value_error),
    REAL_COLUMN(ownership_error),
    {"won", COLUMN_COUNT, offsetof(struct generation, gate.wins)},
    {"drawn", COLUMN_COUNT, offsetof(struct generation, gate.draws)},
    {"lost", COLUMN_COUNT, offsetof(struct generation, gate.losses)},
    REAL_COLUMN(ratio),
    COUNT_COLUMN(plays),
    /* Older files lack it; read_row accepts rows without it. */
    {"sizes", COLUMN_SIZES, offsetof(struct generation, sizes)},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* Each size as 9:won/drawn/lost/error, with commas between them. */
static void print_sizes(const struct size_result *sizes, struct buffer *out) {
    for (int i = 0; i < LEARN_SIZES && sizes[i].size; i++) {
        const struct score *gate = &sizes[i].gate;
        buffer_print(out, "%s%d:%" PRId64 "/%" PRId64 "/%" PRId64 "/%.6g", i ? "," : "",
                     sizes[i].size, gate->wins, gate->draws, gate->losses, sizes[i].win_rate_error);
    }
}

/* Cuts the word before the first of ENDINGS off *AT, which then stands behind the ending. */
static char *cut_word(char **at, const char *endings) {
    char *word = *at;
    *at += strcspn(*at, endings);
    if (**at) *(*at)++ = 0;
    return word;
}

/* Reads what print_sizes writes; overwrites WORD. A word beyond LEARN_SIZES is left over, and makes
 * the row invalid. */
static bool read_sizes(char *word, struct size_result sizes[LEARN_SIZES]) {
    bool good = true;
    for (int i = 0; i < LEARN_SIZES && *word && good; i++) {
        int64_t size = 0;
        struct score *gate = &sizes[i].gate;
        int64_t *const counts[] = {&gate->wins, &gate->draws, &gate->losses};
        good = text_to_int(cut_word(&word, ":"), BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size);
        sizes[i].size = (int)size;
        for (int k = 0; k < 3; k++)
            good &= text_to_int(cut_word(&word, "/"), 0, INT64_MAX, counts[k]);
        good &= text_to_real(cut_word(&word, ","), &sizes[i].win_rate_error);
    }
    return good && !*word;
}

static void print_cell(const struct column *column, const char *at, struct buffer *out) {
    if (column->kind == COLUMN_COUNT)
        buffer_print(out, "%" PRId64, *(const int64_t *)(const void *)at);
    else if (column->kind == COLUMN_REAL)
        buffer_print(out, "%.6g", *(const double *)(const void *)at);
    else
        print_sizes((const struct size_result *)(const void *)at, out);
}

static bool read_cell(const struct column *column, char *word, char *at) {
    if (column->kind == COLUMN_COUNT)
        return text_to_int(word, INT64_MIN, INT64_MAX, (int64_t *)(void *)at);
    if (column->kind == COLUMN_REAL) return text_to_real(word, (double *)(void *)at);
    return read_sizes(word, (struct size_result *)(void *)at);
}

static void print_head(struct buffer *out) {
    for (int i = 0; i < COLUMNS; i++)
        buffer_print(out, "%s%c", columns[i].name, i + 1 < COLUMNS ? '\t' : '\n');
}

static void print_row(const struct generation *g, struct buffer *out) {
    for (int i = 0; i < COLUMNS; i++) {
        print_cell(&columns[i], (const char *)g + columns[i].offset, out);
        buffer_print(out, "%c", i + 1 < COLUMNS ? '\t' : '\n');
    }
}

/* Reads the columns of LINE, which is overwritten; false if it is no row: a column too many, or
 * more than the last one lacking. */
static bool read_row(char *line, struct generation *out) {
    char *next = line;
    int i = 0;
    for (; i < COLUMNS && (*next || i == 0); i++) {
        char *word = cut_word(&next, "\t");
        if (!read_cell(&columns[i], word, (char *)out + columns[i].offset)) return false;
    }
    return i >= COLUMNS - 1 && !*next;
}

/* --- the history --- */

void history_free(struct history *h) {
    free(h->list);
    *h = (struct history){.count = 0};
}

static enum status append(struct history *h, const struct generation *next, struct failure *why) {
    struct generation *list = realloc(h->list, (size_t)(h->count + 1) * sizeof *list);
    if (!list) return out_of_memory(why, "the history");
    h->list = list;
    h->list[h->count++] = *next;
    return STATUS_OK;
}

/* The rows after the head; a generation's number is that of its row, counted from FIRST. Numbers
 * are checked because other code uses them as indices (history_elo), and a file that was edited by
 * hand must not lead there. */
static enum status read_rows(struct history *h, int64_t first, char *text, const char *path,
                             struct failure *why) {
    enum status status = STATUS_OK;
    int line = 1;
    for (char *at = text, *end; *at && status == STATUS_OK; at = end, line++) {
        struct generation row = {0};
        end = at + strcspn(at, "\n");
        if (*end) *end++ = 0;
        if (line == 1) continue;
        if (!read_row(at, &row) || row.number != first + line - 2 || row.plays < 0 ||
            row.plays > row.number)
            status =
                fail(why, STATUS_INVALID,
                     "%.200s:%d: not a row of the history; restore the file, or begin a new folder",
                     path, line);
        else
            status = append(h, &row, why);
    }
    return status;
}

/* A file that is missing has no rows. */
static enum status load_rows(struct history *h, int64_t first, const char *path,
                             struct failure *why) {
    char *text;
    size_t length;
    *h = (struct history){.count = 0};
    if (!file_would_be_replaced(path)) return STATUS_OK;
    enum status status =
        file_read_text(path, (size_t)1 << 26, "table of generations", &text, &length, why);
    if (status != STATUS_OK) return status;
    status = read_rows(h, first, text, path, why);
    free(text);
    return status;
}

static enum status save_rows(const struct generation *list, int count, const char *path,
                             struct failure *why) {
    struct buffer out = {.data = NULL};
    print_head(&out);
    for (int i = 0; i < count; i++) print_row(&list[i], &out);
    const enum status status = file_save(path, &out, why);
    buffer_free(&out);
    return status;
}

enum status history_read(struct history *h, const char *folder, struct failure *why) {
    char path[LEARN_PATH];
    const enum status status = learn_path(path, folder, why, "history.tsv");
    return status == STATUS_OK ? load_rows(h, 1, path, why) : status;
}

/* The whole table is written anew, atomically: it is short, and a row is there or not. */
enum status history_add(struct history *h, const struct generation *next, const char *folder,
                        struct failure *why) {
    char path[LEARN_PATH];
    enum status status = learn_path(path, folder, why, "history.tsv");
    if (status == STATUS_OK) status = append(h, next, why);
    return status == STATUS_OK ? save_rows(h->list, h->count, path, why) : status;
}

enum status generation_save(const struct generation *g, const char *folder, struct failure *why) {
    char path[LEARN_PATH];
    const enum status status =
        learn_path(path, folder, why, "networks/%03" PRId64 ".tsv", g->number);
    return status == STATUS_OK ? save_rows(g, 1, path, why) : status;
}

enum status generation_load(struct generation *g, const char *folder, struct failure *why) {
    char path[LEARN_PATH];
    struct history one = {.count = 0};
    enum status status = learn_path(path, folder, why, "networks/%03" PRId64 ".tsv", g->number);
    if (status == STATUS_OK) status = load_rows(&one, g->number, path, why);
    if (status == STATUS_OK && one.count == 1) *g = one.list[0];
    history_free(&one);
    return status;
}

int64_t history_plays(const struct history *h) {
    return h->count ? h->list[h->count - 1].plays : 0;
}

/* The network that generation NUMBER met: the one that played before it. */
static int64_t opponent_of(const struct history *h, int64_t number) {
    return number > 1 ? h->list[number - 2].plays : 0;
}

/* The Elo of a network is the sum of the differences along the chain of networks that it descends
 * from. If generation 7 met 5, 5 met 2 and 2 met 0:
 *
 *     elo(7) = d(7, 5) + d(5, 2) + d(2, 0)
 *
 * The interval is that of the last difference alone. One more drawn game keeps each difference
 * finite. */
struct estimate history_elo(const struct history *h, int64_t number) {
    struct estimate out = {.score = 0.5};
    double above = 0;
    if (number < 1 || number > h->count) return out;
    struct score score = h->list[number - 1].gate;
    score.draws++;
    out = score_estimate(&score);
    for (int64_t k = opponent_of(h, number); k > 0; k = opponent_of(h, k)) {
        struct score before = h->list[k - 1].gate;
        before.draws++;
        above += score_estimate(&before).elo;
    }
    out.elo += above;
    out.elo_low += above;
    out.elo_high += above;
    return out;
}
