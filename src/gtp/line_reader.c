#include "line_reader.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/system.h"
#include "guzumi/base/text.h"
#include "guzumi/base/threads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Two threads: the reading thread below, and the command thread (protocol.c). An interrupted
 * `genmove`, whose line is the fifth that was queued:
 *
 *     client        reading thread                      command thread
 *     genmove b     push: lines = 5
 *                                                       line_reader_next: running = 5
 *                   0.1 s of silence: burst_lines = 5   engine_genmove searches
 *     # interrupt   finish_line: interrupted = 5
 *                   running <= interrupted: calls
 *                   interrupt every 20 ms               the search ends, the move is played
 *                                                       "= D4" is written
 *                                                       line_reader_done: running = 0
 *     play w E5     push: lines = 6                     running = 6 > interrupted: no call
 *
 * The call is repeated because the first one may come before the search has begun, which would lose
 * it. "# interrupt" sets interrupted = lines, so it reaches every line before it and none after it.
 *
 * `quit` sets interrupted = burst_lines and piped = lines instead. Typed after the silence it ends
 * line 5 at once. In "genmove b" and "quit" written in one go burst_lines is still 4, so line 5
 * runs on: the callback only gets INTERRUPT_PIPED, after piped_grace. */

enum {
    CHUNK = 1 << 16,
    QUEUE_LIMIT = 1 << 24, /* bytes queued before reading waits for answering */
#ifdef GUZUMI_FUZZING
    REPEAT_MS = 1
#else
    REPEAT_MS = 20 /* between calls of the interrupt */
#endif
};

/* A longer silence means that the client was waiting for answers; shorter gaps belong to one burst,
 * such as a piped script. */
static const double burst_gap = 0.1;
/* The time that a command gets if the end of a script was piped in after it. */
static const double piped_grace = 2.0;

struct line_reader {
    pthread_t thread;
    struct input *input;
    struct wake *wake; /* interrupts the thread's wait */
    void (*interrupt)(void *context, enum interrupt why);
    void *context;

    /* Used by the reading thread alone: the incomplete line, and the time of the last input. */
    struct lines read;
    double last_input;
    bool begun; /* a line has been read */

    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t grown;
    struct line *first, **last;
    size_t queued;
    uint64_t lines;       /* queued so far; a line's number is this count */
    uint64_t burst_lines; /* queued before the current burst of input */
    uint64_t interrupted; /* lines up to this number must end now */
    uint64_t piped;       /* lines up to this number are followed by the end of a script */
    uint64_t followed;    /* lines up to this number are followed by any input */
    uint64_t running;     /* number of the running line, or 0 */
    bool until_input;     /* any input after it ends it */
    double running_since;
    bool ended, stopping;
    int error;
};

static void raise_to(uint64_t *number, uint64_t to) {
    if (*number < to) *number = to;
}

/* `quit` or the end of the input. It interrupts earlier bursts, after which the client has been
 * waiting; lines of its own burst are a script and get piped_grace. */
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

static bool is_quit(const char *text) {
    text += strspn(text, " ");
    const size_t id = strspn(text, "0123456789");
    if (id && text[id] == ' ') text += id + strspn(text + id, " ");
    return strncmp(text, "quit", 4) == 0 && (!text[4] || text[4] == ' ');
}

static void push(struct line_reader *r, const char *text, enum line_fault fault) {
    const size_t size = sizeof(struct line) + strlen(text) + 1;
    struct line *line = malloc(size);
    if (!line) {
        end_input(r, ENOMEM);
        return;
    }
    const bool quits = is_quit(text);
    if (quits) note_end(r);
    *line = (struct line){.number = ++r->lines, .size = size, .came = clock_now(), .fault = fault};
    memcpy(line->text, text, size - sizeof *line);
    *r->last = line;
    r->last = &line->next;
    r->queued += size;
    pthread_cond_signal(&r->grown);
}

/* Drops control characters and the blanks at the end; tabs become blanks. */
static void clean(char *text, size_t length) {
    char *out = text;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '\t')
            *out++ = ' ';
        else if (c >= 0x20 && c != 0x7f)
            *out++ = text[i];
    }
    while (out > text && out[-1] == ' ') out--;
    *out = 0;
}

/* Removes the comment from TEXT, which READ may hold, and returns the fault of the rest. A line
 * that was cut off inside its comment is complete. */
static enum line_fault cut_comment(const struct lines *read, char *text) {
    char *comment = text + strcspn(text, "#");
    const bool cut = read->too_long && !*comment;
    *comment = 0;
    if (read->text.failed) return LINE_LOST;
    return cut ? LINE_TOO_LONG : LINE_GOOD;
}

/* Drops everything that the answer to a too long line does not need. */
static void keep_id(char *text) {
    const size_t length = strspn(text, "0123456789");
    text[text[length] == ' ' ? length : 0] = 0;
}

/* Ends a line: acts on "# interrupt", queues commands. */
static void finish_line(struct line_reader *r) {
    char empty[1] = "";
    const bool lost = r->read.text.failed;
    char *text = lost ? empty : (char *)r->read.text.data;
    clean(text, lost ? 0 : r->read.text.length);
    if (!r->begun) text += text_mark_length(text);
    r->begun = true;
    raise_to(&r->followed, r->lines);
    if (strcmp(text, "# interrupt") == 0) raise_to(&r->interrupted, r->lines);
    const enum line_fault fault = cut_comment(&r->read, text);
    if (fault == LINE_TOO_LONG) keep_id(text);
    if (fault != LINE_GOOD || text[strspn(text, " ")]) push(r, text, fault);
}

static void take_bytes(struct line_reader *r, const char *bytes, size_t count) {
    while (!r->ended && lines_take(&r->read, &bytes, &count)) finish_line(r);
}

static void read_chunk(struct line_reader *r, char *chunk) {
    size_t count;
    int error;
    const bool more = input_read(r->input, chunk, CHUNK, &count, &error);
    if (more && count == 0) return;
    pthread_mutex_lock(&r->lock);
    if (more) {
        take_bytes(r, chunk, count);
    } else {
        if (lines_finish(&r->read)) finish_line(r);
        end_input(r, error);
    }
    pthread_mutex_unlock(&r->lock);
    r->last_input = clock_now();
}

/* Calls the interrupt if it is due for the running line. Returns the milliseconds until the next
 * check, -1 for never. Locked: the line can't end meanwhile, so the call can't hit the next line.
 */
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

/* Ends the burst after a silence. Only called when a wait found nothing to read: on a busy machine
 * the thread may have slept while its input was already there. */
static void end_burst_when_due(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    if (clock_now() - r->last_input >= burst_gap) r->burst_lines = r->lines;
    pthread_mutex_unlock(&r->lock);
}

static int sooner(int a_ms, int b_ms) {
    return a_ms < 0 ? b_ms : b_ms < 0 ? a_ms : a_ms < b_ms ? a_ms : b_ms;
}

/* Waits for input, a wake or the time of an interrupt. False when the thread must end. */
static bool reader_step(struct line_reader *r, char *chunk) {
    pthread_mutex_lock(&r->lock);
    const bool stopping = r->stopping;
    const bool reads = !r->ended && r->queued < QUEUE_LIMIT;
    const bool burst = reads && r->burst_lines < r->lines;
    const int due_ms = interrupt_when_due(r);
    pthread_mutex_unlock(&r->lock);
    if (stopping) return false;
    const int gap_ms = burst ? (int)(burst_gap * 1000) + 1 : -1;
    /* While the queue is full nothing is read, so the pipe fills and the client waits. Interrupts
     * then come late, but memory is bounded. */
    if (input_wait(reads ? r->input : NULL, r->wake, sooner(due_ms, gap_ms)))
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

static void close_all(struct line_reader *r) {
    input_free(r->input);
    wake_free(r->wake);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->grown);
    for (struct line *line = r->first, *next; line; line = next) {
        next = line->next;
        free(line);
    }
    lines_free(&r->read);
    free(r);
}

enum status line_reader_new(struct line_reader **out, int fd,
                            void (*interrupt)(void *context, enum interrupt why), void *context,
                            struct failure *why) {
    struct line_reader *r = calloc(1, sizeof *r);
    if (!r) return out_of_memory(why, "reading the input");
    r->interrupt = interrupt;
    r->context = context;
    r->last = &r->first;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->grown, NULL);
    enum status status = wake_new(&r->wake, why);
    if (status == STATUS_OK) status = input_new(&r->input, fd, why);
    if (status == STATUS_OK)
        status = threads_start(&r->thread, reader_main, r, "reading the input", why);
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
    wake_up(r->wake);
    pthread_join(r->thread, NULL);
    close_all(r);
}

struct line *line_reader_next(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    while (!r->first && !r->ended) pthread_cond_wait(&r->grown, &r->lock);
    struct line *line = r->first;
    /* The reading thread may sleep without an end: it must learn that there is room in the queue
     * again, and that the line which now runs is to be interrupted. */
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
    if (wakes) wake_up(r->wake);
    return line;
}

void line_reader_until_input(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    r->until_input = true;
    pthread_mutex_unlock(&r->lock);
    wake_up(r->wake);
}

void line_reader_done(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    r->running = 0;
    pthread_mutex_unlock(&r->lock);
}

bool line_reader_ended(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    const bool ended = r->ended && !r->first;
    pthread_mutex_unlock(&r->lock);
    return ended;
}

int line_reader_error(struct line_reader *r) {
    pthread_mutex_lock(&r->lock);
    const int error = r->error;
    pthread_mutex_unlock(&r->lock);
    return error;
}
