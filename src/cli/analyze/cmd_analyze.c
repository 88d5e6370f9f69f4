/* guzumi analyze: evaluates the moves of a game record. The work is in analysis.c, each format in a
 * file of its own; what is here is the command line, progress, and care for files: what would be
 * written is tried before the long work (file_try), and a record of several games is not replaced
 * by its first one, all that the analysis knows. */
#include "guzumi/base/clock.h"
#include "guzumi/base/file.h"

#include "analysis.h"
#include "console.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SGF, FORMAT_HTML, FORMAT_SVG };

struct settings {
    struct params params;
    const char *file, *out, *weights;
    int format; /* enum format */
    int64_t from, to, mistakes;
};

/* Shows an estimate after the first position, then on a terminal a line for each position,
 * elsewhere for each tenth, so that a log stays short. */
static void show_progress(void *context, int done, int total) {
    struct progress *p = context;
    char text[DURATION_TEXT];
    if (total < 1) return; /* all moves are skipped */
    p->done = done;
    p->all = total;
    if (done == 1)
        fprintf(stderr, "%d positions, about %s\n", total,
                duration_format((clock_now() - p->begin) * total, text));
    if (p->terminal || done * 10 / total != (done - 1) * 10 / total)
        progress_show(p, "", "", "", done == total);
}

/* Appends ANALYSIS in the requested format. */
static enum status print(const struct settings *s, const struct analysis *analysis,
                         struct buffer *out, struct failure *why) {
    if (s->format == FORMAT_TEXT) analysis_print_text(analysis, &s->params, s->file, out);
    if (s->format == FORMAT_JSON) analysis_print_json(analysis, &s->params, s->file, out);
    if (s->format == FORMAT_SVG) analysis_print_svg(analysis, out);
    if (s->format == FORMAT_SGF) return analysis_print_sgf(analysis, &s->params, out, why);
    if (s->format == FORMAT_HTML)
        return analysis_print_html(analysis, &s->params, s->file, out, why);
    return STATUS_OK;
}

static enum status write_out(const struct settings *s, const struct analysis *analysis,
                             struct failure *why) {
    struct buffer out = {0};
    enum status status = print(s, analysis, &out, why);
    if (status == STATUS_OK) status = file_save(s->out, &out, why);
    buffer_free(&out);
    return status;
}

/* Notes on how the record was read come after the progress, or the next line of it would overwrite
 * them. */
static enum status analyze(const struct settings *s, struct sgf *sgf, struct engine *engine,
                           struct failure *why) {
    struct progress progress = progress_begin("positions", 0, 0);
    const struct analysis_request request = {.from = (int)s->from,
                                             .to = (int)s->to,
                                             .max_mistakes = (int)s->mistakes,
                                             .stop = interrupt_flag(),
                                             .progress = show_progress,
                                             .context = &progress};
    struct analysis analysis;
    struct failure writing;
    enum status status = analysis_run(&analysis, sgf, engine, &request, why);
    progress_end(&progress);
    fputs(sgf_notes(sgf), stderr);
    /* Ctrl-C still writes the moves so far, but exits with a failure; that the writing failed is
     * the more important message. */
    if (status == STATUS_OK || (status == STATUS_STOPPED && analysis.count > 0)) {
        const enum status written = write_out(s, &analysis, &writing);
        if (written != STATUS_OK) {
            *why = writing;
            status = written;
        }
    }
    analysis_free(&analysis);
    return status;
}

static bool parse(int argc, char **argv, struct settings *s, int *exit_code) {
    const struct option table[] = {
        OPT_CHOICE(
            "format", &s->format, "text|json|sgf|html|svg",
            "Output format: a table, JSON, the record with comments, a web page, or only its graph "
            "(default: text)."),
        OPT_TEXT("out", &s->out, "FILE", "Write to FILE instead of standard output."),
        OPT_INT("from", &s->from, 1, INT_MAX, "N", "The first move to analyze (default: 1)."),
        OPT_INT("to", &s->to, 1, INT_MAX, "N", "The last move to analyze (default: the last one)."),
        OPT_INT("mistakes", &s->mistakes, 0, 1000, "N",
                "Number of the largest mistakes to list; on a web page, for each player (default: "
                "5). 0 leaves the list out."),
        OPT_WEIGHTS(&s->weights),
    };
    const struct options options = {
        .command = "analyze",
        .summary =
            "Analyze each move of the main line of a game record: the win rate before and after "
            "it,\nGuzumi's choice, the largest mistakes. The parameter simulations or, if it is 0, "
            "move_time\nlimits the search of each position; all processors share move_time. "
            "Ctrl-C ends the\nanalysis and writes the moves so far.",
        OPTIONS_TABLE(table),
        .groups = PARAMS_OF_ANALYSIS,
        .params = &s->params,
        .uses_processors = true,
        .positional_names = "FILE",
        .min_positional = 1,
        .max_positional = 1};
    struct options_result result;
    struct failure why;
    if (!cli_parse(&options, argc, argv, &result, exit_code)) return false;
    /* The SGF format may replace the record that it was read from: it contains all of it. */
    s->file = result.positional[0];
    if (s->format == FORMAT_SGF || file_spare(s->out, s->file, "the record", &why) == STATUS_OK)
        return true;
    *exit_code = cli_fail(&why, EXIT_USAGE);
    return false;
}

int cmd_analyze(int argc, char **argv) {
    struct settings settings = {.from = 1, .to = INT_MAX, .mistakes = 5};
    params_default(&settings.params);
    int exit_code;
    if (!parse(argc, argv, &settings, &exit_code)) return exit_code;
    struct sgf *sgf;
    struct player player;
    struct failure why;
    if (sgf_load(&sgf, settings.file, &why) != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    /* The reading shows whether there are more games in the file. */
    enum status status = sgf_more(sgf) ? file_spare(settings.out, settings.file,
                                                    "all games of the record but the first", &why)
                                       : STATUS_OK;
    if (status == STATUS_OK && settings.out) status = file_try(settings.out, &why);
    if (status == STATUS_OK)
        status = player_open(&player, &settings.params, settings.weights, &why);
    if (status == STATUS_OK) {
        interrupt_catch();
        status = analyze(&settings, sgf, player.engine, &why);
        player_close(&player);
    }
    sgf_free(sgf);
    return cli_outcome(status, &why);
}
