/* Status codes and messages for failures with an external cause: input, files, memory.
 *
 * A function that can fail returns an enum status. Unless it returns STATUS_OK, it has written one
 * line into the caller's struct failure: what is wrong, where, and what to do. The line has no
 * newline and no control characters. A broken contract between modules is an assert instead. */
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
    STATUS_INVALID, /* unacceptable input: a value, a move, a malformed file */
    STATUS_IO,      /* an error of the operating system: no such file, no space, no permission */
    STATUS_MEMORY,  /* out of memory */
    STATUS_STOPPED  /* the user asked to stop; the work done so far is kept */
};

struct failure {
    char text[400];
};

/* Writes the message (truncated to fit, control characters replaced by '?') and returns CODE. */
enum status fail(struct failure *why, enum status code, const char *format, ...)
    GUZUMI_PRINTF(3, 4);

/* Writes "out of memory for WHAT" and the way out, and returns STATUS_MEMORY. WHAT is a printf
 * format that names what may be too large, with its size if known. */
enum status out_of_memory(struct failure *why, const char *what, ...) GUZUMI_PRINTF(2, 3);

#ifdef __clang_analyzer__ /* for clang-tidy to see that what failed is not STATUS_OK */
#define fail(why, code, ...) (fail(why, code, __VA_ARGS__), code)
#define out_of_memory(...) (out_of_memory(__VA_ARGS__), STATUS_MEMORY)
#endif

#endif
