/* The executable from outside: subcommands, the terminal game, and one line for each mistake. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MAX_OUTPUT = 1 << 16 };

struct run {
    char output[MAX_OUTPUT]; /* stdout and stderr */
    int exit_code;
};

/* Runs the executable through the shell with ARGUMENTS, which may redirect. */
static void run(struct run *r, const char *before, const char *arguments) {
    char command[1000];
    snprintf(command, sizeof command, "%s'%s' %s 2>&1", before, GUZUMI_EXECUTABLE, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    r->output[fread(r->output, 1, sizeof r->output - 1, pipe)] = 0;
    const int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    r->exit_code = WEXITSTATUS(status);
}

static void expect(const char *arguments, int exit_code, const char *output) {
    struct run r;
    run(&r, "", arguments);
    assert_string_equal(r.output, output);
    assert_int_equal(r.exit_code, exit_code);
}

/* One line on stderr that names THING, and EXIT_CODE. */
static void expect_mistake(const char *arguments, int exit_code, const char *thing) {
    struct run r;
    run(&r, "", arguments);
    assert_int_equal(strncmp(r.output, "guzumi: ", 8), 0);
    assert_ptr_equal(strchr(r.output, '\n'), r.output + strlen(r.output) - 1);
    if (!strstr(r.output, thing)) fail_msg("'%s' doesn't name %s", r.output, thing);
    assert_int_equal(r.exit_code, exit_code);
}

static void test_perft(void **state) {
    (void)state;
    expect("perft 2 7 --ko simple", 0, "1 4\n2 12\n3 24\n4 16\n5 32\n6 32\n7 32\n");
    expect("perft --ko=simple 3 4", 0, "1 9\n2 72\n3 504\n4 2976\n");
    expect("perft 5 2 --passes", 0, "1 26\n2 651\n");
}

/* Table 1 of the 2012 paper. */
static void test_weights_count(void **state) {
    (void)state;
    expect("weights count 9", 0,
           "sharing\tshape\tfeatures\tweights\tactive\n"
           "li\t1x1\t243\t1\t81\nli\t2x2\t5184\t8\t64\nli\t3x3\t964467\t1418\t49\n"
           "ld\t1x1\t243\t15\t81\nld\t2x2\t5184\t344\t64\nld\t3x3\t964467\t61517\t49\n"
           "none\t1x1\t243\t162\t81\nnone\t2x2\t5184\t5120\t64\n"
           "none\t3x3\t964467\t964418\t49\n");
    expect_mistake("weights count 1", 2, "'1'");
    expect_mistake("weights count 9x9", 2, "'9x9'");
    expect_mistake("weights nonsense 9", 2, "'nonsense'");
    expect_mistake("weights count 9 13", 2, "'count' with 2 arguments");
}

/* A packed file says the same of itself and is less than half as long. */
static void test_weights_pack(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 50 --shapes 23 --out test_cli.weights 2>test_cli.log && "
        "\"" GUZUMI_EXECUTABLE "\" weights pack test_cli.weights test_cli2.weights && "
        "for file in test_cli test_cli2; do \"" GUZUMI_EXECUTABLE "\" weights info $file.weights | "
        "grep settings; done | sort | uniq -c | grep -c ' 2 ' && test $(wc -c <test_cli.weights) "
        "-gt $((2 * $(wc -c <test_cli2.weights))) && echo less; "
        "rm -f test_cli.weights test_cli2.weights test_cli.log");
    assert_string_equal(r.output, "1\nless\n");
    expect_mistake("weights pack /nonexistent/file out", 1, "/nonexistent/file");
    expect_mistake("weights pack built-in", 2, "'pack' with 1 argument is");
}

static void test_occurrences(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 3 --shapes 2 --out test_cli.weights --occurrences test_cli.tsv "
        "2>test_cli.log && cat test_cli.tsv; rm -f test_cli.tsv test_cli.weights test_cli.log");
    assert_non_null(strstr(r.output, "sharing\tshape\tweight\toccurrences\nld\t2x2\t0\t"));
    assert_non_null(strstr(r.output, "\nli\t2x2\t7\t"));
    expect("train --size 4 --games 0 --out test_cli.weights --occurrences /nonexistent/file", 1,
           "guzumi: can't write /nonexistent/file: No such file or directory\n");
}

/* The file asked for is there even when no game is left to play: weights of another size, a copy.
 */
static void test_training_without_games(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 3 --shapes 1 --out test_cli.weights 2>test_cli.log && "
        "\"" GUZUMI_EXECUTABLE
        "\" train --size 5 --games 0 --shapes 1 --start-from test_cli.weights "
        "--out test_cli5.weights && \"" GUZUMI_EXECUTABLE "\" train --resume test_cli.weights "
        "--games 3 --out test_cli2.weights && cmp test_cli.weights test_cli2.weights && "
        "\"" GUZUMI_EXECUTABLE "\" weights info test_cli5.weights | head -1; "
        "rm -f test_cli*.weights test_cli.log");
    assert_string_equal(r.output, "board: 5x5\n");
}

/* Another training of the same name leaves the first one's file beside it; a resumed one doesn't.
 */
static void test_training_twice(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 3 --shapes 1 --out test_cli.weights 2>test_cli.log && "
        "cp test_cli.weights test_cli2.weights && \"" GUZUMI_EXECUTABLE
        "\" train --size 4 --games 2 --shapes 1 --out test_cli.weights 2>test_cli.log && "
        "head -1 test_cli.log && cmp test_cli2.weights test_cli.weights.old && \"" GUZUMI_EXECUTABLE
        "\" train --resume test_cli.weights --games 4 --out ./test_cli.weights 2>test_cli.log && "
        "cmp test_cli2.weights test_cli.weights.old && grep -c old test_cli.log; "
        "rm -f test_cli*.weights test_cli.weights.old test_cli.log");
    assert_string_equal(r.output,
                        "test_cli.weights was there already; it is now test_cli.weights.old\n0\n");
}

/* A training whose terminal is closed ends as by Ctrl-C; nohup keeps it from noticing. */
static void test_training_without_terminal(void **state) {
    (void)state;
    struct run r;
    signal(SIGHUP, SIG_DFL); /* or the tests' own nohup would count */
    run(&r, "",
        "train --size 3 --games 1000000000 --out test_cli.weights 2>test_cli.log & pid=$!; "
        "until [ -s test_cli.weights ]; do sleep 0.05; done; kill -HUP $pid; wait $pid; echo $?; "
        "grep -c 'stopped after .* games; --resume' test_cli.log; ls test_cli.weights*; "
        "rm -f test_cli.weights test_cli.log");
    assert_string_equal(r.output, "1\n1\ntest_cli.weights\n");
    run(&r, "nohup ",
        "train --size 3 --games 1000000000 --out test_cli.weights >test_cli.log 2>&1 & pid=$!; "
        "until [ -s test_cli.weights ]; do sleep 0.05; done; kill -HUP $pid; sleep 0.5; "
        "grep -c stopped test_cli.log; kill -TERM $pid; wait $pid; grep -c stopped test_cli.log; "
        "rm -f test_cli.weights test_cli.log");
    assert_string_equal(r.output, "0\n1\n");
}

static void test_networks(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --kind territory --size 5 --games 2 --opponent program "
        "--program '" GUZUMI_EXECUTABLE " gtp --simulations 1' --out test_net.weights "
        "2>test_net.log && "
        "\"" GUZUMI_EXECUTABLE "\" train --resume test_net.weights --games 3 --opponent novice "
        "--out test_net.weights 2>>test_net.log && grep -c 'of . games' test_net.log; "
        "rm -f test_net.weights test_net.log");
    assert_string_equal(r.output, "3\n");
    expect_mistake("train --kind whale --out c", 2, "'whale' is no kind");
    expect_mistake("train --kind territory --plies 1 --out c", 2,
                   "parameter plies (learning) has no effect on guzumi train --kind territory");
    expect_mistake("train --kind liberties --shapes 3 --out c", 2,
                   "parameter shapes (training of local shapes) has no effect on guzumi train "
                   "--kind liberties");
    expect_mistake("train --kind territory --set lambda=0.5 --out c", 2,
                   "parameter lambda (training by TD(lambda)) has no effect on guzumi train "
                   "--kind territory");
    expect_mistake("train --kind liberties --temperature 1 --out c", 2,
                   "parameter temperature (training of Schraudolph's network) has no effect");
    expect_mistake("train --kind territory --td leaf --out c", 2,
                   "parameter td (training of Ekker's network) has no effect");
    expect_mistake("train --maps 3 --out c", 2,
                   "parameter maps (training of Schraudolph's network) has no effect on guzumi "
                   "train --kind shapes");
    expect_mistake("train --program gnugo --out c", 2, "--program");
    expect_mistake("train --kind dual --out c", 2, "--lessons FILE is needed");
    expect_mistake("train --kind dual --lessons l --games 3 --out c", 2, "--games");
    expect_mistake("train --kind dual --lessons c --out c", 2, "the lessons");
    expect_mistake("train --kind dual --lessons l --epsilon 0.5 --out c", 2,
                   "epsilon and train_komi have no effect on guzumi train --kind dual");
    expect_mistake("train --kind dual --lessons l --plies 1 --out c", 2,
                   "parameter plies (learning) has no effect on guzumi train --kind dual");
    expect_mistake("train --kind dual --lessons /nonexistent/file --out c", 1, "/nonexistent/file");
    expect_mistake("train --lessons l --out c", 2, "--kind dual");
    expect_mistake("train --kind policy --steps 5 --out c", 2, "--kind dual");
    expect_mistake("train --kind territory --opponent program --out c", 1, "--program");
    expect_mistake("train --kind territory --opponent records --out c", 1, "--records");
    expect_mistake("train --kind liberties --opponent records --records / --out c", 1,
                   "only territory networks");
    expect_mistake("train --kind territory --opponent records --records /nonexistent --out c", 1,
                   "/nonexistent");
    expect_mistake(
        "train --kind territory --size 5 --games 1 --opponent program --program false --out c", 1,
        "the opponent 'false'");
}

/* Training that starts from a file and then takes steps of no length has the file's weights. */
static void test_start_from(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 50 --shapes 2 --out test_cli.weights 2>test_cli.log && "
        "\"" GUZUMI_EXECUTABLE "\" train --size 4 --games 1 --alpha 0 --shapes 2 "
        "--start-from test_cli.weights --out test_cli2.weights 2>>test_cli.log && "
        "for file in test_cli test_cli2; do \"" GUZUMI_EXECUTABLE "\" weights info $file.weights | "
        "grep square; done | sort | uniq -c | grep -c ' 2 '; "
        "rm -f test_cli.weights test_cli2.weights test_cli.log");
    assert_string_equal(r.output, "2\n");
    expect_mistake("train --start-from a --resume b --out c", 2, "--start-from");
    run(&r, "",
        "train --size 4 --games 1 --out test_cli.weights 2>/dev/null && \"" GUZUMI_EXECUTABLE
        "\" train --resume test_cli.weights --size 5 --games 2 --out test_cli.weights 2>&1; "
        "rm -f test_cli.weights*");
    assert_string_equal(r.output, "guzumi: test_cli.weights is for 4x4 and --size is 5; leave it "
                                  "out\n");
    expect_mistake("train --start-from /nonexistent/file --out c", 1, "/nonexistent/file");
    run(&r, "",
        "train --size 4 --games 1 --out test_cli.weights 2>/dev/null && \"" GUZUMI_EXECUTABLE
        "\" weights pack test_cli.weights test_cli.packed && \"" GUZUMI_EXECUTABLE
        "\" train --resume test_cli.packed --games 2 --out test_cli.weights 2>&1; "
        "rm -f test_cli.weights* test_cli.packed");
    assert_string_equal(r.output, "guzumi: test_cli.packed is packed, for playing alone; resume "
                                  "the file that it was packed from\n");
}

/* Nothing that is read, or written beside it, is overwritten; no such file is there. */
static void test_files_are_spared(void **state) {
    (void)state;
    expect_mistake("elo r --tsv r", 2, "the results");
    expect_mistake("elo r --pgn r", 2, "the results");
    expect_mistake("elo r --tsv s --pgn s", 2, "the ratings");
    expect_mistake("merge p r --out p", 2, "the plan");
    expect_mistake("merge p r s --out s", 2, "a shard's results");
    expect_mistake("analyze g --out g", 2, "the record");
    expect_mistake("analyze g --out g --format html", 2, "the record");
    expect_mistake("analyze g --out g --format sgf", 1, "can't open g");
    expect_mistake("train --size 3 --games 1 --out w --occurrences w", 2, "the weights");
    expect_mistake("train --kind territory --trials 1 --trials-out w --out w", 2, "the weights");
    expect_mistake("train --kind territory --trials-out t --out w", 2, "--trials");
}

static void test_handicaps_fit_the_board(void **state) {
    (void)state;
    expect_mistake("play --size 8 --handicap 7", 2, "takes 2 to 4 stones, not 7");
    expect_mistake("play --size 5 --handicap 2", 2, "has no points");
    expect_mistake("train --kind territory --size 7 --games 1 --out w --set opponent=novice "
                   "--set opponent_handicap=9",
                   1, "opponent_handicap: a 7x7 board takes 2 to 4 stones, not 9");
}

/* Two trainings of one file would each lose what the other one learnt. */
static void test_trainings_of_one_file(void **state) {
    (void)state;
    struct run r;
    run(&r, "rm -f test_two.weights*; mkfifo test_two.weights.fifo; ",
        "train --kind territory --size 5 --games 9 --opponent program --out test_two.weights "
        "--program 'cat test_two.weights.fifo' 2>test_two.log & "
        "while ! test -e test_two.weights.lock; do sleep 0.05; done; "
        "\"" GUZUMI_EXECUTABLE "\" train --size 5 --games 1 --out test_two.weights 2>&1; "
        "echo >test_two.weights.fifo; wait; "
        "\"" GUZUMI_EXECUTABLE "\" train --size 5 --games 1 --out test_two.weights 2>test_two.log; "
        "ls test_two.weights*; rm -f test_two.weights* test_two.log");
    assert_string_equal(r.output, "guzumi: test_two.weights: another process is writing it; give "
                                  "each its own file\n"
                                  "test_two.weights\ntest_two.weights.fifo\n");
}

/* What is too large has a name, and a parameter where there is one. */
static void test_too_little_memory(void **state) {
    (void)state;
#ifdef GUZUMI_PLAIN_INLINE
    skip(); /* sanitizers need room for themselves */
#endif
    struct run r;
    run(&r, "ulimit -v 250000; printf 'genmove b\\n' | ", "gtp --tree-megabytes 900");
    assert_non_null(strstr(r.output, "? out of memory for a search tree of 900 MB (parameter "
                                     "tree_megabytes)"));
    run(&r, "ulimit -v 250000; printf 'genmove b\\n' | ",
        "gtp --search two-phase --hash-megabytes 1000");
    assert_non_null(strstr(r.output, "? out of memory for a transposition table of 1000 MB"));
}

static void test_problems_command(void **state) {
    (void)state;
    struct run r;
    const char *const file = "'" GUZUMI_TESTS_DIR "/positions/problems/snapback.txt'";
    char line[500];
    snprintf(line, sizeof line, "problems %s --simulations 20", file);
    run(&r, "", line);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "\nall: solved "));
    snprintf(line, sizeof line, "problems %s --playouts 20 --seeds 2", file);
    run(&r, "", line);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, " of 24, playouts err in 0."));
    expect_mistake("problems /nonexistent/file", 1, "/nonexistent/file");
    expect_mistake("problems", 2, "FILE");
}

/* A file goes on where it ended, and only with its own settings. */
static void test_selfplay_command(void **state) {
    (void)state;
    struct run r;
    remove("test_cli.lessons");
    run(&r, "", "selfplay --size 4 --games 2 --simulations 20 --out test_cli.lessons");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "2 of 2 games, "));
    run(&r, "", "selfplay --size 4 --games 3 --simulations 20 --out test_cli.lessons");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "continues after 2 games\n"));
    assert_non_null(strstr(r.output, "3 of 3 games, "));
    expect_mistake("selfplay --size 5 --games 3 --simulations 20 --out test_cli.lessons", 1,
                   "size=4 seed=1 policy_simulations=20 epsilon=0.2");
    expect_mistake("selfplay --size 4 --set exploration=0.5 --out test_cli.lessons", 1,
                   "other settings");
    expect_mistake("selfplay --size 4", 2, "--out");
    expect_mistake("selfplay --size 4 --weights /nonexistent/file --out test_cli.lessons", 1,
                   "/nonexistent/file");
    expect_mistake("selfplay --threads 2 --out test_cli.lessons", 2, "threads");
    remove("test_cli.lessons");
}

/* Lessons of self-play, a network from them in two runs, and the same packed. */
static void test_dual_training(void **state) {
    (void)state;
    struct run r;
    remove("test_cli.lessons");
    remove("test_cli.dual");
    run(&r, "", "selfplay --size 4 --games 9 --simulations 20 --out test_cli.lessons");
    assert_int_equal(r.exit_code, 0);
    run(&r, "",
        "train --kind dual --lessons test_cli.lessons --lessons test_cli.lessons --dual-maps 16 "
        "--dual-batch 4 --steps 3 --out test_cli.dual");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "3 of 3 steps, "));
    assert_non_null(strstr(r.output, "held out: policy "));
    run(&r, "",
        "train --resume test_cli.dual --lessons test_cli.lessons --steps 4 --out test_cli.dual");
    assert_int_equal(r.exit_code, 0);
    run(&r, "", "weights pack test_cli.dual test_cli.packed");
    assert_int_equal(r.exit_code, 0);
    run(&r, "", "weights info test_cli.packed");
    assert_non_null(strstr(r.output, "network: 16 maps, 3 blocks, "));
    assert_non_null(strstr(r.output, "for: boards of 4x4\ntrained: 4 steps; for playing alone\n"));
    expect_mistake("train --resume test_cli.packed --lessons test_cli.lessons --out test_cli.dual",
                   1, "test_cli.packed is packed");
    expect_mistake("train --resume test_cli.dual --lessons test_cli.lessons --steps 2 "
                   "--out test_cli.dual",
                   1, "has 4 steps already; --steps is");
    expect_mistake("train --resume test_cli.dual --lessons test_cli.lessons --dual-maps 32 "
                   "--out test_cli.dual",
                   1, "maps and blocks");
    run(&r, "",
        "train --kind dual --lessons test_cli.lessons --start-from test_cli.packed --dual-maps 16 "
        "--size 5 --steps 0 --out test_cli.dual && \"" GUZUMI_EXECUTABLE
        "\" weights pack test_cli.dual test_cli.again && \"" GUZUMI_EXECUTABLE
        "\" weights info test_cli.again && tail -c 4096 test_cli.packed | head -c 4000 > "
        "test_cli.1 "
        "&& tail -c 4096 test_cli.again | head -c 4000 | cmp - test_cli.1");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "for: boards of 5x5\ntrained: 0 steps; "));
    expect_mistake("train --kind dual --lessons test_cli.lessons --start-from test_cli.packed "
                   "--out test_cli.dual",
                   1, "of 32 maps and 3 blocks can't start from one of 16 and 3");
    /* The lessons were made without it. */
    expect_mistake("selfplay --weights test_cli.packed --size 4 --simulations 20 "
                   "--out test_cli.lessons",
                   1, "size=4 seed=1 policy_simulations=20 epsilon=0.2 network=");
    remove("test_cli.again");
    remove("test_cli.1");
    remove("test_cli.lessons");
    remove("test_cli.dual");
    remove("test_cli.packed");
}

/* Three records of three moves: Black won one. */
static void test_playouts_command(void **state) {
    (void)state;
    struct run r;
    static const char *const results[] = {"B+1", "W+R", "W+3.5"};
    for (int i = 0; i < 3; i++) {
        char name[30];
        snprintf(name, sizeof name, "test_cli%d.sgf", i);
        FILE *file = fopen(name, "w");
        assert_non_null(file);
        fprintf(file, "(;FF[4]GM[1]SZ[5]KM[0.5]RE[%s];B[cc];W[%s];B[bb])", results[i],
                i == 0 ? "ae" : "cb");
        fclose(file);
    }
    run(&r, "", "playouts test_cli0.sgf test_cli1.sgf test_cli2.sgf --positions 6 --playouts 50");
    assert_int_equal(r.exit_code, 0);
    assert_int_equal(strncmp(r.output, "positions 6\nplayouts 50 of each\ncorrelation ", 44), 0);
    run(&r, "", "playouts test_cli1.sgf test_cli2.sgf --positions 6 --playouts 50");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "\ncorrelation none: one side won all these games\n"));
    run(&r, "", "playouts test_cli0.sgf test_cli1.sgf --positions 2 --playouts 50");
    assert_non_null(strstr(r.output, "(-1.0000 to 1.0000)\n"));
    expect_mistake("playouts test_cli0.sgf --default-policy none", 2, "default_policy");
    expect_mistake("playouts /nonexistent/file", 1, "/nonexistent/file");
    for (int i = 0; i < 3; i++) {
        char name[30];
        snprintf(name, sizeof name, "test_cli%d.sgf", i);
        remove(name);
    }
}

/* Every line fits a terminal of 80 columns. */
static void expect_narrow(const char *text) {
    for (const char *end; *text; text = end + (*end != 0)) {
        end = text + strcspn(text, "\n");
        if (end - text >= 80) print_message("too long: %.*s\n", (int)(end - text), text);
        assert_in_range(end - text, 0, 79);
    }
}

static void test_help_and_version(void **state) {
    (void)state;
    expect("--version", 0, "Guzumi " GUZUMI_VERSION "\n");
    static const char *const commands[] = {
#define SUBCOMMAND(name, help) #name,
#include "subcommands.def"
#undef SUBCOMMAND
    };
    struct run r;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char line[100];
        snprintf(line, sizeof line, "%s --help", commands[i]);
        run(&r, "", line);
        assert_int_equal(r.exit_code, 0);
        assert_int_equal(strncmp(r.output, "Usage: guzumi ", 14), 0);
        expect_narrow(r.output);
        snprintf(line, sizeof line, "%s --help-all", commands[i]);
        run(&r, "", line);
        assert_int_equal(r.exit_code, 0);
        expect_narrow(r.output);
        run(&r, "", "--help");
        expect_narrow(r.output);
        assert_non_null(strstr(r.output, commands[i]));
    }
}

static void test_mistakes(void **state) {
    (void)state;
    expect_mistake("nonsense", 2, "'nonsense'");
    expect_mistake("--nonsense </dev/null", 2, "--nonsense");
    expect_mistake("gtp --nonsense", 2, "--nonsense");
    expect_mistake("gtp extra", 2, "'extra'");
    expect_mistake("gtp --set", 2, "--set");
    expect_mistake("gtp --set nonsense=1", 2, "'nonsense'");
    expect_mistake("gtp --set seed=-1", 2, "seed");
    expect_mistake("gtp --seed 99999999999999999999", 2, "seed");
    expect_mistake("gtp --preset nonsense", 2, "'nonsense'");
    expect_mistake("gtp --alpha 3", 2, "parameter alpha (training) has no effect on guzumi gtp");
    expect_mistake("train --depth 5", 2,
                   "parameter depth (alpha-beta) has no effect on guzumi train");
    expect_mistake("train --preset dyna2", 2, "--preset");
    expect_mistake("train --out /dev/null --train-komi 7.3", 2, "'7.3'");
    expect_mistake("play --ponder on", 2, "ponder");
    expect_mistake("analyze --lag 1 x.sgf", 2, "lag");
    expect_mistake("gtp --weights /nonexistent/file", 1, "/nonexistent/file");
    expect_mistake("gtp </", 1, "input");
    expect_mistake("play --size 20", 2, "--size");
    expect_mistake("play --size 1", 2, "--size");
    expect_mistake("play --komi x", 2, "--komi");
    expect_mistake("play --komi 6.51", 1, "komi");
    expect_mistake("play --color red", 2, "--color");
    expect_mistake("perft 3", 2, "SIZE DEPTH");
    expect_mistake("perft 1 3", 2, "SIZE");
    expect_mistake("perft 3 0", 2, "DEPTH");
    expect_mistake("perft 3 3 --ko none", 2, "--ko");
}

/* What the output can't take is no success. */
static void test_full_disk(void **state) {
    (void)state;
    if (access("/dev/full", W_OK) != 0) return;
    static const char *const lines[] = {"--version", "--help", "perft 2 2", "manual man"};
    struct run r;
    for (int i = 0; i < 4; i++) {
        char line[100];
        snprintf(line, sizeof line, "%s 2>&1 >/dev/full #", lines[i]);
        run(&r, "", line);
        assert_int_equal(strncmp(r.output, "guzumi: can't write to standard output", 38), 0);
        assert_int_equal(r.exit_code, 1);
    }
}

static void test_manual(void **state) {
    (void)state;
    struct run r;
    run(&r, "", "manual man");
    assert_int_equal(r.exit_code, 0);
    assert_int_equal(strncmp(r.output, ".TH GUZUMI 1", 12), 0);
    /* The subcommands' parts, the parameters and the GTP commands are in it. */
    static const char *const parts[] = {"\n.SS guzumi perft SIZE DEPTH [options]\n",
                                        "\n\\fB\\-\\-passes\\fR\n",
                                        "\n\\fBsearch_alpha\\fR \\fI",
                                        "\n\\fBdyna2\\fR\n",
                                        "\n\\fBgenmove\\fR \\fICOLOR\\fR\n",
                                        "\n\\fBprotocol_version\\fR\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strstr(r.output, parts[i])) fail_msg("the man page lacks '%s'", parts[i]);
    expect_mistake("manual tcsh", 2, "'tcsh'");
    expect_mistake("manual", 2, "man|bash|zsh|fish");
    expect_mistake("gtp --help=tcsh", 2, "--help=tcsh");
}

static void test_doctor(void **state) {
    (void)state;
    struct run r;
    run(&r, "", "doctor");
    assert_int_equal(r.exit_code, 0);
    assert_null(strstr(r.output, "WRONG"));
    assert_null(strstr(r.output, "note"));
    assert_non_null(strstr(r.output, "9x9 after 1500000 games"));
    run(&r, "", "doctor --search greedy --simulations 5");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "note   parameter simulations has no effect"));
    run(&r, "", "doctor --weights " GUZUMI_TESTS_DIR "/CMakeLists.txt");
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.output, "CMakeLists.txt: not a weight file of Guzumi"));
    run(&r, "", "doctor <&- 0>/dev/null");
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.output, "WRONG  standard input can't be read"));
}

static void test_no_command_speaks_gtp(void **state) {
    (void)state;
    struct run r;
    run(&r, "echo name | ", "");
    assert_string_equal(r.output, "= Guzumi\n\n");
    run(&r, "echo kata-get-param seed | ", "--seed 42");
    assert_string_equal(r.output, "= 42\n\n");
    /* Closed standard files must not lend their numbers to others. */
    expect("<&-", 0, "");
}

static void test_play_survives_nonsense(void **state) {
    (void)state;
    struct run r;
    run(&r,
        "printf 'nonsense\\nz99\\n\\n "
        "\\001\\nundo\\nhelp\\nC3\\nC3\\nUndo\\nscore\\nnew\\nquit\\n' | ",
        "play --size 5 --set simulations=10");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "neither a point of this board nor a command"));
    assert_non_null(strstr(r.output, "There is no move of yours to take back"));
    assert_non_null(strstr(r.output, "there is a stone already"));
    assert_non_null(strstr(r.output, "its chance of winning is"));
    assert_non_null(strstr(r.output, "If the game ended here: "));
}

static void test_play_ends_with_its_input(void **state) {
    (void)state;
    struct run r;
    run(&r, "", "play --color w --size 5 --simulations 10 </dev/null");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "Guzumi thinks ... black"));
    run(&r, "yes pass | head -n 100 | ", "play --size 2 --simulations 10 --komi 0");
    assert_int_equal(r.exit_code, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_weights_count),
        cmocka_unit_test(test_weights_pack),
        cmocka_unit_test(test_occurrences),
        cmocka_unit_test(test_training_without_games),
        cmocka_unit_test(test_training_twice),
        cmocka_unit_test(test_training_without_terminal),
        cmocka_unit_test(test_networks),
        cmocka_unit_test(test_start_from),
        cmocka_unit_test(test_files_are_spared),
        cmocka_unit_test(test_handicaps_fit_the_board),
        cmocka_unit_test(test_trainings_of_one_file),
        cmocka_unit_test(test_too_little_memory),
        cmocka_unit_test(test_problems_command),
        cmocka_unit_test(test_playouts_command),
        cmocka_unit_test(test_selfplay_command),
        cmocka_unit_test(test_dual_training),
        cmocka_unit_test(test_help_and_version),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_manual),
        cmocka_unit_test(test_doctor),
        cmocka_unit_test(test_no_command_speaks_gtp),
        cmocka_unit_test(test_play_survives_nonsense),
        cmocka_unit_test(test_play_ends_with_its_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
