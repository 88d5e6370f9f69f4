/* Writing and reading are the same walk over a sample (bit_coder.h): whatever a field's models
 * depend on was coded before it. While reading, the fields that are passed along are zeros, which
 * the coder ignores.
 *
 *     game       1 ------------> 2 ------------> 3         each compared with the one before
 *     inner        1a 1b 1c        2a 2b 2c                compared with their game's position
 *
 * The order of the samples is kept: a position of the game, then those inside its tree. */
#include "sample_pack.h"

#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"

#include "bit_coder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of a point, by the last position of the game. */
enum {
    SEEN = 5,        /* visits there: none, one part in 64 of the most, in 16, in 4, more */
    NEAR = 3,        /* distance to its last move: up to 2, 4, more */
    SIMULATIONS = 6, /* of the sample: below 32, 64, 128, 256, 512, more */
    MOVES = 8,       /* stones of a colour that are new, and other candidates for a last move */
    LEVELS = 8,      /* of ownership, from even to settled */
    AROUND = 5       /* changes of ownership at the two points before */
};

/* By what is known when a field is coded; [2] without a comment is whether the sample is inner. A
 * game teaches each of its models alone, so conditions are few and coarse. */
struct models {
    struct bit_model inner[2]; /* of the sample before */
    struct bit_model to_move[2], same_komi, best, owned[2], has_ko;
    struct bit_model changed[2][SEEN][NEAR]; /* an empty point gets a stone */
    struct bit_model removed[2][2];          /* a stone goes; the other colour takes its place */
    struct bit_model color[2][2];            /* of a new stone; by the side to move */
    struct bit_model last[2][MOVES];         /* by whose last move it is */
    struct bit_model exact, rises[2], same_simulations;
    struct number_model value[2], simulations;
    struct bit_model tried[2][SEEN][NEAR][SIMULATIONS];
    struct number_model visits[2][SEEN];
    struct bit_model stepped;               /* ownership in steps, as self-play rounds it */
    struct bit_model moved[LEVELS][AROUND]; /* ownership of a point changes */
    struct bit_model sign[LEVELS][3];       /* by the trend around it: down, none, up */
    struct number_model by[AROUND];
};

/* What positions are compared with: the last one of the game. */
struct reference {
    struct sample sample;
    uint32_t visits[BOARD_MAX_POINTS]; /* by point */
    uint32_t most;                     /* of them */
};

struct packer {
    struct bit_coder coder;
    struct models models;
    struct reference before;
    struct sample *sample; /* the one that is coded */
    int size;
    int16_t points[BOARD_MAX_POINTS]; /* of the board */
    int point_count;
    bool was_inner; /* the sample before */
    /* Of the sample's board. */
    struct bitset changed;
    uint8_t kind[BOARD_MAX_POINTS]; /* SEEN and NEAR of each point: NEAR * seen + near */
};

/* --- numbers --- */

static bool code_flag(struct packer *p, struct bit_model *model, bool flag) {
    return bit_code(&p->coder, model, flag);
}

/* A number of 16 bits, negative ones too. */
static int code_short(struct packer *p, int number) {
    return (int16_t)bit_code_plain(&p->coder, 16, (uint32_t)number & 0xffff);
}

/* A whole number by its difference to another. From 100, the number 103 is "rises, by 3" and 97
 * "falls, by 2": a fall of 0 would be 100 again. A damaged file can hold any difference, so it is
 * cut to 16 bits, with which no sum overflows. */
static int code_difference(struct packer *p, struct bit_model *rises, struct number_model *by,
                           int from, int number) {
    const bool up = code_flag(p, rises, number >= from);
    const uint32_t size = (uint32_t)(up ? number - from : from - 1 - number) & 0xffff;
    const int difference = (int)(bit_code_number(&p->coder, by, size) & 0xffff);
    return up ? from + difference : from - 1 - difference;
}

/* --- positions --- */

static int distance(int size, int a, int b) {
    return abs(point_column(size, a) - point_column(size, b)) +
           abs(point_row(size, a) - point_row(size, b));
}

static int near_of(const struct packer *p, int point) {
    const int last = p->before.sample.last;
    const int away = last >= 0 ? distance(p->size, last, point) : BOARD_MAX_POINTS;
    return away <= 2 ? 0 : away <= 4 ? 1 : 2;
}

static int seen_of(const struct packer *p, int point) {
    const uint64_t visits = p->before.visits[point], most = p->before.most;
    if (visits == 0) return 0;
    return 64 * visits < most ? 1 : 16 * visits < most ? 2 : 4 * visits < most ? 3 : 4;
}

/* After the reference has changed. */
static void set_kinds(struct packer *p) {
    for (int i = 0; i < p->point_count; i++) {
        const int point = p->points[i];
        p->kind[point] = (uint8_t)(NEAR * seen_of(p, point) + near_of(p, point));
    }
}

/* What stands at POINT instead of OLD. Stones come where the search of the position before looked,
 * and near its last move; stones that go are rare anywhere. */
static enum color code_color(struct packer *p, int point, enum color old, enum color new) {
    struct models *c = &p->models;
    const int seen = p->kind[point] / NEAR, near = p->kind[point] % NEAR;
    const bool inner = p->sample->inner, is_stone = old != EMPTY;
    struct bit_model *changed = is_stone ? &c->removed[inner][0] : &c->changed[inner][seen][near];
    if (!code_flag(p, changed, new != old)) return old;
    bitset_add(&p->changed, point);
    if (!is_stone) return code_flag(p, &c->color[inner][p->sample->to_move], new == WHITE);
    return code_flag(p, &c->removed[inner][1], new != EMPTY) ? color_other(old) : EMPTY;
}

static enum color color_at(const struct sample *sample, int point) {
    return bitset_has(&sample->stones[BLACK], point)   ? BLACK
           : bitset_has(&sample->stones[WHITE], point) ? WHITE
                                                       : EMPTY;
}

static void code_stones(struct packer *p) {
    struct sample *s = p->sample;
    struct bitset stones[2] = {{{0}}};
    p->changed = (struct bitset){{0}};
    for (int i = 0; i < p->point_count; i++) {
        const int point = p->points[i];
        const enum color old = color_at(&p->before.sample, point);
        const enum color new = code_color(p, point, old, color_at(s, point));
        if (new != EMPTY) bitset_add(&stones[new], point);
    }
    memcpy(s->stones, stones, sizeof stones);
}

/* --- moves --- */

/* A point, PASS or NO_POINT, whatever it is. */
static int code_point(struct packer *p, int point) {
    return code_short(p, point);
}

/* Where COLOR may have moved last: its new stones, then its last move at the position before, then
 * none and a pass. */
static int list_moves(const struct packer *p, enum color color, int list[MOVES]) {
    const struct sample *before = &p->before.sample;
    int count = 0;
    BITSET_FOR_EACH(point, p->changed, board_words(p->size)) {
        if (count < MOVES - 3 && bitset_has(&p->sample->stones[color], point))
            list[count++] = point;
    }
    list[count++] = before->to_move == color ? before->own : before->last;
    list[count++] = NO_POINT;
    list[count++] = PASS;
    return count;
}

static int code_move(struct packer *p, bool own, int point) {
    int list[MOVES], number = 0;
    struct models *c = &p->models;
    const enum color mover = p->sample->to_move;
    const int count = list_moves(p, own ? mover : color_other(mover), list);
    while (number < count && list[number] != point) number++;
    number = bit_code_choice(&p->coder, c->last[own], count, number);
    return number < count ? list[number] : code_point(p, point);
}

static void code_moves(struct packer *p) {
    struct sample *s = p->sample;
    const bool has_ko = code_flag(p, &p->models.has_ko, s->ko != NO_POINT);
    s->ko = has_ko ? code_point(p, s->ko) : NO_POINT;
    s->last = code_move(p, false, s->last);
    s->own = code_move(p, true, s->own);
}

/* --- what the search found --- */

static bool is_whole(double units) {
    return units >= 0 && units <= SAMPLE_VALUE_UNITS && units == (double)(int)units;
}

static double code_value(struct packer *p, double value) {
    struct models *c = &p->models;
    const double units = value * SAMPLE_VALUE_UNITS;
    const bool inner = p->sample->inner;
    if (code_flag(p, &c->exact, !is_whole(units)))
        return (double)float_from_bits(bit_code_plain(&p->coder, 32, float_to_bits((float)value)));
    const int from = (int)(p->before.sample.value * SAMPLE_VALUE_UNITS);
    return code_difference(p, &c->rises[inner], &c->value[inner], from, (int)units) /
           SAMPLE_VALUE_UNITS;
}

static uint32_t code_simulations(struct packer *p, uint32_t number) {
    const uint32_t before = p->before.sample.simulations;
    const bool same =
        !p->sample->inner && code_flag(p, &p->models.same_simulations, number == before);
    return same ? before : bit_code_number(&p->coder, &p->models.simulations, number);
}

static int level_of(uint32_t simulations) {
    int level = 0;
    while (level < SIMULATIONS - 1 && simulations >> (level + 5)) level++;
    return level;
}

/* Whether the search tried each empty point, and how often. */
static void code_choices(struct packer *p, const uint32_t visits[BOARD_MAX_POINTS]) {
    struct sample *s = p->sample;
    struct models *c = &p->models;
    const int level = level_of(s->simulations);
    s->choices = 0;
    for (int i = 0; i < p->point_count; i++) {
        const int point = p->points[i];
        if (color_at(s, point) != EMPTY) continue;
        const int seen = p->kind[point] / NEAR, near = p->kind[point] % NEAR;
        const bool tried = code_flag(p, &c->tried[s->inner][seen][near][level], visits[point] > 0);
        if (!tried) continue;
        s->choice[s->choices] = (int16_t)point;
        s->visits[s->choices++] =
            1 + bit_code_number(&p->coder, &c->visits[s->inner][seen], visits[point] - 1);
    }
}

/* --- ownership --- */

static bool is_in_steps(const struct sample *s) {
    for (int point = 0; point < point_limit(s->size); point++)
        if (s->ownership[point] % SAMPLE_OWNERSHIP_STEP) return false;
    return true;
}

static int clamp(int number, int most) {
    return number > most ? most : number < -most ? -most : number;
}

/* By the change since the position before, with what changed to the left and below. */
static void code_ownership(struct packer *p) {
    struct sample *s = p->sample;
    struct models *c = &p->models;
    /* change[p + 1] is that of point p. So change[p] is that of the point to the left, 0 at the
     * left edge, since the column beyond the right edge, which is before it, has none. */
    int change[BOARD_MAX_POINTS + 1] = {0};
    const int step = code_flag(p, &c->stepped, is_in_steps(s)) ? SAMPLE_OWNERSHIP_STEP : 1;
    const int row = p->size + 1;
    for (int i = 0; i < p->point_count; i++) {
        const int point = p->points[i];
        const int from = p->before.sample.ownership[point] / step;
        const int level = clamp(abs(from) * step / 14, LEVELS - 1);
        const int left = change[point], below = point >= row ? change[point - row + 1] : 0;
        const int around = clamp(abs(left) + abs(below), AROUND - 1);
        int by = s->ownership[point] / step - from;
        if (code_flag(p, &c->moved[level][around], by != 0)) {
            /* Upwards: away from the middle, for whom the point is. */
            const int lean = from > 0 ? 1 : from < 0 ? -1 : 0;
            const int trend = 1 + clamp(left + below, 1) * (lean < 0 ? -1 : 1);
            const bool up = code_flag(p, &c->sign[level][trend], lean < 0 ? by < 0 : by > 0);
            const uint32_t more = bit_code_number(&p->coder, &c->by[around], (uint32_t)abs(by) - 1);
            const int size = 1 + (int)(more & 0xff);
            by = up == (lean >= 0) ? size : -size;
        } else {
            by = 0;
        }
        change[point + 1] = by;
        s->ownership[point] = (int8_t)(step * (from + by));
    }
}

/* --- samples --- */

static void begin(struct packer *p, int size) {
    const size_t count = sizeof p->models / sizeof(struct bit_model);
    bit_models_init((struct bit_model *)(void *)&p->models, count);
    memset(&p->before, 0, sizeof p->before);
    p->before.sample.last = p->before.sample.own = NO_POINT;
    p->before.sample.to_move = BLACK;
    p->size = size;
    p->point_count = 0;
    POINT_FOR_EACH(point, size) p->points[p->point_count++] = (int16_t)point;
    p->was_inner = false;
    set_kinds(p);
}

/* Positions inside a tree are no reference: they are near their game's position, but not near each
 * other. */
static void become_reference(struct packer *p) {
    struct reference *before = &p->before;
    before->sample = *p->sample;
    memset(before->visits, 0, sizeof before->visits);
    before->most = 0;
    for (int i = 0; i < p->sample->choices; i++) {
        const uint32_t visits = p->sample->visits[i];
        before->visits[p->sample->choice[i]] = visits;
        if (visits > before->most) before->most = visits;
    }
    set_kinds(p);
}

/* The numbers before the stones. */
static void code_head(struct packer *p) {
    struct sample *s = p->sample;
    struct models *c = &p->models;
    const struct sample *before = &p->before.sample;
    s->inner = code_flag(p, &c->inner[p->was_inner], s->inner);
    const bool other = code_flag(p, &c->to_move[s->inner], s->to_move != before->to_move);
    s->to_move = other ? color_other(before->to_move) : before->to_move;
    const bool same_komi = code_flag(p, &c->same_komi, s->half_komi == before->half_komi);
    s->half_komi = same_komi ? before->half_komi : code_short(p, s->half_komi);
    s->continued_best = !s->inner && code_flag(p, &c->best, s->continued_best);
    s->has_ownership = code_flag(p, &c->owned[s->inner], s->has_ownership);
}

/* SAMPLE is read or written, with VISITS by point. */
static void code_sample(struct packer *p, struct sample *sample,
                        const uint32_t visits[BOARD_MAX_POINTS]) {
    p->sample = sample;
    code_head(p);
    code_stones(p);
    code_moves(p);
    sample->value = code_value(p, sample->value);
    sample->simulations = code_simulations(p, sample->simulations);
    code_choices(p, visits);
    if (sample->has_ownership) code_ownership(p);
    p->was_inner = sample->inner;
    if (!sample->inner) become_reference(p);
}

static void write_sample(struct packer *p, struct sample *sample) {
    uint32_t visits[BOARD_MAX_POINTS] = {0};
    for (int i = 0; i < sample->choices; i++) visits[sample->choice[i]] = sample->visits[i];
    code_sample(p, sample, visits);
}

enum status samples_pack(struct buffer *out, const struct samples *samples, size_t first,
                         struct failure *why) {
    struct packer *p = malloc(sizeof *p);
    struct sample *sample = malloc(sizeof *sample);
    unsigned char head[PACK_HEAD] = {0};
    enum status status = p && sample ? STATUS_OK : out_of_memory(why, "a game's samples");
    if (samples->count - first > PACK_MOST)
        status = fail(why, STATUS_INVALID, "a game has too many samples");
    bytes_put(head, samples->count - first, PACK_COUNT);
    if (status == STATUS_OK && first < samples->count) {
        samples_get(samples, first, sample);
        head[PACK_COUNT] = (unsigned char)sample->size;
        begin(p, sample->size);
    }
    buffer_append(out, head, sizeof head);
    if (status == STATUS_OK) bit_coder_write(&p->coder, out);
    for (size_t i = first; i < samples->count && status == STATUS_OK; i++) {
        samples_get(samples, i, sample);
        assert(sample->size == p->size);
        write_sample(p, sample);
    }
    if (status == STATUS_OK) bit_coder_end(&p->coder);
    free(sample);
    free(p);
    return status;
}

/* --- reading --- */

struct unpacking {
    struct packer packer;
};

enum status unpacking_new(struct unpacking **out, struct failure *why) {
    *out = calloc(1, sizeof **out);
    return *out ? STATUS_OK : out_of_memory(why, "a game's samples");
}

void unpacking_free(struct unpacking *u) {
    free(u);
}

const char *unpacking_begin(struct unpacking *u, const unsigned char *bytes, size_t length,
                            uint32_t *left) {
    *left = 0;
    if (length <= PACK_HEAD) return "it is too short";
    const uint32_t count = (uint32_t)bytes_get(bytes, PACK_COUNT);
    const int size = bytes[PACK_COUNT];
    const bool is_size = size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE;
    if (count > 0 && !is_size) return "no such size of a board";
    if (count > PACK_MOST) return "it has too many samples";
    if (count > 0) begin(&u->packer, size);
    bit_coder_read(&u->packer.coder, bytes + PACK_HEAD, length - PACK_HEAD);
    *left = count;
    return NULL;
}

bool unpacking_next(struct unpacking *u, struct sample *out) {
    static const uint32_t no_visits[BOARD_MAX_POINTS];
    memset(out, 0, sizeof *out);
    out->size = u->packer.size;
    code_sample(&u->packer, out, no_visits);
    return !bit_coder_is_beyond(&u->packer.coder);
}

bool unpacking_end(struct unpacking *u) {
    return bit_coder_end(&u->packer.coder);
}
