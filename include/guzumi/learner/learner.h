/* The contract of learners, between the kinds of learnt weights and what trains, stores, shows and
 * uses them (the weight store, `guzumi train`, `weights`, `doctor`).
 *
 * A learnt thing is a set of weights with their provenance. Its kind, a struct learner, makes it,
 * reads and writes it, and trains it one game or one step at a time. The kinds, each in the room of
 * its program, are in learner_table:
 *
 *     shapes       RLGO's long-term memory of local shapes             shapes/shapes_learner.c
 *     territory    Schraudolph's territory network (1994)              classics/classic_learner.c
 *     liberties    Ekker's liberty network (2004)                      classics/classic_learner.c
 *     policy       the linear policies of playouts and of the tree     network/policy_learner.c
 *     network      the policy-value network                            network/network_learner.c
 *
 * A new kind is one struct learner and an entry there. Functions marked "or NULL" are
 * optional. Everything else in the program uses the table and knows no kind by name. */
#ifndef GUZUMI_LEARNER_H
#define GUZUMI_LEARNER_H

#include "guzumi/base/params.h"
#include "guzumi/base/rng.h"
#include "guzumi/learner/weight_file.h"

#include <stdatomic.h>

struct learner;

/* How weights came about, and where their training continues. Weight files of every kind have it in
 * their fields: games, the parameters by name, and the random generator's state as rng0 to rng3. */
struct provenance {
    struct params params; /* the parameters of the training */
    uint64_t games;       /* or steps */
    struct rng rng;       /* after those games */
};

/* The step size after those games, alpha D / (D + games): large steps while little is known, then
 * smaller and smaller ones, whose noise averages out. It depends on the number of games alone, so
 * that training can be resumed. */
static inline double provenance_alpha(const struct provenance *origin) {
    const double decay = origin->params.alpha_decay;
    if (decay <= 0) return origin->params.alpha;
    return origin->params.alpha * decay / (decay + (double)origin->games);
}

/* The head of a learnt thing of any kind; a kind's own struct begins with it. */
struct learnt {
    const struct learner *learner;
    int size;                 /* of the boards that it was trained for */
    struct provenance origin; /* settings, games or steps, random numbers */
    bool can_continue;        /* has what training needs, which packed files lack */
};

/* --- training --- */

/* Options of a training that not every kind takes: a set of these bits. */
enum learner_option {
    LEARNS_FROM_GAMES = 1,        /* its length counts games (--games) */
    LEARNS_FROM_SAMPLES = 2,      /* its length counts steps (--steps) over files of samples */
    LEARNS_ON_THREADS = 4,        /* --threads */
    LEARNS_FROM_OPPONENTS = 8,    /* --program, and trial games */
    LEARNS_WITH_OCCURRENCES = 16, /* --occurrences */
    LEARNS_FROM_OTHERS = 32,      /* --start-from */
    LEARNS_FROM_RECORDS = 64      /* --records */
};

/* Who plays for a learner: what only rooms above its own can do. */
struct policy_games;
struct weight_store;

/* A program that speaks GTP; an implementation's own struct begins with this one. */
struct gtp_program {
    /* Asks COMMAND; *TEXT gets the answer without blanks around it, valid until the next call.
     * Starts the program if it does not run. Fails if it refuses, is late, or ends. */
    enum status (*ask)(struct gtp_program *program, const char *command, const char **text,
                       struct failure *why);
    void (*free)(struct gtp_program *program); /* ends it */
};

struct training_host {
    /* Prepares COMMAND as an opponent. Both pointers are borrowed. */
    enum status (*open_program)(struct gtp_program **out, const char *command,
                                const atomic_bool *stop, struct failure *why);
    /* Opens self-play whose positions a tree search evaluates (trained_policy.h). */
    enum status (*open_games)(struct policy_games **out, int size, const struct params *params,
                              struct weight_store *store, struct failure *why);
};

/* The command line's options for a training. All are borrowed until it ends, and NULL or 0 if not
 * given. */
struct training_plan {
    uint64_t length; /* games or steps at the end, those before a resumption included */
    int threads;     /* 1..THREADS_MAX */
    bool resumed;
    const atomic_bool *stop;    /* never NULL; set: end with STATUS_STOPPED where something waits */
    struct weight_store *store; /* other learnt things, such as the input of a network */
    const struct training_host *host;
    const char *const *samples; /* files */
    int sample_count;
    const char *program, *records, *occurrences, *trials_out;
    const char *trial_opponent; /* "novice", "random" or a program's command */
    int64_t trials;             /* games after each checkpoint */
};

/* A line for the user; longer ones are cut. */
enum { TRAINING_TEXT = 160 };

/* A number that the last checkpoint measured, for tables and curves. */
struct measure {
    const char *name;
    double value;
};
enum { TRAINING_MEASURES = 8 };

/* A training under way; a kind's own struct begins with this one. */
struct training {
    struct learnt *learnt; /* borrowed */
    const struct training_plan *plan;
    char note[TRAINING_TEXT]; /* a line for the user about what begins, or empty */
    struct measure measured[TRAINING_MEASURES];
    int measured_count;
};

/* What happened since the last call. Fields that are 0, NULL or empty are not reported. */
struct training_progress {
    uint64_t games, moves, wins;
    const char *winner;       /* whose wins: "Black wins" */
    double error;             /* root mean square of the errors that were learnt from */
    double log_likelihood;    /* mean over the moves that were learnt from */
    char text[TRAINING_TEXT]; /* anything else */
};

/* The number of games after GAMES at which a checkpoint is due: 1, 2, 5, 10, 20, 50, ... */
uint64_t training_next_checkpoint(uint64_t games);

/* --- the contract --- */

struct learner {
    const char *name;      /* on the command line: "shapes" */
    const char *file_kind; /* in weight files: "local-shapes" */
    const char *about;     /* a noun phrase for help: "local shapes" */
    const char *play;      /* options of guzumi play by which it decides: "--preset dyna2", or "" */
    int groups;            /* enum param_groups: used by its training, recorded in its files */
    const char *defaults;  /* "alpha=0.0001 train_komi=5.5": where they differ from the table's */
    int options;           /* enum learner_option */
    uint64_t length;       /* games or steps, by default */
    int reach; /* plays on boards up to this many lines larger or smaller than its own */

    /* Makes an untrained one for boards of SIZE, to be trained by PARAMS. Fails, naming the
     * parameter, if these are inconsistent. */
    enum status (*make)(struct learnt **out, int size, const struct params *params,
                        struct failure *why);
    void (*free)(struct learnt *learnt);

    /* The board size that PLAN suggests if the user gives none; or NULL: 9. */
    enum status (*find_size)(const struct training_plan *plan, int *size, struct failure *why);

    /* Fails unless the training of LEARNT can continue with PARAMS: the shape must not change. NULL
     * accepts all. */
    enum status (*check)(const struct learnt *learnt, const struct params *params,
                         struct failure *why);

    /* Takes over the weights of FROM, of the same kind, which may be for another board size. NULL
     * without LEARNS_FROM_OTHERS. */
    enum status (*start_from)(struct learnt *learnt, const struct learnt *from,
                              struct failure *why);

    /* Reads the kind's own part of FILE; the fields common to all kinds are in HEAD already. */
    enum status (*read)(struct weight_file *file, const struct learnt *head, struct learnt **out,
                        struct failure *why);

    /* Writes the same. PACKED leaves out what only training needs, and rounds to half precision
     * where that pays. */
    void (*write)(const struct learnt *learnt, struct weight_writer *writer, bool packed);

    /* Frees what only training needs; or NULL. */
    void (*end_training)(struct learnt *learnt);

    /* Merges NEXT into MEAN, the mean of COUNT, which becomes the mean of COUNT + 1; NAME is NEXT's
     * name in messages. NULL: this kind cannot be averaged. */
    enum status (*average)(struct learnt *mean, int count, const struct learnt *next,
                           const char *name, struct failure *why);

    /* Appends lines "name: facts" about its weights. */
    void (*describe)(const struct learnt *learnt, struct buffer *out);

    /* Appends its weights as tables for people to read; or NULL. */
    void (*print_weights)(const struct learnt *learnt, struct buffer *out);

    /* Begins a training of LEARNT, which can continue. */
    enum status (*begin)(struct training **out, struct learnt *learnt,
                         const struct training_plan *plan, struct failure *why);

    /* Plays a game, or makes a step, and learns from it; origin.games counts it. UNTIL, above the
     * present count, is where the caller saves or reports next: no step goes beyond. Fails if
     * a program fails or memory runs out, or with STATUS_STOPPED once plan->stop is set; what was
     * learnt until then is sound. */
    enum status (*step)(struct training *training, uint64_t until, struct failure *why);

    /* Brings the learnt thing up to date before it is saved or read; or NULL. */
    void (*settle)(struct training *training);

    struct training_progress (*progress)(struct training *training);

    /* Evaluates the weights after each save at a checkpoint: may write a line for the user into
     * TEXT and set TRAINING's measures. If training stops before it, it runs when training resumes.
     * Or NULL. */
    enum status (*checkpoint)(struct training *training, char text[TRAINING_TEXT],
                              struct failure *why);

    /* Writes the plan's other files; or NULL. Called once, unless training failed. */
    enum status (*report)(struct training *training, struct failure *why);
    void (*finish)(struct training *training);
};

extern const struct learner shapes_learner, territory_learner, liberties_learner, policy_learner,
    network_learner;

extern const struct learner *const learner_table[];
extern const int learner_count;

/* The kind called NAME on the command line, or in weight files; or NULL. */
const struct learner *learner_find(const char *name);
const struct learner *learner_of_file(const char *file_kind);

/* Writes the names of all kinds whose bits include OPTIONS, "shapes, territory or network". */
enum { LEARNER_NAMES = 120 };
const char *learner_names(int options, char text[LEARNER_NAMES]);

/* Sets PARAMS to the default values of LEARNER's training. */
void learner_defaults(const struct learner *learner, struct params *params);

/* --- learnt things --- */

/* Accepts NULL. */
void learnt_free(struct learnt *learnt);

/* Begins LEARNT's head: its kind and size, the settings, no games, random numbers by the seed. */
void learnt_begin(struct learnt *learnt, const struct learner *learner, int size,
                  const struct params *params);

/* Reads an open weight file, or the one at PATH, to its end. Fails unless it holds one of LEARNER's
 * kind; NULL accepts any. */
enum status learnt_read(struct learnt **out, struct weight_file *file,
                        const struct learner *learner, struct failure *why);
enum status learnt_load(struct learnt **out, const char *path, const struct learner *learner,
                        struct failure *why);

/* Writes a weight file, as weight_writer_save does. */
enum status learnt_save(const struct learnt *learnt, const char *path, bool packed,
                        struct failure *why);

/* --- the weight store --- */

/* The weights that can be used: compiled into the executable, or loaded from files.
 *
 * There is at most one learnt thing of each kind for each board size. A size without its own uses
 * that of the nearest size within the kind's reach, of two equally near the larger. */
struct weight_store;

/* Makes a store of the weights that are compiled in; each file is read when it is first needed.
 * Several threads may call weight_store_find at once, but not during a weight_store_load. */
enum status weight_store_new(struct weight_store **out, struct failure *why);
void weight_store_free(struct weight_store *store);

/* Loads the weight file at PATH in place of what the store has of its kind and board size. What
 * only training needs is not kept. */
enum status weight_store_load(struct weight_store *store, const char *path, struct failure *why);

/* What LEARNER has learnt for boards of SIZE, borrowed until the next load. *OUT is NULL if there
 * is nothing within its reach. */
enum status weight_store_find(struct weight_store *store, const struct learner *learner, int size,
                              const struct learnt **out, struct failure *why);

/* The weight files that are compiled in, by number from 0 to weight_store_builtin_count() - 1, in
 * order of sizes; reads one anew, to be freed by the caller. */
int weight_store_builtin_count(void);
enum status weight_store_read_builtin(int number, struct learnt **out, struct failure *why);

#endif
