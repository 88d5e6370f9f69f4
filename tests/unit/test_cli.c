/* The executable from outside: subcommands, the terminal game, and one line for each mistake. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include <unistd.h>

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
    run(&r, "",
        "train --size 4 --games 1 --shapes 1 --out test_cli.weights 2>test_cli.log; "
        "\"" GUZUMI_EXECUTABLE "\" selfplay --size 5 --games 1 --simulations 2 --out "
        "test_cli.samples 2>test_cli.log; \"" GUZUMI_EXECUTABLE
        "\" weights pack test_cli.weights test_cli2.weights");
    expect_mistake("weights pack test_cli.weights test_cli.weights", 1, "can be trained on");
    expect_mistake("weights pack test_cli2.weights test_cli.weights", 1, "can be trained on");
    expect_mistake("weights pack test_cli2.weights test_cli.samples", 1, "games of self-play");
    /* Packed weights are replaced, and none can be trained on. */
    run(&r, "",
        "train --kind territory --size 4 --games 1 --out test_cli.weights 2>test_cli.log; for i in "
        "1 2; do \"" GUZUMI_EXECUTABLE "\" weights pack test_cli.weights test_cli2.weights && echo "
        "packed; done; \"" GUZUMI_EXECUTABLE "\" train --resume test_cli2.weights --games 2 --out "
        "test_cli3.weights 2>&1 | grep -c 'for playing only'; "
        "rm -f test_cli.weights* test_cli2.weights test_cli.samples test_cli.log");
    assert_string_equal(r.output, "packed\npacked\n1\n");
    expect_mistake("weights pack built-in", 2, "'pack' with 1 argument");
}

/* The mean of some checkpoints of a training is a memory of its games and settings. */
static void test_weights_average(void **state) {
    (void)state;
    struct run r;
    run(&r, "",
        "train --size 4 --games 30 --shapes 12 --keep-every 10 --out test_cli.weights "
        "2>test_cli.log && ls test_cli.weights.* && \"" GUZUMI_EXECUTABLE
        "\" weights average test_cli.weights.1 test_cli.weights.30 --out test_cli2.weights && "
        "for file in test_cli test_cli2; do \"" GUZUMI_EXECUTABLE "\" weights info $file.weights | "
        "grep -e settings -e trained; done | sort | uniq -c | grep -c ' 2 '");
    assert_string_equal(r.output, "test_cli.weights.1\ntest_cli.weights.10\ntest_cli.weights.2\n"
                                  "test_cli.weights.20\ntest_cli.weights.30\ntest_cli.weights.5\n"
                                  "2\n");
    run(&r, "", "train --size 4 --games 1 --shapes 2 --out test_cli3.weights 2>test_cli.log");
    expect_mistake("weights average test_cli.weights test_cli3.weights --out test_cli2.weights", 1,
                   "test_cli3.weights has another board");
    run(&r, "",
        "train --size 4 --games 1 --shapes 12 --set value=linear --out test_cli3.weights "
        "2>test_cli.log");
    expect_mistake("weights average test_cli.weights test_cli3.weights --out test_cli2.weights", 1,
                   "another kind of value");
    expect_mistake("weights average test_cli.weights --out test_cli.weights", 1,
                   "can be trained on");
    expect_mistake("train --resume test_cli.weights --resume test_cli3.weights --out "
                   "test_cli3.weights",
                   2, "--resume");
    expect_mistake("weights average test_cli.weights", 2, "'average' with 1 argument");
    expect_mistake("weights info test_cli.weights --out x", 2, "1 argument and --out");
    run(&r, "rm -f test_cli.weights* test_cli2.weights test_cli3.weights* test_cli.log; ",
        "--version");
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

/* The first thing wrong is named, whatever else is. */
static void test_resume_or_start(void **state) {
    (void)state;
    expect_mistake("train --resume n --start-from n --samples s --steps 8 --out w", 2,
                   "--resume and --start-from exclude each other");
    expect_mistake("train --resume n --start-from n", 2,
                   "--resume and --start-from exclude each other");
}

static void test_options_have_an_effect(void **state) {
    (void)state;
    static const char network[] =
        "playouts x.sgf --default-policy softmax --weights '" GUZUMI_TESTS_DIR
        "/../weights/network-9x9.weights'";
    expect_mistake("bench --signatures --profile", 2, "omit --profile");
    expect_mistake("bench --signatures --against x", 2, "omit --against");
    expect_mistake("bench --signatures --rounds 5", 2, "omit --rounds");
    expect_mistake("bench --signatures --size 9", 2, "omit --size");
    expect_mistake("bench --signatures --seconds 1", 2, "omit --seconds");
    expect_mistake("bench --profile --against x", 2, "--profile and --against exclude each other");
    expect_mistake("bench --profile --rounds 3", 2, "--rounds is for a comparison");
    expect_mistake("bench --rounds 3", 2, "--rounds is for a comparison");
    expect_mistake("train --kind territory --trial-opponent random --out w", 2, "--trials");
    expect_mistake("train --kind territory --opponent-handicap 2 --size 9 --games 1 --out w", 1,
                   "opponent_handicap needs an opponent");
    expect_mistake("playouts x.sgf --weights w", 2, "only with --default-policy softmax");
    expect_mistake("problems x.txt --playouts 5 --weights w", 2,
                   "only with --default-policy softmax");
    expect_mistake("playouts x.sgf --default-policy softmax --weights /nonexistent/file", 1,
                   "/nonexistent/file");
    expect_mistake(network, 2, "network");
    expect_mistake("analysis --override-config maxVisits", 2, "'maxVisits' is not NAME=VALUE");
    expect_mistake("analysis --override-config maxVisits=9,=", 2, "'=' is not NAME=VALUE");
    expect_mistake("analysis --override-config \"maxVisits=9, =3\"", 2, "' =3' is not");
    struct run r;
    run(&r, "", "analysis --override-config maxVisits=9, </dev/null");
    assert_int_equal(r.exit_code, 0);
}

static void test_handicaps_fit_the_board(void **state) {
    (void)state;
    expect_mistake("play --size 8 --handicap 7", 2, "on 8x8 it is 2 to 4 stones, not 7");
    expect_mistake("play --size 5 --handicap 2", 2, "no points for it on 5x5");
    expect_mistake("train --kind territory --size 7 --games 1 --out w --set opponent=novice "
                   "--set opponent_handicap=9",
                   1, "opponent_handicap: on 7x7 it is 2 to 4 stones, not 9");
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
    assert_non_null(strstr(r.output, " of 24, playout error 0."));
    snprintf(line, sizeof line, "problems %s --playouts 200", file);
    run(&r, "", line);
    assert_non_null(strstr(r.output, "\nall: solved 12 of 12, "));
    expect_mistake("problems /nonexistent/file", 1, "/nonexistent/file");
    expect_mistake("problems", 2, "FILE");
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
    assert_non_null(strstr(r.output, "\ncorrelation none: one side won all games\n"));
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
    expect_mistake("play --komi 6.51", 2, "--komi: 6.51");
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
    static const char *const lines[] = {"--version", "--help", "perft 2 2", "manual man",
                                        "analysis"};
    struct run r;
    for (int i = 0; i < 5; i++) {
        char line[100];
        snprintf(line, sizeof line, "%s 2>&1 >/dev/full #", lines[i]);
        run(&r, "echo nonsense | ", line);
        assert_string_equal(r.output,
                            "guzumi: can't write to standard output: No space left on device\n");
        assert_int_equal(r.exit_code, 1);
    }
}

/* Nor is what a closed output doesn't take. */
static void test_closed_output(void **state) {
    (void)state;
    struct run r;
    run(&r, "", "--version 2>&1 >&- #");
    assert_string_equal(r.output, "guzumi: can't write to standard output: Bad file descriptor\n");
    assert_int_equal(r.exit_code, 1);
    run(&r, "echo name | ", "gtp 2>&1 >&- #");
    assert_string_equal(r.output, "guzumi: can't write answers to the output\n");
    assert_int_equal(r.exit_code, 1);
}

/* A main stack far smaller than the frames of a search, on the largest board, with ladders. */
static void test_small_stack(void **state) {
    (void)state;
    struct run r;
    run(&r,
        "ulimit -s 256 && printf 'boardsize 19\\nplay b D4\\nplay w D3\\nplay w C4\\nplay w E3\\n"
        "genmove b\\nfinal_score\\n' | ",
        "gtp --seed 1 --simulations 50 | grep -c '^='");
    assert_string_equal(r.output, "7\n");
    assert_int_equal(r.exit_code, 0);
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

/* A match and a merge say where their results are, and what to do with them. */
static void test_matches_end_with_a_sentence(void **state) {
    (void)state;
    struct run r;
    run(&r,
        "printf '%s\\n' 'size 3' 'games 2' 'player a engine simulations=5' 'player b engine "
        "simulations=5' >test_cli.plan; ",
        "match test_cli.plan --out test_cli.tsv --sgf test_cli.games 2>&1 >/dev/null | tail -n 2; "
        "\"" GUZUMI_EXECUTABLE "\" match test_cli.plan --out test_cli.tsv --quiet 2>&1 "
        ">/dev/null; \"" GUZUMI_EXECUTABLE "\" match test_cli.plan --out test_cli2.tsv --shard 1/2 "
        "2>&1 >/dev/null | tail -n 1; \"" GUZUMI_EXECUTABLE "\" merge test_cli.plan test_cli2.tsv "
        "--out test_cli3.tsv 2>&1 >/dev/null | tail -n 1; rm -rf test_cli.plan test_cli*.tsv "
        "test_cli.games");
    assert_string_equal(
        r.output, "The games are in test_cli.games.\n"
                  "The results are in test_cli.tsv; 'guzumi elo test_cli.tsv' rates the players.\n"
                  "The results are in test_cli2.tsv, part 1 of 2; 'guzumi merge' joins the parts.\n"
                  "Wrote test_cli3.tsv; 'guzumi elo test_cli3.tsv' rates the players.\n");
}

/* Black has won both games, neither player has. */
static void test_elo_of_one_colour(void **state) {
    (void)state;
    struct run r;
    run(&r, "head -n 3 '" GUZUMI_TESTS_DIR "/fuzz/corpus/results/four-games' >test_cli.tsv; ",
        "elo test_cli.tsv --bootstrap 0");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(
        strstr(r.output, "\nThe results are too one-sided for finite ratings: each pair "));
    remove("test_cli.tsv");
}

/* The shares of a search's time add up, and its large parts are seen. */
static void test_bench_profile(void **state) {
    static const char *const large[] = {"tree_priors_9x9", "tree_network_9x9", "tree_playouts_9x9"};
    (void)state;
    struct run r;
    double sum = 0;
    int seen = 0;
    run(&r, "", "bench --profile --size 9 --seconds 0.3");
    assert_int_equal(r.exit_code, 0);
    for (char *line = strtok(r.output, "\n"); line; line = strtok(NULL, "\n")) {
        char name[40], unit[20];
        double share;
        assert_int_equal(sscanf(line, "%39s %lf %19s", name, &share, unit), 3);
        if (strcmp(unit, "percent") != 0) continue;
        sum += share;
        for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
            seen += share > 0 && strcmp(name, large[i]) == 0;
    }
    assert_true(sum > 99 && sum < 101);
    assert_int_equal(seen, sizeof large / sizeof large[0]);
}

/* Figures that another program has as well are compared. */
static void test_bench_against(void **state) {
    (void)state;
    static const char *const parts[] = {
        "\ntree_node_3x3 384 192 bytes 2.000 (2.000 to 2.000)\n",
        " 1e-06 simulations/s ",
    };
    struct run r;
    run(&r, "",
        "bench --size 3 --seconds 0.001 --rounds 2 --against \"printf "
        "'tree_node_3x3 192 bytes\\nnothing 1 byte\\ntree_3x3 0.000001 simulations/s\\n' #\"");
    assert_int_equal(r.exit_code, 0);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strstr(r.output, parts[i])) fail_msg("'%s' lacks '%s'", r.output, parts[i]);
    assert_null(strstr(r.output, "nothing"));
    assert_null(strstr(r.output, "network_3x3"));
    run(&r, "", "bench --size 3 --seconds 0.001 --rounds 1 --against false");
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.output, "'false bench --seconds 0.001 --size 3' prints no figures\n"));
}

static void test_doctor(void **state) {
    (void)state;
    struct run r;
    run(&r, "", "doctor");
    assert_int_equal(r.exit_code, 0);
    assert_null(strstr(r.output, "WRONG"));
    assert_null(strstr(r.output, "note"));
    assert_non_null(strstr(r.output, "network 9x9, 16x16"));
    run(&r, "", "doctor --search greedy --simulations 5");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "note   parameter simulations has no effect"));
    run(&r, "", "doctor --weights " GUZUMI_TESTS_DIR "/CMakeLists.txt");
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.output, "CMakeLists.txt: not a weight file of Guzumi"));
    run(&r, "", "doctor </dev/null");
    assert_non_null(strstr(r.output, "ok     standard input and output are usable; neither is a "
                                     "terminal\n"));
    run(&r, "", "doctor <&- 0>/dev/null");
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.output, "WRONG  standard input cannot be read"));
}

static void test_no_command_speaks_gtp(void **state) {
    (void)state;
    struct run r;
    run(&r, "echo name | ", "");
    assert_string_equal(r.output, "= Guzumi\n\n");
    run(&r, "echo kata-get-param seed | ", "--seed 42");
    assert_string_equal(r.output, "= 42\n\n");
    /* Without one it is another seed each time, also beside a preset. */
    run(&r, "for i in 1 2 3; do echo get_random_seed | ",
        "--preset uct; done | sort -u | grep -c =");
    assert_string_equal(r.output, "3\n");
    /* Closed standard files must not lend their numbers to others. */
    expect("<&-", 0, "");
}

static void test_play_survives_nonsense(void **state) {
    (void)state;
    struct run r;
    run(&r,
        "printf 'nonsense\\nz99\\n\\n "
        "\\001\\nundo\\nhelp\\nC3\\nC3\\nUndo\\nscore\\nnew\\nquit\\n' | ",
        "play --seed 1 --size 5 --simulations 10");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "Unknown point or command"));
    assert_non_null(strstr(r.output, "There is no move of yours to take back"));
    assert_non_null(strstr(r.output, "there is already a stone"));
    assert_non_null(strstr(r.output, "its win rate is"));
    assert_non_null(strstr(r.output, "If the game ended here: "));
}

static void test_play_ends_with_its_input(void **state) {
    (void)state;
    struct run r;
    run(&r, "", "play --seed 1 --color w --size 5 --simulations 10 </dev/null");
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.output, "Guzumi thinks ... black"));
    run(&r, "yes pass | head -n 100 | ", "play --seed 1 --size 2 --simulations 10 --komi 0");
    assert_int_equal(r.exit_code, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_weights_count),
        cmocka_unit_test(test_weights_pack),
        cmocka_unit_test(test_weights_average),
        cmocka_unit_test(test_files_are_spared),
        cmocka_unit_test(test_resume_or_start),
        cmocka_unit_test(test_options_have_an_effect),
        cmocka_unit_test(test_handicaps_fit_the_board),
        cmocka_unit_test(test_too_little_memory),
        cmocka_unit_test(test_problems_command),
        cmocka_unit_test(test_playouts_command),
        cmocka_unit_test(test_help_and_version),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_closed_output),
        cmocka_unit_test(test_small_stack),
        cmocka_unit_test(test_manual),
        cmocka_unit_test(test_matches_end_with_a_sentence),
        cmocka_unit_test(test_elo_of_one_colour),
        cmocka_unit_test(test_bench_profile),
        cmocka_unit_test(test_bench_against),
        cmocka_unit_test(test_doctor),
        cmocka_unit_test(test_no_command_speaks_gtp),
        cmocka_unit_test(test_play_survives_nonsense),
        cmocka_unit_test(test_play_ends_with_its_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
