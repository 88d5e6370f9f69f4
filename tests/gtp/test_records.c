/* Game records between Guzumi and the real GNU Go: each replays what the other wrote. */
#define _POSIX_C_SOURCE 200809L
#include "engine_process.h"

#include <stdio.h>

static void tell_file(struct process *p, const char *command, const char *path) {
    char line[200];
    snprintf(line, sizeof line, "%s %s", command, path);
    process_command(p, line);
}

static int compare_words(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words of TEXT in their order, one blank between them. */
static void sort_words(char *text) {
    char *words[400], *rest = text, sorted[4000] = "";
    size_t count = 0;
    for (char *word; (word = strtok_r(rest, " \n", &rest)) != NULL;) words[count++] = word;
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 0; i < count; i++) {
        strcat(sorted, words[i]);
        strcat(sorted, " ");
    }
    strcpy(text, sorted);
}

/* All stones of both: under Tromp-Taylor rules every stone on our board is alive. */
static void assert_same_stones(struct process *guzumi, struct process *gnugo) {
    char theirs[4000];
    char *ours = process_text(guzumi, "final_status_list alive");
    char *black = process_text(gnugo, "list_stones black"),
         *white = process_text(gnugo, "list_stones white");
    snprintf(theirs, sizeof theirs, "%s %s", black, white);
    sort_words(theirs);
    char sorted[4000];
    snprintf(sorted, sizeof sorted, "%s", ours);
    sort_words(sorted);
    assert_string_equal(sorted, theirs);
    free(ours);
    free(black);
    free(white);
}

static void assert_same_turn(struct process *guzumi, struct process *gnugo) {
    char *ours = process_text(guzumi, "showboard"), *theirs = process_text(gnugo, "move_history");
    const bool black_moved = strncmp(theirs, "black", 5) == 0;
    assert_non_null(strstr(ours, black_moved ? "White (O) to move" : "Black (X) to move"));
    free(ours);
    free(theirs);
}

static void assert_same_komi(struct process *guzumi, struct process *gnugo) {
    char *ours = process_text(guzumi, "showboard"), *theirs = process_text(gnugo, "get_komi"),
         expected[40];
    snprintf(expected, sizeof expected, "komi %.10s,", theirs);
    assert_non_null(strstr(ours, expected));
    free(ours);
    free(theirs);
}

/* WRITER plays MOVES moves alone from SET_UP on, passes among them, and writes; READER reads. */
static void exchange(struct process *writer, struct process *reader, const char *set_up,
                     int moves) {
    char path[60], commands[200], *rest = commands;
    snprintf(path, sizeof path, "test_records_%ld.sgf.tmp", (long)getpid());
    snprintf(commands, sizeof commands, "%s", set_up);
    for (char *command; (command = strtok_r(rest, ";", &rest)) != NULL;)
        process_command(writer, command);
    const bool handicap = strstr(set_up, "handicap") != NULL;
    for (int i = 0; i < moves; i++) {
        const bool black = (i % 2 == 0) != handicap;
        if (i % 9 == 8)
            process_command(writer, black ? "play black pass" : "play white pass");
        else
            process_command(writer, black ? "genmove black" : "genmove white");
    }
    tell_file(writer, "printsgf", path);
    tell_file(reader, "loadsgf", path);
    remove(path);
}

static const char *const set_ups[] = {
    "boardsize 9;clear_board;komi 6.5",
    "boardsize 13;clear_board;komi 0.5;fixed_handicap 4",
    "boardsize 19;clear_board;komi -3",
};
enum { SET_UPS = sizeof set_ups / sizeof set_ups[0], MOVES = 50 };

static void test_exchange(void **state) {
    (void)state;
    if (GUZUMI_GNUGO[0] == 0) {
        print_message("gnugo is missing: skipped\n");
        skip();
    }
    struct process guzumi = process_start("gtp --seed 1 --rules tromp-taylor --search greedy");
    struct process gnugo = process_start_other(GUZUMI_GNUGO, "--mode gtp --level 0 --seed 1");
    for (int i = 0; i < SET_UPS; i++) {
        for (int ours = 0; ours < 2; ours++) {
            exchange(ours ? &guzumi : &gnugo, ours ? &gnugo : &guzumi, set_ups[i], MOVES);
            assert_same_stones(&guzumi, &gnugo);
            assert_same_turn(&guzumi, &gnugo);
            /* GNU Go writes the position alone and moves its prisoners into the komi. */
            if (ours) assert_same_komi(&guzumi, &gnugo);
        }
    }
    process_command(&guzumi, "quit");
    process_command(&gnugo, "quit");
    process_expect_end(&guzumi, 0);
    process_expect_end(&gnugo, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exchange)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
