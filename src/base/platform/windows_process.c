/* Child processes on Windows, where they have no process groups to kill: a job takes their place.
 * The program is created suspended and joins the job before its first instruction, so that nothing
 * that it starts can be outside. Its pipes are inherited as they are on POSIX systems, hence
 * FORKING. */
#include "guzumi/base/system.h"

#include "windows_wide.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct process {
    HANDLE process, job; /* closing the job kills the process and its descendants */
    HANDLE to;           /* NULL if closed */
    int from;            /* a descriptor */
    struct input *output;
};

/* The program's standard files: its ends of the pipes, and the null device for errors. */
struct ends {
    HANDLE in, out, error;
};

static void close_handle(HANDLE handle) {
    if (handle && handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
}

/* Creates a pipe; the program inherits its end *THEIRS. */
static bool open_pipe(HANDLE *read, HANDLE *write, HANDLE *theirs) {
    return CreatePipe(read, write, NULL, 1 << 16) &&
           SetHandleInformation(*theirs, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
}

/* PIPE_NOWAIT on our end alone: it makes process_write return when the pipe is full. The program's
 * own reads and writes block, as it expects. */
static bool open_ends(struct process *p, struct ends *ends, HANDLE *from) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    DWORD at_once = PIPE_NOWAIT;
    if (!open_pipe(&ends->in, &p->to, &ends->in) || !open_pipe(from, &ends->out, &ends->out))
        return false;
    SetNamedPipeHandleState(p->to, &at_once, NULL, NULL);
    ends->error = CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                              OPEN_EXISTING, 0, NULL);
    return true;
}

/* Starts COMMAND suspended, and lets it run when it is in a job that ends with its handle. */
static bool create(struct process *p, wchar_t *command, const struct ends *ends) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    STARTUPINFOW start = {.cb = sizeof start,
                          .dwFlags = STARTF_USESTDHANDLES,
                          .hStdInput = ends->in,
                          .hStdOutput = ends->out,
                          .hStdError = ends->error};
    PROCESS_INFORMATION made;
    const DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW;
    p->job = CreateJobObjectW(NULL, NULL);
    if (!p->job ||
        !SetInformationJobObject(p->job, JobObjectExtendedLimitInformation, &limits, sizeof limits))
        return false;
    if (!CreateProcessW(NULL, command, NULL, NULL, TRUE, flags, NULL, NULL, &start, &made))
        return false;
    p->process = made.hProcess;
    AssignProcessToJobObject(p->job, made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    return true;
}

/* Starts COMMAND. False leaves GetLastError; process_free closes the handles in P. */
static bool start(struct process *p, wchar_t *command, pthread_mutex_t *forking) {
    struct ends ends = {NULL, NULL, NULL};
    HANDLE from = NULL;
    pthread_mutex_lock(forking);
    const bool started = open_ends(p, &ends, &from) && create(p, command, &ends);
    const DWORD error = GetLastError();
    close_handle(ends.in);
    close_handle(ends.out);
    close_handle(ends.error);
    pthread_mutex_unlock(forking);
    if (from) p->from = _open_osfhandle((intptr_t)from, _O_RDONLY | _O_BINARY);
    SetLastError(error);
    return started && p->from >= 0;
}

enum status process_start(struct process **out, const char *command, pthread_mutex_t *forking,
                          struct failure *why) {
    struct process *p = calloc(1, sizeof *p);
    wchar_t *wide = p ? wide_from_utf8(command) : NULL;
    enum status status = STATUS_OK;
    if (!wide) {
        status = out_of_memory(why, "a program");
    } else {
        p->from = -1;
        if (!start(p, wide, forking))
            status = fail(why, STATUS_IO, "can't start '%.100s': %s", command,
                          strerror(wide_errno(GetLastError())));
    }
    if (status == STATUS_OK) status = input_new(&p->output, p->from, why);
    free(wide);
    if (status != STATUS_OK)
        process_free(p);
    else
        *out = p;
    return status;
}

bool process_write(struct process *p, const char *bytes, size_t length, size_t *count) {
    DWORD written = 0;
    *count = 0;
    if (!p->to) return false;
    const bool open = WriteFile(p->to, bytes, (DWORD)length, &written, NULL) != 0;
    *count = written;
    return open;
}

struct input *process_output(struct process *p) {
    return p->output;
}

void process_close_input(struct process *p) {
    close_handle(p->to);
    p->to = NULL;
}

/* A missing program has failed in process_start already, and there are no signals: so this is
 * simpler than on POSIX systems. */
enum process_end process_poll(struct process *p, int *code) {
    DWORD result;
    if (WaitForSingleObject(p->process, 0) != WAIT_OBJECT_0) return PROCESS_RUNNING;
    if (!GetExitCodeProcess(p->process, &result)) return PROCESS_RUNNING;
    *code = (int)result;
    return PROCESS_EXITED;
}

/* The job's times are in units of 100 ns. */
double process_seconds(const struct process *p) {
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION used;
    if (!QueryInformationJobObject(p->job, JobObjectBasicAccountingInformation, &used, sizeof used,
                                   NULL))
        return NAN;
    return 1e-7 * (double)(used.TotalUserTime.QuadPart + used.TotalKernelTime.QuadPart);
}

/* Ends the program before the input: then the reading thread meets the end of the pipe. */
void process_free(struct process *p) {
    if (!p) return;
    process_close_input(p);
    if (p->process) TerminateProcess(p->process, 1);
    close_handle(p->job);
    if (p->process) WaitForSingleObject(p->process, INFINITE);
    input_free(p->output);
    if (p->from >= 0) _close(p->from);
    close_handle(p->process);
    free(p);
}
