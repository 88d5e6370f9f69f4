/* JSON: any bytes are rejected with one line, or give a value whose parts can all be read and whose
 * strings survive writing and reading. */
#include "guzumi/base/json.h"

#include "fuzz.h"

#include <string.h>

static void check_string(const char *text) {
    struct buffer out = {0};
    struct json *again;
    struct failure why;
    json_print_string(&out, text);
    CHECK(json_parse(&again, (const char *)out.data, out.length, &why) == STATUS_OK);
    CHECK(strcmp(json_string(again, JSON_ROOT), text) == 0);
    json_free(again);
    buffer_free(&out);
}

/* Values are numbered in the order of the source, so parts have higher numbers than their owner. */
static void check_parts(const struct json *j, int value) {
    int count = 0, before = value;
    if (json_kind(j, value) == JSON_STRING) check_string(json_string(j, value));
    for (int v = json_first(j, value); v != JSON_NONE; v = json_next(j, v), count++) {
        CHECK(v > before);
        check_string(json_name(j, v));
        check_parts(j, v);
        before = v;
    }
    CHECK(count == json_count(j, value));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct json *json, *again;
    struct failure why = {""};
    if (json_parse(&json, (const char *)data, size, &why) != STATUS_OK) {
        CHECK(*why.text && !strchr(why.text, '\n'));
        return 0;
    }
    check_parts(json, JSON_ROOT);
    struct buffer copy = {0};
    json_copy(json, JSON_ROOT, &copy);
    CHECK(json_parse(&again, (const char *)copy.data, copy.length, &why) == STATUS_OK);
    CHECK(json_count(again, JSON_ROOT) == json_count(json, JSON_ROOT));
    json_free(again);
    json_free(json);
    buffer_free(&copy);
    return 0;
}
