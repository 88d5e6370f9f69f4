/* Matches by the executable: the same games with any number of jobs, shards and restarts, and
 * external programs that misbehave in every way. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/go/sgf.h"

#include "match_folder.h"

/* --- tests --- */

#define THREE                                                                                      \
    "size 5\ngames 6\nplayer greedy preset td-learning pass_when=filled\n"                         \
    "player ten engine simulations=10 pass_when=filled\n"                                          \
    "player short preset td-search simulations=15\n"

static void test_jobs(void **state) {
    (void)state;
    write_file("jobs.plan", THREE);
    expect("match jobs.plan --out jobs1.tsv", 0, "18 games, 0 drawn");
    expect("match jobs.plan --out jobs3.tsv -j3 --quiet", 0, "18 games, 0 drawn");
    assert_same_games("jobs1.tsv", "jobs3.tsv");
    struct results results = read_results("jobs1.tsv");
    assert_int_equal(results.count, 18);
    for (size_t i = 0; i < results.count; i++) {
        const struct result *r = &results.list[i];
        assert_int_equal(r->game, i);
        assert_string_equal(r->column[RESULT_END], "score");
        assert_string_equal(r->column[RESULT_VERSION_BLACK], "Guzumi " GUZUMI_VERSION);
        assert_string_equal(r->column[RESULT_ERROR], "-");
        assert_true(atoi(r->column[RESULT_MOVES]) > 4);
    }
    /* Pairs share the opening. */
    assert_string_equal(results.list[4].column[RESULT_OPENING],
                        results.list[5].column[RESULT_OPENING]);
    results_free(&results);
}

static void test_swiss_jobs(void **state) {
    (void)state;
    write_file("swiss.plan", "size 5\npairing swiss 4\nplayer a engine simulations=5\n"
                             "player b engine simulations=10\nplayer c engine simulations=20\n"
                             "player d engine simulations=40\n");
    expect("match swiss.plan --out swiss1.tsv", 0, "16 games");
    expect("match swiss.plan --out swiss4.tsv -j 4", 0, "16 games");
    assert_same_games("swiss1.tsv", "swiss4.tsv");
    expect("match swiss.plan --out swiss5.tsv --shard 1/2", 2, "--shard: a Swiss round");
}

/* The file of a finished match, truncated anywhere, is completed with the same games. */
static void test_continues(void **state) {
    (void)state;
    char path[128];
    write_file("on.plan", THREE);
    expect("match on.plan --out whole.tsv", 0, "18 games");
    struct stat about;
    assert_int_equal(stat(path_of(path, "whole.tsv"), &about), 0);
    const off_t cuts[] = {0, 3, 100, about.st_size / 2, about.st_size - 1, about.st_size};
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        char command[300];
        snprintf(command, sizeof command, "cd %s && cp whole.tsv cut.tsv", folder);
        assert_int_equal(system(command), 0);
        assert_int_equal(truncate(path_of(path, "cut.tsv"), cuts[i]), 0);
        expect("match on.plan --out cut.tsv", 0, "18 games");
        assert_same_games("whole.tsv", "cut.tsv");
    }
    /* More games later. */
    write_file("on.plan", THREE "# again\nplayer x engine\n");
    expect("match on.plan --out cut.tsv", 1, "is of plan");
    char more[] = THREE;
    *strstr(more, "games 6") = '#';
    write_file("on.plan", more);
    expect("match on.plan --out cut.tsv --check", 0, "300 games");
}

/* The verdict that the run prints, from "sprt" on. */
static void verdict_of(const char *arguments, char verdict[300]) {
    const struct run run = guzumi(arguments);
    const char *line = strstr(run.output, "sprt ");
    if (run.exit_code != 0 || !line) WRONG("'%s' says: %s", arguments, run.output);
    snprintf(verdict, 300, "%s", line);
}

/* A sequential test ends at the same pair with any number of threads and restarts, also if later
 * games are known before earlier ones. */
static void test_sequential(void **state) {
    (void)state;
    char whole[300], other[300], path[128], command[300];
    struct stat about;
    write_file("sprt.plan", "size 5\nsprt 0 150\nplayer ten engine search=td simulations=20 "
                            "pass_when=filled\nplayer greedy preset td-learning "
                            "pass_when=filled\n");
    verdict_of("match sprt.plan --out sprt1.tsv --quiet", whole);
    assert_non_null(strstr(whole, "ten against greedy, after "));
    struct results results = read_results("sprt1.tsv");
    snprintf(other, sizeof other, "after %d pairs", (int)results.count / 2);
    assert_non_null(strstr(whole, other));
    assert_int_equal(results.count % 2, 0);
    results_free(&results);
    verdict_of("match sprt.plan --out sprt4.tsv --quiet -j 4", other);
    assert_string_equal(other, whole);
    assert_int_equal(stat(path_of(path, "sprt1.tsv"), &about), 0);
    snprintf(command, sizeof command,
             "cd %s && { head -1 sprt1.tsv; tail -n +2 sprt1.tsv | tail -n 7; } > late.tsv",
             folder);
    assert_int_equal(system(command), 0);
    verdict_of("match sprt.plan --out late.tsv --quiet -j 2", other);
    assert_string_equal(other, whole);
    snprintf(command, sizeof command, "cd %s && cp sprt1.tsv cut.tsv", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(truncate(path_of(path, "cut.tsv"), about.st_size / 2), 0);
    verdict_of("match sprt.plan --out cut.tsv --quiet", other);
    assert_string_equal(other, whole);
    assert_same_games("sprt1.tsv", "cut.tsv");
    /* No game is left to play, and none is missing. */
    verdict_of("match sprt.plan --out cut.tsv", other);
    assert_string_equal(other, whole);
    assert_same_games("sprt1.tsv", "cut.tsv");
    expect("merge sprt.plan sprt4.tsv --out merged.tsv", 0, whole);
    expect("match sprt.plan --out sprt5.tsv --shard 1/2", 2, "--shard: a sequential test");
}

/* Shell programs that accept all commands and do AT_GENMOVE for genmove. */
#define PROGRAM(name, at_genmove)                                                                  \
    "player " name " command while read -r c a; do case $c in genmove) " at_genmove                \
    ";; *) echo =; echo;; esac; done\n"

/* Every game in the file ended by END. */
static void assert_all_end(const char *name, const char *end) {
    struct results results = read_results(name);
    for (size_t i = 0; i < results.count; i++)
        assert_string_equal(results.list[i].column[RESULT_END], end);
    results_free(&results);
}

/* With the processor clock, a program that sleeps uses no time, and one that computes loses on
 * time.
 */
static void test_processor_clock(void **state) {
    (void)state;
    write_file("cpu.plan", "size 5\ngames 2\nclock processor\ntime 0.4\n"
                           "player greedy preset td-learning pass_when=filled\n" PROGRAM(
                               "sleeper", "sleep 0.5; echo = pass; echo"));
    expect("match cpu.plan --out cpu.tsv -j2", 0, "processor seconds");
    struct results results = read_results("cpu.tsv");
    assert_int_equal(results.count, 2);
    for (size_t i = 0; i < results.count; i++) {
        const struct result *r = &results.list[i];
        const enum color sleeper = i == 0 ? WHITE : BLACK;
        assert_string_equal(r->column[RESULT_END], "score");
        assert_true(result_cost(r, sleeper).seconds >= 0.5);
        assert_true(result_cost(r, sleeper).processor < 0.4);
    }
    results_free(&results);
    /* While it has time left, the match waits beyond the patience. */
    write_file("slow.plan", "size 5\ngames 2\nclock processor\ntime 100\npatience 0.4\n"
                            "player greedy preset td-learning pass_when=filled\n" PROGRAM(
                                "slow", "sleep 0.6; echo = pass; echo"));
    expect("match slow.plan --out slow.tsv -j2", 0, "2 games");
    assert_all_end("slow.tsv", "score");
    write_file(
        "busy.plan",
        "size 5\ngames 2\nclock processor\ntime 0.2\n"
        "player greedy preset td-learning pass_when=filled\n" PROGRAM(
            "busy", "n=0; while [ $n -lt 1000000 ]; do n=$((n+1)); done; echo = pass; echo"));
    expect("match busy.plan --out busy.tsv -j2", 0, "2 games");
    assert_all_end("busy.tsv", "time");
}

static void test_mistakes(void **state) {
    (void)state;
    write_file("good.plan", THREE);
    write_file("bad.plan", "size 9\nnonsense\n");
    write_file("away.plan", THREE "player gone command /nonexistent/program\n");
    write_file("mute.plan", THREE "player mute command cat >/dev/null\npatience 0.2\n");
    write_file("other.tsv", "something else\n");
    expect("match", 2, "expected PLAN");
    expect("match good.plan", 2, "--out FILE is required");
    expect("match nothing.plan --out x.tsv", 2, "nothing.plan");
    expect("match bad.plan --out x.tsv", 2, "bad.plan:2: unknown key 'nonsense'");
    expect("match good.plan --out x.tsv --shard 3/2", 2, "'3/2' is not I/N");
    expect("match good.plan --out x.tsv --shard 3", 2, "'3' is not I/N");
    expect("match good.plan --out x.tsv -j0", 2, "--jobs: '0'");
    expect("match good.plan --out nowhere/x.tsv", 1, "nowhere/x.tsv");
    expect("match good.plan --out other.tsv", 1, "other.tsv:1: not the header");
    write_file("other.tsv", "(;GM[1]SZ[9];B[aa])");
    expect("match good.plan --out other.tsv", 1, "other.tsv:1: not the header");
    char path[128];
    struct stat about;
    assert_int_equal(stat(path_of(path, "other.tsv"), &about), 0);
    assert_int_equal(about.st_size, 19);
    expect("match good.plan --out x.tsv --sgf other.tsv", 1, "other.tsv");
    expect("match good.plan --out good.plan", 2, "writing good.plan would replace the plan");
    expect("match good.plan --out made --sgf made", 2,
           "writing made would replace the folder of --sgf; choose another name");
    expect("match good.plan --out nowhere/x.tsv --sgf made", 1, "nowhere/x.tsv");
    assert_int_not_equal(stat(path_of(path, "made"), &about), 0);
    char line[1200] = "match good.plan --out x.tsv --sgf ";
    const size_t length = strlen(line);
    for (size_t i = 0; i < 1020; i++) line[length + i] = i % 2 ? '/' : '.'; /* this folder */
    line[length + 1020] = 0;
    expect(line, 1, "--sgf: the name of the folder is too long");
    expect("match away.plan --out x.tsv", 1, "'/nonexistent/program' does not work");
    expect("match away.plan --out x.tsv", 1,
           "the program of gone was not found; install it, or write its path");
    expect("match mute.plan --out x.tsv", 1, "mute did not answer 'name' in time");
}

/* A full disk is reported, even if part of a line still fitted; the file keeps only whole lines,
 * and the match continues from there. */
static void test_full_disk(void **state) {
    (void)state;
    char path[128];
    struct stat about;
    write_file("full.plan", THREE);
    limit = "ulimit -f 2;";
    expect("match full.plan --out full.tsv -j1 --quiet", 1, "can't write full.tsv: File too large");
    expect("train --size 5 --games 9 --out full.weights", 1,
           "can't write full.weights: File too large");
    limit = "";
    expect("--version; ls full.weights* | wc -l", 0, "\n0\n");
    assert_int_equal(stat(path_of(path, "full.tsv"), &about), 0);
    struct results results = {0};
    struct failure why;
    size_t complete;
    assert_int_equal(results_read(&results, path, &complete, &why), STATUS_OK);
    results_free(&results);
    assert_true(complete > 500 && about.st_size == (long)complete);
    expect("match full.plan --out full.tsv", 0, "18 games");
    expect("match full.plan --out whole_again.tsv", 0, "18 games");
    assert_same_games("full.tsv", "whole_again.tsv");
}

static void test_bad_programs(void **state) {
    (void)state;
    static const struct {
        const char *name, *end, *error;
    } programs[] = {
        {"liar", "illegal", "there is already a stone"},
        {"strange", "illegal", "which is not a move"},
        {"crasher", "crash", "crasher ended with exit code 3 at 'genmove"},
        {"hanger", "hang", "hanger did not answer 'genmove"},
        {"refuser", "refused", "'? I won't'"},
        {"babbler", "crash", "which is not GTP"},
        {"endless", "crash", "which is not GTP"},
    };
    enum { COUNT = sizeof programs / sizeof programs[0] };
    write_file(
        "bad.plan",
        "size 5\ngames 2\npatience 1\npairing anchor greedy\n"
        "player greedy preset td-learning pass_when=filled\n" PROGRAM("liar", "echo '= a1'; echo")
            PROGRAM("strange", "echo '= Z99'; echo") PROGRAM("crasher", "exit 3")
                PROGRAM("hanger", "sleep 1000") PROGRAM("refuser", "echo '? I won'\\''t'; echo")
                    PROGRAM("babbler", "echo hello; echo") PROGRAM("endless", "yes"));
    expect("match bad.plan --out bad.tsv -j 4", 0, "crasher lost 2 games by a crash\n");
    struct results results = read_results("bad.tsv");
    assert_int_equal(results.count, 2 * COUNT);
    for (size_t i = 0; i < results.count; i++) {
        const struct result *r = &results.list[i];
        const int bad = i % 2 == 0 ? WHITE : BLACK;
        assert_string_equal(r->column[RESULT_BLACK + bad], programs[i / 2].name);
        assert_string_equal(r->column[RESULT_RESULT], bad == WHITE ? "B+F" : "W+F");
        assert_string_equal(r->column[RESULT_END], programs[i / 2].end);
        if (!strstr(r->column[RESULT_ERROR], programs[i / 2].error))
            WRONG("'%s' should say '%s'", r->column[RESULT_ERROR], programs[i / 2].error);
    }
    results_free(&results);
}

static void test_good_programs(void **state) {
    (void)state;
    char plan[3000];
    snprintf(plan, sizeof plan,
             "size 5\ngames 4\nkomi 24\ntime 100\nplayer passer command while read -r c a; do echo "
             "=; [ $c = genmove ] && echo pass; echo; done\n"
             "player resigner command while read -r c a; do case $c in genmove) echo = resign;; *) "
             "echo =;; esac; echo; done\n"
             "player guzumi command '%s' gtp --preset td-learning --seed {seed}\n",
             GUZUMI_EXECUTABLE);
    /* The text of an answer may start on its second line. */
    write_file("programs.plan", plan);
    expect("match programs.plan --out programs.tsv -j2", 0, "12 games");
    struct results results = read_results("programs.tsv");
    for (size_t i = 0; i < results.count; i++) {
        const struct result *r = &results.list[i];
        const int resigns = strcmp(r->column[RESULT_WHITE], "resigner") == 0   ? 1
                            : strcmp(r->column[RESULT_BLACK], "resigner") == 0 ? 0
                                                                               : -1;
        assert_string_equal(r->column[RESULT_ERROR], "-");
        if (resigns >= 0) {
            assert_string_equal(r->column[RESULT_RESULT], resigns ? "B+R" : "W+R");
            assert_string_equal(r->column[RESULT_END], "resign");
        } else {
            assert_string_equal(r->column[RESULT_END], "score");
        }
    }
    results_free(&results);
}

/* A program knows the commands of its list, and no other whose name is part of one. The seeds
 * of its commands are those that the games are listed with. */
static void test_what_programs_know(void **state) {
    (void)state;
    char path[128], seeds[400];
    write_file("known.plan",
               "size 5\ngames 2\ntime 100\nplayer a preset td-learning\n"
               "player b command echo {seed} {seed} >>seeds; while read -r c a; do case $c in "
               "list_commands) echo = kgs-time_left; echo time_left_of; echo;; time_left) "
               "echo '? unknown command'; echo;; genmove) echo = pass; echo;; *) echo =; echo;; "
               "esac; done\n");
    expect("match known.plan --out known.tsv", 0, "2 games");
    assert_all_end("known.tsv", "score");
    FILE *file = fopen(path_of(path, "seeds"), "rb");
    assert_non_null(file);
    seeds[fread(seeds, 1, sizeof seeds - 1, file)] = 0;
    fclose(file);
    struct results results = read_results("known.tsv");
    for (int i = 0; i < 2; i++) {
        const char *seed = results.list[i].column[i == 0 ? RESULT_SEED_WHITE : RESULT_SEED_BLACK];
        char line[60];
        snprintf(line, sizeof line, "%s %s\n", seed, seed);
        assert_non_null(strstr(seeds, line));
    }
    results_free(&results);
}

/* A program that exceeds its time loses on time. */
static void test_clock(void **state) {
    (void)state;
    write_file(
        "clock.plan",
        "size 5\ngames 2\ntime 1\nplayer greedy preset td-learning pass_when=filled\n" PROGRAM(
            "slow", "sleep 1000"));
    expect("match clock.plan --out clock.tsv -j2", 0, "2 games");
    struct results results = read_results("clock.tsv");
    assert_int_equal(results.count, 2);
    for (size_t i = 0; i < results.count; i++) {
        assert_string_equal(results.list[i].column[RESULT_RESULT], i == 0 ? "B+T" : "W+T");
        assert_string_equal(results.list[i].column[RESULT_END], "time");
    }
    results_free(&results);
}

/* The periods of byo-yomi that wait are time that a move may take; programs get each clock by the
 * command that knows it. */
static void test_other_clocks(void **state) {
    (void)state;
    char path[200], said[2000];
#define SLEEPER                                                                                    \
    "player greedy preset td-learning pass_when=filled\n"                                          \
    "player sleeper command while read -r c a; do echo \"$c $a\" >> said; case $c in genmove) "    \
    "sleep 1; echo = pass; echo;; *) echo =; echo;; esac; done\n"
    static const struct {
        const char *time, *end, *command;
    } clocks[] = {
        {"byo-yomi 0 0.4 100", "score", "kgs-time_settings byoyomi 0 0.4 100\n"},
        {"byo-yomi 0.1 0.4 2", "time", "kgs-time_settings byoyomi 0.1 0.4 2\n"},
        {"fischer 30 5", "score", "kata-time_settings fischer 30 5\n"},
        {"fischer 0.4 5", "time", "kata-time_settings fischer 0.4 5\n"},
    };
    for (int i = 0; i < 4; i++) {
        char text[1000], arguments[60], name[40];
        snprintf(text, sizeof text, "size 5\ngames 2\ntime %s\n" SLEEPER, clocks[i].time);
        write_file("other.plan", text);
        snprintf(arguments, sizeof arguments, "match other.plan --out other%d.tsv", i);
        expect(arguments, 0, "2 games");
        snprintf(name, sizeof name, "other%d.tsv", i);
        assert_all_end(name, clocks[i].end);
        FILE *file = fopen(path_of(path, "said"), "rb");
        assert_non_null(file);
        said[fread(said, 1, sizeof said - 1, file)] = 0;
        fclose(file);
        remove(path);
        assert_non_null(strstr(said, clocks[i].command));
    }
    /* Each move is in time, but not all of them together. */
    write_file("other.plan", "size 5\ngames 2\ntime 2\n" SLEEPER);
    expect("match other.plan --out spent.tsv", 0, "2 games");
    struct results results = read_results("spent.tsv");
    assert_string_equal(results.list[0].column[RESULT_RESULT], "B+T");
    results_free(&results);
    remove(path_of(path, "said"));
#undef SLEEPER
}

/* The game's SGF file in the folder NAME has the result's players and MOVES moves. */
static void assert_recorded(const char *name, const struct result *result, size_t moves) {
    char path[200];
    struct sgf *sgf;
    struct game game;
    struct failure why = {""};
    snprintf(path, sizeof path, "%s/%s/%07d.sgf", folder, name, (int)result->game);
    sgf_load(&sgf, path, &why);
    assert_string_equal(why.text, "");
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "PB", 0), result->column[RESULT_BLACK]);
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "PW", 0), result->column[RESULT_WHITE]);
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "RE", 0), result->column[RESULT_RESULT]);
    assert_int_equal(game_init(&game, 9, &why), STATUS_OK);
    assert_int_equal(sgf_to_game(sgf, SGF_ALL_MOVES, &game, &why), STATUS_OK);
    assert_int_equal(game.count, moves);
    game_free(&game);
    sgf_free(sgf);
}

static void test_move_limit(void **state) {
    (void)state;
    write_file("limit.plan", "size 9\ngames 2\nmax_moves 10\nkomi 0.5\n"
                             "player a preset td-learning\nplayer b preset td-learning\n");
    expect("match limit.plan --out limit.tsv --sgf games", 0, "2 games");
    struct results results = read_results("limit.tsv");
    for (size_t i = 0; i < results.count; i++) {
        assert_string_equal(results.list[i].column[RESULT_MOVES], "10");
        assert_string_equal(results.list[i].column[RESULT_END], "moves");
        assert_recorded("games", &results.list[i], 10);
    }
    results_free(&results);
    /* Games of another plan are not overwritten; the same game may be played again. */
    write_file("limit9.plan", "size 9\ngames 2\nmax_moves 9\nkomi 0.5\n"
                              "player a preset td-learning\nplayer b preset td-learning\n");
    expect("match limit9.plan --out limit9.tsv --sgf games", 1,
           "0000000.sgf is not a game of this plan");
    expect("match limit.plan --out limit_again.tsv --sgf games", 0, "2 games");
    expect("match limit.plan --out both/limit.tsv --sgf both", 0, "2 games");
}

/* The third player never answers genmove. */
#define PROGRAM_PLAN                                                                               \
    "size 5\ngames 100\nplayer a preset td-learning pass_when=filled\n"                            \
    "player b preset td-learning pass_when=filled\n" PROGRAM("mute", "sleep 1000")

/* Ctrl-C, even twice, leaves whole lines and a message about how to continue. */
static void test_interrupt(void **state) {
    (void)state;
    char command[600];
    write_file("stop.plan", PROGRAM_PLAN);
    snprintf(command, sizeof command,
             "cd %s && { '%s' match stop.plan --out stop.tsv --quiet 2>stop.log & pid=$!; "
             "until [ -s stop.tsv ] && [ $(wc -l <stop.tsv) -gt 2 ]; do sleep 0.05; done; "
             "kill -TERM $pid; kill -TERM $pid; wait $pid; }",
             folder, GUZUMI_EXECUTABLE);
    const int status = system(command);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    snprintf(command, sizeof command, "grep -q 'stopped; the same command' %s/stop.log", folder);
    assert_int_equal(system(command), 0);
    struct results results = read_results("stop.tsv");
    assert_true(results.count >= 2);
    results_free(&results);
    /* At any moment: before the first game, or while a program takes its time to quit. */
    write_file("quit.plan",
               "size 5\ngames 20\nplayer a command : {seed}; while read -r c a; do case "
               "$c in genmove) echo = pass; echo;; quit) sleep 0.4; exit;; *) echo =; "
               "echo;; esac; done\nplayer b preset td-learning\n");
    static const char *const moments[] = {"0.01", "0.3", "0.8"};
    for (int i = 0; i < COUNT_OF(moments); i++) {
        snprintf(command, sizeof command,
                 "cd %s && rm -f quit.tsv && { '%s' match quit.plan --out quit.tsv --quiet "
                 "2>quit.log & pid=$!; sleep %s; kill -TERM $pid; wait $pid; }",
                 folder, GUZUMI_EXECUTABLE, moments[i]);
        assert_int_not_equal(system(command), 0);
    }
}

/* A program that the machine can't start loses no game. */
static void test_too_many_programs(void **state) {
    (void)state;
    write_file("many.plan", "size 5\ngames 8\n" PROGRAM("a", "echo = pass; echo")
                                PROGRAM("b", "echo = pass; echo"));
    limit = "ulimit -n 14;";
    const struct run run = guzumi("match many.plan --out many.tsv --quiet -j 4");
    limit = "";
    assert_int_equal(run.exit_code, 1);
    assert_non_null(strstr(run.output, "lower -j: fewer games at once"));
    assert_all_end("many.tsv", "score");
}

/* The referee's score counts; if it has none, the area decides. */
static void test_referees(void **state) {
    (void)state;
#define PASSERS                                                                                    \
    "size 5\ngames 2\nopening none\nkomi 0.5\nplayer a preset td-learning pass_when=filled\n"      \
    "player b preset td-learning pass_when=filled\nreferee command while read -r c a; do "         \
    "case $c in final_score) "
    write_file("scorer.plan", PASSERS "echo '= W+99.5'; echo;; *) echo =; echo;; esac; done\n");
    expect("match scorer.plan --out scorer.tsv", 0, "2 games");
    struct results results = read_results("scorer.tsv");
    assert_string_equal(results.list[0].column[RESULT_RESULT], "W+99.5");
    assert_string_equal(results.list[1].column[RESULT_ERROR], "-");
    results_free(&results);
    write_file("scorer.plan", PASSERS "echo '? no'; echo;; *) echo =; echo;; esac; done\n");
    expect("match scorer.plan --out scorer2.tsv", 0, "2 games");
    results = read_results("scorer2.tsv");
    assert_string_equal(results.list[0].column[RESULT_END], "score");
    assert_non_null(strstr(results.list[0].column[RESULT_ERROR], "scored by area"));
    assert_non_null(strstr(results.list[1].column[RESULT_ERROR], "final_score"));
    results_free(&results);
    /* The referee needs only the commands that it is asked. */
    write_file("scorer.plan",
               "time 10\n" PASSERS "echo '= B+1'; echo;; boardsize|clear_board|komi|play) "
               "echo =; echo;; *) echo '? no'; echo;; esac; done\n");
    expect("match scorer.plan --out scorer3.tsv", 0, "2 games");
    results = read_results("scorer3.tsv");
    assert_string_equal(results.list[1].column[RESULT_RESULT], "B+1");
    results_free(&results);
    write_file("scorer.plan", PASSERS "*) echo '? no'; echo;; esac; done\n");
    expect("match scorer.plan --out scorer4.tsv", 1, "does not work as a GTP program");
}

/* It counts with the match's komi: no stone is played, so that is the score. */
static void test_komi_of_the_referee(void **state) {
    (void)state;
    char plan[1000];
    snprintf(plan, sizeof plan,
             "size 5\ngames 2\nopening none\nkomi 12.5\n" PROGRAM("a", "echo = pass; echo") PROGRAM(
                 "b", "echo = pass; echo") "referee command '%s' gtp --preset td-learning\n",
             GUZUMI_EXECUTABLE);
    write_file("counting.plan", plan);
    expect("match counting.plan --out counting.tsv", 0, "2 games");
    struct results results = read_results("counting.tsv");
    for (size_t i = 0; i < results.count; i++) {
        assert_string_equal(results.list[i].column[RESULT_RESULT], "W+12.5");
        assert_string_equal(results.list[i].column[RESULT_ERROR], "-");
    }
    results_free(&results);
}

static void test_gnugo(void **state) {
    (void)state;
    if (GUZUMI_GNUGO[0] == 0) {
        print_message("gnugo is missing: skipped\n");
        skip();
    }
    char plan[2000];
    snprintf(plan, sizeof plan,
             "size 7\ngames 2\nplayer greedy preset td-learning\nplayer gnugo command '%s' --mode "
             "gtp --level 0 --chinese-rules\nreferee command '%s' --mode gtp --chinese-rules\n",
             GUZUMI_GNUGO, GUZUMI_GNUGO);
    write_file("gnugo.plan", plan);
    expect("match gnugo.plan --out gnugo1.tsv", 0, "2 games");
    expect("match gnugo.plan --out gnugo2.tsv -j2", 0, "2 games");
    assert_same_games("gnugo1.tsv", "gnugo2.tsv");
    struct results results = read_results("gnugo1.tsv");
    for (size_t i = 0; i < results.count; i++) {
        assert_string_equal(results.list[i].column[RESULT_ERROR], "-");
        assert_int_equal(
            strncmp(results.list[i].column[RESULT_VERSION_BLACK + (i == 0)], "GNU Go", 6), 0);
    }
    results_free(&results);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs),
        cmocka_unit_test(test_swiss_jobs),
        cmocka_unit_test(test_continues),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_bad_programs),
        cmocka_unit_test(test_good_programs),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_other_clocks),
        cmocka_unit_test(test_move_limit),
        cmocka_unit_test(test_referees),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_gnugo),
        cmocka_unit_test(test_too_many_programs),
        cmocka_unit_test(test_sequential),
        cmocka_unit_test(test_processor_clock),
        cmocka_unit_test(test_what_programs_know),
        cmocka_unit_test(test_komi_of_the_referee),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
