#include "guzumi/base/charset.h"

#include "windows_wide.h"

#include <stdlib.h>
#include <string.h>

struct charset {
    UINT page;
};

/* Names, and code pages: of the name, or what the number behind it is added to. */
static const struct {
    const char *name;
    bool has_number;
    UINT page;
} pages[] = {
    {"GB18030", false, 936}, /* without its characters of four bytes, which old records don't have
                              */
    {"BIG5", false, 950},       {"EUC-JP", false, 20932}, {"EUC-KR", false, 949},
    {"Shift_JIS", false, 932},  {"KOI8-R", false, 20866}, {"KOI8-U", false, 21866},
    {"TIS-620", false, 874},    {"CP", true, 0},          {"windows-", true, 0},
    {"ISO-8859-", true, 28590},
};

/* The code page called NAME, or 0. */
static UINT find_page(const char *name) {
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        const size_t length = strlen(pages[i].name);
        if (_strnicmp(name, pages[i].name, length) != 0) continue;
        if (pages[i].has_number) return pages[i].page + (UINT)strtoul(name + length, NULL, 10);
        if (!name[length]) return pages[i].page;
    }
    return 0;
}

struct charset *charset_open(const char *name) {
    const UINT page = find_page(name);
    struct charset *charset = page && IsValidCodePage(page) ? malloc(sizeof *charset) : NULL;
    if (charset) charset->page = page;
    return charset;
}

void charset_close(struct charset *charset) {
    free(charset);
}

/* The bytes of the character that TEXT begins with, 0 for none, which is put at OUT with *COUNT
 * bytes. */
static size_t convert_one(const struct charset *charset, const char *text, size_t left, char out[8],
                          size_t *count) {
    const size_t length = IsDBCSLeadByteEx(charset->page, (BYTE)*text) ? 2 : 1;
    wchar_t wide[2];
    if (length > left) return 0;
    const int units =
        MultiByteToWideChar(charset->page, MB_ERR_INVALID_CHARS, text, (int)length, wide, 2);
    const int bytes =
        units > 0 ? WideCharToMultiByte(CP_UTF8, 0, wide, units, out, 8, NULL, NULL) : 0;
    *count = bytes > 0 ? (size_t)bytes : 0;
    return bytes > 0 ? length : 0;
}

bool charset_convert(struct charset *charset, const char **in, size_t *left, char **out,
                     size_t *room) {
    while (*left > 0) {
        char character[8];
        size_t count;
        const size_t length = convert_one(charset, *in, *left, character, &count);
        if (length == 0) return false;
        if (count > *room) break;
        memcpy(*out, character, count);
        *in += length;
        *left -= length;
        *out += count;
        *room -= count;
    }
    return true;
}
