/* Who watches a player's searches, and what is told.
 *
 * SHOWN is the search whose findings are told: that of the choice in progress, and between choices
 * the game's own, or that of the last reg_genmove. Nothing is told between a choice's final report
 * and the next choice. */
#ifndef GUZUMI_OBSERVER_H
#define GUZUMI_OBSERVER_H

#include "guzumi/player/report.h"
#include "guzumi/search/search.h"

struct observer {
    struct engine_watch watch; /* its report is NULL when nobody watches */
    struct search *shown;      /* borrowed */
    bool passes; /* there is nothing worth playing: the choice in progress is a pass */
    struct search_watch search_watch;
};

/* A choice by SEARCH begins, by which a pass is chosen if it PASSES; returns what goes into its
 * limit, NULL when nobody watches. */
const struct search_watch *observer_begin(struct engine *engine, struct search *search,
                                          bool passes);

/* It has ended with FOUND, or failed (NULL). */
void observer_end(struct engine *engine, const struct search_statistics *found);

#endif
