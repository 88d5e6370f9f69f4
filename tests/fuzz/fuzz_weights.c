/* Weight files: any bytes are rejected with one line, or give usable weights. */
#include "guzumi/base/rng.h"
#include "guzumi/classics/classic.h"
#include "guzumi/network/network.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/playout/playout.h"
#include "guzumi/shapes/memory.h"

#include "fuzz.h"
#include "learnt.h"

#include <math.h>
#include <string.h>

static void use_memory(const struct memory *memory) {
    const struct shapes *shapes = memory->shapes;
    float *flat = malloc((size_t)(shapes->flat_count + 1) * sizeof *flat);
    CHECK(flat);
    memory_expand(memory, shapes, false, flat);
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

/* Weights of any size: what comes out of them may be no number, but is computed in bounds. */
static void use_network(const struct trained_network *t) {
    struct network_workspace *workspace;
    struct failure why;
    CHECK(network_workspace_new(&workspace, t->network, &why) == STATUS_OK);
    network_workspace_clear(workspace, t->learnt.size, 0);
    network_forward(t->network, workspace);
    for (int i = 0; i < t->network->layout.count; i++) CHECK(isfinite(t->network->weights[i]));
    network_workspace_free(workspace);
}

static void use(const struct learnt *t) {
    struct buffer text = {0};
    t->learner->describe(t, &text);
    CHECK(!text.failed && text.length > 0);
    buffer_free(&text);
    if (t->learner == &shapes_learner) use_memory((const struct memory *)t);
    if (t->learner == &policy_learner) use_policy((const struct trained_policy *)t);
    if (t->learner == &network_learner) use_network((const struct trained_network *)t);
    if (t->learner == &territory_learner || t->learner == &liberties_learner)
        use_classic((const struct trained_classic *)t);
}

static void decode(const uint8_t *data, size_t size) {
    struct learnt *t;
    struct failure why = {""};
    if (learnt_decode(&t, data, size, "input", NULL, &why) == STATUS_OK) {
        use(t);
        learnt_free(t);
    } else {
        CHECK(*why.text && !strchr(why.text, '\n'));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { CHECKSUM_BYTES = 8 };
    decode(data, size);
    if (size < CHECKSUM_BYTES) return 0;
    /* A fuzzer can't guess the checksum, so decode again with the correct one. */
    uint8_t *fixed = malloc(size);
    CHECK(fixed);
    memcpy(fixed, data, size);
    const uint64_t sum = hash_bytes(HASH_START, data, size - CHECKSUM_BYTES);
    for (int i = 0; i < CHECKSUM_BYTES; i++)
        fixed[size - CHECKSUM_BYTES + (size_t)i] = (uint8_t)(sum >> (8 * i));
    decode(fixed, size);
    free(fixed);
    return 0;
}
