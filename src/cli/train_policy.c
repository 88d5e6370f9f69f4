#include "train_policy.h"

#include "guzumi/selfplay/policy_trainer.h"

#include <math.h>

void train_policy_defaults(struct params *params) {
    params_default(params);
    params->lambda = 0.8;
    params->epsilon = 0.2;
}

struct context {
    struct trained_policy *policy;
    struct policy_trainer *trainer;
};

static uint64_t games_of(const void *context) {
    return ((const struct context *)context)->policy->origin.games;
}

static enum status play(void *context, struct failure *why) {
    return policy_trainer_play(((struct context *)context)->trainer, why);
}

static enum status save(const void *context, const char *path, struct failure *why) {
    return trained_policy_save(((const struct context *)context)->policy, path, false, why);
}

static struct train_progress progress(void *context) {
    const struct policy_trainer_statistics s =
        policy_trainer_take_statistics(((struct context *)context)->trainer);
    return (struct train_progress){
        .games = s.games,
        .moves = s.positions,
        .error = s.balanced ? sqrt(s.square_error / (double)s.balanced) : 0,
        .likelihood = s.visited ? s.visits_likelihood / (double)s.visited : 0};
}

enum status train_policy(const struct train_run *run, struct trained_policy *policy,
                         struct failure *why) {
    struct context context = {.policy = policy};
    const struct train_subject subject = {&context, games_of, play, save, progress, NULL};
    struct weight_store *memories;
    enum status status = weight_store_new(&memories, why);
    if (status != STATUS_OK) return status;
    status = policy_trainer_new(&context.trainer, policy, memories, why);
    if (status == STATUS_OK) {
        status = train_run(run, &subject, why);
        policy_trainer_free(context.trainer);
    }
    weight_store_free(memories);
    return status;
}
