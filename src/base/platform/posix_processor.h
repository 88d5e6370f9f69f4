/* The processor time of groups of processes. */
#ifndef GUZUMI_POSIX_PROCESSOR_H
#define GUZUMI_POSIX_PROCESSOR_H

#include <sys/types.h>

/* What process_seconds says of the group that process GROUP leads. */
double posix_group_seconds(pid_t group);

#endif
