/* Perft counts sequences of moves: the classic check of a move generator. */
#ifndef GUZUMI_PERFT_H
#define GUZUMI_PERFT_H

#include <stdbool.h>
#include <stdint.h>

struct perft_rules {
    bool passes;     /* count passes too; two in a row end a sequence */
    bool positional; /* positional superko (the empty board counts) instead of simple ko */
};

enum { PERFT_MAX_DEPTH = 64 };

/* Sequences of exactly DEPTH (1..PERFT_MAX_DEPTH) legal moves from the empty board of SIZE, Black
 * first, no suicide. */
uint64_t perft(int size, int depth, struct perft_rules rules);

#endif
