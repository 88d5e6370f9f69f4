/* An analysis to look at: the graph of the game as an SVG, and a page of HTML that needs nothing
 * else and no network. */
#ifndef GUZUMI_ANALYSIS_PAGE_H
#define GUZUMI_ANALYSIS_PAGE_H

#include "analysis.h"

/* Appends a drawing of Black's chance after each move, mistakes marked. */
void analysis_print_svg(const struct analysis *a, struct buffer *out);

/* Appends the page: facts, graph, a board to step through the game with the arrow keys, and the
 * largest mistakes with what should have been played. */
enum status analysis_print_html(const struct analysis *a, const struct params *params,
                                const char *name, struct buffer *out, struct failure *why);

#endif
