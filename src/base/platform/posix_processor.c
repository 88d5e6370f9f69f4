#define _POSIX_C_SOURCE 200809L
#include "posix_processor.h"

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds that process PID itself has used; negative when nobody can tell. */
static double own_seconds(pid_t pid) {
#if defined(_POSIX_CPUTIME) && _POSIX_CPUTIME >= 0
    clockid_t id;
    struct timespec t;
    if (clock_getcpuclockid(pid, &id) == 0 && clock_gettime(id, &t) == 0)
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
    (void)pid;
    return -1;
}

/* What Linux tells of a process. */
struct times {
    int group;
    unsigned long user, system;    /* ticks that it has used */
    long ended_user, ended_system; /* and its children that have ended */
};

static bool read_process(const char *pid, struct times *out) {
    char path[300], text[600];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    const char *rest = strrchr(text, ')'); /* its name may hold anything */
    return rest &&
           sscanf(rest, ") %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &out->group,
                  &out->user, &out->system, &out->ended_user, &out->ended_system) == 5;
}

static double seconds_with_children(pid_t pid, const struct times *process) {
    const double tick = 1 / (double)sysconf(_SC_CLK_TCK), own = own_seconds(pid);
    const double ended = tick * (double)(process->ended_user + process->ended_system);
    return ended + (own >= 0 ? own : tick * (double)(process->user + process->system));
}

double posix_group_seconds(pid_t group) {
    DIR *folder = opendir("/proc");
    double sum = 0;
    bool found = false;
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        struct times process;
        if (strspn(entry->d_name, "0123456789") != strlen(entry->d_name)) continue;
        if (!read_process(entry->d_name, &process) || process.group != group) continue;
        sum += seconds_with_children((pid_t)atol(entry->d_name), &process);
        found = true;
    }
    if (folder) closedir(folder);
    if (!found) sum = own_seconds(group);
    return sum >= 0 ? sum : NAN;
}
