#include "guzumi/base/text.h"

#include "gtp_live.h"

#include <limits.h>
#include <string.h>

/* Moves listed unless more are asked for: what a client can show. */
enum { USUAL_MOVES = 30 };

static const double usual_interval = 1.0, shortest_interval = 0.01;

/* The words of a command that are still to be read. */
struct words {
    char **next; /* ends with NULL */
    struct answer *answer;
    const struct board *board;
    struct live_request *request;
};

static const char *take_word(struct words *w) {
    return *w->next ? *w->next++ : NULL;
}

/* The value of KEY, or an error. */
static const char *take_value(struct words *w, const char *key) {
    const char *value = take_word(w);
    if (!value) answer_error(w->answer, "syntax error: '%.20s' wants a value", key);
    return value;
}

static bool take_number(struct words *w, const char *key, int *out) {
    const char *value = take_value(w, key);
    return value && gtp_read_int(w->answer, value, 0, INT_MAX, out);
}

static bool take_interval(struct words *w, const char *key) {
    const char *value = take_value(w, key);
    double centiseconds;
    if (!value || !gtp_read_seconds(w->answer, value, &centiseconds)) return false;
    w->request->interval = centiseconds / 100;
    if (w->request->interval < shortest_interval) w->request->interval = shortest_interval;
    return true;
}

static bool take_flag(struct words *w, const char *key, bool *out) {
    const char *value = take_value(w, key);
    if (!value) return false;
    *out = text_equal_nocase(value, "true");
    return *out || text_equal_nocase(value, "false") ||
           answer_error(w->answer, "syntax error: '%.20s' is neither true nor false", value);
}

/* "D4,E5,pass". */
static bool read_moves(struct words *w, const char *list, struct bitset *out) {
    while (*list) {
        char name[8];
        const size_t length = strcspn(list, ",");
        int point;
        snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 7, list);
        if (!gtp_read_vertex(w->answer, w->board->size, name, &point)) return false;
        search_add_move(out, point);
        list += length + (list[length] == ',');
    }
    return true;
}

/* "COLOR MOVES UNTIL": the moves of COLOR that are left out, or that alone may be played, in the
 * next UNTIL moves. */
static bool take_limit(struct words *w, const char *key, bool allow) {
    const char *color_name = take_value(w, key);
    const char *list = color_name ? take_value(w, key) : NULL;
    const char *number = list ? take_value(w, key) : NULL;
    enum color color;
    int until;
    struct bitset moves = {{0}};
    struct failure why;
    if (!number || !gtp_read_color(w->answer, color_name, &color) || !read_moves(w, list, &moves) ||
        !gtp_read_int(w->answer, number, 1, INT_MAX, &until))
        return false;
    if (allow)
        return gtp_outcome(w->answer, search_allow(&w->request->bans, color, &moves, until, &why),
                           &why, NULL);
    search_avoid(&w->request->bans, color, &moves, until);
    return true;
}

/* The colour and the interval may stand anywhere, as other engines take them. */
static bool take_pair(struct words *w, const char *key) {
    /* KataGo's further flags ask for figures that this engine doesn't have: they may be left out.
     */
    static const char *const without[] = {"movesOwnership", "ownershipStdev",
                                          "pvVisits",       "pvEdgeVisits",
                                          "noResultValue",  "movesOwnershipStdev"};
    struct live_request *r = w->request;
    bool ignored;
    double number;
    if (color_parse(key, &r->color)) return true;
    if (text_to_real(key, &number)) {
        w->next--;
        return take_interval(w, key);
    }
    if (strcmp(key, "interval") == 0) return take_interval(w, key);
    if (strcmp(key, "minmoves") == 0) return take_number(w, key, &r->fewest_moves);
    if (strcmp(key, "maxmoves") == 0) return take_number(w, key, &r->most_moves);
    if (strcmp(key, "avoid") == 0) return take_limit(w, key, false);
    if (strcmp(key, "allow") == 0) return take_limit(w, key, true);
    if (strcmp(key, "ownership") == 0) return take_flag(w, key, &r->ownership);
    if (strcmp(key, "rootInfo") == 0) return take_flag(w, key, &r->root_info);
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++)
        if (strcmp(key, without[i]) == 0) return take_flag(w, key, &ignored);
    return answer_error(w->answer, "syntax error: '%.20s' is nothing that an analysis takes", key);
}

bool live_read_request(void *context, int argc, char **argv, struct answer *answer,
                       struct live_request *out) {
    (void)argc;
    const struct game *game = gtp_game(context);
    struct words w = {.next = argv + 1, .answer = answer, .board = &game->board, .request = out};
    out->interval = usual_interval;
    out->color = game->to_move;
    out->fewest_moves = 0;
    out->most_moves = USUAL_MOVES;
    out->ownership = out->format == LIVE_CGOS;
    out->root_info = false;
    out->bans = (struct search_bans){.allowed_until = {0}};
    for (const char *key; (key = take_word(&w)) != NULL;)
        if (!take_pair(&w, key)) return false;
    return true;
}
