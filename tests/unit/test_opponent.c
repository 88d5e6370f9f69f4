/* Opponents that are programs, played by a script; trials of a network against one. */
#include "guzumi/classics/opponent.h"

#include "diagram.h"
#include "learnt.h"
#include "trained.h"

/* A program that answers genmove and final_score by the script, and notes what it was asked. */
static struct script {
    struct gtp_program base;
    const char *move, *score;
    char asked[4096];
    int moves[2]; /* by colour */
} script;

static enum status follow_script(struct gtp_program *program, const char *command,
                                 const char **text, struct failure *why) {
    struct script *s = (struct script *)program;
    (void)why;
    snprintf(s->asked + strlen(s->asked), sizeof s->asked - strlen(s->asked), "%s\n", command);
    s->moves[WHITE] += strcmp(command, "genmove white") == 0;
    s->moves[BLACK] += strcmp(command, "genmove black") == 0;
    *text = strncmp(command, "genmove", 7) == 0   ? s->move
            : strcmp(command, "final_score") == 0 ? s->score
                                                  : "";
    return STATUS_OK;
}

static void leave_script(struct gtp_program *program) {
    (void)program;
}

static enum status open_script(struct gtp_program **out, const char *command,
                               const atomic_bool *stop, struct failure *why) {
    (void)command, (void)stop, (void)why;
    *out = &script.base;
    return STATUS_OK;
}

static struct opponent *begin(const char *move, const char *score) {
    static const struct training_host host = {.open_program = open_script};
    const struct training_plan plan = {.host = &host};
    struct opponent *opponent;
    struct failure why;
    script = (struct script){
        .base = {.ask = follow_script, .free = leave_script}, .move = move, .score = score};
    assert_int_equal(opponent_new(&opponent, OPPONENT_PROGRAM, "script", &plan, &why), STATUS_OK);
    return opponent;
}

/* The program answers MOVE for White, on a board where A1 is White's eye: POINT is played, and
 * ASKED are the commands that the program received. */
static void expect_move(const char *move, const char *point, const char *asked) {
    struct opponent *opponent = begin(move, "0");
    struct board board;
    struct failure why;
    struct rng rng;
    char name[5];
    int chosen;
    rng_seed(&rng, 1, 1);
    diagram_read(&board, 3, ". . .  O O .  . O X");
    assert_int_equal(opponent_begin(opponent, 3, 0, &why), STATUS_OK);
    script.asked[0] = 0;
    assert_int_equal(opponent_move(opponent, &board, WHITE, 0, &rng, &chosen, &why), STATUS_OK);
    assert_string_equal(point_format(3, chosen, name), point);
    assert_string_equal(script.asked, asked);
    opponent_free(opponent);
}

/* The program must stay with the game: a move that does not count is taken back, and it passes. */
static void moves_that_do_not_count_are_taken_back(void **state) {
    static const char back[] = "genmove white\nundo\nplay white pass\n";
    (void)state;
    expect_move("B3", "B3", "genmove white\n");
    expect_move("pass", "pass", "genmove white\n");
    expect_move("A1", "pass", back); /* its eye */
    expect_move("C1", "pass", back); /* a stone */
    expect_move("resign", "pass", "genmove white\nplay white pass\n");
}

static void scores_are_black_s(void **state) {
    static const struct {
        const char *text;
        double score;
    } cases[] = {{"B+2.5", 2.5}, {"W+2.5", -2.5}, {"0", 0}};
    struct failure why;
    bool counted;
    double score;
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct opponent *opponent = begin("pass", cases[i].text);
        counted = false;
        assert_int_equal(opponent_score(opponent, &counted, &score, &why), STATUS_OK);
        assert_true(counted && score == cases[i].score);
        opponent_free(opponent);
    }
    struct opponent *opponent = begin("pass", "B+much");
    assert_int_equal(opponent_score(opponent, &counted, &score, &why), STATUS_INVALID);
    opponent_free(opponent);
}

/* A network that expects nothing on the board leaves komi 3 to decide: as Black it expects to lose,
 * as White to win. White wins by 1, whoever that is. */
static void trials_are_of_both_colours(void **state) {
    struct trained_classic *n = make(CLASSIC_TERRITORY, 3, "");
    struct opponent *opponent = begin("pass", "W+1");
    struct trials trials = {0};
    struct failure why;
    (void)state;
    memset(n->network->weights, 0, (size_t)n->network->weight_count * sizeof *n->network->weights);
    classic_expand(n->network);
    assert_int_equal(trials_play(n, opponent, 4, 3, 1, &trials, &why), STATUS_OK);
    assert_true(script.moves[BLACK] > 0 && script.moves[WHITE] > 0);
    assert_int_equal(trials.games, 4);
    assert_int_equal(trials.wins, 2);
    assert_int_equal(trials.scored_right, 4);
    assert_true(trials.score == 0);
    opponent_free(opponent);
    trained_classic_release(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_that_do_not_count_are_taken_back),
        cmocka_unit_test(scores_are_black_s),
        cmocka_unit_test(trials_are_of_both_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
