/* The game in the terminal, through pipes. */
#define _XOPEN_SOURCE 700
#include "guzumi/go/sgf.h"

#include "play_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Plays with ARGUMENTS and INPUT (printf's escapes) and returns the output, to be freed. */
static char *play(const char *arguments, const char *input) {
    char command[1000];
    char *output = malloc(MAX_OUTPUT);
    assert_non_null(output);
    snprintf(command, sizeof command, "printf '%s' | '%s' play --seed 1 --simulations 10 %s 2>&1",
             input, GUZUMI_EXECUTABLE, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, MAX_OUTPUT - 1, pipe)] = 0;
    assert_int_equal(pclose(pipe), 0);
    return output;
}

static void expect(const char *arguments, const char *input, const char *text) {
    char *output = play(arguments, input);
    expect_in(output, text);
    free(output);
}

static void pipes_have_no_colors(void **state) {
    (void)state;
    char *output = play("--size 3", "B2\\nvalues\\nhint\\nquit\\n");
    assert_null(strchr(output, '\033'));
    free(output);
    expect("--size 3 --style color", "quit\\n", "\033[30;43m . . . \033[0m");
}

static void words(void **state) {
    (void)state;
    expect("--size 5", "help\\nquit\\n", "save FILE  write the game as SGF");
    expect("--size 5", "quit now\\nquit\\n", "Unknown point or command");
    expect("--size 5", "D4 D5\\nquit\\n", "Unknown point or command");
    expect("--size 5", "values\\nquit\\n", "after each move of black");
    expect("--size 5", "hint\\nquit\\n", ": win rate ");
    expect("--size 5", "save\\nquit\\n", "Type save and a file name.");
    expect("--size 5", "save /nonexistent/file\\nquit\\n", "/nonexistent/file");
    expect("--size 5", "resign\\nC3\\nquit\\n", "Black resigns. The result is W+R.");
    expect("--size 5", "resign\\nC3\\nquit\\n", "The game is over.");
    expect("--size 5", "?\\nquit\\n", "load FILE  continue a game");
    expect("--size 5", "hint\\nquit\\n", "Guzumi would play ");
    expect("--size 5", "resume\\nquit\\n", "The game is not over.");
    expect("--size 5", "load\\nquit\\n", "Type load and a file name.");
    expect("--size 5", "load /nonexistent/file\\nquit\\n", "/nonexistent/file");
}

static double told_chance(const char *arguments) {
    static const char before[] = "its win rate is ";
    char *output = play(arguments, "");
    expect_in(output, before);
    const double chance = strtod(strstr(output, before) + strlen(before), NULL);
    free(output);
    return chance;
}

/* Komi decides these games, which only a search knows. */
static void the_chance_is_that_of_the_search(void **state) {
    (void)state;
    assert_true(told_chance("--size 5 --color white --komi -50") > 95);
    assert_true(told_chance("--size 5 --color white --komi 50") < 5);
}

static void who_plays(void **state) {
    (void)state;
    expect("--size 5 --color white", "", "Guzumi thinks ... black");
    char *output = play("--size 5 --color both", "C3\\nC4\\nundo\\nshow\\nB2\\n");
    assert_null(strstr(output, "Guzumi thinks"));
    expect_in(output, "white> \n"); /* undo took back White's move alone */
    expect_in(output, " 3 . . X . .  3\n 2 .(O). . .  2\n");
    free(output);
    output = play("--size 2 --color none", "");
    expect_in(output, "Two passes end the game. The result is ");
    assert_null(strchr(output, '>'));
    free(output);
}

static void two_passes(void **state) {
    (void)state;
    char *output = play("--size 5 --color both --komi 0.5", "C3\\npass\\npass\\nB2\\nundo\\nB2\\n");
    expect_in(output, "Two passes end the game. The result is B+24.5.");
    expect_in(output, "The game is over.");
    expect_in(output, " 2 .(X). . .  2\n"); /* after the undo it was Black's turn again */
    free(output);
}

/* Black's stone at E2 is dead. */
static void the_count(void **state) {
    (void)state;
    char *output =
        play("--size 5 --color both --komi 0.5",
             "B1\\nC1\\nB2\\nC2\\nB3\\nC3\\nB4\\nC4\\nB5\\nC5\\nE2\\nscore\\npass\\npass\\n"
             "score\\nhint\\n");
    expect_in(output, " 3 b X O w w  3\n 2 b X O w x  2\n");
    expect_in(output, "Black: 5 stones and 5 points of territory, 10.\n"
                      "White: 5 stones, 10 points of territory and 0.5 for the komi, 15.5.\n");
    expect_in(output, "Estimated final score: ");
    expect_in(output, "If the game ended here: W+5.5.\n");
    expect_in(output, "The score: W+5.5.\n");
    expect_in(strstr(output, "The score:"), "\n> The game is over.");
    assert_null(strstr(strstr(output, "The score:"), "black>"));
    free(output);
}

static void going_on(void **state) {
    (void)state;
    char *output =
        play("--size 5 --color both", "C3\\npass\\npass\\nresume\\nB2\\nresign\\nresume\\n");
    expect_in(strstr(output, "The result is"), " 2 .(O). . .  2\n");
    expect_in(strstr(output, "Black resigns."), "\nblack> \n");
    free(output);
    /* White has no hope, and would resign again. */
    output =
        play("--size 5 --komi -30 --resign-threshold 0.5 --set resign_moves=1 --simulations 50",
             "C3\nresume\n");
    expect_in(strstr(output, "White resigns."), "Guzumi does not resign any more.\n");
    expect_in(strstr(output, "any more."), "Guzumi thinks ... white ");
    free(output);
}

/* Where the rules allow it; a repetition is against all of them. */
static void suicide(void **state) {
    (void)state;
    FILE *file = fopen("test_play_suicide.sgf", "w");
    assert_non_null(file);
    assert_true(fputs("(;SZ[5]AW[ad][be]AB[cc]PL[B])", file) >= 0);
    assert_int_equal(fclose(file), 0);
    expect("--color both --load test_play_suicide.sgf", "A1\n", "suicide is not allowed");
    expect("--color both --suicide allowed --load test_play_suicide.sgf", "A1\n", "white> ");
    remove("test_play_suicide.sgf");
}

/* Nothing that is there is replaced unless that was wanted; what this game wrote is its own. */
static void files(void **state) {
    (void)state;
    remove("test_play_files.sgf");
    expect("--size 5 --color both",
           "C3\\nsave test_play_files.sgf\\nB2\\nsave test_play_files.sgf\\n",
           "white> Saved in test_play_files.sgf.\nwhite> ");
    char *output = play("--size 7 --color both", "save test_play_files.sgf\\nshow\\n"
                                                 "load test_play_files.sgf\\n");
    expect_in(output, "test_play_files.sgf exists. Type yes to replace it.\n"
                      "black> Not saved.\n");
    expect_in(output, " 2 .(O). . .  2\n");
    free(output);
    expect("--size 7 --color both", "save test_play_files.sgf\\nyes\\n",
           "black> Saved in test_play_files.sgf.");
    expect("--size 5 --color both", "load test_play_files.sgf\\n", " 7 . . . . . . .  7");
    remove("test_play_files.sgf");
}

static void settings_of_new_games(void **state) {
    (void)state;
    expect("--size 5 --color both", "size 3\\nB2\\n", "> \n   A B C\n 3 . . .  3\n");
    char *output =
        play("--size 5 --color both", "C3\\nsize 7\\nhandicap 3\\nboard\\nnew\\nkomi\\n");
    expect_in(output, "The next game will be on 7x7; type new to start it.\n");
    expect_in(output, "7x7 with 3 handicap stones; type new");
    expect_in(output, " 3 . .(X). .  3\n");
    expect_in(strstr(output, "handicap stones; "), "\n 5 . . X . X . .  5\n");
    expect_in(output, "White gets 0.5 points of komi.\n");
    free(output);
    output =
        play("--size 9 --color both", "komi 6.5\\nE5\\nkomi 5\\nnew\\nkomi\\nkomi x\\nkomi 999\\n");
    expect_in(output, "White gets 6.5 points of komi.\n");
    expect_in(strstr(output, "gets 5 points"), "White gets 5 points of komi.\n");
    expect_in(output, "Type komi and a number such as 6.5.\n");
    expect_in(output, "komi");
    free(output);
    output = play("--size 5 --color both --komi 7,5", "komi\\nkomi 6,5\\nkomi 3.75\\n");
    expect_in(output, "White gets 7.5 points of komi.\n");
    expect_in(output, "White gets 6.5 points of komi.\n");
    expect_in(output, "A komi of 3.75 is read as 7.5 points.\nWhite gets 7.5 points of komi.\n");
    free(output);
    expect("--size 5 --color both --komi 2.75", "komi\\n", "White gets 5.5 points of komi.\n");
    expect("--size 5", "level\\n", "Guzumi plays at level 10 of 10.\n");
    expect("--size 5", "level 2\\n", "Guzumi plays at level 2 of 10.\n");
    expect("--size 5", "level 11\\n", "level: '11' is not a whole number from 1 to 10");
    expect("--size 5", "size\\n", "The board is 5x5.\n");
    expect("--size 5", "size 20\\n", "Type size and a number from 2 to 19.\n");
    expect("--size 9 --handicap 5 --color both", "size 8\\n",
           "5 handicap stones don't fit on 8x8;");
    expect("--size 9 --handicap 5", "handicap\\n", "The handicap is 5.\n");
    expect("--size 9", "handicap 1\\n", "handicap: on 9x9 it is 2 to 9 stones, not 1");
    expect("--size 9", "handicap x\\n", "Type handicap and a number from 2 to 9, or 0 for none.\n");
}

static void says_what_it_did(void **state) {
    (void)state;
    remove("test_play_load.sgf");
    char *output = play("--size 7 --color both --komi 3",
                        "C3\\nE5\\nundo\\nF6\\npass\\nsave test_play_load.sgf\\n");
    expect_in(output, "Took back white E5.\n");
    free(output);
    static const char loaded[] = "Loaded test_play_load.sgf: 7x7, komi 3, 3 moves.\n"
                                 "It is white's turn; you play white.\n";
    expect("--size 5 --color both", "load test_play_load.sgf\\n", loaded);
    expect("--load test_play_load.sgf --color both", "D4\\n", loaded);
    expect("--load test_play_load.sgf --color both", "D4\\n", " 4 . . .(O). . .  4\n");
    expect("--load test_play_load.sgf", "", "It is white's turn; Guzumi plays white.\n");
    expect("--load test_play_load.sgf --komi 9 --color both", "komi\\n", "gets 9 points");
    expect("--size 9", "i5\\n", "Boards have no column I: J follows H. Did you mean J5?\n");
    expect("--size 9", "C3\\nundo\\n", ", black C3.\n");
    remove("test_play_load.sgf");
}

/* A new game has the komi that was wanted, whatever the loaded one had. */
static void new_after_load(void **state) {
    (void)state;
    remove("test_play_new.sgf");
    expect("--size 5 --color both --komi 0.5", "save test_play_new.sgf\n", "Saved");
    expect("--size 5 --color both", "load test_play_new.sgf\nscore\n", "0.5 for the komi");
    expect("--size 5 --color both", "load test_play_new.sgf\nnew\nscore\n", "7.5 for the komi");
    expect("--size 9 --handicap 5 --komi 1.5 --color both", "score\n",
           " of territory, 5 for the handicap and 1.5 for the komi, ");
    expect("--komi 3 --load test_play_new.sgf", "quit\n", "komi 3,");
    expect("--size 9 --handicap 9 --color both", "load test_play_new.sgf\n",
           "New games have no handicap now: 9 stones don't fit on 5x5.");
    expect("--size 9 --handicap 9 --color both", "load test_play_new.sgf\nnew\nscore\n",
           "7.5 for the komi");
    remove("test_play_new.sgf");
}

/* The same by territory. */
static void the_count_by_territory(void **state) {
    (void)state;
    char *output =
        play("--size 5 --rules japanese --color both --komi 0.5",
             "B1\\nC1\\nB2\\nC2\\nB3\\nC3\\nB4\\nC4\\nB5\\nC5\\nE2\\npass\\npass\\nscore\\n");
    expect_in(output, "Two passes end the game. The result is W+6.5.");
    expect_in(output, "Black: 0 prisoners and 5 points of territory, 5.\n"
                      "White: 1 prisoner, 10 points of territory and 0.5 for the komi, 11.5.\n");
    expect_in(output, "The score: W+6.5.\n");
    free(output);
}

/* What belongs to nobody looks as it does in the game. */
static void the_count_of_one(void **state) {
    (void)state;
    char *output = play("--size 9 --color both", "E5\\nE6\\nscore\\n");
    expect_in(output, "Black: 1 stone and 0 points of territory, 1.\n"
                      "White: 1 stone, 0 points of territory and 7.5 for the komi, 8.5.\n");
    expect_in(output, " 3 . . + . . . + . .  3\n"
                      " 2 . . . . . . . . .  2\n"
                      " 1 . . . . . . . . .  1\n"
                      "   A B C D E F G H J\n\nb, w: territory");
    free(output);
}

/* Longer than a terminal is wide. */
static void no_line_is_long(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        char *output = play(i ? "--size 19" : "--size 9",
                            i ? "?\\nE5\\nvalues\\nhint\\nload x\\nresign\\nhint\\n"
                              : "?\\nE5\\nvalues\\nhint\\nscore\\nload x\\nresign\\nhint\\n");
        for (char *line = strtok(output, "\n"); line; line = strtok(NULL, "\n"))
            if (strlen(line) > 79) give_up("%zu columns: %s", strlen(line), line);
        free(output);
    }
}

static void star_points(void **state) {
    (void)state;
    expect("--size 9", "", " 3 . . + . . . + . .  3\n");
    expect("--size 9", "", " 5 . . . . + . . . .  5\n");
    expect("--size 19", "", "10 . . . + . . . . . + . . . . . + . . .  10\n");
    expect("--size 13", "", " 7 . . . . . . + . . . . . .  7\n");
    char *output = play("--size 5", "");
    assert_null(strchr(output, '+'));
    free(output);
}

static void handicap(void **state) {
    (void)state;
    remove("test_play.sgf");
    char *output = play("--size 9 --handicap 2 --color both --save test_play.sgf", "");
    expect_in(output, " 7 . . + . . . X . .  7\n");
    expect_in(output, "white> ");
    free(output);
    struct sgf *sgf;
    struct failure why;
    assert_int_equal(sgf_load(&sgf, "test_play.sgf", &why), STATUS_OK);
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "HA", 0), "2");
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "KM", 0), "0.5");
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "GC", 0), "Seed 1");
    sgf_free(sgf);
    remove("test_play.sgf");
}

/* ARGUMENTS are refused before a game, with TEXT. */
static void expect_refusal(const char *arguments, const char *text) {
    char command[1000], output[1000];
    snprintf(command, sizeof command, "'%s' play %s </dev/null 2>&1", GUZUMI_EXECUTABLE, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = 0;
    assert_int_not_equal(pclose(pipe), 0);
    if (strncmp(output, "guzumi: ", 8) != 0) give_up("a game began: %s", output);
    expect_in(output, text);
}

static void refusals(void **state) {
    (void)state;
    expect_refusal("--handicap 1", "--handicap: '1' is not a whole number from 2 to 9");
    expect_refusal("--handicap 10", "--handicap: '10' is not a whole number from 2 to 9");
    expect_refusal("--handicap 9 --size 8", "on 8x8 it is 2 to 4 stones, not 9");
    expect_refusal("--handicap 2 --size 5", "no points for it on 5x5");
    expect_refusal("--komi 361.5", "--komi: '361.5' is not a number from -361 to 361");
    expect_refusal("--komi nan", "--komi: 'nan' is not a number");
    expect_refusal("--komi 7.3", "--komi: 7.3 is not a whole or half number");
    expect_refusal("--load x.sgf --size 9", "--load: the record has a size and a handicap");
    expect_refusal("--load x.sgf --handicap 2", "omit --handicap");
    expect_refusal("--load /nonexistent/file", "/nonexistent/file");
    expect_refusal("--save \"\"", "can't write a file with an empty name");
    expect_refusal("--save /nonexistent/file", "can't write /nonexistent/file: ");
    expect_refusal("--save /", "can't write /: it is a directory");
    write_text("test_play_kept.sgf", "kept");
    expect_refusal("--save test_play_kept.sgf",
                   "--save: test_play_kept.sgf exists; remove it or name another file");
    assert_true(text_is("test_play_kept.sgf", "kept"));
    remove("test_play_kept.sgf");
    expect("--size 3 --save /dev/null", "quit\\n", "black> ");
}

static void saving(void **state) {
    (void)state;
    remove("test_play.sgf");
    expect("--size 5 --color both", "C3\\nB2\\nresign\\nsave test_play.sgf\\n",
           "Saved in test_play.sgf.");
    struct sgf *sgf;
    struct game game;
    struct failure why;
    assert_int_equal(sgf_load(&sgf, "test_play.sgf", &why), STATUS_OK);
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "RE", 0), "W+R");
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "PB", 0), "Human");
    assert_int_equal(game_init(&game, 9, &why), STATUS_OK);
    assert_int_equal(sgf_to_game(sgf, SGF_ALL_MOVES, &game, &why), STATUS_OK);
    assert_int_equal(game.count, 2);
    assert_int_equal(board_color(&game.board, point_at(5, 1, 1)), WHITE);
    game_free(&game);
    sgf_free(sgf);
    remove("test_play.sgf");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipes_have_no_colors),
        cmocka_unit_test(words),
        cmocka_unit_test(the_chance_is_that_of_the_search),
        cmocka_unit_test(who_plays),
        cmocka_unit_test(two_passes),
        cmocka_unit_test(the_count),
        cmocka_unit_test(the_count_by_territory),
        cmocka_unit_test(the_count_of_one),
        cmocka_unit_test(going_on),
        cmocka_unit_test(suicide),
        cmocka_unit_test(settings_of_new_games),
        cmocka_unit_test(says_what_it_did),
        cmocka_unit_test(new_after_load),
        cmocka_unit_test(files),
        cmocka_unit_test(no_line_is_long),
        cmocka_unit_test(star_points),
        cmocka_unit_test(handicap),
        cmocka_unit_test(saving),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
