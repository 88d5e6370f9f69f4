/* The protocol's side of an answer: see guzumi/protocol.h for what a handler may do with it. */
#ifndef GUZUMI_ANSWER_H
#define GUZUMI_ANSWER_H

#include "guzumi/protocol.h"

/* Empties it for the next command; keeps its memory. A zeroed struct is an empty answer. */
void answer_clear(struct answer *answer);
void answer_free(struct answer *answer);

/* Writes "=ID text" or "?ID text" and the empty line, and flushes; ID may be "". False when OUT
 * takes no more. */
bool answer_write(const struct answer *answer, bool good, const char *id, FILE *out);

#endif
