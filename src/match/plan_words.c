#include "plan_words.h"

#include "guzumi/base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

char *plan_next_word(char **rest) {
    char *word = *rest;
    while (is_blank(*word)) word++;
    char *end = word;
    while (*end && !is_blank(*end)) end++;
    *rest = end + (*end != 0);
    *end = 0;
    return word;
}

char *plan_rest(char *rest) {
    while (is_blank(*rest)) rest++;
    size_t length = strlen(rest);
    while (length && is_blank(rest[length - 1])) length--;
    rest[length] = 0;
    return rest;
}

void plan_strip_comment(char *line) {
    char *c = line;
    while (*c && !(*c == '#' && (c == line || is_blank(c[-1])))) c++;
    *c = 0;
}

char *plan_copy_text(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

enum status plan_take_int(const char *key, const char *word, int64_t min, int64_t max, int64_t *out,
                          struct failure *why) {
    if (text_to_int(word, min, max, out)) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "%s: '%.60s' is not a whole number from %" PRId64 " to %" PRId64, key, word, min,
                max);
}

enum status plan_take_real(const char *key, const char *word, double min, double max, double *out,
                           struct failure *why) {
    double value;
    if (!text_to_real(word, &value) || value < min || value > max)
        return fail(why, STATUS_INVALID, "%s: '%.60s' is not a number from %g to %g", key, word,
                    min, max);
    *out = value;
    return STATUS_OK;
}

enum status plan_no_more(const char *key, char *rest, struct failure *why) {
    const char *word = plan_next_word(&rest);
    return *word ? fail(why, STATUS_INVALID, "%s: '%.60s' is too much", key, word) : STATUS_OK;
}

enum status plan_take_last_int(const char *key, char *rest, int64_t min, int64_t max, int64_t *out,
                               struct failure *why) {
    const enum status status = plan_take_int(key, plan_next_word(&rest), min, max, out, why);
    return status == STATUS_OK ? plan_no_more(key, rest, why) : status;
}

enum status plan_take_last_real(const char *key, char *rest, double min, double max, double *out,
                                struct failure *why) {
    const enum status status = plan_take_real(key, plan_next_word(&rest), min, max, out, why);
    return status == STATUS_OK ? plan_no_more(key, rest, why) : status;
}
