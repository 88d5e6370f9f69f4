/* Local shapes as an evaluator, and the fused table. */
#include "guzumi/shapes/local_shapes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct local_shapes *shapes_of(struct evaluator *evaluator) {
    return (struct local_shapes *)evaluator;
}
static const struct local_shapes *shapes_in(const struct evaluator *evaluator) {
    return (const struct local_shapes *)evaluator;
}

void local_shapes_init(struct local_shapes *out, const struct shape_weights *weights,
                       enum value_kind output) {
    out->base = (struct evaluator){.method = &local_shapes_method, .output = output};
    out->weights = *weights;
    out->shapes = NULL;
    out->flat = NULL;
}

static void free_shapes(struct evaluator *evaluator) {
    struct local_shapes *e = shapes_of(evaluator);
    free(e->shapes);
    free(e->flat);
    free(e);
}

/* Expands MEMORY, of another board size, into a table of the evaluator's own; all zero without. */
static enum status expand(struct local_shapes *e, int size, const struct memory *memory,
                          struct failure *why) {
    const enum status status = shapes_new(&e->shapes, size, memory ? memory->shapes->mask : 1, why);
    if (status != STATUS_OK) return status;
    e->flat = calloc((size_t)e->shapes->flat_count + 1, sizeof *e->flat);
    if (!e->flat) return out_of_memory(why, "the long-term memory");
    if (memory) memory_expand(memory, e->shapes, false, e->flat);
    e->weights =
        (struct shape_weights){.shapes = e->shapes, .base = e->shapes->flat_base, .table = e->flat};
    return STATUS_OK;
}

/* On the memory's own board size its tables are read in place; nothing is copied. */
enum status local_shapes_new(struct evaluator **out, int size, const struct memory *memory,
                             struct failure *why) {
    struct local_shapes *e = calloc(1, sizeof *e);
    enum status status = STATUS_OK;
    if (!e) return out_of_memory(why, "the long-term memory");
    e->base = (struct evaluator){.method = &local_shapes_method,
                                 .output = value_kind_of(memory, VALUE_LOGISTIC)};
    if (memory && memory->shapes->size == size)
        e->weights = memory_weights(memory);
    else
        status = expand(e, size, memory, why);
    if (status != STATUS_OK) {
        free_shapes(&e->base);
        return status;
    }
    *out = &e->base;
    return STATUS_OK;
}

enum status local_shapes_find(struct evaluator **out, struct weight_store *store, int size,
                              struct failure *why) {
    const struct memory *memory;
    const enum status status = memory_find(store, size, &memory, why);
    return status == STATUS_OK ? local_shapes_new(out, size, memory, why) : status;
}

/* The functions of struct evaluator_method, which delegate to the tracker. */
static void set_shapes(struct evaluator *evaluator, const struct board *board, enum color to_move) {
    struct local_shapes *e = shapes_of(evaluator);
    (void)to_move; /* local shapes don't know whose turn it is */
    tracker_init(&e->tracker, &e->weights, board);
}

static void play_shapes(struct evaluator *evaluator, int point, enum color color,
                        const struct bitset *captured, int captured_count) {
    tracker_play(&shapes_of(evaluator)->tracker, point, color, captured, captured_count, NULL);
}

static float value_shapes(const struct evaluator *evaluator) {
    return tracker_value(&shapes_in(evaluator)->tracker);
}

static void gain_shapes(struct evaluator *evaluator, const struct board *board, enum color color,
                        const struct bitset *candidates, float gains[BOARD_MAX_POINTS]) {
    struct tracker *t = &shapes_of(evaluator)->tracker;
    tracker_update_gains(t, board, color, candidates);
    BITSET_FOR_EACH(p, *candidates, board->words) gains[p] = t->gain[color][p];
}

static const struct shape_weights *weights_of_shapes(const struct evaluator *evaluator) {
    return &shapes_in(evaluator)->weights;
}

const struct evaluator_method local_shapes_method = {.name = "local-shapes",
                                                     .free = free_shapes,
                                                     .set = set_shapes,
                                                     .play = play_shapes,
                                                     .value = value_shapes,
                                                     .gains = gain_shapes,
                                                     .shapes = weights_of_shapes};

/* --- fused --- */

/* Fillings of the cells of the largest region that a smaller one leaves free. */
enum { MAX_REST = 6561 };

static int entry_count(const struct fused *f) {
    return f->by_orbit ? f->shapes->ld_count : f->shapes->flat_count;
}

enum status fused_init(struct fused *f, int size, bool by_orbit, struct failure *why) {
    const int k = size < SHAPE_SIZES ? size : SHAPE_SIZES;
    f->table = NULL;
    f->by_orbit = by_orbit;
    enum status status = shapes_new(&f->shapes, size, 1 << (k - 1), why);
    if (status != STATUS_OK) return status;
    f->table = calloc((size_t)entry_count(f) + 1, sizeof *f->table);
    if (f->table) return STATUS_OK;
    fused_free(f);
    return out_of_memory(why, "the table of all shapes on %dx%d", size, size);
}

/* May be called before fused_init: a fused table of zeros owns nothing. */
void fused_free(struct fused *f) {
    free(f->shapes);
    free(f->table);
    f->shapes = NULL;
    f->table = NULL;
}

struct shape_weights fused_weights(const struct fused *f) {
    return (struct shape_weights){.shapes = f->shapes,
                                  .base = f->by_orbit ? f->shapes->ld_base : f->shapes->flat_base,
                                  .table = f->table};
}

/* Lists the sums of digit x ADD over all fillings of COUNT cells, the last cell's digit changing
 * fastest; returns how many. */
static int list_codes(const int32_t *add, int count, int32_t *out) {
    int total = 1;
    out[0] = 0;
    for (int i = 0; i < count; i++) {
        for (int j = total - 1; j >= 0; j--)
            for (int digit = 2; digit >= 0; digit--) out[3 * j + digit] = out[j] + digit * add[i];
        total *= 3;
    }
    return total;
}

/* Adds SHARE of the weights of a k x k region of FROM to a region of the largest size around it,
 * the host, whose lower left corner is at LEFT and LOW:
 *
 *     host, 3x3      . . .     the cells x are the 2x2 region; its weight for one filling is added
 *                    x x .     to the 3^5 entries of the host in which x has that filling, whatever
 *                    x x .     the free cells hold
 *
 * Codes are sums over cells, so the entries are the sums of a code of the region's cells and one of
 * the free cells. */
static void fuse_region(struct fused *f, const struct shape_weights *from, int k, int column,
                        int row, int left, int low, float share) {
    const struct shapes *s = f->shapes;
    const int size = s->size, largest = s->region_size[0];
    const int host = shapes_region(s, largest, left, low);
    const int source = shapes_region(from->shapes, k, column, row);
    int32_t in_source[SHAPE_COVERS], in_host[SHAPE_COVERS], free_cells[SHAPE_COVERS];
    int inside = 0, outside = 0;
    for (int cell = 0; cell < largest * largest; cell++) {
        const int c = left + cell % largest, r = low + cell / largest;
        const int point = point_at(size, c, r);
        const int32_t add = shapes_add(s, host, point);
        if (c < column || c >= column + k || r < row || r >= row + k) {
            free_cells[outside++] = add;
            continue;
        }
        in_source[inside] = shapes_add(from->shapes, source, point);
        in_host[inside++] = add;
    }
    int32_t source_codes[81], host_codes[81], rest[MAX_REST];
    const int codes = list_codes(in_source, inside, source_codes);
    list_codes(in_host, inside, host_codes);
    const int rests = list_codes(free_cells, outside, rest);
    for (int i = 0; i < codes; i++) {
        const float weight = share * from->table[from->base[source] + source_codes[i]];
        if (weight == 0) continue;
        float *entry = f->table + fused_weights(f).base[host] + host_codes[i];
        for (int j = 0; j < rests; j++) entry[rest[j]] += weight;
    }
}

/* Where the hosts of a k x k region at AT begin along one side of the board, at most two: the one
 * around its middle, or else the one towards the board's middle, or both if neither is nearer, so
 * that the hosts of a region's mirror image are the images of its hosts. Those beyond the edge are
 * moved inward. Returns how many. */
static int find_hosts(const struct shapes *s, int k, int at, int hosts[2]) {
    const int largest = s->region_size[0], last = s->size - largest, spare = largest - k;
    const int from_middle = 2 * at + k - s->size;
    int count = 0;
    if (spare % 2 == 0 || from_middle >= 0) hosts[count++] = at - (spare + 1) / 2;
    if (spare % 2 != 0 && from_middle <= 0) hosts[count++] = at - spare / 2;
    for (int i = 0; i < count; i++) hosts[i] = hosts[i] < 0 ? 0 : hosts[i] > last ? last : hosts[i];
    return count;
}

/* Whether the largest region at LEFT, LOW is the first of its orbit by rows: the one in the eighth
 * of the board at the lower edge, left of its middle. */
static bool is_first(const struct shapes *s, int left, int low) {
    return low <= left && 2 * left <= s->size - s->region_size[0];
}

/* Adds a k x k region to one host, or, by orbit, to all of them in equal shares; then those that
 * are not the first of their orbit are left out: they share its entries. */
static void add_region(struct fused *f, const struct shape_weights *from, int k, int column,
                       int row) {
    const struct shapes *s = f->shapes;
    int columns[2], rows[2];
    int across = find_hosts(s, k, column, columns), up = find_hosts(s, k, row, rows);
    if (!f->by_orbit) across = up = 1;
    for (int i = 0; i < across * up; i++) {
        const int left = columns[i % across], low = rows[i / across];
        if (!f->by_orbit || is_first(s, left, low))
            fuse_region(f, from, k, column, row, left, low, 1.0f / (float)(across * up));
    }
}

/* Rounds to multiples of the quantum, at most 2^22 of them: single precision has 24 bits, so a sum
 * of such numbers is exact as long as it stays below 2^24 quanta, 4096. */
static void round_entries(float *table, int count) {
    const float most = 0x1p22f;
    for (int i = 0; i < count; i++) {
        float quanta = table[i] * (1 / FUSED_QUANTUM);
        quanta = quanta > most ? most : quanta < -most ? -most : quanta;
        table[i] = (float)(int32_t)(quanta + (quanta < 0 ? -0.5f : 0.5f)) * FUSED_QUANTUM;
    }
}

/* Adds the shapes smaller than the largest ones, and rounds the sums, not each weight. */
static void add_smaller(struct fused *f, const struct shape_weights *from) {
    const struct shapes *s = f->shapes;
    const int size = s->size, largest = s->region_size[0];
    for (int k = 1; k < largest; k++) {
        if (!(from->shapes->mask >> (k - 1) & 1)) continue;
        for (int row = 0; row + k <= size; row++)
            for (int column = 0; column + k <= size; column++) add_region(f, from, k, column, row);
    }
    round_entries(f->table, entry_count(f));
}

/* The largest shapes of FROM have the same codes and the same base as the fused table: they are
 * copied as one block, and the smaller ones are added. */
void fused_fill(struct fused *f, const struct shape_weights *from) {
    assert(!f->by_orbit);
    const int source = shapes_region(from->shapes, f->shapes->region_size[0], 0, 0);
    const size_t bytes = (size_t)f->shapes->flat_count * sizeof *f->table;
    if (source >= 0)
        memcpy(f->table, from->table + from->base[source], bytes);
    else
        memset(f->table, 0, bytes);
    add_smaller(f, from);
}

enum status fused_expand(struct fused *f, const struct memory *memory, struct failure *why) {
    /* The largest shapes, nearly all of the table, are expanded in place. */
    struct shapes *smaller;
    const int mask = memory->shapes->mask & ~f->shapes->mask;
    const enum status status = shapes_new(&smaller, f->shapes->size, mask, why);
    if (status != STATUS_OK) return status;
    float *flat = calloc((size_t)smaller->flat_count + 1, sizeof *flat);
    if (!flat) {
        free(smaller);
        return out_of_memory(why, "the long-term memory");
    }
    memory_expand(memory, f->shapes, f->by_orbit, f->table);
    memory_expand(memory, smaller, false, flat);
    const struct shape_weights weights = {
        .shapes = smaller, .base = smaller->flat_base, .table = flat};
    add_smaller(f, &weights);
    free(flat);
    free(smaller);
    return STATUS_OK;
}
