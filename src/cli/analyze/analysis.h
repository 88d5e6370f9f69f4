/* The analysis of a game record: for each move of its main line the win rate after it, and the
 * engine's choice with its win rate.
 *
 * Each position is searched once, which serves the move before it and the move after it. A tree is
 * kept from move to move, and its kept simulations of a position count; walking backwards would
 * keep nothing, because a tree holds later positions. Other searches begin anew in each position.
 *
 * Where the move played may be a mistake, the position after the engine's choice is searched as
 * well: both win rates are then computed in the same way, with the opponent to play. Such a search
 * favours the side to move, just as the search before the move favours the mover. The mean of the
 * two is taken as the win rate of the engine's choice, and the win rate after the move played is
 * corrected by the same half of the difference. Win rates are the mover's view, 0 to 1. */
#ifndef GUZUMI_ANALYSIS_H
#define GUZUMI_ANALYSIS_H

#include "guzumi/go/sgf.h"

#include "cli.h"

struct analyzed_move {
    int number, node; /* counted from 1; in the record */
    struct move move;
    double best;  /* win rate of the engine's choice, or of this move if that is better */
    double after; /* win rate of this move */
    struct search_candidate choice;   /* the engine's */
    double score;                     /* mean score of the simulations, the mover's view */
    int line[REPORT_PV], line_length; /* its principal variation, its choice first */
    double lead;                      /* the same after this move */
    double points;                    /* lost by this move, by these scores */
    int rank;                         /* among the mistakes: 1 is the largest; 0: not a mistake */
    int own_rank;                     /* among those of this player */
};

struct analysis {
    struct sgf *sgf; /* borrowed */
    int size, handicap;
    double komi;
    int move_count;              /* of the whole main line */
    struct analyzed_move *moves; /* owned; count of them, in order */
    int count, capacity;
    int max_mistakes;    /* asked for; with 0 none are listed */
    int mistakes;        /* with a rank */
    int own_mistakes[2]; /* with an own rank, by colour */
    bool scored;         /* the search has scores */
};

struct analysis_request {
    int from, to;     /* numbers of moves; TO may be beyond the end */
    int max_mistakes; /* to rank */
    const atomic_bool *stop;
    /* Called after each of TOTAL positions of the game; or NULL. */
    void (*progress)(void *context, int done, int total);
    void *context;
};

/* Analyzes the main line of SGF with ENGINE, whose game is replaced; its parameters limit the
 * search of each position. Free OUT in any case. When STOP is set: STATUS_STOPPED, with the moves
 * so far. */
enum status analysis_run(struct analysis *out, struct sgf *sgf, struct engine *engine,
                         const struct analysis_request *request, struct failure *why);
void analysis_free(struct analysis *analysis);

/* Whether NODE has a move that can be played in GAME, the position before it. Only such moves are
 * counted. */
bool analysis_has_move(const struct sgf *sgf, int node, const struct game *game, struct move *out);

/* The win rate that MOVE lost; 0 if it was the engine's choice. */
double analysis_loss(const struct analyzed_move *move);

/* The size of that loss. */
enum verdict { VERDICT_FINE, VERDICT_MISTAKE, VERDICT_BLUNDER };
enum verdict analysis_verdict(const struct analyzed_move *move);

/* The smallest losses of mistakes and blunders. */
#define ANALYSIS_MISTAKE 0.05
#define ANALYSIS_BLUNDER 0.15

/* Black's win rate after MOVE. */
double analysis_black(const struct analyzed_move *move);

/* The mistake of RANK. */
const struct analyzed_move *analysis_mistake(const struct analysis *analysis, int rank);

/* Writes the effort for each position, "1000 simulations" or "2 s", into TEXT; returns TEXT. */
enum { ANALYSIS_EFFORT_SIZE = 60 };
const char *analysis_effort(const struct params *params, char text[ANALYSIS_EFFORT_SIZE]);

/* Appends ", result B+R" in the syntax of a format. */
typedef void analysis_result(const struct analysis *analysis, struct buffer *out);

/* Appends "9x9, komi 7.5, handicap 2, result B+R, 40 moves". */
void analysis_print_game(const struct analysis *analysis, analysis_result *result,
                         struct buffer *out);

/* Append the analysis in a format. PARAMS are those of the engine, NAME is the record's. The SGF
 * format adds comments and, for mistakes, the better line as a variation to the record; they
 * replace those of an earlier analysis. */
void analysis_print_text(const struct analysis *a, const struct params *params, const char *name,
                         struct buffer *out);
void analysis_print_json(const struct analysis *a, const struct params *params, const char *name,
                         struct buffer *out);
enum status analysis_print_sgf(const struct analysis *a, const struct params *params,
                               struct buffer *out, struct failure *why);

/* Appends a drawing of Black's win rate after each move, with mistakes marked. In its own units it
 * is GRAPH_ALL_WIDTH wide; its first move is at GRAPH_LEFT, its last one GRAPH_WIDTH further. */
enum { GRAPH_LEFT = 30, GRAPH_WIDTH = 400, GRAPH_ALL_WIDTH = 440 };
void analysis_print_svg(const struct analysis *a, struct buffer *out);

/* Appends the page, which needs no other file: facts, graph, a board to step through the game and
 * the better lines, and the largest mistakes of both players. */
enum status analysis_print_html(const struct analysis *a, const struct params *params,
                                const char *name, struct buffer *out, struct failure *why);

#endif
