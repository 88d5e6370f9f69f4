#include "guzumi/threads.h"

#include <pthread.h>

struct job {
    void (*work)(void *context, int index);
    void *context;
    int index;
    pthread_t thread;
};

static void *run(void *argument) {
    struct job *job = argument;
    job->work(job->context, job->index);
    return NULL;
}

void threads_run(int count, void (*work)(void *context, int index), void *context) {
    struct job jobs[THREADS_MAX];
    int started = 1;
    for (; started < count; started++) {
        jobs[started] = (struct job){.work = work, .context = context, .index = started};
        if (pthread_create(&jobs[started].thread, NULL, run, &jobs[started]) != 0) break;
    }
    work(context, 0);
    for (int i = 1; i < started; i++) pthread_join(jobs[i].thread, NULL);
}
