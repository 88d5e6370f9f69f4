/* guzumi train for the softmax policy. */
#ifndef GUZUMI_TRAIN_POLICY_H
#define GUZUMI_TRAIN_POLICY_H

#include "train_run.h"

#include "guzumi/trained_policy.h"

/* Sets what the policy is trained with where the command line says nothing else. */
void train_policy_defaults(struct params *params);

/* Trains POLICY. */
enum status train_policy(const struct train_run *run, struct trained_policy *policy,
                         struct failure *why);

#endif
