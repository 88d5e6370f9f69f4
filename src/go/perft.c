#include "guzumi/go/perft.h"

#include "guzumi/go/board.h"

struct path {
    struct perft_rules rules;
    uint64_t hashes[PERFT_MAX_DEPTH + 1]; /* of every position so far, the empty board first */
    size_t length;
};

static bool may_play(const struct path *path, const struct board *b, int point, enum color color) {
    if (!board_is_legal(b, point, color)) return false;
    if (!path->rules.positional) return true;
    return !superko_repeats(path->hashes, path->length, board_hash_after(b, point, color));
}

static uint64_t count(struct path *path, const struct board *b, enum color color, bool passed,
                      int depth) {
    uint64_t total = 0;
    struct board next;
    struct board position;
    board_copy(&position, b);
    /* Superko is the history's business: only the simple ko is asked of the board. */
    if (path->rules.positional) position.ko = NO_POINT;
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            if (board_color(&position, p) != EMPTY || !may_play(path, &position, p, color))
                continue;
            if (depth == 1) {
                total++;
                continue;
            }
            board_copy(&next, &position);
            board_play(&next, p, color);
            path->hashes[path->length++] = next.hash;
            total += count(path, &next, color_other(color), false, depth - 1);
            path->length--;
        }
    if (!path->rules.passes) return total;
    if (depth == 1) return total + 1;
    if (passed) return total; /* the second pass ends the sequence before DEPTH */
    board_copy(&next, &position);
    board_play(&next, PASS, color);
    return total + count(path, &next, color_other(color), true, depth - 1);
}

uint64_t perft(int size, int depth, struct perft_rules rules) {
    struct board empty;
    struct path path = {.rules = rules, .length = 1};
    board_init(&empty, size);
    path.hashes[0] = empty.hash;
    return count(&path, &empty, BLACK, false, depth);
}
