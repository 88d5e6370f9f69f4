#include "train_shapes.h"

#include "guzumi/base/file.h"
#include "guzumi/shapes/trainer.h"

#include "interrupt.h"

#include <inttypes.h>
#include <math.h>

/* As train_run has it. */
struct shapes_context {
    struct memory *memory;
    struct trainer *trainer;
    const struct train_run *run;
    int threads;
};

/* Several threads play up to the next multiple of so many games, where train_run looks at the
 * clock. */
enum { BATCH = 64 };

static uint64_t games_of(const void *context) {
    return ((const struct shapes_context *)context)->memory->origin.games;
}

static enum status play(void *context, struct failure *why) {
    const struct shapes_context *c = context;
    const uint64_t games = games_of(c), due = train_next_checkpoint(c->run, games);
    uint64_t until = c->threads > 1 ? (games / BATCH + 1) * BATCH : games + 1;
    if (until > due) until = due;
    (void)why;
    trainer_run(c->trainer, until, INFINITY, interrupt_flag());
    return STATUS_OK;
}

static enum status save(const void *context, const char *path, struct failure *why) {
    return memory_save(((const struct shapes_context *)context)->memory, path, why);
}

static struct train_progress progress(void *context) {
    const struct trainer_statistics s =
        trainer_take_statistics(((struct shapes_context *)context)->trainer);
    return (struct train_progress){
        .games = s.games, .moves = s.moves, .wins = s.black_wins, .winner = "Black wins"};
}

enum status train_shapes_begin(const struct shapes_training *t, struct memory **out,
                               struct failure *why) {
    struct memory *m = NULL, *from = NULL;
    enum status status = memory_new(&m, t->size, &t->params, why);
    if (status == STATUS_OK && t->run.start_from) {
        status = memory_load(&from, t->run.start_from, why);
        if (status == STATUS_OK) status = memory_start_from(m, from, why);
        memory_free(from);
    }
    if (status == STATUS_OK)
        *out = m;
    else
        memory_free(m);
    return status;
}

static void print_occurrences(struct buffer *out, const char *name, const struct weight_set *set,
                              const uint64_t *counts) {
    for (int i = 0; set->classes && i < set->classes->class_count; i++) {
        const int k = shape_classes_k(set->classes, i);
        buffer_print(out, "%s\t%dx%d\t%d\t%" PRIu64 "\n", name, k, k, i, counts[i]);
    }
}

/* Writes the table that --occurrences asks for: a line a weight. */
static enum status save_occurrences(const char *path, const struct occurrences *counted,
                                    struct failure *why) {
    const struct memory *m = counted->memory;
    struct buffer out = {0};
    buffer_print(&out, "sharing\tshape\tweight\toccurrences\n");
    print_occurrences(&out, m->origin.params.sharing == SHARE_NONE ? "none" : "ld", &m->main,
                      counted->main);
    print_occurrences(&out, "li", &m->li, counted->li);
    const enum status status = out.failed ? out_of_memory(why, "the table of occurrences")
                                          : file_write(path, out.data, out.length, why);
    buffer_free(&out);
    return status;
}

enum status train_shapes(const struct shapes_training *t, struct memory *memory,
                         struct failure *why) {
    struct trainer *trainer = NULL;
    struct occurrences *counted = NULL;
    enum status status = t->occurrences ? file_try(t->occurrences, why) : STATUS_OK;
    if (status == STATUS_OK) status = trainer_new(&trainer, memory, why);
    if (status == STATUS_OK) status = trainer_threads(trainer, t->threads, why);
    if (status == STATUS_OK && t->occurrences) status = occurrences_new(&counted, memory, why);
    if (status == STATUS_OK) {
        struct shapes_context context = {memory, trainer, &t->run, t->threads};
        const struct train_subject subject = {&context, games_of, play, save, progress, NULL};
        trainer_count_occurrences(trainer, counted);
        status = train_run(&t->run, &subject, why);
    }
    if (counted && (status == STATUS_OK || status == STATUS_STOPPED)) {
        struct failure writing;
        const enum status written = save_occurrences(t->occurrences, counted, &writing);
        if (written != STATUS_OK) {
            *why = writing;
            status = written;
        }
    }
    trainer_free(trainer);
    occurrences_free(counted);
    return status;
}
