/* guzumi train: local shapes by self-play, networks, the learnt policies, and the policy-value
 * network. */
#include "guzumi/base/file.h"
#include "guzumi/base/threads.h"

#include "cli.h"
#include "train_classic.h"
#include "train_network.h"
#include "train_policy.h"
#include "train_shapes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At the end, where the command line says nothing else. */
enum { DEFAULT_GAMES = 1000000, DEFAULT_STEPS = 100000 };

struct training {
    struct params params;
    struct train_run run;
    int64_t size, threads; /* size 0: not given */
    const char *kind, *occurrences, *program, *records;
    const char *trial_opponent, *trials_out;
    int64_t trials;
    int64_t games, steps; /* -1: not given */
    struct option_list samples;
    bool policy;  /* the learnt policies are wanted */
    bool network; /* the policy-value network is */
    bool misused; /* a parameter that has no effect here */
    char again[200];
};

/* --- the command line ---------------------------------------------------------------------------
 */

/* What is read once more when it is known what is to be trained. */
struct command {
    struct options *options;
    int argc;
    char **argv;
};

/* The command line over the settings that apply without it, with the parameters of GROUPS alone,
 * those of KIND. */
static enum status read_again(const struct command *c, struct training *training, const char *kind,
                              int groups, struct failure *why) {
    struct options_result result;
    char user[40];
    snprintf(user, sizeof user, "train --kind %s", kind);
    c->options->command = user;
    c->options->groups = groups;
    const enum status status = options_parse(c->options, c->argc, c->argv, &result, why);
    c->options->command = "train";
    training->misused = status != STATUS_OK;
    return status;
}

/* What has no meaning in the training of the learnt policies. */
static enum status check_policy(const struct training *t, struct failure *why) {
    if (t->threads <= 1 && !t->occurrences && !t->run.start_from && !t->program && !t->records &&
        !t->trials)
        return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "train: --threads, --start-from, --occurrences, --program, --records and --trials "
                "are not for the policy");
}

/* What has no meaning in the training of the policy-value network. */
static enum status check_network(const struct training *t, struct failure *why) {
    if (t->games >= 0 || t->occurrences || t->program || t->records || t->trials)
        return fail(why, STATUS_INVALID,
                    "train: --games, --occurrences, --program, --records and --trials are not for "
                    "the policy-value network");
    if (t->samples.count == 0)
        return fail(why, STATUS_INVALID,
                    "train: --samples FILE is needed: what the policy-value network learns from");
    for (int i = 0; i < t->samples.count; i++)
        if (file_spare(t->run.out, t->samples.value[i], "the samples", why) != STATUS_OK)
            return STATUS_INVALID;
    return STATUS_OK;
}

/* What is to be trained: a network of *KIND or not. */
static enum status check(const struct training *t, bool *network, enum classic_kind *kind,
                         struct failure *why) {
    *network = t->run.resumed && trained_classic_is_file(t->run.resumed);
    if (!t->run.out)
        return fail(why, STATUS_INVALID, "train: --out FILE is needed: where to write the weights");
    if (file_spare(t->occurrences, t->run.out, "the weights", why) != STATUS_OK ||
        file_spare(t->trials_out, t->run.out, "the weights", why) != STATUS_OK)
        return STATUS_INVALID;
    const char *const read[] = {t->run.resumed, t->run.start_from};
    for (int i = 0; i < 2; i++)
        if (file_spare(t->occurrences, read[i], "the weights that are read", why) != STATUS_OK ||
            file_spare(t->trials_out, read[i], "the weights that are read", why) != STATUS_OK)
            return STATUS_INVALID;
    if (t->trials_out && !t->trials)
        return fail(why, STATUS_INVALID,
                    "train: --trials-out is a table of trials; say how many by --trials");
    if (t->run.resumed && t->run.start_from)
        return fail(why, STATUS_INVALID, "train: --resume and --start-from exclude each other");
    if (t->run.resumed && t->kind)
        return fail(why, STATUS_INVALID,
                    "train: --resume continues with the kind of the file; leave --kind out");
    if (t->network) return check_network(t, why);
    if (t->samples.count || t->steps >= 0)
        return fail(
            why, STATUS_INVALID,
            "train: --samples and --steps are for the policy-value network (--kind network)");
    if (t->policy) return check_policy(t, why);
    if (t->kind && strcmp(t->kind, "shapes") != 0) {
        *network = true;
        if (!classic_kind_find(t->kind, kind))
            return fail(why, STATUS_INVALID,
                        "train: '%.60s' is no kind; there are: shapes, territory, liberties, "
                        "policy, network",
                        t->kind);
    }
    if (t->threads > 1 && (*network || t->occurrences))
        return fail(why, STATUS_INVALID,
                    "train: --threads is for local shapes, without --occurrences");
    if (*network && t->occurrences)
        return fail(why, STATUS_INVALID, "train: --occurrences counts local shapes alone");
    if (!*network && (t->program || t->records || t->trials))
        return fail(why, STATUS_INVALID,
                    "train: --program, --records and --trials are for networks (--kind)");
    return STATUS_OK;
}

/* Whether weights with that ORIGIN have no more games than they are to have at the end. */
static enum status check_games(const struct training *t, const struct provenance *origin,
                               struct failure *why) {
    if (origin->games <= (uint64_t)t->run.games) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "%.200s has %" PRIu64 " %s already; --%s is the number at the end", t->run.resumed,
                origin->games, t->run.unit, t->run.unit);
}

static enum status fail_packed(const struct training *training, struct failure *why) {
    return fail(why, STATUS_INVALID,
                "%.200s is packed, for playing alone; resume the file that it was packed from",
                training->run.resumed);
}

/* Whether MEMORY can be trained on as the command line wants. */
static enum status check_resumed(const struct training *training, const struct memory *memory,
                                 struct failure *why) {
    const struct params *was = &memory->origin.params, *is = &training->params;
    if (memory->is_packed) return fail_packed(training, why);
    if (training->size && training->size != memory->shapes->size)
        return fail(
            why, STATUS_INVALID, "%.200s is for %dx%d and --size is %" PRId64 "; leave it out",
            training->run.resumed, memory->shapes->size, memory->shapes->size, training->size);
    const enum status status = check_games(training, &memory->origin, why);
    if (status != STATUS_OK) return status;
    if (was->shapes != is->shapes || was->sharing != is->sharing)
        return fail(why, STATUS_INVALID,
                    "%.200s: the shapes and the sharing of a memory can't be changed",
                    training->run.resumed);
    return STATUS_OK;
}

static enum status train_a_memory(const struct command *command, struct training *training,
                                  struct failure *why) {
    struct memory *memory = NULL;
    enum status status = STATUS_OK;
    if (training->run.resumed) {
        status = memory_load(&memory, training->run.resumed, why);
        if (status == STATUS_OK) training->params = memory->origin.params;
    }
    if (status == STATUS_OK)
        status = read_again(command, training, "shapes", PARAMS_OF_SHAPES, why);
    const struct shapes_training t = {.run = training->run,
                                      .params = training->params,
                                      .size = training->size ? (int)training->size : 9,
                                      .threads = (int)training->threads,
                                      .occurrences = training->occurrences};
    if (status == STATUS_OK)
        status =
            memory ? check_resumed(training, memory, why) : train_shapes_begin(&t, &memory, why);
    if (status == STATUS_OK) {
        memory->origin.params = training->params;
        status = train_shapes(&t, memory, why);
    }
    memory_free(memory);
    return status;
}

/* Whether NETWORK can be trained on as the command line wants. */
static enum status check_resumed_classic(const struct training *t, const struct trained_classic *n,
                                         struct failure *why) {
    if (t->size && t->size != n->size)
        return fail(why, STATUS_INVALID,
                    "%.200s is for %dx%d and --size is %" PRId64 "; leave it out", t->run.resumed,
                    n->size, n->size, t->size);
    const enum status status = check_games(t, &n->origin, why);
    if (status != STATUS_OK) return status;
    const struct classic_shape is =
        trained_classic_shape(n->kind, n->size, &t->params, n->origin.games);
    if (memcmp(&is, &n->network->shape, sizeof is) != 0)
        return fail(why, STATUS_INVALID, "%.200s: the shape of a network can't be changed",
                    t->run.resumed);
    return STATUS_OK;
}

static enum status train_a_classic(const struct command *command, struct training *training,
                                   enum classic_kind kind, struct failure *why) {
    struct trained_classic *network = NULL;
    enum status status = STATUS_OK;
    if (training->run.resumed) {
        status = trained_classic_load(&network, training->run.resumed, why);
        if (status != STATUS_OK) return status;
        training->params = network->origin.params;
        kind = network->kind;
    } else {
        train_classic_defaults(kind, &training->params);
    }
    status = read_again(command, training, classic_kind_name(kind), classic_kind_params(kind), why);
    if (status == STATUS_OK && network) status = check_resumed_classic(training, network, why);
    if (status == STATUS_OK) {
        const struct classic_training t = {.run = training->run,
                                           .size = training->size ? (int)training->size : 9,
                                           .params = training->params,
                                           .program = training->program,
                                           .records = training->records,
                                           .trials = training->trials,
                                           .trial_opponent = training->trial_opponent,
                                           .trials_out = training->trials_out};
        if (network) network->origin.params = training->params;
        status = train_classic(&t, kind, network, why);
    }
    trained_classic_free(network);
    return status;
}

/* Whether POLICY can be trained on as the command line wants. */
static enum status check_resumed_policy(const struct training *t, const struct trained_policy *p,
                                        struct failure *why) {
    if (!p->can_continue) return fail_packed(t, why);
    if (t->size && t->size != p->size)
        return fail(why, STATUS_INVALID,
                    "%.200s is trained on %dx%d and --size is %" PRId64 "; leave it out",
                    t->run.resumed, p->size, p->size, t->size);
    return check_games(t, &p->origin, why);
}

static enum status train_a_policy(const struct command *command, struct training *training,
                                  struct failure *why) {
    struct trained_policy *policy = NULL;
    enum status status = STATUS_OK;
    train_policy_defaults(&training->params);
    if (training->run.resumed) {
        status = trained_policy_load(&policy, training->run.resumed, why);
        if (status == STATUS_OK) training->params = policy->origin.params;
    }
    if (status == STATUS_OK)
        status = read_again(command, training, "policy", PARAMS_OF_POLICY, why);
    if (status == STATUS_OK && !policy)
        status = trained_policy_new(&policy, training->size ? (int)training->size : 9,
                                    &training->params, why);
    else if (status == STATUS_OK)
        status = check_resumed_policy(training, policy, why);
    if (status == STATUS_OK) {
        policy->origin.params = training->params;
        status = train_policy(&training->run, policy, why);
    }
    trained_policy_free(policy);
    return status;
}

/* Whether NETWORK can be trained on as the command line wants. */
static enum status check_resumed_network(const struct training *t, const struct trained_network *d,
                                         struct failure *why) {
    if (!d->can_continue) return fail_packed(t, why);
    if (t->size && t->size != d->size)
        return fail(why, STATUS_INVALID,
                    "%.200s is for %dx%d and --size is %" PRId64 "; leave it out", t->run.resumed,
                    d->size, d->size, t->size);
    if (d->network->maps != t->params.network_channels ||
        d->network->blocks != t->params.network_blocks)
        return fail(why, STATUS_INVALID,
                    "%.200s: the maps and blocks of a network can't be changed", t->run.resumed);
    return check_games(t, &d->origin, why);
}

/* Settings of the groups that this training uses which it has no use for. */
static enum status check_network_settings(struct training *t, struct failure *why) {
    struct params none;
    params_default(&none);
    const struct params *p = &t->params;
    if (p->alpha_decay == none.alpha_decay && p->epsilon == none.epsilon &&
        p->train_komi == none.train_komi)
        return STATUS_OK;
    t->misused = true;
    return fail(why, STATUS_INVALID,
                "parameters alpha_decay, epsilon and train_komi have no effect on guzumi train "
                "--kind network");
}

static enum status train_a_network(const struct command *command, struct training *training,
                                   struct failure *why) {
    struct trained_network *network = NULL;
    enum status status = STATUS_OK;
    train_network_defaults(&training->params);
    if (training->run.resumed) {
        status = trained_network_load(&network, training->run.resumed, why);
        if (status == STATUS_OK) training->params = network->origin.params;
    }
    if (status == STATUS_OK)
        status = read_again(command, training, "network", PARAMS_OF_NETWORK, why);
    if (status == STATUS_OK) status = check_network_settings(training, why);
    if (status == STATUS_OK && network) status = check_resumed_network(training, network, why);
    if (status == STATUS_OK) {
        const struct network_training t = {.run = training->run,
                                           .size = (int)training->size,
                                           .threads = (int)training->threads,
                                           .params = training->params,
                                           .samples = &training->samples};
        if (network) network->origin.params = training->params;
        status = train_network(&t, network, why);
    }
    trained_network_free(network);
    return status;
}

/* What the file does not keep, and so must be given again to go on. */
static void set_again(struct training *t) {
    char threads[24] = "", every[40] = "";
    if (t->run.every)
        snprintf(every, sizeof every, " --keep-every %" PRId64, t->run.every);
    else if (t->run.keep)
        snprintf(every, sizeof every, " --keep-checkpoints");
    if (t->threads > 1) snprintf(threads, sizeof threads, " --threads %d", (int)t->threads);
    const bool other = strcmp(t->trial_opponent, "novice") != 0;
    snprintf(t->again, sizeof t->again, "%s%s%s%s%s%s%s%s", t->network ? " --samples ..." : "",
             threads, every, t->program ? " --program ..." : "", t->records ? " --records ..." : "",
             t->trials ? " --trials ..." : "", t->trials && other ? " --trial-opponent ..." : "",
             t->trials_out ? " --trials-out ..." : "");
    t->run.again = t->again;
}

/* What is counted, and how far. */
static void set_length(struct training *t) {
    t->run.unit = t->network ? "steps" : "games";
    if (t->network)
        t->run.games = t->steps >= 0 ? t->steps : DEFAULT_STEPS;
    else
        t->run.games = t->games >= 0 ? t->games : DEFAULT_GAMES;
}

/* Finds out what is to be trained, and trains it; returns the exit code. */
static int run(const struct command *command, struct training *training) {
    struct failure why;
    enum classic_kind kind;
    bool network;
    if (training->policy && training->kind) {
        fail(&why, STATUS_INVALID, "train: --policy and --kind exclude each other");
        return cli_fail(&why, EXIT_USAGE);
    }
    training->policy |= training->kind && strcmp(training->kind, "policy") == 0;
    training->policy |= training->run.resumed && trained_policy_is_file(training->run.resumed);
    training->network = training->kind && strcmp(training->kind, "network") == 0;
    training->network |= training->run.resumed && trained_network_is_file(training->run.resumed);
    training->run.keep |= training->run.every > 0;
    set_length(training);
    set_again(training);
    enum status status = check(training, &network, &kind, &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    struct file_claim claim; /* before --resume reads what another training is about to replace */
    status = file_claim(&claim, training->run.out, &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    status = training->network  ? train_a_network(command, training, &why)
             : training->policy ? train_a_policy(command, training, &why)
             : network          ? train_a_classic(command, training, kind, &why)
                                : train_a_memory(command, training, &why);
    file_release(&claim);
    if (status == STATUS_OK) return EXIT_SUCCESS;
    return cli_fail(&why, training->misused ? EXIT_USAGE : EXIT_FAILURE);
}

int cmd_train(int argc, char **argv) {
    struct training training = {
        .threads = 1, .run = {.minutes = 4}, .games = -1, .steps = -1, .trial_opponent = "novice"};
    params_default(&training.params);
    const struct option table[] = {
        {.name = "kind",
         .kind = OPTION_TEXT,
         .out = &training.kind,
         .argument = "shapes|territory|liberties|policy|network",
         .help =
             "What to train: local shapes (shapes, the default), Schraudolph's network that "
             "predicts the fate of every point (territory), Ekker's over liberties and "
             "captures (liberties), the policies of the tree and of simulations (policy), or "
             "the network that "
             "foretells moves, result and owners from the samples of guzumi selfplay (network)."},
        {.name = "policy",
         .kind = OPTION_FLAG,
         .out = &training.policy,
         .help = "The same as --kind policy."},
        {.name = "size",
         .kind = OPTION_INT,
         .out = &training.size,
         .min = BOARD_MIN_SIZE,
         .max = BOARD_MAX_SIZE,
         .argument = "N",
         .help = "Board size (9; of the policy-value network that of the first samples)."},
        {.name = "games",
         .kind = OPTION_INT,
         .out = &training.games,
         .min = 0,
         .max = 1e15,
         .argument = "N",
         .help = "Games at the end, those before --resume counted (1000000)."},
        {.name = "samples",
         .kind = OPTION_LIST,
         .out = &training.samples,
         .argument = "FILE",
         .help = "Positions that the policy-value network learns from, as guzumi selfplay writes "
                 "them; may "
                 "be repeated. To resume give the same files in the same order."},
        {.name = "steps",
         .kind = OPTION_INT,
         .out = &training.steps,
         .min = 0,
         .max = 1e15,
         .argument = "N",
         .help = "Steps of the policy-value network's learning at the end, those before --resume "
                 "counted "
                 "(100000): the step size falls over so many."},
        {.name = "out",
         .kind = OPTION_TEXT,
         .out = &training.run.out,
         .argument = "FILE",
         .help =
             "Weight file to write, first at 1, 2, 5, 10, 20, ... games or steps, last at the end; "
             "another training's file of that name becomes FILE.old."},
        {.name = "threads",
         .kind = OPTION_INT,
         .out = &training.threads,
         .min = 1,
         .max = THREADS_MAX,
         .argument = "N",
         .help = "Threads that play, of local shapes (1). More than one share the weights without "
                 "locks: the same seed then gives other weights each time. Of the policy-value "
                 "network: "
                 "threads that learn; the same number gives the same weights."},
        {.name = "minutes",
         .kind = OPTION_REAL,
         .out = &training.run.minutes,
         .min = 0,
         .max = 1e6,
         .argument = "N",
         .help = "Also writes it after so many minutes, when a game ends (4)."},
        {.name = "keep-checkpoints",
         .kind = OPTION_FLAG,
         .out = &training.run.keep,
         .help = "Also keeps each checkpoint as FILE.GAMES (or FILE.STEPS)."},
        {.name = "keep-every",
         .kind = OPTION_INT,
         .out = &training.run.every,
         .min = 1,
         .max = 1e15,
         .argument = "N",
         .help = "The same, with checkpoints at each multiple of N games or steps, too; 'guzumi "
                 "weights average' makes one memory of those of local shapes."},
        {.name = "resume",
         .kind = OPTION_TEXT,
         .out = &training.run.resumed,
         .argument = "FILE",
         .help =
             "Continues from this weight file, with its size, settings and random numbers; the "
             "settings given here are changed from there on, but for those that training begins "
             "with (seed, opponent_random, rprop_step)."},
        {.name = "start-from",
         .kind = OPTION_TEXT,
         .out = &training.run.start_from,
         .argument = "FILE",
         .help = "Begins with this file's weights instead of zeros or random ones. Only fully "
                 "connected networks must be of the same board size."},
        {.name = "occurrences",
         .kind = OPTION_TEXT,
         .out = &training.occurrences,
         .argument = "FILE",
         .help = "Also counts how often the shapes of each weight occur in the games of this run, "
                 "and writes the table (TSV) at the end."},
        {.name = "program",
         .kind = OPTION_TEXT,
         .out = &training.program,
         .argument = "COMMAND",
         .help = "The GTP program that a network plays against, with --set opponent=program."},
        {.name = "records",
         .kind = OPTION_TEXT,
         .out = &training.records,
         .argument = "FOLDER",
         .help = "The game records (*.sgf) that a network learns from, with --set "
                 "opponent=records."},
        {.name = "trials",
         .kind = OPTION_INT,
         .out = &training.trials,
         .min = 0,
         .max = 1000000,
         .argument = "N",
         .help = "At each checkpoint a network plays N games without exploring or learning, two "
                 "from each of N/2 random openings (0)."},
        {.name = "trial-opponent",
         .kind = OPTION_TEXT,
         .out = &training.trial_opponent,
         .argument = "WHO",
         .help = "Against whom: novice (the default), random, or a GTP program's command."},
        {.name = "trials-out",
         .kind = OPTION_TEXT,
         .out = &training.trials_out,
         .argument = "FILE",
         .help = "Writes what the trials showed as a table (TSV); --resume continues it."},
    };
    struct options options = {
        .command = "train",
        .summary = "Trains a long-term memory of local shapes by self-play, or what --kind says.\n"
                   "Ctrl-C leaves a file to resume from.",
        .table = table,
        .count = sizeof table / sizeof table[0],
        .groups = PARAMS_OF_TRAINING,
        .params = &training.params,
        .positional_names = "",
        .notes = train_classic_notes};
    struct options_result result;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    const struct command command = {&options, argc, argv};
    return run(&command, &training);
}
