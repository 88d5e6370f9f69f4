/* The source is read once, from left to right. It is followed by a 0, which no token contains, so
 * looking at the next byte is always allowed. Only the message of an error inside a string depends
 * on whether a 0 is the end or a byte of the source. */
#include "guzumi/base/json.h"

#include <stdlib.h>
#include <string.h>

/* A parser without recursion, so that no input can exhaust the stack: the innermost open array or
 * object is a number in the reader, and values refer to each other by number. The storage of
 * {"a": [1, 2], "b": null}:
 *
 *     number  kind    name  parent  first  next
 *     0       object  ""    -       1      -
 *     1       array   "a"   0       2      4
 *     2       number  ""    1       -      3
 *     3       number  ""    1       -      -
 *     4       null    "b"   0       -      -  */
struct json_value {
    enum json_kind kind;
    bool truth;
    double number;
    size_t name, string; /* offsets in texts */
    size_t begin, end;   /* offsets in the source */
    int parent, first, last, next, count;
};

struct json {
    struct json_value *values; /* owned */
    int value_count, capacity;
    struct buffer texts; /* names and strings, each followed by a 0 */
    char *source;        /* owned */
};

/* --- UTF-8 --- */

/* The length in bytes of the UTF-8 character at TEXT, a string; 0 if it is malformed.
 *
 *     first byte    bytes   codes
 *     00 to 7f      1       U+0000 to U+007F
 *     c2 to df      2       U+0080 to U+07FF     c0 and c1 would be overlong
 *     e0 to ef      3       U+0800 to U+FFFF     but for the surrogates, U+D800 to U+DFFF
 *     f0 to f4      4       U+10000 to U+10FFFF
 *
 * The 0 behind the string is no continuation byte, so a character that it cuts is malformed. */
static size_t utf8_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    const size_t length = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    if (length == 0 || c[0] > 0xf4) return 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    /* Overlong forms, surrogates, and codes beyond U+10FFFF. */
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f)) return 0;
    if ((c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f)) return 0;
    return length;
}

/* U+0000 in a string, which would end it: an overlong form, so that no other text looks like it. */
static const char written_zero[] = "\xc0\x80";

/* --- reading --- */

struct reader {
    struct json *json;
    const char *at, *end; /* the source has a 0 at END */
    int parent;           /* the innermost open array or object, or JSON_NONE */
    int depth;
    const char *wrong; /* the error at AT, or NULL */
};

static bool complain(struct reader *r, const char *wrong) {
    r->wrong = wrong;
    return false;
}

static void skip_blanks(struct reader *r) {
    r->at += strspn(r->at, " \t\r\n");
}

static bool take(struct reader *r, char c) {
    if (*r->at != c) return false;
    r->at++;
    return true;
}

/* Four hexadecimal digits. */
static bool take_hex(struct reader *r, unsigned long *out) {
    char digits[5] = "";
    *out = 0;
    if (strspn(r->at, "0123456789abcdefABCDEF") < 4)
        return complain(r, "expected four hexadecimal digits after \\u");
    memcpy(digits, r->at, 4);
    *out = strtoul(digits, NULL, 16);
    r->at += 4;
    return true;
}

/* After "\u". Characters beyond U+FFFF are written as two codes, a surrogate pair. */
static bool take_unicode(struct reader *r, struct buffer *out) {
    unsigned long code, low;
    if (!take_hex(r, &code)) return false;
    if (code >= 0xd800 && code < 0xe000) {
        if (code >= 0xdc00 || r->at[0] != '\\' || r->at[1] != 'u')
            return complain(r, "unpaired surrogate");
        r->at += 2;
        if (!take_hex(r, &low)) return false;
        if (low < 0xdc00 || low >= 0xe000) return complain(r, "unpaired surrogate");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code == 0)
        buffer_append(out, written_zero, 2);
    else
        buffer_append_utf8(out, code);
    return true;
}

/* After a backslash. */
static bool take_escape(struct reader *r, struct buffer *out) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *letter = *r->at ? strchr(letters, *r->at) : NULL;
    if (take(r, 'u')) return take_unicode(r, out);
    if (!letter) return complain(r, "unknown escape");
    buffer_append(out, &meanings[letter - letters], 1);
    r->at++;
    return true;
}

/* A string; its text is appended to the texts, at *OFFSET. */
static bool take_string(struct reader *r, size_t *offset) {
    struct buffer *out = &r->json->texts;
    *offset = out->length;
    if (!take(r, '"')) return complain(r, "expected a string");
    while (*r->at != '"') {
        const size_t length = utf8_length(r->at);
        if (r->at >= r->end) return complain(r, "unterminated string");
        if ((unsigned char)*r->at < ' ') return complain(r, "control character in a string");
        if (length == 0) return complain(r, "malformed UTF-8");
        if (take(r, '\\')) {
            if (!take_escape(r, out)) return false;
        } else {
            buffer_append(out, r->at, length);
            r->at += length;
        }
    }
    r->at++;
    buffer_append(out, "", 1);
    return true;
}

/* RFC 8259 is stricter than strtod: no leading zeros or plus, and digits on both sides of the
 * decimal point. The form is checked here; strtod then converts it. */
static size_t digits(const char *text) {
    return strspn(text, "0123456789");
}

static bool take_number(struct reader *r, double *out) {
    const char *begin = r->at;
    take(r, '-');
    const size_t whole = digits(r->at);
    if (whole == 0) return complain(r, "expected a value");
    if (*r->at == '0' && whole > 1) return complain(r, "number with a leading zero");
    r->at += whole;
    if (take(r, '.')) {
        if (!digits(r->at)) return complain(r, "expected a digit after the decimal point");
        r->at += digits(r->at);
    }
    if (*r->at == 'e' || *r->at == 'E') {
        r->at++;
        if (*r->at == '+' || *r->at == '-') r->at++;
        if (!digits(r->at)) return complain(r, "expected a digit in the exponent");
        r->at += digits(r->at);
    }
    *out = strtod(begin, NULL); /* the program never leaves the "C" locale */
    return true;
}

/* Appends a value to the open array or object; JSON_NONE if out of memory. Values are numbered in
 * the order of the source and linked by number, because the array moves when it grows. */
static int add_value(struct reader *r) {
    struct json *j = r->json;
    if (j->value_count == j->capacity) {
        const int capacity = j->capacity ? 2 * j->capacity : 64;
        struct json_value *grown = realloc(j->values, (size_t)capacity * sizeof *grown);
        if (!grown) return JSON_NONE;
        j->values = grown;
        j->capacity = capacity;
    }
    const int value = j->value_count++;
    j->values[value] = (struct json_value){.parent = r->parent,
                                           .first = JSON_NONE,
                                           .last = JSON_NONE,
                                           .next = JSON_NONE,
                                           .begin = (size_t)(r->at - j->source)};
    if (r->parent == JSON_NONE) return value;
    struct json_value *parent = &j->values[r->parent];
    if (parent->last == JSON_NONE)
        parent->first = value;
    else
        j->values[parent->last].next = value;
    parent->last = value;
    parent->count++;
    return value;
}

/* One of the words true, false and null, or else a number. */
static bool take_word(struct reader *r, struct json_value *v) {
    static const struct {
        const char *text;
        enum json_kind kind;
        bool truth;
    } words[] = {
        {"true", JSON_BOOL, true}, {"false", JSON_BOOL, false}, {"null", JSON_NULL, false}};
    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(words[i].text);
        if (strncmp(r->at, words[i].text, length) != 0) continue;
        v->kind = words[i].kind;
        v->truth = words[i].truth;
        r->at += length;
        return true;
    }
    v->kind = JSON_NUMBER;
    return take_number(r, &v->number);
}

/* A value; of an array or object only the opening bracket. read_all continues with its parts, so
 * that nesting costs no stack. Memory that runs out is noted in the texts: json_parse looks there
 * to tell it from a mistake in the source. */
static bool take_value(struct reader *r, size_t name) {
    skip_blanks(r);
    const int value = add_value(r);
    if (value == JSON_NONE) {
        r->json->texts.failed = true;
        return false;
    }
    struct json_value *v = &r->json->values[value];
    v->name = name;
    if (*r->at == '[' || *r->at == '{') {
        v->kind = *r->at++ == '[' ? JSON_ARRAY : JSON_OBJECT;
        r->parent = value;
        return ++r->depth <= JSON_MAX_DEPTH || complain(r, "nested too deeply");
    }
    bool good;
    if (*r->at == '"') {
        v->kind = JSON_STRING;
        good = take_string(r, &v->string);
    } else {
        good = take_word(r, v);
    }
    v->end = (size_t)(r->at - r->json->source);
    return good;
}

/* An element of the open array or a member of the open object. */
static bool take_part(struct reader *r) {
    size_t name = 0;
    skip_blanks(r);
    if (r->json->values[r->parent].kind == JSON_OBJECT) {
        if (*r->at != '"') return complain(r, "expected a member name");
        if (!take_string(r, &name)) return false;
        skip_blanks(r);
        if (!take(r, ':')) return complain(r, "expected ':' after a member name");
    }
    return take_value(r, name);
}

static void close_value(struct reader *r) {
    struct json_value *v = &r->json->values[r->parent];
    r->at++;
    r->depth--;
    v->end = (size_t)(r->at - r->json->source);
    r->parent = v->parent;
}

/* The next part of the open array or object, or its end. */
static bool read_next(struct reader *r) {
    const struct json_value *v = &r->json->values[r->parent];
    const char closing = v->kind == JSON_ARRAY ? ']' : '}';
    skip_blanks(r);
    if (*r->at == closing) {
        close_value(r);
        return true;
    }
    if (v->count && !take(r, ','))
        return complain(r, closing == ']' ? "expected ',' or ']'" : "expected ',' or '}'");
    return take_part(r);
}

static bool read_all(struct reader *r) {
    bool good = take_value(r, 0);
    while (good && r->parent != JSON_NONE) good = read_next(r);
    if (!good) return false;
    skip_blanks(r);
    return r->at == r->end || complain(r, "unexpected text after the value");
}

enum status json_parse(struct json **out, const char *text, size_t length, struct failure *why) {
    struct json *json = calloc(1, sizeof *json);
    char *source = malloc(length + 1);
    if (!json || !source) {
        free(json);
        free(source);
        return out_of_memory(why, "a JSON value");
    }
    memcpy(source, text, length);
    source[length] = 0;
    json->source = source;
    buffer_append(&json->texts, "", 1); /* offset 0: the name of values without one */
    struct reader r = {.json = json, .at = source, .end = source + length, .parent = JSON_NONE};
    const bool good = read_all(&r) && !json->texts.failed;
    if (good) {
        *out = json;
        return STATUS_OK;
    }
    const bool memory = json->texts.failed;
    const size_t column = (size_t)(r.at - source) + 1;
    json_free(json);
    if (memory) return out_of_memory(why, "a JSON value");
    return fail(why, STATUS_INVALID, "column %zu: %s", column, r.wrong);
}

void json_free(struct json *json) {
    if (!json) return;
    free(json->values);
    free(json->source);
    buffer_free(&json->texts);
    free(json);
}

/* --- the tree --- */

enum json_kind json_kind(const struct json *j, int value) {
    return value == JSON_NONE ? JSON_NULL : j->values[value].kind;
}
int json_first(const struct json *j, int value) {
    return value == JSON_NONE ? JSON_NONE : j->values[value].first;
}
int json_next(const struct json *j, int value) {
    return j->values[value].next;
}
int json_count(const struct json *j, int value) {
    return value == JSON_NONE ? 0 : j->values[value].count;
}
const char *json_name(const struct json *j, int value) {
    return (const char *)j->texts.data + j->values[value].name;
}
bool json_bool(const struct json *j, int value) {
    return j->values[value].truth;
}
double json_number(const struct json *j, int value) {
    return j->values[value].number;
}
const char *json_string(const struct json *j, int value) {
    return (const char *)j->texts.data + j->values[value].string;
}

void json_text(const struct json *j, int value, char *out, size_t size) {
    const struct json_value *v = &j->values[value];
    const bool is_string = v->kind == JSON_STRING;
    const char *text = is_string ? json_string(j, value) : j->source + v->begin;
    const size_t length = is_string ? strlen(text) : v->end - v->begin;
    const size_t kept = length < size ? length : size - 1;
    memcpy(out, text, kept);
    out[kept] = 0;
}

/* RFC 8259 leaves open what a repeated name means. Most parsers let the last one win; so does this
 * one, which therefore reads all members. */
int json_member(const struct json *j, int object, const char *name) {
    int found = JSON_NONE;
    if (json_kind(j, object) != JSON_OBJECT) return JSON_NONE;
    for (int v = json_first(j, object); v != JSON_NONE; v = json_next(j, v))
        if (strcmp(json_name(j, v), name) == 0) found = v;
    return found;
}

bool json_whole(const struct json *j, int value, int min, int max, int *out) {
    if (json_kind(j, value) != JSON_NUMBER) return false;
    const double number = json_number(j, value);
    if (!(number >= min && number <= max) || number != (double)(int)number) return false;
    *out = (int)number;
    return true;
}

void json_copy(const struct json *j, int value, struct buffer *out) {
    const struct json_value *v = &j->values[value];
    buffer_append(out, j->source + v->begin, v->end - v->begin);
}

/* --- writing ---
 *
 * Texts come from game records, weight files and other programs, and a single malformed byte would
 * make the whole answer unreadable for the client. So bad bytes are replaced one by one. */

void json_print_string(struct buffer *out, const char *text) {
    if (!text) {
        buffer_print(out, "null");
        return;
    }
    buffer_print(out, "\"");
    while (*text) {
        const bool zero = strncmp(text, written_zero, 2) == 0;
        const size_t length = zero ? 2 : utf8_length(text);
        if (zero)
            buffer_print(out, "\\u0000");
        else if (length == 0)
            buffer_print(out, "\\ufffd");
        else if (*text == '"' || *text == '\\')
            buffer_print(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            buffer_print(out, "\\u%04x", (unsigned)*text);
        else
            buffer_append(out, text, length);
        text += length ? length : 1;
    }
    buffer_print(out, "\"");
}
