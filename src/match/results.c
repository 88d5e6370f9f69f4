/* The file of results: reading, sorting, and the meaning of its columns. Columns are kept as the
 * text that was read, and only those that are needed are parsed, so merging copies a line byte for
 * byte. */
#include "guzumi/match/results.h"

#include "guzumi/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Example lines, without the columns of seconds and versions:
 *
 *     plan              game  black  white  result  moves  end     opening  seed_black ...  error
 *     5c0ba6f9d2e8a1b4  0     old    new    B+3.5   64     score   E5,C4    713259187  ...  -
 *     5c0ba6f9d2e8a1b4  1     new    old    B+R     41     resign  E5,C4    1900276352 ...  - */
const char results_header[] = "plan\tgame\tblack\twhite\tresult\tmoves\tend\topening\tseed_black\t"
                              "seed_white\tseconds_black\tseconds_white\tprocessor_black\t"
                              "processor_white\tversion_black\tversion_white\terror";

/* Cuts LINE into its columns, in place; false if there are more or fewer. */
static bool cut_columns(char *line, struct result *out) {
    for (int i = 0; i < RESULT_COLUMNS; i++) {
        char *end = line + strcspn(line, "\t");
        if ((*end == 0) != (i == RESULT_COLUMNS - 1)) return false;
        out->column[i] = line;
        line = end + (*end != 0);
        *end = 0;
    }
    return true;
}

static bool read_hash(const char *text, uint64_t *out) {
    uint64_t value = 0;
    if (strlen(text) != 16 || text[strspn(text, "0123456789abcdef")]) return false;
    for (; *text; text++)
        value = value << 4 | (uint64_t)(*text <= '9' ? *text - '0' : *text - 'a' + 10);
    *out = value;
    return true;
}

static bool read_winner(const char *text, enum color *out) {
    if (strcmp(text, "0") == 0) return *out = EMPTY, true;
    if ((text[0] != 'B' && text[0] != 'W') || text[1] != '+' || !text[2]) return false;
    *out = text[0] == 'B' ? BLACK : WHITE;
    return true;
}

/* Returns what is wrong with LINE, or NULL. */
static const char *parse_line(char *line, struct result *out) {
    if (!cut_columns(line, out)) return "wrong number of columns";
    if (!read_hash(out->column[RESULT_PLAN], &out->plan)) return "invalid hash in column plan";
    if (!text_to_int(out->column[RESULT_GAME], 0, INT64_MAX, &out->game))
        return "invalid number in column game";
    if (!*out->column[RESULT_BLACK] || !*out->column[RESULT_WHITE]) return "a player has no name";
    if (!read_winner(out->column[RESULT_RESULT], &out->winner))
        return "invalid result in column result";
    return NULL;
}

static bool append(struct results *results, const struct result *result) {
    if (results->count == results->capacity) {
        const size_t capacity = results->capacity ? 2 * results->capacity : 64;
        struct result *list = realloc(results->list, capacity * sizeof *list);
        if (!list) return false;
        results->list = list;
        results->capacity = capacity;
    }
    results->list[results->count] = *result;
    results->list[results->count].order = results->count;
    results->count++;
    return true;
}

static enum status no_results(const char *path, struct failure *why) {
    return fail(why, STATUS_INVALID,
                "%.200s:1: not the header of a results file; is it a different kind of file?",
                path);
}

/* Whether TEXT may be what a run left that was killed while it wrote the header. */
static bool is_beginning(const char *text) {
    text += text_mark_length(text);
    return strncmp(text, results_header, strlen(text)) == 0;
}

/* The first line must be the header as it is written here: another order of columns, or a table of
 * something else, would be read as nonsense. */
static enum status read_lines(struct results *results, char *text, const char *path,
                              struct failure *why) {
    text += text_mark_length(text);
    char *line;
    for (long number = 1; (line = lines_cut(&text)) != NULL; number++) {
        struct result result;
        if (number == 1) {
            if (strcmp(line, results_header) != 0) return no_results(path, why);
        } else {
            const char *wrong = parse_line(line, &result);
            if (wrong)
                return fail(why, STATUS_INVALID, "%.200s:%ld: %s; remove the line", path, number,
                            wrong);
            if (!append(results, &result)) return out_of_memory(why, "the results");
        }
    }
    return STATUS_OK;
}

/* Makes RESULTS the owner of TEXT, into which the columns of its lines point. */
static bool keep_text(struct results *results, char *text) {
    char **texts = realloc(results->texts, (results->text_count + 1) * sizeof *texts);
    if (!texts) return false;
    results->texts = texts;
    texts[results->text_count++] = text;
    return true;
}

/* The text stays as long as RESULTS, since the columns point into it, and is handed over before it
 * is parsed, so that no error path has to free it. What follows the last newline is the line that a
 * killed run was writing: it is cut off. */
enum status results_read(struct results *results, const char *path, size_t *complete,
                         struct failure *why) {
    char *text;
    size_t length;
    const enum status status =
        file_read_text(path, SIZE_MAX / 2, "results file", &text, &length, why);
    if (status != STATUS_OK) return status;
    if (!keep_text(results, text)) {
        free(text);
        return out_of_memory(why, "the results");
    }
    while (length && text[length - 1] != '\n') length--;
    if (!length && !is_beginning(text)) return no_results(path, why);
    text[length] = 0;
    if (complete) *complete = length;
    return read_lines(results, text, path, why);
}

enum status results_read_all(struct results *results, const char *const *paths, int count,
                             struct failure *why) {
    enum status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = results_read(results, paths[i], NULL, why);
    return status;
}

void results_free(struct results *results) {
    for (size_t i = 0; i < results->text_count; i++) free(results->texts[i]);
    free(results->texts);
    free(results->list);
    *results = (struct results){0};
}

static int compare(const void *left, const void *right) {
    const struct result *a = left, *b = right;
    if (a->plan != b->plan) return a->plan < b->plan ? -1 : 1;
    if (a->game != b->game) return a->game < b->game ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

/* qsort is not stable, so `order` decides between lines of one game. */
void results_sort(struct results *results) {
    if (results->count) qsort(results->list, results->count, sizeof *results->list, compare);
}

/* The columns up to the seeds determine a game; those after them differ from run to run. */
bool results_agree(const struct result *a, const struct result *b) {
    for (int i = 0; i <= RESULT_SEED_WHITE; i++)
        if (strcmp(a->column[i], b->column[i]) != 0) return false;
    return true;
}

/* "-" and anything else that is no number: unknown. */
static double read_seconds(const char *text) {
    double seconds;
    return text_to_real(text, &seconds) ? seconds : NAN;
}

const char *const match_end_words[MATCH_ENDS] = {"score",   "moves",   "resign", "time",
                                                 "illegal", "refused", "crash",  "hang"};

enum match_end result_end(const struct result *result) {
    int end = 0;
    while (end < MATCH_ENDS && strcmp(result->column[RESULT_END], match_end_words[end]) != 0) end++;
    return (enum match_end)end;
}

/* After an opening of an even number of moves Black begins, and has half of the turns, rounded up.
 */
int64_t result_turns(int64_t moves, int64_t opening, bool scored, enum color color) {
    const bool begins = opening % 2 == (color == WHITE);
    return (moves - opening + !scored + begins) / 2;
}

/* The column "opening" lists the opening's moves, "D4,E5" or "-". */
struct result_cost result_cost(const struct result *result, enum color color) {
    const char *plies = result->column[RESULT_OPENING];
    const bool scored = result_end(result) <= END_MOVES;
    int64_t opening = strcmp(plies, "-") != 0;
    for (; *plies; plies++) opening += *plies == ',';
    int64_t moves = opening;
    text_to_int(result->column[RESULT_MOVES], opening, INT32_MAX, &moves);
    return (struct result_cost){
        .moves = result_turns(moves, opening, scored, color),
        .seconds = read_seconds(result->column[RESULT_SECONDS_BLACK + color]),
        .processor = read_seconds(result->column[RESULT_PROCESSOR_BLACK + color])};
}

void results_print(const struct result *result, struct buffer *out) {
    for (int i = 0; i < RESULT_COLUMNS; i++) {
        buffer_append(out, result->column[i], strlen(result->column[i]));
        buffer_append(out, i + 1 < RESULT_COLUMNS ? "\t" : "\n", 1);
    }
}
