/* Files of lessons: any bytes are refused with one line, or make lessons that are written and read
 * again the same. Checksums keep nearly all changed bytes out, so each input is read a second time
 * with right ones. Leaves a file fuzz.lessons in the current folder. */
#include "fuzz.h"

#include "guzumi/hash.h"
#include "guzumi/lessons.h"

#include <string.h>

static const char path[] = "fuzz.lessons";

static void write_file(const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

/* Writes the LESSONS game by game. */
static void write_lessons(const struct lessons *lessons, const struct lessons_found *found) {
    struct lessons_file file;
    struct lessons game = {.count = 0};
    struct lesson lesson;
    struct failure why;
    write_file("", 0);
    CHECK(lessons_file_open(&file, path, found->settings, NULL, &why) == STATUS_OK);
    size_t next = 0;
    for (uint32_t g = 0; g < found->games; g++) {
        lessons_clear(&game);
        for (; next < lessons->count && lessons->game[next] == g; next++) {
            lessons_get(lessons, next, &lesson);
            CHECK(!lesson_find_mistake(&lesson));
            CHECK(lessons_add(&game, &lesson, &why) == STATUS_OK);
        }
        CHECK(lessons_file_append(&file, &game, 0, &why) == STATUS_OK);
    }
    CHECK(next == lessons->count);
    lessons_file_close(&file);
    lessons_free(&game);
}

static void check_same_again(const struct lessons *lessons, const struct lessons_found *found) {
    struct lessons again = {.count = 0};
    struct lessons_found found_again;
    struct failure why;
    write_lessons(lessons, found);
    CHECK(lessons_read(&again, path, &found_again, &why) == STATUS_OK);
    CHECK(again.count == lessons->count && again.games == lessons->games);
    CHECK(found_again.dropped == 0 && strcmp(found_again.settings, found->settings) == 0);
    for (size_t i = 0; i < again.count; i++) {
        struct lesson a, b;
        lessons_get(lessons, i, &a);
        lessons_get(&again, i, &b);
        CHECK(memcmp(a.stones, b.stones, sizeof a.stones) == 0 && a.value == b.value);
        CHECK(memcmp(a.visits, b.visits, sizeof a.visits) == 0 && a.game == b.game);
    }
    lessons_free(&again);
}

static void read_bytes(const uint8_t *data, size_t size) {
    struct lessons lessons = {.count = 0};
    struct lessons_found found;
    struct failure why = {""};
    write_file(data, size);
    if (lessons_read(&lessons, path, &found, &why) == STATUS_OK) {
        CHECK(found.whole + found.dropped == size && found.lessons == lessons.count);
        check_same_again(&lessons, &found);
    } else {
        CHECK(*why.text && !strchr(why.text, '\n') && lessons.count == 0);
    }
    lessons_free(&lessons);
}

/* Where the games begin: behind the empty line. */
static size_t find_games(const uint8_t *data, size_t size) {
    for (size_t i = 1; i < size; i++)
        if (data[i - 1] == '\n' && data[i] == '\n') return i + 1;
    return size;
}

/* Gives each whole game the checksum that it should have. */
static void mend(uint8_t *data, size_t size) {
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
    uint8_t *mended = malloc(size ? size : 1);
    CHECK(mended);
    read_bytes(data, size);
    if (size) memcpy(mended, data, size);
    mend(mended, size);
    read_bytes(mended, size);
    free(mended);
    return 0;
}
