#include "bench_against.h"

#include "guzumi/base/process.h"

#include "bench_figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIGURES = 100, MOST_OUTPUT = 1 << 16, MOST_COMMAND = 1000 };

/* What one run of a program has measured. */
struct run {
    int count;
    struct bench_figure figure[MOST_FIGURES];
};

/* Rounds of both programs: a pair of runs each. */
struct rounds {
    int count;
    struct run (*pair)[2]; /* owned: here, there */
};

/* --- a run of a program --- */

/* Waits for the end of the output, which TEXT has room for. */
static void read_output(struct process *process, char text[MOST_OUTPUT]) {
    struct input *output = process_output(process);
    size_t length = 0, count;
    int error;
    while (length < MOST_OUTPUT - 1 &&
           input_read(output, text + length, MOST_OUTPUT - 1 - length, &count, &error))
        length += count;
    text[length] = 0;
}

/* Adds the lines "name value unit". */
static void parse_figures(char *text, struct run *run) {
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        struct bench_figure *f = &run->figure[run->count];
        if (run->count < MOST_FIGURES &&
            sscanf(line, "%59s %29s %19s", f->name, f->value, f->unit) == 3)
            run->count++;
    }
}

static enum status run_program(const char *command, struct run *run, struct failure *why) {
    pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;
    struct process *process;
    enum status status = process_start(&process, command, &forking, why);
    if (status != STATUS_OK) return status;
    char *text = malloc(MOST_OUTPUT);
    if (!text) status = out_of_memory(why, "the figures");
    if (status == STATUS_OK) {
        read_output(process, text);
        parse_figures(text, run);
        if (run->count == 0)
            status = fail(why, STATUS_INVALID, "'%.200s' measures nothing", command);
    }
    free(text);
    process_free(process);
    return status;
}

/* --- the comparison --- */

static const struct bench_figure *find(const struct run *run, const struct bench_figure *like) {
    for (int i = 0; i < run->count; i++)
        if (strcmp(run->figure[i].name, like->name) == 0 &&
            strcmp(run->figure[i].unit, like->unit) == 0)
            return &run->figure[i];
    return NULL;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts COUNT numbers. */
static double median(double *number, int count) {
    qsort(number, (size_t)count, sizeof *number, ascending);
    return (number[(count - 1) / 2] + number[count / 2]) / 2;
}

/* A line for a figure that both have in every round. */
static void compare(const struct rounds *rounds, const struct bench_figure *figure) {
    double value[2][BENCH_ROUNDS_MAX], ratio[BENCH_ROUNDS_MAX];
    const struct bench_figure *its[2];
    for (int i = 0; i < rounds->count; i++) {
        for (int side = 0; side < 2; side++) {
            its[side] = find(&rounds->pair[i][side], figure);
            if (!its[side]) return;
            value[side][i] = strtod(its[side]->value, NULL);
        }
        ratio[i] = value[0][i] / value[1][i];
    }
    if (strcmp(figure->unit, "hex") == 0) {
        printf("%s %s %s %s\n", figure->name, its[0]->value, its[1]->value,
               strcmp(its[0]->value, its[1]->value) == 0 ? "same" : "DIFFERENT");
        return;
    }
    const double middle = median(ratio, rounds->count);
    printf("%s %.4g %.4g %s %.3f (%.3f to %.3f)\n", figure->name, median(value[0], rounds->count),
           median(value[1], rounds->count), figure->unit, middle, ratio[0],
           ratio[rounds->count - 1]);
}

/* COMMAND[0] is this program. Who begins changes from round to round: what slows the machine down
 * for a while hits both. */
static enum status run_rounds(char command[2][MOST_COMMAND], struct rounds *rounds,
                              struct failure *why) {
    for (int i = 0; i < rounds->count; i++) {
        fprintf(stderr, "round %d of %d\n", i + 1, rounds->count);
        for (int turn = 0; turn < 2; turn++) {
            const int side = (i + turn) % 2;
            const enum status status = run_program(command[side], &rounds->pair[i][side], why);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

enum status bench_against(const char *other, double seconds, int size, int count,
                          struct failure *why) {
    char arguments[60], command[2][MOST_COMMAND];
    struct rounds rounds = {.count = count};
    const int length = snprintf(arguments, sizeof arguments, " bench --seconds %g", seconds);
    if (size) snprintf(arguments + length, sizeof arguments - (size_t)length, " --size %d", size);
    /* This one is a child, too: what has run before has other memory. */
    snprintf(command[0], MOST_COMMAND, "\"%s\"%s", system_program(), arguments);
    if (snprintf(command[1], MOST_COMMAND, "%s%s", other, arguments) >= MOST_COMMAND)
        return fail(why, STATUS_INVALID, "--against: the command is too long");
    rounds.pair = calloc((size_t)count, sizeof *rounds.pair);
    if (!rounds.pair) return out_of_memory(why, "the figures");
    const enum status status = run_rounds(command, &rounds, why);
    const struct run *first = &rounds.pair[0][0];
    if (status == STATUS_OK) printf("figure here there unit ratio\n");
    for (int i = 0; status == STATUS_OK && i < first->count; i++)
        compare(&rounds, &first->figure[i]);
    free(rounds.pair);
    return status;
}
