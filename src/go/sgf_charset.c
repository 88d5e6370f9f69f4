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

/* --- sets that are not named --------------------------------------------------------------------
 */

bool sgf_may_be_utf8(const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)text[i++];
        int more = c < 0x80 ? 0 : c < 0xc0 ? -1 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        for (; more > 0 && i < length && ((unsigned char)text[i] & 0xc0) == 0x80; more--) i++;
        if (more) return false;
    }
    return true;
}

static bool is_within(unsigned char c, unsigned from, unsigned to) {
    return c >= from && c <= to;
}

/* What a character of two bytes, A and B, counts for in a set: 1 if it is common, -1 if rare. */
static int weigh_japanese(unsigned char a, unsigned char b) {
    (void)b;
    return is_within(a, 0x81, 0x83) || is_within(a, 0x88, 0x97) ? 1 : -1; /* kana, level 1 */
}

static int weigh_simplified(unsigned char a, unsigned char b) {
    const bool common = is_within(a, 0xa1, 0xa3) || is_within(a, 0xb0, 0xf7);
    return common && b >= 0xa1 ? 1 : -1; /* GB 2312 */
}

static int weigh_traditional(unsigned char a, unsigned char b) {
    (void)b;
    return is_within(a, 0xa1, 0xc6) ? 1 : -1; /* level 1 */
}

/* The sets whose second bytes may be backslashes and brackets. */
struct double_bytes {
    const char *charset;
    unsigned last_single; /* of the bytes from 0xa1 on that are a character alone; 0: none is */
    int (*weigh)(unsigned char a, unsigned char b);
};

/* How much the bytes beyond ASCII look like SET; 0 if some are none of its characters, or none of
 * them has a second byte that means something in a record. */
static int resemblance(const struct double_bytes *set, const char *text, size_t length) {
    int sum = 0;
    bool ambiguous = false;
    for (size_t i = 0; i < length; i++) {
        const unsigned char a = (unsigned char)text[i];
        if (a < 0x80 || is_within(a, 0xa1, set->last_single)) continue;
        const unsigned char b = ++i < length ? (unsigned char)text[i] : 0;
        if (a == 0x80 || a == 0xff || b < 0x40 || b == 0x7f || b == 0xff) return 0;
        ambiguous |= b == '\\' || b == ']';
        sum += set->weigh(a, b);
    }
    return ambiguous && sum > 0 ? sum : 0;
}

const char *sgf_guess_charset(const char *text, size_t length) {
    static const struct double_bytes sets[] = {
        {"Shift_JIS", 0xdf, weigh_japanese},
        {"GBK", 0, weigh_simplified},
        {"Big5", 0, weigh_traditional},
    };
    const char *charset = NULL;
    int best = 0;
    if (sgf_may_be_utf8(text, length)) return NULL;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const int sum = resemblance(&sets[i], text, length);
        if (sum > best) charset = sets[i].charset;
        if (sum > best) best = sum;
    }
    return charset;
}

/* --- UTF-16 -------------------------------------------------------------------------------------
 */

/* In both byte orders each second byte of "(;" and of what a record begins with is zero. */
bool sgf_is_utf16(const char *text, size_t length) {
    if (length < 4) return false;
    if (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)
        return !text[2] != !text[3];
    return !text[0] != !text[1] && !text[2] != !text[3];
}

void sgf_from_utf16(const char *text, size_t length, struct buffer *out, int *lost) {
    const bool little = (unsigned char)text[0] == 0xff || (text[0] && !text[1]);
    unsigned long high = 0;
    *lost = length % 2;
    for (size_t i = 0; i + 1 < length; i += 2) {
        const unsigned long first = (unsigned char)text[i], second = (unsigned char)text[i + 1];
        unsigned long code = little ? second << 8 | first : first << 8 | second;
        const bool low = code >= 0xdc00 && code < 0xe000;
        if ((high != 0) != low) buffer_append(out, "?", 1); /* half of a pair */
        *lost += (high != 0) != low;
        const unsigned long before = high;
        high = code >= 0xd800 && code < 0xdc00 ? code : 0;
        if (high || (low && !before)) continue;
        if (low) code = 0x10000 + ((before - 0xd800) << 10) + (code - 0xdc00);
        buffer_append_utf8(out, code);
    }
}
