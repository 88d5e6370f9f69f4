#include "reference_shapes.h"

#include <string.h>

int reference_fillings(int k) {
    int fillings = 1;
    for (int i = 0; i < k * k; i++) fillings *= 3;
    return fillings;
}

void reference_fill(struct reference_shape *shape, int filling) {
    for (int i = 0; i < shape->k * shape->k; i++, filling /= 3) shape->cell[i] = filling % 3;
}

static int cell_of(enum color color) {
    return color == BLACK ? 1 : color == WHITE ? 2 : 0;
}

void reference_fill_from(struct reference_shape *shape, const struct reference_board *board) {
    for (int j = 0; j < shape->k; j++)
        for (int i = 0; i < shape->k; i++)
            shape->cell[j * shape->k + i] = cell_of(board->at[shape->row + j][shape->column + i]);
}

struct place {
    int column, row;
};

/* The image of a place on a board under a symmetry, three flags: mirror left and right, mirror up
 * and down, swap columns and rows. */
static struct place turn(int size, int symmetry, struct place from) {
    struct place to = from;
    if (symmetry & 1) to.column = size - 1 - to.column;
    if (symmetry & 2) to.row = size - 1 - to.row;
    if (symmetry & 4) to = (struct place){.column = to.row, .row = to.column};
    return to;
}

/* The lower left corner of the transformed shape. */
static struct place turned_corner(int size, int symmetry, const struct reference_shape *shape) {
    const int last = shape->k - 1;
    const struct place a = turn(size, symmetry, (struct place){shape->column, shape->row});
    const struct place b =
        turn(size, symmetry, (struct place){shape->column + last, shape->row + last});
    return (struct place){a.column < b.column ? a.column : b.column, a.row < b.row ? a.row : b.row};
}

static int inverted(int cell) {
    return cell == 0 ? 0 : 3 - cell;
}

/* The transformed shape's filling as a number in base 3, its last cell first. */
static uint64_t turned_filling(int size, int symmetry, bool invert,
                               const struct reference_shape *shape) {
    const struct place corner = turned_corner(size, symmetry, shape);
    int cell[9] = {0};
    for (int i = 0; i < shape->k * shape->k; i++) {
        const struct place from = {shape->column + i % shape->k, shape->row + i / shape->k};
        const struct place to = turn(size, symmetry, from);
        cell[(to.row - corner.row) * shape->k + to.column - corner.column] =
            invert ? inverted(shape->cell[i]) : shape->cell[i];
    }
    uint64_t filling = 0;
    for (int i = 8; i >= 0; i--) filling = filling * 3 + (uint64_t)cell[i];
    return filling;
}

static uint64_t corner_key(int k, struct place corner) {
    return ((uint64_t)k * 32 + (uint64_t)corner.row) * 32 + (uint64_t)corner.column;
}

struct reference_class reference_class_ld(int size, const struct reference_shape *shape) {
    uint64_t first_corner = UINT64_MAX;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        const uint64_t corner = corner_key(shape->k, turned_corner(size, symmetry, shape));
        if (corner < first_corner) first_corner = corner;
    }
    /* For each colour, the smallest image in the first place of all images. */
    uint64_t smallest[2] = {UINT64_MAX, UINT64_MAX};
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        if (corner_key(shape->k, turned_corner(size, symmetry, shape)) != first_corner) continue;
        for (int invert = 0; invert < 2; invert++) {
            const uint64_t key =
                first_corner * 19683 + turned_filling(size, symmetry, invert, shape);
            if (key < smallest[invert]) smallest[invert] = key;
        }
    }
    const uint64_t own = corner_key(shape->k, (struct place){shape->column, shape->row}) * 19683 +
                         turned_filling(size, 0, false, shape);
    struct reference_class out = {.key = smallest[0], .sign = 1};
    if (smallest[1] < smallest[0]) out = (struct reference_class){.key = smallest[1], .sign = -1};
    if (smallest[1] == smallest[0]) out.sign = 0;
    out.is_smallest = own == out.key;
    return out;
}

struct reference_class reference_class_li(const struct reference_shape *shape) {
    struct reference_shape alone = *shape;
    alone.column = alone.row = 0;
    return reference_class_ld(shape->k, &alone);
}

double reference_weight(uint64_t key) {
    uint64_t x = (key + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
    x ^= x >> 32;
    return ((double)(x % 2047) - 1023) / 1024;
}

/* Records what the point adds to the region's code. */
static void note_cover(struct reference_region *region, int column, int row, int add,
                       int points[][3], int *count) {
    if (column < region->column) region->column = column;
    if (row < region->row) region->row = row;
    if (*count < 9) {
        points[*count][0] = column;
        points[*count][1] = row;
        points[*count][2] = add;
    }
    ++*count;
}

/* Collects the points of one region. */
static int gather(struct reference_region *region, const struct shapes *shapes, int number,
                  int points[9][3]) {
    int count = 0;
    region->k = shapes->region_size[number];
    region->column = region->row = BOARD_MAX_SIZE;
    for (int row = 0; row < shapes->size; row++)
        for (int column = 0; column < shapes->size; column++)
            for (int i = 0; i < SHAPE_COVERS; i++) {
                const struct shape_cover cover =
                    shapes->cover[point_at(shapes->size, column, row)][i];
                if (cover.region == number)
                    note_cover(region, column, row, cover.add, points, &count);
            }
    return count;
}

static bool are_powers_of_three(const int *add, int count) {
    int power = 1;
    for (int i = 0; i < count; i++, power *= 3) {
        int found = 0;
        for (int j = 0; j < count; j++) found += add[j] == power;
        if (found != 1) return false;
    }
    return true;
}

bool reference_regions_init(struct reference_regions *regions, const struct shapes *shapes) {
    regions->count = shapes->region_count;
    for (int number = 0; number < regions->count; number++) {
        struct reference_region *region = &regions->region[number];
        int points[9][3];
        memset(region, 0, sizeof *region);
        const int count = gather(region, shapes, number, points), k = region->k;
        if (k < 1 || k > 3 || count != k * k) return false;
        for (int i = 0; i < count; i++) {
            const int x = points[i][0] - region->column, y = points[i][1] - region->row;
            if (x >= k || y >= k) return false;
            region->add[y * k + x] = points[i][2];
        }
        if (!are_powers_of_three(region->add, count)) return false;
    }
    return true;
}

int reference_code_of(const struct reference_region *region, const struct reference_shape *shape) {
    int code = 0;
    for (int i = 0; i < region->k * region->k; i++) code += region->add[i] * shape->cell[i];
    return code;
}

int reference_code(const struct reference_region *region, const struct reference_board *board) {
    struct reference_shape shape = {.k = region->k, .column = region->column, .row = region->row};
    reference_fill_from(&shape, board);
    return reference_code_of(region, &shape);
}

double reference_value(const struct reference_regions *regions, const struct shape_weights *weights,
                       const struct reference_board *board) {
    double value = 0;
    for (int r = 0; r < regions->count; r++) {
        const int code = reference_code(&regions->region[r], board);
        value += (double)weights->table[weights->base[r] + code];
        if (weights->li) value += (double)weights->li[weights->shapes->li_base[r] + code];
    }
    return value;
}

double reference_value_after(const struct reference_regions *regions,
                             const struct shape_weights *weights,
                             const struct reference_board *board, int point, enum color color) {
    struct reference_board after = *board;
    struct reference_set captured;
    reference_play(&after, point, color, &captured);
    return reference_value(regions, weights, &after);
}

/* Puts a cell of a code on the board; false if it contradicts the board. */
static bool write_cell(struct reference_board *board, int column, int row, int cell) {
    const enum color color = cell == 1 ? BLACK : cell == 2 ? WHITE : EMPTY;
    if (board->at[row][column] == OFF_BOARD) board->at[row][column] = color;
    return board->at[row][column] == color;
}

bool reference_decode(const struct reference_regions *regions, const int32_t *codes,
                      struct reference_board *board) {
    bool good = true;
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) board->at[row][column] = OFF_BOARD;
    for (int r = 0; r < regions->count; r++) {
        const struct reference_region *region = &regions->region[r];
        good = good && codes[r] >= 0 && codes[r] < reference_fillings(region->k);
        for (int i = 0; i < region->k * region->k; i++)
            good = write_cell(board, region->column + i % region->k, region->row + i / region->k,
                              codes[r] / region->add[i] % 3) &&
                   good;
    }
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++)
            good = good && board->at[row][column] != OFF_BOARD;
    return good;
}

/* --- negamax --- */

static enum color other(enum color color) {
    return color == BLACK ? WHITE : BLACK;
}

bool reference_is_candidate(const struct reference_game *game, int point, enum color color) {
    const struct reference_board *board = reference_game_board(game);
    if (!reference_is_legal(board, point, color) || reference_is_eye(board, point, color))
        return false;
    struct reference_board after = *board;
    struct reference_set captured;
    reference_play(&after, point, color, &captured);
    if (captured.count == 0) return true;
    for (size_t i = 0; i < game->count; i++)
        if (reference_same_stones(&game->positions[i], &after)) return false;
    return true;
}

double reference_move_value(const struct reference_value_function *f, struct reference_game *game,
                            enum color color, int passes, int point, int depth) {
    reference_game_play(game, point, color);
    const double value =
        -reference_negamax(f, game, other(color), point == PASS ? passes + 1 : 0, depth - 1);
    reference_game_undo(game);
    return value;
}

double reference_negamax(const struct reference_value_function *f, struct reference_game *game,
                         enum color color, int passes, int depth) {
    const struct reference_board *board = reference_game_board(game);
    const double sign = color == BLACK ? 1 : -1;
    if (passes >= 2) {
        enum color owner[BOARD_MAX_POINTS];
        const int half_score = 2 * reference_score(board, owner) - f->half_komi;
        return half_score == 0 ? 0 : half_score > 0 ? sign * f->win : -sign * f->win;
    }
    if (depth == 0) return sign * reference_value(f->regions, f->weights, board);
    bool found = false;
    double best = 0;
    for (int point = 0; point < point_limit(board->size); point++) {
        if (!reference_is_candidate(game, point, color)) continue;
        const double value = reference_move_value(f, game, color, passes, point, depth);
        if (!found || value > best) best = value;
        found = true;
        board = reference_game_board(game);
    }
    return found ? best : reference_move_value(f, game, color, passes, PASS, depth);
}
