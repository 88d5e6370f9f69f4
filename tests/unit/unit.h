/* What every unit test includes: cmocka with the headers that it wants before it. */
#ifndef GUZUMI_UNIT_H
#define GUZUMI_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#undef fail /* cmocka's macro, where status.h has a function */

/* Length of an array. */
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
