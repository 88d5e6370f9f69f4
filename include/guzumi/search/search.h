/* What every search is: the contract between the algorithms that search a position and everything
 * that uses them (choice, reports, analysis, mind, tests).
 *
 * A search gets a position, a limit and the parameters, and tells what it found about each
 * candidate. It knows no game, no clock settings and no front end. It may keep what it learnt, such
 * as a memory or a tree, from run to run in the same game. TD search, alpha-beta, the two in turn
 * and the tree searches are methods. Nobody reads a method's own fields.
 *
 * Chances are between 0 and 1, the mover's view. Scores are points, the mover's view, with komi
 * counted. The owners of points are Black's view. */
#ifndef GUZUMI_SEARCH_H
#define GUZUMI_SEARCH_H

#include "guzumi/base/clock.h"
#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"
#include "guzumi/learner/evaluator.h"

#include <stdatomic.h>

struct memory;           /* memory.h */
struct weight_store;     /* weight_store.h */
struct playout_patterns; /* playout.h */

/* A position to search from. With two passes the game is over, and there is nothing to learn. */
struct search_position {
    const struct board *board;
    enum color to_move;
    int last_point, own_point; /* the last move's and the one's before it, the mover's own: a point,
                                  PASS or NO_POINT */
    int passes;
    int half_komi;  /* taken off twice Black's area for the score, in half points, if each side puts
                       as many stones on the board from here on */
    int stone_cost; /* half points that each of these stones costs its player: by territory 2
                       (guzumi/go/score.h), by area 0. Methods that value no pass take no notice: in
                       their games the sides take turns. */
    const uint64_t *hashes; /* of the positions that superko forbids to come again */
    size_t hash_count;      /* 0 where the search need not know superko */
    bool may_pass;          /* a pass is a candidate, for methods that give it a value */
    int pass_half_score;    /* if so: the score (half points, Black's view, less komi) if the next
                               passes end the game. Later ones end it with all stones alive; by
                               territory a playout tells which are. */
};

/* Whether the position with HASH has occurred before. */
bool search_position_repeats(const struct search_position *position, uint64_t hash);

/* The points where the mover at POSITION may play, superko considered. */
struct bitset search_legal_points(const struct search_position *position);

/* A way to look at a search while it runs. The searching thread calls NOTIFY between two
 * simulations; NOTIFY may ask for the search's statistics but must change nothing. */
struct search_watch {
    void (*notify)(void *context);
    void *context;
    double interval; /* seconds from one call to the next; infinity: never */
    bool ownership;  /* gather the owners of points */
};

/* What a search is for. */
enum search_purpose {
    SEARCH_TO_CHOOSE, /* a move is wanted */
    SEARCH_TO_SHOW,   /* statistics are wanted, as many simulations' as there are until the limit */
    SEARCH_TO_LEARN   /* the opponent's time: nothing but what helps the next run */
};

/* When a search ends: at the first of these. Times are seconds of CLOCK; infinity: no limit. By
 * CLOCK_THREAD only a search of one thread knows when it ends. BEGIN is when the choice of this
 * move began, whatever has been done of it before the search. */
struct search_limit {
    enum search_purpose purpose;
    enum clock clock;
    uint64_t simulations; /* 0: no such limit */
    double begin;
    double target; /* it should end */
    double most;   /* it must end; the time between is for choices that are not clear yet. If it is
                      not after BEGIN, what is known decides, or, in a tree, a few simulations. */
    bool saves;    /* what is left of the time is worth something: a clear choice may end early */
    const atomic_bool *stop;
    const struct search_watch *watch; /* or NULL */
};

/* What a search found out about one move. */
struct search_candidate {
    int point;       /* or PASS */
    uint64_t visits; /* simulations that began with it, earlier ones of a kept tree too */
    double winrate;  /* the mover's chance of winning after it, by the value the choice goes by */
    double error;    /* standard error of WINRATE: by how much it differs from search to search; 0
                        where the method knows none */
    double score;    /* mean of those simulations, shrunk to that of all */
    double prior;    /* 0..1: its share before any simulation; they add up to 1 */
};

/* The lower end of the 95 % confidence interval of a winrate; the winrate itself without an error.
 */
double search_lower_bound(const struct search_candidate *candidate);

/* The mean of COUNT results that add up to SUM, as if WEIGHT results like TOWARDS came on top: of
 * few results it stays near that. */
static inline double search_shrunk_mean(double sum, double count, double towards, double weight) {
    return (sum + weight * towards) / (count + weight);
}

/* Results by which the mean score after a move is shrunk to that of all moves. */
#define SEARCH_SCORE_SHRINKAGE 16.0

/* What a search found out about a position. */
struct search_statistics {
    enum color to_move;
    uint64_t simulations; /* of this run */
    double until;   /* when the run meant to end, of its limit's times; BEGIN without a search */
    double winrate; /* of the first candidate */
    double score;   /* mean of the simulations; 0 without any */
    int count;      /* at least 1 after a run: PASS when no point can be chosen; 0 before one */
    struct search_candidate candidates[BOARD_MAX_POINTS + 1]; /* in the order of choice */
    bool has_ownership;                                       /* the watch wanted it */
    double ownership[BOARD_MAX_POINTS]; /* 1 Black's in all simulations, -1 White's, by point */
};

/* The simulations that FOUND is from, those before this run that its candidates count included. */
uint64_t search_visits(const struct search_statistics *found);

/* The principal variation (search_method's pv) of a search that looks no further than its move:
 * POINT alone, or the best of what it FOUND on the board with the hash SEARCHED. */
int search_single_move(const struct search_statistics *found, uint64_t searched,
                       const struct search_position *position, int point, int *pv);

/* The longest line that a search tells. */
enum { SEARCH_PV = 40 };

/* What a search is made from; all of it is borrowed and outlives the search. */
struct search_setting {
    const struct params *params; /* read at each start and each run */
    const struct playout_patterns *patterns;
    struct weight_store *store; /* where networks are found */
};

/* A search with what it keeps. A method's own struct begins with this one, which search_new fills
 * in after MAKE. */
struct search {
    const struct search_method *method;
    struct search_setting setting;
};

/* An algorithm. All calls on one search come from one thread, except those of a watch. */
struct search_method {
    const char *name;
    bool values_passes; /* a pass can be a candidate; in others it is chosen for want of any */
    enum status (*make)(struct search **out, const struct search_setting *setting,
                        struct failure *why);
    void (*free)(struct search *search);

    /* Prepares for a game on boards of SIZE and forgets what was learnt. MEMORY is the long-term
     * memory for that size, borrowed until the next start, or NULL if there is none. */
    enum status (*start)(struct search *search, int size, const struct memory *memory,
                         struct failure *why);

    /* Searches from POSITION for the best of CANDIDATES, the legal moves that a line may begin
     * with, until LIMIT; POSITION says whether a pass is one, too. Without candidates only the pass
     * is searched. A single thread is deterministic unless the clock ends it. Fails only if memory
     * runs out, or if the method cannot search with the present parameters. */
    enum status (*run)(struct search *search, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct rng *rng, struct failure *why);

    /* What the last run found, or the one being watched. The first candidate is the choice. */
    void (*statistics)(const struct search *search, struct search_statistics *out);

    /* The mover's chance after each legal move at POSITION, by what is learnt already, without
     * searching; -1 where there is none, or none that the search would play or has looked at. */
    void (*values)(struct search *search, const struct search_position *position,
                   double values[BOARD_MAX_POINTS]);

    /* The principal variation after POINT, the mover's move at POSITION, which comes first;
     * NO_POINT stands for the best move. Returns the number of moves: at least 1, but for
     * NO_POINT 0 where the search knows no move. */
    int (*pv)(const struct search *search, const struct search_position *position, int point,
              int pv[SEARCH_PV]);

    /* An evaluator by what is learnt, valid until the next call on the search, for the caller to
     * set to a board. NULL if what is learnt gives positions no value. The method may be NULL as
     * well. */
    struct evaluator *(*evaluator)(struct search *search);
};

/* The methods of searches.def, by the parameter `search`. */
extern const struct search_method *const search_methods[];

/* A search by METHOD. */
enum status search_new(struct search **out, const struct search_method *method,
                       const struct search_setting *setting, struct failure *why);
void search_free(struct search *search);

#endif
