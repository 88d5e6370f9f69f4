/* The code of a region is a number with a digit to base 3 for each of its points, so a stone that
 * comes or goes shifts the code by a constant, and the shape is never read off the board again.
 *
 * The loops that read weights have an instance for each way of reading them, those over sets of
 * points one for each usual size. */
#include "guzumi/shapes/tracker.h"

#include "reading.h"

/* --- following a game --- */

/* Adds DIGIT to the codes of the regions over POINT, without reading weights. */
static ALWAYS_INLINE void shift_codes(struct tracker *t, int point, int32_t digit) {
    const struct shape_cover *cover = t->weights.shapes->cover[point];
    const int covers = t->weights.shapes->cover_count;
    for (int i = 0; i < covers; i++) t->code[cover[i].region] += cover[i].add * digit;
}

/* From the empty board, whose codes are all 0, stone by stone; weights are read once at the end. */
void tracker_init(struct tracker *t, const struct shape_weights *weights,
                  const struct board *board) {
    t->weights = *weights;
    memset(t->code, 0, sizeof t->code);
    memset(t->weight, 0, sizeof t->weight);
    for (int color = 0; color < 2; color++) {
        struct bitset stones;
        board_stones(board, (enum color)color, &stones);
        BITSET_FOR_EACH(p, stones, board->words) {
            shift_codes(t, p, stone_digit((enum color)color));
        }
    }
    tracker_refresh(t);
}

void tracker_refresh(struct tracker *t) {
    const struct shapes *s = t->weights.shapes;
    const struct reading how = reading_of(&t->weights);
    for (int r = 0; r < s->region_count; r++)
        t->weight[r] = read_weight(&t->weights, how, r, t->code[r]);
    spoil_gains(t);
}

/* Of what a board of its size has, which is less than the whole struct. */
void tracker_copy(struct tracker *to, const struct tracker *from) {
    const struct shapes *s = from->weights.shapes;
    const size_t points = (size_t)(s->size * (s->size + 1));
    const size_t regions = (size_t)((s->region_count + 8) / 8 * 8);
    to->weights = from->weights;
    memcpy(to->code, from->code, regions * sizeof to->code[0]);
    memcpy(to->weight, from->weight, regions * sizeof to->weight[0]);
    for (int color = 0; color < 2; color++) {
        memcpy(to->gain[color], from->gain[color], points * sizeof(float));
        to->stale[color] = from->stale[color];
    }
}

/* Eight partial sums in a fixed order: the same on every machine, and fit for vector units. */
float tracker_value(const struct tracker *t) {
    float sum[8] = {0};
    const int count = t->weights.shapes->region_count;
    for (int i = 0; i < count; i += 8)
        for (int lane = 0; lane < 8; lane++) sum[lane] += t->weight[i + lane];
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

/* --- reading weights --- */

/* Adds TIMES the stone's digit to the codes of the regions over POINT: 1 puts a stone there, -1
 * takes it away. Returns what that adds to the linear value. */
static ALWAYS_INLINE float change(struct tracker *t, struct reading how, int point,
                                  enum color color, int times, struct shape_log *log) {
    const struct shapes *s = t->weights.shapes;
    const int32_t digit = stone_digit(color) * times;
    const int covers = s->cover_count, words = size_words(s->size);
    float gain = 0;
    for (int i = 0; i < covers; i++) {
        const struct shape_cover cover = s->cover[point][i];
        const int32_t code = t->code[cover.region] += cover.add * digit;
        const float weight = read_weight(&t->weights, how, cover.region, code);
        gain += weight - t->weight[cover.region];
        t->weight[cover.region] = weight;
        if (log) log->entries[log->count++] = (struct shape_change){cover.region, code};
    }
    bitset_unite(&t->stale[BLACK], &s->near[point], words);
    bitset_unite(&t->stale[WHITE], &s->near[point], words);
    return gain;
}

static ALWAYS_INLINE float follow(struct tracker *t, struct reading how, int point,
                                  enum color color, const struct bitset *captured,
                                  int captured_count, struct shape_log *log) {
    float gain = change(t, how, point, color, 1, log);
    if (captured_count == 0) return gain;
    BITSET_FOR_EACH(p, *captured, size_words(t->weights.shapes->size)) {
        gain += change(t, how, p, color_other(color), -1, log);
    }
    return gain;
}

static ALWAYS_INLINE float sum_gain(const struct tracker *t, struct reading how, int point,
                                    int32_t digit, int covers) {
    const struct shape_cover *cover = t->weights.shapes->cover[point];
    float gain = 0;
    for (int i = 0; i < covers; i++) {
        const int region = cover[i].region;
        const int32_t code = t->code[region] + cover[i].add * digit;
        gain += read_weight(&t->weights, how, region, code) - t->weight[region];
    }
    return gain;
}

/* The gains of COLOR's moves at POINTS, which take nothing. The usual number of covers is a
 * constant to the compiler, which then unrolls the loop. */
static ALWAYS_INLINE void sum_gains(struct tracker *t, struct reading how, enum color color,
                                    const struct bitset *points) {
    const int covers = t->weights.shapes->cover_count;
    const int words = size_words(t->weights.shapes->size);
    const int32_t digit = stone_digit(color);
    BITSET_FOR_EACH(p, *points, words) {
        t->gain[color][p] = LIKELY(covers == SHAPE_COVERS)
                                ? sum_gain(t, how, p, digit, SHAPE_COVERS)
                                : sum_gain(t, how, p, digit, covers);
    }
}

/* The regions of a board as a set, in pages of the points' sets, which have 384 bits. A region that
 * covers two of the changed points must count once. */
struct region_set {
    struct bitset page[(SHAPE_REGION_ROOM + 383) / 384];
};

/* GAIN and what the regions over POINT gain by their shifted codes, those SEEN before left out. */
static ALWAYS_INLINE float add_shifted(const struct tracker *t, struct reading how, int point,
                                       struct region_set *seen, float gain) {
    const struct shape_cover *cover = t->weights.shapes->cover[point];
    const int covers = t->weights.shapes->cover_count;
    for (int i = 0; i < covers; i++) {
        const int r = cover[i].region;
        struct bitset *page = &seen->page[r / 384];
        if (bitset_has(page, r % 384)) continue;
        bitset_add(page, r % 384);
        gain += read_weight(&t->weights, how, r, t->code[r]) - t->weight[r];
    }
    return gain;
}

/* An instance for each way of reading, and the switch over those of NAME. */
#define STAMP_READING(NAME, LI, CONCURRENT)                                                        \
    CLONED static float follow_##NAME(struct tracker *t, int point, enum color color,              \
                                      const struct bitset *captured, int captured_count,           \
                                      struct shape_log *log) {                                     \
        return follow(t, (struct reading){LI, CONCURRENT}, point, color, captured, captured_count, \
                      log);                                                                        \
    }                                                                                              \
    CLONED static void sum_##NAME(struct tracker *t, enum color color,                             \
                                  const struct bitset *points) {                                   \
        sum_gains(t, (struct reading){LI, CONCURRENT}, color, points);                             \
    }
STAMP_READING(flat, false, false)
STAMP_READING(flat_concurrent, false, true)
STAMP_READING(li, true, false)
STAMP_READING(li_concurrent, true, true)

#define READING_DISPATCH(weights, name, arguments)                                                 \
    if ((weights).li && (weights).concurrent)                                                      \
        name##_li_concurrent arguments;                                                            \
    else if ((weights).li)                                                                         \
        name##_li arguments;                                                                       \
    else if ((weights).concurrent)                                                                 \
        name##_flat_concurrent arguments;                                                          \
    else                                                                                           \
        name##_flat arguments;

float tracker_play(struct tracker *t, int point, enum color color, const struct bitset *captured,
                   int captured_count, struct shape_log *log) {
    float gain = 0;
    if (point == PASS) return 0;
    READING_DISPATCH(t->weights, gain = follow, (t, point, color, captured, captured_count, log))
    return gain;
}

/* --- gains --- */

/* The stones that COLOR takes by playing POINT: up to four chains by their roots. */
static ALWAYS_INLINE int captured_roots(const struct board *b, int size, int point,
                                        enum color color, int roots[4]) {
    const int words = size_words(size);
    const enum color other = color_other(color);
    int count = 0;
    FOR_EACH_NEIGHBOUR(near, point, size) {
        if (*cell(b, size, near) != (uint8_t)other) continue;
        const int root = b->root[near];
        bool again = !kernel_in_atari(b, words, root, other);
        for (int i = 0; i < count; i++) again |= roots[i] == root;
        if (!again) roots[count++] = root;
    }
    return count;
}

/* The gain of a move that takes stones: the codes are changed, the regions compared, and the codes
 * changed back. No list of the regions, which is 22 KB: searches that call themselves have little
 * room on the stack. Atomic reads are correct whether or not other threads change the weights. */
static ALWAYS_INLINE float capture_gain(struct tracker *t, const struct board *b, int size,
                                        int point, enum color color) {
    const struct reading how = {.li = t->weights.li != NULL, .concurrent = true};
    const int words = size_words(size);
    const enum color other = color_other(color);
    int roots[4];
    const int root_count = captured_roots(b, size, point, color, roots);
    const struct bitset taken = kernel_taken(b, size, point, color);
    shift_codes(t, point, stone_digit(color));
    BITSET_FOR_EACH(p, taken, words) shift_codes(t, p, -stone_digit(other));
    struct region_set seen = {{{{0}}}};
    float gain = add_shifted(t, how, point, &seen, 0);
    for (int i = 0; i < root_count; i++) { /* chain by chain: sums of floats have an order */
        const struct bitset stones = set_load(b, words, chain_stones(roots[i]));
        BITSET_FOR_EACH(q, stones, words) gain = add_shifted(t, how, q, &seen, gain);
    }
    shift_codes(t, point, -stone_digit(color));
    BITSET_FOR_EACH(r, taken, words) shift_codes(t, r, stone_digit(other));
    return gain;
}

static ALWAYS_INLINE void update(struct tracker *t, const struct board *b, int size,
                                 enum color color, const struct bitset *candidates) {
    const int words = size_words(size);
    const struct bitset captures = kernel_captures(b, size, color);
    struct bitset todo = {{0}}, special = {{0}};
    for (int i = 0; i < words; i++) {
        const uint64_t candidate = candidates->word[i];
        todo.word[i] = candidate & t->stale[color].word[i] & ~captures.word[i];
        special.word[i] = candidate & captures.word[i];
        /* A capture's gain depends on more than its own regions: it stays stale. */
        t->stale[color].word[i] = (t->stale[color].word[i] & ~candidate) | special.word[i];
    }
    READING_DISPATCH(t->weights, sum, (t, color, &todo))
    BITSET_FOR_EACH(p, special, words) t->gain[color][p] = capture_gain(t, b, size, p, color);
}

#define STAMP_UPDATE_SIZE(TARGET, SUFFIX, SIZE)                                                    \
    TARGET static void update_##SUFFIX(struct tracker *t, const struct board *b, enum color color, \
                                       const struct bitset *candidates) {                          \
        update(t, b, SIZE, color, candidates);                                                     \
    }
#define STAMP_UPDATE(N) STAMP_UPDATE_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_UPDATE)
STAMP_UPDATE_SIZE(, any, b->size)

void tracker_update_gains(struct tracker *t, const struct board *b, enum color color,
                          const struct bitset *candidates) {
    GO_DISPATCH(b->size, update, (t, b, color, candidates))
}
