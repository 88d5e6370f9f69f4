/* The part of the page that compares win rates with results:
 *
 *     100 |            o
 *         |      o  /        a circle for each part of the win rates; its area is the
 *     won |     /            number of positions, the diagonal where all should be
 *         |  o
 *       0 +-------------
 *         0  win rate 100
 */
#include "guzumi/base/file.h"

#include "learn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 44, TOP = 12, SIDE = 220, ALL_WIDTH = 280, ALL_HEIGHT = 276 };

/* The sums for each board size. */
struct win_rates {
    struct calibration sizes[BOARD_MAX_SIZE + 1];
};

/* Adds a line "size positions expected happened"; false if it is none. The part comes from the
 * mean, which lies within its part. */
static bool add_line(struct win_rates *w, const char *line) {
    int size;
    double count, expected, happened;
    if (sscanf(line, "%d\t%lf\t%lf\t%lf", &size, &count, &expected, &happened) != 4) return false;
    if (size < 0 || size > BOARD_MAX_SIZE || !(expected >= 0 && expected <= 1)) return false;
    const int part = (int)(expected * CALIBRATION_PARTS);
    const int at = part < CALIBRATION_PARTS ? part : CALIBRATION_PARTS - 1;
    w->sizes[size].count[at] += count;
    w->sizes[size].expected[at] += count * expected;
    w->sizes[size].happened[at] += count * happened;
    return true;
}

/* Reads the file PATH, whose first line is a head. */
static enum status read_win_rates(struct win_rates *w, const char *path, struct failure *why) {
    char *text;
    size_t length;
    enum status status = file_read_text(path, 1 << 20, "table of win rates", &text, &length, why);
    if (status != STATUS_OK) return status;
    for (char *at = strchr(text, '\n'); at && at[1] && status == STATUS_OK;
         at = strchr(at + 1, '\n'))
        if (!add_line(w, at + 1))
            status = fail(why, STATUS_INVALID, "%.200s: not a table of win rates; remove it", path);
    free(text);
    return status;
}

static double across(double win_rate) {
    return LEFT + SIDE * win_rate;
}

static double down(double result) {
    return TOP + SIDE * (1 - result);
}

static void add_axes(struct buffer *out) {
    for (int i = 0; i <= 4; i++)
        buffer_print(out,
                     "<path d=\"M%d %.0fH%dM%.0f %dV%d\" stroke=\"var(--line)\"/>"
                     "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">%d</text>"
                     "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                     LEFT, down(i / 4.0), LEFT + SIDE, across(i / 4.0), TOP, TOP + SIDE, LEFT - 6,
                     down(i / 4.0) + 4, 25 * i, across(i / 4.0), TOP + SIDE + 16, 25 * i);
    buffer_print(out,
                 "<path d=\"M%d %dL%d %d\" stroke=\"var(--soft)\"/>"
                 "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">win rate, %%</text>"
                 "<text transform=\"translate(11 %d) rotate(-90)\" text-anchor=\"middle\">won, "
                 "%%</text>\n",
                 LEFT, TOP + SIDE, LEFT + SIDE, TOP, LEFT + SIDE / 2, TOP + SIDE + 34,
                 TOP + SIDE / 2);
}

static void add_picture(const struct calibration *c, int size, struct buffer *out) {
    const double all = calibration_count(c);
    buffer_print(out,
                 "<figure><svg viewBox=\"0 0 %d %d\" font-size=\"12\" fill=\"currentColor\" "
                 "role=\"img\"><title>Win rates on %d×%d</title>\n",
                 ALL_WIDTH, ALL_HEIGHT, size, size);
    add_axes(out);
    for (int i = 0; i < CALIBRATION_PARTS; i++) {
        if (c->count[i] <= 0) continue;
        const double expected = c->expected[i] / c->count[i];
        const double happened = c->happened[i] / c->count[i];
        buffer_print(out,
                     "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"var(--mark)\" "
                     "opacity=\".7\"><title>%.0f positions: win rate %.1f %%, won %.1f %%</title>"
                     "</circle>\n",
                     across(expected), down(happened), 2 + 14 * sqrt(c->count[i] / all),
                     c->count[i], 100 * expected, 100 * happened);
    }
    buffer_print(out,
                 "</svg><figcaption>%d×%d: %.0f positions, expected error %.3f</figcaption>"
                 "</figure>\n",
                 size, size, all, calibration_error(c));
}

static void add_pictures(const struct win_rates *w, int generation, struct buffer *out) {
    double all = 0;
    for (int size = 0; size <= BOARD_MAX_SIZE; size++) all += calibration_count(&w->sizes[size]);
    if (all <= 0) return;
    buffer_print(out,
                 "<h2>Win rates</h2><p class=\"soft\">What the network of generation %d says of "
                 "held-out positions of games, and how these games ended: by the last search of "
                 "each. An expected error of 0.03 or less is good.</p><div class=\"grid rates\">\n",
                 generation);
    for (int size = 0; size <= BOARD_MAX_SIZE; size++)
        if (calibration_count(&w->sizes[size]) > 0) add_picture(&w->sizes[size], size, out);
    buffer_print(out, "</div>\n");
}

enum status learn_add_win_rates(const struct learn_plan *plan, const struct history *h,
                                struct buffer *out, struct failure *why) {
    char path[LEARN_PATH];
    struct win_rates *w = NULL;
    enum status status =
        learn_path(path, plan->folder, why, "networks/%03d-win-rates.tsv", h->count);
    if (status != STATUS_OK || !file_would_be_replaced(path)) return status;
    w = calloc(1, sizeof *w);
    if (!w) return out_of_memory(why, "win rates");
    status = read_win_rates(w, path, why);
    add_pictures(w, h->count, out);
    free(w);
    return status;
}
