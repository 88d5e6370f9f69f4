/* Files of match results: any bytes are rejected with one line, or give results that survive
 * writing and reading. Leaves a file fuzz.results in the current folder. */
#include "guzumi/match/results.h"

#include "fuzz.h"

#include <string.h>

static const char path[] = "fuzz.results";

static void write_file(const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void check_same_again(const struct results *results) {
    struct buffer out = {0};
    struct results again = {0};
    struct failure why;
    buffer_print(&out, "%s\n", results_header);
    for (size_t i = 0; i < results->count; i++) results_print(&results->list[i], &out);
    CHECK(!out.failed);
    write_file(out.data, out.length);
    CHECK(results_read(&again, path, NULL, &why) == STATUS_OK);
    CHECK(again.count == results->count);
    for (size_t i = 0; i < again.count; i++) {
        CHECK(results_agree(&again.list[i], &results->list[i]));
        CHECK(again.list[i].winner == results->list[i].winner);
    }
    results_free(&again);
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct results results = {0};
    struct failure why = {""};
    size_t complete;
    write_file(data, size);
    if (results_read(&results, path, &complete, &why) == STATUS_OK) {
        CHECK(complete <= size);
        check_same_again(&results);
        results_sort(&results);
    } else {
        CHECK(*why.text && !strchr(why.text, '\n'));
    }
    results_free(&results);
    return 0;
}
