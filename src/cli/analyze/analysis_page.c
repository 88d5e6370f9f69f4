/* An analysis as a page for browsers, in one file that needs no other and no network.
 *
 *     header       the players, facts of the record
 *     left         the board, steered by the script; the text of the position
 *     right        the graph; Black's and White's largest mistakes, each with a board of its own
 *     script       frames, then the functions that show them
 *
 * The script has a frame for each position:
 *
 *     {"b":"O...........X............","n":2,"m":0,"c":7,"w":"O","v":[7,8,11],"t":"Move 2: ..."}
 *
 * that is the board after the move (b), the move's number and point (n, m), its text (t), and for
 * analyzed moves the player (w), the better line (v) and, unless it was played, the choice (c).
 * Points are counted in reading order (board_page_index). The rest is drawn here, so that it is
 * there without scripts. */
#include "analysis.h"

#include "guzumi/base/json.h"

#include "board_view.h"

#include <stdlib.h>
#include <string.h>

/* --- style and script --- */

static const char page_style[] =
    "body{font:16px/1.45 sans-serif;color:var(--ink);background:var(--paper);margin:0 "
    "auto;padding:0 16px 24px;max-width:1240px;overflow-wrap:anywhere}\n"
    ":root{color-scheme:light "
    "dark;--ink:#222;--paper:#fff;--note:#666;--bad:#b11;--good:#173;--edge:#ccc;--wood:#e8c27a}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#181818;--note:#aaa;--bad:#f88;--"
    "good:#7d8;--edge:#444;--wood:#c9a45e}}\n"
    "h1{font-size:1.3em;margin:.8em 0 .2em}h2{font-size:1.1em;margin:1.2em 0 "
    ".4em}h3{font-size:1em;margin:0}\n"
    "p{margin:.3em 0}svg{display:block;width:100%;height:auto}\n"
    ".note{color:var(--note);font-size:.9em}.bad{color:var(--bad)}.good{color:var(--good)}.wood{"
    "fill:var(--wood)}\n"
    ".facts{display:flex;flex-wrap:wrap;gap:2px 18px;margin:.3em 0}.facts "
    "div{display:flex;gap:.4em}\n"
    ".facts dt{color:var(--note)}.facts dd{margin:0}\n"
    "#board{max-width:560px;margin:auto}#graph{cursor:pointer}\n"
    ".controls{display:flex;flex-wrap:wrap;gap:6px;justify-content:center;margin:8px 0}\n"
    "button{font:inherit;min-width:2.8em;padding:6px 10px}\n"
    "#text{min-height:6em}\n"
    ".mistakes{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:18px}\n"
    ".mistake{border-top:1px solid var(--edge);padding-top:8px}.mistake svg{max-width:300px}\n"
    "@media(min-width:960px){.halves{display:grid;grid-template-columns:minmax(0,1fr) "
    "minmax(0,1fr);gap:32px;align-items:start}\n"
    ".left{position:sticky;top:8px}#board{max-width:min(100%,calc(100vh - 15em))}.left h2,.right "
    "h2:first-child{margin-top:.4em}}\n";

/* The state is the frame AT and, if DEPTH > 0, its better line up to that move instead:
 *
 *     show(i, d)       frame i; with d > 0 the first d moves of its line on the board before it
 *     step(d)          along the game, or along the line while one is shown
 *     playLine(i)      the line move by move, at once if the reader wants no animation
 *
 * The line's stones are put on the board by the script itself, which therefore knows captures. The
 * functions that draw a board are in board_view.c. */
static const char page_views[] =
    "var at=0,depth=0,timer=0,line=document.getElementById('line'),\n"
    " graph=document.getElementById('graph'),text=document.getElementById('text'),\n"
    " cursor=document.createElementNS(ns,'line');\n"
    "function neighbours(k){var n=[];\n"
    " if(k%size)n.push(k-1);\n"
    " if(k%size<size-1)n.push(k+1);\n"
    " if(k>=size)n.push(k-size);\n"
    " if(k<size*(size-1))n.push(k+size);\n"
    " return n}\n"
    "function capture(stones,k){var chain=[k],color=stones[k];\n"
    " for(var i=0;i<chain.length;i++){var n=neighbours(chain[i]);\n"
    "  for(var j=0;j<n.length;j++){\n"
    "   if(stones[n[j]]=='.')return;\n"
    "   if(stones[n[j]]==color&&chain.indexOf(n[j])<0)chain.push(n[j])}}\n"
    " chain.forEach(function(p){stones[p]='.'})}\n"
    "function other(color){return color=='X'?'O':'X'}\n"
    "function put(stones,k,color){stones[k]=color;\n"
    " neighbours(k).forEach(function(p){if(stones[p]==other(color))capture(stones,p)})}\n"
    "function drawLine(f){var stones=frames[at-1].b.split(''),color=f.w,numbers={},played=[];\n"
    " for(var i=0;i<depth;i++,color=other(color)){played.push(name(f.v[i]));\n"
    "  if(f.v[i]>=0){put(stones,f.v[i],color);numbers[f.v[i]]=i+1}}\n"
    " drawStones(stones,numbers);\n"
    " return 'Instead of move '+f.n+', Guzumi expects '+f.v.map(name).join(' ')+'. On the board: "
    "'+\n"
    "  played.join(' ')+'.'}\n"
    "function drawGame(f){drawStones(f.b,{});ring(f.m,'#d22');ring(f.c,'#1a4');return f.t}\n"
    "function drawCursor(f){var n=f.n||0,shown=n>=plot.first&&n<=plot.last&&plot.last>plot.first,\n"
    " at=plot.left+plot.width*(n-plot.first)/(plot.last-plot.first);\n"
    " cursor.setAttribute('visibility',shown?'visible':'hidden');\n"
    " if(shown){cursor.setAttribute('x1',at);cursor.setAttribute('x2',at)}}\n"
    "function show(i,d){clearTimeout(timer);\n"
    " at=Math.max(0,Math.min(frames.length-1,i));var f=frames[at];\n"
    " depth=f.v?Math.max(0,Math.min(f.v.length,d||0)):0;\n"
    " drawBoard();text.textContent=depth?drawLine(f):drawGame(f);\n"
    " board.setAttribute('aria-label',text.textContent);drawCursor(f);\n"
    " line.disabled=!f.v;line.textContent=depth?'Back to the game':'Play the line'}\n"
    "function step(d){if(depth)show(at,depth+d);else show(at+d)}\n"
    "function playLine(i){show(i,1);\n"
    " if(matchMedia('(prefers-reduced-motion:reduce)').matches){show(i,99);return}\n"
    " (function next(){var d=depth;\n"
    "  if(d<frames[i].v.length)timer=setTimeout(function(){show(i,d+1);next()},800)})()}\n";

/* Mouse and keys. A click on the graph is turned into the number of a move by the same scale that
 * drew the graph (plot). */
static const char page_events[] =
    "cursor.setAttribute('class','g-at');cursor.setAttribute('y1',8);cursor.setAttribute('y2',170);"
    "\n"
    "cursor.setAttribute('pointer-events','none');graph.appendChild(cursor);\n"
    "graph.onclick=function(e){var r=graph.getBoundingClientRect(),\n"
    " n=plot.first+((e.clientX-r.left)/r.width*plot.all-plot.left)/"
    "plot.width*(plot.last-plot.first);\n"
    " n=Math.max(plot.first,Math.min(plot.last,Math.round(n)));\n"
    " for(var i=0;i<frames.length;i++)if(frames[i].n==n)show(i)};\n"
    "document.addEventListener('keydown',function(e){\n"
    " if(e.altKey||e.ctrlKey||e.metaKey||e.shiftKey)return;\n"
    " if(e.key=='ArrowLeft')step(-1);else if(e.key=='ArrowRight')step(1);\n"
    " else if(e.key=='Home')show(0);else if(e.key=='End')show(frames.length-1);else return;\n"
    " e.preventDefault()});\n"
    "document.querySelectorAll('[data-step]').forEach(function(e){\n"
    " e.onclick=function(){step(+e.dataset.step)}});\n"
    "document.querySelectorAll('[data-to]').forEach(function(e){\n"
    " e.onclick=function(){show(+e.dataset.to)}});\n"
    "document.querySelectorAll('[data-line]').forEach(function(e){\n"
    " e.onclick=function(){playLine(+e.dataset.line);board.scrollIntoView({block:'nearest'})}});\n"
    "document.querySelectorAll('[data-game]').forEach(function(e){\n"
    " e.onclick=function(){show(+e.dataset.game);board.scrollIntoView({block:'nearest'})}});\n"
    "line.onclick=function(){if(depth)show(at);else playLine(at)};\n"
    "show(0);\n";

/* --- text --- */

/* "BEFORE fact AFTER", or INSTEAD if the record doesn't have the fact. All that comes from the
 * record goes through board_page_text: a name may contain "<". */
static void add_fact(const struct analysis *a, const char *name, const char *before,
                     const char *after, const char *instead, struct buffer *out) {
    char *text = sgf_text(a->sgf, SGF_ROOT, name);
    const bool known = text && *text;
    if (known) buffer_print(out, "%s", before);
    board_page_text(known ? text : instead, out);
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

/* The position before mistake M with the move played (?) and the better one (1). */
static void add_board(const struct board *b, const struct analyzed_move *m, struct buffer *out) {
    const int size = b->size, whole = board_svg_width(size);
    const enum color color = (enum color)m->move.color;
    buffer_print(out,
                 "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"The board before move "
                 "%d\">\n",
                 whole, whole, m->number);
    board_svg_lines(size, out);
    POINT_FOR_EACH(p, size) {
        const enum color stone = board_color(b, p);
        if (stone != EMPTY) board_svg_stone(size, p, stone, NULL, NULL, out);
    }
    if (m->move.point != PASS) board_svg_stone(size, m->move.point, color, "?", "#d22", out);
    if (m->choice.point != PASS) board_svg_stone(size, m->choice.point, color, "1", "#1a4", out);
    buffer_print(out, "</svg>\n");
}

/* By the number as it is shown, with one decimal: "1.0 point". */
static const char *plural(double number) {
    return number >= 0.95 && number < 1.05 ? "" : "s";
}

/* A card: what was lost, the board with both moves, the expected line, and buttons by which the
 * script shows the position on the large board. */
static void add_mistake(const struct analysis *a, const struct board *b,
                        const struct analyzed_move *m, int frame, struct buffer *out) {
    char played[5], choice[5], line[LINE_TEXT];
    buffer_print(
        out, "<article class=\"mistake\"><h3>Move %d, %s <span class=\"bad\">%s%s</span></h3>\n<p>",
        m->number, color_name((enum color)m->move.color),
        point_format(b->size, m->move.point, played), sign_of(m));
    if (a->scored) buffer_print(out, "%.1f point%s lost, ", m->points, plural(m->points));
    buffer_print(out, "%.0f&nbsp;%% instead of %.0f&nbsp;%% with <b class=\"good\">%s</b></p>\n",
                 100 * m->after, 100 * m->best, point_format(b->size, m->choice.point, choice));
    add_board(b, m, out);
    buffer_print(
        out,
        "<p class=\"note\">Guzumi expects %s.</p>\n<p><button data-game=\"%d\" "
        "aria-label=\"Show move %d\">Show</button> <button data-line=\"%d\" "
        "aria-label=\"Play the better line of move %d\">Play the line</button></p></article>\n",
        line_format(b->size, m->line, m->line_length, line), frame, m->number, frame, m->number);
}

/* --- the game --- */

/* The page in progress: the frames, and the boards of the mistakes by player and rank. */
struct page {
    const struct analysis *a;
    struct buffer frames;
    struct buffer *mistakes[2]; /* owned, and each */
    int frame_count;
};

/* "Black leads by 3.5 points", for a sentence. */
static void add_lead(struct buffer *text, const struct analyzed_move *m) {
    const double black = m->move.color == BLACK ? m->lead : 0 - m->lead,
                 lead = black < 0 ? 0 - black : black;
    if (lead < 0.05)
        buffer_print(text, ", and the score is even");
    else
        buffer_print(text, ", %s leads by %.1f point%s", black > 0 ? "Black" : "White", lead,
                     plural(lead));
}

/* What the analysis says of the move M. */
static void add_verdict(const struct analysis *a, const struct analyzed_move *m,
                        struct buffer *text) {
    char choice[5], line[LINE_TEXT];
    const bool chosen = m->move.point == m->choice.point;
    buffer_print(text, "%s. Black's win rate is %.0f %%", sign_of(m), 100 * analysis_black(m));
    if (a->scored) add_lead(text, m);
    buffer_print(text, ".");
    if (analysis_loss(m) >= 0.005)
        buffer_print(text, " The move lost %.0f %%", 100 * analysis_loss(m));
    if (analysis_loss(m) >= 0.005 && a->scored)
        buffer_print(text, " and %.1f point%s", m->points, plural(m->points));
    buffer_print(text, "%s", analysis_loss(m) >= 0.005 ? "." : "");
    if (chosen) {
        buffer_print(text, " Guzumi would play this too.");
        return;
    }
    buffer_print(text, " Guzumi would play %s", point_format(a->size, m->choice.point, choice));
    if (m->line_length > 1)
        buffer_print(text, " and expect %s",
                     line_format(a->size, m->line + 1, m->line_length - 1, line));
    buffer_print(text, ".");
}

/* "Move 2: white A5??. Black's win rate is 80 %, Black leads by 4.2 points. The move lost 20 % and
 * 4.2 points. Guzumi would play C4 and expect D4 B3." */
static void add_text_of(const struct page *p, const struct game *game,
                        const struct analyzed_move *m, int number, struct buffer *text) {
    char name[5];
    if (!game->count) {
        buffer_print(text, p->frame_count ? "Stones are set up" : "The beginning");
    } else {
        const struct move last = game->moves[game->count - 1];
        buffer_print(text, "Move %d: %s %s", number, color_name((enum color)last.color),
                     point_format(game->board.size, last.point, name));
    }
    if (m) add_verdict(p->a, m, text);
    buffer_append(text, "", 1);
}

/* The better line instead of move M, for the script: it begins on the board before the move, which
 * is the frame before. */
static void add_line(struct buffer *out, int size, const struct analyzed_move *m) {
    if (m->move.point != m->choice.point)
        buffer_print(out, ",\"c\":%d", board_page_index(size, m->choice.point));
    buffer_print(out, ",\"w\":\"%c\",\"v\":[", "XO"[m->move.color]);
    for (int i = 0; i < m->line_length; i++)
        buffer_print(out, "%s%d", i ? "," : "", board_page_index(size, m->line[i]));
    buffer_print(out, "]");
}

/* A frame: the board, the move that led to it, and its text. A text that memory ran out for must
 * not leave a broken script, so its failure becomes the page's. */
static void add_frame(struct page *p, const struct game *game, const struct analyzed_move *m,
                      int number) {
    struct buffer text = {0}, *out = &p->frames;
    const int size = game->board.size;
    buffer_print(out, "%s{", p->frame_count ? ",\n" : "");
    board_page_stones(&game->board, out);
    if (game->count)
        buffer_print(out, ",\"n\":%d,\"m\":%d", number,
                     board_page_index(size, game->moves[game->count - 1].point));
    if (m && m->line_length) add_line(out, size, m);
    add_text_of(p, game, m, number, &text);
    buffer_print(out, ",\"t\":");
    if (!text.failed) json_print_string(out, (const char *)text.data);
    out->failed |= text.failed;
    buffer_print(out, "}");
    buffer_free(&text);
    p->frame_count++;
}

/* The analysis of NODE's move, or NULL. */
static const struct analyzed_move *move_of(const struct analysis *a, int node) {
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].node == node) return &a->moves[i];
    return NULL;
}

/* Walks along the main line: a frame for each node that changes the position, and the board before
 * each mistake. */
static enum status walk(struct page *p, struct failure *why) {
    const struct analysis *a = p->a;
    struct game game;
    int number = 0;
    enum status status = game_init(&game, a->size, why);
    if (status != STATUS_OK) return status;
    for (int node = SGF_ROOT; node != SGF_NONE && status == STATUS_OK;
         node = sgf_child(a->sgf, node)) {
        const struct analyzed_move *m = move_of(a, node);
        /* The count shows a pass, the hash a set-up stone. */
        const uint64_t before = game.board.hash;
        const size_t count = game.count;
        struct move move;
        number += analysis_has_move(a->sgf, node, &game, &move);
        if (m && m->own_rank)
            add_mistake(a, &game.board, m, p->frame_count,
                        &p->mistakes[m->move.color][m->own_rank - 1]);
        status = sgf_apply(a->sgf, node, &game, why);
        if (node == SGF_ROOT || game.count != count || game.board.hash != before)
            add_frame(p, &game, m, number);
    }
    game_free(&game);
    return status;
}

/* --- the page --- */

/* The fact NAME of the record with its TITLE, or nothing. */
static void add_row(const struct analysis *a, const char *title, const char *name,
                    struct buffer *out) {
    char *text = sgf_text(a->sgf, SGF_ROOT, name);
    if (text && *text) {
        buffer_print(out, "<div><dt>%s</dt><dd>", title);
        board_page_text(text, out);
        buffer_print(out, "</dd></div>\n");
    }
    free(text);
}

static void add_facts(const struct analysis *a, struct buffer *out) {
    static const char *const facts[][2] = {
        {"Date", "DT"},  {"Event", "EV"}, {"Round", "RO"},        {"Place", "PC"},
        {"Rules", "RU"}, {"Time", "TM"},  {"Black's rank", "BR"}, {"White's rank", "WR"}};
    buffer_print(out, "<dl class=\"facts\">\n");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        add_row(a, facts[i][0], facts[i][1], out);
    buffer_print(out, "</dl>\n");
}

/* The style comes with the page, and so do light and dark colours, which follow the reader's
 * system. */
static void add_head(const struct analysis *a, const struct params *params, const char *name,
                     struct buffer *out) {
    char effort[ANALYSIS_EFFORT_SIZE];
    buffer_print(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                      "<title>");
    add_fact(a, "PB", "", "", "Black", out);
    buffer_print(out, " - ");
    add_fact(a, "PW", "", "", "White", out);
    buffer_print(out, "</title>\n<style>\n%s</style></head><body>\n<header>\n<h1>", page_style);
    add_fact(a, "PB", "", " (Black)", "Black", out);
    buffer_print(out, " – ");
    add_fact(a, "PW", "", " (White)", "White", out);
    buffer_print(out, "</h1>\n<p>");
    analysis_print_game(a, add_result, out);
    buffer_print(out, ". <span class=\"note\">");
    board_page_text(name, out);
    buffer_print(out, ", analyzed by Guzumi %s with %s per position.</span></p>\n", GUZUMI_VERSION,
                 analysis_effort(params, effort));
    add_facts(a, out);
    buffer_print(out, "</header>\n<main class=\"halves\">\n");
}

static void add_left(struct buffer *out) {
    buffer_print(
        out,
        "<section class=\"left\">\n<h2>The game</h2>\n<svg id=\"board\" role=\"img\"></svg>\n"
        "<p class=\"controls\"><button data-to=\"0\" aria-label=\"First position\">«</button>"
        "<button data-step=\"-1\" aria-label=\"One move back\">‹</button>"
        "<button data-step=\"1\" aria-label=\"One move on\">›</button>"
        "<button data-to=\"1000000\" aria-label=\"Last position\">»</button>"
        "<button id=\"line\">Play the line</button></p>\n"
        "<p id=\"text\" aria-live=\"polite\"></p>\n"
        "<p class=\"note\">Red is the move played, green Guzumi's choice. The arrow keys left and "
        "right, Home and End go through the game.</p>\n</section>\n");
}

static void add_graph(const struct analysis *a, struct buffer *out) {
    buffer_print(out, "<section class=\"right\">\n<h2>Black's win rate</h2>\n");
    analysis_print_svg(a, out);
    buffer_print(out,
                 "<p class=\"note\">In percent, by move; click to go there. Dots are moves that "
                 "lost %.0f or more, large ones %.0f or more, in the colour of the player; the "
                 "largest have their numbers.</p>\n",
                 100 * ANALYSIS_MISTAKE, 100 * ANALYSIS_BLUNDER);
}

static void add_mistakes(const struct page *p, enum color color, struct buffer *out) {
    const int count = p->a->own_mistakes[color];
    if (p->a->max_mistakes == 0) return;
    buffer_print(out, "<h2>%s's largest mistakes</h2>\n", color == BLACK ? "Black" : "White");
    if (count == 0) buffer_print(out, "<p>None.</p>\n");
    buffer_print(out, "<div class=\"mistakes\">\n");
    for (int i = 0; i < count; i++)
        buffer_append(out, p->mistakes[color][i].data, p->mistakes[color][i].length);
    buffer_print(out, "</div>\n");
}

static void add_script(const struct page *p, struct buffer *out) {
    const struct analysis *a = p->a;
    buffer_print(out, "<script>\n");
    board_page_begin(a->size, out);
    buffer_print(out, "plot={left:%d,width:%d,all:%d,first:%d,last:%d},\n", GRAPH_LEFT, GRAPH_WIDTH,
                 GRAPH_ALL_WIDTH, a->count ? a->moves[0].number : 0,
                 a->count ? a->moves[a->count - 1].number : 0);
    buffer_print(out, "frames=[\n");
    buffer_append(out, p->frames.data, p->frames.length);
    buffer_print(out, "];\n%s%s%s</script>\n", board_page_script, page_views, page_events);
}

static void add_body(const struct page *p, struct buffer *out) {
    add_left(out);
    add_graph(p->a, out);
    add_mistakes(p, BLACK, out);
    add_mistakes(p, WHITE, out);
    buffer_print(out, "</section>\n</main>\n");
    add_script(p, out);
    buffer_print(out, "</body></html>\n");
}

/* Frees it; false if memory ran out meanwhile. */
static bool page_free(struct page *p) {
    bool failed = p->frames.failed;
    for (enum color color = BLACK; color <= WHITE; color++) {
        for (int i = 0; p->mistakes[color] && i < p->a->own_mistakes[color]; i++) {
            failed |= p->mistakes[color][i].failed;
            buffer_free(&p->mistakes[color][i]);
        }
        free(p->mistakes[color]);
    }
    buffer_free(&p->frames);
    return !failed;
}

/* The boards of the mistakes are drawn during the walk, when their positions are at hand, but stand
 * elsewhere on the page, sorted by rank: hence a buffer for each. */
enum status analysis_print_html(const struct analysis *a, const struct params *params,
                                const char *name, struct buffer *out, struct failure *why) {
    struct page page = {.a = a};
    bool enough = true;
    for (enum color color = BLACK; color <= WHITE; color++) {
        page.mistakes[color] =
            calloc((size_t)a->own_mistakes[color] + 1, sizeof *page.mistakes[color]);
        enough &= page.mistakes[color] != NULL;
    }
    enum status status = enough ? walk(&page, why) : out_of_memory(why, "a page");
    if (status == STATUS_OK) {
        add_head(a, params, name, out);
        add_body(&page, out);
    }
    if (!page_free(&page) && status == STATUS_OK) status = out_of_memory(why, "a page");
    return status;
}
