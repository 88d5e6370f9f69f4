/* The protocol's side of an answer: see protocol.h for what a handler may do with it. */
#ifndef GUZUMI_ANSWER_H
#define GUZUMI_ANSWER_H

#include "line_reader.h"

/* Where answers go, and to whom. */
struct conversation {
    FILE *out;
    struct line_reader *reader;
    const char *id; /* of the command being answered, "" for none */
    double asked;   /* see answer_asked */
};

/* Sends the answer, or what is left of one that streams, and empties it for the next command. False
 * when the output takes no more. */
bool answer_finish(struct answer *answer, bool good);

#endif
