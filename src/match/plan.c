#include "guzumi/match/plan.h"

#include "guzumi/base/hash.h"

#include "plan_keys.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 24, MAX_WEIGHTS = 1 << 30 };

static int64_t pairing_count(const struct plan *plan) {
    const int64_t players = plan->player_count;
    switch (plan->pairing) {
    case PAIRING_ROUND_ROBIN:
        return players * (players - 1) / 2;
    case PAIRING_ANCHOR:
        return players - 1;
    case PAIRING_SWISS:
        return players / 2 * plan->rounds;
    }
    return 0;
}

int64_t plan_total(const struct plan *plan) {
    return pairing_count(plan) * plan->games;
}

/* Only one pairing of two can be tested, and its pairs are to come one after the other. */
static enum status check_sprt(const struct plan *plan, const char *name, struct failure *why) {
    if (!plan->is_sequential) return STATUS_OK;
    if (plan->player_count > 2)
        return fail(why, STATUS_INVALID, "%.120s: sprt: only two players can be compared", name);
    if (plan->pairing == PAIRING_SWISS)
        return fail(why, STATUS_INVALID, "%.120s: sprt: not in a Swiss tournament", name);
    return STATUS_OK;
}

/* The processor time of several threads can't be told apart from that of others. */
static enum status check_clock(const struct plan *plan, const char *name, struct failure *why) {
    for (int i = 0; plan->clock == CLOCK_THREAD && i < plan->player_count; i++)
        if (!plan->players[i].command && plan->players[i].params.threads > 1)
            return fail(why, STATUS_INVALID,
                        "%.120s: clock processor: player %s has several threads; take threads= out",
                        name, plan->players[i].name);
    return STATUS_OK;
}

/* Games a pairing when the plan does not say. */
static int64_t default_games(const struct plan *plan) {
    if (plan->pairing == PAIRING_SWISS) return 2;
    return plan->is_sequential ? 10000 : 100;
}

static enum status check_whole(struct plan_reader *p, const char *name, struct failure *why) {
    struct plan *plan = p->plan;
    if (plan->player_count < 2)
        return fail(why, STATUS_INVALID, "%.120s: a match needs two lines 'player' at least", name);
    if (plan->pairing == PAIRING_ANCHOR) {
        plan->anchor = plan_find_player(plan, p->anchor);
        if (plan->anchor < 0)
            return fail(why, STATUS_INVALID, "%.120s: pairing anchor: there is no player '%.63s'",
                        name, p->anchor);
    }
    /* Who expects dead stones to be taken off loses to a referee who leaves them. */
    for (int i = 0; i < plan->player_count && !plan->referee; i++)
        if (!plan->players[i].rules_given) plan->players[i].params.rules = RULES_CGOS;
    if (plan->games == 0) plan->games = default_games(plan);
    if (plan->max_moves && plan->max_moves <= plan->opening_plies)
        return fail(why, STATUS_INVALID,
                    "%.120s: max_moves %d leaves no move after an opening of %d", name,
                    plan->max_moves, plan->opening_plies);
    if (plan->max_moves == 0) plan->max_moves = 3 * plan->size * plan->size;
    if (pairing_count(plan) > PLAN_MAX_GAMES / plan->games)
        return fail(why, STATUS_INVALID, "%.120s: more than %d games in all; lower 'games'", name,
                    PLAN_MAX_GAMES);
    const enum status status = check_sprt(plan, name, why);
    return status == STATUS_OK ? check_clock(plan, name, why) : status;
}

static enum status hash_whole(struct plan_reader *p, struct failure *why) {
    struct plan *plan = p->plan;
    struct buffer *all = &p->players;
    buffer_print(all, "size %d komi %.1f seed %" PRIu64 " pairing %d %s opening %d ", plan->size,
                 plan->komi, plan->seed, (int)plan->pairing,
                 plan->pairing == PAIRING_ANCHOR ? p->anchor : "-", plan->opening_plies);
    buffer_print(all, "time %d %.6f %.6f %d max_moves %d patience %.6f referee ", plan->timed,
                 plan->main_time, plan->period, plan->stones, plan->max_moves, plan->patience);
    /* A Swiss round is made of games a pairing: there their number changes the games. */
    if (plan->pairing == PAIRING_SWISS) buffer_print(all, "games %" PRId64 " ", plan->games);
    if (plan->referee) buffer_append(all, plan->referee, strlen(plan->referee));
    if (plan->clock == CLOCK_THREAD) buffer_print(all, " clock processor");
    if (all->failed) return out_of_memory(why, "the plan");
    plan->hash = hash_bytes(HASH_START, all->data, all->length);
    return STATUS_OK;
}

enum status plan_parse(struct plan *plan, char *text, const char *name, struct failure *why) {
    *plan = (struct plan){.size = 9, .komi = 7.5, .seed = 1, .opening_plies = 2, .patience = 60};
    struct plan_reader p = {.plan = plan};
    enum status status = plan_read_lines(&p, text, name, why);
    if (status == STATUS_OK) status = check_whole(&p, name, why);
    if (status == STATUS_OK) status = hash_whole(&p, why);
    buffer_free(&p.players);
    if (status != STATUS_OK) plan_free(plan);
    return status;
}

static enum status hash_weights(struct plan *plan, struct failure *why) {
    for (int i = 0; i < plan->player_count; i++) {
        const struct plan_player *player = &plan->players[i];
        unsigned char *data;
        size_t length;
        if (!player->weights) continue;
        const enum status status = file_read(player->weights, MAX_WEIGHTS, &data, &length, why);
        if (status != STATUS_OK) return status;
        plan->hash = hash_bytes(plan->hash, data, length);
        free(data);
    }
    return STATUS_OK;
}

enum status plan_read(struct plan *plan, const char *path, struct failure *why) {
    char *text;
    size_t length;
    enum status status = file_read_text(path, MAX_FILE, "plan", &text, &length, why);
    if (status != STATUS_OK) return status;
    status = plan_parse(plan, text, path, why);
    free(text);
    if (status != STATUS_OK) return status;
    status = hash_weights(plan, why);
    if (status != STATUS_OK) plan_free(plan);
    return status;
}

void plan_free(struct plan *plan) {
    for (int i = 0; i < plan->player_count; i++) {
        free(plan->players[i].command);
        free(plan->players[i].weights);
    }
    free(plan->players);
    free(plan->referee);
    *plan = (struct plan){.size = 0};
}
