/* Reads a file: detects and converts the character sets of the countries where Go is played, then
 * parses the tree. */
#include "guzumi/base/system.h"
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- character sets --- */

/* Names in CA, and supersets to use instead: they are what the programs really write, and in them a
 * backslash is a backslash. */
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

/* Whether SGF's own characters are the same in the set as in ASCII. */
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

/* Converts all of TEXT; returns the number of invalid bytes. */
static int convert_all(struct charset *set, const char *text, size_t length, struct buffer *out) {
    int lost = 0;
    while (length > 0 && !out->failed) {
        char part[4096], *end = part;
        size_t room = sizeof part;
        const bool good = charset_convert(set, &text, &length, &end, &room);
        buffer_append(out, part, sizeof part - room);
        if (good) continue;
        buffer_append(out, "?", 1); /* an invalid byte, or the first of an incomplete character */
        text++;
        length--;
        lost++;
    }
    return lost;
}

/* Converts text in CHARSET (a value of CA) to UTF-8 in OUT; *LOST invalid bytes become question
 * marks. False if it is UTF-8 already, or the set is unknown, which is noted. */
static bool to_utf8(struct sgf *s, const char *charset, const char *text, size_t length,
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
        sgf_note(s, 1, 1, "CA[%.31s] is not known; text not converted", charset);
    charset_close(set);
    return usable;
}

/* --- sets that are not named --- */

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

/* The weight of the two-byte character A B in a set: 1 if it is common, -1 if it is rare. */
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
    unsigned last_single; /* the last single-byte character from 0xa1 on; 0: none */
    int (*weigh)(unsigned char a, unsigned char b);
};

/* How much the bytes beyond ASCII look like SET; 0 if some are invalid in it, or none of them has a
 * second byte that means something in a record. */
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

/* Guesses the character set of TEXT, if it is one in which the second byte of a character may be a
 * backslash or a bracket, and here is one; else NULL. Such bytes would break the tree. */
static const char *guess_charset(const char *text, size_t length) {
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

/* --- UTF-16 --- */

/* In both byte orders every second byte of "(;" and of the beginning of a record is zero. */
static bool is_utf16(const char *text, size_t length) {
    if (length < 4) return false;
    if (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)
        return !text[2] != !text[3];
    return !text[0] != !text[1] && !text[2] != !text[3];
}

static void from_utf16(const char *text, size_t length, struct buffer *out, int *lost) {
    const bool little = (unsigned char)text[0] == 0xff || (text[0] && !text[1]);
    unsigned long high = 0;
    *lost = length % 2;
    for (size_t i = 0; i + 1 < length; i += 2) {
        const unsigned long first = (unsigned char)text[i], second = (unsigned char)text[i + 1];
        unsigned long code = little ? second << 8 | first : first << 8 | second;
        const bool low = code >= 0xdc00 && code < 0xe000;
        if ((high != 0) != low) buffer_append(out, "?", 1); /* half a surrogate pair */
        *lost += (high != 0) != low;
        const unsigned long before = high;
        high = code >= 0xd800 && code < 0xdc00 ? code : 0;
        if (high || (low && !before)) continue;
        if (low) code = 0x10000 + ((before - 0xd800) << 10) + (code - 0xdc00);
        buffer_append_utf8(out, code);
    }
}

/* --- files --- */

/* A file's bytes in a character set in which SGF's characters are ASCII. */
struct source {
    const char *text;
    size_t length;
    struct buffer own; /* owns TEXT if it is not the file's */
    bool wide;         /* the file is UTF-16 */
    int lost;          /* invalid bytes */
};

/* Zero bytes only have a meaning in UTF-16; elsewhere they become blanks. */
static void make_blanks(struct buffer *text, int *zeros) {
    for (size_t i = 0; i < text->length; i++)
        if (text->data[i] == 0) {
            text->data[i] = ' ';
            (*zeros)++;
        }
}

static enum status open_source(struct source *s, const char *text, size_t length,
                               struct failure *why) {
    *s = (struct source){.text = text, .length = length};
    s->wide = is_utf16(text, length);
    if (!s->wide && !memchr(text, 0, length)) return STATUS_OK;
    if (s->wide)
        from_utf16(text, length, &s->own, &s->lost);
    else
        buffer_append(&s->own, text, length);
    if (s->own.failed) return out_of_memory(why, "a game record");
    make_blanks(&s->own, &s->lost);
    s->text = (const char *)s->own.data;
    s->length = s->own.length;
    return STATUS_OK;
}

/* --- character sets --- */

/* Once the tree is in UTF-8, the root says so, in place of the old CA; that may have become a part
 * of the text before it, if half a character was there. */
static enum status name_charset(struct sgf *s, struct failure *why) {
    const int property = sgf_find_or_add(s, SGF_ROOT, "CA");
    if (property != SGF_NONE)
        s->properties[property].first_value = s->properties[property].last_value = SGF_NONE;
    sgf_add_item(s, property, "UTF-8", 5, 0, 0);
    return s->failed ? out_of_memory(why, "a game record") : STATUS_OK;
}

/* Room for the name of a character set. */
enum { CHARSET_SIZE = 40 };

/* The length of the root in bytes, up to the second node; ";" is never half a character. */
static size_t root_length(const char *text, size_t length) {
    const char *root = memchr(text, ';', length);
    const char *next = root ? memchr(root + 1, ';', length - (size_t)(root + 1 - text)) : NULL;
    return next ? (size_t)(next - text) : length;
}

/* The value of the first CA in the root, whatever the tree has made of it: half a character may
 * look like the sign that the bracket before the CA is a part of the text. */
static void find_hidden_charset(const char *text, size_t length, char out[CHARSET_SIZE]) {
    *out = 0;
    length = root_length(text, length);
    if (sgf_may_be_utf8(text, length)) return;
    for (size_t i = 1; i + 3 < length; i++) {
        if (memcmp(text + i, "CA[", 3) != 0 || text_is_letter(text[i - 1])) continue;
        char value[CHARSET_SIZE];
        const char *begin = text + i + 3, *end = memchr(begin, ']', length - i - 3);
        const size_t size = end ? (size_t)(end - begin) : CHARSET_SIZE;
        if (size >= CHARSET_SIZE) return;
        snprintf(value, sizeof value, "%.*s", (int)size, begin);
        sgf_trim(out, CHARSET_SIZE, value);
        return;
    }
}

/* Reads the text again from CHARSET; *OUT is NULL if that is not known. *LOST bytes were no text.
 */
static enum status read_converted(struct sgf **out, const char *charset,
                                  const struct source *source, struct sgf *first, int *lost,
                                  struct failure *why) {
    struct buffer converted = {0};
    *out = NULL;
    *lost = 0;
    if (!to_utf8(first, charset, source->text, source->length, &converted, lost)) return STATUS_OK;
    enum status status = converted.failed ? out_of_memory(why, "a game record") : STATUS_OK;
    if (status == STATUS_OK)
        status =
            sgf_read_tree(out, first->name, (const char *)converted.data, converted.length, why);
    buffer_free(&converted);
    return status;
}

/* A measure of the size of a tree. */
static int extent(const struct sgf *s) {
    return s->node_count + s->item_count;
}

/* Whether THERE, read in a character set that was guessed, makes more of the file than HERE. A
 * second half of a character that looks like a backslash or a bracket hides what follows, or
 * leaves junk. */
static bool is_better(const struct sgf *there, const struct sgf *here) {
    return extent(there) != extent(here) ? extent(there) > extent(here)
                                         : there->note_count < here->note_count;
}

/* Replaces the tree by the one read in the guessed character set, if that is better. */
static enum status read_guessed(struct sgf **sgf, const struct source *source,
                                struct failure *why) {
    struct sgf *other = NULL;
    const char *charset = guess_charset(source->text, source->length);
    if (!charset) return STATUS_OK;
    int lost;
    enum status status = read_converted(&other, charset, source, *sgf, &lost, why);
    if (status == STATUS_INVALID) {
        status = STATUS_OK; /* the guess was wrong */
    } else if (status == STATUS_OK && other && !lost && is_better(other, *sgf)) {
        struct sgf *first = *sgf;
        *sgf = other;
        other = first;
        sgf_note(*sgf, 1, 1, "no character set named; read as %s", charset);
        status = name_charset(*sgf, why);
    }
    sgf_free(other);
    return status;
}

/* Reads the text again if the root names another character set, or if its bytes look like one.
 *
 * The tree is parsed first as it is, because CA is inside it; its characters are ASCII in every
 * supported set. Only then can the text be converted and parsed again. */
static enum status read_again(struct sgf **sgf, const struct source *source, struct failure *why) {
    const char *named = sgf_value(*sgf, SGF_ROOT, "CA", 0);
    char charset[CHARSET_SIZE];
    if (source->wide) return name_charset(*sgf, why);
    if (named)
        sgf_trim(charset, sizeof charset, named);
    else
        find_hidden_charset(source->text, source->length, charset);
    struct sgf *again;
    int lost;
    const enum status status = read_converted(&again, charset, source, *sgf, &lost, why);
    if (!again) return status == STATUS_OK ? read_guessed(sgf, source, why) : status;
    if (lost) sgf_note(again, 1, 1, "%d invalid bytes in CA[%s]", lost, charset);
    sgf_free(*sgf);
    *sgf = again;
    return status == STATUS_OK ? name_charset(again, why) : status;
}

/* --- files --- */

enum status sgf_parse(struct sgf **out, const char *name, const void *text, size_t length,
                      struct failure *why) {
    if (length > SGF_MAX_BYTES)
        return fail(why, STATUS_INVALID, "%.200s: larger than %zu bytes; is it a game record?",
                    name, SGF_MAX_BYTES);
    if (length >= 2 && memcmp(text, "\x1f\x8b", 2) == 0)
        return fail(why, STATUS_INVALID, "%.200s: compressed; unpack it first (gunzip)", name);
    struct source source;
    struct sgf *sgf = NULL;
    enum status status = open_source(&source, text, length, why);
    if (status == STATUS_OK) status = sgf_read_tree(&sgf, name, source.text, source.length, why);
    if (status == STATUS_OK) status = read_again(&sgf, &source, why);
    if (status == STATUS_OK && source.lost)
        sgf_note(sgf, 1, 1,
                 source.wide        ? "%d characters of UTF-16 are incomplete"
                 : source.lost == 1 ? "%d zero byte; read as a blank"
                                    : "%d zero bytes; read as blanks",
                 source.lost);
    buffer_free(&source.own);
    if (status == STATUS_OK)
        *out = sgf;
    else
        sgf_free(sgf);
    return status;
}

enum status sgf_load(struct sgf **out, const char *path, struct failure *why) {
    unsigned char *text;
    size_t length;
    enum status status = file_read(path, SGF_MAX_BYTES, &text, &length, why);
    if (status != STATUS_OK) return status;
    status = sgf_parse(out, path, text, length, why);
    free(text);
    return status;
}
