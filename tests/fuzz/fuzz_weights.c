/* Weight files: any bytes are refused with one line, or make a memory that can be used. */
#include "guzumi/base/hash.h"
#include "guzumi/classics/trained_classic.h"
#include "guzumi/network/trained_network.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/playout/playout.h"
#include "guzumi/shapes/memory.h"

#include "fuzz.h"

#include <math.h>
#include <string.h>

static void use(const struct memory *memory) {
    const struct shapes *shapes = memory->shapes;
    float *flat = malloc((size_t)(shapes->flat_count + 1) * sizeof *flat);
    CHECK(flat);
    memory_unfold(memory, shapes, flat);
    for (int i = 0; i < shapes->flat_count; i++) CHECK(isfinite(flat[i]));
    free(flat);
}

static void use_classic(const struct trained_classic *t) {
    float *values = calloc((size_t)t->network->room, sizeof *values);
    CHECK(values);
    classic_forward(t->network, 1, values, NULL);
    for (int i = 0; i < t->network->room; i++) CHECK(isfinite(values[i]));
    free(values);
}

static void decode_classic(const uint8_t *data, size_t size) {
    struct trained_classic *network;
    struct failure why = {""};
    if (trained_classic_decode(&network, data, size, "input", &why) == STATUS_OK) {
        use_classic(network);
        trained_classic_free(network);
    } else {
        CHECK(*why.text && !strchr(why.text, '\n'));
    }
}

static void use_policy(const struct trained_policy *t) {
    const struct playout_policy policy = {.kind = POLICY_SOFTMAX, .softmax = &t->softmax};
    const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
    struct board board;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    board_init(&board, 5);
    const struct playout_end end = playout_run(&board, start, &policy, 75, &rng, NULL);
    CHECK(end.moves > 0 && end.moves <= 75);
}

static void decode_policy(const uint8_t *data, size_t size) {
    struct trained_policy *policy;
    struct failure why = {""};
    if (trained_policy_decode(&policy, data, size, "input", &why) == STATUS_OK) {
        use_policy(policy);
        trained_policy_free(policy);
    } else {
        CHECK(*why.text && !strchr(why.text, '\n'));
    }
}

/* Weights of any size: what comes out of them may be no number, but is computed in bounds. */
static void use_network(const struct trained_network *t) {
    struct network_workspace *workspace;
    struct failure why;
    CHECK(network_workspace_new(&workspace, t->network, &why) == STATUS_OK);
    network_workspace_clear(workspace, t->size);
    network_forward(t->network, workspace);
    for (int i = 0; i < t->network->layout.count; i++) CHECK(isfinite(t->network->weights[i]));
    network_workspace_free(workspace);
}

static void decode_network(const uint8_t *data, size_t size) {
    struct trained_network *network;
    struct failure why = {""};
    if (trained_network_decode(&network, data, size, "input", &why) == STATUS_OK) {
        use_network(network);
        trained_network_free(network);
    } else {
        CHECK(*why.text && !strchr(why.text, '\n'));
    }
}

static void decode(const uint8_t *data, size_t size) {
    struct memory *memory;
    struct failure why = {""};
    decode_classic(data, size);
    decode_policy(data, size);
    decode_network(data, size);
    if (memory_decode(&memory, data, size, "input", &why) == STATUS_OK) {
        use(memory);
        memory_free(memory);
    } else {
        CHECK(*why.text && !strchr(why.text, '\n'));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { CHECKSUM_BYTES = 8 };
    decode(data, size);
    if (size < CHECKSUM_BYTES) return 0;
    /* No fuzzer guesses the checksum: once more with the right one. */
    uint8_t *mended = malloc(size);
    CHECK(mended);
    memcpy(mended, data, size);
    const uint64_t sum = hash_bytes(HASH_START, data, size - CHECKSUM_BYTES);
    for (int i = 0; i < CHECKSUM_BYTES; i++)
        mended[size - CHECKSUM_BYTES + (size_t)i] = (uint8_t)(sum >> (8 * i));
    decode(mended, size);
    free(mended);
    return 0;
}
