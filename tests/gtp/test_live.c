/* What a conversation can't show: input that comes during a search, long lines, random lines. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/rng.h"

#include "engine_process.h"

#include <stdio.h>
#include <time.h>

/* More simulations than anyone waits for: only an interrupt ends the search. */
static const char endless[] = "gtp --seed 1 --set simulations=1000000000000";

/* Lets the search begin; long enough for what comes next to count as sent during it. */
static void wait_a_while(void) {
    nanosleep(&(struct timespec){1, 0}, NULL);
}

static void expect_move(struct process *p, const char *prefix) {
    char *answer = process_answer(p);
    const size_t length = strlen(prefix);
    assert_int_equal(strncmp(answer, prefix, length), 0);
    assert_true(strcmp(answer + length, "pass") == 0 ||
                (strlen(answer + length) == 2 && strchr("ABCDEFGHJ", answer[length]) &&
                 strchr("123456789", answer[length + 1])));
    free(answer);
}

static void test_interrupt_during_genmove(void **state) {
    (void)state;
    struct process p = process_start(endless);
    process_send(&p, "boardsize 9\n1 genmove b\n");
    process_expect(&p, "= ");
    wait_a_while();
    process_send(&p, "# interrupt\n");
    expect_move(&p, "=1 ");
    /* The next search isn't touched by it, and the game has gone on. */
    process_send(&p, "2 genmove w\n# a comment\n");
    wait_a_while();
    process_send(&p, "# interrupt\r\n3 gg-undo 2\n4 undo\n");
    expect_move(&p, "=2 ");
    process_expect(&p, "=3 ");
    process_expect(&p, "?4 cannot undo");
    process_ask(&p, "quit", "= ");
    process_expect_end(&p, 0);
}

/* Reads on until TEXT has come COUNT times in the answer that is streaming. */
static void wait_for(struct process *p, const char *text, int count) {
    for (;;) {
        int seen = 0;
        for (const char *at = p->length ? p->text : ""; (at = strstr(at, text)) != NULL; at++)
            seen++;
        if (seen >= count) return;
        if (!process_read_more(p)) fail_msg("the engine ended without '%s'", text);
    }
}

static void test_analysis_streams_until_input(void **state) {
    (void)state;
    struct process p = process_start(endless);
    static const char *const ends[] = {"2 protocol_version\n", "\r\n2 protocol_version\n",
                                       "# interrupt\n2 protocol_version\n"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        process_send(&p, "1 lz-analyze b 1 maxmoves 1\n");
        wait_for(&p, "info move", 3); /* they come while it runs */
        process_send(&p, ends[i]);
        char *answer = process_answer(&p);
        assert_int_equal(strncmp(answer, "=1\ninfo move ", 13), 0);
        assert_null(strstr(answer, "play"));
        free(answer);
        process_expect(&p, "=2 2");
    }
    process_send(&p, "kata-analyze w 5\n");
    wait_for(&p, "info move", 1);
    process_send(&p, "quit\n");
    free(process_answer(&p));
    process_expect(&p, "= ");
    process_expect_end(&p, 0);
}

static void test_end_of_input_during_analysis(void **state) {
    (void)state;
    struct process p = process_start(endless);
    process_send(&p, "lz-analyze b 5\n");
    wait_for(&p, "info move", 1);
    process_close_input(&p);
    free(process_answer(&p));
    process_expect_end(&p, 0);
}

/* A genmove that streams is not disturbed: its search takes as many simulations as it was told. */
static void test_input_leaves_a_streaming_genmove_alone(void **state) {
    (void)state;
    struct process p = process_start("gtp --seed 1 --set simulations=3000 --set search_keep=off");
    process_send(&p, "1 lz-genmove_analyze b 1 maxmoves 1 minmoves 1\n");
    wait_for(&p, "info move", 1);
    process_send(&p, "# a comment\n\n2 name\n");
    char *answer = process_answer(&p);
    assert_non_null(strstr(answer, "\nplay "));
    free(answer);
    process_expect(&p, "=2 Guzumi");
    process_send(&p, "cgos-genmove_analyze w\n\n3 name\n");
    answer = process_answer(&p);
    assert_non_null(strstr(answer, "\"visits\":3000,"));
    free(answer);
    process_expect(&p, "=3 Guzumi");
    process_ask(&p, "quit", "= ");
    process_expect_end(&p, 0);
}

static void test_quit_during_genmove(void **state) {
    (void)state;
    struct process p = process_start(endless);
    process_send(&p, "1 genmove b\n2 reg_genmove w\n");
    wait_a_while();
    process_send(&p, "3 quit\n4 name\n");
    expect_move(&p, "=1 ");
    expect_move(&p, "=2 ");
    process_expect(&p, "=3 ");
    process_expect_end(&p, 0);
}

static void test_end_of_input_during_genmove(void **state) {
    (void)state;
    struct process p = process_start(endless);
    process_send(&p, "genmove b\n");
    wait_a_while();
    process_close_input(&p);
    expect_move(&p, "= ");
    process_expect_end(&p, 0);
}

/* A game's clock would let it think for long, but the script has ended. */
static void test_piped_script_with_a_clock_ends_soon(void **state) {
    (void)state;
    struct process p = process_start("gtp --seed 1");
    process_send(&p, "time_settings 1000000 0 0\n1 genmove b\n2 quit\n");
    process_close_input(&p);
    process_expect(&p, "= ");
    expect_move(&p, "=1 ");
    process_expect(&p, "=2 ");
    process_expect_end(&p, 0);
}

/* The same script twice, piped, gives the same game: its end cuts no counted search. */
static void test_piped_script_reproduces(void **state) {
    (void)state;
    char *games[2];
    for (int i = 0; i < 2; i++) {
        struct process p = process_start("--seed 5 --simulations 300");
        process_send(&p,
                     "boardsize 9\ngenmove b\ngenmove w\ngenmove b\ngenmove w\nshowboard\nquit\n");
        process_close_input(&p);
        for (int answer = 0; answer < 5; answer++) free(process_answer(&p));
        games[i] = process_answer(&p);
        process_expect(&p, "= ");
        process_expect_end(&p, 0);
    }
    assert_string_equal(games[0], games[1]);
    free(games[0]);
    free(games[1]);
}

static void test_long_lines(void **state) {
    (void)state;
    enum { LENGTH = 1 << 20 };
    struct process p = process_start("gtp --seed 1");
    char *line = malloc(LENGTH);
    assert_non_null(line);
    memset(line, 'x', LENGTH);
    line[LENGTH - 1] = '\n';
    process_send_bytes(&p, line, LENGTH);
    process_expect(&p, "? unknown command");
    line[0] = '#';
    process_send_bytes(&p, line, LENGTH);
    memcpy(line, "play b ", 7);
    process_send_bytes(&p, line, LENGTH);
    char *answer = process_answer(&p);
    assert_int_equal(strncmp(answer, "? invalid color or coordinate", 29), 0);
    assert_true(strlen(answer) < 200);
    free(answer);
    for (int i = 20; i < LENGTH - 1; i += 2) line[i] = ' ';
    memcpy(line, "gogui-play_sequence ", 20);
    process_send_bytes(&p, line, LENGTH);
    answer = process_answer(&p);
    assert_int_equal(*answer, '?');
    free(answer);
    memset(line, ' ', LENGTH - 1);
    memcpy(line + LENGTH - 6, "name", 4);
    process_send_bytes(&p, line, LENGTH);
    process_expect(&p, "= Guzumi");
    free(line);
    process_ask(&p, "quit", "= ");
    process_expect_end(&p, 0);
}

/* The words that random lines are made of. */
struct words {
    char *word[600];
    uint32_t count;
};

static void collect_words(struct process *p, struct words *words) {
    static const char *const arguments[] = {
        "b",    "w",      "BLACK",    "White", "D4",       "a1",   "T19",     "J9",
        "pass", "9",      "5",        "2",     "19",       "20",   "-1",      "0",
        "7.5",  "1e9",    "nan",      "#",     "resign",   "seed", "alpha",   "none",
        "on",   "memory", "absolute", "\t",    "canadian", "4711", "byoyomi", "\x01",
        "\xff", "%s%n",   "1 2 3",    "",      "\r",       "=",    "?",       "E5"};
    process_send(p, "list_commands\n");
    char *list = process_answer(p), *rest = list + 2;
    for (char *name; (name = strtok_r(rest, "\n", &rest)) != NULL;)
        if (strcmp(name, "quit") != 0) words->word[words->count++] = strdup(name);
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
        words->word[words->count++] = strdup(arguments[i]);
    free(list);
}

/* A line of up to six words, of which the first is usually a command; one byte in some is random.
 */
static void random_line(struct rng *rng, const struct words *words, char *line) {
    const uint32_t count = 1 + rng_below(rng, 6);
    char *end = line;
    for (uint32_t i = 0; i < count; i++)
        end += sprintf(end, "%s ", words->word[rng_below(rng, words->count)]);
    if (rng_bernoulli(rng, 0.2)) line[rng_below(rng, (uint32_t)(end - line))] = (char)rng_next(rng);
    for (char *c = line; c < end; c++)
        if (*c == 0) *c = ' ';
    *end = 0;
    /* A search must not become one that takes long by chance, nor the engine end or write files. */
    static const char *const unwanted[] = {"simulations", "move_time", "threads", "quit",
                                           "printsgf"};
    for (size_t i = 0; i < sizeof unwanted / sizeof unwanted[0]; i++)
        if (strstr(line, unwanted[i])) strcpy(line, "name");
    strcat(line, "\n");
}

/* Debug builds answer fewer. */
#ifdef NDEBUG
enum { LINES = 10000 };
#else
enum { LINES = 2000 };
#endif

static void test_random_lines(void **state) {
    (void)state;
    enum { BATCH = 100 };
    struct process p = process_start("gtp --seed 1 --simulations 1");
    struct words words = {.count = 0};
    struct rng rng;
    char line[1000];
    rng_seed(&rng, 20, 1);
    collect_words(&p, &words);
    for (int i = 1; i <= LINES; i++) {
        random_line(&rng, &words, line);
        process_send(&p, line);
        if (i % BATCH != 0) continue;
        /* Answers of the batch come first, whatever they are. */
        process_send(&p, "\n31415926 name\n");
        for (bool found = false; !found;) {
            char *answer = process_answer(&p);
            assert_true(*answer == '=' || *answer == '?');
            found = strcmp(answer, "=31415926 Guzumi") == 0;
            free(answer);
        }
    }
    for (uint32_t i = 0; i < words.count; i++) free(words.word[i]);
    process_ask(&p, "name", "= Guzumi");
    process_ask(&p, "quit", "= ");
    process_expect_end(&p, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interrupt_during_genmove),
        cmocka_unit_test(test_analysis_streams_until_input),
        cmocka_unit_test(test_end_of_input_during_analysis),
        cmocka_unit_test(test_input_leaves_a_streaming_genmove_alone),
        cmocka_unit_test(test_quit_during_genmove),
        cmocka_unit_test(test_end_of_input_during_genmove),
        cmocka_unit_test(test_piped_script_with_a_clock_ends_soon),
        cmocka_unit_test(test_piped_script_reproduces),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_random_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
