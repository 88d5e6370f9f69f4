#include "guzumi/player/classic_view.h"

#include "guzumi/classics/classic.h"
#include "guzumi/classics/territory.h"

#include "engine_state.h"

static enum status find_network(struct engine *e, const struct trained_classic **out,
                                struct failure *why) {
    const int size = e->game.board.size;
    const enum status status = trained_classic_find(e->store, CLASSIC_TERRITORY, size, out, why);
    if (status != STATUS_OK || (*out && (*out)->learnt.size == size)) return status;
    return fail(why, STATUS_INVALID, "there is no territory network for %dx%d", size, size);
}

enum status engine_fates(struct engine *e, enum color color, double out[BOARD_MAX_POINTS],
                         struct failure *why) {
    const struct trained_classic *network;
    struct territory territory;
    enum status status = find_network(e, &network, why);
    if (status == STATUS_OK)
        status = territory_init(&territory, network->network, network->learnt.size, why);
    if (status != STATUS_OK) return status;
    territory_set(&territory, &e->game.board, color);
    territory_ownership(&territory, out);
    territory_free(&territory);
    return STATUS_OK;
}

enum status engine_kernels(struct engine *e, struct buffer *out, struct failure *why) {
    const struct trained_classic *network;
    const enum status status = find_network(e, &network, why);
    if (status == STATUS_OK) territory_learner.print_weights(&network->learnt, out);
    return status;
}
