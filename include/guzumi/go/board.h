/* The Go board: stones, chains with their exact liberties, captures, simple ko.
 *
 * A board has bitboards with one padding column (point.h) and a mailbox of colours and chains.
 * Every chain is identified by one of its points, the root, and keeps the sets of its stones and of
 * its liberties, so captures, ataris and liberty counts are set operations. A board holds no
 * pointers: board_copy is a memcpy of the part that its size uses.
 *
 * Suicide is illegal. Simple ko is handled here; positional superko needs the history and is in
 * game.h. The colour to move is always passed in: one colour may play twice in a row.
 *
 * Hot loops use the same functions as always-inline kernels from src/go/board_kernel.h. */
#ifndef GUZUMI_BOARD_H
#define GUZUMI_BOARD_H

#include "guzumi/base/bitset.h"
#include "guzumi/go/point.h"

#include <stddef.h>
#include <stdint.h>

enum {
    /* Mailbox cells: the points with a border row below and above and one cell at each end. */
    BOARD_MAX_CELLS = (BOARD_MAX_SIZE + 2) * (BOARD_MAX_SIZE + 1) + 1,
    /* Words of a board's sets: for each chain two, and six sets of the whole board. */
    BOARD_MAX_STORE = (2 * BOARD_MAX_POINTS + 6) * BITSET_WORDS
};

struct board {
    uint64_t hash;                   /* of the stones alone; 0 when the board is empty */
    uint8_t size, words;             /* words in use of each set */
    int16_t ko;                      /* point where ko_color must not play now, or NO_POINT */
    uint8_t ko_color;                /* enum color */
    int16_t last_captured;           /* stones taken by the last move */
    struct bitset captured;          /* those stones; valid while last_captured > 0 */
    uint8_t color[BOARD_MAX_CELLS];  /* enum color of cell point + size + 2 */
    uint16_t root[BOARD_MAX_POINTS]; /* of the chain at a point with a stone */
    uint64_t store[BOARD_MAX_STORE]; /* see board_kernel.h */
};

/* The empty board; BOARD_MIN_SIZE <= SIZE <= BOARD_MAX_SIZE. */
void board_init(struct board *board, int size);

void board_copy(struct board *to, const struct board *from);

/* Words in use of each set of points: 1 for sizes to 7, 2 to 10, 3 to 13, 4 to 15, 5 to 17, 6. */
int board_words(int size);

enum color board_color(const struct board *board, int point);

/* Whether COLOR may play POINT: empty, no suicide, not the ko. PASS is always legal. */
bool board_is_legal(const struct board *board, int point, enum color color);

/* Plays a legal move or PASS. */
void board_play(struct board *board, int point, enum color color);

/* The same, or a suicide: a move that captures nothing and leaves COLOR's chain without a liberty
 * removes that chain. Guzumi never commits suicide, but some rules allow it. */
void board_play_or_suicide(struct board *board, int point, enum color color);

/* Puts a stone on an empty point, for set-up positions, and clears the ko. Returns false, and
 * changes nothing, if the stone would capture something or leave its chain without a liberty. */
bool board_place(struct board *board, int point, enum color color);

/* A board of SIZE with these STONES by colour, whose chains all have liberties; no ko. */
void board_set_stones(struct board *board, int size, const struct bitset stones[2]);

/* A single-point eye of COLOR: an empty point whose neighbours are all COLOR's or off the board,
 * and of whose diagonal neighbours the opponent holds at most one, at the edge none. */
bool board_is_eye(const struct board *board, int point, enum color color);

/* The moves that simulations consider: legal moves that fill no eye of COLOR's. */
void board_candidates(const struct board *board, enum color color, struct bitset *out);

/* The stones of COLOR. */
void board_stones(const struct board *board, enum color color, struct bitset *out);

/* The number of stones of both colours. */
int board_stone_count(const struct board *board);

/* All points of a board of SIZE except POINTS. */
struct bitset board_other_points(int size, const struct bitset *points);

/* The chain at POINT, which has a stone: its root, stones and liberties. */
int board_chain(const struct board *board, int point, struct bitset *stones,
                struct bitset *liberties);
int board_liberty_count(const struct board *board, int point);

/* The hash after COLOR plays a legal POINT (or PASS), without playing it. */
uint64_t board_hash_after(const struct board *board, int point, enum color color);

/* Area score with all stones alive, Black's view, without komi: stones and empty regions that
 * touch one colour only. OWNER, unless NULL, gets the colour of each point (EMPTY for neither). */
int board_score_area(const struct board *board, uint8_t owner[BOARD_MAX_POINTS]);

/* The same for the STONES of each colour on a board of SIZE. */
int board_score_stones(int size, const struct bitset stones[2], uint8_t owner[BOARD_MAX_POINTS]);

/* Black's reward for a game that ended with HALF_SCORE (in half points, Black's view, less komi):
 * 1, 0, or 0.5 for a draw. */
static inline double score_reward(int half_score) {
    return 0.5 * (1 + (half_score > 0) - (half_score < 0));
}

/* --- territory scoring ---
 *
 * By territory a side scores the points that only its living stones surround, and the opponent's
 * prisoners and dead stones. An empty point next to living stones of both sides is a dame, which
 * belongs to neither; nor does a space that touches stones in seki.
 *
 * Each stone that was ever played is now alive, dead or a prisoner. So, for any ownership,
 *
 *     territory score = area score - (stones played by Black - stones played by White),
 *
 * where handicap and set-up stones count as played: territory scoring is area scoring in which each
 * stone costs its player a point. Then
 *
 * - a dame gives a point of area and costs one: it is worth nothing;
 * - a needless move in one's own territory loses a point, and so does an invasion that needs no
 *   answer;
 * - a pass costs nothing.
 *
 * In an even game with alternating moves both sides have played equally many stones, or Black one
 * more. So the two scores differ only by who moved last, and good play by area is good play by
 * territory, except for that last point. Exceptions:
 *
 * - handicap and set-up stones cost as much as others, which komi does not make up for;
 * - a pass while the opponent plays on gains a point. So answering or reinforcing inside one's
 *   territory costs points by territory only;
 * - the last dame is worth a point by area only;
 * - eyes in seki count by area only;
 * - capturing dead stones costs moves, but is unnecessary: they count as prisoners where they
 *   stand. */

/* The dame of BOARD, given the living stones of each colour. */
struct bitset score_dame(const struct board *board, const struct bitset alive[2]);

/* The territory score in points, Black's view, without komi and without the game's prisoners. The
 * DEAD stones are prisoners, those in SEKI alive without territory. OWNER, unless NULL, gets the
 * colour of each living stone and of the territory, EMPTY elsewhere. */
int score_territory(const struct board *board, const struct bitset *dead, const struct bitset *seki,
                    uint8_t owner[BOARD_MAX_POINTS]);

/* Positional superko: whether the position with HASH is among the COUNT earlier ones. */
static inline bool superko_repeats(const uint64_t *hashes, size_t count, uint64_t hash) {
    for (size_t i = count; i-- > 0;)
        if (hashes[i] == hash) return true;
    return false;
}

/* Recomputes everything from the colours; false if anything differs. For tests and debugging. */
bool board_verify(const struct board *board);

/* Draws the board with coordinates into OUT (of SIZE_OUT bytes, 2048 suffice), a line for each row.
 * LAST is marked with brackets unless negative. */
void board_draw(const struct board *board, int last, char *out, int size_out);

/* --- perft ---
 *
 * Counts sequences of moves: the classic check of a move generator. */

struct perft_rules {
    bool passes;     /* count passes too; two in a row end a sequence */
    bool positional; /* positional superko (the empty board counts) instead of simple ko */
};

enum { PERFT_MAX_DEPTH = 64 };

/* Sequences of exactly DEPTH (1..PERFT_MAX_DEPTH) legal moves from the empty board of SIZE, Black
 * first, no suicide. */
uint64_t perft(int size, int depth, struct perft_rules rules);

#endif
