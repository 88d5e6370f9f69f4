/* The words of a line of a plan. KEY is what messages call the setting. */
#ifndef GUZUMI_PLAN_WORDS_H
#define GUZUMI_PLAN_WORDS_H

#include "guzumi/base/status.h"

#include <stdint.h>

/* Cuts off what stands behind a # at the line's begin or behind a blank. */
void plan_strip_comment(char *line);

/* Cuts the next word off *REST; "" at the end. */
char *plan_next_word(char **rest);

/* What is left, without the blanks around it. */
char *plan_rest(char *rest);

/* For the caller to free; NULL without memory. */
char *plan_copy_text(const char *text);

/* WORD as a number from MIN to MAX. */
enum status plan_take_int(const char *key, const char *word, int64_t min, int64_t max, int64_t *out,
                          struct failure *why);
enum status plan_take_real(const char *key, const char *word, double min, double max, double *out,
                           struct failure *why);

/* Fails unless REST is empty. */
enum status plan_no_more(const char *key, char *rest, struct failure *why);

/* The only word of REST as a number. */
enum status plan_take_last_int(const char *key, char *rest, int64_t min, int64_t max, int64_t *out,
                               struct failure *why);
enum status plan_take_last_real(const char *key, char *rest, double min, double max, double *out,
                                struct failure *why);

#endif
