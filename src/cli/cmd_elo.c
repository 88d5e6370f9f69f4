/* guzumi elo: ratings from match results. The files' lines become encounters, ratings_compute finds
 * the ratings, and the rest is output:
 *
 *     rank  player    Elo  95 %              95 % (bootstrap)   games   score opponents  better
 *        1  new        24  0 to 49           1 to 49              200   57.0%       -24   97.6%
 *        2  old       -24  -49 to 0          -49 to -1            200   43.0%        24
 *
 * Files may come from several plans with some players in common; players are the same if their
 * names are. */
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"
#include "guzumi/match/ratings.h"
#include "guzumi/match/results.h"

#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The games as ratings_compute needs them. */
struct field {
    const char **names; /* owned; by player, in the order of their first games */
    int players;
    struct encounter *encounters; /* owned; one per game */
    size_t games;
};

/* --- games --- */

static int find_player(const struct field *field, const char *name) {
    for (int i = 0; i < field->players; i++)
        if (strcmp(field->names[i], name) == 0) return i;
    return -1;
}

/* The order of the first games is also that of equal ratings in the table. */
static enum status enter_player(struct field *field, const char *name, int *out,
                                struct failure *why) {
    *out = find_player(field, name);
    if (*out >= 0) return STATUS_OK;
    if (field->players == RATINGS_MAX_PLAYERS)
        return fail(why, STATUS_INVALID, "more than %d players", RATINGS_MAX_PLAYERS);
    *out = field->players;
    field->names[field->players++] = name;
    return STATUS_OK;
}

/* Collects the games; if a game is on several lines, the first one counts. After sorting, such
 * lines are neighbours: they come from shards that were started twice, or from a file that was
 * named twice. Each game becomes an encounter of its own, because the bootstrap draws single games.
 */
static enum status make_field(struct results *results, struct field *field, struct failure *why) {
    size_t repeated = 0;
    results_sort(results);
    field->names = calloc(RATINGS_MAX_PLAYERS, sizeof *field->names);
    field->encounters = calloc(results->count + 1, sizeof *field->encounters);
    if (!field->names || !field->encounters) return out_of_memory(why, "the games");
    for (size_t i = 0; i < results->count; i++) {
        const struct result *r = &results->list[i];
        struct encounter *e = &field->encounters[field->games];
        if (i && r[-1].plan == r->plan && r[-1].game == r->game) {
            repeated++;
            continue;
        }
        enum status status = enter_player(field, r->column[RESULT_BLACK], &e->first, why);
        if (status == STATUS_OK)
            status = enter_player(field, r->column[RESULT_WHITE], &e->second, why);
        if (status == STATUS_OK && e->first == e->second)
            status = fail(why, STATUS_INVALID, "game %" PRId64 ": %s plays itself", r->game,
                          r->column[RESULT_BLACK]);
        if (status != STATUS_OK) return status;
        e->wins = r->winner == BLACK;
        e->draws = r->winner == EMPTY;
        e->losses = r->winner == WHITE;
        field->games++;
    }
    if (repeated) fprintf(stderr, "ignored %zu lines that repeat a game\n", repeated);
    if (field->games == 0) return fail(why, STATUS_INVALID, "no games in these files");
    return STATUS_OK;
}

/* --- output --- */

/* The players, best first, for the caller to free. An insertion sort: it keeps the order of equal
 * ratings. */
static int *rank(const struct ratings *ratings) {
    int *order = calloc((size_t)ratings->players, sizeof *order);
    for (int i = 0; order && i < ratings->players; i++) {
        int place = i;
        for (; place > 0 && ratings->rating[order[place - 1]].elo < ratings->rating[i].elo; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    return order;
}

/* A dash for no bootstrap. */
static void print_interval(double low, double high) {
    char text[40];
    if (isnan(low))
        snprintf(text, sizeof text, "-");
    else
        snprintf(text, sizeof text, "%.0f to %.0f", low, high);
    printf("  %-16s", text);
}

static void print_table(const struct field *field, const struct ratings *ratings,
                        const int *order) {
    int width = 6;
    for (int i = 0; i < field->players; i++) {
        const int length = (int)strlen(field->names[i]);
        if (length > width) width = length;
    }
    printf("%4s  %-*s %6s  %-16s  %-16s %7s %7s %9s %7s\n", "rank", width, "player", "Elo", "95 %",
           "95 % (bootstrap)", "games", "score", "opponents", "better");
    for (int i = 0; i < field->players; i++) {
        const struct rating *r = &ratings->rating[order[i]];
        printf("%4d  %-*s %6.0f", i + 1, width, field->names[order[i]], r->elo);
        print_interval(r->low, r->high);
        print_interval(r->boot_low, r->boot_high);
        printf(" %7.0f %6.1f%% %9.0f", r->games, 100 * r->score, r->opponents);
        if (i + 1 < field->players)
            /* With the covariance of both: two intervals do not say how uncertain their difference
             * is. */
            printf(" %6.1f%%", 100 * ratings_superiority(ratings, order[i], order[i + 1]));
        printf("\n");
    }
    printf("\nBlack's advantage: ");
    if (ratings->first_move_known)
        printf("%+.0f Elo (%+.0f to %+.0f)\n", ratings->first_move.elo, ratings->first_move.low,
               ratings->first_move.high);
    else
        printf("unknown, because each pair of players always had the same colours\n");
    printf("'better' is the probability that a player is stronger than the next one.\n");
    if (ratings->has_prior)
        printf("The results are too one-sided for finite ratings: each pair that met got one "
               "additional\ndraw.\n");
}

/* The probability that each player is stronger than each other one. Rows and columns are ranks,
 * since names would be too wide. */
static void print_superiority(const struct field *field, const struct ratings *ratings,
                              const int *order) {
    printf("\nLikelihood of superiority in %%, row over column:\n    ");
    for (int j = 0; j < field->players; j++) printf(" %4d", j + 1);
    for (int i = 0; i < field->players; i++) {
        printf("\n%4d", i + 1);
        for (int j = 0; j < field->players; j++)
            if (i == j)
                printf("    -");
            else
                printf(" %4.0f", 100 * ratings_superiority(ratings, order[i], order[j]));
    }
    printf("\n");
}

static void print_real(struct buffer *out, double value) {
    if (isnan(value))
        buffer_print(out, "\t-");
    else
        buffer_print(out, "\t%.2f", value);
}

static void print_row(struct buffer *out, const char *name, const struct rating *r) {
    buffer_print(out, "%s", name);
    const double values[] = {r->elo, r->low, r->high, r->boot_low, r->boot_high};
    for (int i = 0; i < 5; i++) print_real(out, values[i]);
    buffer_print(out, "\t%.0f", r->games);
}

static enum status save(struct buffer *text, const char *path, struct failure *why) {
    const enum status status = file_save(path, text, why);
    buffer_free(text);
    return status;
}

/* The table of --tsv has more digits than the printed one, and the row "(first move)", a name that
 * no player can have. */
static enum status save_table(const struct field *field, const struct ratings *ratings,
                              const int *order, const char *path, struct failure *why) {
    struct buffer out = {0};
    buffer_print(&out, "player\telo\tlow\thigh\tboot_low\tboot_high\tgames\tscore\topponents\n");
    for (int i = 0; i < field->players; i++) {
        const struct rating *r = &ratings->rating[order[i]];
        print_row(&out, field->names[order[i]], r);
        buffer_print(&out, "\t%.4f\t%.2f\n", r->score, r->opponents);
    }
    print_row(&out, "(first move)", &ratings->first_move);
    buffer_print(&out, "\t-\t-\n");
    return save(&out, path, why);
}

/* Games without moves, which is all that BayesElo and Ordo read. In chess White moves first, so the
 * first player is White here. */
static enum status save_pgn(const struct field *field, const char *path, struct failure *why) {
    struct buffer out = {0};
    for (size_t i = 0; i < field->games; i++) {
        const struct encounter *e = &field->encounters[i];
        const char *result = e->wins ? "1-0" : e->losses ? "0-1" : "1/2-1/2";
        buffer_print(&out, "[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n\n%s\n\n",
                     field->names[e->first], field->names[e->second], result, result);
    }
    return save(&out, path, why);
}

/* --- the command --- */

struct settings {
    const char *anchor, *table, *pgn;
    size_t anchor_length; /* of the name in it */
    double anchor_elo;
    int64_t bootstrap, seed;
    bool superiority;
};

/* Parses --anchor at its last "=", because names may contain one. */
static enum status read_anchor(struct settings *settings, struct failure *why) {
    const char *text = settings->anchor, *equals = text ? strrchr(text, '=') : NULL;
    if (!text) return STATUS_OK;
    if (!equals || !text_to_real(equals + 1, &settings->anchor_elo) ||
        fabs(settings->anchor_elo) > 1e6)
        return fail(why, STATUS_INVALID, "--anchor: '%.80s' is not NAME=ELO, as in gnugo=1800",
                    text);
    settings->anchor_length = (size_t)(equals - text);
    return STATUS_OK;
}

/* The name in --anchor ends at a "=", not at a zero byte, so lengths are compared as well. */
static enum status find_anchor(const struct settings *settings, const struct field *field, int *out,
                               struct failure *why) {
    const size_t length = settings->anchor_length;
    for (int i = 0; i < field->players; i++)
        if (strlen(field->names[i]) == length &&
            strncmp(field->names[i], settings->anchor, length) == 0)
            *out = i;
    if (*out < 0)
        return fail(why, STATUS_INVALID, "--anchor: no player %.*s in these games",
                    (int)(length < 80 ? length : 80), settings->anchor);
    return STATUS_OK;
}

/* ratings_compute names the unconnected players by number; the names are known here. */
static enum status rate(const struct field *field, const struct settings *settings,
                        struct failure *why) {
    struct ratings_request request = {.players = field->players,
                                      .encounters = field->encounters,
                                      .count = field->games,
                                      .anchor = -1,
                                      .anchor_elo = settings->anchor_elo,
                                      .replicates = (int)settings->bootstrap,
                                      .seed = (uint64_t)settings->seed};
    struct ratings ratings;
    int unconnected[2] = {-1, -1};
    enum status status = STATUS_OK;
    if (settings->anchor) status = find_anchor(settings, field, &request.anchor, why);
    if (status == STATUS_OK) status = ratings_compute(&ratings, &request, unconnected, why);
    if (status == STATUS_INVALID && unconnected[0] >= 0)
        status = fail(why, status,
                      "no chain of games connects %s with %s: rate them separately, or let "
                      "them meet",
                      field->names[unconnected[0]], field->names[unconnected[1]]);
    if (status != STATUS_OK) return status;
    int *order = rank(&ratings);
    if (!order) {
        status = out_of_memory(why, "the ratings");
    } else {
        print_table(field, &ratings, order);
        if (settings->superiority) print_superiority(field, &ratings, order);
        if (settings->table) status = save_table(field, &ratings, order, settings->table, why);
        if (status == STATUS_OK && settings->pgn) status = save_pgn(field, settings->pgn, why);
    }
    free(order);
    ratings_free(&ratings);
    return status;
}

/* Fails if an output file would replace the other one or a file of results: "--tsv games.tsv"
 * beside "games.tsv" is a slip that would cost the games. */
static enum status check_outputs(const struct options_result *arguments,
                                 const struct settings *settings, struct failure *why) {
    enum status status = file_spare(settings->pgn, settings->table, "the ratings", why);
    for (int i = 0; status == STATUS_OK && i < arguments->positional_count; i++) {
        const char *path = arguments->positional[i];
        status = file_spare(settings->table, path, "the results", why);
        if (status == STATUS_OK) status = file_spare(settings->pgn, path, "the results", why);
    }
    return status;
}

int cmd_elo(int argc, char **argv) {
    struct settings settings = {.bootstrap = 1000, .seed = 1};
    const struct option table[] = {
        OPT_ONCE("anchor", &settings.anchor, "NAME=ELO",
                 "Fix this player's rating (default: the mean rating is 0)."),
        OPT_INT("bootstrap", &settings.bootstrap, 0, 100000, "N",
                "Bootstrap samples for the second intervals (default: 1000; 0: none)."),
        OPT_INT("seed", &settings.seed, 0, 0x1p53, "N", "Seed of the samples (default: 1)."),
        OPT_FLAG("los", &settings.superiority,
                 "Print the likelihood of superiority of each player over every other one."),
        OPT_TEXT("tsv", &settings.table, "FILE", "Also write the ratings to FILE."),
        OPT_TEXT("pgn", &settings.pgn, "FILE",
                 "Write the results for BayesElo and Ordo; White is the player who moved first."),
    };
    const struct options options = {
        .command = "elo",
        .summary = "Rate the players of matches (Bradley-Terry, maximum likelihood).",
        OPTIONS_TABLE(table),
        .positional_names = "FILE...",
        .min_positional = 1,
        .max_positional = OPTIONS_MAX_POSITIONAL};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    if (read_anchor(&settings, &why) != STATUS_OK ||
        check_outputs(&result, &settings, &why) != STATUS_OK)
        return cli_fail(&why, EXIT_USAGE);
    struct results results = {0};
    struct field field = {0};
    enum status status =
        results_read_all(&results, result.positional, result.positional_count, &why);
    if (status == STATUS_OK) status = make_field(&results, &field, &why);
    if (status == STATUS_OK) status = rate(&field, &settings, &why);
    free(field.names);
    free(field.encounters);
    results_free(&results);
    return cli_outcome(status, &why);
}
