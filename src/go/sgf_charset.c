/* Game records in the character sets of the countries where Go is played. */
#define _POSIX_C_SOURCE 200809L
#include "sgf_tree.h"

#include "guzumi/text.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

/* Names in CA, and what iconv is asked for instead: sets that contain them, which is what the
 * programs really write, and in which a backslash is one. */
static const char *const wider[][2] = {
    {"GB2312", "GB18030"},    {"GBK", "GB18030"},          {"GB_2312-80", "GB18030"},
    {"Shift_JIS", "CP932"},   {"Shift-JIS", "CP932"},      {"SJIS", "CP932"},
    {"EUC-KR", "CP949"},      {"KS_C_5601-1987", "CP949"}, {"Big5", "BIG5"},
    {"Latin1", "ISO-8859-1"},
};

static bool is_utf8(const char *charset) {
    static const char *const names[] = {"", "UTF-8", "UTF8", "US-ASCII", "ASCII"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_equal_nocase(names[i], charset)) return true;
    return false;
}

/* iconv takes its input as char **, which it doesn't write to. */
static size_t convert(iconv_t set, const char **in, size_t *left, char **out, size_t *room) {
    union {
        const char **given;
        char **wanted;
    } input = {.given = in};
    return iconv(set, input.wanted, left, out, room);
}

/* Whether a record's own signs are the same in the set and in ASCII. */
static bool keeps_signs(iconv_t set) {
    static const char signs[] = "(;[]:\\)CAB09az";
    char out[sizeof signs] = "", *end = out;
    const char *in = signs;
    size_t left = sizeof signs - 1, room = sizeof out;
    const size_t lost = convert(set, &in, &left, &end, &room);
    return lost == 0 && left == 0 && memcmp(out, signs, sizeof signs - 1) == 0;
}

static iconv_t open_set(const char *charset) {
    for (size_t i = 0; i < sizeof wider / sizeof wider[0]; i++) {
        if (!text_equal_nocase(wider[i][0], charset)) continue;
        const iconv_t set = iconv_open("UTF-8", wider[i][1]);
        if (set != (iconv_t)-1) return set;
    }
    return iconv_open("UTF-8", charset);
}

/* Converts all of TEXT; returns how many bytes were no text. */
static int convert_all(iconv_t set, const char *text, size_t length, struct buffer *out) {
    int lost = 0;
    while (length > 0 && !out->failed) {
        char part[4096], *end = part;
        size_t room = sizeof part;
        const size_t result = convert(set, &text, &length, &end, &room);
        buffer_append(out, part, sizeof part - room);
        if (result != (size_t)-1 || errno == E2BIG) continue;
        buffer_append(out, "?", 1); /* a byte that is none, or the first of too few */
        text++;
        length--;
        lost++;
    }
    return lost;
}

bool sgf_to_utf8(struct sgf *s, const char *charset, const char *text, size_t length,
                 struct buffer *out, int *lost) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
    if (is_utf8(charset)) return false;
    const bool named = strlen(charset) < 32 && !charset[strspn(charset, letters)];
    const iconv_t set = named ? open_set(charset) : (iconv_t)-1;
    const bool usable = set != (iconv_t)-1 && keeps_signs(set);
    if (usable)
        *lost = convert_all(set, text, length, out);
    else
        sgf_note(s, 1, 1, "CA[%.31s] is not known here; the text stays as it is", charset);
    if (set != (iconv_t)-1) iconv_close(set);
    return usable;
}
