/* The default policies: the tables that they decide by, and playouts, stamped out for each kind of
 * policy and the common board sizes. */
#include "guzumi/playout/playout.h"

#include "guzumi/playout/tactics.h"

#include "softmax_kernel.h"

#include <stddef.h>
#include <string.h>

/* --- tables by surroundings --- */

/* The patterns of Gelly et al. 2006, figures 3 to 6, as the mover X sees them, and the surroundings
 * of small eye spaces. Both are tables by surroundings (point.h), so that a playout decides
 * by one load. */

/* Three rows of three characters, the middle one the point to play:
 *   X the mover   O the opponent   . empty   # off the board   ? anything on the board
 *   x not the mover's (and on the board)      o not the opponent's (and on the board)
 * Each stands for its eight symmetries. */
struct pattern {
    const char *rows;
    bool either; /* also with the colours exchanged */
};

static const struct pattern wanted[] = {
    /* hane */
    {"XOX"
     ". ."
     "???",
     true},
    {"XO."
     ". ."
     "?.?",
     true},
    {"XO?"
     "X ."
     "?.?",
     true},
    {"XOO"
     ". ."
     "?.?",
     false},
    /* cut between two stones in line */
    {"?X?"
     "O O"
     "ooo",
     true},
    /* at the edge */
    {"X.?"
     "O ?"
     "###",
     true},
    {"?X?"
     "o O"
     "###",
     true},
    {"?XO"
     "? ?"
     "###",
     false},
    {"?OX"
     "? O"
     "###",
     false},
    {"?XO"
     "O X"
     "###",
     false},
};

/* The cut of two diagonal stones; no cut if they are connected on the other side. */
static const struct pattern cut = {"XO?"
                                   "O ?"
                                   "???",
                                   true};
static const struct pattern no_cut[] = {
    {"XO?"
     "O O"
     "?.?",
     true},
    {"XO?"
     "O ."
     "?O?",
     true},
};

/* Where the neighbours, in the order of the code, stand in a pattern's rows:
 *
 *     0 1 2
 *     3 . 5
 *     6 7 8 */
static const int neighbour_place[8] = {0, 1, 2, 3, 5, 6, 7, 8};

/* A set of codes (point.h). */
struct code_set {
    uint64_t word[SURROUNDINGS_CODES / 64];
};

static bool has_code(const struct code_set *set, unsigned code) {
    return set->word[code / 64] >> (code % 64) & 1;
}

/* The colours that match a cell of a pattern, one bit each. */
static unsigned matching(char cell) {
    enum { X = 1 << BLACK, O = 1 << WHITE, NONE = 1 << EMPTY, OFF = 1 << OFF_BOARD };
    switch (cell) {
    case 'X':
        return X;
    case 'O':
        return O;
    case '.':
        return NONE;
    case '#':
        return OFF;
    case 'x':
        return O | NONE;
    case 'o':
        return X | NONE;
    default:
        return X | O | NONE;
    }
}

static unsigned exchanged(unsigned color) {
    return color < EMPTY ? color ^ 1 : color;
}

/* Adds the codes whose neighbours from the I-th on match CELLS and whose earlier ones are CODE's.
 */
static void add_codes(struct code_set *set, const char cells[8], bool exchange, int i,
                      unsigned code) {
    if (i == 8) {
        set->word[code / 64] |= UINT64_C(1) << (code % 64);
        return;
    }
    for (unsigned color = 0; color < 4; color++)
        if (matching(cells[i]) >> color & 1)
            add_codes(set, cells, exchange, i + 1,
                      code | (exchange ? exchanged(color) : color) << (2 * i));
}

/* Adds all matches of the eight symmetries of PATTERN, with COLOR in the place of X. */
static void add_pattern(struct code_set *set, const struct pattern *pattern, enum color color) {
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        char cells[8];
        for (int i = 0; i < 8; i++)
            cells[i] = pattern->rows[neighbour_place[surroundings_transform(symmetry, i)]];
        add_codes(set, cells, color == WHITE, 0, 0);
        if (pattern->either) add_codes(set, cells, color == BLACK, 0, 0);
    }
}

/* SET, a bit for each place of the 3x3 square by rows, and the places beside it. The masks stop a
 * shift by one column from running into the next row. */
static unsigned and_beside(unsigned set) {
    enum { NO_LEFT = 0x1b6, NO_RIGHT = 0x0db, ALL = 0x1ff };
    return (set | set << 3 | set >> 3 | (set << 1 & NO_LEFT) | (set >> 1 & NO_RIGHT)) & ALL;
}

/* The set without the middle, in the order of the code. */
static unsigned without_middle(unsigned set) {
    return (set & 0xf) | (set >> 5 << 4);
}

/* By the empty neighbours of an empty point, a bit each: the neighbours that the space around the
 * point contains or touches, or NO_NAKADE if that is a single point or too large. */
enum { NO_NAKADE = 1 << 8 };
/* A flood fill from the middle of the 3x3 square over its empty points, for each of the 256 sets of
 * empty neighbours. */
static void find_spaces(uint16_t touched[256]) {
    for (unsigned i = 0; i < 256; i++) {
        const unsigned empty = (i & 0xf) | 1u << 4 | i >> 4 << 5;
        unsigned space = 1u << 4, before = 0;
        while (space != before) {
            before = space;
            space = and_beside(space) & empty;
        }
        int count = 0;
        for (unsigned left = space; left; left &= left - 1) count++;
        const bool may_be = count > 1 && count <= PLAYOUT_NAKADE_MAX;
        touched[i] = may_be ? (uint16_t)without_middle(and_beside(space)) : NO_NAKADE;
    }
}

/* The even bits of CODE, side by side. */
static unsigned even_bits(unsigned code) {
    code &= 0x5555;
    code = (code | code >> 1) & 0x3333;
    code = (code | code >> 2) & 0x0f0f;
    return (code | code >> 4) & 0xff;
}

/* Whether the space around a point with these neighbours may have a vital point for COLOR, as far
 * as they show: the space continues beyond them. TOUCHED is from find_spaces. */
static bool allows_nakade(unsigned code, enum color color, const uint16_t touched[256]) {
    const unsigned low = even_bits(code), high = even_bits(code >> 1);
    const unsigned stones = color == BLACK ? ~low & ~high : low & ~high;
    const unsigned its = touched[high & ~low];
    return its != NO_NAKADE && !(its & stones);
}

/* Whether a point with these neighbours may be in a small space that COLOR walls in: no stone of
 * the opponent's is beside what shows of it, two or three of its sides are COLOR's or the edge, and
 * a side is empty. */
static bool allows_inside(unsigned code, enum color color, const uint16_t touched[256]) {
    static const int sides[4] = {1, 3, 4, 6};
    int walls = 0, empty = 0;
    for (int i = 0; i < 4; i++) {
        const enum color side = (enum color)(code >> (2 * sides[i]) & 3);
        walls += side == color || side == OFF_BOARD;
        empty += side == EMPTY;
    }
    return walls >= 2 && empty > 0 && allows_nakade(code, color_other(color), touched);
}

/* All 4^8 codes are tested once, here; a playout then reads a byte. */
void playout_patterns_init(struct playout_patterns *patterns) {
    struct code_set good[2] = {{{0}}}, cuts[2] = {{{0}}}, no_cuts[2] = {{{0}}};
    uint16_t touched[256];
    patterns->learnt = NULL;
    memset(patterns->rules, 0, sizeof patterns->rules);
    find_spaces(touched);
    for (int c = BLACK; c <= WHITE; c++) {
        const enum color color = (enum color)c;
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
            add_pattern(&good[c], &wanted[i], color);
        add_pattern(&cuts[c], &cut, color);
        for (size_t i = 0; i < sizeof no_cut / sizeof no_cut[0]; i++)
            add_pattern(&no_cuts[c], &no_cut[i], color);
    }
    for (unsigned code = 0; code < SURROUNDINGS_CODES; code++) {
        const int surroundings = surroundings_of_code(code);
        for (int c = BLACK; surroundings >= 0 && c <= WHITE; c++) {
            const bool pattern = has_code(&good[c], code) ||
                                 (has_code(&cuts[c], code) && !has_code(&no_cuts[c], code));
            const bool nakade = allows_nakade(code, (enum color)c, touched);
            const bool inside = allows_inside(code, (enum color)c, touched);
            patterns->rules[surroundings] |= (uint8_t)((pattern | nakade << 2 | inside << 4) << c);
        }
    }
}

/* --- playouts --- */

struct playout_policy playout_default_policy(const struct params *params,
                                             const struct playout_patterns *patterns) {
    enum policy kind = params->default_policy;
    if (kind == POLICY_SOFTMAX && !patterns->learnt) kind = POLICY_UNIFORM;
    return (struct playout_policy){.kind = kind,
                                   .epsilon = params->default_epsilon,
                                   .tactics = params->default_tactics,
                                   .tactics_always = params->default_tactics_always,
                                   .self_atari = (int)params->default_self_atari,
                                   .nakade = (int)params->default_nakade,
                                   .patterns = patterns,
                                   .softmax = patterns->learnt};
}

/* A move by the policy. KIND is its kind as a constant, which leaves one of the branches. SUMS
 * follow the board under POLICY_SOFTMAX. */
static ALWAYS_INLINE int choose(struct playout_board *b, const struct softmax_sums *sums, int size,
                                enum color color, int last, int own, enum policy kind,
                                const struct playout_policy *policy, struct rng *rng) {
    if (kind == POLICY_SOFTMAX) return softmax_move(policy, sums, b, size, color, last, own, rng);
    return kernel_choose(b, size, color, last, kind, policy, rng);
}

/* Loads a board. The rules need the chains that the last move has put into atari, which a loaded
 * board does not know. */
static ALWAYS_INLINE void load(struct playout_board *b, int size, const struct board *from,
                               struct playout_start start, bool rules) {
    playout_load(b, size, from, rules);
    if (start.last_point >= 0) b->weakened = atari_sides(b, size, start.last_point, start.to_move);
}

/* Records move T, which was just played. The captured points are the last of the list of empty
 * ones, so they are copied without a search. */
static ALWAYS_INLINE void record_move(struct trajectory *trajectory, const struct playout_board *b,
                                      int t, int point) {
    const int16_t *taken = b->empty + b->empty_count - b->captured_count;
    int end = trajectory->taken_end[t - 1];
    for (int i = 0; i < b->captured_count; i++) trajectory->taken[end++] = taken[i];
    trajectory->taken_end[t] = (int16_t)end;
    trajectory->point[t] = (int16_t)point;
    trajectory->explored[t] = false;
}

/* Records the end of the game after MOVES more. */
static ALWAYS_INLINE void record_end(struct trajectory *trajectory, const struct playout_board *b,
                                     int moves, bool finished) {
    trajectory->length += moves;
    trajectory->finished = finished;
    for (int color = 0; color < 2; color++) trajectory->stones[color] = b->stones[color];
}

/* Black's stones less White's. */
static ALWAYS_INLINE int stone_lead(const struct playout_board *b, int size) {
    const int words = size_words(size);
    return bitset_count(&b->stones[BLACK], words) - bitset_count(&b->stones[WHITE], words);
}

/* Whether the mercy rule (playout.h) ends a playout after MOVES moves; AT_START is the stone_lead
 * where it began. A lead that was there from the start proves nothing: it must grow by the policy's
 * mercy. The stones alone must also outweigh the komi, or a large komi would turn the result. */
static ALWAYS_INLINE bool mercy_ends(const struct playout_board *b, int size,
                                     const struct playout_policy *policy, int at_start, int moves) {
    if (policy->mercy == 0 || moves % PLAYOUT_MERCY_INTERVAL != 0) return false;
    const int now = stone_lead(b, size);
    const int high = (at_start > 0 ? at_start : 0) + policy->mercy;
    const int low = (at_start < 0 ? at_start : 0) - policy->mercy;
    return (now >= high && 2 * now > policy->half_komi) ||
           (now <= low && 2 * now < policy->half_komi);
}

/* A uniformly drawn candidate other than POINT and without bad self-ataris, or PASS. */
static int choose_another(const struct board *b, int point, enum color color, struct rng *rng) {
    struct bitset candidates = {{0}};
    board_candidates(b, color, &candidates);
    bitset_remove(&candidates, point);
    for (int count = bitset_count(&candidates, b->words); count > 0; count--) {
        const int other =
            bitset_select(&candidates, b->words, (int)rng_below(rng, (uint32_t)count));
        if (!tactics_is_bad_self_atari(b, other, color)) return other;
        bitset_remove(&candidates, other);
    }
    return PASS;
}

/* POINT, or another candidate if it is a bad self-atari on BOARD, which follows the game. */
static int play_carefully(struct board *board, int point, enum color color, struct rng *rng) {
    if (point != PASS && tactics_is_bad_self_atari(board, point, color))
        point = choose_another(board, point, color, rng);
    board_play(board, point, color);
    return point;
}

/* OWN is the mover's last move, the one before LAST. The trajectory gets moves but no values: who
 * wants these follows it afterwards. JUDGE is NULL, or the board of a careful playout. */
static ALWAYS_INLINE struct playout_end run(const struct board *from, int size,
                                            struct playout_start start, enum policy kind,
                                            const struct playout_policy *policy, int limit,
                                            struct rng *rng, struct trajectory *trajectory,
                                            struct board *judge) {
    const bool rules = kind != POLICY_UNIFORM;
    const int before = trajectory ? trajectory->length : 0;
    struct playout_board b;
    struct softmax_sums sums;
    enum color color = start.to_move;
    int last = start.last_point, own = NO_POINT, passes = start.passes, moves = 0;
    load(&b, size, from, start, rules);
    if (kind == POLICY_SOFTMAX) softmax_load(&sums, policy->softmax, &b, size);
    const int lead_at_start = policy->mercy ? stone_lead(&b, size) : 0;
    for (; moves < limit && passes < 2; moves++) {
        if (mercy_ends(&b, size, policy, lead_at_start, moves)) break;
        int point = choose(&b, &sums, size, color, last, own, kind, policy, rng);
        if (judge) point = play_carefully(judge, point, color, rng);
        if (point == PASS) {
            playout_pass(&b);
            passes++;
        } else {
            playout_play(&b, size, point, color, rules);
            if (kind == POLICY_SOFTMAX) softmax_follow(&sums, policy->softmax, &b, size, point);
            passes = 0;
        }
        if (trajectory) record_move(trajectory, &b, before + moves + 1, point);
        own = last;
        last = point;
        color = color_other(color);
    }
    if (trajectory) record_end(trajectory, &b, moves, passes >= 2);
    return (struct playout_end){
        .moves = moves, .last_point = last, .stones = {b.stones[BLACK], b.stones[WHITE]}};
}

#define STAMP_POLICY(TARGET, NAME, KIND, JUDGE, SUFFIX, SIZE)                                      \
    TARGET static struct playout_end NAME##_##SUFFIX(                                              \
        const struct board *b, struct playout_start start, const struct playout_policy *policy,    \
        int limit, struct rng *rng, struct trajectory *trajectory, struct board *judge) {          \
        (void)judge;                                                                               \
        return run(b, SIZE, start, KIND, policy, limit, rng, trajectory, JUDGE);                   \
    }
#define STAMP_FIXED(TARGET, SUFFIX, SIZE)                                                          \
    STAMP_POLICY(TARGET, uniform, POLICY_UNIFORM, NULL, SUFFIX, SIZE)                              \
    STAMP_POLICY(TARGET, mogo, POLICY_MOGO, judge, SUFFIX, SIZE)
#define STAMP_LEARNT(TARGET, SUFFIX, SIZE)                                                         \
    STAMP_POLICY(TARGET, softmax, POLICY_SOFTMAX, NULL, SUFFIX, SIZE)
#define STAMP(N) STAMP_FIXED(STAMPED, N, N)
GO_SIZES(STAMP)
STAMP_FIXED(CLONED, any, b->size)
#undef STAMP
#define STAMP(N) STAMP_LEARNT(STAMPED, N, N)
GO_SMALL_SIZES(STAMP)
STAMP_LEARNT(CLONED, any, b->size)

static struct playout_end run_stamped(const struct board *b, struct playout_start start,
                                      const struct playout_policy *policy, int limit,
                                      struct rng *rng, struct trajectory *trajectory) {
    struct playout_end end;
    if (policy->kind == POLICY_SOFTMAX)
        GO_DISPATCH_SMALL(b->size, end = softmax, (b, start, policy, limit, rng, trajectory, NULL))
    else if (policy->kind == POLICY_MOGO)
        GO_DISPATCH(b->size, end = mogo, (b, start, policy, limit, rng, trajectory, NULL))
    else
        GO_DISPATCH(b->size, end = uniform, (b, start, policy, limit, rng, trajectory, NULL))
    return end;
}

struct playout_end playout_run(const struct board *b, struct playout_start start,
                               const struct playout_policy *policy, int limit, struct rng *rng,
                               struct trajectory *trajectory) {
    assert(policy->kind != POLICY_NONE);
    assert(!trajectory || trajectory->length + limit <= TRAJECTORY_MAX_MOVES);
    return run_stamped(b, start, policy, limit, rng, trajectory);
}

/* Moves are drawn on a playout board, which is fast, and judged on BOARD, which knows the liberties
 * of chains: both follow the game. */
void playout_run_carefully(struct board *board, struct playout_start start,
                           const struct playout_policy *policy, int limit, struct rng *rng) {
    assert(policy->kind == POLICY_MOGO && policy->mercy == 0);
    GO_DISPATCH(board->size, mogo, (board, start, policy, limit, rng, NULL, board))
}

/* A playout of one move: a kernel of its own would take seconds to compile. */
int playout_choose(const struct board *b, struct playout_start start,
                   const struct playout_policy *policy, struct rng *rng) {
    start.passes = 0;
    return run_stamped(b, start, policy, 1, rng, NULL).last_point;
}

bool playout_is_pattern(const struct playout_patterns *patterns, const struct board *b, int point,
                        enum color color) {
    return is_pattern(patterns, kernel_surroundings(b, b->size, point), color);
}
