/* The weight files that are compiled into the executable: weights/NxN.weights, and
 * weights/KIND-NxN.weights of networks and policies, as they were when it was built, whole and
 * unread. The build writes the table (tools/embed_weights.cmake). */
#ifndef GUZUMI_BUILTIN_WEIGHTS_H
#define GUZUMI_BUILTIN_WEIGHTS_H

#include <stddef.h>

struct builtin_weights {
    const char *kind; /* "local-shapes", "territory", "liberties", "policy" or "network" */
    int size;         /* of the board, by the file's name */
    const unsigned char *data;
    size_t length; /* bytes */
};

/* The first builtin_weights_count rows, by increasing size. There may be none. */
extern const struct builtin_weights builtin_weights[];
extern const int builtin_weights_count;

/* Makes NAME the bytes of the file at PATH, by the assembler's .incbin where the compiler passes
 * that on; the build tries it out. */
#if defined(__APPLE__)
#define BUILTIN_SECTION ".const_data"
#else
#define BUILTIN_SECTION ".section .rodata"
#endif
#define BUILTIN_FILE(name, path)                                                                   \
    __asm__(BUILTIN_SECTION "\n.globl " #name "\n" #name ":\n.incbin \"" path "\"\n.text\n");      \
    extern const unsigned char name[] __asm__(#name)

#endif
