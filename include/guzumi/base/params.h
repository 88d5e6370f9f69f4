/* The parameters of learning and search. params.def defines each of them once.
 *
 * From its rows come struct params, defaults, bounds, help, --set name=value, the parameter
 * commands of GTP and the manual. Rows are in groups; a command names the groups that it uses and
 * refuses parameters of others. A preset is a list of settings under the name of the program that
 * it reproduces. Code keeps a `const struct params *` and reads it; the owner of the struct
 * outlives the readers. */
#ifndef GUZUMI_PARAMS_H
#define GUZUMI_PARAMS_H

#include "guzumi/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The choices: for PARAM_ENUM(tree_choice, ...) `enum tree_choice` with its enumerators. */
#define WORD(value, word) value,
#define PARAM_ENUM(type, words) enum type { words };
#include "guzumi/base/params.def"
#undef WORD

/* The local shapes of SIZES as a mask: bit k - 1 for the k x k shapes. */
static inline int shapes_mask(enum shape_sizes sizes) {
    return (int)sizes + 1;
}

/* The value of each parameter, under its name. */
struct params {
#define PARAM(type, kind, name, ...) type name;
#include "guzumi/base/params.def"
    bool rules_given; /* the user has set the parameter rules: game records do not replace it */
};

enum param_kind {
    PARAM_KIND_INT,    /* int64_t */
    PARAM_KIND_REAL,   /* double */
    PARAM_KIND_HALF,   /* double, a multiple of one half */
    PARAM_KIND_BOOL,   /* bool */
    PARAM_KIND_CHOICE, /* an enum */
};

enum param_use {
    PARAM_EVERYDAY, /* set by players */
    PARAM_RESEARCH, /* set by researchers */
    PARAM_RESTARTS  /* likewise; a search cannot reuse what one with another value has found */
};

/* One row of the table. */
struct param {
    const char *name;
    enum param_kind kind;
    enum param_use use;
    size_t offset, size;      /* of the field in struct params, in bytes */
    double preset;            /* the default; the index of a choice */
    double min, max;          /* bounds of numbers, both included */
    const char *const *words; /* of a choice, by value, NULL behind the last; else NULL */
    const char *help;         /* sentences, with the paper's symbol */
};

/* The rows, in the order of params.def. */
extern const struct param param_table[];
extern const int param_count;

void params_default(struct params *params);

/* The parameter called NAME, or NULL. */
const struct param *param_find(const char *name);

/* Writes the valid values of PARAM, "0..1", "on|off" or "long|short|both", to TEXT; returns TEXT.
 */
enum { PARAM_RANGE_SIZE = 200 };
const char *param_range(const struct param *param, char text[PARAM_RANGE_SIZE]);

/* A set of groups is a mask of PARAMS_GENERAL, PARAMS_TRAINING, ... */
enum {
#define PARAM_GROUP(name, word, title) PARAM_GROUP_##name,
#include "guzumi/base/params.def"
    PARAM_GROUPS
};
enum param_groups {
#define PARAM_GROUP(name, word, title) PARAMS_##name = 1 << PARAM_GROUP_##name,
#include "guzumi/base/params.def"
    PARAMS_ALL = (1 << PARAM_GROUPS) - 1,
    /* Training of each kind, and of any. */
    PARAMS_OF_GAMES = PARAMS_GENERAL | PARAMS_TRAINING | PARAMS_GAMES,
    PARAMS_OF_SHAPES =
        PARAMS_OF_GAMES | PARAMS_LEARNING | PARAMS_TD_TRAINING | PARAMS_EXPLORATION | PARAMS_SHAPES,
    PARAMS_OF_TERRITORY = PARAMS_OF_GAMES | PARAMS_CLASSICS | PARAMS_TERRITORY,
    PARAMS_OF_LIBERTIES = PARAMS_OF_GAMES | PARAMS_TD_TRAINING | PARAMS_EXPLORATION |
                          PARAMS_CLASSICS | PARAMS_LIBERTIES,
    PARAMS_OF_POLICY = PARAMS_OF_GAMES | PARAMS_TD_TRAINING | PARAMS_EXPLORATION | PARAMS_POLICY,
    PARAMS_OF_NETWORK = PARAMS_GENERAL | PARAMS_TRAINING | PARAMS_TD_TRAINING | PARAMS_NETWORK,
    PARAMS_OF_TRAINING = PARAMS_OF_SHAPES | PARAMS_OF_TERRITORY | PARAMS_OF_LIBERTIES |
                         PARAMS_OF_POLICY | PARAMS_OF_NETWORK,
    /* A player in a GTP session, in a game, in an analysis. */
    PARAMS_OF_GTP =
        (PARAMS_ALL & ~(PARAMS_OF_TRAINING | PARAMS_SELFPLAY)) | PARAMS_GENERAL | PARAMS_LEARNING,
    PARAMS_OF_PLAY = PARAMS_OF_GTP & ~PARAMS_GTP,
    PARAMS_OF_ANALYSIS = PARAMS_OF_PLAY & ~PARAMS_PLAY
};

struct param_group {
    const char *word;  /* in messages */
    const char *title; /* in help, above its parameters */
    int first;         /* index of its first row */
};
extern const struct param_group param_group_table[PARAM_GROUPS];

/* Whether PARAM is in one of GROUPS. */
bool param_is_of(const struct param *param, int groups);

/* Whether a search with AFTER cannot reuse the tree or memory of one with BEFORE: a PARAM_RESTARTS
 * parameter differs. */
bool params_restart_search(const struct params *after, const struct params *before);

/* Fails if NAME, or what precedes the "=" of "NAME=VALUE", is a parameter in none of GROUPS, which
 * are those of USER ("guzumi train"). Unknown names pass: params_set reports them. */
enum status params_check_use(const char *name, int groups, const char *user, struct failure *why);

/* Sets a parameter from text. A failure changes nothing, and WHY names the parameter and its bounds
 * or words. */
enum status params_set(struct params *params, const char *name, const char *value,
                       struct failure *why);

/* The same from "name=value". */
enum status params_assign(struct params *params, const char *assignment, struct failure *why);

/* Writes the value to TEXT of SIZE bytes (64 suffice) so that params_set reads the same value back;
 * returns TEXT. */
const char *params_format(const struct params *params, const struct param *param, char *text,
                          size_t size);

struct preset {
    const char *name;
    const char *settings; /* "name=value name=value ..." */
    const char *help;     /* the program, with paper and section */
};
extern const struct preset preset_table[];
extern const int preset_count;

/* Whether all settings of PRESET are in GROUPS. */
bool preset_is_of(const struct preset *preset, int groups);

/* Sets PARAMS to the defaults, replaced by the settings of the preset NAME. */
enum status params_preset(struct params *params, const char *name, struct failure *why);

#endif
