/* Reads a file: which bytes are which characters, then the tree. */
#include "guzumi/base/text.h"

#include "sgf_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file's bytes in a form whose signs are ASCII's. */
struct source {
    const char *text;
    size_t length;
    struct buffer own; /* owns TEXT if it is not the file's */
    bool wide;         /* the file is UTF-16 */
    int lost;          /* bytes that were none of its characters */
};

/* Only UTF-16 has zero bytes that mean something. */
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
    s->wide = sgf_is_utf16(text, length);
    if (!s->wide && !memchr(text, 0, length)) return STATUS_OK;
    if (s->wide)
        sgf_from_utf16(text, length, &s->own, &s->lost);
    else
        buffer_append(&s->own, text, length);
    if (s->own.failed) return out_of_memory(why, "a game record");
    make_blanks(&s->own, &s->lost);
    s->text = (const char *)s->own.data;
    s->length = s->own.length;
    return STATUS_OK;
}

/* --- character sets -----------------------------------------------------------------------------
 */

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

/* The bytes of TEXT up to its second node; ";" is half of no character. */
static size_t root_length(const char *text, size_t length) {
    const char *root = memchr(text, ';', length);
    const char *next = root ? memchr(root + 1, ';', length - (size_t)(root + 1 - text)) : NULL;
    return next ? (size_t)(next - text) : length;
}

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* The value of the first CA in the root, whatever the tree has made of it: half a character may
 * look like the sign that the bracket before the CA is a part of the text. */
static void find_hidden_charset(const char *text, size_t length, char out[CHARSET_SIZE]) {
    *out = 0;
    length = root_length(text, length);
    if (sgf_may_be_utf8(text, length)) return;
    for (size_t i = 1; i + 3 < length; i++) {
        if (memcmp(text + i, "CA[", 3) != 0 || is_letter(text[i - 1])) continue;
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
    if (!sgf_to_utf8(first, charset, source->text, source->length, &converted, lost))
        return STATUS_OK;
    enum status status = converted.failed ? out_of_memory(why, "a game record") : STATUS_OK;
    if (status == STATUS_OK)
        status =
            sgf_read_tree(out, first->name, (const char *)converted.data, converted.length, why);
    buffer_free(&converted);
    return status;
}

/* How much of a tree has been read. */
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

/* The tree as it reads in a character set that looks like it, if that is the better reading. */
static enum status read_guessed(struct sgf **sgf, const struct source *source,
                                struct failure *why) {
    struct sgf *other = NULL;
    const char *charset = sgf_guess_charset(source->text, source->length);
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

/* Reads the text again if the tree names another character set, or if its bytes look like one. */
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
    if (lost) sgf_note(again, 1, 1, "%d bytes are no text in CA[%s]", lost, charset);
    sgf_free(*sgf);
    *sgf = again;
    return status == STATUS_OK ? name_charset(again, why) : status;
}

/* --- files --------------------------------------------------------------------------------------
 */

enum status sgf_parse(struct sgf **out, const char *name, const void *text, size_t length,
                      struct failure *why) {
    if (length > SGF_MAX_BYTES)
        return fail(why, STATUS_INVALID, "%.200s: larger than %zu bytes, so no game record", name,
                    SGF_MAX_BYTES);
    if (length >= 2 && memcmp(text, "\x1f\x8b", 2) == 0)
        return fail(why, STATUS_INVALID, "%.200s: compressed; unpack it first (gunzip)", name);
    struct source source;
    struct sgf *sgf = NULL;
    enum status status = open_source(&source, text, length, why);
    if (status == STATUS_OK) status = sgf_read_tree(&sgf, name, source.text, source.length, why);
    if (status == STATUS_OK) status = read_again(&sgf, &source, why);
    if (status == STATUS_OK && source.lost)
        sgf_note(sgf, 1, 1,
                 source.wide ? "%d characters of UTF-16 are incomplete"
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
