/* The patterns of Gelly et al. 2006, figures 3 to 6, as the mover X sees them. */
#include "guzumi/playout.h"

#include <string.h>

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

/* Cut of two diagonal stones, which is none when they are connected on the other side. */
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

/* The neighbours in the order of the code, as places in a pattern's rows. */
static const int neighbour_place[8] = {0, 1, 2, 3, 5, 6, 7, 8};

static bool fits(char wanted_cell, int color) {
    switch (wanted_cell) {
    case 'X':
        return color == BLACK;
    case 'O':
        return color == WHITE;
    case '.':
        return color == EMPTY;
    case '#':
        return color == OFF_BOARD;
    case 'x':
        return color == WHITE || color == EMPTY;
    case 'o':
        return color == BLACK || color == EMPTY;
    default:
        return color != OFF_BOARD;
    }
}

/* Whether the pattern under SYMMETRY fits the code, X being black. */
static bool matches_turned(const struct pattern *pattern, int symmetry, unsigned code) {
    for (int i = 0; i < 8; i++) {
        const int place = neighbour_place[i];
        const int image = point_transform(3, symmetry, point_at(3, place % 3, place / 3));
        const int from = point_row(3, image) * 3 + point_column(3, image);
        if (!fits(pattern->rows[from], (int)(code >> (2 * i) & 3))) return false;
    }
    return true;
}

static unsigned exchange_colors(unsigned code) {
    unsigned out = 0;
    for (int i = 0; i < 8; i++) {
        const unsigned color = code >> (2 * i) & 3;
        out |= (color < EMPTY ? color ^ 1 : color) << (2 * i);
    }
    return out;
}

static bool matches(const struct pattern *pattern, unsigned code) {
    const unsigned exchanged = exchange_colors(code);
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        if (matches_turned(pattern, symmetry, code)) return true;
        if (pattern->either && matches_turned(pattern, symmetry, exchanged)) return true;
    }
    return false;
}

static bool is_cut(unsigned code) {
    for (size_t i = 0; i < sizeof no_cut / sizeof no_cut[0]; i++)
        if (matches(&no_cut[i], code)) return false;
    return matches(&cut, code);
}

static bool is_pattern(unsigned code) {
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (matches(&wanted[i], code)) return true;
    return is_cut(code);
}

void playout_patterns_init(struct playout_patterns *patterns) {
    memset(patterns, 0, sizeof *patterns);
    for (unsigned code = 0; code < 65536; code++) {
        if (!is_pattern(code)) continue;
        const unsigned white = exchange_colors(code);
        patterns->match[BLACK][code / 64] |= UINT64_C(1) << (code % 64);
        patterns->match[WHITE][white / 64] |= UINT64_C(1) << (white % 64);
    }
}
