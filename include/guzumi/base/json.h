/* JSON (RFC 8259): a strict parser of one value, and a writer of strings.
 *
 * A struct json is a tree of numbered values; the root is 0. The parser accepts only what the RFC
 * allows: no comments, no trailing commas, no malformed UTF-8, no unpaired surrogates. Of several
 * members with the same name the last one counts. Nothing recurses. */
#ifndef GUZUMI_JSON_H
#define GUZUMI_JSON_H

#include "guzumi/base/file.h"

struct json;

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

enum { JSON_ROOT = 0, JSON_NONE = -1 };

/* Values nested more deeply are rejected. */
enum { JSON_MAX_DEPTH = 64 };

/* Parses LENGTH bytes of TEXT. The message of STATUS_INVALID names the column (in bytes from 1) and
 * the error. Free with json_free. */
enum status json_parse(struct json **out, const char *text, size_t length, struct failure *why);
void json_free(struct json *json);

enum json_kind json_kind(const struct json *json, int value);

/* The value of the member NAME of OBJECT; JSON_NONE if there is none or OBJECT is not an object. */
int json_member(const struct json *json, int object, const char *name);

/* The first element or member of an array or object, and the one after VALUE; or JSON_NONE. */
int json_first(const struct json *json, int value);
int json_next(const struct json *json, int value);

/* The number of elements or members; 0 for other kinds. */
int json_count(const struct json *json, int value);

/* The name of a member. Owned by JSON. */
const char *json_name(const struct json *json, int value);

/* The contents of a value of the right kind. A string is owned by JSON; U+0000 in strings and names
 * is the two bytes C0 80, which are not UTF-8. A number beyond a double's range is infinite. */
bool json_bool(const struct json *json, int value);
double json_number(const struct json *json, int value);
const char *json_string(const struct json *json, int value);

/* Writes a string, or any other value as in the source, into OUT, truncated to SIZE. */
void json_text(const struct json *json, int value, char *out, size_t size);

/* Whether VALUE is an integer in MIN..MAX; *OUT gets it. */
bool json_whole(const struct json *json, int value, int min, int max, int *out);

/* Appends VALUE as in the source, blanks included. */
void json_copy(const struct json *json, int value, struct buffer *out);

/* Appends TEXT as a JSON string with quotation marks; malformed UTF-8 becomes U+FFFD, and C0 80
 * becomes \u0000 again. NULL becomes null. */
void json_print_string(struct buffer *out, const char *text);

#endif
