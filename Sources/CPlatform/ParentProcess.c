#include "ParentProcess.h"

#include <sys/syscall.h>
#include <unistd.h>

int leftoff_open_parent(void) {
    pid_t parent = getppid();
    if (parent <= 1) return -1;
    // The descriptor is closed when another program is executed.
    int descriptor = (int)syscall(SYS_pidfd_open, parent, 0);
    if (descriptor < 0) return -1;
    // The number may have been given to another process between the two calls.
    if (getppid() == parent) return descriptor;
    close(descriptor);
    return -1;
}
