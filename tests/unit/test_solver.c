/* The solver of small positions against plain search of the same game on the plain board: no table,
 * no bounds, no sets; by territory it counts points and prisoners. */
#include "guzumi/base/rng.h"

#include "reference_solver.h"
#include "unit.h"

enum { SIZE = 6, PLIES = 6, TERRITORY_PLIES = 7, POSITIONS = 1500 };

/* Random stones in the corner of three by two between living White, and Black alive elsewhere. */
static struct reference_board random_corner(struct rng *rng) {
    static const char *const frame[SIZE] = {"???O.O", "???OOO", "OOOO.O",
                                            "OOOOOO", "XXXXXX", "X.X.XX"};
    struct reference_board out;
    reference_init(&out, SIZE);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            const char kind = frame[row][column];
            const enum color color = kind == '?'   ? (enum color)rng_below(rng, 3)
                                     : kind == 'X' ? BLACK
                                     : kind == 'O' ? WHITE
                                                   : EMPTY;
            reference_set_color(&out, point_at(SIZE, column, SIZE - 1 - row), color);
        }
    return out;
}

/* Whether all stones outside the region are alive: the solver takes dead ones for taken. */
static bool all_live(const struct solver *s, const struct reference_board *b) {
    int stones[2] = {0}, inside[2] = {0};
    for (int p = 0; p < point_limit(SIZE); p++)
        for (int color = 0; color < 2; color++) {
            if (reference_color(b, p) != (enum color)color) continue;
            stones[color]++;
            inside[color] += solver_index(s, p) >= 0;
        }
    return stones[BLACK] - inside[BLACK] == 10 && stones[WHITE] - inside[WHITE] >= 15;
}

/* The black stones of B less its white ones. */
static int stones_ahead(const struct reference_board *b) {
    int ahead = 0;
    for (int p = 0; p < point_limit(b->size); p++)
        ahead += (reference_color(b, p) == BLACK) - (reference_color(b, p) == WHITE);
    return ahead;
}

/* A game that is played on. By territory two passes end it, and what follows tells who owns what of
 * the position that they left. */
struct line {
    struct reference_board now, left;
    int passes, prisoners; /* of White's stones, less those of Black's */
    bool has_ended;
};

/* Plays a point of the region, or passes; false when it is illegal. */
static bool play(const struct solver *s, struct line *line, int point, enum color color) {
    struct reference_set captured;
    if (point != PASS && !reference_is_legal(&line->now, point, color)) return false;
    if (point != PASS)
        line->passes = 0;
    else if (line->now.ko == NO_POINT)
        line->passes++;
    reference_play(&line->now, point, color, &captured);
    if (!line->has_ended) line->prisoners += color_sign(color) * captured.count;
    if (s->by_territory && !line->has_ended && line->passes == 2) {
        line->has_ended = true;
        line->passes = 0;
        line->left = line->now;
    }
    return true;
}

/* The count of B by the OWNER of each point: stones that are not their colour's are dead. */
static int territory_of(const struct reference_board *b, const enum color owner[BOARD_MAX_POINTS]) {
    int score = 0;
    for (int p = 0; p < point_limit(b->size); p++) {
        const enum color color = reference_color(b, p);
        if (color == OFF_BOARD || color == owner[p]) continue;
        score += (owner[p] == BLACK) - (owner[p] == WHITE);
        score += (color == WHITE) - (color == BLACK);
    }
    return score;
}

/* Twice what SIDE has won in the end. */
static int won(const struct solver *s, const struct line *line, enum color side) {
    enum color owner[BOARD_MAX_POINTS];
    const int area = reference_score(&line->now, owner);
    const int score = s->by_territory ? territory_of(&line->left, owner) + line->prisoners : area;
    return color_sign(side) * (2 * score - s->half_komi);
}

/* Whether SIDE wins within PLIES with COLOR to move, nobody playing outside the region. */
static bool wins(const struct solver *s, const struct line *line, enum color side, enum color color,
                 int plies) {
    if (line->passes == 2) return won(s, line, side) > 0;
    if (plies == 0) return false;
    for (int i = PASS; i < s->count; i++) {
        struct line after = *line;
        if (!play(s, &after, i == PASS ? PASS : s->point[i], color)) continue;
        if (wins(s, &after, side, color_other(color), plies - 1) == (side == color))
            return side == color;
    }
    return side != color;
}

/* Compares what is known of a move with what a plain search of a few plies finds. */
static int check_move(struct solver *s, const struct reference_board *b, int index,
                      enum color color, int found[3]) {
    struct line after = {.now = *b};
    const int plies = s->by_territory ? TERRITORY_PLIES : PLIES, komi = s->half_komi;
    s->half_komi -= s->by_territory ? 2 * stones_ahead(b) : 0; /* the plain search has no costs */
    const bool legal = play(s, &after, index == PASS ? PASS : s->point[index], color);
    const enum color other = color_other(color);
    const bool won = legal && wins(s, &after, color, other, plies);
    const bool lost = legal && wins(s, &after, other, other, plies);
    s->half_komi = komi;
    const enum solver_answer answer = solver_try(s, index, color);
    assert_int_equal(legal, solver_is_legal(s, index, color));
    if (!legal) return 0;
    found[answer]++;
    if (won) assert_int_equal(answer, SOLVER_WINS);
    if (lost) assert_int_equal(answer, SOLVER_LOSES);
    return won || lost;
}

static void check(bool by_territory, int largest) {
    struct rng rng;
    int compared = 0, found[3] = {0};
    rng_seed(&rng, 1, 2);
    for (int i = 0; i < POSITIONS; i++) {
        const struct reference_board board = random_corner(&rng);
        struct solver solver;
        const int half_komi = 2 * (int)rng_below(&rng, 12) - 11;
        int empty = 0;
        if (!reference_is_possible(&board)) continue;
        assert_true(solver_open(&solver, &board, half_komi, 100000));
        solver.by_territory = by_territory;
        if (by_territory) solver.half_komi = 2 * stones_ahead(&board) + half_komi;
        for (int p = 0; p < solver.count; p++)
            empty += reference_color(&board, solver.point[p]) == EMPTY;
        for (int p = PASS; p < solver.count && empty <= largest && all_live(&solver, &board); p++)
            for (int color = 0; color < 2; color++)
                compared += check_move(&solver, &board, p, (enum color)color, found);
        solver_close(&solver);
    }
    print_message("%d moves: %d win, %d lose, %d unknown; %d compared\n",
                  found[0] + found[1] + found[2], found[SOLVER_WINS], found[SOLVER_LOSES],
                  found[SOLVER_UNKNOWN], compared);
    assert_true(compared > 1000 && found[SOLVER_WINS] > 300 && found[SOLVER_LOSES] > 300);
    assert_true(found[SOLVER_UNKNOWN] < 20);
}

static void it_agrees_with_plain_search(void **state) {
    (void)state;
    check(false, 5);
}

static void by_territory_too(void **state) {
    (void)state;
    check(true, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_agrees_with_plain_search),
                                       cmocka_unit_test(by_territory_too)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
