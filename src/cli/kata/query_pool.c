#include "query.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/threads.h"

#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The life of a query of two turns, analyzed by two workers:
 *
 *     cmd_analysis.c     query_pool_add    worker 1                     worker 2
 *     reads the line     queues 2 tasks    takes the first              takes the second
 *                                          set_up: plays the moves      set_up
 *                                          engine_analyze, which calls  engine_analyze
 *                                          take_report every 10 ms
 *                                          say_report: the answer       say_report
 *                                          free_task                    free_task frees the query
 *
 * Every turn gets exactly one final answer: from query_pool_end if it is terminated while it waits;
 * else from its worker, which reports what the search has found until its limit, its termination or
 * its failure. Only query_pool_finish with NOW leaves turns unanswered. */

/* Seconds between checks of the deadline and of terminations. */
#define CHECK_INTERVAL 0.01

/* A waiting or running turn of a query. */
struct task {
    struct task *next;
    struct shared_query *shared;
    int turn;
    double priority;
    atomic_bool ended; /* terminated */
};

/* A query, freed with its last turn. */
struct shared_query {
    struct query query;
    int turns_left;
    unsigned generation; /* of the pool, when it came */
};

/* A thread with an engine of its own, which remembers its last analysis: the scores of the next one
 * are averaged with it (engine_analyze). */
struct pool_worker {
    struct query_pool *pool;
    struct player player;
    pthread_t thread;
    struct task *task; /* the running one, or NULL */
    /* When it differs from the query's, clear_cache has come between. */
    unsigned generation; /* of the last task */
    /* Of the task: */
    double deadline, next_report;
    struct report last;
    bool found;
};

/* Two locks, never held together: LOCK for the queue and the workers, OUTPUT for the answers. */
struct query_pool {
    struct query_pool_setting setting;
    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t grown;
    struct task *first;  /* owned; highest priority first, then oldest */
    bool closed;         /* no more tasks will come */
    unsigned generation; /* how often the pool was told to forget */
    struct failure why;  /* of the first failure */
    enum status status;
    struct pool_worker *workers; /* owned */
    int worker_count;
    pthread_t speaker;
    bool speaks;
    pthread_mutex_t output; /* of everything below */
    pthread_cond_t spoken;
    struct buffer unsaid; /* owned */
    bool writing;         /* lines that were taken from UNSAID are being written */
    bool silent;          /* no more output will come */
    atomic_bool broken;   /* writing has failed */
};

static void note_failure(struct query_pool *p, enum status status, const struct failure *why) {
    pthread_mutex_lock(&p->lock);
    if (p->status == STATUS_OK) {
        p->status = status;
        p->why = *why;
    }
    pthread_mutex_unlock(&p->lock);
}

/* Locked. */
static void free_task(struct task *task) {
    if (--task->shared->turns_left == 0) {
        query_free(&task->shared->query);
        free(task->shared);
    }
    free(task);
}

/* Drops waiting tasks without an answer, and terminates running ones: the client is gone, or wanted
 * to quit without waiting. */
static void drop_all(struct query_pool *p) {
    pthread_mutex_lock(&p->lock);
    while (p->first) {
        struct task *task = p->first;
        p->first = task->next;
        free_task(task);
    }
    for (int i = 0; i < p->worker_count; i++)
        if (p->workers[i].task) atomic_store(&p->workers[i].task->ended, true);
    pthread_mutex_unlock(&p->lock);
}

/* --- output ---
 *
 * A separate thread writes: clients may send many queries before they read the first answer, and
 * neither queries nor searches should wait for them. query_pool_say must not be called with the
 * lock held, because note_failure takes it. */

void query_pool_say(struct query_pool *p, const struct buffer *lines) {
    struct failure why;
    pthread_mutex_lock(&p->output);
    buffer_append(&p->unsaid, lines->data, lines->length);
    const bool lost = p->unsaid.failed || lines->failed;
    p->unsaid.failed = false;
    pthread_cond_broadcast(&p->spoken);
    pthread_mutex_unlock(&p->output);
    if (lost) note_failure(p, out_of_memory(&why, "the answers"), &why);
}

static void write_lines(struct query_pool *p, const struct buffer *lines) {
    struct failure why;
    if (fwrite(lines->data, 1, lines->length, p->setting.out) == lines->length &&
        fflush(p->setting.out) == 0)
        return;
    fail(&why, STATUS_IO, "can't write to standard output: %s", strerror(errno));
    note_failure(p, STATUS_IO, &why);
    atomic_store(&p->broken, true);
    drop_all(p);
}

/* Takes all lines that are waiting, and writes them without the lock: a slow reader must not stop
 * query_pool_say. */
static void *run_speaker(void *context) {
    struct query_pool *p = context;
    pthread_mutex_lock(&p->output);
    for (;;) {
        while (p->unsaid.length == 0 && !p->silent) pthread_cond_wait(&p->spoken, &p->output);
        struct buffer lines = p->unsaid;
        if (lines.length == 0) break;
        p->unsaid = (struct buffer){0};
        p->writing = true;
        pthread_mutex_unlock(&p->output);
        write_lines(p, &lines);
        buffer_free(&lines);
        pthread_mutex_lock(&p->output);
        p->writing = false;
        pthread_cond_broadcast(&p->spoken);
    }
    pthread_mutex_unlock(&p->output);
    return NULL;
}

bool query_pool_is_broken(const struct query_pool *p) {
    return atomic_load(&p->broken);
}

static enum status start_speaker(struct query_pool *p, struct failure *why) {
    const enum status status = threads_start(&p->speaker, run_speaker, p, "the answers", why);
    p->speaks = status == STATUS_OK;
    return status;
}

/* Waits until all output is written. */
static void end_speaker(struct query_pool *p) {
    pthread_mutex_lock(&p->output);
    p->silent = true;
    pthread_cond_signal(&p->spoken);
    pthread_mutex_unlock(&p->output);
    if (p->speaks) pthread_join(p->speaker, NULL);
    buffer_free(&p->unsaid);
}

/* --- a task --- */

static void say_report(struct pool_worker *w, const struct report *report, bool during_search) {
    struct buffer line = {0};
    query_answer(&w->task->shared->query, w->task->turn, during_search, w->player.engine, report,
                 &line);
    query_pool_say(w->pool, &line);
    buffer_free(&line);
}

/* Called by the search every CHECK_INTERVAL, far more often than reports are wanted: so the same
 * hook ends the search in time. The final report is only kept; work_on answers with it when the
 * search has returned. */
static void take_report(void *context, const struct report *report) {
    struct pool_worker *w = context;
    const double now = clock_now();
    if (report->final) {
        w->last = *report;
        w->found = true;
        return;
    }
    if (now >= w->deadline || atomic_load(&w->task->ended)) {
        engine_interrupt(w->player.engine);
    } else if (now >= w->next_report) {
        say_report(w, report, true);
        w->next_report = clock_now() + w->task->shared->query.report_every;
    }
}

/* Sets up the task's position. The moves are accepted by any rules, like those of query_read, which
 * has tried them already. */
static enum status set_up(struct pool_worker *w, struct failure *why) {
    const struct query *q = &w->task->shared->query;
    struct engine *engine = w->player.engine;
    engine_set_up(engine, &q->start, q->first);
    enum status status = engine_set_komi(engine, q->komi, why);
    if (status == STATUS_OK) status = engine_set_rules(engine, q->rules, why);
    for (int i = 0; i < w->task->turn && status == STATUS_OK; i++)
        status =
            engine_accept(engine, q->moves[i].point, (enum color)q->moves[i].color, ALLOW_ALL, why);
    return status;
}

/* The limits of the query, or else of the parameters. With visits there is no limit of time unless
 * one is asked for. Returns the visits, 0 without a limit. */
static uint64_t limit(struct pool_worker *w) {
    const struct query_settings *s = &w->task->shared->query.settings;
    const struct params *params = w->pool->setting.params;
    const uint64_t visits = s->max_visits ? (uint64_t)s->max_visits : (uint64_t)params->simulations;
    const double seconds = s->max_time > 0 ? s->max_time : visits ? INFINITY : params->move_time;
    w->deadline = clock_now() + seconds;
    w->next_report = clock_now() + w->task->shared->query.report_every;
    return visits;
}

/* `alone`: with several threads turns of one game are analyzed at once, in an order that depends on
 * chance, so scores must not be means with the analysis before. */
static enum status analyze(struct pool_worker *w, struct failure *why) {
    const struct query *q = &w->task->shared->query;
    const enum color mover = query_mover(q, w->task->turn);
    struct engine *engine = w->player.engine;
    const struct engine_watch watch = {.report = take_report,
                                       .context = w,
                                       .interval = CHECK_INTERVAL,
                                       .alone = w->pool->setting.threads > 1,
                                       .ownership = q->ownership || q->ownership_stdev,
                                       .moves_ownership =
                                           q->moves_ownership || q->moves_ownership_stdev};
    if (w->generation != w->task->shared->generation) engine_forget(engine);
    w->generation = w->task->shared->generation;
    enum status status = set_up(w, why);
    if (status != STATUS_OK) return status;
    const uint64_t visits = limit(w);
    status = engine_set_bans(engine, &q->bans, mover, why);
    if (status != STATUS_OK) return status;
    engine_set_watch(engine, &watch);
    status = engine_analyze(engine, mover, visits, why);
    engine_set_watch(engine, NULL);
    engine_lift_bans(engine);
    return status;
}

static void say_nothing(struct query_pool *p, const struct task *task) {
    struct buffer line = {0};
    query_answer_nothing(&task->shared->query, task->turn, &line);
    query_pool_say(p, &line);
    buffer_free(&line);
}

static void say_failure(struct query_pool *p, const struct task *task, const struct failure *why) {
    const struct query_fault fault = {.field = NULL, .why = *why};
    struct buffer line = {0};
    query_answer_fault(task->shared->query.id, &fault, &line);
    query_pool_say(p, &line);
    buffer_free(&line);
}

/* A task may have been terminated between the queue and here; then nothing was searched. */
static void work_on(struct pool_worker *w) {
    struct failure why;
    w->found = false;
    const enum status status = atomic_load(&w->task->ended) ? STATUS_OK : analyze(w, &why);
    if (status != STATUS_OK) {
        say_failure(w->pool, w->task, &why);
        if (status != STATUS_INVALID)
            note_failure(w->pool, status, &why); /* not the query's fault */
    } else if (w->found) {
        say_report(w, &w->last, false);
    } else {
        say_nothing(w->pool, w->task);
    }
}

/* --- the queue --- */

/* Locked. Behind those of the same priority, so that these are answered in the order in which they
 * came. */
static void insert(struct query_pool *p, struct task *task) {
    struct task **at = &p->first;
    while (*at && (*at)->priority >= task->priority) at = &(*at)->next;
    task->next = *at;
    *at = task;
}

/* A failure in the middle leaves the tasks that are queued already: they are answered, and the
 * error is said as well. */
enum status query_pool_add(struct query_pool *p, struct query *query, struct failure *why) {
    struct shared_query *shared = malloc(sizeof *shared);
    if (!shared) return out_of_memory(why, "a query");
    /* One more than the tasks, so that the query outlives this loop whatever its workers do. */
    *shared = (struct shared_query){.query = *query, .turns_left = 1};
    *query = (struct query){.id = NULL};
    enum status status = STATUS_OK;
    pthread_mutex_lock(&p->lock);
    shared->generation = p->generation;
    for (int i = 0; i < shared->query.turn_count && status == STATUS_OK; i++) {
        struct task *task = malloc(sizeof *task);
        if (!task) {
            status = out_of_memory(why, "a query");
            break;
        }
        *task = (struct task){.shared = shared,
                              .turn = shared->query.turns[i],
                              .priority = shared->query.priorities[i]};
        atomic_init(&task->ended, false);
        shared->turns_left++;
        insert(p, task);
    }
    if (--shared->turns_left == 0) {
        query_free(&shared->query);
        free(shared);
    }
    pthread_cond_broadcast(&p->grown);
    pthread_mutex_unlock(&p->lock);
    return status;
}

void query_pool_forget(struct query_pool *p) {
    pthread_mutex_lock(&p->lock);
    p->generation++;
    pthread_mutex_unlock(&p->lock);
}

/* Whether a termination of the query ID (NULL: all) and its TURNS (NULL: all) covers TASK. */
static bool is_meant(const struct task *task, const char *id, const int *turns, int count) {
    bool meant = turns == NULL;
    for (int i = 0; i < count && turns; i++) meant |= turns[i] == task->turn;
    return meant && (!id || strcmp(id, task->shared->query.id) == 0);
}

/* Answers are collected under the lock and said after it (query_pool_say). A running turn answers
 * itself: with what the search has found by then. */
void query_pool_end(struct query_pool *p, const char *id, const int *turns, int count) {
    struct buffer answers = {0};
    pthread_mutex_lock(&p->lock);
    for (struct task **at = &p->first; *at;) {
        struct task *task = *at;
        if (!is_meant(task, id, turns, count)) {
            at = &task->next;
            continue;
        }
        *at = task->next;
        query_answer_nothing(&task->shared->query, task->turn, &answers);
        free_task(task);
    }
    for (int i = 0; i < p->worker_count; i++)
        if (p->workers[i].task && is_meant(p->workers[i].task, id, turns, count))
            atomic_store(&p->workers[i].task->ended, true);
    pthread_mutex_unlock(&p->lock);
    query_pool_say(p, &answers);
    buffer_free(&answers);
}

/* --- threads --- */

static void *run_worker(void *context) {
    struct pool_worker *w = context;
    struct query_pool *p = w->pool;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->first && !p->closed) pthread_cond_wait(&p->grown, &p->lock);
        if (!p->first) break;
        w->task = p->first;
        p->first = w->task->next;
        pthread_mutex_unlock(&p->lock);
        work_on(w);
        pthread_mutex_lock(&p->lock);
        free_task(w->task);
        w->task = NULL;
        pthread_cond_broadcast(&p->grown);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Locked. A task leaves the queue when its worker takes it, hence both are looked at. */
static bool is_busy(const struct query_pool *p) {
    bool busy = p->first != NULL;
    for (int i = 0; i < p->worker_count; i++) busy = busy || p->workers[i].task;
    return busy;
}

void query_pool_wait(struct query_pool *p) {
    pthread_mutex_lock(&p->lock);
    while (is_busy(p)) pthread_cond_wait(&p->grown, &p->lock);
    pthread_mutex_unlock(&p->lock);
    pthread_mutex_lock(&p->output);
    while (p->unsaid.length || p->writing) pthread_cond_wait(&p->spoken, &p->output);
    pthread_mutex_unlock(&p->output);
}

/* Ends the running threads and frees the pool; returns the status of the first failure. */
static enum status close_pool(struct query_pool *p, struct failure *why) {
    pthread_mutex_lock(&p->lock);
    p->closed = true;
    pthread_cond_broadcast(&p->grown);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->worker_count; i++) {
        pthread_join(p->workers[i].thread, NULL);
        player_close(&p->workers[i].player);
    }
    end_speaker(p);
    const enum status status = p->status;
    *why = p->why;
    pthread_cond_destroy(&p->grown);
    pthread_cond_destroy(&p->spoken);
    pthread_mutex_destroy(&p->lock);
    pthread_mutex_destroy(&p->output);
    free(p->workers);
    free(p);
    return status;
}

enum status query_pool_new(struct query_pool **out, const struct query_pool_setting *setting,
                           struct failure *why) {
    struct query_pool *p = calloc(1, sizeof *p);
    struct pool_worker *workers = calloc((size_t)setting->threads, sizeof *workers);
    if (!p || !workers) {
        free(p);
        free(workers);
        return out_of_memory(why, "the analysis");
    }
    p->setting = *setting;
    p->workers = workers;
    pthread_mutex_init(&p->lock, NULL);
    pthread_mutex_init(&p->output, NULL);
    pthread_cond_init(&p->grown, NULL);
    pthread_cond_init(&p->spoken, NULL);
    enum status status = start_speaker(p, why);
    for (int i = 0; i < setting->threads && status == STATUS_OK; i++) {
        struct pool_worker *w = &workers[i];
        w->pool = p;
        status = player_open(&w->player, setting->params, setting->weights, why);
        if (status != STATUS_OK) break;
        status = threads_start(&w->thread, run_worker, w, "an analysis", why);
        if (status == STATUS_OK)
            p->worker_count++;
        else
            player_close(&w->player);
    }
    struct failure none;
    if (status == STATUS_OK)
        *out = p;
    else
        close_pool(p, &none);
    return status;
}

enum status query_pool_finish(struct query_pool *p, bool now, struct failure *why) {
    if (now) drop_all(p);
    return close_pool(p, why);
}
