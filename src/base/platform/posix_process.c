/* Child processes on POSIX systems. Three things are easy to get wrong: a descriptor that a program
 * inherits keeps its neighbour's pipe open, whose end is then never seen (FORKING below); killing
 * the shell leaves the program that it has started (the process group); and between fork and exec
 * hardly any call is allowed (become). */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct process {
    pid_t pid;
    bool ended; /* and reaped */
    int end;    /* its waitpid status */
    int to, from;
    struct input *output;
};

/* Runs in the new process, where only async-signal-safe calls are allowed: another thread may have
 * held a lock at the fork. Resets the signals that this program ignores, which exec would pass on.
 */
static void become(const char *command, int in, int out) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    setpgid(0, 0);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(127);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Two pipes that programs started later do not inherit:
 *
 *     this program --pipes[1]--> pipes[0]--> its standard input
 *     this program <--pipes[2]-- pipes[3]<-- its standard output */
static bool open_pipes(int pipes[4]) {
    if (pipe(pipes) != 0) return false;
    if (pipe(pipes + 2) != 0) {
        close(pipes[0]);
        close(pipes[1]);
        return false;
    }
    for (int i = 0; i < 4; i++) fcntl(pipes[i], F_SETFD, FD_CLOEXEC);
    return true;
}

/* Returns the new process's ID and our ends of its pipes, or -1 with errno. Between pipe and fcntl,
 * a fork by another thread would inherit the pipes, and their ends would stay open: hence FORKING.
 */
static pid_t start(const char *command, pthread_mutex_t *forking, int *to, int *from) {
    int pipes[4];
    pthread_mutex_lock(forking);
    const bool opened = open_pipes(pipes);
    const pid_t pid = opened ? fork() : -1;
    if (pid == 0) become(command, pipes[0], pipes[3]);
    const int error = errno;
    if (opened) {
        close(pipes[0]);
        close(pipes[3]);
    }
    pthread_mutex_unlock(forking);
    if (pid < 0 && opened) {
        close(pipes[1]);
        close(pipes[2]);
    }
    errno = error;
    *to = pipes[1];
    *from = pipes[2];
    return pid;
}

enum status process_start(struct process **out, const char *command, pthread_mutex_t *forking,
                          struct failure *why) {
    struct process *p = calloc(1, sizeof *p);
    if (!p) return out_of_memory(why, "a program");
    p->pid = start(command, forking, &p->to, &p->from);
    if (p->pid < 0) {
        const int error = errno;
        free(p);
        return fail(why, STATUS_IO, "can't start '%.100s': %s", command, strerror(error));
    }
    setpgid(p->pid, p->pid); /* here and in the child: process_free may come before either */
    fcntl(p->to, F_SETFL, O_NONBLOCK);
    fcntl(p->from, F_SETFL, O_NONBLOCK);
    const enum status status = input_new(&p->output, p->from, why);
    if (status != STATUS_OK)
        process_free(p);
    else
        *out = p;
    return status;
}

/* A full pipe is not an error: the program is busy, and the caller tries again later. Blocking here
 * could deadlock, with the program in turn waiting for us to read its output. */
bool process_write(struct process *p, const char *bytes, size_t length, size_t *count) {
    const ssize_t written = write(p->to, bytes, length);
    *count = written > 0 ? (size_t)written : 0;
    return written >= 0 || errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

struct input *process_output(struct process *p) {
    return p->output;
}

void process_close_input(struct process *p) {
    if (p->to >= 0) close(p->to);
    p->to = -1;
}

enum process_end process_poll(struct process *p, int *code) {
    if (!p->ended) p->ended = waitpid(p->pid, &p->end, WNOHANG) == p->pid;
    if (!p->ended) return PROCESS_RUNNING;
    if (WIFSIGNALED(p->end)) {
        *code = WTERMSIG(p->end);
        return PROCESS_SIGNALED;
    }
    *code = WEXITSTATUS(p->end);
    /* The exit codes of the shell when it can't run a command. */
    return *code == 127   ? PROCESS_NOT_FOUND
           : *code == 126 ? PROCESS_NOT_EXECUTABLE
                          : PROCESS_EXITED;
}

/* The shell may have started the program as a child instead of becoming it, and the program may
 * have children, so the signal goes to the group. */
void process_free(struct process *p) {
    if (!p) return;
    process_close_input(p);
    kill(-p->pid, SIGKILL);
    while (!p->ended && waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) continue;
    input_free(p->output);
    close(p->from);
    free(p);
}

/* --- processor time --- */

/* Seconds used by process PID itself; negative if unknown. */
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

/* From /proc/PID/stat of Linux. */
struct times {
    int group;
    unsigned long user, system;    /* ticks used by the process */
    long ended_user, ended_system; /* ticks used by its children that were reaped */
};

static bool read_process(const char *pid, struct times *out) {
    char path[300], text[600];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    const char *rest = strrchr(text, ')'); /* the name before it may contain anything */
    return rest &&
           sscanf(rest, ") %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &out->group,
                  &out->user, &out->system, &out->ended_user, &out->ended_system) == 5;
}

/* The clock of PID is more exact than the ticks, which are 0.01 s. */
static double seconds_with_children(pid_t pid, const struct times *process) {
    const double tick = 1 / (double)sysconf(_SC_CLK_TCK), own = own_seconds(pid);
    const double ended = tick * (double)(process->ended_user + process->ended_system);
    return ended + (own >= 0 ? own : tick * (double)(process->user + process->system));
}

double process_seconds(const struct process *p) {
    DIR *folder = opendir("/proc");
    double sum = 0;
    bool found = false;
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        struct times process;
        if (strspn(entry->d_name, "0123456789") != strlen(entry->d_name)) continue;
        if (!read_process(entry->d_name, &process) || process.group != p->pid) continue;
        sum += seconds_with_children((pid_t)atol(entry->d_name), &process);
        found = true;
    }
    if (folder) closedir(folder);
    if (!found) sum = own_seconds(p->pid); /* not Linux: the program without its children */
    return sum >= 0 ? sum : NAN;
}
