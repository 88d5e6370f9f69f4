/* What the files of the player share: engine.c (games, settings, values), think.c (the choice of a
 * move) and passing.c (when to stop). Private to this folder. */
#ifndef GUZUMI_ENGINE_STATE_H
#define GUZUMI_ENGINE_STATE_H

#include "guzumi/alpha_beta.h"
#include "guzumi/engine.h"
#include "guzumi/ownership.h"
#include "guzumi/td_search.h"

struct engine {
    struct params params;
    struct memory_store *memories; /* borrowed */
    struct game game;
    struct time_control time;
    struct playout_patterns patterns;
    struct td_search *search;
    struct td_search *long_term; /* its table is the long-term memory unfolded; made when asked */
    struct alpha_beta *alpha_beta;
    struct rng rng;
    uint64_t games; /* begun so far: each has its own stream of random numbers */
    bool fresh;     /* the short-term memory is to start again before the next search */
    int hopeless;   /* own moves in a row below the threshold of resignation */
    atomic_bool stop;
};

/* Starts the short-term memory again if a new game or a new setting asks for it. */
enum status engine_freshen(struct engine *e, struct failure *why);

/* The present position with COLOR to move. */
struct search_position engine_position(const struct engine *e, enum color color);

/* The chance of winning, COLOR's view, of a linear value. */
double engine_chance(const struct engine *e, double linear, enum color color);

/* The moves of COLOR worth playing: legal ones that fill no eye and are not settled; when there are
 * none, and the judged score stands only because of dead stones that are still on the board, those
 * that remove them. Empty: pass. */
struct bitset engine_worthwhile(const struct engine *e, enum color color);

/* Whether passing now ends the game with a win by the stones as they stand. */
bool engine_passing_wins(const struct engine *e, enum color color);

#endif
