/* Files of samples: any bytes are rejected with one line, or give samples that survive writing and
 * reading. Checksums reject nearly every mutation, so each input is read a second time with correct
 * ones. Leaves a file fuzz.samples in the current folder. */
#include "guzumi/base/rng.h"
#include "guzumi/network/samples.h"

#include "fuzz.h"

#include <string.h>

static const char path[] = "fuzz.samples";

static void write_file(const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

/* Writes the SAMPLES game by game. */
static void write_samples(const struct samples *samples, const struct samples_found *found) {
    struct samples_file file;
    struct samples game = {.count = 0};
    struct sample sample;
    struct failure why;
    write_file("", 0);
    CHECK(samples_file_open(&file, path, found->settings, NULL, &why) == STATUS_OK);
    size_t next = 0;
    for (uint32_t g = 0; g < found->games; g++) {
        samples_clear(&game);
        for (; next < samples->count && samples->game[next] == g; next++) {
            samples_get(samples, next, &sample);
            CHECK(!sample_find_mistake(&sample));
            CHECK(samples_add(&game, &sample, &why) == STATUS_OK);
        }
        CHECK(samples_file_append(&file, &game, 0, &why) == STATUS_OK);
    }
    CHECK(next == samples->count);
    samples_file_close(&file);
    samples_free(&game);
}

/* The visits of each point: files keep no order of the choices. */
static void find_visits(const struct sample *sample, uint32_t visits[BOARD_MAX_POINTS]) {
    memset(visits, 0, BOARD_MAX_POINTS * sizeof *visits);
    for (int i = 0; i < sample->choices; i++) visits[sample->choice[i]] = sample->visits[i];
}

static void check_same_again(const struct samples *samples, const struct samples_found *found) {
    struct samples again = {.count = 0};
    struct samples_found found_again;
    struct failure why;
    write_samples(samples, found);
    CHECK(samples_read(&again, path, &found_again, &why) == STATUS_OK);
    CHECK(again.count == samples->count && again.games == samples->games);
    CHECK(found_again.dropped == 0 && strcmp(found_again.settings, found->settings) == 0);
    for (size_t i = 0; i < again.count; i++) {
        struct sample a, b;
        uint32_t visits[2][BOARD_MAX_POINTS];
        samples_get(samples, i, &a);
        samples_get(&again, i, &b);
        CHECK(memcmp(a.stones, b.stones, sizeof a.stones) == 0 && a.value == b.value);
        find_visits(&a, visits[0]);
        find_visits(&b, visits[1]);
        CHECK(memcmp(visits[0], visits[1], sizeof visits[0]) == 0 && a.game == b.game);
        CHECK(a.ko == b.ko && a.last == b.last && a.own == b.own && a.to_move == b.to_move);
        CHECK(memcmp(a.ownership, b.ownership, sizeof a.ownership) == 0);
    }
    samples_free(&again);
}

static void read_bytes(const uint8_t *data, size_t size) {
    struct samples samples = {.count = 0};
    struct samples_found found;
    struct failure why = {""};
    write_file(data, size);
    if (samples_read(&samples, path, &found, &why) == STATUS_OK) {
        CHECK(found.whole + found.dropped == size && found.samples == samples.count);
        check_same_again(&samples, &found);
    } else {
        CHECK(*why.text && !strchr(why.text, '\n') && samples.count == 0);
    }
    samples_free(&samples);
}

/* The games start after the empty line. */
static size_t find_games(const uint8_t *data, size_t size) {
    for (size_t i = 1; i < size; i++)
        if (data[i - 1] == '\n' && data[i] == '\n') return i + 1;
    return size;
}

/* Corrects the checksum of each complete game. */
static void fix_checksums(uint8_t *data, size_t size) {
    size_t at = find_games(data, size);
    while (size - at >= 8) {
        size_t length = 0;
        for (int i = 0; i < 4; i++) length |= (size_t)data[at + (size_t)i] << 8 * i;
        if (length > size - at - 8) return;
        const uint64_t hash =
            hash_bytes(hash_bytes(HASH_START, data + at, 4), data + at + 8, length);
        const uint32_t sum = (uint32_t)(hash ^ hash >> 32);
        for (int i = 0; i < 4; i++) data[at + 4 + (size_t)i] = (uint8_t)(sum >> 8 * i);
        at += 8 + length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *fixed = malloc(size ? size : 1);
    CHECK(fixed);
    read_bytes(data, size);
    if (size) memcpy(fixed, data, size);
    fix_checksums(fixed, size);
    read_bytes(fixed, size);
    free(fixed);
    return 0;
}
