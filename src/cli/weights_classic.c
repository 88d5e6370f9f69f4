#include "weights_classic.h"

#include "guzumi/classics/classic_print.h"

#include <inttypes.h>
#include <stdio.h>

static enum status print_buffer(struct buffer *text, struct failure *why) {
    const enum status status = text->failed ? out_of_memory(why, "a network") : STATUS_OK;
    if (status == STATUS_OK) fwrite(text->data, 1, text->length, stdout);
    buffer_free(text);
    return status;
}

enum status weights_classic_print(const struct trained_classic *t, struct failure *why) {
    struct buffer text = {0};
    printf("kind: %s\nboard: %dx%d\nweights: %d\n", classic_kind_name(t->kind), t->size, t->size,
           t->network->weight_count);
    classic_print_summary(t->network, &text);
    const enum status status = print_buffer(&text, why);
    printf("trained: %" PRIu64 " games\nsettings:", t->origin.games);
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        char value[64];
        if (!param_is_of(p, classic_kind_params(t->kind))) continue;
        printf(" %s=%s", p->name, params_format(&t->origin.params, p, value, sizeof value));
    }
    printf("\n");
    return status;
}

enum status weights_kernels(const char *file, struct failure *why) {
    struct trained_classic *network;
    struct buffer text = {0};
    enum status status = trained_classic_load(&network, file, why);
    if (status != STATUS_OK) return status;
    classic_print_kernels(network->network, &text);
    status = print_buffer(&text, why);
    trained_classic_free(network);
    return status;
}
