/* Shards of a match and the launchers: one shard, four shards, and four shards that were killed and
 * restarted give the same results. */
#define _POSIX_C_SOURCE 200809L
#include "match_folder.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <time.h>

#define PLAN                                                                                       \
    "size 5\ngames 12\nplayer greedy preset td-learning pass_when=filled\n"                        \
    "player ten engine simulations=10\nplayer thirty engine simulations=30\n"

static char *read_text(const char *name) {
    char path[128];
    unsigned char *data;
    size_t length;
    struct failure why = {""};
    file_read(path_of(path, name), 1 << 24, &data, &length, &why);
    assert_string_equal(why.text, "");
    return (char *)data;
}

/* The files are equal byte for byte, except for the four columns of seconds. */
static void assert_same_table(const char *left, const char *right) {
    char command[400];
    char *texts[2];
    snprintf(command, sizeof command,
             "cd %s && cut -f 1-10,15- %s >left.cut && cut -f 1-10,15- %s >right.cut", folder, left,
             right);
    assert_int_equal(system(command), 0);
    texts[0] = read_text("left.cut");
    texts[1] = read_text("right.cut");
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

static int shell(const char *command) {
    char line[1500];
    snprintf(line, sizeof line, "cd %s && { %s; }", folder, command);
    const int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The whole plan in one run, once for all tests. */
static int play_whole(void **state) {
    if (make_folder(state) != 0) return -1;
    write_file("a.plan", PLAN);
    expect("match a.plan --quiet --out one.tsv", 0, "36 games");
    expect("merge a.plan one.tsv --out whole.tsv", 0, "36 of 36 games; 0 missing");
    return 0;
}

static void test_four_shards(void **state) {
    (void)state;
    expect("match a.plan --quiet --shard 1/4 --out s1.tsv", 0, "10 games");
    expect("match a.plan --quiet --shard 2/4 --out s2.tsv", 0, "10 games");
    expect("match a.plan --quiet --shard 3/4 --out s3.tsv", 0, "8 games");
    /* The others are missing, then the fourth. */
    expect("merge a.plan s1.tsv --out part.tsv", 1,
           "missing: games 2-7, 10-15, 18-23, 26-31, 34-35\n10 of 36 games; 26 missing, 0 dup");
    expect("merge a.plan s1.tsv s2.tsv s3.tsv --out part.tsv", 1,
           "missing: games 6-7, 14-15, 22-23, 30-31\n28 of 36 games; 8 missing, 0 dup");
    expect("match a.plan --quiet --shard 4/4 --out s4.tsv -j 2", 0, "8 games");
    expect("merge a.plan s3.tsv s1.tsv s4.tsv s2.tsv --out four.tsv", 0, "36 of 36 games");
    assert_same_table("whole.tsv", "four.tsv");
    /* A merged file can be merged again. */
    expect("merge a.plan four.tsv s1.tsv one.tsv --out again.tsv", 0, "46 duplicates dropped");
    assert_same_table("whole.tsv", "again.tsv");
    expect("merge a.plan part.tsv --out part2.tsv", 1, "missing: games 6-7,");
    assert_same_table("part.tsv", "part2.tsv");
}

static long size_of(const char *name) {
    struct stat about;
    char path[128];
    return stat(path_of(path, name), &about) == 0 ? (long)about.st_size : 0;
}

/* Starts a shard and kills it when its file exceeds SIZE, unless it ends before. */
static void play_and_kill(const char *shard, const char *out, long size) {
    fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        if (chdir(folder) != 0) _exit(126);
        execl(GUZUMI_EXECUTABLE, "guzumi", "match", "a.plan", "--quiet", "--shard", shard, "--out",
              out, (char *)NULL);
        _exit(127);
    }
    const struct timespec moment = {.tv_nsec = 1000000};
    int status;
    while (size_of(out) <= size) {
        if (waitpid(pid, &status, WNOHANG) == pid) return;
        nanosleep(&moment, NULL);
    }
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
}

static void test_four_killed_shards(void **state) {
    (void)state;
    for (int i = 1; i <= 4; i++) {
        char shard[20], out[20], arguments[200];
        snprintf(shard, sizeof shard, "%d/4", i);
        snprintf(out, sizeof out, "k%d.tsv", i);
        play_and_kill(shard, out, 200);
        play_and_kill(shard, out, size_of(out) + 200);
        /* A crash of the machine may leave an incomplete line. */
        if (i == 2) {
            snprintf(arguments, sizeof arguments, "printf '0123\\t17\\tgree' >>%s", out);
            assert_int_equal(shell(arguments), 0);
        }
        snprintf(arguments, sizeof arguments, "match a.plan --quiet --shard %s --out %s", shard,
                 out);
        expect(arguments, 0, i <= 2 ? "10 games" : "8 games");
    }
    expect("merge a.plan k1.tsv k2.tsv k3.tsv k4.tsv --out killed.tsv", 0, "0 duplicates dropped");
    assert_same_table("whole.tsv", "killed.tsv");
}

static void test_merge_mistakes(void **state) {
    (void)state;
    /* Another result for game 5, and another version of a player. */
    assert_int_equal(shell("awk -F'\\t' -v OFS='\\t' '$2 == 5 { $5 = \"B+99.5\"; $6 = 3 } "
                           "$2 == 7 { $15 = \"Guzumi 0\" } { print }' one.tsv >other.tsv"),
                     0);
    expect("merge a.plan one.tsv other.tsv --out merged.tsv", 1, "conflict: game 5: ");
    expect("merge a.plan one.tsv other.tsv --out merged.tsv", 1, "B+99.5 in 3 moves\n");
    expect("merge a.plan one.tsv other.tsv --out merged.tsv", 1, "35 duplicates dropped, 1 con");
    assert_same_table("whole.tsv", "merged.tsv");
    expect("merge a.plan other.tsv --out merged.tsv", 0, "mixed versions: ");
    write_file("b.plan", PLAN "seed 2\n");
    expect("merge b.plan one.tsv --out merged.tsv", 1, "game 0 is of plan");
    expect("merge a.plan --out merged.tsv", 2, "expected PLAN FILE...");
    expect("merge a.plan one.tsv", 2, "--out FILE is required");
    expect("merge a.plan nothing.tsv --out merged.tsv", 1, "nothing.tsv");
}

static void test_elo(void **state) {
    (void)state;
    expect("elo one.tsv --anchor thirty=1800 --los --tsv ratings.tsv --pgn games.pgn", 0,
           "Black's advantage");
    char *table = read_text("ratings.tsv");
    static const char head[] =
        "player\telo\tlow\thigh\tboot_low\tboot_high\tgames\tscore\topponents\n";
    assert_int_equal(strncmp(table, head, strlen(head)), 0);
    assert_non_null(strstr(table, "\nthirty\t1800.00\t1800.00\t1800.00\t1800.00\t1800.00\t24\t"));
    assert_non_null(strstr(table, "\n(first move)\t"));
    double last = INFINITY, elo; /* the best one first */
    for (const char *line = table + strlen(head); *line != '('; line = strchr(line, '\n') + 1) {
        assert_int_equal(sscanf(line, "%*s %lf", &elo), 1);
        assert_true(elo <= last);
        last = elo;
    }
    free(table);
    char *games = read_text("games.pgn");
    static const char begin[] = "[White \"greedy\"]\n[Black \"ten\"]\n[Result \"";
    assert_int_equal(strncmp(games, begin, strlen(begin)), 0);
    free(games);
    /* A game that is read twice counts once. */
    expect("elo one.tsv whole.tsv --tsv again.tsv --anchor thirty=1800 2>/dev/null", 0, "thirty");
    assert_int_equal(shell("cmp ratings.tsv again.tsv"), 0);
    expect("elo one.tsv --anchor nobody=3", 1, "no player nobody");
    expect("elo one.tsv --anchor thirty", 2, "is not NAME=ELO");
    expect("elo a.plan", 1, "a.plan:1: not the header");
    write_file("c.plan", "size 2\ngames 2\nmax_moves 3\nplayer a preset td-learning\n"
                         "player b preset td-learning\n");
    expect("match c.plan --quiet --out c.tsv", 0, "2 games");
    expect("elo one.tsv c.tsv", 1, "no chain of games connects ");
}

#define TOOLS GUZUMI_TESTS_DIR "/../tools/cluster"
#define WITH_GUZUMI "GUZUMI='" GUZUMI_EXECUTABLE "' "

static void test_gnu_parallel(void **state) {
    (void)state;
    if (shell("parallel --version 2>/dev/null | grep -q GNU") != 0) {
        print_message("GNU parallel is missing: skipped\n");
        skip();
    }
    assert_int_equal(shell(WITH_GUZUMI "sh " TOOLS "/parallel.sh match a.plan 'by parallel' 3 -j 2 "
                                       ">parallel.log 2>&1 || { cat parallel.log; false; }"),
                     0);
    assert_same_table("whole.tsv", "'by parallel/results.tsv'");
    write_file("grid.txt", "# two seeds\n\none --seed 1 --size 5 --games 300\n"
                           "  two  --seed 2 --size 5 --games 300\n");
    assert_int_equal(shell(WITH_GUZUMI "sh " TOOLS "/parallel.sh train grid.txt cells -j 2"), 0);
    expect("train --seed 2 --size 5 --games 300 --out two.weights", 0, "");
    assert_int_equal(shell("cmp two.weights cells/two/final.weights"), 0);
    assert_int_equal(shell("cmp -s two.weights cells/one/final.weights"), 1);
    /* A cell that stopped after 100 games continues. */
    assert_int_equal(shell("cp cells/two/final.weights.100 cells/two/final.weights"), 0);
    assert_int_equal(shell(WITH_GUZUMI "sh " TOOLS "/parallel.sh train grid.txt cells"), 0);
    assert_int_equal(shell("cmp two.weights cells/two/final.weights"), 0);
}

#define TRAIN_CELL(i) WITH_GUZUMI "sh " TOOLS "/cell.sh train cells.txt mistaken " i " 2>cell.log"

/* A cell of any kind continues with more games, but rejects any other change. */
static void test_cells_continue(void **state) {
    (void)state;
    write_file("cells.txt", "a --size 5 --games 20\n"
                            "b --kind liberties --size 5 --games 3\n"
                            "c --start-from a.weights --size 5 --games 20\n");
    expect("train --size 5 --games 10 --out a.weights", 0, "");
    assert_int_equal(shell(TRAIN_CELL("1") " && " TRAIN_CELL("2") " && " TRAIN_CELL("3")), 0);
    assert_int_equal(shell("sed -i.old -e 's/20/30/' -e 's/games 3$/games  5/' cells.txt"), 0);
    assert_int_equal(shell(TRAIN_CELL("1") " && " TRAIN_CELL("2") " && " TRAIN_CELL("3")), 0);
    expect("weights info mistaken/a/final.weights", 0, "trained: 30 games");
    expect("weights info mistaken/b/final.weights", 0, "5 games");
    expect("weights info mistaken/c/final.weights", 0, "trained: 30 games");
    write_file("cells.txt", "a --size 5 --games 40 --alpha 0.2\n");
    assert_int_equal(shell(TRAIN_CELL("1")), 2);
    assert_int_equal(shell("grep -q 'give the cell another name' cell.log"), 0);
    assert_int_equal(shell("grep -q 'games 30$' mistaken/a/cell.txt"), 0);
}

/* A stand-in for sbatch that runs the tasks of the array one after another. */
static void test_slurm(void **state) {
    (void)state;
    write_file("sbatch", "#!/bin/sh\n"
                         "for word; do case $word in\n"
                         "--array=1-*) last=${word#--array=1-}; shift;;\n"
                         "--*) shift;;\n"
                         "*) break;;\n"
                         "esac; done\n"
                         "i=1\n"
                         "while [ $i -le ${last:-1} ]; do\n"
                         "SLURM_ARRAY_TASK_ID=$i sh \"$@\" >>sbatch.log 2>&1\n"
                         "i=$((i + 1)); done\n"
                         "echo 123\n");
    assert_int_equal(shell("chmod +x sbatch"), 0);
    assert_int_equal(shell("PATH=\"$PWD:$PATH\" " WITH_GUZUMI "sh " TOOLS
                           "/slurm.sh match a.plan slurm 4 --time=10 >slurm.log"),
                     0);
    assert_same_table("whole.tsv", "slurm/results.tsv");
    char *log = read_text("slurm.log");
    assert_string_equal(log, "job array 123: 4 parts\njob 123 merges the shards into "
                             "slurm/results.tsv\n");
    free(log);
}

#define LEARN_OPTIONS                                                                              \
    "--size 6 --games 24 --simulations 20 --fast-simulations 5 --passes 1 --network-batch 16 "     \
    "--match-games 2 --match-time 0.002 --seed 5 "

/* Shard 2 plays generation 2 while no loop runs; then four parts continue at once. Left to
 * themselves, a quick loop might need no shard. */
static void test_learning_in_shards(void **state) {
    (void)state;
    if (shell("command -v parallel >/dev/null") != 0) skip();
    expect("learn learnt " LEARN_OPTIONS "--generations 1", 0, "learnt: 1 generation;");
    write_file("options.txt", "# a small one\n" LEARN_OPTIONS "\n--generations 2\n");
    assert_int_equal(shell(WITH_GUZUMI "sh " TOOLS "/cell.sh learn options.txt learnt 4 2 & "
                                       "until test -e learnt/2.spent || ! kill -0 $!; "
                                       "do sleep 0.1; done; kill $!; wait $!"),
                     1);
    assert_int_equal(shell("ls learnt/games/002-6-2.1.samples >played.log"), 0);
    assert_int_equal(shell(WITH_GUZUMI "sh " TOOLS "/parallel.sh learn options.txt learnt 4 -j 4 "
                                       ">learnt.log"),
                     0);
    assert_int_equal(shell("test $(grep -c . learnt/history.tsv) -eq 3"), 0);
    assert_int_equal(shell("test $(tail -n1 learnt/history.tsv | cut -f2) -eq 48"), 0);
    assert_int_not_equal(shell("ls learnt/games/002-6-1.samples 2>played.log"), 0);
}

static void test_launcher_mistakes(void **state) {
    (void)state;
    assert_int_equal(shell("sh " TOOLS "/cell.sh 2>/dev/null"), 2);
    assert_int_equal(shell("sh " TOOLS "/cell.sh match a.plan x 3 2>/dev/null"), 2);
    assert_int_equal(shell("sh " TOOLS "/slurm.sh match a.plan x 3 2>/dev/null"), 2);
    assert_int_equal(shell("sh " TOOLS "/cell.sh learn no.txt x 3 1 2>/dev/null"), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_four_shards),
        cmocka_unit_test(test_four_killed_shards),
        cmocka_unit_test(test_merge_mistakes),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_gnu_parallel),
        cmocka_unit_test(test_cells_continue),
        cmocka_unit_test(test_slurm),
        cmocka_unit_test(test_learning_in_shards),
        cmocka_unit_test(test_launcher_mistakes),
    };
    return cmocka_run_group_tests(tests, play_whole, remove_folder);
}
