/* guzumi problems: solves positions whose right moves are known, and lists the mistakes. The first
 * part reads files of problems (cmd_problems.h), the second part asks either the player or, with
 * --playouts, playouts alone. A line for each problem that is not always solved, then the sums:
 *
 *     bent_four.txt:32: The corner three: white plays pass in 1 of 1; right: B8 A9 D9
 *     bent_four.txt: solved 2 of 3
 *     all: solved 2 of 3
 *
 * The lines begin like a compiler's, so that an editor can go to the problem. */
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/playout/playout.h"

#include "cli.h"
#include "cmd_problems.h"
#include "console.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the file --- */

enum { FILE_LIMIT = 1 << 22, MAX_WORDS = BOARD_MAX_POINTS + 2 };

/* A reader is in one of three states, by the current problem: rows of the board are due
 * (rows_left), lines are due (not answered), or it is complete. */
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

/* Not kept as a pointer, since the array moves when it grows. */
static struct problem *current(const struct reader *r) {
    return &r->problems[r->count - 1];
}

/* Fits, because read_lines refuses longer lines. */
static void copy_text(char out[PROBLEM_TEXT], const char *text) {
    memcpy(out, text, strlen(text) + 1);
}

/* A problem ends where the next one begins, or the file, so that is where it is checked. Fails if
 * the last problem is incomplete. */
static enum status finish(const struct reader *r, struct failure *why) {
    if (r->count == 0 || (r->rows_left == 0 && r->answered)) return STATUS_OK;
    return wrong(r, "the previous problem has no board or no right move", why);
}

/* The board and the moves are unknown yet, so only the name is checked here: by the line's length.
 */
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

/* The board's lines may not be empty or comments: they are taken as rows until there are enough of
 * them. */
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

/* Any number, since the engine checks it when the problem is set up. */
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

/* All right moves on one line: a second line would have to say whether it adds to the first. */
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

/* Splits LINE into words; returns their number. More words than a line can need are dropped, and
 * the readers then find their number wrong. */
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

/* Names and reasons keep their blanks, so those lines are not split into words. */
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
    if (r->count == 0) return fail(why, STATUS_INVALID, "%.200s: no problem in this file", r->path);
    return finish(r, why);
}

enum status problems_read(const char *path, struct problem **out, int *count, struct failure *why) {
    struct reader reader = {.path = path};
    char *text;
    size_t length;
    enum status status = file_read_text(path, FILE_LIMIT, "file of problems", &text, &length, why);
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

/* The right moves, "B9 C9 pass", into TEXT of PROBLEM_TEXT bytes; returns TEXT. */
static const char *format_right(const struct problem *problem, char *text) {
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

/* --- solving --- */

struct tally {
    int solved, tried;
    double error; /* sum of the playouts' errors: the fraction won by the wrong side */
};

struct solving {
    struct engine *engine;
    struct weight_store *store;
    struct playout_patterns patterns;
    int64_t seeds, playouts;
};

/* The score of COLOR in PLAYOUTS after POINT, in half wins. A candidate is a legal move on this
 * board, so it may be played without asking superko: a problem has no history to repeat but its own
 * moves. */
static int64_t playouts_after(const struct solving *s, const struct game *game, int point,
                              enum color color, struct rng *rng) {
    const struct playout_policy policy =
        playout_default_policy(engine_params(s->engine), &s->patterns);
    const struct playout_start start = {.to_move = color_other(color), .last_point = point};
    struct board after;
    board_copy(&after, &game->board);
    board_play(&after, point, color);
    const int64_t black = cli_half_wins(&after, &start, &policy, game->half_komi, s->playouts, rng);
    return color == BLACK ? black : 2 * s->playouts - black;
}

/* The moves of a problem as playouts evaluate them. The difference of right and wrong says more
 * than the best move: it shows by how much a policy errs, also where it chooses right. */
struct evaluation {
    int best;            /* the move after which most are won, except moves that fill eyes */
    double right, wrong; /* mean fraction won after right and after wrong moves */
};

/* Each candidate, the pass included, gets as many playouts; a policy is not asked to choose, only
 * to play on. */
static struct evaluation evaluate_by_playouts(const struct solving *s,
                                              const struct problem *problem) {
    const struct game *game = engine_game(s->engine);
    const enum color color = problem->to_move;
    struct evaluation out = {.best = PASS};
    struct bitset candidates = {{0}};
    struct rng rng;
    double sum[2] = {0};
    int count[2] = {0};
    /* By the position, so that a problem has the same playouts wherever it stands in the files. */
    rng_seed(&rng, (uint64_t)engine_params(s->engine)->seed, game->board.hash);
    board_candidates(&game->board, color, &candidates);
    /* Below every score, so that the first candidate is taken even if it loses all. */
    int64_t most = -1;
    for (int p = PASS; p < point_limit(game->board.size); p++) {
        if (p != PASS && (p < 0 || !bitset_has(&candidates, p))) continue;
        const int64_t here = playouts_after(s, game, p, color, &rng);
        const bool right = problem_is_solved(problem, p);
        sum[right] += (double)here / (double)(2 * s->playouts);
        count[right]++;
        if (here <= most) continue;
        out.best = p;
        most = here;
    }
    out.right = count[1] ? sum[1] / count[1] : 0.5;
    out.wrong = count[0] ? sum[0] / count[0] : 0.5;
    return out;
}

/* The position with its moves, and nothing from the problem before: engine_set_up begins a new
 * game. */
static enum status set_up(struct engine *engine, const struct problem *problem,
                          struct failure *why) {
    engine_set_up(engine, &problem->start, problem->to_move);
    enum status status = engine_set_komi(engine, problem->komi, why);
    for (int i = 0; i < problem->move_count && status == STATUS_OK; i++)
        status =
            engine_play(engine, problem->moves[i].point, (enum color)problem->moves[i].color, why);
    return status;
}

/* Answers PROBLEM of the file PATH with *POINT. */
static enum status answer(const struct solving *s, const char *path, const struct problem *problem,
                          struct tally *tally, int *point, struct failure *why) {
    struct engine *engine = s->engine;
    struct failure reason;
    if (set_up(engine, problem, &reason) != STATUS_OK)
        return fail(why, STATUS_INVALID, "%.200s:%d: %.100s: %.150s", path, problem->line,
                    problem->name, reason.text);
    if (s->playouts == 0) return engine_reg_genmove(engine, problem->to_move, point, why);
    const struct evaluation values = evaluate_by_playouts(s, problem);
    tally->error += (1 - values.right + values.wrong) / 2;
    *point = values.best;
    return STATUS_OK;
}

static enum status set_seed(struct engine *engine, int64_t seed, struct failure *why) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, seed);
    return engine_set_param(engine, "seed", text, why);
}

/* Solves PROBLEM with each seed; prints a line if any was wrong. One seed may be lucky. */
static enum status solve(const struct solving *s, const char *path, const struct problem *problem,
                         struct tally *tally, struct failure *why) {
    const int64_t first = engine_params(s->engine)->seed, seeds = s->seeds;
    char played[8], right[PROBLEM_TEXT];
    int wrong = 0, point = PASS, shown = PASS;
    enum status status = STATUS_OK;
    for (int64_t i = 0; i < seeds && status == STATUS_OK; i++) {
        status = set_seed(s->engine, first + i, why);
        if (status == STATUS_OK) status = answer(s, path, problem, tally, &point, why);
        if (status != STATUS_OK || problem_is_solved(problem, point)) continue;
        wrong++;
        shown = point;
    }
    if (status == STATUS_OK) status = set_seed(s->engine, first, why);
    if (status != STATUS_OK) return status;
    tally->tried += (int)seeds;
    tally->solved += (int)seeds - wrong;
    if (wrong)
        printf("%s:%d: %s: %s plays %s in %d of %d; right: %s\n", path, problem->line,
               problem->name, color_name(problem->to_move),
               point_format(problem->start.size, shown, played), wrong, (int)seeds,
               format_right(problem, right));
    console_flush();
    return STATUS_OK;
}

/* The error is a mean over problems and seeds: 0 if playouts always favour the right moves, 0.5 if
 * they see no difference. */
static void print_tally(const struct solving *s, const char *what, const struct tally *tally) {
    printf("%s: solved %d of %d", what, tally->solved, tally->tried);
    if (s->playouts) printf(", playout error %.4f", tally->error / tally->tried);
    printf("\n");
}

static enum status solve_file(struct solving *s, const char *path, struct tally *all,
                              struct failure *why) {
    struct problem *problems;
    struct tally tally = {0};
    int count;
    enum status status = problems_read(path, &problems, &count, why);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        /* A file may have boards of several sizes; the policy is that of each one's size. */
        const int size = problems[i].start.size;
        status = trained_policy_find_playouts(s->store, size, &s->patterns, why);
        if (status == STATUS_OK) status = solve(s, path, &problems[i], &tally, why);
    }
    free(problems);
    if (status == STATUS_OK) print_tally(s, path, &tally);
    all->error += tally.error;
    all->solved += tally.solved;
    all->tried += tally.tried;
    return status;
}

int cmd_problems(int argc, char **argv) {
    struct params params;
    struct solving solving = {.seeds = 1};
    const char *weights = NULL;
    params_default(&params);
    const struct option table[] = {
        OPT_INT("seeds", &solving.seeds, 1, 1000, "N",
                "Solve each problem with N seeds, beginning with the parameter seed (default: 1)."),
        OPT_INT("playouts", &solving.playouts, 0, 1e9, "N",
                "Instead of searching, choose the move after which most of N playouts are won."),
        OPT_WEIGHTS(&weights),
    };
    const struct options options = {
        .command = "problems",
        .summary =
            "Solve problems from files, positions whose right moves are known: print a line for "
            "each one\nthat it gets wrong, and the numbers solved in each file and in all. "
            "The parameter simulations\nlimits the search (5000 if it is 0).",
        OPTIONS_TABLE(table),
        .params = &params,
        .groups = PARAMS_OF_ANALYSIS,
        .positional_names = "FILE...",
        .min_positional = 1,
        .max_positional = OPTIONS_MAX_POSITIONAL};
    struct options_result result;
    struct player player;
    struct tally all = {0};
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    if (solving.playouts && !cli_check_playout_weights(&params, weights, &exit_code))
        return exit_code;
    enum status status = player_open(&player, &params, weights, &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    solving.engine = player.engine;
    solving.store = player.store;
    playout_patterns_init(&solving.patterns);
    for (int i = 0; i < result.positional_count && status == STATUS_OK; i++)
        status = solve_file(&solving, result.positional[i], &all, &why);
    player_close(&player);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    print_tally(&solving, "all", &all);
    return EXIT_SUCCESS;
}
