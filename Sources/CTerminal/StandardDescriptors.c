// Keeps the numbers of the three standard streams from being given to files.
//
// It runs before `main`: an asynchronous main makes the runtime open descriptors of its own, and the first of them would get the
// number of a stream that the caller has closed. Data meant for a person would go into it.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void occupy_standard_descriptors(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
        // The lowest free number is taken, which is this one, in the direction that makes its use an error.
        (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}
