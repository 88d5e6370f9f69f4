/* Game records in the character sets of the countries where Go is played. */
#include "guzumi/base/system.h"
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <string.h>

/* Names in CA, and what is asked for instead: sets that contain them, which is what the
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

/* Whether a record's own signs are the same in the set and in ASCII. */
static bool keeps_signs(struct charset *set) {
    static const char signs[] = "(;[]:\\)CAB09az";
    char out[8 * sizeof signs] = "", *end = out;
    const char *in = signs;
    size_t left = sizeof signs - 1, room = sizeof out;
    return charset_convert(set, &in, &left, &end, &room) && left == 0 &&
           memcmp(out, signs, sizeof signs - 1) == 0;
}

static struct charset *open_set(const char *charset) {
    for (size_t i = 0; i < sizeof wider / sizeof wider[0]; i++) {
        if (!text_equal_nocase(wider[i][0], charset)) continue;
        struct charset *set = charset_open(wider[i][1]);
        if (set) return set;
    }
    return charset_open(charset);
}

/* Converts all of TEXT; returns how many bytes were no text. */
static int convert_all(struct charset *set, const char *text, size_t length, struct buffer *out) {
    int lost = 0;
    while (length > 0 && !out->failed) {
        char part[4096], *end = part;
        size_t room = sizeof part;
        const bool good = charset_convert(set, &text, &length, &end, &room);
        buffer_append(out, part, sizeof part - room);
        if (good) continue;
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
    struct charset *set = named ? open_set(charset) : NULL;
    const bool usable = set && keeps_signs(set);
    if (usable)
        *lost = convert_all(set, text, length, out);
    else
        sgf_note(s, 1, 1, "CA[%.31s] is not known here; the text stays as it is", charset);
    charset_close(set);
    return usable;
}
