/* The count by territory, and how it relates to the one by area (board_score_area).
 *
 * By territory a side gets a point for each point that its living stones alone surround, and one
 * for each stone of the other side that is a prisoner or dead on the board. An empty point beside
 * living stones of both sides is a dame, nobody's; a space that touches stones in seki is nobody's
 * either.
 *
 * Each stone that was ever put on the board is now alive on it, dead on it or a prisoner. So,
 * whoever owns which point,
 *
 *     territory score = area of the owners - (stones put by Black - stones put by White),
 *
 * where stones of a handicap and of a set-up position count as put: a score by territory is one by
 * area in which each stone costs its player a point. Then
 *
 * - a dame gives a point of area and costs one: it is worth nothing;
 * - a needless move in one's own territory loses a point, as does one in the other side's that
 *   needs no answer;
 * - a pass costs nothing.
 *
 * As long as the sides take turns on an empty board, they have put equally many stones, or Black
 * one more: the two scores differ by who has moved last, and good play by area is good play by
 * territory, but for that last point. The exceptions:
 *
 * - handicap and set-up stones cost as much as others, which komi does not make up for;
 * - a pass while the other side plays on gains a point. So a side that has to answer inside its
 *   territory, or to close it before the end, pays by territory alone;
 * - who gets the last dame gains a point by area alone, and the other side the last move;
 * - eyes in seki count by area alone: here they have no owner, in an area they do;
 * - to take dead stones off costs moves. Nobody has to: they are prisoners where they stand. */
#ifndef GUZUMI_SCORE_H
#define GUZUMI_SCORE_H

#include "guzumi/go/board.h"

/* The dame of BOARD where the stones ALIVE of each colour live. */
struct bitset score_dame(const struct board *board, const struct bitset alive[2]);

/* The count by territory in points, Black's view, without komi and the prisoners of the game. The
 * DEAD stones are prisoners, those in SEKI alive without territory. OWNER, unless NULL, gets the
 * colour of each living stone and of the territory, EMPTY elsewhere. */
int score_territory(const struct board *board, const struct bitset *dead, const struct bitset *seki,
                    uint8_t owner[BOARD_MAX_POINTS]);

#endif
