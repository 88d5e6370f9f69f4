#include "eye_space.h"

#include <stdlib.h>

/* The points of a space in ascending order, and which of them are beside each: bit i for the i-th
 * point, so that a part of the space is a number of six bits. */
struct space {
    int count;
    int point[PLAYOUT_NAKADE_MAX];
    unsigned beside[PLAYOUT_NAKADE_MAX];
};

static unsigned all_of(const struct space *space) {
    return (1u << space->count) - 1;
}

/* --- the space around a point --- */

/* Points in a row differ by 1, points in a column by SIZE + 1; the padding column keeps the end of
 * a row and the beginning of the next one apart. */
static void fill_space(struct space *space, const struct bitset *points, int size) {
    space->count = 0;
    BITSET_FOR_EACH(p, *points, size_words(size)) space->point[space->count++] = p;
    for (int i = 0; i < space->count; i++) {
        space->beside[i] = 0;
        for (int j = 0; j < space->count; j++) {
            const int distance = abs(space->point[i] - space->point[j]);
            space->beside[i] |= (unsigned)((distance == 1) | (distance == size + 1)) << j;
        }
    }
}

/* Adds the EMPTY points beside SPACE to it; returns whether one of STONES is beside it. */
static ALWAYS_INLINE bool widen(struct bitset *space, const struct bitset *empty,
                                const struct bitset *stones, int size) {
    const int words = size_words(size);
    const struct bitset beside = kernel_neighbours(space, size);
    uint64_t touched = 0;
    for (int i = 0; i < words; i++) {
        touched |= beside.word[i] & stones->word[i];
        space->word[i] |= beside.word[i] & empty->word[i];
    }
    return touched != 0;
}

/* Whether the surroundings of the empty points beside POINT show that COLOR does not wall it in:
 * they see further than the first steps of a flood fill, at a load each. */
static ALWAYS_INLINE bool is_open_beside(const struct playout_board *b, int size, int point,
                                         enum color color,
                                         const struct playout_patterns *patterns) {
    const int side[4] = SIDES(size);
    bool open = false;
    for (int i = 0; i < 4; i++) {
        const int cell = point + side[i] + size + 2;
        open |= (b->color[cell] == EMPTY) &
                !may_be_nakade(patterns, b->around[cell], color_other(color));
    }
    return open;
}

/* The space around POINT, which may be a stone of the opponent's; false if COLOR does not wall it
 * in, or it has too few points or too many. A flood fill that gives up early. */
static ALWAYS_INLINE bool flood(const struct playout_board *b, int size, int point,
                                enum color color, const struct playout_policy *policy,
                                struct bitset *space) {
    const int words = size_words(size);
    const struct bitset empty = playout_empty_points(b, size);
    struct bitset others = b->stones[color_other(color)];
    int count = 0;
    if (bitset_has(&empty, point) && is_open_beside(b, size, point, color, policy->patterns))
        return false;
    bitset_remove(&others, point);
    memset(space, 0, sizeof *space);
    bitset_add(space, point);
    if (widen(space, &empty, &others, size)) return false; /* before it is worth a count */
    for (int before = -1; count > before && count <= policy->nakade;) {
        if (widen(space, &empty, &others, size)) return false;
        before = count;
        count = bitset_count(space, words);
    }
    return count >= 3 && count <= policy->nakade;
}

#define STAMP_FLOOD_SIZE(TARGET, SUFFIX, SIZE)                                                     \
    TARGET static bool flood_##SUFFIX(const struct playout_board *b, int size, int point,          \
                                      enum color color, const struct playout_policy *policy,       \
                                      struct bitset *space) {                                      \
        (void)size;                                                                                \
        return flood(b, SIZE, point, color, policy, space);                                        \
    }
#define STAMP_FLOOD(N) STAMP_FLOOD_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_FLOOD)
STAMP_FLOOD_SIZE(CLONED, any, size)

static bool find_walled(const struct playout_board *b, int size, int point, enum color color,
                        const struct playout_policy *policy, struct space *space) {
    struct bitset points;
    bool found = false;
    GO_DISPATCH(size, found = flood, (b, size, point, color, policy, &points))
    if (found) fill_space(space, &points, size);
    return found;
}

/* --- shapes --- */

/* The vital point of PART, three points or more, by its number in SPACE, or -1. The numbers of its
 * points with two, three and four neighbours in it identify the shape:
 *
 *     three in line, bent three   the point with two
 *     pyramid four                the point with three
 *     crossed five                the point with four
 *     bulky five                  the point with three; three others have two
 *     rabbity six                 the point with four; three others have two
 *
 * Other shapes have none: a row of four and bent fours live, a square four is dead, and larger
 * shapes live, corners aside. */
static int vital_of(const struct space *space, unsigned part) {
    const int count = word_count(part);
    unsigned with[5] = {0}; /* points by their number of neighbours */
    for (unsigned rest = part; rest; rest &= rest - 1) {
        const int i = word_first(rest);
        with[word_count(space->beside[i] & part)] |= 1u << i;
    }
    const bool bulky = count == 5 && word_count(with[3]) == 1;
    const unsigned vital = with[count == 3 ? 2 : count == 4 || bulky ? 3 : 4];
    if (vital == 0 || ((bulky || count == 6) && word_count(with[2]) != 3)) return -1;
    return word_first(vital);
}

/* Whether the points of PART are not all connected. */
static bool is_divided(const struct space *space, unsigned part) {
    unsigned reached = part & (0 - part), before = 0;
    while (reached != before) {
        before = reached;
        for (unsigned rest = before; rest; rest &= rest - 1)
            reached |= space->beside[word_first(rest)] & part;
    }
    return reached != part;
}

static bool is_square(const struct space *space, unsigned part) {
    bool square = word_count(part) == 4;
    for (unsigned rest = part; rest; rest &= rest - 1)
        square &= word_count(space->beside[word_first(rest)] & part) == 2;
    return square;
}

/* Whether PART, all of it empty, is two eyes even if the opponent plays in it first: four points or
 * more, and neither a square four nor a shape with a vital point. */
static bool is_living(const struct space *space, unsigned part) {
    return word_count(part) >= 4 && vital_of(space, part) < 0 && !is_square(space, part);
}

/* Whether a stone at the I-th point makes two eyes of SPACE, all of it empty: it divides the space,
 * or leaves a living one. */
static bool makes_eyes(const struct space *space, int i) {
    const unsigned rest = all_of(space) & ~(1u << i);
    return is_divided(space, rest) || is_living(space, rest);
}

/* --- the questions --- */

int eye_space_vital(const struct playout_board *b, int size, int point, enum color color,
                    const struct playout_policy *policy) {
    struct space space;
    if (!find_walled(b, size, point, color, policy, &space)) return NO_POINT;
    const int vital = vital_of(&space, all_of(&space));
    return vital < 0 ? NO_POINT : space.point[vital];
}

int eye_space_answers(const struct playout_board *b, int size, int last, enum color color,
                      const struct playout_policy *policy, int answers[PLAYOUT_NAKADE_MAX]) {
    struct space space;
    int count = 0;
    if (!find_walled(b, size, last, color, policy, &space)) return 0;
    for (int i = 0; i < space.count; i++)
        if (space.point[i] != last && is_divided(&space, all_of(&space) & ~(1u << i)))
            answers[count++] = space.point[i];
    return count;
}

bool eye_space_spoils(const struct playout_board *b, int size, int point, enum color color,
                      const struct playout_policy *policy) {
    struct space space;
    bool better = false;
    if (!find_walled(b, size, point, color, policy, &space)) return false;
    for (int i = 0; i < space.count; i++) {
        const bool eyes = makes_eyes(&space, i);
        if (eyes && space.point[i] == point) return false;
        better |= eyes;
    }
    return better;
}

bool eye_space_kills(const struct bitset *stones, int count, int size) {
    struct space space;
    if (count > PLAYOUT_NAKADE_MAX) return false;
    fill_space(&space, stones, size);
    return !is_living(&space, all_of(&space));
}
