#include "gtp_live.h"

#include <math.h>

/* An analysis in progress. */
struct live {
    struct engine *engine;
    struct answer *answer;
    struct live_request request;
};

static bool chats(const struct engine *engine) {
    return engine_params(engine)->chat == CHAT_OGS;
}

static void draw(void *context, const struct report *report) {
    const struct engine *engine = context;
    if (engine_params(engine)->live_gfx) live_draw(stderr, engine, report);
    if (chats(engine) && report->final) live_chat(stderr, engine, report);
}

static void tell(void *context, const struct report *report) {
    struct live *live = context;
    live_add_line(live->answer, live->engine, &live->request, report);
    if (!answer_stream(live->answer)) engine_interrupt(live->engine);
    draw(live->engine, report);
}

void gtp_prepare_search(struct gtp_session *session, enum color color) {
    struct engine *engine = session->engine;
    const struct time_control *time = engine_time_control(engine);
    const bool has_clock = time->kind != TIME_NONE && isfinite(time->clock[color].left);
    atomic_store(&session->bounded, engine_params(engine)->simulations > 0 || !has_clock);
    const struct engine_watch watch = {.report = draw, .context = engine, .interval = 0.5};
    engine_set_watch(engine, engine_params(engine)->live_gfx || chats(engine) ? &watch : NULL);
}

/* Lets the search tell what LIVE's request wants, until end_live. What begins to answer has
 * succeeded: a search that can't run must say so before. */
static enum status begin_live(struct live *live, struct failure *why) {
    const struct live_request *r = &live->request;
    enum status status = engine_set_bans(live->engine, &r->bans, r->color, why);
    if (status != STATUS_OK) return status;
    status = engine_prepare(live->engine, why);
    if (status != STATUS_OK) {
        engine_lift_bans(live->engine);
        return status;
    }
    const struct engine_watch watch = {
        .report = tell,
        .context = live,
        .interval = r->format == LIVE_CGOS ? INFINITY : r->interval, /* only the last one counts */
        .ownership = r->ownership};
    engine_set_watch(live->engine, &watch);
    answer_stream(live->answer);
    return STATUS_OK;
}

static void end_live(struct live *live) {
    engine_set_watch(live->engine, NULL);
    engine_lift_bans(live->engine);
}

static bool analyze(void *context, int argc, char **argv, struct answer *answer,
                    enum live_format format) {
    struct gtp_session *session = gtp_session(context);
    struct live live = {.engine = session->engine, .answer = answer, .request.format = format};
    if (!live_read_request(context, argc, argv, answer, &live.request)) return false;
    atomic_store(&session->bounded, false);
    struct failure why;
    enum status status = begin_live(&live, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    answer_until_input(answer);
    status = engine_analyze(session->engine, live.request.color, 0, &why);
    end_live(&live);
    return gtp_outcome(answer, status, &why, NULL);
}

static bool genmove(void *context, int argc, char **argv, struct answer *answer,
                    enum live_format format) {
    struct gtp_session *session = gtp_session(context);
    struct live live = {.engine = session->engine, .answer = answer, .request.format = format};
    if (!live_read_request(context, argc, argv, answer, &live.request)) return false;
    gtp_prepare_search(session, live.request.color);
    struct failure why;
    int point;
    enum status status = begin_live(&live, &why);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    engine_asked(session->engine, answer_asked(answer));
    status = engine_genmove(session->engine, live.request.color, &point, &why);
    end_live(&live);
    if (status != STATUS_OK) return gtp_outcome(answer, status, &why, NULL);
    char name[5];
    answer_add(answer, "play %s",
               point == RESIGN ? "resign"
                               : point_format(gtp_game(context)->board.size, point, name));
    return true;
}

bool gtp_lz_analyze(void *context, int argc, char **argv, struct answer *answer) {
    return analyze(context, argc, argv, answer, LIVE_LZ);
}

bool gtp_kata_analyze(void *context, int argc, char **argv, struct answer *answer) {
    return analyze(context, argc, argv, answer, LIVE_KATA);
}

bool gtp_lz_genmove_analyze(void *context, int argc, char **argv, struct answer *answer) {
    return genmove(context, argc, argv, answer, LIVE_LZ);
}

bool gtp_kata_genmove_analyze(void *context, int argc, char **argv, struct answer *answer) {
    return genmove(context, argc, argv, answer, LIVE_KATA);
}

bool gtp_cgos_genmove_analyze(void *context, int argc, char **argv, struct answer *answer) {
    return genmove(context, argc, argv, answer, LIVE_CGOS);
}
