/* Samples and their files: what is added is got back; files are read as they were written, continue
 * where a stopped program left them, and refuse all else. */
#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"
#include "guzumi/network/samples.h"

#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *file_name(int number) {
    static char name[2][64];
    snprintf(name[number], sizeof name[number], "/tmp/guzumi-samples-%ld-%d", (long)getpid(),
             number);
    return name[number];
}

/* --- samples --- */

/* Plays some moves at random, of which SAMPLE keeps the last two. */
static void play_some(struct board *b, struct sample *sample, struct rng *rng) {
    board_init(b, sample->size);
    sample->to_move = BLACK;
    sample->last = sample->own = NO_POINT;
    for (uint32_t left = rng_below(rng, (uint32_t)(2 * sample->size * sample->size)); left;
         left--) {
        struct bitset moves = {{0}};
        board_candidates(b, sample->to_move, &moves);
        const int count = bitset_count(&moves, b->words);
        const int point =
            count ? bitset_select(&moves, b->words, (int)rng_below(rng, (uint32_t)count)) : PASS;
        board_play(b, point, sample->to_move);
        sample->own = sample->last;
        sample->last = point;
        sample->to_move = color_other(sample->to_move);
    }
}

static void visit_some(struct sample *sample, const struct bitset *moves, struct rng *rng) {
    BITSET_FOR_EACH(p, *moves, BITSET_WORDS) {
        if (rng_bernoulli(rng, 0.3)) continue;
        const uint32_t visits = 1 + rng_below(rng, rng_bernoulli(rng, 0.2) ? 1000000 : 200);
        sample->choice[sample->choices] = (int16_t)p;
        sample->visits[sample->choices++] = visits;
        sample->simulations += visits;
    }
}

static struct sample random_sample(int size, uint32_t game, struct rng *rng) {
    struct sample out;
    struct board b;
    struct bitset moves = {{0}};
    memset(&out, 0, sizeof out);
    out.game = game;
    out.size = size;
    play_some(&b, &out, rng);
    board_stones(&b, BLACK, &out.stones[BLACK]);
    board_stones(&b, WHITE, &out.stones[WHITE]);
    out.ko = b.ko >= 0 && b.ko_color == out.to_move ? b.ko : NO_POINT;
    out.half_komi = (int)rng_below(rng, 101) - 50;
    out.inner = rng_bernoulli(rng, 0.5);
    out.continued_best = !out.inner && rng_bernoulli(rng, 0.5);
    out.value = (double)(float)rng_real(rng);
    out.simulations = 1 + rng_below(rng, 1000);
    board_candidates(&b, out.to_move, &moves);
    visit_some(&out, &moves, rng);
    out.has_ownership = !out.inner && rng_bernoulli(rng, 0.7);
    for (int p = 0; out.has_ownership && p < point_limit(size); p++)
        if (point_column(size, p) < size)
            out.ownership[p] = (int8_t)((int)rng_below(rng, 201) - 100);
    return out;
}

static void assert_same(const struct sample *a, const struct sample *b) {
    assert_int_equal(a->game, b->game);
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->to_move, b->to_move);
    assert_memory_equal(a->stones, b->stones, sizeof a->stones);
    assert_int_equal(a->ko, b->ko);
    assert_int_equal(a->last, b->last);
    assert_int_equal(a->own, b->own);
    assert_int_equal(a->half_komi, b->half_komi);
    assert_int_equal(a->inner, b->inner);
    assert_int_equal(a->continued_best, b->continued_best);
    assert_true(a->value == b->value);
    assert_int_equal(a->simulations, b->simulations);
    assert_int_equal(a->choices, b->choices);
    assert_memory_equal(a->choice, b->choice, sizeof a->choice);
    assert_memory_equal(a->visits, b->visits, sizeof a->visits);
    assert_int_equal(a->has_ownership, b->has_ownership);
    assert_memory_equal(a->ownership, b->ownership, sizeof a->ownership);
}

static void assert_same_samples(const struct samples *a, const struct samples *b, size_t count) {
    struct sample one, other;
    for (size_t i = 0; i < count; i++) {
        samples_get(a, i, &one);
        samples_get(b, i, &other);
        assert_same(&one, &other);
    }
}

static void add(struct samples *samples, const struct sample *sample) {
    struct failure why;
    assert_null(sample_find_mistake(sample));
    assert_int_equal(samples_add(samples, sample, &why), STATUS_OK);
}

static void test_every_size(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        struct samples samples = {.count = 0};
        struct sample all[40], got;
        for (uint32_t i = 0; i < 40; i++) {
            all[i] = random_sample(size, i / 3, &rng);
            add(&samples, &all[i]);
        }
        assert_int_equal(samples_count(&samples), 40);
        assert_int_equal(samples.games, 14);
        for (size_t i = 0; i < 40; i++) {
            samples_get(&samples, i, &got);
            assert_same(&got, &all[i]);
        }
        samples_clear(&samples);
        assert_int_equal(samples_count(&samples), 0);
        samples_free(&samples);
    }
}

/* On 3x3, with a ko at A1 that White may not take back. */
static struct sample ko_sample(void) {
    struct sample out;
    memset(&out, 0, sizeof out);
    out.size = 3;
    out.to_move = WHITE;
    bitset_add(&out.stones[BLACK], 1); /* B1 */
    bitset_add(&out.stones[WHITE], 5); /* B2 */
    out.ko = 0;
    out.last = 1;
    out.own = 0;
    out.value = 0.5;
    out.simulations = 10;
    out.choices = 2;
    out.choice[0] = 2;
    out.choice[1] = 4;
    out.visits[0] = 3;
    out.visits[1] = 7;
    return out;
}

static void test_mistakes(void **state) {
    (void)state;
    struct sample good = ko_sample(), bad;
    assert_null(sample_find_mistake(&good));
#define EXPECT_MISTAKE(change)                                                                     \
    do {                                                                                           \
        bad = good;                                                                                \
        change;                                                                                    \
        assert_non_null(sample_find_mistake(&bad));                                                \
    } while (0)
    EXPECT_MISTAKE(bad.size = 1);
    EXPECT_MISTAKE(bad.size = 20);
    EXPECT_MISTAKE(bad.to_move = EMPTY);
    EXPECT_MISTAKE(bad.half_komi = 723);
    EXPECT_MISTAKE(bad.value = -0.01);
    EXPECT_MISTAKE(bad.value = 1.01);
    EXPECT_MISTAKE(bad.value = NAN);
    EXPECT_MISTAKE(bad.simulations = 0; bad.choices = 0);
    EXPECT_MISTAKE(bad.simulations = 9);
    EXPECT_MISTAKE(bad.inner = bad.continued_best = true);
    EXPECT_MISTAKE(bad.inner = bad.has_ownership = true);
    EXPECT_MISTAKE(bad.has_ownership = true; bad.ownership[4] = 101);
    EXPECT_MISTAKE(bitset_add(&bad.stones[WHITE], 1));  /* two at a point */
    EXPECT_MISTAKE(bitset_add(&bad.stones[BLACK], 3));  /* the padding */
    EXPECT_MISTAKE(bitset_add(&bad.stones[BLACK], 12)); /* above the board */
    EXPECT_MISTAKE(bad.ko = 5);
    EXPECT_MISTAKE(bad.ko = 7);
    EXPECT_MISTAKE(bad.last = 6);
    EXPECT_MISTAKE(bad.last = 5);
    EXPECT_MISTAKE(bad.own = 1);
    EXPECT_MISTAKE(bad.own = 12);
    EXPECT_MISTAKE(bad.choice[0] = 4); /* twice */
    EXPECT_MISTAKE(bad.choice[0] = 0); /* the ko */
    EXPECT_MISTAKE(bad.choice[0] = 1);
    EXPECT_MISTAKE(bad.choice[0] = 3);
    EXPECT_MISTAKE(bad.choice[0] = PASS);
    EXPECT_MISTAKE(bad.visits[0] = 0);
    EXPECT_MISTAKE(bad.choices = 10);
    /* White's chain at A1 and B1, black stones around it. */
    good = (struct sample){.size = 3, .ko = NO_POINT, .last = PASS, .own = PASS, .simulations = 1};
    bitset_add(&good.stones[WHITE], 0);
    bitset_add(&good.stones[WHITE], 1);
    bitset_add(&good.stones[BLACK], 4);
    bitset_add(&good.stones[BLACK], 5);
    assert_null(sample_find_mistake(&good));
    EXPECT_MISTAKE(bitset_add(&bad.stones[BLACK], 2));
#undef EXPECT_MISTAKE
}

/* --- files --- */

static void assert_opens(struct samples_file *f, const char *path, const char *settings,
                         struct samples_found *found) {
    struct failure why;
    assert_int_equal(samples_file_open(f, path, settings, found, &why), STATUS_OK);
}

static void assert_survey(const char *path, uint32_t games, size_t samples) {
    struct samples_found found;
    struct failure why;
    assert_int_equal(samples_survey(path, &found, &why), STATUS_OK);
    assert_int_equal(found.games, games);
    assert_int_equal(found.samples, samples);
}

/* Writes GAMES games of boards of SIZE, the last of the first two without samples, to PATH, and
 * collects them in ALL. */
static void write_games(const char *path, int size, uint32_t games, struct samples *all,
                        uint64_t seed) {
    struct samples_file f;
    struct failure why;
    struct rng rng;
    char settings[40];
    rng_seed(&rng, seed, 0);
    snprintf(settings, sizeof settings, "size=%d seed=7", size);
    assert_opens(&f, path, settings, NULL);
    const uint32_t first = all->games;
    for (uint32_t g = 0; g < games; g++) {
        const size_t begin = samples_count(all);
        for (uint32_t i = g == 1 ? 0 : 1 + rng_below(&rng, 3); i > 0; i--) {
            const struct sample sample = random_sample(size, first + g, &rng);
            add(all, &sample);
        }
        assert_int_equal(samples_file_append(&f, all, begin, &why), STATUS_OK);
        assert_int_equal(f.games, g + 1);
    }
    samples_file_close(&f);
    all->games = first + games;
}

static void test_files(void **state) {
    (void)state;
    struct samples all = {.count = 0}, read = {.count = 0};
    struct samples_found found;
    struct failure why;
    write_games(file_name(0), 9, 5, &all, 1);
    const size_t first_count = all.count;
    write_games(file_name(1), 19, 2, &all, 2);
    assert_int_equal(samples_read(&read, file_name(0), &found, &why), STATUS_OK);
    assert_int_equal(found.size, 9);
    assert_string_equal(found.settings, "size=9 seed=7");
    assert_int_equal(found.games, 5);
    assert_int_equal(found.samples, first_count);
    assert_int_equal(found.dropped, 0);
    assert_survey(file_name(0), 5, first_count);
    assert_int_equal(samples_read(&read, file_name(1), &found, &why), STATUS_OK);
    assert_int_equal(found.games, 2);
    /* The last game has no samples; the two files' games are apart all the same. */
    assert_int_equal(read.games, 7);
    assert_int_equal(samples_game_in_file(&read, 4), 4);
    assert_int_equal(samples_game_in_file(&read, 5), 0);
    assert_int_equal(samples_game_in_file(&read, 6), 1);
    assert_int_equal(samples_count(&read), samples_count(&all));
    assert_same_samples(&read, &all, all.count);
    samples_free(&read);
    samples_free(&all);
    remove(file_name(0));
    remove(file_name(1));
}

/* Files of older versions are read, counted and continued as they were begun. */
static void test_old_format(void **state) {
    (void)state;
    static const char head[] = "GUZUMI samples 1\nsize=3\n\n";
    static const char game[] =
        "\x20\x00\x00\x00" /* length, checksum */
        "\x9d\x98\x14\xf1"
        "\x20\x00\x03\x01\x00\x00\x01\x00\x00\x00\xf1\xff\x00\x00\x00\x3f\x0a\x00\x00\x00\x02\x00"
        "\x02\x00\x10\x00"
        "\x02\x00\x03\x03\x00\x07";
    struct samples samples = {.count = 0}, read = {.count = 0};
    struct samples_file f;
    struct failure why;
    struct sample sample = ko_sample();
    unsigned char *data;
    size_t length;
    const size_t begun = sizeof head - 1, one = sizeof game - 1;
    sample.half_komi = -15;
    add(&samples, &sample);
    assert_int_equal(file_write(file_name(0), head, begun, &why), STATUS_OK);
    for (uint32_t games = 1; games <= 2; games++) {
        assert_opens(&f, file_name(0), "size=3", NULL);
        assert_int_equal(f.games, games - 1);
        assert_int_equal(samples_file_append(&f, &samples, 0, &why), STATUS_OK);
        samples_file_close(&f);
        assert_survey(file_name(0), games, games);
    }
    assert_int_equal(file_read(file_name(0), 1000, &data, &length, &why), STATUS_OK);
    assert_int_equal(length, begun + 2 * one);
    assert_memory_equal(data, head, begun);
    assert_memory_equal(data + begun, game, one);
    assert_memory_equal(data + begun + one, game, one);
    memcpy(data + 7, "lessons", 7);
    assert_int_equal(file_write(file_name(0), data, length, &why), STATUS_OK);
    assert_int_equal(samples_read(&read, file_name(0), NULL, &why), STATUS_OK);
    assert_int_equal(read.games, 2);
    assert_same_samples(&read, &samples, 1);
    free(data);
    samples_free(&samples);
    samples_free(&read);
    remove(file_name(0));
}

/* Positions along a game cost a small part of their bytes in memory; what self-play writes is
 * rounded, and comes back as it is. */
static void test_packing(void **state) {
    (void)state;
    struct samples all = {.count = 0}, read = {.count = 0};
    struct samples_file f;
    struct samples_found found;
    struct failure why;
    struct rng rng;
    struct board b;
    rng_seed(&rng, 11, 0);
    board_init(&b, 9);
    for (int move = 0; move < 40; move++) {
        struct sample s = random_sample(9, 0, &rng);
        struct bitset moves = {{0}};
        s.to_move = (enum color)(move & 1);
        board_candidates(&b, s.to_move, &moves);
        board_stones(&b, BLACK, &s.stones[BLACK]);
        board_stones(&b, WHITE, &s.stones[WHITE]);
        s.ko = b.ko >= 0 && b.ko_color == s.to_move ? b.ko : NO_POINT;
        s.last = s.own = NO_POINT;
        s.half_komi = 15;
        s.choices = 1;
        s.choice[0] = (int16_t)bitset_select(&moves, b.words, 0);
        s.visits[0] = 20;
        s.simulations = 30;
        memset(s.ownership, s.has_ownership ? 93 : 0, sizeof s.ownership);
        for (int p = 9; p < point_limit(9); p += 10) s.ownership[p] = 0;
        sample_round(&s);
        assert_true(s.value * SAMPLE_VALUE_UNITS == floor(s.value * SAMPLE_VALUE_UNITS));
        assert_int_equal(s.ownership[0], s.has_ownership ? 95 : 0);
        add(&all, &s);
        board_play(&b, s.choice[0], s.to_move);
    }
    assert_opens(&f, file_name(0), "size=9", NULL);
    assert_int_equal(samples_file_append(&f, &all, 0, &why), STATUS_OK);
    samples_file_close(&f);
    assert_survey(file_name(0), 1, 40);
    assert_int_equal(samples_read(&read, file_name(0), &found, &why), STATUS_OK);
    assert_true(found.packed);
    assert_same_samples(&read, &all, all.count);
    assert_true(found.whole < all.bytes.length / 5);
    samples_free(&all);
    samples_free(&read);
    remove(file_name(0));
}

/* The format is the same on every machine. */
static void test_bytes(void **state) {
    (void)state;
    static const char expected[] =
        "GUZUMI samples 2\nsize=3\n\n"
        "\x15\x00\x00\x00" /* length, checksum */
        "\x95\x0c\x59\x84"
        "\x01\x00\x00\x00\x03" /* one sample, size 3 */
        "\x5f\xfd\xa3\x24\xc0\x86\x7d\x7a\x01\x1d\x6e\x21\x9e\xff\xc7\x5b";
    struct samples samples = {.count = 0};
    struct samples_file f;
    struct failure why;
    struct sample sample = ko_sample();
    unsigned char *data;
    size_t length;
    sample.half_komi = -15;
    add(&samples, &sample);
    assert_opens(&f, file_name(0), "size=3", NULL);
    assert_int_equal(samples_file_append(&f, &samples, 0, &why), STATUS_OK);
    samples_file_close(&f);
    assert_int_equal(file_read(file_name(0), 1000, &data, &length, &why), STATUS_OK);
    assert_int_equal(length, sizeof expected - 1);
    assert_memory_equal(data, expected, length);
    free(data);
    samples_free(&samples);
    remove(file_name(0));
}

/* Without file_write, which waits for the disk each time. */
static void write_plain(const char *path, const void *data, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Reads the file with DATA in it: an error of one line, or the whole games with which GOOD begins.
 * Returns whether it was read. */
static bool read_damaged(const unsigned char *data, size_t length, const struct samples *good) {
    struct samples read = {.count = 0};
    struct samples_found found;
    struct failure why = {""};
    write_plain(file_name(1), data, length);
    const bool is_read = samples_read(&read, file_name(1), &found, &why) == STATUS_OK;
    if (is_read) {
        assert_true(found.whole + found.dropped == length);
        assert_int_equal(found.samples, read.count);
        assert_true(read.count <= good->count);
        assert_same_samples(&read, good, read.count);
    } else {
        assert_non_null(strstr(why.text, file_name(1)));
        assert_int_equal(read.count, 0);
        assert_int_equal(read.games, 0);
    }
    samples_free(&read);
    remove(file_name(1));
    return is_read;
}

/* A file is of boards of one size, which its settings name. */
static void test_sizes_do_not_mix(void **state) {
    const struct sample small = ko_sample();
    struct samples written = {.count = 0}, read = {.count = 0};
    struct samples_file file;
    struct failure why;
    (void)state;
    assert_int_equal(samples_add(&written, &small, &why), STATUS_OK);
    assert_int_equal(samples_file_open(&file, file_name(0), "size=9", NULL, &why), STATUS_OK);
    assert_int_equal(samples_file_append(&file, &written, 0, &why), STATUS_OK);
    samples_file_close(&file);
    assert_int_equal(samples_read(&read, file_name(0), NULL, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "size"));
    assert_int_equal(read.count, 0);
    samples_free(&written);
    samples_free(&read);
    remove(file_name(0));
}

static void test_damage(void **state) {
    (void)state;
    struct samples all = {.count = 0};
    struct failure why;
    unsigned char *data;
    size_t length, errors = 0;
    write_games(file_name(0), 3, 3, &all, 3);
    assert_int_equal(file_read(file_name(0), 10000, &data, &length, &why), STATUS_OK);
    for (size_t i = 0; i < length; i++) {
        for (unsigned change = 1; change < 256; change += i < 40 ? 1 : 37) {
            data[i] = (unsigned char)(data[i] ^ change);
            const bool is_read = read_damaged(data, length, &all);
            data[i] = (unsigned char)(data[i] ^ change);
            errors += !is_read;
        }
        assert_true(read_damaged(data, i, &all)); /* cut there */
    }
    assert_true(errors > length);
    /* The power failed while the last game was written. */
    unsigned char *blank = malloc(length);
    assert_non_null(blank);
    for (size_t zeros = 16; zeros < length / 4; zeros++) {
        memcpy(blank, data, length);
        memset(blank + length - zeros, 0, zeros);
        assert_true(read_damaged(blank, length, &all));
    }
    memset(blank, 0, length / 4);
    assert_false(read_damaged(blank, length, &all));
    free(blank);
    assert_true(read_damaged(data, length, &all));
    free(data);
    samples_free(&all);
    remove(file_name(0));
}

/* The beginning of the file that ends in the middle of its last game is continued. */
static void test_continuing(void **state) {
    (void)state;
    struct samples all = {.count = 0}, read = {.count = 0};
    struct samples_found found;
    struct samples_file f;
    struct failure why;
    unsigned char *data;
    size_t length;
    write_games(file_name(0), 5, 3, &all, 4);
    assert_int_equal(file_read(file_name(0), 100000, &data, &length, &why), STATUS_OK);
    assert_int_equal(file_write(file_name(1), data, length - 1, &why), STATUS_OK);
    assert_opens(&f, file_name(1), "size=5 seed=7", &found);
    assert_int_equal(f.games, 2);
    assert_int_equal(found.games, 2);
    assert_true(found.dropped > 0 && found.whole + found.dropped == length - 1);
    assert_int_equal(samples_file_append(&f, &all, found.samples, &why), STATUS_OK);
    samples_file_close(&f);
    assert_int_equal(samples_read(&read, file_name(1), &found, &why), STATUS_OK);
    assert_int_equal(found.whole, length);
    assert_int_equal(samples_count(&read), samples_count(&all));
    assert_same_samples(&read, &all, all.count);
    /* A file system that had made it longer, and not written what was to be there. */
    unsigned char *longer = calloc(1, length + 20);
    assert_non_null(longer);
    memcpy(longer, data, length);
    assert_int_equal(file_write(file_name(1), longer, length + 20, &why), STATUS_OK);
    assert_opens(&f, file_name(1), "size=5 seed=7", &found);
    assert_int_equal(f.games, 3);
    assert_int_equal(found.dropped, 20);
    samples_file_close(&f);
    longer[length + 19] = 1;
    assert_int_equal(file_write(file_name(1), longer, length + 20, &why), STATUS_OK);
    assert_int_equal(samples_read(NULL, file_name(1), NULL, &why), STATUS_INVALID);
    free(longer);
    /* Whoever was stopped before the head was there, perhaps with other settings. */
    for (size_t cut = 0; cut <= 20; cut += 5) {
        assert_int_equal(file_write(file_name(1), data, cut, &why), STATUS_OK);
        assert_int_equal(samples_survey(file_name(1), &found, &why), STATUS_OK);
        assert_true(found.size == 0 && found.games == 0 && found.dropped == cut);
        assert_opens(&f, file_name(1), "size=9", &found);
        samples_file_close(&f);
        assert_int_equal(file_write(file_name(1), data, cut, &why), STATUS_OK);
        assert_opens(&f, file_name(1), "size=5 seed=7", &found);
        assert_int_equal(f.games, 0);
        samples_file_close(&f);
        assert_int_equal(samples_read(NULL, file_name(1), &found, &why), STATUS_OK);
        assert_string_equal(found.settings, "size=5 seed=7");
    }
    free(data);
    samples_free(&all);
    samples_free(&read);
    remove(file_name(0));
    remove(file_name(1));
}

static void test_refusals(void **state) {
    (void)state;
    struct samples all = {.count = 0};
    struct samples_file f;
    struct failure why;
    write_games(file_name(0), 5, 1, &all, 5);
    assert_int_equal(samples_file_open(&f, file_name(0), "size=5 seed=8", NULL, &why),
                     STATUS_INVALID);
    assert_non_null(strstr(why.text, "seed=7"));
    samples_file_close(&f);
    assert_int_equal(file_write(file_name(0), "something else", 14, &why), STATUS_OK);
    assert_int_equal(samples_file_open(&f, file_name(0), "size=5", NULL, &why), STATUS_INVALID);
    samples_file_close(&f);
    unsigned char *data;
    size_t length;
    assert_int_equal(file_read(file_name(0), 100, &data, &length, &why), STATUS_OK);
    assert_int_equal(length, 14); /* and it is as it was */
    free(data);
    for (int i = 0; i < 3; i++) {
        static const char *const bad[] = {"", "size=1", "size=5\nseed=1"};
        assert_int_equal(samples_file_open(&f, file_name(1), bad[i], NULL, &why), STATUS_INVALID);
        samples_file_close(&f);
    }
    assert_int_equal(samples_read(&all, file_name(1), NULL, &why), STATUS_IO);
    samples_free(&all);
    remove(file_name(0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_old_format),
        cmocka_unit_test(test_packing),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_sizes_do_not_mix),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_continuing),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
