/* Status and message of whatever can fail for outside reasons: input, files, memory.
 *
 * A function that can fail returns an enum status and, unless it is STATUS_OK, has written one line
 * into the caller's struct failure: what is wrong, where, and what to do. The line has no newline
 * at its end and no control characters inside. A broken contract between modules is an assert
 * instead. */
#ifndef GUZUMI_STATUS_H
#define GUZUMI_STATUS_H

#if defined(__clang__)
#define GUZUMI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#elif defined(__GNUC__) /* C11's formats, whatever the C library's own are */
#define GUZUMI_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#else
#define GUZUMI_PRINTF(text, first)
#endif

enum status {
    STATUS_OK = 0,
    STATUS_INVALID, /* input that can't be accepted: a value, a move, a malformed file */
    STATUS_IO,      /* the operating system refused: no such file, no space, no permission */
    STATUS_MEMORY,  /* memory ran out */
    STATUS_STOPPED  /* the user asked to stop; what was done so far is kept */
};

struct failure {
    char text[400];
};

/* Writes the message (cut to fit, control characters replaced by '?') and returns CODE. */
enum status fail(struct failure *why, enum status code, const char *format, ...)
    GUZUMI_PRINTF(3, 4);

/* Writes the message for memory that ran out for WHAT, a format as for printf, which names what may
 * be too large and its size. Returns STATUS_MEMORY. */
enum status out_of_memory(struct failure *why, const char *what, ...) GUZUMI_PRINTF(2, 3);

#endif
