/* guzumi doctor: checks the machine, the program, the weights and the parameters, for people whose
 * Guzumi does not start, plays badly or plays otherwise than elsewhere. A line for each check:
 *
 *     ok     2 processors, threads work
 *     note   parameter threads is 4, more than the 2 processors here
 *     WRONG  training gives other weights than on other machines (...)
 *
 * Each check does in small what the program relies on, so that a line names the part that is
 * broken. All of them run, whatever the earlier ones found. */
#include "guzumi/base/system.h"
#include "guzumi/base/threads.h"
#include "guzumi/go/board.h"
#include "guzumi/learner/learner.h"
#include "guzumi/search/tree_search.h"
#include "guzumi/shapes/trainer.h"

#include "cli.h"
#include "console.h"

#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct patient {
    struct params params;
    const char *weights; /* a file, or NULL */
    struct weight_store *store;
};

/* STATUS_OK if all is well, STATUS_STOPPED for a note about something that works but is probably
 * not intended, any other status for a problem. SAY gets the line in any case: fail is used to
 * write it, also where nothing has failed. */
typedef enum status examine(struct patient *patient, struct failure *say);

/* --- the machine --- */

/* Many broken set-ups begin with a closed standard file, or one opened for the wrong direction. */
static enum status examine_files(struct patient *patient, struct failure *say) {
    (void)patient;
    if (!system_is_usable(STANDARD_INPUT))
        return fail(say, STATUS_IO, "standard input cannot be read");
    if (!system_is_usable(STANDARD_OUTPUT))
        return fail(say, STATUS_IO, "standard output cannot be written");
    const bool reads = system_is_terminal(STANDARD_INPUT);
    const bool writes = system_is_terminal(STANDARD_OUTPUT);
    return fail(say, STATUS_OK, "standard input and output are usable; %s",
                reads && writes ? "both are terminals"
                : reads         ? "the input is a terminal"
                : writes        ? "the output is a terminal"
                                : "neither is a terminal");
}

static void *run_thread(void *argument) {
    return argument;
}

/* GTP's reader and the searches of `guzumi play` cannot do without threads of their own. */
static enum status examine_threads(struct patient *patient, struct failure *say) {
    pthread_t thread;
    void *result = NULL;
    const int online = system_processors();
    const enum status status = threads_start(&thread, run_thread, say, "reading GTP's input", say);
    if (status != STATUS_OK) return status;
    if (pthread_join(thread, &result) != 0 || result != say)
        return fail(say, STATUS_IO, "a thread does not end properly");
    if (online > 0 && patient->params.threads > online)
        return fail(say, STATUS_STOPPED,
                    "parameter threads is %" PRId64 ", more than the %d processors here",
                    patient->params.threads, online);
    return fail(say, STATUS_OK, "%d processors, threads work", online);
}

/* The assumptions of reproducible arithmetic. The numbers are volatile so that the machine
 * computes, not the compiler. (1 + 2^-13)^2 = 1 + 2^-12 + 2^-26 rounds to 1 + 2^-12, so a nonzero
 * difference means that the product was not rounded before the subtraction. */
static enum status examine_floats(struct patient *patient, struct failure *say) {
    volatile float small = FLT_MIN, one = 1, step = 0x1p-13f, product = 1 + 0x1p-12f;
    const float a = one + step, b = product;
    (void)patient;
    if (FLT_EVAL_METHOD != 0)
        return fail(say, STATUS_INVALID,
                    "floats are computed with excess precision (FLT_EVAL_METHOD %d): "
                    "moves will differ from other machines",
                    (int)FLT_EVAL_METHOD);
    if (fegetround() != FE_TONEAREST)
        return fail(say, STATUS_INVALID, "floating point does not round to nearest");
    if (small / 2 == 0) return fail(say, STATUS_INVALID, "the smallest floats are flushed to zero");
    if (a * a - b != 0)
        return fail(say, STATUS_INVALID,
                    "products and sums of floats are contracted: build with "
                    "-ffp-contract=off");
    return fail(say, STATUS_OK, "floating point rounds correctly");
}

/* --- the program --- */

/* The move generator by a number that is known: sequences of three moves on 9x9 under superko (see
 * `guzumi perft`). */
static enum status examine_board(struct patient *patient, struct failure *say) {
    const uint64_t count = perft(9, 3, (struct perft_rules){.positional = true});
    (void)patient;
    if (count != 511920)
        return fail(say, STATUS_INVALID,
                    "the board counts %" PRIu64 " openings of three moves instead of 511920",
                    count);
    return fail(say, STATUS_OK, "the board counts all openings of three moves");
}

/* The first line of tests/golden/training.txt: its games and its checksum. */
enum { LEARNING_GAMES = 50 };
#define LEARNING_CHECKSUM UINT64_C(0x4a5b22dc065c8cd6)

/* Trains a few games, whose weights must be identical to the bit everywhere: a compiler that
 * reorders sums would show here before it showed in play. */
static enum status examine_learning(struct patient *patient, struct failure *say) {
    struct params params;
    struct memory *memory;
    struct trainer *trainer = NULL;
    (void)patient;
    params_default(&params);
    enum status status = memory_new(&memory, 5, &params, say);
    if (status != STATUS_OK) return status;
    status = trainer_new(&trainer, memory, say);
    if (status != STATUS_OK) {
        memory_free(memory);
        return status;
    }
    for (int i = 0; i < LEARNING_GAMES; i++) trainer_play(trainer);
    const uint64_t sum = memory_checksum(memory);
    trainer_free(trainer);
    memory_free(memory);
    if (sum != LEARNING_CHECKSUM)
        return fail(say, STATUS_INVALID,
                    "training gives other weights than on other machines (%016" PRIx64 "); the "
                    "compiler or its flags change the arithmetic",
                    sum);
    return fail(say, STATUS_OK, "training is reproducible");
}

/* --- weights and settings --- */

/* Reads all built-in weights and lists them by kind, "shapes 5x5, 7x7; policy 9x9". An executable
 * without weights is probably not intended, but works: hence a note. */
static enum status examine_weights(struct patient *patient, struct failure *say) {
    enum { KINDS = 16, LIST = 120 };
    char lists[KINDS][LIST] = {""}, text[400] = "";
    const int count = weight_store_builtin_count();
    enum status status = STATUS_OK;
    assert(learner_count <= KINDS);
    if (patient->weights) status = weight_store_load(patient->store, patient->weights, say);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        struct learnt *t;
        int kind = 0;
        status = weight_store_read_builtin(i, &t, say);
        if (status != STATUS_OK) break;
        while (learner_table[kind] != t->learner) kind++;
        const size_t length = strlen(lists[kind]);
        snprintf(lists[kind] + length, LIST - length, "%s %dx%d", length ? "," : t->learner->name,
                 t->size, t->size);
        learnt_free(t);
    }
    if (status != STATUS_OK) return status;
    for (int kind = 0; kind < learner_count; kind++) {
        const size_t length = strlen(text);
        if (*lists[kind])
            snprintf(text + length, sizeof text - length, "%s%.*s", length ? "; " : "", LIST,
                     lists[kind]);
    }
    return fail(say, count ? STATUS_OK : STATUS_STOPPED,
                count ? "built-in weights: %s" : "no built-in weights%s", text);
}

/* The weights that the player needs on each board size: by default all kinds that it can use.
 * Otherwise a missing network would show nowhere: the player falls back to what it has, and only
 * loses more games. Below TREE_NETWORK_LEAST_SIZE none is asked. */
static enum status examine_needs(struct patient *patient, struct failure *say) {
    const struct learner *const needed[] = {&network_learner, &policy_learner, &shapes_learner};
    const struct params *p = &patient->params;
    const bool learns = p->search == SEARCH_TREE && p->heuristic == HEURISTIC_NETWORK;
    for (int size = TREE_NETWORK_LEAST_SIZE; learns && size <= BOARD_MAX_SIZE; size++) {
        for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
            const struct learnt *found;
            const enum status status =
                weight_store_find(patient->store, needed[i], size, &found, say);
            if (status != STATUS_OK) return status;
            if (!found)
                return fail(
                    say, STATUS_INVALID,
                    "the player needs weights of kind %s for %dx%d: neither built in nor given by "
                    "--weights; it plays much worse without them",
                    needed[i]->name, size, size);
        }
    }
    return fail(say, STATUS_OK,
                learns ? "the player has the weights that it needs on %dx%d to %dx%d"
                       : "the player with these settings needs no network",
                TREE_NETWORK_LEAST_SIZE, TREE_NETWORK_LEAST_SIZE, BOARD_MAX_SIZE, BOARD_MAX_SIZE);
}

/* Settings that are valid each for itself, but together have no effect. */
static enum status examine_params(struct patient *patient, struct failure *say) {
    const struct params *p = &patient->params;
    const bool simulates = p->search == SEARCH_TWO_PHASE || p->search == SEARCH_TD;
    if (simulates && p->memory == MEMORY_LONG)
        return fail(say, STATUS_STOPPED, "memory=long can't learn: TD search makes no simulations");
    if (p->search == SEARCH_GREEDY && p->simulations > 0)
        return fail(say, STATUS_STOPPED,
                    "parameter simulations has no effect: with search=greedy nothing is searched");
    if (p->search_learnt_moves > 0 && p->search_learnt_moves < p->search_moves)
        return fail(say, STATUS_STOPPED,
                    "parameter search_learnt_moves is below search_moves, which counts instead");
    return fail(say, STATUS_OK, "the parameters are consistent");
}

/* Lets the player choose a move on its largest board, which takes the most memory. Ekker's network
 * only plays on 5x5. */
static enum status examine_player(struct patient *patient, struct failure *say) {
    struct engine *engine;
    struct params params = patient->params;
    char name[5];
    int point;
    const int size = params.search == SEARCH_LIBERTIES ? 5 : BOARD_MAX_SIZE;
    params.simulations = 10;
    enum status status = engine_new(&engine, &params, patient->store, say);
    if (status != STATUS_OK) return status;
    engine_clear(engine, size);
    status = engine_genmove(engine, BLACK, &point, say);
    engine_free(engine);
    if (status != STATUS_OK) return status;
    if (point < 0) return fail(say, STATUS_INVALID, "the player has no move on an empty board");
    return fail(say, STATUS_OK, "the player finds a move on %dx%d, %s", size, size,
                point_format(size, point, name));
}

static examine *const examinations[] = {
    examine_files,   examine_threads, examine_floats, examine_board,  examine_learning,
    examine_weights, examine_needs,   examine_params, examine_player,
};

/* Runs all checks; returns the number of problems. Without a standard output the lines go to
 * standard error, since one of them says so. */
static int examine_all(struct patient *patient) {
    FILE *out = system_is_usable(STANDARD_OUTPUT) ? stdout : stderr;
    int broken = 0;
    for (size_t i = 0; i < sizeof examinations / sizeof examinations[0]; i++) {
        struct failure say;
        const enum status status = examinations[i](patient, &say);
        broken += status != STATUS_OK && status != STATUS_STOPPED;
        fprintf(out, "%-6s %s\n",
                status == STATUS_OK        ? "ok"
                : status == STATUS_STOPPED ? "note"
                                           : "WRONG",
                say.text);
    }
    return broken;
}

int cmd_doctor(int argc, char **argv) {
    struct patient patient = {.weights = NULL};
    params_default(&patient.params);
    const struct option table[] = {
        OPT_TEXT("weights", &patient.weights, "FILE", "Also check this weight file."),
    };
    const struct options options = {
        .command = "doctor",
        .summary =
            "Check the machine, the program, the weights and the parameters: a line for each,\n"
            "'ok', 'note' or 'WRONG'. Exit with 1 if anything is wrong.",
        OPTIONS_TABLE(table),
        .groups = PARAMS_OF_GTP,
        .params = &patient.params,
        .positional_names = ""};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    if (weight_store_new(&patient.store, &why) != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    const int broken = examine_all(&patient);
    weight_store_free(patient.store);
    if (!broken) return EXIT_SUCCESS;
    /* main reports a lost output only after a success. */
    return console_finish(&why) == STATUS_OK ? EXIT_FAILURE : cli_fail(&why, EXIT_FAILURE);
}
