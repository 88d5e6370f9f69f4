/* An analysis for browsers: the graph of the game as SVG, and a self-contained HTML page. */
#include "analysis.h"

#include "guzumi/base/json.h"

#include "board_view.h"

#include <stdlib.h>
#include <string.h>

/* --- the graph --- */

/* The graph in its own units: the plot's corner and size, and the size with its margins. */
enum { LEFT = 30, TOP = 8, WIDTH = 400, HEIGHT = 150, ALL_WIDTH = 440, ALL_HEIGHT = 180 };

static double place_x(const struct analysis *a, int number) {
    const int first = a->moves[0].number, last = a->moves[a->count - 1].number;
    return last > first ? LEFT + (double)WIDTH * (number - first) / (last - first)
                        : LEFT + WIDTH / 2.0;
}

static double place_y(double black) {
    return TOP + HEIGHT * (1 - black);
}

static void add_grid(struct buffer *out) {
    for (int percent = 0; percent <= 100; percent += 25) {
        const double y = place_y(percent / 100.0);
        buffer_print(out,
                     "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\"/>"
                     "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                     LEFT, y, LEFT + WIDTH, y, percent == 50 ? "#888" : "#ddd", LEFT - 4, y + 4,
                     percent);
    }
}

/* Numbers below the plot, about ten in total. */
static void add_numbers(const struct analysis *a, struct buffer *out) {
    static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    int step = 0;
    while (step < 9 && a->count / steps[step] > 10) step++;
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].number % steps[step] == 0)
            buffer_print(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                         place_x(a, a->moves[i].number), TOP + HEIGHT + 15, a->moves[i].number);
}

static void add_curve(const struct analysis *a, struct buffer *out) {
    buffer_print(out, "<polyline fill=\"none\" stroke=\"#222\" stroke-width=\"2\" points=\"");
    for (int i = 0; i < a->count; i++)
        buffer_print(out, "%s%.1f,%.1f", i ? " " : "", place_x(a, a->moves[i].number),
                     place_y(analysis_black(&a->moves[i])));
    buffer_print(out, "\"/>\n");
}

/* A dot for each mistake, filled with the colour of its player. */
static void add_mistakes(const struct analysis *a, struct buffer *out) {
    for (int i = 0; i < a->count; i++) {
        const struct analyzed_move *m = &a->moves[i];
        if (analysis_verdict(m) == VERDICT_FINE) continue;
        buffer_print(out,
                     "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\" stroke=\"#c22\" "
                     "stroke-width=\"2\"/>\n",
                     place_x(a, m->number), place_y(analysis_black(m)),
                     analysis_verdict(m) == VERDICT_BLUNDER ? 6 : 4,
                     m->move.color == BLACK ? "#222" : "#fff");
    }
}

void analysis_print_svg(const struct analysis *a, struct buffer *out) {
    buffer_print(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                 "font-family=\"sans-serif\" font-size=\"11\" fill=\"#555\" role=\"img\">\n"
                 "<title>Black's win rate in percent, by move</title>\n"
                 "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
                 ALL_WIDTH, ALL_HEIGHT, ALL_WIDTH, ALL_HEIGHT);
    add_grid(out);
    if (a->count) {
        add_numbers(a, out);
        add_curve(a, out);
        add_mistakes(a, out);
    }
    buffer_print(out, "</svg>\n");
}

/* --- the page --- */

enum { CELL = 20 }; /* distance between two lines of a board */

static const char style[] =
    "body{font:16px/1.45 sans-serif;color:#222;background:#fff;margin:0 auto;padding:0 12px;"
    "max-width:760px}\n"
    "h1{font-size:1.3em}h2{font-size:1.1em;margin-top:1.6em}\n"
    "svg{display:block;width:100%;height:auto}\n"
    "#board,.mistake svg{max-width:420px;margin:auto}\n"
    ".controls{display:flex;gap:6px;justify-content:center;margin:8px 0}\n"
    "button{font:inherit;min-width:3em;padding:6px 10px}\n"
    "#text{min-height:4.4em;text-align:center}\n"
    ".mistakes{display:grid;grid-template-columns:repeat(auto-fit,minmax(260px,1fr));gap:18px}\n"
    ".mistake p{margin:4px 0}.note{color:#666;font-size:.9em}\n"
    ".bad{color:#b11}.good{color:#173}\n";

/* Draws the current frame, and steps through the frames. */
static const char script[] =
    "var at=0,ns='http://www.w3.org/2000/svg',board=document.getElementById('board');\n"
    "function add(name,attributes,text){var e=document.createElementNS(ns,name);\n"
    " for(var k in attributes)e.setAttribute(k,attributes[k]);\n"
    " if(text)e.textContent=text;board.appendChild(e)}\n"
    "function stone(x,y,c){add('circle',{cx:x,cy:y,r:9.4,fill:c=='X'?'#111':'#fff',"
    "stroke:'#111'})}\n"
    "function mark(p,color){if(p)add('circle',{cx:20*p[0]+30,cy:20*p[1]+30,r:4.5,fill:'none',"
    "stroke:color,'stroke-width':2.5})}\n"
    "function show(i){at=Math.max(0,Math.min(frames.length-1,i));var f=frames[at],n=size;\n"
    " board.textContent='';board.setAttribute('viewBox','0 0 '+(20*n+40)+' '+(20*n+40));\n"
    " add('rect',{width:20*n+40,height:20*n+40,fill:'#e8c27a'});\n"
    " for(var k=0;k<n;k++){var c=20*k+30,e=20*n+10;\n"
    "  add('path',{d:'M30 '+c+'H'+e+'M'+c+' 30V'+e,stroke:'#543','stroke-width':.7});\n"
    "  add('text',{x:c,y:16,'font-size':9,'text-anchor':'middle'},'ABCDEFGHJKLMNOPQRST'[k]);\n"
    "  add('text',{x:11,y:c+3,'font-size':9,'text-anchor':'middle'},''+(n-k))}\n"
    " stars.forEach(function(p){add('circle',{cx:20*p[0]+30,cy:20*p[1]+30,r:2,fill:'#543'})});\n"
    " for(k=0;k<n*n;k++)if(f.b[k]!='.')stone(20*(k%n)+30,20*Math.floor(k/n)+30,f.b[k]);\n"
    " mark(f.m,'#d22');mark(f.c,'#1a4');\n"
    " document.getElementById('text').textContent=f.t}\n"
    "document.addEventListener('keydown',function(e){var d={ArrowLeft:-1,ArrowRight:1,ArrowUp:-10,"
    "ArrowDown:10,Home:-1e9,End:1e9}[e.key];if(d){e.preventDefault();show(at+d)}});\n"
    "document.querySelectorAll('[data-go]').forEach(function(e){e.onclick=function(){"
    "var g=e.dataset.go;show(g[0]=='='?+g.slice(1):at+ +g);"
    "if(g[0]=='=')board.scrollIntoView({block:'center'})}});\n"
    "show(0);\n";

/* --- text --- */

/* TEXT as HTML; control characters become blanks. */
static void add_text(struct buffer *out, const char *text) {
    for (; *text; text++) {
        if (*text == '&')
            buffer_print(out, "&amp;");
        else if (*text == '<')
            buffer_print(out, "&lt;");
        else if (*text == '>')
            buffer_print(out, "&gt;");
        else
            buffer_append(out, (unsigned char)*text < ' ' ? " " : text, 1);
    }
}

/* "BEFORE fact AFTER", or INSTEAD if the record doesn't have the fact. */
static void add_fact(const struct analysis *a, const char *name, const char *before,
                     const char *after, const char *instead, struct buffer *out) {
    char *text = sgf_text(a->sgf, SGF_ROOT, name);
    const bool known = text && *text;
    if (known) buffer_print(out, "%s", before);
    add_text(out, known ? text : instead);
    if (known) buffer_print(out, "%s", after);
    free(text);
}

static void add_result(const struct analysis *a, struct buffer *out) {
    add_fact(a, "RE", ", result ", "", "", out);
}

static const char *sign_of(const struct analyzed_move *m) {
    static const char *const signs[] = {"", "?", "??"};
    return signs[analysis_verdict(m)];
}

/* --- boards --- */

static int place(int line) {
    return CELL * line + 30;
}

static void add_lines(int size, struct buffer *out) {
    const int whole = CELL * size + 40, end = CELL * size + 10;
    buffer_print(out, "<rect width=\"%d\" height=\"%d\" fill=\"#e8c27a\"/>\n", whole, whole);
    for (int i = 0; i < size; i++) {
        const int c = place(i);
        buffer_print(out, "<path d=\"M30 %dH%dM%d 30V%d\" stroke=\"#543\" stroke-width=\".7\"/>\n",
                     c, end, c, end);
        buffer_print(out,
                     "<text x=\"%d\" y=\"16\" font-size=\"9\" text-anchor=\"middle\">%c</text>"
                     "<text x=\"11\" y=\"%d\" font-size=\"9\" text-anchor=\"middle\">%d</text>\n",
                     c, "ABCDEFGHJKLMNOPQRST"[i], c + 3, size - i);
    }
    int stars[9];
    for (int i = board_view_stars(size, stars); i-- > 0;)
        buffer_print(out, "<circle cx=\"%d\" cy=\"%d\" r=\"2\" fill=\"#543\"/>\n",
                     place(point_column(size, stars[i])),
                     place(size - 1 - point_row(size, stars[i])));
}

/* A stone of COLOR at POINT, with TEXT on it in INK unless they are NULL. */
static void add_stone(int size, int point, enum color color, const char *text, const char *ink,
                      struct buffer *out) {
    const int x = place(point_column(size, point)), y = place(size - 1 - point_row(size, point));
    buffer_print(out, "<circle cx=\"%d\" cy=\"%d\" r=\"9.4\" fill=\"%s\" stroke=\"%s\"/>\n", x, y,
                 color == BLACK ? "#111" : "#fff", ink ? ink : "#111");
    if (text)
        buffer_print(out,
                     "<text x=\"%d\" y=\"%d\" font-size=\"12\" font-weight=\"bold\" fill=\"%s\" "
                     "text-anchor=\"middle\">%s</text>\n",
                     x, y + 4, ink, text);
}

/* The position before mistake M with the move played (?) and the better one (1). */
static void add_board(const struct board *b, const struct analyzed_move *m, struct buffer *out) {
    const int size = b->size, whole = CELL * size + 40;
    const enum color color = (enum color)m->move.color;
    buffer_print(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\">\n", whole, whole);
    add_lines(size, out);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            const int p = point_at(size, column, row);
            if (board_color(b, p) != EMPTY) add_stone(size, p, board_color(b, p), NULL, NULL, out);
        }
    if (m->move.point != PASS) add_stone(size, m->move.point, color, "?", "#d22", out);
    if (m->choice.point != PASS) add_stone(size, m->choice.point, color, "1", "#1a4", out);
    buffer_print(out, "</svg>\n");
}

static void add_mistake(const struct board *b, const struct analyzed_move *m, int frame,
                        struct buffer *out) {
    char played[5], choice[5], line[LINE_TEXT];
    buffer_print(out,
                 "<div class=\"mistake\"><p><b>Move %d, %s <span class=\"bad\">%s%s</span></b>",
                 m->number, color_name((enum color)m->move.color),
                 point_format(b->size, m->move.point, played), sign_of(m));
    buffer_print(out, ": %.0f&nbsp;%% instead of %.0f&nbsp;%% with <b class=\"good\">%s</b></p>\n",
                 100 * m->after, 100 * m->best, point_format(b->size, m->choice.point, choice));
    add_board(b, m, out);
    buffer_print(out,
                 "<p class=\"note\">Guzumi expects %s. <button data-go=\"=%d\">Show</button></p>"
                 "</div>\n",
                 line_format(b->size, m->line, m->line_length, line), frame);
}

/* --- the game --- */

/* The page in progress: the frames, and the boards of the mistakes by rank. */
struct page {
    const struct analysis *a;
    struct buffer frames;
    struct buffer *mistakes; /* owned, and each */
    int frame_count;
};

static void add_place(struct buffer *out, const char *name, int size, int point) {
    if (point < 0) return;
    buffer_print(out, ",\"%s\":[%d,%d]", name, point_column(size, point),
                 size - 1 - point_row(size, point));
}

/* A frame: the board, the move that led to it, and its text. */
static void add_frame(struct page *p, const struct game *game, const struct analyzed_move *m,
                      int number) {
    const struct board *b = &game->board;
    char text[300], name[5], choice[5], line[LINE_TEXT];
    snprintf(text, sizeof text, "%s", p->frame_count ? "Stones are set up" : "The beginning");
    buffer_print(&p->frames, "%s{\"b\":\"", p->frame_count++ ? ",\n" : "");
    for (int row = b->size - 1; row >= 0; row--)
        for (int column = 0; column < b->size; column++)
            buffer_print(&p->frames, "%c", "XO."[board_color(b, point_at(b->size, column, row))]);
    buffer_print(&p->frames, "\"");
    if (game->count) {
        const struct move last = game->moves[game->count - 1];
        snprintf(text, sizeof text, "Move %d: %s %s", number, color_name((enum color)last.color),
                 point_format(b->size, last.point, name));
        add_place(&p->frames, "m", b->size, last.point);
    }
    if (m) {
        const size_t used = strlen(text);
        const bool chosen = m->move.point == m->choice.point;
        snprintf(text + used, sizeof text - used, "%s. Black's win rate is %.0f %%. %s%s%s%s.",
                 sign_of(m), 100 * analysis_black(m),
                 chosen ? "Guzumi would play this too" : "Guzumi would play ",
                 chosen ? "" : point_format(b->size, m->choice.point, choice),
                 chosen || m->line_length < 2 ? "" : " and expect ",
                 chosen ? "" : line_format(b->size, m->line + 1, m->line_length - 1, line));
        if (!chosen) add_place(&p->frames, "c", b->size, m->choice.point);
    }
    buffer_print(&p->frames, ",\"t\":");
    json_print_string(&p->frames, text);
    buffer_print(&p->frames, "}");
}

/* The analysis of NODE's move, or NULL. */
static const struct analyzed_move *move_of(const struct analysis *a, int node) {
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].node == node) return &a->moves[i];
    return NULL;
}

/* Walks along the main line. */
static enum status walk(struct page *p, struct failure *why) {
    const struct analysis *a = p->a;
    struct game game;
    int number = 0;
    enum status status = game_init(&game, a->size, why);
    if (status != STATUS_OK) return status;
    for (int node = SGF_ROOT; node != SGF_NONE && status == STATUS_OK;
         node = sgf_child(a->sgf, node)) {
        const struct analyzed_move *m = move_of(a, node);
        const uint64_t before = game.board.hash;
        const size_t count = game.count;
        struct move move;
        number += analysis_has_move(a->sgf, node, &game, &move);
        if (m && m->rank) add_mistake(&game.board, m, p->frame_count, &p->mistakes[m->rank - 1]);
        status = sgf_apply(a->sgf, node, &game, why);
        if (node == SGF_ROOT || game.count != count || game.board.hash != before)
            add_frame(p, &game, m, number);
    }
    game_free(&game);
    return status;
}

static void add_head(const struct analysis *a, const struct params *params, const char *name,
                     struct buffer *out) {
    char effort[ANALYSIS_EFFORT_SIZE];
    buffer_print(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                      "<title>");
    add_fact(a, "PB", "", "", "Black", out);
    buffer_print(out, " - ");
    add_fact(a, "PW", "", "", "White", out);
    buffer_print(out, "</title>\n<style>\n%s</style></head><body>\n<h1>", style);
    add_fact(a, "PB", "", " (Black)", "Black", out);
    buffer_print(out, " – ");
    add_fact(a, "PW", "", " (White)", "White", out);
    buffer_print(out, "</h1>\n<p>");
    analysis_print_game(a, add_result, out);
    buffer_print(out, ". <span class=\"note\">");
    add_text(out, name);
    buffer_print(
        out,
        ", analyzed by Guzumi %s with %s per position.</span></p>\n<h2>Black's win rate</h2>\n",
        GUZUMI_VERSION, analysis_effort(params, effort));
    analysis_print_svg(a, out);
    buffer_print(
        out,
        "<p class=\"note\">In percent, by move. Dots are moves that lost %.0f or more, large "
        "ones %.0f or more, filled with the colour of the player.</p>\n",
        100 * ANALYSIS_MISTAKE, 100 * ANALYSIS_BLUNDER);
}

/* The star points for the script: columns and rows from the top left. */
static void add_stars(int size, struct buffer *out) {
    int stars[9];
    buffer_print(out, "stars=[");
    for (int i = board_view_stars(size, stars); i-- > 0;)
        buffer_print(out, "[%d,%d]%s", point_column(size, stars[i]),
                     size - 1 - point_row(size, stars[i]), i ? "," : "");
    buffer_print(out, "],");
}

static void add_body(const struct page *p, struct buffer *out) {
    buffer_print(out, "<h2>The game</h2>\n<svg id=\"board\" role=\"img\"></svg>\n"
                      "<p class=\"controls\"><button data-go=\"-1000000\">«</button>"
                      "<button data-go=\"-1\">‹</button><button data-go=\"1\">›</button>"
                      "<button data-go=\"1000000\">»</button></p>\n<p id=\"text\"></p>\n"
                      "<p class=\"note\">The arrow keys go through the game, up and down by ten "
                      "moves. Red is the move played, green Guzumi's choice.</p>\n"
                      "<h2>The largest mistakes</h2>\n<div class=\"mistakes\">\n");
    for (int i = 0; i < p->a->mistakes; i++)
        buffer_append(out, p->mistakes[i].data, p->mistakes[i].length);
    if (p->a->mistakes == 0) buffer_print(out, "<p>No mistake stands out.</p>\n");
    buffer_print(out, "</div>\n<script>\nvar size=%d,", p->a->size);
    add_stars(p->a->size, out);
    buffer_print(out, "frames=[\n");
    buffer_append(out, p->frames.data, p->frames.length);
    buffer_print(out, "];\n%s</script>\n</body></html>\n", script);
}

enum status analysis_print_html(const struct analysis *a, const struct params *params,
                                const char *name, struct buffer *out, struct failure *why) {
    struct page page = {.a = a, .mistakes = calloc((size_t)a->mistakes + 1, sizeof *page.mistakes)};
    if (!page.mistakes) return out_of_memory(why, "a page");
    const enum status status = walk(&page, why);
    if (status == STATUS_OK) {
        add_head(a, params, name, out);
        add_body(&page, out);
    }
    bool failed = page.frames.failed;
    for (int i = 0; i < a->mistakes; i++) {
        failed |= page.mistakes[i].failed;
        buffer_free(&page.mistakes[i]);
    }
    free(page.mistakes);
    buffer_free(&page.frames);
    return status == STATUS_OK && failed ? out_of_memory(why, "a page") : status;
}
