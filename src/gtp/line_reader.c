#define _POSIX_C_SOURCE 200809L
#include "line_reader.h"

#include "guzumi/clock.h"
#include "guzumi/text.h"
#include "guzumi/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CHUNK = 1 << 16,
    QUEUE_LIMIT = 1 << 24, /* bytes queued before reading waits for answering */
    REPEAT_MS = 20         /* between calls of the interrupt */
};

/* A longer silence means that the client waited before it sent what comes next. */
static const double burst_gap = 0.1;
/* What a command may take when the end was piped in behind it. */
static const double piped_grace = 2.0;

struct line_reader {
    pthread_t thread;
    int fd;
    int wake[2]; /* a pipe: a byte ends the thread's poll */
    void (*interrupt)(void *context, enum interrupt why);
    void *context;

    /* The reading thread's own: the line that is being read, and when input last came. */
    char *text;
    size_t length, capacity;
    bool lost;
    double last_input;
    bool begun; /* a line has been read */

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t grown;
    struct line *first, **last;
    size_t queued;
    uint64_t lines;       /* queued ever */
    uint64_t burst_lines; /* the same before the present burst of input */
    uint64_t interrupted; /* lines up to this number are to end now */
    uint64_t piped;       /* lines up to this number have the end of a script behind them */
    uint64_t followed;    /* lines up to this number have some input behind them */
    uint64_t running;     /* line in progress, or 0 */
    bool until_input;     /* it ends when it is followed */
    double running_since;
    bool ended, stopping;
    int error;
};

static void raise_to(uint64_t *number, uint64_t to) {
    if (*number < to) *number = to;
}

/* `quit` or the end of the input: who waited through a silence is cut short, who is piped in front
 * of it in one burst is not. */
static void note_end(struct line_reader *r) {
    raise_to(&r->interrupted, r->burst_lines);
    raise_to(&r->piped, r->lines);
}

static void end_input(struct line_reader *r, int error) {
    note_end(r);
    r->ended = true;
    r->error = error;
    pthread_cond_signal(&r->grown);
}

static void append(struct line_reader *r, char c) {
    if (r->lost) return;
    if (r->length + 1 >= r->capacity) {
        const size_t capacity = r->capacity ? 2 * r->capacity : 256;
        char *text = realloc(r->text, capacity);
        if (!text) {
            r->lost = true;
            r->length = 0;
            return;
        }
        r->text = text;
        r->capacity = capacity;
    }
    r->text[r->length++] = c;
}

static bool is_quit(const char *text) {
    text += strspn(text, " ");
    const size_t id = strspn(text, "0123456789");
    if (id && text[id] == ' ') text += id + strspn(text + id, " ");
    return strncmp(text, "quit", 4) == 0 && (!text[4] || text[4] == ' ');
}

static void push(struct line_reader *r, const char *text) {
    const size_t size = sizeof(struct line) + strlen(text) + 1;
    struct line *line = malloc(size);
    if (!line) {
        end_input(r, ENOMEM);
        return;
    }
    const bool quits = is_quit(text);
    if (quits) note_end(r);
    *line = (struct line){.number = ++r->lines, .size = size, .lost = r->lost};
    memcpy(line->text, text, size - sizeof *line);
    *r->last = line;
    r->last = &line->next;
    r->queued += size;
    pthread_cond_signal(&r->grown);
}

/* A whole line has come: acts on "# interrupt", queues what is a command. */
static void finish_line(struct line_reader *r) {
    char empty[1] = "";
    char *text = r->text && !r->lost ? r->text : empty;
    size_t length = r->lost ? 0 : r->length;
    while (length && text[length - 1] == ' ') length--;
    text[length] = 0;
    if (!r->begun) text += text_mark_length(text);
    r->begun = true;
    raise_to(&r->followed, r->lines);
    if (strcmp(text, "# interrupt") == 0) raise_to(&r->interrupted, r->lines);
    text[strcspn(text, "#")] = 0;
    if (r->lost || text[strspn(text, " ")]) push(r, text);
    r->length = 0;
    r->lost = false;
}

static void take_bytes(struct line_reader *r, const char *bytes, size_t count) {
    for (size_t i = 0; i < count && !r->ended; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (c == '\n')
            finish_line(r);
        else if (c == '\t')
            append(r, ' ');
        else if (c >= 0x20 && c != 0x7f)
            append(r, bytes[i]);
    }
}

static void read_chunk(struct line_reader *r, char *chunk) {
    const ssize_t count = read(r->fd, chunk, CHUNK);
    const int error = count < 0 ? errno : 0;
    if (error == EINTR || error == EAGAIN) return;
    pthread_mutex_lock(&r->lock);
    if (count > 0) {
        take_bytes(r, chunk, (size_t)count);
    } else {
        if (r->length || r->lost) finish_line(r);
        end_input(r, error);
    }
    pthread_mutex_unlock(&r->lock);
    r->last_input = clock_now();
}

/* Calls the interrupt when it is due for the running line. Returns the milliseconds until this has
 * to be looked at again, -1 for never. The lock is held throughout, so that the line can't end in
 * between and the call can't strike the next one. */
static int interrupt_when_due(struct line_reader *r) {
    if (!r->running) return -1;
    if (r->running <= r->interrupted || (r->until_input && r->running <= r->followed)) {
        r->interrupt(r->context, INTERRUPT_NOW);
        return REPEAT_MS;
    }
    if (r->running > r->piped) return -1;
    const double left = r->running_since + piped_grace - clock_now();
    if (left > 0) return (int)(left * 1000) + 1;
    r->interrupt(r->context, INTERRUPT_PIPED);
    return REPEAT_MS;
}

static void drain(int fd) {
    char bytes[64];
    while (read(fd, bytes, sizeof bytes) > 0) continue;
}

/* A silence has been long enough to end a burst when the poll found nothing to read; a thread that
 * merely slept has its input still before it. */
static void end_burst_when_due(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    if (clock_now() - r->last_input >= burst_gap) r->burst_lines = r->lines;
    pthread_mutex_unlock(&r->lock);
}

static int sooner(int a_ms, int b_ms) {
    return a_ms < 0 ? b_ms : b_ms < 0 ? a_ms : a_ms < b_ms ? a_ms : b_ms;
}

/* Waits for input, a wake or the time to interrupt. False when the thread is to end. */
static bool reader_step(struct line_reader *r, char *chunk) {
    pthread_mutex_lock(&r->lock);
    const bool stopping = r->stopping;
    const bool reads = !r->ended && r->queued < QUEUE_LIMIT;
    const bool burst = reads && r->burst_lines < r->lines;
    const int due_ms = interrupt_when_due(r);
    pthread_mutex_unlock(&r->lock);
    if (stopping) return false;
    struct pollfd fds[2] = {{.fd = r->wake[0], .events = POLLIN},
                            {.fd = reads ? r->fd : -1, .events = POLLIN}};
    const int gap_ms = burst ? (int)(burst_gap * 1000) + 1 : -1;
    if (poll(fds, 2, sooner(due_ms, gap_ms)) < 0) return true;
    if (fds[0].revents) drain(r->wake[0]);
    if (fds[1].revents)
        read_chunk(r, chunk);
    else if (burst)
        end_burst_when_due(r);
    return true;
}

static void *reader_main(void *argument) {
    struct line_reader *r = argument;
    char chunk[CHUNK];
    while (reader_step(r, chunk)) continue;
    return NULL;
}

static void wake(struct line_reader *r) {
    /* A full pipe wakes as well. */
    const ssize_t written = write(r->wake[1], "", 1);
    (void)written;
}

static bool open_wake(struct line_reader *r) {
    if (pipe(r->wake) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(r->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(r->wake[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void close_all(struct line_reader *r) {
    close(r->wake[0]);
    close(r->wake[1]);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->grown);
    for (struct line *line = r->first, *next; line; line = next) {
        next = line->next;
        free(line);
    }
    free(r->text);
    free(r);
}

enum status line_reader_new(struct line_reader **out, int fd,
                            void (*interrupt)(void *context, enum interrupt why), void *context,
                            struct failure *why) {
    struct line_reader *r = calloc(1, sizeof *r);
    if (!r) return fail_memory(why, "reading the input");
    r->fd = fd;
    r->interrupt = interrupt;
    r->context = context;
    r->last = &r->first;
    if (!open_wake(r)) {
        const int error = errno;
        free(r);
        return fail(why, STATUS_IO, "can't make a pipe for reading the input: %s", strerror(error));
    }
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->grown, NULL);
    const enum status status = threads_start(&r->thread, reader_main, r, "reading the input", why);
    if (status == STATUS_OK)
        *out = r;
    else
        close_all(r);
    return status;
}

void line_reader_free(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    r->stopping = true;
    pthread_mutex_unlock(&r->lock);
    wake(r);
    pthread_join(r->thread, NULL);
    close_all(r);
}

struct line *line_reader_next(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    while (!r->first && !r->ended) pthread_cond_wait(&r->grown, &r->lock);
    struct line *line = r->first;
    bool wakes = false;
    if (line) {
        r->first = line->next;
        if (!r->first) r->last = &r->first;
        wakes =
            r->queued >= QUEUE_LIMIT || line->number <= r->piped || line->number <= r->interrupted;
        r->queued -= line->size;
        r->running = line->number;
        r->until_input = false;
        r->running_since = clock_now();
    }
    pthread_mutex_unlock(&r->lock);
    if (wakes) wake(r);
    return line;
}

void line_reader_until_input(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    r->until_input = true;
    pthread_mutex_unlock(&r->lock);
    wake(r);
}

void line_reader_done(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    r->running = 0;
    pthread_mutex_unlock(&r->lock);
}

int line_reader_error(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    const int error = r->error;
    pthread_mutex_unlock(&r->lock);
    return error;
}
