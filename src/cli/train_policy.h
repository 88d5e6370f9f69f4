/* guzumi train for the learnt policies. */
#ifndef GUZUMI_TRAIN_POLICY_H
#define GUZUMI_TRAIN_POLICY_H

#include "guzumi/network/trained_policy.h"

#include "train_run.h"

/* Sets what the policies are trained with where the command line says nothing else. */
void train_policy_defaults(struct params *params);

/* Trains both that POLICY holds. */
enum status train_policy(const struct train_run *run, struct trained_policy *policy,
                         struct failure *why);

#endif
