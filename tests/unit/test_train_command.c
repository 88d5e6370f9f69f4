/* guzumi train and guzumi selfplay from outside: their files, interruptions and mistakes. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include <signal.h>

static void test_occurrences(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 3 --shapes 2 --out test_train.weights --occurrences test_train.tsv "
        "2>test_train.log && cat test_train.tsv; rm -f test_train.tsv test_train.weights "
        "test_train.log");
    assert_non_null(strstr(r.output, "sharing\tshape\tweight\toccurrences\nld\t2x2\t0\t"));
    assert_non_null(strstr(r.output, "\nli\t2x2\t7\t"));
    expect("train --size 4 --games 0 --out test_train.weights --occurrences /nonexistent/file", 1,
           "guzumi: can't write /nonexistent/file: No such file or directory\n");
    run(&r, "", "train --size 4 --games 1 --shapes 1 --out test_train.weights 2>/dev/null");
    expect("train --resume test_train.weights --games 2 --out test_train2.weights --occurrences "
           "test_train.weights",
           2,
           "guzumi: writing test_train.weights would replace the weights that are read; choose "
           "another name\n");
    remove("test_train.weights");
}

/* The file asked for is there even when no game is left to play: weights of another size, a copy.
 */
static void test_training_without_games(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 3 --shapes 1 --out test_train.weights 2>test_train.log && "
        "\"" GUZUMI_EXECUTABLE
        "\" train --size 5 --games 0 --shapes 1 --start-from test_train.weights "
        "--out test_train5.weights && \"" GUZUMI_EXECUTABLE "\" train --resume test_train.weights "
        "--games 3 --out test_train2.weights && cmp test_train.weights test_train2.weights && "
        "\"" GUZUMI_EXECUTABLE "\" weights info test_train5.weights | grep board; "
        "rm -f test_train*.weights test_train.log");
    assert_string_equal(r.output, "board: 5x5\n");
}

/* Another training of the same name leaves the first one's file beside it; a resumed one doesn't.
 */
static void test_training_twice(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 3 --shapes 1 --out test_train.weights 2>test_train.log && "
        "cp test_train.weights test_train2.weights && \"" GUZUMI_EXECUTABLE
        "\" train --size 4 --games 2 --shapes 1 --out test_train.weights 2>test_train.log && "
        "head -1 test_train.log && cmp test_train2.weights test_train.weights.old && "
        "\"" GUZUMI_EXECUTABLE "\" train --resume test_train.weights --games 4 --out "
        "./test_train.weights 2>test_train.log && "
        "cmp test_train2.weights test_train.weights.old && grep -c old test_train.log; "
        "rm -f test_train*.weights test_train.weights.old test_train.log");
    assert_string_equal(r.output, "test_train.weights is kept as "
                                  "test_train.weights.old\n0\n");
}

/* A training that fails at once leaves the file of the one before where it is. */
static void test_training_fails_at_once(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 1 --shapes 1 --out test_train.weights 2>test_train.log && "
        "cp test_train.weights test_train2.weights; \"" GUZUMI_EXECUTABLE
        "\" train --kind territory --size 4 --games 5 --opponent program --program false "
        "--out test_train.weights 2>test_train.log; echo $?; "
        "cmp test_train.weights test_train2.weights && ls test_train.weights*; "
        "rm -f test_train.weights* test_train2.weights test_train.log");
    assert_string_equal(r.output, "1\ntest_train.weights\n");
}

static void test_training_ends_with_a_sentence(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 3 --shapes 1 --out test_train.weights 2>&1 | tail -n 2; "
        "\"" GUZUMI_EXECUTABLE "\" train --size 4 --games 3 --shapes 1 --out test_train.weights "
        "2>&1 | head -n 1; \"" GUZUMI_EXECUTABLE "\" train --size 4 --games 3 --shapes 1 --out "
        "test_train.weights 2>&1 | head -n 1; rm -f test_train.weights test_train.weights.old");
    assert_string_equal(
        r.output,
        "Wrote test_train.weights: RLGO's long-term memory of local shapes (2012 paper) for 4x4 "
        "after 3 games.\n"
        "To play against it: guzumi play --size 4 --weights test_train.weights --preset dyna2\n"
        "test_train.weights is kept as test_train.weights.old\n"
        "test_train.weights is kept as test_train.weights.old, in place of "
        "an older one\n");
}

/* An error names the file that was given, not the lock beside it. */
static void test_training_to_nowhere(void **state) {
    (void)state;
    struct run r;
    run(&r, "", "train --size 3 --games 1 --out /nonexistent/a.weights 2>&1");
    assert_string_equal(r.output,
                        "guzumi: can't write /nonexistent/a.weights: No such file or directory\n");
}

/* A training whose terminal is closed ends as by Ctrl-C; nohup keeps it from noticing. */
static void test_training_without_terminal(void **state) {
    (void)state;
    struct run r;
    signal(SIGHUP, SIG_DFL); /* or the tests' own nohup would count */
    run(&r, "",
        "train --size 3 --games 1000000000 --out test_train.weights 2>test_train.log & pid=$!; "
        "until [ -s test_train.weights ]; do sleep 0.05; done; kill -HUP $pid; wait $pid; echo $?; "
        "grep -c 'stopped after .* games; continue with --resume' test_train.log; ls "
        "test_train.weights*; "
        "rm -f test_train.weights test_train.log");
    assert_string_equal(r.output, "1\n1\ntest_train.weights\n");
    run(&r, "nohup ",
        "train --size 3 --games 1000000000 --out test_train.weights >test_train.log 2>&1 & pid=$!; "
        "until [ -s test_train.weights ]; do sleep 0.05; done; kill -HUP $pid; sleep 0.5; "
        "grep -c stopped test_train.log; kill -TERM $pid; wait $pid; grep -c stopped "
        "test_train.log; "
        "rm -f test_train.weights test_train.log");
    assert_string_equal(r.output, "0\n1\n");
}

/* What a training begins with is not lost by what it writes. */
static void test_beginnings_are_spared(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 10 --shapes 1 --keep-checkpoints --out test_train.weights "
        "2>test_train.log && mv test_train.weights.5 test_train.weights.old && "
        "cp test_train.weights.1 test_train.weights.7");
    assert_int_equal(r.exit_code, 0);
    expect_mistake("train --size 4 --shapes 1 --start-from test_train.weights.old --games 1 "
                   "--out test_train.weights",
                   1, "test_train.weights.old would replace the weights to start from");
    expect_mistake("train --resume test_train.weights.old --games 9 --out test_train.weights", 1,
                   "test_train.weights.old would replace the weights to resume");
    expect_mistake("train --size 4 --shapes 1 --start-from test_train.weights.2 --games 2 "
                   "--keep-checkpoints --out test_train.weights",
                   1, "test_train.weights.2 would replace the weights to start from");
    expect_mistake("train --size 4 --shapes 1 --start-from test_train.weights.10 --games 10 "
                   "--keep-checkpoints --out test_train.weights",
                   1, "test_train.weights.10 would replace the weights to start from");
    expect_mistake("train --size 4 --shapes 1 --start-from ./test_train.weights.7 --games 8 "
                   "--keep-every 3 --out test_train.weights",
                   1, "test_train.weights.7 would replace");
    run(&r, "ln -s test_train.weights.2 test_train.link; ", "--version");
    expect_mistake("train --size 4 --shapes 1 --start-from test_train.link --games 8 "
                   "--keep-checkpoints --out test_train.weights",
                   1, "test_train.weights.2 would replace the weights to start from");
    expect_mistake("train --size 4 --shapes 1 --start-from test_train.weights.2 --games 1 "
                   "--out test_train.link",
                   1, "test_train.link would replace the weights to start from");
    run(&r, "rm test_train.link; ", "--version");
    run(&r, "",
        "train --size 4 --shapes 1 --start-from test_train.weights.10 --games 7 "
        "--keep-checkpoints --out test_train.weights 2>test_train.log; echo $?; "
        "ls test_train.weights*; rm -f test_train.weights* test_train.log");
    assert_string_equal(r.output, "0\ntest_train.weights\ntest_train.weights.1\n"
                                  "test_train.weights.10\ntest_train.weights.2\n"
                                  "test_train.weights.5\ntest_train.weights.7\n"
                                  "test_train.weights.old\n");
}

/* What was learnt until the opponent failed is kept; and, by the clock, until a kill. */
static void test_failing_opponents(void **state) {
    (void)state;
    struct run r;
    const char *const command =
        "train --kind liberties --size 4 --games 200 --opponent program --program "
        "'sed -u 900q | \"" GUZUMI_EXECUTABLE
        "\" gtp --preset novice --seed 1%s' --out test_train.weights "
        "%s 2>test_train.log; echo $?; \"" GUZUMI_EXECUTABLE
        "\" weights info test_train.weights | sed -n 's/^trained: \\([0-9]*\\) games.*/\\1/p'; "
        "tail -n 1 test_train.log; rm -f test_train.weights* test_train.log";
    char line[900], *rest;
    snprintf(line, sizeof line, command, "", "");
    run(&r, "", line);
    assert_int_equal(strncmp(r.output, "1\n", 2), 0);
    const long games = strtol(r.output + 2, &rest, 10);
    assert_true(games > 20 && games < 200 && games != 50 && games != 100);
    assert_non_null(strstr(rest, "guzumi: the opponent 'sed"));
    /* The program kills the training, which is its shell's parent. */
    snprintf(line, sizeof line, command, "; kill -KILL $PPID", "--minutes 0");
    run(&r, "", line);
    assert_int_equal(strncmp(r.output, "137\n", 4), 0);
    assert_int_equal(strtol(r.output + 4, NULL, 10), games);
}

/* Ctrl-C ends trials, and the waiting for a program that says nothing. */
static void test_interrupted_opponents(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --kind liberties --size 4 --games 9 --trials 1000000 --out test_train.weights "
        "2>test_train.log & pid=$!; until grep -q games test_train.log; do sleep 0.05; done; "
        "kill -TERM $pid; wait $pid; echo $?; tail -n 1 test_train.log; "
        "rm -f test_train.weights* test_train.log");
    assert_string_equal(r.output, "1\nguzumi: stopped after 1 game; continue with --resume "
                                  "test_train.weights --trials ... --games 9 --out "
                                  "test_train.weights\n");
    /* The last trials, too: the table would be without them. */
    run(&r, "",
        "train --kind liberties --size 4 --games 1 --trials 1000000 --trials-out test_train.tsv "
        "--out test_train.weights 2>test_train.log & pid=$!; until grep -q games test_train.log; "
        "do sleep 0.05; done; kill -TERM $pid; wait $pid; echo $?; for i in 1 2; do "
        "\"" GUZUMI_EXECUTABLE "\" train --resume test_train.weights --games 1 --trials 2 "
        "--trials-out test_train.tsv --out test_train.weights 2>test_train.log; "
        "cut -f1,2 test_train.tsv; done; rm -f test_train.*");
    assert_string_equal(r.output, "1\ngames\ttrials\n1\t2\ngames\ttrials\n1\t2\n");
    run(&r, "",
        "train --kind territory --size 4 --games 9 --opponent program --program 'echo $$ "
        ">test_train.pid; exec sleep 50' --out test_train.weights 2>test_train.log & pid=$!; "
        "until test -s test_train.pid; do sleep 0.05; done; kill -TERM $pid; wait $pid; echo $?; "
        "tail -n 1 test_train.log; rm -f test_train.weights* test_train.log test_train.pid");
    assert_string_equal(r.output, "1\nguzumi: stopped after 0 games; continue with --resume "
                                  "test_train.weights --program ... --games 9 --out "
                                  "test_train.weights\n");
}

/* Learning that has diverged leaves the last file that can be read. */
static void test_divergence(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 5 --games 1000 --set value=linear --alpha 0.5 --out test_train.weights "
        "2>test_train.log; echo $?; tail -n 1 test_train.log | grep -c 'try a smaller alpha'; "
        "\"" GUZUMI_EXECUTABLE "\" weights info test_train.weights | grep -c trained; "
        "rm -f test_train.weights test_train.log");
    assert_string_equal(r.output, "1\n1\n1\n");
}

/* The table of trials of a training in two parts. */
static void test_table_of_trials(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --kind liberties --size 4 --games 0 --trials 2 --trials-out test_train.tsv "
        "--out test_train.weights 2>test_train.log && cut -f1,2 test_train.tsv; "
        "rm -f test_train.*");
    assert_string_equal(r.output, "games\ttrials\n0\t2\n");
    /* Those after the first game, which the first part has no trials of, are made up for. */
    run(&r, "",
        "train --kind liberties --size 4 --games 1 --out test_train.weights 2>test_train.log && "
        ": >test_train.tsv && \"" GUZUMI_EXECUTABLE "\" train --resume test_train.weights "
        "--games 2 --trials 2 --trials-out test_train.tsv --out test_train.weights "
        "2>test_train.log && printf '3\\tof another run\\n' "
        ">>test_train.tsv && \"" GUZUMI_EXECUTABLE "\" train --resume test_train.weights --games 5 "
        "--trials 2 --trials-out test_train.tsv --out test_train.weights 2>test_train.log && "
        "cut -f1,2 test_train.tsv; rm -f test_train.weights* test_train.log");
    assert_string_equal(r.output, "games\ttrials\n1\t2\n2\t2\n5\t2\n");
    run(&r, "",
        "train --kind liberties --size 4 --games 1 --trials 2 --trials-out test_train.tsv "
        "--out test_train.weights 2>test_train.log && wc -l <test_train.tsv && "
        "wc -l <test_train.tsv.old && echo no table >test_train.tsv");
    assert_string_equal(r.output, "2\n4\n");
    expect_mistake("train --resume test_train.weights --games 2 --trials 2 --trials-out "
                   "test_train.tsv --out test_train.weights",
                   1, "test_train.tsv is not a table of trials");
    run(&r, "rm -f test_train.weights* test_train.tsv* test_train.log; ", "--version");
}

static void test_classics(void **state) {
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
    expect_mistake(
        "train --kind whale --out c", 2,
        "unknown kind 'whale'; expected shapes, territory, liberties, policy or network");
    expect_mistake("train --kind territory --plies 1 --out c", 2,
                   "parameter plies (learning) has no effect on guzumi train --kind territory");
    expect_mistake("train --kind liberties --shapes 3 --out c", 2,
                   "parameter shapes (training of local shapes) has no effect on guzumi train "
                   "--kind liberties");
    expect_mistake("train --kind territory --set lambda=0.5 --out c", 2,
                   "parameter lambda (training by TD(lambda)) has no effect on guzumi train "
                   "--kind territory");
    expect_mistake("train --kind liberties --temperature 1 --out c", 2,
                   "parameter temperature (training of the territory network) has no effect");
    expect_mistake("train --kind territory --td leaf --out c", 2,
                   "parameter td (training of the liberty network) has no effect");
    expect_mistake("train --hidden-channels 3 --out c", 2,
                   "parameter hidden_channels (training of the territory network) has no effect on "
                   "guzumi train --kind shapes");
    expect_mistake("train --program gnugo --out c", 2, "--program");
    expect_mistake("train --kind network --out c", 2, "--samples FILE is required");
    expect_mistake("train --kind network --samples l --games 3 --out c", 2, "--games");
    expect_mistake("train --kind network --samples c --out c", 2, "the samples");
    expect_mistake("train --kind network --samples l --epsilon 0.5 --out c", 2,
                   "parameter epsilon (exploration in training) has no effect on guzumi train "
                   "--kind network");
    expect_mistake("train --kind network --samples l --plies 1 --out c", 2,
                   "parameter plies (learning) has no effect on guzumi train --kind network");
    expect_mistake("train --kind network --samples /nonexistent/file --out c", 1,
                   "/nonexistent/file");
    expect_mistake("train --samples l --out c", 2, "--kind network");
    expect_mistake("train --kind policy --steps 5 --out c", 2, "--kind network");
    expect_mistake("train --kind territory --opponent program --out c", 1, "--program");
    expect_mistake("train --kind territory --opponent records --out c", 1, "--records");
    expect_mistake("train --kind liberties --opponent records --out c", 1, "--kind territory");
    expect_mistake("train --kind liberties --records / --out c", 2, "--kind territory");
    expect_mistake("train --kind territory --opponent records --records /nonexistent --out c", 1,
                   "/nonexistent");
    expect_mistake(
        "train --kind territory --size 5 --games 1 --opponent program --program false --out c", 1,
        "the opponent 'false'");
    expect_mistake("train --kind territory --size 5 --games 1 --opponent program --program "
                   "'while read line; do echo \"? no\"; echo; done' --out c",
                   1, "' answered 'boardsize 5' with '? no'");
}

/* Training that starts from a file and then takes steps of no length has the file's weights. */
static void test_start_from(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 50 --shapes 2 --out test_train.weights 2>test_train.log && "
        "\"" GUZUMI_EXECUTABLE "\" train --size 4 --games 1 --alpha 0 --shapes 2 "
        "--start-from test_train.weights --out test_train2.weights 2>>test_train.log && "
        "for file in test_train test_train2; do \"" GUZUMI_EXECUTABLE
        "\" weights info $file.weights | "
        "grep square; done | sort | uniq -c | grep -c ' 2 '; "
        "rm -f test_train.weights test_train2.weights test_train.log");
    assert_string_equal(r.output, "2\n");
    expect_mistake("train --start-from a --resume b --out c", 2, "--start-from");
    run(&r, "",
        "train --size 4 --games 1 --out test_train.weights 2>/dev/null && \"" GUZUMI_EXECUTABLE
        "\" train --resume test_train.weights --size 5 --games 2 --out test_train.weights 2>&1; "
        "rm -f test_train.weights*");
    assert_string_equal(r.output,
                        "guzumi: test_train.weights is for 4x4, not --size 5; omit --size\n");
    expect_mistake("train --start-from /nonexistent/file --out c", 1, "/nonexistent/file");
    expect_mistake("train --kind territory --start-from /nonexistent/file --out c", 1,
                   "/nonexistent/file");
    expect_mistake("train --kind network --start-from /nonexistent/file --samples l --out c", 1,
                   "l");
    run(&r, "",
        "train --size 4 --games 1 --out test_train.weights 2>/dev/null && \"" GUZUMI_EXECUTABLE
        "\" weights pack test_train.weights test_train.packed && \"" GUZUMI_EXECUTABLE
        "\" train --resume test_train.packed --games 2 --out test_train.weights 2>&1; "
        "rm -f test_train.weights* test_train.packed");
    assert_string_equal(r.output, "guzumi: test_train.packed is packed, for playing only; resume "
                                  "the file that it was packed from\n");
}

/* Two trainings of one file would each lose what the other one learnt. The program of the first
 * starts after the lock is taken, which is there a moment before that. */
static void test_trainings_of_one_file(void **state) {
    (void)state;
    struct run r;
    run(&r, "rm -f test_two.*; mkfifo test_two.weights.fifo; ",
        "train --kind territory --size 5 --games 9 --opponent program --out test_two.weights "
        "--program ': >test_two.started; cat test_two.weights.fifo' 2>test_two.log & "
        "until test -e test_two.started; do sleep 0.05; done; "
        "\"" GUZUMI_EXECUTABLE "\" train --size 5 --games 1 --out test_two.weights 2>&1; "
        "echo >test_two.weights.fifo; wait; "
        "\"" GUZUMI_EXECUTABLE "\" train --size 5 --games 1 --out test_two.weights 2>test_two.log; "
        "ls test_two.weights*; rm -f test_two.*");
    assert_string_equal(r.output, "guzumi: test_two.weights: another process is writing it; write "
                                  "to another file\n"
                                  "test_two.weights\ntest_two.weights.fifo\n");
}

/* A file goes on where it ended, and only with its own settings. */
static void test_selfplay_command(void **state) {
    (void)state;
    struct run r;
    remove("test_train.samples");
    run(&r, "", "selfplay --size 4 --games 2 --simulations 20 --out test_train.samples");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "2 of 2 games, "));
    run(&r, "", "selfplay --size 4 --games 3 --simulations 20 --out test_train.samples");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "continuing after 2 games\n"));
    assert_non_null(strstr(r.output, "3 of 3 games, "));
    expect_mistake("selfplay --size 5 --games 3 --simulations 20 --out test_train.samples", 1,
                   "made with size=4, not with size=5; repeat that, or choose another file");
    expect_mistake("selfplay --size 4 --simulations 21 --out test_train.samples", 1,
                   "made with policy_simulations=20, not with policy_simulations=21;");
    expect_mistake(
        "selfplay --size 4 --simulations 20 --set exploration=0.5 --out test_train.samples", 1,
        "made with nothing, not with exploration=0.5;");
    expect_mistake("selfplay --size 4", 2, "--out");
    run(&r, "",
        "train --size 4 --games 1 --out test_train.weights 2>test_train.log && \"" GUZUMI_EXECUTABLE
        "\" selfplay --size 4 --games 3 --simulations 20 --out test_train.samples "
        "--weights test_train.weights 2>&1; rm -f test_train.weights test_train.log");
    assert_int_equal(r.exit_code, 0); /* the shell's, of rm */
    assert_non_null(strstr(r.output, "made with nothing, not with weights="));
    expect_mistake("selfplay --size 4 --weights /nonexistent/file --out test_train.samples", 1,
                   "/nonexistent/file");
    expect_mistake("selfplay --threads 2 --out test_train.samples", 2, "threads");
    remove("test_train.samples");
}

/* Samples of self-play, a network from them in two runs, and the same packed. */
static void test_network_training(void **state) {
    (void)state;
    struct run r;
    remove("test_train.samples");
    remove("test_train.network");
    run(&r, "", "selfplay --size 4 --games 9 --simulations 20 --out test_train.samples");
    assert_int_equal(r.exit_code, 0);
    run(&r, "",
        "train --kind network --samples test_train.samples --samples test_train.samples "
        "--network-channels "
        "16 "
        "--network-batch 4 --steps 3 --out test_train.network");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "3 of 3 steps, "));
    assert_non_null(strstr(r.output, "held out: policy "));
    run(&r, "",
        "train --resume test_train.network --samples test_train.samples --steps 4 --out "
        "test_train.network");
    assert_int_equal(r.exit_code, 0);
    run(&r, "", "weights pack test_train.network test_train.packed");
    assert_int_equal(r.exit_code, 0);
    run(&r, "", "weights info test_train.packed");
    assert_non_null(strstr(r.output, "network: 16 planes, 16 channels, 3 blocks, "));
    assert_non_null(strstr(r.output, "trained: 4 steps\npacked: for playing only\n"));
    expect_mistake(
        "train --resume test_train.packed --samples test_train.samples --out test_train.network", 1,
        "test_train.packed is packed");
    expect_mistake("train --resume test_train.network --samples test_train.samples --steps 2 "
                   "--out test_train.network",
                   1, "already has 4 steps; --steps is");
    expect_mistake(
        "train --resume test_train.network --samples test_train.samples --network-channels 32 "
        "--out test_train.network",
        1, "network_channels, network_blocks and network_planes");
    run(&r, "",
        "train --kind network --samples test_train.samples --start-from test_train.packed "
        "--network-channels "
        "16 "
        "--size 5 --steps 0 --out test_train.network && \"" GUZUMI_EXECUTABLE
        "\" weights pack test_train.network test_train.again && \"" GUZUMI_EXECUTABLE
        "\" weights info test_train.again && tail -c 4096 test_train.packed | head -c 4000 > "
        "test_train.1 "
        "&& tail -c 4096 test_train.again | head -c 4000 | cmp - test_train.1");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "trained: 0 steps\npacked"));
    /* At least as large as the one to start from, which has three blocks. */
    run(&r, "",
        "train --kind network --samples test_train.samples --start-from test_train.packed "
        "--network-channels 16 --network-blocks 2 --steps 1 --out test_train.network && "
        "\"" GUZUMI_EXECUTABLE "\" weights info test_train.network");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "16 planes, 16 channels, 3 blocks"));
    /* The samples were made without it. */
    expect_mistake("selfplay --weights test_train.packed --size 4 --simulations 20 "
                   "--out test_train.samples",
                   1, "made with nothing, not with network=");
    remove("test_train.again");
    remove("test_train.1");
    remove("test_train.samples");
    remove("test_train.network");
    remove("test_train.network.old");
    remove("test_train.packed");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_occurrences),
        cmocka_unit_test(test_training_without_games),
        cmocka_unit_test(test_training_twice),
        cmocka_unit_test(test_training_fails_at_once),
        cmocka_unit_test(test_training_ends_with_a_sentence),
        cmocka_unit_test(test_training_to_nowhere),
        cmocka_unit_test(test_training_without_terminal),
        cmocka_unit_test(test_beginnings_are_spared),
        cmocka_unit_test(test_failing_opponents),
        cmocka_unit_test(test_interrupted_opponents),
        cmocka_unit_test(test_divergence),
        cmocka_unit_test(test_table_of_trials),
        cmocka_unit_test(test_classics),
        cmocka_unit_test(test_start_from),
        cmocka_unit_test(test_trainings_of_one_file),
        cmocka_unit_test(test_selfplay_command),
        cmocka_unit_test(test_network_training),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
