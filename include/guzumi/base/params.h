/* The parameter table: every setting of learning and search, named once, in params.def.
 *
 * From the table come the struct, the defaults, the bounds, the help texts, --set name=value, the
 * GTP parameter commands and the documentation. Its rows are in groups. Each command names the
 * groups that it uses, so that a setting without effect is refused. A preset is a list of settings
 * under the name of the program that it reproduces. */
#ifndef GUZUMI_PARAMS_H
#define GUZUMI_PARAMS_H

#include "guzumi/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct params {
#define PARAM_INT(name, preset, min, max, help) int64_t name;
#define PARAM_REAL(name, preset, min, max, help) double name;
#define PARAM_HALF(name, preset, min, max, help) double name;
#define PARAM_BOOL(name, preset, help) bool name;
#define PARAM_CHOICE(name, preset, choices, help) int name;
#include "guzumi/base/params.def"
    bool rules_given; /* the parameter rules was set: records bring no others */
};

enum param_kind {
    PARAM_KIND_INT,
    PARAM_KIND_REAL,
    PARAM_KIND_HALF, /* a multiple of a half */
    PARAM_KIND_BOOL,
    PARAM_KIND_CHOICE
};

/* One row of the table. */
struct param {
    const char *name;
    enum param_kind kind;
    size_t offset;       /* in struct params */
    double preset;       /* the default; a choice's index */
    double min, max;     /* of numbers */
    const char *choices; /* "a|b|c" for choices, NULL otherwise */
    const char *help;    /* what it is, with the paper's symbol */
};

/* The table's rows, in order. */
extern const struct param param_table[];
extern const int param_count;
enum { PARAMS_MAX = 200 }; /* at least param_count */

/* Values of the choices, by the order of their names in params.def. */
enum search_choice {
    SEARCH_TWO_PHASE,
    SEARCH_TD,
    SEARCH_ALPHA_BETA,
    SEARCH_GREEDY,
    SEARCH_TREE,
    SEARCH_TERRITORY,
    SEARCH_LIBERTIES,
    SEARCH_NOVICE
};
enum rave_schedule { RAVE_NONE, RAVE_HAND_SELECTED, RAVE_MINIMUM_MSE };
enum heuristic {
    HEURISTIC_NONE,
    HEURISTIC_EVEN,
    HEURISTIC_GRANDFATHER,
    HEURISTIC_RULES,
    HEURISTIC_LOCAL_SHAPE,
    HEURISTIC_COMBINED,
    HEURISTIC_LEARNT,
    HEURISTIC_NETWORK
};
enum tree_policy_choice { TREE_POLICY_AUTO, TREE_POLICY_MOGO, TREE_POLICY_PUCT };
enum heuristic_memory { HEURISTIC_LONG, HEURISTIC_SHORT };
enum tree_choice { TREE_CHOICE_VISITS, TREE_CHOICE_VALUE };
enum memory_use { MEMORY_LONG, MEMORY_SHORT, MEMORY_BOTH };
enum policy { POLICY_NONE, POLICY_UNIFORM, POLICY_MOGO, POLICY_SOFTMAX };
enum value_kind { VALUE_LOGISTIC, VALUE_LINEAR };
enum normalisation { NORMALISE_ACTIVE, NORMALISE_OCCURRENCES };
enum step_sizes { STEPS_CONSTANT, STEPS_COHERENT };
enum pass_when { PASS_WHEN_SETTLED, PASS_WHEN_FILLED };
enum sharing { SHARE_NONE, SHARE_LD, SHARE_LI, SHARE_BOTH }; /* bits: 1 LD, 2 LI */
enum rules_name {
    RULES_CHINESE,
    RULES_AGA,
    RULES_NEW_ZEALAND,
    RULES_CGOS,
    RULES_TROMP_TAYLOR,
    RULES_JAPANESE
};
enum chat { CHAT_NONE, CHAT_OGS };
enum by_rules { BY_RULES }; /* the first choice of handicap_bonus and suicide */
enum returns_kind { RETURNS_LAMBDA, RETURNS_MU };
enum td_kind { TD_ONE_PLY, TD_DIRECTED, TD_LEAF, TD_MU };
enum update_kind { UPDATE_BACKPROPAGATION, UPDATE_RPROP };
enum opponent_kind {
    OPPONENT_SELF,
    OPPONENT_RANDOM,
    OPPONENT_NOVICE,
    OPPONENT_PROGRAM,
    OPPONENT_RECORDS
};
/* Feature sizes: choice + 1 is a mask, bit k - 1 for the k x k shapes. */
static inline int shapes_mask(int choice) {
    return choice + 1;
}

void params_default(struct params *params);

/* The parameter called NAME, or NULL. */
const struct param *param_find(const char *name);

/* Writes the values that the parameter can have, "0..1" or "long|short|both", into TEXT; returns
 * TEXT. */
enum { PARAM_RANGE_SIZE = 200 };
const char *param_range(const struct param *param, char text[PARAM_RANGE_SIZE]);

/* The groups are the bits of a set: PARAMS_GENERAL, PARAMS_TRAINING, ... in the table's order. */
enum {
#define PARAM_GROUP(name, word, title) PARAM_GROUP_##name,
#include "guzumi/base/params.def"
    PARAM_GROUPS
};
enum param_groups {
#define PARAM_GROUP(name, word, title) PARAMS_##name = 1 << PARAM_GROUP_##name,
#include "guzumi/base/params.def"
    PARAMS_ALL = (1 << PARAM_GROUPS) - 1,
    /* What training uses: of local shapes, Schraudolph's network, Ekker's, any of them. */
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
    /* What a player uses: in a session of GTP, in a game, in an analysis. */
    PARAMS_OF_GTP = (PARAMS_ALL & ~PARAMS_OF_TRAINING) | PARAMS_GENERAL | PARAMS_LEARNING,
    PARAMS_OF_PLAY = PARAMS_OF_GTP & ~PARAMS_GTP,
    PARAMS_OF_ANALYSIS = PARAMS_OF_PLAY & ~PARAMS_PLAY
};

struct param_group {
    const char *word;  /* as messages name it */
    const char *title; /* a line above its parameters */
};
extern const struct param_group param_group_table[PARAM_GROUPS];

/* Whether PARAM is in one of GROUPS. */
bool param_is_of(const struct param *param, int groups);

/* Whether PARAM is one that people set who do no research. */
bool param_is_everyday(const struct param *param);

/* Whether a search by NOW can't go on with what one by BEFORE has found: its memories, or what its
 * tree's actions began with, are others. */
bool params_begin_anew(const struct params *now, const struct params *before);

/* Fails if the parameter NAME is in none of GROUPS, those that USER ("guzumi train") uses. NAME
 * ends at an equals sign, if there is one. A name that is no parameter's is left to params_set. */
enum status params_check_use(const char *name, int groups, const char *user, struct failure *why);

/* Sets one parameter from text. The message of a failure names the parameter and its bounds or
 * choices. */
enum status params_set(struct params *params, const char *name, const char *value,
                       struct failure *why);

/* Sets from "name=value". */
enum status params_assign(struct params *params, const char *assignment, struct failure *why);

/* Writes the value as params_set would read it into TEXT of SIZE bytes (64 suffice). */
const char *params_format(const struct params *params, const struct param *param, char *text,
                          size_t size);

/* A preset: its settings replace the default values. */
struct preset {
    const char *name;
    const char *settings; /* "name=value name=value ..." */
    const char *help;     /* one sentence: which program of which paper */
};
extern const struct preset preset_table[];
extern const int preset_count;

/* Whether all settings of PRESET are in GROUPS. */
bool preset_is_of(const struct preset *preset, int groups);

enum status params_preset(struct params *params, const char *name, struct failure *why);

#endif
