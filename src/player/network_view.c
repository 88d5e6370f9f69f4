#include "guzumi/network_view.h"

#include "engine_state.h"

#include "guzumi/memory_store.h"
#include "guzumi/territory.h"

static enum status find_network(struct engine *e, const struct trained_network **out,
                                struct failure *why) {
    const int size = e->game.board.size;
    const enum status status = memory_store_network(e->memories, NETWORK_TERRITORY, size, out, why);
    if (status != STATUS_OK || (*out && (*out)->size == size)) return status;
    return fail(why, STATUS_INVALID, "there is no territory network for %dx%d", size, size);
}

enum status engine_fates(struct engine *e, enum color color, double out[BOARD_MAX_POINTS],
                         struct failure *why) {
    const struct trained_network *network;
    struct territory territory;
    enum status status = find_network(e, &network, why);
    if (status == STATUS_OK)
        status = territory_init(&territory, network->network, network->size, why);
    if (status != STATUS_OK) return status;
    territory_set(&territory, &e->game.board, color);
    territory_owners(&territory, out);
    territory_free(&territory);
    return STATUS_OK;
}

enum status engine_kernels(struct engine *e, struct buffer *out, struct failure *why) {
    const struct trained_network *network;
    const enum status status = find_network(e, &network, why);
    if (status == STATUS_OK) network_print_kernels(network->network, out);
    return status;
}
