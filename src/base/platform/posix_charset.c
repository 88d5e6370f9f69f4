#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>

struct charset {
    iconv_t set;
};

struct charset *charset_open(const char *name) {
    struct charset *charset = malloc(sizeof *charset);
    if (!charset) return NULL;
    charset->set = iconv_open("UTF-8", name);
    if (charset->set != (iconv_t)-1) return charset;
    free(charset);
    return NULL;
}

void charset_close(struct charset *charset) {
    if (charset) iconv_close(charset->set);
    free(charset);
}

/* iconv takes its input as char **, which it doesn't write to. */
bool charset_convert(struct charset *charset, const char **in, size_t *left, char **out,
                     size_t *room) {
    union {
        const char **given;
        char **wanted;
    } input = {.given = in};
    return iconv(charset->set, input.wanted, left, out, room) != (size_t)-1 || errno == E2BIG;
}
