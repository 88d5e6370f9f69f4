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

/* Tests divide the number of their random games and positions by this. The build sets it; 1 where
 * time does not matter. */
#ifdef GUZUMI_TEST_SHARE
enum { TEST_SHARE = GUZUMI_TEST_SHARE };
#else
enum { TEST_SHARE = 1 };
#endif

#endif
