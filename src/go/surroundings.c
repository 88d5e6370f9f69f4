#include "guzumi/go/surroundings.h"

/* Whether what is off the board is nothing, one side, or two that make a corner. */
static bool is_code(unsigned code) {
    enum { BELOW = 0x0015, ABOVE = 0x5400, LEFT = 0x0441, RIGHT = 0x4110 };
    const unsigned off = code & code >> 1 & 0x5555; /* OFF_BOARD is 3 */
    const unsigned row[3] = {0, BELOW, ABOVE}, column[3] = {0, LEFT, RIGHT};
    for (int corner = 0; corner < 9; corner++)
        if (off == (row[corner / 3] | column[corner % 3])) return true;
    return false;
}

int surroundings_of_code(unsigned code) {
    unsigned out = 0;
    if (!is_code(code)) return -1;
    for (int i = 0; i < 8; i++) out += surroundings_part(i, (enum color)(code >> (2 * i) & 3));
    return (int)out;
}
