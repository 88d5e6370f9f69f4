/* The search contract, between the algorithms that search a position and everything that uses them:
 * choices, reports, analyses, tests.
 *
 * A search gets a position, a limit and the parameters, and reports what it found about each
 * candidate. It knows no game, no clock settings and no front end. It may keep what it learnt, such
 * as a memory or a tree, from run to run of the same game. TD search, alpha-beta, the two in turn
 * and the tree searches are methods; nothing outside a method reads its fields.
 *
 * Win rates are between 0 and 1, the mover's view. Scores are points with komi, the mover's view;
 * those of the liberty network count neither komi nor captures.
 * Ownership is Black's view. */
#ifndef GUZUMI_SEARCH_H
#define GUZUMI_SEARCH_H

#include "guzumi/base/clock.h"
#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"
#include "guzumi/learner/evaluator.h"

#include <stdatomic.h>

struct memory;           /* memory.h */
struct weight_store;     /* learner.h */
struct playout_patterns; /* playout.h */

/* Moves that a search must not consider, by colour and by depth: the first ply of a line has depth
 * 0. All zero: none. The pass is move BOARD_MAX_POINTS. */
struct search_bans {
    uint16_t avoided[2][BOARD_MAX_POINTS + 1]; /* banned below this depth */
    struct bitset allowed[2];                  /* below the next depth all others are banned */
    uint16_t allowed_until[2];
};

/* Bans COLOR's MOVES, a set with the pass as bit BOARD_MAX_POINTS, at depths below UNTIL; or all
 * but MOVES, where UNTIL must be the same in all calls for a colour. */
void search_avoid(struct search_bans *bans, enum color color, const struct bitset *moves,
                  int until);
enum status search_allow(struct search_bans *bans, enum color color, const struct bitset *moves,
                         int until, struct failure *why);

/* Allows both colours only the points of REGION as the first move, with search_allow. REGION is a
 * rectangle on a board of SIZE by two opposite corners, in any order: "C3-G7". */
enum status search_allow_region(struct search_bans *bans, int size, const char *region,
                                struct failure *why);

/* Adds a point or PASS to such a set. */
static inline void search_add_move(struct bitset *moves, int move) {
    bitset_add(moves, move == PASS ? BOARD_MAX_POINTS : move);
}

/* The depth from which on no move is banned. */
int search_bans_depth(const struct search_bans *bans);

/* Whether COLOR's MOVE, a point or PASS, is banned at DEPTH; removes all such points from POINTS.
 */
bool search_bans_move(const struct search_bans *bans, enum color color, int move, int depth);
void search_take_banned(const struct search_bans *bans, enum color color, int depth,
                        struct bitset *points);

/* A position to search from. With two passes the game is over, and there is nothing to learn. */
struct search_position {
    const struct board *board;
    enum color to_move;
    int last_point, own_point; /* of the last move and of the one before, the mover's own; or PASS,
                                  NO_POINT */
    int passes;
    int half_komi;  /* subtracted from twice Black's area for the score, in half points, if both
                       sides put equally many stones on the board from here on */
    int stone_cost; /* half points that each of these stones costs its player: by territory 2
                       (board.h), by area 0. Methods that cannot value a pass ignore it: in their
                       games the sides alternate. */
    const uint64_t *hashes;         /* of the positions that superko forbids to come again */
    const struct search_bans *bans; /* or NULL; a run's candidates keep to them already */
    size_t hash_count;              /* 0 where the search need not know superko */
    bool may_pass;                  /* a pass is a candidate, for methods that give it a value */
    int pass_half_score; /* if so: the score (half points, Black's view, less komi) if the next
                            passes end the game. Later ones end it with all stones alive; by
                            territory a playout shows which are. */
};

/* Whether the position with HASH has occurred before. */
bool search_position_repeats(const struct search_position *position, uint64_t hash);

/* The legal points of the mover at POSITION, superko included. */
struct bitset search_legal_points(const struct search_position *position);

/* Observes a search while it runs. The searching thread calls NOTIFY between two simulations;
 * NOTIFY may read the search's statistics but must change nothing. */
struct search_watch {
    void (*notify)(void *context);
    void *context;
    double interval;      /* seconds between two calls; infinity: never */
    bool ownership;       /* gather statistics of ownership */
    bool moves_ownership; /* and for each candidate, if the method can */
};

/* What a search is for. */
enum search_purpose {
    SEARCH_TO_CHOOSE, /* a move is wanted */
    SEARCH_TO_SHOW,   /* statistics are wanted, of all simulations until the limit */
    SEARCH_TO_LEARN   /* pondering: only what helps the next run */
};

/* When a search ends: at the first of these. Times are seconds of CLOCK; infinity: no limit.
 * CLOCK_THREAD works for searches of one thread only. */
struct search_limit {
    enum search_purpose purpose;
    enum clock clock;
    uint64_t simulations; /* 0: no such limit */
    bool counts_kept;     /* SIMULATIONS includes those that the search has kept of the position;
                             at least one more is run. Methods that do not count them ignore it */
    double begin;  /* when the choice of the move began, which may be before the search did */
    double target; /* when the search should end */
    double most;   /* when it must end; a choice that is not clear at TARGET may use the time
                      between. If this is not after BEGIN, the search decides by what it knows
                      already; a tree runs a few simulations. */
    bool saves;    /* unused time carries over: a clear choice may end early */
    const atomic_bool *stop;
    const struct search_watch *watch; /* or NULL */
};

/* What a search found about one move. */
struct search_candidate {
    int point;       /* or PASS */
    uint64_t visits; /* simulations that began with it, including those of a kept tree */
    double winrate;  /* after it */
    double error; /* standard error of WINRATE, from search to search; 0 if the method has none */
    double score; /* mean over its simulations, shrunk towards the mean over all */
    double score_stdev; /* standard deviation of these scores, shrunk likewise; 0 if the method
                           has none */
    double prior;       /* its probability before any simulation; they sum to 1 */
};

/* The lower end of the 95 % confidence interval of the win rate, which is so many standard errors
 * below it; the win rate if ERROR is 0. */
#define SEARCH_BOUND_ERRORS 1.96
double search_lower_bound(const struct search_candidate *candidate);

/* The mean of COUNT results with this SUM and of WEIGHT more results that equal TOWARDS. The mean
 * of few results stays near TOWARDS. */
static inline double search_shrunk_mean(double sum, double count, double towards, double weight) {
    return (sum + weight * towards) / (count + weight);
}

/* SCORE, moved towards 0 where it contradicts WINRATE: a side that wins most simulations is not
 * behind. The scores of a few lost simulations may outweigh many small wins, and the network
 * predicts points less well than the winner. */
double search_agreeing_score(double score, double winrate);

/* The WEIGHT for the mean score of a move, towards the mean of all moves. */
#define SEARCH_SCORE_SHRINKAGE 16.0

/* What a search found about a position. */
struct search_statistics {
    enum color to_move;
    uint64_t hash;        /* of the position, without the mover */
    uint64_t simulations; /* of this run */
    double until;         /* when the run planned to end, by its limit; BEGIN without a search */
    double winrate;       /* of the first candidate */
    double score; /* expected; by most methods the mean over the simulations, and 0 without any */
    double score_stdev; /* standard deviation of their scores, 0 without any */
    int count; /* 0 before the first run, then at least 1: PASS if no point can be chosen */
    struct search_candidate candidates[BOARD_MAX_POINTS + 1]; /* best first */
    bool has_ownership;                                       /* the watch asked for it */
    double ownership[BOARD_MAX_POINTS]; /* by point: 1 Black's in all simulations, -1 White's */
    double ownership_stdev[BOARD_MAX_POINTS]; /* standard deviation over the simulations */
};

/* Makes the candidate number INDEX of FOUND the first, its choice; the others keep their order. */
void search_choose(struct search_statistics *found, int index);

/* The standard deviation of numbers with this MEAN and this mean of their squares. */
double search_stdev(double mean, double mean_square);

/* Who owned each point at the end of sampled simulations. */
struct ownership_sums {
    uint32_t samples;
    int32_t sum[BOARD_MAX_POINTS];   /* Black's less White's */
    int32_t owned[BOARD_MAX_POINTS]; /* those where it was either's */
};

/* Adds a sample of a board of SIZE; OWNER as in board_score_area. */
void ownership_sums_add(struct ownership_sums *counts, int size,
                        const uint8_t owner[BOARD_MAX_POINTS]);

/* The mean and the standard deviation for each point, of the samples and of WEIGHT more that are
 * distributed like those of ALL; 0 without any. With WEIGHT 0, ALL may be NULL. */
void ownership_sums_read(const struct ownership_sums *counts, const struct ownership_sums *all,
                         double weight, double mean[BOARD_MAX_POINTS],
                         double stdev[BOARD_MAX_POINTS]);

/* The simulations behind FOUND, including earlier ones that its candidates count. */
uint64_t search_visits(const struct search_statistics *found);

/* The longest line that a search reports. */
enum { SEARCH_PV = 40 };

/* What a search is made from; all of it is borrowed and outlives the search. */
struct search_setting {
    const struct params *params; /* read at each start and run */
    const struct playout_patterns *patterns;
    struct weight_store *store; /* of networks and policies */
};

/* A search with what it keeps. A method's own struct begins with this one; search_new fills it in
 * after MAKE. */
struct search {
    const struct search_method *method;
    struct search_setting setting;
};

/* A search algorithm. All calls on one search come from one thread, except those of a watch. */
struct search_method {
    const char *name;
    bool bans_lines;    /* it observes a position's bans beyond the first move, too */
    bool values_passes; /* a pass can be a candidate; other methods pass if there is none */
    bool asks_network;  /* with heuristic=network its values start from the policy-value network */
    bool averages;      /* its win rates are means of simulations (winrate_slope) */
    enum status (*make)(struct search **out, const struct search_setting *setting,
                        struct failure *why);
    void (*free)(struct search *search);

    /* Prepares for a game on boards of SIZE and drops what was learnt. MEMORY is the long-term
     * memory for that size, or NULL; borrowed as long as the search lives, and unchanged. */
    enum status (*start)(struct search *search, int size, const struct memory *memory,
                         struct failure *why);

    /* Searches POSITION until LIMIT. A line begins with one of CANDIDATES, legal moves, or with a
     * pass if POSITION allows it or there are no candidates. A single thread is deterministic
     * unless the clock ends it. Fails only if memory runs out or if the method cannot search with
     * the present parameters. */
    enum status (*run)(struct search *search, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct rng *rng, struct failure *why);

    /* What the last run, or the one being watched, found. The first candidate is the choice. */
    void (*statistics)(const struct search *search, struct search_statistics *out);

    /* The win rate after each legal move at POSITION by what was learnt so far, without searching;
     * -1 elsewhere, and for moves that a tree would not play or has not visited. */
    void (*values)(struct search *search, const struct search_position *position,
                   double values[BOARD_MAX_POINTS]);

    /* The principal variation that begins with POINT, the mover's move at POSITION, or with the
     * best move for NO_POINT. Returns its length, at least 1; 0 only for NO_POINT where the search
     * knows no move. */
    int (*pv)(const struct search *search, const struct search_position *position, int point,
              int pv[SEARCH_PV]);

    /* The simulations that went through POSITION, by the moves they chose there, which need not be
     * where the last run began; returns their number. NULL: it knows only where that run began. */
    uint64_t (*visits)(const struct search *search, const struct search_position *position,
                       uint64_t visits[BOARD_MAX_POINTS]);

    /* The ownership after the mover's move POINT, or PASS, where the last run's watch asked for it,
     * Black's view; moves with few samples lie near the position's. False if there is none. The
     * function may be NULL. */
    bool (*ownership_after)(const struct search *search, int point, double mean[BOARD_MAX_POINTS],
                            double stdev[BOARD_MAX_POINTS]);

    /* An evaluator by what is learnt, valid until the next call on the search; the caller sets it
     * to a board. NULL if what is learnt gives positions no value. The function may be NULL. */
    struct evaluator *(*evaluator)(struct search *search);
};

/* The methods by the parameter `search`. */
extern const struct search_method *const search_methods[];

/* A search by METHOD. */
enum status search_new(struct search **out, const struct search_method *method,
                       const struct search_setting *setting, struct failure *why);
void search_free(struct search *search);

#endif
