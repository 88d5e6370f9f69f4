/* Values in words: texts of servers, editors and people where FF[4] expects a number, a colour or
 * the name of the rules. */
#include "guzumi/base/text.h"
#include "guzumi/go/rules.h"

#include "sgf_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- numbers ---
 *
 * Text becomes a line of ASCII with digits, signs, fractions after a plus, S for the unit 子 (a
 * stone, of two points) and R for reverse komi; everything else becomes blanks: "6目半" is "6
 * +1/2".
 */

enum { LINE_SIZE = 256 };

/* A sign or word and its translation. If one is the beginning of another, the longer comes first.
 */
static const char *const signs[][2] = {
    {"四分之三", "+3/4"}, {"四分之一", "+1/4"}, {"二分之一", "+1/2"}, {"½", "+1/2"},
    {"¼", "+1/4"},        {"¾", "+3/4"},        {"半", "+1/2"},       {"반", "+1/2"},
    {"half", "+1/2"},     {"一", "1"},          {"二", "2"},          {"两", "2"},
    {"兩", "2"},          {"三", "3"},          {"四", "4"},          {"五", "5"},
    {"六", "6"},          {"七", "7"},          {"八", "8"},          {"九", "9"},
    {"one", "1"},         {"two", "2"},         {"three", "3"},       {"four", "4"},
    {"five", "5"},        {"six", "6"},         {"seven", "7"},       {"eight", "8"},
    {"nine", "9"},        {"子", "S"},          {"逆", "R"},          {"reverse", "R"},
    {"−", "-"},           {"none", "0"},        {"无", "0"},          {"無", "0"},
    {"なし", "0"},        {"ナシ", "0"},        {"없음", "0"},
};

/* "Half" in GBK, Shift_JIS, Big5, EUC-KR and EUC-JP, for text without a named character set. */
static const char *const halves[] = {"\xb0\xeb", "\x94\xbc", "\xa5\x62", "\xb9\xdd", "\xc8\xbe"};

/* Whether TEXT has SIGN at AT; a word of letters only matches a whole word. */
static bool is_sign_at(const char *text, const char *at, const char *sign) {
    const size_t length = strlen(sign);
    char word[16];
    if (!text_is_letter(*sign)) return strncmp(at, sign, length) == 0;
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    return text_equal_nocase(word, sign) && (at == text || !text_is_letter(at[-1])) &&
           !text_is_letter(at[length]);
}

/* The number of bytes at AT that translate to *MEANING; 0 for none. */
static size_t read_sign(const char *text, const char *at, bool utf8, const char **meaning) {
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        *meaning = signs[i][1];
        if (is_sign_at(text, at, signs[i][0])) return strlen(signs[i][0]);
    }
    *meaning = "+1/2";
    for (size_t i = 0; i < sizeof halves / sizeof halves[0] && !utf8; i++)
        if (strncmp(at, halves[i], 2) == 0) return 2;
    return 0;
}

/* The ASCII character at AT; *SIZE is 3 if it is a full-width form (U+FF01 to U+FF3F). */
static char read_ascii(const char *at, size_t *size) {
    const unsigned char *c = (const unsigned char *)at;
    const bool full = c[0] == 0xef && c[1] == 0xbc && c[2] >= 0x81 && c[2] <= 0xbf;
    *size = full ? 3 : 1;
    return (char)(full ? c[2] - 0x81 + '!' : c[0]);
}

/* Whether the exponent of a number begins AT, as in "1e400". */
static bool is_exponent(const char *text, const char *at) {
    const char *digit = at + 1 + (at[1] == '-' || at[1] == '+');
    return (*at == 'e' || *at == 'E') && at > text && (text_is_digit(at[-1]) || at[-1] == '.') &&
           text_is_digit(*digit);
}

static void write_line(const char *text, char line[LINE_SIZE]) {
    const bool utf8 = sgf_may_be_utf8(text, strlen(text));
    size_t length = 0, size;
    for (const char *at = text; *at && length + 8 < LINE_SIZE; at += size) {
        const char *meaning;
        size = read_sign(text, at, utf8, &meaning);
        if (size) {
            length += (size_t)sprintf(line + length, "%s", meaning);
        } else {
            const char c = read_ascii(at, &size);
            const bool kept = text_is_digit(c) || strchr("+-./,", c) || is_exponent(text, at);
            line[length++] = (char)(kept ? c : ' ');
        }
    }
    line[length] = 0;
}

/* Whether C is in the digits of the number that begins AT. */
static bool is_in_term(const char *at, const char *c) {
    const bool sign = (*c == '-' || *c == '+') && c > at && is_exponent(at, c - 1);
    return text_is_digit(*c) || *c == '.' || *c == ',' || is_exponent(at, c) || sign;
}

/* Parses "6", "6.5", "6,5", ".5", "6e0" or "3/4" from *AT on; *FRACTION in the last case. False for
 * malformed numbers such as "1,000,0", and for those that are too large. */
static bool read_term(const char **at, double *out, bool *fraction) {
    char digits[40];
    size_t length = 0;
    for (const char *c = *at; is_in_term(*at, c); c++) {
        if (length + 1 == sizeof digits) return false;
        digits[length++] = (char)(*c == ',' ? '.' : *c);
    }
    digits[length] = 0;
    if (!text_to_real(digits, out)) return false;
    *at += length;
    *fraction = **at == '/' && text_is_digit((*at)[1]);
    if (!*fraction) return true;
    char *end;
    const double whole = strtod(*at + 1, &end);
    *at = end;
    *out /= whole;
    return isfinite(*out);
}

/* The first number from AT on. */
static const char *find_term(const char *at) {
    while (*at && !text_is_digit(*at) && !(strchr(".,", *at) && text_is_digit(at[1]))) at++;
    return at;
}

/*     text          line        number
 *     "6目半"       "6 +1/2"    6.5
 *     "3又3/4子"    "3 3/4S"    3.75 stones
 *     "逆5目"       "R5 "       -5
 *     "5 1/2"       "5 1/2"     5.5 */
bool sgf_read_number(const char *text, double *out, bool *stones) {
    char line[LINE_SIZE];
    write_line(text, line);
    const char *at = find_term(line);
    const bool negative = strchr(line, 'R') || (at > line && at[-1] == '-');
    double more;
    bool fraction;
    *stones = strchr(line, 'S') != NULL;
    if (!*at || !read_term(&at, out, &fraction)) return false;
    at = find_term(at);
    if (!fraction && *at && read_term(&at, &more, &fraction) && fraction) *out += more;
    if (negative) *out = -*out;
    return true;
}

/* --- colours and rules --- */

bool sgf_read_color(const char *text, enum color *out) {
    /* Some programs number the players. */
    static const char *const words[][2] = {{"1", "black"},  {"2", "white"},  {"黑", "black"},
                                           {"黒", "black"}, {"흑", "black"}, {"白", "white"},
                                           {"백", "white"}};
    if (color_parse(text, out)) return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(text, words[i][0], strlen(words[i][0])) == 0 &&
            !text_is_digit(text[strlen(words[i][0])]))
            return color_parse(words[i][1], out);
    return false;
}

/* Words in lower case, and the rules that they name: parts of words, and whole words. */
static const char *const rule_parts[][2] = {
    {"scoreterritory", "japanese"},
    {"scorearea", "tromp-taylor"}, /* KataGo's */
    {"chin", "chinese"},
    {"中国", "chinese"},
    {"中國", "chinese"},
    {"japan", "japanese"},
    {"日本", "japanese"},
    {"korea", "korean"},
    {"韩国", "korean"},
    {"韓国", "korean"},
    {"韓國", "korean"},
    {"한국", "korean"},
    {"zealand", "new-zealand"},
    {"tromp", "tromp-taylor"},
    {"aga", "aga"},
    {"french", "french"},
    {"territor", "japanese"},
    {"数目", "japanese"}, /* counting points */
    {"數目", "japanese"},
    {"数子", "chinese"}, /* counting stones */
    {"數子", "chinese"},
    {"jp", "japanese"},
    {"cn", "chinese"},
};
static const char *const rule_words[][2] = {
    {"nz", "new-zealand"}, {"jap", "japanese"}, {"kr", "korean"},
    {"chn", "chinese"},    {"area", "chinese"}, {"bga", "aga"},
};

static bool has_word(const char *text, const char *word) {
    for (const char *at = text; *at; at++)
        if (is_sign_at(text, at, word)) return true;
    return false;
}

/* Ing's rules fill the board in, which counts area; handicap stones bring White nothing, and
 * suicide is allowed. That is how New Zealand counts. */
bool sgf_is_ing(const char *text) {
    static const char *const names[] = {"ing", "goe", "sst", "应氏", "應氏"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (has_word(text, names[i])) return true;
    return false;
}

bool sgf_read_rules(const char *text, struct rules_setting *out) {
    char small[80];
    if (rules_find(sgf_is_ing(text) ? "new-zealand" : text, out)) return true;
    text_copy(small, sizeof small, text);
    for (char *c = small; *c; c++) *c = text_lower(*c);
    for (size_t i = 0; i < sizeof rule_parts / sizeof rule_parts[0]; i++)
        if (strstr(small, rule_parts[i][0])) return rules_find(rule_parts[i][1], out);
    for (size_t i = 0; i < sizeof rule_words / sizeof rule_words[0]; i++)
        if (has_word(text, rule_words[i][0])) return rules_find(rule_words[i][1], out);
    return false;
}
