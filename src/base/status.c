/* Messages. Both names stand in parentheses because clang-tidy sees macros under them (status.h),
 * and a text may quote a file or a person: its control characters are replaced here, so that no
 * caller can forget to. */
#include "guzumi/base/status.h"

#include "guzumi/base/text.h"

#include <stdarg.h>
#include <stdio.h>

enum status(fail)(struct failure *why, enum status code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    text_make_printable(why->text, '?');
    return code;
}

enum status(out_of_memory)(struct failure *why, const char *what, ...) {
    char text[300]; /* shorter than a failure's text, so that the advice behind it always fits */
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    return fail(why, STATUS_MEMORY, "out of memory for %s; close other programs or ask for less",
                text);
}
