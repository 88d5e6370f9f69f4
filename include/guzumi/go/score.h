/* Territory scoring, and its relation to area scoring (board_score_area).
 *
 * By territory a side scores the points that only its living stones surround, and the opponent's
 * prisoners and dead stones. An empty point next to living stones of both sides is a dame, which
 * belongs to neither; nor does a space that touches stones in seki.
 *
 * Each stone that was ever played is now alive, dead or a prisoner. So, for any ownership,
 *
 *     territory score = area score - (stones played by Black - stones played by White),
 *
 * where handicap and set-up stones count as played: territory scoring is area scoring in which each
 * stone costs its player a point. Then
 *
 * - a dame gives a point of area and costs one: it is worth nothing;
 * - a needless move in one's own territory loses a point, and so does an invasion that needs no
 *   answer;
 * - a pass costs nothing.
 *
 * In an even game with alternating moves both sides have played equally many stones, or Black one
 * more. So the two scores differ only by who moved last, and good play by area is good play by
 * territory, except for that last point. Exceptions:
 *
 * - handicap and set-up stones cost as much as others, which komi does not make up for;
 * - a pass while the opponent plays on gains a point. So answering or reinforcing inside one's
 *   territory costs points by territory only;
 * - the last dame is worth a point by area only;
 * - eyes in seki count by area only;
 * - capturing dead stones costs moves, but is unnecessary: they count as prisoners where they
 *   stand. */
#ifndef GUZUMI_SCORE_H
#define GUZUMI_SCORE_H

#include "guzumi/go/board.h"

/* The dame of BOARD, given the living stones of each colour. */
struct bitset score_dame(const struct board *board, const struct bitset alive[2]);

/* The territory score in points, Black's view, without komi and without the game's prisoners. The
 * DEAD stones are prisoners, those in SEKI alive without territory. OWNER, unless NULL, gets the
 * colour of each living stone and of the territory, EMPTY elsewhere. */
int score_territory(const struct board *board, const struct bitset *dead, const struct bitset *seki,
                    uint8_t owner[BOARD_MAX_POINTS]);

#endif
